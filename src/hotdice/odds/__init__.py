"""Exact answers: what a roll can bring, and what every decision is worth."""
