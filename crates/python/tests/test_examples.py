"""The examples run, the leaderboard keeps its rows, and the guide's own code works."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import daikaiju as dk
import pytest

HERE = Path(__file__).resolve().parent.parent
GUIDE = HERE.parent.parent / "docs" / "PYTHON.md"


def test_the_tour_runs_and_draws(tmp_path):
    pytest.importorskip("matplotlib", reason="the fresh environment of `cargo verify` has it")
    run = subprocess.run(
        [sys.executable, str(HERE / "examples" / "tour.py")], capture_output=True, text=True, check=False,
        env={**os.environ, "MPLBACKEND": "Agg", "DAIKAIJU_PLOTS": str(tmp_path), "DAIKAIJU_TOUR_GAMES": "100"},
    )
    assert run.returncode == 0, run.stderr
    assert "2.235742" in run.stdout
    assert {path.name for path in tmp_path.iterdir()} == {"chances.png", "stars.png", "cards.png"}


def test_maskable_ppo_learns_something_and_plays_legally(monkeypatch):
    pytest.importorskip("sb3_contrib", reason="the fresh environment of `cargo verify` has it")
    monkeypatch.syspath_prepend(str(HERE / "examples"))
    import train_ppo

    model = train_ppo.train(minutes=0.1, bots="random", envs=16)
    assert model.num_timesteps > 0
    report = dk.play_match(train_ppo.as_bot(model), "random", blocks=5, luck=False)
    assert report["games"] == 10


def test_the_training_script_of_the_readme_runs():
    pytest.importorskip("sb3_contrib", reason="the fresh environment of `cargo verify` has it")
    (block,) = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.S)
    assert len(block.splitlines()) <= 20
    # Some minutes of learning are some seconds here, and everything else is as it stands.
    for long, short in [("1_000_000", "1_024"), ("n_steps=128", "n_steps=16"), ("blocks=100", "blocks=1")]:
        assert long in block
        block = block.replace(long, short)
    names = {"__name__": "readme"}
    exec(compile(block, "README.md", "exec"), names)
    assert names["report"]["games"] == 2 and names["model"].num_timesteps >= 1_024


def test_the_solver_bot_plays_legally():
    from daikaiju.examples import solver_bot

    report = dk.play_match(solver_bot.play, "random", blocks=10, luck=False)
    assert report["wins"] > 0.8


def test_the_leaderboard_adds_and_replaces_rows(tmp_path):
    from daikaiju import leaderboard

    file = tmp_path / "board.csv"
    for _ in range(2):
        leaderboard.main(["random", "--file", str(file), "--blocks", "3"])
    rows = list(csv.DictReader(file.open()))
    assert len(rows) == len(leaderboard.TABLES) and rows[0]["name"] == "random"
    with pytest.raises(SystemExit, match="not a bot"):
        leaderboard.main(["nobody", "--file", str(file)])
    with pytest.raises(SystemExit, match="no bot"):
        leaderboard.main(["json:nobody", "--file", str(file)])


def test_the_leaderboard_of_the_repository_is_by_this_space():
    rows = list(csv.DictReader((HERE / "leaderboard.csv").open()))
    assert {row["name"] for row in rows} >= {"random", "angry", "fierce"}
    assert all(int(row["space"]) == dk.SPACE_VERSION for row in rows)


@pytest.mark.parametrize("number", range(14))
def test_the_code_of_the_guide_runs(number, tmp_path, monkeypatch):
    if not GUIDE.exists():
        pytest.skip("the guide is in the repository")
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S)
    assert len(blocks) <= 14, "raise the number of this test"
    if number >= len(blocks):
        return
    monkeypatch.chdir(tmp_path)
    if "stable_baselines3" in blocks[number] or "sb3_contrib" in blocks[number]:
        pytest.importorskip("sb3_contrib")
    exec(compile(blocks[number], f"{GUIDE.name}, block {number + 1}", "exec"), {"__name__": "guide"})
