"""The Gymnasium environment of all games: one learner in a seat, bots in the others.

Importing this module registers ``samovar/GAME-v1`` (GAME capitalized) for each game that has observations,
for ``gymnasium.make`` and, with ``samovar.envs.vector``, for ``gymnasium.make_vec``.
``gymnasium.make("samovar.envs.gym:samovar/GAME-v1")`` imports it automatically.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from samovar.bots.guarded_bot import GuardedBot
from samovar.bots.registry import seat_bots
from samovar.envs.core.layout import Cell
from samovar.envs.episode import ILLEGAL_ACTION_REWARD, Episode, Setup
from samovar.envs.rendering import RENDER_MODES, render_table
from samovar.extras import needed
from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.rng import Rng

with needed("samovar.envs.gym", "rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from samovar.envs.aec import MAX_SEED, as_cells, check_render_mode, observation_box

RANDOM_SEAT: Final = "random"
METADATA: Final[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

Cells = NDArray[np.int32]
Info = dict[str, Any]


class SamovarEnv(gymnasium.Env[Any, np.int64]):
    """One game as a single-agent environment. After each step, bots play until it is the learner's turn.

    An observation encodes what the learner's seat sees (``layout`` names every cell). ``action_masks`` and
    ``info["action_mask"]`` mark the legal actions. An illegal action loses the game at once.

    >>> env = SamovarEnv("tundra", seats=2)
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, int(info["action_mask"].sum())
    ((791,), 16)
    >>> legal = int(env.action_masks().nonzero()[0][0])
    >>> observation, reward, terminated, truncated, info = env.step(legal)
    >>> reward, terminated, truncated
    (0.0, False, False)
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
        """Validate the settings. BadInput if one is wrong.

        ``seat`` is the learner's seat, or "random" to draw one for each game. ``opponents`` names one bot for
        all other seats or one for each, as in ``samovar sim --bots``.
        """
        check_render_mode(render_mode)
        self.setup: Final = Setup(game, seats, options, components, reward)
        if seat != RANDOM_SEAT and seat not in range(self.setup.seats):
            raise BadInput("seat", [f"must be 0 to {self.setup.seats - 1} or random, not {seat!r}"])
        self.opponents: Final = opponents
        self.render_mode = render_mode
        self.episode: Final = Episode(self.setup)
        self.observation_space = observation_box(self.setup.observer)
        self.action_space = spaces.Discrete(len(self.setup.actions))
        self.seat = 0
        self._draws_seat: Final = seat == RANDOM_SEAT
        self._bots: list[GuardedBot | None] = []
        self._bot_rng = Rng(0)
        self._assign_seats(0 if isinstance(seat, str) else seat)

    def _assign_seats(self, seat: int) -> None:
        """Give the learner this seat and bots the others."""
        self.seat = seat
        others = [other for other in range(self.setup.seats) if other != seat]
        players = seat_bots(self.opponents, self.setup.game, others) if others else []
        self._bots = [*players[:seat], None, *players[seat:]]

    # ---- spaces ----

    def layout(self) -> list[Cell]:
        """Return name and range of every number of the observation, in order."""
        return self.setup.observer.cells

    def tokens(self) -> list[str]:
        """Return the token of every action, in the order of their numbers."""
        return self.setup.actions.tokens

    # ---- playing ----

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Cells, Info]:
        super().reset(seed=seed)
        if self._draws_seat:
            self._assign_seats(int(self.np_random.integers(self.setup.seats)))
        self.episode.reset(int(self.np_random.integers(MAX_SEED)))
        self._bot_rng = Rng(int(self.np_random.integers(MAX_SEED)))
        self._play_bots()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Cells, float, bool, bool, Info]:
        """Play an action of the learner. At the end ``info["scores"]`` has the points of all players."""
        number = int(action)
        if number not in self.episode.legal():
            return (
                self._observation(),
                ILLEGAL_ACTION_REWARD[self.setup.reward],
                True,
                False,
                self._info() | {"illegal": True},
            )
        self.episode.play(number)
        self._play_bots()
        over = self.episode.over
        info = self._info()
        reward = 0.0
        if over:
            reward = self.episode.rewards()[self.seat]
            info["scores"] = [score.total for score in self.setup.game.score(self.episode.state)]
        return self._observation(), reward, over, False, info

    def _play_bots(self) -> None:
        """Let the bots play until it is the learner's turn or the game is over."""
        episode = self.episode
        while not episode.over and episode.actor() != self.seat:
            seat = episode.actor()
            bot = self._bots[seat]
            assert bot is not None  # noqa: S101 (for the type checker)
            episode.apply(bot.choose(episode.view(seat), self._bot_rng))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask as booleans. sb3-contrib calls this method by its name."""
        mask = np.zeros(len(self.setup.actions), np.bool_)
        mask[self.episode.legal()] = True
        return mask

    def _observation(self) -> Cells:
        return as_cells(self.episode.observation(self.seat))

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().astype(np.int8)}

    # ---- rendering ----

    def render(self) -> Any:
        """Print or return the table as the learner sees it (``render_table``)."""
        if self.render_mode is None:
            return None
        return render_table(self.setup.game, self.episode.view(self.seat), self.seat, self.render_mode)


for _name in registry.names():
    if registry.part(_name, "envs") is not None:
        gymnasium.register(
            f"samovar/{_name.capitalize()}-v1",
            entry_point="samovar.envs.gym:SamovarEnv",
            vector_entry_point="samovar.envs.vector:SamovarVectorEnv",
            kwargs={"game": _name},
        )
