"""The fixed spaces: every answer has one number, every number one meaning, and nothing secret is seen."""

import itertools
import json

import daikaiju as dk
import numpy as np
import pytest


def random_games(count, seed=1, first=0):
    """Games of all books, player counts and many house rules, at every decision."""
    books = dk.rulebooks()
    for number in range(first, first + count):
        chance = np.random.default_rng([seed, number])
        rules = {"book": books[number % 5]}
        if number // 25 % 2:
            for switch, values in dk.switches().items():
                if chance.random() < 0.25:
                    rules[switch] = values[chance.integers(len(values))]
        game = dk.Game(2 + number // 5 % 5, rules, seed=number)
        game.advance(events=False)
        while not game.is_over:
            yield game, chance
            actions = game.legal_actions()
            game.act(actions[chance.integers(len(actions))])


def test_the_spaces_are_the_documented_ones():
    assert dk.SPACE_VERSION == 1
    assert (dk.N_ACTIONS, dk.N_FEATURES, dk.N_PACKED) == (1168, 709, 146)
    assert len(set(dk.ACTIONS)) == dk.N_ACTIONS and len(set(dk.FEATURES)) == dk.N_FEATURES
    assert sum(size for _, _, size in dk.action_families()) == dk.N_ACTIONS
    assert dk.ACTION["keep:"] == 0 and dk.ACTION["pass"] == 545
    assert sum(name.startswith("keep:") for name in dk.ACTIONS) == 462
    assert dk.ACTIONS[dk.ACTION["keep:112EC"]] == "keep:112EC"


def rich_games(count):
    """Games that begin with many cards, tokens and energy, for what random play seldom comes to; Mimic is for sale."""
    cards = [card["id"] for card in dk.cards() if card["id"] != "mimic"]
    keeps = [card["id"] for card in dk.cards() if card["kind"] == "keep" and card["id"] != "mimic"]
    for number in range(count):
        chance = np.random.default_rng([5, number])
        players = 2 + number // 5 % 5
        dealt = chance.permutation(keeps)[: 4 * players].tolist()
        monsters = [
            {"hearts": 6, "energy": 12, "poison": 1, "shrink": 1, "cards": dealt[4 * seat : 4 * seat + 4]}
            for seat in range(players)
        ]
        market = ["mimic", *[card for card in cards if card not in dealt][:2]]
        game = dk.Game.from_json(
            {"rules": dk.rulebooks()[number % 5], "monsters": monsters, "market": market, "turn": {"seat": "A"}, "at": "buy"},
            seed=number)
        game.advance(events=False)
        for _ in range(60):
            if game.is_over:
                break
            yield game, chance
            actions = game.legal_actions()
            game.act(actions[chance.integers(len(actions))])


def test_every_answer_of_every_book_has_a_number_and_comes_back():
    actions_seen, questions_seen = set(), set()
    for game, _ in itertools.chain(random_games(250), rich_games(120)):
        answers = game.legal_answers()
        actions = [game.action_of(answer) for answer in answers]
        assert sorted(set(actions)) == game.legal_actions()
        mask = game.action_mask()
        assert np.flatnonzero(mask).tolist() == game.legal_actions()
        for action in set(actions):
            assert game.action_of(game.answer_of(action)) == action
        actions_seen.update(actions)
        questions_seen.add(game.question)
    families = {name: set(range(first, first + size)) for name, first, size in dk.action_families()}
    assert len(families) == 14
    for name, numbers in families.items():
        assert numbers & actions_seen, f"no game came to {name}"
    plain = {dk.ACTIONS[action] for action in families["plain"]}
    assert len(plain) == 7 and plain <= {dk.ACTIONS[action] for action in actions_seen}
    questions = {name.split(":")[1] for name in dk.FEATURES if name.startswith("question:")}
    assert len(questions) == 18 and questions_seen == questions


def test_equal_keeps_are_one_action():
    game = dk.Game.from_json(
        {"monsters": [{}, {}], "turn": {"seat": "A", "dice": "111CCH", "rerolls": 2}, "at": "roll"}
    )
    # 4 ways to keep 1s, 3 for claws, 2 for the heart; keeping all is stopping.
    keeps = [a for a in game.legal_actions() if dk.ACTIONS[a].startswith("keep:")]
    assert len(keeps) == 4 * 3 * 2 - 1
    answer = game.answer_of(dk.ACTION["keep:11C"])
    assert sorted(answer["reroll"]) == [2, 4, 5]
    assert game.action_of({"reroll": [0, 3, 5]}) == dk.ACTION["keep:11C"]


def test_nine_dice_are_covered_without_a_gap():
    # Two Extra Heads and a Mimic of one: R-01.
    position = {
        "monsters": [{"cards": ["extra_head", "extra_head_2", "mimic"]}, {}],
        "copied": "extra_head",
        "turn": {"seat": "A", "dice": "112233ECH", "rerolls": 2},
        "at": "roll",
    }
    game = dk.Game.from_json(position)
    rerolls = [a for a in game.legal_answers() if isinstance(a, dict) and "reroll" in a]
    assert len(rerolls) == 2**9 - 1
    actions = {game.action_of(answer) for answer in rerolls}
    assert len(actions) == 3 * 3 * 3 * 2 * 2 * 2 - 1
    assert any(dk.ACTIONS[action].startswith("throw:") for action in actions)
    for action in actions:
        after = game.clone()
        after.play(action)
        assert after.is_chance


def test_features_say_what_the_position_says():
    for game, _ in random_games(20, first=300):
        seat = game.seat
        row = game.observation()
        for ahead in range(game.players):
            monster = game.monster((seat + ahead) % game.players)
            for what in ("hearts", "stars", "energy", "poison", "shrink"):
                assert row[dk.FEATURE[f"{ahead}:{what}"]] == monster[what]
            assert row[dk.FEATURE[f"{ahead}:alive"]] == monster["alive"]
            assert row[dk.FEATURE[f"{ahead}:city"]] == (monster["place"] == "city")
            held = [c["id"] for c in dk.cards() if c["kind"] == "keep" and row[dk.FEATURE[f"{ahead}:card:{c['id']}"]]]
            assert held == monster["cards"]
        market = {c["id"] for c in dk.cards() if row[dk.FEATURE[f"market:{c['id']}"]]}
        assert market == {card for card in game.market if card}
        for face in "123ECH":
            assert row[dk.FEATURE[f"dice:{face}"]] == game.dice.count(face)
        assert row[dk.FEATURE[f"question:{game.question}"]] == 1
        assert row[dk.FEATURE["asked:0"]] == 1


def other_worlds(game, seat):
    """Games that this seat cannot tell from the real one: another card on top of the deck, other silent yields."""
    position = game.to_dict()
    seen = position.get("top_seen", [])
    if "ABCDEF"[seat] not in seen and position.get("top"):
        row = game.observation(seat)
        deck = [c["id"] for c in dk.cards() if row[dk.FEATURE[f"deck:{c['id']}"]]]
        for card in deck[:: max(1, len(deck) // 6)]:
            if card != position["top"]:
                yield dk.Game.from_json({**position, "top": card})
    inside = position.get("engine", {})
    for at, frame in enumerate(inside.get("stack", [])):
        if isinstance(frame, dict) and "yields" in frame:
            for leaving in ([], [s for s in "ABCDEF"[: game.players] if s != "ABCDEF"[seat]][:1]):
                if "ABCDEF"[seat] in frame["yields"]["leaving"]:
                    continue
                stack = list(inside["stack"])
                stack[at] = {"yields": {**frame["yields"], "leaving": leaving}}
                try:
                    world = dk.Game.from_json({**position, "engine": {**inside, "stack": stack}})
                except ValueError:
                    continue
                yield world


def lab_games():
    """Games in which somebody has looked at the top card (Made in a Lab), and silent yields."""
    for number in range(60):
        chance = np.random.default_rng([9, number])
        rules = {"book": dk.rulebooks()[number % 5], "yield_decisions": "simultaneous"}
        players = 2 + number % 5
        monsters = [{"energy": 12, "cards": ["made_in_a_lab"]}] + [{} for _ in range(players - 1)]
        game = dk.Game.from_json(
            {"rules": " ".join([rules["book"], "yield_decisions=simultaneous"]), "monsters": monsters,
             "turn": {"seat": "A"}, "at": "buy"}, seed=number)
        game.advance(events=False)
        for _ in range(120):
            if game.is_over:
                break
            yield game, chance
            names = game.legal_actions()
            peek = dk.ACTION["use:made_in_a_lab"]
            game.act(peek if peek in names else names[chance.integers(len(names))])


def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same():
    compared = 0
    for game, _ in lab_games():
        for seat in range(game.players):
            mine = game.observation(seat)
            # What is hidden does not exist in a view: an observation needs nothing of it.
            assert np.array_equal(game.view(seat).observation(seat), mine)
            for world in other_worlds(game, seat):
                assert np.array_equal(world.observation(seat), mine)
                assert world.view(seat) == game.view(seat)
                compared += 1
    assert compared > 100


def test_whoever_has_looked_sees_the_card():
    for game, _ in lab_games():
        position = game.to_dict()
        if position.get("top"):
            for seat in range(game.players):
                known = "ABCDEF"[seat] in position["top_seen"]
                row = game.observation(seat)
                assert row[dk.FEATURE[f"top:{position['top']}"]] == known
            return
    pytest.fail("nobody looked")


def test_names_are_stable_text():
    assert json.dumps(dk.ACTIONS[545:552]) == json.dumps(
        ["pass", "yes", "heal", "drop_poison", "drop_shrink", "sweep", "take_poison"]
    )
