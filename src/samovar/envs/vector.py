"""The vector environment of Gymnasium: many games of one learner against bots, stepped in one call.

``gymnasium.make_vec("samovar/GAME-v1", num_envs=64)`` makes one. With the same seeds it is equal to
``SyncVectorEnv`` over as many single environments (``samovar.envs.gym``), but faster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from samovar.bots.registry import seat_bots
from samovar.envs.batched import checked_actions, game_batch, shared
from samovar.envs.core.game_batch import as_actions
from samovar.envs.core.layout import Cell
from samovar.envs.episode import ILLEGAL_ACTION_REWARD, Setup
from samovar.envs.rendering import RENDER_MODES, render_table
from samovar.extras import needed
from samovar.games import registry
from samovar.kernel.errors import BadInput

with needed("samovar.envs.vector", "rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from samovar.envs.aec import MAX_SEED, check_render_mode, observation_box

RANDOM_SEAT: Final = "random"

Cells = NDArray[np.int32]
Flags = NDArray[np.bool_]
Info = dict[str, Any]


class SamovarVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` games, each with one learner. After each step, bots play until it is a learner's turn.

    Observations, rewards and infos are those of ``SamovarEnv``, one row for each game. ``autoreset_mode`` is
    one of Gymnasium's: with ``NEXT_STEP``, the step after the end of a game ignores the action and begins the
    next game. With ``SAME_STEP`` it begins in the same step, and ``info["final_obs"]`` has the last
    observation. With ``DISABLED`` the caller resets: ``reset(options={"reset_mask": terminated})``.

    >>> import gymnasium, samovar.envs.gym
    >>> envs = gymnasium.make_vec("samovar/Catherine-v1", num_envs=3, opponents="greedy")
    >>> observations, info = envs.reset(seed=7)
    >>> observations.shape, info["action_mask"].shape
    ((3, 397), (3, 445))
    >>> legal = info["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminated, truncated, info = envs.step(legal)
    >>> rewards.tolist(), terminated.tolist()
    ([0.0, 0.0, 0.0], [False, False, False])
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str = registry.FIRST,
        seats: int | None = None,
        seat: int | str = 0,
        opponents: str = "random",
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Validate the settings. BadInput if one is wrong. They are those of ``SamovarEnv``."""
        check_render_mode(render_mode)
        if type(num_envs) is not int or num_envs < 1:
            raise BadInput("num_envs", [f"must be a whole number from 1 on, not {num_envs!r}"])
        self.setup: Final = Setup(game, seats, options, components, reward)
        if seat != RANDOM_SEAT and seat not in range(self.setup.seats):
            raise BadInput("seat", [f"must be 0 to {self.setup.seats - 1} or random, not {seat!r}"])
        if autoreset_mode not in [*AutoresetMode, *(mode.value for mode in AutoresetMode)]:
            names = ", ".join(mode.value for mode in AutoresetMode)
            raise BadInput("autoreset_mode", [f"must be one of {names}, not {autoreset_mode!r}"])
        self.autoreset_mode: Final = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.opponents: Final = opponents
        self.single_observation_space = observation_box(self.setup.observer)
        self.single_action_space = spaces.Discrete(len(self.setup.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats: Final = np.zeros(num_envs, np.int64)  # the learner's seat in each game
        self._draws_seat: Final = seat == RANDOM_SEAT
        self._games: Final = game_batch(self.setup, num_envs)
        self._cells: Final = shared(self._games.observation, np.int16, num_envs, -1)
        self._mask: Final = shared(self._games.mask, np.uint8, num_envs, -1)
        self._reward: Final = shared(self._games.reward, np.float64, num_envs, -1)
        self._done: Final = shared(self._games.done, np.bool_, num_envs)
        self._rows: Final = np.arange(num_envs)
        self._ended: Flags = np.zeros(num_envs, np.bool_)  # games that wait for a reset
        self._generators: Final = [seeding.np_random() for _ in range(num_envs)]
        self._share_generators()
        for i in range(num_envs):
            self._assign_seats(i, 0 if isinstance(seat, str) else seat)

    def _assign_seats(self, i: int, seat: int) -> None:
        """Give the learner of game ``i`` this seat and bots the others."""
        self.seats[i] = seat
        others = [other for other in range(self.setup.seats) if other != seat]
        bots = seat_bots(self.opponents, self.setup.game, others) if others else []
        self._games.seat_bots(i, [*bots[:seat], None, *bots[seat:]])

    # ---- spaces and seeds ----

    def layout(self) -> list[Cell]:
        """Return name and range of every number of an observation, in order."""
        return self.setup.observer.cells

    def tokens(self) -> list[str]:
        """Return the token of every action, in the order of their numbers."""
        return self.setup.actions.tokens

    def _share_generators(self) -> None:
        """Show the generator and the seed of each game in ``np_random`` and ``np_random_seed``."""
        self._np_random: Any = tuple(generator for generator, _ in self._generators)
        self._np_random_seed: Any = tuple(seed for _, seed in self._generators)

    # ---- playing ----

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Cells, Info]:
        """Begin new games: all, or those of ``options["reset_mask"]``."""
        seeds = self._seeds(seed)
        mask = self._reset_mask(options or {})
        for i in self._rows[mask]:
            if (new := seeds[i]) is not None:
                self._generators[i] = seeding.np_random(new)
            self._begin(int(i))
        self._ended[mask] = False
        self._share_generators()
        return self._observations(), self._info(mask)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return [seed + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"seed must be one number or {self.num_envs}, not {len(seed)}")
        return list(seed)

    def _reset_mask(self, options: dict[str, Any]) -> Flags:
        """Return the games to reset. TypeError or ValueError, as from Gymnasium, if the mask is wrong."""
        if "reset_mask" not in options:
            return np.ones(self.num_envs, np.bool_)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"reset_mask must be an array of bool, not {mask!r}")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"reset_mask must be {self.num_envs} flags, at least one of them True, not {mask!r}"
            )
        return mask

    def _begin(self, i: int) -> None:
        """Begin a new game in row ``i``, as ``SamovarEnv.reset`` does."""
        generator = self._generators[i][0]
        if self._draws_seat:
            self._assign_seats(i, int(generator.integers(self.setup.seats)))
        nature = int(generator.integers(MAX_SEED))
        self._games.seed(i, nature, int(generator.integers(MAX_SEED)))
        self._games.begin(i)

    def step(self, actions: Any) -> tuple[Cells, NDArray[np.float64], Flags, Flags, Info]:
        """Play an action in each game. An illegal action loses that game at once.

        At the end of a game ``info["scores"]`` has the points of all of its players.
        """
        played = checked_actions(actions, self.num_envs).copy()
        resets = self._ended
        if self.autoreset_mode == AutoresetMode.DISABLED and resets.any():
            raise BadInput("actions", [f"game {resets.argmax()} is over: reset it first"])
        illegal = ~resets & ((played < 0) | (played >= self._mask.shape[1]))
        played[illegal] = 0
        illegal |= ~resets & (self._mask[self._rows, played] == 0)
        played[illegal | resets] = -1  # these games stay as they are
        self._games.step(as_actions(played))

        rewards = self._reward[self._rows, self.seats]
        rewards[illegal] = ILLEGAL_ACTION_REWARD[self.setup.reward]
        terminated = self._done | illegal
        self._ended = terminated.copy()
        for i in self._rows[resets]:
            self._begin(int(i))
        info: Info = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminated.any():
            for i in self._rows[terminated]:
                final = {
                    "final_obs": self._cells[i].astype(np.int32),
                    "final_info": self._last_info(i, illegal),
                }
                info = self._add_info(info, final, int(i))
                self._begin(int(i))
            self._ended[:] = False
        else:
            for i in self._rows[terminated]:
                info = self._add_info(info, self._last_info(i, illegal), int(i))
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, terminated, truncated, info | self._info(self._rows >= 0)

    def action_masks(self) -> Flags:
        """Return the action mask of each game as booleans, as ``SamovarEnv.action_masks`` does for one."""
        return self._mask.astype(np.bool_)

    def _observations(self) -> Cells:
        return self._cells.astype(np.int32)

    def _info(self, rows: Flags) -> Info:
        """Return the action masks of these rows."""
        return {"action_mask": self._mask.astype(np.int8) * rows[:, None], "_action_mask": rows.copy()}

    def _last_info(self, i: int, illegal: Flags) -> Info:
        """Return the info of a game that has just ended."""
        info: Info = {"action_mask": self._mask[i].astype(np.int8)}
        if illegal[i]:
            info["illegal"] = True
        else:
            info["scores"] = [score.total for score in self.setup.game.score(self._games.state(i))]
        return info

    # ---- rendering ----

    def render(self) -> tuple[Any, ...] | None:
        """Print or return the table of each game as its learner sees it (``render_table``)."""
        if self.render_mode is None:
            return None
        game = self.setup.game
        return tuple(
            render_table(game, game.redact(self._games.state(i), int(seat)), int(seat), self.render_mode)
            for i, seat in enumerate(self.seats)
        )
