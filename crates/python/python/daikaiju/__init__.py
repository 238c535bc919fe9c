"""King of Tokyo for researchers and bot authors.

`Game` is one game, move by move. `VecEnv` plays many at once into NumPy arrays. `daikaiju.pettingzoo`, `daikaiju.gymnasium` and
`daikaiju.openspiel` adapt both to other frameworks; each needs that framework to be installed. `play_match` measures a bot.
"""

from __future__ import annotations

from ._columns import flat
from ._daikaiju import (
    MAX_CHANCE_OUTCOMES,
    N_ACTIONS,
    N_FEATURES,
    N_PACKED,
    SPACE_VERSION,
    Bot,
    Game,
    IllegalInput,
    TurnSolution,
    VecEnv,
    __version__,
    action_families,
    action_names,
    advise,
    cards,
    feature_names,
    levels,
    odds,
    oracle,
    play_games,
    play_match,
    random_record,
    review,
    rollouts,
    rolls,
    rulebooks,
    styles,
    switches,
    win_chances,
)

ACTIONS: tuple[str, ...] = tuple(action_names())
"""The names of all actions; the number of an action is its place here."""

FEATURES: tuple[str, ...] = tuple(feature_names())
"""The names of all features of an observation; the column of a feature is its place here."""

ACTION: dict[str, int] = {name: number for number, name in enumerate(ACTIONS)}
"""The number of every action by its name."""

FEATURE: dict[str, int] = {name: column for column, name in enumerate(FEATURES)}
"""The column of every feature by its name."""

__all__ = [
    "ACTION",
    "ACTIONS",
    "FEATURE",
    "FEATURES",
    "MAX_CHANCE_OUTCOMES",
    "N_ACTIONS",
    "N_FEATURES",
    "N_PACKED",
    "SPACE_VERSION",
    "Bot",
    "Game",
    "IllegalInput",
    "TurnSolution",
    "VecEnv",
    "__version__",
    "action_families",
    "action_names",
    "advise",
    "cards",
    "feature_names",
    "flat",
    "levels",
    "odds",
    "oracle",
    "play_games",
    "play_match",
    "random_record",
    "review",
    "rollouts",
    "rolls",
    "rulebooks",
    "styles",
    "switches",
    "win_chances",
]
