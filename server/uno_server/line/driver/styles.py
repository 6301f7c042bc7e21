"""One reading of the style sheets for all sessions."""

from functools import lru_cache
from typing import Any

from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values

MANY = 4096
"""Texts of style sheets that are remembered; the program has some dozens, in as many colors as there are themes."""


@lru_cache(64)
def _tokens(variables: frozenset[tuple[str, str]]) -> dict[str, Any]:
    return tokenize_values(dict(variables))


@lru_cache(MANY)
def _rules(
    css: str,
    read_from: Any,
    is_default_rules: bool,
    tie_breaker: int,
    scope: str,
    variables: frozenset[tuple[str, str]],
) -> tuple[RuleSet, ...]:
    """Read a style sheet; the rules are never changed, so all may have the same ones."""
    found = parse(
        scope,
        css,
        read_from,
        variable_tokens=_tokens(variables),
        is_default_rules=is_default_rules,
        tie_breaker=tie_breaker,
    )
    return tuple(found)


class SharedStylesheet(Stylesheet):
    """A style sheet that is read once for all sessions with the same colors, instead of once for each."""

    def __init__(self, like: Stylesheet) -> None:
        super().__init__()
        self.source = like.source
        self._require_parse = True
        self.set_variables(like._variables)  # noqa: SLF001 -- a copy of another one of these

    def set_variables(self, variables: dict[str, str]) -> None:
        """Go by those colors."""
        super().set_variables(variables)
        self._colors = frozenset(variables.items())

    def _parse_rules(
        self, css: str, read_from: Any, is_default_rules: bool = False, tie_breaker: int = 0, scope: str = ""
    ) -> list[RuleSet]:
        return list(_rules(css, read_from, is_default_rules, tie_breaker, scope, self._colors))
