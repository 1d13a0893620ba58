"""Farkle for PettingZoo: every seat an agent, in turn."""

from collections.abc import Sequence
from typing import Any, ClassVar

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from hotdice.arena.dice import GameDice
from hotdice.envs import layout
from hotdice.envs.arguments import Reward, check_reward, judge_for
from hotdice.envs.features import Form, row_of, row_space
from hotdice.envs.layout import LegalActions, Observation
from hotdice.envs.sheets import Rules, sheet_for
from hotdice.game import Command, State, Step, do, new_game


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


def parallel_env(**arguments: Any) -> Any:
    """The same for PettingZoo's parallel interface: of all actions that of the one whose mask is not empty.

    `infos[agent]["active_agent"]` names it, too, after the first step.

    >>> table = parallel_env(rules="classic", players=2)
    >>> seen, _ = table.reset(seed=1)
    >>> [agent for agent in table.agents if seen[agent]["action_mask"].any()]
    ['player_0']
    """
    return turn_based_aec_to_parallel_wrapper(raw_env(**arguments))


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
    is not selected. With `observation="features"` the row is scaled (see `hotdice.envs.features`).

    ## Action Space
    That of `hotdice/Farkle-v0`; an illegal action raises `ValueError` here and is handled by `env()`.

    ## Rewards
    - `reward="win"`: at the end 1 for a win, -1 for a loss, `2 / k - 1` for a win shared by k.
    - `reward="points"`: what a turn put onto the agent's score sheet, penalties included.

    ## Episode End
    All agents terminate when the game is over, and are truncated after `max_turns` turns. A game that is over
    or cut short before anybody can decide anything is played, but not shown: the next one begins, and
    `infos[agent]["missed"]` has the agent's rewards of such games.

    ## Arguments
    `rules`: a sheet's name or file (with `settings`, such as `["target=3000"]`), or a `Ruleset`.
    `players`: how many agents. `reward`: `"win"` or `"points"`. `max_turns`. `observation`: `"raw"` or
    `"features"`. `regret`: whether `infos[agent]["regret"]` tells the exact loss of the agent's last action,
    as in `hotdice/Farkle-v0`.

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
        rules: Rules = "classic",
        players: int = 2,
        *,
        settings: Sequence[str] = (),
        reward: Reward = "win",
        observation: Form = "raw",
        regret: bool = False,
        max_turns: int = 2000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_reward(reward)
        layout.check_turns(max_turns, players)
        self.rules = sheet_for(rules, settings)
        self.reward, self.max_turns, self.render_mode = reward, max_turns, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._state: State = new_game(self.rules, players, first=0)
        self._dice = GameDice("", 0)
        self._random, _ = seeding.np_random(None)
        self.observation = observation
        fields = layout.observation_space(self.rules, players)
        row = row_space(self.rules, fields, players, observation)
        seen = spaces.Dict({"observation": row, "action_mask": fields["action_mask"]})
        self._observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self._action_spaces = {
            agent: LegalActions(layout.action_count(self.rules, players)) for agent in self.possible_agents
        }
        self._judge = judge_for(self.rules, regret)

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
        given = (options or {}).get("dice")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        while True:
            dice = given or (f"pettingzoo {self._random.integers(2**62)}", 0)
            self._dice = GameDice(str(dice[0]), int(dice[1]))
            self._state = new_game(self.rules, len(self.agents), first=0)
            self._play_on()
            over = self._state.over
            if not over and self._state.turn <= self.max_turns:
                break
            for seat, agent in enumerate(self.agents):
                worth = layout.worth_of_end(self._state, seat) if over else 0.0
                self.infos[agent].setdefault("missed", []).append(worth)
            if given is not None:
                raise ValueError(f"the game of the dice {given!r} is over before anybody can decide anything")
        self.agent_selection = self.possible_agents[self._state.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees."""
        seat, goes_on = self.possible_agents.index(agent), self._state.turn <= self.max_turns
        seen: Observation = layout.observe(self._state, seat, goes_on=goes_on)
        self._action_spaces[agent].legal = seen["action_mask"]
        row = row_of(self.rules, len(self.possible_agents), seen, self.observation)
        return {"observation": row, "action_mask": seen["action_mask"]}

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
        mask = layout.action_mask(self._state)
        if not 0 <= number < mask.size or not mask[number]:
            raise ValueError(f"action {action} is not legal now; see the observation's action_mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        before = self._state.totals
        command = layout.to_command(self._state, number)
        self.infos[agent] = {}
        if self._judge is not None:
            self.infos[agent]["regret"] = self._judge.regret(self._state, command)
        self._apply(command)
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
                self.rewards[agent] = layout.worth_of_end(self._state, seat)
            self.terminations[agent] = state.over
            self.truncations[agent] = not state.over and state.turn > self.max_turns

    def _play_on(self) -> None:
        while not self._state.over and self._state.turn <= self.max_turns:
            if self._state.step is Step.WAIT:
                self._apply(self._dice.throw(self._state))
            elif layout.must_decide(self._state):
                return
            else:
                self._apply(layout.go_on(self._state))

    def _apply(self, command: Command) -> None:
        self._state, _ = do(self._state, command)
