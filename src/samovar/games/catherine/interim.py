"""Section 10: the interim scoring at the end of each decade, in the order of its steps."""

from __future__ import annotations

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import BOOK, BOOKS_BUILD, BOOKS_JOKER, BOOKS_NOTHING, CANNON, ROW
from samovar.games.catherine.hand import draw_cards
from samovar.games.catherine.residences import build, free_cities, refuse_cities
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.simultaneous import SimultaneousStep
from samovar.kernel.state import replaced, seat_of
from samovar.kernel.step import Options, Refusal, Step


def begin_interim_scoring(s: Catherine) -> None:
    """Push the steps of the interim scoring in their order (C-INTERIM-01)."""
    s.emit(tokens.DECADE_ENDS, 0, s.decade)
    s.do(frames.cannons(), frames.books(), frames.book_residences(), frames.score_decade(), frames.clear())


def count_on_row(s: Catherine, p: i64, kind: i64) -> i64:
    """The number of these symbols on the action row of p. Scorings count no others (C-INTERIM-02)."""
    return counts.get(s.row_symbols(p), kind)


class Cannons(Step[Catherine]):
    """Give each player VP for the comparison with both neighbors (C-CANNON-01 to -03, C-RULING-24).

    In a game for two there is only one comparison.
    """

    takes = "nobody"
    behind = "nothing"

    def run(self, s: Catherine, f: i64) -> None:
        for p in range(s.seats):
            own = count_on_row(s, p, CANNON)
            vp = cannon_vp(s, p, own)
            s.vp[p] += vp
            s.emit(tokens.CANNONS, p, vp, own)


def cannon_vp(s: Catherine, p: i64, own: i64) -> i64:
    """The VP of p with ``own`` cannons against both neighbors. Two players compare once (C-CANNON-03)."""
    right = comparison_vp(s, own, count_on_row(s, (p + 1) % s.seats, CANNON))
    if s.seats == 2:
        return right * s.stock.comparisons_of_two
    return right + comparison_vp(s, own, count_on_row(s, (p + s.seats - 1) % s.seats, CANNON))


def comparison_vp(s: Catherine, own: i64, other: i64) -> i64:
    if own == other:
        return s.stock.equal_cannons
    return s.stock.more_cannons if own > other else s.stock.fewer_cannons


class Books(Step[Catherine]):
    """Reward books. Players with the most may build anywhere, those with the fewest get nothing, all others a
    joker. If all have equally many, all have the most (C-BOOK-01 to -06, C-RULING-22, -23, -26).
    """

    takes = "nobody"
    behind = "Cannons"

    def run(self, s: Catherine, f: i64) -> None:
        most: i64 = 0
        fewest: i64 = counts.MAX_COUNT
        for p in range(s.seats):
            books = count_on_row(s, p, BOOK)
            most = max(most, books)
            fewest = min(fewest, books)
        without_residence: i64 = 0  # a set of seats
        for p in range(s.seats):
            reward = book_reward(s, count_on_row(s, p, BOOK), most, fewest)
            s.emit(tokens.BOOKS, p, reward, count_on_row(s, p, BOOK))
            if reward == BOOKS_JOKER:
                s.jokers = replaced(s.jokers, p, s.jokers[p] + 1)
                s.emit(tokens.JOKER, p, 1, s.jokers_left())
            elif reward == BOOKS_BUILD and s.supply(p):
                s.ask(p, frames.build_anywhere(p))
            elif reward == BOOKS_BUILD:  # no residence is left: draw a card instead (C-RULING-25)
                s.emit(tokens.NO_RESIDENCE, p)
                without_residence = cards.plus(without_residence, p)
        p = s.seats
        while p > 0:  # cards are drawn before any residence is built, by seat (C-RULING-44)
            p -= 1
            if cards.has(without_residence, p):
                draw_cards(s, p, s.stock.no_residence_draw)


def book_reward(s: Catherine, books: i64, most: i64, fewest: i64) -> i64:
    reward = s.stock.middle_books
    if most == fewest:
        reward = s.stock.equal_books
    elif books == most:
        reward = s.stock.most_books
    elif books == fewest:
        reward = s.stock.fewest_books
    return BOOKS_NOTHING if reward == BOOKS_JOKER and s.jokers_left() == 0 else reward


class BookResidences(SimultaneousStep[Catherine]):
    """All players with the most books choose a city, in any order (C-RULING-22)."""

    questions = "BuildAnywhere"
    behind = "Draw Deal Books"


class BuildAnywhere(Step[Catherine]):
    """Build a residence in any city, or decline (C-BOOK-01, C-RULING-22)."""

    def options(self, s: Catherine, f: i64, seat: i64, out: Options) -> None:
        out.offer_few(tokens.BUILD, free_cities(s, seat, s.stock.cities))
        out.offer(tokens.DECLINE)

    def apply(self, s: Catherine, f: i64, seat: i64, a: i64) -> None:
        if a == tokens.DECLINE << 8:
            s.emit(tokens.DECLINED, seat, 1)
        else:
            build(s, seat, argument_of(a))

    def refusals(self, s: Catherine, f: i64, seat: i64, out: list[Refusal]) -> None:
        refuse_cities(s, seat, s.stock.cities, "no_such_city", "C-BOOK-01", out)

    def faults(self, s: Catherine, f: i64) -> list[str]:
        return [] if s.supply(seat_of(f)) else ["no residence is left"]


class ScoreDecade(Step[Catherine]):
    """Give VP for residences, with 1 more in each city with the "1", then for the favor space
    (C-INTERIM-10, -11, -20, C-RULING-21).
    """

    takes = "nobody"
    behind = "BookResidences"

    def run(self, s: Catherine, f: i64) -> None:
        for p in range(s.seats):
            built = cards.count(s.residences[p])
            vp = residence_vp(s, p, built)
            s.vp[p] += vp
            s.emit(tokens.RESIDENCE_VP, p, vp, built)
        for p in range(s.seats):
            vp = s.stock.favor_vp[s.favor[p]]
            s.vp[p] += vp
            s.emit(tokens.FAVOR_VP, p, vp, s.favor[p])


def residence_vp(s: Catherine, p: i64, built: i64) -> i64:
    """The VP of p for ``built`` residences, and for those in a city with the "1" (C-INTERIM-10, -11)."""
    vp = s.stock.residence_vp[built]
    extra = s.residences[p] & s.stock.vp_cities
    while extra:
        vp += s.stock.city_vp[cards.first(extra)]
        extra &= extra - 1
    return vp


class Clear(Step[Catherine]):
    """Discard the activation cards and the action cards above them. The rest slides to the left.

    Then all draw with the hand limit in force, but not after the last decade (C-INTERIM-30 to -41,
    C-RULING-27, -28).
    """

    takes = "nobody"
    behind = "ScoreDecade"

    def run(self, s: Catherine, f: i64) -> None:
        for p in range(s.seats):
            clear_display(s, p)
        if s.decade == s.stock.decades:
            s.emit(tokens.GAME_OVER, 0)
            return
        s.decade += 1
        s.round = 0
        p = s.seats
        while p > 0:
            p -= 1
            draw_cards(s, p, s.stock.interim_draw)


def clear_display(s: Catherine, p: i64) -> None:
    first = p * ROW
    kept = first
    discarded: i64 = 0
    for at in range(first, first + s.stock.full_row):
        card = s.row[at]
        activation = s.under[at]
        s.row[at] = 0
        s.under[at] = 0
        if activation:
            s.discard(activation)
            s.discard(card)
            discarded += 2
        elif card:
            s.row[kept] = card
            kept += 1
    s.emit(tokens.CLEARED, p, discarded)
