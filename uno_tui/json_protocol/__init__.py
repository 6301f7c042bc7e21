"""The JSON protocol: all messages and requests between a table and a person, as JSON.

A table can thus be used through a pipe or from another process. `encode` and `decode` are for messages; `write_request`
and `read_request` are for requests, which then `ask` a handle. A deadline is sent as the seconds left.
"""

import msgspec

from uno_tui.json_protocol.codecs import WireError
from uno_tui.json_protocol.messages import MESSAGE_SCHEMA, VERSION, Hello, read_message, write_message
from uno_tui.json_protocol.requests import Act, AnyRequest, Explain, Look, read_request, request_schemas, write_request
from uno_tui.table.protocol import Message

__all__ = [
    "MESSAGE_SCHEMA",
    "VERSION",
    "Act",
    "AnyRequest",
    "Explain",
    "Hello",
    "Look",
    "WireError",
    "decode",
    "encode",
    "read_message",
    "read_request",
    "request_schemas",
    "write_message",
    "write_request",
]


def encode(message: Message | Hello, now: float) -> bytes:
    """Return a message as a line of JSON without line end; `now` is a time of `time.monotonic`."""
    return msgspec.json.encode(write_message(message, now))


def decode(data: str | bytes, now: float) -> Message | Hello:
    """Return the message in a line of JSON received at `now`; raise `WireError` for an invalid line."""
    try:
        values = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise WireError(str(error)) from error
    return read_message(values, now)
