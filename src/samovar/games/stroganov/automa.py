"""Section 18: the automa of the solo game, Ivan or Katyusha.

The automa is a player without a seat: the rules decide for it. Its steps run automatically, interrupted only
by draws. It changes the state through the same functions as players do. This module contains only its choices
and its payments. Each step emits an event that names the rule (``tokens.RULES``), so that the page can
explain every choice.
"""

from __future__ import annotations

from samovar.games.stroganov import components, frames, tokens
from samovar.games.stroganov.advanced import (
    build_outpost,
    claim,
    claim_cost,
    remove_wish,
    use_yurt,
    visit_village,
)
from samovar.games.stroganov.basic import take_from_tile
from samovar.games.stroganov.components import KINDS, TIGER, WILD_COIN
from samovar.games.stroganov.furs import take_from_market
from samovar.games.stroganov.rewards import simple_part
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.story import take_song, use_song
from samovar.games.stroganov.trophy import advance, take_reward
from samovar.games.stroganov.winter import take_winter_horses
from samovar.kernel import cards
from samovar.kernel.ints import i64, vec
from samovar.kernel.state import arg
from samovar.kernel.step import Step


def begin_automa_turn(s: Stroganov) -> None:
    """Push the steps of its turn: flip, move, hunt, claim or visit, additional action (S-SOLO-16 to -20)."""
    s.do(
        frames.ivan_flip(),
        frames.ivan_move(),
        frames.ivan_hunt(0),
        frames.ivan_claim_or_visit(),
        frames.ivan_action(),
    )


class AutomaStep(Step[Stroganov]):
    """The base class of all steps of the automa, which is the player after the last seat."""

    takes = "nobody"

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if s.players > s.seats else ["only the solo game has an automa"]


# ---- paying ----


def can_afford(s: Stroganov, value: i64, furs: i64) -> bool:
    """True if the automa can pay these furs (S-SOLO-10 to -12). It pays all or nothing (S-RULING-58).

    Bears, coins without a fur, and tigers replace missing furs.
    """
    at = s.seats * KINDS
    wild = s.coins[s.seats] + s.furs[at + TIGER]
    if value != s.stock.bear:
        wild += s.furs[at + s.stock.bear]
    return furs <= s.furs[at + value] + wild


def pay(s: Stroganov, value: i64, furs: i64) -> None:
    """Pay matching furs first, then wilds in the prescribed order (S-SOLO-12, S-RULING-58)."""
    p = s.seats
    while furs and s.furs[p * KINDS + value]:
        s.give_back(p, value)
        s.emit(tokens.PAID_FUR, p, value, 0)
        furs -= 1
    i: i64 = 0
    while furs:
        wild = s.stock.wilds[i]
        if wild == WILD_COIN and s.coins[p]:
            s.coins[p] -= 1
            s.emit(tokens.IVAN_PAID, p, tokens.COIN_ALONE, tokens.SOLO_12 | value << 8)
            furs -= 1
        elif wild != WILD_COIN and s.furs[p * KINDS + wild]:
            s.give_back(p, wild)
            s.emit(tokens.IVAN_PAID, p, wild, tokens.SOLO_12 | value << 8)
            furs -= 1
        else:
            i += 1


def coin_for_missing_fur(s: Stroganov) -> bool:
    """With the option, gain a coin instead of an action that failed only for lack of a fur (S-SOLO-30).

    The coin replaces the whole action (S-RULING-60). Returns True if the automa gained it.
    """
    if not s.setting.coin_when_fur_missing:
        return False
    s.coins[s.seats] += 1
    s.emit(tokens.IVAN_COIN, s.seats, 1, tokens.RULING_60)
    return True


def emit_failure(s: Stroganov, verb: i64, place: i64, reason: i64, rule: i64) -> None:
    """Emit the event that an action is not possible at a place, for this reason."""
    s.emit(tokens.IVAN_TRIED, s.seats, verb << 8 | place, rule | reason << 8 | s.automa_card << 16)


