"""The authority over a match: fair dice, the log that loses nothing, seats, clocks and views."""
