"""The ssh server: every connection has a line, and every line a Textual app or a session in lines of text."""
