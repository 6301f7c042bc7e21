"""`uno join`: find a game on the network, and play it by an ssh client of its own, for machines that have none."""

from uno_tui.net.join.errors import EndedError, JoinError
from uno_tui.net.join.places import split_address
from uno_tui.net.join.run import run_join, run_list
from uno_tui.net.join.trust import look_up

__all__ = ["EndedError", "JoinError", "look_up", "run_join", "run_list", "split_address"]
