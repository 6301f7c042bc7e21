"""IP addresses: blocks of them in the configuration, and what counts as one client."""

import ipaddress
from functools import lru_cache
from typing import Any

from uno_tui.i18n import Sentence
from uno_tui.local.toml_values import WrongValueError


class AddressBlock:
    """An IP address, or a block of them such as 192.0.2.0/24."""

    def __init__(self, text: str) -> None:
        try:
            self.network = ipaddress.ip_network(text, strict=False)
        except ValueError:
            raise WrongValueError(
                Sentence("neither an address (192.0.2.1) nor a block of them (192.0.2.0/24)")
            ) from None

    def __contains__(self, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
        return address in self.network

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AddressBlock) and self.network == other.network

    def __hash__(self) -> int:
        return hash(self.network)

    def __repr__(self) -> str:
        return f"AddressBlock({str(self.network)!r})"


def within(address: str, blocks: tuple[AddressBlock, ...]) -> bool:
    """Return whether an address lies in any of the given blocks; an IPv4-mapped IPv6 address counts as IPv4."""
    parsed: Any = ipaddress.ip_address(address.partition("%")[0])
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(parsed in block for block in blocks)


def client_network(address: str) -> str:
    """Return the network that limits and bans treat as one client: a single IPv4 address, or an IPv6 /64."""
    return _block(address, 32, 64)


def wide_network(address: str) -> str:
    """Return the network that one owner of many clients typically has: an IPv4 /24, or an IPv6 /48."""
    return _block(address, 24, 48)


@lru_cache(maxsize=4096)
def _block(address: str, prefix4: int, prefix6: int) -> str:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        if not parsed.ipv4_mapped:
            return str(ipaddress.ip_network((parsed, prefix6), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed) if prefix4 == 32 else str(ipaddress.ip_network((parsed, prefix4), strict=False))


def is_loopback(address: str) -> bool:
    """Return whether an address is a loopback address; an IPv4-mapped IPv6 address counts as IPv4."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        return parsed.ipv4_mapped.is_loopback
    return parsed.is_loopback
