"""The server's configuration: one TOML file, which is checked as a whole before anything starts.

An error names the file, the line, the key and the reason, and suggests the key that was probably meant. Every key has
a default, so a server needs no file.
"""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from uno_server.limits import Limits
from uno_server.ssh.addresses import AddressBlock
from uno_server.ssh.logins import Logins
from uno_tui import DEFAULT_PORT
from uno_tui.i18n import Sentence
from uno_tui.local.toml_file import TomlError, TomlFile, placed, read_text
from uno_tui.local.toml_values import Problem, WrongValueError, shown, unknown_key


class LogStyle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The configuration table `[log]`: whether the log is written as text or as JSON."""

    format: Annotated[Literal["text", "json"], Meta(description="lines for people, or one JSON object per line")] = (
        "text"
    )


class Metrics(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The configuration table `[metrics]`: the port on which Prometheus reads the server's metrics."""

    port: Annotated[
        int,
        Meta(
            ge=0,
            le=65_535,
            description="on 127.0.0.1, path /metrics, for Prometheus; 0 for none; needs pip install '.[metrics]'",
        ),
    ] = 0


class WebPage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The configuration table `[web]`: the page for browsers."""

    port: Annotated[
        int,
        Meta(ge=0, le=65_535, description="the port of the page for browsers; 0 for none; needs pip install '.[web]'"),
    ] = 0
    listen: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=255,
            description="the page's address; on the internet, put a proxy that speaks https in front of it",
        ),
    ] = "127.0.0.1"
    public_url: Annotated[
        str,
        Meta(
            max_length=255,
            pattern=r"^$|^https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?$",
            examples=["https://uno.example.org"],
            description="the page's address as browsers know it, such as https://uno.example.org; the host is checked",
        ),
    ] = ""


class ClusterConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The configuration table `[cluster]`: the message brokers that connect several servers to one cluster."""

    servers: Annotated[
        tuple[str, ...],
        Meta(
            description="addresses of NATS brokers, nats://HOST:4222 or tls://HOST:4222, for a server of many "
            "processes or machines; needs pip install '.[cluster]'"
        ),
    ] = ()
    user: Annotated[str, Meta(max_length=256, description="user at the brokers; empty for none")] = ""
    password: Annotated[str, Meta(max_length=256, description="that user's password")] = ""
    credentials: Annotated[str, Meta(max_length=4096, description="a file of NATS credentials, instead of a user")] = ""
    tls_ca: Annotated[
        str, Meta(max_length=4096, description="certificate of the authority that signed the brokers' certificates")
    ] = ""
    tls_cert: Annotated[
        str, Meta(max_length=4096, description="certificate with which the brokers know this server")
    ] = ""
    tls_key: Annotated[str, Meta(max_length=4096, description="key of that certificate")] = ""


