"""`uno join`: find a game on the network and play it with a built-in ssh client, for machines without one."""

from uno_tui.net.join.address import split_address
from uno_tui.net.join.errors import EndedError, JoinError
from uno_tui.net.join.host_keys import look_up
from uno_tui.net.join.run import run_join, run_list

__all__ = ["EndedError", "JoinError", "look_up", "run_join", "run_list", "split_address"]
