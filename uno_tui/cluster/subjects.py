"""The subjects of tables in the broker, and the shard of a table: the stream in which its log is."""

from functools import lru_cache
from hashlib import sha256
from zlib import crc32

from uno_tui.cluster.streams import SHARDS
from uno_tui.table.process.log import LogKey


@lru_cache(maxsize=1 << 16)
def shard_of(code: str) -> int:
    """Return the shard of the table with the given code."""
    return sha256(code.encode()).digest()[0] % SHARDS


def part_of(code: str, parts: int) -> int:
    """Return the part to which a table with the given code belongs, if tables are divided into that many parts.

    >>> part_of("FAM1", 2) == part_of("FAM1", 4) % 2
    True
    """
    return crc32(code.encode()) % parts


def place_of(key: LogKey) -> str:
    """Return the last part of a table's subjects: ``SHARD.CODE.LIFE``."""
    return f"{shard_of(key.code)}.{key.code}.{key.life}"


def key_of(subject: str) -> LogKey:
    """Return the key of the table named in a subject such as ``uno.j.0.FAM1.K3QJ``."""
    *_, code, life = subject.split(".")
    return LogKey(code, life)
