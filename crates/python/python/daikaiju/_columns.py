"""Columns for pandas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._daikaiju import cards


def flat(columns: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """The same columns with one number in each place: `stars` of two seats become `stars_0` and `stars_1`, `bought` becomes
    `bought_jets` and so on. `pandas.DataFrame(flat(play_games("angry")))` is a table with a row for each game."""
    ids = [card["id"] for card in cards()]
    table: dict[str, NDArray[Any]] = {}
    for name, column in columns.items():
        values = np.asarray(column)
        if values.ndim == 1:
            table[name] = values
            continue
        for place in range(values.shape[1]):
            table[f"{name}_{ids[place] if name == 'bought' else place}"] = values[:, place]
    return table
