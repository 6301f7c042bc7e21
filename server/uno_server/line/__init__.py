"""One person's connection as a line of bytes, with its terminal, and the Textual driver on it."""
