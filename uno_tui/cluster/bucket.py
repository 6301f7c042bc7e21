"""Values by key in the broker, changed only by revision: of two doors that change one at once, one starts again."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

import msgspec

from uno_tui.cluster.broker import Broker, BrokerGoneError
from uno_tui.i18n import Sentence
from uno_tui.table.process.log import Outcome, Stale, Stored

_Value = TypeVar("_Value")


class Held(NamedTuple, Generic[_Value]):
    """A value with its revision."""

    value: _Value | None
    """The stored value; None if the key has no value or the value was deleted."""
    revision: int
    """Revision to pass when the value is changed; 0 if the key has never been used."""


def hashed(*parts: str) -> str:
    """Return a key made from any text by hashing; keys cannot have colons, blanks or non-ASCII letters."""
    return sha256("\n".join(parts).encode()).hexdigest()


class Bucket(Generic[_Value]):
    """Stored values of one type, whose keys all begin with the bucket's name."""

    def __init__(
        self, broker: Broker, name: str, kind: type[_Value], *, bucket: str = "uno", deleted_seconds: int = 3600
    ) -> None:
        """`deleted_seconds`: how long the broker remembers that a key was deleted."""
        self._broker = broker
        self._stream = f"KV_{bucket}"
        self._prefix = f"$KV.{bucket}.{name}."
        self._news = f"uno.{'k' if bucket == 'uno' else 'kd'}.{name}."
        self._deleted_seconds = deleted_seconds
        self._decoder = msgspec.json.Decoder(kind)

    async def get(self, key: str) -> Held[_Value]:
        """Return a value and its revision; raise `BrokerGoneError` if the broker does not answer."""
        found = await self._broker.last(self._stream, self._prefix + key)
        if found is None:
            return Held(None, 0)
        return Held(None if found.deleted else self._decoder.decode(found.data), found.position)

    async def put(self, key: str, value: _Value, revision: int | None, seconds: int = 0) -> int | None:
        """Store a value if its revision is the given one; return the new revision, None if it is another by now.

        Without a revision the value is stored in any case; with `seconds` it is deleted by the broker after that time.

        Raises:
            BrokerGoneError: The broker has not answered; the value may be stored.
        """
        return await published(self._broker, self._prefix + key, msgspec.json.encode(value), revision, seconds=seconds)

    def send(self, key: str, value: _Value, done: Callable[[Outcome], None]) -> None:
        """Store a value whatever its revision, without waiting; `done` is called later with the outcome."""
        self._broker.append(self._prefix + key, msgspec.json.encode(value), done)

    async def delete(self, key: str, revision: int | None) -> bool:
        """Delete a value if its revision is the given one, or always for None; return whether the value was deleted."""
        subject, seconds = self._prefix + key, self._deleted_seconds
        return await published(self._broker, subject, b"", revision, deleted=True, seconds=seconds) is not None

    async def all(self) -> dict[str, Held[_Value]]:
        """Return all values by key."""
        found = {}
        for one in await self._broker.since(self._stream, f"{self._prefix}>", 0):
            key = one.subject.removeprefix(self._prefix)
            found[key] = Held(None if one.deleted else self._decoder.decode(one.data), one.position)
        return {key: held for key, held in found.items() if held.value is not None}

    async def follow(self, changed: Callable[[str, Held[_Value]], None]) -> None:
        """Call `changed` now with each existing value, and later with each changed value; None means deleted."""
        await self._broker.listen(
            f"{self._news}>",
            lambda news: changed(
                news.subject.removeprefix(self._news),
                Held(None if news.deleted else self._decoder.decode(news.data), news.position),
            ),
        )
        for key, held in (await self.all()).items():
            changed(key, held)


async def published(
    broker: Broker, subject: str, data: bytes, expected: int | None, *, deleted: bool = False, seconds: int = 0
) -> int | None:
    """Append a message and return its position; None if the subject's newest message is not the expected one.

    Raises:
        BrokerGoneError: The broker has not answered; the message may be stored.
    """
    answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def done(outcome: Outcome) -> None:
        if not answer.done():
            answer.set_result(outcome)

    broker.append(subject, data, done, expected=expected, deleted=deleted, seconds=seconds)
    outcome = await answer
    if isinstance(outcome, Stored):
        return outcome.position
    if isinstance(outcome, Stale):
        return None
    raise BrokerGoneError(Sentence("the broker has not confirmed a change"))
