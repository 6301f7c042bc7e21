"""The help page of a screen: the keys that work now."""

from typing import Any

from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.keyboard.labels import key_label
from uno_tui.tui.keyboard.names import cap_of
from uno_tui.tui.keyboard.table import KeyCommand
from uno_tui.tui.menu.page import PageLine, PageScreen


def keys_page(appearance: Appearance, commands: list[KeyCommand[Any]]) -> PageScreen:
    """Return the help page: one line for each of these commands, with all its keys."""
    words = appearance.words
    lines = dict.fromkeys((key_label(appearance, one.cap), help_sentence(appearance, one)) for one in commands)
    return PageScreen(appearance, words("Keys that work now"), [PageLine(*line) for line in lines])


def help_sentence(appearance: Appearance, command: KeyCommand[Any]) -> str:
    """Return a sentence that says what a command does and which other keys run it."""
    words = appearance.words
    labels = [cap_of(key) for key in command.keys]
    others = [key_label(appearance, label) for label in labels if label != command.cap]
    if not others or len(labels) == 1:  # a digit is one of several that share a line
        return words(command.help)
    return words("{sentence} Also: {keys}.", sentence=words(command.help), keys=", ".join(others))
