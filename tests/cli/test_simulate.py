"""`uno simulate`: reproducible counts, balanced seats, wrong options, and Ctrl-C."""

import io
import json
import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from tests.pseudo import PseudoWords
from uno_tui.cli.commands import main
from uno_tui.cli.simulate import Report, simulate, wilson
from uno_tui.cli.simulated_games import Counts, Simulation, play_game, play_games
from uno_tui.cli.simulation_text import progress, simulation_text
from uno_tui.game.rules import PRESETS, Rules


def uno(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words], prog_name="uno", env={"LANG": "en_US.UTF-8"})


def counted(*words: str) -> dict[str, object]:
    done = uno(*words, "--json")
    assert 0 == done.exit_code, done.stderr
    return {name: value for name, value in json.loads(done.stdout).items() if "second" not in name}


def test_json_has_every_promised_field() -> None:
    """`--json` prints one object with the documented keys, and nothing else."""
    done = uno("--games", "4", "--players", "3", "--seed", "fields", "--json", "--preset", "official")
    found = json.loads(done.stdout)

    promised = {
        "games", "players", "preset", "options", "seed", "seconds", "games_per_second", "actions_per_second", "actions",
        "rounds", "dead_rounds", "wins", "wins_by_bot", "mean_actions_per_round",
    }  # fmt: skip
    assert set() == promised - set(found)
    assert (4, 3, "official", "fields", 4) == tuple(
        found[name] for name in ("games", "players", "preset", "seed", "rounds")
    )
    assert "bluff" == found["options"]["draw_four"]
    assert 4 == sum(found["wins"]) + found["dead_rounds"] == sum(found["wins_by_bot"].values()) + found["dead_rounds"]
    assert found["actions"] / 4 == pytest.approx(found["mean_actions_per_round"], abs=0.001)


def test_a_seed_means_the_same_counts_with_any_number_of_processes() -> None:
    """The counts of a seed are the same on every machine and Python, with one process and with two."""
    words = ("--games", "20", "--bots", "medium,easy", "--seed", "golden")

    one, two = counted(*words), counted(*words, "--jobs", "2")

    assert one == two
    assert GOLDEN == (one["wins"], one["wins_by_bot"], one["actions"])


GOLDEN = ([10, 10], {"medium": 18, "easy": 2}, 983)


def test_an_expert_can_be_simulated() -> None:
    """An expert plays in a simulation like any other bot, reproducibly in any number of processes."""
    words = ("--games", "2", "--bots", "expert,hard", "--seed", "ahead")

    one, two = counted(*words), counted(*words, "--jobs", "2")

    assert one == two
    assert ["expert", "hard"] == one["bots"]


def test_another_seed_gives_other_games() -> None:
    """Without `--seed` each run takes a new seed and prints it."""
    assert counted("--games", "1")["seed"] != counted("--games", "1")["seed"]


def test_a_game_is_a_round_unless_a_target_is_set() -> None:
    """With `--set target=N` a game is a match, otherwise a round, under any preset."""
    assert 3 == counted("--games", "3", "--seed", "s", "--preset", "quick")["rounds"]
    matches = counted("--games", "2", "--seed", "s", "--set", "target=150")
    assert ("match", 2) == (matches["game"], matches["games"])
    assert isinstance(matches["rounds"], int)
    assert matches["rounds"] > 2


@pytest.mark.parametrize("players", [2, 3, 5])
def test_seats_are_balanced(players: int) -> None:
    """In a block of as many games as there are players, each bot plays one game on each seat."""
    simulation = Simulation(Rules(), ("medium",) * players, 10 * players, "seats")
    for block in range(10):
        seatings = [simulation.seating(block * players + game) for game in range(players)]
        for seat in range(players):
            assert list(range(players)) == sorted(seating[seat] for seating in seatings)
    if players > 2:
        assert 1 < len({tuple(simulation.seating(block * players)) for block in range(10)})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--games"),
        (["--games", "0"], "0"),
        (["--games", "x"], "x"),
        (["--games", "1", "--players", "1"], "2 to 10"),
        (["--games", "1", "--players", "11"], "2 to 10"),
        (["--games", "1", "--players", "-3"], "2 to 10"),
        (["--games", "1", "--bots", "medum"], "did you mean medium"),
        (["--games", "1", "--bots", ""], "easy"),
        (
            ["--games", "1", "--players", "2", "--bots", "easy,medium,medium"],
            "--bots names 3 bots, but there are 2 players",
        ),
        (["--games", "1", "--jobs", "0"], "0"),
        (["--games", "1", "--set", "stacking=sam"], "same"),
        (["--games", "1", "--preset", "party", "--set", "hand_size=15", "--players", "8"], "hand_size=15"),
    ],
)
def test_wrong_words_exit_with_2(words: list[str], said: str) -> None:
    """A wrong value ends with status 2, nothing on stdout, and a message that says what would be right."""
    done = uno(*words)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in " ".join(done.stderr.split())


