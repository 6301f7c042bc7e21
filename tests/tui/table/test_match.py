"""A whole match at a real table, played by keys."""

from dataclasses import replace

import pytest

from tests.handles import FakeHandle
from tests.tables import Clock
from tests.tui.playing import Playing
from uno_tui.game.actions import CallUno, Challenge, Deal, Draw, Keep, Take
from uno_tui.game.rules import PRESETS, Rules
from uno_tui.i18n import Words
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import TableRelay
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import Right, Stage
from uno_tui.tui.app import UnoApp
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.scene import TableMode

KEYS = {CallUno: "u", Take: "t", Challenge: "c", Draw: "d", Keep: "k", Deal: "n"}


def next_key(person: Playing) -> str:
    """Return the keys of a person who plays the first playable card."""
    scene = person.screen.scene
    assert scene.view.game is not None
    if scene.mode is TableMode.COLOR:
        return "g"
    if scene.mode is TableMode.SEAT and scene.choice is not None:
        return str(scene.choice.seats[0] + 1)[-1]
    if scene.playable:
        return "1"
    return next((key for kind, key in KEYS.items() if kind in {type(one) for one in scene.legal}), "g")


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_match_is_played_to_its_end(preset: str) -> None:
    """A match of every preset can be played to its end with the keys on screen alone, without a refusal."""
    clock, relay = Clock(), TableRelay()
    lobby = Lobby(call_later=clock.call_later, now=clock.now)
    rules: Rules = replace(PRESETS[preset], target=1)
    options = TableOptions(rules=rules, seats=3, bots=2, seed="a match by keys")
    handle = await lobby.open(User("local", "Zed"), relay, options)
    app = UnoApp(SessionOptions(words=Words()), relay.to(handle))
    async with app.run_test(size=(80, 24)) as pilot:
        person = Playing(app, pilot, FakeHandle(handle.view))
        if Right.START in handle.view.rights:
            await person.press("n")
        for _ in range(2000):
            scene = person.screen.scene
            if scene.view.stage is Stage.OVER:
                break
            if scene.on_turn:
                await person.press(next_key(person))
                assert not person.screen.scene.bad, person.text
            else:
                clock.pass_(1)
                await pilot.pause()
        assert "won the match" in person.text
        await person.press("q", "y")
    assert app.return_value == 0
