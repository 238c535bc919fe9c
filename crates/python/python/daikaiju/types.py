"""Types that the package speaks in; nothing here does anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._daikaiju import Game

Rules: TypeAlias = "str | Mapping[str, str | bool]"
"""The name of a book, a book and switches in one string, or a mapping with `book` and switches."""

Seat: TypeAlias = "int | str"
"""A number from 0, or a letter from A."""

Plain: TypeAlias = Any
"""Plain data in the engine's notation: strings, numbers, lists and dictionaries."""

Play: TypeAlias = "Callable[[Game], Plain]"
"""A bot: takes the game as its seat sees it and returns an action or an answer."""


class Monster(TypedDict):
    """One monster, as `Game.monster` tells it."""

    hearts: int
    hearts_max: int
    stars: int
    energy: int
    poison: int
    shrink: int
    alive: bool
    place: Literal["city", "bay"] | None
    cards: list[str]


class Card(TypedDict):
    """One card, as `cards` tells it."""

    id: str
    title: str
    kind: Literal["keep", "discard"]
    price: int
    text: str


class Odds(TypedDict):
    """One chance, as `odds` tells it."""

    what: str
    at_least: int
    chance: float
    keep: str


class _Advice(TypedDict):
    action: int
    answer: Plain
    chance: float
    chances: list[float]


class Advice(_Advice, total=False):
    """One answer and what it is worth, as `advise` tells it; errors and games where it was played on."""

    errors: list[float]
    games: int


class Columns(TypedDict):
    """Games as columns, as `play_games` returns them."""

    seed: NDArray[np.uint64]
    turns: NDArray[np.uint16]
    winner: NDArray[np.int8]
    by_stars: NDArray[np.bool_]
    starter: NDArray[np.uint8]
    decisions: NDArray[np.uint32]
    stars: NDArray[np.uint8]
    hearts: NDArray[np.uint8]
    bought: NDArray[np.uint8]


class Match(TypedDict, total=False):
    """How a match went, as `play_match` returns it. What is adjusted is there if luck was asked for."""

    bot: str
    against: str
    players: int
    rules: str
    seed: int
    games: int
    fair: float
    wins: float
    low: float
    high: float
    adjusted: float
    adjusted_low: float
    adjusted_high: float


class Review(TypedDict):
    """A game looked at again, as `review` returns it; `accounts`, `turns` and `moments` are columns for pandas."""

    rules: str
    players: list[str]
    outcome: Plain | None
    trouble: str | None
    accounts: dict[str, Any]
    turns: dict[str, Any]
    moments: dict[str, Any]
