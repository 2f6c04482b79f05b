"""One episode of an environment: a game on the integer layer, with numbered actions and automatic chance.

A ``Match`` keeps a log, can undo and validates its input. Environments need none of that and play millions of
games, so they use an ``Episode`` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from samovar.envs.action_numbering import ActionNumbering
from samovar.envs.observation_encoder import ObservationEncoder, encoder_for
from samovar.games import registry
from samovar.kernel.errors import BadInput, IllegalAction
from samovar.kernel.game import Game
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, State, View
from samovar.kernel.step import Options

REWARDS: Final = ["win", "score"]
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
        self.encoder: Final[ObservationEncoder] = encoder_for(game, self.initial_state)


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

    def reset(self, seed: int) -> None:
        """Begin a new game. The seed determines all of Nature's draws."""
        self.rng = Rng(seed)
        self.state = self.setup.initial_state.clone()
        self._play_nature()

    def _play_nature(self) -> None:
        game, state, out = self.game, self.state, self._out
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
        if self.over:
            return []
        return self.setup.actions.numbers_of(self.game.legal(self.state, self.actor()))

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
        """Return the observation of this seat, as ``setup.encoder`` encodes it."""
        return self.setup.encoder.encode(self.view(seat), seat)

    def rewards(self) -> list[float]:
        """Return the rewards by seat. The game must be over."""
        return rewards(self.game, self.state, self.setup.reward)

    def save(self) -> EpisodeSnapshot:
        return EpisodeSnapshot(self.state.clone(), copy_rng(self.rng))

    def restore(self, saved: EpisodeSnapshot) -> None:
        self.state = saved.state.clone()
        self.rng = copy_rng(saved.rng)


def copy_rng(rng: Rng) -> Rng:
    """Return a copy of the generator that will give the same numbers."""
    copy = Rng(0)
    copy.a, copy.b, copy.c, copy.d = rng.a, rng.b, rng.c, rng.d
    return copy


def rewards(game: Game, s: State, kind: str) -> list[float]:
    """Return the rewards by seat at the end of a game.

    ``win``: 1 for the winner and -1 for all others. Players who share the first place get 0.
    ``score``: the player's points minus the mean points of the others, so rewards add up to 0.
    An automa counts as one of the others.

    >>> episode = Episode(Setup("catherine", seats=3))
    >>> episode.reset(seed=7)
    >>> while not episode.over:
    ...     episode.play(episode.legal()[0])
    >>> rewards(episode.game, episode.state, "win")
    [1.0, -1.0, -1.0]
    >>> round(sum(rewards(episode.game, episode.state, "score")), 6)
    0.0
    """
    scores = game.score(s)
    if kind == "win":
        winners = sum(1 for score in scores if score.rank == 1)
        return [
            -1.0 if score.rank != 1 else 1.0 if winners == 1 else 0.0
            for score in scores
            if score.seat < s.seats
        ]
    total = sum(score.total for score in scores)
    others = len(scores) - 1
    return [score.total - (total - score.total) / others for score in scores if score.seat < s.seats]
