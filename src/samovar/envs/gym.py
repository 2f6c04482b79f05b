"""The Gymnasium environment of all games: one learner in a seat, bots in the others.

Importing this module registers ``samovar/GAME-v1``, GAME with a capital, for each game that has observations.
``gymnasium.make("samovar.envs.gym:samovar/GAME-v1")`` imports it by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from samovar.bots.player import Player
from samovar.bots.registry import seat_bots
from samovar.envs.drawing import MODES, draw
from samovar.envs.episode import ILLEGAL, Episode, Setup
from samovar.envs.fields import Cell
from samovar.extras import needed
from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput

with needed("samovar.envs.gym", "rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from samovar.envs.aec import SEEDS, check_mode, observation_box

ANY_SEAT: Final = "random"
METADATA: Final[dict[str, Any]] = {"render_modes": MODES, "render_fps": 1}

Cells = NDArray[np.int32]
Info = dict[str, Any]


class SamovarEnv(gymnasium.Env[Any, np.int64]):
    """The learner decides, then all others until it is the learner's turn again.

    An observation is what the learner's seat sees (``layout`` names every cell); ``action_masks`` and
    ``info["action_mask"]`` say what is allowed. An action that is not allowed loses the game at once.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str = registry.FIRST,
        seats: int | None = None,
        seat: int | str = 0,
        opponents: str = "random",
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        """``seat``: that of the learner, or "random" for another one in each game. ``opponents``: one bot for
        all other seats or one for each, as in ``samovar sim --bots``.
        """
        check_mode(render_mode)
        self.setup: Final = Setup(game, seats, options, components, reward)
        if seat != ANY_SEAT and seat not in range(self.setup.seats):
            raise BadInput("seat", [f"must be 0 to {self.setup.seats - 1} or random, not {seat!r}"])
        self.opponents: Final = opponents
        self.render_mode = render_mode
        self.episode: Final = Episode(self.setup)
        self.observation_space = observation_box(self.setup.layout)
        self.action_space = spaces.Discrete(len(self.setup.actions))
        self.seat = 0
        self._any_seat: Final = seat == ANY_SEAT
        self._bots: list[Player | None] = []
        self._rolls = Dice(0)  # of the bots
        self._sit(0 if isinstance(seat, str) else seat)

    def _sit(self, seat: int) -> None:
        """The learner into this seat, bots into the others."""
        self.seat = seat
        others = [other for other in range(self.setup.seats) if other != seat]
        players = seat_bots(self.opponents, self.setup.game, others) if others else []
        self._bots = [*players[:seat], None, *players[seat:]]

    # ---- what it is ----

    def layout(self) -> list[Cell]:
        """Name and range of every number of the observation, in their order."""
        return self.setup.layout.cells

    def tokens(self) -> list[str]:
        """The token of every action, in the order of their numbers."""
        return self.setup.actions.tokens

    # ---- playing ----

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Cells, Info]:
        super().reset(seed=seed)
        if self._any_seat:
            self._sit(int(self.np_random.integers(self.setup.seats)))
        self.episode.begin(int(self.np_random.integers(SEEDS)))
        self._rolls = Dice(int(self.np_random.integers(SEEDS)))
        self._others()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Cells, float, bool, bool, Info]:
        """At the end ``info["scores"]`` has the points of all players."""
        number = int(action)
        if number not in self.episode.legal():
            return self._seen(), ILLEGAL[self.setup.reward], True, False, self._info() | {"illegal": True}
        self.episode.play(number)
        self._others()
        over = self.episode.over
        info = self._info()
        reward = 0.0
        if over:
            reward = self.episode.rewards()[self.seat]
            info["scores"] = [score.total for score in self.setup.game.score(self.episode.state)]
        return self._seen(), reward, over, False, info

    def _others(self) -> None:
        """Bots decide until it is the learner's turn."""
        episode = self.episode
        while not episode.over and episode.actor() != self.seat:
            seat = episode.actor()
            bot = self._bots[seat]
            assert bot is not None
            episode.do(bot.choose(episode.view(seat), self._rolls))

    def action_masks(self) -> NDArray[np.bool_]:
        """What is allowed now, as sb3-contrib asks for it."""
        mask = np.zeros(len(self.setup.actions), np.bool_)
        mask[self.episode.legal()] = True
        return mask

    def _seen(self) -> Cells:
        return np.array(self.episode.observe(self.seat), np.int32)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().astype(np.int8)}

    # ---- looking ----

    def render(self) -> Any:
        """The table as the learner sees it: printed, as text, or as the text of an SVG."""
        if self.render_mode is None:
            return None
        return draw(self.setup.game, self.episode.view(self.seat), self.seat, self.render_mode)


for _name in registry.names():
    if registry.part(_name, "envs") is not None:
        gymnasium.register(
            f"samovar/{_name.capitalize()}-v1",
            entry_point="samovar.envs.gym:SamovarEnv",
            kwargs={"game": _name},
        )