def emit_action(s: Stroganov, verb: i64, place: i64, rule: i64) -> None:
    """Emit the event that an action is carried out at a place."""
    s.emit(tokens.IVAN_ACTS, s.seats, verb << 8 | place, rule | s.automa_card << 8)


# ---- set-up ----


class IvanStart(AutomaStep):
    """The automa gets the fur of the start wish that is left (S-SOLO-04, S-RULING-53).

    It discards the card and scores VP for it.
    """

    def run(self, s: Stroganov, f: i64) -> None:
        i: i64 = 0
        while i < len(s.offer) and s.offer[i] == 0:
            i += 1
        if i == len(s.offer):
            return
        wish, fur = s.offer[i] & 255, s.offer[i] >> 8
        s.offer[i] = 0
        vp = s.stock.start_wish_vp
        s.vp[s.seats] += vp
        s.emit(tokens.IVAN_START, s.seats, wish, tokens.SOLO_04 | vp << 8 | fur << 16)
        if fur:
            s.gain_fur(s.seats, fur)


# ---- its turn ----


class IvanFlip(AutomaStep):
    """Step 1: flip the top card of the deck (S-SOLO-16, S-RULING-54, -83).

    Until then no player could know which card it was (S-RULING-93). It stays valid until the next flip.
    """

    def run(self, s: Stroganov, f: i64) -> None:
        s.automa_card = s.automa_top
        s.put_on_automa_deck(0)
        s.reveals += 1  # also if no card is left to be dealt
        s.emit(tokens.IVAN_FLIPPED, s.seats, s.automa_card, tokens.SOLO_16)
        if s.automa_pile:
            s.push(frames.deal_automa())


class IvanMove(AutomaStep):
    """Step 2: move right by the steps on the card that is now on top (S-SOLO-17).

    The move ends at the rightmost tile at the latest (S-RULING-83).
    """

    def run(self, s: Stroganov, f: i64) -> None:
        p = s.seats
        space = s.space[p]
        shown = s.automa_steps
        steps: i64 = 0
        while steps < shown:
            next_tile = s.tile_right(space)
            if next_tile == 0:
                break
            space = next_tile
            steps += 1
        if steps:
            rule = tokens.SOLO_17 if steps == shown else tokens.RULING_83
            s.emit(tokens.IVAN_RIDES, p, shown, rule | steps << 8)
            s.put_cossack(p, space)
        else:
            s.emit(tokens.IVAN_STAYS, p, shown, tokens.RULING_61)


class IvanHunt(AutomaStep):
    """Step 3: hunt as many furs as the flipped card says, the lowest or the highest ones (S-SOLO-18).

    On an empty tile or in a gap the automa takes as many coins (S-RULING-55). Furs are taken one after the
    other, because a bear brings story at once. left: furs still to hunt, 0 if the hunt begins.
    """

    takes = "nobody left=0..9"

    def run(self, s: Stroganov, f: i64) -> None:
        p = s.seats
        space = s.space[p]
        left = arg(f)
        if left == 0:
            left = s.stock.automa_furs[s.automa_card]
            lying = s.lying_on(space)
            if lying == 0:
                s.emit(tokens.IVAN_FINDS_NOTHING, p, s.automa_card, tokens.SOLO_18 | left << 8)
                s.gain_coins(p, left)
                return
            left = min(left, lying)
            s.emit(tokens.IVAN_HUNTS, p, s.automa_card, tokens.SOLO_18 | left << 8)
        if left > 1:
            s.push(frames.ivan_hunt(left - 1))
        kind = fur_at_end(s, s.row_furs, space * KINDS)
        if kind:
            s.emit(tokens.HUNTED, p, kind, space)
            take_from_tile(s, p, space, kind)


