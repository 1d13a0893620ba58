"""Review of a recorded game: what every decision cost, how lucky every throw was, what that leaves."""

from msgspec.structs import replace

from hotdice.coach.advising import option_of, position_text, reason_for
from hotdice.coach.forms import Decision, Other, Review, Roll, Source, Summary, Unit
from hotdice.coach.ledger import Ledger, minus
from hotdice.coach.places import NothingToSay, check_moment
from hotdice.coach.reasons import reason
from hotdice.coach.scales import EQUAL, class_of, grade_of, whole
from hotdice.coach.sources import review_unit, values_for
from hotdice.coach.starting import chances_to_begin
from hotdice.coach.turns import Candidate, TurnView, Values, Vector
from hotdice.coach.verdicts import verdict
from hotdice.game import Phase, Record, State, Step, evolve
from hotdice.game import events as e
from hotdice.game.state import started
from hotdice.odds.compiling import compiled_available
from hotdice.rules.said import Said

GAMES = 400 if compiled_available() else 80
"""Simulated games for every end of a turn in a review, where there is no table for so many players."""
SHOWN = 3
"""So many costliest moments, and luckiest throws, are pointed out."""

CARD_MOMENT = "the moment of a card"
"""What the best card would bring more than the dice alone: playing something else there is a loss."""

_RULINGS: dict[type[e.Event], str] = {
    e.TurnEntered: "a turn told without its dice",
    e.TurnTimedOut: "time ran out",
    e.Resigned: "somebody left",
    e.Corrected: "a correction",
    e.SeatTaken: "somebody joined",
    e.Adjusted: "points outside any turn",
    e.DiceSet: "another number of dice",
    e.GoalMoved: "another end of the game",
    e.BonusCounted: "a bonus",
    e.PointsMoved: "points moved by a card",
    e.GoldCounted: "Gold Pieces",
}


def review(record: Record, unit: Unit | None = None, *, games: int = GAMES) -> Review:
    """The coach's report on a game, in a unit or in that which suits the sheet.

    >>> from hotdice.game import parse_record
    >>> game = parse_record('''hotdice record 1
    ... rules kcd
    ... seat Ann
    ... seat Bob
    ... start kcd~r9~s1~m1~n~3500.0.y_3800.0.y~t0.6
    ...
    ... 122346:1 12246:1 =200
    ... 223446 x
    ... 111234:111 =1000
    ... ''')
    >>> report = review(game)
    >>> [(decision.cls, round(decision.loss, 3)) for decision in report.decisions]
    [('fine', 0.0), ('blunder', 0.296), ('fine', 0.0)]
    >>> abs(report.identity) < 1e-9
    True

    Raises:
        NothingToSay: nothing is known about such a game.
        TableError: a table is damaged.
    """
    return _Reviewer(record, unit, games).run()


