"""Files of the server that others can read or change."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.test_running import running
from tests.terminals import ran
from uno_server.file_modes import exposures
from uno_server.ssh.host_key import KEY_NAME, HostKeyError, load_host_key

UNO = [sys.executable, "-m", "uno_tui"]


def test_a_host_key_that_others_can_change_is_refused(tmp_path: Path) -> None:
    """The error names the command that cures it, and after that command the key is used again, unchanged."""
    key = load_host_key(tmp_path).get_fingerprint()
    for mode in (0o620, 0o602, 0o666):
        (tmp_path / KEY_NAME).chmod(mode)
        with pytest.raises(HostKeyError, match="can be changed by other users") as caught:
            load_host_key(tmp_path)
    (cure,) = re.findall(r"(chmod \S+ \S+)\. ", str(caught.value))
    subprocess.run(cure.split(), check=True)
    assert key == load_host_key(tmp_path).get_fingerprint()


async def test_what_others_can_read_or_change_is_warned_about(tmp_path: Path) -> None:
    """A server logs each such file with the command that cures it; after these commands it logs nothing."""
    async with running(tmp_path, "[logins]\npassword = 'p'\n"):
        pass
    data = tmp_path / "data"
    data.chmod(0o777)
    (data / KEY_NAME).chmod(0o644)
    (data / "uno.db").chmod(0o666)
    (data / "bans.json").write_text("{}")
    (data / "bans.json").chmod(0o644)
    (tmp_path / "uno.toml").chmod(0o644)
    out, _, _ = await ran([*UNO, "serve", "--config", str(tmp_path / "uno.toml"), "--data", str(data), "--check"])
    async with running(tmp_path, "[logins]\npassword = 'p'\n") as program:
        cures = re.findall(r"WARNING exposed .*cure='(.*)'", program.log)
    names = [data, data / "bans.json", data / KEY_NAME, data / "uno.db", tmp_path / "uno.toml"]
    assert [f"chmod {700 if name == data else 600} {name}" for name in names] == cures
    assert cures == re.findall(r"^Warning: .*To prevent that: (.*)$", out, re.MULTILINE)
    for cure in cures:
        await ran(cure.split())
    async with running(tmp_path, "[logins]\npassword = 'p'\n") as program:
        assert "exposed" not in program.log


@pytest.mark.parametrize(("mode", "secret", "found"), [(0o644, False, 0), (0o644, True, 1), (0o664, False, 1)])
def test_a_configuration_without_a_password_may_be_read(tmp_path: Path, mode: int, secret: bool, found: int) -> None:
    """A configuration file that others can change is always named, one they can read only if it holds a password."""
    config = tmp_path / "uno.toml"
    config.write_text("")
    config.chmod(mode)
    assert found == len(list(exposures(tmp_path / "none", config, config_is_secret=secret)))
