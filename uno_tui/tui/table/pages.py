"""The pages that open over the table: the log, the invitation and the rules."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.lessons import Lesson, stored_lessons
from uno_tui.speech import Speaker
from uno_tui.speech.lessons import progress_lines
from uno_tui.speech.rules_text import rules_sections
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.block_text import is_qr_row
from uno_tui.tui.draw.text import capitals
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.table.scene import TableScene
from uno_tui.tui.table.state import TableScreenState


def log_page(appearance: Appearance, scene: TableScene) -> PageScreen:
    """Return the page with all kept log entries, scrolled to the end."""
    speaker = Speaker.of(appearance.words, scene.view)
    lines = (PageLine("", speaker.log(entry)) for entry in scene.view.log)
    return PageScreen(appearance, appearance.words("Log"), lines, at_end=True)


def invitation_page(appearance: Appearance, scene: TableScene) -> PageScreen:
    """Return the page on how to join the table, without a QR code if the terminal cannot show one."""
    lines = [PageLine("", line) for line in scene.invitation if not is_qr_row(line)]
    picture = tuple(line for line in scene.invitation if is_qr_row(line)) if appearance.glyphs.blocks else ()
    return PageScreen(appearance, appearance.words("How others can join this table"), lines, picture=picture)


def rules_page(appearance: Appearance, rules: Rules, taught: Collection[Lesson] = ()) -> PageScreen:
    """Return the page of the rules in words; at its end the topics that a person's lessons covered, if any."""
    title = appearance.words("Rules: {rules}", rules=rules.text)
    return PageScreen(appearance, title, _rules_lines(appearance.words, rules, taught))


def _rules_lines(words: Words, rules: Rules, taught: Collection[Lesson]) -> Iterator[PageLine]:
    for section in rules_sections(rules, words):
        yield PageLine("", capitals(section.title), title=True)
        yield from (PageLine("", "- " + one) for one in section.sentences)
        yield PageLine("", "")
    if taught:
        # Translators: in the rules, the title above the topics of lessons that a person had.
        yield PageLine("", capitals(words("Lessons")), title=True)
        yield from (PageLine("", "- " + one) for one in progress_lines(words, rules, taught))


class PageCommands:
    """The commands that open a page."""

    def __init__(self, state: TableScreenState, open_screen: Callable[[PageScreen], Any]) -> None:
        self.state = state
        self.open_screen = open_screen

    @handles("log")
    def open_log(self) -> None:
        """Open the log."""
        self.open_screen(log_page(self.state.appearance, self.state.scene))

    @handles("invitation")
    def open_invitation(self) -> None:
        """Open the page on how to join the table."""
        self.open_screen(invitation_page(self.state.appearance, self.state.scene))

    @handles("rules")
    def open_rules(self) -> None:
        """Open the rules in force."""
        taught = stored_lessons(self.state.session.taught)
        self.open_screen(rules_page(self.state.appearance, self.state.scene.view.rules, taught))
