"""The referee and the record: commands, events, states, positions, and games that replay to the same end."""

from hotdice.game.card_positions import PositionError
from hotdice.game.chance import outcomes, weight_of_all
from hotdice.game.choices import keep_faces, keeps, legal, turn_choices
from hotdice.game.commands import (
    Adjust,
    Bank,
    Command,
    Correct,
    CountBonus,
    EnterTurn,
    Keep,
    LiftRemark,
    MakeRemark,
    PassWindow,
    PlayCard,
    PlayOn,
    Resign,
    Roll,
    SetDice,
    TakeOver,
    TakeSeat,
    Throw,
    TimeOut,
    UseAdvice,
)
from hotdice.game.dice import DiceSource, ScriptedDice, SeededDice
from hotdice.game.events import Event
from hotdice.game.evolving import evolve, fold
from hotdice.game.export import to_csv
from hotdice.game.frames import RecordError
from hotdice.game.playing_cards import card_plays
from hotdice.game.positions import parse_position, print_position
from hotdice.game.record import Record, parse_record, print_record
from hotdice.game.referee import decide, do, play
from hotdice.game.refusals import IllegalMove, Refusal
from hotdice.game.retracing import commands_of, numbered_commands
from hotdice.game.state import Outcome, Phase, Remark, Seat, State, Step, new_game
from hotdice.game.verifying import can, needed_to_bank, recorded_points, verify
from hotdice.game.views import still_holds, view

__all__ = [
    "Adjust",
    "Bank",
    "Command",
    "Correct",
    "CountBonus",
    "DiceSource",
    "EnterTurn",
    "Event",
    "IllegalMove",
    "Keep",
    "LiftRemark",
    "MakeRemark",
    "Outcome",
    "PassWindow",
    "Phase",
    "PlayCard",
    "PlayOn",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "Remark",
    "Resign",
    "Roll",
    "ScriptedDice",
    "Seat",
    "SeededDice",
    "SetDice",
    "State",
    "Step",
    "TakeOver",
    "TakeSeat",
    "Throw",
    "TimeOut",
    "UseAdvice",
    "can",
    "card_plays",
    "commands_of",
    "decide",
    "do",
    "evolve",
    "fold",
    "keep_faces",
    "keeps",
    "legal",
    "needed_to_bank",
    "new_game",
    "numbered_commands",
    "outcomes",
    "parse_position",
    "parse_record",
    "play",
    "print_position",
    "print_record",
    "recorded_points",
    "still_holds",
    "to_csv",
    "turn_choices",
    "verify",
    "view",
    "weight_of_all",
]
