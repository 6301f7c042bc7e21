"""Every command of the table, once: its keys, what it is called, and when it works.

Bindings, the hints at the foot of the screen and the help come from this table alone. A key may have several commands;
the first that works now has it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.i18n import mark
from uno_tui.table.protocol import Right
from uno_tui.tui.table.scene import Mode, Scene
from uno_tui.tui.table.seat_requests import others_talk, seats_for


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person can do."""

    name: str
    keys: tuple[str, ...]
    """As Textual names them."""
    cap: str
    """The key as people read it."""
    hint: str
    """What it does, in a word or two."""
    help: str
    """What it does, in a sentence."""
    when: Callable[[Scene], bool]
    number: int | None = None
    """What it is about: a digit's or a color's number."""
    modes: tuple[Mode, ...] = (Mode.TABLE,)
    foot: bool = True
    """It stands at the foot of the screen while it works."""
    asks: bool = False
    """Where it does not work the table is asked all the same, to hear why."""

    def works(self, scene: Scene) -> bool:
        """Whether it does something now."""
        return scene.mode in self.modes and self.when(scene)


def _may(kind: type[Action]) -> Callable[[Scene], bool]:
    return lambda scene: any(isinstance(one, kind) for one in scene.legal)


def _has(right: Right) -> Callable[[Scene], bool]:
    return lambda scene: right in scene.view.rights


def _always(scene: Scene) -> bool:
    del scene
    return True


def may_call(scene: Scene) -> bool:
    """Whether UNO can be called, now or with a play."""
    return any(isinstance(one, CallUno) or (isinstance(one, Play | JumpIn) and one.uno) for one in scene.legal)


def may_double(scene: Scene) -> bool:
    """Whether the selected card can be played twice."""
    return any(isinstance(one, Play) and one.double and one.card is scene.card for one in scene.legal)


def _playing(scene: Scene) -> bool:
    return scene.game is not None and not scene.over


def _holding(scene: Scene) -> bool:
    return _playing(scene) and scene.view.you is not None


def colors_wanted(scene: Scene) -> bool:
    """Whether a color is being named."""
    return scene.mode is Mode.COLOR or any(isinstance(one, NameColor) for one in scene.legal)


def _seat_wanted(number: int) -> Callable[[Scene], bool]:
    return lambda scene: number in scene.seats_wanted


def _errand(command: str) -> Callable[[Scene], bool]:
    return lambda scene: bool(seats_for(command, scene.view))


def _may_sit(scene: Scene) -> bool:
    return scene.view.you is None and bool(seats_for("sit", scene.view))


def _muting(scene: Scene) -> bool:
    return scene.errand is not None and scene.errand.command == "mute"


def _learning(scene: Scene) -> bool:
    return scene.course is not None


_STEP: Final = (Mode.COLOR, Mode.SEAT, Mode.LEAVE, Mode.TALK)
_COLOR_MODES: Final = (Mode.TABLE, Mode.COLOR)

_COLORS: Final = tuple(
    Command(name, (name[0],), name[0], hint, helped, colors_wanted, number, _COLOR_MODES)
    for number, (name, hint, helped) in enumerate(
        (
            ("red", mark("red"), mark("Name red.")),
            ("yellow", mark("yellow"), mark("Name yellow.")),
            ("green", mark("green"), mark("Name green.")),
            ("blue", mark("blue"), mark("Name blue.")),
        )
    )
)
_SEAT_DIGITS: Final = tuple(
    Command("seat", (digit,), digit, mark("seat"), mark("Name the seat with that number."), _seat_wanted(number),
            number, (Mode.SEAT,), foot=False)
    for number, digit in enumerate("1234567890")
)  # fmt: skip
_CARD_DIGITS: Final = tuple(
    Command("label", (digit,), "1-9 0", mark("play a numbered card"), mark("Play the card with that number under it."),
            lambda scene: bool(scene.playable), number, foot=False)
    for number, digit in enumerate("1234567890")
)  # fmt: skip

