"""One letter on its way to the host's mail server.

What a server answers may repeat the address, so nothing of its words gets any further: a code and the step.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from hotdice.frozen import Frozen
from hotdice.server.settings import Smtp

End = Literal["sent", "later", "dropped", "refused", "unsure", "void"]


class Outcome(Frozen):
    """How it ended.

    `later` did not get out and is tried again; `dropped` never will be; `refused`: the server does not take
    that address. `unsure` is where the answer to the whole letter is missing: it may have arrived, so it is
    not sent again. `void` was called off before its text went out. `fault` says why, without the address;
    `outage` is whether the next letter would fare alike.
    """

    end: End
    fault: str = ""
    outage: bool = False


async def deliver(
    smtp: Smtp, recipient: str, letter: bytes, mark: Callable[[], Awaitable[bool]], *, name: str = "localhost"
) -> Outcome:
    """Send a letter. `mark` is asked when everything but the text has been said: false calls it off.

    `name` is what this server calls itself.
    """
    import aiosmtplib as lib  # only servers that send mail need it

    client: Any = lib.SMTP(
        hostname=smtp.host, port=smtp.port, use_tls=smtp.security == "tls",
        start_tls=smtp.security == "starttls", username=smtp.user or None, password=smtp.password or None,
        timeout=smtp.patience, local_hostname=name,
        tls_context=None if smtp.security == "none" else ssl.create_default_context(),
    )  # fmt: skip
    step = "connect"
    try:
        async with asyncio.timeout(smtp.patience):
            await client.connect()
            step = "sender"
            await client.mail(smtp.sender)
            step = "recipient"
            await client.rcpt(recipient)
            if not await mark():
                return Outcome("void")
            step = "text"
            await client.data(letter)
        return Outcome("sent")
    except lib.SMTPResponseException as error:
        return _answered(step, int(error.code))
    except (lib.SMTPException, OSError, ssl.SSLError, TimeoutError, UnicodeError) as error:
        fault = f"{type(error).__name__} at {step}"
        return Outcome("unsure" if step == "text" else "later", fault, outage=True)
    finally:
        client.close()


def _answered(step: str, code: int) -> Outcome:
    """What an answer other than yes means.

    >>> _answered("recipient", 550).end, _answered("recipient", 451).end, _answered("connect", 535).outage
    ('refused', 'later', True)
    """
    fault, permanent = f"{code} at {step}", 500 <= code < 600
    if step == "recipient":
        return Outcome("refused" if permanent else "later", fault)
    if step == "text":
        return Outcome("dropped" if permanent else "later", fault)
    return Outcome(
        "later", fault, outage=True
    )  # who we are or how we come: the host's settings, not the letter
