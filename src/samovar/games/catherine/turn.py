"""Section 3: decades, rounds, and phases A to C and E. Phase D is in ``actions.py``."""

from __future__ import annotations

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.actions import begin_actions
from samovar.games.catherine.components import ROW
from samovar.games.catherine.hand import offer_hand
from samovar.games.catherine.interim import begin_interim_scoring
from samovar.games.catherine.setup import planned_choice
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of
from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.step import Options, Refusal, Step


class Calendar(Step[Catherine]):
    """Phase E: if every row is full, the decade ends with the interim scoring. Otherwise the next round
    begins with phase A (C-ROUND-01 to -03, -40, -41, C-RULING-07).

    This step stays at the bottom of the stack until the last interim scoring.
    """

    takes = "nobody"

    def run(self, s: Catherine, f: i64) -> None:
        if s.row_length(0) == s.stock.full_row:
            if s.decade < s.stock.decades:
                s.push(f)
            begin_interim_scoring(s)
            return
        s.push(f)
        s.round += 1
        if s.round == 1:
            s.emit(tokens.DECADE_BEGINS, 0, s.decade)
        s.emit(tokens.ROUND_BEGINS, 0, s.round, s.decade)
        begin_round(s)


def begin_round(s: Catherine) -> None:
    """Push phase A, in which all players draw by seat, without the hand limit (C-ROUND-10, -11, C-RULING-44).
    Phase B follows (C-ROUND-20).
    """
    s.push(frames.play_cards())
    p = s.seats
    while p > 0:
        p -= 1
        s.push(frames.draw(p, s.stock.phase_a_draw, freely=1))
        s.ask(p, frames.action_card(p))


class PlayCards(SimultaneousStep[Catherine]):
    """Phase B: all players secretly choose a card for the action row, one for the activation row, and its
    place. A player may change the choice until the last one has chosen (C-ROUND-20 to -25, C-RULING-03).

    Phase C: all cards are revealed together. The new action card counts at once (C-ROUND-30, C-ROUND-31).
    """

    questions = "ActionCard ActivationCard Place"
    behind = "Draw Deal"

    def first_question(self, s: Catherine, seat: i64) -> i64:
        return frames.action_card(seat)

    def run(self, s: Catherine, f: i64) -> None:
        s.reveals += 1
        for p in range(s.seats):
            card = planned_choice(s, p, 0)
            activation = planned_choice(s, p, 1)
            place = planned_choice(s, p, 2)
            at = s.row_length(p)
            s.row[p * ROW + at] = card
            s.under[p * ROW + place - 1] = activation
            s.active[p] = place
            s.plan[p] = 0
            s.take_from_hand(p, card)
            s.take_from_hand(p, activation)
            s.emit(tokens.SHOWED_ACTION, p, card, at + 1)
            s.emit(tokens.SHOWED_ACTIVATION, p, activation, place)
        begin_actions(s)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return [
            f"player[{p}]: the row is full" for p in range(s.seats) if s.row_length(p) == s.stock.full_row
        ]


class ActionCard(Step[Catherine]):
    """Choose a hand card for the right end of the own action row (C-ROUND-21)."""

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        offer_hand(s, seat, tokens.ACTION, out)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        s.plan[seat] = argument_of(a)
        s.ask(seat, frames.activation_card(seat))

    def witnesses(self, s: Catherine, f: i64, seat: i64) -> i64:
        return cards.only(seat)


class ActivationCard(Step[Catherine]):
    """Choose another hand card, of any colour, for the activation row (C-ROUND-22, C-ROUND-24)."""

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        offer_hand(s, seat, tokens.ACTIVATE, out, planned_choice(s, seat, 0))

    def may_be_forced(self, s: Catherine, f: i64, seat: i64) -> bool:
        return s.held[seat] == 2

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        s.plan[seat] |= argument_of(a) << 8
        s.ask(seat, frames.place(seat))

    def witnesses(self, s: Catherine, f: i64, seat: i64) -> i64:
        return cards.only(seat)

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        out.append(
            Refusal(
                action(tokens.ACTIVATE, planned_choice(s, seat, 0)), "goes_into_the_action_row", "C-ROUND-20"
            )
        )


class Place(Step[Catherine]):
    """Choose the place of the activation card: under any own action card that has none, including the new
    one (C-ROUND-22, C-ROUND-23, C-RULING-04).
    """

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        items = out.items
        n = out.n
        first = seat * ROW
        a = tokens.UNDER << 8
        for at in range(first, first + s.row_length(seat) + 1):
            a += 1
            if s.under[at] == 0:
                items[n] = a
                n += 1
        out.n = n

    def may_be_forced(self, s: Catherine, f: i64, seat: i64) -> bool:
        return False  # start_row + 1 places are free in every round (C-RULING-42)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        s.plan[seat] |= argument_of(a) << 16
        s.emit(tokens.READY, seat)

    def witnesses(self, s: Catherine, f: i64, seat: i64) -> i64:
        return cards.only(seat)

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        last = s.row_length(seat)
        for place in range(s.stock.full_row):
            there = place <= last
            why = "a_card_lies_there_already" if there else "no_action_card_there"
            out.append(Refusal(action(tokens.UNDER, place + 1), why, "C-ROUND-22"))
