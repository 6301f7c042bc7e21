"""The pages that can be opened over the table."""

from uno_tui.game.rules import Rules
from uno_tui.speech import Speaker
from uno_tui.speech.rules_text import rules_sections
from uno_tui.tui.draw.brush import Brush
from uno_tui.tui.draw.canvas import capitals
from uno_tui.tui.draw.qr_code import is_code
from uno_tui.tui.menu.sheet import Line, Sheet
from uno_tui.tui.table.scene import Scene


def log_sheet(brush: Brush, scene: Scene) -> Sheet:
    """The log, as far back as it is kept, from its end."""
    speaker = Speaker.of(brush.words, scene.view)
    return Sheet(brush, brush.words("Log"), [Line("", speaker.log(entry)) for entry in scene.view.log], at_end=True)


def invitation_sheet(brush: Brush, scene: Scene) -> Sheet:
    """How others come to the table; where no code to scan can be drawn it is left out."""
    lines = [Line("", line) for line in scene.invitation if brush.glyphs.blocks or not is_code(line)]
    return Sheet(brush, brush.words("How others come to this table"), lines)


def rules_sheet(brush: Brush, rules: Rules) -> Sheet:
    """The rules in force."""
    lines = []
    for section in rules_sections(rules, brush.words):
        lines.append(Line("", capitals(section.title), title=True))
        lines += [*(Line("", "- " + one) for one in section.sentences), Line("", "")]
    return Sheet(brush, brush.words("Rules in force: {rules}", rules=rules.text), lines)
