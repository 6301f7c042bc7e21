"""Programs that play over ssh through any door, and remember what they were shown."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import asyncssh
import msgspec


class SeatSeen(msgspec.Struct):
    cards: int = 0


class GameSeen(msgspec.Struct):
    turn: int
    top: str
    pile: int
    discards: int
    hand: list[str]
    legal: list[str]
    seats: list[SeatSeen]


class SeatInfoSeen(msgspec.Struct):
    name: str = ""
    host: bool = False
    sitter: str = ""
    away: bool = False


class Seen(msgspec.Struct):
    """The fields of a message that the players use."""

    type: str
    code: str = ""
    version: int = 0
    stage: str = ""
    you: int | None = None
    rights: list[str] = []
    game: GameSeen | None = None
    seats: list[SeatInfoSeen] = []
    kind: str = ""
    detail: str = ""
    reason: str = ""


_DECODER = msgspec.json.Decoder(Seen)

Shown = tuple[str, int, int, str, int, int, tuple[str, ...]]
"""One view of a match as a person saw it: code, version, seat, top card, draw pile, discard pile and hand."""


class Player:
    """One person, who connects again whenever the connection is lost."""

    def __init__(
        self, name: str, code: str, doors: Callable[[], Sequence[tuple[str, int]]], key: asyncssh.SSHKey | None
    ) -> None:
        self.name, self.code = name, code
        self.shown: set[Shown] = set()
        self.seat: int | None = None
        self.back: list[tuple[float, float]] = []
        """When each connection was lost, and the seconds until the person had the seat again."""
        self.wrong_seat: list[str] = []
        self.acts = 0
        self.stopped = False
        self.version = 0
        self._doors = doors
        self._key = key
        self._resume = ""
        self._lost_at: float | None = None
        self._random = random.Random(name)
        self._acted: tuple[int, str] = (-1, "")

    async def run(self) -> None:
        while not self.stopped:
            doors = list(self._doors())
            if not doors:
                await asyncio.sleep(0.1)
                continue
            host, port = self._random.choice(doors)
            with contextlib.suppress(OSError, asyncssh.Error, TimeoutError):
                await self._session(host, port)
            if self._lost_at is None and self.seat is not None:
                self._lost_at = time.monotonic()
            await asyncio.sleep(0.05)

    async def _session(self, host: str, port: int) -> None:
        self._acted = -1, ""  # what was sent through the lost connection may never have arrived
        options: dict[str, Any] = {"client_keys": [self._key] if self._key else [], "agent_path": None}
        if self._key is None:
            options["preferred_auth"] = "keyboard-interactive,none"
        async with asyncio.timeout(5):
            connection = await asyncssh.connect(
                host, port, known_hosts=None, username=self.name, config=None, client_factory=_Client,
                keepalive_interval=1, keepalive_count_max=3, **options,
            )  # fmt: skip  # one call
        async with connection:
            words = (
                f"json resume {self._resume}" if self._resume and self.seat is not None else f"json join {self.code}"
            )
            process = await connection.create_process(words, encoding=None)
            async with process:
                while not self.stopped and (line := await process.stdout.readline()).endswith(b"\n"):
                    await self._hear(_DECODER.decode(line), process)

    async def _hear(self, seen: Seen, process: Any) -> None:
        if seen.type == "notice" and seen.kind == "resume":
            self._resume = seen.detail.split()[-1]
        if seen.type != "view":
            return
        if seen.you is not None:
            self._note_seat(seen.code, seen.you)
        self.version = seen.version
        await self._answer(seen, process)

    def _note_seat(self, code: str, seat: int) -> None:
        if self._lost_at is not None:
            self.back.append((self._lost_at, time.monotonic() - self._lost_at))
            self._lost_at = None
            if self.seat is not None and seat != self.seat:
                self.wrong_seat.append(f"{self.name} at {code}: seat {self.seat}, then {seat}")
        self.seat = seat

    async def _answer(self, seen: Seen, process: Any) -> None:
        if seen.game is None or seen.you is None:
            if "start" in seen.rights and sum(one.sitter == "human" for one in seen.seats) >= 2:
                self._send(process, {"type": "start"})
            return
        game = seen.game
        self.shown.add((seen.code, seen.version, seen.you, game.top, game.pile, game.discards, tuple(game.hand)))
        if seen.stage == "over":
            if "rematch" in seen.rights:
                self._send(process, {"type": "rematch"})
        elif game.legal and game.turn == seen.you and self._acted[0] != seen.version:
            await asyncio.sleep(self._random.uniform(0.05, 0.25))
            self._acted = seen.version, ""
            self.acts += 1
            self._send(process, {"type": "act", "action": self._random.choice(game.legal), "version": seen.version})

    @staticmethod
    def _send(process: Any, request: dict[str, object]) -> None:
        process.stdin.write(json.dumps(request).encode() + b"\n")


class _Client(asyncssh.SSHClient):
    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []
