"""The settings as a person reads and chooses them, on screens and in lines: labels, values and explanations."""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from uno_tui.i18n import LANGUAGES, InContext, Words, mark, mark_p
from uno_tui.lessons import Lesson, stored_lessons
from uno_tui.local.settings import AUTO, LIST, PACES, ROUND, SHAPES
from uno_tui.table.protocol import BotPace


class SettingRow(NamedTuple):
    """A setting with its label and explanation, which are messages to translate."""

    name: str
    """Name of the setting's field in `Settings`."""
    label: str
    help: str


# Translators: of each setting, its label (16 letters at most), then a sentence that explains it.
NAME: Final = SettingRow("name", mark("name"), mark("Your name in the game; empty for your login name."))
# Translators: of each setting, its label (16 letters at most), then a sentence that explains it.
SETTINGS: Final = (
    SettingRow("theme", mark("theme"), mark("The color theme; the automatic one suits your terminal.")),
    SettingRow("language", mark("language"), mark("The language of everything except chat.")),
    SettingRow("bell", mark("bell"), mark("Ring the bell when it is your turn.")),
    SettingRow(
        "notify",
        mark("notifications"),
        mark("A desktop notification when it is your turn and the terminal is in the background."),
    ),
    SettingRow("cursor", mark("cursor"), mark("Show the cursor on what is selected. Screen readers follow it.")),
    SettingRow("motion", mark("motion"), mark("Cards travel between players and piles where the line is fast.")),
    SettingRow("table", mark("table view"), mark("Seats around the piles, or a list of seats.")),
    SettingRow("ascii", mark("plain characters"), mark("Use ASCII only, for terminals that cannot draw lines.")),
    SettingRow("lessons", mark("lessons"), mark("Explain the game while you play, one step per turn.")),
    SettingRow("taught", mark("lessons shown"), mark("Each lesson comes once. Change this to have them all again.")),
    SettingRow("keys", mark("keys"), mark("Give commands other keys.")),
    SettingRow("pace", mark("bots' pace"), mark("How fast bots play when you are alone with them.")),
)
"""The settings that a person has in every session."""
# Translators: of each setting, its label (16 letters at most), then a sentence that explains it.
BRIEF: Final = SettingRow("brief", mark("brief lines"), mark("In lines of text, tell each turn in one line."))
# Translators: of each setting, its label (16 letters at most), then a sentence that explains it.
PLAIN: Final = SettingRow(
    "plain", mark("lines of text"), mark("Always play in lines of text, as with --plain; from the next start on.")
)
LOCAL: Final = (NAME, *SETTINGS, PLAIN, BRIEF)
"""The settings that apply only on the person's own machine."""


def in_lines(*rows: SettingRow) -> tuple[SettingRow, ...]:
    """Return the settings that can be changed in text mode; custom keys work only on screens."""
    return tuple(row for row in rows if row.name != "keys")


PACE: Final[dict[str, InContext]] = {
    BotPace.BRISK.value: mark_p("pace of bots", "brisk"),
    BotPace.NORMAL.value: mark_p("pace of bots", "normal"),
    BotPace.SLOW.value: mark_p("pace of bots", "slow"),
}
SHAPE: Final[dict[str, InContext]] = {
    ROUND: mark_p("how the table is shown", "round"),
    LIST: mark_p("how the table is shown", "list"),
}
SWITCH: Final[dict[bool, InContext]] = {
    True: mark_p("a setting", "on"),
    False: mark_p("a setting", "off"),
}


def choices(setting: str, themes: Collection[str]) -> tuple[Any, ...]:
    """Return the values of a setting in cycling order; empty if the value is typed or has its own page."""
    match setting:
        case "name" | "keys":
            return ()
        case "theme":
            return (AUTO, *themes)
        case "taught":
            return ((),)
        case "pace":
            return PACES
        case "table":
            return SHAPES
        case "language":
            return ("", *LANGUAGES)
    return (False, True)


# Translators: the value of a setting: the name, or the language of the system, or how many lessons a person had.
def shown(words: Words, setting: str, value: Any) -> str:
    """Return a value as it is shown."""
    if isinstance(value, bool):
        return words.p(*SWITCH[value])
    if value == AUTO:
        return words.p("theme", "automatic")
    match setting:
        case "keys":
            return _changed_keys(words, len(value))
        case "pace":
            return words.p(*PACE[value])
        case "table":
            return words.p(*SHAPE[value])
        case "taught":
            count = len(stored_lessons(value))
            return words("{count} of {all}", count=count, all=len(Lesson)) if count else words.p(*_NOTHING)
        case "language":
            return LANGUAGES.get(value, value) or words("same as the system")
    return str(value) or words("your login name")


def _changed_keys(words: Words, count: int) -> str:
    # Translators: the value of the setting "keys": how many commands have other keys.
    return words.n("{count} changed", "{count} changed", count) if count else words.p("keys", "as usual")


_NOTHING: Final = mark_p("lessons shown", "none")
