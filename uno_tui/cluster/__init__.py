"""A lobby over many processes and machines: its log, people and doors in NATS JetStream.

Each process is one *door*, and every door can do everything. Consensus, storage and delivery are left to NATS: an
append is stored only at its place in the log, so a door that is killed leaves nothing half-done. Seats, names and codes
are claimed in the broker before the entry that uses them, and closing a table has steps that any door can finish.

`broker` is the interface to a broker, `streams` the settings it must have, `nats_log` the logs of tables, `bucket`
keyed values, `doors` knows which doors are alive and which of them runs a shard, and `lobby` serves the sessions.
"""
