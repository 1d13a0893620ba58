"""Conformance suites that anybody may import: for a bot in Python, for a bot that is a program."""

from hotdice.testing.bots import ConformanceError, check_bot, check_program, fair_sheets

__all__ = ["ConformanceError", "check_bot", "check_program", "fair_sheets"]
