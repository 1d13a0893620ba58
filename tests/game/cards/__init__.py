"""Tests of the games with cards."""
