"""The page of the daily deal in the lobby: the board of the day and the person's own tries."""

from uno_tui.daily import DailyPage, NoReplayError
from uno_tui.lobby.visit import Visit
from uno_tui.local.replay import Replay
from uno_tui.speech.daily import daily_title, page_parts
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.menu.page import PageLine, PageScreen
from uno_tui.tui.replay.screen import replay_screen

_WATCH = "w"


class DailyScreen(PageScreen):
    """The page of the daily deal; a key opens the replay of the best try when the person's own is over."""

    OTHER_KEYS = frozenset({_WATCH})

    def __init__(self, appearance: Appearance, visit: Visit, page: DailyPage) -> None:
        words = appearance.words
        lines = []
        for title, part in page_parts(words, page).items():
            lines += [PageLine("", title, title=True), *(PageLine("", line) for line in part), PageLine("", "")]
        if page.board and page.history.over:
            lines.append(PageLine(_WATCH, words("Watch the best try of today.")))
        super().__init__(appearance, daily_title(words), lines)
        self.visit = visit

    async def press(self, key: str) -> None:
        """Open the replay of the best try, or show why it cannot be seen."""
        del key
        try:
            record = await self.visit.best_daily()
        except NoReplayError as error:
            self._show(answer=error.text(self.appearance.words))
        else:
            self.app.push_screen(replay_screen(self.appearance, Replay.read(record.text)))
