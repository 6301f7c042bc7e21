"""The catalogues: what people read, taken from the sources, beside its translations.

``python -m tests.catalogues`` brings ``uno_tui/locale`` up to date: the template, each language's ``.po`` with what is
new in it still empty, and the ``.mo`` made of it; then it says how many messages each language lacks. A message that
is no longer in the sources is dropped with its translation.
"""

import ast
import io
import itertools
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
    """A catalogue whose header says nothing that changes by itself."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in super()._get_mime_headers() if name not in _DATED]

    mime_headers = property(_get_mime_headers, Catalog._set_mime_headers)


def called(
    source: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """Each call of a keyword with its texts, in the form that Babel wants; of a choice between texts, each.

    What a command of the command line does is told by its docstring, which is a message too.
    """
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.FunctionDef) and _is_command(node):
            yield node.lineno, "mark", (ast.get_docstring(node),), []
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in keywords:
            for texts in itertools.product(*map(_texts, node.args)):
                yield node.lineno, name, texts, []


def _is_command(node: ast.FunctionDef) -> bool:
    """Whether it is decorated as a command of the command line."""
    decorators = (getattr(one, "func", one) for one in node.decorator_list)
    return any(getattr(one, "attr", "") in ("command", "group") for one in decorators)


def _texts(node: ast.expr) -> list[str | None]:
    """The texts that an argument may be; for one that is no text, a single None."""
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    return [node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None]


@cache
def template() -> Book:
    """Every message of the program, untranslated."""
    book = Book(project=DOMAIN, copyright_holder="the authors", fuzzy=False, header_comment=f"# {DOMAIN}")
    keywords = parse_keywords(KEYWORDS)
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))):
        with path.open("rb") as source:
            calls = extract(called, source, keywords)  # type: ignore[arg-type]  # Nones among the texts are allowed
            found = sorted(calls, key=lambda one: one[0])
        for _line, message, _comments, context in found:
            if message:
                place = path.relative_to(ROOT).as_posix()
                book.add(message, locations=[(place, 0)], context=context)
    return book


@cache
def written(language: str) -> Catalog:
    """The catalogue of a language as its file has it."""
    path = po(language)
    with path.open("rb") if path.exists() else io.BytesIO() as file:
        return read_po(file, locale=language, domain=DOMAIN)


def po(language: str) -> Path:
    """The file that translators edit."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def renewed(language: str) -> Book:
    """The messages of the sources with the translations that the language's file has for them."""
    before = written(language)
    book = Book(language, project=DOMAIN, fuzzy=False, header_comment=f"# {DOMAIN}: {LANGUAGES[language]}")
    for message in template():
        if message.id:
            told = before.get(message.id, message.context)
            kept = told.string if told is not None and told.id == message.id else ""
            book.add(message.id, kept, locations=message.locations, context=message.context)
    return book


def po_text(book: Book) -> bytes:
    """The catalogue as translators read it."""
    file = io.BytesIO()
    write_po(file, book, width=0, include_lineno=False, sort_by_file=True)
    return file.getvalue()


def mo_bytes(book: Catalog) -> bytes:
    """The catalogue as the program reads it."""
    file = io.BytesIO()
    write_mo(file, book)
    return file.getvalue()


def forms(message: Message) -> tuple[str, ...]:
    """What a message became: one sentence, or one for each plural form."""
    return tuple(message.string) if isinstance(message.string, list | tuple) else (message.string or "",)


def missing(book: Catalog) -> list[Message]:
    """The messages that lack a translation, or a form of it."""
    return [message for message in book if message.id and not all(forms(message))]


def main() -> None:
    """Bring all catalogues up to date."""
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
