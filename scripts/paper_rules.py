"""Look for the rules on strategy cards: `python -m scripts.paper_rules [--seconds N] [--curve] [NAME ...]`.

Every rule that is tried gets its value against the champion from the evaluator: roughly while searching
(pairs of scores with much the same ratio count as one), exactly at the end. One number after the other is
moved, in smaller and smaller steps, as long as that wins more. What is found goes into the package; with
`--curve` the best rules of a sheet by how many numbers they have go into docs/paper-rule.csv. `--cards` looks
for nothing: rules of that file that win more than those of the cards take their places; `--turn-optimal`
prints what the best play for points wins beside them.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from hotdice.odds.evaluating import Match, ends_of, meet
from hotdice.odds.plan import Floats
from hotdice.odds.replying import champion_turns
from hotdice.odds.turn import solve_turn
from hotdice.players.fixed_play import turns_of
from hotdice.players.paper_play import PaperPlay
from hotdice.players.paper_rule import FILE, CardRules, PaperRule, all_card_rules
from hotdice.rules import LastChance, Ruleset, load

SHEETS = (
    "busche-neller", "classic", "playmonster", "cardgames", "kcd", "ten-thousand", "munchkin-farkle-plain",
    "facebook", "zilch",
)  # fmt: skip
CURVE = Path(__file__).parent.parent / "docs" / "paper-rule.csv"
STEP = 50


def cautious(_: list[int]) -> PaperRule:
    """No number: take what there is."""
    return PaperRule((0,) * 6, (0,) * 6, near=-1)


def one(n: list[int]) -> PaperRule:
    """One number: where to stop with three dice or fewer."""
    return PaperRule((n[0],) * 3 + (None,) * 3, (0,) * 6, 0, -1)


def three(n: list[int]) -> PaperRule:
    """Three: where to stop with up to two dice and with three, and the worth of each die beyond three."""
    worths = (0, 0, 0, n[2], 2 * n[2], 3 * n[2])
    return PaperRule((n[0], n[0], n[1], None, None, None), worths, 0, -1, None)


def three_chased(n: list[int]) -> PaperRule:
    """Three, where the others have a last turn: stops with up to three dice and with four, the same worth.

    The scores do not count: what a lead is worth near the end takes more numbers than that.
    """
    worths = (0, 0, 0, n[2], 2 * n[2], 3 * n[2])
    return PaperRule((n[0], n[0], n[0], n[1], None, None), worths, -1, -1, None)


def one_chased(n: list[int]) -> PaperRule:
    """One number, where the others have a last turn: the scores do not count."""
    return PaperRule((n[0],) * 3 + (None,) * 3, (0,) * 6, -1, -1, None)


def six_chased(n: list[int]) -> PaperRule:
    """Six, where the others have a last turn: the lead with which to call it takes the near end's place."""
    worths = (0, 0, 0, n[2], 2 * n[2], 3 * n[2])
    return PaperRule((n[0], n[0], n[1], n[3], None, None), worths, n[4], 0, n[5], fade=True)


def six(n: list[int]) -> PaperRule:
    """Six: as three, where to stop with four, what is added to both distances, when only a win counts."""
    worths = (0, 0, 0, n[2], 2 * n[2], 3 * n[2])
    return PaperRule((n[0], n[0], n[1], n[3], None, None), worths, n[4], n[5], None, fade=True)


def twelve(n: list[int]) -> PaperRule:
    """Twelve: five stops, four worths, the ease, the near end, the lead; dice fade."""
    return PaperRule((*n[:5], None), (0, 0, *n[5:9]), n[9], n[10], n[11], fade=True)


def many(n: list[int]) -> PaperRule:
    """Twenty-one, for the curve: as twelve, with other stops and worths for who is ahead."""
    rule = twelve(n)
    return msgspec.structs.replace(rule, ahead_stops=(*n[12:17], None), ahead_worths=(0, 0, *n[17:21]))


