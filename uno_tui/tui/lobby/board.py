"""The board of the lobby: title, menu, open tables, people, talk, and the prompt."""

from typing import NamedTuple

from rich.cells import cell_len

from uno_tui.daily import DailyPage
from uno_tui.speech import Speaker
from uno_tui.speech.daily import daily_row, daily_title
from uno_tui.table.options import TableInfo
from uno_tui.tui.draw.appearance import ASCII, Appearance
from uno_tui.tui.draw.canvas import Canvas, Row
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.prompt import paint_answer, paint_foot, paint_question
from uno_tui.tui.draw.text import cut, shortened, wrap
from uno_tui.tui.draw.weak_cache import WeakCache
from uno_tui.tui.keyboard.bar import KeyHint, fitting
from uno_tui.tui.keyboard.labels import command_key
from uno_tui.tui.lobby.keys import LOBBY, MENU
from uno_tui.tui.lobby.scene import LobbyMode, LobbyScene, may_open
from uno_tui.tui.lobby.text import clock, person_line, prompt, seats, state, watching
from uno_tui.tui.table.layout import MIN_HEIGHT, MIN_WIDTH


class BoardLayout(NamedTuple):
    """First row and height of each part of the board. The list of tables is between header and panel."""

    list: int
    rows: int
    """Height of the table list, in rows."""
    panel: int
    panel_rows: int
    prompt: int

    @classmethod
    def of_height(cls, height: int, *, daily: bool = False) -> "BoardLayout":
        """Return the layout for a height: title, menu, header, list, panel, two lines of prompt.

        `daily`: whether the last row of the list is that of the daily deal.

        >>> BoardLayout.of_height(23)
        BoardLayout(list=3, rows=11, panel=14, panel_rows=7, prompt=21)
        """
        panel_rows = 0 if height < 17 else min((height - 2) // 3, 12)
        rows = height - 5 - panel_rows
        return cls(3, rows - daily, 3 + rows, panel_rows, height - 2)


class TableColumns(NamedTuple):
    """Start and width of each column of the table list; width 0 hides a column."""

    code: tuple[int, int]
    host: tuple[int, int]
    seats: tuple[int, int]
    state: tuple[int, int]
    clock: tuple[int, int]
    watch: tuple[int, int]
    rules: tuple[int, int]

    @classmethod
    def of_width(cls, width: int, code: int) -> "TableColumns":
        """Return the columns for a width and the longest table code; narrow screens hide clock and spectators first."""
        wide, middle = width >= 76, width >= 52
        parts = (code, 16 if wide else 12, 12, 7 if middle else 0, 5 if wide else 0, 5 if wide else 0)
        starts = [2 + sum(one + 2 for one in parts[:place] if one) for place in range(len(parts) + 1)]
        return cls._make(zip(starts, (*parts, max(width - starts[-1] - 1, 0) if middle else 0), strict=True))


@WeakCache
def _table_row(appearance: Appearance, width: int, table: TableInfo, where: TableColumns, selected: bool) -> Row:
    """Return a table's row. It is the same for everybody in the lobby, except for the selection."""
    words, palette = appearance.words, appearance.palette
    style = palette["turn"] if selected else palette.text if table.free else palette["dim"]
    canvas = Canvas(width, 1, style, plain=appearance.glyphs is ASCII)
    if selected:
        canvas.put(0, 0, appearance.glyphs.turn, style)
    texts = (
        table.code,
        table.host,
        seats(words, table),
        state(words, table),
        clock(words, table),
        watching(words, table),
        table.rules.text,
    )
    for (x, room), text in zip(where, texts, strict=True):
        canvas.put(x, 0, cut(text, room), style)
    return canvas.freeze()[0]


# Translators: the lobby: heads of narrow columns (code, host, seats, state, timer, watch, rules), titles of boxes.
class LobbyBoard(CanvasWidget[LobbyScene]):
    """The whole lobby screen except the key bar."""

    def paint(self, canvas: Canvas, look: LobbyScene) -> None:
        """Draw all parts, from the top."""
        if canvas.width < MIN_WIDTH or canvas.height < MIN_HEIGHT - 1:
            text = self.appearance.words("Make the terminal larger: {width} by {height} at least.",
                                    width=MIN_WIDTH, height=MIN_HEIGHT)  # fmt: skip  # one thought
            for y, line in enumerate(wrap(text, max(canvas.width, 8))):
                canvas.put(0, y, line, self.appearance.palette.text)
            return
        layout = BoardLayout.of_height(canvas.height, daily=look.daily is not None)
        self._title(canvas, look)
        self._menu(canvas, look)
        if look.view.tables:
            self._tables(canvas, look, layout)
        else:
            self._nothing(canvas, layout)
        if look.daily is not None:
            self._daily(canvas, look.daily, layout.panel - 1)
        if layout.panel_rows:
            self._panel(canvas, look, layout)
        self._prompt(canvas, look, layout.prompt)

    def _title(self, canvas: Canvas, look: LobbyScene) -> None:
        words, style = self.appearance.words, self.appearance.palette["title"]
        canvas.fill(0, 0, canvas.width, 1, style)
        tables, people = len(look.view.tables), len(look.view.people)
        parts = [
            words("UNO"),
            words("lobby"),
            words.n("{count} table", "{count} tables", tables),
            words.n("{count} person here", "{count} people here", people),
        ]
        canvas.put(1, 0, "   ".join(parts), style)
        you = words("you are {name}", name=look.name)
        if canvas.width >= 72:
            canvas.put(canvas.width - cell_len(you) - 1, 0, you, style)

    def _menu(self, canvas: Canvas, look: LobbyScene) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        hints = [
            KeyHint(self._key(name), words(hint), name)
            for name, hint in MENU.items()
            if name != "new" or may_open(look)
        ]
        gap = 2 if sum(one.width + 1 for one in hints) <= canvas.width else 1
        x = 1
        for one in fitting(hints, canvas.width) if gap == 1 else hints:
            start = x
            x = canvas.put(x, 1, f" {one.cap} ", palette["key"])
            x = canvas.put(x, 1, f" {one.says} ", palette["label"]) + gap if one.says else x + gap
            self.target((start, 1, x - start - 1, 1), one.name)

    def _key(self, command: str) -> str:
        return command_key(self.appearance, LOBBY, command)

    def _nothing(self, canvas: Canvas, layout: BoardLayout) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        told = [
            words("No tables are open."),
            words("Press {key} to play at once against bots,", key=self._key("quick")),
            words("or {key} to open a table and wait for others.", key=self._key("new")),
        ]
        lines = [part for one in told for part in wrap(one, canvas.width - 2)]
        y = layout.list + max((layout.rows - len(lines)) // 2 - 1, 0)
        width = max(map(cell_len, lines))
        for place, line in enumerate(lines):
            canvas.put(max((canvas.width - width) // 2, 1), y + place, line, palette["dim" if place else "next"])

    def _daily(self, canvas: Canvas, daily: DailyPage, y: int) -> None:
        """Draw the row of the daily deal, below the tables."""
        words, palette = self.appearance.words, self.appearance.palette
        x = canvas.put(1, y, f" {self._key('daily')} ", palette["key"])
        x = canvas.put(x, y, f" {daily_title(words)} ", palette["label"]) + 1
        text = daily_row(words, daily.history)
        canvas.put(x, y, shortened(text, canvas.width - x - 1), palette["dim" if daily.history.over else "next"])
        self.target((0, y, canvas.width, 1), "daily")

    def _tables(self, canvas: Canvas, look: LobbyScene, layout: BoardLayout) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        tables = look.view.tables
        where = TableColumns.of_width(canvas.width, max(4, *(len(table.code) for table in tables)))
        names = (
            words("code"),
            words("host"),
            words("seats"),
            words("state"),
            words("timer"),
            words.p("head of a narrow column", "watch"),
            words("rules"),
        )
        for (x, width), name in zip(where, names, strict=True):
            canvas.put(x, layout.list - 1, cut(name, width), palette["dim"])
        first = max(min(look.selected - layout.rows // 2, len(tables) - layout.rows), 0)
        for place, table in enumerate(tables[first : first + layout.rows], first):
            y, selected = layout.list + place - first, place == look.selected
            canvas.put_row(y, _table_row(self.appearance, canvas.width, table, where, selected))
            canvas.cursor = (0, y) if selected else canvas.cursor
            self.target((0, y, canvas.width, 1), "table", place)
        more = len(tables) - first - layout.rows
        if more > 0:
            text = words.n("{count} more below", "{count} more below", more)
            canvas.put(canvas.width - cell_len(text) - 1, layout.list - 1, text, palette["next"])

    def _panel(self, canvas: Canvas, look: LobbyScene, layout: BoardLayout) -> None:
        """Draw the boxes for people, results and chat, side by side."""
        words = self.appearance.words
        here = [person_line(words, look, person) for person in look.view.people]
        boxes = [("o", words("Here now"), "people", here)]
        if look.results is not None and canvas.width >= 76:
            lines = list(look.results) or [words("No finished matches yet.")]
            boxes.append(("s", words("Your results"), "results", lines))
        speaker = Speaker(words, ())
        talk = [speaker.log(entry) for entry in look.view.talk[-layout.panel_rows :]]
        silence = [words("Press {key} to say something.", key=self._key("talk"))]
        boxes.append(("/", words("Chat"), "log" if talk else "talk", talk or silence))
        width = canvas.width // len(boxes)
        rows = layout.panel_rows - 1
        for place, (key, title, command, lines) in enumerate(boxes):
            x = place * width
            room = (canvas.width - x if place == len(boxes) - 1 else width) - 2
            parts = lines if command == "people" else [part for line in lines for part in wrap(line, room)]
            shown = parts[-rows:] if command == "log" else self._fitting(parts, room, rows)
            self._box(canvas, (x, layout.panel, room), (key, title), shown)
            self.target((x, layout.panel, room + 1, layout.panel_rows), command)

    def _box(self, canvas: Canvas, where: tuple[int, int, int], title: tuple[str, str], lines: list[str]) -> None:
        x, y, width = where
        palette, rule = self.appearance.palette, self.appearance.glyphs.rule
        end = canvas.put(x + 1, y, f" {title[0]} ", palette["key"])
        end = canvas.put(end, y, f" {title[1]} ", palette["dim"])
        canvas.put(end, y, rule * max(x + 1 + width - end, 0), palette["dim"])
        for place, line in enumerate(lines, 1):
            canvas.put(x + 1, y + place, line, palette["note"])

    def _fitting(self, lines: list[str], width: int, rows: int) -> list[str]:
        """Return the lines that fit; if some do not, the last line shows their number."""
        lines = [cut(line, width) for line in lines]
        if len(lines) > rows:
            more = len(lines) - rows + 1
            lines = [*lines[: rows - 1], self.appearance.words.n("and {count} more", "and {count} more", more)]
        return lines

    def _prompt(self, canvas: Canvas, look: LobbyScene, y: int) -> None:
        palette = self.appearance.palette
        canvas.cursor = canvas.cursor or (2, y)
        loud = look.mode is not LobbyMode.LIST
        line, below = prompt(self.appearance.words, look)
        style = palette["turn" if loud else "wait"]
        if loud and not look.answer:
            paint_question(canvas, y, line, style)
            canvas.put(2, y + 1, shortened(below, canvas.width - 4), palette["dim"])
        elif look.answer:
            answer = look.answer, palette["error" if look.bad else "next"]
            paint_answer(canvas, y, (line, style), answer, asks=loud)
        elif paint_foot(canvas, y, line, style):
            canvas.put(2, y + 1, shortened(below, canvas.width - 4), palette["dim"])