def fur_at_end(s: Stroganov, furs: vec[i64], at: i64) -> i64:
    """The lowest or the highest kind, as the flipped card says. 0 if there is none (S-SOLO-13, -18).

    A tiger is the highest.
    """
    if s.stock.automa_highest[s.automa_card]:
        kind: i64 = TIGER
        while kind and furs[at + kind] == 0:
            kind -= 1
        return kind
    kind = 1
    while kind < TIGER and furs[at + kind] == 0:
        kind += 1
    return kind if furs[at + kind] else 0


class IvanClaimOrVisit(AutomaStep):
    """Step 4: claim the own tile if it is empty and can be paid, otherwise visit the village (S-SOLO-19).

    In a gap only the village is possible (S-RULING-61).
    """

    def run(self, s: Stroganov, f: i64) -> None:
        p = s.seats
        space = s.space[p]
        region = s.stock.region_of[space]
        if region == 0:
            return
        value = s.region_fur[region]
        s.emit(tokens.IVAN_CLAIM_OR_VISIT, p, s.automa_card, tokens.SOLO_19 | space << 8)
        if s.row[space] == 0:
            emit_failure(s, tokens.CLAIM, space, tokens.NO_TILE, tokens.RULING_61)
        elif s.lying_on(space):
            emit_failure(s, tokens.CLAIM, space, tokens.FURS_ON_IT, tokens.SOLO_19)
        elif not can_afford(s, value, claim_cost(s, space)):
            emit_failure(s, tokens.CLAIM, space, tokens.CANNOT_PAY, tokens.SOLO_12)
        else:
            pay(s, value, claim_cost(s, space))
            claim(s, p, space)
            return
        visit_village(s, p, region)


class IvanAction(AutomaStep):
    """Step 5: the additional action of the flipped card (S-SOLO-20)."""

    def run(self, s: Stroganov, f: i64) -> None:
        action = s.stock.automa_action[s.automa_card]
        s.emit(tokens.IVAN_ACTION, s.seats, s.automa_card, tokens.SOLO_20)
        if action == components.TROPHY_ACTION:
            win_trophy(s, 1)
        elif action == components.OUTPOST_ACTION:
            build_or_take_outpost(s)
        elif action == components.CLAIM_ACTION:
            claim_somewhere(s)
        elif action == components.WISH_ACTION:
            act_somewhere(s, tokens.WISH)
        elif action == components.YURT_ACTION:
            act_somewhere(s, tokens.YURT)


# ---- the additional actions ----


def is_present(s: Stroganov, region: i64) -> bool:
    """True if the automa has its Cossack or an outpost in the region (S-SOLO-21)."""
    return s.stock.region_of[s.space[s.seats]] == region or s.has_post(s.seats, region)


def act_somewhere(s: Stroganov, verb: i64) -> None:
    """Take a wish or use a yurt for the region fur (S-SOLO-20, -21).

    The automa acts in the first region from the right in which it is present, can act and can pay.
    """
    p = s.seats
    fur_missing = False
    region = s.stock.regions
    while region:
        if is_present(s, region):
            if verb == tokens.WISH and s.wish[region] == 0:
                emit_failure(s, verb, region, tokens.NO_WISH, tokens.WISH_02)
            elif verb == tokens.YURT and s.yurt[region] == 0:
                emit_failure(s, verb, region, tokens.NO_YURT, tokens.YURT_02)
            elif not can_afford(s, s.region_fur[region], 1):
                emit_failure(s, verb, region, tokens.CANNOT_PAY, tokens.SOLO_12)
                fur_missing = True
            else:
                emit_action(s, verb, region, tokens.SOLO_21)
                pay(s, s.region_fur[region], 1)
                if verb == tokens.WISH:
                    score_wish(s, remove_wish(s, p, region))
                else:
                    use_yurt(s, p, region)
                return
        region -= 1
    emit_impossible(s, fur_missing)


