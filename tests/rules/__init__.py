"""Tests of the rules room, and what other rooms' tests borrow from it: `rules.strategies`."""
