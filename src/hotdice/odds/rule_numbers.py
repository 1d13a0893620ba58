"""Choices of a rule set as the numbers that all compiled code reads."""

from hotdice.rules import LastChance, Reach, Ties

AT_LEAST, MORE_THAN, EXACTLY = (list(Reach).index(item) for item in Reach)
NO_CHANCE, FINISH_ROUND, OTHERS_ONCE = (list(LastChance).index(item) for item in list(LastChance)[:3])
SHARED, TRIGGER_KEEPS, PLAY_OFF = (list(Ties).index(item) for item in Ties)
NO_FLOOR = -(1 << 62)
"""The floor of a penalty that may take a total anywhere."""
