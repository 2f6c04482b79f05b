"""The game object of Tundra, which connects the rules in this package to the kernel."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import (
    actions,
    auxiliary,
    dice,
    frames,
    hidden,
    movement,
    obvious,
    payment,
    position,
    scoring,
    setup,
    shortcuts,
    tokens,
    towers,
    trade,
    turn,
)
from samovar.games.tundra.components import Box, Layout
from samovar.games.tundra.loading import load_box
from samovar.games.tundra.state import Setting, Tundra
from samovar.kernel.game import GameOption, Proposal, Rules, Score, Shortcut
from samovar.kernel.ints import i64
from samovar.kernel.reading import Reader
from samovar.kernel.rng import Rng
from samovar.kernel.state import Event, arg2
from samovar.kernel.step import Options, Refusal, steps_of

ON_OFF: Final = ["off", "on"]
OPTIONS: Final = [
    GameOption(
        "layout",
        "default",
        [],
        "the map: default, or an alternate for 3 or 4 players such as 3p-a or 4p-b",
        ["default", "3p-a", "3p-b", "3p-c", "4p-a", "4p-b"],
    ),
    GameOption("titles", "off", ON_OFF, "special titles, one for each player"),
    GameOption("personal_goals", "off", ON_OFF, "a secret goal for each player"),
    GameOption(
        "starters_after_goals", "off", ON_OFF, "choose starter cards after market and goals are dealt"
    ),
    GameOption("stores_variant", "off", ON_OFF, "the resources goal needs 10, 15, 20 instead of 2, 3, 4"),
    GameOption("characters", "", [], "character of each seat, for example polkan,hammy"),
    GameOption("first_player", "random", [], "random, or a seat from 1", ["random", "1", "2", "3", "4"]),
]
CHAPTERS: Final = [actions, dice, movement, payment, setup, towers, trade, turn]


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
            rules_version=2,
            replays=frozenset({1}),  # the box of version 1 has its own rules, see ``loading.py``
            first_sha256="df349fec407c600026062adb38512c9e9e9a8210fb67d6517a46409fc1b7c618",
        )

    def load(self, text: str) -> Box:
        box = load_box(text)
        tokens.register_tokens(box)
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
        self.check_characters(box, seats, options, faults)
        first = options["first_player"]
        if first != "random" and first not in [str(seat) for seat in range(1, seats + 1)]:
            faults.append(f"first_player must be random or a seat from 1 to {seats}, not {first!r}")

    def check_characters(self, box: Box, seats: int, options: dict[str, str], faults: list[str]) -> None:
        """Check the characters. The option is removed if they are in the order of the box."""
        given = options.pop("characters")
        names = given.split(",") if given else box.characters[:seats]
        if (
            len(names) != seats
            or len(set(names)) != seats
            or any(name not in box.characters for name in names)
        ):
            known = ", ".join(box.characters)
            faults.append(f"characters must be {seats} different ones of {known}, not {given!r}")
        elif names != box.characters[:seats]:
            options["characters"] = given

    def seat_option(self) -> str:
        """The option ``characters``: each player chooses a character (T-SETUP-01)."""
        return "characters"

    def seat_values(self, box: Box) -> list[str]:
        return box.characters

    def option_sets(self, seats: int) -> list[dict[str, str]]:
        """Sets of options for the laws: every map for this number of seats, with and without the modules."""
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

    def obvious(self, s: Tundra, seat: int) -> int:
        return int(obvious.obvious_answer(s, seat))

    def shortcuts(self, s: Tundra, seat: int) -> list[Shortcut]:
        return shortcuts.shortcuts(s, seat)

    def proposal(self, s: Tundra, seat: int) -> Proposal | None:
        """The proposed payment of resources that are paid one by one.

        Other prices are paid by one choice, so the question itself has a button for each payment.
        """
        is_one_button = s.depth > 0 and arg2(s.todo[s.depth - 1]) < 2
        return None if is_one_button else super().proposal(s, seat)

    def hide(self, s: Tundra, seat: int) -> None:
        hidden.hide(s, seat)

    def deal_unknown(self, s: Tundra, rng: Rng) -> None:
        hidden.deal_unknown(s, rng)

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
    """The map of these options, which ``check_options`` has accepted."""
    layout = box.layout(options["layout"], seats)
    assert layout is not None  # noqa: S101 (for the type checker)
    return layout


GAME: Final = TundraGame()
