"""Records from here replay in the program, and records from there replay here, position for position."""

import json
import os
import subprocess

import daikaiju as dk
import numpy as np
import pytest

PROGRAM = os.environ.get("DAIKAIJU")
needs_program = pytest.mark.skipif(
    PROGRAM is None, reason="DAIKAIJU names the program; `cargo verify` sets it"
)
GAMES = int(os.environ.get("DAIKAIJU_GAMES", "1000"))


def digests_of(record):
    """The digest after every input, played here."""
    record = json.loads(record)
    game = dk.Game.from_record(json.dumps({**record, "inputs": []}))
    digests = []
    for step in record["inputs"]:
        game.play(step, events=False)
        digests.append(game.digest())
    return digests


def digests_of_the_program(record):
    lines = run("replay", "-", "--json", "--digests", text=record).splitlines()
    return [json.loads(line)["digest"] for line in lines]


def played(number):
    chance = np.random.default_rng([3, number])
    game = dk.Game(2 + number // 5 % 5, dk.rulebooks()[number % 5], seed=number)
    while not game.is_over:
        game.advance(events=False)
        if game.is_over:
            break
        actions = game.legal_actions()
        game.play(int(actions[chance.integers(len(actions))]), events=False)
    return game


def run(*args, text=None):
    done = subprocess.run([PROGRAM, *args], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_program
def test_records_made_in_python_replay_in_the_program_digest_for_digest():
    for number in range(GAMES):
        game = played(number)
        record = game.to_record()
        digests = digests_of(record)
        assert digests_of_the_program(record) == digests
        assert digests[-1] == game.digest()


@needs_program
def test_records_made_by_the_program_replay_in_python_digest_for_digest(tmp_path):
    for kind in range(25):
        book, players = dk.rulebooks()[kind % 5], 2 + kind // 5
        folder = tmp_path / str(kind)
        count = max(1, GAMES // 25)
        run("random", "--book", book, "--players", str(players), "--seed", str(kind * 1000),
            "--games", str(count), "--to", str(folder))
        for seed in range(kind * 1000, kind * 1000 + count):
            record = (folder / f"{seed}.json").read_text()
            game = dk.Game.from_record(record)
            assert game.is_over and game.players == players and game.rules == book
            assert digests_of(record) == digests_of_the_program(record)
            # The same seed gives the same game in Rust and in Python, byte for byte.
            assert dk.random_record(seed, players, book) == record


def test_records_replay_here():
    for number in range(0, GAMES, 10):
        game = played(number)
        record = game.to_record()
        assert dk.Game.from_record(record) == game and digests_of(record)[-1] == game.digest()


@needs_program
def test_a_match_has_the_same_result_in_the_arena():
    report = json.loads(run("arena", "angry", "random", "--blocks", "20", "--players", "3", "--seed", "9",
                            "--no-luck", "--format", "json"))[0]
    here = dk.play_match("angry", "random", blocks=20, players=3, seed=9, luck=False)
    assert here["games"] == report["games"]
    assert abs(here["wins"] - report["wins"]["value"]) < 1e-12
