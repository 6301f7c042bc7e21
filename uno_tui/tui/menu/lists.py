"""Lists that the start screen opens: the presets of the rules, and the matches that were interrupted."""

import time
from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words, mark
from uno_tui.lessons import Lesson
from uno_tui.local.kept_matches import InterruptedMatch
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.text import with_changes
from uno_tui.tui.menu.keys import PICK
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen
from uno_tui.tui.table.pages import rules_page

MAX_NAMES: Final = 2
"""Number of players named in a row of an interrupted match, if there are more than one further."""


# Translators: the list of interrupted matches, or the row that opens it.
def continued(words: Words, match: InterruptedMatch) -> str:
    """Return an interrupted match as one line of text."""
    rules = match.options.rules
    started = words(
        "Started {time} with {names}; {rules} rules", time=_began(match), names=_names(words, match), rules=rules.preset
    )
    return with_changes(words, started, rules)


def _names(words: Words, match: InterruptedMatch) -> str:
    """Return the names of the other players; if there are many, the first few and the number of the rest."""
    shown, more = match.others[:MAX_NAMES], len(match.others) - MAX_NAMES
    if more < 2:  # one more name is not longer than the words that there is one
        return ", ".join(match.others)
    return f"{', '.join(shown)} {words.n('and {count} more', 'and {count} more', more)}"


def _began(match: InterruptedMatch) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(match.began))


# Translators: the list of interrupted matches, or the row that opens it.
def to_continue(words: Words, matches: Sequence[InterruptedMatch]) -> str:
    """Return the interrupted match, or how many there are and when the newest began, as one short line of text."""
    began = _began(matches[0])
    if len(matches) == 1:
        return words("Started {time} with {names}", time=began, names=_names(words, matches[0]))
    return words.n(
        "{count} match, the newest from {time}", "{count} matches, the newest from {time}", len(matches), time=began
    )


# Translators: the list of interrupted matches, or the row that opens it.
class InterruptedScreen(MenuScreen[InterruptedMatch]):
    """The list of interrupted matches, newest first; its result is the match to continue."""

    KEYS = PICK

    def __init__(self, appearance: Appearance, matches: Sequence[InterruptedMatch]) -> None:
        words = appearance.words
        self.matches = tuple(matches)
        rows = tuple(
            MenuRow(
                f"{match.folder}/{match.key.code}",
                _began(match),
                with_changes(words, f"{_names(words, match)}; {match.options.rules.preset}", match.options.rules),
            )
            for match in self.matches
        )
        super().__init__(appearance, MenuScene(words("Continue which match?"), rows))

    def choose(self) -> None:
        """Close the list with the selected match."""
        self.dismiss(self.matches[self.scene.selected])


# Translators: the list of presets: its title, and what is special about each, in one line.
class PresetsScreen(MenuScreen[None]):
    """The list of presets; choosing one opens its rules."""

    KEYS = PICK
    ABOUT: ClassVar = {
        "classic": mark("One card drawn per turn; a Wild Draw Four only if nothing else matches."),
        "official": mark("As in the box: Wild Draw Fours may be bluffs, and can be challenged."),
        "irish": mark("Stacking and doubles; if you can play, you must."),
        "party": mark("Everything: stacking, doubles, jumping in, sevens swap hands, zeros pass them on."),
        "quick": mark("One round."),
    }

    def __init__(self, appearance: Appearance, taught: Collection[Lesson] = ()) -> None:
        words = appearance.words
        self.taught = taught
        rows = tuple(MenuRow(name, name, words(self.ABOUT[name])) for name in PRESETS)
        super().__init__(appearance, MenuScene(words("Which rules?"), rows))

    def choose(self) -> None:
        """Open the rules of the selected preset."""
        if self.scene.row is not None:
            self.app.push_screen(rules_page(self.appearance, PRESETS[self.scene.row.name], self.taught))
