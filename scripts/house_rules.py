"""What fifty house rules do: `python -m scripts.house_rules [NUMBER ...]`, or `--sheets [NAME ...]`.

Every rule is one change of `classic` to 5,000, between two players who both play best, exactly, as
`hotdice compare` has it. The figures go into docs/house-rules.csv, one line as soon as it is known, so that a
run that was broken off goes on where it was; the page docs/house-rules.md is written from them. `--sheets`
writes the figures of the shipped sheets into the package, which comparisons start from.
"""

import csv
import sys
import time
from pathlib import Path

import msgspec

from hotdice.coach.compared import five_sentences
from hotdice.odds.comparing import FILE, Comparison, KnownFigures, all_known, compare, figures_of
from hotdice.odds.evaluating import Turns
from hotdice.odds.refusals import Unsolvable
from hotdice.players.fixed_play import card_turns
from hotdice.rules import Ruleset, load, shipped

DOCS = Path(__file__).resolve().parent.parent / "docs"
TABLE, PAGE = DOCS / "house-rules.csv", DOCS / "house-rules.md"
BASE, TO, EXAMPLE = "classic", "target=5000", 'last_chance="none"'
SHARES = ("farkles", "first_player_wins", "beginner_wins", "card_wins")

HOUSE_RULES: tuple[tuple[str, str], ...] = (
    ("The game goes to 1,000", "target=1000"),
    ("The game goes to 2,000", "target=2000"),
    ("The game goes to 2,500", "target=2500"),
    ("The game goes to 3,000", "target=3000"),
    ("The game goes to 4,000", "target=4000"),
    ("The game goes to 7,500", "target=7500"),
    ("The game goes to 10,000", "target=10000"),
    ("Everybody is on the board from the start", "opening=0"),
    ("300 to get on the board", "opening=300"),
    ("350 to get on the board", "opening=350"),
    ("400 to get on the board", "opening=400"),
    ("600 to get on the board", "opening=600"),
    ("650 to get on the board", "opening=650"),
    ("750 to get on the board", "opening=750"),
    ("800 to get on the board", "opening=800"),
    ("1,000 to get on the board", "opening=1000"),
    ("Below the opening one may stop for nothing", 'opening_policy="may_stop"'),
    ("No bank below 200", "minimum=200"),
    ("No bank below 250", "minimum=250"),
    ("No bank below 300", "minimum=300"),
    ("No bank below 350", "minimum=350"),
    ("No bank below 500", "minimum=500"),
    ("The first at 5,000 wins at once", 'last_chance="none"'),
    ("The round is played to its end", 'last_chance="finish_round"'),
    ("Who was first at 5,000 keeps a tie", 'ties="trigger_keeps"'),
    ("More than 5,000 are needed", 'reach="more_than"'),
    ("Hot dice must be rolled", 'hot_dice="forced"'),
    ("All that scores must be set aside", "take_all=true"),
    ("Six dice that score nothing bring 500", "nothing_bonus=500"),
    ("Six dice that score nothing bring 1,000", "nothing_bonus=1000"),
    ("Four 2s are a farkle", "toxic.face=2"),
    ("Three 1s are worth 1,000", "scoring.triples.1=1000"),
    ("A straight is worth 1,000", "scoring.straight=1000"),
    ("A straight is worth 2,000", "scoring.straight=2000"),
    ("A straight is worth 2,500", "scoring.straight=2500"),
    ("A straight is worth 3,000", "scoring.straight=3000"),
    ("A straight is worth nothing", "scoring.straight=0"),
    ("Three pairs are worth 500", "scoring.three_pairs=500"),
    ("Three pairs are worth 750", "scoring.three_pairs=750"),
    ("Three pairs are worth 1,000", "scoring.three_pairs=1000"),
    ("Three pairs are worth nothing", "scoring.three_pairs=0"),
    ("Two triplets are worth 1,500", "scoring.two_triplets=1500"),
    ("Two triplets count as two triplets", "scoring.two_triplets=0"),
    ("Four alike and a pair count as they are", "scoring.four_and_pair=0"),
    ("Four, five, six alike double the triple", 'scoring.alike={scheme="double"}'),
    ("Each further die adds the triple again", 'scoring.alike={scheme="add"}'),
    ("A single 5 is worth nothing", "scoring.singles.5=0"),
    ("1 to 5 or 2 to 6 in one roll: 500", "scoring.runs={1-5=500,2-6=500}"),
    ("The second player begins with 200", "compensation=[0,200]"),
    ("The second player begins with 500", "compensation=[0,500]"),
)

COLUMNS = (
    "rule", "setting", "turns", "farkles", "first_player_wins", "head_start", "mean", "beginner_wins",
    "card_wins", "changed", "decisions", "habit", "seconds",
)  # fmt: skip


def house_card(rules: Ruleset) -> Turns:
    """The card of `classic`, whatever the house changes."""
    return card_turns(rules, load(BASE))


