"""The catalogues are complete, up to date, have the right placeholders, and are not in English."""

import gettext
import re
import unicodedata
from collections.abc import Mapping
from enum import Enum
from typing import Final

import pytest
from babel.messages.catalog import Message

from tests.catalogues import (
    PACKAGES,
    ROOT,
    TEMPLATE,
    TRANSLATED,
    forms,
    missing,
    mo_bytes,
    po,
    po_text,
    renewed,
    template,
    written,
)
from uno_tui.i18n import LANGUAGES, LOCALE, Words
from uno_tui.names import unaccented
from uno_tui.plain.lobby_commands import ENTRIES as _LOBBY
from uno_tui.typed.commands import _ENTRIES as _TABLE
from uno_tui.typed.commands import Commands, CommandText

languages = pytest.mark.parametrize("language", TRANSLATED)

SAME: Final = {
    "": {"UNO", "UNO!", "uno", "Enter", "Home", "End", "PgUp", "PgDn", "Bksp"},
    "ga": {"{count} s"},
    "ms": {"bot", "log", "Log", "auto", "menu", "{count} bot", "{count} s", "autopilot", "terminal"},
    "ka": set(),
}
"""Messages whose translation equals the English text: in any language, then by language."""


def said(message: Message) -> tuple[str, ...]:
    """Return the English text of a message: one sentence, or (singular, plural)."""
    return message.id if isinstance(message.id, tuple) else (str(message.id),)


def placeholders(text: str) -> list[str]:
    """Return the names of a text's placeholders, each as often as it occurs."""
    return sorted(re.findall(r"\{(\w+)\}", text))


@languages
def test_no_message_is_missing(language: str) -> None:
    """Every message of the sources is translated, in every plural form; `tests.catalogues` says which."""
    assert [message.id for message in missing(renewed(language))] == []


@languages
def test_no_entry_is_outdated(language: str) -> None:
    """The file that translators edit has exactly the entries of the sources."""
    assert po_text(renewed(language)).decode() == po(language).read_text(encoding="utf-8")


def test_the_template_is_up_to_date() -> None:
    """The template for a new language has exactly the messages of the sources."""
    assert po_text(template()).decode() == TEMPLATE.read_text(encoding="utf-8")


@languages
def test_the_program_reads_what_translators_wrote(language: str) -> None:
    """The compiled catalogue matches the text file beside it."""
    assert mo_bytes(renewed(language)) == po(language).with_suffix(".mo").read_bytes()


def test_every_language_has_a_catalogue() -> None:
    """The languages offered are English and those with a catalogue."""
    assert {"en", *(path.name for path in LOCALE.iterdir() if path.is_dir())} == set(LANGUAGES)


@languages
def test_nothing_is_left_in_english(language: str) -> None:
    """No translation equals the English text, except for the few words that are the same."""
    allowed = SAME[""] | SAME[language]
    english = [
        (message.context, text)
        for message in written(language)
        for text in said(message)
        if text in forms(message) and text not in allowed and "letter" not in (message.context or "")
        and re.search(r"[A-Za-z]", re.sub(r"\{\w+\}", "", text))
    ]  # fmt: skip  # one thought
    assert english == []


@languages
def test_what_may_be_the_same_is_in_use(language: str) -> None:
    """The list of words that are the same has no entry that is translated or unused."""
    same = {text for message in written(language) for text in said(message) if text in forms(message)}
    assert SAME[language] - same == set()


def test_short_messages_say_where_they_stand() -> None:
    """A message of three words or less that is no sentence has a context or a comment for translators."""
    alone = [
        text
        for message in template()
        if message.id and not message.context and not message.auto_comments
        for text in said(message)
        if len(re.sub(r"\{\w+\}", "", text).split()) <= 3 and not text.endswith((".", "?", "!"))
    ]
    assert alone == []


def test_comments_for_translators_are_short() -> None:
    """A comment for translators is one or two sentences, and no message has more than four."""
    comments = [message.auto_comments for message in template()]
    assert [one for found in comments for one in found if len(one) > 160] == []
    assert [found for found in comments if len(found) > 4] == []


@languages
def test_placeholders_are_kept(language: str) -> None:
    """A translation has its message's placeholders, each as often; in the singular the count may be missing."""
    wrong = []
    for message in written(language):
        if not message.id:
            continue
        wanted = placeholders(said(message)[-1])
        spare = [name for name in wanted if name != "count"]
        for place, form in enumerate(forms(message)):
            one = place == 0 and isinstance(message.id, tuple)
            if form and placeholders(form) != wanted and not (one and placeholders(form) == spare):
                wrong.append((said(message), form))
    assert wrong == []


