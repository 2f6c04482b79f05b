"""The verbs of Tundra and their tokens, and the events of its journal.

Tokens are stored in records, so they never change. The sentences are in views/tundra/words.
"""

from __future__ import annotations

from typing import Final

from samovar.games.tundra.components import BOARDS, DIRECTION_NAMES, ITEMS, RESOURCES, SPACES, WORKERS, Box

# Set-up
KEEP: Final = 1  # keep.s03_trade: keep this starter card under this order board
# A turn
PLACE: Final = 2  # place.trade_3: a die of 3 on its slot of the trade board
GOAL: Final = 3  # goal.feast_2: a die of 2 on a common goal
ASIDE: Final = 4  # aside.4: set a die aside because no slot fits
DO: Final = 5  # do.board, do.starter, do.market1, do.market2: the next action of an activation
END: Final = 6  # end an activation or a turn
# Within an action
STOP: Final = 7  # stop the open step
FINISH: Final = 8  # finish the action
GAINS: Final = 9  # book the gains without a choice first
GAIN: Final = 10  # gain.peat: gain one resource of choice
SAME: Final = 11  # same.stone: gain several resources of one type
MOVE: Final = 12  # move.2_ne: the player's second worker one step to the north-east
GATHER: Final = 13  # gather.7: a piece on space 7 yields
BUILD: Final = 14  # build.7: a tower on space 7
PUT: Final = 15  # put.25: a worker on space 25
HERE: Final = 16  # place the worker of a tower bonus
CONVERT: Final = 17
TAKE: Final = 18  # take.e07: take this card from the market
RENEW: Final = 19  # renew the market
UPGRADE: Final = 20  # upgrade.travel
SET: Final = 21  # set.2_5: turn a die of 2 to 5
PICK: Final = 22  # pick.4: pick this die for the common reroll
PAY: Final = 23  # pay.stone
UNDER: Final = 24  # under.gathering: put the enhancement just taken there
REPLACE: Final = 25  # replace.1: replace the first market enhancement there
DISMISS: Final = 26  # dismiss.a04: discard one of too many advisors
TOWER: Final = 27  # tower.7: take the bonus of this tower next
# Nature: outcomes of chance
FIRST: Final = 40  # first.0: seat 0 is the first player
ROLL: Final = 41  # roll.5
OPEN: Final = 42  # open.g07: the glade that a worker opens
DEAL: Final = 43  # deal.s03: a starter card
CITY: Final = 44  # city.a04: a city card into the market
COMMON: Final = 45  # common.feast
PERSONAL: Final = 46  # personal.day_off
TITLE: Final = 47  # title.wisdom
# Auxiliary actions: the open question stays on the stack. From FIRST_AUXILIARY_VERB up; written as numbers,
# because mypyc keeps no sums as constants.
REROLL: Final = 192  # reroll.4
UP: Final = 193  # up.4: turn a die of 4 to 5
DOWN: Final = 194
BUY: Final = 195
USE: Final = 196  # use.a04: use an advisor

# The sources of the actions of an activation; the arguments of DO.
FROM_BOARD: Final = 0
FROM_STARTER: Final = 1
FROM_MARKET: Final = 2  # 2 and 3: the two market places

# Events. Each has a seat and two numbers, named in its comment.
ROUND_BEGINS: Final = 1  # round
FIRST_PLAYER: Final = 2
DEALT_TITLE: Final = 3  # title
OPENED: Final = 4  # tile, space
DEALT_STARTER: Final = 5  # card
READY: Final = 6  # a player has chosen the starter cards
KEPT: Final = 7  # starter card, board
DEALT_CITY: Final = 8  # card
DEALT_COMMON: Final = 9  # goal
DEALT_PERSONAL: Final = 10  # goal
ROLLED: Final = 11  # value of a common die
ROLLED_ALONE: Final = 12  # value of one player's die
TURN_BEGINS: Final = 13
PLACED: Final = 14  # board, value
SCORED_GOAL: Final = 15  # goal, VP
SET_ASIDE: Final = 16  # value
ACTION_OF: Final = 17  # source (FROM_...), card or board
GAINED: Final = 18  # item, number
LOST: Final = 19  # item, number that did not fit on the track
PAID: Final = 20  # item, number
MOVED: Final = 21  # new space, old space of a worker
GATHERED: Final = 22  # space, resource
BUILT: Final = 23  # space
PLACED_WORKER: Final = 24  # space
TOOK: Final = 25  # city card
PLACED_CARD: Final = 26  # city card, board
DISCARDED: Final = 27  # city card
RENEWED: Final = 28
SHUFFLED: Final = 29  # number of cards in the new deck
UPGRADED: Final = 30  # board
TURNED: Final = 31  # old value, new value of a die
REROLLED: Final = 32  # old value of a die
BOUGHT: Final = 33
USED_ADVISOR: Final = 34  # card
TOWER_BONUS: Final = 35  # space
BOARD_VP: Final = 36  # VP, upgraded boards
TITLE_USED: Final = 37  # title
GAME_OVER: Final = 38
EVENTS: Final = {
    ROUND_BEGINS: "round_begins",
    FIRST_PLAYER: "first_player",
    DEALT_TITLE: "dealt_title",
    OPENED: "opened",
    DEALT_STARTER: "dealt_starter",
    READY: "ready",
    KEPT: "kept",
    DEALT_CITY: "dealt_city",
    DEALT_COMMON: "dealt_common",
    DEALT_PERSONAL: "dealt_personal",
    ROLLED: "rolled",
    ROLLED_ALONE: "rolled_alone",
    TURN_BEGINS: "turn_begins",
    PLACED: "placed",
    SCORED_GOAL: "scored_goal",
    SET_ASIDE: "set_aside",
    ACTION_OF: "action_of",
    GAINED: "gained",
    LOST: "lost",
    PAID: "paid",
    MOVED: "moved",
    GATHERED: "gathered",
    BUILT: "built",
    PLACED_WORKER: "placed_worker",
    TOOK: "took",
    PLACED_CARD: "placed_card",
    DISCARDED: "discarded",
    RENEWED: "renewed",
    SHUFFLED: "shuffled",
    UPGRADED: "upgraded",
    TURNED: "turned",
    REROLLED: "rerolled",
    BOUGHT: "bought",
    USED_ADVISOR: "used_advisor",
    TOWER_BONUS: "tower_bonus",
    BOARD_VP: "board_vp",
    TITLE_USED: "title_used",
    GAME_OVER: "game_over",
}