def row_of(rule: str, setting: str, found: Comparison, seconds: float) -> dict[str, str]:
    """One line of the table."""
    new = found.after
    changed = " ".join(
        f"{dice}:{'never' if new.stops[dice] is None else new.stops[dice]}" for dice in found.changed
    )
    return {
        "rule": rule,
        "setting": setting,
        "turns": f"{new.turns:.2f}",
        "farkles": f"{100 * new.farkles:.2f}",
        "first_player_wins": f"{100 * new.first_player_wins:.2f}",
        "head_start": str(new.head_start),
        "mean": f"{new.mean:.1f}",
        "beginner_wins": f"{100 * new.beginner_wins:.2f}",
        "card_wins": f"{100 * new.card_wins:.2f}",
        "changed": changed,
        "decisions": f"{100 * (found.decisions or 0.0):.2f}",
        "habit": f"{100 * (found.habit or 0.0):.2f}",
        "seconds": f"{seconds:.1f}",
    }


def known_rows() -> dict[str, dict[str, str]]:
    """The lines that are known, by their settings."""
    if not TABLE.exists():
        return {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["setting"]: row for row in csv.DictReader(file)}


def write_rows(rows: dict[str, dict[str, str]]) -> None:
    """All lines, in the order of the rules."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[setting] for _, setting in (("", ""), *HOUSE_RULES) if setting in rows)


def page(rows: dict[str, dict[str, str]], example: list[str]) -> str:
    """The page with the table; the line without a rule is the game as it is."""
    lines = [
        "# What fifty house rules do",
        "",
        "Farkle is played by a thousand house rules, and everybody has an opinion on them. Here is what they",
        "do: one change at a time of `classic`, played to 5,000 as on a short evening, between two players",
        "who both play best, exactly. What the columns mean stands in",
        "[What does our house rule do?](compare.md); for your own rules:",
        "",
        "    hotdice compare classic --set opening=350 --set scoring.straight=3000",
        "",
        "The table is made by `python -m scripts.house_rules`. First, as an example, the five sentences for",
        "the family, for a rule that many play: the first at 5,000 wins at once.",
        "",
        *(f"{number}. {line}" for number, line in enumerate(example, 1)),
        "",
        "| rule | setting | turns | farkles | who begins | fair head start | beginner wins | the card wins "
        "| other stops | other decisions | habit costs |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows.values():
        farkles, begins, beginner, card = (f"{float(row[key]):.1f} %" for key in SHARES)
        setting = f"`{row['setting']}`" if row["setting"] else ""
        stops = ", ".join(part.replace(":", ": ") for part in row["changed"].split()) or "none"
        lines.append(
            f"| {row['rule']} | {setting} | {float(row['turns']):.1f} | {farkles} | {begins} "
            f"| {row['head_start']} | {beginner} | {card} | {stops} | {float(row['decisions']):.1f} % "
            f"| {float(row['habit']):.2f} % |"
        )
    lines += [
        "",
        "*Turns* are both players' together. *Farkles*: the share of turns that are lost. *The card wins*:",
        "the numbers of `classic` against the champion of the changed game. *Other stops*: totals to stop at",
        "for points, by dice left, where they change. *Other decisions*: of all that are met in a game,",
        "those where what the champion of the game as it is would do is no longer best. *Habit*: what",
        "somebody gives away, of all games, who plays on like that one.",
        "",
    ]
    return "\n".join(lines)


def write_sheets(names: list[str]) -> None:
    """The figures of shipped sheets, into the package."""
    known = dict(all_known()) if FILE.exists() else {}
    for name in names:
        rules = load(name)
        if name in known and known[name].hash == rules.hash:
            continue
        begun = time.monotonic()
        try:
            figures, _ = figures_of(rules, card_turns)
        except (Unsolvable, ValueError) as reason:
            print(f"{name}: {reason}", flush=True)
            continue
        known[name] = KnownFigures(rules.hash, figures)
        text = msgspec.json.encode(dict(sorted(known.items())))
        FILE.write_bytes(msgspec.json.format(text, indent=1) + b"\n")
        print(f"{name}: {time.monotonic() - begun:.1f} s", flush=True)
    all_known.cache_clear()


def main() -> None:
    """Work out what is missing, and write."""
    words = sys.argv[1:]
    if "--sheets" in words:
        write_sheets([word for word in words if word in shipped()] or list(shipped()))
        return
    only = {int(word) for word in words if word.isdigit()}
    base, rows = load(BASE, [TO]), known_rows()
    before, _ = figures_of(base, house_card)
    all_known()[base.name] = KnownFigures(base.hash, before)  # comparisons of this run start from it
    rows[""] = row_of("*as it is*", "", Comparison(before, before, (), 0.0, 0.0), 0.0)
    for number, (rule, setting) in enumerate(HOUSE_RULES, 1):
        if setting in rows or (only and number not in only):
            continue
        begun = time.monotonic()
        found = compare(base, load(BASE, [TO, setting]), house_card)
        rows[setting] = row_of(rule, setting, found, time.monotonic() - begun)
        write_rows(rows)
        print(f"{number}. {rule}: {rows[setting]['seconds']} s", flush=True)
    told = compare(base, load(BASE, [TO, EXAMPLE]), house_card)
    PAGE.write_text(page(rows, five_sentences(told)), encoding="utf-8")
    print(f"wrote {len(rows)} rules")


if __name__ == "__main__":
    main()
