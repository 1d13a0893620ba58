"""Standard environments: Gymnasium (one agent, or thousands at once), PettingZoo, OpenSpiel."""

import gymnasium

from hotdice.envs.farkle import FarkleEnv

__all__ = ["FarkleEnv"]

gymnasium.register(
    "hotdice/Farkle-v0",
    entry_point="hotdice.envs.farkle:FarkleEnv",
    vector_entry_point="hotdice.envs.many:FarkleVectorEnv",  # `make_vec` makes the compiled one
)
