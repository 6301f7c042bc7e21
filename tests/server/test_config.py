"""The configuration file: its keys, its sample and its errors."""

from pathlib import Path

import msgspec
import pytest

from uno_server.config import Config, ConfigError, load, parse, sample, settings
from uno_server.limits import Limits
from uno_server.ssh.addresses import AddressBlock
from uno_server.ssh.logins import PublicKey
from uno_tui.lobby.openings import TableLimits

FINGERPRINT = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
PUBLIC = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ+7ZOEJC6Sm1wY0nL2cIeCPNqjbRtRhBkBZjvT7mXcY ann@home"


def test_no_file_is_a_configuration_too() -> None:
    """An empty file is a configuration with every default."""
    assert Config() == parse("")


def test_the_sample_says_everything() -> None:
    """The printed sample equals the defaults and has every key, with its description above it."""
    rows = sample().splitlines()
    assert Config() == parse(sample())
    for name, _, about in settings(Config()):
        leaf = name.rpartition(".")[2]
        above = [rows[number - 1] for number, row in enumerate(rows) if row.startswith(f"{leaf} = ")]
        assert f"# {about}" in above
        assert len(about) > 10


def test_every_limit_can_be_set() -> None:
    """Every limit can be set."""
    for name in Limits.__struct_fields__:
        value = getattr(Limits(), name)
        changed = max(15, value // 2) if name == "turn_seconds" else value - 1 if value > 1 else value
        config = parse(f"[limits]\n{name} = {changed}\n")
        assert msgspec.structs.replace(Limits(), **{name: changed}) == config.limits


def test_lists_hold_keys_and_addresses() -> None:
    """A key can be written as a fingerprint or in full, an address alone or as a network."""
    config = parse(
        f"""
        [logins]
        operators = ["{FINGERPRINT}", "{PUBLIC}"]
        deny_addresses = ["192.0.2.7", "2001:db8::/32"]
        [proxies]
        trusted = ["127.0.0.0/8"]
        """
    )
    assert (PublicKey(FINGERPRINT), PublicKey(PUBLIC)) == config.logins.operators
    assert (AddressBlock("192.0.2.7"), AddressBlock("2001:db8::/32")) == config.logins.deny_addresses
    assert (AddressBlock("127.0.0.0/8"),) == config.proxies.trusted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[limits]\n\nsesions = 3", "c:3: limits.sesions: unknown key (did you mean limits.sessions?)"),
        ("sessions = 5", "c:1: sessions: unknown key (did you mean limits.sessions?)"),
        ("logins.gests = true", "c:1: logins.gests: unknown key (did you mean logins.guests?)"),
        ("[proxy]", "c:1: proxy: unknown key (did you mean proxies?)"),
        ("[limits]\nzzz = 1", "c:2: limits.zzz: unknown key"),
        ("port = 70000", "c:1: port: expected a whole number from 0 to 65535, not 70000"),
        ("\nport = 'x'", "c:2: port: expected a whole number from 0 to 65535, not 'x'"),
        ("limits = 3", "c:1: limits: expected a section with keys, not 3"),
        ("[limits]\nsessions = 0", "c:2: limits.sessions: expected a whole number from 1 to 100000, not 0"),
        ("[limits]\nsessions = true", "c:2: limits.sessions: expected a whole number from 1 to 100000, not true"),
        ("[limits]\nlogin_seconds = inf", "c:2: limits.login_seconds: expected a number from 0.1 to 600, not inf"),
        ("[limits]\nlogin_seconds = nan", "c:2: limits.login_seconds: expected a number from 0.1 to 600, not nan"),
        ("[logins]\nguests = 1", "c:2: logins.guests: expected true or false, not 1"),
        ("[logins]\npassword = 17", "c:2: logins.password: expected text in quotes, not ***"),
        ("[log]\nformat = 'xml'", "c:2: log.format: expected one of json, text, not 'xml'"),
        ("[logins]\noperators = 'x'", "c:2: logins.operators: expected a list in brackets, not 'x'"),
        ("[logins]\noperators = [3]", "c:2: logins.operators[0]: expected text in quotes, not 3"),
        (
            "[logins]\nallow_keys = [\n  'SHA256:short',\n]",
            "c:3: logins.allow_keys[0]: a fingerprint is SHA256: and 43 letters, as ssh-keygen -l prints it",
        ),
        (
            "[logins]\nallow_keys = ['ssh-rsa x']",
            "c:2: logins.allow_keys[0]: neither a fingerprint (SHA256:...) nor a public key (ssh-ed25519 AAAA...)",
        ),
        (
            "[logins]\ndeny_addresses = ['10.0.0.0/8', 'host']",
            "c:2: logins.deny_addresses[1]: neither an address (192.0.2.1) nor a block of them (192.0.2.0/24)",
        ),
        ("a = 1\nb =", "c:2: not TOML: there is no value that can be read, such as true, 3 or text in quotes"),
        ("port = 1\nport = 2", "c:2: not TOML: the key or section is there twice"),
    ],
)
def test_errors_name_line_key_and_reason(text: str, said: str) -> None:
    """An error names the line, the key and the reason, and suggests the key that was probably meant."""
    with pytest.raises(ConfigError) as caught:
        parse(text, "c")
    assert said == str(caught.value)


def test_a_wrong_password_s_value_is_not_told() -> None:
    """The value of the password is in no error."""
    with pytest.raises(ConfigError) as caught:
        parse("[logins]\npassword = ['hunter2']")
    assert "hunter2" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A missing file, a folder and a file that is no text are errors that name the file."""
    (tmp_path / "bytes").write_bytes(b"port = 1\n\xff")
    for name in ("missing", ".", "bytes"):
        with pytest.raises(ConfigError, match=str(tmp_path)):
            load(tmp_path / name)


def test_all_who_may_connect_from_one_address_may_each_open_a_table() -> None:
    """In a classroom each plays against bots; a server without a configuration has the limits of any lobby."""
    limits = Limits()
    assert limits.tables_per_address >= limits.per_address
    assert TableLimits() == TableLimits(limits.tables, limits.tables_per_person, limits.tables_per_address)
