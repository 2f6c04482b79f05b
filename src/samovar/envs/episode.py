"""One game as environments play it: the fast integer layer, numbered actions, Nature inside.

A ``Match`` keeps a log, can undo and validates its input. Environments need none of that and play millions of
games, so they use an ``Episode`` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from samovar.envs.fields import Layout
from samovar.envs.layouts import layout
from samovar.envs.numbering import Numbering
from samovar.games import registry
from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput, IllegalAction
from samovar.kernel.game import Game
from samovar.kernel.state import NATURE, State, View
from samovar.kernel.step import Options

REWARDS: Final = ["win", "score"]
ILLEGAL: Final = {"win": -1.0, "score": -100.0}  # reward for an illegal action


class Setup:
    """The settings of an environment: game, seats, options and box, validated once."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | None = None,
        reward: str = "win",
    ) -> None:
        """``components``: the text of another component file. ``reward``: see ``rewards``."""
        if reward not in REWARDS:
            raise BadInput("reward", [f"must be one of {', '.join(REWARDS)}, not {reward!r}"])
        self.game: Final[Game] = registry.game(game)
        self.seats: Final = self.game.usual_seats if seats is None else seats
        self.options: Final = dict(options or {})
        self.components: Final = components
        self.box: Final = self.game.standard_box() if components is None else self.game.load(components)
        self.reward: Final = reward
        self.beginning: Final = self.game.start(self.box, self.seats, self.options, Options())
        self.actions: Final = Numbering(self.box)
        self.layout: Final[Layout] = layout(game, self.beginning)


class Saved:
    """A snapshot of an episode: the state and the dice that Nature draws from."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state: Final = state
        self.dice: Final = dice


class Episode:
    """One game in progress."""

    def __init__(self, setup: Setup) -> None:
        self.setup: Final = setup
        self.game: Final = setup.game
        self.state: State = setup.beginning
        self.dice = Dice(0)
        self._out: Final = Options()

    def begin(self, seed: int) -> None:
        """Begin a new game, whose draws follow from the seed."""
        self.dice = Dice(seed)
        self.state = self.setup.beginning.clone()
        self._nature()

    def _nature(self) -> None:
        game, state, out = self.game, self.state, self._out
        game.advance(state, out)
        while state.depth > 0 and out.seat == NATURE:
            game.play(state, NATURE, game.chance(state, out, self.dice), out)

    @property
    def over(self) -> bool:
        return self.state.over

    def actor(self) -> int:
        """The seat that decides next. Where several decide beside each other they are asked one by one; none
        of them sees what another has chosen.
        """
        return int(self.game.actor(self.state))

    def legal(self) -> list[int]:
        """The numbers of the actions that are allowed now, ascending; none when the game is over."""
        if self.over:
            return []
        return self.setup.actions.of(self.game.legal(self.state, self.actor()))

    def play(self, number: int) -> None:
        """Play an action of the seat to move, then draw for Nature. IllegalAction if it is not legal."""
        if number not in self.legal():
            tokens = self.setup.actions.tokens
            token = tokens[number] if 0 <= number < len(tokens) else str(number)
            raise IllegalAction("not_an_option_now", "", token)
        self.do(self.setup.actions.actions[number])

    def do(self, action: int) -> None:
        """Play an action, as the rules encode it, that is known to be legal."""
        self.game.play(self.state, self.actor(), action, self._out)
        self._nature()

    def view(self, seat: int) -> View:
        return self.game.redact(self.state, seat)

    def observe(self, seat: int) -> list[int]:
        """The observation of this seat, laid out as ``setup.layout`` says."""
        return self.setup.layout.observe(self.view(seat), seat)

    def rewards(self) -> list[float]:
        """The rewards by seat, at the end of the game."""
        return rewards(self.game, self.state, self.setup.reward)

    def save(self) -> Saved:
        return Saved(self.state.clone(), copied(self.dice))

    def restore(self, saved: Saved) -> None:
        self.state = saved.state.clone()
        self.dice = copied(saved.dice)


def copied(dice: Dice) -> Dice:
    """A copy of the dice that will roll the same."""
    copy = Dice(0)
    copy.a, copy.b, copy.c, copy.d = dice.a, dice.b, dice.c, dice.d
    return copy


def rewards(game: Game, s: State, kind: str) -> list[float]:
    """The rewards by seat, at the end of a game.

    ``win``: 1 for the winner, -1 for all others; those who share the first place have 0. ``score``: by how
    many points a player is ahead of the mean of the others, so that all of them add up to 0. An automa is one
    of the others.
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
