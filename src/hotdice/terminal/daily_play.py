"""Playing a game of the day line by line, wherever its dice fall."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from hotdice.club.daily import Judged
from hotdice.door.game import Game
from hotdice.game import IllegalMove
from hotdice.rules.said import say_dice
from hotdice.terminal.console import Console
from hotdice.terminal.drawing import draw_dice

HELP = "Words: roll, keep 145, bank, score, quit. What is done is done: there is no undo in a daily game."


class NotDone(Exception):  # noqa: N818 - it says what became of a move
    """A move that was not done, with a sentence; `final` where no other will be."""

    def __init__(self, said: str, *, final: bool = False) -> None:
        self.final = final
        super().__init__(said)


class DayTable(ABC):
    """A game of the day as it stands, wherever its dice fall."""

    game: Game

    @abstractmethod
    def move(self, words: str) -> None:
        """Do a move.

        Raises:
            IllegalMove: the referee refuses it.
            NotDone: it was not done; the sentence says what is the matter.
        """


def play(console: Console, table: DayTable, opening: Iterable[str], kept: str) -> None:
    """Play until the game is over or somebody goes; `kept` is said to whoever goes."""
    for paragraph in opening:
        console.say(paragraph)
    console.say("Ten rounds alone for points. Everybody has the same dice; it counts what you decide.")
    console.say("A turn needs 300 to count, and three farkles in a row cost 500.")
    console.say(HELP)
    while not table.game.over:
        _show(console, table.game)
        line = console.ask("> ")
        if line is None or line.strip() in ("quit", "q"):
            console.say(kept)
            return
        words = " ".join(line.lower().split())
        if words in ("help", "?", ""):
            console.say(HELP)
            continue
        if words == "score":
            console.say(str(table.game))
            continue
        round_before = table.game.state.round
        try:
            table.move(_meant(words))
        except IllegalMove as error:
            console.say(str(error))
            continue
        except NotDone as error:
            console.say(str(error))
            if error.final:
                return
            continue
        game = table.game
        if game.farkled:
            console.say("Nothing scores: farkle. The points of this turn are gone.")
        if game.state.round != round_before or game.over:
            console.say(f"Round {round_before} is over: {game.totals[0]:,} so far.")


def _meant(words: str) -> str:
    """`145` alone means to keep it; `r`, `b` and `k 145` are short words."""
    first, _, rest = words.partition(" ")
    short = {"r": "roll", "b": "bank", "k": "keep"}
    if first.isdigit():
        return f"keep {words}"
    return f"{short.get(first, first)} {rest}".strip()


def _show(console: Console, game: Game) -> None:
    state = game.state
    if state.faces:
        if console.drawn:
            for row in draw_dice(state.faces):
                console.say(row)
        else:
            console.say(" ".join(map(str, state.faces)))
    total, turn = game.totals[0], game.turn_total
    console.say(f"Round {state.round} of {game.rules.rounds}, total {total:,}, this turn {turn:,}.")
    console.say(_question(game))


def _question(game: Game) -> str:
    """What may be done now, said to the one who plays."""
    state = game.state
    if state.faces:
        found = state.rules.table.options(state.faces).options
        return "Keep " + ", or ".join(f"{option.keep} for {option.points:,}" for option in found) + "."
    dice = say_dice(len(state.dice_to_roll))
    why = game.why_not("bank") if game.turn_total else ""
    if why is None:
        return f"Roll {dice}, or bank {game.turn_total:,}."
    return f"Roll {dice}. {why}".strip()


def tell_rounds(console: Console, mine: Judged, fox: Judged) -> None:
    """Both games beside each other."""
    console.say()
    console.say("Round by round, yours and the fox's (best play for points, with the same dice):")
    for own, other in zip(mine.rounds, fox.rounds, strict=False):
        gave = f"  gave away {own.given_away:,.0f}" if own.given_away else ""
        console.say(f"  {own.number:2}  {own.points:6,}  {other.points:6,}{gave}")
    console.say()
