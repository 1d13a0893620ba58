"""Write the strategy cards: `python -m scripts.strategy_cards [--games N] [NAME ...]`.

Without names every shipped sheet that is solved gets its card, as text, picture and printable page in
docs/strategy. What the front and the back win is exact. Where a sheet has no rule to remember the bot
`paper`, which follows the plain card and nothing else, plays the champion (alone: plays for points) so that
the card says what it is worth; the package keeps the figures, and `--games 0` uses them.
"""

import sys
from pathlib import Path

import msgspec

from hotdice.arena import Match, Seating, simulate
from hotdice.arena.statistics import score_of, share_of
from hotdice.coach.measured import FILE, all_measured
from hotdice.coach.strategy import strategy_card
from hotdice.coach.strategy_forms import Measured
from hotdice.coach.strategy_page import card_lines, card_page
from hotdice.coach.strategy_picture import card_svg
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.solitaire import Solitaire
from hotdice.odds.solved import stored
from hotdice.players.paper_rule import all_card_rules, card_rules
from hotdice.rules import Ruleset, load, shipped

FOLDER = Path(__file__).parent.parent / "docs" / "strategy"
GAMES = 100_000


def measure(rules: Ruleset, games: int) -> Measured:
    """What the card is worth, by simulation."""
    if rules.solo_goal:
        alone = stored(rules)
        assert isinstance(alone, Solitaire)
        tally = simulate(Match.of(rules, ["paper"], seed="card"), games).tally
        score = score_of(tally, 0)
        return Measured(
            tally.games, "the best play", score.mean, score.low, score.high, alone.expected, "points"
        )
    players = max(2, rules.min_players)
    bots = ["paper", *["champion"] * (players - 1)]
    tally = simulate(Match.of(rules, bots, seed="card", seating=Seating.DUPLICATE), games).tally
    share = share_of(tally, 0)
    against = "the champion" if players == 2 else f"{players - 1} champions"
    return Measured(tally.games, against, share.mean, share.low, share.high, 1 / players)


def contents(known: dict[str, Measured]) -> str:
    """The page that lists the cards."""
    lines = [
        "# Strategy cards",
        "",
        "One page for each sheet, computed from [the solver](../solver.md) by",
        "`python -m scripts.strategy_cards`. The bot `paper` follows",
        "[the back of the card](../paper-rule.md), `paper:3` its front; what they win is exact.",
        "",
        "| sheet | picture | to print | the front | the back |",
        "| --- | --- | --- | --- | --- |",
    ]
    cards = all_card_rules()
    for name, card in sorted(cards.items()):
        wins = [f"{100 * value:.1f} % against the champion" for value in (card.front_wins, card.back_wins)]
        lines.append(f"| {_links(name)} | {' | '.join(wins)} |")
    lines += [
        "",
        "Where nobody has looked for a rule, `paper` plays the plain card; what that costs was measured over",
        "games in which every seat began with the same dice.",
        "",
        "| sheet | picture | to print | who follows only the card | interval of 95 % | a fair share |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, found in sorted(known.items()):
        if found.unit == "win":
            cells = [f"{100 * value:.1f} %" for value in (found.rate, found.low, found.high, found.fair)]
        else:
            cells = [f"{value:,.0f}" for value in (found.rate, found.low, found.high, found.fair)]
        rate, low, high, fair = cells
        against = "points" if found.unit == "points" else f"a game against {found.against}"
        lines.append(f"| {_links(name)} | {rate} {against} | {low} to {high} | {fair} |")
    return "\n".join(lines) + "\n"


def _links(name: str) -> str:
    return f"[{name}]({name}.md) | [svg]({name}.svg) | [html]({name}.html)"


def main() -> None:
    """Measure, write, and list what was written."""
    words = sys.argv[1:]
    games = int(words[words.index("--games") + 1]) if "--games" in words else GAMES
    names = [word for word in words if not word.startswith("--") and not word.isdigit()] or list(shipped())
    known = all_measured()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names:
        rules = load(name)
        try:
            strategy_card(rules)
        except Unsolvable as reason:
            print(f"{name}: {reason}")
            continue
        if card_rules(rules) is not None:
            known.pop(name, None)
        elif games or name not in known:
            known[name] = measure(rules, games or GAMES)
        FILE.write_bytes(
            msgspec.json.format(msgspec.json.encode(dict(sorted(known.items()))), indent=1) + b"\n"
        )
        card = strategy_card(rules, known.get(name))
        (FOLDER / f"{name}.svg").write_text(card_svg(card), encoding="utf-8")
        (FOLDER / f"{name}.html").write_text(card_page(card), encoding="utf-8")
        text = "\n".join(f"    {line}".rstrip() for line in card_lines(card))
        page = f"# Strategy card: {rules.title}\n\n![The card]({name}.svg)\n\n{text}\n"
        (FOLDER / f"{name}.md").write_text(page, encoding="utf-8")
        (FOLDER / "README.md").write_text(contents(known), encoding="utf-8")
        print(f"{name}: {card_lines(card)[-1]}", flush=True)


if __name__ == "__main__":
    main()
