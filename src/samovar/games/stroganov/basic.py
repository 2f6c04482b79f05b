"""Section 6: the five basic actions: coin, horses, move, hunt, trade."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.payment import can_pay
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import bag
from samovar.kernel.ints import i64
from samovar.kernel.notation import action, argument_of, verb_of
from samovar.kernel.state import arg, arg2, arg3, arg4
from samovar.kernel.step import Options, Refusal, Step


def coin_gain(s: Stroganov, p: i64) -> i64:
    """The number of coins that the coin action brings this player (S-BASIC-02)."""
    return s.stock.coin_gain


def horses_gain(s: Stroganov, p: i64) -> i64:
    """The number of horses that the horses action brings this player (S-BASIC-03)."""
    return s.stock.horses_gain


def trade_picks(s: Stroganov, p: i64) -> i64:
    """The number of bonuses that this player takes for one trade (S-TRADE-01)."""
    return s.stock.trade_picks


def offer_basic(s: Stroganov, p: i64, price: i64, out: Options) -> None:
    """Offer all basic actions that can be carried out. ``price`` furs of any value are paid first
    (S-MAIN-01).
    """
    if price and not can_pay(s, p, 0, price, price):
        return
    out.offer(tokens.COIN)
    out.offer(tokens.HORSES)
    offer_steps(s, p, s.stock.move_steps, out)
    offer_hunts(s, p, 0, out)
    if can_pay(s, p, s.trade_fur, 1 + price, price):
        out.offer(tokens.TRADE)


def choose_basic(s: Stroganov, p: i64, a: i64, price: i64) -> None:
    """Pay the price, if there is one, then act. Gains of the action cannot pay for it (S-PAY-05)."""
    verb = verb_of(a)
    if verb == tokens.TRADE:
        s.emit(tokens.TRADED, p)
        s.do(frames.pay(p, s.trade_fur, 1 + price, price), frames.trade_bonus(p, trade_picks(s, p)))
    elif price:
        s.do(frames.pay(p, 0, price, price), frames.do_basic(p, verb, argument_of(a)))
    else:
        carry_out_basic(s, p, verb, argument_of(a))


def carry_out_basic(s: Stroganov, p: i64, verb: i64, argument: i64) -> None:
    if verb == tokens.COIN:
        s.gain_coins(p, coin_gain(s, p))
    elif verb == tokens.HORSES:
        s.gain_horses(p, horses_gain(s, p))
    elif verb == tokens.LEFT or verb == tokens.RIGHT:
        make_steps(s, p, verb, argument)
    else:
        s.push(frames.hunt_fur(p, hunting_ground(s, p, verb), argument, 0))


class DoBasic(Step[Stroganov]):
    """A basic action, paid for as the second main action (S-MAIN-01, S-MAIN-03)."""

    takes = "nobody player=0..3 verb=2..8 argument=0..30"
    behind = "Pay"

    def run(self, s: Stroganov, f: i64) -> None:
        carry_out_basic(s, arg(f), arg2(f), arg3(f))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        if arg(f) >= s.seats:
            return ["there is no such seat"]
        out = Options()
        offer_basic(s, arg(f), 0, out)
        return [] if out.has(action(arg2(f), arg3(f))) else ["this action is not possible"]


# ---- move ----


def extra_steps(s: Stroganov, p: i64) -> i64:
    """The number of free steps that S1 and A1 add to every move (S-RULING-15)."""
    return s.sum_effect(p, s.stock.extra_step)


def offer_steps(s: Stroganov, p: i64, steps: i64, out: Options) -> None:
    """Offer moves of one or more steps in either direction. Further steps cannot be bought with horses
    (S-BASIC-04, -05, S-RULING-13, -16).
    """
    steps += extra_steps(s, p)
    space = s.tile_left(s.space[p])
    n: i64 = 1
    while space and n <= steps:
        out.offer(tokens.LEFT, n)
        space = s.tile_left(space)
        n += 1
    space = s.tile_right(s.space[p])
    n = 1
    while space and n <= steps:
        out.offer(tokens.RIGHT, n)
        space = s.tile_right(space)
        n += 1


def make_steps(s: Stroganov, p: i64, verb: i64, steps: i64) -> None:
    """Move the Cossack by the move action or a trade bonus."""
    s.put_cossack(p, destination(s, p, verb, steps))


def destination(s: Stroganov, p: i64, verb: i64, steps: i64) -> i64:
    """The space that is ``steps`` tiles away from the Cossack of p, 0 if there are fewer tiles (S-MOVE-04,
    S-BASIC-05).

    LEFT goes to the left, every other verb to the right.
    """
    space = s.space[p]
    while steps:
        space = s.tile_left(space) if verb == tokens.LEFT else s.tile_right(space)
        if space == 0:
            return 0
        steps -= 1
    return space


# ---- hunt ----


def hunting_ground(s: Stroganov, p: i64, verb: i64) -> i64:
    """The space on which p hunts, 0 if there is no tile.

    HUNT_LEFT and HUNT_RIGHT (S8) mean the next tile to that side, gaps ignored.
    """
    if verb == tokens.HUNT_LEFT:
        return s.tile_left(s.space[p])
    if verb == tokens.HUNT_RIGHT:
        return s.tile_right(s.space[p])
    return s.space[p] if s.row[s.space[p]] else 0


def skip_cost(s: Stroganov, p: i64, space: i64, kind: i64) -> i64:
    """The horses for all furs of lower value on the tile (S-HUNT-02, -05, S-RULING-09)."""
    each = skip_price(s, p)
    if each == 0:
        return 0
    n: i64 = 0
    for lower in range(1, kind):
        n += s.row_furs[space * KINDS + lower]
    return n * each


def skip_price(s: Stroganov, p: i64) -> i64:
    """The horses for each skipped fur, none with A8 (S-HUNT-02)."""
    return 0 if s.has_effect(p, s.stock.hunt_skip_free) else s.stock.skip_horses


def second_cost(s: Stroganov, p: i64) -> i64:
    """The coins for the second fur of a hunt, none with A14 (S-HUNT-03)."""
    return 0 if s.has_effect(p, s.stock.hunt_second_free) else s.stock.second_coin


def hunts_beside(s: Stroganov, p: i64) -> bool:
    """True if p may also hunt on the next tile to the left or right (S8)."""
    return s.has_effect(p, s.stock.hunt_reach)


def offer_hunts(s: Stroganov, p: i64, second: i64, out: Options) -> None:
    """Offer each fur and tiger that can be hunted (S-HUNT-01 to -06)."""
    if second and s.coins[p] < second_cost(s, p):
        return
    _offer_hunt(s, p, tokens.HUNT, out)
    if hunts_beside(s, p):
        _offer_hunt(s, p, tokens.HUNT_LEFT, out)
        _offer_hunt(s, p, tokens.HUNT_RIGHT, out)


def _offer_hunt(s: Stroganov, p: i64, verb: i64, out: Options) -> None:
    space = hunting_ground(s, p, verb)
    if space == 0:
        return
    at = space * KINDS
    left = s.row_furs[at]
    if left == 0:
        return
    each = skip_price(s, p)
    skipped: i64 = 0
    kind: i64 = 1
    while left and skipped <= s.horses[p]:
        furs = s.row_furs[at + kind]
        if furs:
            out.offer(verb, kind)
            skipped += furs * each
            left -= furs
        kind += 1


class HuntFur(Step[Stroganov]):
    """Take the fur and pay for it: horses for skipped furs, a coin for the second fur (S-HUNT-01 to -04).

    The first fur of a hunt is followed by the question for a second one.
    """

    takes = "nobody player=0..3 space=1..30 kind=1..9 second=0..1"
    behind = "nothing"

    def run(self, s: Stroganov, f: i64) -> None:
        p, space, kind, second = arg(f), arg2(f), arg3(f), arg4(f)
        s.emit(tokens.HUNTED, p, kind, space)
        s.pay_horses(p, skip_cost(s, p, space, kind))
        if second:
            s.pay_coins(p, second_cost(s, p))
        else:
            s.push(frames.hunt_again(p))
        take_from_tile(s, p, space, kind)

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        p, space, kind, second = arg(f), arg2(f), arg3(f), arg4(f)
        if p >= s.seats or space > s.stock.spaces or s.row_furs[space * KINDS + kind] == 0:
            return ["there is nothing to hunt"]
        paid = skip_cost(s, p, space, kind) <= s.horses[p] and (not second or second_cost(s, p) <= s.coins[p])
        return [] if paid else ["cannot be paid"]


def take_from_tile(s: Stroganov, p: i64, space: i64, kind: i64) -> None:
    bag.take(s.row_furs, space * KINDS, kind)
    s.gain_fur(p, kind)


class HuntAgain(Step[Stroganov]):
    """Optionally hunt a second fur for a coin, from what is left (S-HUNT-03).

    With S8 the tile is chosen anew (S-RULING-10).
    """

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_hunts(s, seat, 1, out)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            s.push(frames.hunt_fur(seat, hunting_ground(s, seat, verb_of(a)), argument_of(a), 1))

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        refuse_hunts(s, seat, 1, out)


# ---- trade ----


class TradeBonus(Step[Stroganov]):
    """Take up to two bonuses, one after the other. The same one may be taken twice (S-TRADE-01 to -03,
    S-RULING-31).
    """

    takes = "seat picks=1..9"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.BONUS, tokens.BONUS_COIN)
        out.offer(tokens.BONUS, tokens.BONUS_STORY)
        out.offer(tokens.BONUS, tokens.BONUS_HORSES)
        offer_steps(s, seat, s.stock.bonus_steps, out)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.PASS:
            return
        if arg(f) > 1:
            s.push(frames.trade_bonus(seat, arg(f) - 1))
        if verb_of(a) != tokens.BONUS:
            make_steps(s, seat, verb_of(a), argument_of(a))
        elif argument_of(a) == tokens.BONUS_COIN:
            s.gain_coins(seat, s.stock.bonus_coin)
        elif argument_of(a) == tokens.BONUS_HORSES:
            s.gain_horses(seat, s.stock.bonus_horses)
        else:
            s.push(frames.story(seat, s.stock.bonus_story))


# ---- refusals ----


def refuse_basic(s: Stroganov, p: int, price: int, out: list[Refusal]) -> None:
    if price and not can_pay(s, p, 0, price, price):
        payable = Options()  # actions that are legal except for the price
        offer_basic(s, p, 0, payable)
        for a in payable.list():
            if a >> 8 != tokens.TRADE:
                out.append(Refusal(a, "no_fur_for_the_second_action", "S-MAIN-01"))
    if not can_pay(s, p, s.trade_fur, 1 + price, price):
        out.append(Refusal(tokens.TRADE << 8, "cannot_pay_the_furs", "S-TRADE-01"))
    steps = s.stock.move_steps + extra_steps(s, p)
    for n in range(1, int(steps) + 1):
        out.append(Refusal(tokens.LEFT << 8 | n, "no_such_tile", "S-BASIC-05"))
        out.append(Refusal(tokens.RIGHT << 8 | n, "no_such_tile", "S-MOVE-04"))
    refuse_hunts(s, p, 0, out)


def refuse_hunts(s: Stroganov, p: int, second: int, out: list[Refusal]) -> None:
    for verb in (tokens.HUNT, tokens.HUNT_LEFT, tokens.HUNT_RIGHT):
        reach = verb == tokens.HUNT or hunts_beside(s, p)
        space = int(hunting_ground(s, p, verb))
        for kind in range(1, TIGER + 1):
            if s.stock.furs[kind] == 0:
                continue  # this box has no such fur
            hunt = verb << 8 | kind
            if not reach:
                out.append(Refusal(hunt, "not_on_this_tile", "S-HUNT-01"))
            elif space == 0:
                out.append(Refusal(hunt, "no_tile_here", "S-HUNT-06"))
            elif s.row_furs[space * KINDS + kind] == 0:
                out.append(Refusal(hunt, "no_such_fur_on_the_tile", "S-HUNT-06"))
            elif second and s.coins[p] < second_cost(s, p):
                out.append(Refusal(hunt, "no_coin_for_the_second_fur", "S-HUNT-03"))
            elif skip_cost(s, p, space, kind) > s.horses[p]:
                out.append(Refusal(hunt, "too_few_horses_to_skip", "S-HUNT-02"))
            else:
                out.append(Refusal(hunt, "no_fur_for_the_second_action", "S-MAIN-01"))
