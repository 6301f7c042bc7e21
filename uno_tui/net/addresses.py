"""The addresses of this machine, and which kind of network each belongs to."""

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
LINK_LOCAL_NETWORKS: Final = tuple(ipaddress.ip_network(one) for one in ("169.254.0.0/16", "fe80::/10"))
"""Link-local networks (RFC 3927, RFC 4291)."""


def own_addresses() -> list[str]:
    """Return this machine's addresses, the one for internet traffic first; link-local IPv6 ends in ``%INTERFACE``."""
    found: dict[str, None] = {}
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            scope = "" if isinstance(one.ip, str) or not one.ip[2] else f"%{_interface_name(one.ip[2])}"
            found[text + scope] = None
    first = _default_address()
    return sorted(found, key=lambda one: one != first)


def with_interface(address: str) -> str:
    """Return the address with its interface given by name instead of number."""
    plain, _, scope = address.partition("%")
    return f"{plain}%{_interface_name(int(scope))}" if scope.isdecimal() else address


def _interface_name(index: int) -> str:
    try:
        return socket.if_indextoname(index)
    except OSError:  # the interface is gone, or has no name
        return str(index)


def _default_address() -> str:
    """Return the address used for the internet, without sending anything; empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; connecting a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def is_loopback(address: str) -> bool:
    """Return whether an address is reachable only from this machine."""
    return _in(address, (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128")))


def is_wildcard(address: str) -> bool:
    """Return whether an address stands for all addresses of this machine."""
    return address in ("0.0.0.0", "::", "")  # noqa: S104  # compared, not listened on


def is_link_local(address: str) -> bool:
    """Return whether an address is valid only on its own network link."""
    return _in(address, LINK_LOCAL_NETWORKS)


def _in(address: str, networks: Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    try:
        plain = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a name
        return False
    return any(plain in network for network in networks if network.version == plain.version)


def lan_addresses() -> list[str]:
    """Return this machine's private addresses and then loopback; never a public one.

    Link-local addresses are included only if there are no other private ones.
    """
    mine = own_addresses()
    found = [one for one in mine if _in(one, LOCAL_NETWORKS)] or [one for one in mine if _in(one, LINK_LOCAL_NETWORKS)]
    return [*found, LOOPBACK]


def reachable(listening: Sequence[str]) -> list[str]:
    """Return the addresses where others can reach a server; loopback only if there are no others."""
    found = own_addresses() if any(is_wildcard(one) for one in listening) else list(listening)
    found.sort(key=is_link_local)
    return [one for one in found if not is_loopback(one)] or [one for one in found if is_loopback(one)] or [LOOPBACK]


def interface(address: str) -> str | int:
    """Return an address's interface as zeroconf expects it: an IPv4 address, or an IPv6 interface number."""
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
    """Return an address as bytes, as in a DNS record."""
    return ipaddress.ip_address(address.partition("%")[0]).packed