COMMANDS: Final = (
    Command("leave_now", ("q", "enter", "ctrl+c", "ctrl+q"), "q", mark("leave"), mark("Leave the table."),
            _always, modes=(Mode.LEAVE,)),
    Command("back", ("n", "escape", "backspace"), "n", mark("stay"), mark("Stay."), _always, modes=(Mode.LEAVE,)),
    *_COLORS,
    *_SEAT_DIGITS,
    Command("mute_all", ("M",), "M", mark("everybody"), mark("Hide everybody's chat, or show it again."), _muting,
            modes=(Mode.SEAT,)),
    Command("back", ("q", "escape", "backspace"), "q", mark("back"), mark("Go back."),
            lambda scene: scene.errand is not None, modes=(Mode.SEAT,)),
    Command("back", ("q", "escape", "backspace"), "q", mark("back"), mark("Go back; the card stays in your hand."),
            _always, modes=(Mode.COLOR, Mode.SEAT)),
    Command("back", ("escape",), "Enter", mark("send"), mark("Say it; an empty line says nothing."), _always,
            modes=(Mode.TALK,)),
    Command("deal", ("n", "enter"), "n", mark("next round"), mark("Deal the next round."), _may(Deal)),
    Command("start", ("n", "enter"), "n", mark("start"), mark("Start the match."), _has(Right.START)),
    Command("rematch", ("n", "enter"), "n", mark("rematch"), mark("Play another match with the same seats."),
            _has(Right.REMATCH)),
    Command("play", ("enter", "space", "up"), "Enter", mark("play"), mark("Play the selected card."),
            lambda scene: scene.card in scene.playable),
    Command("play", ("enter", "space", "up"), "Enter", mark("play"), mark("Play the selected card."), _holding,
            foot=False),
    Command("double", ("p",), "p", mark("play both"), mark("Play the selected card twice, a double."), may_double),
    Command("draw", ("d",), "d", mark("draw"), mark("Draw instead of playing."), _may(Draw), asks=True),
    Command("keep", ("k",), "k", mark("keep"), mark("Keep the card you drew."), _may(Keep), asks=True),
    Command("take", ("t",), "t", mark("take"), mark("Take the penalty."), _may(Take), asks=True),
    Command("challenge", ("c",), "c", mark("challenge"), mark("Challenge the Wild Draw Four."), _may(Challenge),
            asks=True),
    Command("uno", ("u",), "u", mark("UNO!"), mark("Call UNO: with your next play, or after it."), may_call, asks=True),
    Command("catch", ("x",), "x", mark("catch"), mark("Catch somebody who has not called UNO."), _may(CatchUno),
            asks=True),
    Command("jump", ("j",), "j", mark("jump in"), mark("Jump in with an identical card."), _may(JumpIn)),
    *_CARD_DIGITS,
    Command("left", ("left", "h"), "<", mark("card to the left"), mark("Select the card to the left (also h)."),
            _holding, foot=False),
    Command("right", ("right", "l"), ">", mark("card to the right"), mark("Select the card to the right (also l)."),
            _holding, foot=False),
    Command("lessons", ("e",), "e", mark("no lessons"), mark("End the lessons; in the settings they can be had again."),
            _learning),
    Command("sort", ("s",), "s", mark("sort"), mark("Sort your hand by color or by rank."), _holding),
    Command("autopilot", ("a",), "a", mark("autopilot"), mark("Let a bot play for you, or play yourself again."),
            _has(Right.AUTOPILOT)),
    Command("sit", ("s",), "s", mark("sit down"), mark("Take a free seat."), _may_sit),
    Command("options", ("O",), "O", mark("change rules"), mark("Choose the rules of the next match."),
            _has(Right.RULES)),
    Command("kick", ("K",), "K", mark("send away"), mark("Send somebody away from the table."), _errand("kick"),
            foot=False),
    Command("host", ("H",), "H", mark("pass host"), mark("Make somebody else the host."), _errand("host"), foot=False),
    Command("mute", ("M",), "M", mark("mute"), mark("Hide what somebody says, or show it again."),
            lambda scene: others_talk(scene.view), foot=False),
    Command("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _always),
    Command("hint", ("H",), "H", mark("hint"), mark("Show what a sharp bot would do, and why."),
            lambda scene: bool(scene.legal), foot=False),
    Command("log", ("L",), "L", mark("log"), mark("Show everything that happened."), _always),
    Command("rules", ("R",), "R", mark("rules"), mark("Show the rules in force."), _always, foot=False),
    Command("invitation", ("i",), "i", mark("invite"), mark("Show how others come to this table."),
            lambda scene: bool(scene.invitation), foot=False),
    Command("settings", ("S",), "S", mark("settings"), mark("Change theme, language, bell and more."), _always,
            foot=False),
    Command("theme", ("T",), "T", mark("theme"), mark("Change the colors."), _always, foot=False),
    Command("chat", ("slash",), "/", mark("chat"), mark("Say something to the table."), _has(Right.CHAT)),
    Command("leave", ("q", "ctrl+c", "ctrl+q"), "q", mark("leave"), mark("Leave the table."), _always),
)  # fmt: skip
"""In the order in which hints are given."""


_FOOT: Final = tuple(one for one in COMMANDS if one.foot)


def command_for(key: str, scene: Scene) -> Command | None:
    """The command a key has now: the first that works, else one that the table can say of why it does not."""
    having = [one for one in COMMANDS if key in one.keys and scene.mode in one.modes]
    return next((one for one in having if one.when(scene)), next((one for one in having if one.asks), None))


def working(scene: Scene) -> list[Command]:
    """The commands that do something now, each once."""
    return _once(scene, COMMANDS)


def hints(scene: Scene) -> list[Command]:
    """The commands to hint at, the most wanted first."""
    return _once(scene, _FOOT)


def _once(scene: Scene, commands: tuple[Command, ...]) -> list[Command]:
    seen: dict[tuple[str, str], Command] = {}
    for one in commands:
        if one.works(scene):
            seen.setdefault((one.name, one.cap), one)
    return list(seen.values())


def bindings() -> list[Binding]:
    """One binding for each key."""
    keys = dict.fromkeys(key for one in COMMANDS for key in one.keys)
    return [Binding(key, f"press({key!r})", show=False) for key in keys]
