"""The connection to NATS, through nats-py: `broker` stores and reads messages over the `requests` of a `connection`."""
