"""Batches: the same games whatever the batch and the threads, into the caller's arrays, and nothing breaks."""

import gc
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import daikaiju as dk
import numpy as np
import pytest
from daikaiju._daikaiju import engine_speed


def trace(envs, steps, rows=None):
    """Everything that comes out of this many steps of a policy of our own: the first legal action that a hash picks."""
    out = []
    for step in range(steps):
        masks = envs.masks
        actions = np.array([np.flatnonzero(m)[(step * 7 + 3) % m.sum()] for m in masks])
        envs.step(actions)
        out.append((envs.observations[rows].copy(), envs.masks[rows].copy(), envs.rewards[rows].copy(),
                    envs.dones[rows].copy(), envs.seats[rows].copy()))
    return out


def same(one, other):
    return all(np.array_equal(a, b) for left, right in zip(one, other) for a, b in zip(left, right))


@pytest.mark.parametrize("options", [{}, {"all_seats": True}, {"bots": "angry"}, {"bots": "fierce", "seat": 1}])
def test_batch_size_and_threads_do_not_matter(options):
    steps = 60 if options.get("bots") == "fierce" else 200
    small = slice(0, 3)
    one = trace(dk.VecEnv(3, 3, seed=5, **options), steps, small)
    many = trace(dk.VecEnv(70, 3, seed=5, **options), steps, small)
    threads = trace(dk.VecEnv(70, 3, seed=5, threads=2, **options), steps, small)
    assert same(one, many) and same(one, threads)
    env = dk.VecEnv(3, 3, seed=5, **options)
    alone = dk.VecEnv(1, 3, seeds=[env.env_seeds[2]], **options)
    assert same(trace(alone, steps, slice(0, 1)), [tuple(a[2:3] for a in row) for row in one])


def test_a_batch_plays_the_games_of_its_seeds():
    envs = dk.VecEnv(8, 4, "czech", seed=3)
    games = [dk.Game(4, "czech", seed=seed) for seed in envs.game_seeds]
    for game in games:
        game.advance()
    for _ in range(60):
        actions = envs.sample()
        envs.step(actions)
        for number, game in enumerate(games):
            if game is None:
                continue
            game.act(int(actions[number]))
            if game.is_over:
                assert envs.dones[number] == 1
                assert np.allclose(envs.rewards[number], game.utilities)
                games[number] = None
            else:
                assert envs.game(number) == game and envs.seats[number] == game.seat
                assert np.array_equal(envs.observations[number], game.observation())
                assert np.array_equal(envs.masks[number], game.action_mask())


def test_every_seat_is_shown_its_view():
    envs = dk.VecEnv(40, 4, {"book": "icelandic", "yield_decisions": "simultaneous"}, seed=6, all_seats=True)
    for _ in range(30):
        envs.step_random(4)
        for number in range(0, 40, 7):
            for seat in range(4):
                view = envs.game(number).view(seat)
                assert np.array_equal(envs.observations[number, seat], view.observation(seat))


def test_samples_are_legal_and_even():
    envs = dk.VecEnv(1, 2, seed=4)
    legal, drawn = np.flatnonzero(envs.masks[0]), []
    for _ in range(100 * len(legal)):
        drawn.append(int(envs.sample()[0]))
    seen, times = np.unique(drawn, return_counts=True)
    assert seen.tolist() == legal.tolist()
    # Each is drawn 100 times on average; six standard deviations.
    assert (abs(times - 100) < 60).all()


def test_random_steps_are_sample_and_step():
    one, other = dk.VecEnv(50, 2, seed=1), dk.VecEnv(50, 2, seed=1)
    ended = 0
    for _ in range(300):
        one.step(one.sample())
        ended += int((one.dones != 0).sum())
    assert other.step_random(300) == ended > 0
    assert np.array_equal(one.observations, other.observations)
    assert np.array_equal(one.rewards, other.rewards)


