"""Section 10: the five advanced actions: village, yurt, wish, outpost, claim."""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import KINDS
from samovar.games.stroganov.payment import can_pay
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import bag, cards
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.state import arg, arg2, arg3, replaced
from samovar.kernel.step import Options, Refusal, Step

# Ways to pay the price of an action
FREE: Final = 0
REGION_FUR: Final = 1  # the region fur (S-MAIN-02)
ANY_FUR: Final = 2  # any fur instead of the region fur, with S9


def regions_of_cossack(s: Stroganov, p: i64) -> i64:
    """The region of the Cossack, which may stand in a gap (S-ADV-04). A6 adds the regions of the next tiles
    to the left (S-RULING-33).
    """
    space = s.space[p]
    if space == 0:
        return 0
    regions = cards.plus(0, s.stock.region_of[space])
    if s.has_effect(p, s.stock.advanced_reach_left):
        tiles = s.sum_effect(p, s.stock.advanced_reach_left)
        space = s.tile_left(space)
        while space and tiles:
            regions = cards.plus(regions, s.stock.region_of[space])
            space = s.tile_left(space)
            tiles -= 1
    return regions


def reachable_regions(s: Stroganov, p: i64) -> i64:
    """The regions in which p may act, by the Cossack or by a built outpost (S-ADV-02)."""
    return regions_of_cossack(s, p) | s.settled[p]


def all_regions(s: Stroganov) -> i64:
    """The set of all regions, for cards and tiles that lift the limit (S-ADV-03)."""
    return cards.plus(0, s.stock.regions + 1) - 2


def claim_cost(s: Stroganov, space: i64) -> i64:
    """The furs to pay for a tile: 2 plus 1 for each fur or tiger on it (S-CLAIM-01).

    All have the value of the region fur.
    """
    return s.stock.claim_furs + s.stock.claim_per_fur * s.lying_on(space)


def can_build(s: Stroganov, p: i64, region: i64) -> bool:
    """True if p can build an outpost in the region (S-POST-01 to -04). p needs an outpost in the supply, a
    free space, the horses for it, and no outpost in the region yet.
    """
    if s.outposts[p] == 0 or s.has_post(p, region):
        return False
    return 0 <= post_price(s, region) <= s.horses[p]


def post_price(s: Stroganov, region: i64) -> i64:
    """The horses for an outpost on the leftmost free space of a region, -1 if none is free (S-POST-02)."""
    place = s.free_place(region)
    return s.stock.post_horses[region * s.stock.post_spaces + place] if place >= 0 else -1


def offer_advanced(s: Stroganov, p: i64, anywhere: i64, price: i64, out: Options) -> None:
    """Offer every advanced action that can be paid for and carried out (S-RULING-79)."""
    if anywhere:
        build = all_regions(s)
        regions = build
    else:
        build = regions_of_cossack(s, p)
        regions = build | s.settled[p]
    furs: i64 = 0 if price == FREE else 1
    any_value: i64 = 1 if price == ANY_FUR else 0
    payable = regions  # regions in which the price alone can be paid
    if price:
        for region in range(1, s.stock.regions + 1):
            if cards.has(regions, region) and not can_pay(s, p, s.region_fur[region], furs, any_value):
                payable = cards.minus(payable, region)
    for region in range(1, s.stock.regions + 1):
        if cards.has(payable, region):
            out.offer(tokens.VILLAGE, region)
            if s.yurt[region]:
                out.offer(tokens.YURT, region)
            if s.wish[region]:
                out.offer(tokens.WISH, region)
            if cards.has(build, region) and can_build(s, p, region):
                out.offer(tokens.OUTPOST, region)
    if s.furs[p * KINDS] < s.stock.claim_furs:
        return
    for space in range(1, s.stock.spaces + 1):
        region = s.stock.region_of[space]
        if s.row[space] and cards.has(payable, region):
            if can_pay(s, p, s.region_fur[region], claim_cost(s, space) + furs, any_value):
                out.offer(tokens.CLAIM, space)


