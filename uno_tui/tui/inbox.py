"""The inbox of a screen: messages of a table or a lobby, until the screen shows them."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

M = TypeVar("M")


class Inbox(Generic[M]):
    """A queue of messages; a new view replaces an older view directly before it."""

    def __init__(self, view: type, notify: Callable[[], object]) -> None:
        """`view`: type of message that replaces an earlier one; `notify`: called when an empty queue fills."""
        self.view = view
        self.notify = notify
        self.messages: deque[M] = deque()

    def put(self, message: M) -> None:
        """Add a message without showing it, because the caller runs in the context of the sender."""
        waiting = bool(self.messages)
        if waiting and isinstance(message, self.view) and isinstance(self.messages[-1], self.view):
            self.messages.pop()
        self.messages.append(message)
        if not waiting:
            self.notify()

    def __bool__(self) -> bool:
        return bool(self.messages)

    def take(self) -> Iterator[M]:
        """Yield and remove the messages, oldest first, until the queue is empty."""
        while self.messages:
            yield self.messages.popleft()
