"""What a server is told when it starts."""

import msgspec

FRAME_BYTES = 8 * 1024
BODY_BYTES = 16 * 1024
HANDSHAKE_SECONDS = 10.0
PING_SECONDS = 10.0
PONG_SECONDS = 12.0
"""A socket whose other end is gone is found after both together; who was only slow comes back and resumes."""
QUEUE = 64
"""Messages that may wait for a slow reader before it is closed."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where to listen, who is in front, and the limits.

    `public_url` is the address by which a proxy is known outside; `proxies` are the addresses whose
    X-Forwarded-For is believed; the limits for each address do not hold for `trusted` ones.
    """

    db: str
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()
    bot_pause: float = 0.5
    most_sockets: int = 10_000
    sockets_per_address: int = 20
    tables_per_minute: int = 10
    joins_per_minute: int = 60
    coach_workers: int = 1
    coach_waiting: int = 16
    coach_seconds: float = 20.0
    coach_per_minute: int = 60
    coach_solves: int = 50
    rules_per_minute: int = 120
    boards_per_minute: int = 240
    messages: int = 100
    messages_seconds: float = 20.0
