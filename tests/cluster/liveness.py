"""Whether play stands still at a table although a door could go on with it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from uno_tui.cluster.streams import SHARDS
from uno_tui.cluster.subjects import key_of, shard_of
from uno_tui.table.entries.entry import Entry
from uno_tui.table.entries.fold import fold
from uno_tui.table.process.log import LogKey
from uno_tui.table.state.due import DueKind, due
from uno_tui.table.state.pace import Tempo
from uno_tui.table.state.table_state import TableState

ORPHAN_SECONDS = 8.0
"""Seconds after which a shard must have a runner, if the brokers answer and a door is connected."""
LATE_SECONDS = 10.0
"""Seconds that an event may be late: an append without an answer takes 2 s, and is then read and made again."""


class Liveness:
    """Folds every entry as it is stored, and notes what is overdue at a table whose shard has a runner."""

    def __init__(self, history: Sequence[tuple[str, int, bytes]], tempo: Tempo) -> None:
        self.faults: list[str] = []
        self._history = history
        self._tempo = tempo
        self._read = 0
        self._states: dict[LogKey, TableState | None] = {}
        self._since: dict[LogKey, dict[tuple[DueKind, int, int], float]] = defaultdict(dict)
        self._runners: dict[int, tuple[object, float]] = dict.fromkeys(range(SHARDS), (None, float("inf")))
        """By shard: its runner, and since when it has been the same."""

    def check(self, now: float, runners: Mapping[int, object], able: bool) -> None:
        """Look at all tables.

        Args:
            now: Simulated time.
            runners: By shard: a connected door that runs it.
            able: Whether the brokers answer and some door is connected.
        """
        for shard in range(SHARDS):
            runner, since = self._runners[shard]
            if not able or runners.get(shard) is not runner:
                self._runners[shard] = runners.get(shard), now
            elif runner is None and now - since > ORPHAN_SECONDS:
                self._say(f"nobody runs shard {shard}", now)
                self._runners[shard] = None, now
        changed = self._fold()
        for key in changed:
            state = self._states[key]
            old, new = self._since[key], due(state, self._tempo) if state else ()
            self._since[key] = {
                (one.kind, one.subject, one.after): old.get((one.kind, one.subject, one.after), now)
                for one in new
                if one.kind is not DueKind.NOTICE  # a bot may have nothing to say
            }
        for key, events in self._since.items():
            self._check_table(key, events, now)

    def _check_table(self, key: LogKey, events: dict[tuple[DueKind, int, int], float], now: float) -> None:
        state = self._states[key]
        runner, since = self._runners[shard_of(key.code)]
        if not events or state is None or runner is None:
            return
        for one in due(state, self._tempo):
            event = one.kind, one.subject, one.after
            if event in events and now - max(events[event], since) > one.span[1] + LATE_SECONDS:
                self._say(f"{key.code}: {one.kind} of {one.subject} after entry {one.after} is overdue", now)
                events[event] = now

    def _fold(self) -> set[LogKey]:
        changed = set()
        for subject, _, data in self._history[self._read :]:
            key = key_of(subject)
            self._states[key] = fold([Entry.read(data)], self._states.get(key))
            changed.add(key)
        self._read = len(self._history)
        return changed

    def _say(self, text: str, now: float) -> None:
        self.faults.append(f"{text} at {now:.0f} s")
