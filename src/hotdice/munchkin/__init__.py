"""The Munchkin Dice table: levels, piles, the ten-sided die; a small referee of its own in the same shape."""

from hotdice.munchkin.cards import Card, Effect, Harm, Kind, Pile, Slot
from hotdice.munchkin.chance import (
    ChanceSource,
    ScriptedChance,
    SeededChance,
    label,
    outcomes,
    weight_of_all,
)
from hotdice.munchkin.choices import legal
from hotdice.munchkin.commands import Command
from hotdice.munchkin.events import Event
from hotdice.munchkin.evolving import evolve, fold
from hotdice.munchkin.loading import load, reference, resolve
from hotdice.munchkin.record import NotDerived, Record, parse_record, print_record, rederive
from hotdice.munchkin.referee import decide, play
from hotdice.munchkin.sheet import PICTURE, Sheet, Window
from hotdice.munchkin.state import Fight, Outcome, Phase, Roll, Seat, Sex, State, new_game
from hotdice.munchkin.story import Story
from hotdice.munchkin.verifying import can, verify
from hotdice.munchkin.views import HIDDEN, seen, view

__all__ = [
    "HIDDEN",
    "PICTURE",
    "Card",
    "ChanceSource",
    "Command",
    "Effect",
    "Event",
    "Fight",
    "Harm",
    "Kind",
    "NotDerived",
    "Outcome",
    "Phase",
    "Pile",
    "Record",
    "Roll",
    "ScriptedChance",
    "Seat",
    "SeededChance",
    "Sex",
    "Sheet",
    "Slot",
    "State",
    "Story",
    "Window",
    "can",
    "decide",
    "evolve",
    "fold",
    "label",
    "legal",
    "load",
    "new_game",
    "outcomes",
    "parse_record",
    "play",
    "print_record",
    "rederive",
    "reference",
    "resolve",
    "seen",
    "verify",
    "view",
    "weight_of_all",
]
