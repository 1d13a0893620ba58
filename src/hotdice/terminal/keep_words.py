"""What people type to the scorekeeper: points, dice, and words that take a name."""

from collections.abc import Sequence
from typing import NamedTuple

from hotdice.game import Phase, State, Step

HELP = """Tell a turn:
  450                points of the whole turn; x for a farkle
  114456             or the dice as they fall; then the letter or the faces that were set aside,
                     the next dice, and bank (b) at the end of the turn
  take               with piggyback: go on with the dice and points of a bank that was told by its dice
Look:
  score (s)  totals        sheet  turn by turn        rules  the sheet in words
  (Enter)    where we are  status  in one breath      leads  who is ahead      repeat
Mend:
  undo (u)           take back the last entry, as often as you like
  fix Ann 2 450      Ann scored 450 in round 2 (x: a farkle); what followed is counted again
  fix 7 450          the same by the number of the turn
  adjust Ben -300    points to or from a player; several pairs make one entry
People:
  join Dora 500      a late player, with points if you grant some
  leave Ben          go home; the others play on
  rename Ben Benno   another name, or somebody else takes over
  swap Ann Ben       change places: each takes over the other's line
Real cards and rulings:
  card Ann Ben -300  Ann plays a card: points to or from anybody (never below 0), in one entry
  dice Ben 5         Ben's next turn has 5 dice
  note Ben 3 Jam     an ONGOING note that counts 3 of Ben's turns; without a number it stays
  lift 1             take note 1 away
  playon 15000       play on to another target (or number of rounds)
Files:
  export FILE        the score sheet as .txt, .csv or .html
  quit (q)           stop; every entry is already saved"""


class Entry(NamedTuple):
    """A line that tells a turn: `kind` is points, farkle, dice, keep, bank or take."""

    kind: str
    value: str = ""


def read_entry(line: str, state: State) -> Entry | None:
    """The turn, or part of one, that a line tells; None where it is something else.

    As many digits from 1 to 6 as there are dice to roll are dice; any other number is points.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> read_entry("114456", state), read_entry("1,450", state), read_entry("score", state)
    (Entry(kind='dice', value='114456'), Entry(kind='points', value='1450'), None)
    """
    text = line.strip().lower()
    if text in ("x", "f", "farkle"):
        return Entry("farkle")
    if text in ("b", "bank", "stop"):
        return Entry("bank")
    if text == "take":
        return Entry("take")
    digits = text.replace(" ", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    faces = set(digits) <= set("1234567"[: state.rules.table.faces])
    if state.step is Step.KEEP:
        return Entry("keep", digits)
    if faces and len(digits) == len(state.dice_to_roll):
        return Entry("dice", digits)
    if state.phase is Phase.ROLL_OFF or state.step is Step.DECIDE:
        return Entry("dice", digits)
    return Entry("points", digits)


def find_seat(text: str, names: Sequence[str]) -> int | str:
    """The seat that a name, its beginning or a number means; a sentence where it means none or several.

    >>> find_seat("be", ["Ann", "Ben"]), find_seat("2", ["Ann", "Ben"]), find_seat("C", ["Ann"])
    (1, 1, 'Nobody here is called C.')
    """
    lowered = text.lower()
    exact = [seat for seat, name in enumerate(names) if name.lower() == lowered]
    if exact:
        return exact[0]
    if text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= len(names):
        return int(text) - 1
    found = [seat for seat, name in enumerate(names) if name.lower().startswith(lowered)]
    if len(found) == 1:
        return found[0]
    if found:
        return f"{text} could be {' or '.join(names[seat] for seat in found)}."
    return f"Nobody here is called {text[:40]}."


def number(text: str) -> int | None:
    """A whole number as people write it, with or without sign and commas.

    >>> number("1,500"), number("-300"), number("ten")
    (1500, -300, None)
    """
    plain = text.replace(",", "").replace("\u2212", "-")
    digits = plain.lstrip("+-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9 or len(plain) - len(digits) > 1:
        return None
    return int(plain)
