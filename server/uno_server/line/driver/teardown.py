"""The end of an app: its reference cycles are broken, so that it is freed without a garbage collection.

An app and its widgets refer to each other, so reference counting alone frees none of them. Thousands of objects would
wait for a full collection, which pauses every session while it visits the widgets of all of them.
"""

from collections.abc import Iterable
from typing import Any

from textual.app import App
from textual.cache import LRUCache
from textual.dom import DOMNode

DELAY = 1.0
"""Seconds after the end of an app until its references are broken; by then its last callbacks have run."""


def break_references(app: App[Any], nodes: Iterable[DOMNode]) -> None:
    """Empty an ended app and its nodes; none of them can be used afterwards.

    Every attribute is removed, not only those known to form cycles: a cycle that a new version of Textual adds would
    keep the whole session in memory, since one reference to any widget reaches all the others.
    """
    attributes: list[dict[str, Any]] = [vars(node) for node in nodes]
    attributes += [vars(app), vars(app.animator)]
    for values in list(attributes):
        for styles in values.get("_component_styles", {}).values():
            attributes.append(vars(styles.node))  # a node for a part of a widget; it refers to the widget
        for value in values.values():
            if isinstance(value, LRUCache):
                value.clear()  # its entries are a ring of lists, a cycle without any widget
    for values in attributes:
        values.clear()
