"""A decision on its way into the log: the entry that is kept, and the table once it has been."""

from hotdice.match import facts as f
from hotdice.match import wire
from hotdice.match.deciding import Decision
from hotdice.match.hosted import Hosted, status_after, summary_of
from hotdice.match.store import Entry
from hotdice.match.store.chain import chained


def entry_of(
    hosted: Hosted,
    decision: Decision,
    now: int,
    *,
    command: str,
    body: bytes,
    answer: wire.AnyAnswer | None,
) -> Entry:
    """What the store is to keep of a decision, with the answer to the command that led to it."""
    return Entry(
        match=hosted.match,
        expected=hosted.length,
        head=hosted.head,
        events=tuple(f.encode_fact(fact) for fact in decision.facts),
        at=now,
        touched=_touched(hosted, decision, now),
        command=command,
        digest=body,
        answer=wire.encode(answer) if answer is not None else b"",
        status=status_after(hosted.table, decision),
        summary=summary_of(hosted, decision),
        texts=decision.texts,
        tokens=decision.tokens,
        places=decision.places,
        secret=hosted.secret if hosted.table is None else None,
        owner=hosted.owner,
    )


def take_in(hosted: Hosted, decision: Decision, entry: Entry) -> None:
    """Fold a decision that has been kept."""
    hosted.texts.update({text.ref: text.text for text in decision.texts})
    for name, token in decision.tokens:
        if token is None:
            hosted.tokens.pop(name, None)
        else:
            hosted.tokens[name] = token
    hosted.absorb(zip(decision.facts, chained(entry), strict=True), decision.game)


def _touched(hosted: Hosted, decision: Decision, now: int) -> int:
    """When a match was last changed, as lists may tell: what is withheld does not show there either."""
    if not hosted.audience.withholds:
        return now
    told = hosted.after(decision, now).number(None) > hosted.number(None)
    return now if told else hosted.public_at
