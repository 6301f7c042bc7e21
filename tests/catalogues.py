"""Message catalogues: extraction from the sources, and the files that translators edit.

Run ``python -m tests.catalogues`` after a message was added, changed or moved. It writes, in ``uno_tui/locale``, the
template, the ``.po`` file of each language and the ``.mo`` file compiled from it, and prints how many messages of each
language have no translation. Existing translations are kept; a new or changed message has an empty one. Then translate
the empty entries in each ``.po`` file and run the command again. An entry whose message is gone is deleted.

The functions also serve the tests: `template` is the program's messages, `written` a language's file as it is, and
`renewed` the file as the command would write it.
"""

import ast
import io
import itertools
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from uno_tui.i18n import DOMAIN, KEYWORDS, LANGUAGES, LOCALE

ROOT: Final = LOCALE.parents[1]
PACKAGES: Final = ("uno_tui", "server")
TEMPLATE: Final = LOCALE / f"{DOMAIN}.pot"
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != "en")
_DATED: Final = ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Report-Msgid-Bugs-To", "Last-Translator")


class Book(Catalog):
    """A catalogue whose header has no dates and versions, so that equal messages give equal files."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in super()._get_mime_headers() if name not in _DATED]

    mime_headers = property(_get_mime_headers, Catalog._set_mime_headers)


def called(
    source: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """Extract messages: yield the texts of each call of a keyword, in the form that Babel expects.

    A conditional expression gives each of its texts. The docstring of a click command is a message as well.
    A comment `# Translators: ...` is for all messages of the statement or expression that begins below it, except
    those that have a nearer one.
    """
    text = source.read().decode()
    tree = ast.parse(text)
    comments = _comments(text, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and _is_command(node):
            yield node.lineno, "mark", (ast.get_docstring(node),), comments.get(node.lineno, [])
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in keywords:
            for texts in itertools.product(*map(_texts, node.args)):
                yield node.lineno, name, texts, comments.get(node.lineno, [])


_TRANSLATORS: Final = re.compile(r"\s*# (Translators: .*)")
_CONTINUED: Final = re.compile(r"\s*# (.*)")


def _comments(text: str, tree: ast.Module) -> dict[int, list[str]]:
    """Return the comment for translators of each line that has one, by the number of the line."""
    lines = text.splitlines()
    ends: dict[int, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            ends[node.lineno] = max(ends.get(node.lineno, 0), node.end_lineno or 0)
    found: dict[int, list[str]] = {}
    for place, line in enumerate(lines):
        if match := _TRANSLATORS.fullmatch(line):
            more = list(itertools.takewhile(bool, map(_CONTINUED.fullmatch, lines[place + 1 :])))
            below = place + len(more) + 2
            comment = " ".join((match[1], *(one[1] for one in more if one)))
            found.update({number: [comment] for number in range(below, ends[below] + 1)})
    return found


def _is_command(node: ast.FunctionDef) -> bool:
    """Return whether a function is decorated as a click command."""
    decorators = (getattr(one, "func", one) for one in node.decorator_list)
    return any(getattr(one, "attr", "") in ("command", "group") for one in decorators)


def _texts(node: ast.expr) -> list[str | None]:
    """Return the texts that an argument may be; [None] if it is no text."""
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    return [node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None]


@cache
def template() -> Book:
    """Return every message of the program, untranslated."""
    book = Book(project=DOMAIN, copyright_holder="the authors", fuzzy=False, header_comment=f"# {DOMAIN}")
    keywords = parse_keywords(KEYWORDS)
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))):
        with path.open("rb") as source:
            calls = extract(called, source, keywords)  # type: ignore[arg-type]  # Nones among the texts are allowed
            found = sorted(calls, key=lambda one: one[0])
        for _line, message, comments, context in found:
            if message:
                place = path.relative_to(ROOT).as_posix()
                book.add(message, locations=[(place, 0)], auto_comments=comments, context=context)
    return book


@cache
def written(language: str) -> Catalog:
    """Return the catalogue in the file of a language."""
    path = po(language)
    with path.open("rb") if path.exists() else io.BytesIO() as file:
        return read_po(file, locale=language, domain=DOMAIN)


def po(language: str) -> Path:
    """Return the path of the file that translators edit."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def renewed(language: str) -> Book:
    """Return the messages of the sources with the translations of the language's file."""
    before = written(language)
    book = Book(language, project=DOMAIN, fuzzy=False, header_comment=f"# {DOMAIN}: {LANGUAGES[language]}")
    for message in template():
        if message.id:
            told = before.get(message.id, message.context)
            kept = told.string if told is not None and told.id == message.id else ""
            book.add(
                message.id,
                kept,
                locations=message.locations,
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return book


def po_text(book: Book) -> bytes:
    """Return the text of a ``.po`` file."""
    file = io.BytesIO()
    write_po(file, book, width=0, include_lineno=False, sort_by_file=True)
    return file.getvalue()


def mo_bytes(book: Catalog) -> bytes:
    """Return the bytes of a ``.mo`` file."""
    file = io.BytesIO()
    write_mo(file, book)
    return file.getvalue()


def forms(message: Message) -> tuple[str, ...]:
    """Return the translations of a message: one sentence, or one for each plural form."""
    return tuple(message.string) if isinstance(message.string, list | tuple) else (message.string or "",)


def missing(book: Catalog) -> list[Message]:
    """Return the messages without a translation, or without one of its plural forms."""
    return [message for message in book if message.id and not all(forms(message))]


def main() -> None:
    """Update all catalogues."""
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(po_text(template()))
    for language in TRANSLATED:
        book, path = renewed(language), po(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_text(book))
        path.with_suffix(".mo").write_bytes(mo_bytes(book))
        sys.stdout.write(f"{language}: {len(book)} messages, {len(missing(book))} without a translation\n")


if __name__ == "__main__":
    main()
