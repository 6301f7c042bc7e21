"""The help page of a screen: the keys that work now."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.keyboard.labels import key_label
from uno_tui.tui.keyboard.names import cap_of
from uno_tui.tui.keyboard.table import KeyCommand
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.typed.capabilities import HelpPart

FEW: Final = 10
"""Maximum number of commands that a help page lists without titles."""


def keys_page(
    appearance: Appearance, commands: Sequence[KeyCommand[Any]], parts: Sequence[HelpPart] = ()
) -> PageScreen:
    """Return the help page: one line for each given command, with all its keys, in the order of `parts`."""
    return PageScreen(appearance, appearance.words("Keys that work now"), _lines(appearance, commands, parts))


def _lines(
    appearance: Appearance, commands: Sequence[KeyCommand[Any]], parts: Sequence[HelpPart]
) -> Iterator[PageLine]:
    words = appearance.words
    for title, found in in_parts(commands, parts):
        told = dict.fromkeys((key_label(appearance, one.cap), help_sentence(appearance, one)) for one in found)
        if title and len(commands) > FEW:
            yield PageLine("", words(title), title=True)
        yield from (PageLine(*line) for line in told)
    settings = next((one for one in commands if one.name == "settings"), None)
    if settings is not None:
        key = key_label(appearance, settings.cap)
        yield PageLine("", words("You can give commands other keys in the settings: {key}.", key=key))


def in_parts(
    commands: Sequence[KeyCommand[Any]], parts: Sequence[HelpPart]
) -> Iterator[tuple[str, list[KeyCommand[Any]]]]:
    """Yield the title and the commands of each part; commands that no part lists come last, without a title."""
    left: dict[str, list[KeyCommand[Any]]] = {}
    for one in commands:
        left.setdefault(one.name, []).append(one)
    for part in parts:
        names = [name for one in part.capabilities for name in one.key]
        if found := [one for name in names for one in left.pop(name, ())]:
            yield part.title, found
    if left:
        yield "", [one for some in left.values() for one in some]


def help_sentence(appearance: Appearance, command: KeyCommand[Any]) -> str:
    """Return a sentence that says what a command does and which other keys run it."""
    words = appearance.words
    labels = [cap_of(key) for key in command.keys]
    others = [key_label(appearance, label) for label in labels if label not in command.cap.split(" ")]
    if not others or len(labels) == 1:  # a digit is one of several that share a line
        return words(command.help)
    return words("{sentence} Also: {keys}.", sentence=words(command.help), keys=", ".join(others))
