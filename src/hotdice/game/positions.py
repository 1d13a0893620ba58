"""A position as one line of text that is safe in a link: the FEN of Farkle.

Fields are joined by `~`, seats by `_`, the parts of a field by `.`:

    playmonster~r3~s1~m2~n~2500.0.y_0.1.n~t550.1.2

says: sheet, round 3, seat 1 began, seat 2 is to move, normal play; seat 1 has 2,500 points, no farkle in
a row and is on the board, seat 2 has none, one farkle and is not; the turn has 550 points, one die is in
hand and shows a 2. House rules follow the name of their base as data in base64. A sheet with cards has
three fields more (`hotdice.game.card_positions`), and `t550.3.s` there is a stop that waits for a card.
With piggyback `t0.6.p550.123` offers 550 points and the dice 1, 2 and 3, and `t550.3.t` has taken them over.
Seats with their own dice name them last, as `hotdice.rules.bags` writes them, in base32.
`docs/records.md` has the whole grammar.
"""

import base64
import binascii
import json
import re
from functools import lru_cache

from msgspec.structs import replace

from hotdice.game.card_positions import PositionError, parse_cards, print_cards
from hotdice.game.playing_cards import card_plays
from hotdice.game.state import Phase, Seat, State, Step, bags_of, rules_with
from hotdice.rules import LastChance, RulesError, Ruleset, Ties, load, reference, resolve, shipped

LONGEST = 40_000
_NUMBER = r"-?\d{1,9}"
_SEAT = re.compile(rf"({_NUMBER})\.(\d{{1,2}})\.([yng])([yn]?)")
_TURN = re.compile(
    r"t(\d{1,9})\.(\d{1,2})(?:\.([1-7]{1,10}|[wst]))?(?:\.d([0-9a]{1,10}))?(?:\.p(\d{1,9})\.([1-9a]{1,10}))?"
)
_BAG = re.compile(r"([^.]*(?:\.[^.]*){0,2})(?:\.([a-z2-7]{1,640}))?")
_DIE = "0123456789a"


def print_position(state: State) -> str:
    """The position of a state as text.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> print_position(new_game(load("classic"), 2))
    'classic~r1~s1~m1~n~0.0.n_0.0.n~t0.6'

    Raises:
        PositionError: there is none, because the game is over, the first player is not known yet, the
            table has ruled that a turn has another number of dice, or the state is a view that hides colours.
    """
    match state.phase:
        case Phase.OVER:
            raise PositionError("the game is over, so there is no position to play from")
        case Phase.ROLL_OFF:
            raise PositionError("the first player is not known yet, so there is no position")
        case Phase.LAST:
            phase = f"l{state.trigger + 1}"
        case Phase.PLAY_OFF:
            phase = "p" + ".".join(str(seat + 1) for seat in state.contenders)
        case _:
            phase = "n"
    changed = state.cards is None and state.turn_dice != state.rules.dice  # cards say it themselves
    if changed or any(seat.dice for seat in state.seats):
        raise PositionError("the table has changed the number of dice, which a position cannot say")
    bags = state.bags or ("",) * len(state.seats)
    seats = "_".join(_print_seat(seat, bag) for seat, bag in zip(state.seats, bags, strict=True))
    fields = [
        _print_rules(state.rules),
        f"r{state.round}",
        f"s{state.starter + 1}",
        f"m{state.mover + 1}",
        phase,
        seats,
        _print_turn(state),
    ]
    if state.cards is not None:
        fields.append(print_cards(state))
    return "~".join(fields)


@lru_cache(maxsize=64)
def _print_rules(rules: Ruleset) -> str:
    text = reference(rules)
    if not text.startswith("{"):
        return text
    data = json.loads(text)
    base = data.pop("base", "")
    packed = json.dumps(data, separators=(",", ":"), sort_keys=True).encode()
    return f"{base}." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _print_seat(seat: Seat, bag: str) -> str:
    opened = "y" if seat.opened else "n"
    text = f"{seat.total}.{seat.farkles}.{'g' + opened if seat.gone else opened}"
    return f"{text}.{base64.b32encode(bag.encode()).decode().rstrip('=').lower()}" if bag else text


def _print_turn(state: State) -> str:
    text = f"t{state.turn_total}.{len(state.hand)}"
    if state.faces:
        text += "." + "".join(map(str, state.faces))
    elif state.step is Step.WAIT:
        text += ".w"
    elif state.step is Step.STOP:
        text += ".s"
    elif state.step is Step.ROLL and state.turn_total:
        text += ".t"
    if state.weights and 0 < len(state.hand) < state.turn_dice:
        text += ".d" + "".join(_DIE[die] for die in state.hand)
    if state.offer:
        text += f".p{state.offer}." + "".join(_DIE[die] for die in state.offered)
    return text


