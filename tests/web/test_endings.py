"""The end of a game: what is told of it holds; the screens of winning, losing and playing alone."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.game.events import DiceKept, DiceRolled
from hotdice.match.fair import FairDraws
from hotdice.rules import load
from hotdice.rules.compiled import compiled
from server.processes import Process
from web.browsing import DESKTOP, PHONE, Watched, accessibility_faults, watched
from web.modules import run_module
from web.playing import QUICK, play_to_the_end, wait_for_my_turn, with_settings

_TALE = """
import { courseOf, runnerUp } from "page/ending/course";
import { decided, judged, KINDS } from "page/ending/tale";
import { awards } from "page/ending/awards";
export async function answer(given) {
  return {
    kinds: Object.keys(KINDS),
    told: given.games.map(({ turns, winners, totals, mine }) =>
      decided(courseOf(turns, winners, totals), mine) ?? null),
    holds: Object.fromEntries(Object.entries(KINDS).map(([kind, holds]) => [kind,
      given.games.map(({ turns, winners, totals }) => {
        const course = courseOf(turns, winners, totals);
        return !!holds(course, winners[0], runnerUp(course));
      })])),
    judged: given.reviews.map(({ report, mine }) => judged(report, mine)?.kind ?? null),
    awards: given.games.map(({ turns, winners, totals }) =>
      awards(courseOf(turns, winners, totals), [], totals.map((_, seat) => seat))),
  };
}
"""


def _game(*rounds: tuple[int | tuple[int, int] | None, ...], mine: int = 0) -> dict[str, Any]:
    """Rounds of what each seat made: points, None for a Farkle, or (lost, penalty)."""
    turns, totals = [], [0] * len(rounds[0])
    for number, line in enumerate(rounds, 1):
        for seat, points in enumerate(line):
            lost, penalty = points if isinstance(points, tuple) else (0, 0)
            scored = points if isinstance(points, int) else None
            how = "farkle" if scored is None else "bank"
            turns.append(
                {
                    "seat": seat,
                    "round": number,
                    "points": scored,
                    "penalty": penalty,
                    "lost": lost,
                    "how": how,
                }
            )
            totals[seat] += (scored or 0) - penalty
    best = max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best]
    return {"turns": turns, "winners": winners, "totals": totals, "mine": mine}


# One game for each kind, in which its condition holds.
GAMES: dict[str, dict[str, Any]] = {
    "turned": _game((500, 600), (300, 400), (900, 300), mine=1),
    "great_turn": _game((500, 300), (1600, 300), (300, 600), (300, 700), mine=1),
    "farkles": _game((500, 900), (500, 400), (100, None), (100, None), (400, 200), (400, 300), mine=0),
    "penalty": _game((600, 650), (500, 300), (300, (0, 500)), (300, 900), mine=1),
    "all_the_way": _game((500, 300), (500, 300), (500, 300), mine=0),
    "slow_start": _game((None, 300), (None, 300), (None, 300), (1200, 100), (300, 100), (300, 300), mine=0),
    "seesaw": _game((500, 600), (400, 400), (400, 400), (400, 100), (800, 100), (100, 100), mine=1),
    "close": _game((500, 600), (800, 300), (300, 500), (300, 350), mine=1),
    "late_lead": _game((500, 600), (100, 100), (100, 300), (100, None), (900, None), mine=1),
    "runaway": _game((300, 500), (900, 100), (900, None), (900, 100), (300, 100), mine=1),
    "no_farkle": _game((300, 500), (900, 100), (700, None), (700, 800), (300, 300), (500, 300), mine=1),
    "lost_points": _game((300, 500), (900, 100), (None, (1600, 0)), (900, 100), (300, 500), mine=1),
}


def _report(
    winner: int, losses: tuple[float, float], lucks: tuple[float, float], grades: str = ""
) -> dict[str, Any]:
    """A review of two; without grades who gave away more has the worse one."""
    grades = grades or "".join("B" if loss <= min(losses) else "D" for loss in losses)
    players = [
        {"seat": seat, "loss": losses[seat], "luck": lucks[seat], "grade": grades[seat]} for seat in (0, 1)
    ]
    return {"unit": "win", "winners": [winner], "players": players}


REVIEWS: dict[str, dict[str, Any]] = {
    "chose_better_lost": _report(1, (0.01, 0.2), (-0.3, 0.3)),
    "chose_worse_won": _report(0, (0.2, 0.01), (0.3, -0.3)),
    "chose_better_won": _report(0, (0.01, 0.2), (0.0, 0.0)),
    "chose_worse_lost": _report(1, (0.2, 0.01), (0.0, 0.0)),
    "lucky": _report(0, (0.02, 0.02), (0.3, -0.3)),
    "unlucky": _report(1, (0.02, 0.02), (-0.3, 0.3)),
    "even": _report(0, (0.02, 0.02), (0.03, -0.03)),
    # With the same grade it was only a little.
    "little_better_lost": _report(1, (0.3, 0.4), (-0.3, 0.3), "EE"),
    "little_better_won": _report(0, (0.3, 0.4), (0.0, 0.0), "EE"),
    "little_worse_lost": _report(1, (0.4, 0.3), (0.0, 0.0), "EE"),
}
CONTRADICTED = [_report(0, (0.01, 0.2), (0.0, 0.0), "DB"), _report(1, (0.2, 0.01), (0.0, 0.0), "BD")]
"""Who gave away less in all decided worse on the mean: nobody is said to have chosen better."""


def _in_points(report: dict[str, Any]) -> dict[str, Any]:
    """The same game where only the points of turns are known; 5,000 of them weigh as much as a win."""
    players = [{**one, "loss": 5000 * one["loss"], "luck": 5000 * one["luck"]} for one in report["players"]]
    return {**report, "unit": "points", "players": players}


@pytest.fixture(scope="module")
def tales(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    given = {
        "games": list(GAMES.values()),
        "reviews": [
            {"report": report, "mine": 0}
            for report in (*REVIEWS.values(), *map(_in_points, REVIEWS.values()), *CONTRADICTED)
        ],
    }
    found: dict[str, Any] = run_module(tmp_path_factory.mktemp("tales"), _TALE, given)
    return found


def test_every_kind_of_story_is_told_only_where_its_condition_holds(tales: dict[str, Any]) -> None:
    assert set(tales["kinds"]) == set(GAMES)
    assert len(GAMES) >= 12
    for place, kind in enumerate(GAMES):
        held = tales["holds"][kind]
        assert held[place], f"{kind} holds in the game that was made for it"
        assert not all(held), f"{kind} is not said of every game"
    for place, told in enumerate(tales["told"]):
        kind = re.sub(r"^tale\.|_you$", "", told["word"])
        assert tales["holds"][kind][place], "what is told holds"
    assert tales["judged"] == [*2 * list(REVIEWS), *["even"] * len(CONTRADICTED)]


def test_what_a_story_says_is_so(tales: dict[str, Any]) -> None:
    """Its numbers are those of the game, and "you" is only said to who it is about."""
    for game, told in zip(GAMES.values(), tales["told"], strict=True):
        kind = re.sub(r"^tale\.|_you$", "", told["word"])
        about = told["seats"]["name"]
        assert told["word"].endswith("_you") == (about == game["mine"]), kind
        winner = game["winners"][0]
        second = max((total, seat) for seat, total in enumerate(game["totals"]) if seat != winner)
        margin = game["totals"][winner] - second[0]
        if "margin" in told["values"]:
            assert told["values"]["margin"] == margin
        if kind in ("close", "runaway"):
            assert told["values"]["points"] == margin
        if kind == "great_turn":
            assert told["values"]["points"] in [turn["points"] for turn in game["turns"]]


def test_everybody_gets_one_award_and_only_who_has_most_of_it(tales: dict[str, Any]) -> None:
    for game, given in zip(GAMES.values(), tales["awards"], strict=True):
        assert [one["seat"] for one in given] == list(range(len(game["totals"])))
        lost = [
            sum(turn["lost"] + turn["penalty"] for turn in game["turns"] if turn["seat"] == seat)
            for seat in range(len(game["totals"]))
        ]
        for one in given:
            if one["award"] == "robbed":
                assert one["value"] == max(lost) == lost[one["seat"]] > 0


_UNTAKEN = """
import { untaken } from "page/ending/untaken";
export async function answer({ opened, events, rules }) { return untaken(opened, events, rules); }
"""


def test_the_throw_that_was_not_taken_is_the_one_that_the_seal_holds(tmp_path: Path) -> None:
    """Where somebody banked, the label of the next roll gives the dice, once the seal is open."""
    rules = load("classic")
    seed, seats = bytes(range(32)), [bytes(16), bytes(range(16))]
    draws = FairDraws(seed, "some-match", seats)
    events: list[dict[str, Any]] = [
        {"type": "RollAsked", "seat": 0, "turn": 1, "roll": 1, "throw": 1, "dice": [1, 2, 3, 4, 5, 6]},
        {"type": "DiceKept", "seat": 0, "dice": [1, 2, 3], "faces": [5, 5, 5], "points": 500},
        {"type": "Banked", "seat": 0, "points": 500},
        {"type": "TurnBegan", "seat": 1, "turn": 2, "round": 1},
        {"type": "RollAsked", "seat": 1, "turn": 2, "roll": 1, "throw": 1, "dice": [1, 2, 3, 4, 5, 6]},
        {"type": "DiceKept", "seat": 1, "dice": [1, 2], "faces": [1, 1], "points": 200},
        {"type": "RollAsked", "seat": 1, "turn": 2, "roll": 2, "throw": 1, "dice": [3, 4, 5, 6]},
        {"type": "DiceKept", "seat": 1, "dice": [3, 4, 5, 6], "faces": [1, 1, 1, 5], "points": 1050},
        {"type": "Banked", "seat": 1, "points": 1250},
    ]
    opened = {"match": "some-match", "server_seed": seed.hex(), "seeds": [one.hex() for one in seats]}
    given = {"opened": opened, "events": events, "rules": msgspec.to_builtins(compiled(rules))}
    found = run_module(tmp_path, _UNTAKEN, given)
    labels = [("roll 1.1.2.1", 3), ("roll 2.2.3.1", 6)]  # all dice of the second had scored
    assert [one["faces"] for one in found] == [list(draws.dice(label, count)) for label, count in labels]
    for one in found:
        options = rules.table.options(tuple(sorted(one["faces"]))).options
        assert one["worth"] == max((option.points for option in options), default=0)
    assert [(one["seat"], one["points"], one["round"]) for one in found] == [(0, 500, 1), (1, 1250, 1)]
    assert run_module(tmp_path, _UNTAKEN, {**given, "opened": {**opened, "server_seed": ""}}) == []


def test_a_game_ends_with_a_story_a_picture_and_a_rematch(browser: Browser, server: Process) -> None:
    with watched(browser, server.url, viewport=PHONE) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        play_to_the_end(page)
        ending = page.get_by_test_id("ending")
        expect(ending.get_by_role("heading", level=2)).to_have_text(
            re.compile(r"^(You win!|\w+ wins|.+ share the win)$")
        )
        expect(ending.get_by_test_id("story").locator("p")).to_have_text(re.compile(r"\S.*\.$"))
        # Who has given no name yet tells others of it as "I".
        page.get_by_role("button", name="Share").click()
        told = page.get_by_role("dialog", name="Share").locator("pre")
        expect(told).to_contain_text(re.compile(r": (I beat \w+|\w+ beat me|.+ share the win)"))
        page.keyboard.press("Escape")
        # The name and the face are asked after the first game, once.
        meeting = ending.get_by_test_id("meeting")
        meeting.get_by_label("Your name").fill("Mara")
        meeting.get_by_role("button", name="Otter").click()
        meeting.get_by_role("button", name="That is me").click()
        expect(meeting).to_have_count(0)
        assert accessibility_faults(page) == []
        page.get_by_role("button", name="Share").click()
        dialog = page.get_by_role("dialog", name="Share")
        expect(dialog.locator("pre")).to_contain_text("Mara")
        expect(dialog.get_by_role("link", name="Download the picture")).to_have_attribute(
            "href", re.compile("^blob:")
        )
        with page.expect_download() as downloaded:
            dialog.get_by_role("link", name="Download the picture").click()
        picture = Path(downloaded.value.path()).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert len(picture) > 50_000, "there is something on it"
        dialog.get_by_role("button", name="Copy the text").click()
        expect(dialog.get_by_role("status")).to_have_text("The text is copied.")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Rematch").click()
        wait_for_my_turn(page)
        # The face is worn at the new table, and the name is known.
        match = re.findall(r"#/table/([\w-]+)", page.url)[0]
        page.wait_for_function(
            """async (match) =>
                (await (await fetch(`/api/matches/${match}`)).json()).chairs[1].face === 'otter-1'""",
            arg=match,
        )
        chairs = HttpClient(server.url).table(match)["chairs"]
        assert chairs[1]["name"] == "Mara", "the seats are changed"


def test_alone_the_end_says_the_goal_and_how_near_it_was(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play Marina Games Farkle, solitaire", exact=True).click()
    wait_for_my_turn(page)
    expect(page.get_by_test_id("goal")).to_contain_text("Round 1 of 10")
    expect(page.get_by_test_id("goal")).to_contain_text("10,000")
    play_to_the_end(page)
    ending = page.get_by_test_id("ending")
    expect(ending.get_by_test_id("goal-reached")).to_contain_text("Goal: more than 10,000")
    expect(ending.get_by_test_id("short")).to_contain_text(re.compile("short$"))
    # What happened is folded by turn, also where one person has all of them.
    page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
    lines = page.get_by_role("complementary").get_by_role("list", name="What happened")
    expect(lines.locator("summary")).to_have_count(10)
    page.get_by_role("button", name="Once more").click()
    wait_for_my_turn(page)


_FALLS = """
window.falls = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  if (this.closest('[data-testid=slowly]') && this.matches('.mover')) window.falls.push(timing.duration);
  return animate.call(this, frames, timing);
};
"""


def test_the_throw_of_the_game_is_seen_again_slowly(browser: Browser, server: Process) -> None:
    """The winner's best keep, with all the dice it was taken from; they fall anew at every tap."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        visitor.context.add_init_script(_FALLS)
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play now").click()
        play_to_the_end(page)
        # From here on things move; the ending is there again after a reload.
        page.evaluate("() => localStorage.setItem('hotdice.settings', '{}')")
        page.reload()
        page.get_by_role("button", name="See it again").click()
        dialog = page.get_by_role("dialog", name="The throw of the game")
        match = re.findall(r"#/table/([\w-]+)", page.url)[0]
        record = parse_record(HttpClient(server.url).record(match))
        winner = record.state().winners[0]
        events = [event for event in record.events if getattr(event, "seat", None) == winner]
        best = max(event.points for event in events if isinstance(event, DiceKept))
        expect(dialog).to_contain_text(f"+{best:,}")
        rolled = [len(event.dice) for event in events if isinstance(event, DiceRolled)]
        dice = dialog.get_by_test_id("slowly").locator(".die")
        expect(dice.first).to_be_visible()
        count = dice.count()
        assert count in rolled
        slow = "(wanted) => window.falls.filter((length) => length >= 1500).length >= wanted"
        page.wait_for_function(slow, arg=count)
        dialog.get_by_test_id("slowly").click()
        page.wait_for_function(slow, arg=2 * count)
        assert accessibility_faults(page) == []
        dialog.get_by_role("link", name="In the replay").click()
        expect(page).to_have_url(re.compile(rf"#/replay/{match}/\d+$"))
