"""The match: one object that decides, keeps and answers, free of transport and storage.

Dice, bots and the saver are handed in. A keyboard, a scorekeeper and a server use the same object; none
of them changes the game in another way than by `answer`, `advance`, `take_back` and `retell`.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec.structs import replace

from hotdice.frozen import alike
from hotdice.game import (
    Adjust,
    Command,
    Correct,
    CountBonus,
    DiceSource,
    EnterTurn,
    Event,
    LiftRemark,
    MakeRemark,
    PlayOn,
    Record,
    Refusal,
    SetDice,
    State,
    Step,
    TakeSeat,
    Throw,
    TimeOut,
    fold,
    legal,
    needed_to_bank,
    play,
)
from hotdice.game.offers import bank_offer, keep_offers
from hotdice.game.views import still_holds
from hotdice.match.corrections import with_events
from hotdice.match.games.kind import BotTurn
from hotdice.match.messages import VIEW_VERSION, Answer, CardsView, Request, SeatView, View
from hotdice.match.saving import NotSaved, Saver
from hotdice.players import Player
from hotdice.rules import Ruleset, reference
from hotdice.rules.deck import Hands

FOR_THE_TABLE = (
    Adjust, Correct, CountBonus, EnterTurn, LiftRemark, MakeRemark, PlayOn, SetDice, TakeSeat, Throw, TimeOut
)  # fmt: skip
"""What no seat may ask for: it is for the scorekeeper, the host or the clock."""


class Waiting(StrEnum):
    """Whom the match waits for."""

    DICE = "dice"
    BOT = "bot"
    PERSON = "person"
    OTHERS = "others"  # people who sit elsewhere
    NOBODY = "nobody"


class Match:
    """One match from the first roll to the end.

    `strict` says what happens when the saver fails: a strict match refuses the command and stays as it
    was, another one plays on and tells the fault in the answer.

    >>> from hotdice.game import Roll, SeededDice
    >>> from hotdice.rules import load
    >>> record = Record(load("classic"), ("Ann", "Bob"), ("human", "human"), "seeded 1")
    >>> match = Match(record, dice=SeededDice("1"))
    >>> match.answer(Request("1", Roll(1), seat=1)).refusal.code
    'not_your_turn'
    >>> match.answer(Request("2", Roll(0), seat=0)).sequence, match.waiting_for
    (1, <Waiting.DICE: 'dice'>)
    >>> match.advance().sequence
    2
    """

    def __init__(
        self,
        record: Record,
        *,
        dice: DiceSource | None = None,
        bots: Mapping[int, Player] | None = None,
        saver: Saver | None = None,
        strict: bool = False,
    ) -> None:
        self.record = record
        self.state: State = record.state()
        self.dice = dice
        self.bots = dict(bots or {})
        self.saver = saver
        self.strict = strict
        self.fault = ""
        self._answers: dict[str, Answer] = {}
        self._own = 0

    # Commands

    def answer(self, request: Request) -> Answer:
        """Carry out a request and answer it, once: the same id gets the same answer and changes nothing."""
        known = self._answers.get(request.id)
        if known is not None:
            return known
        answer = self._answers[request.id] = self._decide(request)
        return answer

    def answer_all(self, name: str, commands: Sequence[Command]) -> Answer:
        """Several commands of the table as one entry with one answer: all of them or none, kept once."""
        known = self._answers.get(name)
        if known is None:
            known = self._answers[name] = self._carry_out(name, *commands)
        return known

    def _decide(self, request: Request) -> Answer:
        refusal = self._not_theirs(request)
        if refusal is not None:
            return Answer(request.id, len(self.record.events), refusal=refusal)
        return self._carry_out(request.id, request.command)

    def _not_theirs(self, request: Request) -> Refusal | None:
        command = request.command
        if isinstance(command, Throw) and self.dice is not None:
            return Refusal("not_yours", "The dice of this match are thrown by the match.")
        if request.seat is None:
            return None
        if isinstance(command, FOR_THE_TABLE) or getattr(command, "seat", None) != request.seat:
            return Refusal("not_yours", "That is not for your seat to ask.", {"seat": request.seat})
        return None

    def _carry_out(self, name: str, *commands: Command) -> Answer:
        state = self.state
        events: tuple[Event, ...] = ()
        for command in commands:
            result = play(state, command)
            if isinstance(result, Refusal):
                return Answer(name, len(self.record.events), refusal=result)
            state = result[0]
            events += result[1]
        return self._become(name, replace(self.record, events=self.record.events + events), state, events)

    def _become(self, name: str, record: Record, state: State, events: tuple[Event, ...]) -> Answer:
        """Keep first, then change: a strict match never shows what it has not kept."""
        fault = self._keep(record)
        if fault and self.strict:
            return Answer(
                name, len(self.record.events), refusal=Refusal("not_saved", "{error}", {"error": fault})
            )
        self.record, self.state = record, state
        return Answer(name, len(record.events), events, fault=fault)

    def _keep(self, record: Record) -> str:
        self.fault = ""
        if self.saver is not None:
            try:
                self.saver.keep(record)
            except NotSaved as fault:
                self.fault = str(fault)
        return self.fault

    def copy(self) -> "Match":
        """A match of its own in the same state, to try something on; it keeps nothing."""
        return Match._at(self.record, self.state, self.dice, self.bots)

    def after(self, events: tuple[Event, ...]) -> "Match":
        """The same match with events that have been kept already, such as those read from a log."""
        record = replace(self.record, events=self.record.events + events)
        return Match._at(record, fold(self.state, events), self.dice, self.bots)

    @classmethod
    def _at(
        cls, record: Record, state: State, dice: DiceSource | None, bots: Mapping[int, Player]
    ) -> "Match":
        """A match at a state that is known, without folding its whole log again."""
        match = cls.__new__(cls)
        match.record, match.state, match.dice, match.bots = record, state, dice, dict(bots)
        match.saver, match.strict, match.fault, match._answers, match._own = None, False, "", {}, 0
        return match

    def keep(self) -> str:
        """Keep the match as it is; a sentence where that failed."""
        return self._keep(self.record)

    # What happens without a person

    @property
    def waiting_for(self) -> Waiting:
        """Whom the match waits for."""
        if self.state.over:
            return Waiting.NOBODY
        if self.state.step is Step.WAIT:
            return Waiting.PERSON if self.dice is None else Waiting.DICE
        return Waiting.BOT if self.state.mover in self.bots else Waiting.PERSON

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def asked(self) -> tuple[int, ...]:
        """The seat that is to decide, as long as the game goes on."""
        return () if self.state.over else (self.state.mover,)

    @property
    def bot_turns(self) -> tuple[BotTurn, ...]:
        """The bot that is to decide now, if one is."""
        if self.waiting_for is not Waiting.BOT:
            return ()
        state = self.state
        bot = self.bots[state.mover]
        return (BotTurn(state.mover, len(self.record.events), lambda: bot.choose(state)),)

    def with_bots(self, bots: Mapping[int, Player]) -> "Match":
        """The same match with other bots on its seats."""
        return Match._at(self.record, self.state, self.dice, bots)

    def with_dice(self, dice: DiceSource | None) -> "Match":
        """The same match with another source of dice."""
        return Match._at(self.record, self.state, dice, self.bots)

    def clock_of(self, seat: int) -> object:
        """A value that changes when the clock begins anew: with every turn."""
        return self.state.mover, self.state.turn

    def advance(self) -> Answer | None:
        """Throw the dice that were asked for, or let a bot decide; None where a person is awaited."""
        waiting = self.waiting_for
        if waiting is Waiting.DICE and self.dice is not None:
            command: Command = self.dice.throw(self.state)
        elif waiting is Waiting.BOT:
            command = self.bots[self.state.mover].choose(self.state)
        else:
            return None
        self._own += 1
        return self._carry_out(f"match {self._own}", command)

    # Taking back and telling anew: for people round one table

    def take_back(self, events: int) -> Answer:
        """Go back to the first so many events: undo is a fold of a shorter log."""
        record = with_events(self.record, self.record.events[: max(0, events)])
        return self._become("take back", record, record.state(), ())

    def retell(self, record: Record) -> Answer:
        """Go on with another telling of this match, such as one with a turn corrected or a seat renamed."""
        return self._become("retell", record, record.state(), ())

    # What others may see

    def since(self, sequence: int) -> tuple[Event, ...]:
        """The events after the first so many, for somebody who has been away."""
        return self.record.events[max(0, sequence) :]

    def view(self, seat: int | None = None, *, closed: bool = False) -> View:
        """What a seat may know, or a watcher; `closed` leaves hands out that could be worked out."""
        state = self.state
        mine = seat is not None and seat == state.mover and not state.over
        return alike(
            View,
            state,
            sequence=len(self.record.events),
            seat=seat,
            rules=_reference(state.rules),
            seats=tuple(self._seat_views()),
            legal=legal(state) if mine else (),
            needed=needed_to_bank(state),
            cards=self._cards_view(seat, closed),
            version=VIEW_VERSION,
            to_roll=() if state.over else state.dice_to_roll,
            bank=bank_offer(state),
            keeps=keep_offers(state) if mine else (),
        )

    def _cards_view(self, seat: int | None, closed: bool) -> CardsView | None:
        state = self.state
        if state.cards is None:
            return None
        # At the end everybody turns over what is left; some decks are played with open hands.
        deck = state.rules.deck
        hidden = closed and not state.over and deck is not None and deck.hands is not Hands.OPEN
        held = (
            None if hidden and other != seat else still_holds(state, other)
            for other in range(len(state.seats))
        )
        return CardsView(
            hand=state.cards.hands[seat] if seat is not None else (),
            counts=tuple(len(hand) for hand in state.cards.hands),
            still_holds=tuple(held),
            discards=state.cards.discards,
            in_play=state.cards.in_play,
            played=state.cards.played,
        )

    def _seat_views(self) -> Sequence[SeatView]:
        rows = zip(self.record.names, self.record.players, self.state.seats, strict=True)
        return [
            SeatView(name, player, seat.total, seat.opened, seat.farkles, seat.gone)
            for name, player, seat in rows
        ]


_REFERENCES: dict[tuple[str, str], str] = {}


def _reference(rules: Ruleset) -> str:
    """The rule set as one line; it is asked for at every view, so it is worked out once."""
    key = (rules.hash, rules.title)
    if key not in _REFERENCES:
        if len(_REFERENCES) > 1_000:
            _REFERENCES.clear()
        _REFERENCES[key] = reference(rules)
    return _REFERENCES[key]
