"""Many games of one set-up, played side by side. Each has a row in shared buffers.

This is the compiled part of ``samovar.envs.batched``, which shows the buffers as numpy arrays. Every row
depends only on its own seed and actions, so the same seeds give the same bytes in batches of any size.
"""

from __future__ import annotations

from typing import Any, Final, final

from samovar.bots.guarded_bot import GuardedBot
from samovar.envs.core.observer import Observer, no_cells
from samovar.envs.core.rewards import rewards
from samovar.kernel.game import Game
from samovar.kernel.ints import i16, i64, u8, vec
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, zeros
from samovar.kernel.step import Options

Seating = list[GuardedBot | None]  # by seat: its bot, or None if the caller decides


def no_bytes(n: i64) -> vec[u8]:
    return vec[u8]([u8(0) for _ in range(n)])


def no_floats(n: i64) -> vec[float]:
    return vec[float]([0.0 for _ in range(n)])


@final
class GameBatch:
    """The games and their buffers. Row ``i`` of a buffer belongs to game ``i``.

    The buffers show the next decision of the caller. Nature and bots have played before it. A game that is
    over keeps its last row until ``begin``.
    """

    def __init__(
        self,
        game: Game,
        initial_state: State,
        observer: Observer[Any],
        actions: list[int],
        reward: str,
        n: i64,
    ) -> None:
        """``actions``: the actions of the rules by number. ``reward``: see ``rewards``."""
        self.n = n
        self.seats = initial_state.seats
        self.action_count: i64 = len(actions)
        self.cell_count: i64 = observer.size
        self.observation: vec[i16] = no_cells(n * self.cell_count)
        self.mask: vec[u8] = no_bytes(n * self.action_count)  # 1 for each legal action
        self.seat: vec[u8] = no_bytes(n)  # the seat that decides and observes
        self.reward: vec[float] = no_floats(n * self.seats)  # of the game that ended in the last step
        self.done: vec[u8] = no_bytes(n)  # 1 if a game ended in the last step
        self.ended = False  # True if any game ended in the last step

        self._game: Final = game
        self._initial_state: Final = initial_state
        self._observer: Final = observer
        self._reward_kind: Final = reward
        self._states: Final[list[State]] = [initial_state for _ in range(n)]
        self._bots: Final[list[Seating]] = [[] for _ in range(n)]
        self._rngs: Final = [Rng(0) for _ in range(n)]  # of Nature
        self._bot_rngs: Final = [Rng(0) for _ in range(n)]
        self._out: Final = Options()
        self._actions: vec[i64] = zeros(self.action_count)
        self._numbers: vec[i64] = zeros(max(actions) + 1)  # by action of the rules: its number
        for number, action in enumerate(actions):
            self._actions[number] = action
            self._numbers[action] = number
        # the numbers of the legal actions of each game, in the order of the rules
        self._legal: vec[i16] = no_cells(n * self.action_count)
        self._legal_count: vec[i64] = zeros(n)

    # ---- beginning ----

    def seed(self, i: i64, nature: int, bots: int) -> None:
        """Seed game ``i`` and all later games in its row: Nature's draws, and the choices of bots."""
        self._rngs[i] = Rng(nature)
        self._bot_rngs[i] = Rng(bots)

    def seat_bots(self, i: i64, seating: Seating) -> None:
        """Let these bots play in row ``i``. An empty list: the caller decides for all seats."""
        self._bots[i] = seating

    def begin(self, i: i64) -> None:
        """Begin a new game in row ``i``. Reward and ``done`` stay, because they belong to the last step."""
        s = self._initial_state.clone()
        self._states[i] = s
        self._out.clear()
        self._game.advance(s, self._out)
        self._play_others(i, s)
        self._show(i, s)

    def restart(self) -> None:
        """Begin a new game in each row whose game is over."""
        for i in range(self.n):
            if self._states[i].depth == 0:
                self.begin(i)

    # ---- playing ----

    def illegal(self, actions: vec[i64]) -> int:
        """Return the first row whose action is not legal, -1 if there is none."""
        count = self.action_count
        for i in range(self.n):
            number = actions[i]
            if number < 0 or number >= count or self.mask[i * count + number] == u8(0):
                return i
        return -1

    def step(self, actions: vec[i64]) -> None:
        """Play a legal action in each game. A negative number leaves the game as it is."""
        self.clear_results()
        for i in range(self.n):
            number = actions[i]
            if number >= 0:
                s = self._states[i]
                self._game.play(s, i64(self.seat[i]), self._actions[number], self._out)
                self._play_others(i, s)
                self._show(i, s)
                if s.depth == 0:
                    self._finish(i, s)

    def clear_results(self) -> None:
        """Clear the rewards and ``done`` of the last step."""
        if self.ended:
            self.ended = False
            for i in range(self.n):
                self.done[i] = u8(0)
            for i in range(self.n * self.seats):
                self.reward[i] = 0.0

    def _play_others(self, i: i64, s: State) -> None:
        """Play for Nature and for bots until the caller decides or the game is over."""
        game, out, rng, bots = self._game, self._out, self._rngs[i], self._bots[i]
        while s.depth > 0:
            seat = out.seat
            if seat == NATURE:
                game.play(s, NATURE, game.chance(s, out, rng), out)
                continue
            bot = bots[seat] if bots else None
            if bot is None:
                return
            game.play(s, seat, bot.choose(game.redact(s, seat), self._bot_rngs[i]), out)

    def _finish(self, i: i64, s: State) -> None:
        self.ended = True
        self.done[i] = u8(1)
        at = i * self.seats
        for points in rewards(self._game, s, self._reward_kind):
            self.reward[at] = points
            at += 1

    # ---- showing ----

    def _show(self, i: i64, s: State) -> None:
        """Write the row of game ``i``. When it is over, the last seat observes, and no action is legal."""
        out, mask, legal, numbers = self._out, self.mask, self._legal, self._numbers
        first = i * self.action_count
        for at in range(first, first + self._legal_count[i]):
            mask[first + i64(legal[at])] = u8(0)
        if s.depth > 0:
            self.seat[i] = u8(out.seat)
            for k in range(out.n):
                number = numbers[out.items[k]]
                legal[first + k] = i16(number)
                mask[first + number] = u8(1)
        self._legal_count[i] = out.n
        self._observer.write(s, i64(self.seat[i]), self.observation, i * self.cell_count)

    def sample_into(self, actions: vec[i64], rng: Rng) -> None:
        """Choose a random legal action for each game. The actions of games that are over do not change."""
        for i in range(self.n):
            if self._legal_count[i]:
                k = i * self.action_count + rng.below(self._legal_count[i])
                actions[i] = i64(self._legal[k])

    def state(self, i: i64) -> State:
        return self._states[i]


def as_actions(numbers: Any) -> vec[i64]:
    """Copy an array of 64-bit integers."""
    return vec[i64](numbers)
