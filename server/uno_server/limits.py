"""Limits on what one connection, one address, and all of them together may use.

The description of each limit gives its unit and its reason; the sample configuration prints it.
"""

from typing import Annotated

from msgspec import Meta, Struct


def _about(description: str, least: float, most: float) -> Meta:
    return Meta(description=description, ge=least, le=most)


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The configuration table `[limits]`. Every refusal is temporary: a person can connect again later."""

    sessions: Annotated[int, _about("people logged in at once: what one core serves without lag", 1, 100_000)] = 1000
    per_address: Annotated[
        int, _about("connections at once from one address (IPv6: one /64): enough for a classroom", 1, 100_000)
    ] = 32
    before_login: Annotated[
        int,
        _about("connections at once that have not logged in; beyond it the greediest network loses one", 1, 100_000),
    ] = 100
    sessions_per_connection: Annotated[
        int, _about("sessions at once on one connection (ControlMaster); further ones are refused", 1, 1000)
    ] = 10
    connect_rate: Annotated[
        float,
        _about(
            "connections per second from one address; faster ones wait, as key exchanges are expensive", 0.1, 100_000
        ),
    ] = 6.0
    connect_burst: Annotated[
        int, _about("connections from one address that need not wait: a few people, or one person retrying", 1, 100_000)
    ] = 12
    login_tries: Annotated[
        int, _about("login attempts per connection: enough for an agent with many keys", 1, 1000)
    ] = 20
    guess_burst: Annotated[
        int, _about("wrong codes, passwords and signatures from one address that are not slowed down", 1, 10_000)
    ] = 10
    guess_rate: Annotated[
        float, _about("further wrong ones per second from one address: slows guessing", 0.01, 10_000)
    ] = 0.2
    password_tries: Annotated[
        int, _about("wrong passwords per connection: slows guessing, forgives typing errors", 1, 20)
    ] = 3
    login_seconds: Annotated[
        float, _about("seconds to log in, and again to request a session: frees idle places", 0.1, 600)
    ] = 20.0
    idle_seconds: Annotated[
        float, _about("seconds without a key press, outside a match, until the session ends; 0 for never", 0, 604_800)
    ] = 1800.0
    idle_warning_seconds: Annotated[
        float, _about("seconds before that end when a warning is shown; any key keeps the session", 0, 3600)
    ] = 60.0
    keepalive_seconds: Annotated[
        float, _about("seconds between keepalive requests to a silent client: detects dead peers", 1, 3600)
    ] = 20.0
    keepalive_count: Annotated[
        int, _about("unanswered keepalive requests after which a peer is dead: about a minute", 1, 20)
    ] = 3
    stall_seconds: Annotated[
        float,
        _about("seconds a client may stop reading before it is dropped: a hung terminal holds no memory", 0.1, 3600),
    ] = 60.0
    write_buffer: Annotated[
        int, _about("bytes waiting for one client; above this, frames are dropped to bound memory", 4096, 1 << 24)
    ] = 64 * 1024
    window: Annotated[int, _about("bytes received from a client but not yet read: bounds memory", 4096, 1 << 24)] = (
        64 * 1024
    )
    input_rate: Annotated[
        int, _about("bytes per second read from one connection: a flood slows only its sender", 1024, 1 << 30)
    ] = 64 * 1024
    input_burst: Annotated[
        int, _about("bytes read before that rate applies: enough for a login and a paste", 16_384, 1 << 30)
    ] = 256 * 1024
    keys_rate: Annotated[
        float, _about("keys and clicks per second read from one session: each may redraw the screen", 1, 10_000)
    ] = 50.0
    keys_burst: Annotated[
        int, _about("keys and clicks read before that rate applies: enough for fast typing", 1, 10_000)
    ] = 100
    sizes_rate: Annotated[
        float, _about("terminal resizes per second for one session: each costs a layout", 0.1, 1000)
    ] = 3.0
    sizes_burst: Annotated[int, _about("resizes before that rate applies; the latest is always used", 1, 1000)] = 3
    paste_length: Annotated[int, _about("characters of one paste; longer ones are cut", 1, 1 << 20)] = 8192
    command_length: Annotated[int, _about("characters of a command line; longer ones are cut", 16, 65_536)] = 1024
    environment: Annotated[int, _about("environment variables stored for one session", 0, 1024)] = 32
    environment_length: Annotated[
        int, _about("characters of an environment value or of TERM; longer ones are ignored", 16, 65_536)
    ] = 256
    name_cells: Annotated[int, _about("terminal cells of a name: what fits at a table", 1, 16)] = 16
    tables: Annotated[int, _about("tables at once: so that nobody fills the list with empty ones", 1, 100_000)] = 1000
    tables_per_person: Annotated[
        int, _about("open tables that one person has opened: some to host, none to hoard", 1, 100_000)
    ] = 5
    tables_per_address: Annotated[
        int, _about("open tables opened from one address (IPv6: one /64): one for each of a classroom", 1, 100_000)
    ] = 32
    turn_seconds: Annotated[float, _about("seconds for a turn before a move is made for the player", 15, 300)] = 60.0
    closing_seconds: Annotated[
        float, _about("seconds a client has to read the last bytes and close: lets goodbyes arrive", 0.01, 60)
    ] = 3.0
