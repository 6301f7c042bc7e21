"""Limits on what one connection, one address, and all of them together may use.

The description of each limit gives its unit and its reason; the sample configuration prints it.
"""

from typing import Annotated

from msgspec import Meta, Struct


def _about(description: str, least: float, most: float) -> Meta:
    return Meta(description=description, ge=least, le=most)


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table `[limits]`. No refusal is final: after a while, or when somebody leaves, there is room again."""

    sessions: Annotated[int, _about("people logged in at once: what one core plays without lag", 1, 100_000)] = 1000
    per_address: Annotated[
        int, _about("connections at once from one address (of IPv6: one /64): a classroom fits", 1, 100_000)
    ] = 32
    before_login: Annotated[
        int, _about("connections at once that have not logged in: nobody fills the room from the door", 1, 100_000)
    ] = 100
    connect_rate: Annotated[
        float, _about("connections per second from one address; faster ones wait: key exchanges cost", 0.1, 100_000)
    ] = 6.0
    connect_burst: Annotated[
        int, _about("connections from one address that need not wait: a few people, or one trying again", 1, 100_000)
    ] = 12
    password_tries: Annotated[
        int, _about("wrong passwords per connection: guessing is slow, mistyping no crime", 1, 20)
    ] = 3
    login_seconds: Annotated[
        float, _about("seconds to log in, and then again to ask for a session: no place is held for nothing", 0.1, 600)
    ] = 20.0
    idle_seconds: Annotated[
        float, _about("seconds without a key outside a match until the session ends, 0 for never", 0, 604_800)
    ] = 1800.0
    idle_warning_seconds: Annotated[
        float, _about("seconds before that end at which a warning is shown: any key keeps the session", 0, 3600)
    ] = 60.0
    keepalive_seconds: Annotated[
        float, _about("seconds between questions to a silent client: dead peers are found", 1, 3600)
    ] = 20.0
    keepalive_count: Annotated[
        int, _about("unanswered questions after which a peer counts as dead: within about a minute", 1, 20)
    ] = 3
    stall_seconds: Annotated[
        float, _about("seconds a client may not read before it is dropped: a hung terminal holds nothing", 0.1, 3600)
    ] = 60.0
    write_buffer: Annotated[
        int, _about("bytes waiting for one client from which on frames are dropped: memory is bounded", 4096, 1 << 24)
    ] = 64 * 1024
    window: Annotated[
        int, _about("bytes a client may send ahead of what was taken: memory is bounded", 4096, 1 << 24)
    ] = 64 * 1024
    input_rate: Annotated[
        int, _about("bytes per second taken from one connection: a flood costs only its sender", 1024, 1 << 30)
    ] = 64 * 1024
    input_burst: Annotated[
        int, _about("bytes taken before that rate counts: a login and a paste pass at once", 16_384, 1 << 30)
    ] = 256 * 1024
    keys_rate: Annotated[
        float, _about("keys and clicks per second taken from one session: each may cost a whole screen", 1, 10_000)
    ] = 50.0
    keys_burst: Annotated[
        int, _about("keys and clicks taken before that rate counts: fast typing passes", 1, 10_000)
    ] = 100
    sizes_rate: Annotated[
        float, _about("new terminal sizes per second taken from one session: each costs a layout", 0.1, 1000)
    ] = 3.0
    sizes_burst: Annotated[int, _about("new sizes taken before that rate counts: the newest always comes", 1, 1000)] = 3
    paste_length: Annotated[int, _about("characters of one paste: more is cut, the session stays", 1, 1 << 20)] = 8192
    command_length: Annotated[int, _about("characters of a command line: more is cut", 16, 65_536)] = 1024
    environment: Annotated[int, _about("environment values kept of one session: a flood is not kept", 0, 1024)] = 32
    environment_length: Annotated[
        int, _about("characters of an environment value or of TERM: longer ones name no terminal", 16, 65_536)
    ] = 256
    name_cells: Annotated[int, _about("terminal cells of a name: what a table has room for", 1, 16)] = 16
    tables: Annotated[int, _about("tables at once: nobody fills the list with empty ones", 1, 100_000)] = 1000
    turn_seconds: Annotated[
        float, _about("seconds for a turn, then the clock plays: strangers do not wait for ever", 15, 300)
    ] = 60.0
    closing_seconds: Annotated[
        float, _about("seconds a client has to read the last bytes and close by itself: goodbyes arrive", 0.01, 60)
    ] = 3.0
