"""Which addresses are one client, as far as anybody can tell: for rates and for waiting. Pure."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

LONGEST: Final = 64


def household(address: str) -> str:
    """The name under which ``address`` is counted.

    An IPv6 address stands for its /64, which one household or one attacker owns whole; a link-local
    one for itself, since all devices of a network share that /64; an IPv4 one in an IPv6 one for
    the IPv4 one. What is no address stands for itself.
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST]
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        if not ip.is_link_local and not ip.is_loopback:
            return str(ip_network((ip, 64), strict=False))
    return str(ip)
