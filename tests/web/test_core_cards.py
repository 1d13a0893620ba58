"""What the core says of games with cards, without a server: the dice, and what cards make of them."""

from pathlib import Path

from hotdice.coach.reviewing import review
from hotdice.game import parse_record
from web.modules import run_module

_CARDS = """
import { adviseOn } from "page/core/coach/advising";
import { parsePosition, printPosition } from "page/core/game/positions";
import { newGame } from "page/core/game/state";
import { forATable, load } from "page/core/rules/loading";
export function answer(faces) {
  const rules = load("munchkin-farkle");
  const told = (sheet) => adviseOn({ ...newGame(sheet, 3, { first: 0 }), step: "keep", faces });
  return [told(rules), told(forATable(rules))].map(({ source, unit, options }) =>
    [source.kind, unit, options.map((one) => [one.action, one.keep, one.value])]);
}
"""


def test_with_cards_the_page_judges_the_dice_of_the_turn(tmp_path: Path) -> None:
    """As it does without them: no card in hand is weighed, and the source says that only the dice are."""
    cards, plain_sheet = run_module(tmp_path, _CARDS, [1, 1, 2, 3, 5, 6])
    assert cards[:2] == ["dice", "points"]
    assert cards[1:] == plain_sheet[1:]
    assert len(cards[2]) > 3


_CARD_TURNS = """
import { adviseOn } from "page/core/coach/advising";
import { newGame } from "page/core/game/state";
import { load } from "page/core/rules/loading";
export function answer({ card, seat, dice }) {
  const start = newGame(load("munchkin-farkle"), 3, { first: 0 });
  const seats = start.seats.map((one) => ({ ...one, opened: true, total: 2000 }));
  const in_play = card ? [{ owner: seat, card, target: 0, turns: 3 }] : [];
  const hand = Array.from({ length: 2 }, (_, die) => die + 1);
  const cards = { ...start.cards, in_play };
  const now = { seats, cards, step: "decide", turn_total: 300, turn_dice: dice, hand };
  const { options } = adviseOn({ ...start, ...now });
  return Object.fromEntries(options.map((one) => [one.action, one.value]));
}
"""


def test_cards_in_play_change_what_the_dice_are_worth(tmp_path: Path) -> None:
    """What a card adds to a stop counts, and so does the number of dice that it leaves after hot dice."""
    alone = run_module(tmp_path, _CARD_TURNS, {"card": "", "seat": 0, "dice": 6})
    added = run_module(tmp_path, _CARD_TURNS, {"card": "breakfasts", "seat": 0, "dice": 6})
    fewer = run_module(tmp_path, _CARD_TURNS, {"card": "jam", "seat": 1, "dice": 5})
    assert alone["bank"] == 300
    assert added["bank"] > 300
    assert added["roll"] > alone["roll"] > fewer["roll"]
    assert fewer["bank"] == 300


_CARD_REVIEW = """
import { review } from "page/core/coach/reviewing";
import { parseRecord } from "page/core/game/record";
export const answer = (text) => review(parseRecord(text));
"""


def test_a_game_with_cards_is_reviewed_by_its_dice(tmp_path: Path) -> None:
    """What each decision gave away, an estimate; what cards did is neither luck nor a decision."""
    record = Path("docs/munchkin-farkle-game.farkle").read_text(encoding="utf-8")
    report = run_module(tmp_path, _CARD_REVIEW, record)
    assert (report["unit"], report["source"]["kind"], report["exact"]) == ("points", "dice", False)
    assert report["identity"] < 1e-6
    assert report["totals"] == [10895, 7150, 10305, 11535]
    decisions = report["decisions"]
    assert len(decisions) > 40
    assert all(one["loss"] >= 0 and one["played"]["action"] in ("roll", "bank") for one in decisions)
    server = review(parse_record(record))
    last = max(one.turn for one in server.decisions)
    assert all(one["turn"] < last for one in decisions), "on a last turn the dice alone do not tell"
    # Where the coach of a server finds nothing wrong with the dice either, few are called a fault.
    fine = {one.step for one in server.decisions if one.cls == "fine"}
    blamed = [one for one in decisions if one["step"] in fine and one["class"] in ("mistake", "blunder")]
    assert len(blamed) <= 3, blamed
