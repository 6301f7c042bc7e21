"""Films of replays: what they show is what the replay screen shows, in formats that others play, without secrets."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.replays import record
from tests.terminals import Emulator, Terminal
from uno_tui.game.cards import Card
from uno_tui.i18n import Words
from uno_tui.local.replay import OpenView, Replay
from uno_tui.speech import card_short
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.film import frames as film_frames
from uno_tui.tui.film.formats import written
from uno_tui.tui.film.frames import PAUSE, Film
from uno_tui.tui.film.svg import SvgWriter
from uno_tui.tui.replay.board import open_view_of
from uno_tui.tui.replay.scene import ReplayScene
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.settings.look import session_appearance

SVG = "{http://www.w3.org/2000/svg}"
QUICK = Replay(record("quick"))
PARTY = Replay(record("party target=1"))
LONG = 172
"""Positions of a film within which every kind of action of these matches happens."""


def look(**session: Any) -> Appearance:
    """Return the appearance of a session."""
    return session_appearance(SessionOptions(**session))[0]


def film_text(film: Film, form: str, last: int | None = None) -> str:
    """Return a film in a format."""
    *_, text = written(film, form, last)
    return text


def rows(film: Film, number: int) -> list[str]:
    """Return the screen at a position as text."""
    return ["".join(row) for row in film.canvas(number).chars]


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_cast_played_on_a_terminal_shows_each_frame(seat: int | None) -> None:
    """The header and the events are those of asciicast 2; after each event the terminal shows the frame of its time."""
    film = Film(look(), QUICK, seat)
    header, *events = map(json.loads, film_text(film, "cast").splitlines())
    assert {"version": 2, "width": 100, "height": 30} == {name: header[name] for name in ("version", "width", "height")}
    assert "UNO: Zed, Ann, Otto, Kim" == header["title"]
    terminal, now, waiting = Emulator(film.size), 0.0, events[:-1]
    for frame in film.frames():
        if waiting and waiting[0][0] == round(now, 3):
            _time, kind, data = waiting.pop(0)
            assert "o" == kind
            terminal.feed(data.encode())
        assert ["".join(row).rstrip() for row in frame.canvas.chars] == terminal.rows
        now += frame.seconds
    assert [] == waiting
    terminal.feed(events[-1][2].encode())
    assert terminal.cursor[2]


@pytest.mark.parametrize("seat", [None, 0])
def test_an_svg_is_one_animated_picture_without_scripts(seat: int | None) -> None:
    """It is well formed, refers to nothing outside, shows every frame from its moment on, and stops where asked to."""
    text = film_text(Film(look(), QUICK, seat), "svg")
    root = ET.fromstring(text)  # our own
    assert f"{SVG}svg" == root.tag
    assert "UNO: Zed, Ann, Otto, Kim" == root.findtext(f"{SVG}title")
    groups = [one for one in root.iter(f"{SVG}g") if one.get("class", "").startswith("f f")]
    style = root.findtext(f"{SVG}style") or ""
    shares = [float(one) for one in re.findall(r"@keyframes k\d+\{0%\{visibility:hidden\}([0-9.]+)%", style)]
    assert QUICK.last < len(groups) == len(shares)
    assert sorted(set(shares)) == shares
    assert 0 < shares[0] < shares[-1] < 100
    assert "prefers-reduced-motion" in style
    assert not re.search(r"<script|href|url\(|@import", text)
    assert 6_000 * QUICK.last > len(text)


def test_what_an_svg_writes_is_what_the_screen_has() -> None:
    """The texts of a frame, put at their places, are those of the screen, in cells of 10 by 20."""
    film = Film(look(), QUICK, 1)
    writer = SvgWriter(film.appearance.palette)
    for frame in film.frames(0):
        writer.add(frame)
    root = ET.fromstring(writer.text(film.title))  # our own
    grid = [[" "] * 100 for _ in range(30)]
    for one in root.iter(f"{SVG}text"):
        x, y, text = int(one.get("x", 0)) // 10, int(one.get("y", 0)) // 20, one.text or ""
        assert "  " not in text
        assert one.get("textLength", "10") == str(10 * len(text))
        grid[y][x : x + len(text)] = text
    shown = [re.sub("[█▀▄▌▐─│╭╮╰╯]", " ", row) for row in rows(film, 0)]
    assert shown == ["".join(row) for row in grid]


def test_a_film_ends_where_it_is_told_to() -> None:
    """With a last position there are no later frames."""
    film = Film(look(), QUICK, 0)
    frames = list(film.frames(3))
    assert rows(film, 3) == ["".join(row) for row in frames[-1].canvas.chars]
    assert "3/" in rows(film, 3)[-1]


@pytest.mark.parametrize("seat", [None, 0])
def test_moves_are_seen_in_a_film(seat: int | None) -> None:
    """Between two positions stand the steps of the move; all take as long as a position without any."""
    film = Film(look(), QUICK, seat)
    frames = iter(film.frames())
    moving = 0
    for number in range(QUICK.last + 1):
        seconds, steps, still = 0.0, [], film.canvas(number)
        while seconds < PAUSE - 0.001:
            frame = next(frames)
            seconds += frame.seconds
            steps.append(frame.canvas)
        assert steps.pop().changes(still) == {}
        moving += any(step.changes(still) for step in steps)
    assert QUICK.last / 2 < moving
    assert next(frames, None) is None


def hidden(replay: Replay, number: int, seat: int) -> set[Card]:
    """Return the cards that only others hold at a position: not in this hand, not on the pile, not the last played."""
    match = replay.match(number)
    own = set(match.view(seat).hand)
    return {card for other in range(replay.seats) if other != seat for card in match.view(other).hand} - own


@pytest.mark.parametrize("replay", [QUICK, PARTY], ids=["quick", "party"])
@pytest.mark.parametrize("seat", [0, 3])
def test_a_seat_s_film_depends_on_nothing_that_the_seat_did_not_see(
    replay: Replay, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all hands but its own taken away, every frame of a seat's film stays the same, byte by byte."""
    last = min(replay.last, LONG)
    seen = {form: film_text(Film(look(), replay, seat), form, last) for form in ("cast", "svg")}

    def blind(scene: ReplayScene) -> OpenView:
        view = open_view_of(scene)
        assert view.view.game is not None
        assert view.view.game.seat == seat
        return replace(view, hands=((),) * replay.seats)

    monkeypatch.setattr(film_frames, "open_view_of", blind)
    assert seen == {form: film_text(Film(look(), replay, seat), form, last) for form in ("cast", "svg")}


