"""The tables of the README: how the bots do against each other under every preset, by rounds and by points.

At four seats one bot sits with three of the other kind: each kind once alone::

    python -m tests.bench.bot_table --games 4000
    python -m tests.bench.bot_table --games 1500 --presets party --pairs sharp:fair
"""

import argparse

from uno_tui.game.rules import PRESETS
from uno_tui.simulate import Plan, Report, simulate


def tables(better: str, worse: str) -> list[tuple[str, ...]]:
    """Who sits at a table, whose share is told first."""
    return [(better, worse), (better, worse, worse, worse), (worse, better, better, better)]


def cell(report: Report) -> str:
    """The share of rounds of who is first, and the points a round of one of each kind, with their intervals."""
    first, other = report.levels
    share = "{:.1f}% ({:.1f}-{:.1f})".format(*report.share(first))
    points = ("{:.1f} ({:.1f}-{:.1f})".format(*report.points(level)) for level in (first, other))
    return f"{share}, {' : '.join(points)}"


def main() -> None:
    """Print the tables, as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    parser.add_argument("--pairs", default="fair:easy,sharp:fair", help="the better kind and the worse")
    parser.add_argument("--seed", default="base")
    asked = parser.parse_args()
    for pair in asked.pairs.split(","):
        better, worse = pair.split(":")
        heads = [f"{better} against {worse}", f"one {better}, three {worse}", f"one {worse}, three {better}"]
        print("| rules | " + " | ".join(heads) + " |\n" + "|---" * (1 + len(heads)) + "|", flush=True)
        for preset in asked.presets.split(","):
            seed = f"{asked.seed} {preset}"
            plans = [Plan(PRESETS[preset], bots, asked.games, seed) for bots in tables(better, worse)]
            print(
                f"| `{preset}` | " + " | ".join(cell(simulate(plan, asked.jobs)) for plan in plans) + " |", flush=True
            )


if __name__ == "__main__":
    main()
