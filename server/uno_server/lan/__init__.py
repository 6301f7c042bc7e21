"""`uno host`: a game for the local network, played from this terminal."""
