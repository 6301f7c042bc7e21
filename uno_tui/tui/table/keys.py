"""The key table of the table screen."""

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Final

from uno_tui.game.actions import Action, CallUno, CatchUno, Challenge, Deal, Draw, JumpIn, Keep, NameColor, Play, Take
from uno_tui.i18n import mark
from uno_tui.table.protocol import Right
from uno_tui.tui.keyboard.names import ENTER, LEFT, RIGHT, SPACE
from uno_tui.tui.keyboard.table import KeyCommand, KeyTable
from uno_tui.tui.table.choice import others_talk, seats_for
from uno_tui.tui.table.scene import TableMode, TableScene


def _may(kind: type[Action]) -> Callable[[TableScene], bool]:
    return lambda scene: any(isinstance(one, kind) for one in scene.legal)


def _has(right: Right) -> Callable[[TableScene], bool]:
    return lambda scene: right in scene.view.rights


def may_call(scene: TableScene) -> bool:
    """Return whether UNO can be called, now or together with a play."""
    return any(isinstance(one, CallUno) or (isinstance(one, Play | JumpIn) and one.uno) for one in scene.legal)


def may_double(scene: TableScene) -> bool:
    """Return whether the selected card can be played as a double."""
    return any(isinstance(one, Play) and one.double and one.card is scene.card for one in scene.legal)


def _playing(scene: TableScene) -> bool:
    return scene.game is not None and not scene.over


def _holding(scene: TableScene) -> bool:
    return _playing(scene) and scene.view.you is not None


def _may_play(scene: TableScene) -> bool:
    return _holding(scene) and scene.advised is None


def colors_wanted(scene: TableScene) -> bool:
    """Return whether the person is choosing a color."""
    return scene.mode is TableMode.COLOR or any(isinstance(one, NameColor) for one in scene.legal)


def _seat_wanted(number: int) -> Callable[[TableScene], bool]:
    return lambda scene: number in scene.seats_wanted


def _seats_to_choose(command: str) -> Callable[[TableScene], bool]:
    return lambda scene: bool(seats_for(command, scene.view))


def _may_sit(scene: TableScene) -> bool:
    return scene.view.you is None and bool(seats_for("sit", scene.view))


def _muting(scene: TableScene) -> bool:
    return scene.seat_request is not None and scene.seat_request.command == "mute"


def _may_hurry(scene: TableScene) -> bool:
    return Right.HURRY in scene.view.rights


def _bots_play(scene: TableScene) -> bool:
    return _may_hurry(scene) and not scene.on_turn


def _may_ask_for_hints(scene: TableScene) -> bool:
    return bool(scene.legal) and not scene.over and not scene.view.once


def _learning(scene: TableScene) -> bool:
    return scene.course is not None


def _at_table(when: Callable[[TableScene], bool] | None = None) -> Callable[[TableScene], bool]:
    return _in((TableMode.TABLE,), when)


def _in(modes: Container[TableMode], when: Callable[[TableScene], bool] | None = None) -> Callable[[TableScene], bool]:
    if when is None:
        return lambda scene: scene.mode in modes
    return lambda scene: scene.mode in modes and when(scene)


