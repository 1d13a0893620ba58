"""The rule sheets as TOML files, and nothing else."""

__all__: list[str] = []
