"""Many games stepped in one call, as numpy arrays that share the memory of the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from samovar.bots.registry import seat_bot
from samovar.envs.core.game_batch import GameBatch, as_actions
from samovar.envs.core.layout import Cell
from samovar.envs.episode import Setup
from samovar.extras import needed
from samovar.kernel.errors import BadInput, IllegalAction
from samovar.kernel.rng import Rng

with needed("samovar.envs.batched", "rl"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

BOT_SEEDS: Final = 1 << 62  # added to the seed of a game for the choices of its bots


class Batch:
    """``n`` games of one set-up. ``step`` plays an action in each; a game that ends begins again at once.

    The arrays below are read-only views of the memory that ``step`` writes: they always show the present.
    Copy what you keep. Row ``i`` belongs to game ``i`` and depends only on its seed and its actions.

    - ``observation``, (n, cells), int16: what the seat to move sees. ``layout`` names every cell.
    - ``mask``, (n, actions), uint8: 1 for each legal action of this seat. ``tokens`` names the actions.
    - ``seat``, (n,), uint8: the seat to move.
    - ``reward``, (n, seats), float64: rewards of the game that ended in the last step, else 0.
    - ``done``, (n,), bool: True if a game ended in the last step. Its row shows the next game.

    >>> from samovar.envs import batch
    >>> games = batch("tundra", 64, seats=2, seed=7)
    >>> games.step(games.sample())
    >>> games.observation.shape, games.mask.shape, int(games.done.sum())
    ((64, 791), (64, 475), 0)
    """

    def __init__(self, setup: Setup, seeds: Sequence[int], bots: Mapping[int, str]) -> None:
        """Begin a game for each seed. ``batch`` validates the arguments."""
        self.setup: Final = setup
        self.n: Final = len(seeds)
        self.seats: Final = setup.seats
        self.bots: Final = dict(bots)
        self._none: Final = np.zeros(self.n, np.int64)
        self._rng: Final = Rng(seeds[0])
        self._games: Final = game_batch(setup, self.n)
        games = self._games
        if bots:
            for i in range(self.n):
                games.seat_bots(
                    i, [seat_bot(bots[p], setup.game, p) if p in bots else None for p in range(self.seats)]
                )
        self.observation: Final[NDArray[np.int16]] = shared(games.observation, np.int16, self.n, -1)
        self.mask: Final[NDArray[np.uint8]] = shared(games.mask, np.uint8, self.n, -1)
        self.seat: Final[NDArray[np.uint8]] = shared(games.seat, np.uint8, self.n)
        self.reward: Final[NDArray[np.float64]] = shared(games.reward, np.float64, self.n, -1)
        self.done: Final[NDArray[np.bool_]] = shared(games.done, np.bool_, self.n)
        self._begin(seeds)

    def layout(self) -> list[Cell]:
        """Return name and range of every cell of an observation, in order."""
        return self.setup.observer.cells

    def tokens(self) -> list[str]:
        """Return the token of every action, in the order of their numbers."""
        return self.setup.actions.tokens

    def reset(self, seed: int | Sequence[int] = 0) -> None:
        """Begin new games in all rows, as a new batch with this seed does.

        >>> batch_of_two = batch("tundra", 2, seed=7)
        >>> before = batch_of_two.observation.copy()
        >>> batch_of_two.step(batch_of_two.sample())
        >>> batch_of_two.reset(seed=7)
        >>> bool((batch_of_two.observation == before).all())
        True
        """
        self._begin(seeds_of(seed, self.n))

    def _begin(self, seeds: Sequence[int]) -> None:
        self._games.clear_results()
        for i, seed in enumerate(seeds):
            self._games.seed(i, seed, seed + BOT_SEEDS)
            self._games.begin(i)
        self._rng.seed(seeds[0])

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each game: an array of ``n`` numbers.

        BadInput or IllegalAction if an action is wrong. Then no game has changed.

        >>> games = batch("stroganov", 3, seats=2, seed=7)
        >>> games.seat.tolist()
        [0, 0, 0]
        >>> games.step(games.mask.argmax(axis=1))
        >>> games.seat.tolist(), games.done.any().item()
        ([1, 1, 1], False)
        >>> games.step([0, 0, 359])
        Traceback (most recent call last):
            ...
        samovar.kernel.errors.IllegalAction: game 0: move.1 is not allowed: not an option now
        """
        games = self._games
        played = as_actions(checked_actions(actions, self.n))
        row = games.illegal(played)
        if row >= 0:
            raise illegal_action(self.setup, row, int(played[row]))
        games.step(played)
        if games.ended:
            games.restart()

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game. The generator begins with the first seed."""
        chosen = as_actions(self._none)
        self._games.sample_into(chosen, self._rng)
        return np.array(chosen, np.int64)


def batch(
    game: str,
    n: int,
    seats: int | None = None,
    seed: int | Sequence[int] = 0,
    bots: Mapping[int, str] | None = None,
    options: Mapping[str, str] | None = None,
    components: str | None = None,
    reward: str = "win",
) -> Batch:
    """Return ``n`` games that are stepped in one call. BadInput if an argument is wrong.

    ``seed`` is that of the first game; the others have the next numbers. Or it lists ``n`` seeds. ``bots``
    maps seats to the names of the bots that play there; the caller decides for all other seats. The other
    arguments are those of PettingZoo.

    >>> games = batch("catherine", 8, seats=3, seed=7, bots={2: "greedy"})
    >>> games.observation.shape, games.mask.shape, games.reward.shape
    ((8, 449), (8, 445), (8, 3))
    >>> while not games.done.any():
    ...     games.step(games.sample())
    >>> first = games.done.argmax()
    >>> sorted(games.reward[first].tolist())
    [-1.0, -1.0, 1.0]
    """
    if type(n) is not int or n < 1:
        raise BadInput("n", [f"must be a whole number from 1 on, not {n!r}"])
    if seats is not None and type(seats) is not int:
        raise BadInput("seats", [f"must be a whole number, not {seats!r}"])
    setup = Setup(game, seats, options, components, reward)
    named = dict(bots or {})
    outside = [seat for seat in named if type(seat) is not int or not 0 <= seat < setup.seats]
    if outside:
        raise BadInput("bots", [f"seats are 0 to {setup.seats - 1}, not {seat!r}" for seat in outside])
    if len(named) == setup.seats:
        raise BadInput("bots", ["must leave a seat to the caller"])
    return Batch(setup, seeds_of(seed, n), named)


def game_batch(setup: Setup, n: int) -> GameBatch:
    """Return the compiled part of a batch of ``n`` games."""
    return GameBatch(setup.game, setup.initial_state, setup.observer, setup.actions.actions, setup.reward, n)


def shared(buffer: Any, kind: Any, *shape: int) -> NDArray[Any]:
    """Return a read-only array of this shape that shares the memory of the buffer."""
    array: NDArray[Any] = np.frombuffer(buffer, kind).reshape(shape)
    array.flags.writeable = False
    return array


def seeds_of(seed: int | Sequence[int], n: int) -> list[int]:
    """Return the seed of each of ``n`` games. BadInput if they are not whole numbers, or not ``n``."""
    if not isinstance(seed, int | list | tuple | range):
        raise BadInput("seed", [f"must be a whole number or a list of them, not {seed!r}"])
    seeds = [seed + i for i in range(n)] if isinstance(seed, int) else list(seed)
    faults = [f"must be whole numbers, not {found!r}" for found in seeds if type(found) is not int]
    if len(seeds) != n:
        faults.append(f"must be one number or {n}, not {len(seeds)}")
    if faults:
        raise BadInput("seed", faults[:1])
    return seeds


def checked_actions(actions: ArrayLike, n: int) -> NDArray[np.int64]:
    """Return the actions as an array of 64-bit integers. BadInput if they are not ``n`` whole numbers."""
    try:
        found = np.asarray(actions)
    except ValueError as error:
        raise BadInput("actions", [f"must be an array of {n} whole numbers: {error}"]) from None
    if found.shape != (n,) or found.dtype.kind not in "iu":
        raise BadInput(
            "actions", [f"must be {n} whole numbers, not an array of {found.dtype} and shape {found.shape}"]
        )
    return np.ascontiguousarray(found, np.int64)


def illegal_action(setup: Setup, row: int, number: int) -> IllegalAction:
    """Return the error for an action that is not legal in this row."""
    tokens = setup.actions.tokens
    token = tokens[number] if 0 <= number < len(tokens) else str(number)
    return IllegalAction("not_an_option_now", "", f"game {row}: {token}")
