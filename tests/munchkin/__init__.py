"""Tests of the Munchkin Dice table."""
