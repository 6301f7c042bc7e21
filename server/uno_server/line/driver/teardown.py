"""The end of apps and of their nodes: reference cycles are broken, so that memory is freed without a collection.

An app and its widgets refer to each other, so reference counting alone frees none of them. Thousands of objects would
wait for a full collection, which pauses every session while it visits the widgets of all of them. A page that a person
opens and closes leaves a thousand objects, in cycles of its own.
"""

from collections.abc import Iterable
from typing import Any, Final

from textual._styles_cache import StylesCache
from textual.app import App
from textual.cache import LRUCache
from textual.dom import DOMNode
from textual.signal import Signal
from textual.widget import Widget

DELAY: Final = 1.0
"""Seconds after the end of an app or a node until its references are broken; by then its last callbacks have run."""
_ENDED: Final = {"_running": False, "_closing": True, "_closed": True, "_task": None, "_parent": None}
"""Attributes that a node or app keeps after its references are broken, so that it still refuses messages."""


def nodes_below(widget: Widget) -> list[DOMNode]:
    """Return a widget with its descendants, scroll bars, and the helper nodes that Textual keeps for its parts."""
    inside: list[DOMNode] = []
    for node in widget.walk_children(Widget, with_self=True):
        for one in (node, *node._get_virtual_dom()):  # noqa: SLF001 -- the scroll bars, which are no children
            inside += [one, *component_nodes(one)]
    return inside


def component_nodes(node: DOMNode) -> list[DOMNode]:
    """Return the helper nodes that Textual keeps for parts of a widget, such as an input's cursor."""
    return [one.node for one in node._component_styles.values() if one.node is not None]  # noqa: SLF001 -- no other way


def has_ended(nodes: Iterable[DOMNode]) -> bool:
    """Return whether the message loops of all these nodes have ended."""
    return all(vars(node).get("_task") is None for node in nodes)


def unsubscribe(nodes: Iterable[DOMNode], owners: Iterable[DOMNode]) -> None:
    """Unsubscribe nodes from the signals of other nodes, whose callbacks would keep them in memory."""
    signals = [value for owner in owners for value in vars(owner).values() if isinstance(value, Signal)]
    for node in nodes:
        for signal in signals:
            signal.unsubscribe(node)


def empty_nodes(nodes: Iterable[DOMNode]) -> None:
    """Empty ended nodes; afterwards they only refuse messages.

    Every attribute is removed, not only those known to form cycles: a cycle that a new version of Textual adds would
    keep the whole screen in memory, since one reference to any widget reaches all the others.
    """
    for node in nodes:
        _empty(vars(node))
        vars(node).update(_ENDED)


def break_references(app: App[Any], nodes: Iterable[DOMNode]) -> None:
    """Break all references in an ended app and its nodes, so that memory is freed; they cannot be used afterwards."""
    empty_nodes(nodes)
    _empty(vars(app.animator))
    _empty(vars(app))
    vars(app).update(_ENDED)


def _empty(values: dict[str, Any]) -> None:
    for styles in values.get("_component_styles", {}).values():
        _empty(vars(styles.node))  # a node for a part of a widget; it refers to the widget
    for value in values.values():
        if isinstance(value, LRUCache):
            for link in value._cache.values():  # noqa: SLF001 -- a ring of lists, which `clear` leaves as it is
                link.clear()
        elif isinstance(value, StylesCache):
            value.clear()  # Textual keeps the last 1024 of them as keys of another cache
    values.clear()
