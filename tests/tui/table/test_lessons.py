"""Lessons on the table screen: they name working keys, fit in every language, and can be turned off."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.handles import FakeHandle
from tests.lessons import MOMENTS, VARIANTS, Moment
from tests.tables import Clock
from tests.tui.playing import Playing, playing
from tests.tui.scenes import over, table
from tests.tui.table.test_match import next_key
from uno_tui.game.actions import Action, Draw, Play
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import LANGUAGES, Words
from uno_tui.lessons import BASICS, Course, Lesson, example
from uno_tui.lobby.lobby import Lobby
from uno_tui.lobby.relay import TableRelay
from uno_tui.local.setting_rows import SETTINGS
from uno_tui.local.settings import Settings, SettingsWriter, load
from uno_tui.table.options import TableOptions, User
from uno_tui.table.protocol import TableView
from uno_tui.tui.app import UnoApp
from uno_tui.tui.draw.appearance import BOX, shared_appearance
from uno_tui.tui.draw.text import wrap
from uno_tui.tui.draw.theme import DEFAULT
from uno_tui.tui.draw.theme import load as load_theme
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.session import SessionOptions
from uno_tui.tui.table.keys import TABLE
from uno_tui.tui.table.lessons import keys_for, lesson_text
from uno_tui.tui.table.scene import TableScene

WANTED = SessionOptions(lessons=True)

LESSONS = [row.name for row in SETTINGS].index("lessons")
"""The place of the lessons among the settings."""


def taught(moment: Moment) -> TableScene:
    """Return the scene in which a lesson is shown."""
    course = Course(frozenset(Lesson) - {moment.lesson, Lesson.SCORES})
    return TableScene(moment.view, course=course.advance(moment.view))


def key_in(words: Words) -> Callable[[str], str]:
    """Return the function that returns the usual label of a command's key in a language."""
    return partial(command_key, shared_appearance(words, load_theme(DEFAULT), BOX), TABLE)


def pressed(how: str) -> list[str]:
    """Return the keys that a lesson names; of alternatives, the first."""
    return how.lower().replace(",", "").replace("then", "").split()


def lesson_key(person: Playing, action: Action) -> str:
    """Return the first key that the lesson on the screen names."""
    how = keys_for(Words(), person.screen.scene, key_in(Words()))(action)
    assert how in " ".join(person.text.split())
    return pressed(how)[0]


@pytest.mark.parametrize("moment", [*MOMENTS, *VARIANTS], ids=lambda one: f"{one.lesson} {one.asked}")
async def test_a_lesson_s_keys_work(moment: Moment) -> None:
    """A lesson is marked as one, and its keys do what it says."""
    async with playing(moment.view) as person:
        course = taught(moment).course
        person.screen.state.scene = replace(person.screen.scene, course=course)
        person.screen.show()
        await person.screen.drawn()
        rows = [row for row in person.rows if moment.said[:20] in row]
        assert [True] == ["Lesson  " in row for row in rows]
        assert "e  end lessons" in person.text
        action = example(moment.lesson, moment.view.game) if moment.view.game else None
        if action is not None and moment in MOMENTS:
            assert moment.keys.split()[0] == lesson_key(person, action)
        if moment.keys:
            assert [moment.asked] == await person.press(*moment.keys.split())


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_have_room(language: str, width: int) -> None:
    """In every language a lesson fits into the two lines of the prompt."""
    words = Words(language)
    long = [
        text
        for moment in (*MOMENTS, *VARIANTS)
        for text in wrap(f"_{words('Lesson')}_ {lesson_text(words, taught(moment), key_in(words))}", width - 4)[2:]
    ]
    assert [] == long


async def test_the_first_turns() -> None:
    """There is one lesson a turn, below the prompt. Answers and an announced call hide it for a while."""
    async with playing(table(turn=1), session=WANTED) as person:
        assert "Be the first to play your last card. To end these lessons: e." in person.text
        await person.send(table(legal="r2 r5 rS draw", version=8))
        assert "Your turn: play a card or draw" in person.text
        assert "Red 2 matches: the color is red. To play it: 1, or ← → and Enter." in person.text
        await person.press("right", "H")
        assert "Lesson " not in person.text
        await person.press("left")
        assert "Red 2 matches" in person.text
        await person.send(table(legal="r5 r5! draw", hand="r5 b1", version=9))
        assert "Call UNO as you go down to one card, or risk drawing 2: u, then 1." in person.text
        await person.press("u")
        assert "You will call UNO with your next card." in person.text
        await person.press("u")
        assert "Call UNO" in person.text


async def test_lessons_are_ended_by_a_key_and_had_again_in_the_settings(tmp_path: Path) -> None:
    """The key turns lessons off at once and for good; the settings turn them on again."""
    path = tmp_path / "settings.toml"
    session = replace(WANTED, keep=SettingsWriter(path, WANTED.settings).save)
    async with playing(table(legal="r2 draw"), session=session) as person:
        await person.press("e")
        assert "Lessons are off. To turn them on again: S." in person.text
        assert "end lessons" not in person.text
        assert not load(path).lessons
        assert not person.app.session.lessons
        await person.press("e")
        assert "Lesson " not in person.text
        await person.send(table(legal="draw", version=9))
        assert "None of your cards matches" not in person.text
        await person.press("S", *["down"] * LESSONS, "right", "q")
        assert "None of your cards matches" in person.text
        assert load(path).lessons
        await person.press("S", *["down"] * LESSONS, "right", "q")
        assert "None of your cards matches" not in person.text
    assert Settings(lessons=False, taught=("color", "draw")) == load(path)