@pytest.mark.parametrize("seat", [0, 3])
def test_no_frame_of_a_seat_s_film_names_another_s_card(seat: int) -> None:
    """Until the round is over, when hands are counted for all to see, no text names a card that only others hold."""
    film = Film(look(), QUICK, seat)
    opened = Film(look(), QUICK)
    found = 0
    for number in range(QUICK.last):
        text, open_text = (" ".join(rows(one, number)[:-3]) for one in (film, opened))
        told = set(re.findall(r"[rygb](?:\d|S|R|\+2)\b", text.partition("Log")[0]))
        for card in hidden(QUICK, number, seat):
            assert card_short(card) not in told - {card_short(QUICK.match(number).view(seat).top)}
            found += card_short(card) in open_text
    assert found > 100, "the film with all hands does name them"


def test_languages_themes_and_plain_characters() -> None:
    """A film speaks a language and has the colors of a theme; with plain characters it is ASCII."""
    irish = film_text(Film(look(words=Words("ga")), QUICK, 0), "svg", 2)
    assert "babhta" in irish
    light = look(theme="light")
    assert light.palette.background in film_text(Film(light, QUICK, 0), "svg", 0)
    assert film_text(Film(look(ascii=True), QUICK, 0), "svg", 2).isascii()


async def test_asciinema_plays_a_cast(tmp_path: Path) -> None:
    """The player itself shows the last frame in the end."""
    film = Film(look(), QUICK, 0)
    (tmp_path / "a.cast").write_text(film_text(film, "cast"), "utf-8")
    player = ["asciinema", "play", "-s", "1000", str(tmp_path / "a.cast")]
    async with Terminal(player, size=(100, 31), controlling=True, LANG="C.UTF-8", HOME=str(tmp_path)) as terminal:
        await terminal.exits()
        shown = terminal.text.splitlines()
    assert [row.rstrip() for row in rows(film, QUICK.last)[:-1]] == shown[: film.size[1] - 1]
