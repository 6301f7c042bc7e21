"""The menu of stored records."""

from pathlib import Path

from uno_tui.game.errors import RulesError
from uno_tui.game.rules import Rules
from uno_tui.game.verify import RecordError
from uno_tui.i18n import Words
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.local.record_folder import MAX_BYTES, RecordFolder, RecordSummary
from uno_tui.local.replay import Replay
from uno_tui.local.settings import AUTO
from uno_tui.speech.errors import fault_sentence
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.form.text import with_changes
from uno_tui.tui.menu.keys import PICK
from uno_tui.tui.menu.scene import MenuRow, MenuScene
from uno_tui.tui.menu.screen import MenuScreen
from uno_tui.tui.replay.screen import replay_screen


# Translators: the list of saved matches: its title, and the text if it is empty.
class RecordsScreen(MenuScreen[None]):
    """The list of stored records, newest first. Choosing one opens its replay."""

    KEYS = PICK

    def __init__(
        self, appearance: Appearance, records: RecordFolder, themes: Path | None = None, shape: str = AUTO
    ) -> None:
        """`shape`: how a replay draws the table, one of `SHAPES`; `themes`: folder of the person's own themes."""
        self.themes, self.shape = themes, shape
        self.kept = records.summaries()
        words = appearance.words
        rows = tuple(MenuRow(one.path.name, one.played or one.path.name, _about(words, one)) for one in self.kept)
        empty = words("You have not finished a match here yet. Finished matches are kept here, to be replayed.")
        super().__init__(appearance, MenuScene(words("Matches finished here"), rows, empty=empty))

    def choose(self) -> None:
        """Open the replay of the selected record, or show why the record cannot be read."""
        path = self.kept[self.scene.selected].path
        try:
            with path.open("rb") as file:
                replay = Replay.read(file.read(MAX_BYTES).decode("utf-8", "replace"))
        except OSError as error:
            self.tell(f"{system_reason(self.appearance.words, error)}: {path}", bad=True)
        except RecordError as error:
            self.tell(fault_sentence(self.appearance.words, error), bad=True)
        else:
            self.app.push_screen(replay_screen(self.appearance, replay, 0, self.themes, self.shape))


def _about(words: Words, kept: RecordSummary) -> str:
    """Return a record's players and rules, as a line of text; rules that cannot be read are shown as stored."""
    names = ", ".join(kept.names)
    try:
        rules = Rules.read(kept.rules)
    except RulesError:
        return f"{names}; {kept.rules}"
    return with_changes(words, f"{names}; {rules.preset}", rules)