@languages
def test_the_plural_forms_are_those_of_the_language(language: str) -> None:
    """The header's formula picks an existing form of every plural entry, for any count."""
    book = written(language)
    plural = gettext.c2py(book.plural_expr)
    assert {plural(count) for count in range(200)} == set(range(book.num_plurals))
    assert {len(forms(message)) for message in book if isinstance(message.id, tuple)} == {book.num_plurals}


@pytest.mark.parametrize(
    ("language", "count", "sentence"),
    [
        ("ga", 0, "0 cárta"),
        ("ga", 1, "cárta amháin"),
        ("ga", 2, "2 chárta"),
        ("ga", 6, "6 chárta"),
        ("ga", 7, "7 gcárta"),
        ("ga", 11, "11 cárta"),
        ("ka", 1, "1 კარტი"),
        ("ka", 5, "5 კარტი"),
        ("ms", 1, "1 kad"),
        ("ms", 5, "5 kad"),
    ],
)
def test_counted_cards(language: str, count: int, sentence: str) -> None:
    """The count picks the form of the language: Irish mutates the word, the others do not change it."""
    assert Words(language).n("{count} card", "{count} cards", count) == sentence


@languages
def test_edges_are_kept(language: str) -> None:
    """A translation begins and ends with a space, and ends with a full stop, if its message does."""

    def edges(text: str) -> tuple[bool, bool, bool]:
        return text.startswith(" "), text.endswith(" "), text.endswith((".", "?", "!", ":", ",")) or text == "?"

    wrong = [
        (said(message), form)
        for message in written(language)
        if message.id
        for form in forms(message)
        if form and edges(form) != edges(said(message)[-1])
    ]
    assert wrong == []


@languages
def test_texts_are_composed_and_of_one_width(language: str) -> None:
    """Letters are composed, and no character has a width on which terminals disagree."""
    texts = "".join(form for message in written(language) for form in forms(message) if message.id)
    assert texts == unicodedata.normalize("NFC", texts)
    assert [char for char in set(texts) if unicodedata.east_asian_width(char) in "WF" or ord(char) == 0xAD] == []


@languages
def test_only_georgian_is_in_georgian_letters(language: str) -> None:
    """No letter of another script is in a translation."""
    scripts = {"ga": ("LATIN",), "ms": ("LATIN",), "ka": ("LATIN", "GEORGIAN")}[language]
    texts = "".join(form for message in written(language) for form in forms(message) if message.id)
    assert {char for char in texts if char.isalpha() and not unicodedata.name(char).startswith(scripts)} == set()


def test_what_is_said_is_extracted() -> None:
    """Every call of words uses a name under which its message is extracted."""
    odd = []
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        odd += re.findall(r"(?<![\w.`])((?:\w+\.)*(?!words\b|_words\b)\w*words)\(\s*[\"']", source)
    assert odd == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entries", [_TABLE, _LOBBY])
def test_commands_can_be_told_apart(language: str, entries: Mapping[Enum, CommandText]) -> None:
    """No two commands of one place share a name, and the English words always work."""
    words = Words(language)
    names = [
        name
        for entry in entries.values()
        for name in (
            unaccented(words.p(*entry.word)),
            *(words.p(*entry.also).split() if entry.also else ()),
            entry.letter,
        )
        if name
    ]
    assert sorted(set(names)) == sorted(names)
    assert [name for name in names if " " in name] == []
    commands = Commands(words, entries)
    assert [commands.command(entry.word[1]) for entry in entries.values()] == list(entries)


def test_no_letter_of_a_command_at_a_table_names_a_color() -> None:
    """A color's letter alone is never a command, whatever the keyboard's layout."""
    letters = {entry.letter for entry in _TABLE.values()}
    assert letters & set("rygb") == set()


MUTATING: Final = r"\b(do|de|le|ar|ó|faoi|roimh|thar|trí|um|mo|son|lámh|áit) \{(name|other|winner|names|card|a_card)\}"
"""Irish words behind which the beginning of a word changes: d'Aoife, le hAoife, ar Mháire; and genitives."""


def test_no_irish_sentence_changes_the_beginning_of_a_name() -> None:
    """Names and cards are inserted as they are, so no word that would change them stands before them."""
    told = [one for message in written("ga") for one in forms(message) if message.id and re.search(MUTATING, one)]
    assert told == []


def test_no_georgian_sentence_hangs_an_ending_on_a_name() -> None:
    """Georgian endings depend on the last letter of a name, so none is attached to one."""
    name = r"\{(name|other|winner|host|names)\}-?[ა-ჰ]"
    assert [one for message in written("ka") for one in forms(message) if message.id and re.search(name, one)] == []
