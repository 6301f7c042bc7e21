"""One hidden card, as far as it is known."""


class Slot:
    """A card that somebody holds, as far as it is known."""

    __slots__ = ("doubts", "may", "shuns")

    def __init__(self, may: int) -> None:
        self.may = may
        """The cards it can be, as a set."""
        self.shuns = 0
        """The cards it hardly is: with one of them something would have been played."""
        self.doubts = 0
        """The cards it is less likely than others: most people would have played it rather than what they played."""
