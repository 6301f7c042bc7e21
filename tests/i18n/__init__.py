"""Tests of the language of a session."""
