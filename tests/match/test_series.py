"""Best of N for two friends: changed seats, the score, the end, and a server that starts again in between."""

import asyncio
from pathlib import Path

import pytest

from hotdice.game import Refusal
from hotdice.match import table_commands as c
from hotdice.match.facts import Options
from hotdice.match.lobby import Seated, Wish
from match.hosts import House, Party

SHORT = '{"base":"classic","target":1000}'


async def next_game(party: Party, first: int) -> Party:
    """Both ask for the next game, `first` before the other."""
    seated: dict[int, Seated] = {}
    for place in (first, 1 - first):
        made = await party.house.lobby.rematch(party.match, party.people[place])
        assert isinstance(made, Seated), made
        seated[place] = made
    people = sorted(range(2), key=lambda place: seated[place].seat)
    return Party(party.house, [party.people[place] for place in people], [seated[place] for place in people])


async def left_by(party: Party, name: str) -> None:
    """A game that this person loses: they leave it after the first throw."""
    owner = (await party.view()).owner
    await party.accepted(owner, c.Begin())
    mover = (await party.game()).mover
    assert mover == 0, "the first seat begins"
    await party.play_out(1)
    loser = [person.name for person in party.people].index(name)
    await party.accepted(loser, c.Leave())


def test_a_series_of_three_with_changed_seats(tmp_path: Path) -> None:
    async def body() -> None:
        house = House(tmp_path / "games.db")
        party = await house.table("Ann", "Bea", rules=SHORT, options=Options(best_of=3))
        assert (await party.view()).wins == (0, 0)
        await left_by(party, "Bea")
        assert (await party.view()).wins == (1, 0)
        second = await next_game(party, 0)
        assert [person.name for person in second.people] == ["Bea", "Ann"], "the other begins"
        assert (await second.view()).wins == (0, 1)
        await left_by(second, "Ann")
        assert (await second.view()).wins == (1, 1)
        await house.close()

        house = House(tmp_path / "games.db")  # the server is another one; the series goes on
        second.house = house
        third = await next_game(second, 1)
        assert [person.name for person in third.people] == ["Ann", "Bea"]
        assert (await third.view()).wins == (1, 1)
        await left_by(third, "Bea")
        assert (await third.view()).wins == (2, 1)
        another = await next_game(third, 0)  # it is decided: whoever plays on begins a new one
        assert (await another.view()).wins == (0, 0)
        await house.close()

    asyncio.run(body())


def test_a_rematch_changes_the_seats_of_bots_too(tmp_path: Path) -> None:
    async def body() -> None:
        house = House(tmp_path / "games.db")
        ann = await house.person("Ann")
        opened = await house.lobby.open(ann, Wish(rules=SHORT, seats=2, bots=("greedy",)))
        assert isinstance(opened, Seated)
        party = Party(house, [ann], [opened])
        await party.accepted(0, c.Begin())
        await party.play_out(1)
        await party.accepted(0, c.Leave())
        made = await house.lobby.rematch(opened.match, ann)
        assert isinstance(made, Seated)
        assert made.seat == 1
        view = house.host.view(await house.host.hosted(made.match), "")
        assert [chair.bot for chair in view.chairs] == ["greedy", ""]
        assert view.owner == 1
        assert view.wins == ()
        await house.close()

    asyncio.run(body())


@pytest.mark.parametrize(("seats", "best_of"), [(3, 3), (2, 2), (2, 1), (2, 11), (2, -3)])
def test_a_series_is_for_two(tmp_path: Path, seats: int, best_of: int) -> None:
    async def body() -> None:
        house = House(tmp_path / "games.db")
        ann = await house.person("Ann")
        wish = Wish(rules="classic", seats=seats, options=Options(best_of=best_of))
        refused = await house.lobby.open(ann, wish)
        assert isinstance(refused, Refusal)
        assert "two players" in refused.sentence
        await house.close()

    asyncio.run(body())
