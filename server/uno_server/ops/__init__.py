"""Operation of a server: operators' commands, idle sessions, garbage collection, logs and metrics."""