def emit_impossible(s: Stroganov, fur_missing: bool) -> None:
    """Emit the event that the action was not possible in any region (S-SOLO-21).

    If only a fur was missing, the automa may gain a coin.
    """
    s.emit(tokens.IVAN_NOWHERE, s.seats, s.automa_card, tokens.SOLO_21)
    if fur_missing:
        coin_for_missing_fur(s)


def score_wish(s: Stroganov, wish: i64) -> None:
    """Score the immediate VP of a wish (S-SOLO-22).

    An A card leaves the game, a B card is kept for the end.
    """
    p = s.seats
    kept: i64 = 1 if cards.has(s.stock.wishes_b, wish) else 0
    if kept:
        s.wishes[p] = cards.plus(s.wishes[p], wish)
    vp = s.stock.wish_vp[wish]
    s.vp[p] += vp
    s.emit(tokens.IVAN_WISH, p, wish, tokens.SOLO_22 | vp << 8 | kept << 16)


def claim_somewhere(s: Stroganov) -> None:
    """Claim a tile with the furs on it, tried from the right (S-SOLO-21, -26, S-RULING-56).

    With an outpost the automa may claim any tile of the region, with the Cossack alone only the tile under
    it.
    """
    p = s.seats
    fur_missing = False
    region = s.stock.regions
    while region:
        space = s.stock.spaces
        while space:
            if s.stock.region_of[space] == region:
                if s.row[space] == 0:
                    if s.space[p] == space:
                        emit_failure(s, tokens.CLAIM, space, tokens.NO_TILE, tokens.RULING_61)
                elif s.space[p] == space or s.has_post(p, region):
                    furs = claim_cost(s, space)
                    if can_afford(s, s.region_fur[region], furs):
                        emit_action(s, tokens.CLAIM, space, tokens.SOLO_21)
                        pay(s, s.region_fur[region], furs)
                        claim(s, p, space)
                        return
                    emit_failure(s, tokens.CLAIM, space, tokens.CANNOT_PAY, tokens.SOLO_12)
                    fur_missing = True
            space -= 1
        region -= 1
    emit_impossible(s, fur_missing)


def build_or_take_outpost(s: Stroganov) -> None:
    """Build in the region of the Cossack for the region fur (S-SOLO-07, -23).

    If that fails, an outpost goes from the general supply into the automa's own. With the option, a missing
    fur brings a coin instead (S-RULING-60).
    """
    p = s.seats
    region = s.stock.region_of[s.space[p]]
    if s.has_post(p, region):
        emit_failure(s, tokens.OUTPOST, region, tokens.OWN_OUTPOST, tokens.POST_03)
    elif region == 0 or s.free_place(region) < 0:
        emit_failure(s, tokens.OUTPOST, region, tokens.NO_SPACE, tokens.POST_04)
    elif s.outposts[p] == 0:
        emit_failure(s, tokens.OUTPOST, region, tokens.NO_OUTPOST, tokens.POST_04)
    elif not can_afford(s, s.region_fur[region], 1):
        emit_failure(s, tokens.OUTPOST, region, tokens.CANNOT_PAY, tokens.SOLO_12)
        if coin_for_missing_fur(s):
            return
    else:
        emit_action(s, tokens.OUTPOST, region, tokens.SOLO_23)
        pay(s, s.region_fur[region], 1)
        s.outposts[p] -= 1
        build_outpost(s, p, region)
        return
    if s.outposts_left(p):
        s.emit(tokens.IVAN_SUPPLY, p, 1, tokens.SOLO_23)
        simple_part(s, p, components.OUTPOST, 1)


