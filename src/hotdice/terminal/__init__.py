"""The command line and what a person sees of Hotdice in a terminal."""

__all__: list[str] = []
