"""The report of a simulation as text, and its progress bar."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from uno_tui.cli.simulate import Report
from uno_tui.i18n import Words
from uno_tui.speech.status import strength


# Translators: the report of uno simulate.
def simulation_text(report: Report, words: Words) -> str:
    """Return the report as lines of text: the results by level and by seat, then the number of rounds."""
    found = report.json
    rules = report.simulation.rules.text
    even = 100 / len(report.simulation.bots)
    lines = [
        words(
            "{games}, {players} players, {rules} rules, seed {seed}",
            games=_games(words, found["game"], found["games"]),
            players=found["players"],
            rules=rules,
            seed=found["seed"],
        ),
        words("An even share is {share}%. Seats are balanced; intervals are 95%.", share=f"{even:.1f}"),
        "",
    ]
    names = {level: strength(words, level) for level in report.levels}
    width = max(map(len, names.values()))
    for level, seats in report.levels.items():
        share, low, high = report.share(level)
        points, least, most = report.points(level)
        line = words.n(
            "{level}  {count} player   wins {share}% ({low} to {high})  {points} points per round ({least} to {most})",
            "{level}  {count} players  wins {share}% ({low} to {high})  {points} points per round ({least} to {most})",
            seats,
            level=f"{names[level]:{width}}",
            share=f"{share:5.1f}",
            low=f"{low:.1f}",
            high=f"{high:.1f}",
            points=f"{points:.1f}",
            least=f"{least:.1f}",
            most=f"{most:.1f}",
        )
        lines.append(line)
    total = max(1, sum(found["wins"]))
    shares = "  ".join(f"{100 * won / total:.1f}%" for won in found["wins"])
    lines += ["", words("By seat: {shares}", shares=shares)]
    if by_team := found["wins_by_team"]:
        shares = "  ".join(f"{100 * won / total:.1f}%" for won in by_team)
        lines.append(words("By team: {shares}", shares=shares))
    lines += [
        words.n(
            "{count} round, {dead} stalemates; {mean} actions per round; {speed} actions per second",
            "{count} rounds, {dead} stalemates; {mean} actions per round; {speed} actions per second",
            found["rounds"],
            dead=found["dead_rounds"],
            mean=f"{found['mean_actions_per_round']:.1f}",
            speed=f"{found['actions_per_second']:.0f}",
        ),
    ]
    return "\n".join(lines)


# Translators: the report of uno simulate.
def _games(words: Words, game: str, count: int) -> str:
    if game == "match":
        return words.n("{count} match", "{count} matches", count)
    return words.n("{count} one-round game", "{count} one-round games", count)


@contextmanager
def progress(games: int, shown: TextIO) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes the number of finished games; on a terminal it draws a progress bar."""
    if not shown.isatty():
        yield lambda _games: None
        return
    with click.progressbar(length=games, file=shown, show_pos=True) as bar:
        yield bar.update
