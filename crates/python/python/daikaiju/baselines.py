"""Daikaiju for stable baselines: many games at once, with masks, for sb3-contrib's MaskablePPO."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv as Sb3VecEnv

from ._daikaiju import N_ACTIONS, N_FEATURES, Game, VecEnv, feature_names

if TYPE_CHECKING:
    from .types import Rules

_LARGE = {"turn": 50, "deck_size": 66, "hearts": 10, "stars": 20, "energy": 10}


def _scale() -> NDArray[np.float32]:
    by = [_LARGE.get(name.split(":")[-1], 6 if name.startswith(("dice:", "aside:")) else 1) for name in feature_names()]
    return (1 / np.array(by)).astype(np.float32)


SCALE: NDArray[np.float32] = _scale()
"""What an observation is multiplied with, so that most numbers are between 0 and 1."""


class Tables(Sb3VecEnv):
    """Many times me against bots, as stable baselines likes it."""

    def __init__(
        self,
        num_envs: int = 64,
        players: int = 2,
        bots: str | Sequence[str] = "angry",
        rules: Rules | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self._finals = np.zeros((num_envs, N_FEATURES), np.uint8)
        self._envs = VecEnv(
            num_envs, players, rules, seed, bots=bots, threads=threads, finals=self._finals
        )
        self._lengths = np.zeros(num_envs, np.int64)
        self._actions = np.zeros(num_envs, np.int64)
        super().__init__(
            num_envs,
            spaces.Box(0.0, 256.0, (N_FEATURES,), np.float32),
            spaces.Discrete(N_ACTIONS),
        )

    def reset(self) -> NDArray[np.float32]:
        """Begins anew in every game."""
        self._envs.reset()
        return self._envs.observations * SCALE

    def step_async(self, actions: NDArray[Any]) -> None:
        """Takes the actions."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays them."""
        envs = self._envs
        envs.step(self._actions)
        self._lengths += 1
        over = envs.dones != 0
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(over):
            infos[number] = {
                "terminal_observation": self._finals[number] * SCALE,
                "TimeLimit.truncated": bool(envs.dones[number] == 2),
                "episode": {"r": float(envs.rewards[number]), "l": int(self._lengths[number])},
            }
            self._lengths[number] = 0
        return envs.observations * SCALE, envs.rewards.copy(), over, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        return self._envs.masks.copy()

    def has_attr(self, attr_name: str) -> bool:
        """MaskablePPO asks for `action_masks`."""
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for every game."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """The same for every game."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        """Only `action_masks` differs from game to game."""
        if method_name != "action_masks":
            raise AttributeError(f"the tables have no method {method_name}")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Nothing is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Lets go of the arrays."""
        self._envs.close()


def as_bot(model: Any, deterministic: bool = True) -> Callable[[Game], int]:
    """A trained model as a bot for `play_match`."""

    def trained(game: Game) -> int:
        mask = game.action_mask()
        features = game.observation() * SCALE
        action, _ = model.predict(features, action_masks=mask.astype(bool), deterministic=deterministic)
        return int(action)

    return trained
