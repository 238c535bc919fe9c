"""Daikaiju as an OpenSpiel game with explicit chance nodes.

Importing this module registers `python_daikaiju`: `pyspiel.load_game("python_daikaiju", {"players": 3, "rules": "polish"})`.
Chance nodes offer dice without order (at most 462 outcomes for six dice), cards of the deck, and who starts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from numpy.typing import NDArray

from ._daikaiju import MAX_CHANCE_OUTCOMES, N_ACTIONS, N_FEATURES, Game, action_names
from ._words import describe

_NAMES = action_names()

_TYPE = pyspiel.GameType(
    short_name="python_daikaiju",
    long_name="Daikaiju (King of Tokyo)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "rules": "dutch", "first": -1},
)


class DaikaijuGame(pyspiel.Game):  # type: ignore[misc]
    """The rules. `first` is the seat that starts; -1 lets the dice decide."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.players = int(params.get("players", 2))
        self.rules = str(params.get("rules", "dutch"))
        first = int(params.get("first", -1))
        self.first = None if first < 0 else first
        # Wrong parameters are refused here, in the engine's words.
        Game(self.players, self.rules, first=self.first)
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=N_ACTIONS,
                max_chance_outcomes=MAX_CHANCE_OUTCOMES,
                num_players=self.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=20_000,
            ),
            params,
        )

    def new_initial_state(self) -> DaikaijuState:
        """A game before its first chance."""
        return DaikaijuState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> DaikaijuObserver:
        """Sees what a seat may know."""
        return DaikaijuObserver()

    def observation_tensor_shape(self) -> list[int]:
        """One row of features."""
        return [N_FEATURES]


class DaikaijuState(pyspiel.State):  # type: ignore[misc]
    """One game at one moment."""

    def __init__(self, game: DaikaijuGame) -> None:
        super().__init__(game)
        self._game = Game(game.players, game.rules, first=game.first)

    @property
    def game(self) -> Game:
        """The game behind it."""
        return self._game

    def current_player(self) -> int:
        """Who is asked, or chance, or nobody."""
        seat = self._game.seat
        if seat is not None:
            return seat
        if self._game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return self._game.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Dice without order, cards of the deck, or who starts."""
        return self._game.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self._game.is_chance:
            self._game.play_outcome(action)
        else:
            self._game.play(action, events=False)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            ((kind, what),) = self._game.outcome_input(action).items()
            return f"{kind}:{what}"
        return _NAMES[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._game.is_over

    def returns(self) -> list[float]:
        """What the game is worth to each seat; all zero before its end."""
        return [float(value) for value in self._game.utilities]

    def __str__(self) -> str:
        return describe(self._game)

    def __deepcopy__(self, memo: dict[int, Any]) -> DaikaijuState:
        copy = DaikaijuState.__new__(DaikaijuState)
        pyspiel.State.__init__(copy, self.get_game())
        copy._game = self._game.clone()
        return copy


class DaikaijuObserver:
    """What a seat may know, as a tensor and in words."""

    def __init__(self) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(N_FEATURES, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: DaikaijuState, player: int) -> None:
        """Looks at a state through the eyes of a player."""
        self.tensor[:] = state.game.observation(player)

    def string_from(self, state: DaikaijuState, player: int) -> str:
        """A state as a player sees it, in words."""
        return describe(state.game.view(player))


pyspiel.register_game(_TYPE, DaikaijuGame)
