"""The companion for a real table: who stands where, who may roll, what a result means, what to do now."""

from hotdice.munchkin.companion.record import (
    CompanionRecord,
    new_record,
    parse_companion,
    print_companion,
)
from hotdice.munchkin.companion.referee import candidates, fold, play, why_no_roll
from hotdice.munchkin.companion.table import QUESTIONS, Player, Step, Table, new_table
from hotdice.munchkin.companion.wording import MEANINGS, face_text, now

__all__ = [
    "MEANINGS",
    "QUESTIONS",
    "CompanionRecord",
    "Player",
    "Step",
    "Table",
    "candidates",
    "face_text",
    "fold",
    "new_record",
    "new_table",
    "now",
    "parse_companion",
    "play",
    "print_companion",
    "why_no_roll",
]