def test_modes_have_their_shapes():
    everyone = dk.VecEnv(4, 5)
    assert everyone.observations.shape == (4, 709) and everyone.rewards.shape == (4, 5)
    assert everyone.masks.dtype == bool and everyone.masks.shape == (4, 1168)
    seats = dk.VecEnv(4, 5, all_seats=True)
    assert seats.observations.shape == (4, 5, 709)
    for number in range(4):
        for seat in range(5):
            assert np.array_equal(seats.observations[number, seat], seats.game(number).observation(seat))
    against = dk.VecEnv(4, 5, bots=["random", "gentle", "angry", "angry"], seat=2)
    assert against.rewards.shape == (4,) and (against.seats == 2).all()
    packed = dk.VecEnv(4, 5, packed_masks=True)
    unpacked = np.unpackbits(packed.masks.view(np.uint8), axis=1, bitorder="little")[:, :1168]
    assert np.array_equal(unpacked, everyone.masks)
    assert dk.VecEnv.bytes_per_env + 709 + 1168 + 5 * 4 + 2 <= 4096


def test_rewards_sum_to_nothing_and_against_bots_end_with_the_learner():
    envs = dk.VecEnv(64, 4, seed=2)
    paid = 0
    for _ in range(600):
        envs.step_random()
        over = envs.dones == 1
        assert np.allclose(envs.rewards[~over], 0)
        assert np.allclose(envs.rewards[over].sum(axis=1), 0, atol=1e-6)
        paid += (envs.rewards[over].max(axis=1) == 1).sum()
    assert paid > 10
    envs = dk.VecEnv(64, 3, seed=2, bots="angry")
    results = []
    for _ in range(300):
        envs.step_random()
        results.extend(envs.rewards[envs.dones == 1].tolist())
    assert set(np.round(results, 3)) <= {1.0, -0.5, 0.0} and len(results) > 10


def test_the_callers_arrays_are_filled():
    n = 6
    own = {
        "observations": np.full((n, 709), 9, np.uint8),
        "masks": np.ones((n, 1168), np.uint8),
        "rewards": np.ones((n, 2), np.float32),
        "dones": np.ones(n, bool),
        "seats": np.full(n, 9, np.uint8),
    }
    envs = dk.VecEnv(n, 2, **own)
    assert all(getattr(envs, name) is array for name, array in own.items())
    assert own["observations"].max() < 67 and own["seats"].max() < 2
    envs.step(envs.sample())
    assert not own["rewards"].any()


WRONG = [
    ("observations", np.zeros((3, 709), np.uint8), ValueError, "shape"),
    ("observations", np.zeros((4, 709), np.float32), TypeError, "type uint8"),
    ("observations", np.zeros((4, 1418), np.uint8)[:, ::2], ValueError, "contiguous"),
    ("observations", np.zeros((4, 709), np.uint8).tolist(), TypeError, "NumPy array"),
    ("masks", np.zeros((4, 1167), np.uint8), ValueError, "shape"),
    ("masks", np.zeros((4, 1168), np.int64), TypeError, "uint8 or bool"),
    ("rewards", np.zeros((4, 2), np.float64), TypeError, "float32"),
    ("rewards", np.zeros(4, np.float32), ValueError, "shape"),
    ("dones", np.zeros((4, 1), bool), ValueError, "shape"),
    ("seats", np.zeros(4, np.int64), TypeError, "uint8"),
    ("seats", np.zeros(8, np.uint8)[::2], ValueError, "contiguous"),
    ("finals", np.zeros((4, 3), np.uint8), ValueError, "shape"),
]


@pytest.mark.parametrize("name,array,error,words", WRONG)
def test_wrong_arrays_are_refused(name, array, error, words):
    with pytest.raises(error, match=words):
        dk.VecEnv(4, 2, **{name: array})


def test_read_only_and_shared_arrays_are_refused():
    locked = np.zeros((4, 709), np.uint8)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        dk.VecEnv(4, 2, observations=locked)
    later = np.zeros((4, 709), np.uint8)
    envs = dk.VecEnv(4, 2, observations=later)
    later.flags.writeable = False
    before = envs.game(0)
    with pytest.raises(ValueError, match="read-only"):
        envs.step(envs.sample())
    assert envs.game(0) == before
    later.flags.writeable = True
    envs.step(envs.sample())
    both = np.zeros((4, 1168), np.uint8)
    with pytest.raises(ValueError, match="shares its memory"):
        dk.VecEnv(4, 2, masks=both, seats=both.reshape(-1)[:4])