async def test_a_lesson_is_not_repeated_until_the_settings_say_so(tmp_path: Path) -> None:
    """Lessons of an earlier match are not repeated; the rules list them, and the settings reset them."""
    path = tmp_path / "settings.toml"
    session = replace(WANTED, taught=("color", "goal"), keep=SettingsWriter(path, Settings()).save)
    async with playing(table(legal="r2 rS draw"), session=session) as person:
        assert "Red Skip: Ann misses a turn." in person.text
        assert ("color", "goal", "skip") == load(path).taught
        await person.press("R", "end")
        assert "Explained so far: winning a round, same color, Skip." in person.text
        await person.press("q", "S", *["down"] * (LESSONS + 1))
        await person.press("right", "q")
        assert "Red 2 matches" in person.text
        assert ("color",) == load(path).taught


async def test_a_covered_table_teaches_nothing() -> None:
    """A lesson whose moment comes while a page covers the table is not used up; it is seen when the page closes."""
    async with playing(table(turn=1), session=WANTED) as person:
        await person.press("L")
        await person.send(table(legal="draw", version=8))
        assert person.app.session.taught == ("goal",)
        await person.press("q")
        assert "None of your cards matches" in person.text


async def test_the_key_that_ends_the_lessons_is_at_the_foot_while_one_is_shown() -> None:
    """Between lessons the key still works and is in the help, but the foot has room for others."""
    async with playing(table(legal="r2 draw"), session=replace(WANTED, taught=("color",))) as person:
        assert "end lessons" not in person.text
        await person.press("question_mark")
        assert "End the lessons; you can turn them on again in the settings." in " ".join(person.text.split())
        await person.press("q", "e")
        assert "Lessons are off." in person.text


async def test_without_lessons_nothing_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without lessons no time is spent on them."""

    def never(course: Course, view: TableView) -> Course:
        raise AssertionError("nobody is taught")

    monkeypatch.setattr(Course, "advance", never)
    async with playing(table(turn=1)) as person:
        await person.send(table(legal="r2 draw", version=8))
        await person.send(replace(over(), version=9))
        assert "end lessons" not in person.text


async def test_only_the_prompt_is_drawn_for_a_lesson() -> None:
    """A lesson draws no widget that would not be drawn without it."""
    counts = []
    for session in (SessionOptions(), WANTED):
        async with playing(table(turn=1), session=session) as person:
            for version, view in enumerate((table(legal="r2 draw"), table(turn=2), table(legal="draw")), 8):
                await person.send(replace(view, version=version))
            counts.append({one.id: one.paint_count for one in person.screen.canvas_widgets if one.id != "prompt"})
    assert counts[0] == counts[1]


async def test_first_games() -> None:
    """A new player who follows the lessons is never refused; they go on after a round, and none comes twice."""
    clock, relay, kept = Clock(), TableRelay(), list[Settings]()
    lobby = Lobby(call_later=clock.call_later, now=clock.now)
    options = TableOptions(rules=PRESETS["classic"], seats=3, bots=2, seed="a first game")
    handle = await lobby.open(User("local", "Zed"), relay, options)
    app = UnoApp(SessionOptions(lessons=True, keep=kept.append), relay.to(handle))
    seen: list[Lesson] = []
    async with app.run_test(size=(80, 24)) as pilot:
        person = Playing(app, pilot, FakeHandle(handle.view))
        await pilot.pause()
        for _ in range(3000):
            scene = person.screen.scene
            course = scene.course
            assert course is not None
            if course.now is not None and seen[-1:] != [course.now]:
                seen.append(course.now)
            if {*BASICS, Lesson.SCORES} <= {*seen[:-1]}:
                break
            if not scene.on_turn:
                clock.pass_(1)
                await pilot.pause()
                continue
            assert scene.game is not None
            action = None if course.now is None else example(course.now, scene.game)
            follows = isinstance(action, Play | Draw) and scene.choice is None and not scene.armed
            await person.press(lesson_key(person, action) if action and follows else next_key(person))
            assert not person.screen.scene.bad, person.text
    assert len(seen) == len(set(seen))
    assert next(lesson for lesson in seen if lesson is not Lesson.GOAL) in (Lesson.COLOR, Lesson.DRAW)
    assert (True, sorted(seen)) == (kept[-1].lessons, list(kept[-1].taught))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_during_a_lesson_the_foot_is_as_without_it(language: str) -> None:
    """The key that ends lessons is at the end of the prompt and can be clicked; the foot keeps its other keys."""
    view, words = table(legal="r2 r5 draw"), Words(language)
    async with playing(view, session=SessionOptions(words=words, lessons=True)) as person:
        foot = person.rows[-1]
        (prompt,) = [row for row in person.rows if words("end lessons") in row]
        assert prompt.rstrip().endswith(f"e  {words('end lessons')}")
        await person.click("lessons")
        assert words("end lessons") not in person.text
        assert foot == person.rows[-1]
