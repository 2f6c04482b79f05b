"""Set-up: first player, titles, the map, starter cards, the market, goals."""

from __future__ import annotations

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BOARDS, GOODS, Box, Layout
from samovar.games.tundra.state import Setting, Tundra
from samovar.kernel import cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.simultaneous import SimultaneousStep, plan_with
from samovar.kernel.state import arg, replaced
from samovar.kernel.step import Options, Step


def begin(box: Box, layout: Layout, seats: int, options: dict[str, str]) -> Tundra:
    """The state before the first draw (T-SETUP-01 to -04, -09 to -11, -14), with the set-up on the stack.

    Titles come before the workers, personal goals right after the common ones. Starter cards are chosen
    before market and goals are known. With an option they are chosen after them (T-SETUP-18,
    T-RULING-SETUP-03).
    """
    s = Tundra(box, Setting(layout, options), seats)
    for p in range(s.seats):
        s.vp[p] = box.start_vp
        for item in range(GOODS):
            s.have[p * GOODS + item] = box.start_goods[item]
        s.ask(p, frames.keep(p, 0))
    s.push(frames.calendar())
    later = options["starters_after_goals"] == "on"
    if later:
        s.do(frames.deal_starters(0), frames.choose_starters())
    if s.setting.personal_goals:
        s.push(frames.deal_personal(0))
    s.do(frames.refill(box.market_size[seats]), frames.deal_common())
    if not later:
        s.do(frames.deal_starters(0), frames.choose_starters())
    p = s.seats
    while p > 0:
        p -= 1
        s.push(frames.settle(p))
    if s.setting.titles:
        s.push(frames.deal_title(0))
    else:
        for p in range(s.seats):
            give_title(s, p, box.basic_title)
    if options["first_player"] == "random":
        s.push(frames.deal_first())
    else:
        s.first = int(options["first_player"]) - 1
    return s


class DealFirst(Step[Tundra]):
    """Draw the first player at random, unless an option names one (T-SETUP-19, T-RULING-SETUP-01)."""

    takes = "nature"
    behind = "nothing"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        for p in range(s.seats):
            out.offer(tokens.FIRST, p)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        s.first = argument_of(a)
        s.emit(tokens.FIRST_PLAYER, s.first)


def give_title(s: Tundra, p: i64, title: i64) -> None:
    """Give a title to a player, and the dice that it allows (T-SETUP-02, T-TITLE-02, T-TITLE-04)."""
    s.title = replaced(s.title, p, title)
    s.spare[p] = s.title_of(p).max_dice


class DealTitle(Step[Tundra]):
    """Optional: deal each player a random special title instead of the basic one (T-SETUP-17, T-TITLE-01)."""

    takes = "nature player=0..3"
    behind = "DealFirst"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        for title in range(1, i64(len(s.stock.titles))):
            free = not s.stock.titles[title].basic and s.stock.titles[title].dots <= s.seats
            for p in range(s.seats):
                if s.title[p] == title:
                    free = False
            if free:
                out.offer(tokens.TITLE, title)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        p = arg(f)
        give_title(s, p, argument_of(a))
        s.emit(tokens.DEALT_TITLE, p, argument_of(a))
        if p + 1 < s.seats:
            s.push(frames.deal_title(p + 1))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        if not s.setting.titles:
            return ["the option titles is off"]
        return ["the title is dealt already"] if any(s.title[p] for p in range(arg(f), s.seats)) else []


class Settle(Step[Tundra]):
    """Open the two starting glades and put a worker on each. Nothing is gained for it (T-SETUP-07,
    T-SETUP-08, T-RULING-SETUP-02, -07). Some titles put further workers on the settlement (T-TITLE-05).
    """

    takes = "nobody player=0..3"
    behind = "DealFirst DealTitle Settle OpenGlade"

    def run(self, s: Tundra, f: i64) -> None:
        p = arg(f)
        for space in reversed(s.layout.start[p]):
            s.add_worker(p, space)
            s.push(frames.open_glade(space))
        for _ in range(s.title_of(p).setup_workers):
            s.add_worker(p, s.settlement(p))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        if s.workers_on_board(arg(f)):
            return ["the workers are placed already"]
        opened = any(s.tile[space] for space in s.layout.start[arg(f)])
        return ["the starting glades are open already"] if opened else []


# ---- starter cards ----


class DealStarters(Step[Tundra]):
    """Deal each player four of the starter cards in use. Only the owner sees them (T-SETUP-12, T-SETUP-13,
    T-RULING-SETUP-04, -06).
    """

    takes = "nature player=0..3"
    behind = "Settle OpenGlade DealCommon DealPersonal"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        out.offer_cards(tokens.DEAL, undealt_starters(s))

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        p = arg(f)
        s.dealt[p] = cards.plus(s.dealt[p], argument_of(a))
        s.emit(tokens.DEALT_STARTER, p, argument_of(a))
        if cards.count(s.dealt[p]) < s.stock.starters_dealt:
            s.push(f)
        elif p + 1 < s.seats:
            s.push(frames.deal_starters(p + 1))

    def witnesses(self, s: Tundra, f: i64, seat: i64) -> i64:
        return cards.only(arg(f))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        for p in range(s.seats):
            n = cards.count(s.dealt[p])
            full = n == s.stock.starters_dealt
            if (p < arg(f) and not full) or (p == arg(f) and full) or (p > arg(f) and n):
                return ["the starter cards are not dealt in order"]
        return []


