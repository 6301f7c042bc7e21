"""Words: one catalogue per session, named placeholders, plural forms, the pseudo-language."""

import gettext
import io
import re
from pathlib import Path

import pytest

from tests.pseudo import PseudoWords
from uno_tui import i18n
from uno_tui.i18n import KEYWORDS, Words, language_from, language_of


def test_english_is_the_message_itself() -> None:
    """English needs no catalogue: the message with its placeholders filled is the sentence."""
    assert Words("en")("{name}'s turn", name="Ann") == "Ann's turn"


@pytest.mark.parametrize("name", ["{count}", "{0}", "{name.__class__}", "%s", "[red]x[/]", "{"])
def test_a_value_is_put_in_as_it_is(name: str) -> None:
    """A placeholder's value is not searched for placeholders, formatted, or treated as markup."""
    assert Words("en")("{name} has {count}", name=name, count=3) == f"{name} has 3"


def test_a_placeholder_without_a_value_stays() -> None:
    """A placeholder without a value stays visible in the sentence."""
    assert Words("en")("{name} has {count}", name="Ann") == "Ann has {count}"


@pytest.mark.parametrize(("count", "sentence"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_plural_forms(count: int, sentence: str) -> None:
    """The count picks the form and replaces {count}."""
    assert Words("en").n("{count} card", "{count} cards", count) == sentence


def test_contexts() -> None:
    """The context of a message is not part of the sentence."""
    words = Words("en")
    assert words.p("card", "a {color} {rank}", color="red", rank="5") == "a red 5"
    assert words.np("pile", "{count} card", "{count} cards", 2) == "2 cards"


def test_the_empty_message_is_empty() -> None:
    """The empty message stays empty instead of becoming the catalogue's header."""
    assert Words("en")("") == ""


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("ga_IE.UTF-8", "ga"),
        ("ka", "ka"),
        ("ms-MY", "ms"),
        ("KA_GE@euro", "ka"),
        ("en_US.UTF-8", "en"),
        ("C", None),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
        ("de_DE.UTF-8", None),
        ("../../etc", None),
        ("gaa_GH", None),
    ],
)
def test_the_language_of_a_locale(locale: str, language: str | None) -> None:
    """The language is the first part of a locale; an unsupported locale has none."""
    assert language_from(locale) == language


def test_the_first_set_variable_decides() -> None:
    """LC_ALL overrides LC_MESSAGES, which overrides LANG; an unknown or missing language is English."""
    assert language_of({"LANG": "ga_IE.UTF-8"}) == "ga"
    assert language_of({"LANG": "ga_IE.UTF-8", "LC_MESSAGES": "ka_GE"}) == "ka"
    assert language_of({"LANG": "ga_IE.UTF-8", "LC_ALL": "ms_MY", "LC_MESSAGES": "ka_GE"}) == "ms"
    assert language_of({"LANG": "ga_IE.UTF-8", "LC_ALL": ""}) == "ga"
    assert language_of({"LANG": "ga_IE.UTF-8", "LC_ALL": "C"}) == "en"
    assert language_of({}) == "en"


def test_an_unknown_language_is_english() -> None:
    """Words of an unsupported language are English."""
    assert Words("xx").language == "en"


def test_two_sessions_have_two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of one session affects neither another session nor gettext's global state."""
    _catalogue(tmp_path, "ga", 'msgid "Draw"\nmsgstr "Tarraing"\n')
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    i18n._catalogue.cache_clear()
    try:
        irish, english, georgian = Words("ga"), Words("en"), Words("ka")
        assert [words("Draw") for words in (irish, english, georgian)] == ["Tarraing", "Draw", "Draw"]
        assert gettext.gettext("Draw") == "Draw"
    finally:
        i18n._catalogue.cache_clear()


def test_a_translator_may_order_placeholders_freely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation may have its placeholders in any order."""
    _catalogue(tmp_path, "ga", 'msgctxt "card"\nmsgid "{color} {rank}"\nmsgstr "{rank} {color}"\n')
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    i18n._catalogue.cache_clear()
    try:
        assert Words("ga").p("card", "{color} {rank}", color="dearg", rank="5") == "5 dearg"
    finally:
        i18n._catalogue.cache_clear()


def test_the_pseudo_language_marks_letters_but_not_values() -> None:
    """Every letter of a message is marked and none of a value; the width is unchanged."""
    words = PseudoWords()
    assert words("{name} caught you!", name="Ann") == "Ann ċȧŭɠħŧ ẏǿŭ!"
    assert words.n("{count} card", "{count} cards", 2) == "2 ċȧřḋş"
    assert words.p("color", "red") == "řḗḋ"
    assert words.np("pile", "{count} card", "{count} cards", 1) == "1 ċȧřḋ"
    alphabet = "the quick brown fox jumps over the lazy dog. THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG."
    assert len(words(alphabet)) == len(alphabet)
    assert not [letter for letter in words(alphabet) if letter.isascii() and letter.isalpha()]


def test_babel_finds_every_kind_of_message() -> None:
    """With the keywords, Babel extracts called and marked messages, with plural forms and contexts."""
    extract = pytest.importorskip("babel.messages.extract")
    frontend = pytest.importorskip("babel.messages.frontend")
    source = b"""
words("a"); self.words("b"); words.n("c", "cs", 1); words.p("ctx", "d"); words.np("ctx", "e", "es", 2)
mark("f"); mark_n("g", "gs"); mark_p("ctx", "h")
"""
    found = {
        (context, message)
        for _, message, _, context in extract.extract("python", io.BytesIO(source), frontend.parse_keywords(KEYWORDS))
    }
    plain = {(None, text) for text in ("a", "b", ("c", "cs"), "f", ("g", "gs"))}
    assert found == plain | {("ctx", "d"), ("ctx", ("e", "es")), ("ctx", "h")}


def test_the_plural_forms_of_a_message_have_the_same_placeholders() -> None:
    """All messages of the program are extracted; singular and plural of each have the same placeholders."""
    extract = pytest.importorskip("babel.messages.extract")
    frontend = pytest.importorskip("babel.messages.frontend")
    keywords = frontend.parse_keywords(KEYWORDS)
    messages = [found[2] for found in extract.extract_from_dir(str(Path(i18n.__file__).parents[1]), keywords=keywords)]
    assert {"{name}'s turn", ("{count} card", "{count} cards"), "Wild Draw Four", "play"} <= set(messages)
    plurals = [message for message in messages if isinstance(message, tuple)]
    placeholders = [[set(re.findall(r"\{(\w+)\}", form)) - {"count"} for form in forms] for forms in plurals]
    assert [forms for forms, (one, many) in zip(plurals, placeholders, strict=True) if one != many] == []


def _catalogue(folder: Path, language: str, entries: str) -> None:
    pofile = pytest.importorskip("babel.messages.pofile")
    mofile = pytest.importorskip("babel.messages.mofile")
    path = folder / language / "LC_MESSAGES" / "uno_tui.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        mofile.write_mo(file, pofile.read_po(io.StringIO(entries), locale=language))
