"""The verbs of Stroganov with their tokens, and the events of its journal.

Tokens never change, because records contain them. The sentences are in views/stroganov.
"""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov.components import TIGER, Box

# A turn
MOVE: Final = 1  # move.2: two steps to the right in step 1
LEFT: Final = 2  # left.1: one step to the left by the move action or a trade bonus
RIGHT: Final = 3
COIN: Final = 4
HORSES: Final = 5
HUNT: Final = 6  # hunt.4: the fur of value 4 on the own tile
HUNT_LEFT: Final = 7  # hunt_left.4: with S8, on the next tile to the left
HUNT_RIGHT: Final = 8
TRADE: Final = 9
BONUS: Final = 10  # bonus.coin, bonus.story, bonus.horses
VILLAGE: Final = 11  # village.3: of region R3
YURT: Final = 12
WISH: Final = 13
OUTPOST: Final = 14
CLAIM: Final = 15  # claim.7: the tile on space 7
PASS: Final = 16
END: Final = 17
GO: Final = 18  # continue the resolution
# Furs
PAY: Final = 20  # pay.6: with a fur of true value 6 (and a coin if another value is asked for)
COVER: Final = 21  # cover.coin, cover.tiger: in place of a fur that is only possessed
KEEP: Final = 22  # keep.5: of the two drawn from the bag
TAKE: Final = 23  # take.5: from the market
# Trophies, songs, wishes
ADVANCE: Final = 26
REWARD: Final = 27  # reward.3: of the third space; reward.0: before the first advance
SONG: Final = 28  # song.sa04
TROPHY_STEP: Final = 29  # side b, instead of a song
PAY_ONLY: Final = 30  # pay_only.a3: fulfil A3 by paying its red-framed furs alone
INCOME: Final = 31  # income.horses, income.s3
START: Final = 32  # start.s5: take this start wish
# Nature
DRAW: Final = 40  # draw.5: a fur from the bag
DEAL_TILE: Final = 41
DEAL_TRADE_FUR: Final = 42
DEAL_REGION_FUR: Final = 43
DEAL_VILLAGE: Final = 44
DEAL_YURT: Final = 45
DEAL_SONG: Final = 46
DEAL_WISH: Final = 47
DEAL_ORDER: Final = 48
DEAL_AUTOMA: Final = 49  # automa.7: the new top card of the automa's deck
# Auxiliary actions: the open question stays on the stack
BUY_MARKET: Final = 192  # FIRST_AUXILIARY_VERB; a number because mypyc does not fold sums into constants
BUY_BAG: Final = 193
DOWN: Final = 194  # down.6: pay a 6 and a horse for a lower fur
SWAP: Final = 195  # two furs for one
FULFIL: Final = 196  # fulfil.a3
EXTRA: Final = 197  # extra.a11: the additional advanced action of a card

BONUS_COIN: Final = 0
BONUS_STORY: Final = 1
BONUS_HORSES: Final = 2
COVER_COIN: Final = 0
COVER_TIGER: Final = 1
INCOME_HORSES: Final = 0


