"""The files for operators: docs/operators.md, and those in server/."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from uno_server.config import parse
from uno_server.lan.host import LOG_NAME
from uno_server.ops.operator_commands import HELP
from uno_server.running import JOURNAL_NAME
from uno_server.ssh.bans import BANS_NAME
from uno_server.ssh.host_key import KEY_NAME
from uno_tui.cluster.results import COPY_NAME

PAGE = (ROOT / "docs" / "operators.md").read_text()
SERVER = ROOT / "server"
GUIDE = (SERVER / "README.md").read_text()
UNIT = (SERVER / "uno.service").read_text()
CONTAINER = (SERVER / "Containerfile").read_text()


def test_the_configuration_can_be_used() -> None:
    """The configuration files that the page shows are valid and set what they say."""
    first, behind_a_proxy, of_bots = map(parse, re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
    assert ("0.0.0.0", "json", 9187) == (first.listen, first.log.format, first.metrics.port)
    assert (2280, "https://uno.example.org") == (behind_a_proxy.web.port, behind_a_proxy.web.public_url)
    assert 1 == len(behind_a_proxy.proxies.trusted)
    assert 1 == of_bots.bots.experts


def test_every_operators_command_is_one() -> None:
    """Every operators' command that the page names is in the operators' help."""
    for command in ("who", "announce", "kick", "ban", "unban", "mute", "unmute", "drain"):
        assert f"`{command}" in PAGE
        assert f"HOST {command} " in HELP


@pytest.mark.parametrize(
    ("source", "name"), [("uno.service", "uno-tui.service"), ("uno-door@.service", "uno-tui@1.service")]
)
def test_systemd_accepts_the_units(source: str, name: str, tmp_path: Path) -> None:
    """Systemd understands every line of the units and rates the services as well protected."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / name
    unit.write_text((SERVER / source).read_text().replace("/opt/uno-tui/bin/uno", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "uno-tui" in line]
    assert (0, []) == (done.returncode, complaints)
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stdout[-500:]


def command_of(source: str) -> list[str]:
    """The command line that a file of server/ starts the server with."""
    if source == "uno.service":
        (line,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
        return str(line).split()
    (words,) = re.findall(r"^ENTRYPOINT (.*)$", CONTAINER, re.MULTILINE)
    return [str(word) for word in json.loads(words)]


@pytest.mark.parametrize("source", ["uno.service", "Containerfile"])
def test_the_command_starts_a_server(source: str, tmp_path: Path) -> None:
    """The command of the unit and of the container passes `--check`, in folders that exist here."""
    program, *words = command_of(source)
    assert "/opt/uno-tui/bin/uno" == program
    (tmp_path / "uno.toml").write_text('[log]\nformat = "json"\n')
    here = {"/etc/uno-tui.toml": str(tmp_path / "uno.toml"), "/var/lib/uno-tui": str(tmp_path / "data")}
    words = [here.get(word, word) for word in words]
    assert not [word for word in words if word.startswith("/") and not word.startswith(str(tmp_path))]
    done = subprocess.run(
        [sys.executable, "-m", "uno_tui", *words, "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (0, "") == (done.returncode, done.stderr)


def test_the_container_copies_what_a_build_needs(tmp_path: Path) -> None:
    """A wheel can be built from the files that the Containerfile copies."""
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINER, re.MULTILINE)
    for name in " ".join(copied).split():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name)
        else:
            shutil.copy(ROOT / name, tmp_path)
    code = "from hatchling.build import build_wheel; print(build_wheel('.'))"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    assert list(tmp_path.glob("uno_tui-*.whl"))
    assert (tmp_path / "constraints.txt").is_file()


def test_the_guide_lists_every_file() -> None:
    """The operators' guide names every file that a server keeps in its folder."""
    rows = re.findall(r"^\| (`.*?`) \|", GUIDE, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(.*?)`", row)]
    kept = KEY_NAME, JOURNAL_NAME, f"{JOURNAL_NAME}.v3", BANS_NAME, COPY_NAME, "lock", LOG_NAME, f"{LOG_NAME}.1"
    assert [*kept] == listed
