"""A bot of fifty lines that beats *angry*: a hand-made value of the final dice, and the turn solver.

python -m daikaiju.examples.solver_bot
"""

from __future__ import annotations

import functools

import daikaiju as dk
import numpy as np

CLAW, ENERGY, HEART, HEART_WHEN_LOW = 2.0, 0.45, 0.45, 1.1
LEAVE = 8
GOOD = (
    "extra_head extra_head_2 acid_attack fire_breathing spiked_tail poison_spit nova_breath giant_brain armor_plating "
    "even_bigger regeneration alpha_monster burrowing corner_store apartment_building skyscraper evacuation_orders "
    "high_altitude_bombing jets wings it_has_a_child urbavore"
).split()


@functools.lru_cache(4096)
def plan(dice: int, rerolls: int, missing: int, inside: bool, low: bool, stars_to_win: int) -> dk.TurnSolution:
    """The turn solved for what its final dice are worth to me."""
    counts = dk.rolls(dice)[0].astype(float)
    stars = sum(np.where(counts[:, v] >= 3, v + 1 + counts[:, v] - 3, 0) for v in range(3))
    heart = 0 if inside else HEART_WHEN_LOW if low else HEART
    value = stars + CLAW * counts[:, 4] + ENERGY * counts[:, 3] + heart * np.minimum(counts[:, 5], missing)
    return dk.TurnSolution(value + np.where(stars >= stars_to_win, 50, 0), dice, rerolls)


def play(game: dk.Game) -> int:
    """My answer."""
    legal = {dk.ACTIONS[action]: action for action in game.legal_actions()}
    me = game.monster(game.seat or 0)
    if game.question == "roll" and "pass" in legal and 0 < game.rerolls:
        dice, left = game.dice, min(game.rerolls, 4)
        missing = min(10 - me["hearts"], 6) if me["hearts"] < 10 else 0
        turn = plan(len(dice), max(left, 2), missing, me["place"] is not None, me["hearts"] <= 5, 20 - me["stars"])
        return game.keep(turn.keep(dice, left))
    if game.question in ("yield", "flee") and "yes" in legal:
        return legal["yes"] if me["hearts"] <= LEAVE and me["stars"] < 16 else legal["pass"]
    if game.question == "shop":
        wanted = (legal[f"buy:{card}"] for card in GOOD if f"buy:{card}" in legal)
        return next(wanted, legal["pass"])
    return legal.get("heal", legal.get("pass", game.legal_actions()[0]))


if __name__ == "__main__":
    for players in (2, 4):
        print(dk.play_match(play, "angry", players=players, blocks=200, seed=11, luck=False))
