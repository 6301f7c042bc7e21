"""Whether the page can be served: aiohttp is an optional part of the program, and is imported only where it is used."""

from importlib.util import find_spec

from uno_server.config import missing_package


def is_installed() -> bool:
    """Return whether the web page can be served: whether the package aiohttp is installed."""
    return find_spec("aiohttp") is not None


def check() -> None:
    """Raise `ConfigError` if the package aiohttp is not installed."""
    if not is_installed():
        raise missing_package("web.port", "aiohttp", "web")
