"""Input is cut into whole tokens, however it is split over packets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_server.line.lexer import ESCAPE_DELAY, PARTIAL_DELAY, InputLexer, Kind, Token

WHOLE = [
    "\x1b[A",
    "\x1bOP",
    "\x1b[[A",
    "\x1b[15~",
    "\x1b[1;5C",
    "\x1b[<0;10;5M",
    "\x1b[<35;20;5m",
    "\x1b[M !!",
    "\x1b[27u",
    "\x1b[97;5u",
    "\x1bf",
    "\x1b\u00e9",
]
REPORTS = [
    "\x1b]11;rgb:eeee/eeee/eeee\x1b\\",
    "\x1b]0;title\x07",
    "\x1bP>|term 1.0\x1b\\",
    "\x1b[?2026;2$y",
    "\x1b[>0;136;0c",
    "\x1b[I",
    "\x1b[O",
]
STRINGS = [
    "\x1b_Gok\x1b\\",
    "\x1b^private\x1b\\",
    "\x1bXany\x1b\\",
    "\x1b]11;rgb:eeee\x18",
    "\x1bP>|" + "x" * 300 + "\x1b\\",
]
HOSTILE = [
    "\x1b[99999999;1u",
    "\x1b[1:;:;:u",
    "\x1b[48;0;0;0;0t",
    "\x1b[48;9000;9000;1;1t",
    "\x1b[" + "1;" * 200 + "u",
    "\x1b[200~" + "x" * 100,
    "\x1b[201~",
    "\x1b]" + "y" * 100,
    "\x1b\x1b\x1b",
    "\x1b[1\x07",
    "\x1bO\x1b",
    "\u009b1A",
]
PIECES = [
    *WHOLE,
    *REPORTS,
    *STRINGS,
    *HOSTILE,
    "\x1b[200~pasted\x1b[201~",
    "a",
    "U",
    "\r",
    "\x7f",
    "\u4e00",
    "[A",
    "O",
    "\x1b",
]


def cut(pieces: list[str]) -> list[Token]:
    """Return the tokens of some packets, with adjacent text joined."""
    lexer = InputLexer(paste_limit=64)
    tokens: list[Token] = []
    for token in [token for piece in pieces for token in lexer.feed(piece)]:
        if token.kind is Kind.TEXT and tokens and tokens[-1].kind is Kind.TEXT:
            tokens[-1] = Token(Kind.TEXT, tokens[-1].text + token.text)
        else:
            tokens.append(token)
    return tokens


@given(st.lists(st.sampled_from(PIECES)).map("".join), st.data())
def test_packets_do_not_matter(text: str, data: st.DataObject) -> None:
    """The same input gives the same tokens, wherever it is split."""
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)))))
    parts = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert cut([text]) == cut(parts)


@given(st.text(alphabet="\x1b[]OPM<~;:0129Au\x07\\ a\u009b", max_size=200))
def test_nothing_held_grows(text: str) -> None:
    """Of any input the lexer holds little, and after a flush it waits for nothing."""
    lexer = InputLexer(paste_limit=64)
    for char in text:
        lexer.feed(char)
        assert len(lexer._held) <= 64
        assert len(lexer._report) <= 256
    for _ in range(2):
        lexer.flush()
    assert lexer.patience is None
    assert [Token(Kind.TEXT, "x")] == lexer.feed("x")


@pytest.mark.parametrize("sequence", WHOLE)
def test_sequences_are_whole(sequence: str) -> None:
    """A sequence between letters is one token."""
    assert [Token(Kind.TEXT, "a"), Token(Kind.SEQUENCE, sequence), Token(Kind.TEXT, "b")] == cut([f"a{sequence}b"])


@pytest.mark.parametrize("report", REPORTS)
def test_reports_are_no_text(report: str) -> None:
    """A terminal's report is a token of its own kind, without the string terminator."""
    said = report.removesuffix("\x07").removesuffix("\x1b\\")
    assert [Token(Kind.TEXT, "a"), Token(Kind.REPORT, said), Token(Kind.TEXT, "b")] == cut([f"a{report}b"])


@pytest.mark.parametrize("string", STRINGS)
def test_other_strings_are_dropped(string: str) -> None:
    """Strings that are no answers, broken ones and endless ones are no token at all."""
    assert [Token(Kind.TEXT, "ab")] == cut([f"a{string}b"])


def test_a_lone_escape_is_a_key() -> None:
    """Esc with nothing after it for a moment is the Escape key; the next key is unchanged."""
    lexer = InputLexer()
    assert lexer.feed("\x1b") == []
    assert lexer.patience == ESCAPE_DELAY
    assert [Token(Kind.ESCAPE, "\x1b")] == lexer.flush()
    assert [Token(Kind.TEXT, "q")] == lexer.feed("q")


def test_an_arrow_split_by_a_slow_link_types_nothing() -> None:
    """The rest of an arrow key that comes after its Esc was delivered is the arrow key, and no text."""
    lexer = InputLexer()
    lexer.feed("\x1b")
    lexer.flush()
    assert lexer.feed("[") == []
    assert [Token(Kind.SEQUENCE, "\x1b[A")] == lexer.feed("A")


def test_a_bracket_typed_after_escape_arrives() -> None:
    """A `[` typed after Esc, with nothing after it, is a `[`."""
    lexer = InputLexer()
    lexer.feed("\x1b")
    lexer.flush()
    lexer.feed("[")
    assert [Token(Kind.TEXT, "[")] == lexer.flush()


def test_half_a_sequence_is_dropped() -> None:
    """A sequence whose end never comes is dropped, but not before a slow link could have sent it."""
    lexer = InputLexer()
    assert lexer.feed("\x1b[1;") == []
    assert lexer.patience == PARTIAL_DELAY
    assert lexer.flush() == []


def test_a_paste_is_capped() -> None:
    """A paste of megabytes is one short token; of a paste without an end, the part that arrived is delivered."""
    lexer = InputLexer(paste_limit=10)
    assert lexer.feed("\x1b[200~" + "x" * 5_000_000) == []
    assert [Token(Kind.PASTE, "x" * 10), Token(Kind.TEXT, "q")] == lexer.feed("yy\x1b[201~q")
    assert lexer.feed("\x1b[200~abc") == []
    assert [Token(Kind.PASTE, "abc")] == lexer.flush()
