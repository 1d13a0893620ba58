"""Tests of the room players."""
