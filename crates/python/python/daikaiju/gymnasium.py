"""Daikaiju as a Gymnasium environment: one seat against bots, alone or many at once.

`info["action_mask"]` (and `action_masks()`, as MaskablePPO asks for) says which actions are legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ._daikaiju import N_ACTIONS, N_FEATURES, VecEnv
from ._words import describe

if TYPE_CHECKING:
    from .types import Rules

Features = NDArray[np.uint8]


class DaikaijuEnv(gymnasium.Env[Features, np.int64]):
    """Me against bots. An illegal action is an error."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        players: int = 2,
        bots: str | list[str] = "angry",
        rules: Rules | None = None,
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, (N_FEATURES,), np.uint8)
        self.action_space = spaces.Discrete(N_ACTIONS)
        self._finals = np.zeros((1, N_FEATURES), np.uint8)
        self._envs = VecEnv(1, players, rules, 0, bots=bots, seat=seat, finals=self._finals)
        self._actions = np.zeros(1, np.int64)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """Begins a new game. The same seed gives the same game for the same actions."""
        super().reset(seed=seed)
        self._envs.reset([int(self.np_random.integers(1 << 62))])
        self._over = False
        return self._envs.observations[0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[Features, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the others up to my next question."""
        if self._over:
            raise RuntimeError("the game is over: call reset first")
        self._actions[0] = action
        self._envs.step(self._actions)
        reward = float(self._envs.rewards[0])
        done = int(self._envs.dones[0])
        if done:
            self._over = True
            info = {"action_mask": np.zeros(N_ACTIONS, np.int8)}
            return self._finals[0].copy(), reward, done == 1, done == 2, info
        return self._envs.observations[0].copy(), reward, False, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        masks: NDArray[np.bool_] = self._envs.masks[0].copy()
        return masks

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._envs.masks[0].astype(np.int8)}

    def render(self) -> str | None:
        """The table in words."""
        return describe(self._envs.game(0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Lets go of the arrays."""
        self._envs.close()


class DaikaijuVectorEnv(VectorEnv[Features, NDArray[np.int64], NDArray[Any]]):
    """Many times me against bots. A game that ends is followed by the next in the same step."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        bots: str | list[str] = "angry",
        rules: Rules | None = None,
        seat: int | None = None,
        threads: int = 1,
    ) -> None:
        super().__init__()
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 255, (N_FEATURES,), np.uint8)
        self.single_action_space = spaces.Discrete(N_ACTIONS)
        self.observation_space = spaces.Box(0, 255, (num_envs, N_FEATURES), np.uint8)
        self.action_space = spaces.MultiDiscrete([N_ACTIONS] * num_envs)
        self._finals = np.zeros((num_envs, N_FEATURES), np.uint8)
        self._envs = VecEnv(
            num_envs,
            players,
            rules,
            0,
            bots=bots,
            seat=seat,
            threads=threads,
            finals=self._finals,
        )
        self._chances = [seeding.np_random()[0] for _ in range(num_envs)]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Features, dict[str, Any]]:
        """Begins new games everywhere.

        Each game is that of a single environment with its own seed of the list, or with `seed`, `seed + 1` and so on. Where
        the list has `None`, and everywhere without a seed, chance goes on from where it is.
        """
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        elif isinstance(seed, Sequence):
            seeds = list(seed)
        else:
            seeds = [seed + number for number in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds were given for {self.num_envs} environments")
        self._chances = [
            chance if one is None else seeding.np_random(one)[0]
            for chance, one in zip(self._chances, seeds)
        ]
        self._envs.reset([int(chance.integers(1 << 62)) for chance in self._chances])
        return self._envs.observations.copy(), {"action_mask": self._envs.masks.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        Features, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Plays an action everywhere."""
        envs = self._envs
        envs.step(np.asarray(actions))
        info: dict[str, Any] = {"action_mask": envs.masks.copy()}
        over = envs.dones != 0
        if over.any():
            finals = np.full(self.num_envs, None, dtype=object)
            for number in np.flatnonzero(over):
                finals[number] = self._finals[number].copy()
            info["final_obs"] = finals
            info["_final_obs"] = over
        return (
            envs.observations.copy(),
            envs.rewards.astype(np.float64),
            envs.dones == 1,
            envs.dones == 2,
            info,
        )

    def sample(self) -> NDArray[np.int64]:
        """Legal actions, all with equal odds."""
        return self._envs.sample()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        return self._envs.masks.copy()

    def close_extras(self, **_: Any) -> None:
        """Lets go of the arrays."""
        self._envs.close()


def register() -> None:
    """Makes `gymnasium.make("Daikaiju-v1")` work."""
    if "Daikaiju-v1" not in gymnasium.registry:
        gymnasium.register(
            id="Daikaiju-v1",
            entry_point="daikaiju.gymnasium:DaikaijuEnv",
            vector_entry_point="daikaiju.gymnasium:DaikaijuVectorEnv",
            # An illegal action is an error, so the checker that plays any action would not get far.
            disable_env_checker=True,
        )


register()
