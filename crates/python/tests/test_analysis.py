"""Exact dice, judgements, rollouts, matches, the oracle."""

import math

import daikaiju as dk
import numpy as np
import pytest


def stars(counts):
    return sum(v + 1 + counts[v] - 3 for v in range(3) if counts[v] >= 3)


def test_stars_with_perfect_rerolls_are_the_known_fraction():
    counts, chances = dk.rolls(6)
    assert counts.shape == (462, 6) and abs(chances.sum() - 1) < 1e-12
    values = np.array([stars(row.astype(int)) for row in counts], float)
    turn = dk.TurnSolution(values)
    assert math.isclose(turn.value, 155735136791 / 69657034752, rel_tol=1e-12)
    assert math.isclose(dk.TurnSolution(values, 6, 0).value, 3125 / 7776, rel_tol=1e-12)
    assert turn.keep("3322CH", 2) == "33"
    keeps = dict(turn.keeps("3322CH", 2))
    assert abs(keeps["33"] - 2.805675) < 5e-7 and abs(keeps["2233"] - 2.643004) < 5e-7
    assert keeps["33"] == turn.roll_value("3322CH", 2)


def test_odds_are_exact():
    lines = {(line["what"], line["at_least"]): line for line in dk.odds("33ECH1", 1)}
    assert math.isclose(lines["3", 3]["chance"], 1 - (5 / 6) ** 4, rel_tol=1e-9)
    assert lines["3", 3]["keep"].startswith("3")
    for wrong in ("", "7", "1111111111"):
        with pytest.raises(ValueError, match="1 2 3 E C H"):
            dk.odds(wrong)
    with pytest.raises(ValueError, match="462"):
        dk.TurnSolution([1.0, 2.0])
    with pytest.raises(ValueError, match="not a roll of 6"):
        dk.TurnSolution(np.zeros(462)).keep("11", 2)


WINNING = {
    "monsters": [{"stars": 17}, {"hearts": 4}], "city": "B",
    "turn": {"seat": "A", "dice": "333CCH", "rerolls": 1}, "at": "roll",
}


def test_advice_knows_a_won_position():
    game = dk.Game.from_json(WINNING)
    lines = dk.advise(game)
    assert lines[0]["chance"] > 0.99 and lines[0]["action"] in game.legal_actions()
    assert [line["chance"] for line in lines] == sorted((line["chance"] for line in lines), reverse=True)
    chances = dk.win_chances([game, dk.Game(4, seed=1)])
    assert chances.shape == (2, 6) and np.allclose(chances.sum(axis=1), 1, atol=1e-3)
    assert dk.advise(dk.Game(2)) == []
    rolled = dk.advise(game, games=40, seed=1)
    assert rolled[0]["chance"] > 0.9 and rolled[0]["games"] > 0 and len(rolled[0]["errors"]) == 2


def test_rollouts_agree_with_a_won_position():
    mean, error = dk.rollouts(dk.Game.from_json(WINNING), n=200, seed=1)
    assert mean[0] > 0.6 and np.isclose(mean.sum(), 1) and (error < 0.05).all()
    again, _ = dk.rollouts(dk.Game.from_json(WINNING), n=200, seed=1)
    assert np.array_equal(mean, again)
    with pytest.raises(ValueError, match="one for each seat"):
        dk.rollouts(dk.Game(3), bots=["angry"])


def test_matches_measure_bots_from_python_and_from_the_ladder():
    def first(game):
        return game.legal_actions()[0]

    weak = dk.play_match(first, "angry", blocks=30, luck=False)
    assert weak["bot"] == "first" and weak["games"] == 60 and weak["wins"] < 0.2
    strong = dk.play_match("angry", "random", blocks=30)
    assert strong["low"] > 0.8 and strong["adjusted_low"] <= strong["adjusted"] <= strong["adjusted_high"]
    bot = dk.Bot("angry")
    same = dk.play_match(lambda game: bot.answer(game), "random", blocks=10, luck=False)
    assert same["wins"] == dk.play_match("angry", "random", blocks=10, luck=False)["wins"]


def test_both_sides_of_a_match_may_be_functions():
    def first(game):
        return game.legal_actions()[0]

    def last(game):
        return game.legal_actions()[-1]

    one = dk.play_match(first, last, blocks=10, luck=False)
    other = dk.play_match(last, first, blocks=10, luck=False)
    assert (one["bot"], one["against"]) == ("first", "last")
    # The same dice with the sides exchanged: what one wins, the other loses.
    assert math.isclose(one["wins"] + other["wins"], 1)
    strong = dk.play_match("angry", first, players=3, blocks=5, luck=False)
    assert strong["wins"] > 0.8 and strong["games"] == 15


def test_an_interval_is_within_0_and_1_and_never_a_point():
    def first(game):
        return game.legal_actions()[0]

    lost = dk.play_match(first, "fierce", blocks=30, luck=False)
    # Wilson's interval of 0 of 60: up to 1.96^2 / (60 + 1.96^2).
    if lost["wins"] == 0:
        assert lost["low"] == 0 and math.isclose(lost["high"], 1.96**2 / (60 + 1.96**2))
    assert 0 <= lost["low"] <= lost["wins"] < lost["high"] <= 1
    won = dk.play_match("fierce", first, blocks=30, luck=False)
    assert 0 <= won["low"] < won["wins"] <= won["high"] <= 1
    # Every block of a bot against itself is even; that many games do not prove it to the last digit.
    even = dk.play_match("angry", "angry", blocks=10, luck=False)
    assert even["low"] < even["wins"] == 0.5 < even["high"]


