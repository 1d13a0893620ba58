"""Nodes by the simulator's course are those of the referee: every roll, action, observation and end."""

import random

import pytest
from msgspec.structs import replace

from hotdice.envs.nodes import CourseNode, Node, RefereeNode, first_node
from hotdice.game import new_game
from hotdice.rules import Ruleset, load, shipped
from hotdice.rules.ruleset import Pattern

SHEETS = [name for name in shipped() if not load(name).deck and not load(name).weights]


def told(node: Node, seats: int) -> tuple[object, ...]:
    """Everything that a node says."""
    seen = [{name: row.tolist() for name, row in node.seen(seat).items()} for seat in range(seats)]
    if node.over:
        return "over", node.winners, seen
    if node.thrown:
        return "thrown", node.mover, node.rolls, node.chances, seen
    return "asked", node.mover, node.actions, [node.told(action) for action in node.actions], str(node), seen


@pytest.mark.parametrize("sheet", SHEETS)
def test_both_kinds_of_nodes_say_the_same(sheet: str) -> None:
    same_nodes(load(sheet))


@pytest.mark.parametrize("setting", ["bump=to_zero", "bump=swap", "last_chance=last_licks", "bank_step=100"])
def test_both_kinds_of_nodes_know_what_houses_add(setting: str) -> None:
    same_nodes(load("cardgames", [setting, "target=2000", "opening=0"]))


def same_nodes(rules: Ruleset) -> None:
    """Nodes of the course and of the referee tell the same, all along some games."""
    numbers = random.Random(rules.hash)
    for seats in {min(rules.seats_allowed), min(3, max(rules.seats_allowed))}:
        course: Node = CourseNode.first(rules, seats)
        referee: Node = RefereeNode(new_game(rules, seats, first=0)).ready()
        steps = 0
        while not referee.over and steps < 800:
            assert told(course, seats) == told(referee, seats)
            steps += 1
            if referee.thrown:
                place = numbers.randrange(len(referee.rolls))
                course, referee = course.fallen(place), referee.fallen(place)
            else:
                # Banks are taken more often than not, so that games come to their end.
                banks = [action for action in referee.actions if action % 2]
                action = numbers.choice(banks if banks and numbers.random() < 0.8 else referee.actions)
                course, referee = course.acted(action), referee.acted(action)
        assert told(course, seats) == told(referee, seats)


def test_a_sheet_that_only_the_referee_plays_has_nodes_too() -> None:
    node = first_node(replace(load("classic"), instant_loss=(Pattern(alike=4),)), 2)
    assert isinstance(node, RefereeNode)
    assert isinstance(first_node(load("classic"), 2), CourseNode)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    node = first_node(load("classic"), 2)
    while node.thrown:
        node = node.fallen(1)
    before = told(node, 2)
    with pytest.raises(ValueError, match="not legal"):
        node.acted(125)
    assert told(node, 2) == before
