"""Tundra: its chapters, and how the kernel sets it up, shows it, scores it and writes it down."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import (
    actions,
    architecture,
    auxiliary,
    dice,
    frames,
    hidden,
    movement,
    position,
    scoring,
    setup,
    tokens,
    trade,
    turn,
)
from samovar.games.tundra.components import Box, Layout
from samovar.games.tundra.loading import load_box
from samovar.games.tundra.state import Setting, Tundra
from samovar.kernel.dice import Dice
from samovar.kernel.game import Option, Rules, Score
from samovar.kernel.ints import i64
from samovar.kernel.reading import Reader
from samovar.kernel.state import Event
from samovar.kernel.step import Options, Refusal, steps_of

ON_OFF: Final = ["off", "on"]
OPTIONS: Final = [
    Option(
        "layout",
        "default",
        [],
        "the map: default, or an alternate for 3 or 4 players such as 3p-a or 4p-b",
        ["default", "3p-a", "3p-b", "3p-c", "4p-a", "4p-b"],
    ),
    Option("titles", "off", ON_OFF, "special titles, one for each player"),
    Option("personal_goals", "off", ON_OFF, "a secret goal for each player"),
    Option("starters_after_goals", "off", ON_OFF, "choose starter cards when market and goals are known"),
    Option("stores_variant", "off", ON_OFF, "the goal of resources asks for 10, 15, 20 instead of 2, 3, 4"),
    Option("first_player", "random", [], "random, or a seat from 1", ["random", "1", "2", "3", "4"]),
]
CHAPTERS: Final = [actions, architecture, dice, movement, setup, trade, turn]


class TundraGame(Rules[Tundra, Box]):
    """Tundra for two to four players."""

    def __init__(self) -> None:
        super().__init__(
            "tundra",
            "Tundra",
            2,
            4,
            OPTIONS,
            steps_of(frames.STEPS, CHAPTERS),
            hidden=True,
            first_box="df349fec407c600026062adb38512c9e9e9a8210fb67d6517a46409fc1b7c618",
        )

    def load(self, text: str) -> Box:
        box = load_box(text)
        tokens.enter_tokens(box)
        return box

    def check_options(self, box: Box, seats: int, options: dict[str, str], faults: list[str]) -> None:
        layout = box.layout(options["layout"], seats)
        if layout is None:
            known = ", ".join(other.id for other in box.layouts if other.players == seats)
            faults.append(
                f"layout for {seats} seats must be default or one of {known}, not {options['layout']!r}"
            )
        elif layout.standard:
            options["layout"] = "default"
        first = options["first_player"]
        if first != "random" and first not in [str(seat) for seat in range(1, seats + 1)]:
            faults.append(f"first_player must be random or a seat from 1 to {seats}, not {first!r}")

    def option_sets(self, seats: int) -> list[dict[str, str]]:
        """Every map, with and without the modules."""
        sets: list[dict[str, str]] = []
        layouts = self.standard_box().layouts
        for i, layout in enumerate(layout for layout in layouts if layout.players == seats):
            on = "off" if i == 0 else "on"
            sets.append(
                {"layout": "default" if layout.standard else layout.id, "titles": on, "personal_goals": on}
            )
        sets.append(
            {
                "titles": "on",
                "personal_goals": "on",
                "starters_after_goals": "on",
                "stores_variant": "on",
                "first_player": "2",
            }
        )
        return sets

    def new(self, box: Box, seats: int, options: dict[str, str]) -> Tundra:
        return setup.begin(box, chosen_layout(box, seats, options), seats, options)

    def auxiliary(self, s: Tundra, seat: i64, out: Options) -> None:
        auxiliary.offer_auxiliary(s, seat, out)

    def apply_auxiliary(self, s: Tundra, seat: i64, a: i64) -> None:
        auxiliary.do_auxiliary(s, seat, a)

    def auxiliary_refusals(self, s: Tundra, seat: int, out: list[Refusal]) -> None:
        auxiliary.refuse_auxiliary(s, seat, out)

    def hide(self, s: Tundra, seat: int) -> None:
        hidden.hide(s, seat)

    def deal(self, s: Tundra, dice: Dice) -> None:
        hidden.deal(s, dice)

    def seen(self, event: Event, seat: int) -> Event:
        return hidden.seen(event, seat)

    def score(self, s: Tundra) -> list[Score]:
        return scoring.scores(s)

    def faults(self, s: Tundra) -> list[str]:
        return position.faults(s)

    def options_of(self, s: Tundra) -> dict[str, str]:
        return s.setting.options

    def write_body(self, s: Tundra, top: list[str], tables: list[str]) -> None:
        position.write(s, top, tables)

    def read_body(self, reader: Reader, box: Box, seats: int, options: dict[str, str]) -> Tundra:
        layout = chosen_layout(box, seats, options)
        return position.read(reader, Tundra(box, Setting(layout, options), seats))

    def default_stack(self, s: Tundra, reader: Reader) -> list[int]:
        return position.default_stack(s, reader)

    def turn(self, s: Tundra) -> int:
        return int(s.round << 16 | s.turns)

    def stack_faults(self, s: Tundra) -> list[str]:
        return position.stack_faults(s)


def chosen_layout(box: Box, seats: int, options: dict[str, str]) -> Layout:
    """The map that options name which ``check_options`` has accepted."""
    layout = box.layout(options["layout"], seats)
    assert layout is not None
    return layout


GAME: Final = TundraGame()
