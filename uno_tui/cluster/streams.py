"""The streams of a cluster: made when they are missing, refused if they are not what the program relies on."""

import asyncio
import logging
from typing import Final

import msgspec

from uno_tui.cluster.broker import BrokerError, BrokerGoneError
from uno_tui.cluster.nats.broker import ApiError, NatsBroker
from uno_tui.i18n import Sentence

logger = logging.getLogger(__name__)

SHARDS: Final = 8
"""Number of streams (shards) that tables are divided among; it can never change in a cluster."""
RESULTS: Final = "UNO_R"
VALUES: Final = "KV_uno"
DOORS: Final = "KV_uno-doors"

_JOURNAL_BYTES: Final = 2 << 30
_RESULT_BYTES: Final = 8 << 30
_VALUE_BYTES: Final = 4 << 30
_DOOR_BYTES: Final = 16 << 20
_NOT_FOUND: Final = 10059
_TOO_FEW: Final = (10074, 10005, 10023)
"""Broker error codes for a stream that asks for more copies than there are brokers."""
_PATIENCE_SECONDS: Final = 30.0
"""Seconds to wait until brokers that start at the same time have found each other."""


class _Republish(msgspec.Struct):
    src: str
    dest: str


class _StreamShape(msgspec.Struct, omit_defaults=True):
    """The settings of a stream on which the program relies."""

    name: str
    subjects: list[str]
    max_bytes: int
    republish: _Republish | None = None
    retention: str = "limits"
    discard: str = "new"
    storage: str = "file"
    max_age: int = 0
    max_msgs: int = -1
    max_msgs_per_subject: int = -1
    allow_direct: bool = False
    allow_rollup_hdrs: bool = False
    allow_msg_ttl: bool = False
    deny_delete: bool = False
    num_replicas: int = 1


class _Info(msgspec.Struct):
    config: _StreamShape


_RELIED_ON: Final = (
    "subjects", "retention", "discard", "storage", "republish", "max_age", "max_msgs", "max_msgs_per_subject",
    "allow_direct", "allow_rollup_hdrs", "allow_msg_ttl", "deny_delete",
)  # fmt: skip  # a list


def journal_of(shard: int) -> str:
    """Return the name of the stream that stores the tables of a shard."""
    return f"UNO_J{shard}"


def _shapes() -> list[_StreamShape]:
    journals = [
        _StreamShape(
            name=journal_of(shard), subjects=[f"uno.j.{shard}.>"], max_bytes=_JOURNAL_BYTES,
            republish=_Republish(f"uno.j.{shard}.>", f"uno.n.{shard}.>"),
        )
        for shard in range(SHARDS)
    ]  # fmt: skip  # one value
    return [
        *journals,
        _StreamShape(
            name=RESULTS, subjects=["uno.r.>"], max_bytes=_RESULT_BYTES, republish=_Republish("uno.r.>", "uno.rn.>"),
            max_msgs_per_subject=1,
        ),
        _StreamShape(
            name=VALUES, subjects=["$KV.uno.>"], max_bytes=_VALUE_BYTES, republish=_Republish("$KV.uno.>", "uno.k.>"),
            max_msgs_per_subject=1, allow_rollup_hdrs=True, allow_msg_ttl=True,
        ),
        _StreamShape(
            name=DOORS, subjects=["$KV.uno-doors.>"], max_bytes=_DOOR_BYTES, storage="memory",
            republish=_Republish("$KV.uno-doors.>", "uno.kd.>"),
            max_msgs_per_subject=1, allow_rollup_hdrs=True, allow_msg_ttl=True,
        ),
    ]  # fmt: skip  # one value


async def prepare(broker: NatsBroker) -> None:
    """Make the streams that are missing, and check the others.

    Raises:
        BrokerError: A stream is not as this program needs it, or cannot be made.
    """
    copies = 0
    for shape in _shapes():
        copies = await _with_patience(broker, shape)
    if copies < 3:
        logger.warning(
            "there is one copy of everything, for the cluster has fewer than three brokers; "
            "if its disk is lost, so are people and running matches"
        )


async def _with_patience(broker: NatsBroker, shape: _StreamShape) -> int:
    """Prepare a stream and return its number of copies; retry while brokers are still starting."""
    end = asyncio.get_running_loop().time() + _PATIENCE_SECONDS
    while True:
        try:
            return await _prepare(broker, shape)
        except BrokerGoneError:
            if asyncio.get_running_loop().time() > end:
                raise
            await asyncio.sleep(0.5)


async def _prepare(broker: NatsBroker, shape: _StreamShape) -> int:
    try:
        answer = await broker.ask(f"STREAM.INFO.{shape.name}", None)
    except ApiError as error:
        if error.code == _NOT_FOUND:
            return await _make(broker, shape)
        raise BrokerGoneError(_unusable(shape, error)) from error
    found = msgspec.json.decode(answer, type=_Info).config
    for name in _RELIED_ON:
        there, wanted = getattr(found, name), getattr(shape, name)
        if there != wanted:
            raise BrokerError(
                Sentence("the stream {stream} is not this program's: its {key} are {found}, not {wanted}; "
                         "use other brokers or another account",
                         stream=shape.name, key=name, found=_shown(there), wanted=_shown(wanted))
            )  # fmt: skip  # one sentence
    return found.num_replicas


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


async def _make(broker: NatsBroker, shape: _StreamShape) -> int:
    copies = 3 if broker.size >= 3 else 1
    question = msgspec.to_builtins(msgspec.structs.replace(shape, num_replicas=copies))
    try:
        await broker.ask(f"STREAM.CREATE.{shape.name}", {"max_consumers": -1, "max_msg_size": -1, **question,
                                                         "retention": shape.retention, "discard": shape.discard,
                                                         "storage": shape.storage})  # fmt: skip  # one question
    except ApiError as error:
        if copies > 1 and error.code in _TOO_FEW:
            raise BrokerGoneError(Sentence("the brokers have not found each other")) from error
        raise BrokerError(_unusable(shape, error)) from error
    return copies


def _unusable(shape: _StreamShape, error: ApiError) -> Sentence:
    return Sentence("the stream {stream} cannot be used: {reason}", stream=shape.name, reason=error.sentence)
