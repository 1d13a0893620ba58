"""Munchkin Farkle with its cards in the arena: whole games by the referee, dice that cards throw again."""

from hotdice.arena import GameDice, Match
from hotdice.arena.playing import stretch_of
from hotdice.game import Refusal, Step, new_game, play
from hotdice.players import make
from hotdice.rules import load

BOTS = ("eager", "schemer", "eager")


def test_whole_games_and_the_same_ones_again() -> None:
    match = Match("munchkin-farkle", BOTS, "cards")
    play_stretch, compiled = stretch_of(match)
    assert compiled
    tally = play_stretch(0, 12)
    assert tally.games == 12
    assert stretch_of(match)[0](0, 12) == tally
    assert stretch_of(Match("munchkin-farkle", BOTS, "other"))[0](0, 12) != tally


def test_dice_that_a_card_throws_again_are_new_ones() -> None:
    """Only those that lie there again, from numbers of their own: they do not repeat what was thrown."""
    players = [make(bot) for bot in BOTS]
    again = repeated = 0
    for game in range(40):
        state, dice = new_game(load("munchkin-farkle"), 3, first=0), GameDice("again", game)
        before: dict[int, int] = {}
        while not state.over:
            thrown = dice.throw(state) if state.step is Step.WAIT else None
            if thrown is not None:
                if state.throw > 1:
                    assert len(thrown.faces) == len(state.in_the_air) <= len(state.hand)
                    again += len(thrown.faces)
                    pairs = zip(state.in_the_air, thrown.faces, strict=True)
                    repeated += sum(before[die] == face for die, face in pairs)
                else:
                    before = dict(zip(state.in_the_air, thrown.faces, strict=True))
            result = play(state, thrown or players[state.mover].choose(state))
            assert not isinstance(result, Refusal)
            state = result[0]
    assert again > 60
    assert repeated < again / 2, "a sixth of them by chance"
