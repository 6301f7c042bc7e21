"""Whether the page can be served: aiohttp is an optional part of the program, and is imported only where it is used."""

from importlib.util import find_spec


class WebMissingError(Exception):
    """The package aiohttp is not installed; the text says how to install it."""

    def __init__(self) -> None:
        super().__init__("web.port: this needs the package aiohttp: pip install 'uno-tui[web]'")


def is_installed() -> bool:
    """Return whether the web page can be served: whether the package aiohttp is installed."""
    return find_spec("aiohttp") is not None


def check() -> None:
    """Raise `WebMissingError` if the package aiohttp is not installed."""
    if not is_installed():
        raise WebMissingError
