"""Names and descriptions of the components of Tundra: prices, boards, cards, tiles, goals."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import components
from samovar.games.tundra.components import ANY, GOODS, ITEMS, SIDES, SLOTS, STEPS, VP, Box, Goal
from samovar.games.tundra.goals import goal_count, thresholds_of
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards, counts
from samovar.views.sentences import component_name
from samovar.views.words.words import Words

PER_NAMES: Final = {number: name for name, number in components.PER_NUMBERS.items()}
CONDITION_NAMES: Final = {
    number: name
    for table in (components.CONDITIONS, components.PERSONAL_CONDITIONS)
    for name, number in table.items()
}
ROMAN: Final = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]


def item_count(w: Words, item: int, n: int, case: str = "") -> str:
    """A number of items: 2 berries, 3 VP, 1 resource of any type."""
    return w.say("vp", n=n) if item == VP else w.count(n, ITEMS[item] + case)


def item_counts(w: Words, found: int, case: str = "") -> list[str]:
    """Items with their numbers, from counts by item: ["1 stone", "2 berries"]."""
    return [
        item_count(w, item, int(counts.get(found, item)), case)
        for item in range(len(ITEMS))
        if counts.get(found, item)
    ]


def item_sign(w: Words, item: int, n: int = 1) -> str:
    """A number of items as a symbol: 2♣. The number 1 is left out."""
    return f"{n if n > 1 else ''}{w.say('sign.' + ITEMS[item])}"


def board_name(w: Words, box: Box, board: int) -> str:
    return component_name(w, "board", box.board_names[board])


def board_short(w: Words, box: Box, board: int) -> str:
    """The first four letters of a board's name, for narrow places."""
    return board_name(w, box, board)[:4]


def city_name(w: Words, box: Box, card: int) -> str:
    return component_name(w, "card", box.city_names[card])


def starter_name(w: Words, box: Box, card: int) -> str:
    return component_name(w, "card", box.starter_names[card])


def goal_name(w: Words, goal: Goal) -> str:
    return component_name(w, "goal", goal.name)


def title_name(w: Words, s: Tundra, title: int) -> str:
    return component_name(w, "title", s.stock.titles[title].name)


def resource_name(w: Words, s: Tundra, space: int) -> str:
    """The resource of an open glade."""
    there = int(s.resource_at(space))
    return w.noun(1, ITEMS[there - 1]) if there else w.say("glade.bare")


def vp_track(box: Box, vp: int) -> tuple[int, int]:
    """The space of the VP counter, and the VP that the acorn stands for: 0, 50, 100 … (T-VP-02,
    T-RULING-END-03).
    """
    on_track = vp % int(box.vp_track)
    return on_track, vp - on_track


def price_text(w: Words, box: Box, price: int, case: str = "") -> str:
    """A price in words: 2 equal resources and 1 berry. Empty if it is free."""
    parts: list[str] = []
    if box.price_same[price]:
        parts.append(w.count(int(box.price_same[price]), "equal" + case))
    if box.price_any[price]:
        parts.append(item_count(w, ANY, int(box.price_any[price]), case))
    return w.all_of(parts + item_counts(w, int(box.price_fixed[price]), case))


def price_sign(w: Words, box: Box, price: int) -> str:
    """A price as symbols: 2=♣."""
    signs = ""
    if box.price_same[price]:
        signs += f"{box.price_same[price]}{w.say('sign.same')}"
    if box.price_any[price]:
        signs += item_sign(w, ANY, int(box.price_any[price]))
    fixed = int(box.price_fixed[price])
    each = [item for item in range(GOODS) if counts.get(fixed, item)]
    each.sort(key=lambda item: -int(counts.get(fixed, item)))  # the largest first, as on the printed board
    return signs + "".join(item_sign(w, item, int(counts.get(fixed, item))) for item in each)


def step_text(w: Words, box: Box, at: int, left: int = 0) -> str:
    """One step of the effect language in words. ``left``: remaining repetitions, 0 for all."""
    op, n = int(box.op[at]), left or int(box.number[at])
    key = "op." + components.EFFECT_NAMES[op]
    price = price_text(w, box, int(box.price[at]), ".acc")
    match op:
        case components.GAIN | components.GAIN_ANY:
            return item_count(w, int(box.item[at]), n)
        case components.GAIN_PER:
            what = item_count(w, int(box.item[at]), n)
            return w.say(key, what=what, per=w.say("per." + PER_NAMES[int(box.per[at])]))
        case components.GAIN_SAME:
            return w.count(n, "equal")
        case components.CONVERT:
            gain = w.all_of(item_counts(w, int(box.gains[at])))
            text = w.say(key, price=price, gain=gain)
            if box.per[at]:
                return w.say("op.times_per", what=text, per=w.say("per." + PER_NAMES[int(box.per[at])]))
            return w.say("op.times", what=text, n=n) if n > 1 else text
    if n == 1 and w.has(key + "_one"):
        key += "_one"
    if not price and w.has(key + "_free"):
        key += "_free"
    return w.say(key, n=n, price=price)


def action_text(w: Words, box: Box, number: int, done: int = 0) -> str:
    """An action in words: 2 berries, upgrade up to 4 order boards. ``done``: set of steps to leave out."""
    steps = [number * STEPS + i for i in range(STEPS) if not done >> i & 1]
    return ", ".join(step_text(w, box, at) for at in steps if box.op[at])


