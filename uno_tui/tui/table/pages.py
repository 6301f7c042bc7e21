"""The pages that can be opened over the table."""

from uno_tui.game.rules import Rules
from uno_tui.speech import Speaker
from uno_tui.speech.rules_text import rules_sections
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.block_text import is_code
from uno_tui.tui.draw.canvas import capitals
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.table.scene import Scene


def log_sheet(appearance: Appearance, scene: Scene) -> PageScreen:
    """The log, as far back as it is kept, from its end."""
    speaker = Speaker.of(appearance.words, scene.view)
    return PageScreen(
        appearance, appearance.words("Log"), [PageLine("", speaker.log(entry)) for entry in scene.view.log], at_end=True
    )


def invitation_sheet(appearance: Appearance, scene: Scene) -> PageScreen:
    """How others come to the table; where no code to scan can be drawn it is left out."""
    lines = [PageLine("", line) for line in scene.invitation if appearance.glyphs.blocks or not is_code(line)]
    return PageScreen(appearance, appearance.words("How others come to this table"), lines)


def rules_sheet(appearance: Appearance, rules: Rules) -> PageScreen:
    """The rules in force."""
    lines = []
    for section in rules_sections(rules, appearance.words):
        lines.append(PageLine("", capitals(section.title), title=True))
        lines += [*(PageLine("", "- " + one) for one in section.sentences), PageLine("", "")]
    return PageScreen(appearance, appearance.words("Rules in force: {rules}", rules=rules.text), lines)
