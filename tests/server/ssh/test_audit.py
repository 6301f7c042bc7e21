"""The report of ssh-audit on the server."""

import asyncio
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.toy import answer, open_toy
from tests.terminals import ran
from tests.waiting import within
from uno_server.limits import Limits
from uno_server.ssh import algorithms
from uno_server.ssh.server import serve

if importlib.util.find_spec("ssh_audit") is None:
    pytest.skip("ssh-audit is not installed", allow_module_level=True)

NAMED = {
    ("kex", "curve25519-sha256"): "does not provide protection against post-quantum attacks",
    ("kex", "curve25519-sha256@libssh.org"): "does not provide protection against post-quantum attacks",
    ("mac", "hmac-sha2-256"): "using encrypt-and-MAC mode",
}
"""Expected warnings, about what old clients need: see `uno_server.ssh.algorithms`."""


async def audit(folder: Path, *options: str) -> tuple[str, int]:
    """Audit a server with its default limits and return the report."""
    server = await serve("127.0.0.1", 0, folder, open_toy, answer)
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ssh_audit.ssh_audit", *options, "-p", str(server.port), "127.0.0.1",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env={"PATH": os.environ["PATH"], "NO_COLOR": "1"},
        )  # fmt: skip
        out, _ = await within(process.communicate(), deadline=60)
        return out.decode(), process.returncode or 0
    finally:
        await within(server.stop())


def notes(report: dict[str, Any], level: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Return all notes of a level in a report as pairs of algorithm and text."""
    for kind in ("kex", "key", "enc", "mac"):
        for one in report[kind]:
            for text in one.get("notes", {}).get(level, []):
                yield (kind, one["algorithm"]), text


async def test_the_audit_fails_nothing_and_warns_of_what_is_named(tmp_path: Path) -> None:
    """The audit finds no failure, no vulnerability, and only the warnings that old clients need."""
    text, _ = await audit(tmp_path, "-j")
    report = json.loads(text)
    assert [] == list(notes(report, "fail"))
    assert [] == report["cves"]
    assert NAMED == {about: said.rstrip() for about, said in notes(report, "warn")}


RATE_TEST = """
import sys, types
from ssh_audit.auditconf import AuditConf
from ssh_audit.dheat import DHEat
from ssh_audit.outputbuffer import OutputBuffer
conf = AuditConf("127.0.0.1", int(sys.argv[1]))
kex = types.SimpleNamespace(kex_algorithms=["diffie-hellman-group14-sha256"])
print(DHEat._dh_rate_test(OutputBuffer(), conf, kex, 1.5, 38, 3))
"""
"""A script that runs ssh-audit's test of the connection rate, which it skips for servers like this one."""


async def rated(folder: Path, limits: Limits) -> str:
    """Return the output of the rate test, which is empty if it passes."""
    server = await serve("127.0.0.1", 0, folder, open_toy, answer, limits=limits)
    try:
        out, err, status = await ran([sys.executable, "-c", RATE_TEST, str(server.port)])
        assert ("", 0) == (err, status)
        return out.strip()
    finally:
        await within(server.stop())


async def test_connections_come_slowly_enough(tmp_path: Path) -> None:
    """Connections are served at a rate the audit accepts; without the limit it warns."""
    assert "" == await rated(tmp_path, Limits())
    assert "connection throttling" in await rated(tmp_path, Limits(connect_rate=10**4, connect_burst=10**4))


def test_every_name_offered_is_known_to_the_audit() -> None:
    """The names of the offered algorithms are those of the standards."""
    known = importlib.import_module("ssh_audit.ssh2_kexdb").SSH2_KexDB.get_db()
    assert set(algorithms.KEY_EXCHANGES) <= set(known["kex"])
    assert set(algorithms.CIPHERS) <= set(known["enc"])
    assert set(algorithms.MACS) <= set(known["mac"])
