"""The rule sheets as TOML files, and nothing else."""