_LEAVING: Final = _in((TableMode.LEAVE,))
_CONFIRMING: Final = _in((TableMode.CONFIRM,))
_CHOOSING: Final = _in((TableMode.COLOR, TableMode.SEAT))

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_COLORS: Final = tuple(
    KeyCommand(name, (name[0],), name[0], hint, helped, _in((TableMode.TABLE, TableMode.COLOR), colors_wanted), number)
    for number, (name, hint, helped) in enumerate(
        (
            ("red", mark("red"), mark("Choose red.")),
            ("yellow", mark("yellow"), mark("Choose yellow.")),
            ("green", mark("green"), mark("Choose green.")),
            ("blue", mark("blue"), mark("Choose blue.")),
        )
    )
)
# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_SEAT_DIGITS: Final = tuple(
    KeyCommand("seat", (digit,), digit, mark("seat"), mark("Choose the seat with that number."),
               _in((TableMode.SEAT,), _seat_wanted(number)), number, foot=False)
    for number, digit in enumerate("1234567890")
)  # fmt: skip
# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_CARD_DIGITS: Final = tuple(
    KeyCommand("label", (digit,), "1-9 0", mark("play a numbered card"),
               mark("Play the card above that number."), _at_table(lambda scene: bool(scene.playable)), number,
               foot=False)
    for number, digit in enumerate("1234567890")
)  # fmt: skip
# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_ANSWERED: Final = (
    KeyCommand("draw", ("d",), "d", mark("draw"), mark("Draw instead of playing."), _at_table(_may(Draw))),
    KeyCommand("keep", ("k",), "k", mark("keep"), mark("Keep the card you drew."), _at_table(_may(Keep))),
    KeyCommand("take", ("t",), "t", mark("take"), mark("Take the penalty."), _at_table(_may(Take))),
    KeyCommand("challenge", ("c",), "c", mark("challenge"), mark("Challenge the Wild Draw Four."),
               _at_table(_may(Challenge))),
    KeyCommand("uno", ("u",), "u", mark("UNO!"), mark("Call UNO: with your next play, or after it."),
               _at_table(may_call)),
    KeyCommand("catch", ("x",), "x", mark("catch"), mark("Catch a player who forgot to call UNO."),
               _at_table(_may(CatchUno))),
)  # fmt: skip
"""Commands that are sent to the table even if they are illegal, so that the table answers with the reason."""

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
_PLAYS: Final = tuple(
    KeyCommand("play", keys, ENTER, mark("play"), mark("Play the selected card."), _at_table(when), foot=foot)
    for keys, hurrying in ((("enter", "space"), False), (("enter",), True))
    for when, foot in (
        (lambda scene, hurrying=hurrying: scene.card in scene.playable and _may_hurry(scene) is hurrying, True),
        (lambda scene, hurrying=hurrying: _may_play(scene) and _may_hurry(scene) is hurrying, False),
    )
)
"""Key commands that play the selected card: Enter always does; Space does only where it does not hurry the bots."""

