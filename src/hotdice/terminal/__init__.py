"""The command line and what a person sees of Hotdice in a terminal."""
