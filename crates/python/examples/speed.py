"""Speeds side by side, in one run on one core: compare them as ratios, the machine may be busy.

    python examples/speed.py
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable

import daikaiju as dk
import numpy as np
from daikaiju._daikaiju import engine_speed


def rate(work: Callable[[], int]) -> float:
    """Steps a second of processor time; the best of three."""
    best = 0.0
    for _ in range(3):
        began = time.process_time()
        steps = work()
        best = max(best, steps / (time.process_time() - began))
    return best


def batch(n: int, steps: int, **options: object) -> Callable[[], int]:
    envs, actions = dk.VecEnv(n, 2, seed=1, **options), np.zeros(n, np.int64)  # type: ignore[arg-type]

    def work() -> int:
        for _ in range(steps):
            envs.sample(actions)
            envs.step(actions)
        return n * steps

    return work


def random_play(n: int, steps: int, at_once: int, **options: object) -> Callable[[], int]:
    envs = dk.VecEnv(n, 2, seed=1, **options)  # type: ignore[arg-type]

    def work() -> int:
        for _ in range(steps // at_once):
            envs.step_random(at_once)
        return n * steps

    return work


def aec(make: Callable[[], object], steps: int) -> Callable[[], int]:
    def work() -> int:
        env, made = make(), 0
        chance = np.random.default_rng(1)
        while made < steps:
            env.reset(seed=made)  # type: ignore[attr-defined]
            for agent in env.agent_iter():  # type: ignore[attr-defined]
                observation, _, over, broken, _ = env.last()  # type: ignore[attr-defined]
                action = None
                if not (over or broken):
                    legal = np.flatnonzero(observation["action_mask"])
                    action = int(legal[int(chance.random() * len(legal))])
                    made += 1
                env.step(action)  # type: ignore[attr-defined]
        return made

    return work


def spiel(name: str, steps: int) -> Callable[[], int]:
    import pyspiel

    def work() -> int:
        game, made, chance = pyspiel.load_game(name), 0, np.random.default_rng(1)
        while made < steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(chance.random() * len(legal))])
                made += 1
        return made

    return work


def main() -> None:
    engine = rate(lambda: engine_speed(2, 7, 2_000_000))
    print(f"engine alone, random play of two    {engine / 1e6:8.2f} M decisions a second")
    for name, speed in [
        ("VecEnv.step_random(600)", rate(random_play(1024, 600, 600))),
        ("VecEnv.step_random(1), packed masks", rate(random_play(1024, 600, 1, packed_masks=True))),
        ("VecEnv.step_random(1), bool masks", rate(random_play(1024, 600, 1))),
        ("VecEnv, 1,024 games, packed masks", rate(batch(1024, 600, packed_masks=True))),
        ("VecEnv, 1,024 games, bool masks", rate(batch(1024, 600))),
        ("VecEnv, 64 games, bool masks", rate(batch(64, 6000))),
        ("VecEnv, 1 game, Python loop", rate(batch(1, 60_000))),
    ]:
        print(f"{name:36}{speed / 1e6:8.2f} M, {speed / engine:5.1%} of the engine")
    # `connect_four` needs pygame, `texas_holdem` needs pygame and rlcard.
    for name in ["connect_four_v3", "texas_holdem_v4"]:
        try:
            from daikaiju.pettingzoo import raw_env

            other = importlib.import_module(f"pettingzoo.classic.{name}")
        except ImportError as why:
            print(f"PettingZoo's {name} is not measured: {why}")
        else:
            ours = rate(aec(lambda: raw_env(players=2), 20_000))
            theirs = rate(aec(other.raw_env, 2_000))
            print(f"PettingZoo: daikaiju {ours:,.0f} steps a second, {name} {theirs:,.0f}: {ours / theirs:.1f} times")
    try:
        import daikaiju.openspiel  # noqa: F401
    except ImportError as why:
        print(f"OpenSpiel is not measured: {why}")
    else:
        ours, theirs = rate(spiel("python_daikaiju", 5_000)), rate(spiel("backgammon", 20_000))
        print(f"OpenSpiel: daikaiju {ours:,.0f} nodes a second, backgammon (C++) {theirs:,.0f}: {ours / theirs:.2f} times")
    print(f"memory: {dk.VecEnv.bytes_per_env} bytes a game, with its arrays "
          f"{dk.VecEnv.bytes_per_env + dk.N_FEATURES + dk.N_ACTIONS + 10}")


if __name__ == "__main__":
    main()
