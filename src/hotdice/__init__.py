"""Hotdice: Farkle, all of it. The public names of the library live in the rooms below.

>>> from hotdice.rules import load
>>> load("playmonster").title
'PlayMonster Farkle'
"""

__version__ = "0.1.0"
