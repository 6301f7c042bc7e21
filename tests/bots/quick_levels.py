"""The bots by level, with an expert that looks ahead only a little, because whole matches take it too long."""

from uno_tui.bots import LEVELS, STAND_INS
from uno_tui.bots.expert import lookahead

QUICK_LEVELS = {level: lookahead(2) if level in STAND_INS else bot for level, bot in LEVELS.items()}
