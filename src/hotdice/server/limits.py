"""Token buckets: so many at once, and so many in a time."""

import ipaddress
from collections import OrderedDict

MOST_BUCKETS = 50_000


def network_of(address: str) -> str:
    """What counts as one address: an IPv6 connection has 2^64 of them, so they count by their /64.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Bucket:
    """Holds `size` tokens and fills up again within `seconds`.

    >>> bucket = Bucket(2, 10)
    >>> bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(5)
    (True, True, False, True)
    """

    __slots__ = ("_level", "_seconds", "_size", "_when")

    def __init__(self, size: int, seconds: float) -> None:
        self._size = size
        self._seconds = seconds
        self._level = float(size)
        self._when = 0.0

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        filled = (now - self._when) * self._size / self._seconds
        self._level = min(self._size, self._level + max(0.0, filled))
        self._when = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each address; the ones not used for longest are forgotten when there are too many.

    >>> buckets = Buckets(1, 60)
    >>> buckets.take("a", 0), buckets.take("b", 0), buckets.take("a", 1)
    (True, True, False)
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._size = size
        self._seconds = seconds
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float) -> bool:
        """Take one from somebody's bucket, if there is one."""
        bucket = self._buckets.pop(name, None) or Bucket(self._size, self._seconds)
        self._buckets[name] = bucket
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take(now)