def step_sign(w: Words, box: Box, at: int) -> str:
    """One step as symbols, for narrow places: 2♣, ≤4↑, 2=→★, ♜←2=."""
    op, n = int(box.op[at]), int(box.number[at])
    price = price_sign(w, box, int(box.price[at]))
    many = str(n) if n > 1 else ""
    match op:
        case components.GAIN | components.GAIN_ANY:
            return item_sign(w, int(box.item[at]), n)
        case components.GAIN_PER:
            return f"{item_sign(w, int(box.item[at]), n)}/{w.say('sign.' + PER_NAMES[int(box.per[at])])}"
        case components.GAIN_SAME:
            return f"{n}{w.say('sign.same')}"
        case components.CONVERT:
            gains = int(box.gains[at])
            each = [item for item in range(len(ITEMS)) if counts.get(gains, item)]
            gain = "".join(item_sign(w, item, int(counts.get(gains, item))) for item in each)
            times = f"/{w.say('sign.' + PER_NAMES[int(box.per[at])])}" if box.per[at] else ""
            return f"{f'{n}×' if n > 1 else ''}{price}→{gain}{times}"
    sign = w.say("sign." + components.EFFECT_NAMES[op])
    if op in components.REPEATABLE:
        return (f"≤{n}{sign}" if n > 1 else sign) + (f"←{price}" if price else "")
    return many + sign


def action_sign(w: Words, box: Box, number: int) -> str:
    found = [step_sign(w, box, number * STEPS + i) for i in range(STEPS) if box.op[number * STEPS + i]]
    gap = " " if any("→" in sign or "←" in sign for sign in found) else ""
    return gap.join(found)


def board_action(box: Box, board: int, upgraded: bool, value: int) -> int:
    return int(box.slot_action[(board * SIDES + (1 if upgraded else 0)) * SLOTS + value])


def starter_row(box: Box, card: int) -> list[int]:
    """The actions of a starter card by die value."""
    return [int(box.starter_action[card * SLOTS + value]) for value in range(SLOTS)]


def city_row(box: Box, card: int) -> list[int]:
    return [int(box.city_action[card * SLOTS + value]) for value in range(SLOTS)]


def frames_of(row: list[int]) -> list[tuple[str, int]]:
    """The frames from the highest value down, each with slots and action: [("6–4", 3), ("3–1", 7)]."""
    found: list[tuple[str, int]] = []
    first = 6
    for value in range(6, 0, -1):
        if value == 1 or row[value - 1] != row[value]:
            found.append((str(value) if first == value else f"{first}–{value}", row[value]))
            first = value - 1
    return found


def row_text(w: Words, box: Box, row: list[int]) -> str:
    """The frames in words: 6–4: 1 berry; 3–1: 1 peat."""
    return "; ".join(w.say("row", slots=slots, what=action_text(w, box, a)) for slots, a in frames_of(row))


def city_text(w: Words, box: Box, card: int) -> str:
    """The effect of an advisor, or of each row of an enhancement."""
    if cards.has(box.advisors, card):
        return action_text(w, box, int(box.advisor_action[card]))
    return row_text(w, box, city_row(box, card))


def title_text(w: Words, box: Box, number: int) -> str:
    """The effect of a title, and its numbers that differ from the basic title (T-TITLE-02)."""
    title, basic = box.titles[number], box.titles[box.basic_title]
    parts: list[str] = []
    if title.action:
        parts.append(w.say("bears.start", what=action_text(w, box, int(title.action))))
    if title.setup_workers:
        parts.append(w.say("bears.settlers", n=int(title.setup_workers)))
    if list(title.dice) != list(basic.dice):
        parts.append(w.say("bears.dice", dice="/".join(str(n) for n in title.dice)))
    for key, n, usual in (
        ("most", title.max_dice, basic.max_dice),
        ("advisors", title.advisors, basic.advisors),
        ("places", title.market_places, basic.market_places),
        ("reroll", title.reroll, basic.reroll),
        ("change", title.change, basic.change),
        ("buy", title.buy, basic.buy),
    ):
        if n != usual:
            parts.append(w.say("bears." + key, n=int(n)))
    return "; ".join(parts)


def bonus_text(w: Words, s: Tundra, space: int) -> str:
    return action_text(w, s.stock, int(s.stock.glade_action[s.tile[space]]))


def bonus_sign(w: Words, s: Tundra, space: int) -> str:
    return action_sign(w, s.stock, int(s.stock.glade_action[s.tile[space]]))


def thresholds(s: Tundra, goal: Goal) -> list[int]:
    return [int(n) for n in thresholds_of(s, goal)]


def condition(w: Words, goal: Goal) -> str:
    """The condition of a goal: what it counts."""
    name = CONDITION_NAMES[int(goal.condition)]
    return w.say("counts." + name, resource=w.noun(1, ITEMS[int(goal.resource)]))


def goal_steps(s: Tundra, goal: Goal) -> str:
    """Thresholds and VP of a goal: 10/15/20 → 2/4/6."""
    need = "/".join(str(n) for n in thresholds(s, goal))
    return f"{need} → {'/'.join(str(n) for n in goal.vp)}"


def missing(s: Tundra, seat: int, goal: Goal) -> int:
    """The number missing for the first step of a goal, 0 if it is fulfilled."""
    return max(0, thresholds(s, goal)[0] - int(goal_count(s, seat, goal)))


def space_name(w: Words, s: Tundra, space: int) -> str:
    """The name of a space: 7, or 25 (settlement)."""
    if s.layout.glades < space <= s.layout.spaces:
        return w.say("space.settlement", n=space)
    return str(space)


def kept_text(w: Words, s: Tundra, found: list[tuple[int, int]]) -> str:
    """Cards with their boards: Cut Turf under Trade and Snowshoes under Travel."""
    return w.all_of(
        [
            w.say("kept", card=starter_name(w, s.stock, card), board=board_name(w, s.stock, board))
            for card, board in found
        ]
    )
