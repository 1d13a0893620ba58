"""What the coach says, as plain values: they are its JSON forms too, written down in `docs/coach.md`."""

from typing import Literal

import msgspec

from hotdice.frozen import Frozen
from hotdice.rules.said import Said

Kind = Literal["exact", "turn", "simulated", "estimated", "dice"]
Unit = Literal["win", "points"]
Theme = Literal["which dice", "stop or roll", "hot dice", "last turn", "on the board", "near the end"]
Class = Literal["fine", "doubtful", "mistake", "blunder"]


class Source(Frozen):
    """Where numbers come from.

    `exact`: solved; `turn`: exact for this turn only, in points, the score not weighed; `simulated`: so many
    games, each number with its interval; `estimated`: what the best bot for cards thinks,
    in chances to win or, where those are not known, in points of the turn; `dice`: what a page without a
    server says of a game with cards, by the dice of the turn.
    """

    kind: Kind
    text: str
    games: int = 0

    @property
    def exact(self) -> bool:
        """Whether the numbers are solved for the whole game."""
        return self.kind == "exact"


class Option(Frozen):
    """One choice: what is set aside (None: nothing lies there), what then, and what all of it is worth.

    `value` is in the unit of the advice, `win` the same where that is a chance; `loss` is the best value
    minus this one, and `equal` says that it is too small to count. `low` and `high` bound a simulated value.
    `shares` are the chances of all who play, the mover first.
    `total` is the turn total that stands then, `dice` how many dice a roll throws and `farkle` its danger.
    """

    action: Literal["roll", "bank", "card", "pass"]
    keep: str | None
    value: float
    win: float | None
    expected: float
    loss: float
    equal: bool
    total: int
    dice: int | None = None
    farkle: float | None = None
    low: float | None = None
    high: float | None = None
    card: str | None = None
    target: int | None = None
    with_dice: str | None = None
    shares: tuple[float, ...] | None = None


class Advice(Frozen):
    """Every choice of one moment, best first, with one sentence of reason.

    `order` are the seats that still play, the mover first: those whose chances are the shares of an option.
    `why` is the same sentence with its gaps open, for whoever words it in another language than English.
    """

    rules: str
    title: str
    hash: str
    position: str
    seat: int
    unit: Unit
    exact: bool
    source: Source
    forced: bool
    reason: str
    options: tuple[Option, ...]
    order: tuple[int, ...] = ()
    why: Said = Said("")

    @property
    def best(self) -> Option:
        """The best choice."""
        return self.options[0]


class Moment(Frozen):
    """A moment as somebody sees it who asks "what if": what lies there, what it is worth, what can be done.

    `waits` says what for: a choice of `seat`, `dice` that are to fall (all choices behind them are open), or
    nothing, since the game is over. `values` are what the moment is worth to every seat, in the `unit`; where
    each turn is judged alone they are those of this turn. They are empty, and `note` says why, where nothing
    is known; `noted` is the same as words with gaps. `farkle` says that the dice which led here lost their
    turn.
    """

    position: str
    rules: str
    title: str
    hash: str
    waits: Literal["choice", "dice", "nothing"]
    seat: int
    round: int
    phase: Literal["normal", "last", "play_off", "over"]
    totals: tuple[int, ...]
    turn_total: int
    dice: int
    roll: str
    unit: Unit
    source: Source | None
    alone: bool
    values: tuple[float, ...]
    note: str
    farkle: bool
    winners: tuple[int, ...]
    advice: Advice | None
    noted: Said | None = None


class Decision(Frozen):
    """One decision of a recorded game; `step` counts events as `hotdice replay --at` does.

    `why` is the reason with its gaps open, for whoever words it in another language than English.
    """

    step: int
    turn: int
    round: int
    seat: int
    position: str
    totals: tuple[int, ...]
    turn_total: int
    roll: str
    played: Option
    best: Option
    loss: float
    cls: Class = msgspec.field(name="class")
    forced: bool
    for_the_win: bool
    reason: str
    change: tuple[float, ...]
    why: Said = Said("")


class Roll(Frozen):
    """One throw of a recorded game: what it was worth, and how lucky it was for the one who threw.

    `position` is the moment with these dice in the air, empty where there is none.
    """

    step: int
    turn: int
    round: int
    seat: int
    faces: str
    dice: int
    farkle: bool
    before: float
    after: float
    luck: float
    change: tuple[float, ...]
    position: str = ""


class Other(Frozen):
    """What was neither a throw nor a decision: time that ran out, a turn told without dice, a ruling."""

    step: int
    turn: int
    seat: int
    what: str
    change: tuple[float, ...]


class Point(Frozen):
    """One point of the curve: what the game was worth to every seat after an event."""

    step: int
    turn: int
    values: tuple[float, ...]


class Summary(Frozen):
    """One player's game.

    `result - start = all changes`; for two players that is
    `luck - loss - (the other's luck - the other's loss) + other + drift`. `cost` is the loss that counts:
    that of decisions which were not equal to the best. `adjusted` is the result with all luck taken out.
    """

    seat: int
    name: str
    player: str
    start: float
    result: float
    luck: float
    loss: float
    cost: float
    other: float
    drift: float
    adjusted: float
    rolls: int
    decisions: int
    unforced: int
    per_decision: float
    classes: dict[str, int]
    grade: str
    grade_words: str


class Review(Frozen):
    """The coach's report on a game."""

    rules: str
    title: str
    hash: str
    unit: Unit
    exact: bool
    source: Source
    finished: bool
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    summary: str
    players: tuple[Summary, ...]
    decisions: tuple[Decision, ...]
    rolls: tuple[Roll, ...]
    others: tuple[Other, ...]
    worst: tuple[int, ...]
    luckiest: tuple[int, ...]
    curve: tuple[Point, ...]
    identity: float


class CardSays(Frozen):
    """What the strategy card to remember says to a position: its choice, and at which total it stops then.

    `stop_at` belongs to the dice that are left after the choice, at these scores; None: never.
    """

    option: Option
    stop_at: int | None


class Exercise(Frozen):
    """A position to decide, what many would do there, and everything the coach knows about it.

    `seed` makes the same exercise again; it is empty for one from a real game, whose step is `origin`.
    `scale` is what a whole win weighs in the unit of the advice, so that costs can be added up over sheets.
    `card` is what the strategy card says, where the sheet has one to remember.
    """

    rules: str
    position: str
    theme: Theme
    seed: str
    origin: str
    tempting: Option
    advice: Advice
    scale: float = 1.0
    card: CardSays | None = None
