"""The game object of Stroganov, which connects the rules in this package to the kernel.

The sections that the modules name are those of rules/stroganov.md.
"""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import (
    advanced,
    automa,
    auxiliary,
    basic,
    frames,
    furs,
    hidden,
    obvious,
    payment,
    position,
    rewards,
    scoring,
    setup,
    shortcuts,
    story,
    tokens,
    trophy,
    turn,
    winter,
    wishes,
)
from samovar.games.stroganov.components import AUTOMAS, COLOURS, FOCUSES, WINTER, Box
from samovar.games.stroganov.loading import load_box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.game import GameOption, Rules, Score, Shortcut
from samovar.kernel.ints import i64
from samovar.kernel.reading import Reader
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options, Refusal, steps_of

OPTIONS: Final = [
    GameOption(
        "boards", "a", [], "side of the player boards: a, b, or a letter per seat such as abba", ["a", "b"]
    ),
    GameOption("colours", "", [], "colour of each seat, for example red,blue (matters with side b)"),
    GameOption(
        "region_furs", "ascending", ["ascending", "random"], "region furs in order, or dealt at random"
    ),
    GameOption("automa", "ivan", AUTOMAS, "solo game: the opponent"),
    GameOption("focus", "none", ["none", *FOCUSES], "solo game: emphasis of the opponent's deck, by letter"),
    GameOption(
        "coin_when_fur_missing",
        "off",
        ["off", "on"],
        "solo game, harder: a coin for the opponent when a fur is missing",
    ),
    GameOption(
        "coin_for_trade_fur",
        "off",
        ["off", "on"],
        "solo game, harder: a coin for the opponent for each trade fur",
    ),
]
SOLO: Final = ["automa", "focus", "coin_when_fur_missing", "coin_for_trade_fur"]
CHAPTERS: Final = [
    advanced,
    basic,
    furs,
    payment,
    automa,
    rewards,
    setup,
    story,
    trophy,
    turn,
    winter,
    wishes,
]


