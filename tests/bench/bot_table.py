"""The table of the README: how the bots do against each other under every preset, by rounds and by points.

::

    python -m tests.bench.bot_table --games 1000
"""

import argparse

from uno_tui.game.rules import PRESETS
from uno_tui.simulate import Plan, Report, simulate

PAIRS = (("fair", "easy"), ("sharp", "fair"))


def cell(report: Report, better: str, worse: str) -> str:
    """Rounds and points in one cell of the table."""
    mean, low, high = report.share(better)
    points, least, most = report.points(better)
    return f"{mean:.1f}% ({low:.1f}-{high:.1f}), {points:.1f} ({least:.1f}-{most:.1f}) : {report.points(worse)[0]:.1f}"


def main() -> None:
    """Print the table, as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--presets", default=",".join(PRESETS))
    asked = parser.parse_args()
    heads = [f"{better} against {worse}, {seats}" for better, worse in PAIRS for seats in ("2 seats", "4 seats")]
    print("| rules | " + " | ".join(heads) + " |\n" + "|---" * (1 + len(heads)) + "|", flush=True)
    for preset in asked.presets.split(","):
        cells = []
        for better, worse in PAIRS:
            for players in (2, 4):
                bots = (better, worse) * (players // 2)
                games = asked.games if better == "sharp" else max(1, asked.games // 4)
                report = simulate(Plan(PRESETS[preset], bots, games, f"table {preset}"), asked.jobs)
                cells.append(cell(report, better, worse))
        print(f"| `{preset}` | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