@pytest.mark.parametrize(
    "actions,error,words",
    [
        (np.zeros(3, np.int64), ValueError, "shape"),
        (np.zeros((4, 1), np.int64), ValueError, "shape"),
        (np.zeros(4, np.float64), TypeError, "integers"),
        (np.zeros(4, bool), TypeError, "integers"),
        ("abcd", TypeError, "integers"),
        (None, TypeError, "integers"),
        (np.full(4, -1), dk.IllegalInput, "no action -1"),
        (np.full(4, 10**12), dk.IllegalInput, "no action"),
        (np.full(4, 1100), dk.IllegalInput, "not legal"),
    ],
)
def test_wrong_actions_change_nothing(actions, error, words):
    envs = dk.VecEnv(4, 2, seed=1)
    before = [envs.game(number) for number in range(4)]
    with pytest.raises(error, match=words):
        envs.step(actions)
    assert before == [envs.game(number) for number in range(4)]


def test_one_stale_action_stops_the_whole_step():
    envs = dk.VecEnv(16, 2, seed=1)
    actions = envs.sample()
    envs.step(actions)
    stale = envs.sample()
    stale[9] = next(a for a in range(1168) if not envs.masks[9, a])
    before = [envs.game(number) for number in range(16)]
    with pytest.raises(dk.IllegalInput, match="environment 9: "):
        envs.step(stale)
    assert before == [envs.game(number) for number in range(16)]


def test_any_integers_do_as_actions():
    envs = dk.VecEnv(4, 2, seed=1)
    for kind in (np.int64, np.int32, np.int16, np.uint16, np.uint32):
        envs.step(envs.sample().astype(kind))
    envs.step(np.repeat(envs.sample(), 2)[::2])
    envs.step(envs.sample().tolist())


def test_a_closed_batch_says_so():
    with dk.VecEnv(4, 2) as envs:
        sample = envs.sample()
    for use in (lambda: envs.step(sample), envs.sample, envs.reset, lambda: envs.observations, lambda: envs.game(0),
                lambda: envs.step_random(2)):
        with pytest.raises(RuntimeError, match="closed"):
            use()
    envs.close()
    assert envs.closed and "closed" in repr(envs)


def test_wrong_batches_are_refused():
    for options, words in [
        ({"n": 0}, "1 to"),
        ({"n": 2**40}, "1 to"),
        ({"players": 1}, "2 to 6"),
        ({"bots": "nobody"}, "no bot `nobody`"),
        ({"bots": ["angry", "angry"]}, "do not fit"),
        ({"seat": 0}, "`bots`"),
        ({"bots": "angry", "all_seats": True}, "all_seats"),
        ({"threads": 0}, "threads"),
        ({"seeds": [1]}, "seeds"),
        ({"first": 7}, "nobody sits"),
    ]:
        with pytest.raises(ValueError, match=words):
            dk.VecEnv(**{"n": 4, **options})


def test_reset_begins_anew():
    envs = dk.VecEnv(5, 3, seed=8)
    first = envs.observations.copy()
    envs.step_random(50)
    envs.reset()
    assert np.array_equal(envs.observations, first)
    envs.reset(9)
    assert not np.array_equal(envs.observations, first)
    assert np.array_equal(envs.observations, dk.VecEnv(5, 3, seed=9).observations)
    for seeds in ([4, 5, 4, 6, 7], np.array([4, 5, 4, 6, 7])):
        envs.reset(seeds)
        assert envs.env_seeds == [4, 5, 4, 6, 7]
        assert np.array_equal(envs.observations, dk.VecEnv(5, 3, seeds=seeds).observations)
        assert np.array_equal(envs.observations[0], envs.observations[2])
    for wrong, error, words in [
        ([1, 2], ValueError, "2 seeds were given for 5"),
        (range(10**12), ValueError, "more than 5 seeds"),
        ([1, 2, 3, 4, "x"], TypeError, "a seed is an integer"),
        (1.5, TypeError, "a seed is an integer"),
        ("seven", TypeError, "a seed is an integer"),
    ]:
        with pytest.raises(error, match=words):
            envs.reset(wrong)
        assert envs.env_seeds == [4, 5, 4, 6, 7]


