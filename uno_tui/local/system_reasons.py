"""The reasons that the operating system gives for its errors, in the person's language."""

from typing import Final

from uno_tui.i18n import Words, mark

# Translators: why the operating system refused a file or a connection, after a colon: "notes.txt: Is a directory".
_KNOWN: Final = frozenset(
    {
        mark("Address already in use"),
        mark("Cannot assign requested address"),
        mark("Connection refused"),
        mark("Connection reset by peer"),
        mark("Connection timed out"),
        mark("Is a directory"),
        mark("Name or service not known"),
        mark("Network is unreachable"),
        mark("No route to host"),
        mark("No space left on device"),
        mark("No such file or directory"),
        mark("Not a directory"),
        mark("Operation not permitted"),
        mark("Permission denied"),
        mark("Read-only file system"),
        mark("no answer in time"),
    }
)


def system_reason(words: Words, reason: BaseException | str) -> str:
    """Return the reason of an operating system error: translated if common, otherwise in the system's own words."""
    text = reason if isinstance(reason, str) else getattr(reason, "strerror", None) or str(reason)
    return words(text) if text in _KNOWN else text
