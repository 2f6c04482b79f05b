"""Games whose positions and records are kept byte for byte: the text formats are for others to rely on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import samovar
from samovar.kernel.dice import Dice

GOLDEN = Path(__file__).parent.parent / "golden"


@dataclass(frozen=True)
class Case:
    """A random game that follows from its seed, and the decision at which its position is written down."""

    name: str
    seats: int
    seed: int
    options: dict[str, str]
    decisions: int

    def play(self) -> tuple[str, str]:
        """The position on the way and the record of the whole game."""
        m = samovar.Match("stroganov", self.seats, self.seed, self.options)
        dice = Dice(-1 - self.seed)
        position = ""
        decisions = 0
        while not m.over:
            if decisions == self.decisions:
                position = m.position()
            seat = m.actors()[0]
            tokens = m.options(seat)
            m.play(seat, tokens[dice.below(len(tokens))])
            decisions += 1
        return position or m.position(), m.record()


GOLDEN_CASES = [
    Case("stroganov-start-wishes", 2, 1, {}, 0),
    Case("stroganov-first-turns", 3, 2, {"boards": "b"}, 20),
    Case("stroganov-mixed-boards", 4, 3, {"boards": "abba", "colours": "yellow,red,green,blue"}, 150),
    Case("stroganov-random-regions", 2, 4, {"region_furs": "random"}, 100),
    Case("stroganov-last-year", 3, 5, {"boards": "bab", "region_furs": "random"}, 200),
    Case("stroganov-the-end", 4, 6, {"boards": "b"}, 9999),
]
