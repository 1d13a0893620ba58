"""Farkle for PettingZoo: every seat an agent, in turn."""

from typing import Any, ClassVar

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from hotdice.arena.dice import GameDice
from hotdice.envs.farkle import Reward
from hotdice.envs.layout import (
    LegalActions,
    Observation,
    action_count,
    action_mask,
    flat,
    flat_space,
    go_on,
    must_decide,
    observation_space,
    observe,
    to_command,
)
from hotdice.game import Command, Refusal, State, Step, new_game, play
from hotdice.players import IllegalMove
from hotdice.rules import load


def env(**arguments: Any) -> AECEnv:
    """The environment inside PettingZoo's wrappers: an illegal action ends the game for its agent.

    >>> aec = env(rules="classic", players=2)
    >>> aec.reset(seed=1)
    >>> aec.agent_selection
    'player_0'
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**arguments), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """Farkle by any sheet, every seat an agent.

    ## Description
    The agent that is selected has rolled something that scores: it sets dice aside and rolls on or banks.
    The dice of a new turn are rolled for it; a farkle passes the selection on by itself. On a sheet with
    cards an agent is selected, too, wherever it could play one.

    ## Observation Space
    The fields of `hotdice/Farkle-v0`, seen from each agent's seat. `observation` is one row of numbers: all
    fields but the mask one after the other, in the order of their names (`farkles`, `opened`, `phase`,
    `place`, `roll`, `round`, `scores`, `trigger`, `turn_total`). `action_mask` is all 0 for an agent that
    is not selected.

    ## Action Space
    That of `hotdice/Farkle-v0`; an illegal action raises `ValueError` here and is handled by `env()`.

    ## Rewards
    - `reward="win"`: at the end 1 for a win, -1 for a loss, `2 / k - 1` for a win shared by k.
    - `reward="points"`: what a turn put onto the agent's score sheet, penalties included.

    ## Episode End
    All agents terminate when the game is over, and are truncated after `max_turns` turns.

    ## Arguments
    `rules`: a sheet's name or file. `players`: how many agents. `reward`: `"win"` or `"points"`.
    `max_turns`.

    ## Version History
    - v0: first version, with the layout of `hotdice/Farkle-v0`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "hotdice_farkle_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: str = "classic",
        players: int = 2,
        *,
        reward: Reward = "win",
        max_turns: int = 2000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in ("win", "points"):
            raise ValueError(f"reward is 'win' or 'points', not {reward!r}")
        self.rules = load(rules)
        self.reward, self.max_turns, self.render_mode = reward, max_turns, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._state: State = new_game(self.rules, players, first=0)
        self._dice = GameDice("", 0)
        self._random, _ = seeding.np_random(None)
        fields = observation_space(self.rules, players)
        seen = spaces.Dict({"observation": flat_space(fields), "action_mask": fields["action_mask"]})
        self._observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self._action_spaces = {
            agent: LegalActions(action_count(self.rules, players)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `options={"dice": (seed, game)}` gives it the dice of a game of the simulator."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        dice = (options or {}).get("dice")
        if dice is None:
            dice = (f"pettingzoo {self._random.integers(2**62)}", 0)
        self._dice = GameDice(str(dice[0]), int(dice[1]))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._state = new_game(self.rules, len(self.agents), first=0)
        self._play_on()
        self.agent_selection = self.possible_agents[self._state.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees."""
        seen: Observation = observe(self._state, self.possible_agents.index(agent))
        self._action_spaces[agent].legal = seen["action_mask"]
        return {"observation": flat(seen), "action_mask": seen["action_mask"]}

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent.

        Raises:
            ValueError: the action is not legal now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        mask = action_mask(self._state)
        if not 0 <= number < mask.size or not mask[number]:
            raise ValueError(f"action {action} is not legal now; see the observation's action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        before = self._state.totals
        self._apply(to_command(self._state, number))
        self._play_on()
        self._note(before)
        self.agent_selection = self.possible_agents[self._state.mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The totals in one line, where the environment was made with `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        return " ".join(f"{total:,}" for total in self._state.totals)

    def close(self) -> None:
        """Nothing to let go of."""

    def _note(self, before: tuple[int, ...]) -> None:
        state = self._state
        for seat, agent in enumerate(self.possible_agents):
            if self.reward == "points":
                self.rewards[agent] = float(state.seats[seat].total - before[seat])
            elif state.over:
                won = seat in state.winners
                self.rewards[agent] = 2.0 / len(state.winners) - 1.0 if won else -1.0
            self.terminations[agent] = state.over
            self.truncations[agent] = not state.over and state.turn > self.max_turns

    def _play_on(self) -> None:
        while not self._state.over and self._state.turn <= self.max_turns:
            if self._state.step is Step.WAIT:
                self._apply(self._dice.throw(self._state))
            elif must_decide(self._state):
                return
            else:
                self._apply(go_on(self._state))

    def _apply(self, command: Command) -> None:
        result = play(self._state, command)
        if isinstance(result, Refusal):
            raise IllegalMove(command, result)
        self._state = result[0]
