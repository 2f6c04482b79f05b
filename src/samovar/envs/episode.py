"""One episode of an environment: a game on the integer layer, with numbered actions and automatic chance.

A ``Match`` keeps a log, can undo and validates its input. Environments need none of that and play millions of
games, so they use an ``Episode`` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from samovar.envs.action_numbering import ActionNumbering
from samovar.envs.core.observer import Observer, observer_for
from samovar.envs.core.rewards import REWARDS, rewards
from samovar.games import registry
from samovar.kernel.errors import BadInput, IllegalAction
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, View
from samovar.kernel.step import Options

ILLEGAL_ACTION_REWARD: Final = {"win": -1.0, "score": -100.0}  # reward for an illegal action


class Setup:
    """The settings of an environment: game, seats, options and box, validated once.

    >>> setup = Setup("catherine", seats=3)
    >>> setup.seats, setup.reward, len(setup.actions)
    (3, 'win', 445)
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        reward: str = "win",
    ) -> None:
        """Validate the settings. BadInput if one is wrong.

        ``components`` is the text of another component file. ``reward`` is explained at ``rewards``.
        """
        if reward not in REWARDS:
            raise BadInput("reward", [f"must be one of {', '.join(REWARDS)}, not {reward!r}"])
        self.game: Final[Game] = registry.game(game)
        self.seats: Final = self.game.usual_seats if seats is None else seats
        self.options: Final = dict(options or {})
        self.components: Final = components
        self.box: Final = self.game.standard_box() if components is None else self.game.load(components)
        self.reward: Final = reward
        self.initial_state: Final = self.game.start(self.box, self.seats, self.options, Options())
        self.actions: Final = ActionNumbering(self.box)
        self.observer: Final[Observer[Any]] = observer_for(game, self.initial_state)


class EpisodeSnapshot:
    """A copy of an episode's state and of Nature's random generator."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.state: Final = state
        self.rng: Final = rng


class Episode:
    """One game in progress.

    >>> episode = Episode(Setup("stroganov", seats=2))
    >>> episode.reset(seed=7)
    >>> while not episode.over:
    ...     episode.play(episode.legal()[0])
    >>> episode.rewards()
    [-1.0, 1.0]
    """

    def __init__(self, setup: Setup) -> None:
        self.setup: Final = setup
        self.game: Final = setup.game
        self.state: State = setup.initial_state
        self.rng = Rng(0)
        self._out: Final = Options()
        self._legal: list[int] | None = None  # numbers of the legal actions, None until somebody asks

    def reset(self, seed: int) -> None:
        """Begin a new game. The seed determines all of Nature's draws."""
        self.rng = Rng(seed)
        self.state = self.setup.initial_state.clone()
        self._play_nature()

    def _play_nature(self) -> None:
        game, state, out = self.game, self.state, self._out
        self._legal = None
        game.advance(state, out)
        while state.depth > 0 and out.seat == NATURE:
            game.play(state, NATURE, game.chance(state, out, self.rng), out)

    @property
    def over(self) -> bool:
        return self.state.over

    def actor(self) -> int:
        """Return the seat that decides next.

        Seats that decide simultaneously are asked one after the other. None of them sees another's choice.
        """
        return int(self.game.actor(self.state))

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions in ascending order, ``[]`` when the game is over."""
        if self._legal is None:
            self._legal = []
            if not self.over:
                self.game.legal_into(self.state, self.actor(), self._out)
                self._legal = self.setup.actions.numbers_of(self._out.list())
        return self._legal

    def play(self, number: int) -> None:
        """Play an action of the seat to move, then draw for Nature. IllegalAction if it is not legal."""
        if number not in self.legal():
            tokens = self.setup.actions.tokens
            token = tokens[number] if 0 <= number < len(tokens) else str(number)
            raise IllegalAction("not_an_option_now", "", token)
        self.apply(self.setup.actions.actions[number])

    def apply(self, action: int) -> None:
        """Play an action of the rules without checking that it is legal."""
        self.game.play(self.state, self.actor(), action, self._out)
        self._play_nature()

    def view(self, seat: int) -> View:
        return self.game.redact(self.state, seat)

    def observe(self, seat: int) -> list[int]:
        """Return the observation of this seat as a list (``setup.observer``)."""
        return self.setup.observer.observe(self.state, seat)

    def observation(self, seat: int) -> Any:
        """Return the observation of this seat in a buffer of 16-bit integers, for ``numpy.frombuffer``."""
        return self.setup.observer.buffer(self.state, seat)

    def rewards(self) -> list[float]:
        """Return the rewards by seat. The game must be over."""
        return rewards(self.game, self.state, self.setup.reward)

    def save(self) -> EpisodeSnapshot:
        return EpisodeSnapshot(self.state.clone(), copy_rng(self.rng))

    def restore(self, saved: EpisodeSnapshot) -> None:
        self.state = saved.state.clone()
        self._legal = None
        self.rng = copy_rng(saved.rng)


def copy_rng(rng: Rng) -> Rng:
    """Return a copy of the generator that will give the same numbers."""
    copy = Rng(0)
    copy.a, copy.b, copy.c, copy.d = rng.a, rng.b, rng.c, rng.d
    return copy
