"""Style sheets, parsed once for all sessions."""

from functools import lru_cache
from typing import Any

from textual.css.model import RuleSet
from textual.css.parse import parse
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values
from textual.dom import DOMNode
from textual.screen import Screen

from uno_server.line.driver import teardown

CACHE_SIZE = 4096
"""Number of parsed style sheets in the cache; the program has a few dozen, each once per theme."""


@lru_cache(64)
def _tokens(variables: frozenset[tuple[str, str]]) -> dict[str, Any]:
    return tokenize_values(dict(variables))


@lru_cache(CACHE_SIZE)
def _rules(
    css: str,
    read_from: Any,
    is_default_rules: bool,
    tie_breaker: int,
    scope: str,
    variables: frozenset[tuple[str, str]],
) -> tuple[RuleSet, ...]:
    """Return the parsed rules of a style sheet; sessions share them, because they never change."""
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
    """A style sheet whose rules are shared by all sessions with the same colors."""

    def __init__(self, like: Stylesheet) -> None:
        super().__init__()
        self._cached: tuple[list[RuleSet], dict[tuple[Any, ...], RulesMap]] = [], {}
        self.source = like.source
        self._require_parse = True
        self.set_variables(like._variables)  # noqa: SLF001 -- a copy of a sheet

    @property
    def _of_screens(self) -> dict[tuple[Any, ...], RulesMap]:
        """Cache of the rules that apply to screens; their parent is always the app."""
        if self._cached[0] is not self.rules:  # the sheets were parsed again
            self._cached = self.rules, {}
        return self._cached[1]

    def apply(
        self, node: DOMNode, *, animate: bool = False, cache: dict[tuple[Any, ...], RulesMap] | None = None
    ) -> None:
        """Apply the rules to a node."""
        super().apply(node, animate=animate, cache=self._of_screens if isinstance(node, Screen) else cache)

    @classmethod
    def replace_rules(cls, node: DOMNode, rules: RulesMap, animate: bool = False) -> None:
        """Replace a node's rules. A new node has none, so nothing is compared, animated or drawn again."""
        base = node.styles.base
        if base.get_rules():
            super().replace_rules(node, rules, animate)
        else:
            base.merge_rules(rules)
            node.notify_style_update()

    def set_variables(self, variables: dict[str, str]) -> None:
        """Replace the colors."""
        super().set_variables(variables)
        self._colors = frozenset(variables.items())

    def _parse_rules(
        self, css: str, read_from: Any, is_default_rules: bool = False, tie_breaker: int = 0, scope: str = ""
    ) -> list[RuleSet]:
        return list(_rules(css, read_from, is_default_rules, tie_breaker, scope, self._colors))

    def _process_component_classes(self, node: DOMNode) -> None:
        replaced = teardown.component_nodes(node)  # each holds the widget; Textual drops them as they are
        if not node._pruning:  # noqa: SLF001 -- a widget on its way out would leave its new nodes behind
            super()._process_component_classes(node)
            teardown.empty_nodes(replaced)
