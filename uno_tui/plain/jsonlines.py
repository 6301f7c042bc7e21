"""A table for programs: one JSON value per line in both directions.

`JsonSession` is used like `PlainSession`: lines in by `feed`, lines out by `write`. The lines written are the messages
of `uno_tui.json_protocol` with three differences. A view's log has only the entries that were not sent before. A view
has no history, because the log entries add up to it. Views, seats, log entries and answers have a ``text`` in the
session's language, and cards are named. The fields are those of the dataclasses in `uno_tui.table.protocol` and
`uno_tui.game.view`; a seat's legal actions are `PlayerView.legal`.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from uno_tui import __version__, json_protocol
from uno_tui.i18n import Words
from uno_tui.lobby.relay import ConnectTable
from uno_tui.plain.json_texts import JsonTexts, message_schemas, rules_explained
from uno_tui.plain.lean import lean_form
from uno_tui.plain.session import TableSession
from uno_tui.speech import Speaker, entry_error_sentence
from uno_tui.table.options import EntryError, User
from uno_tui.table.protocol import Closed, Ending, Message, TableView

VIEW_PRICE: Final = 2
"""Cost of a request for the whole view, in ordinary lines, for the rate limit."""
MAX_LINE: Final = 4000
"""Maximum length of a line from a program, in characters."""


def protocol_schema() -> dict[str, Any]:
    """Return the JSON Schema of the protocol's lines, as ``message`` and ``request`` in ``$defs``."""
    requests = json_protocol.request_schemas()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"uno-tui JSON lines, version {json_protocol.VERSION}",
        "$defs": {"message": {"oneOf": message_schemas()}, "request": {"oneOf": list(requests.values())}},
    }


def hello_line(user: User, language: str = "en", labels: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the first line: protocol version, program, the person's name, and the language with its labels."""
    hello = json_protocol.Hello(
        json_protocol.VERSION, f"uno-tui {__version__}", user.name, user.guest, language, labels
    )
    return json_protocol.encode(hello, 0).decode()


def error_line(kind: str, text: str) -> str:
    """Return a line that reports an error of the given kind."""
    return _dumps({"type": "error", "error": kind, "text": text})


def entry_error_line(words: Words, error: EntryError) -> str:
    """Return a line that reports an error of the lobby; `codes`: codes of tables that the program may have meant."""
    text = entry_error_sentence(words, error)
    values = {"type": "error", "error": error.problem.value, "text": text}
    return _dumps({**values, "codes": list(error.codes)} if error.codes else values)


def ending_line(words: Words, ending: Ending, *, seated: bool = False) -> str:
    """Return a line that reports why the session ended, if the table does not report it; see `Speaker.ending`."""
    text = Speaker(words, ()).ending(ending, seated=seated)
    return _dumps({**json_protocol.write_message(Closed(ending), 0), "text": text})


class JsonSession(TableSession):
    """A program's session at a table."""

    waits = True
    """Always True: a program's lines are read immediately."""

    def __init__(
        self,
        connect: ConnectTable,
        words: Words,
        write: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        lean: bool = False,
    ) -> None:
        """Begin the session; with `lean`, messages have the short form of `uno_tui.plain.lean`."""
        super().__init__(words, clock)
        self._write = write
        self._lean = lean
        self._texts = JsonTexts(words, of_seats=not lean)
        self._sent = (0, 0)
        self._view: TableView | None = None
        self._handle = connect(self._hear)
        if self._view is None:
            self._hear(self._handle.view)

    @property
    def is_once(self) -> bool:
        """Return whether the match is a try at the daily deal."""
        return self._view is not None and self._view.once

    def feed(self, line: str) -> None:
        """Carry out a request; answer an invalid line with an error line."""
        self.price = 1
        if self.done or not line.strip():
            return
        if len(line) > MAX_LINE:
            self._write(error_line("malformed", f"a line has at most {MAX_LINE} letters"))
            return
        try:
            request = json_protocol.read_request(line)
        except json_protocol.WireError as error:
            self._write(error_line("malformed", str(error)))
            return
        if isinstance(request, json_protocol.Look):
            self.price = VIEW_PRICE
            self._sent = (0, 0)
            self._texts.forget()
            self._hear(self._handle.view, again=True)
        elif isinstance(request, json_protocol.Explain):
            self._write(_dumps(rules_explained(self._words, self._handle.view)))
        elif isinstance(request, json_protocol.Act) and request.version is None and self._view is not None:
            self._handle.act(request.value, self._view.version, request.request)
        else:
            request.ask(self._handle)

    def _hear(self, message: Message, again: bool = False) -> None:
        """Receive a message from the table and write it. An unchanged view is written only if `again`."""
        if self.done:
            return
        if isinstance(message, TableView):
            if not again and self._view is not None and _same(message, self._view):
                return
            self._view = message
            game = message.game and replace(message.game, history=())
            news = tuple(entry for entry in message.log if entry.place > self._sent)
            self._sent = max((entry.place for entry in news), default=self._sent)
            message = replace(message, game=game, log=news)
        elif isinstance(message, Closed):
            self.done, self.ending = True, message.reason
        written = self._texts.written(message, self._view, self._clock())
        self._write(_dumps(lean_form(written) if self._lean else written))


def _dumps(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _same(one: TableView, other: TableView) -> bool:
    """Return whether two views are equal except for the remaining time."""
    return replace(one, deadline=None) == replace(other, deadline=None)
