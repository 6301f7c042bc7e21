"""Requests of a person to a table, as tagged JSON objects that are checked completely before anything is done."""

from functools import cache
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from uno_tui.game.actions import Action, action
from uno_tui.game.options import near
from uno_tui.game.rules import MAX_SEATS
from uno_tui.json_protocol.codecs import RULES, WireError
from uno_tui.table.protocol import BotPace
from uno_tui.table.requests import Handle

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]
"""A seat as a number, counted from 1."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base class of all requests. Unknown fields are refused, because they are probably misspelled."""

    def ask(self, handle: Handle) -> None:
        """Send the request to the table through the handle; answers go to the handle's listener."""
        raise NotImplementedError


class Act(Request, frozen=True, tag="act"):
    """Make a move in the match."""

    action: str
    """One of the view's legal actions, in notation."""
    version: int | None = None
    """Version of the view from which the action was chosen; if missing, the latest view's."""
    request: int = 0
    """A number chosen by the program and returned with a refusal, to identify the request."""

    @property
    def value(self) -> Action:
        """The parsed action; raises `WireError` if the text is not an action."""
        try:
            return action(self.action)
        except ValueError as error:
            raise WireError(str(error)) from error

    def ask(self, handle: Handle) -> None:
        """Make the move."""
        version = handle.view.version if self.version is None else self.version
        handle.act(self.value, version, self.request)


class Hint(Request, frozen=True, tag="hint"):
    """Ask what a strong bot would do in this seat; the answer is a message of type ``hint``."""

    def ask(self, handle: Handle) -> None:
        """Ask for the hint."""
        handle.hint()


class Start(Request, frozen=True, tag="start"):
    """Start the match."""

    def ask(self, handle: Handle) -> None:
        """Start the match."""
        handle.start()


class Rematch(Request, frozen=True, tag="rematch"):
    """Start another match."""

    def ask(self, handle: Handle) -> None:
        """Start another match."""
        handle.rematch()


class Autopilot(Request, frozen=True, tag="autopilot"):
    """Let a bot play this seat, or give the seat back to the person."""

    on: bool

    def ask(self, handle: Handle) -> None:
        """Turn the autopilot on or off."""
        handle.autopilot(self.on)


class Hurry(Request, frozen=True, tag="hurry"):
    """Let the bots play at once until this seat's next turn."""

    def ask(self, handle: Handle) -> None:
        """Hurry the bots."""
        handle.hurry()


class SetPace(Request, frozen=True, tag="pace"):
    """Choose how fast bots play while this is the only person with a seat."""

    pace: Literal["brisk", "normal", "slow"]

    def ask(self, handle: Handle) -> None:
        """Choose the pace."""
        handle.set_pace(BotPace(self.pace))


class Say(Request, frozen=True, tag="chat"):
    """Say something to the table."""

    text: str

    def ask(self, handle: Handle) -> None:
        """Send the line of chat."""
        handle.chat(self.text)


class Mute(Request, frozen=True, tag="mute"):
    """Hide a person's chat, or show it again; without a name, all chat at this table."""

    on: bool
    name: str | None = None

    def ask(self, handle: Handle) -> None:
        """Mute or unmute."""
        handle.mute(self.name, self.on)


class Kick(Request, frozen=True, tag="kick"):
    """Send away the person or bot in the given seat."""

    seat: SeatNumber

    def ask(self, handle: Handle) -> None:
        """Send the person or bot away."""
        handle.kick(self.seat - 1)


class Readmit(Request, frozen=True, tag="readmit"):
    """Allow a person with the given name, who was sent away, to return."""

    name: str

    def ask(self, handle: Handle) -> None:
        """Let the person come back."""
        handle.readmit(self.name)


class Sit(Request, frozen=True, tag="sit"):
    """Take that seat."""

    seat: SeatNumber

    def ask(self, handle: Handle) -> None:
        """Take the seat."""
        handle.sit(self.seat - 1)


