"""What is left of a session, taken apart.

An app and its widgets refer to each other all around, so when a session ends nothing of it goes by itself: thousands of
objects wait for a full collection, which stops everybody while it looks at everybody's screens. Cutting the references
between them lets all of it go at once, at the cost of one session.
"""

from collections.abc import Iterable
from typing import Any

from textual.app import App
from textual.cache import LRUCache
from textual.dom import DOMNode

GRACE = 1.0
"""Seconds after which nobody has anything more to do with an app that has ended."""


def dissolve(app: App[Any], nodes: Iterable[DOMNode]) -> None:
    """Take an ended app and its nodes apart; none of them can be used any more."""
    facts: list[dict[str, Any]] = [vars(node) for node in nodes]
    facts += [vars(app), vars(app.animator)]
    for fact in list(facts):
        for styles in fact.get("_component_styles", {}).values():
            facts.append(vars(styles.node))  # a node that stands for a part of a widget, and has its parent
        for value in fact.values():
            if isinstance(value, LRUCache):
                value.clear()  # it holds itself together in a ring
    for fact in facts:
        fact.clear()
