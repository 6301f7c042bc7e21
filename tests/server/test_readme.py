"""What the README says of running a public server."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import ROOT
from uno_server.config import parse

SECTION = (ROOT / "README.md").read_text().split("## Run a public server")[1].split("\n## ")[0]


def block(kind: str) -> str:
    """The section's block of that kind."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", SECTION, re.DOTALL)
    return str(found)


def test_the_configuration_can_be_used() -> None:
    """The file shown is a configuration."""
    config = parse(block("toml"))
    assert ("0.0.0.0", "json", 9187) == (config.listen, config.log.format, config.metrics.port)


def test_the_unit_is_one(tmp_path: Path) -> None:
    """Systemd understands every line of the unit and finds it well protected."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "uno-tui.service"
    unit.write_text(block("ini").replace("/opt/uno-tui/bin/uno", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "uno-tui.service" in line]
    assert (0, []) == (done.returncode, complaints)
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stdout[-500:]


def test_what_is_promised_is_there() -> None:
    """Every operator's command the section names is one."""
    from uno_server.ops.operators import HELP  # noqa: PLC0415  # beside what it is compared with

    for command in ("who", "announce", "kick", "ban", "unban", "mute", "unmute", "drain"):
        assert f"`{command}" in SECTION
        assert f"HOST {command} " in HELP