def win_trophy(s: Stroganov, additional: i64) -> None:
    """Pay the fur of the next space and advance, if possible. Gain the VP of the space in any case
    (S-SOLO-25, S-RULING-75).

    With the option, the additional action brings a coin instead if the fur is missing (S-RULING-60).
    """
    p = s.seats
    space = s.trophy[p] + 1
    track = s.track(p)
    if space > track.length:
        emit_failure(s, tokens.ADVANCE, track.length, tokens.LAST_SPACE, tokens.TROPHY_06)
    else:
        furs: i64 = 1 if track.fur[space] else 0
        if can_afford(s, track.fur[space], furs):
            emit_action(s, tokens.ADVANCE, space, tokens.SOLO_25)
            pay(s, track.fur[space], furs)
            advance(s, p)
        else:
            emit_failure(s, tokens.ADVANCE, space, tokens.CANNOT_PAY, tokens.SOLO_12)
            if additional and coin_for_missing_fur(s):
                return
    take_reward(s, p, s.trophy[p])


# ---- benefits, songs, winter ----


class IvanPart(AutomaStep):
    """Resolve a part of a benefit at which a player would be asked.

    A market fur comes from the end that the flipped card says (S-SOLO-13). A trophy is resolved (S-SOLO-25).
    An action becomes VP (S-SOLO-14, S-RULING-57).
    """

    takes = "nobody part=9..17"

    def run(self, s: Stroganov, f: i64) -> None:
        p = s.seats
        if arg(f) == components.MARKET_FUR:
            kind = fur_at_end(s, s.market, 0)
            if kind:
                s.emit(tokens.IVAN_MARKET, p, s.automa_card, tokens.SOLO_13)
                take_from_market(s, p, kind)
            else:
                s.emit(tokens.IVAN_NO_FUR, p, s.automa_card, tokens.RULING_83)
        elif arg(f) == components.TROPHY:
            win_trophy(s, 0)
        else:
            s.emit(tokens.IVAN_EXTRA, p, arg(f), tokens.SOLO_14 | s.stock.extra_action_vp << 8)
            s.vp[p] += s.stock.extra_action_vp


class IvanTwelve(AutomaStep):
    """Use the most expensive song at the end of the story track, as the automa must (S-SOLO-28, S-RULING-84).

    The tile stays.
    """

    def run(self, s: Stroganov, f: i64) -> None:
        place = best_song(s)
        if place < 0:
            s.emit(tokens.IVAN_NO_SONG, s.seats, 0, tokens.RULING_84)
            return
        s.emit(tokens.IVAN_SONG, s.seats, s.song[place], tokens.SOLO_28)
        use_song(s, s.seats, s.song[place])


def best_song(s: Stroganov) -> i64:
    """The place of the most expensive song that the automa can pay, -1 if there is none.

    Among equal ones it is the rightmost.
    """
    best: i64 = -1
    for place in range(len(s.song)):
        song = s.song[place]
        if song and s.stock.song_cost[song] <= s.story[s.seats]:
            if best < 0 or s.stock.song_cost[song] >= s.stock.song_cost[s.song[best]]:
                best = place
    return best


class IvanIncome(AutomaStep):
    """Take the winter horses. Cards give the automa no income (S-RULING-61)."""

    def run(self, s: Stroganov, f: i64) -> None:
        s.emit(tokens.IVAN_INCOME, s.seats, 0, tokens.RULING_61)
        take_winter_horses(s, s.seats)


class IvanStory(AutomaStep):
    """Gain story for the place of the automa's Cossack (S-WINTER-04, S-RULING-72)."""

    takes = "nobody points=0..99"

    def run(self, s: Stroganov, f: i64) -> None:
        s.emit(tokens.IVAN_STORY, s.seats, arg(f), tokens.RULING_72)
        s.push(frames.story(s.seats, arg(f)))


class IvanSong(AutomaStep):
    """Take the most expensive song that the automa can pay, in storytelling (S-SOLO-27, S-RULING-84)."""

    def run(self, s: Stroganov, f: i64) -> None:
        place = best_song(s)
        if place < 0:
            s.emit(tokens.IVAN_NO_SONG, s.seats, 0, tokens.RULING_84)
            return
        s.emit(tokens.IVAN_SONG, s.seats, s.song[place], tokens.SOLO_27)
        take_song(s, s.seats, place)
