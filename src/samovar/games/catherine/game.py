"""Catherine: the list of its steps, and how the kernel sets it up, shows it, scores it and writes it down."""

from __future__ import annotations

from typing import Final, cast

from samovar.games.catherine import actions, hand, hidden, interim, position, scoring, setup, tokens, turn
from samovar.games.catherine.components import Box, load_box, standard_text
from samovar.games.catherine.state import Catherine, Setting, empty
from samovar.kernel.components import Components
from samovar.kernel.dice import Dice
from samovar.kernel.game import Game, Option, Score
from samovar.kernel.reading import Reader
from samovar.kernel.state import Event, State, View

OPTIONS: Final = [
    Option(
        "names", "printed", ["printed", "modern"], "names of the cities: as printed, or as they are today"
    ),
]


class CatherineGame(Game):
    """Catherine: The Cities of the Tsarina, for two to four players."""

    def __init__(self) -> None:
        super().__init__(
            "catherine",
            "Catherine: The Cities of the Tsarina",
            2,
            4,
            OPTIONS,
            [  # in the order of frames.py
                turn.Calendar(),
                setup.DealOrder(),
                setup.ChooseStart(),
                setup.Lay(),
                hand.Draw(),
                hand.Deal(),
                turn.PlayCards(),
                turn.ActionCard(),
                turn.ActivationCard(),
                turn.Place(),
                actions.Actions(),
                actions.Perform(),
                actions.Pay(),
                actions.Build(),
                actions.Performed(),
                actions.Bonus(),
                interim.Cannons(),
                interim.Books(),
                interim.BookResidences(),
                interim.BuildAnywhere(),
                interim.ScoreDecade(),
                interim.Clear(),
            ],
        )

    def load(self, text: str) -> Components:
        box = load_box(text)
        tokens.enter_tokens(box)
        return box

    def standard_text(self) -> str:
        return standard_text()

    def new(self, box: Components, seats: int, options: dict[str, str]) -> State:
        return setup.begin(cast(Box, box), seats, options)

    def redact(self, s: State, seat: int) -> View:
        return View(hidden.redact(cast(Catherine, s), seat))

    def fill(self, view: View, dice: Dice) -> State:
        return hidden.fill(cast(Catherine, view), dice)

    def seen(self, event: Event, seat: int) -> Event:
        return hidden.seen(event, seat)

    def score(self, s: State) -> list[Score]:
        return scoring.scores(cast(Catherine, s))

    def faults(self, s: State) -> list[str]:
        return position.faults(cast(Catherine, s))

    def passage_faults(self, before: State, after: State) -> list[str]:
        return position.passage_faults(cast(Catherine, before), cast(Catherine, after))

    def options_of(self, s: State) -> dict[str, str]:
        return cast(Catherine, s).setting.options

    def write_body(self, s: State, top: list[str], tables: list[str]) -> None:
        position.write(cast(Catherine, s), top, tables)

    def read_body(self, reader: Reader, box: Components, seats: int, options: dict[str, str]) -> State:
        return position.read(reader, empty(cast(Box, box), Setting(options), seats))

    def default_stack(self, s: State, reader: Reader) -> list[int]:
        return position.default_stack(cast(Catherine, s), reader)

    def turn(self, s: State) -> int:
        table = cast(Catherine, s)
        return int(table.decade << 8 | table.round)

    def stack_faults(self, s: State) -> list[str]:
        return position.stack_faults(cast(Catherine, s))


GAME: Final = CatherineGame()
