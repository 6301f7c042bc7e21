"""The files for operators of a cluster: the brokers' configuration and the doors' unit."""

import datetime as dt
import ipaddress
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests import ROOT
from tests.cluster.brokers import free_port, program
from tests.waiting import until
from uno_tui.cluster.broker import BrokerError
from uno_tui.cluster.nats.broker import NatsBroker
from uno_tui.cluster.nats.connection import Address
from uno_tui.cluster.streams import prepare

SAMPLE = (ROOT / "server" / "nats.conf").read_text()
UNIT = (ROOT / "server" / "uno-door@.service").read_text()


def certificates(folder: Path) -> None:
    """Write an authority and a certificate for this machine, signed by it."""
    key = ec.generate_private_key(ec.SECP256R1())
    now = dt.datetime.now(dt.UTC)

    def signed(name: str, own: ec.EllipticCurvePrivateKey, *, authority: bool) -> x509.Certificate:
        builder = x509.CertificateBuilder(
            issuer_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "ca")]),
            subject_name=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]),
            public_key=own.public_key(), serial_number=x509.random_serial_number(),
            not_valid_before=now - dt.timedelta(days=1), not_valid_after=now + dt.timedelta(days=1),
        )  # fmt: skip  # one value
        address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
        builder = builder.add_extension(address, critical=False)
        builder = builder.add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        return builder.sign(key, hashes.SHA256())

    own = ec.generate_private_key(ec.SECP256R1())
    pem = serialization.Encoding.PEM
    (folder / "ca.pem").write_bytes(signed("ca", key, authority=True).public_bytes(pem))
    (folder / "server.pem").write_bytes(signed("nats", own, authority=False).public_bytes(pem))
    (folder / "server-key.pem").write_bytes(
        own.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


@pytest.fixture
def sample(tmp_path: Path) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """Start three brokers with the sample, on this machine; yield them by address."""
    certificates(tmp_path)
    clients, routes = [free_port() for _ in range(3)], [free_port() for _ in range(3)]
    running = []
    for number in range(3):
        text = SAMPLE.replace("/etc/nats", str(tmp_path)).replace("/var/lib/nats", str(tmp_path / f"n{number}"))
        text = text.replace('"nats1"', f'"nats{number + 1}"').replace("0.0.0.0:4222", f"127.0.0.1:{clients[number]}")
        text = text.replace("0.0.0.0:6222", f"127.0.0.1:{routes[number]}").replace("max_file: 40GB", "max_file: 60GB")
        for other, port in enumerate(routes):
            text = text.replace(f"nats{other + 1}.example.org:6222", f"127.0.0.1:{port}")
        assert "example.org" not in text
        config = tmp_path / f"n{number}.conf"
        config.write_text(text)
        running.append(
            subprocess.Popen([program(), "-c", str(config)], env={"DOOR_PASSWORD": "secret"}, stderr=subprocess.DEVNULL)
        )
    yield {f"tls://127.0.0.1:{port}": one for port, one in zip(clients, running, strict=True)}
    for one in running:
        one.send_signal(signal.SIGCONT)
        one.send_signal(signal.SIGTERM)
        one.wait()


def login(folder: Path, password: str = "secret") -> dict[str, str]:
    """Return the options of a door in addition to the addresses of the sample's brokers."""
    files = {"tls_ca": "ca.pem", "tls_cert": "server.pem", "tls_key": "server-key.pem"}
    return {"user": "door", "password": password, **{name: str(folder / file) for name, file in files.items()}}


async def connected(address: Address) -> NatsBroker:
    """Connect to the first of some brokers that are still starting."""
    while True:
        with suppress(BrokerError):
            return await NatsBroker.connect(address)


async def test_three_brokers_run_with_the_sample(sample: dict[str, subprocess.Popen[bytes]], tmp_path: Path) -> None:
    """Three brokers with the sample's settings keep three copies, and ask doors for certificate and password."""
    door = await connected(Address(tuple(sample), **login(tmp_path)))
    await prepare(door)
    answer = await door.ask("STREAM.INFO.UNO_J0", None)
    assert b'"num_replicas":3' in answer
    await door.close()
    with pytest.raises(BrokerError, match="the login was refused"):
        await NatsBroker.connect(Address(tuple(sample)[:1], **login(tmp_path, "wrong")))


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # nats-py leaves an attempt that gets no answer open
async def test_a_broker_that_answers_no_more_is_left_at_once(
    sample: dict[str, subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    """A door whose broker stands still goes to another without first ending the old connection as TLS wants it."""
    door = await connected(Address(tuple(sample), **login(tmp_path)))
    turns: list[bool] = []
    door.changed.append(turns.append)
    url = door._client.connected_url
    assert url
    sample[f"tls://{url.netloc}"].send_signal(signal.SIGSTOP)
    await until(lambda: turns == [False, True])
    assert door._client.connected_url != url
    await door.close()


def test_systemd_accepts_the_unit_of_a_door(tmp_path: Path) -> None:
    """Systemd understands every line of the unit of a door."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "uno-door@1.service"
    unit.write_text(UNIT.replace("/opt/uno-tui/bin/uno", "/bin/true").replace("User=uno\n", ""))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "uno-door" in line]
    assert (0, []) == (done.returncode, complaints)