def choose_advanced(s: Stroganov, p: i64, a: i64, price: i64) -> None:
    """Pay price and cost together (S-RULING-79), then act. Furs gained by the action cannot pay for it
    (S-PAY-05).
    """
    verb, place = verb_of(a), argument_of(a)
    furs: i64 = 0 if price == FREE else 1
    any_value: i64 = 1 if price == ANY_FUR else 0
    region = place
    if verb == tokens.CLAIM:
        region = s.stock.region_of[place]
        furs += claim_cost(s, place)
    s.push(frames.do_advanced(p, verb, place))
    if furs:
        s.push(frames.pay(p, s.region_fur[region], furs, any_value))


class Advanced(Step[Stroganov]):
    """An advanced action without price: of a card (A9, A11 to A13) or of a song (S-RULING-27, -28)."""

    takes = "seat anywhere=0..1 optional=0..1"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_advanced(s, seat, arg(f), FREE, out)
        if arg2(f) or out.n == 0:
            out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            choose_advanced(s, seat, a, FREE)

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        refuse_advanced(s, seat, arg(f), FREE, out)


class DoAdvanced(Step[Stroganov]):
    """Carry out the action, which has been paid for. Used tiles and cards leave the board before any benefit
    (S-RULING-80).
    """

    takes = "nobody player=0..3 verb=11..15 place=1..30"
    behind = "Pay"

    def run(self, s: Stroganov, f: i64) -> None:
        p, verb, place = arg(f), arg2(f), arg3(f)
        if verb == tokens.VILLAGE:
            visit_village(s, p, place)
        elif verb == tokens.YURT:
            use_yurt(s, p, place)
        elif verb == tokens.WISH:
            take_wish(s, p, place)
        elif verb == tokens.OUTPOST:
            s.pay_horses(p, post_price(s, place))
            s.outposts[p] -= 1
            build_outpost(s, p, place)
        else:
            claim(s, p, place)

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        p, verb, place = arg(f), arg2(f), arg3(f)
        if p >= s.seats or place > (s.stock.spaces if verb == tokens.CLAIM else s.stock.regions):
            return ["there is no such seat or place"]
        if (verb == tokens.YURT and s.yurt[place] == 0) or (verb == tokens.WISH and s.wish[place] == 0):
            return ["there is nothing to take"]
        if (verb == tokens.OUTPOST and not can_build(s, p, place)) or (
            verb == tokens.CLAIM and s.row[place] == 0
        ):
            return ["this action is not possible"]
        return []


def visit_village(s: Stroganov, p: i64, region: i64) -> None:
    """Gain the benefit of a village. The tile stays (S-VILL-01)."""
    s.emit(tokens.VISITED_VILLAGE, p, s.village[region], region)
    s.push(frames.benefit(p, s.stock.village_reward[s.village[region]]))


def use_yurt(s: Stroganov, p: i64, region: i64) -> None:
    """Discard a yurt for good and gain its benefit (S-YURT-01)."""
    yurt = s.yurt[region]
    s.yurt = replaced(s.yurt, region, 0)
    s.emit(tokens.USED_YURT, p, yurt, region)
    s.push(frames.benefit(p, s.stock.yurt_reward[yurt]))


def take_wish(s: Stroganov, p: i64, region: i64) -> None:
    """Take the wish of a region into the hand, which has no limit (S-WISH-01)."""
    s.hand[p] = cards.plus(s.hand[p], remove_wish(s, p, region))


def remove_wish(s: Stroganov, p: i64, region: i64) -> i64:
    """Remove the wish of a region from the board and return it."""
    wish = s.wish[region]
    s.wish = replaced(s.wish, region, 0)
    s.emit(tokens.TOOK_WISH, p, wish, region)
    return wish


