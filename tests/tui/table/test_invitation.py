"""The host's invitation on the screen: what is to be typed and compared is never cut."""

import re

import pytest

from tests.tui.looks import before_start
from tests.tui.playing import playing
from uno_server.lan.invitation import invitation
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.tui.draw.block_text import is_qr_row
from uno_tui.tui.session import SessionOptions

KEY = "SHA256:J4Xh5tK2rM8vQw1Yz6Lb3Nc9Pd7Sf0GgHhJjKkLlMmN"


def squeezed(text: str) -> str:
    """Return text without the spaces, line ends and borders that wrapping adds."""
    return re.sub(r"[\s│╭╮╰╯─]", "", text)


@pytest.mark.parametrize("address", ["192.168.1.7", "fd12:3456:789a:bcde:1234:5678:9abc:def0"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_command_code_and_fingerprint_are_whole(language: str, size: tuple[int, int], address: str) -> None:
    """Before the match everything needed to join is on the screen; the page of `i` has the QR code as well."""
    words = Words(language)
    lines = tuple(invitation(words, [address], 2222, "K7Q2", KEY, ""))
    command = next(line for line in lines if line.startswith("  ssh"))
    session = SessionOptions(words=words, invitation=lines)
    async with playing(before_start(), size, session=session) as person:
        width, height = person.screen.piles.region_given.size
        piles = person.screen.piles.canvas
        assert piles is not None
        told = squeezed("".join("".join(row) for row in piles.chars))
        for part in (command, KEY):
            assert squeezed(part) in told, (width, height)
        await person.press("i")
        qr = [line for line in lines if is_qr_row(line)]
        if len(qr) > size[1] - 3:  # an IPv6 address on a small screen: the rest is a key away
            await person.press("end")
            assert any(qr[-1] in row for row in person.rows)
        else:
            assert all(any(row in shown for shown in person.rows) for row in qr)
