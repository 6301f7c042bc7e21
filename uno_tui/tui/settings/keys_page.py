"""The page of keys: every command with its keys, which the person can change."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from uno_tui.local.own_keys import FIXED, OwnKeys, key_named, written
from uno_tui.local.settings import FILE
from uno_tui.tui.draw.appearance import Appearance
from uno_tui.tui.draw.canvas import Canvas
from uno_tui.tui.draw.canvas_widget import CanvasWidget
from uno_tui.tui.draw.prompt import paint_answer, paint_foot, paint_question
from uno_tui.tui.draw.text import cut, shortened
from uno_tui.tui.keyboard.labels import key_label
from uno_tui.tui.keyboard.layouts import latin_key
from uno_tui.tui.keyboard.names import cap_of
from uno_tui.tui.keyboard.screen import handles
from uno_tui.tui.menu.body_screen import RowScreen
from uno_tui.tui.settings.key_tables import SCREENS, conflict_sentence, keyboard_for, swapped
from uno_tui.tui.settings.keys import KEY_PAGE

PAGE: Final = 10
"""Rows that the page keys skip."""
CAPS: Final = 12
"""Width of the column with a command's keys, in cells."""


class KeyRow(NamedTuple):
    """A command and its keys."""

    command: str
    """The command's name in the settings."""
    keys: tuple[str, ...]
    """Labels of the command's keys."""
    meaning: str
    own: bool
    """Whether the person changed the command's keys."""
    title: str = ""
    """Name of the screen, if this row is the first one of that screen; else empty."""


class KeysLook(NamedTuple):
    """The content of the page of keys."""

    rows: tuple[KeyRow, ...]
    selected: int
    waiting: bool = False
    """Whether the next key becomes the key of the selected command."""
    answer: str = ""
    bad: bool = False
    offered: str = ""
    """Key of another command that the selected command gets in exchange for its own keys, if the person presses the
    key again; empty for none."""

    @property
    def row(self) -> KeyRow:
        """The selected row."""
        return self.rows[self.selected]


def key_rows(appearance: Appearance, own: OwnKeys) -> Iterator[KeyRow]:
    """Yield each command that can have other keys, once: below the first screen that has it."""
    seen = set()
    for screen, usual in SCREENS:
        table, title = appearance.keyboard.table(usual), appearance.words(screen)
        for one in table.commands:
            setting = table.setting(one.name)
            described = not one.hidden and (setting == one.name or setting not in table.names)
            if setting and setting not in seen and described:
                seen.add(setting)
                keys = [cap_of(key) for each in table.commands if each.name == one.name for key in each.keys]
                labels = dict.fromkeys(key_label(appearance, cap) for cap in (table.caps[one.name], *keys))
                yield KeyRow(setting, tuple(labels), appearance.words(one.help), bool(own.keys_of(setting)), title)
                title = ""