def test_a_review_is_an_account_that_adds_up():
    pandas = pytest.importorskip("pandas", reason="the fresh environment of `cargo verify` has it")
    record = dk.random_record(5, players=3, rules="polish")
    review = dk.review(record)
    accounts = pandas.DataFrame(review["accounts"])
    parts = accounts[["start", "luck", "own", "others", "drift"]].sum(axis=1)
    assert np.allclose(parts, accounts.result, atol=1e-9) and len(accounts) == 3
    assert math.isclose(accounts.result.sum(), 1, abs_tol=1e-9) and (accounts.own <= 0).all()
    turns, moments = pandas.DataFrame(review["turns"]), pandas.DataFrame(review["moments"])
    game = dk.Game.from_record(record)
    assert len(moments) == len(game.inputs) and turns.turn.max() == game.turn
    for seat in range(3):
        mine = moments[(moments.seat == seat) & (moments.kind != "chance")]
        assert math.isclose(-mine.error.sum(), accounts.own[seat], abs_tol=1e-9)
        assert math.isclose(turns[f"luck_{seat}"].sum(), accounts.luck[seat], abs_tol=1e-9)
        assert moments[f"after_{seat}"].iloc[-1] == (game.winner == seat)
    assert review["trouble"] is None and review["rules"] == "polish"
    # Random play is not good play.
    assert set(accounts.band) <= {"awful", "beginner", "casual", "intermediate"}


def test_costly_choices_are_played_out():
    game = dk.Game.from_record(dk.random_record(7, players=2))
    plain = dk.review(game)
    least = np.sort(plain["moments"]["error"])[-3]
    tried = dk.review(game, games=4, least=least, seed=1)
    costly = plain["moments"]["error"] >= least
    assert costly.any() and (tried["moments"]["games"] == np.where(costly, 4, 0)).all()
    assert np.isfinite(tried["moments"]["error_se"][costly]).all()
    accounts = tried["accounts"]
    parts = sum(accounts[part] for part in ("start", "luck", "own", "others", "drift"))
    assert np.allclose(parts, accounts["result"], atol=1e-9)


def test_a_wrong_record_is_refused_and_a_cut_one_reviewed_as_far_as_it_goes():
    record = dk.random_record(7, players=2)
    cut = dk.review(record[: len(record) // 8])
    assert "is cut after" in cut["trouble"] and len(cut["moments"]["input"]) > 0 and cut["outcome"] is None
    with pytest.raises(ValueError, match="not a game record"):
        dk.review("nonsense")
    with pytest.raises(TypeError, match="a record is its text"):
        dk.review(7)
    with pytest.raises(RuntimeError, match="position"):
        dk.review(dk.Game.from_json(WINNING))
    with pytest.raises(ValueError, match="least"):
        dk.review(record, least=math.nan)


def test_a_bot_that_fails_stops_the_match_with_its_own_error():
    def broken(game):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        dk.play_match(broken, blocks=2)
    def wrong(game):
        return 1167

    def forgetful(game):
        pass

    with pytest.raises(dk.IllegalInput, match="the bot `wrong` returned 1167: action 1167 .* is not legal: seat . is asked"):
        dk.play_match(wrong, blocks=2)
    with pytest.raises(TypeError, match="the bot `forgetful` returned None: "):
        dk.play_match("random", forgetful, blocks=2)
    with pytest.raises(TypeError, match="a bot is the name of a level, or a function"):
        dk.play_match("random", 7)
    with pytest.raises(ValueError, match="no bot"):
        dk.play_match("nobody")
    with pytest.raises(TypeError):
        dk.play_games(7)


def test_games_come_as_columns():
    pandas = pytest.importorskip("pandas", reason="the fresh environment of `cargo verify` has it")
    games = dk.play_games(["angry", "random", "random"], games=200, players=3, seed=5)
    table = pandas.DataFrame({name: column for name, column in games.items() if column.ndim == 1})
    assert len(table) == 200 and (table.winner == 0).mean() > 0.6
    assert games["bought"].shape == (200, 66) and games["stars"].shape == (200, 3)
    wide = pandas.DataFrame(dk.flat(games))
    assert len(wide) == 200 and wide.stars_2.equals(pandas.Series(games["stars"][:, 2]))
    jets = [card["id"] for card in dk.cards()].index("jets")
    assert (wide.bought_jets == games["bought"][:, jets]).all()
    again = dk.play_games(["angry", "random", "random"], games=200, players=3, seed=5)
    assert all(np.array_equal(games[name], again[name]) for name in games)


def test_the_game_of_two_without_cards_is_solved():
    values = dk.oracle("icelandic")
    assert values.shape == (3, 10, 10, 21, 21)
    # First-edition entry, nobody in Tokyo, ten hearts each: whoever starts wins 53.67 % with perfect play.
    assert abs(values[0, 9, 9, 0, 0] - 0.5367) < 5e-4
    held = values[1:]
    assert np.nanmin(held) >= 0 and np.nanmax(held) <= 1
    # With 20 stars already on the dial at the start of a turn nothing can be lost any more than now.
    assert values[1, 9, 0, 18, 0] > values[1, 0, 9, 0, 18]
    with pytest.raises(ValueError, match="no rulebook"):
        dk.oracle("martian")


def test_cards_and_levels_are_told():
    assert len(dk.cards()) == 66 and sum(c["kind"] == "keep" for c in dk.cards("polish")) == 48
    assert list(dk.levels())[0] == "random" and "angry" in dk.levels()
    assert dk.Bot("fierce:brawler").level == "fierce:brawler" and "brawler" in dk.styles()
    with pytest.raises(ValueError, match="no style"):
        dk.Bot("fierce:shy")
    assert repr(dk.Bot("angry", 3)) == 'Bot("angry", seed=3)'
