"""Other frameworks: each adapter passes the framework's own tests of conformity."""

import os
import subprocess
import sys
import warnings

import daikaiju as dk
import numpy as np
import pytest


class TestPettingZoo:
    """AEC: turns, reactions out of turn and eliminations in mid-game."""

    @pytest.fixture(autouse=True)
    def modules(self):
        pytest.importorskip("pettingzoo", reason="the fresh environment of `cargo verify` has it")

    @pytest.mark.parametrize("players", [2, 4, 6])
    def test_api(self, players):
        from daikaiju.pettingzoo import env
        from pettingzoo.test import api_test

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(env(players=players), num_cycles=1000)

    def test_seeds(self):
        from daikaiju.pettingzoo import env
        from pettingzoo.test import seed_test

        seed_test(lambda: env(players=3), num_cycles=500)

    def test_max_cycles(self):
        """PettingZoo's own max_cycles_test is for parallel environments and plays illegal actions; this asks the same."""
        from daikaiju.pettingzoo import env

        table = env(players=2, max_cycles=7)
        table.reset(seed=1)
        steps = 0
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                assert truncated and steps == 7
                table.step(None)
            else:
                table.step(int(np.flatnonzero(observation["action_mask"])[0]))
                steps += 1
        assert steps == 7 and not table.agents

    def test_render(self):
        from daikaiju.pettingzoo import env
        from pettingzoo.test import render_test

        render_test(lambda render_mode=None: env(players=2, render_mode=render_mode),
                    custom_tests={"ansi": lambda text: isinstance(text, str) and "hearts" in text})

    @pytest.mark.parametrize("players", [2, 3, 5])
    def test_whole_games_pay_what_the_engine_says(self, players):
        from daikaiju.pettingzoo import raw_env

        env = raw_env(players=players)
        chance = np.random.default_rng(players)
        for seed in range(5):
            env.reset(seed=seed)
            paid = dict.fromkeys(env.possible_agents, 0.0)
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, _ = env.last()
                paid[agent] += reward
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(chance.choice(legal)))
            assert env.game.is_over and not env.agents
            assert np.allclose(list(paid.values()), env.game.utilities, atol=1e-6)

    def test_wrong_use_is_an_error(self):
        from daikaiju.pettingzoo import raw_env

        env = raw_env()
        env.reset(seed=1)
        with pytest.raises(ValueError, match="has to give an action"):
            env.step(None)
        with pytest.raises(dk.IllegalInput):
            env.step(1167)


class TestGymnasium:
    """One seat against bots."""

    @pytest.fixture(autouse=True)
    def modules(self):
        pytest.importorskip("gymnasium", reason="the fresh environment of `cargo verify` has it")

    def test_check_env(self):
        from daikaiju.gymnasium import DaikaijuEnv
        from gymnasium.utils.env_checker import check_env

        class Legal(DaikaijuEnv):
            """The checker plays any action; here each stands for a legal one."""

            def step(self, action):
                legal = np.flatnonzero(self.action_masks())
                return super().step(int(legal[int(action) % len(legal)]))

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(Legal(players=3, render_mode="ansi"), skip_render_check=False)

    def test_whole_games(self):
        import gymnasium

        import daikaiju.gymnasium  # noqa: F401

        env = gymnasium.make("Daikaiju-v1", players=3, bots=["angry", "random"], seat=1)
        results = set()
        for seed in range(6):
            observation, info = env.reset(seed=seed)
            over = False
            while not over:
                assert observation in env.observation_space
                action = int(np.flatnonzero(info["action_mask"])[-1])
                observation, reward, over, broken, info = env.step(action)
                assert not broken
            results.add(round(reward, 2))
            with pytest.raises(RuntimeError, match="reset"):
                env.unwrapped.step(0)
        assert results <= {1.0, -0.5, 0.0}
        env.close()

    def test_many_at_once(self):
        from daikaiju.gymnasium import DaikaijuVectorEnv

        envs = DaikaijuVectorEnv(8, players=2, bots="random")
        observations, info = envs.reset(seed=3)
        again, _ = DaikaijuVectorEnv(8, players=2, bots="random").reset(seed=3)
        assert np.array_equal(observations, again) and observations in envs.observation_space
        ended = 0
        for _ in range(300):
            observations, rewards, over, broken, info = envs.step(envs.sample())
            assert observations in envs.observation_space and not broken.any()
            if over.any():
                assert info["_final_obs"].tolist() == over.tolist()
                assert all((info["final_obs"][n] is not None) == over[n] for n in range(8))
            ended += over.sum()
        assert ended > 3
        envs.close()

    @pytest.mark.parametrize("mode", [None, "sync"])
    def test_make_vec(self, mode):
        import gymnasium

        import daikaiju.gymnasium  # noqa: F401

        envs = gymnasium.make_vec("Daikaiju-v1", num_envs=3, vectorization_mode=mode, players=3, bots="random", seat=1)
        assert isinstance(envs.unwrapped, daikaiju.gymnasium.DaikaijuVectorEnv) == (mode is None)
        observations, info = envs.reset(seed=5)
        assert observations.shape == (3, dk.N_FEATURES) and observations in envs.observation_space
        for _ in range(50):
            if not info["action_mask"].any(axis=1).all():
                break  # Gymnasium's own vector begins the next game with the next step.
            actions = np.array([np.flatnonzero(mask)[-1] for mask in info["action_mask"]])
            observations, rewards, over, broken, info = envs.step(actions)
            assert rewards.shape == over.shape == broken.shape == (3,)
        envs.close()

    def test_every_table_of_many_has_its_own_seed(self):
        import gymnasium
        from daikaiju.gymnasium import DaikaijuVectorEnv

        options = {"players": 2, "bots": "random", "seat": 0}
        envs = DaikaijuVectorEnv(4, **options)
        seeds = [7, 11, 7, 13]
        many, info = envs.reset(seed=seeds)
        assert np.array_equal(many[0], many[2]) and not np.array_equal(many[0], many[1])
        single = gymnasium.make("Daikaiju-v1", **options)
        for number, seed in enumerate(seeds):
            one, told = single.reset(seed=seed)
            assert np.array_equal(many[number], one)
            assert np.array_equal(info["action_mask"][number], told["action_mask"])
        # One number counts on from table to table, as in Gymnasium's own vectors.
        assert np.array_equal(envs.reset(seed=7)[0], envs.reset(seed=[7, 8, 9, 10])[0])
        # A table without a seed goes on with its chance; the others begin again.
        first = envs.reset(seed=seeds)[0]
        again = envs.reset(seed=[7, None, None, 13])[0]
        assert [np.array_equal(first[n], again[n]) for n in range(4)] == [True, False, False, True]
        before = envs.action_masks()
        with pytest.raises(ValueError, match="2 seeds were given for 4"):
            envs.reset(seed=[1, 2])
        with pytest.raises(gymnasium.error.Error):
            envs.reset(seed=[1, 2, 3, -4])
        assert np.array_equal(envs.action_masks(), before)


