"""Where phones find a service: the addresses of this machine in its networks, and what an address is good for."""

import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

if sys.platform == "linux":
    from fcntl import ioctl

SCHEMES: Final = ("http", "https")
FAR: Final = ("198.51.100.1", 9)
"""A place outside every network, of the block that is kept for examples: nothing is sent there."""
ADDRESS_OF_INTERFACE: Final = 0x8915
"""What Linux calls SIOCGIFADDR."""
PLAIN: Final = (
    "Over plain http phones record, follow, agree and direct, and scan codes with their camera's own app. Only over "
    "https do browsers open a page without the network and offer to install it; and whoever is in the same network can "
    "read along, so let it have a password. --tls-cert and --tls-key, or a proxy, make it https."
)


class Unreachable(ValueError):
    """A public address that nobody could use; the message says what would be right."""


def network_addresses() -> list[str]:
    """The IPv4 addresses of this machine in its networks, the one by which it leaves them first."""
    found = dict.fromkeys([*_outward(), *_of_interfaces(), *_of_name()])
    return [one for one in found if not _is_of_machine(one)]


def is_for_phones(url: str) -> bool:
    """Whether others in the network might reach this address: it is neither this machine's own nor a bare name."""
    host = urlsplit(url).hostname or ""
    return not _is_of_machine(host) and ("." in host or ":" in host)


def check_public_url(text: str, root: str | None = None) -> str:
    """An address under which phones reach the service, as links begin; `root` is the path that a proxy serves it under.

    Raises `Unreachable`.
    """
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.scheme not in SCHEMES or not host or parts.username is not None or parts.query or parts.fragment:
        raise Unreachable(
            f"--public-url {text!r} is no address of a service: write one such as https://play.example.org or "
            "http://192.168.1.20:8000."
        )
    if host in ("0.0.0.0", "::"):
        raise Unreachable(f"--public-url {text!r} is where a service listens, and not where a phone finds it.")
    path = parts.path.rstrip("/")
    if root is not None and path not in ("", root):
        raise Unreachable(f"--public-url ends with {path}, and --root is {root or 'left out'}: both name one path.")
    return f"{parts.scheme}://{parts.netloc}{path if root is None else root}"


def warnings_of(url: str) -> list[str]:
    """What phones cannot do with an address, as sentences."""
    host = urlsplit(url).hostname or ""
    if _is_of_machine(host):
        return [
            f"Phones do not find {host}, which is this machine itself: `ludograph serve --host 0.0.0.0` is there for "
            "all in the network, and --public-url names another address."
        ]
    found = []
    if not is_for_phones(url):
        found.append(f"Phones find {host} only where the network knows that name: --public-url names an address.")
    return found if urlsplit(url).scheme == "https" else [*found, PLAIN]


def _is_of_machine(host: str) -> bool:
    """Whether a host is no more than this machine, or nowhere in a network."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with suppress(ValueError):
        address = ip_address(host)
        return address.is_loopback or address.is_unspecified or address.is_link_local
    return False


def _outward() -> Iterator[str]:
    """The address by which a way out of the network begins, where there is one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        # Nothing is sent: a socket of datagrams that is connected only knows its own address.
        asking.connect(FAR)
        yield asking.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """The address of each interface: without the internet there is no way out, and a network all the same."""
    if sys.platform == "linux":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, name in socket.if_nameindex():
                with suppress(OSError):
                    found = ioctl(asking.fileno(), ADDRESS_OF_INTERFACE, name.encode().ljust(256, b"\0"))
                    yield socket.inet_ntoa(found[20:24])


def _of_name() -> Iterator[str]:
    """The addresses of this machine's own name."""
    with suppress(OSError):
        yield from (str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET))
