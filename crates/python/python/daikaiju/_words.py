"""Games in words."""

from __future__ import annotations

from ._daikaiju import Game


def describe(game: Game) -> str:
    """A game in a few lines of text."""
    lines = [repr(game)]
    for seat in range(game.players):
        monster = game.monster(seat)
        place = monster["place"] or ("outside" if monster["alive"] else "out")
        lines.append(
            f"  {'ABCDEF'[seat]}: {monster['hearts']} hearts, {monster['stars']} stars, "
            f"{monster['energy']} energy, {place} {' '.join(monster['cards'])}"
        )
    market = ", ".join(card or "-" for card in game.market)
    lines.append(f"  market: {market}; dice: {game.dice}, {game.rerolls} rerolls left")
    return "\n".join(lines)