TWELVE = [250, 200, 400, 1000, 1750, 0, 150, 300, 450, 600, 450, 0]
FAMILIES: dict[int, tuple[Callable[[list[int]], PaperRule], list[int]]] = {
    0: (cautious, []),
    1: (one, [350]),
    3: (three, [250, 400, 150]),
    6: (six, [250, 400, 150, 950, 600, 450]),
    12: (twelve, TWELVE),
    24: (many, TWELVE + TWELVE[:9]),
}


CHASED: dict[int, tuple[Callable[[list[int]], PaperRule], list[int]]] = {
    1: (one_chased, [350]),
    3: (three_chased, [300, 950, 150]),
    6: (six_chased, [250, 400, 150, 950, 2600, 2100]),
}
"""Families of other rules where the others have a last turn."""


def numbers_of(rule: PaperRule) -> list[int]:
    """The twelve numbers of a rule that was found; those that it does not have are nothing."""
    stops = [stop if stop is not None else 5000 for stop in rule.stops[:5]]
    return [*stops, *rule.worths[2:], max(rule.ease, 0), max(rule.near, 0), rule.lead or 0]


def first_guess(rules: Ruleset) -> list[int]:
    """Twelve numbers to begin with: the best play for points, with worths that fit at a low total."""
    if rules.name == "busche-neller":
        return TWELVE
    answer = solve_turn(rules)
    stops = answer.bank_at()
    numbers = [min(stops[dice] or 5000, 5000) for dice in range(1, 6)]
    if rules.last_chance is not LastChance.NONE:
        return [*numbers, 0, 150, 300, 450, 2600, 0, 2100]
    for dice in range(3, 7):
        stop, seen = stops[dice] or 1 << 40, 150
        worth = max(0.0, answer.value(seen, dice) - seen) / (1 - seen / stop)
        numbers.append(STEP * round(worth / STEP))
    return [*numbers, 600, 450, 0]


@dataclass
class Search:
    """A search on one sheet; matches are kept to start the next from, where farkles cost points."""

    rules: Ruleset
    near: Match | None = None
    tried: int = 0
    chases: dict[tuple[int, ...], Floats] = field(default_factory=dict)

    def fitted(self, rule: PaperRule) -> PaperRule:
        """A rule without the numbers that this sheet does not ask for."""
        return rule if self.chased else msgspec.structs.replace(rule, lead=0)

    @property
    def chased(self) -> bool:
        """Whether the others have a last turn."""
        return self.rules.last_chance is not LastChance.NONE

    def value(self, rule: PaperRule, *, rough: bool = True) -> float:
        """How often a rule wins against the champion."""
        rule = self.fitted(rule)
        # In last turns a rule looks at the worths and nothing else.
        turns = ends_of(PaperPlay(self.rules, rule, rough), chase=self.chases.get(rule.worths))
        self.chases[rule.worths] = turns.found.chase
        match = meet(turns, champion_turns(self.rules), near=self.near)
        if self.rules.penalty.points:
            self.near = match
        self.tried += 1
        return match.chance

    def best_start(self) -> list[int]:
        """Twelve numbers to begin with: a guess, or those of another sheet where they win more here."""
        starts = [first_guess(self.rules)]
        for card in all_card_rules().values():
            starts.append(numbers_of(card.back))
        return max(starts, key=lambda numbers: self.value(twelve(numbers)))

    def climb(
        self, family: Callable[[list[int]], PaperRule], numbers: list[int], seconds: float
    ) -> tuple[list[int], float]:
        """The best numbers found, and their rough value."""
        begun, best = time.monotonic(), self.value(family(numbers))
        for size in (200, 100, STEP):
            better = True
            while better and time.monotonic() - begun < seconds:
                better = False
                for place in range(len(numbers)):
                    for move in (size, -size):
                        fresh = [*numbers]
                        fresh[place] = max(0, fresh[place] + move)
                        if fresh == numbers or time.monotonic() - begun >= seconds:
                            continue
                        found = self.value(family(fresh))
                        if found > best + 1e-8:
                            numbers, best, better = fresh, found, True
                            print(f"  {self.rules.name} {100 * best:.4f} {numbers}", flush=True)
        return numbers, best


