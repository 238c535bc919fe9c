"""How a user with a type checker uses the package; checked by mypy, never run."""

from __future__ import annotations

import daikaiju as dk
import numpy as np


def greedy(game: dk.Game) -> int:
    best = dk.advise(game, width=8)
    return best[0]["action"] if best else game.legal_actions()[0]


def play() -> float:
    envs = dk.VecEnv(16, players=3, bots="angry", seed=1)
    actions = np.zeros(16, np.int64)
    total = 0.0
    for _ in range(10):
        envs.sample(actions)
        envs.step(actions)
        total += float(envs.rewards.sum())
    report = dk.play_match(greedy, against=greedy, blocks=2)
    account = dk.review(dk.random_record(1), games=2)["accounts"]
    total += float(account["luck"].sum()) + dk.Game(2, seed=1).keep("")
    return total + report["wins"]