def register_tokens(box: Box) -> None:
    """Register the tokens for the cards, boards and goals of this box in its notation."""
    n = box.notation
    starters = {i: id.lower() for i, id in enumerate(box.starter_ids) if id}
    city = {i: id.lower() for i, id in enumerate(box.city_ids) if id}
    advisors = {i: id for i, id in city.items() if box.advisors >> i & 1}
    boards = {i: id.lower() for i, id in enumerate(box.board_ids)}
    resources = {i: ITEMS[i] for i in range(RESOURCES)}
    dice = list(range(1, 7))
    goals = {i: goal.id.lower() for i, goal in enumerate(box.goals) if goal.id}
    n.add_named(KEEP, "keep", {i << 2 | b: f"{id}_{boards[b]}" for i, id in starters.items() for b in boards})
    n.add_named(PLACE, "place", {b << 3 | v: f"{boards[b]}_{v}" for b in range(BOARDS) for v in dice})
    n.add_named(GOAL, "goal", {i << 3 | v: f"{id}_{v}" for i, id in goals.items() for v in dice})
    n.add_numbered(ASIDE, "aside", 1, 6)
    n.add_named(DO, "do", {FROM_BOARD: "board", FROM_STARTER: "starter", 2: "market1", 3: "market2"})
    n.add_plain(END, "end")
    n.add_plain(STOP, "stop")
    n.add_plain(FINISH, "finish")
    n.add_plain(GAINS, "gains")
    n.add_named(GAIN, "gain", resources)
    n.add_named(SAME, "same", resources)
    steps = {w << 3 | d: f"{w + 1}_{name}" for w in range(WORKERS) for d, name in enumerate(DIRECTION_NAMES)}
    n.add_named(MOVE, "move", steps)
    n.add_numbered(GATHER, "gather", 1, SPACES - 1)
    n.add_numbered(BUILD, "build", 1, SPACES - 1)
    n.add_numbered(PUT, "put", 1, SPACES - 1)
    n.add_plain(HERE, "here")
    n.add_plain(CONVERT, "convert")
    n.add_named(TAKE, "take", city)
    n.add_plain(RENEW, "renew")
    n.add_named(UPGRADE, "upgrade", boards)
    n.add_named(SET, "set", {v << 3 | w: f"{v}_{w}" for v in dice for w in dice if v != w})
    n.add_numbered(PICK, "pick", 1, 6)
    n.add_named(PAY, "pay", resources)
    n.add_named(UNDER, "under", boards)
    n.add_numbered(REPLACE, "replace", 1, 2)
    n.add_named(DISMISS, "dismiss", advisors)
    n.add_numbered(TOWER, "tower", 1, SPACES - 1)
    n.add_numbered(FIRST, "first", 0, 3)
    n.add_numbered(ROLL, "roll", 1, 6)
    n.add_named(OPEN, "open", {i: id.lower() for i, id in enumerate(box.glade_ids) if id})
    n.add_named(DEAL, "deal", starters)
    n.add_named(CITY, "city", city)
    n.add_named(COMMON, "common", goals)
    n.add_named(PERSONAL, "personal", {i: goal.id.lower() for i, goal in enumerate(box.personal) if goal.id})
    n.add_named(TITLE, "title", {i: title.id.lower() for i, title in enumerate(box.titles) if title.id})
    n.add_numbered(REROLL, "reroll", 1, 6)
    n.add_numbered(UP, "up", 1, 5)
    n.add_numbered(DOWN, "down", 2, 6)
    n.add_plain(BUY, "buy")
    n.add_named(USE, "use", advisors)