def undealt_starters(s: Tundra) -> i64:
    left: i64 = s.stock.in_use(s.stock.starter_dots, s.seats)
    for p in range(s.seats):
        left &= ~s.dealt[p]
    return left


class ChooseStarters(SimultaneousStep[Tundra]):
    """All players choose in secret which cards they keep, and under which different order boards.

    The choices are revealed together. The rejected cards stay secret (T-SETUP-13, T-RULING-SETUP-04).
    """

    questions = "Keep"
    behind = "DealStarters"

    def first_question(self, s: Tundra, seat: i64) -> i64:
        return frames.keep(seat, 0)

    def run(self, s: Tundra, f: i64) -> None:
        s.reveals += 1
        for p in range(s.seats):
            plan = s.plan[p]
            while plan:
                choice = plan & 255
                plan >>= 8
                s.starter = replaced(s.starter, p * BOARDS + (choice & 3), choice >> 2)
                s.emit(tokens.KEPT, p, choice >> 2, choice & 3)
            s.plan[p] = 0
            s.dealt[p] = 0


class Keep(Step[Tundra]):
    """Choose a card to keep and its order board, in any order. No board takes two.

    kept: cards chosen so far. ``plan`` holds them in ascending order, so that equal choices are equal states.
    """

    takes = "seat kept=0..3"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        left = s.dealt[seat]
        boards: i64 = 0
        for n in range(arg(f)):
            choice = s.plan[seat] >> 8 * n & 255
            left = cards.minus(left, choice >> 2)
            boards = cards.plus(boards, choice & 3)
        while left:
            card = cards.first(left)
            left &= left - 1
            for board in range(BOARDS):
                if not cards.has(boards, board):
                    out.offer(tokens.KEEP, card << 2 | board)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        n = arg(f)
        s.plan[seat] = ordered(plan_with(s.plan[seat], n, argument_of(a)), n)
        if n + 1 < s.stock.starters_kept:
            s.ask(seat, frames.keep(seat, n + 1))
        else:
            s.emit(tokens.READY, seat)

    def witnesses(self, s: Tundra, f: i64, seat: i64) -> i64:
        return cards.only(seat)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        return [] if arg(f) < s.stock.starters_kept else ["all cards to keep are chosen"]


def ordered(plan: i64, last: i64) -> i64:
    """The plan with choice number ``last`` moved to its place. The choices before it ascend already."""
    at = last
    while at > 0 and plan >> 8 * at & 255 < plan >> 8 * (at - 1) & 255:
        higher = plan >> 8 * (at - 1) & 255
        choice = plan >> 8 * at & 255
        plan += (choice - higher) * ((i64(1) << 8 * (at - 1)) - (i64(1) << 8 * at))
        at -= 1
    return plan


# ---- goals ----


class DealCommon(Step[Tundra]):
    """Deal as many common goals as players, of those whose dots allow it. The rest leave the game
    (T-SETUP-16).
    """

    takes = "nature"
    behind = "Refill DealCity"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        for goal in range(1, i64(len(s.stock.goals))):
            if s.stock.goals[goal].dots <= s.seats and not cards.has(s.goals, goal):
                out.offer(tokens.COMMON, goal)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        s.goals = cards.plus(s.goals, argument_of(a))
        s.emit(tokens.DEALT_COMMON, 0, argument_of(a))
        if cards.count(s.goals) < s.stock.goals_in_play[s.seats]:
            s.push(f)

    def faults(self, s: Tundra, f: i64) -> list[str]:
        full = cards.count(s.goals) >= s.stock.goals_in_play[s.seats]
        return ["all common goals are dealt"] if full else []


class DealPersonal(Step[Tundra]):
    """Optional: deal each player a random personal goal, which stays secret (T-PGOAL-01)."""

    takes = "nature player=0..3"
    behind = "DealCommon"

    def options(self, s: Tundra, f: i64, seat: i64, out: Options) -> None:
        for goal in range(1, i64(len(s.stock.personal))):
            free = s.stock.personal[goal].dots <= s.seats
            for p in range(s.seats):
                if s.personal[p] == goal:
                    free = False
            if free:
                out.offer(tokens.PERSONAL, goal)

    def apply(self, s: Tundra, f: i64, seat: i64, a: i64) -> None:
        p = arg(f)
        s.personal = replaced(s.personal, p, argument_of(a))
        s.emit(tokens.DEALT_PERSONAL, p, argument_of(a))
        if p + 1 < s.seats:
            s.push(frames.deal_personal(p + 1))

    def witnesses(self, s: Tundra, f: i64, seat: i64) -> i64:
        return cards.only(arg(f))

    def faults(self, s: Tundra, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        if not s.setting.personal_goals:
            return ["the option personal_goals is off"]
        return ["the goal is dealt already"] if any(s.personal[p] for p in range(arg(f), s.seats)) else []