class _Reviewer:
    def __init__(self, record: Record, unit: Unit | None, games: int) -> None:
        self.record, self.games = record, games
        opening = record.opening_state()
        self.unit: Unit = unit or review_unit(opening)
        self.scale = whole(record.rules, self.unit)
        self.ledger = Ledger(len(record.names))
        self.state = opening
        self.view: TurnView | None = None
        self.winning: TurnView | None = None
        self.values: Values | None = None
        self.source: Source | None = None
        self.pending: tuple[State, int, str] | None = None  # where dice were set aside, and which
        self.waiting: tuple[str, int, int] | None = None  # what happened that no value is known for yet
        self.beginnings: list[Vector] | None = None
        self.alone = False

    def run(self) -> Review:
        if self.state.phase is not Phase.ROLL_OFF and not self.state.over:
            self._enter(0)
        elif not self.state.over:
            self._roll_off(0)
        for step, event in enumerate(self.record.events, 1):
            after = evolve(self.state, event)
            self._event(step, event, after)
            self.state = after
        self._close()
        return self._report()

    # The walk

    def _event(self, step: int, event: e.Event, after: State) -> None:
        before = self.state
        match event:
            case e.DiceRolled() if before.phase is Phase.ROLL_OFF:
                self.state = after
                self._roll_off(step, event)
            case e.FirstPlayerSet():
                self.state = after
                self._enter(step)
            case e.RollAsked() if before.phase is not Phase.ROLL_OFF and not before.faces:
                if before.step is Step.ROLL:
                    self._choose(before, step, "roll")  # a card could have been played first
                else:
                    self._decide(step, "roll")
            case e.DiceRolled():
                self._rolled(step, event, after)
            case e.DiceKept():
                self._settle(step)
                faces = "".join(map(str, sorted(event.faces)))
                self.pending = before, step, faces
            case e.WindowOpened() if event.window == "on_stop":
                self._decide(step, "bank")
            case e.Banked() if self.waiting is None and before.step is not Step.STOP:
                self._decide(step, "bank")
            case e.WindowPassed():
                self._choose(before, step, "pass")
            case e.CardPlayed():
                self._settle(step)
                self._choose(before, step, "card", card=event.card, target=event.target, dice=event.dice)
            case e.TurnBegan():
                self.state = after
                self._enter(step)
            case e.GameEnded():
                self._end(step, after)
            case _ if type(event) in _RULINGS:
                self._settle(step)
                self.waiting = self.waiting or (_RULINGS[type(event)], step, before.mover)

    def _known(self, state: State) -> Values | None:
        """The values for a turn, None where nothing is known about it."""
        try:
            check_moment(state)
            if self.unit == "points" and state.phase is Phase.PLAY_OFF:
                return None  # play-offs are for the win
            return values_for(state, self.unit, games=self.games)
        except NothingToSay:
            return None

    def _enter(self, step: int) -> None:
        """A turn begins."""
        state = self.state
        self.view = self.winning = None
        values = self._known(state)
        if values is None:
            if not self.ledger.begun and not any(isinstance(x, e.DiceRolled) for x in self.record.events):
                return
            if not self.ledger.begun:
                values_for(state, self.unit, games=self.games)  # says why
            return
        self.values, self.alone = values, values.alone
        self.view = values.turn(state)
        if self.source is None or self.view.source.kind != "exact":
            self.source = self.view.source if self.source is None else values.source
        self._win_view(state)
        worth = self._moment(state)
        if not self.ledger.begun:
            first = worth
            if self.alone:
                first = tuple(value + total for value, total in zip(worth, state.totals, strict=True))
            self.ledger.begin(self._padded(first), step, state.turn)
        elif self.alone:
            self._resolve(self.ledger.now, step)
            self.ledger.grow(self._padded(worth))
        else:
            self._resolve(self._padded(worth), step)
            self.ledger.slip(self._padded(worth), step, state.turn)
        self.base = minus(self.ledger.now, self._padded(worth)) if self.alone else (0.0,) * self.ledger.seats

    def _win_view(self, state: State) -> None:
        """In points, what wins is looked at too: who gives up points for the win makes no mistake."""
        if self.unit == "win" or len(state.active) > 2 or self.record.rules.deck:
            return
        try:
            values = values_for(state, "win", games=self.games)
        except NothingToSay:
            return
        self.winning = values.turn(state) if values.source.exact else None

    def _moment(self, state: State) -> Vector:
        assert self.view is not None
        if state.step in (Step.KEEP, Step.DECIDE) or state.cards is not None:
            return self._foreseen(self.view.choices(state)).worth.seats
        return self.view.waiting(state).seats

    def _foreseen(self, choices: list[Candidate]) -> Candidate:
        """The best choice that the values before looked forward to.

        In wins that is the best of all. Points of a turn know of no card: luck is that of the dice then, and
        what a card makes of the moment is told apart.
        """
        return _without_cards(choices) if self.alone else choices[0]

    def _padded(self, values: Vector) -> Vector:
        return values + (0.0,) * (self.ledger.seats - len(values))

    def _worth(self, values: Vector) -> Vector:
        """What the whole game is worth, from what the turn is."""
        padded = self._padded(values)
        return tuple(a + b for a, b in zip(padded, self.base, strict=True)) if self.alone else padded

    def _resolve(self, values: Vector, step: int) -> None:
        """What happened without a value of its own has one now."""
        if self.waiting is None:
            return
        what, when, seat = self.waiting
        self.waiting = None
        change = self.ledger.move(values, step, self.state.turn)
        if any(change):
            self.ledger.others.append(Other(when, self.state.turn, seat, what, change))

    def _roll_off(self, step: int, event: e.DiceRolled | None = None) -> None:
        """Who begins is decided by dice, and what beginning is worth makes their luck."""
        state = self.state
        if self.unit == "points" and not self.ledger.begun and event is not None:
            return
        if self.beginnings is None:
            self.beginnings = self._beginnings(state)
        begin = self.beginnings
        if begin is None:
            return
        values = tuple(
            sum(chance * worth[seat] for chance, worth in zip(chances_to_begin(state), begin, strict=True))
            for seat in range(len(state.seats))
        )
        values = self._padded(values)
        if event is None:
            self.ledger.begin(values, step, 0)
            return
        before = self.ledger.now[event.seat]
        change = self.ledger.move(values, step, 0)
        self.ledger.rolls.append(
            Roll(step, 0, 0, event.seat, str(event.faces[0]), 1, False, before,
                 self.ledger.now[event.seat], change[event.seat], change)
        )  # fmt: skip

    def _beginnings(self, state: State) -> list[Vector] | None:
        """What the game is worth if each seat begins; None in points, where it hardly matters."""
        if self.unit == "points":
            return None
        found: list[Vector] = []
        for seat in range(len(state.seats)):
            first = started(replace(state, contenders=(), thrown_off=()), seat)
            values = self._known(first)
            if values is None:
                return None
            found.append(values.turn(first).waiting(first).seats)
        return found

    def _rolled(self, step: int, event: e.DiceRolled, after: State) -> None:
        view = self.view
        if view is None:
            return
        farkle = self.state.rules.table.options(after.faces).farkle if after.faces else True
        values = (view.lost(after) if farkle else self._foreseen(view.choices(after)).worth).seats
        seat = event.seat
        before = self.ledger.now[seat]
        change = self.ledger.move(self._worth(values), step, after.turn)
        faces = "".join(map(str, event.faces))
        self.ledger.rolls.append(
            Roll(step, after.turn, after.round, seat, faces, len(event.faces), farkle, before,
                 self.ledger.now[seat], change[seat], change, position_text(self.state))
        )  # fmt: skip

    # Decisions

    def _decide(self, step: int, action: str) -> None:
        """A stop or a roll, with the dice that were set aside just before it."""
        if self.pending is not None:
            state, when, faces = self.pending
            self.pending = None
            self._choose(state, when, action, keep=faces, done=step)
        else:
            self._choose(self.state, step, action)

    def _settle(self, step: int) -> None:
        """Dice were set aside and something else came then: the keep alone is judged."""
        if self.pending is None:
            return
        state, when, faces = self.pending
        self.pending = None
        self._choose(state, when, "", keep=faces, done=step)

    def _choose(
        self,
        state: State,
        step: int,
        action: str,
        *,
        keep: str | None = None,
        done: int = 0,
        card: str | None = None,
        target: int = -1,
        dice: tuple[int, ...] = (),
    ) -> None:
        view = self.view
        if view is None:
            return
        choices = view.choices(state)
        fitting = [
            choice
            for choice in choices
            if (choice.keep, choice.card) == (keep, card)
            and (choice.action == action or not action)
            and (card is None or (choice.target, choice.with_dice) == (target, dice))
        ]
        if not fitting:
            return
        played, best = fitting[0], choices[0]
        forced = len(choices) == 1
        if forced and state.step is Step.ROLL:
            return  # the first roll of a turn is no decision
        self.ledger.slip(self._worth(self._foreseen(choices).worth.seats), step, state.turn)
        if best.card is not None and self.alone:
            # The values before did not look forward to it: neither a throw nor a decision brought this.
            gain = self.ledger.move(self._worth(best.worth.seats), step, state.turn)
            self.ledger.others.append(Other(step, state.turn, state.mover, CARD_MOMENT, gain))
        change = self.ledger.move(self._worth(played.worth.seats), done or step, state.turn)
        loss = max(0.0, best.value - played.value)
        for_the_win = loss > EQUAL * self.scale and self._wins(state, played, best)
        why = (
            reason(state, best, played, self.unit)
            if loss > EQUAL * self.scale
            else reason_for(state, choices, self.unit, self.scale)
        )
        if for_the_win:
            why = Said("Gives up points, and wins more often.")
        self.ledger.decisions.append(
            Decision(
                step=step,
                turn=state.turn,
                round=state.round,
                seat=state.mover,
                position=position_text(state),
                totals=state.totals,
                turn_total=state.turn_total,
                roll="".join(map(str, state.faces)),
                played=option_of(state, played, best, self.unit, self.scale),
                best=option_of(state, best, best, self.unit, self.scale),
                loss=loss,
                cls="fine" if for_the_win else class_of(loss, self.scale),
                forced=forced,
                for_the_win=for_the_win,
                reason=str(why),
                change=change,
                why=why,
            )
        )

    def _wins(self, state: State, played: Candidate, best: Candidate) -> bool:
        """Whether a choice that costs points is as good as any for the win."""
        if self.winning is None:
            return False
        choices = self.winning.choices(state)
        values = {choice.what: choice.value for choice in choices}
        most = choices[0].value
        mine, other = values.get(played.what, 0.0), values.get(best.what, 0.0)
        # Between two only the win counts; alone, points are an aim of their own, unless they cost the goal.
        return most - mine <= EQUAL and (len(state.seats) > 1 or most - other > EQUAL)

    # The end

    def _end(self, step: int, after: State) -> None:
        self._settle(step)
        if not self.ledger.begun:
            return
        assert self.values is not None
        ended = self._padded(self.values.ended(after))
        if self.unit == "points" and self.state.phase is Phase.PLAY_OFF:
            return
        if self.waiting is not None:
            self._resolve(ended, step)
        self.ledger.slip(ended, step, after.turn)
        self.ledger.now = ended

    def _close(self) -> None:
        self._settle(len(self.record.events))

    def _report(self) -> Review:
        record, ledger, state = self.record, self.ledger, self.state
        empty = not (ledger.rolls or ledger.decisions or ledger.others)
        if not ledger.begun or self.source is None or empty:
            values_for(self.record.opening_state(), self.unit)  # says why there is nothing, where it can
            raise NothingToSay("there is nothing to review: nobody has rolled in this game")
        players = tuple(self._player(seat, name) for seat, name in enumerate(record.names))
        order = sorted(range(len(ledger.decisions)), key=lambda index: -ledger.decisions[index].loss)
        counted = [
            index
            for index in order
            if ledger.decisions[index].loss > EQUAL * self.scale and not ledger.decisions[index].for_the_win
        ]
        lucky = sorted(range(len(ledger.rolls)), key=lambda index: -abs(ledger.rolls[index].luck))
        identity = max(
            abs(ledger.now[seat] - ledger.start[seat] - ledger.total(seat)) for seat in range(ledger.seats)
        )
        report = Review(
            rules=record.rules.name,
            title=record.rules.title,
            hash=record.rules.hash,
            unit=self.unit,
            exact=self.source.exact,
            source=self.source,
            finished=state.over,
            winners=state.winners,
            totals=state.totals,
            summary="",
            players=players,
            decisions=tuple(ledger.decisions),
            rolls=tuple(ledger.rolls),
            others=tuple(ledger.others),
            worst=tuple(counted[:SHOWN]),
            luckiest=tuple(lucky[:SHOWN]),
            curve=tuple(ledger.curve),
            identity=identity,
        )
        return replace(report, summary=verdict(report))

    def _player(self, seat: int, name: str) -> Summary:
        ledger = self.ledger
        own = [decision for decision in ledger.decisions if decision.seat == seat]
        unforced = [decision for decision in own if not decision.forced]
        counted = [
            decision.loss
            for decision in unforced
            if decision.loss > EQUAL * self.scale and not decision.for_the_win
        ]
        cost = sum(counted)
        per_decision = cost / len(unforced) if unforced else 0.0
        grade, words = grade_of(per_decision, self.scale)
        classes = dict.fromkeys(("fine", "doubtful", "mistake", "blunder"), 0)
        for decision in unforced:
            classes[decision.cls] += 1
        decided = sum(decision.change[seat] for decision in ledger.decisions)
        other = sum(event.change[seat] for event in ledger.others)
        rolls = [roll for roll in ledger.rolls if roll.seat == seat]
        return Summary(
            seat=seat,
            name=name,
            player=self.record.players[seat],
            start=ledger.start[seat],
            result=ledger.now[seat],
            luck=sum(roll.luck for roll in rolls),
            loss=sum(decision.loss for decision in own),
            cost=cost,
            other=other,
            drift=ledger.drift[seat],
            adjusted=ledger.start[seat] + decided,
            rolls=len(rolls),
            decisions=len(own),
            unforced=len(unforced),
            per_decision=per_decision,
            classes=classes,
            grade=grade if unforced else "-",
            grade_words=words if unforced else "nothing to decide",
        )


def _without_cards(choices: list[Candidate]) -> Candidate:
    """The best choice that plays no card."""
    return next((choice for choice in choices if choice.card is None), choices[0])
