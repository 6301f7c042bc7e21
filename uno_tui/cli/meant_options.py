"""The option that a person may mean by a word without one: ``--level expert`` for ``expert``."""

import ipaddress
from collections.abc import Iterator

import click

from uno_tui.bots import LEVELS, current_level
from uno_tui.game.options import near
from uno_tui.game.rules import OPTIONS, PRESETS
from uno_tui.i18n import LANGUAGES
from uno_tui.local.theme_files import available
from uno_tui.names import is_table_code


def meant_option(command: click.Command, word: str) -> str:
    """Return the option, with the word as its value, that a command would accept; empty if there is none."""
    options = {name: one for one in command.params if isinstance(one, click.Option) for name in one.opts}
    flag = f"--{word.casefold()}"
    if flag in options and options[flag].is_flag:
        return flag
    if word.isdecimal():
        counts = (name for name in ("--players", "--bots", "--games", "--port") if name in options)
        return next((f"{name} {word}" for name in counts if _is_in_range(options[name], int(word[:9]))), "")
    fitting = (
        (name, value)
        for name, value in _values(word)
        if name in options and not isinstance(options[name].type, click.IntRange)
    )
    return next((f"{name} {value}" for name, value in fitting), "")


def _is_in_range(option: click.Option, number: int) -> bool:
    kind = option.type
    if not isinstance(kind, click.IntRange):
        return False
    return (kind.min is None or kind.min <= number) and (kind.max is None or number <= kind.max)


def _values(word: str) -> Iterator[tuple[str, str]]:
    """Yield the options that a word may be the value of, the likeliest first, each with the value to type."""
    plain = word.casefold()
    for known in (plain, near(plain, (*LEVELS, *PRESETS))):
        level = current_level(known)
        if level in LEVELS:
            yield "--level", level
            yield "--bots", level
        if known in PRESETS:
            yield "--preset", known
        if known in LANGUAGES:
            yield "--lang", known
        if known in available():
            yield "--theme", known
    if plain.partition("=")[0] in OPTIONS:
        yield "--set", word
    if _is_address(word):
        yield "--listen", word
    if is_table_code(word):
        yield "--room", word


def _is_address(word: str) -> bool:
    try:
        ipaddress.ip_address(word)
    except ValueError:
        return False
    return True
