"""The game object of Catherine, which connects the rules in this package to the kernel.

The sections that the modules name are those of rules/catherine.md.
"""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import (
    actions,
    frames,
    hand,
    hidden,
    interim,
    payment,
    position,
    scoring,
    setup,
    shortcuts,
    tokens,
    turn,
)
from samovar.games.catherine.components import Box
from samovar.games.catherine.loading import load_box
from samovar.games.catherine.state import Catherine, Setting
from samovar.kernel.game import GameOption, Rules, Score, Shortcut
from samovar.kernel.reading import Reader
from samovar.kernel.rng import Rng
from samovar.kernel.state import Event
from samovar.kernel.step import steps_of

OPTIONS: Final = [
    GameOption(
        "names", "printed", ["printed", "modern"], "names of the cities: as printed, or as they are today"
    ),
]
CHAPTERS: Final = [actions, hand, interim, payment, setup, turn]


class CatherineGame(Rules[Catherine, Box]):
    """Catherine: The Cities of the Tsarina, for two to four players."""

    def __init__(self) -> None:
        super().__init__(
            "catherine",
            "Catherine: The Cities of the Tsarina",
            2,
            4,
            OPTIONS,
            steps_of(frames.STEPS, CHAPTERS),
            hidden=True,
            rules_version=2,
            # Logs of version 1 replay, except those in which version 1 renewed the draw pile later.
            replays=frozenset({1}),
            first_sha256="e4b038d03339eec8788e9c60eb075bdc0bff372fe53d6ecab87026935abf6f5e",
        )

    def load(self, text: str) -> Box:
        box = load_box(text)
        tokens.register_tokens(box)
        return box

    def new(self, box: Box, seats: int, options: dict[str, str]) -> Catherine:
        return setup.begin(box, seats, options)

    def hide(self, s: Catherine, seat: int) -> None:
        hidden.hide(s, seat)

    def deal_unknown(self, s: Catherine, rng: Rng) -> None:
        hidden.deal_unknown(s, rng)

    def seen(self, event: Event, seat: int) -> Event:
        return hidden.seen(event, seat)

    def obvious(self, s: Catherine, seat: int) -> int:
        return int(actions.obvious_answer(s, seat))

    def shortcuts(self, s: Catherine, seat: int) -> list[Shortcut]:
        return shortcuts.shortcuts(s, seat)

    def score(self, s: Catherine) -> list[Score]:
        return scoring.scores(s)

    def faults(self, s: Catherine) -> list[str]:
        return position.faults(s)

    def transition_faults(self, before: Catherine, after: Catherine) -> list[str]:
        return position.transition_faults(before, after)

    def options_of(self, s: Catherine) -> dict[str, str]:
        return s.setting.options

    def write_body(self, s: Catherine, top: list[str], tables: list[str]) -> None:
        position.write(s, top, tables)

    def read_body(self, reader: Reader, box: Box, seats: int, options: dict[str, str]) -> Catherine:
        return position.read(reader, Catherine(box, Setting(options), seats))

    def default_stack(self, s: Catherine, reader: Reader) -> list[int]:
        return position.default_stack(s, reader)

    def turn(self, s: Catherine) -> int:
        return int(s.decade << 8 | s.round)

    def stack_faults(self, s: Catherine) -> list[str]:
        return position.stack_faults(s)


GAME: Final = CatherineGame()
