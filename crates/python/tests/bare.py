"""Plays a game with nothing but the package and what it needs, as after `pip install`. `cargo verify` runs it."""

import importlib.util

import daikaiju as dk
import numpy as np

for framework in ("pettingzoo", "gymnasium", "pyspiel", "torch", "pytest"):
    assert importlib.util.find_spec(framework) is None, f"{framework} is here: this environment is not bare"

game = dk.Game(players=3, rules="dutch", seed=7)
bots = [dk.Bot("angry", seat) for seat in range(3)]
game.advance()
while not game.is_over:
    game.act(bots[game.seat](game))
assert dk.Game.from_record(game.to_record()) == game

envs = dk.VecEnv(64, players=2, seed=1)
actions = np.zeros(64, np.int64)
for _ in range(50):
    envs.sample(actions)
    envs.step(actions)
print(f"daikaiju {dk.__version__} of {dk.__file__}: {game.outcome} in turn {game.turn}")
