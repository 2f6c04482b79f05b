"""Rounds, turns, placing dice, and activations."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.actions import begin_action
from samovar.games.tundra.auxiliary import offer_auxiliary
from samovar.games.tundra.components import BOARDS, MARKET_PLACES, SIDES, SLOTS
from samovar.games.tundra.dice import has_die, take_die
from samovar.games.tundra.goals import goal_vp
from samovar.games.tundra.state import UNROLLED, Tundra
from samovar.games.tundra.trade import renew
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of, verb_of
from samovar.kernel.state import arg, seat_of
from samovar.kernel.step import Options, Refusal, Step

# The number of sources of actions for a die: the board, its starter card, its market enhancements.
SOURCES: Final[i64] = tokens.FROM_MARKET + MARKET_PLACES


class Calendar(Step[Tundra]):
    """Begin the next of four rounds, or end the game after the last (T-GEN-01, T-ROUND-11, T-END-01).

    This frame is at the bottom of the stack until the game is over.
    """

    takes = "nobody"
    behind = "Placement ChooseStarters DealCommon DealPersonal"

    def run(self, s: Tundra, f: i64) -> None:
        if s.round == s.stock.rounds:
            s.reveals += 1  # personal goals are turned up (T-PGOAL-01)
            s.emit(tokens.GAME_OVER, 0)
            return
        s.push(f)
        if s.round:
            s.first = (s.first + 1) % s.seats  # the token passes to the left (T-ROUND-15)
        s.round += 1
        s.emit(tokens.ROUND_BEGINS, s.first, s.round)
        begin_round(s)
        if s.round > 1:
            end_round(s)


def begin_round(s: Tundra) -> None:
    """Put dice on the player boards and push the phases of a round (T-ROUND-01, T-ROUND-02, T-ROUND-07).

    First each player, clockwise from the first, uses title, upgraded boards and towers (T-ROUND-03,
    T-RULING-ROUND-01). The roll follows, then placement.
    """
    s.push(frames.placement(s.first))
    common = s.stock.dice_per_round[s.round - 1]
    p = s.seats
    while p > 0:
        p -= 1
        seat = (s.first + p) % s.seats
        dice = s.title_of(seat).dice[s.round - 1]
        s.spare[seat] = s.title_of(seat).max_dice - dice
        s.dice[seat] = counts.of(UNROLLED, dice)
        if dice > common:
            s.push(frames.roll(seat))
    if common:
        s.push(frames.roll_common(common))
    p = s.seats
    while p > 0:
        p -= 1
        s.push(frames.round_start((s.first + p) % s.seats))


def end_round(s: Tundra) -> None:
    """Return the dice, renew the market, make advisors ready (T-ROUND-12 to -14, T-RULING-ROUND-06)."""
    for p in range(s.seats):
        s.slots[p] = 0
        s.ready[p] |= s.exhausted[p]
        s.exhausted[p] = 0
    s.blocked = 0
    renew(s)


class RoundStart(Step[Tundra]):
    """Start the round for one player: title, upgraded order boards, tower bonuses (T-ROUND-03 to -06)."""

    takes = "nobody player=0..3"
    behind = "RoundStart ScoreBoards Action Towers Refill DealCity"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        s.push(frames.score_boards(p))
        if s.title_of(p).action:
            s.emit(tokens.TITLE_USED, p, s.title[p])
            begin_action(s, p, s.title_of(p).action, 0)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there is no such seat"]


class ScoreBoards(Step[Tundra]):
    """Score the upgraded order boards of a player, then push the tower bonuses (T-ROUND-05, T-ROUND-06)."""

    takes = "nobody player=0..3"
    behind = "Action"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        boards = cards.count(s.upgraded[p])
        if boards:
            s.vp[p] += boards * s.stock.round_vp
            s.emit(tokens.BOARD_VP, p, boards * s.stock.round_vp, boards)
        if s.towers[p]:
            s.bonuses = s.towers[p]
            s.push(frames.towers(p))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there is no such seat"]


# ---- placement ----


class Placement(Step[Tundra]):
    """Begin the turn of the next player with dice, or end the phase if no player has any (T-ROUND-08 to -10,
    T-RULING-DICE-05).

    player: the first seat that may be next.
    """

    takes = "nobody player=0..3"
    behind = "Turn AfterDie Roll RollCommon RoundStart ScoreBoards Action Towers Refill DealCity"

    def run(self, s: Tundra, f: i64) -> None:
        for tried in range(s.seats):
            p = (arg(f) + tried) % s.seats
            if s.dice[p]:
                s.turns += 1
                s.emit(tokens.TURN_BEGINS, p)
                s.do(frames.turn(p), frames.placement((p + 1) % s.seats))
                return

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there is no such seat"]


def slot_free(s: Tundra, p: i64, board: i64, value: i64) -> bool:
    """True if no die lies in this slot (T-DICE-03, T-DICE-06)."""
    return not cards.has(s.slots[p], 8 * board + value)


class Turn(Step[Tundra]):
    """Use exactly one die, on an empty slot of an own order board or on a common goal (T-DICE-02, T-GOAL-02,
    T-RULING-DICE-01, -04, T-RULING-GOAL-01).

    Passing is not possible (T-RULING-DICE-02). A die is set aside only if no slot fits any die
    (T-RULING-DICE-03).
    """

    anchor = True
    behind = "Action Towers Roll"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        value: i64 = 6
        while value > 0:
            if has_die(s, seat, value):
                for board in range(BOARDS):
                    if slot_free(s, seat, board, value):
                        out.offer(tokens.PLACE, board << 3 | value)
            value -= 1
        fits = out.n > 0
        goals = s.goals & ~s.blocked
        while goals:
            number = cards.first(goals)
            goal = s.stock.goals[number]
            if goal_vp(s, seat, goal):
                for value in range(1, SLOTS):
                    if has_die(s, seat, value) and cards.has(goal.values, value):
                        out.offer(tokens.GOAL, number << 3 | value)
            goals &= goals - 1
        if not fits:
            for value in range(1, SLOTS):
                if has_die(s, seat, value):
                    out.offer(tokens.ASIDE, value)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        verb = verb_of(a)
        argument = argument_of(a)
        s.push(frames.after_die(seat))
        if verb == tokens.ASIDE:
            take_die(s, seat, argument)
            s.emit(tokens.SET_ASIDE, seat, argument)
            return
        take_die(s, seat, argument & 7)
        if verb == tokens.GOAL:
            number = argument >> 3
            vp = goal_vp(s, seat, s.stock.goals[number])
            s.blocked = cards.plus(s.blocked, number)  # for all players (T-GOAL-03)
            s.vp[seat] += vp
            s.emit(tokens.SCORED_GOAL, seat, number, vp)
            return
        activate(s, seat, argument >> 3, argument & 7)

    def refusals(self, s: Tundra, f: i64, seat: i64, out: list[Refusal]) -> None:
        out.append(Refusal(action(tokens.END), "a_die_must_be_used", "T-RULING-DICE-02"))
        for value in range(1, SLOTS):
            why = "a_slot_fits" if has_die(s, seat, value) else "no_such_die"
            out.append(Refusal(action(tokens.ASIDE, value), why, "T-RULING-DICE-03"))
            for board in range(BOARDS):
                place = action(tokens.PLACE, board << 3 | value)
                if not has_die(s, seat, value):
                    out.append(Refusal(place, "no_such_die", "T-DICE-03"))
                else:
                    out.append(Refusal(place, "a_die_lies_there", "T-DICE-03"))
            for number in cards.members(s.goals):
                goal = s.stock.goals[number]
                step = action(tokens.GOAL, number << 3 | value)
                if cards.has(s.blocked, number):
                    out.append(Refusal(step, "blocked_this_round", "T-GOAL-03"))
                elif not cards.has(goal.values, value):
                    out.append(Refusal(step, "not_a_value_of_this_goal", "T-GOAL-01"))
                elif not has_die(s, seat, value):
                    out.append(Refusal(step, "no_such_die", "T-GOAL-02"))
                else:
                    out.append(Refusal(step, "no_step_fulfilled", "T-RULING-GOAL-01"))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if s.dice[seat_of(f)] else ["there is no die to use"]


class AfterDie(Step[Tundra]):
    """Take free actions and use advisors after the die, until the player ends the turn.

    With nothing left to do, the turn ends by itself (T-RULING-DICE-01, -06, -07).
    """

    anchor = True
    behind = "Activation Action Towers Roll"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.END)


# ---- activations ----


def activate(s: Tundra, p: i64, board: i64, value: i64) -> None:
    """Put a die in its slot and push the activation (T-DICE-04, T-DICE-05).

    It gives the action of the side that is up now (T-RULING-ACT-01), and one action of each card under the
    board. The slot selects the row of each card (T-ACT-01, T-ACT-02).
    """
    s.slots[p] = cards.plus(s.slots[p], 8 * board + value)
    s.emit(tokens.PLACED, p, board, value)
    side: i64 = 1 if cards.has(s.upgraded[p], board) else 0
    s.board = board + 1
    s.slot = value
    s.side = side
    sources: i64 = 0
    for source in range(SOURCES):
        if action_of_slot(s, p, source, board, side, value):
            sources = cards.plus(sources, source)
    s.sources = sources
    s.push(frames.activation(p))


def action_from(s: Tundra, p: i64, source: i64) -> i64:
    """The action of a source for the slot being activated, 0 if none."""
    return action_of_slot(s, p, source, s.board - 1, s.side, s.slot)


def action_of_slot(s: Tundra, p: i64, source: i64, board: i64, side: i64, value: i64) -> i64:
    """The action of a source for a die of this value on this side of a board, 0 if none."""
    if source == tokens.FROM_BOARD:
        return s.stock.slot_action[(board * SIDES + side) * SLOTS + value]
    if source == tokens.FROM_STARTER:
        return s.stock.starter_action[s.starter[p * BOARDS + board] * SLOTS + value]
    card = s.enhancement[(p * BOARDS + board) * MARKET_PLACES + source - tokens.FROM_MARKET]
    return s.stock.city_action[card * SLOTS + value]


class Activation(Step[Tundra]):
    """Choose the next action of the activation, or end it (T-ACT-03, T-ACT-04, T-RULING-ACT-07).

    An action is finished before the next one begins.
    """

    behind = "Action Towers"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer_few(tokens.DO, s.sources)
        out.offer(tokens.END)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        if a == tokens.END << 8:
            s.board = 0
            s.slot = 0
            s.side = 0
            s.sources = 0
            return
        source = argument_of(a)
        s.sources = cards.minus(s.sources, source)
        s.push(f)
        s.emit(tokens.ACTION_OF, seat, source, source_card(s, seat, source))
        begin_action(s, seat, action_from(s, seat, source), 0)

    def refusals(self, s: Tundra, f: i64, seat: i64, out: list[Refusal]) -> None:
        waiting = Options()
        offer_auxiliary(s, seat, waiting)
        for a in waiting.list():
            out.append(Refusal(a, "not_between_actions", "T-RULING-DICE-11"))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if s.board else ["no order board is being activated"]


def source_card(s: Tundra, p: i64, source: i64) -> i64:
    """The number of the board or card that is this source."""
    if source == tokens.FROM_BOARD:
        return s.board - 1
    if source == tokens.FROM_STARTER:
        return s.starter[p * BOARDS + s.board - 1]
    return s.enhancement[(p * BOARDS + s.board - 1) * MARKET_PLACES + source - tokens.FROM_MARKET]
