"""The reasons that the operating system gives for its errors, in the person's language.

They are recognized by number, since each system words them differently.
"""

import errno
import socket
import sqlite3
from typing import Final

from uno_tui.i18n import Sentence, TranslatableError, Words, mark

# Translators: why the operating system refused a file or a connection, after a colon: "notes.txt: Is a directory".
_REASONS: Final = {
    "EPERM": mark("Operation not permitted"),
    "ENOENT": mark("No such file or directory"),
    "EIO": mark("Input/output error"),
    "EBADF": mark("The file is closed"),
    "EAGAIN": mark("Temporarily unavailable"),
    "ENOMEM": mark("Not enough memory"),
    "EACCES": mark("Permission denied"),
    "EBUSY": mark("In use by another process"),
    "EEXIST": mark("The file exists already"),
    "ENOTDIR": mark("Not a directory"),
    "EISDIR": mark("Is a directory"),
    "EINVAL": mark("Not possible for this file or address"),
    "ENFILE": mark("Too many files are open on this computer"),
    "EMFILE": mark("Too many files are open"),
    "ENOTTY": mark("This is not a terminal"),
    "EFBIG": mark("The file is too large"),
    "ENOSPC": mark("No space left on device"),
    "EROFS": mark("Read-only file system"),
    "EPIPE": mark("The other side has closed the connection"),
    "ENAMETOOLONG": mark("The name is too long"),
    "ENOLCK": mark("No locks available"),
    "ELOOP": mark("Too many links lead from one to the next"),
    "EAFNOSUPPORT": mark("This kind of address is not supported"),
    "EOPNOTSUPP": mark("Not supported here"),
    "ENOTSUP": mark("Not supported here"),
    "EADDRINUSE": mark("Address already in use"),
    "EADDRNOTAVAIL": mark("Cannot assign requested address"),
    "ENETDOWN": mark("The network is down"),
    "ENETUNREACH": mark("Network is unreachable"),
    "ECONNRESET": mark("Connection reset by peer"),
    "ENOTCONN": mark("Not connected"),
    "ETIMEDOUT": mark("Connection timed out"),
    "ECONNREFUSED": mark("Connection refused"),
    "EHOSTUNREACH": mark("No route to host"),
    "EDQUOT": mark("Your disk quota is used up"),
}  # fmt: skip  # a table
_BY_NUMBER: Final = {getattr(errno, name): text for name, text in _REASONS.items() if hasattr(errno, name)}
# Translators: why a name such as uno.example.org has no address, after a colon.
_NAMES: Final = {
    "EAI_NONAME": mark("Name or service not known"),
    "EAI_NODATA": mark("Name or service not known"),
    "EAI_ADDRFAMILY": mark("Name or service not known"),
    "EAI_AGAIN": mark("Names cannot be looked up at the moment"),
    "EAI_FAIL": mark("The name cannot be looked up"),
    "EAI_FAMILY": mark("This kind of address is not supported"),
    "EAI_SERVICE": mark("There is no such port"),
    "EAI_SOCKTYPE": mark("This kind of address is not supported"),
    "EAI_MEMORY": mark("Not enough memory"),
    "EAI_OVERFLOW": mark("The name is too long"),
    "EAI_SYSTEM": mark("The name cannot be looked up"),
}  # fmt: skip  # a table
_NAMES_BY_NUMBER: Final = {getattr(socket, name): text for name, text in _NAMES.items() if hasattr(socket, name)}
# Translators: why the database cannot be used, after a colon.
_DATABASE: Final = {
    sqlite3.SQLITE_PERM: mark("Permission denied"),
    sqlite3.SQLITE_BUSY: mark("In use by another process"),
    sqlite3.SQLITE_LOCKED: mark("In use by another process"),
    sqlite3.SQLITE_NOMEM: mark("Not enough memory"),
    sqlite3.SQLITE_READONLY: mark("The database can be read but not written"),
    sqlite3.SQLITE_IOERR: mark("Input/output error"),
    sqlite3.SQLITE_CORRUPT: mark("The database is damaged"),
    sqlite3.SQLITE_FULL: mark("No space left on device"),
    sqlite3.SQLITE_CANTOPEN: mark("The database cannot be opened"),
    sqlite3.SQLITE_PROTOCOL: mark("In use by another process"),
    sqlite3.SQLITE_TOOBIG: mark("The file is too large"),
    sqlite3.SQLITE_NOTADB: mark("This is not a database"),
}


def reason_of(error: BaseException) -> Sentence:
    """Return the reason of an error, to be translated; an unknown reason is returned as the system worded it."""
    if isinstance(error, TranslatableError):
        return error.sentence
    if isinstance(error, TimeoutError) and error.errno is None:
        return Sentence("no answer in time")
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        known = _DATABASE.get(code & 0xFF) if code is not None else None
        return Sentence(known or "{reason}", reason=error)
    if isinstance(error, socket.gaierror):
        return Sentence(_NAMES_BY_NUMBER.get(error.errno or 0, "{reason}"), reason=error.strerror or error)
    number, text = (error.errno, error.strerror) if isinstance(error, OSError) else (None, None)
    if isinstance(error, UnicodeError):
        return Sentence("Name or service not known")
    return Sentence(_BY_NUMBER.get(number or 0, "{reason}"), reason=text or str(error) or type(error).__name__)


def system_reason(words: Words, error: BaseException) -> str:
    """Return the reason of an error in a language; see `reason_of`."""
    return reason_of(error).text(words)
