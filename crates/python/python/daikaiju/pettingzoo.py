"""Daikaiju as a PettingZoo AEC environment.

Every question of the game is one step of the seat that is asked; yields and reactions out of turn simply select another agent.
An eliminated agent takes its one `step(None)` and is gone; the others play on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ._daikaiju import N_ACTIONS, N_FEATURES, Game
from ._words import describe

if TYPE_CHECKING:
    from .types import Rules

Observation = dict[str, NDArray[np.uint8] | NDArray[np.int8]]


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual guards around it."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment itself: the same, a little faster and without guards."""

    metadata: dict[str, Any] = {
        "name": "daikaiju_v1",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: int = 2,
        rules: Rules | None = None,
        render_mode: str | None = None,
        max_cycles: int = 100_000,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._players = players
        self._rules = rules
        self._game = Game(players, rules)
        self._seeds = np.random.default_rng()
        self.possible_agents = [f"seat_{number}" for number in range(players)]
        self.agents: list[str] = []
        self._number = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (N_FEATURES,), np.uint8),
                "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(N_ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: features, and which actions are legal."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Every answer as a number."""
        return self._action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game behind it, secrets and all."""
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. The same seed gives the same game for the same actions."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._game = Game(self._players, self._rules, seed=int(self._seeds.integers(1 << 63)))
        self._game.advance(events=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._paid = False
        self._alive = self._players
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now. Only whoever is asked has legal actions."""
        game = self._game
        number = self._number[agent]
        if game.seat == number:
            mask = game.action_mask().view(np.int8)
        else:
            mask = np.zeros(N_ACTIONS, np.int8)
        return {"observation": game.observation(number), "action_mask": mask}

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, and what it was paid since its last step."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Plays the action of the selected agent, and chance up to the next question."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("an agent that is out can only take the action None")
            self._bury(agent)
            return
        if action is None:
            raise ValueError("an agent that plays has to give an action")
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        self._cumulative_rewards[agent] = 0.0
        asked = self._game.act(action)
        self._steps += 1
        if asked is None:
            self._finish(self.terminations, self._game.utilities)
        else:
            if self.max_cycles <= self._steps:
                self._finish(self.truncations, [0.0] * self._players)
            else:
                living = self._game.living
                if len(living) != self._alive:
                    self._eliminate(living)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _finish(self, ends: dict[str, bool], utilities: list[float]) -> None:
        for agent in self.agents:
            ends[agent] = True
            if not self.truncations[agent]:
                self._pay(agent, utilities[self._number[agent]])

    def _eliminate(self, living: list[int]) -> None:
        self._alive = len(living)
        for agent in self.agents:
            if self._number[agent] not in living and not self.terminations[agent]:
                self.terminations[agent] = True
                self._pay(agent, -1.0 / (self._players - 1))

    def _pay(self, agent: str, amount: float) -> None:
        already = self.infos[agent].get("paid", False)
        if not already:
            self.rewards[agent] = amount
            self._cumulative_rewards[agent] += amount
            self._paid = True
            self.infos[agent]["paid"] = True

    def _select(self) -> None:
        """Agents that are out come first; then whoever is asked."""
        for agent in self.agents:
            if self.terminations[agent] or self.truncations[agent]:
                self.agent_selection = agent
                return
        seat = self._game.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def _bury(self, agent: str) -> None:
        self.agents = [other for other in self.agents if other != agent]
        for values in (
            self.rewards,
            self._cumulative_rewards,
            self.terminations,
            self.truncations,
            self.infos,
        ):
            del values[agent]
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        self._select()

    def render(self) -> str | None:
        """The table in words: returned for `ansi`, printed for `human`."""
        if self.render_mode == "ansi":
            return describe(self._game)
        if self.render_mode == "human":
            print(describe(self._game))
        return None

    def close(self) -> None:
        """Nothing has to be closed."""
