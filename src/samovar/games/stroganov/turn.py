"""Sections 3 to 5 and 9: the calendar of years and seasons, the steps of a turn, moving, main actions."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.advanced import (
    ANY_FUR,
    FREE,
    REGION_FUR,
    choose_advanced,
    offer_advanced,
    refuse_advanced,
)
from samovar.games.stroganov.automa import begin_automa_turn
from samovar.games.stroganov.basic import choose_basic, destination, extra_steps, offer_basic, refuse_basic
from samovar.games.stroganov.components import SPRING, WINTER
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.winter import winter
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.state import arg
from samovar.kernel.step import Options, Refusal, Step


class Calendar(Step[Stroganov]):
    """Run four years of four seasons. In the first three each player has one turn (S-ORDER-01 to -05).

    The rightmost Cossack that has not acted is next. This frame stays at the bottom of the stack until the
    game is over.
    """

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        if s.season == WINTER:
            if s.year == s.stock.years:
                s.emit(tokens.GAME_OVER, 0)
                return  # the game ends after the storytelling of the last winter (S-SCORE-01)
            s.year += 1
            s.season = SPRING  # the season marker advances (S-WINTER-17)
            s.acted = 0
            s.emit(tokens.YEAR_BEGINS, 0, s.year)
            s.emit(tokens.SEASON_BEGINS, 0, s.season, s.year)
        s.push(f)
        for place in range(s.players):
            p = s.order[place]
            if not cards.has(s.acted, p):
                if s.acted == 0 and s.season == SPRING and s.year == 1:
                    s.emit(tokens.YEAR_BEGINS, 0, s.year)
                    s.emit(tokens.SEASON_BEGINS, 0, s.season, s.year)
                begin_turn(s, p)
                return
        s.season += 1
        s.acted = 0
        s.emit(tokens.SEASON_BEGINS, 0, s.season, s.year)
        if s.season == WINTER:
            winter(s)


def begin_turn(s: Stroganov, p: i64) -> None:
    """Push the steps of a turn: move, up to one basic action, up to two main actions (S-TURN-01)."""
    s.acted = cards.plus(s.acted, p)
    s.used = 0
    s.emit(tokens.TURN_BEGINS, p)
    if p >= s.seats:
        begin_automa_turn(s)
        return
    s.do(frames.move(p), frames.basic(p), frames.main(p, 0))


class Move(Step[Stroganov]):
    """Step 1: one or two steps to the right, more for horses (S-MOVE-01 to -07).

    The move is mandatory while a tile lies to the right.
    """

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        free = free_steps(s, seat)
        space = s.tile_right(s.space[seat])
        if space == 0:
            out.offer(tokens.PASS)
        steps: i64 = 1
        while space and (steps <= free or step_price(s, free, steps) <= s.horses[seat]):
            out.offer(tokens.MOVE, steps)
            space = s.tile_right(space)
            steps += 1

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.PASS:
            return
        steps = argument_of(a)
        free = free_steps(s, seat)
        s.pay_horses(seat, step_price(s, free, steps))
        s.put_cossack(seat, destination(s, seat, tokens.MOVE, steps))

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        free = free_steps(s, seat)
        space = s.space[seat]
        for steps in range(1, int(s.stock.spaces) + 1):
            space = s.tile_right(space) if space or steps == 1 else 0
            a = tokens.MOVE << 8 | steps
            if space == 0:
                out.append(Refusal(a, "no_such_tile", "S-MOVE-04"))
            elif steps > free + len(s.stock.step_horses):
                out.append(Refusal(a, "too_far", "S-MOVE-02"))
            else:
                out.append(Refusal(a, "too_few_horses", "S-MOVE-02"))
        out.append(Refusal(tokens.PASS << 8, "the_move_is_mandatory", "S-TURN-02"))


def free_steps(s: Stroganov, p: i64) -> i64:
    """The steps of the move that cost nothing (S-MOVE-01, S-RULING-15)."""
    return s.stock.free_steps + extra_steps(s, p)


def step_price(s: Stroganov, free: i64, steps: i64) -> i64:
    """The horses for the steps beyond the free ones (S-MOVE-02, S-RULING-15).

    For more steps than can be bought, it is more horses than any player can have.
    """
    beyond = steps - free
    if beyond <= 0:
        return 0
    return s.stock.step_horses[beyond - 1] if beyond <= len(s.stock.step_horses) else 1 << 30


class Basic(Step[Stroganov]):
    """Step 2: up to one basic action (S-TURN-01, S-BASIC-01)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_basic(s, seat, 0, out)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            choose_basic(s, seat, a, 0)

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        refuse_basic(s, seat, 0, out)


class Main(Step[Stroganov]):
    """Step 3: the first main action is free, a second one has its price (S-TURN-03, -04, S-MAIN-01 to -04).

    There is no third main action.
    """

    takes = "seat second=0..1"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_basic(s, seat, arg(f), out)
        offer_advanced(s, seat, 0, advanced_price(s, seat, arg(f)), out)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.PASS:
            return
        s.do(frames.end_turn(seat) if arg(f) else frames.main(seat, 1))
        verb = verb_of(a)
        if verb >= tokens.VILLAGE and verb <= tokens.CLAIM:
            choose_advanced(s, seat, a, advanced_price(s, seat, arg(f)))
        else:
            choose_basic(s, seat, a, arg(f))

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        refuse_basic(s, seat, arg(f), out)
        refuse_advanced(s, seat, 0, advanced_price(s, seat, arg(f)), out)


def advanced_price(s: Stroganov, p: i64, second: i64) -> i64:
    """The way to pay for an advanced action: FREE, REGION_FUR, or with S9 ANY_FUR (S-MAIN-02).

    The region is the one in which the action takes place (S-RULING-26, -41).
    """
    if second == 0:
        return FREE
    return ANY_FUR if s.has_effect(p, s.stock.second_advanced_any_fur) else REGION_FUR


class EndTurn(Step[Stroganov]):
    """End the turn. Until then auxiliary and extra actions are possible (S-TURN-05)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.END)

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        third = Options()
        offer_basic(s, seat, 0, third)
        offer_advanced(s, seat, 0, FREE, third)
        for a in third.list():
            out.append(Refusal(a, "no_third_main_action", "S-TURN-03"))
