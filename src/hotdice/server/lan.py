"""Where this machine is found in its network: the address that others type or scan, never a loopback one."""

import ipaddress
import socket

LOOPBACK = "127.0.0.1"
# Listening everywhere is what --lan asks for.
EVERYWHERE = "0.0.0.0"  # nosec B104


def is_loopback(name: str) -> bool:
    """Whether a name leads a machine to itself only.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.24")
    (True, True, True, False)
    """
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def is_at_home(address: str) -> bool:
    """Whether an address is one of a network at home, or of this machine.

    >>> is_at_home("192.168.1.30"), is_at_home("::1"), is_at_home("93.184.216.34"), is_at_home("nobody")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False


def shown(address: str) -> str:
    """The address to tell others: that of the network where the server listens on all of them.

    >>> shown("192.168.1.24"), shown("fd00::1")
    ('192.168.1.24', '[fd00::1]')
    """
    if address not in (EVERYWHERE, "::"):
        return f"[{address}]" if ":" in address else address
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; the system only chooses a way out
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
