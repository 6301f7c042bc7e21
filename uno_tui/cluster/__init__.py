"""A lobby over many processes and machines: its log, people and doors in NATS JetStream.

Each process is one *door*. `broker` is the connection, `streams` what must be there, `nats_log` the logs of tables,
`bucket` keyed values, `doors` who is alive and who runs what, `lobby` the service for sessions.
"""
