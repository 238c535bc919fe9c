"""Measures a bot by the protocol of the leaderboard and adds its row.

    python -m daikaiju.leaderboard my_module:my_bot --name "My bot" --file leaderboard.csv

The protocol: Dutch rules, tables of 2 and 4, one seat against copies of *angry* and of *fierce*, every block plays all
rotations of the seats on the same dice, seed 2026, 95 % intervals, raw and with the luck of the dice taken off.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._daikaiju import SPACE_VERSION, __version__, levels, play_match

if TYPE_CHECKING:
    from .types import Match, Play

COLUMNS = (
    "name", "players", "against", "games", "wins", "low", "high", "adjusted", "adjusted_low", "adjusted_high",
    "rules", "seed", "version", "space",
)
TABLES = ((2, "angry"), (2, "fierce"), (4, "angry"))
SEED = 2026


def measure(bot: str | Play, blocks: int = 250) -> Iterator[Match]:
    """Plays the matches of the protocol one after the other."""
    for players, against in TABLES:
        yield play_match(bot, against, players=players, blocks=blocks, seed=SEED)


def row(name: str, match: Match) -> dict[str, Any]:
    """A match as a row of the file."""
    numbers: dict[str, Any] = {
        column: f"{match[column]:.4f}"  # type: ignore[literal-required]
        for column in COLUMNS
        if isinstance(match.get(column), float)
    }
    plain = {column: match.get(column) for column in ("players", "against", "games", "rules", "seed")}
    return {"name": name, **plain, **numbers, "version": __version__, "space": SPACE_VERSION}


def add(path: Path, rows: list[dict[str, Any]]) -> None:
    """Adds rows to a file; older rows of the same bot and table go."""
    old: list[dict[str, Any]] = []
    if path.exists():
        with path.open(newline="") as file:
            old = list(csv.DictReader(file))
    key = [(str(one["name"]), str(one["players"]), str(one["against"])) for one in rows]
    kept = [one for one in old if (one["name"], one["players"], one["against"]) not in key]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(kept + rows)


def find(name: str) -> str | Play:
    """A level of the ladder, or `module:function`."""
    if name.split(":")[0] in levels():
        return name
    module, _, function = name.partition(":")
    if not function:
        raise SystemExit(f"`{name}` is not a bot: give the name of a level, or module:function")
    sys.path.insert(0, "")
    try:
        found: Play = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as why:
        raise SystemExit(f"there is no bot `{name}`: {why}") from None
    return found


def main(args: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="daikaiju.leaderboard", description=__doc__)
    parser.add_argument("bot", help="the name of a level, or module:function")
    parser.add_argument("--name", help="how the row names it")
    parser.add_argument("--file", type=Path, default=Path("leaderboard.csv"))
    parser.add_argument("--blocks", type=int, default=250)
    given = parser.parse_args(args)
    rows = []
    for match in measure(find(given.bot), given.blocks):
        line = row(given.name or given.bot, match)
        rows.append(line)
        print(
            f"{line['name']} against {line['against']}, {line['players']} players, {line['games']} games: "
            f"wins {line['wins']} ({line['low']} to {line['high']}), "
            f"luck-adjusted {line['adjusted']} ({line['adjusted_low']} to {line['adjusted_high']})"
        )
    add(given.file, rows)


if __name__ == "__main__":
    main()