# Translators: the page of keys: its title, and what it asks or answers.
class KeysWidget(CanvasWidget[KeysLook]):
    """The list of commands and keys, and below the list a line about the selected command."""

    def paint(self, canvas: Canvas, look: KeysLook) -> None:
        """Draw the title, as many rows as fit around the selected one, and the foot."""
        words, palette = self.appearance.words, self.appearance.palette
        canvas.fill(0, 0, canvas.width, 1, palette["title"])
        canvas.put(2, 0, words("Keys"), palette["title"])
        lines: list[tuple[int, KeyRow | None]] = []
        for place, row in enumerate(look.rows):
            if row.title:
                lines.append((place, None))
            lines.append((place, row))
        room = canvas.height - 3
        at = lines.index((look.selected, look.row))
        first = max(min(at - room // 2, len(lines) - room), 0)
        for y, (place, shown) in enumerate(lines[first : first + room], 1):
            if shown is None:
                canvas.put(2, y, cut(look.rows[place].title, canvas.width - 3), palette["label"])
            else:
                self._row(canvas, y, place, shown, selected=place == look.selected)
        self._foot(canvas, look, canvas.height - 2)

    def _row(self, canvas: Canvas, y: int, place: int, row: KeyRow, *, selected: bool) -> None:
        palette = self.appearance.palette
        style = palette["turn"] if selected else palette.text
        canvas.fill(0, y, canvas.width, 1, style)
        if selected:
            canvas.cursor = 2, y
            canvas.put(0, y, self.appearance.glyphs.turn, style)
        x = 2
        for label in row.keys:
            if x + cell_len(label) + 2 > CAPS + 2:
                break
            x = canvas.put(x, y, f" {label} ", palette["key"]) + 1
        canvas.put(CAPS + 3, y, "*" if row.own else " ", style)
        canvas.put(CAPS + 5, y, shortened(row.meaning, canvas.width - CAPS - 6), style)
        self.target((0, y, canvas.width, 1), "pick", place)

    def _foot(self, canvas: Canvas, look: KeysLook, y: int) -> None:
        words, palette = self.appearance.words, self.appearance.palette
        line = words("In {file}: {name}", file=FILE, name=look.row.command)
        if look.row.own:
            line = f"{line}. {words('You changed it.')}"
        if look.waiting:
            asked = words("Press the new key, or Esc to change nothing: {meaning}", meaning=look.row.meaning)
            if look.answer:
                paint_answer(canvas, y, (asked, palette["turn"]), (look.answer, palette["error"]), asks=True)
            else:
                paint_question(canvas, y, asked, palette["turn"])
        elif look.answer:
            answer = look.answer, palette["error" if look.bad else "next"]
            paint_answer(canvas, y, (line, palette["wait"]), answer, whole=look.bad)
        else:
            paint_foot(canvas, y, line, palette["wait"])


ApplyKeys = Callable[[OwnKeys], tuple[Appearance, str]]
"""Takes over changed keys; returns the new appearance, and an error text if they could not be saved."""


# Translators: the page of keys: its title, and what it asks or answers.
class KeysScreen(RowScreen[None]):
    """A screen to change the keys of commands; each change is applied at once."""

    KEYS = KEY_PAGE
    WHEEL = ("up", "down")
    scene: KeysLook

    def __init__(self, appearance: Appearance, own: OwnKeys, apply: ApplyKeys) -> None:
        super().__init__(appearance, KeysWidget(appearance, "tuning"))
        self.own, self.apply = keyboard_for(own)[0].own, apply
        self.scene = KeysLook(tuple(key_rows(appearance, self.own)), 0)

    def say(self, text: str, *, bad: bool = True) -> None:
        """Show a message to the person below the list."""
        self.scene = self.scene._replace(waiting=False, answer=text, bad=bad, offered="")
        self.show()

    def select(self, place: int) -> None:
        """Select a row by its index, wrapping around at both ends."""
        self.scene = self.scene._replace(selected=place % len(self.scene.rows), waiting=False, offered="")

    def run(self, name: str, number: int | None = None) -> None:
        """Run a command, then redraw the screen."""
        self.scene = self.scene._replace(answer="", bad=False)
        super().run(name, number)

    def action_press(self, key: str) -> Any:
        """Give a pressed key to the selected command if the person was asked for a key; else run the key's command."""
        if not self.on_top or not self.scene.waiting:
            return super().action_press(key)
        return self.take_key(latin_key(key))

    def take_key(self, key: str) -> None:
        """Give a key to the selected command as its only one, if that is possible; otherwise show why not."""
        words = self.appearance.words
        if key == "escape":
            self.run("cancel")
        elif key in FIXED:
            label = key_label(self.appearance, cap_of(key))
            self.say(words("{key} always does the same thing. Choose another key.", key=label))
        elif key_named(written(key)) != key:
            self.say(words("That key cannot be chosen. Choose a letter or a sign, for example."))
        else:
            self._give(key)

    def _give(self, key: str) -> None:
        """Give the selected command a key; if another command has it, offer to swap the keys of both."""
        words, row = self.appearance.words, self.scene.row
        own = self.own.with_keys(row.command, key)
        conflict = next(iter(keyboard_for(own)[1]), None)
        exchanged = None if conflict is None else swapped(self.own, row.command, conflict)
        if conflict is None or (exchanged is not None and self.scene.offered == key):
            label = key_label(self.appearance, cap_of(key))
            self.change(exchanged or own, words("{key}: {meaning}", key=label, meaning=row.meaning))
        elif exchanged is None:
            advice = words("Choose another key, or change that one first.")
            self.say(conflict_sentence(self.appearance, conflict, advice))
        else:
            self.say(conflict_sentence(self.appearance, conflict, words("Press it again to swap the keys.")))
            self.scene = self.scene._replace(waiting=True, offered=key)
            self.show()

    def change(self, own: OwnKeys, answer: str) -> None:
        """Apply the person's own keys, and redraw the page with them."""
        self.own = own
        appearance, complaint = self.apply(own)
        self.restyle(appearance)
        self.scene = self.scene._replace(rows=tuple(key_rows(appearance, own)))
        self.say(complaint or answer, bad=bool(complaint))

    @handles("change")
    def ask_key(self) -> None:
        """Ask for the selected command's new key."""
        self.scene = self.scene._replace(waiting=True)

    @handles("cancel")
    def cancel(self) -> None:
        """Change no key after all."""
        self.say("", bad=False)

    @handles("reset")
    def reset(self) -> None:
        """Give the selected command its usual keys again, unless another command has them."""
        words, own = self.appearance.words, self.own.without(self.scene.row.command)
        conflict = next(iter(keyboard_for(own)[1]), None)
        if conflict is not None:
            holder = next(row.meaning for row in self.scene.rows if row.command == conflict.command)
            self.say(conflict_sentence(self.appearance, conflict, words("Change that one first."), holder))
        else:
            self.change(own, words("The command has its usual key."))

    @handles("reset_all")
    def reset_all(self) -> None:
        """Give all commands their usual keys again."""
        self.change(OwnKeys(), self.appearance.words("All commands have their usual keys."))

    @handles("pick")
    def pick(self, number: int) -> None:
        """Select the clicked row, or ask for its new key if it is already selected."""
        again = number == self.scene.selected
        self.select(number)
        if again:
            self.ask_key()

    @handles("page_up")
    def select_page_up(self) -> None:
        """Go up by several rows, at most to the first."""
        self.select(max(self.scene.selected - PAGE, 0))

    @handles("page_down")
    def select_page_down(self) -> None:
        """Go down by several rows, at most to the last."""
        self.select(min(self.scene.selected + PAGE, len(self.scene.rows) - 1))

    @handles("leave")
    def leave(self) -> None:
        """Close the page."""
        self.dismiss()
