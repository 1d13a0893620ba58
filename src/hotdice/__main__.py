"""`python -m hotdice` is the same as `hotdice`."""

from hotdice.terminal.cli import main

main()
