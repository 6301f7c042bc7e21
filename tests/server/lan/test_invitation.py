"""The invitation on the host's screen."""

import segno

from uno_server.lan.invitation import invitation, ssh_line
from uno_server.line.qr import qr_lines
from uno_tui.i18n import Words

KEY = "SHA256:" + "k" * 43


def test_every_address_has_its_line() -> None:
    """The invitation has a command for each address, the best first, then the key, then the first command's QR code."""
    lines = invitation(Words(), ["192.168.1.7", "fd00::7"], 2222, "FAM1", KEY, None)
    commands = [line.strip() for line in lines if line.strip().startswith("ssh ")]
    assert ["ssh -t -p 2222 192.168.1.7 join FAM1", "ssh -t -p 2222 fd00::7 join FAM1"] == commands
    assert f"  {KEY}" in lines
    assert lines[-3:] == qr_lines(commands[0])[-3:]


def test_an_address_of_a_link_is_explained() -> None:
    """With a link-local address the invitation explains the interface name after %."""
    lines = invitation(Words(), ["fe80::7%eth0"], 2222, "FAM1", KEY, None)
    assert any("follows %" in line for line in lines)
    assert not any("follows %" in line for line in invitation(Words(), ["192.168.1.7"], 2222, "FAM1", KEY, None))


def test_a_machine_in_no_network_invites_nobody_else() -> None:
    """With loopback only the invitation has no QR code and gives the reason."""
    lines = invitation(Words(), ["127.0.0.1"], 2222, "FAM1", KEY, None)
    assert "not on a network" in lines[0]
    assert not any("█" in line for line in lines)
    assert lines == invitation(Words(), ["127.0.0.1"], 2222, "FAM1", KEY, OSError("no multicast"))


def test_trouble_with_announcing_is_told() -> None:
    """The invitation gives the reason why the game is not announced."""
    assert any(
        "no multicast" in line for line in invitation(Words(), ["10.0.0.1"], 2222, "FAM1", KEY, OSError("no multicast"))
    )


def test_the_code_is_the_text() -> None:
    """The half blocks are the modules of the QR code, with the light ones drawn."""
    text = ssh_line("192.168.1.7", 2222, "FAM1")
    drawn = []
    for line in qr_lines(text):
        for upper in (True, False):
            light = "█▀" if upper else "█▄"
            drawn.append([char not in light for char in line])
    wanted = [
        [bool(module) for module in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)
    ]
    assert wanted == drawn[: len(wanted)]


def test_the_page_is_what_phones_scan() -> None:
    """With a page the QR code is its address, in capitals so that it is small; without, a line says how to get one."""
    url = "http://192.168.1.7:2280/FAM1"
    lines = invitation(Words(), ["192.168.1.7"], 2222, "FAM1", KEY, None, url)
    picture = qr_lines(url.upper())
    assert f"  {url}" in lines
    assert picture == lines[-len(picture) :]
    assert 16 >= len(picture)
    assert any("pip install '.[web]'" in line for line in invitation(Words(), ["192.168.1.7"], 2222, "FAM1", KEY, None))


def test_the_ways_to_join_follow_each_other() -> None:
    """The line that begins with "or" follows the commands; what the host can install comes after all that guests do."""
    lines = invitation(Words(), ["192.168.1.7"], 2222, "FAM1", KEY, None)
    told = [line for line in lines if line and "█" not in line and "▀" not in line]
    assert told[1].startswith("  ssh ")
    assert told[2].startswith("or, ")
    assert "pip install" in told[-1]
