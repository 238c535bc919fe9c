"""One game, move by move."""

import copy
import json
import pickle

import daikaiju as dk
import numpy as np
import pytest


def played(players=3, rules="dutch", seed=7, decisions=40):
    game = dk.Game(players, rules, seed=seed)
    game.advance()
    for number in range(decisions):
        if game.is_over:
            break
        actions = game.legal_actions()
        game.act(actions[(seed * 31 + number * 17) % len(actions)])
    return game


def test_chance_can_be_given_and_events_are_plain_data():
    game = dk.Game(2, first=0)
    for card in ("jets", "wings", "skyscraper"):
        assert game.is_chance and game.seat is None
        events = game.play({"revealed": card})
        assert events[0]["event"] == "revealed" and events[0]["card"] == card
    assert game.need == {"roll": {"seat": "A", "count": 6}}
    events = game.play({"rolled": "111ECH"})
    assert events[-1]["event"] == "rolled" and json.dumps(events)
    assert game.seat == 0 and game.question == "roll" and game.dice == "111ECH"
    game.play("pass")
    assert not game.is_chance


def test_an_illegal_input_says_why_and_changes_nothing():
    game = dk.Game(2, first="A")
    before = game.clone()
    with pytest.raises(dk.IllegalInput, match="waits for a card of the deck"):
        game.play("pass")
    with pytest.raises(dk.IllegalInput, match="not legal"):
        game.play(dk.ACTION["pass"])
    with pytest.raises(dk.IllegalInput, match="no action -1"):
        game.play(-1)
    with pytest.raises(dk.IllegalInput, match="no action 99999"):
        game.play(99999)
    with pytest.raises(ValueError, match="no card"):
        game.play({"revealed": "nonsense"})
    with pytest.raises(ValueError, match="not an answer"):
        game.play("nonsense")
    with pytest.raises(TypeError):
        game.play(3.5)
    with pytest.raises(TypeError):
        game.play(None)
    with pytest.raises(RuntimeError, match="no seed"):
        game.advance()
    with pytest.raises(RuntimeError, match="no seed"):
        game.act(0)
    assert game == before and hash(game) == hash(before)


def test_without_a_seed_an_action_is_refused_before_it_is_played():
    game = dk.Game.from_json(
        {"monsters": [{}, {}], "turn": {"seat": "A", "dice": "33C1EH", "rerolls": 1}, "at": "roll"}
    )
    before = game.clone()
    with pytest.raises(RuntimeError, match="no seed"):
        game.act(game.keep("33"))
    assert game == before
    game.reseed(1)
    game.act(game.keep("33"))
    assert game != before


def test_wrong_setups_are_refused_in_one_sentence():
    with pytest.raises(ValueError, match="2 to 6 monsters, not 7"):
        dk.Game(7)
    with pytest.raises(ValueError, match="there is no rulebook `martian`"):
        dk.Game(2, "martian")
    with pytest.raises(ValueError, match="switch"):
        dk.Game(2, {"book": "dutch", "use_bay": "perhaps"})
    with pytest.raises(ValueError, match="nobody sits at"):
        dk.Game(2, first=4)
    with pytest.raises(TypeError):
        dk.Game(2, 7)
    with pytest.raises(ValueError, match="not a position"):
        dk.Game.from_json("{")
    with pytest.raises(ValueError, match="record"):
        dk.Game.from_record("[]")
    with pytest.raises(TypeError):
        dk.Game(2, seed="seven")


def test_rules_by_book_and_switches():
    assert dk.Game(5, "polish").rules == "polish"
    game = dk.Game(5, {"book": "polish", "use_bay": True})
    assert game.rules == "polish use_bay=true"
    assert set(dk.rulebooks()) == {"icelandic", "polish", "czech", "dutch", "italian"}
    assert "use_bay" in dk.switches()


def test_positions_round_trip():
    for seed in range(30):
        game = played(2 + seed % 5, dk.rulebooks()[seed % 5], seed, seed * 3)
        again = dk.Game.from_json(game.to_json())
        assert again == game and hash(again) == hash(game) and again.digest() == game.digest()
        assert dk.Game.from_json(game.to_dict()) == game
        assert dk.Game.from_json(game.to_json(pretty=True)) == game


