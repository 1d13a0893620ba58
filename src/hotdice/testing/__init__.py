"""Conformance suites that anybody may import: for a bot in Python, for a bot that is a program, for a store."""

from hotdice.testing.bots import ConformanceError, check_bot, check_program, fair_sheets

__all__ = ["ConformanceError", "check_bot", "check_program", "fair_sheets"]