def test_the_text_tells_shares_with_their_intervals() -> None:
    """The text shows shares with their intervals by level, the shares by seat, and the speed."""
    done = uno("--games", "12", "--bots", "medium,easy", "--seed", "text")

    assert 0 == done.exit_code
    assert "12 one-round games, 2 players, classic rules, seed text" in done.stdout
    assert "medium  1 player   wins" in done.stdout
    assert " to " in done.stdout
    assert "By seat: " in done.stdout
    assert "" == done.stderr


def test_one_is_no_plural() -> None:
    """The text uses the singular for one game and one round."""
    first, *_, last = uno("--games", "1", "--bots", "easy", "--seed", "text").stdout.splitlines()

    assert (True, True) == (first.startswith("1 one-round game, 4 players"), last.startswith("1 round, 0 stalemates"))


def test_the_text_is_in_the_session_s_words() -> None:
    """Every sentence is translated."""
    simulation = Simulation(PRESETS["irish"], ("medium", "easy", "medium"), 1, "words")
    text = simulation_text(Report(simulation, play_game(simulation, 0), 1.0), PseudoWords())

    assert "Ȧƞ ḗṽḗƞ şħȧřḗ īş 33.3%" in text
    assert "ḿḗḋīŭḿ  2 ƥŀȧẏḗřş" in text


def test_counts_add_up_however_games_are_split() -> None:
    """The sum of the counts of parts equals the counts of the whole."""
    simulation = Simulation(PRESETS["party"], ("medium", "easy", "easy"), 6, "parts")
    parts = Counts.none(3)
    for first, last in ((0, 1), (1, 4), (4, 6)):
        parts.add(play_games(simulation, first, last))

    assert play_games(simulation, 0, 6) == parts
    assert parts == simulate(simulation).counts


def test_wilson_s_interval() -> None:
    """The interval lies within 0 and 1, contains the share, and is narrower for more games."""
    assert (0.0, 0.0, 1.0) == wilson(0, 0)
    for won, of in ((0, 10), (10, 10), (3, 7), (300, 700)):
        share, low, high = wilson(won, of)
        assert 0 <= low <= share <= high <= 1
    assert wilson(300, 700)[2] - wilson(300, 700)[1] < wilson(3, 7)[2] - wilson(3, 7)[1]


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_bar_is_for_terminals_only() -> None:
    """A progress bar is shown on a terminal, and nothing elsewhere."""
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with progress(4, stream) as told:
            told(4)

    assert "4/4" in terminal.getvalue()
    assert "" == pipe.getvalue()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_cleanly(jobs: str) -> None:
    """Ctrl-C ends the simulation and all its processes, with status 130, no report and no traceback."""
    words = ["simulate", "--games", "1000000", "--players", "2", "--jobs", jobs]
    code = f"import sys; from uno_tui.cli.commands import main\nif __name__ == '__main__': main({words!r})"
    process = subprocess.Popen(
        [sys.executable, "-c", "import click, sys; " + _TELLING + code],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stderr is not None
    assert "playing\n" == process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert (130, "") == (process.returncode, out)
    assert "Traceback" not in err


_TELLING = """
import contextlib, uno_tui.cli.simulation_text as shown
@contextlib.contextmanager
def progress(games, stream):
    yield lambda count: print("playing", file=sys.stderr, flush=True)
shown.progress = progress
"""
