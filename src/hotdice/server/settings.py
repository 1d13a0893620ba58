"""What a server is told when it starts."""

from hotdice.frozen import Frozen

FRAME_BYTES = 8 * 1024
BODY_BYTES = 16 * 1024
HANDSHAKE_SECONDS = 10.0
PING_SECONDS = 5.0
PONG_SECONDS = 7.0
"""A socket whose other end is gone is found after both together; who was only slow comes back and resumes."""
QUEUE = 64
"""Messages that may wait for a slow reader before it is closed."""


class Smtp(Frozen, kw_only=True):
    """The host's way to send mail: `sender` is the address it comes from.

    `security` is "starttls" or "tls"; "none" is for a server on the same machine. `pause` is for how many
    seconds it has been somebody's turn before a mail says so, and `patience` how long a server may take.
    """

    host: str
    sender: str
    port: int = 587
    security: str = "starttls"
    user: str = ""
    password: str = ""
    pause: float = 60.0
    patience: float = 30.0
    per_day: int = 1000

    def __repr__(self) -> str:
        """Without the password."""
        return f"Smtp({self.host!r}, {self.port})"


class Settings(Frozen, kw_only=True):
    """Where to listen, who is in front, and the limits.

    `peer` is where the other processes of a shared database reach this one, with or without a port;
    `public_url` is the address by which a proxy is known outside; `proxies` are the addresses whose
    X-Forwarded-For is believed; the limits for each address do not hold for `trusted` ones. `wifi` is the
    name and the password of the network at home, for the code on the screen of a party. Without `smtp` no
    mail is sent; `mails_per_day` is how many addresses may be given from one network.
    """

    db: str
    peer: str = "127.0.0.1"
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()
    bot_pause: float = 0.5
    most_sockets: int = 10_000
    sockets_per_address: int = 20
    connections_per_address: int = 40
    tables_per_minute: int = 10
    joins_per_minute: int = 60
    histories_per_minute: int = 60
    coach_workers: int = 1
    coach_waiting: int = 16
    coach_seconds: float = 20.0
    coach_per_minute: int = 60
    coach_solves: int = 50
    solves_per_hour: int = 3
    compare_waiting: int = 3
    compare_seconds: float = 90.0
    compares_per_hour: int = 20
    rules_per_minute: int = 120
    boards_per_minute: int = 240
    boards_per_hour: int = 20
    messages: int = 100
    messages_seconds: float = 20.0
    wifi: tuple[str, str] = ("", "")
    mails_per_day: int = 10
    smtp: Smtp | None = None
