"""What carries a session: a line of bytes, its terminal, and the Textual driver on it."""