def parse_position(text: str) -> State:
    """The state that a position describes; play can go on from it.

    >>> state = parse_position("classic~r2~s1~m2~l1~10250.0.y_9000.0.y~t550.3")
    >>> state.mover, state.trigger, state.turn_total, len(state.hand)
    (1, 0, 550, 3)

    Raises:
        PositionError: the text is not a position, or one that no game can reach.
    """
    if len(text) > LONGEST:
        raise PositionError(f"a position has at most {LONGEST:,} characters")
    fields = text.strip().split("~")
    if len(fields) not in (7, 10):
        raise PositionError(
            "a position has seven fields: RULES~rN~sN~mN~PHASE~SEATS~TURN, and three for cards"
        )
    rules = _parse_rules(fields[0])
    if (len(fields) == 10) != (rules.deck is not None):
        raise PositionError("a sheet with cards has ten fields, one without has seven fields")
    parts = [_BAG.fullmatch(part) for part in fields[5].split("_")]
    seats = tuple(_parse_seat(part[1] if part else "", rules) for part in parts)
    count = len(seats)
    if count not in rules.seats_allowed:
        raise PositionError(f"{rules.title} is not for {count} players")
    round_number = _parse_number("round", fields[1], "r", 1_000_000)
    starter = _parse_number("first player", fields[2], "s", count) - 1
    mover = _parse_number("mover", fields[3], "m", count) - 1
    if seats[mover].gone:
        raise PositionError(f"seat {mover + 1} has left and cannot be to move")
    phase, trigger, contenders = _parse_phase(fields[4], count)
    bags = _parse_bags(rules, [part[2] or "" if part else "" for part in parts])
    rules = rules_with(rules, bags)
    state = State(
        rules=rules,
        seats=seats,
        phase=phase,
        step=Step.ROLL,
        mover=mover,
        starter=starter,
        round=round_number,
        turn=(round_number - 1) * count + (mover - starter) % count + 1,
        turn_dice=rules.dice,
        trigger=trigger,
        contenders=contenders,
        bags=bags,
    )
    _check_phase(state)
    if rules.deck is None:
        return _with_turn(state, fields[6])
    return _with_turn(parse_cards(state, fields[7:]), fields[6])


def _parse_bags(rules: Ruleset, bags: list[str]) -> tuple[str, ...]:
    if not any(bags):
        return ()
    try:
        texts = [base64.b32decode(bag.upper() + "=" * (-len(bag) % 8)).decode() for bag in bags]
        return bags_of(rules, len(bags), texts)
    except ValueError as error:
        raise PositionError(f"the own dice of a seat: {error}") from None


def _parse_rules(text: str) -> Ruleset:
    name, dot, packed = text.partition(".")
    try:
        if not dot:
            if name not in shipped():
                raise PositionError(f"{name[:40]!r} is not a shipped sheet")
            return load(name)
        raw = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        data = json.loads(raw)
        if not isinstance(data, dict) or "base" in data:
            raise PositionError("the house rules in the position are not a table")
        return resolve(json.dumps(data | ({"base": name} if name else {})))
    except RulesError as error:
        raise PositionError(str(error)) from None
    except (ValueError, RecursionError, binascii.Error) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError("the house rules in the position cannot be read") from None


def _parse_number(what: str, text: str, letter: str, high: int) -> int:
    match = re.fullmatch(rf"{letter}(\d{{1,7}})", text)
    if match is None or not 1 <= int(match[1]) <= high:
        raise PositionError(f"the {what} must be {letter} and a number from 1 to {high:,}, not {text[:20]!r}")
    return int(match[1])


def _parse_seat(text: str, rules: Ruleset) -> Seat:
    match = _SEAT.fullmatch(text)
    if match is None or (match[3] == "g") != bool(match[4]):
        raise PositionError(f"a seat is TOTAL.FARKLES.y or n (gy, gn for one who left), not {text[:20]!r}")
    farkles = int(match[2])
    if farkles > rules.penalty.count:
        raise PositionError(f"{farkles} farkles in a row are more than this sheet counts")
    opened = (match[4] or match[3]) == "y"
    return Seat(int(match[1]), opened, farkles, match[3] == "g")


def _parse_phase(text: str, count: int) -> tuple[Phase, int, tuple[int, ...]]:
    if text == "n":
        return Phase.NORMAL, -1, ()
    match = re.fullmatch(r"l(\d{1,2})", text)
    if match and 1 <= int(match[1]) <= count:
        return Phase.LAST, int(match[1]) - 1, ()
    match = re.fullmatch(r"p(\d{1,2}(?:\.\d{1,2})+)", text)
    if match:
        seats = tuple(int(part) - 1 for part in match[1].split("."))
        if len(set(seats)) == len(seats) and all(0 <= seat < count for seat in seats):
            return Phase.PLAY_OFF, -1, seats
    raise PositionError(
        f"the phase is n, l and the trigger's seat, or p and the tied seats, not {text[:20]!r}"
    )