class StroganovGame(Rules[Stroganov, Box]):
    """Stroganov for two to four players, or for one against the automa."""

    def __init__(self) -> None:
        super().__init__(
            "stroganov",
            "Stroganov",
            1,
            4,
            OPTIONS,
            steps_of(frames.STEPS, CHAPTERS),
            hidden=True,
            rules_version=2,
            # not logs in which option (i) was on, or in which an extra action could have been taken where
            # version 1 asked nothing
            replays=frozenset({1}),
            first_sha256="97db0930a143efc121b24f48c179c4ad92d4e19e90b30bfaad6bc0d5f0d2a07e",
        )

    def load(self, text: str) -> Box:
        box = load_box(text)
        tokens.register_tokens(box)
        return box

    def check_options(self, box: Box, seats: int, options: dict[str, str], faults: list[str]) -> None:
        sides = options["boards"]
        if len(sides) not in (1, seats) or sides.strip("ab"):
            faults.append(f"boards must be a, b or one letter for each of the {seats} seats, not {sides!r}")
        elif sides == sides[0] * seats:
            options["boards"] = sides[0]
        colours = options["colours"].split(",") if options["colours"] else COLOURS[:seats]
        if (
            len(colours) != seats
            or len(set(colours)) != seats
            or any(colour not in COLOURS for colour in colours)
        ):
            faults.append(
                f"colours must be {seats} different ones of {', '.join(COLOURS)}, not {options['colours']!r}"
            )
        options["colours"] = ",".join(colours)
        if seats > 1:
            self.check_not_solo(seats, options, faults)

    def seat_option(self) -> str:
        """The option ``colours``: each player chooses a colour (S-SETUP-11)."""
        return "colours"

    def seat_values(self, box: Box) -> list[str]:
        return COLOURS

    def check_not_solo(self, seats: int, options: dict[str, str], faults: list[str]) -> None:
        """Remove the options of the automa, which exist only for one seat.

        It is a fault if one of them has another value than the default.
        """
        for option in self.option_list:
            if option.name in SOLO:
                value = options.pop(option.name)
                if value != option.default:
                    faults.append(f"{option.name} is for the solo game: 1 seat, not {seats}")

    def option_sets(self, seats: int) -> list[dict[str, str]]:
        """Sets of options for the laws: both sides of the boards, a mixture, and region furs dealt at random.

        The colours rotate, so that even two seats show all trophy tracks of side b.
        """
        if seats == 1:
            return self.solo_sets()
        sets: list[dict[str, str]] = []
        for boards, first, region_furs in (
            ("a", 0, "ascending"),
            ("b", 0, "ascending"),
            ("b", 2, "random"),
            ("abba"[:seats], 1, "random"),
        ):
            colours = [COLOURS[(first + seat) % len(COLOURS)] for seat in range(seats)]
            sets.append({"boards": boards, "colours": ",".join(colours), "region_furs": region_furs})
        return sets

    def solo_sets(self) -> list[dict[str, str]]:
        """Sets of options for the laws: every focus, and all pairs of values of two other solo options."""
        sets: list[dict[str, str]] = []
        for i, focus in enumerate(["none", *FOCUSES, "none"]):
            one, two, three = i & 1, i >> 1 & 1, i >> 2 & 1
            sets.append(
                {
                    "boards": "ab"[one ^ two],
                    "colours": COLOURS[i % len(COLOURS)],
                    "region_furs": ["ascending", "random"][one ^ three],
                    "automa": AUTOMAS[one],
                    "focus": focus,
                    "coin_when_fur_missing": ["off", "on"][two],
                    "coin_for_trade_fur": ["off", "on"][three],
                }
            )
        return sets

    def new(self, box: Box, seats: int, options: dict[str, str]) -> Stroganov:
        return setup.begin(box, seats, options)

    def auxiliary(self, s: Stroganov, seat: i64, out: Options) -> None:
        auxiliary.offer_auxiliary(s, seat, out)

    def apply_auxiliary(self, s: Stroganov, seat: i64, a: i64) -> None:
        auxiliary.do_auxiliary(s, seat, a)

    def auxiliary_refusals(self, s: Stroganov, seat: int, out: list[Refusal]) -> None:
        auxiliary.refuse_auxiliary(s, seat, out)

    def hides(self, seats: int) -> bool:
        """Only the solo game has hidden information: the top card of the automa's deck (S-RULING-93)."""
        return seats == 1

    def hide(self, s: Stroganov, seat: int) -> None:
        hidden.hide(s)

    def deal_unknown(self, s: Stroganov, rng: Rng) -> None:
        hidden.deal_unknown(s, rng)

    def obvious(self, s: Stroganov, seat: int) -> int:
        return int(obvious.obvious_answer(s, seat, self.steps))

    def shortcuts(self, s: Stroganov, seat: int) -> list[Shortcut]:
        return shortcuts.shortcuts(s, seat)

    def score(self, s: Stroganov) -> list[Score]:
        return scoring.scores(s)

    def faults(self, s: Stroganov) -> list[str]:
        return position.faults(s)

    def options_of(self, s: Stroganov) -> dict[str, str]:
        return s.setting.options

    def write_body(self, s: Stroganov, top: list[str], tables: list[str]) -> None:
        position.write(s, top, tables)

    def read_body(self, reader: Reader, box: Box, seats: int, options: dict[str, str]) -> Stroganov:
        return position.read(reader, self.default_state(box, seats, options))

    def default_state(self, box: Box, seats: int, options: dict[str, str]) -> Stroganov:
        """The state after a set-up without random draws: the values of everything that a position leaves out.

        No player has a start wish yet.
        """
        rng = Rng(0)
        out = Options()
        s = self.start(box, seats, options, out)
        while self.actor(s) == NATURE:
            self.play(s, NATURE, self.chance(s, out, rng), out)
        setup.ClearStart().run(s, 0)
        return s

    def default_stack(self, s: Stroganov, reader: Reader) -> list[int]:
        return position.default_stack(s, reader)

    def turn(self, s: Stroganov) -> int:
        return int(s.year << 8 | s.season << 4 | s.acted)

    def stack_faults(self, s: Stroganov) -> list[str]:
        stack = s.stack()
        if not stack:
            over = s.season == WINTER and s.year == s.stock.years
            return [] if over else ["todo: nothing is left to do, but the game is not over"]
        if stack[0] & 255 != frames.CALENDAR or any(f & 255 == frames.CALENDAR for f in stack[1:]):
            return ["todo: Calendar() must be the last step and occur once"]
        return position.start_faults(s)


GAME: Final = StroganovGame()
