"""Trains sb3-contrib's MaskablePPO against bots and measures it by the leaderboard's protocol.

    python examples/train_ppo.py --minutes 5
"""

from __future__ import annotations

import argparse
import time

import daikaiju as dk
from daikaiju.baselines import Tables, as_bot
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback


class Clock(BaseCallback):
    """Stops after this many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds, self.began = seconds, time.monotonic()

    def _on_step(self) -> bool:
        return time.monotonic() - self.began < self.seconds


def train(minutes: float, bots: str = "angry", players: int = 2, envs: int = 64, seed: int = 1) -> MaskablePPO:
    """Trains for some minutes."""
    model = MaskablePPO(
        "MlpPolicy",
        Tables(envs, players, bots, seed=seed),
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.999,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 128]},
        seed=seed,
        verbose=0,
    )
    model.learn(10**9, callback=Clock(60 * minutes))
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--blocks", type=int, default=250)
    parser.add_argument("--save", help="where to save the model")
    given = parser.parse_args()
    model = train(given.minutes)
    print(f"{model.num_timesteps} decisions in {given.minutes} minutes")
    if given.save:
        model.save(given.save)
    for against in ("random", "angry"):
        report = dk.play_match(as_bot(model), against, blocks=given.blocks)
        print(f"against {against}: wins {report['wins']:.3f} ({report['low']:.3f} to {report['high']:.3f}), "
              f"luck-adjusted {report['adjusted']:.3f} ({report['adjusted_low']:.3f} to {report['adjusted_high']:.3f})")


if __name__ == "__main__":
    main()