def _check_phase(state: State) -> None:
    """Refuse what no game can reach, so that nothing later stumbles over it."""
    rules = state.rules
    if rules.opening == 0 and not all(seat.opened for seat in state.seats):
        raise PositionError("this sheet has no opening minimum, so every seat is on the board (y)")
    if state.phase is Phase.LAST:
        if not rules.target or rules.last_chance is LastChance.NONE:
            raise PositionError("this sheet has no last turns")
        if state.mover == state.trigger:
            raise PositionError("the seat that reached the target does not play again")
    if state.phase is Phase.PLAY_OFF:
        if rules.ties is not Ties.PLAY_OFF:
            raise PositionError("this sheet has no play-off")
        gone = any(state.seats[seat].gone for seat in state.contenders)
        if state.mover not in state.contenders or gone:
            raise PositionError("the mover must be one of the tied seats, and none of them may have left")
    if state.phase is Phase.NORMAL and rules.rounds and state.round > rules.rounds:
        raise PositionError(f"this sheet has {rules.rounds} rounds")


def _with_turn(state: State, text: str) -> State:
    match = _TURN.fullmatch(text)
    if match is None:
        raise PositionError(f"the turn is tTOTAL.DICE, then .ROLL or .w, not {text[:30]!r}")
    total, count, roll, numbers = int(match[1]), int(match[2]), match[3], match[4]
    if match[5]:
        state = _offered(state, int(match[5]), match[6], fresh=total == 0 and roll is None)
    played = state.cards is not None and state.cards.played
    full = state.turn_dice + (state.cards.owed if state.cards is not None else 0)
    if count > full:
        raise PositionError(f"there are {full} dice, not {count}")
    if total == 0 and count != full and not (played and roll):  # a card may have brought dice in mid-turn
        raise PositionError("a turn without points has all its dice in hand")
    if count == 0 and roll not in (None, "s"):
        raise PositionError("with no die in hand nothing can be rolled")
    hand = tuple(range(1, count + 1)) if not numbers else _numbers(numbers, count, full)
    if total == 0 and roll is None:
        return replace(_steady(state), hand=hand)
    if roll == "t":
        if not state.rules.piggyback or not total or not count or not state.seats[state.mover].opened:
            raise PositionError("points are taken over by piggyback, with dice, by who is on the board")
        return replace(state, turn_total=total, hand=hand)
    if roll in (None, "s"):
        if count == full:  # hot dice are written as no dice in hand
            raise PositionError("after a keep fewer dice are in hand; hot dice are written as 0")
        state = replace(_steady(state), step=Step.DECIDE, turn_total=total, hand=hand, roll=1, throw=1)
        return _stopped(state) if roll else state
    if roll == "w":
        return replace(_steady(state), step=Step.WAIT, turn_total=total, hand=hand, roll=1, throw=1)
    if len(roll) != count:
        raise PositionError(f"{count} dice are in hand, but the roll shows {len(roll)}")
    faces = tuple(int(face) for face in roll)
    if not all(state.may_show(die, face) for die, face in zip(hand, faces, strict=True)):
        raise PositionError("one of these dice never shows that face")
    state = replace(state, step=Step.KEEP, turn_total=total, hand=hand, faces=faces, roll=1, throw=1)
    return _on_the_table(state)


def _offered(state: State, points: int, dice: str, *, fresh: bool) -> State:
    """The state with points and dice that the mover may take over."""
    if not state.rules.piggyback or not points or not fresh or not state.seats[state.mover].opened:
        raise PositionError("by piggyback points are offered before the first roll, to who is on the board")
    offered = _numbers(dice, len(dice), state.rules.dice)
    return replace(state, offer=points, offered=offered)


def _steady(state: State) -> State:
    """The state itself, where no dice of the table are in the air again."""
    if state.cards is not None and state.cards.again:
        raise PositionError("dice can be in the air again only where a roll lies on the table")
    return state


def _stopped(state: State) -> State:
    state = replace(state, step=Step.STOP)
    if not card_plays(state):
        raise PositionError("nobody holds a card for this stop: the turn is over")
    return state


def _on_the_table(state: State) -> State:
    """A roll on the table: something to keep, a card for a dead roll, or dice in the air again."""
    cards = state.cards
    if cards is not None and cards.again:
        if cards.again[-1] > len(state.hand):
            raise PositionError("dice that are in the air again must be dice of the roll")
        again = tuple(state.hand[place - 1] for place in cards.again)
        return replace(state, step=Step.WAIT, throw=2, cards=replace(cards, again=again))
    if not state.rules.table.options(state.faces).farkle:
        return state
    dead = replace(state, step=Step.FARKLE)
    if not card_plays(dead):
        roll = "".join(map(str, state.faces))
        raise PositionError(f"the roll {roll} is a farkle: the turn is over")
    return dead


def _numbers(text: str, count: int, full: int) -> tuple[int, ...]:
    dice = tuple(_DIE.index(letter) for letter in text)
    if len(dice) != count or list(dice) != sorted(set(dice)) or dice[0] < 1 or dice[-1] > full:
        raise PositionError(f"the dice in hand must be {count} different numbers from 1 to {full}, ascending")
    return dice
