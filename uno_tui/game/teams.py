"""Which team a seat belongs to (R14.1). Partners sit opposite in pairs; of two teams, every second seat is in one."""


def team_of(seat: int, teams: int) -> int:
    """Return the team of a seat, both from 0, if the seats are divided into that many teams."""
    return seat % teams


def seats_of(team: int, teams: int, seats: int) -> range:
    """Return the seats of a team in ascending order, if that many seats are divided into that many teams."""
    return range(team, seats, teams)
