"""Man pages, made from the commands: ``uno.1``, ``uno-play.1`` ..., in ``docs/man``. A wheel installs them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from click_man.core import write_man_pages

from uno_tui import __version__
from uno_tui.cli.commands import main
from uno_tui.cli.help import PLACEHOLDERS, with_ranges
from uno_tui.i18n import Words


@contextmanager
def _filled() -> Iterator[None]:
    """Fill the placeholders in the help texts of all options, for as long as this lasts."""
    options = [one for command in (main, *main.commands.values()) for one in command.params]
    before = [(one, one.help) for one in options if isinstance(one, click.Option) and one.help]
    try:
        for one, text in before:
            one.help = Words("en")(text or "", **PLACEHOLDERS)
        yield
    finally:
        for one, text in before:
            one.help = text


def write(folder: Path) -> None:
    """Write a man page for `uno` and for each of its commands into a folder, which is created if needed.

    The pages have no date, so that they change only when a command does.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _filled():
        write_man_pages("uno", main, version=__version__, target_dir=str(folder), date="")
    for page in folder.glob("*.1"):
        page.write_text(with_ranges(Words("en"), page.read_text()))
