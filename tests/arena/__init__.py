"""Tests of the room `arena`."""
