"""Who is at the other end of a connection, and are they in the house? Pure.

Headers can only demote: whoever sends a forwarding header is not local. Only the proxy that the
operator named may say in X-Forwarded-For for whom it speaks. Where there is a public name and no
proxy was named, a tunnel on this machine brings strangers, and some add no header: then nobody is
local who comes from this machine itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

LOCAL_NETWORKS: Final = tuple(
    ip_network(text)
    for text in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "fe80::/10",
        "fc00::/7",
    )
)
# What proxies and tunnels add; each name that begins with "x-forwarded" counts as well.
FORWARDING: Final = frozenset(
    {"forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip"}
    | {"cf-connecting-ip", "cf-ray", "cdn-loop", "fastly-client-ip", "x-original-forwarded-for"}
)


@dataclass(frozen=True, slots=True)
class Peer:
    """``address`` is what is counted and told to the table; ``https`` what the browser used."""

    address: str
    local: bool
    https: bool


@dataclass(frozen=True, slots=True)
class Trust:
    """What the operator said: the names under which the internet sees this table, its proxies."""

    public_hosts: frozenset[str] = frozenset()
    proxies: frozenset[str] = frozenset()

    def peer(self, address: str, host: str, headers: Mapping[str, str], https: bool) -> Peer:
        """The peer of one request.

        ``address``: the connection's other end. ``host``: the Host header's name, without port.
        ``headers``: by lower-case name, several of a name joined by commas. ``https``: whether
        the connection itself is.
        """
        address = plain(address)
        public = host in self.public_hosts
        if address not in self.proxies:
            local = is_local(address) and not public and not forwarded(headers)
            local = local and not self._may_be_tunnel(address)
            return Peer(address, local, https or public)
        proto = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip()
        hop = self._last_untrusted(headers.get("x-forwarded-for", ""))
        # A proxy that does not say for whom it speaks speaks for a stranger.
        local = hop is not None and is_local(hop) and not public
        return Peer(hop or address, local, https or public or proto == "https")

    def _may_be_tunnel(self, address: str) -> bool:
        ip = parse(address)
        return bool(self.public_hosts) and not self.proxies and ip is not None and ip.is_loopback

    def _last_untrusted(self, forwarded_for: str) -> str | None:
        for hop in reversed(forwarded_for.split(",")):
            address = plain(hop.strip())
            if parse(address) is None:
                return None
            if address not in self.proxies:
                return address
        return None


def forwarded(headers: Mapping[str, str]) -> bool:
    """Whether anything in ``headers`` says that somebody passed the request on."""
    return any(name in FORWARDING or name.startswith("x-forwarded") for name in headers)


def is_local(address: str) -> bool:
    """Whether ``address`` is loopback, private or link-local."""
    ip = parse(address)
    return ip is not None and any(ip in network for network in LOCAL_NETWORKS)


def plain(address: str) -> str:
    """``address`` in its shortest spelling: no zone, an IPv4 address never as an IPv6 one."""
    ip = parse(address)
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return address if ip is None else str(ip)


def parse(address: str) -> IPv4Address | IPv6Address | None:
    """The address as an object, None for anything else."""
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:
        return None
