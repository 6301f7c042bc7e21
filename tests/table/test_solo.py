"""A table where nobody else can come has nothing that is about other people."""

from tests.tables import House, Person
from uno_tui.game.rules import Rules
from uno_tui.i18n import Words
from uno_tui.plain import PlainSession
from uno_tui.table.protocol import Happening, NoticeKind, Right


def test_alone_there_is_no_code_host_or_chat() -> None:
    """The view has no code and no host, and the rights are those about the match alone."""
    house = House()
    ann = house.open(Person("Ann"), bots=3, rules=Rules(target=5000), solo=True)
    assert "" == ann.view.code
    assert not any(seat.host for seat in ann.view.seats)
    assert {Right.AUTOPILOT, Right.HURRY} == ann.view.rights
    assert [] == ann.saw(Happening.HOST)
    ann.handle.chat("hello")
    ann.handle.kick(1)
    assert [NoticeKind.NOT_ALLOWED] * 2 == ann.notices


def test_alone_the_lines_name_only_what_matters() -> None:
    """Greeting and help in lines have no code, host, kick, seat or chat."""
    house = House()
    ann = house.open(Person("Ann"), bots=3, rules=Rules(target=5000), solo=True)
    lines: list[str] = []
    session = PlainSession(lambda _listener: ann.handle, Words("en"), lines.append)
    session.feed("help")
    assert "Type help for the commands." == lines[0]
    words = {line.partition(":")[0].partition(" ")[0] for line in lines}
    assert {"play", "draw", "faster", "auto"} <= words
    assert not {"say", "mute", "kick", "sit", "host", "start"} & words