@pytest.mark.parametrize(
    "out,error,words",
    [
        (np.zeros(3, np.int64), ValueError, "shape"),
        (np.zeros((4, 1), np.int64), ValueError, "shape"),
        (np.zeros(4, np.int32), TypeError, "type int64"),
        (np.zeros(8, np.int64)[::2], ValueError, "contiguous"),
        ([0] * 4, TypeError, "NumPy array"),
        ("x", TypeError, "NumPy array"),
    ],
)
def test_wrong_places_for_samples_are_refused(out, error, words):
    envs, twin = dk.VecEnv(4, 2, seed=1), dk.VecEnv(4, 2, seed=1)
    with pytest.raises(error, match=words):
        envs.sample(out)
    locked = np.zeros(4, np.int64)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        envs.sample(locked)
    # Nothing was drawn.
    assert envs.sample().tolist() == twin.sample().tolist()


def test_a_batch_beyond_all_memory_is_an_exception():
    # In a process of its own: whoever runs this may have enough.
    script = (
        "import resource, daikaiju as dk\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "for options in ({}, {'bots': 'angry'}, {'seeds': range(1 << 24)}):\n"
        "    try:\n"
        "        dk.VecEnv(1 << 24, 6, **options)\n"
        "    except MemoryError as why:\n"
        "        print(why)\n"
        "dk.VecEnv(4).step_random(100)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and all("memory" in line or "allocate" in line for line in lines), lines


def test_an_interrupt_works_within_long_calls():
    # Whoever is started in the background is told to ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt(after, call):
        timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            call()
        timer.join()
        return time.monotonic() - began

    envs = dk.VecEnv(4096, 6, seed=1, bots="random")
    assert interrupt(0.3, lambda: envs.step_random(10**9)) < 60
    try:
        envs.step_random()
    except RuntimeError as why:
        assert "reset" in str(why)
    envs.reset()
    envs.step_random()
    assert interrupt(0.3, lambda: dk.play_games("fierce", games=10**9)) < 60
    assert interrupt(0.3, lambda: dk.play_match("fierce", blocks=10**9)) < 60
    assert interrupt(0.3, lambda: dk.rollouts(dk.Game(2), n=10**9)) < 60
    assert interrupt(0.3, lambda: dk.review(dk.random_record(1), games=10**9, least=0)) < 60
    assert interrupt(0.3, lambda: dk.play_match(lambda game: game.legal_actions()[0], blocks=10**9)) < 60
    assert interrupt(0.3, lambda: engine_speed(2, 1, 2**63)) < 60
    # Bots that think long: after each environment, and within the thoughts of one.
    assert interrupt(0.3, lambda: dk.VecEnv(64, 2, seed=1, bots="champion").step_random(1000)) < 60
    game, champion = dk.Game(2, seed=1), dk.Bot("champion")
    game.advance()
    whole = time.monotonic()
    champion(game)
    whole = time.monotonic() - whole

    def think():
        for _ in range(10_000):
            champion(game)

    assert interrupt(0.3, think) < max(5, 2 * whole)
    assert champion(game) in game.legal_actions()


def test_a_million_steps_leak_nothing():
    envs = dk.VecEnv(1024, 2, seed=1)
    actions = np.zeros(1024, np.int64)

    def some():
        for _ in range(250):
            envs.sample(actions)
            envs.step(actions)
        game = envs.game(0)
        for _ in range(2000):
            game.observation(), game.action_mask(), game.legal_answers(), game.clone()
        for _ in range(50):
            with pytest.raises(dk.IllegalInput):
                envs.step(np.full(1024, -1))

    some()
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(4):
        some()
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024


def test_random_play_keeps_up_with_the_engine():
    """`examples/speed.py` measures more: half of the engine's own speed, and a third where every decision fills the arrays."""

    def rate(work):
        began = time.process_time()
        return work() / (time.process_time() - began)

    def engine():
        return engine_speed(2, 7, 300_000)

    def batch():
        envs.step_random(200)
        return 200 * 1024

    def arrays():
        for _ in range(200):
            envs.sample(actions)
            envs.step(actions)
        return 200 * 1024

    envs, actions = dk.VecEnv(1024, 2, seed=1), np.zeros(1024, np.int64)
    assert max(rate(batch) / rate(engine) for _ in range(5)) > 0.4
    assert max(rate(arrays) / rate(engine) for _ in range(5)) > 0.25


def test_threads_may_share_a_process():
    results = {}

    def run(number):
        envs = dk.VecEnv(256, 3, seed=4)
        envs.step_random(100)
        results[number] = envs.observations.copy()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(results[0], results[number]) for number in range(4))