class TestOpenSpiel:
    """Explicit chance nodes."""

    @pytest.fixture(autouse=True)
    def modules(self):
        pytest.importorskip("pyspiel", reason="the fresh environment of `cargo verify` has it")

    @pytest.mark.parametrize("players,rules", [(2, "dutch"), (3, "polish"), (6, "italian")])
    def test_random_simulation_with_serialisation(self, players, rules):
        import pyspiel

        import daikaiju.openspiel  # noqa: F401

        game = pyspiel.load_game("python_daikaiju", {"players": players, "rules": rules})
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)

    def test_mcts_plays_on_it(self):
        import pyspiel
        from open_spiel.python.algorithms import mcts

        import daikaiju.openspiel  # noqa: F401

        game = pyspiel.load_game("python_daikaiju", {"first": 0})
        chance = np.random.RandomState(1)
        bot = mcts.MCTSBot(game, 1.5, 20, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal() and moves < 6:
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes())
                state.apply_action(int(chance.choice(outcomes, p=probabilities)))
            else:
                action = bot.step(state)
                assert action in state.legal_actions()
                state.apply_action(action)
                moves += 1
        assert moves == 6

    def test_the_example_searches_and_plays(self):
        from daikaiju.examples import openspiel_mcts

        assert openspiel_mcts.play(simulations=8, seed=3, moves=3) == [0, 0]
        worth = openspiel_mcts.Judged(20).evaluate(openspiel_mcts.pyspiel.load_game("python_daikaiju").new_initial_state())
        assert abs(worth.sum()) < 1e-9

    def test_wrong_parameters_are_refused(self):
        import daikaiju.openspiel as module

        with pytest.raises(ValueError, match="no rulebook"):
            module.DaikaijuGame({"rules": "martian"})

    def test_observers_keep_secrets(self):
        import daikaiju.openspiel as module

        game = module.DaikaijuGame({"first": 0})
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        observer = game.make_py_observer()
        observer.set_from(state, 1)
        assert np.array_equal(observer.tensor, state.game.observation(1))
        assert "hearts" in observer.string_from(state, 0)


@pytest.mark.parametrize("what", [["-p", "daikaiju"], [os.path.join(os.path.dirname(__file__), "typed_use.py")]])
def test_types_are_checked(what, tmp_path):
    pytest.importorskip("mypy", reason="the fresh environment of `cargo verify` has it")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), *what],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_native_module_matches_its_stubs():
    """Every name of the stub exists with the same parameters, and the other way round."""
    pytest.importorskip("mypy", reason="the fresh environment of `cargo verify` has it")
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "daikaiju._daikaiju", "--ignore-disjoint-bases"],
        capture_output=True, text=True, check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_everything_public_has_a_docstring():
    import ast
    from pathlib import Path

    import daikaiju._daikaiju as native

    for file in Path(dk.__file__).parent.rglob("*.py"):
        tree = ast.parse(file.read_text())
        assert ast.get_docstring(tree), file.name
        inside = [part for kind in tree.body if isinstance(kind, ast.ClassDef) for part in kind.body]
        for part in [*tree.body, *inside]:
            if isinstance(part, (ast.FunctionDef, ast.ClassDef)) and not part.name.startswith("_"):
                assert ast.get_docstring(part), f"{file.name}: {part.name}"

    for name in dir(native):
        thing = getattr(native, name)
        if name.startswith("_") or isinstance(thing, (int, str)):
            continue
        assert thing.__doc__, name
        if isinstance(thing, type):
            for part in vars(thing):
                if not part.startswith("_"):
                    assert getattr(thing, part).__doc__, f"{name}.{part}"