def test_copies_are_independent_and_pickles_play_on_alike():
    for seed in range(10):
        game = played(seed=seed)
        for other in (game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert other == game
            mine = game.clone()
            while not mine.is_over:
                action = mine.legal_actions()[-1]
                mine.act(action)
                other.act(action)
                assert mine == other
            assert mine.to_record() == other.to_record()
    assert game != 3 and game != dk.Game(3)
    with pytest.raises(ValueError):
        dk.Game._restore("{}", None, 0, 0, None)
    with pytest.raises(ValueError):
        dk.Game._restore(game.to_json(), None, 0, 0, "[]")


def test_records_replay():
    game = played(decisions=10_000)
    assert game.is_over
    record = game.to_record(["Ann", "Bob", "Cem"])
    assert json.loads(record)["players"][0]["name"] == "Ann"
    again = dk.Game.from_record(record)
    assert again == game and again.to_record(["Ann", "Bob", "Cem"]) == record
    half = dk.Game.from_record(record, len(game.inputs) // 2)
    for step in game.inputs[len(game.inputs) // 2 :]:
        half.play(step)
    assert half == game
    with pytest.raises(ValueError, match="inputs"):
        dk.Game.from_record(record, 10**6)
    with pytest.raises(RuntimeError, match="position"):
        dk.Game.from_json(game.to_json()).to_record()


def test_a_record_keeps_who_played_and_by_which_rules():
    record = {
        **json.loads(played(2, decisions=30).to_record()),
        "rules_version": 1,
        "players": [{"name": "Ann", "monster": "alienoid"}, {"name": "Robot", "monster": "kraken", "bot": "angry"}],
        "fair": {"anything": ["a", 1]},
    }
    game = dk.Game.from_record(json.dumps(record))
    assert json.loads(game.to_record()) == record
    assert json.loads(pickle.loads(pickle.dumps(game)).to_record()) == record
    named = json.loads(game.to_record(["Ben", "Cem"]))["players"]
    assert named == [{"name": "Ben", "monster": "alienoid"}, {"name": "Cem", "monster": "kraken", "bot": "angry"}]
    # What proves the chance of a record does not prove that of another game which begins like it.
    shorter = dk.Game.from_record(json.dumps(record), 3)
    assert json.loads(shorter.to_record())["fair"] == record["fair"]
    shorter.play(record["inputs"][3])
    assert "fair" not in json.loads(shorter.to_record()) and shorter.to_record() == shorter.clone().to_record()
    with pytest.raises(ValueError, match="at most 64 characters"):
        game.to_record(["Ann", "B" * 65])
    with pytest.raises(ValueError, match="3 names were given for 2 players"):
        game.to_record(["Ann", "Ben", "Cem"])


def test_the_same_seed_gives_the_same_game():
    assert played(seed=3).to_record() == played(seed=3).to_record()
    assert played(seed=3).to_record() != played(seed=4).to_record()


class SplitMix:
    """The documented chance of a game, once more in Python: SplitMix64, a generator for every throw of every turn."""

    def __init__(self, seed, part):
        self.state = (seed ^ part * 0xD6E8_FEB8_6659_FD93) % 2**64
        self.next()

    def next(self):
        self.state = (self.state + 0x9E37_79B9_7F4A_7C15) % 2**64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58_476D_1CE4_E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D0_49BB_1331_11EB % 2**64
        return z ^ z >> 31

    def below(self, count):
        return (self.next() >> 32) * count >> 32


def test_a_seed_means_the_same_dice_and_cards_on_every_machine():
    order = [card["id"] for card in dk.cards()]
    for seed in range(40):
        game = dk.Game(2 + seed % 5, dk.rulebooks()[seed // 5 % 5], seed=seed)
        twin = dk.Game(game.players, game.rules)
        turn = throw = 0
        for number in range(60):
            before = len(game.inputs)
            game.advance(events=False)
            for drawn in game.inputs[before:]:
                if twin.turn != turn:
                    turn, throw = twin.turn, 0
                chance = SplitMix(seed, twin.turn << 16 | throw)
                throw += 1
                ((kind, what),) = drawn.items()
                if kind == "rolled":
                    assert what == "".join("123ECH"[chance.below(6)] for _ in what)
                elif kind == "revealed":
                    row = twin.observation(0)
                    deck = [card for card in order if row[dk.FEATURE[f"deck:{card}"]]]
                    assert what == deck[chance.below(len(deck))]
                else:
                    assert what == "ABCDEF"[chance.below(twin.players)]
                twin.play(drawn, events=False)
            assert game == twin
            if game.is_over:
                break
            actions = game.legal_actions()
            action = actions[number * 17 % len(actions)]
            game.play(action, events=False)
            twin.play(action, events=False)


def test_chance_outcomes_are_a_distribution():
    seen = set()
    game = dk.Game(3, "polish")
    for _ in range(400):
        if game.is_over:
            break
        if game.is_chance:
            outcomes = game.chance_outcomes()
            assert abs(sum(p for _, p in outcomes) - 1) < 1e-9
            (kind,) = game.need if isinstance(game.need, dict) else (game.need,)
            seen.add(kind)
            game.play_outcome(outcomes[(len(seen) * 7919) % len(outcomes)][0])
        else:
            game.play(game.legal_actions()[0])
    assert {"reveal", "roll", "starter"} <= seen
    with pytest.raises(dk.IllegalInput, match="chance cannot say"):
        dk.Game(2).play_outcome(66)


def test_afterstates_are_what_playing_gives():
    game = played()
    for action, after in game.afterstates():
        mine = game.clone()
        mine.play(action)
        assert mine == after
    assert game.preview()["stars"] >= 0


def test_a_view_hides_what_is_hidden():
    game = dk.Game.from_json(
        {"monsters": [{"energy": 9, "cards": ["made_in_a_lab"]}, {}], "turn": {"seat": "A"}, "at": "buy",
         "market": ["jets", "wings", "skyscraper"]}, seed=1)
    game.advance()
    game.act(dk.ACTION["use:made_in_a_lab"])
    assert "top" in game.view(0).to_dict() and "top" not in game.view(1).to_dict()
    assert "top" not in game.view().to_dict()
    with pytest.raises(ValueError, match="nobody sits"):
        game.view(5)


def test_keep_names_the_action_for_dice_in_any_order():
    game = dk.Game.from_json(
        {"monsters": [{}, {}], "turn": {"seat": "A", "dice": "33C1EH", "rerolls": 1}, "at": "roll"}
    )
    assert game.keep("3C3") == dk.ACTION["keep:33C"] and game.keep("") == dk.ACTION["keep:"]
    assert game.keep("HE1C33") == dk.ACTION["pass"]
    for wrong in ("333", "x", "11"):
        with pytest.raises(ValueError, match="cannot be kept: the dice are `33C1EH`"):
            game.keep(wrong)
    game.play(game.keep("33C"))
    with pytest.raises(dk.IllegalInput, match="waits for chance"):
        game.keep("33")
    many = dk.Game.from_json(
        {"monsters": [{"cards": ["extra_head", "extra_head_2"]}, {}],
         "turn": {"seat": "A", "dice": "333333CH", "rerolls": 1}, "at": "roll"}
    )
    assert dk.ACTIONS[many.keep("333333C")] == "throw:H"


def test_an_illegal_action_is_told_some_legal_ones():
    game = dk.Game.from_json(
        {"monsters": [{}, {}], "turn": {"seat": "A", "dice": "111CCH", "rerolls": 2}, "at": "roll"}
    )
    with pytest.raises(dk.IllegalInput, match=r"seat A is asked Roll, and may answer 545 \(`pass`\), .* and 20 more"):
        game.play(dk.ACTION["sweep"])


def test_an_action_may_be_given_by_its_name() -> None:
    game = dk.Game(players=2, seed=3)
    game.advance()
    by_number = game.clone()
    action = game.legal_actions()[0]
    game.play(dk.ACTIONS[action])
    by_number.play(action)
    assert game == by_number
    with pytest.raises(dk.IllegalInput):
        game.play("buy:jets")
    with pytest.raises(ValueError, match="no action `keep:333333`: `daikaiju.ACTIONS` has"):
        game.play("keep:333333")


@pytest.mark.parametrize(
    "out",
    [
        lambda size: np.zeros(size + 1, np.uint8),
        lambda size: np.zeros((1, size), np.uint8),
        lambda size: np.zeros(size, np.int64),
        lambda size: np.zeros(2 * size, np.uint8)[::2],
        lambda size: np.frombuffer(bytes(size), np.uint8),
        lambda size: bytearray(size),
        lambda size: [0] * size,
    ],
)
def test_wrong_places_for_rows_are_refused(out):
    game = dk.Game(2, seed=3)
    game.advance()
    for write, size in ((game.observation, dk.N_FEATURES), (game.action_mask, dk.N_ACTIONS)):
        with pytest.raises(ValueError, match=f"`out` has to be a writeable, contiguous array of type uint8 and shape .{size},"):
            write(out=out(size))
        own = np.full(size, 9, np.uint8)
        assert write(out=own) is own and np.array_equal(own, write())
