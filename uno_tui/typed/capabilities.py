"""Everything that can be done at a table and in the lobby, and how: by key, in lines, in JSON, with the mouse.

The help on screens and in lines is made from it. The names are those of the key tables, of the commands in lines, of
the types of requests, and of what can be clicked. A test compares this list with all of them, so nothing can be added
in one place only without a reason given here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from uno_tui.i18n import mark

WAYS: Final = ("key", "line", "json", "mouse")
"""Names of the interfaces through which something can be done; they are the names of `Capability`'s fields."""


@dataclass(frozen=True, slots=True)
class Capability:
    """Something a person can do, with the commands for it in each interface."""

    what: str
    """English description, as listed on a page of the docs."""
    key: tuple[str, ...] = ()
    """Names of the key commands on the full screen."""
    line: tuple[str, ...] = ()
    """Names of the commands in text mode, in English."""
    json: tuple[str, ...] = ()
    """Names of JSON request types, or of view fields with the same information, written ``view.NAME``."""
    mouse: tuple[str, ...] = ()
    """Names of the clickable commands on the full screen."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """By interface in which the capability is not available: the reason."""


@dataclass(frozen=True, slots=True)
class HelpPart:
    """A part of the help: what can be done, in the order in which help lists it."""

    title: str
    """Title of the part, in English; translated when shown."""
    capabilities: tuple[Capability, ...]


_BY_KEY: Final = "Rarely used, so it has no place at the foot of the screen; its key is on the help page."
_CLICK_IS_ENOUGH: Final = {"line": "A click on a card has no counterpart in lines.", "json": "A program has no mouse."}

# Translators: the title of a part of the help, for keys on screen and for commands in lines.
TABLE_PARTS: Final = (
    HelpPart(mark("Playing"), (
        Capability("Play a card", ("play", "label", "type"), ("play",), ("act",), ("play", "card")),
        Capability("Play two equal cards", ("double",), ("play",), ("act",), ("double",)),
        Capability("Choose a color", ("red", "yellow", "green", "blue"), ("color", "play"), ("act",),
                   ("red", "yellow", "green", "blue")),
        Capability("Choose a seat for swapping hands", ("seat",), ("play",), ("act",), ("seat",)),
        Capability("Draw", ("draw",), ("draw",), ("act",), ("draw", "draw_or_take")),
        Capability("Keep the drawn card", ("keep",), ("keep",), ("act",), ("keep",)),
        Capability("Take the penalty", ("take",), ("take",), ("act",), ("take", "draw_or_take")),
        Capability("Challenge a Wild Draw Four", ("challenge",), ("challenge",), ("act",), ("challenge",)),
        Capability("Call UNO", ("uno",), ("uno",), ("act",), ("uno",)),
        Capability("Catch a player who forgot to call UNO", ("catch",), ("catch",), ("act",), ("catch",)),
        Capability("Jump in", ("jump",), ("jump",), ("act",), ("jump",)),
        Capability("Get a hint", ("hint",), ("hint",), ("hint",), (), {"mouse": _BY_KEY}),
        Capability("Choose the color or seat that the hint advises", ("advised",), ("color", "play"), ("act",),
                   ("advised",)),
        Capability("Select a card", ("left", "right"), (), (), ("left", "right", "card"), _CLICK_IS_ENOUGH),
        Capability("Sort the hand", ("sort",), (), (), ("sort",), {
            "line": "Cards are always listed playable first.", "json": "The hand is a list."}),
        Capability("Deal the next round", ("deal",), ("deal",), ("act",), ("deal",)),
    )),
    HelpPart(mark("What you can look up"), (
        Capability("Learn the hand and the table", (), ("hand", "top", "cards", "turn", "time", "table", "repeat"),
                   ("view", "view.game", "view.seats", "view.deadline"), (),
                   {"key": "The screen always shows it.", "mouse": "The screen always shows it."}),
        Capability("Learn the scores", (), ("score",), ("view.game",), (),
                   {"key": "The screen always shows them.", "mouse": "The screen always shows them."}),
        Capability("Read what happened", ("log",), ("log",), ("view.log",), ("log",)),
        Capability("Read the rules in force", ("rules",), ("rules",), ("view.rules", "explain"), (), {
            "mouse": _BY_KEY}),
    )),
    HelpPart(mark("The match"), (
        Capability("Start the match", ("start",), ("start",), ("start",), ("start",)),
        Capability("Play another match", ("rematch",), ("again",), ("rematch",), ("rematch",)),
        Capability("Change the rules of the next match", ("options",), ("rules",), ("rules",), ("options",)),
        Capability("Let a bot play, or play again", ("autopilot",), ("auto",), ("autopilot",), ("autopilot",)),
        Capability("Hurry the bots", ("hurry", "hurried"), ("faster",), ("hurry",), ("hurry",)),
    )),
    HelpPart(mark("People"), (
        Capability("Say something", ("chat",), ("say",), ("chat",), ("chat",)),
        Capability("Mute a player", ("mute",), ("mute",), ("mute",), (), {"mouse": _BY_KEY}),
        Capability("Mute all chat", ("mute_all",), ("mute",), ("mute",), ("mute_all",)),
        Capability("Invite others", ("invitation",), ("invite",), ("view.code",), ("invitation",)),
        Capability("Take a seat", ("sit",), ("sit",), ("sit",), ("sit",)),
        Capability("Send a player away", ("kick", "confirm"), ("kick",), ("kick",), (), {"mouse": _BY_KEY}),
        Capability("Let a player back in who was sent away", ("chat",), ("readmit",), ("readmit",), ("chat",)),
        Capability("Choose your partner", ("partner",), ("partner",), ("partner",), (), {"mouse": _BY_KEY}),
        Capability("Make another player the host", ("host", "confirm"), ("host",), ("pass_host",), (), {
            "mouse": _BY_KEY}),
    )),
    HelpPart(mark("Settings, help and leaving"), (
        Capability("Turn lessons on or off", ("lessons",), ("lessons",), (), ("lessons",),
                   {"json": "A program needs no lessons."}),
        Capability("Hear less or more", (), ("brief", "full"), (), (), {
            "key": "A screen shows everything at once.", "json": "A program reads everything.",
            "mouse": "A screen shows everything at once."}),
        Capability("Choose the bots' pace", ("settings",), ("pace", "settings"), ("pace",), (), {"mouse": _BY_KEY}),
        Capability("Turn the bell on or off", ("settings",), ("bell",), (), (),
                   {"json": "A program has no bell.", "mouse": _BY_KEY}),
        Capability("Change the colors", ("theme", "settings"), ("settings",), (), (), {
            "json": "A program has no settings.", "mouse": _BY_KEY}),
        Capability("Learn the keys and commands", ("help",), ("help",), (), ("help",),
                   {"json": "docs/protocol.md is the reference."}),
        Capability("Leave the table", ("leave", "leave_now", "back"), ("quit",), ("leave",), ("leave_now", "back")),
    )),
)  # fmt: skip  # a table
"""The capabilities at a table, in parts."""
TABLE: Final = tuple(one for part in TABLE_PARTS for one in part.capabilities)

_BEFORE: Final = "A program says it in the words of the ssh command: json join CODE, json watch CODE, json new."
_ONE_TABLE: Final = "A program's session is at one table."

# Translators: the title of a part of the help, for keys on screen and for commands in lines.
LOBBY_PARTS: Final = (
    HelpPart(mark("Tables"), (
        Capability("See the open tables", ("up", "down", "first", "last", "page_up", "page_down"), ("rooms",), (),
                   ("table",), {"json": "ssh -p PORT HOST rooms --json lists them."}),
        Capability("Join a table", ("join", "code"), ("join",), (), ("join", "table", "code"), {"json": _BEFORE}),
        Capability("Watch a table", ("watch",), ("watch",), (), ("watch",), {"json": _BEFORE}),
        Capability("Play at once", ("quick",), ("quick",), (), ("quick",), {"json": "json alone does it."}),
        Capability("Open a table", ("new",), ("new",), (), ("new",), {"json": _BEFORE}),
        Capability("Play the deal of the day, or read how it went", ("daily",), ("daily",), (), ("daily",), {
            "json": "json daily plays it; ssh -p PORT HOST daily board --json reads it."}),
        Capability("Read rules", ("rules",), ("rules",), (), ("rules",), {"json": "ssh -p PORT HOST rules."}),
    )),
    HelpPart(mark("People"), (
        Capability("See who is here", ("people",), ("who",), (), ("people",), {"json": _ONE_TABLE}),
        Capability("Say something to all in the lobby", ("talk",), ("say",), (), ("talk",), {"json": _ONE_TABLE}),
        Capability("Read what was said", ("log",), (), (), (), {
            "line": "Each line of talk is printed when it arrives.", "json": _ONE_TABLE, "mouse": _BY_KEY}),
        Capability("Mute somebody", ("mute",), ("mute",), (), (), {"json": _ONE_TABLE, "mouse": _BY_KEY}),
    )),
    HelpPart(mark("Settings, help and leaving"), (
        Capability("See your results", ("results",), ("score",), (), ("results",), {
            "json": "ssh -p PORT HOST stats --json."}),
        Capability("Change settings", ("settings", "theme"), ("settings",), (), (), {
            "json": "A program has no settings.", "mouse": _BY_KEY}),
        Capability("Learn the keys and commands", ("help",), ("help",), (), ("help",),
                   {"json": "docs/protocol.md is the reference."}),
        Capability("Leave", ("leave", "leave_now", "back"), ("quit",), (), ("leave", "leave_now", "back"),
                   {"json": "The end of the input."}),
    )),
)  # fmt: skip  # a table
"""The capabilities in the lobby, in parts."""
LOBBY: Final = tuple(one for part in LOBBY_PARTS for one in part.capabilities)
