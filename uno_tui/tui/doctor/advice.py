"""Advice on how the game can look better in a terminal."""

from collections.abc import Iterator

from uno_tui.i18n import Words
from uno_tui.local.terminal import ColorDepth
from uno_tui.tui.doctor.checkup import Checkup


def advice(checkup: Checkup, words: Words) -> list[str]:
    """Return a sentence for each change that the terminal needs; a single sentence if it needs none."""
    return [*_advice(checkup, words)] or [words("Nothing needs to be changed.")]


# Translators: the report of "uno doctor": what a person can change. Names in capitals and what follows "set" are typed.
def _advice(checkup: Checkup, words: Words) -> Iterator[str]:
    terminal = checkup.terminal
    if not checkup.asked:
        yield words(
            "This report was not made in a terminal, so no terminal was asked. In a terminal, type: {command}",
            command=checkup.again or "uno doctor",
        )
        return
    if terminal.dumb:
        yield words("This terminal cannot show a screen, so you play in lines of text.")
        return
    if checkup.answers.round_trip is None and terminal.modern:
        yield words("The terminal did not answer, so TERM alone decides.")
    if checkup.small:
        yield words("Make the window larger: 80x24 shows everything.")
    yield from _about_colors(checkup, words)
    if not terminal.is_utf8:
        yield words("For all characters, choose a UTF-8 locale: LANG=C.UTF-8")
    if terminal.term.startswith("tmux") or checkup.answers.name.startswith("tmux"):
        yield words("Inside tmux, for notifications: set -g focus-events on; set -g allow-passthrough on")
    elif terminal.term.startswith("screen"):
        yield words("screen does not report the focus, so there are no notifications; tmux does.")


# Translators: the report of "uno doctor": what a person can change. Names in capitals and what follows "set" are typed.
def _about_colors(checkup: Checkup, words: Words) -> Iterator[str]:
    if checkup.terminal.no_color:
        yield words("For colors, unset NO_COLOR.")
    elif checkup.depth is not ColorDepth.TRUECOLOR and checkup.terminal.modern:
        yield words("If your terminal has true color, say so: COLORTERM=truecolor")
        if checkup.remote:
            yield words("To send it over ssh: ssh -o SendEnv=COLORTERM")
