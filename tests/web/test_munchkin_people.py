"""Munchkin Dice is a table of people like any other: moments, talk, presence, a story and a rematch."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from hotdice.munchkin.film import film
from munchkin.pins import sample_game
from server.processes import Process
from web.browsing import PATIENCE, Watched, accessibility_faults, watched
from web.modules import run_module
from web.playing import QUICK, play_munchkin, tapping_munchkin, with_settings
from web.test_moments import _PITCHES, _SENSES

_TALE = """
import { awards, courseOf, decided, KINDS, runnerUp } from "page/munchkin/tale";
export const answer = (films) => films.map((film) => {
  const course = courseOf(film);
  const [winner] = course.winners;
  return {
    course,
    told: [-1, ...course.levels.keys()].map((mine) => decided(course, mine) ?? null),
    holds: Object.fromEntries(
      Object.entries(KINDS).map(([kind, holds]) => [kind, !!holds(course, winner, runnerUp(course))])),
    awards: awards(course, [...course.levels.keys()]),
  };
});
"""


def _seats(*levels: int) -> list[dict[str, Any]]:
    rest = {"sex": "woman", "penalty": 0, "hand": [], "play": [], "dead": False}
    return [{"level": level, **rest} for level in levels]


def _film(*steps: tuple[dict[str, Any], tuple[int, ...] | None]) -> dict[str, Any]:
    """Pictures of events, each with the levels after it where they change; a fight lasts to its end."""
    pictures, fight, mover = [], None, 0
    for event, levels in steps:
        if event["type"] == "TurnBegan":
            mover = event["seat"]
        if event["type"] == "FightBegan":
            fight = {"seat": event["seat"], "helper": -1, "monsters": [event["monster"]]}
        if event["type"] == "HelpAnswered" and fight and event["yes"]:
            fight = {**fight, "helper": event["seat"]}
        pictures.append(
            {
                "event": event,
                "turn": 1,
                "mover": mover,
                "seats": _seats(*levels) if levels else None,
                "die": None,
                "fight": fight,
                "body": [],
            }
        )
        if event["type"] == "FightWon":
            fight = None
    return {"seats": _seats(1, 1, 1), "pictures": pictures}


def _does(kind: str, seat: int, after: tuple[int, ...] | None = None, **more: Any) -> Any:
    return {"type": kind, "seat": seat, **more}, after


def _turn(seat: int, *levels: int) -> Any:
    return _does("TurnBegan", seat, levels)


def _won(seat: int, monster: str, *levels: int) -> list[Any]:
    return [
        _does("FightBegan", seat, monster=monster, source="door"),
        _does("FightWon", seat),
        _does("LevelsGained", seat, levels, levels=1, why="victory"),
    ]


_END = ({"type": "GameEnded", "winners": [0], "reason": "level"}, None)
_RUN = _does("FlightBegan", 0)
"""Where it would else be told that the winner never ran."""

# One game for each kind, in which its condition holds; seat 0 wins.
FILMS: dict[str, dict[str, Any]] = {
    "turned": _film(_turn(0, 7, 9, 3), *_won(0, "tax-rat", 10, 9, 3), _END),
    "risen": _film(_does("Died", 0), _does("Died", 0), _turn(0, 9, 7, 3), _END, _turn(0, 10, 7, 3)),
    "thief": _film(_does("LevelsGained", 0, (3, 1, 1), levels=2, why="stolen"), _turn(0, 10, 7, 3), _END),
    "cursed": _film(*3 * [_does("CurseStruck", 1, card="wrong-door", by=0)], _turn(0, 10, 7, 3), _END),
    "helped": _film(
        _turn(0, 9, 7, 3),
        _does("FightBegan", 0, monster="tax-rat", source="door"),
        _does("HelpAnswered", 2, yes=True),
        _does("FightWon", 0, (10, 7, 3)),
        _END,
    ),
    "gambler": _film(
        _does("LevelPaid", 0), _does("LevelsGained", 0, levels=4, why="result"), _turn(0, 10, 7, 3), _END
    ),
    "seller": _film(_does("LevelsGained", 0, levels=2, why="sold"), _turn(0, 10, 7, 3), _END),
    "seesaw": _film(
        _turn(0, 2, 1, 1), _turn(1, 2, 3, 1), _turn(0, 4, 3, 1), _turn(1, 4, 5, 1), _turn(0, 10, 5, 1), _END
    ),
    "never_ran": _film(*4 * _won(0, "tax-rat", 9, 7, 3), _turn(1, 2, 7, 3), _turn(0, 10, 7, 3), _END),
    "all_the_way": _film(_RUN, *3 * [_turn(0, 4, 2, 2), _turn(1, 6, 2, 2)], _turn(0, 10, 7, 3), _END),
    "runaway": _film(_turn(1, 2, 4, 3), _turn(0, 10, 4, 3), _END),
    "close": _film(_turn(1, 2, 4, 3), _turn(0, 10, 9, 3), _END),
    "monster": _film(_RUN, _turn(1, 2, 4, 3), _turn(0, 9, 7, 3), *_won(0, "tax-rat", 10, 7, 3), _END),
}


@pytest.fixture(scope="module")
def tales(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    found = run_module(tmp_path_factory.mktemp("tales"), _TALE, list(FILMS.values()))
    return dict(zip(FILMS, found, strict=True))


def test_every_kind_of_story_is_told_only_where_its_condition_holds(tales: dict[str, Any]) -> None:
    assert set(tales["turned"]["holds"]) == set(FILMS)
    assert len(FILMS) >= 12
    for kind, game in tales.items():
        assert game["holds"][kind], f"{kind} holds in the game that was made for it"
        assert not all(other["holds"][kind] for other in tales.values()), f"{kind} is not said of every game"
        for mine, told in enumerate(game["told"], -1):
            assert re.sub(r"^mk\.tale_|(_by)?_you$", "", told["word"]) == kind, "the most telling that holds"
            assert ("_you" in told["word"]) == (mine in told["seats"].values()), "you are only who you are"


def test_every_story_has_its_words_in_four_languages(tales: dict[str, Any]) -> None:
    for language in ("en", "de", "fr", "es"):
        words = json.loads(Path(f"web/src/words/{language}.json").read_text(encoding="utf-8"))
        for game in tales.values():
            for told in game["told"]:
                forms = [words.get(told["word"] + form) for form in ("", "_one", "_other")]
                assert any(forms), told["word"]
                gaps = set(re.findall(r"\{(\w+)\}", next(filter(None, forms))))
                assert gaps <= {*told["values"], *told["seats"], *told["cards"]}, told["word"]


def test_a_real_game_is_read_as_the_referee_has_it(tmp_path: Path) -> None:
    record = sample_game()
    real = json.loads(msgspec.json.encode(film(record, "munchkin-dice")))
    [found] = run_module(tmp_path, _TALE, [real])
    events = [one["event"] for one in real["pictures"]]
    state = record.state()
    course = found["course"]
    assert tuple(course["levels"]) == state.levels
    assert tuple(course["winners"]) == state.winners
    for seat, deeds in enumerate(course["deeds"]):
        own = [one for one in events if one.get("seat") == seat]
        assert deeds["fights"] == sum(one["type"] == "FightWon" for one in own)
        assert deeds["deaths"] == sum(one["type"] == "Died" for one in own)
        assert deeds["lost"] == sum(one["levels"] for one in own if one["type"] == "LevelsLost")
    assert len(course["turns"]) == sum(one["type"] == "TurnBegan" for one in events)
    assert found["told"][0], "every game that somebody won has a story"


def test_an_award_goes_to_who_has_most_of_it(tales: dict[str, Any]) -> None:
    deeds = {
        "slayer": "fights",
        "robbed": "lost",
        "meddler": "meddled",
        "gambler": "paid",
        "helper": "helped",
    }
    given = [(one, game["course"]["deeds"]) for game in tales.values() for one in game["awards"]]
    assert {one["award"] for one, _ in given} >= {"slayer", "meddler", "gambler", "helper", "kindest"}
    for one, all_deeds in given:
        if one["award"] != "kindest":
            most = max(each[deeds[one["award"]]] for each in all_deeds)
            assert one["value"] == most == all_deeds[one["seat"]][deeds[one["award"]]] > 0


def test_a_whole_game_is_seen_heard_and_felt(visitor: Watched, tmp_path: Path) -> None:
    pitches: dict[str, list[int]] = run_module(tmp_path, _PITCHES, None)
    visitor.context.add_init_script(_SENSES)
    with_settings(visitor, **{**QUICK, "volume": 0.5})
    page = visitor.page("/")
    page.get_by_role("button", name="Play Munchkin Dice").click()
    page.wait_for_function("() => document.querySelector('[data-testid=moves] .lead')", timeout=PATIENCE)
    play_munchkin(page)
    seen, heard = page.evaluate("() => [window.seen, window.heard]")
    felt = page.evaluate("() => window.felt.map((one) => JSON.parse(one))")
    assert {"good", "card", "end"} <= set(seen), seen
    assert "win" in seen["good"], "who won a fight is written on the felt"
    for sound in ("card", "good", "board", "turn"):
        assert set(pitches[sound]) <= set(heard), sound
    end = "win" if seen["end"] == "You win!" else "tie" if "share" in seen["end"] else "loss"
    assert set(pitches[end]) <= set(heard)
    assert [8] in felt, "a card of one's own"
    assert ([40, 60, 40, 60, 120] in felt) == (end == "win")


def test_silence_is_kept(visitor: Watched) -> None:
    visitor.context.add_init_script(_SENSES)
    with_settings(visitor, **{**QUICK, "buzz": False})
    page = visitor.page("/")
    page.get_by_role("button", name="Play Munchkin Dice").click()
    page.wait_for_function("() => document.querySelector('[data-testid=moves] .lead')", timeout=PATIENCE)
    play_munchkin(page)
    assert page.evaluate("() => [window.heard.length, window.felt.length]") == [0, 0]


def _together(a: Page, b: Page) -> None:
    """Two people at a table of three, with a bot."""
    a.goto("/#/friends/munchkin-dice")
    a.get_by_label("Your name").fill("Ann")
    a.get_by_label("Seats").select_option("3")
    a.get_by_role("button", name="Set up the table").click()
    link = a.get_by_label("Link for friends").input_value()
    a.get_by_role("button", name="Add a bot").last.click()
    b.goto(link)
    b.get_by_label("Your name").fill("Bob")
    b.get_by_role("button", name="Sit down").click()
    expect(a.get_by_text("Bob", exact=True)).to_be_visible()
    a.get_by_role("button", name=re.compile("^Start")).click()
    for page in (a, b):
        expect(page.get_by_test_id("moves")).to_be_visible()


def test_two_people_talk_see_who_is_there_and_play_again(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as ann, watched(browser, server.url) as bob:
        for one in (ann, bob):
            with_settings(one, **QUICK)
        a, b = ann.page("/"), bob.page("/")
        _together(a, b)
        # A word is a toast and a dot, a reaction floats over the felt.
        a.get_by_role("button", name="Messages").click()
        a.get_by_label("Say something").fill("hello there")
        a.get_by_role("button", name="Send").click()
        a.get_by_role("button", name="Wow", exact=True).click()
        expect(b.get_by_test_id("toast")).to_contain_text("hello there")
        expect(b.get_by_test_id("unread")).to_be_visible()
        expect(b.get_by_test_id("floating")).to_contain_text("Wow")
        expect(b.get_by_test_id("polite")).to_contain_text("Ann: hello there")
        b.get_by_test_id("toast").click()
        expect(b.get_by_role("dialog")).to_contain_text("hello there")
        assert accessibility_faults(b) == []
        for page in (a, b):
            page.keyboard.press("Escape")
        expect(b.get_by_test_id("unread")).to_have_count(0)
        # A closed tab is away within five seconds, on the stairs too.
        places = a.get_by_role("list", name="Players")
        expect(places).not_to_contain_text("away")
        address = b.url
        b.close()
        expect(places.get_by_role("button").nth(1)).to_contain_text("Bob, away", timeout=5_000)
        expect(places.locator("li").nth(1).locator(".face.away")).to_be_visible()
        b = bob.page("/")
        b.goto(address)
        expect(places).not_to_contain_text("away")
        # To the end: a sentence, awards, a picture, and a banner for the rematch.
        for page in (a, b):
            page.evaluate(tapping_munchkin(), 300_000)
        for page in (a, b):
            assert page.evaluate("() => window.result") is not None
            expect(page.get_by_test_id("story").locator("p").first).to_have_text(re.compile(r"\S.*\.$"))
            expect(page.get_by_test_id("awards").get_by_role("listitem")).to_have_count(2)
        a.get_by_role("button", name="Share").click()
        shared = a.get_by_role("dialog", name="Share")
        expect(shared.locator("pre")).to_contain_text("Munchkin Dice: ")
        with a.expect_download() as downloaded:
            shared.get_by_role("link", name="Download the picture").click()
        assert Path(downloaded.value.path()).read_bytes().startswith(b"\x89PNG")
        assert accessibility_faults(a) == []
        a.keyboard.press("Escape")
        a.get_by_role("button", name="Rematch").click()
        expect(a.get_by_role("heading", name="Waiting room")).to_be_visible()
        expect(b.get_by_role("status").filter(has_text="Ann would play again.")).to_be_visible()
        b.get_by_role("button", name="Rematch").click()
        expect(b.get_by_test_id("moves")).to_be_visible()


def test_who_left_may_come_back_and_the_owner_helps_the_table_on(browser: Browser, server: Process) -> None:
    with watched(browser, server.url) as ann, watched(browser, server.url) as bob:
        for one in (ann, bob):
            with_settings(one, **QUICK)
        a, b = ann.page("/"), bob.page("/")
        _together(a, b)
        b.get_by_role("button", name="Menu").click()
        b.get_by_role("button", name="Leave the game").click()
        b.get_by_role("button", name="Leave", exact=True).click()
        b.get_by_role("button", name="Play on yourself").click()
        expect(b.get_by_role("button", name="Play on yourself")).to_have_count(0)
        b.close()
        # Ann plays until Bob is waited for: then she may ask a bot to sit in for him, in a while.
        awaited = "document.querySelector('[data-testid=goal]')?.innerText === 'Bob is away.'"
        a.evaluate(tapping_munchkin(awaited), 120_000)
        assert a.evaluate("() => window.result") is not None
        a.keyboard.press("Escape")  # a card may lie open
        a.get_by_role("button", name="Menu").click()
        a.get_by_role("button", name="Let a bot sit in for Bob").click()
        a.keyboard.press("Escape")
        expect(a.get_by_test_id("moves").get_by_role("alert")).to_contain_text("can be skipped after")
