"""The club of the page's core against that in Python: days, judging, the fox, medals, skill, the run."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from scripts.daily_figures import BOTS, day_of

from hotdice.club.daily import fox_game, judge
from hotdice.club.days import closes, number_of, open_seed, seal_of
from hotdice.club.medals import MEDALS, earned
from hotdice.club.sharing import SHAPES, share_text
from hotdice.club.skill import accounts_of, skill_of, why_unrated
from hotdice.coach.reviewing import review
from hotdice.game import Record, SeededDice, new_game, print_record
from hotdice.players import make, play_out
from hotdice.rules import load
from web.modules import run_module
from web.test_core import TABLES

_ASK = """
import { closes, numberOf, openSeed, sealOf } from "page/core/club/days";
import { foxGame, judge, shapesOf } from "page/core/club/daily";
import { MEDALS } from "page/core/club/medals";
import { difficulty, positionAt } from "page/core/club/run";
import { skillsOf } from "page/core/club/skill";
import { noteOf, you } from "page/core/club/you";
import { parseRecord } from "page/core/game/record";
import { rememberTable } from "page/core/odds/shelf";
import { tableName } from "page/core/odds/tables";
import { load } from "page/core/rules/loading";
import { readFileSync } from "node:fs";
export function answer({ days, daily, games, tables }) {
  for (const name of ["kcd", "classic"]) {
    const rules = load(name);
    rememberTable(rules, new Uint8Array(readFileSync(`${tables}/${tableName(rules)}`)));
  }
  const notes = games.map(([text, seat], index) => noteOf(`g${index}`, parseRecord(text), seat));
  const run = [0, 10, 40].map((place) => positionAt(load("kcd"), "s", place));
  return {
    days: days.map((day) => [numberOf(day), openSeed(day), sealOf(day), closes(day)]),
    fox: days.map((day) => foxGame(openSeed(day)).events),
    daily: daily.map((text) => judge(parseRecord(text))).map((found) => [found, shapesOf(found.rounds)]),
    medals: MEDALS,
    notes,
    you: you(notes),
    skills: skillsOf(notes.flatMap((note) => note.account ?? [])),
    run: run.map((task) => [difficulty(task), task.tempting.loss > 0]),
  };
}
"""
DAYS = [date(2026, 11, 16) + timedelta(days=n) for n in range(3)]


def games() -> list[Record]:
    found = []
    for number in range(6):
        rules = load("kcd" if number % 2 else "classic")
        names = ("greedy", "threshold:400")
        state, events = play_out(
            new_game(rules, 2, first=0), [make(n) for n in names], SeededDice(f"c{number}")
        )
        assert state.over
        found.append(
            Record(rules, ("Ann", "Bob"), ("human", "human"), f"seeded c{number}", first=0, events=events)
        )
    return found


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    daily = [day_of(bot, open_seed(day)) for day in DAYS for bot in (BOTS[3], BOTS[-1])]
    asked = {
        "days": [day.isoformat() for day in DAYS],
        "daily": [print_record(record) for record in daily],
        "games": [(print_record(record), 0) for record in games()],
        "tables": str(TABLES),
    }
    return run_module(tmp_path_factory.mktemp("club"), _ASK, asked)


def test_days_and_seeds(told: Any) -> None:
    wanted = [
        [number_of(day), open_seed(day), seal_of(day.isoformat()), closes(day).timestamp() * 1000]
        for day in DAYS
    ]
    assert told["days"] == wanted


def test_the_fox_plays_the_same_game(told: Any) -> None:
    for day, events in zip(DAYS, told["fox"], strict=True):
        wanted = msgspec.json.decode(msgspec.json.encode(fox_game(open_seed(day)).events))
        assert events == wanted


def test_a_game_of_the_day_is_judged_alike(told: Any) -> None:
    records = [(day, day_of(bot, open_seed(day))) for day in DAYS for bot in (BOTS[3], BOTS[-1])]
    squares = set()
    for (day, record), (found, shapes) in zip(records, told["daily"], strict=True):
        wanted = judge(record, day.isoformat())
        assert found["points"] == wanted.points
        assert found["given_away"] == pytest.approx(wanted.given_away, abs=1e-6)
        assert [r["square"] for r in found["rounds"]] == [r.square for r in wanted.rounds]
        assert [r["points"] for r in found["rounds"]] == [r.points for r in wanted.rounds]
        assert shapes == share_text(wanted, 0, sealed=True).splitlines()[1]
        squares |= set(shapes)
    assert len(squares) >= 3, squares
    assert squares <= set("".join(SHAPES.values()))


def test_notes_medals_and_skill(told: Any) -> None:
    assert told["medals"] == [medal.name for medal in MEDALS]
    records = games()
    accounts = []
    for record, note in zip(records, told["notes"], strict=True):
        report = review(record)
        assert note["medals"] == list(earned(record, 0, report))
        assert note["won"] == (0 in record.state().winners)
        assert note["unrated"] == ""
        assert why_unrated(record, report) is None
        account = accounts_of(record, report)[0]
        accounts.append(account)
        assert note["account"]["given_away"] == pytest.approx(account.given_away, abs=1e-6)
        assert note["account"]["adjusted"] == pytest.approx(account.adjusted, abs=1e-6)
        assert note["account"]["decisions"] == account.decisions
    skills = {(one["sheet"], one["seats"]): one for one in told["skills"]}
    for key, skill in skill_of(accounts).items():
        assert skills[key]["wins"] == pytest.approx(skill.wins, abs=1e-4)
        assert skills[key]["half"] == pytest.approx(skill.half, abs=1e-4)
        assert skills[key]["sure"] == skill.sure
    page = told["you"]
    assert page["games"] == 6
    assert page["against"] == [{"name": "Bob", "games": 6, "wins": page["wins"]}]
    assert page["record"]["points"] >= page["best"]["points"] > 0


def test_the_run_grows_harder(told: Any) -> None:
    first, _, last = (row[0] for row in told["run"])
    assert first < last
    assert all(row[1] for row in told["run"])
