"""Count the clicks that a game needs at the table.

    python benchmarks/clicks.py                      # all games, two seats, 20 games each
    python benchmarks/clicks.py --game NAME --seats 4 --games 50

The bot ``greedy@1`` decides for all seats. A click is one choice on the page: an option, a
proposed payment, or one of the things that are picked together (``Rules.shortcuts``). The table gives obvious
answers by itself (``Rules.obvious``). The column *before* counts the clicks if the table asked
everything, option by option.

Three things are counted apart: the share of questions with at most one option that is not an auxiliary
action, the clicks for auxiliary actions, which a player may take at any time, and the clicks on "End turn".
The page asks nothing there: the turn is over, and the button gives up the undo, because bots come next or
something is revealed. With the preference that turns end by themselves there is no such click.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from samovar.bots.registry import seat_bots
from samovar.games import registry
from samovar.kernel.game import FIRST_AUXILIARY_VERB, Shortcut
from samovar.kernel.rng import Rng
from samovar.kernel.state import EVERYONE, State, View, seat_of
from samovar.kernel.step import Options
from samovar.match.match import Match
from samovar.room.room import ended_by_itself

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the tests package

BOT = "greedy@1"  # of version 1 for good, so that the figures of all versions can be compared
EXTRA_ACTION = "extra"  # an extra advanced action: a real choice, although the question stays open
Unit = tuple[str, int]  # the kind of a unit, such as "winter", and its number in the game


def unit_of(match: Match, seat: int) -> Unit:
    """The turn, winter, round or scoring of a click, as ``tests/GAME/click_units.py`` defines it."""
    module = importlib.import_module(f"tests.{match.game.name}.click_units")
    return str(module.kind_of(match.state, seat)), match.game.turn(match.state)


@dataclass
class Count:
    """Clicks by seat and unit, and the number of questions of each kind."""

    clicks: Counter[tuple[int, int, Unit]] = field(default_factory=Counter)  # by game, seat and unit
    auxiliary: int = 0  # clicks for auxiliary actions, which are not counted in ``clicks``
    decided: set[tuple[int, int, Unit]] = field(default_factory=set)  # units with a real choice
    questions: int = 0
    empty: int = 0  # questions with at most one option that is not auxiliary
    endings: Counter[tuple[int, int, Unit]] = field(default_factory=Counter)  # clicks that end a turn

    def per_unit(self, only_empty: bool = False) -> dict[str, float]:
        """The mean number of clicks for each kind of unit. ``only_empty``: of units without a real choice."""
        return self._mean(self.clicks, only_empty)

    def endings_per_unit(self, only_empty: bool = False) -> dict[str, float]:
        """The mean number of clicks on "End turn", as ``per_unit``."""
        return self._mean(self.endings, only_empty)

    def _mean(self, clicks: Counter[tuple[int, int, Unit]], only_empty: bool) -> dict[str, float]:
        sums: Counter[str] = Counter()
        units: Counter[str] = Counter()
        for key in {**self.clicks, **self.endings}:
            if only_empty and key in self.decided:
                continue
            sums[key[2][0]] += clicks[key]
            units[key[2][0]] += 1
        return {kind: sums[kind] / units[kind] for kind in sorted(units)}


def play(game: str, seats: int, seed: int, asks_everything: bool, count: Count) -> None:
    """Play one game and count its clicks."""
    match = Match(game, seats, seed)
    bots = seat_bots(BOT, match.game, list(range(seats)))
    answer_for = [] if asks_everything else list(range(seats))
    aside = 0  # the depth of the stack at which an auxiliary action began
    while not match.over:
        seat = match.actors()[0]
        key = seed, seat, unit_of(match, seat)
        ends = not asks_everything and match.game.obvious(match.state, seat) >= 0
        if not ends:
            count_question(match, seat, key, count)
        tokens, clicks = choose(match, bots[seat], asks_everything)
        if match.state.depth <= aside:  # the question below an auxiliary action is open again
            aside = 0
        if match.state.box.notation.parse(tokens[0]) >> 8 >= FIRST_AUXILIARY_VERB:
            aside = aside or match.state.depth
        if aside:
            count.auxiliary += clicks
        elif ends:
            count.endings[key] += clicks
        else:
            count.clicks[key] += clicks
        plan = match.decide(seat, tokens, answer_for=answer_for)
        for decision in plan.decisions:
            match.apply_decision(seat, decision)
        for other, decision in plan.answers:
            match.apply_decision(other, decision, automatic=True)
        if not asks_everything and not ends and waits_for_end(match, seat):
            count.endings[key] += 1


def waits_for_end(match: Match, seat: int) -> bool:
    """True if the page waits for "End turn" before bots go on, because the turn has ended by itself."""
    if match.over or seat in match.actors() or is_simultaneous(match):
        return False
    return ended_by_itself(match, seat)


def is_simultaneous(match: Match) -> bool:
    """True if all seats answer the same question, so that nobody waits for an end of the turn."""
    state = match.state
    return seat_of(state.todo[state.depth - 1]) == EVERYONE


def count_question(match: Match, seat: int, key: tuple[int, int, Unit], count: Count) -> None:
    verbs = match.state.box.notation.verbs
    real = [
        action
        for action in match.legal(seat)
        if action >> 8 < FIRST_AUXILIARY_VERB or verbs[action >> 8] == EXTRA_ACTION
    ]
    count.questions += 1
    if len(real) > 1:
        count.decided.add(key)
    else:
        count.empty += 1


def choose(match: Match, bot: Any, asks_everything: bool) -> tuple[list[str], int]:
    """The tokens that the bot chooses as one choice on the page, and the number of clicks for them."""
    game, seat, token = match.game, bot.seat, match.state.box.notation.token
    proposal = None if asks_everything else game.proposal(match.state, seat)
    if proposal is not None:
        return [token(action) for action in proposal.actions], 1
    first = decide(bot, match.view(seat))
    best: tuple[list[int], int] = ([first], 1)
    shortcuts = [] if asks_everything else game.shortcuts(match.state, seat)
    for shortcut in shortcuts:
        if len(shortcut.actions) > len(best[0]) and follows(match.state, game, bot, shortcut.actions):
            best = shortcut.actions, clicks_of(shortcut)
    return [token(action) for action in best[0]], best[1]


def decide(bot: Any, view: View) -> int:
    """The bot's choice. The same question always gets the same answer, also among equal options."""
    return int(bot.choose(view, Rng(0)))


