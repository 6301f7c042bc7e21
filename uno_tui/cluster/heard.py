"""The entries of a shard that a door has heard, so that it notices lost news."""


class Heard:
    """How much of a shard's stream a door has heard: everything up to `mark`, and a run of later entries after a gap.

    >>> heard = Heard(5)
    >>> heard.hear(6), heard.hear(8), heard.mark
    (True, False, 6)
    >>> heard.read_to(7)
    >>> heard.mark
    8
    """

    def __init__(self, mark: int) -> None:
        self.mark = mark
        """Position up to which no entry is missing."""
        self._first = self._last = mark
        self._seen = mark

    def hear(self, position: int) -> bool:
        """Note the position of an entry that arrived; return whether all earlier entries have arrived."""
        if position > self._last:
            if position != self._last + 1:
                self._first = position
            self._last = position
        self.read_to(self.mark)
        return position <= self.mark

    def has_grown(self) -> bool:
        """Return whether entries have arrived since the last call, and none is missing before the newest."""
        before, self._seen = self._seen, self.mark
        return before < self.mark == self._last

    def read_to(self, position: int) -> None:
        """Note that all entries up to a position have been read."""
        self.mark = max(self.mark, position)
        if self._first <= self.mark + 1:
            self.mark = max(self.mark, self._last)
