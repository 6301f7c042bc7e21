"""The invitation in words: the commands and the QR code by which others on the network join the table.

The page that shows it on the full screen is in `uno_tui.tui.table.pages`.
"""

from collections.abc import Sequence

from uno_server.config import install_command
from uno_server.line.qr import qr_lines
from uno_tui.i18n import Words
from uno_tui.i18n.system_reasons import system_reason
from uno_tui.net.addresses import is_link_local, is_loopback


def ssh_line(address: str, port: int, code: str) -> str:
    """Return the command that joins the table.

    >>> ssh_line("192.168.1.7", 2222, "FAM1")
    'ssh -t -p 2222 192.168.1.7 join FAM1'
    """
    return f"ssh -t -p {port} {address} join {code}"


# Translators: how others can join, line by line, with commands to type.
def invitation(
    words: Words,
    addresses: Sequence[str],
    port: int,
    code: str,
    fingerprint: str,
    trouble: Exception | None,
    page: str | None = None,
) -> list[str]:
    """Return the invitation's lines.

    `addresses` are sorted, the best first. A QR code shows the address of the page, or without one the first command,
    unless all are loopback. `trouble` is the error that keeps the game from being announced on the network. `page` is
    the table's address for browsers, or None if they cannot join.
    """
    alone = all(is_loopback(one) for one in addresses)
    head = words("To join from this network, type:")
    if alone:
        head = words("This computer is not on a network, so only people on this computer can join. They type:")
    lines = [head, "", *(f"  {ssh_line(address, port, code)}" for address in addresses), ""]
    if any(is_link_local(one) for one in addresses):
        lines += [words("Replace what follows % with the name of your own network interface."), ""]
    if page:
        lines += [words("or, in the browser of a phone, open this address:"), f"  {page}", ""]
    lines += [words("or, with this program installed:"), "  uno join", ""]
    lines += [words("The first time, ssh asks you to confirm this key:"), f"  {fingerprint}", ""]
    if not page:
        web = install_command("web")
        lines += [
            words("To let phones join in a browser, type {command} on this computer, then host again.", command=web),
            "",
        ]
    if trouble and not alone:
        lines += [words("The game could not be announced on the network: {reason}. The commands above still work.",
                        reason=system_reason(words, trouble)), ""]  # fmt: skip  # one thought
    return lines if alone else lines + qr_lines(page.upper() if page else ssh_line(addresses[0], port, code))
