"""The tables of docs/bots.md: results between the bots, under every preset, by rounds and by points.

With four seats, one bot of a level plays against three of the other, in both combinations::

    python -m tests.bench.bot_table --games 4000
    python -m tests.bench.bot_table --games 1500 --presets party --pairs hard:medium
    python -m tests.bench.bot_table --games 4000 --pairs expert:hard --columns 2
"""

import argparse
from collections.abc import Mapping, Sequence

from uno_tui.cli.simulate import Report, simulate
from uno_tui.cli.simulated_games import Simulation
from uno_tui.game.rules import PRESETS


def tables(better: str, worse: str) -> list[tuple[str, ...]]:
    """Return the bots of each table; the share of the first is shown."""
    return [(better, worse), (better, worse, worse, worse), (worse, better, better, better)]


def shares(report: Report) -> str:
    """Return the share of rounds that the first bot won, with its interval."""
    return "{:.1f}% ({:.1f}-{:.1f})".format(*report.share(next(iter(report.levels))))


def points(report: Report) -> str:
    """Return the mean points per round of one bot of each level, with their intervals."""
    return " : ".join("{:.1f} ({:.1f}-{:.1f})".format(*report.points(level)) for level in report.levels)


def table(title: str, heads: Sequence[str], rows: Mapping[str, Sequence[str]]) -> None:
    """Print a table as Markdown."""
    print(f"| {title} | " + " | ".join(heads) + " |\n" + "|---" * (1 + len(heads)) + "|")
    for name, cells in rows.items():
        print(f"| {name} | " + " | ".join(cells) + " |")
    print(flush=True)


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    parser.add_argument("--pairs", default="medium:easy,hard:medium", help="the better level and the worse, in pairs")
    parser.add_argument("--seed", default="base")
    parser.add_argument("--columns", type=int, default=3, help="1 without the games of four seats, 2 without the last")
    asked = parser.parse_args()
    for pair in asked.pairs.split(","):
        better, worse = pair.split(":")
        heads = [f"{better} against {worse}", f"one {better}, three {worse}", f"one {worse}, three {better}"]
        heads = heads[: asked.columns]
        found = {
            f"`{preset}`": [
                simulate(Simulation(PRESETS[preset], bots, asked.games, f"{asked.seed} {preset}"), asked.jobs)
                for bots in tables(better, worse)[: asked.columns]
            ]
            for preset in asked.presets.split(",")
        }
        for title, cell in (("rounds", shares), ("points a round", points)):
            table(title, heads, {name: [cell(report) for report in reports] for name, reports in found.items()})


if __name__ == "__main__":
    main()
