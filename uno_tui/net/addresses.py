"""The addresses of this machine, and which of them are on local networks."""

import ipaddress
import socket
from collections.abc import Sequence
from typing import Final

import ifaddr

LOOPBACK: Final = "127.0.0.1"
LOCAL_NETWORKS: Final = tuple(
    ipaddress.ip_network(one) for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
)
"""Private networks (RFC 1918, RFC 4193)."""
LINKS: Final = tuple(ipaddress.ip_network(one) for one in ("169.254.0.0/16", "fe80::/10"))
"""A single cable or radio network, where nobody gives out addresses (RFC 3927, RFC 4291)."""


def own_addresses() -> list[str]:
    """All addresses of this machine, those of a link with their interface: ``fe80::1%eth0``; the way out first."""
    found: dict[str, None] = {}
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            scope = "" if isinstance(one.ip, str) or not one.ip[2] else f"%{_interface_name(one.ip[2])}"
            found[text + scope] = None
    first = _way_out()
    return sorted(found, key=lambda one: one != first)


def with_interface(address: str) -> str:
    """The address with the name of its interface instead of its number."""
    plain, _, scope = address.partition("%")
    return f"{plain}%{_interface_name(int(scope))}" if scope.isdecimal() else address


def _interface_name(index: int) -> str:
    try:
        return socket.if_indextoname(index)
    except OSError:  # it went away just now, or has none
        return str(index)


def _way_out() -> str:
    """The address from which this machine would go to the internet; nothing is sent, and there may be none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address of documentation
            return str(asking.getsockname()[0])
        except OSError:
            return ""


def is_loopback(address: str) -> bool:
    """Whether only this machine itself reaches the address."""
    return _in(address, (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128")))


def is_wildcard(address: str) -> bool:
    """Whether the address stands for all of this machine's."""
    return address in ("0.0.0.0", "::", "")  # noqa: S104  # asked, not listened on


def is_link(address: str) -> bool:
    """Whether the address counts on one link only."""
    return _in(address, LINKS)


def _in(address: str, networks: Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    try:
        plain = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a name
        return False
    return any(plain in network for network in networks if network.version == plain.version)


def lan_addresses() -> list[str]:
    """This machine's addresses on local networks, never public ones, then loopback.

    Those of a link are among them only where there is nothing else.
    """
    mine = own_addresses()
    found = [one for one in mine if _in(one, LOCAL_NETWORKS)] or [one for one in mine if _in(one, LINKS)]
    return [*found, LOOPBACK]


def reachable(listening: Sequence[str]) -> list[str]:
    """The addresses by which others reach a server that listens there; loopback only if there is nothing else."""
    found = own_addresses() if any(is_wildcard(one) for one in listening) else list(listening)
    found.sort(key=is_link)
    return [one for one in found if not is_loopback(one)] or [one for one in found if is_loopback(one)] or [LOOPBACK]


def interface(address: str) -> str | int:
    """The interface of an address as zeroconf wants it: an IPv4 address itself, of IPv6 the interface's number."""
    if ":" not in address:
        return address
    plain, _, scope = address.partition("%")
    if scope:
        return int(scope) if scope.isdecimal() else socket.if_nametoindex(scope)
    for adapter in ifaddr.get_adapters():
        if adapter.index is not None and any(one.ip[0] == plain for one in adapter.ips if not one.is_IPv4):
            return adapter.index
    raise OSError(f"no interface has the address {address}")


def packed(address: str) -> bytes:
    """The address in bytes, as a record has it."""
    return ipaddress.ip_address(address.partition("%")[0]).packed
