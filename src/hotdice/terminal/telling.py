"""Events as sentences, for play, replay and every other place where a game is told in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hotdice.game import Event, Phase, State, evolve
from hotdice.game import events as e
from hotdice.rules.ruleset import JOKER
from hotdice.rules.said import does
from hotdice.terminal.telling_cards import tell_card_event
from hotdice.terminal.telling_rulings import tell_ruling

_COUNTS = dict(enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 2))


def joined(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> joined(["Ann", "Bob", "Cleo"])
    'Ann, Bob and Cleo'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def counted(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(3, "card"), counted(2, "die", "dice")
    ('1 card', '3 cards', '2 dice')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def spaced(faces: Sequence[int]) -> str:
    """Dice as digits with blanks between them.

    >>> spaced((1, 4, 4))
    '1 4 4'
    """
    return " ".join(map(str, faces))


def named_parts(state: State, faces: Sequence[int]) -> str:
    """What a keep consists of: `1 and three 4s`.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> named_parts(new_game(load("classic"), 2), (1, 1, 4, 4, 4))
    'two 1s and three 4s'
    """
    parts = Counter(part.name for part in state.rules.table.partition(sorted(faces)))
    words = [name if count == 1 else f"{_COUNTS[count]} {name}s" for name, count in parts.items()]
    return joined(words) or "nothing scores"


def tell(event: Event, before: State, after: State, names: Sequence[str]) -> str:
    """One sentence for an event, or nothing where the next event says it better.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> tell(e.Banked(0, 550), state, state, ["Ann", "Bob"])
    'Ann banks 550. Total 0.'
    """
    match event:
        case e.DiceRolled() if before.phase is Phase.ROLL_OFF:
            return f"{does(names[event.seat], 'rolls')} a {event.faces[0]}."
        case e.DiceRolled() if before.faces:
            table = f"On the table: {spaced(after.faces)}."
            return f"{does(names[event.seat], 'rolls')} again: {spaced(event.faces)}. {table}"
        case e.DiceRolled():
            joker = " (7 is a joker)" if JOKER in event.faces else ""
            return f"{does(names[event.seat], 'rolls')} {spaced(event.faces)}{joker}."
        case e.DiceKept():
            left = "all dice score: hot dice!" if after.hot else f"{len(after.hand)} left"
            what = named_parts(before, event.faces)
            return (
                f"{does(names[event.seat], 'keeps')} {what} for {event.points:,}; {left} "
                f"Turn {after.turn_total:,}."
            ).replace("left T", "left. T")
        case e.Banked():
            return _banked(event, before, after, names)
        case e.Farkled():
            lost = f" {event.lost:,} points gone." if event.lost else ""
            penalty = ""
            if event.penalty:
                total = after.seats[event.seat].total
                penalty = f" Too many in a row: minus {event.penalty:,}, total {total:,}."
            return f"Farkle!{lost}{penalty}"
        case e.TookOver():
            dice = "1 die" if len(event.dice) == 1 else f"{len(event.dice)} dice"
            return f"{does(names[event.seat], 'takes')} over {event.points:,} with {dice}."
        case e.Gifted():
            total = after.seats[event.seat].total
            return f"Beyond the target: {event.points:,} for {names[event.seat]}, total {total:,}."
        case e.Bumped():
            return f"{does(names[event.seat], 'goes')} back to {event.total:,}: somebody landed there."
        case e.KnockedOut():
            return f"That roll puts {names[event.seat]} out of the game."
        case e.TurnEntered():
            return f"{names[event.seat]}'s turn was told without dice."
        case e.TurnTimedOut():
            return f"{names[event.seat]}'s time is up."
        case e.Resigned():
            return f"{does(names[event.seat], 'leaves')} the game."
        case e.Corrected():
            return f"{names[event.seat]}'s total is corrected to {event.total:,}."
        case e.AdviceUsed():
            return f"{does(names[event.seat], 'asks')} for advice."
        case e.RollOffTied():
            return f"A tie: {joined([names[seat] for seat in event.seats])} roll again."
        case e.FirstPlayerSet():
            return f"{does(names[event.seat], 'begins')}."
        case e.LastTurnsBegan() if before.phase is Phase.LAST:
            return f"{does(names[event.trigger], 'leads')} now: the others have a last turn again."
        case e.LastTurnsBegan():
            return f"{does(names[event.trigger], 'reaches')} {before.rules.target:,}: the last turns begin."
        case e.PlayOffBegan():
            return f"{joined([names[seat] for seat in event.seats])} are tied and play one more turn each."
        case e.GameEnded():
            return tell_end(after, names)
    return tell_card_event(event, before, names) or tell_ruling(event, before, names)


def told(
    events: Iterable[Event], state: State, names: Sequence[str]
) -> Iterator[tuple[Event, State, str, State]]:
    """Events that follow a state: each with the state before it, its sentence, and the state after it.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> [text for _, _, text, _ in told([e.AdviceUsed(0), e.Resigned(0)], state, ["You", "Bob"])]
    ['You ask for advice.', 'You leave the game.']
    """
    for event in events:
        before, state = state, evolve(state, event)
        yield event, before, tell(event, before, state, names), state


def _banked(event: e.Banked, before: State, after: State, names: Sequence[str]) -> str:
    total = f"Total {after.seats[event.seat].total:,}."
    if event.points == 0 and before.turn_total:
        return f"{does(names[event.seat], 'stops')} for nothing. {total}"
    return f"{does(names[event.seat], 'banks')} {event.points:,}. {total}"


def tell_end(state: State, names: Sequence[str]) -> str:
    """Who has won, and how."""
    winners = [names[seat] for seat in state.winners]
    if state.rules.solo_goal and state.reason == "goal":
        word = "reached" if winners else "missed"
        return f"The goal of {state.rules.solo_goal:,} is {word} with {state.seats[0].total:,}."
    if not winners:
        return "Nobody wins."
    if len(winners) > 1:
        return f"{joined(winners)} share the win."
    reason = " The others have left." if state.reason == "resigned" else ""
    return f"{does(winners[0], 'wins')}!{reason}"


def need(state: State) -> str:
    """What the mover must reach, in words; nothing where any stop is allowed and nothing presses.

    >>> from hotdice.game import parse_position
    >>> need(parse_position("playmonster~r9~s1~m2~l1~10250.0.y_9000.0.y~t0.6"))
    'Last turn: 1,300 in this turn wins.'
    """
    from hotdice.game import needed_to_bank
    from hotdice.players.keeping import total_to_win

    seat = state.seats[state.mover]
    goal = total_to_win(state)
    if goal is not None:
        short = goal - seat.total
        if short <= 0:
            return "Last turn: you are ahead."
        word = "levels" if state.rules.ties == "shared" and len(state.active) > 1 else "wins"
        return f"Last turn: {short:,} in this turn {word}."
    if not seat.opened and state.rules.opening > 0:
        return f"{state.rules.opening:,} in one turn gets on the board."
    if needed_to_bank(state):
        return f"{needed_to_bank(state):,} or more may be banked."
    return ""
