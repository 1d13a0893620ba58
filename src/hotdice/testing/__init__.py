"""Conformance suites that anybody may import: for a bot in Python or as a program, and for a store."""

from hotdice.testing.bots import ConformanceError, check_bot, check_program, fair_sheets

__all__ = ["ConformanceError", "check_bot", "check_program", "fair_sheets"]
