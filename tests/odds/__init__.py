"""Tests of the exact answers."""