def register_tokens(box: Box) -> None:
    """Register the tokens for the cards and tiles of this box in its notation."""
    n = box.notation
    kinds = {k: str(k) for k in range(1, TIGER)}
    furs = dict(kinds)
    kinds[TIGER] = "tiger"
    wishes = {i: id.lower() for i, id in enumerate(box.wish_ids) if id}
    regions = int(box.regions)
    spaces = int(box.spaces)
    n.add_numbered(MOVE, "move", 1, spaces)
    n.add_numbered(LEFT, "left", 1, spaces)
    n.add_numbered(RIGHT, "right", 1, spaces)
    n.add_plain(COIN, "coin")
    n.add_plain(HORSES, "horses")
    n.add_named(HUNT, "hunt", kinds)
    n.add_named(HUNT_LEFT, "hunt_left", kinds)
    n.add_named(HUNT_RIGHT, "hunt_right", kinds)
    n.add_plain(TRADE, "trade")
    n.add_named(BONUS, "bonus", {BONUS_COIN: "coin", BONUS_STORY: "story", BONUS_HORSES: "horses"})
    n.add_numbered(VILLAGE, "village", 1, regions)
    n.add_numbered(YURT, "yurt", 1, regions)
    n.add_numbered(WISH, "wish", 1, regions)
    n.add_numbered(OUTPOST, "outpost", 1, regions)
    n.add_numbered(CLAIM, "claim", 1, spaces)
    n.add_plain(PASS, "pass")
    n.add_plain(END, "end")
    n.add_plain(GO, "go")
    n.add_named(PAY, "pay", kinds)
    n.add_named(COVER, "cover", {COVER_COIN: "coin", COVER_TIGER: "tiger"})
    n.add_named(KEEP, "keep", furs)
    n.add_named(TAKE, "take", furs)
    n.add_plain(ADVANCE, "advance")
    n.add_numbered(REWARD, "reward", 0, max(int(track.length) for track in box.tracks))
    n.add_named(SONG, "song", {i: id.lower() for i, id in enumerate(box.song_ids) if id})
    n.add_plain(TROPHY_STEP, "trophy_step")
    n.add_named(PAY_ONLY, "pay_only", wishes)
    n.add_named(INCOME, "income", {INCOME_HORSES: "horses", **wishes})
    n.add_named(START, "start", wishes)
    n.add_named(DRAW, "draw", furs)
    n.add_named(DEAL_TILE, "tile", {i: id.lower() for i, id in enumerate(box.tile_ids) if id})
    n.add_named(DEAL_TRADE_FUR, "trade_fur", furs)
    n.add_named(DEAL_REGION_FUR, "region_fur", furs)
    n.add_named(DEAL_VILLAGE, "deal", {i: id.lower() for i, id in enumerate(box.village_ids) if id})
    n.add_named(DEAL_YURT, "deal_yurt", {i: id.lower() for i, id in enumerate(box.yurt_ids) if id})
    n.add_named(DEAL_SONG, "deal_song", {i: id.lower() for i, id in enumerate(box.song_ids) if id})
    n.add_named(DEAL_WISH, "deal_wish", wishes)
    n.add_numbered(DEAL_ORDER, "order", 0, 3)
    n.add_numbered(DEAL_AUTOMA, "automa", 1, len(box.automa_move) - 1)
    n.add_plain(BUY_MARKET, "buy_market")
    n.add_plain(BUY_BAG, "buy_bag")
    n.add_named(DOWN, "down", kinds)
    n.add_plain(SWAP, "swap")
    n.add_named(FULFIL, "fulfil", wishes)
    n.add_named(EXTRA, "extra", wishes)


# Numbers in the automa's events: the rules that it follows, and the reasons why it cannot act at a place
COIN_ALONE: Final = 0
SOLO_04: Final = 1
SOLO_08: Final = 2
SOLO_09: Final = 3
SOLO_12: Final = 4
SOLO_13: Final = 5
SOLO_14: Final = 6
SOLO_16: Final = 7
SOLO_17: Final = 8
SOLO_18: Final = 9
SOLO_19: Final = 10
SOLO_20: Final = 11
SOLO_21: Final = 12
SOLO_22: Final = 13
SOLO_23: Final = 14
SOLO_25: Final = 15
SOLO_27: Final = 16
SOLO_28: Final = 17
RULING_59: Final = 18
RULING_60: Final = 19
RULING_61: Final = 20
RULING_72: Final = 21
RULING_83: Final = 22
RULING_84: Final = 23
WISH_02: Final = 24
YURT_02: Final = 25
POST_03: Final = 26
POST_04: Final = 27
TROPHY_06: Final = 28
RULES: Final = {
    SOLO_04: "S-SOLO-04",
    SOLO_08: "S-SOLO-08",
    SOLO_09: "S-SOLO-09",
    SOLO_12: "S-SOLO-12",
    SOLO_13: "S-SOLO-13",
    SOLO_14: "S-SOLO-14",
    SOLO_16: "S-SOLO-16",
    SOLO_17: "S-SOLO-17",
    SOLO_18: "S-SOLO-18",
    SOLO_19: "S-SOLO-19",
    SOLO_20: "S-SOLO-20",
    SOLO_21: "S-SOLO-21",
    SOLO_22: "S-SOLO-22",
    SOLO_23: "S-SOLO-23",
    SOLO_25: "S-SOLO-25",
    SOLO_27: "S-SOLO-27",
    SOLO_28: "S-SOLO-28",
    RULING_59: "S-RULING-59",
    RULING_60: "S-RULING-60",
    RULING_61: "S-RULING-61",
    RULING_72: "S-RULING-72",
    RULING_83: "S-RULING-83",
    RULING_84: "S-RULING-84",
    WISH_02: "S-WISH-02",
    YURT_02: "S-YURT-02",
    POST_03: "S-POST-03",
    POST_04: "S-POST-04",
    TROPHY_06: "S-TROPHY-06",
}
CANNOT_PAY: Final = 1
FURS_ON_IT: Final = 2
NO_TILE: Final = 3
NO_WISH: Final = 4
NO_YURT: Final = 5
OWN_OUTPOST: Final = 6
NO_SPACE: Final = 7
NO_OUTPOST: Final = 8
LAST_SPACE: Final = 9
REASONS: Final = {
    CANNOT_PAY: "cannot_pay",
    FURS_ON_IT: "furs_on_it",
    NO_TILE: "no_tile",
    NO_WISH: "no_wish",
    NO_YURT: "no_yurt",
    OWN_OUTPOST: "own_outpost",
    NO_SPACE: "no_space",
    NO_OUTPOST: "no_outpost",
    LAST_SPACE: "last_space",
}


