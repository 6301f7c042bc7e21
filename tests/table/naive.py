"""An independent table, written as plainly as possible: seats, the host, who plays, and refusals.

It knows nothing of cards: the test passes in what the rules of the game allow.
"""

from dataclasses import dataclass, field


@dataclass
class NaivePerson:
    """A person as they are now."""

    number: int
    identity: str
    name: str
    session: str
    away: int = 0
    """Number of the entry since which they are awaited; 0 if they are present, or no longer awaited."""
    bot_plays: bool = False
    """Whether they were away for too long."""

    @property
    def here(self) -> bool:
        return self.session != ""


@dataclass
class NaiveTable:
    """Seats hold a person's number, the word "bot", or nothing."""

    seats: list[object]
    spectators: int
    stage: str = "waiting"
    people: list[NaivePerson] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Names on the seats."""
    autopilots: set[int] = field(default_factory=set)
    """Seats on autopilot."""
    idle: dict[int, int] = field(default_factory=dict)
    """By seat: turns in a row that the clock played."""
    left: dict[int, str] = field(default_factory=dict)
    """By seat: identity of the person who left the match."""
    sent_away: dict[str, str] = field(default_factory=dict)
    """Names by identity."""
    host: int = 0
    old_host: int = 0
    count: int = 0
    closed: bool = False
    between_rounds: bool = False
    pairs: bool = False
    """Whether the players opposite each other are partners, by the rules of the next match."""

    def person(self, number: int) -> NaivePerson | None:
        for one in self.people:
            if one.number == number:
                return one
        return None

    def has_seat(self, number: int) -> bool:
        return number in self.seats

    @property
    def watching(self) -> int:
        return len([one for one in self.people if not self.has_seat(one.number)])

    def bots_turn(self, seat: int) -> bool:
        """Return whether a bot plays that seat now."""
        number = self.seats[seat]
        person = self.person(number) if isinstance(number, int) else None
        return person is None or seat in self.autopilots or person.bot_plays

    # Each request returns whether it is taken.

    def join(self, identity: str, name: str, session: str, watch: bool) -> bool:
        taken = [one.name.lower() for one in self.people] + [
            one.lower() for seat, one in enumerate(self.names) if self.left.get(seat) != identity
        ]
        if identity in self.sent_away or identity in [one.identity for one in self.people]:
            return False
        if name.lower() in taken:
            return False
        seat = None
        if self.stage == "waiting" and not watch and None in self.seats:
            seat = self.seats.index(None)
        if seat is None and self.watching >= self.spectators:
            return False
        self.count += 1
        self.people.append(NaivePerson(self.count, identity, name, session))
        if seat is not None:
            self._put(seat, self.count, name)
        self._choose_host()
        return True

    def back(self, number: int, session: str) -> bool:
        person = self.person(number)
        if person is None or person.session == session:
            return False
        if not person.here and self.has_seat(number):
            self._attend(self.seats.index(number))
        person.session, person.away, person.bot_plays = session, 0, False
        self._choose_host()
        return True

    def away(self, number: int, session: str, entry: int) -> bool:
        person = self.person(number)
        if person is None or not person.here or person.session != session:
            return False
        if not self.has_seat(number):
            self.people.remove(person)
        else:
            person.session, person.away = "", entry
        self._choose_host()
        return True

    def grace_over(self, number: int, since: int) -> bool:
        person = self.person(number)
        if person is None or person.away == 0 or person.away != since:
            return False
        if self.stage == "playing":
            person.away, person.bot_plays = 0, True
        else:
            self._remove(person)
        self._choose_host()
        return True

    def leave(self, number: int) -> bool:
        person = self.person(number)
        if person is None:
            return False
        self._remove(person)
        self._choose_host()
        return True

    def kick(self, number: int, seat: int, whom: int) -> bool:
        if number != self.host or not number or not 0 <= seat < len(self.seats):
            return False
        target = self.seats[seat]
        if target is None or target == number or (target == "bot" and self.stage == "playing"):
            return False
        if whom != (0 if target == "bot" else target):
            return False
        if target == "bot":
            self._clear(seat)
        else:
            person = self.person(whom)
            assert person
            self.sent_away[person.identity] = person.name
            self._remove(person)
        self._choose_host()
        return True

    def readmit(self, number: int, name: str) -> bool:
        found = [identity for identity, one in self.sent_away.items() if one.lower() == name.lower()]
        if number != self.host or not number or not found:
            return False
        for identity in found:
            del self.sent_away[identity]
        return True

    def pass_host(self, number: int, whom: int) -> bool:
        target = self.person(whom)
        if number != self.host or not number or whom == number:
            return False
        if target is None or not target.here or not self.has_seat(whom):
            return False
        self.host, self.old_host = whom, 0
        return True

    def partner(self, number: int, seat: int, whom: int) -> bool:
        if number != self.host or not number or self.stage != "waiting" or not self.pairs:
            return False
        if not 0 <= seat < len(self.seats) or self.seats[seat] not in ((whom,) if whom else (None, "bot")):
            return False
        opposite = (self.seats.index(number) + 2) % 4
        if seat == opposite or self.seats[seat] == number:
            return False
        self.seats[seat], self.seats[opposite] = self.seats[opposite], self.seats[seat]
        self.names[seat], self.names[opposite] = self.names[opposite], self.names[seat]
        return True

    def sit(self, number: int, seat: int) -> bool:
        person = self.person(number)
        if person is None or not 0 <= seat < len(self.seats):
            return False
        sitter, seated = self.seats[seat], self.has_seat(number)
        if self.stage == "waiting":
            free = sitter is None
        elif self.stage == "playing":
            free = sitter == "bot" and self.between_rounds and not seated
        else:
            free = sitter is None or sitter == "bot"
        if not free:
            return False
        if seated:
            self._clear(self.seats.index(number))
        self._put(seat, number, person.name)
        self._choose_host()
        return True

    def autopilot(self, number: int, on: bool) -> bool:
        if not self.has_seat(number) or self.stage != "playing":
            return False
        seat = self.seats.index(number)
        if (seat in self.autopilots) == on:
            return False
        self._attend(seat)
        if on:
            self.autopilots.add(seat)
        return True

    def moved(self, seat: int) -> None:
        """A person has made a move."""
        self._attend(seat)

    def clock(self, seat: int) -> None:
        """The clock has played for a person."""
        self.idle[seat] = self.idle.get(seat, 0) + 1
        if self.idle[seat] >= 2:
            self.autopilots.add(seat)

    def may_start(self, number: int) -> bool:
        if self.stage == "playing":
            return False
        if number == 0:
            return self.stage == "waiting" and None not in self.seats
        return number == self.host

    def start(self) -> None:
        """Begin a match with bots on the seats that nobody has."""
        for person in list(self.people):
            if person.bot_plays:
                self.people.remove(person)
        numbers = [one.number for one in self.people]
        for seat, sitter in enumerate(self.seats):
            if sitter != "bot" and sitter not in numbers:
                self._put(seat, "bot", "")
            self._attend(seat)
        self.left = {}
        self.stage = "playing"
        self._choose_host()

    def restart(self, entry: int) -> None:
        self.people = [one for one in self.people if self.has_seat(one.number)]
        for one in self.people:
            one.session, one.away, one.bot_plays = "", entry, False
        self._choose_host()

    # Parts

    def _put(self, seat: int, who: object, name: str) -> None:
        self._clear(seat)
        self.seats[seat], self.names[seat] = who, name

    def _clear(self, seat: int) -> None:
        self.seats[seat], self.names[seat] = None, ""
        self.left.pop(seat, None)
        self._attend(seat)

    def _attend(self, seat: int) -> None:
        self.autopilots.discard(seat)
        self.idle[seat] = 0

    def _remove(self, person: NaivePerson) -> None:
        self.people.remove(person)
        if self.has_seat(person.number):
            seat = self.seats.index(person.number)
            self._clear(seat)
            if self.stage == "playing":
                self.names[seat], self.left[seat] = person.name, person.identity

    def _choose_host(self) -> None:
        seated = [one for one in self.people if self.has_seat(one.number)]
        if self.count and not [one for one in seated if not one.bot_plays]:
            self.closed = True
        here = [one.number for one in seated if one.here]
        waited = [one.number for one in seated if not one.bot_plays]
        if self.old_host not in waited:
            self.old_host = 0
        if self.host not in here and self.host in waited and self.old_host == 0:
            self.old_host = self.host
        if self.old_host in here:
            self.host, self.old_host = self.old_host, 0
        if self.host not in here:
            self.host = here[0] if here else 0
