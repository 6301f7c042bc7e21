"""A person's files on this machine, and access to this terminal."""
