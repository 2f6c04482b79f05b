"""Counting all sequences of actions from a position: a change of any option anywhere changes the count."""

from __future__ import annotations

from pathlib import Path

from samovar.games.registry import game as rules
from samovar.kernel.game import Game
from samovar.kernel.reading import Reader, read_toml
from samovar.kernel.state import State
from samovar.kernel.step import Options

PERFT = Path(__file__).parent.parent / "perft"


def begin(text: str) -> tuple[Game, State]:
    """The game and the state of a position, with Nature's draws still to come: a Match would draw them."""
    game = rules("stroganov")
    s = game.read(Reader(read_toml(text, "position"), "", []), game.standard_box())
    game.advance(s, Options())
    return game, s


def perft(game: Game, s: State, depth: int) -> int:
    """Sequences of so many actions. Each outcome that Nature may draw is one; what is over has no more."""
    actors = game.actors(s)
    if not actors:
        return 0
    seat = actors[0]
    actions = game.legal(s, seat)
    if depth == 1:
        return len(actions)
    total = 0
    out = Options()
    for action in actions:
        after = s.clone()
        game.play(after, seat, action, out)
        total += perft(game, after, depth - 1)
    return total
