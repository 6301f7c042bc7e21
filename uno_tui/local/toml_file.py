"""TOML files that people edit: how they are read and changed, and errors that name file, line, key and reason."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from uno_tui.i18n import Sentence, TranslatableError
from uno_tui.i18n.system_reasons import reason_of
from uno_tui.local.toml_values import KeyPath, syntax_problem


class TomlError(TranslatableError, ValueError):
    """A TOML file that cannot be used; the text is ``file:line: key: reason``."""


# Translators: a fault of a file that the person wrote: its place, then the reason.
def placed(place: str, reason: Sentence) -> Sentence:
    """Return a reason behind the place of the fault, such as ``file:line`` or ``file:line: key``."""
    return Sentence("{place}: {reason}", place=place, reason=reason)


Error = TypeVar("Error", bound=TomlError)

_HEADER: Final = re.compile(r"\s*\[\[?([^\[\]]+)\]")
_ASSIGNMENT: Final = re.compile(r"\s*([\w\"'. -]+?)\s*=")


# Translators: a fault of a file that the person wrote, after its name and the line.
def read_text(path: Path, error: type[TomlError], *, missing: str | None = None) -> str:
    """Return the text of a UTF-8 file without its byte order mark, if it has one.

    Args:
        path: The file.
        error: The class of the error raised if the file cannot be read or is not UTF-8.
        missing: The text to return if there is no such file; by default that is an error too.
    """
    data = b""
    try:
        data = path.read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as caught:
        line = data[: caught.start].count(b"\n") + 1
        raise error(placed(f"{path}:{line}", Sentence("not UTF-8 text"))) from None
    except (FileNotFoundError, NotADirectoryError) as caught:
        if missing is not None:
            return missing
        raise error(placed(str(path), reason_of(caught))) from None
    except OSError as caught:
        raise error(placed(f"{path}:1", Sentence("cannot be read: {reason}", reason=reason_of(caught)))) from None


# Translators: a fault of a file that the person wrote, after its name and the line.
class TomlFile(Generic[Error]):
    """A parsed TOML text with line numbers, for errors about its values."""

    def __init__(self, text: str, name: str, error: type[Error]) -> None:
        """Parse a text; `name` is the file name in errors. Raise `error` if the text is not TOML."""
        self.name = name
        self._text = text
        self._error = error
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as caught:
            place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(caught))
            line = int(place[1]) if place and place[1] else text.count("\n") + 1
            reason = syntax_problem(str(caught)[: place.start()] if place else str(caught))
            raise error(placed(f"{name}:{line}", Sentence("not TOML: {reason}", reason=reason))) from None

    def value(self, path: KeyPath) -> Any:
        """Return the value at a path, which must exist."""
        value: Any = self.data
        for part in path:
            value = value[part]
        return value

    def error(self, path: KeyPath, reason: Sentence, value: Any = None) -> Error:
        """Return an error about the value at a path; with `value`, about that element of a list, and with its line."""
        key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
        return self._error(placed(f"{self.name}:{self.line_of(path, value)}: {key}", reason))

    def line_of(self, path: KeyPath, value: Any = None) -> int:
        """Return the number of the line that sets a key; else of the line that opens its table; else 1."""
        names = list(path)
        best, length = 1, 0
        table: list[str] = []
        lines = self._text.splitlines()
        for number, line in enumerate(lines, 1):
            if header := _HEADER.match(line):
                table = parts = _names(header[1])
            elif assignment := _ASSIGNMENT.match(line):
                parts = [*table, *_names(assignment[1])]
            else:
                continue
            common = _common(parts, names)
            if common > length and common in (len(parts), len(names)):
                best, length = number, common
        if isinstance(value, str) and names and isinstance(names[-1], int):
            return next((number for number in range(best, len(lines) + 1) if value in lines[number - 1]), best)
        return best


def _names(dotted: str) -> list[str]:
    """Return the parts of a dotted key, without quotes."""
    return [part.strip(" \t\"'") for part in dotted.split(".")]


def _common(parts: Sequence[str], path: KeyPath) -> int:
    """Return the number of leading parts that two paths have in common."""
    length = 0
    for one, other in zip(parts, path, strict=False):
        if one != other:
            break
        length += 1
    return length


def with_values(text: str, changed: Mapping[str, Any], table: str = "") -> str:
    """Return a text with other values of a table, by default of the keys above all tables; None removes a key.

    Only the lines of these keys change. A value that spans several lines is not found: parse the result.
    """
    lines = text.splitlines()
    headers = [place for place, line in enumerate(lines) if _HEADER.match(line)]
    start = 0
    if table and changed:
        own = [place + 1 for place in headers if _names(_HEADER.sub(r"\1", lines[place]).partition("#")[0]) == [table]]
        if not own:
            lines += ["", f"[{table}]"] if lines else [f"[{table}]"]
        start = own[0] if own else len(lines)
    end = next((place for place in headers if place >= start), len(lines))
    part = lines[start:end]
    for key, value in changed.items():
        new = [] if value is None else [f"{key} = {json.dumps(value, ensure_ascii=False)}"]
        found = next((place for place, line in enumerate(part) if _sets(line, key)), None)
        if found is None:
            found = next((place for place in range(len(part), 0, -1) if part[place - 1].strip()), 0)
            part[found:found] = new
        else:
            part[found : found + 1] = new
    return "".join(f"{line}\n" for line in [*lines[:start], *part, *lines[end:]])


def _sets(line: str, key: str) -> bool:
    return re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line) is not None
