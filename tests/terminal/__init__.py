"""Tests of the room terminal."""
