"""Tests of the ssh server, with real clients where it matters."""