def curve(name: str, seconds: float) -> None:
    """The best rules of a sheet by how many numbers they have, beside those of other sheets."""
    search, lines = Search(load(name)), list[str]()
    families = {**FAMILIES, **CHASED} if search.chased else FAMILIES
    known = search.best_start()
    for count, (family, start) in families.items():
        begin = {12: known, 24: known + known[:9]}.get(count, start)
        numbers, _ = search.climb(family, begin, seconds)
        exact = search.value(family(numbers), rough=False)
        lines.append(f"{name},{count},{100 * exact:.4f},{' '.join(map(str, numbers))}")
        print(lines[-1], flush=True)
    others = CURVE.read_text(encoding="utf-8").splitlines()[1:] if CURVE.exists() else []
    others = [line for line in others if not line.startswith(f"{name},")]
    CURVE.write_text("\n".join(["sheet,numbers,chance,rule", *others, *lines]) + "\n", encoding="utf-8")


def enter(search: Search, front: list[int], back: list[int]) -> CardRules:
    """Put both sides on the card, or leave what is there where that wins more; the card as it is then."""
    rules, simple = search.rules, (CHASED if search.chased else FAMILIES)[3][0]
    sides = search.fitted(simple(front)), search.fitted(twelve(back))
    wins = [search.value(side, rough=False) for side in sides]
    all_card_rules.cache_clear()  # another search may have written meanwhile
    known = dict(all_card_rules()) if FILE.exists() else {}
    card, old = CardRules(rules.hash, *sides, *wins), known.get(rules.name)
    if old is not None and old.hash == rules.hash:
        if old.front_wins >= card.front_wins:
            card = msgspec.structs.replace(card, front=old.front, front_wins=old.front_wins)
        if old.back_wins >= card.back_wins:
            card = msgspec.structs.replace(card, back=old.back, back_wins=old.back_wins)
    known[rules.name] = card
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1) + b"\n")
    return card


def curve_numbers(name: str) -> dict[int, list[int]]:
    """The rules of a sheet in docs/paper-rule.csv, by how many numbers they have."""
    lines = [line.split(",") for line in CURVE.read_text(encoding="utf-8").splitlines()]
    return {int(line[1]): [int(word) for word in line[3].split()] for line in lines if line[0] == name}


def turn_optimal(name: str) -> float:
    """How often the best play for points, which never looks at the scores, wins against the champion."""
    rules = load(name)
    return meet(turns_of(rules, "turn-optimal"), champion_turns(rules)).chance


def main() -> None:
    """Search, and write what is better than what is known."""
    words = sys.argv[1:]
    seconds = float(words[words.index("--seconds") + 1]) if "--seconds" in words else 120.0
    names = [word for word in words if word in SHEETS] or list(SHEETS)
    for name in names:
        if "--curve" in words:
            curve(name, seconds)
            continue
        if "--turn-optimal" in words:
            card, points = all_card_rules()[name], turn_optimal(name)
            sides = f"{100 * card.front_wins:.3f} and {100 * card.back_wins:.3f}"
            print(f"{name}: {sides}, turn-optimal {100 * points:.3f}", flush=True)
            continue
        search = Search(load(name))
        if "--cards" in words:
            found = curve_numbers(name)
            if not found:
                continue
            front, back = found[3], found[12]
        else:
            simple, guess = CHASED[3] if search.chased else FAMILIES[3]
            front, _ = search.climb(simple, guess, seconds / 4)
            back, _ = search.climb(twelve, search.best_start(), seconds)
        card = enter(search, front, back)
        wins = f"{100 * card.front_wins:.3f} and {100 * card.back_wins:.3f}"
        print(f"{name}: {wins} with {front} and {back}, {search.tried} tried", flush=True)


if __name__ == "__main__":
    main()