# Events: each has a player and two numbers, named in the comment. The sentences are in views/stroganov.
YEAR_BEGINS: Final = 1  # year
SEASON_BEGINS: Final = 2  # season, year
TURN_BEGINS: Final = 3
MOVED: Final = 4  # to space, from space
HUNTED: Final = 5  # kind, space
GAINED_COINS: Final = 6  # number
GAINED_HORSES: Final = 7
GAINED_STORY: Final = 8  # number, lost beyond the end of the track
GAINED_VP: Final = 9
GAINED_BANNERS: Final = 10
GAINED_OUTPOSTS: Final = 11
GAINED_TIGERS: Final = 12
PAID_FUR: Final = 13  # kind, 1 if with a coin
PAID_HORSES: Final = 14
PAID_COINS: Final = 15
TOOK_FROM_MARKET: Final = 16  # kind
DREW: Final = 17  # kind, other kind (0: there was only one)
KEPT: Final = 18  # kind
VISITED_VILLAGE: Final = 19  # village, region
USED_YURT: Final = 20  # yurt, region
TOOK_WISH: Final = 21  # wish, region
BUILT_OUTPOST: Final = 22  # region, place
CLAIMED: Final = 23  # tile, space
FULFILLED: Final = 24  # wish, vp
SANG: Final = 25  # song, cost
ADVANCED_TROPHY: Final = 26  # space
TOOK_REWARD: Final = 27  # space
TRADED: Final = 28
REFILLED_MARKET: Final = 29  # kind
TOOK_START: Final = 30  # wish, fur
CAME_HOME: Final = 31
DEALT_TILE: Final = 32  # tile, space
DEALT_FUR: Final = 33  # kind, space
DEALT_TIGER: Final = 34  # 0, space
DEALT_YURT: Final = 35  # yurt, region
DEALT_SONG: Final = 36  # song, place
DEALT_WISH: Final = 37  # wish, region
REACHED_TWELVE: Final = 38
DECK_CHANGED: Final = 39  # the A material leaves the game
GAME_OVER: Final = 40
DEALT_REGION_FUR: Final = 41  # value, region (0: trade)
DEALT_VILLAGE: Final = 42  # village, region
DEALT_ORDER: Final = 43  # seat is the player, place
USED_EXTRA: Final = 44  # wish
COVERED: Final = 45  # replacement for a kept fur: 0 a coin, TIGER a tiger
OFFERED_START: Final = 46  # wish, fur
PAID_STORY: Final = 47  # number, for a trophy step of side b
# Events of the automa. The lowest eight bits of the second number are the rule (RULES). The numbers after the
# semicolon follow it, eight bits each.
IVAN_START: Final = 48  # discarded wish; vp, fur
IVAN_FLIPPED: Final = 49  # card
IVAN_RIDES: Final = 50  # steps on the card on top of the deck; steps made
IVAN_STAYS: Final = 51  # steps on the card on top of the deck
IVAN_HUNTS: Final = 52  # card; furs taken
IVAN_FINDS_NOTHING: Final = 53  # card; coins instead
IVAN_CLAIM_OR_VISIT: Final = 54  # card; space
IVAN_ACTION: Final = 55  # card
IVAN_TRIED: Final = 56  # verb << 8 | place that failed; reason (REASONS), card
IVAN_ACTS: Final = 57  # verb << 8 | place that works; card
IVAN_NOWHERE: Final = 58  # card of which the action was possible nowhere
IVAN_PAID: Final = 59  # paid wild (COIN_ALONE for a coin); value that it stands for
IVAN_COIN: Final = 60  # coins for a fur that was missing
IVAN_SUPPLY: Final = 61  # outposts taken instead of building
IVAN_WISH: Final = 62  # wish; vp, 1 if it is kept for the end
IVAN_HORSES: Final = 63  # horses; vp that they become
IVAN_TRADE_FUR: Final = 64  # kind; number of furs that became coins
IVAN_DREW: Final = 65  # kind
IVAN_MARKET: Final = 66  # card that says which end of the market
IVAN_EXTRA: Final = 67  # part of a benefit (components.PARTS) that would be an action; vp in its place
IVAN_SONG: Final = 68  # song
IVAN_NO_SONG: Final = 69
IVAN_INCOME: Final = 70
IVAN_STORY: Final = 71  # points for the place of the Cossack
DEALT_AUTOMA: Final = 72  # steps on the new top card; no player sees which card it is
IVAN_NO_FUR: Final = 73  # the market is empty
EVENTS: Final = {
    YEAR_BEGINS: "year_begins",
    SEASON_BEGINS: "season_begins",
    TURN_BEGINS: "turn_begins",
    MOVED: "moved",
    HUNTED: "hunted",
    GAINED_COINS: "gained_coins",
    GAINED_HORSES: "gained_horses",
    GAINED_STORY: "gained_story",
    GAINED_VP: "gained_vp",
    GAINED_BANNERS: "gained_banners",
    GAINED_OUTPOSTS: "gained_outposts",
    GAINED_TIGERS: "gained_tigers",
    PAID_FUR: "paid_fur",
    PAID_HORSES: "paid_horses",
    PAID_COINS: "paid_coins",
    TOOK_FROM_MARKET: "took_from_market",
    DREW: "drew",
    KEPT: "kept",
    VISITED_VILLAGE: "visited_village",
    USED_YURT: "used_yurt",
    TOOK_WISH: "took_wish",
    BUILT_OUTPOST: "built_outpost",
    CLAIMED: "claimed",
    FULFILLED: "fulfilled",
    SANG: "sang",
    ADVANCED_TROPHY: "advanced_trophy",
    TOOK_REWARD: "took_reward",
    TRADED: "traded",
    REFILLED_MARKET: "refilled_market",
    TOOK_START: "took_start",
    CAME_HOME: "came_home",
    DEALT_TILE: "dealt_tile",
    DEALT_FUR: "dealt_fur",
    DEALT_TIGER: "dealt_tiger",
    DEALT_YURT: "dealt_yurt",
    DEALT_SONG: "dealt_song",
    DEALT_WISH: "dealt_wish",
    REACHED_TWELVE: "reached_twelve",
    DECK_CHANGED: "deck_changed",
    GAME_OVER: "game_over",
    DEALT_REGION_FUR: "dealt_region_fur",
    DEALT_VILLAGE: "dealt_village",
    DEALT_ORDER: "dealt_order",
    USED_EXTRA: "used_extra",
    COVERED: "covered",
    OFFERED_START: "offered_start",
    PAID_STORY: "paid_story",
    IVAN_START: "ivan_start",
    IVAN_FLIPPED: "ivan_flipped",
    IVAN_RIDES: "ivan_rides",
    IVAN_STAYS: "ivan_stays",
    IVAN_HUNTS: "ivan_hunts",
    IVAN_FINDS_NOTHING: "ivan_finds_nothing",
    IVAN_CLAIM_OR_VISIT: "ivan_claim_or_visit",
    IVAN_ACTION: "ivan_action",
    IVAN_TRIED: "ivan_tried",
    IVAN_ACTS: "ivan_acts",
    IVAN_NOWHERE: "ivan_nowhere",
    IVAN_PAID: "ivan_paid",
    IVAN_COIN: "ivan_coin",
    IVAN_SUPPLY: "ivan_supply",
    IVAN_WISH: "ivan_wish",
    IVAN_HORSES: "ivan_horses",
    IVAN_TRADE_FUR: "ivan_trade_fur",
    IVAN_DREW: "ivan_drew",
    IVAN_MARKET: "ivan_market",
    IVAN_EXTRA: "ivan_extra",
    IVAN_SONG: "ivan_song",
    IVAN_NO_SONG: "ivan_no_song",
    IVAN_INCOME: "ivan_income",
    IVAN_STORY: "ivan_story",
    DEALT_AUTOMA: "dealt_automa",
    IVAN_NO_FUR: "ivan_no_fur",
}
