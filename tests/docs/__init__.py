"""Tests of the documentation as a whole."""
