"""What a person may ask of a table, as JSON: tagged objects, checked whole before anything is done."""

from typing import Annotated, Final

import msgspec

from uno_tui.game.actions import Action, action
from uno_tui.game.rules import MAX_SEATS
from uno_tui.table.protocol import Handle
from uno_tui.wire.codecs import RULES, WireError

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]
"""Counted from 1."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all requests; a field that is not known is refused, for it would be a misspelled one."""

    def ask(self, handle: Handle) -> None:
        """Ask the table for it; the answers come to the handle's listener."""
        raise NotImplementedError


class Act(Request, frozen=True, tag="act"):
    """Do that in the match."""

    action: str
    """One of the view's legal actions, in the notation."""
    version: int | None = None
    """Of the view it was chosen from; without it the newest one counts."""
    request: int = 0
    """Comes back with a refusal."""

    @property
    def value(self) -> Action:
        """The action; `WireError` if the text is none."""
        try:
            return action(self.action)
        except ValueError as error:
            raise WireError(str(error)) from error

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        version = handle.view.version if self.version is None else self.version
        handle.act(self.value, version, self.request)


class Start(Request, frozen=True, tag="start"):
    """Start the match."""

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.start()


class Rematch(Request, frozen=True, tag="rematch"):
    """Play another match."""

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.rematch()


class Autopilot(Request, frozen=True, tag="autopilot"):
    """Let a bot play this seat, or take it back."""

    on: bool

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.autopilot(self.on)


class Say(Request, frozen=True, tag="chat"):
    """Say something to the table."""

    text: str

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.chat(self.text)


class Mute(Request, frozen=True, tag="mute"):
    """Hide somebody's chat, or show it again; without a name all chat at this table."""

    on: bool
    name: str | None = None

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.mute(self.name, self.on)


class Kick(Request, frozen=True, tag="kick"):
    """Send that seat's person away."""

    seat: SeatNumber

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.kick(self.seat - 1)


class Sit(Request, frozen=True, tag="sit"):
    """Take that seat."""

    seat: SeatNumber

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.sit(self.seat - 1)


class PassHost(Request, frozen=True, tag="pass_host"):
    """Make that seat's person the host."""

    seat: SeatNumber

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.pass_host(self.seat - 1)


class ChangeRules(Request, frozen=True, tag="rules"):
    """Play by other rules."""

    rules: str
    """A preset and settings: ``party target=200``."""

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.change_rules(RULES.read(self.rules))


class Leave(Request, frozen=True, tag="leave"):
    """Give up the seat, or stop watching."""

    def ask(self, handle: Handle) -> None:
        """Ask the table for it."""
        handle.leave()


class Look(Request, frozen=True, tag="view"):
    """Send the picture again."""

    def ask(self, handle: Handle) -> None:
        """Ask nothing: whoever reads the requests has the picture."""
        del handle


AnyRequest = Act | Start | Rematch | Autopilot | Say | Mute | Kick | Sit | PassHost | ChangeRules | Leave | Look
_READER: Final = msgspec.json.Decoder(AnyRequest)


def read_request(data: str | bytes) -> AnyRequest:
    """The request of a line of JSON; `WireError` says what is wrong with anything else."""
    try:
        request = _READER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise WireError(str(error)) from error
    if isinstance(request, Act):
        _ = request.value
    elif isinstance(request, ChangeRules):
        RULES.read(request.rules)
    return request


def write_request(request: AnyRequest) -> bytes:
    """The request as JSON."""
    return msgspec.json.encode(request)