class Bots(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The configuration table `[bots]`: how much the server spends on expert bots and hints."""

    experts: Annotated[
        int,
        Meta(
            ge=0,
            le=64,
            description="worker processes that think for expert bots and hints, each on up to one core at low "
            "priority; while all are busy, and with 0, experts play as hard bots, and the table says so",
        ),
    ] = 1


class Proxies(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The configuration table `[proxies]`: load balancers that are trusted to report client addresses."""

    trusted: Annotated[
        tuple[AddressBlock, ...],
        Meta(
            description="load balancers; their ssh connections must begin with the PROXY protocol, v1 or v2, "
            "and their web requests are believed what X-Forwarded-For and -Proto say"
        ),
    ] = ()


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole configuration, with its defaults."""

    listen: Annotated[
        str, Meta(min_length=1, max_length=255, description="the address to listen on; 0.0.0.0 or :: for all")
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="the port; 0 for any free one")] = DEFAULT_PORT
    public_name: Annotated[
        str,
        Meta(
            max_length=255,
            pattern=r"^$|^[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?$",
            examples=["uno.example.org:2222"],
            description="name by which people reach the server, with :PORT if it differs; shown in commands",
        ),
    ] = ""
    data: Annotated[
        str,
        Meta(
            max_length=4096,
            description="the folder of the host key and all stored data; empty for the system's default",
        ),
    ] = ""
    keep_days: Annotated[
        int,
        Meta(
            ge=0,
            le=36_500,
            description="days after which results, finished matches and people not seen are deleted; 0 for never",
        ),
    ] = 0
    log: LogStyle = LogStyle()
    metrics: Metrics = Metrics()
    web: WebPage = WebPage()
    logins: Logins = Logins()
    proxies: Proxies = Proxies()
    limits: Limits = Limits()
    bots: Bots = Bots()
    cluster: ClusterConfig = ClusterConfig()


LASTING = (
    "listen",
    "port",
    "public_name",
    "data",
    "metrics.",
    "web.",
    "limits.tables",
    "limits.turn_seconds",
    "bots.",
    "cluster.",
)
"""Configuration keys, and prefixes of keys, whose changes take effect only after a restart."""

SECRETS = frozenset({"logins.password", "cluster.password"})
"""Configuration keys whose values are shown in no error message."""


class ConfigError(TomlError):
    """A configuration that cannot be used; the text gives the place and the reason."""


def load(path: Path) -> Config:
    """Read a configuration file.

    Raises:
        ConfigError: the file cannot be read, or something in it is wrong.
    """
    return parse(read_text(path, ConfigError), str(path))


def parse(text: str, where: str = "config") -> Config:
    """Parse the text of a configuration file; errors begin with `where`, the name of the file."""
    file = TomlFile(text, where, ConfigError)
    try:
        return msgspec.convert(file.data, Config, dec_hook=_own_type)
    except msgspec.ValidationError as error:
        raise _explained(error, file) from error


def _own_type(kind: type, value: Any) -> Any:
    """Convert a text to a key or address type; msgspec calls this for types it does not know."""
    if not isinstance(value, str):
        raise WrongValueError(Sentence("expected text in quotes, not {value}", value=shown(value)))
    return kind(value)


def _explained(error: msgspec.ValidationError, file: TomlFile[ConfigError]) -> ConfigError:
    """Return an error of msgspec, reworded for people and with the line number in the configuration file."""
    problem = Problem(error, Config, file.data, SECRETS)
    if problem.unknown:
        return file.error(problem.path, unknown_key(_near(".".join(map(str, problem.path)))))
    return file.error(problem.path, problem.reason, file.value(problem.path))


def install_command(extra: str) -> str:
    """Return the command that installs an optional part, in the folder of the source, as the guides have it."""
    return f"pip install '.[{extra}]'"


def missing_package(key: str, package: str, extra: str) -> ConfigError:
    """Return the error that a key needs a package that is not installed; `extra` is the optional part that has it."""
    reason = Sentence("this needs the package {package}: {command}", package=package, command=install_command(extra))
    return ConfigError(placed(key, reason))


def _near(key: str) -> str:
    """Return the known key most similar to a misspelled one; empty if none is similar."""
    known = [name for name, *_ in settings(Config())]
    leaves = {name.rpartition(".")[2]: name for name in known}
    tables = {name.partition(".")[0] for name in known if "." in name}
    close = difflib.get_close_matches(key, known, n=1, cutoff=0.75)
    close = close or difflib.get_close_matches(key.rpartition(".")[2], [*leaves, *tables], n=1, cutoff=0.65)
    return leaves.get(close[0], close[0]) if close else ""


def settings(part: Struct, prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """Yield each configuration key: its dotted name, its value, and its description."""
    kind = msgspec.inspect.type_info(type(part))
    assert isinstance(kind, msgspec.inspect.StructType), "a part of a configuration is a struct"
    for field in kind.fields:
        value = getattr(part, field.name)
        if isinstance(value, Struct):
            yield from settings(value, f"{prefix}{field.name}.")
        else:
            about = (getattr(field.type, "extra_json_schema", None) or {}).get("description", "")
            yield prefix + field.name, value, about


def sample() -> str:
    """Return the text of a configuration file with every key, its description and its default."""
    rows = ["# Every key, with its default. Leave out keys that you do not change."]
    table = ""
    for name, value, about in settings(Config()):
        here, _, key = name.rpartition(".")
        if here != table:
            table = here
            rows += ["", f"[{table}]"]
        rows.append(f"# {about}")
        rows.append(f"{key} = {_toml(value)}")
    return "\n".join(rows) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[]"  # every list is empty unless somebody fills it
    return msgspec.json.encode(value).decode()
