"""What the companion says: what a result means, what is asked, what to do now."""

from hotdice.munchkin.companion.table import Step, Table
from hotdice.munchkin.sheet import PICTURE

MEANINGS = {
    1: "a Treasure from the deck, face up, or the top Treasure discard",
    2: "a Door card from the deck, face down, or the top Door discard",
    3: "the top Treasure and then the top Door, both face up; a Curse strikes",
    4: "the top discard of both piles, into the hand",
    5: "change sex (5 less in the next combat) and gain two levels, never the winning one",
    6: "exchange the whole hand with another player",
    7: "you may exchange a Class (or Style) in play with another one in play; without one, roll again",
    8: "you may exchange a Race (or Power) in play with another one in play; without one, roll again",
    9: "steal a level from another player; no more rolls this turn",
    PICTURE: "pick any result from 1 to 9; nobody can change it",
}
INSTRUCTIONS = {
    1: "Take a Treasure from the deck and show it, or take the top Treasure discard. Both go to hand.",
    2: "Take a Door card from the deck unseen, or the top Door discard. A Curse goes to hand.",
    3: "Turn up the top Treasure, then the top Door. A Curse strikes now; all else goes to hand, no fight.",
    4: "Take the top discard of each pile into hand. A Curse does not strike.",
}
_EMPTY = "An empty deck is shuffled anew from its discards; where there is no card, nothing happens."
_EXCHANGES = {
    6: "Choose a player and exchange hands, whatever they hold.",
    7: "Exchange one Class for a Class, or one Style for a Style, with anybody; or leave it.",
    8: "Exchange one Race for a Race, or one Power for a Power, with anybody; or leave it.",
}
_DUPLICATES = "Whoever has two alike then discards one."


def face_text(face: int) -> str:
    """A face as a person calls it.

    >>> face_text(10), face_text(3)
    ('the picture', '3')
    """
    return "the picture" if face == PICTURE else str(face)


def now(table: Table) -> list[str]:
    """What to do now, a sentence or two.

    >>> from hotdice.munchkin.companion import new_table
    >>> now(new_table(["Ann", "Bob"]))[0]
    'Ann has no roll: level 1. Kick down the door.'
    """
    name = table.roller.name
    match table.step:
        case Step.FREE:
            return [_free(table)]
        case Step.ROLLER_CYBORG:
            return [f"Is {name} a Cyborg?"]
        case Step.FACE:
            return ["What does the die show: 1 to 9, head for the picture, or throw?"]
        case Step.WINDOW:
            return [
                f"The die shows {table.face}: {MEANINGS[table.face]}.",
                "Does anybody turn it with a Loaded or Reloaded Die? The first one decides.",
            ]
        case Step.PICK:
            return ["The picture: pick a result from 1 to 9. Nobody can change it."]
        case Step.HAND:
            return [f"Result 6. Does {name} hold at least one card?"]
        case Step.CLASS:
            return [f"Result 7. Does {name} have a Class or Style in play?"]
        case Step.RACE:
            return [f"Result 8. Does {name} have a Race or Power in play?"]
        case Step.VICTIM:
            return ["Result 9. Whose level is stolen?"]
        case Step.VICTIM_CYBORG:
            return [f"Is {table.players[table.victim].name} a Cyborg?"]
        case Step.DO:
            return _do(table)
        case Step.DOOR:
            return [f"{name} is behind the door. Tell levels as they change; then next."]
    return [f"{table.players[table.winner].name} has won. Undo takes the last entry back."]


def _free(table: Table) -> str:
    roller = table.roller
    if table.rolling_over:
        return f"{roller.name} rolls no more this turn. Kick down the door."
    if roller.level <= 1:
        return f"{roller.name} has no roll: level 1. Kick down the door."
    unless = " unless a Cyborg" if roller.level == 2 else ""
    return f"{roller.name} may roll for a level{unless}, or kick down the door."


def _do(table: Table) -> list[str]:
    if table.face in INSTRUCTIONS:
        return [f"Result {table.face}. {INSTRUCTIONS[table.face]}", _EMPTY]
    lines = [f"Result {table.face}. {_EXCHANGES[table.face]}"]
    return lines if table.face == 6 else [*lines, _DUPLICATES]