class PassHost(Request, frozen=True, tag="pass_host"):
    """Make the person in the given seat the host."""

    seat: SeatNumber

    def ask(self, handle: Handle) -> None:
        """Pass on the host's role."""
        handle.pass_host(self.seat - 1)


class ChoosePartner(Request, frozen=True, tag="partner"):
    """Make the player in the given seat, or who will take it, one's partner; only the host, before a match."""

    seat: SeatNumber

    def ask(self, handle: Handle) -> None:
        """Choose the partner."""
        handle.choose_partner(self.seat - 1)


class ChangeRules(Request, frozen=True, tag="rules"):
    """Set the rules of the next match."""

    rules: str
    """A preset and settings: ``party target=200``."""

    def ask(self, handle: Handle) -> None:
        """Choose the rules."""
        handle.change_rules(RULES.read(self.rules))


class Leave(Request, frozen=True, tag="leave"):
    """Give up the seat or stop watching."""

    def ask(self, handle: Handle) -> None:
        """Leave the table."""
        handle.leave()


class Look(Request, frozen=True, tag="view"):
    """Send the view again."""

    def ask(self, handle: Handle) -> None:
        """Do nothing; the session that reads requests sends the view itself."""
        del handle


class Explain(Request, frozen=True, tag="explain"):
    """Ask for the rules in force as sentences."""

    def ask(self, handle: Handle) -> None:
        """Do nothing; the session that reads requests sends the rules itself."""
        del handle


AnyRequest = (
    Act
    | Hint
    | Start
    | Rematch
    | Autopilot
    | Hurry
    | SetPace
    | Say
    | Mute
    | Kick
    | Readmit
    | Sit
    | PassHost
    | ChoosePartner
    | ChangeRules
    | Leave
    | Look
    | Explain
)
_READER: Final = msgspec.json.Decoder(AnyRequest)
_TYPES: Final = tuple(sorted(str(one.__struct_config__.tag) for one in get_args(AnyRequest)))
_TYPE_ONLY: Final = msgspec.json.Decoder(dict[str, object])


def read_request(data: str | bytes) -> AnyRequest:
    """Return the request in a line of JSON; raise `WireError` for an invalid line."""
    try:
        request = _READER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise WireError(_explained(data, str(error))) from error
    if isinstance(request, Act):
        _ = request.value
    elif isinstance(request, ChangeRules):
        RULES.read(request.rules)
    return request


def _explained(data: str | bytes, reason: str) -> str:
    """Return why data is not a request; list the types, or the fields and values of the type, that there are."""
    try:
        values = _TYPE_ONLY.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return reason
    kind = values.get("type")
    if kind in _TYPES:
        return f"{reason}; {_fields(str(kind))}"
    similar = near(kind, _TYPES) if isinstance(kind, str) else ""
    hint = f" (did you mean {similar}?)" if similar else ""
    wrong = f"unknown type {kind!a:.40}{hint}" if "type" in values else "the type is missing"
    return f"{wrong}; the types are {', '.join(_TYPES)}"


@cache
def _fields(kind: str) -> str:
    """Return the fields of a type of request, each with its values if these are few."""
    schema = request_schemas()[kind]
    shown = []
    for name, rules in schema["properties"].items():
        if name != "type":
            about = [" or ".join(rules["enum"])] if "enum" in rules else []
            about += [] if name in schema["required"] else ["optional"]
            shown.append(f"{name} ({', '.join(about)})" if about else name)
    return f"the fields of {kind} are {', '.join(shown)}" if shown else f"{kind} has no fields"


def request_schemas() -> dict[str, Any]:
    """Return the JSON Schema of each request, by its type."""
    _, components = msgspec.json.schema_components([AnyRequest], ref_template="#/$defs/{name}")
    return {schema["properties"]["type"]["enum"][0]: schema for schema in components.values()}


def write_request(request: AnyRequest) -> bytes:
    """Return the request as JSON."""
    return msgspec.json.encode(request)
