"""Keys of one's own: which commands can have other keys, and how a key is written in the settings."""

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from uno_tui.game.options import near
from uno_tui.i18n import Sentence, mark
from uno_tui.local.toml_values import WrongValueError, hint

_COMMANDS: Final = """
    autopilot blue catch challenge chat deal double draw green help hint host hurry invitation jump keep kick leave left
    lessons log mute options partner play red rematch right rules settings sit sort start take theme type uno yellow
    code daily join new people quick results talk watch
    down first last page_down page_up up
    backward faster forward goto last_round next_round open page_back page_forward pause round_end slower view
    address start_continue start_daily start_host start_join start_options start_play start_replay start_statistics
"""
COMMANDS: Final = frozenset(_COMMANDS.split())
"""Names of the commands whose keys a person can change, as in the key tables of the screens."""

_NAMED: Final = {
    "space": "Space", "enter": "Enter", "tab": "Tab", "backspace": "Backspace", "insert": "Insert", "delete": "Delete",
    **{f"f{number}": f"F{number}" for number in range(2, 13)},
    **{f"ctrl+{letter}": f"Ctrl-{letter.upper()}" for letter in "abdefgklnoprstuvwxy"},
}  # fmt: skip  # a table
"""The name in the settings of each key that types no character, by Textual's name. Other Ctrl keys cannot be chosen."""
_SIGNS: Final = {
    "!": "exclamation_mark", '"': "quotation_mark", "#": "number_sign", "$": "dollar_sign", "%": "percent_sign",
    "&": "ampersand", "'": "apostrophe", "(": "left_parenthesis", ")": "right_parenthesis", "*": "asterisk",
    "+": "plus", ",": "comma", "-": "minus", ".": "full_stop", "/": "slash", ":": "colon", ";": "semicolon",
    "<": "less_than_sign", "=": "equals_sign", ">": "greater_than_sign", "?": "question_mark", "@": "at",
    "[": "left_square_bracket", "\\": "backslash", "]": "right_square_bracket", "^": "circumflex_accent",
    "_": "underscore", "`": "grave_accent", "{": "left_curly_bracket", "|": "vertical_line",
    "}": "right_curly_bracket", "~": "tilde",
}  # fmt: skip  # a table
"""Textual's name of each key that types a symbol, by that symbol."""
_WRITTEN: Final = {**_NAMED, **{name: sign for sign, name in _SIGNS.items()}}
_KEYS: Final = {text.lower(): name for name, text in _NAMED.items()} | _SIGNS | {"bksp": "backspace"}

FIXED: Final = frozenset(
    ("escape", "f1", "ctrl+c", "ctrl+q", "ctrl+z", "up", "down", "left", "right", "home", "end", "pageup", "pagedown",
     *string.digits)
)  # fmt: skip  # a list
"""Keys that cannot be assigned: they always mean the same, so nobody can lose Esc, Ctrl-C or the arrow keys."""
MOST: Final = 4
"""Maximum number of keys for one command."""


def key_named(text: str) -> str | None:
    """Return Textual's name of a key that can be chosen; None if there is none.

    >>> key_named("D"), key_named("/"), key_named("ctrl+x"), key_named("PageUp"), key_named("é")
    ('D', 'slash', 'ctrl+x', None, 'é')
    """
    if len(text) == 1 and text.isalpha():
        return text
    return _KEYS.get(text.lower().replace("ctrl+", "ctrl-"))


def written(key: str) -> str:
    """Return how a key is written in the settings, by Textual's name; an unknown one stays as it is.

    >>> written("slash"), written("space"), written("ctrl+x"), written("d")
    ('/', 'Space', 'Ctrl-X', 'd')
    """
    return _WRITTEN.get(key, key)


@dataclass(frozen=True, slots=True)
class OwnKeys:
    """The keys that a person has changed: sorted pairs (command, Textual's names of its keys)."""

    chosen: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> Self:
        """Return the keys that settings name: for each command one, or several separated by spaces.

        Raises:
            WrongValueError: A command or a key is unknown; its key is ``keys``, then the command.
        """
        return cls(tuple(sorted((command, _keys_of(command, text)) for command, text in settings.items())))

    @property
    def settings(self) -> dict[str, str]:
        """The changed keys by command, as the settings file writes them."""
        return {command: " ".join(map(written, keys)) for command, keys in self.chosen}

    def keys_of(self, command: str) -> tuple[str, ...]:
        """Return the keys that the person chose for a command; empty if the command has its default keys."""
        return next((keys for name, keys in self.chosen if name == command), ())

    def with_keys(self, command: str, *keys: str) -> Self:
        """Return these choices with new keys for a command; without keys, the command gets its default keys again."""
        others = {name: found for name, found in self.chosen if name != command}
        return type(self)(tuple(sorted((others | ({command: keys} if keys else {})).items())))

    def without(self, *commands: str) -> Self:
        """Return these choices with the given commands back at their default keys."""
        return type(self)(tuple(one for one in self.chosen if one[0] not in commands))


NO_KEYS: Final = OwnKeys()
"""The choices of a person who has not changed any keys."""


# Translators: what is wrong with a key that the person chose for a command.
_FIXED_KEY: Final = mark(
    "{word} always has the same meaning; choose a letter, a sign, Space, Enter, Tab, Backspace, Insert, Delete, "
    "F2 to F12, or Ctrl and a letter"
)
# Translators: what is wrong with a key that the person chose for a command.
_NO_KEY: Final = mark(
    "{word} is not a key that can be chosen; choose a letter, a sign, Space, Enter, Tab, Backspace, Insert, Delete, "
    "F2 to F12, or Ctrl and a letter"
)


# Translators: what is wrong with a key that the person chose; {hint} asks which command was meant.
def _keys_of(command: str, text: object) -> tuple[str, ...]:
    if command not in COMMANDS:
        meant, known = near(command, sorted(COMMANDS)), ", ".join(sorted(COMMANDS))
        reason = Sentence("unknown command{hint}", hint=hint(meant)) if meant else Sentence(
            "unknown command; choose from {known}", known=known)  # fmt: skip  # one thought
        raise WrongValueError(reason, "keys", command[:40])
    parts = text.split() if isinstance(text, str) else ()
    if not 1 <= len(parts) <= MOST:
        reason = Sentence('expected a key in quotes, such as "v", or up to {most} separated by spaces', most=MOST)
        raise WrongValueError(reason, "keys", command)
    return tuple(dict.fromkeys(_key_of(command, part) for part in parts))


def _key_of(command: str, part: str) -> str:
    key = key_named(part)
    if key is None:
        fixed = part.lower().replace("ctrl-", "ctrl+") in FIXED or part.lower() in _FIXED_TOO
        reason = _FIXED_KEY if fixed else _NO_KEY
        raise WrongValueError(Sentence(reason, word=repr(part[:20])), "keys", command)
    return key


_FIXED_TOO: Final = frozenset(("esc", "pgup", "pgdn", "←", "→", "↑", "↓"))
"""Other spellings of keys in `FIXED`."""
