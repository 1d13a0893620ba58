"""The HTTP part that says which games a table can carry, and what may be chosen for each."""

import asyncio

from starlette.responses import Response

from hotdice.frozen import Frozen
from hotdice.game import RecordError, Refusal
from hotdice.match.kinds import KINDS
from hotdice.munchkin import parse_record, reference, resolve
from hotdice.munchkin.film import MunchkinFilm, film
from hotdice.rules import RulesError
from hotdice.server.bodies import Rules
from hotdice.server.routes import Call, Endpoint, HttpProblem, packed_json


class GameKind(Frozen):
    """A kind of game: its bots, and whether its seats play at once with the same dice (a duplicate match).

    `against` says whether a bot has to be named that everybody plays.
    """

    name: str
    bots: tuple[str, ...]
    duplicate: bool
    against: bool


class GameKinds(Frozen):
    """Every kind of game."""

    kinds: tuple[GameKind, ...]


async def kinds(call: Call) -> GameKinds:
    """The games that a table can carry."""
    return GameKinds(
        tuple(GameKind(name, kind.bots, kind.withholds, name == "two-tables") for name, kind in KINDS.items())
    )


class MunchkinCard(Frozen):
    """What a player reads on a card of the Munchkin Dice table; numbers that it does not have are 0."""

    id: str
    name: str
    kind: str
    text: str
    level: int
    treasures: int
    bonus: int
    value: int
    levels: int
    """What a victory over it brings, for a monster."""
    harm: tuple[str, ...]
    """What a monster or a curse does: `lose_level 2`, `death`."""
    slot: str
    """Where an item is worn: none, head, body, feet, hand or hands."""


class MunchkinCards(Frozen):
    """Every card of a Munchkin Dice sheet, how many may play, and the numbers that players ask for."""

    cards: tuple[MunchkinCard, ...]
    winning_level: int
    seats: tuple[int, ...]
    deal: int
    escape: int
    hand_limit: int
    gold_per_level: int


async def munchkin_cards(call: Call) -> MunchkinCards:
    """The cards of a Munchkin Dice sheet in words."""
    context = call.context
    if not context.may(context.rules_asked, call.address):
        raise HttpProblem(429, "too_many", "Too many questions about rules from your address; wait a minute.")
    try:
        return await asyncio.to_thread(_cards, call.body.rules)
    except RulesError as error:
        raise HttpProblem(400, "bad_rules", "Those are no rules: {error}", error=str(error)[:300]) from None


def _cards(text: str) -> MunchkinCards:
    sheet = resolve(text)
    cards = tuple(
        MunchkinCard(
            card.id,
            card.name,
            card.kind,
            card.text,
            card.level,
            card.treasures,
            card.bonus or card.combat,
            card.value,
            card.levels if card.level else 0,
            tuple(map(str, card.harm)),
            card.slot,
        )
        for card in sheet.cards
    )
    seats = tuple(range(sheet.min_players, sheet.max_players + 1))
    return MunchkinCards(
        cards,
        sheet.winning_level,
        seats,
        sheet.deal,
        sheet.escape,
        sheet.hand_limit,
        sheet.gold_per_level,
    )


async def munchkin_film(call: Call) -> Response | Refusal:
    """A finished game of Munchkin Dice in pictures; while it goes on, its record keeps the hands hidden."""
    context = call.context
    if not context.may(context.rules_asked, call.address):
        raise HttpProblem(429, "too_many", "Too many games from your address; wait a minute.")
    text = await context.lobby.record(call.match)
    if isinstance(text, Refusal):
        return text
    try:
        return packed_json(call.request, await asyncio.to_thread(_film, text))
    except RecordError:
        return Refusal("no_film", "Only games of Munchkin Dice are told in pictures.")


def _film(text: str) -> MunchkinFilm:
    record = parse_record(text)
    return film(record, reference(record.sheet))


ENDPOINTS = (
    Endpoint("GET", "/api/kinds", kinds, "The games that a table can carry.", GameKinds),
    Endpoint("POST", "/api/munchkin/cards", munchkin_cards, "Cards of Munchkin Dice.", MunchkinCards, Rules),
    Endpoint(
        "GET",
        "/api/matches/{match}/film",
        munchkin_film,
        "A game of Munchkin Dice in pictures.",
        MunchkinFilm,
    ),
)