def clicks_of(shortcut: Shortcut) -> int:
    """The clicks for a shortcut. Things of one kind are picked one by one.

    A card with its place is one click, because the page shows the fitting cards on each place.
    """
    kinds = {mark >> 8 for mark in shortcut.picks}
    return len(shortcut.picks) if len(kinds) == 1 else 1


def follows(state: State, game: Any, bot: Any, actions: list[int]) -> bool:
    """True if the bot chooses these actions one after the other."""
    after = state.clone()
    out = Options()
    for action in actions:
        if decide(bot, game.redact(after, bot.seat)) != action:
            return False
        game.play(after, bot.seat, action, out)
    return True


def share(count: Count) -> float:
    """The share of clicks for auxiliary actions."""
    return count.auxiliary / (count.auxiliary + count.clicks.total())


def report(game: str, seats: int, games: int) -> list[str]:
    """The lines of the report about one game."""
    before, now = Count(), Count()
    for seed in range(games):
        play(game, seats, seed, True, before)
        play(game, seats, seed, False, now)
    lines = [f"{game}, {seats} seats, {games} games of {BOT}"]
    for kind, clicks in now.per_unit().items():
        lines.append(f"  clicks per {kind:8} {before.per_unit()[kind]:5.2f} before {clicks:5.2f} now")
    for kind, clicks in now.per_unit(only_empty=True).items():
        earlier = before.per_unit(only_empty=True).get(kind, 0.0)
        lines.append(f"  clicks per {kind} without a decision {earlier:5.2f} before {clicks:5.2f} now")
    for only_empty, about in ((False, ""), (True, " without a decision")):
        for kind, clicks in now.endings_per_unit(only_empty).items():
            if clicks:
                lines.append(f"  clicks that end a {kind}{about}, beside those above {clicks:5.2f} now")
    lines.append(
        f"  clicks for auxiliary actions {100 * share(before):.0f} % before {100 * share(now):.0f} % now"
    )
    lines.append(
        f"  questions with at most one real option {100 * before.empty / before.questions:5.1f} % before "
        f"{100 * now.empty / now.questions:5.1f} % now"
    )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the clicks that a game needs at the table.")
    parser.add_argument("--game", choices=registry.names(), action="append", help="default: all games")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    for game in given.game or registry.names():
        print("\n".join(report(game, given.seats, given.games)), flush=True)


if __name__ == "__main__":
    main()
