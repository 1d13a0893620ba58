"""The games that a table can carry: Farkle, the Munchkin Dice table, and Farkle in duplicate."""

__all__: list[str] = []
