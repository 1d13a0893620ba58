"""Tables made of annotations: every command and event has its row, and what is wrong fails loudly."""

from typing import get_args

import pytest

from hotdice.game import commands, events, evolving, referee, verifying
from hotdice.game.dispatch import by_type
from hotdice.match.games.kind import leaves
from hotdice.munchkin import commands as table_commands
from hotdice.munchkin import events as table_events
from hotdice.munchkin import evolving as table_evolving
from hotdice.munchkin import referee as table_referee
from hotdice.munchkin import verifying as table_verifying


class Fruit: ...


class Apple(Fruit): ...


class Pear(Fruit): ...


def _eat(fruit: Apple | Pear) -> str:
    return type(fruit).__name__


def _bake(fruit: Apple) -> str:
    return "pie"


def helper(fruit: Pear) -> str:
    return "public functions are no rows"


def test_every_command_and_event_has_its_row() -> None:
    assert set(evolving._CHANGES) == set(get_args(leaves(events.Event)))
    for table in (verifying._CHECKS, referee._ACTIONS):
        assert set(table) == set(get_args(leaves(commands.Command)))
    assert set(table_evolving._CHANGES) == set(get_args(leaves(table_events.Event)))
    for table in (table_verifying._CHECKS, table_referee._ACTIONS):
        assert set(table) == set(get_args(leaves(table_commands.Command)))


def test_a_union_is_two_rows_and_an_unknown_kind_fails() -> None:
    table = by_type({"_eat": _eat, "helper": helper}, Fruit)
    assert [table[kind](kind()) for kind in (Apple, Pear)] == ["Apple", "Pear"]
    with pytest.raises(TypeError, match="unknown fruit int"):
        table[int]


def test_two_functions_for_one_kind_are_refused() -> None:
    with pytest.raises(TypeError, match="_bake and _eat both take Apple"):
        by_type({"_eat": _eat, "_bake": _bake}, Fruit)
