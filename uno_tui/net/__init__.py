"""Addresses, games announced on the local network, and the client that joins them."""
