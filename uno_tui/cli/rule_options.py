"""`uno rules --options`: every option of the rules with its values, its default and its meaning."""

from typing import Any, Final

from uno_tui.game.options import Option
from uno_tui.game.rules import MAPPING, OPTIONS, Rules
from uno_tui.i18n import Words
from uno_tui.tui.form.text import meaning, said

COMMAND: Final = "uno rules --options"
"""Name of the command that error messages about ``--set`` recommend for a list of all options."""


def options_text(rules: Rules, words: Words) -> str:
    """Return a paragraph for each option: its value in these rules, its meaning, and its possible values."""
    blocks = []
    for option in OPTIONS.values():
        now, default = option.text(getattr(rules, option.name)), option.text(option.default)
        changed = "" if now == default else f"  [{words('default: {value}', value=default)}]"
        lines = [f"{option.name}={now}{changed}", f"    {_about(option, words)}"]
        if option.is_range:
            low, high = option.values
            lines.append("    " + words("a number from {low} to {high}", low=low, high=high))
        else:
            width = max(len(option.text(value)) for value in option.values)
            lines += [f"    {option.text(value):{width}}  {said(words, option.name, value)}" for value in option.values]
        blocks.append("\n".join(lines))
    head = words("Options of the rules, as --set takes them, with their values in: {rules}", rules=rules.text)
    return "\n\n".join([head, *blocks])


def options_json(rules: Rules, words: Words) -> dict[str, Any]:
    """Return the rule options as JSON values, with all values as text in the form that ``--set`` accepts."""
    return {
        "rules": rules.text,
        "options": [
            {
                "name": option.name,
                "values": [option.text(value) for value in option.values],
                "range": option.is_range,
                "default": option.text(option.default),
                "value": option.text(getattr(rules, option.name)),
                "meaning": _about(option, words),
                "values_mean": {}
                if option.is_range
                else {option.text(value): said(words, option.name, value) for value in option.values},
            }
            for option in OPTIONS.values()
        ],
    }


def _about(option: Option, words: Words) -> str:
    about = meaning(words, option.name)
    return about + " " + words("Only with deck=regular.") if option.name in MAPPING else about
