"""A judge: what a choice costs against the best one, in chances to win, by the champion's book."""

from hotdice.game import Bank, Command, Keep, State, Step
from hotdice.players.exact_bots import Valued, champion
from hotdice.rules import Ruleset
from hotdice.rules.combinations import pack


class Judge:
    """Knows the exact loss of every choice in a game of two, alone against a goal, or of three.

    A loss is reckoned against rivals who play best from there on, whoever sits there. Three players need the
    table of three (`hotdice solve RULES --players 3` makes it).

    >>> from hotdice.game import parse_position
    >>> from hotdice.rules import load
    >>> judge = Judge(load("kcd", ["target=300"]))
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._champion = champion()

    def values(self, state: State) -> list[Valued]:
        """Every choice with its chance to win, best first.

        Raises:
            ValueError: the chances are not known: too many players, no table of three, or a sheet that is
                not solved.
        """
        if not self._champion.knows(state):
            raise ValueError("exact chances are known for one or two players, and for three with their table")
        return self._champion.values(state)

    def regret(self, state: State, command: Command) -> float | None:
        """What a choice loses against the best one; None where the chances are not known."""
        if state.step not in (Step.KEEP, Step.DECIDE) or not self._champion.knows(state):
            return None
        choices = self.values(state)
        then = "bank" if isinstance(command, Bank) or getattr(command, "then", "") == "bank" else "roll"
        keep = None
        if isinstance(command, Keep):
            shown = dict(zip(state.hand, state.faces, strict=True))
            keep = pack(shown[die] for die in command.dice)
        for choice in choices:
            packed = None if choice.option is None else choice.option.packed
            if (packed, choice.then) == (keep, then):
                return max(0.0, choices[0].value - choice.value)
        return None
