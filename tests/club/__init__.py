"""Tests of the room club."""
