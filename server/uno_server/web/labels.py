"""The words of the page's buttons and headings, which it gets with ``hello``.

A placeholder such as ``{card}`` is filled in by the page.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from uno_tui.bots import LEVELS, STAND_INS
from uno_tui.game.cards import Color
from uno_tui.i18n import Words, mark, mark_n, mark_p
from uno_tui.speech import color_name
from uno_tui.speech.status import level_name

_IN_CONTEXT: Final = {
    "you": mark_p("a row of the seats", "You"),
    "mark.team": mark_p("mark of a seat, at most 4 letters", "T{number}"),
    "mark.host": mark_p("mark of a seat, at most 4 letters", "host"),
    "mark.hard": mark_p("mark of a seat, at most 4 letters", "hard"),
    "mark.bot": mark_p("mark of a seat, at most 4 letters", "bot"),
    "mark.away": mark_p("mark of a seat, at most 4 letters", "away"),
    "mark.auto": mark_p("mark of a seat, at most 4 letters", "auto"),
    "teams.off": mark_p("value of an option", "no"),
    "sound": mark_p("a setting", "sound"),
    "smile": mark_p("a face or word sent to the table, for people who hear the page", "smile"),
    "laugh": mark_p("a face or word sent to the table, for people who hear the page", "laugh"),
    "surprise": mark_p("a face or word sent to the table, for people who hear the page", "surprise"),
    "sadness": mark_p("a face or word sent to the table, for people who hear the page", "sadness"),
    "well played": mark_p("a face or word sent to the table, for people who hear the page", "well played"),
    "puzzled": mark_p("a face or word sent to the table, for people who hear the page", "puzzled"),
    "menu": mark_p("a button that opens a list of commands", "menu"),
    "close": mark_p("a button that closes what lies over the table", "close"),
    "people": mark_p("a button that opens the list of who sits at the table", "players"),
    "come in": mark_p("a button after a name was typed", "come in"),
    "password": mark_p("the label of a field", "password"),
    "hand": mark_p("the cards that you hold, as a heading", "Your hand"),
    "table": mark_p("the middle of the table, with the piles, as a heading", "Table"),
    "tables": mark_p("a heading above the list of open tables", "tables"),
    "seat.you": mark_p("in a list of players", "you"),
    "now.you": mark_p("of the reader", "playing now"),
}
# Translators: a part of the description of a seat for people who hear the page: "1: you, host, 3 cards, 30 points".
_SEAT: Final = {
    "seat": mark("{number}: {text}"),
    "partner": mark("your partner"),
    "team": mark("team {number}"),
    "seat.host": mark("host"),
    "seat.away": mark("disconnected"),
    "seat.autopilot": mark("on autopilot"),
    "called": mark("called UNO"),
    "owes": mark("has not called UNO"),
    "now": mark("playing now"),
    "left": mark("left the match"),
}
# Translators: a part of the description of a seat for people who hear the page: "1: you, host, 3 cards, 30 points".
_COUNTS: Final = {"cards": mark_n("{count} card", "{count} cards"), "points": mark_n("{count} point", "{count} points")}
_SAMPLES: Final = {"zero": 0, "one": 1, "two": 2, "few": 3, "many": 7, "other": 11}
"""A count for each plural category of `Intl.PluralRules` in our languages; the page uses ``zero`` for 0 in all."""
# Translators: the daily deal, one game a day.
_DAILY: Final = {
    "daily": mark("Daily deal"),
    "daily.play": mark("Play it"),
    "daily.board": mark("Board of the day"),
    "daily.own": mark("Your tries"),
    "daily.none": mark("No finished tries yet."),
    "daily.listed": mark("The board has the first try of each person with an ssh key, begun here."),
    "daily.guest": mark("You are a guest, so your tries are not on the board."),
    "daily.copy": mark("Copy the line"),
    "daily.copied": mark("The line is copied."),
    "daily.record": mark("Record of the best try"),
    "daily.result": mark("Show the result"),
    "daily.lost": mark("Your try then ends without a result, and there is no other today."),
    "daily.alone": mark("daily deal, without hints"),
}
# Translators: a button or a heading of the page in a browser; a button has about 24 letters of room.
_PLAIN: Final = {
    # Actions with cards
    "play": mark("Play {card}"),
    "play uno": mark("Play {card} and call UNO"),
    "jump": mark("Jump in with {card}"),
    "jump uno": mark("Jump in with {card} and call UNO"),
    "double": mark("Play two {card} cards"),
    "draw": mark("Draw"),
    "keep": mark("Keep the card"),
    "take": mark("Take the penalty"),
    "challenge": mark("Challenge"),
    "uno": mark("Call UNO"),
    "arm": mark("UNO!"),
    "catch": mark("Catch {name}"),
    "deal": mark("Deal the next round"),
    "which color": mark("Choose a color."),
    "which player": mark("Choose a player."),
    "playable": mark("{card}, can be played"),
    "top": mark("Top card {card}, color {color}"),
    "top without color": mark("Top card {card}, no color yet"),
    "piles": mark("Draw pile {pile}, discard pile {discards}"),
    "clockwise": mark("clockwise"),
    "counterclockwise": mark("counterclockwise"),
    # Actions at a table
    "start": mark("Start the match."),
    "fills": mark("Bots take the free seats."),
    "rematch": mark("rematch"),
    "hurry": mark("hurry"),
    "hint": mark("hint"),
    "sit": mark("sit down"),
    "play again": mark("Play yourself again"),
    "autopilot": mark("autopilot"),
    "chat": mark("Chat"),
    "message": mark("Message"),
    "send": mark("send"),
    "reactions": mark("Short messages"),
    "hide all chat": mark("Hide all chat"),
    "mute": mark("mute"),
    "kick": mark("remove"),
    "kick?": mark("Remove {name}?"),
    "host": mark("change host"),
    "host?": mark("Make {name} the host?"),
    "make partner": mark("my partner"),
    "change rules": mark("change rules"),
    "rules": mark("Rules"),
    "invite": mark("invite"),
    "share": mark("Share the link"),
    "copied": mark("The link is copied."),
    "qr": mark("QR code of {address}"),
    "leave": mark("leave"),
    "leave?": mark("Leave the table?"),
    "leave.match": mark("The others play on, and you cannot return to this match."),
    "stay": mark("stay"),
    "back": mark("back"),
    # Parts of a table
    "table code": mark("table {code}"),
    "round": mark("round {number}"),
    "seats": mark("Seats"),
    "free": mark("free seat"),
    "log": mark("Log"),
    "score": mark("score"),
    "scores": mark("Scores"),
    "player": mark("player"),
    "left in hand": mark("left in hand"),
    # Settings
    "settings": mark("settings"),
    "theme": mark("theme"),
    "language": mark("language"),
    "motion": mark("motion"),
    "same as the system": mark("same as the system"),
    "other name": mark("Use another name"),
    # Coming in, and the lobby
    "your name": mark("Your name"),
    "lost": mark("The connection is lost. Trying again ..."),
    "again": mark("return"),
    "lobby": mark("lobby"),
    "quick": mark("quick play"),
    "code": mark("code"),
    "no code": mark("Continue without a code"),
    "join": mark("join"),
    "watch": mark("watch"),
    "no tables": mark("No tables are open."),
    "here now": mark("Here now"),
    "new": mark("new table"),
    "open": mark("open the table"),
    "preset": mark("Rules"),
    "bots": mark("Bots"),
    "level": mark("Bot strength"),
    "teams": mark("Teams"),
    "teams.pairs": mark("pairs sit opposite"),
    "teams.halves": mark("two teams"),
    "level.easy": mark("easy"),
    "level.medium": mark("medium"),
    "level.hard": mark("hard"),
    "level.expert": mark("expert"),
    "stage.waiting": mark("waiting"),
    "stage.playing": mark("playing"),
    "stage.over": mark("over"),
}


@lru_cache(maxsize=8)
def labels(language: str) -> Mapping[str, str]:
    """Return the labels in a language, by their keys in the page."""
    words = Words(language)
    found = {key: words(message) for key, message in (_PLAIN | _DAILY | _SEAT).items()}
    found["start"] = found["start"].rstrip(".")  # a sentence elsewhere, a button here
    found.update((key, words.p(*message)) for key, message in _IN_CONTEXT.items())
    found.update((f"color.{color.letter}", color_name(words, color)) for color in Color)
    found.update((f"bot.{level}", level_name(words, level)) for level in LEVELS)
    found.update(
        (f"bot.{level}.{plays_as}", level_name(words, level, plays_as)) for level, plays_as in STAND_INS.items()
    )
    for key, (one, many) in _COUNTS.items():
        counted = {name: words.n(one, many, sample, count="{count}") for name, sample in _SAMPLES.items()}
        found.update((f"{key}.{name}", text) for name, text in counted.items())
    return MappingProxyType(found)
