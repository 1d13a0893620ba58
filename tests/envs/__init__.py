"""Tests of the room `envs`."""
