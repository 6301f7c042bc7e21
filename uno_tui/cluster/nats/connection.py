"""Connecting to NATS: addresses and credentials of the brokers, and the versions that are accepted."""

import asyncio
import ssl
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import nats.errors
from nats.errors import Error as NatsError

from uno_tui.cluster.broker import BrokerError
from uno_tui.cluster.nats.client import DirectClient
from uno_tui.i18n import Sentence, mark
from uno_tui.i18n.system_reasons import reason_of

OLDEST: Final = (2, 12)
"""The oldest broker version that is accepted; earlier versions could lose a conditional append."""

_CONNECT_SECONDS: Final = 10.0
"""Timeout of the first connection, in seconds."""
_REACH_SECONDS: Final = 2.0
"""Timeout of the first connection to one broker, in seconds."""
_CANCEL_SECONDS: Final = 0.1
_PORT: Final = 4222
_REFUSED: Final = "authorization violation"
"""Part of the text of nats-py's error when a broker refuses the login."""
_OPTIONS: Final[dict[str, Any]] = {
    "max_reconnect_attempts": -1, "reconnect_time_wait": 0.25, "connect_timeout": 2, "ping_interval": 2,
    "max_outstanding_pings": 2, "allow_reconnect": True, "skip_subject_validation": True, "no_echo": True,
}  # fmt: skip  # one value
"""Options of each connection. With `no_echo` a door does not get its own messages, apart from what is stored."""


@dataclass(frozen=True)
class Address:
    """The broker's servers, and the credentials with which a door connects to them."""

    servers: tuple[str, ...]
    user: str = ""
    password: str = ""
    credentials: str = ""
    """File with the credentials of the broker account."""
    tls_ca: str = ""
    """File with the certificate of the authority that signed the brokers' certificates."""
    tls_cert: str = ""
    tls_key: str = ""

    def options(self) -> dict[str, Any]:
        """Return the options for `nats.connect`; raise `BrokerError` if a file cannot be used."""
        found: dict[str, Any] = {"servers": list(self.servers)}
        if self.user:
            found.update(user=self.user, password=self.password)
        if self.credentials:
            found["user_credentials"] = self.credentials
        if self.tls_ca or self.tls_cert:
            try:
                context = ssl.create_default_context(cafile=self.tls_ca or None)
                if self.tls_cert:
                    context.load_cert_chain(self.tls_cert, self.tls_key or None)
            except OSError as error:
                raise BrokerError(
                    Sentence("the cluster's certificates cannot be used: {reason}", reason=reason(error))
                ) from error
            found["tls"] = context
        return found


async def connected(address: Address, callbacks: list[Callable[[bool], None]]) -> DirectClient:
    """Connect to the first broker that answers.

    From then on, `callbacks` are called with False when the connection is lost and with True when it is back.

    Raises:
        BrokerError: No broker answers, or it is too old.
    """

    async def lost() -> None:
        for call in callbacks:
            call(False)

    async def back() -> None:
        for call in callbacks:
            call(True)

    last: list[Exception] = []
    refused = asyncio.Event()

    async def failed(error: Exception) -> None:
        if not refused.is_set():
            last[:] = [error]
        if _REFUSED in str(error).lower():
            last[:] = [nats.errors.AuthorizationError()]
            refused.set()

    client = DirectClient()
    options: dict[str, Any] = {**address.options(), **_OPTIONS}
    try:
        await _reach_any(address.servers)
        connecting = client.connect(**options, disconnected_cb=lost, reconnected_cb=back, error_cb=failed)
        await _limited(connecting, refused)
    except (NatsError, OSError, TimeoutError, ValueError) as error:
        where = ", ".join(one.rpartition("@")[2].rpartition("/")[2] for one in address.servers)
        why = reason(last[0] if last else error)
        raise BrokerError(Sentence("no broker answers at {address}: {reason}", address=where, reason=why)) from error
    await _check_version(client)
    return client


async def _limited(connecting: Coroutine[Any, Any, None], refused: asyncio.Event) -> None:
    """Await the first connection until the login is refused, for a limited time.

    nats-py tries for ever, and `asyncio.wait_for` in it may lose a cancellation, so it is canceled until it has ended.
    """
    task, refusal = asyncio.ensure_future(connecting), asyncio.ensure_future(refused.wait())
    try:
        await asyncio.wait({task, refusal}, timeout=_CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        refusal.cancel()
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=_CANCEL_SECONDS)
    if task.cancelled():
        raise TimeoutError
    task.result()


async def _check_version(client: DirectClient) -> None:
    """Raise `BrokerError`, and close the connection, if the broker is too old."""
    version = client.connected_server_version
    if (version.major, version.minor) < OLDEST:
        await client.close()
        wanted = ".".join(map(str, OLDEST))
        raise BrokerError(
            Sentence("the broker is nats-server {found}, which can lose what it has confirmed; "
                     "at least {wanted} is needed",
                     found=f"{version.major}.{version.minor}.{version.patch}", wanted=wanted)
        )  # fmt: skip  # one sentence


async def _reach_any(servers: tuple[str, ...]) -> None:
    """Raise the last connection error if no broker can be reached; otherwise nats-py would try forever."""
    problem = OSError("there is no address")
    for server in servers:
        place = urlsplit(server if "//" in server else f"nats://{server}")
        opening = asyncio.open_connection(place.hostname, place.port or _PORT)
        try:
            _, writer = await asyncio.wait_for(opening, _REACH_SECONDS)
        except OSError as error:
            problem = error
        else:
            writer.close()
            return
    raise problem


# Translators: why a message broker cannot be used, after a colon.
_REASONS: Final = (
    (ssl.SSLError, mark("the certificates do not match")),
    (nats.errors.AuthorizationError, mark("the login was refused")),
    (nats.errors.NoServersError, mark("no answer in time")),
    (nats.errors.TimeoutError, mark("no answer in time")),
)
"""Sentences for errors of ssl and nats-py, by their classes."""


def reason(error: Exception) -> Sentence:
    """Return the reason of an error of a connection to a broker."""
    message = next((text for kind, text in _REASONS if isinstance(error, kind)), None)
    return reason_of(error) if message is None else Sentence(message)
