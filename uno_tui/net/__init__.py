"""Network addresses, games announced on the local network, and the ssh client that joins them."""
