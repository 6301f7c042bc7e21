"""The lobby's messages as JSON lines for a page."""

import json
from typing import Any

from uno_tui import json_protocol
from uno_tui.game.rules import PRESETS
from uno_tui.i18n import Words
from uno_tui.lobby.protocol import LobbyMessage, LobbyView
from uno_tui.speech import Speaker
from uno_tui.table.options import TableInfo
from uno_tui.table.protocol import Notice


def lobby_line(words: Words, message: LobbyMessage, daily: str | None = None) -> str:
    """Return a message of the lobby as a line; `message` is a view, a notice or the end of the visit.

    `daily` is a sentence about the daily deal, None if no deal is offered.
    """
    speaker = Speaker(words, ())
    if not isinstance(message, LobbyView):
        text = speaker.notice(message) if isinstance(message, Notice) else speaker.ending(message)
        return _dumps({**json_protocol.write_message(message, 0), "text": text})
    talk = [{"number": entry.number, "text": speaker.log(entry)} for entry in message.talk]
    people = [{"name": one.name, "guest": one.guest, "table": one.table} for one in message.people]
    return _dumps({
        "type": "lobby", "tables": list(map(_table, message.tables)), "people": people, "talk": talk,
        "presets": list(PRESETS), "levels": list(message.levels), "seats": message.defaults.seats,
        "daily": daily,
    })  # fmt: skip  # one object


def _table(info: TableInfo) -> dict[str, Any]:
    return {
        "code": info.code, "host": info.host, "stage": info.stage.value, "rules": info.rules.text,
        "seats": info.seats, "people": info.people, "bots": info.bots, "watchers": info.watchers,
        "free": info.free, "may_watch": info.may_watch,
    }  # fmt: skip  # one object


def _dumps(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
