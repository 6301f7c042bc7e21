"""Thinking beside the event loop: worker processes in which expert bots choose."""
