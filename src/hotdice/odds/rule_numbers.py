"""Choices of a rule set as the numbers that all compiled code reads."""

from hotdice.rules import LastChance, Reach, Ties
from hotdice.rules.ruleset import Bump

AT_LEAST, MORE_THAN, EXACTLY = (list(Reach).index(item) for item in Reach)
NO_CHANCE, FINISH_ROUND, OTHERS_ONCE, LAST_LICKS = (list(LastChance).index(item) for item in LastChance)
SHARED, TRIGGER_KEEPS, PLAY_OFF = (list(Ties).index(item) for item in Ties)
NO_BUMP, TO_ZERO, SWAP = (list(Bump).index(item) for item in Bump)
NO_FLOOR = -(1 << 62)
"""The floor of a penalty that may take a total anywhere."""
