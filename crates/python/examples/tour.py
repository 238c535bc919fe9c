# %% [markdown]
# A tour of daikaiju in cells: open it in an editor that knows `# %%`, or run it as a script.
# Plots go to the folder in DAIKAIJU_PLOTS, by default the present one.

# %%
import os
from pathlib import Path

import daikaiju as dk
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

plots = Path(os.environ.get("DAIKAIJU_PLOTS", "."))
games = int(os.environ.get("DAIKAIJU_TOUR_GAMES", "1000"))

# %% A game of four, every seat played by the same bot, and its win chances along the way
bots = [dk.Bot("angry", seed) for seed in range(4)]
game = dk.Game(4, "dutch", seed=2026)
game.advance()
moments = []
while not game.is_over:
    turn = game.turn
    game.act(bots[game.seat](game))
    if game.turn != turn and not game.is_over:
        moments.append(game.clone())
chances = dk.win_chances(moments)[:, :4]
figure, axes = plt.subplots()
axes.stackplot(range(len(moments)), chances.T, labels=[f"seat {letter}" for letter in "ABCD"])
axes.set(xlabel="turn", ylabel="chance to win", title=f"Seat {'ABCD'[game.winner]} won" if game.winner is not None else "")
axes.legend(loc="upper left")
figure.savefig(plots / "chances.png")

# %% Exact odds: how many stars a turn can be worth, and what to keep
counts, probabilities = dk.rolls(6)
stars = np.array([sum(v + 1 + row[v] - 3 for v in range(3) if row[v] >= 3) for row in counts.astype(int)], float)
turn = dk.TurnSolution(stars)
print(f"stars with perfect rerolls: {turn.value:.6f}; of 332211 keep {turn.keep('332211', 2)}")
lines = pd.DataFrame(dk.odds("33ECH1", 2))
print(lines.to_string(index=False))
figure, axes = plt.subplots()
rerolls = range(4)
axes.bar(rerolls, [dk.TurnSolution(stars, 6, n).value for n in rerolls])
axes.set(xlabel="rerolls", ylabel="stars on average", title="Six dice played for stars alone")
figure.savefig(plots / "stars.png")

# %% What cards are worth: how much more often than their share their buyers win
table = dk.play_games("angry", games=games, players=2, seed=1)
bought, winner = table["bought"], table["winner"]
names = [card["title"] for card in dk.cards()]
rows = []
for number, name in enumerate(names):
    buyers = [(bought[:, number] >> seat & 1).astype(bool) for seat in range(2)]
    times = sum(buyer.sum() for buyer in buyers)
    if times >= 10:
        won = sum((winner[buyer] == seat).sum() for seat, buyer in enumerate(buyers))
        rows.append((name, times, won / times - 0.5))
cards = pd.DataFrame(rows, columns=["card", "times", "gain"]).sort_values("gain")
figure, axes = plt.subplots(figsize=(8, max(3, len(cards) / 5)))
axes.barh(cards.card, 100 * cards.gain)
axes.set(xlabel="wins of buyers over their share, points", title=f"{games} games of two angry bots")
figure.tight_layout()
figure.savefig(plots / "cards.png")
print(cards.tail(5).to_string(index=False))

# %% The shape of games
frame = pd.DataFrame({name: table[name] for name in ("turns", "winner", "by_stars", "starter", "decisions")})
print(frame.describe().loc[["mean", "min", "max"]].to_string())
print(f"who starts wins {np.mean(frame.winner == frame.starter):.1%}")
