"""The formats of films by name, and the making of a film as text."""

from collections.abc import Iterator
from typing import Final, Protocol

from uno_tui.tui.draw.theme import Palette
from uno_tui.tui.film.cast import CastWriter
from uno_tui.tui.film.frames import Film, Frame
from uno_tui.tui.film.svg import SvgWriter

FORMATS: Final = ("cast", "svg")


class FilmWriter(Protocol):
    """Collects frames, then returns the film as text."""

    def add(self, frame: Frame) -> None:
        """Add a frame."""

    def text(self, title: str) -> str:
        """Return the film, which has at least one frame."""


def writer(form: str, palette: Palette) -> FilmWriter:
    """Return the writer of a format: `cast` or `svg`."""
    return CastWriter() if form == "cast" else SvgWriter(palette)


def written(film: Film, form: str, last: int | None = None) -> Iterator[str]:
    """Yield an empty text after each frame, so that other sessions get a turn, then the film up to position `last`."""
    collected = writer(form, film.appearance.palette)
    for frame in film.frames(last):
        collected.add(frame)
        yield ""
    yield collected.text(film.title)
