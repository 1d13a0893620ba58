"""Tests of the room `testing`."""
