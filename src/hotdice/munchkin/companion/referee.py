"""The companion's referee: what an entry does to the table, or why it is refused. Pure, like the big one."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from hotdice.game.dispatch import by_type
from hotdice.game.refusals import Refusal, unknown
from hotdice.munchkin.companion import commands as c
from hotdice.munchkin.companion.table import QUESTIONS, Player, Step, Table
from hotdice.munchkin.companion.wording import INSTRUCTIONS
from hotdice.munchkin.sheet import FACES, PICTURE

SEX_PENALTY = 5
MOST_PENALTY = 99


def play(table: Table, command: c.Command) -> Table | Refusal:
    """The table after an entry, or the reason why it is refused.

    >>> from hotdice.munchkin.companion import new_table
    >>> play(new_table(["Ann", "Bob"]), c.Roll()).sentence
    'Ann is at level 1 and has no level to pay.'
    """
    if table.step is Step.OVER:
        return Refusal("game_over", "The game is over; undo takes the last entry back.")
    after: Table | Refusal = _ACTIONS.get(type(command), unknown)(replace(table, note=""), command)
    return after


def fold(table: Table, commands: Iterable[c.Command]) -> Table:
    """The table after all of these entries.

    Raises:
        ValueError: one of them is refused.
    """
    for command in commands:
        result = play(table, command)
        if isinstance(result, Refusal):
            raise ValueError(result.sentence)
        table = result
    return table


def why_no_roll(table: Table) -> str:
    """Why the mover may not roll, or an empty text; a Cyborg at level 2 is asked about later.

    >>> from hotdice.munchkin.companion import new_table
    >>> why_no_roll(new_table(["Ann", "Bob"]))
    'Ann is at level 1 and has no level to pay.'
    """
    name = table.roller.name
    if table.step is Step.DOOR:
        return "The door is open; the die is rolled before it."
    if table.rolling_over:
        return f"{name} has had result 9: no more rolls this turn."
    if table.roller.level <= 1:
        return f"{name} is at level 1 and has no level to pay."
    return ""


def _wrong(table: Table) -> Refusal:
    return Refusal("not_now", "That is not asked for now.", {"step": str(table.step)})


def _set(table: Table, index: int, **changes: Any) -> Table:
    player: Player = replace(table.players[index], **changes)
    return replace(table, players=(*table.players[:index], player, *table.players[index + 1 :]))


def _known(table: Table, player: int) -> Refusal | None:
    if 0 <= player < len(table.players):
        return None
    return Refusal("no_such_player", f"There is no player {player + 1}.")


def _roll(table: Table, command: c.Roll) -> Table | Refusal:
    why = why_no_roll(table)
    if why:
        return Refusal("no_roll", why)
    if table.step is not Step.FREE:
        return _wrong(table)
    if table.roller.level == 2:
        return replace(table, step=Step.ROLLER_CYBORG)
    return _paid(table)


def _paid(table: Table) -> Table:
    table = _set(table, table.mover, level=table.roller.level - 1)
    return replace(table, step=Step.FACE, face=0)


def _face(table: Table, command: c.Face) -> Table | Refusal:
    if table.step is not Step.FACE:
        return _wrong(table)
    step = Step.PICK if command.face == PICTURE else Step.WINDOW
    return _no_face(command.face) or replace(table, face=command.face, step=step)


def _no_face(face: int) -> Refusal | None:
    if 1 <= face <= FACES:
        return None
    return Refusal("no_such_face", "The faces are 1 to 9 and the picture.")


def _stand(table: Table, command: c.Stand) -> Table | Refusal:
    return _result(table, table.face) if table.step is Step.WINDOW else _wrong(table)


def _turn(table: Table, command: c.Turn) -> Table | Refusal:
    refusal = _known(table, command.player) or _no_window(table) or _no_face(command.face)
    if refusal is not None:
        return refusal
    if command.face == PICTURE:
        return replace(table, face=PICTURE, step=Step.PICK)
    return _result(table, command.face)


def _no_window(table: Table) -> Refusal | None:
    if table.step is Step.PICK:
        return Refusal("picture", "Nobody can change the picture.")
    if table.step is not Step.WINDOW:
        return Refusal("no_window", "One Loaded or Reloaded Die a roll, right after the roll.")
    return None


def _pick(table: Table, command: c.Pick) -> Table | Refusal:
    if table.step is not Step.PICK:
        return _wrong(table)
    if not 1 <= command.face < PICTURE:
        return Refusal("no_such_face", "Pick a result from 1 to 9.")
    return _result(table, command.face)


def _result(table: Table, face: int) -> Table:
    table = replace(table, face=face)
    if face in INSTRUCTIONS:
        return replace(table, step=Step.DO)
    if face == 5:
        return _five(table)
    if face == 9:
        return _nine(replace(table, rolling_over=True, spared=()))
    return replace(table, step={6: Step.HAND, 7: Step.CLASS, 8: Step.RACE}[face])


def _five(table: Table) -> Table:
    roller = table.roller
    level = max(roller.level, min(roller.level + 2, table.winning_level - 1))
    sex = roller.sex and roller.sex.other
    table = _set(table, table.mover, sex=sex, level=level, penalty=roller.penalty + SEX_PENALTY)
    less = f"{table.roller.penalty} less in the next combat"
    now = f"is a {sex} now" if sex else "has changed sex"
    note = f"{roller.name} {now}, at level {level}, with {less}."
    return replace(table, step=Step.FREE, note=note)


def _nine(table: Table) -> Table:
    if candidates(table):
        return replace(table, step=Step.VICTIM, victim=-1)
    note = "Nobody has a level to lose, so there is none to gain. No more rolls this turn."
    return replace(table, step=Step.FREE, note=note)


def candidates(table: Table) -> tuple[int, ...]:
    """Who may lose a level by result 9, as far as the companion knows."""
    return tuple(
        index
        for index, player in enumerate(table.players)
        if index != table.mover and player.level > 1 and index not in table.spared
    )


def _victim(table: Table, command: c.Victim) -> Table | Refusal:
    refusal = _known(table, command.player)
    if refusal is not None:
        return refusal
    if table.step is not Step.VICTIM:
        return _wrong(table)
    if command.player not in candidates(table):
        name = table.players[command.player].name
        return Refusal("no_level", f"{name} has no level to lose; choose somebody else.")
    table = replace(table, victim=command.player)
    if table.players[command.player].level == 2:
        return replace(table, step=Step.VICTIM_CYBORG)
    return _stolen(table)


def _stolen(table: Table) -> Table:
    victim = table.players[table.victim]
    table = _set(table, table.victim, level=victim.level - 1)
    table = _set(table, table.mover, level=min(table.roller.level + 1, table.winning_level - 1))
    note = f"{table.roller.name} takes a level of {victim.name}. No more rolls this turn."
    return replace(table, step=Step.FREE, victim=-1, note=note)


def _answer(table: Table, command: c.Answer) -> Table | Refusal:
    if table.step not in QUESTIONS:
        return _wrong(table)
    name = table.roller.name
    match table.step, command.yes:
        case Step.ROLLER_CYBORG, True:
            note = f"A Cyborg cannot fall below level 2: {name} does not roll."
            return replace(table, step=Step.FREE, note=note)
        case Step.ROLLER_CYBORG, False:
            return _paid(table)
        case Step.VICTIM_CYBORG, True:
            spared = (*table.spared, table.victim)
            other = table.players[table.victim].name
            found = _nine(replace(table, spared=spared))
            return replace(found, note=found.note or f"A Cyborg keeps level 2: not {other}.")
        case Step.VICTIM_CYBORG, False:
            return _stolen(table)
        case Step.HAND, False:
            return replace(table, step=Step.FREE, note="An empty hand is not exchanged: nothing happens.")
        case ((Step.CLASS | Step.RACE), False):
            return replace(table, step=Step.FACE, face=0, note=f"{name} rolls again, free.")
    return replace(table, step=Step.DO)


def _done(table: Table, command: c.Done) -> Table | Refusal:
    return replace(table, step=Step.FREE) if table.step is Step.DO else _wrong(table)


def _door(table: Table, command: c.Door) -> Table | Refusal:
    if table.step is Step.DOOR:
        return Refusal("not_now", "The door is open already.")
    return replace(table, step=Step.DOOR) if table.step is Step.FREE else _wrong(table)


def _next(table: Table, command: c.Next) -> Table | Refusal:
    if table.step not in (Step.FREE, Step.DOOR):
        return Refusal("not_now", "First settle the roll.", {"step": str(table.step)})
    mover = (table.mover + 1) % len(table.players)
    return replace(
        table, mover=mover, turn=table.turn + 1, step=Step.FREE, rolling_over=False, face=0, spared=()
    )


def _set_level(table: Table, command: c.SetLevel) -> Table | Refusal:
    refusal = _known(table, command.player)
    if refusal is not None:
        return refusal
    if table.step in (Step.ROLLER_CYBORG, Step.VICTIM, Step.VICTIM_CYBORG):
        return Refusal("not_now", "First settle the roll.", {"step": str(table.step)})
    if not 1 <= command.level <= table.winning_level:
        return Refusal("no_such_level", f"Levels are from 1 to {table.winning_level}.")
    table = _set(table, command.player, level=command.level)
    if command.level < table.winning_level:
        return table
    note = f"{table.players[command.player].name} reaches level {command.level} and wins."
    return replace(table, step=Step.OVER, winner=command.player, note=note)


def _change_sex(table: Table, command: c.ChangeSex) -> Table | Refusal:
    refusal = _known(table, command.player)
    if refusal is not None:
        return refusal
    player = table.players[command.player]
    penalty = player.penalty + command.penalty
    if command.penalty < 0 or penalty > MOST_PENALTY:
        return Refusal("no_such_penalty", f"Penalties are from 0 to {MOST_PENALTY}.")
    return _set(table, command.player, sex=player.sex and player.sex.other, penalty=penalty)


def _set_penalty(table: Table, command: c.SetPenalty) -> Table | Refusal:
    refusal = _known(table, command.player)
    if refusal is None and not 0 <= command.penalty <= MOST_PENALTY:
        refusal = Refusal("no_such_penalty", f"Penalties are from 0 to {MOST_PENALTY}.")
    return refusal or _set(table, command.player, penalty=command.penalty)


def _fought(table: Table, command: c.Fought) -> Table | Refusal:
    return _known(table, command.player) or _set(table, command.player, penalty=0)


_ACTIONS = by_type(globals(), c.Command)
