"""Tests of many doors over one broker, with a real nats-server."""
