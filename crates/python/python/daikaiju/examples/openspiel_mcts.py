"""OpenSpiel's own Monte Carlo tree search plays a game against a bot of the ladder.

python -m daikaiju.examples.openspiel_mcts --simulations 200 --games 4
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms import mcts  # type: ignore[import-untyped]

from daikaiju import Bot, rollouts

from .. import openspiel


class Judged(mcts.Evaluator):  # type: ignore[misc]
    """Plays a position on by *random* bots in Rust: much faster than random steps in Python."""

    def __init__(self, games: int = 1) -> None:
        self.games, self.seed = games, 0

    def evaluate(self, state: openspiel.DaikaijuState) -> Any:
        """What the position is worth to every seat, from -1 to 1."""
        self.seed += 1
        players = state.game.players
        shares, _ = rollouts(state.game, self.games, ["random"] * players, self.seed)
        return (players * shares - 1) / (players - 1)

    def prior(self, state: openspiel.DaikaijuState) -> list[tuple[int, float]]:
        """All actions alike."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def play(simulations: int, against: str = "random", seed: int = 1, moves: int | None = None) -> list[float]:
    """One game of two, the search in seat 0: what it was worth to both. After `moves` answers of the search it is broken off."""
    game = pyspiel.load_game("python_daikaiju", {"players": 2})
    chance = np.random.RandomState(seed)
    search = mcts.MCTSBot(game, 1.4, simulations, Judged(), solve=False, random_state=chance)
    other = Bot(against, seed)
    state, made = game.new_initial_state(), 0
    while not state.is_terminal() and made != moves:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
        elif state.current_player() == 0:
            state.apply_action(search.step(state))
            made += 1
        else:
            state.apply_action(other(state.game))
    return list(state.returns())


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--against", default="random")
    given = parser.parse_args()
    results = [play(given.simulations, given.against, seed)[0] for seed in range(given.games)]
    won = sum(result > 0 for result in results)
    print(f"the search won {won} of {given.games} games against {given.against}")


if __name__ == "__main__":
    main()
