"""Over plain ssh a session gets the colors and the theme that the client's terminal proves."""

from pathlib import Path

import pytest

from tests.server.app.test_guests import offered
from tests.server.clients import connected, screen, sees
from tests.server.line.answering import TERMINALS
from tests.waiting import until

LIGHT_GROUND, DARK_GROUND = b"48;2;246;244;238", b"48;2;29;32;41"


@pytest.mark.parametrize(("terminal", "ground"), [("kitty", LIGHT_GROUND), ("foot", DARK_GROUND)])
async def test_answers_bring_true_color_and_a_theme(
    terminal: str, ground: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With TERM alone a session has 256 colors first, then true color in the theme of the background, for good."""
    monkeypatch.setattr("uno_server.line.terminal_dialog.PATIENCE", 60.0)  # on a slow machine, too
    async with offered(tmp_path) as (server, _), connected(server) as connection:
        channel, viewer = await screen(connection, until_text="UNO")
        assert b"48;5;" in viewer.drawn
        assert b"48;2;" not in viewer.drawn
        channel.write(TERMINALS[terminal].data)
        await until(lambda: ground in viewer.data)
        viewer.data = b""
        channel.write(b"n\r")
        await until(lambda: b"round" in viewer.data or b"Waiting" in viewer.data)

    assert ground in viewer.data
    assert b"48;5;" not in viewer.data


async def test_a_client_without_answers_stays_as_it_is(tmp_path: Path) -> None:
    """A terminal that answers nothing keeps the 256 colors of its TERM, and its keys work."""
    async with offered(tmp_path) as (server, _), connected(server) as connection:
        channel, viewer = await screen(connection, until_text="UNO")
        channel.write(b"?")
        await sees(viewer, "Keys that work now")

    assert b"48;2;" not in viewer.drawn