def build_outpost(s: Stroganov, p: i64, region: i64) -> None:
    """Put an outpost on the leftmost free space, for the rest of the game (S-POST-01, -05)."""
    place = s.free_place(region)
    s.posts = replaced(s.posts, region * s.stock.post_spaces + place, p + 1)
    s.settled = replaced(s.settled, p, cards.plus(s.settled[p], region))
    s.emit(tokens.BUILT_OUTPOST, p, region, place)


def claim(s: Stroganov, p: i64, space: i64) -> None:
    """Take the tile with all furs and tigers on it at once (S-CLAIM-02 to -05).

    The story for bears comes next, then the reward (S-RULING-42).
    """
    tile = s.row[space]
    s.row = replaced(s.row, space, 0)
    s.tiles[p] = cards.plus(s.tiles[p], tile)
    s.emit(tokens.CLAIMED, p, tile, space)
    if p >= s.seats and s.setting.coin_for_trade_fur and s.row_furs[space * KINDS + s.trade_fur]:
        furs = s.row_furs[space * KINDS + s.trade_fur]
        bag.take(s.row_furs, space * KINDS, s.trade_fur, furs)
        s.convert_trade_furs(p, furs)
    bears = s.row_furs[space * KINDS + s.stock.bear]
    bag.move_all(s.row_furs, space * KINDS, s.furs, p * KINDS, KINDS)
    s.push(frames.benefit(p, s.stock.tile_reward[tile]))
    if bears:
        s.push(frames.bears(p, bears))


# ---- refusals ----


def refuse_advanced(s: Stroganov, p: int, anywhere: int, price: int, out: list[Refusal]) -> None:
    regions = all_regions(s) if anywhere else reachable_regions(s, p)
    build = regions if anywhere else regions_of_cossack(s, p)
    furs = 0 if price == FREE else 1
    any_value = 1 if price == ANY_FUR else 0
    for region in range(1, int(s.stock.regions) + 1):
        here = bool(regions >> region & 1)
        payable = can_pay(s, p, s.region_fur[region], furs, any_value) if price else True
        for verb in (tokens.VILLAGE, tokens.YURT, tokens.WISH, tokens.OUTPOST):
            a = verb << 8 | region
            if verb == tokens.YURT and s.yurt[region] == 0:
                out.append(Refusal(a, "no_yurt_there", "S-YURT-02"))
            elif verb == tokens.WISH and s.wish[region] == 0:
                out.append(Refusal(a, "no_wish_there", "S-WISH-02"))
            elif verb == tokens.OUTPOST and s.has_post(p, region):
                out.append(Refusal(a, "own_outpost_there_already", "S-POST-03"))
            elif verb == tokens.OUTPOST and not build >> region & 1:
                out.append(Refusal(a, "only_where_the_cossack_is", "S-POST-01"))
            elif not here:
                out.append(Refusal(a, "not_present_in_the_region", "S-ADV-02"))
            elif verb == tokens.OUTPOST and s.outposts[p] == 0:
                out.append(Refusal(a, "no_outpost_in_the_supply", "S-POST-04"))
            elif verb == tokens.OUTPOST and s.free_place(region) < 0:
                out.append(Refusal(a, "no_free_outpost_space", "S-POST-04"))
            elif verb == tokens.OUTPOST and not can_build(s, p, region):
                out.append(Refusal(a, "too_few_horses", "S-POST-02"))
            elif not payable:
                out.append(Refusal(a, "cannot_pay_the_second_action", "S-MAIN-02"))
    for space in range(1, int(s.stock.spaces) + 1):
        region = int(s.stock.region_of[space])
        a = tokens.CLAIM << 8 | space
        if s.row[space] == 0:
            out.append(Refusal(a, "no_tile_there", "S-CLAIM-01"))
        elif not regions >> region & 1:
            out.append(Refusal(a, "not_present_in_the_region", "S-ADV-02"))
        else:
            out.append(Refusal(a, "cannot_pay_the_furs", "S-CLAIM-01"))