# Translators: of each key, the label at the foot of the screen (12 letters at most), then a sentence for the page of
# keys.
TABLE: Final[KeyTable[TableScene]] = KeyTable(
    KeyCommand("leave_now", ("y", "enter", "q", "ctrl+c", "ctrl+q"), f"y {ENTER}", mark("leave"),
               mark("Leave the table."), _LEAVING,
               confirms=True),
    KeyCommand("back", ("n", "escape", "backspace"), "n", mark("stay"), mark("Stay."), _LEAVING),
    KeyCommand("confirm", ("y", "enter"), "y", mark("yes"), mark("Do it."), _CONFIRMING, confirms=True),
    KeyCommand("back", ("n", "q", "escape", "backspace"), "n", mark("no"), mark("Do nothing."), _CONFIRMING),
    KeyCommand("advised", ("enter",), ENTER, mark("follow hint"), mark("Choose what the hint says."),
               lambda scene: scene.advised is not None, confirms=True),
    *_COLORS,
    *_SEAT_DIGITS,
    KeyCommand("mute_all", ("M",), "M", mark("everyone"), mark("Hide all chat, or show it again."),
               _in((TableMode.SEAT,), _muting)),
    KeyCommand("back", ("q", "escape", "backspace"), "q", mark("back"), mark("Go back."),
               _in((TableMode.SEAT,), lambda scene: scene.seat_request is not None)),
    KeyCommand("back", ("q", "escape", "backspace"), "q", mark("back"), mark("Cancel; the card stays in your hand."),
               _CHOOSING),
    KeyCommand("back", ("escape",), ENTER, mark("send"), mark("Send it; leave it empty to cancel."),
               _in((TableMode.TALK,))),
    KeyCommand("back", ("escape",), ENTER, mark("play"), mark("Play it; leave it empty to cancel."),
               _in((TableMode.TYPE,))),
    KeyCommand("back", ("escape",), "Esc", mark("cancel"), mark("Cancel."), _in((TableMode.TALK, TableMode.TYPE))),
    KeyCommand("deal", ("n", "enter"), "n", mark("next round"), mark("Deal the next round."), _at_table(_may(Deal)),
               confirms=True),
    KeyCommand("start", ("n", "enter"), "n", mark("start"), mark("Start the match."), _at_table(_has(Right.START)),
               confirms=True),
    KeyCommand("rematch", ("n", "enter"), "n", mark("rematch"), mark("Play another match with the same seats."),
               _at_table(_has(Right.REMATCH)), confirms=True),
    KeyCommand("hurry", ("space",), SPACE, mark("hurry"), mark("Let the bots play at once until your turn."),
               _at_table(_bots_play)),
    KeyCommand("hurried", ("space",), SPACE, mark("hurry"), mark("Let the bots play at once until your turn."),
               _at_table(lambda scene: _may_hurry(scene) and scene.on_turn), hidden=True),
    *_PLAYS,
    KeyCommand("double", ("p",), "p", mark("play both"), mark("Play two of the selected card (a double)."),
               _at_table(may_double)),
    *_ANSWERED,
    KeyCommand("jump", ("j",), "j", mark("jump in"), mark("Jump in with an identical card."), _at_table(_may(JumpIn))),
    *_CARD_DIGITS,
    KeyCommand("type", ("colon",), ":", mark("type a card"), mark("Type a card, such as r5, W r or r7 @2."),
               _at_table(_holding), foot=False),
    KeyCommand("left", ("left", "h", "less_than_sign"), LEFT, mark("card to the left"),
               mark("Select the card to the left."),
               _at_table(_holding), foot=False),
    KeyCommand("right", ("right", "l", "greater_than_sign"), RIGHT, mark("card to the right"),
               mark("Select the card to the right."),
               _at_table(_holding), foot=False),
    KeyCommand("lessons", ("e",), "e", mark("end lessons"),
               mark("End the lessons; you can turn them on again in the settings."), _at_table(_learning), foot=False),
    KeyCommand("hint", ("H",), "H", mark("hint"), mark("Show what a strong bot would do, and why."),
               _at_table(_may_ask_for_hints)),
    KeyCommand("settings", ("S",), "S", mark("settings"), mark("Change theme, language, bell and more."), _at_table()),
    KeyCommand("rules", ("R",), "R", mark("rules"), mark("Show the current rules."), _at_table()),
    KeyCommand("autopilot", ("a",), "a", mark("autopilot"),
               mark("Turn autopilot on or off."), _at_table(_has(Right.AUTOPILOT))),
    KeyCommand("sort", ("s",), "s", mark("sort"), mark("Sort your hand by color or by rank."), _at_table(_holding)),
    KeyCommand("sit", ("s",), "s", mark("sit down"), mark("Take a free seat."), _at_table(_may_sit)),
    KeyCommand("options", ("O",), "O", mark("change rules"), mark("Choose the rules of the next match."),
               _at_table(_has(Right.RULES))),
    KeyCommand("kick", ("K",), "K", mark("remove"), mark("Remove someone from the table."),
               _at_table(_seats_to_choose("kick")), foot=False),
    KeyCommand("host", ("W",), "W", mark("change host"), mark("Make someone else the host."),
               _at_table(_seats_to_choose("host")), foot=False),
    KeyCommand("partner", ("P",), "P", mark("partner"), mark("Choose your partner; the two players change places."),
               _at_table(_seats_to_choose("partner"))),
    KeyCommand("mute", ("M",), "M", mark("mute"), mark("Hide someone's messages, or show them again."),
               _at_table(lambda scene: others_talk(scene.view)), foot=False),
    KeyCommand("help", ("question_mark", "f1"), "?", mark("help"), mark("Show the keys that work now."), _at_table()),
    KeyCommand("log", ("L",), "L", mark("log"), mark("Show everything that happened."), _at_table()),
    KeyCommand("invitation", ("i",), "i", mark("invite"), mark("Show how others can join this table."),
               _at_table(lambda scene: bool(scene.invitation) and scene.waiting)),
    KeyCommand("invitation", ("i",), "i", mark("invite"), mark("Show how others can join this table."),
               _at_table(lambda scene: bool(scene.invitation)), foot=False),
    KeyCommand("theme", ("T",), "T", mark("theme"), mark("Change the colors."), _at_table(), foot=False),
    KeyCommand("chat", ("slash",), "/", mark("chat"), mark("Send a message "
                                                           "to the table."), _at_table(_has(Right.CHAT))),
    KeyCommand("leave", ("q", "ctrl+c", "ctrl+q"), "q", mark("leave"), mark("Leave the table."), _at_table()),
    *(replace(one, when=_at_table(), hidden=True) for one in _ANSWERED),
    KeyCommand("hint", ("H",), "H", "", "", _at_table(), hidden=True),
    KeyCommand("autopilot", ("a",), "a", "", "", _at_table(lambda scene: scene.view.once), hidden=True),
    shared="q y n enter space ctrl+c ctrl+q s 1 2 3 4 5 6 7 8 9 0 M",
    clicks=("card", "draw_or_take"),
    fixed="seat label",
    modal="leave_now confirm back advised",
    settings={"hurried": "hurry", "mute_all": "mute"},
)  # fmt: skip
