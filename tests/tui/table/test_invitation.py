"""The host's invitation on the screen: what is to be typed and compared is never cut."""

import re

import pytest

from tests.tui.looks import before_start
from tests.tui.playing import playing
from uno_server.lan.invitation import invitation
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.tui.draw.block_text import is_qr_row
from uno_tui.tui.session import SessionOptions

LONG = "fd12:3456:789a:bcde:1234:5678:9abc:def0"
KEY = "SHA256:J4Xh5tK2rM8vQw1Yz6Lb3Nc9Pd7Sf0GgHhJjKkLlMmN"


def squeezed(text: str) -> str:
    """Return text without the spaces, line ends and borders that wrapping adds."""
    return re.sub(r"[\s│╭╮╰╯─]", "", text)


PAGES = {"192.168.1.7": "http://192.168.1.7:8080/K7Q2", LONG: f"http://[{LONG}]:8080/K7Q2"}


@pytest.mark.parametrize("page", [True, False])
@pytest.mark.parametrize("address", ["192.168.1.7", LONG])
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_command_code_and_fingerprint_are_whole(
    language: str, size: tuple[int, int], address: str, page: bool
) -> None:
    """Before the match everything needed to join is on the screen; the page of `i` has the QR code as well."""
    words = Words(language)
    lines = tuple(invitation(words, [address], 2222, "K7Q2", KEY, None, PAGES[address] if page else None))
    command = next(line for line in lines if line.startswith("  ssh"))
    session = SessionOptions(words=words, invitation=lines)
    async with playing(before_start(), size, session=session) as person:
        width, height = person.screen.board.piles.region_given.size
        piles = person.screen.board.piles.canvas
        assert piles is not None
        told = squeezed(re.sub("[█▀▄]", "", "".join("".join(row) for row in piles.chars)))
        assert "i" in person.rows[-1].split()
        for part in (command, KEY):
            assert squeezed(part) in told, (width, height)
        await person.press("i")
        qr = [line for line in lines if is_qr_row(line)]
        assert all(any(row in shown for shown in person.rows) for row in qr)
        await person.press("end")
        text = squeezed(re.sub("[█▀▄]", "", "".join(person.rows)))
        for part in (command, KEY):
            assert squeezed(part) in text


@pytest.mark.parametrize("address", ["192.168.1.7", LONG])
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
async def test_a_short_command_is_in_one_line(size: tuple[int, int], address: str) -> None:
    """A command is wrapped only if no line holds it."""
    lines = tuple(invitation(Words(), [address], 2222, "K7Q2", KEY, None))
    async with playing(before_start(), size, session=SessionOptions(invitation=lines)) as person:
        piles = person.screen.board.piles.canvas
        assert piles is not None
        rows = ["".join(row).strip(" │") for row in piles.chars]
        assert all("uno join" in row for row in rows if row.endswith("uno") or "uno join" in row)
        await person.press("i", "end")
        assert "uno join" in [row.strip().split("  ")[0] for row in person.rows]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_page_answers_every_key(size: tuple[int, int]) -> None:
    """A key without a command is answered at the foot until the next one; the key that opened the page closes it."""
    lines = tuple(invitation(Words(), ["192.168.1.7"], 2222, "K7Q2", KEY, None))
    async with playing(before_start(), size, session=SessionOptions(invitation=lines)) as person:
        await person.press("i", "w")
        assert "That key does nothing here." in person.rows[-1]
        await person.press("down")
        assert "That key" not in person.text
        await person.press("i")
        assert "How others can join this table" not in person.text
        assert "Waiting for players" in person.text


async def test_a_picture_larger_than_the_screen_says_what_it_needs() -> None:
    """On the smallest screen the page begins with the size that the QR code needs, and has no part of it."""
    lines = tuple(invitation(Words(), ["192.168.1.7"], 2222, "K7Q2", KEY, None))
    async with playing(before_start(), (40, 12), session=SessionOptions(invitation=lines)) as person:
        await person.press("i")
        assert "For the QR code, make the terminal larger: 35 by 18." in " ".join(" ".join(person.rows).split())
        assert not any(is_qr_row(row) for row in person.rows)


async def test_a_picture_that_fills_the_screen_is_whole_or_gone() -> None:
    """Scrolling goes from the QR code to the text below it, and back, in one step."""
    lines = tuple(invitation(Words(), [LONG], 2222, "K7Q2", KEY, None))
    qr = [line for line in lines if is_qr_row(line)]
    async with playing(before_start(), (60, 20), session=SessionOptions(invitation=lines)) as person:
        await person.press("i")
        assert qr == [row.strip() for row in person.rows[: len(qr)]]
        assert "scroll" in person.rows[-1]
        await person.press("down")
        assert "How others can join this table" in person.rows[0]
        assert not any(is_qr_row(row) for row in person.rows)
        await person.press("up")
        assert qr == [row.strip() for row in person.rows[: len(qr)]]


@pytest.mark.parametrize("size", [(80, 24), (90, 26), (100, 30), (120, 40)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_s_address_is_with_its_qr_code(language: str, size: tuple[int, int]) -> None:
    """Where the panel shows the QR code, it shows the page's address as well: below it, or beside it for phones."""
    words = Words(language)
    page = PAGES["192.168.1.7"]
    lines = tuple(invitation(words, ["192.168.1.7"], 2222, "K7Q2", KEY, None, page))
    async with playing(before_start(), size, session=SessionOptions(words=words, invitation=lines)) as person:
        piles = person.screen.board.piles.canvas
        assert piles is not None
        shown = re.sub("[█▀▄]", " ", "\n".join("".join(row) for row in piles.chars))
        if page not in shown:
            beside = [row.strip(" │") for row in shown.splitlines()]
            told = [one for one in beside if one and one in page]
            assert page == "".join(told)
            assert words.p("beside a QR code", "phones") in beside
            assert words.p("beside a QR code", "more: {key}", key="i") in beside


@pytest.mark.parametrize("size", [(80, 24), (90, 26)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_around_the_qr_code_is_explained(language: str, size: tuple[int, int]) -> None:
    """Beside the QR code stands once, and whole, what it, the command, the key and `i` are for."""
    words = Words(language)
    page = PAGES["192.168.1.7"]
    lines = tuple(invitation(words, ["192.168.1.7"], 2222, "K7Q2", KEY, None, page))
    async with playing(before_start(), size, session=SessionOptions(words=words, invitation=lines)) as person:
        piles = person.screen.board.piles.canvas
        assert piles is not None
        shown = squeezed(re.sub("[█▀▄]", " ", "".join("".join(row) for row in piles.chars)))
        sentences = [
            words.p("beside a QR code", "Scan this with a phone, or open the address below."),
            words.p("beside a QR code", "In a terminal, type the ssh command; the last line is the key it asks about."),
            words("For more ways to join, press {key}.", key="i"),
        ]
        whole = squeezed("".join(line for line in lines if not is_qr_row(line))) in shown
        assert whole or [1, 1, 1] == [shown.count(squeezed(one)) for one in sentences]


@pytest.mark.parametrize("page", [True, False])
async def test_the_fingerprint_is_in_one_line(page: bool) -> None:
    """On a screen of 80 by 24 the key's fingerprint is compared in one line; an address breaks between its parts."""
    lines = tuple(invitation(Words(), [LONG], 2222, "K7Q2", KEY, None, PAGES[LONG] if page else None))
    async with playing(before_start(), (80, 24), session=SessionOptions(invitation=lines)) as person:
        assert any(KEY in row for row in person.rows)
        if page:
            assert any(f"http://[{LONG}]:" in row for row in person.rows)
