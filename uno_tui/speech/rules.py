"""Why rules, or a table's options, cannot be."""

from uno_tui.game.errors import RulesError
from uno_tui.i18n import Words
from uno_tui.table.options import EntryError


def rules_error_sentence(words: Words, error: RulesError) -> str:
    """What a `RulesError` says, in the words' language."""
    hint = words(" (did you mean {near}?)", near=error.near) if error.near else ""
    return words(error.message, **{**error.named, "hint": hint})


def entry_error_detail(words: Words, error: EntryError) -> str:
    """What the lobby's error is about: a code, or why a table cannot be opened like that."""
    cause = error.__cause__
    return rules_error_sentence(words, cause) if isinstance(cause, RulesError) else error.detail
