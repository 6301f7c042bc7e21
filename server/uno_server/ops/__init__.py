"""For those who run a server: operator commands, idle sessions, garbage collection, logs, metrics."""
