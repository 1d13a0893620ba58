"""The full-screen app: choose a sheet, play, keep score, look at old games. Textual is imported here only."""

__all__: list[str] = []
