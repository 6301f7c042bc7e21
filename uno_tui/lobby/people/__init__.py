"""The people of a lobby: at which tables they are, their names, and those who are in the lobby itself."""
