"""The address of a game as people write it: host and port."""

from uno_tui import DEFAULT_PORT
from uno_tui.net.join.errors import JoinError


def split_address(text: str) -> tuple[str, int]:
    """Parse ``HOST``, ``HOST:PORT`` or ``[IPV6]:PORT``; raise `JoinError` for anything else.

    >>> split_address("[fe80::1]:2300"), split_address("den"), split_address("fe80::1")
    (('fe80::1', 2300), ('den', 2222), ('fe80::1', 2222))
    """
    host, port = text, ""
    if text.startswith("[") and "]" in text:
        host, _, port = text[1:].partition("]")
        if port and not port.startswith(":"):
            raise JoinError("{word} is not an address: only :PORT can follow ]", word=repr(text))
        port = port.removeprefix(":")
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if "@" in text or "/" in text:
        raise JoinError(
            "{word} is not an address: use HOST or HOST:PORT. Your name is set with --name or in the settings",
            word=repr(text),
        )
    if port and not (port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535):
        raise JoinError("{word} is not a port; ports are 1 to 65535", word=repr(port))
    if not host or host.startswith("-") or any(char.isspace() or not char.isprintable() for char in host):
        raise JoinError("{word} has no host name in it", word=repr(text))
    return host, int(port) if port else DEFAULT_PORT


def join_address(host: str, port: int) -> str:
    """Return host and port as text that `split_address` parses.

    >>> join_address("fe80::1", 2300)
    '[fe80::1]:2300'
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
