"""The sentences of Catherine: options, questions and events.

Every function reads only the state it is given. For a player this is the view of the seat, without the hidden
information of others.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.catherine import components, frames, tokens
from samovar.games.catherine.actions import (
    can_perform,
    cards_instead,
    gain_of,
    is_building,
    most_repetitions,
    unit_count,
)
from samovar.games.catherine.components import (
    BOOKS_BUILD,
    BOOKS_JOKER,
    DISCARD,
    EFFECT_NAMES,
    GOODS,
    OWN,
    ROW,
    Box,
)
from samovar.games.catherine.hand import room_in_hand
from samovar.games.catherine.residences import good_of
from samovar.games.catherine.scoring import largest_group, matched_order_tiles
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.state import EVERYONE, UNKNOWN, Event, State, arg, arg5, replaced, seat_of
from samovar.views.sentences import Clause, component_name, option_line
from samovar.views.words.words import Words

SECRET: Final = {frames.CHOOSE_START, frames.PLAY_CARDS}  # steps in which players choose secretly
MAX_NAMED: Final = 3  # longer lists of drawn cards are only counted: the hand shows them

# ---- names of things ----


def city_name(w: Words, s: Catherine, city: int) -> str:
    """The name of a city in this language: as printed, or as it is called today (C-RULING-35)."""
    name = s.stock.city_modern[city] if s.setting.modern_names else s.stock.city_names[city]
    return component_name(w, "city", name)


def city_short(w: Words, s: Catherine, city: int) -> str:
    """The first three letters of a city's name. They are unique among the cities of a colour."""
    return "".join(char for char in city_name(w, s, city) if char.isalpha())[:3]


def colour(w: Words, box: Box, number: int) -> str:
    return component_name(w, "colour", box.colour_ids[number])


def colour_letter(w: Words, box: Box, number: int) -> str:
    """The letter of a colour, so that colour is never the only mark."""
    name = box.colour_ids[number]
    return w.say("letter." + name) if w.has("letter." + name) else name[:1].upper()


def symbol(w: Words, box: Box, kind: int) -> str:
    return w.noun(1, box.symbol_ids[kind])


def symbol_char(w: Words, box: Box, kind: int) -> str:
    name = box.symbol_ids[kind]
    return w.say("sign." + name) if w.has("sign." + name) else name[:1].upper()


def kinds_in(found: int) -> list[int]:
    """The kinds of symbols that occur in these counts."""
    return [kind for kind in range(GOODS + 2) if counts.get(found, kind)]


def symbols(w: Words, box: Box, found: int, case: str = "") -> list[str]:
    """Symbols in words, a single one without its number: ``["iron", "2 books"]``."""
    words: list[str] = []
    for kind in kinds_in(found):
        n = int(counts.get(found, kind))
        name = box.symbol_ids[kind] + case
        words.append(w.count(n, name) if n > 1 else w.noun(1, name))
    return words


def symbol_chars(w: Words, box: Box, found: int) -> str:
    """Symbols as characters, one for each."""
    return "".join(symbol_char(w, box, kind) * int(counts.get(found, kind)) for kind in kinds_in(found))


def card_name(w: Words, box: Box, card: int) -> str:
    """The short title of a card, such as ``Market``, or its name in the box."""
    family = box.families[card]
    return w.say("family." + family) if w.has("family." + family) else box.card_names[card] or family


def card(w: Words, s: Catherine, number: int) -> str:
    """A card with its colour: ``Market (red)``."""
    box = s.stock
    return w.say("card", name=card_name(w, box, number), colour=colour(w, box, number >> 6))


def card_full(w: Words, s: Catherine, number: int) -> str:
    """A card with its colour and upper area: ``Market (red; iron, cannon)``."""
    box = s.stock
    about = upper_area_words(w, s, number)
    if not about:
        return card(w, s, number)
    return w.say(
        "card.full",
        name=card_name(w, box, number),
        colour=colour(w, box, number >> 6),
        about=", ".join(about),
    )


def upper_area_words(w: Words, s: Catherine, number: int) -> list[str]:
    """The upper area of a card in words: cities or symbols."""
    box = s.stock
    if box.card_cities[number]:
        return [city_name(w, s, city) for city in cards.members(box.card_cities[number])]
    return symbols(w, box, int(box.symbols[number]))


def order_goods(w: Words, box: Box, order: int) -> str:
    return symbol_chars(w, box, int(box.order_goods[order]))


def vp_track(box: Box, vp: int) -> tuple[int, int]:
    """The space of the VP marker on the track, and the 50, 100 or more shown beside it (C-RULING-33)."""
    on_track = vp % int(box.vp_track)
    return on_track, vp - on_track


# ---- effects of cards ----


def effect(w: Words, s: Catherine, number: int, kind: int, amount: int, counted: int) -> str:
    """An effect in words."""
    box = s.stock
    names = [symbol(w, box, one) for one in kinds_in(counted)]
    every = kind == components.VP_PER_SET
    return w.say(
        "effect." + EFFECT_NAMES[kind],
        n=amount,
        symbols=w.all_of(names) if every else w.one_of(names),
        cities=w.one_of([city_name(w, s, city) for city in cards.members(box.card_cities[number])]),
    )


def action_text(w: Words, s: Catherine, number: int, seat: int = -1) -> str:
    """An action: ``discard 2 cards: build in any city of its colour``. With a seat also its gain now."""
    box = s.stock
    kind, amount, counted = int(box.effect[number]), int(box.amount[number]), int(box.counted[number])
    text = effect(w, s, number, kind, amount, counted)
    if seat >= 0 and counted:
        n = amount * int(unit_count(s, seat, number, kind, counted, s.possession(seat)))
        if gain_of(kind) == components.DRAW:
            n, vp = split_draw(s, seat, n)
            key = "effect.now_full" if vp and not n else "effect.now_over" if vp else "effect.now_cards"
            text = w.say(key, effect=text, n=n, vp=vp)
        else:
            text = w.say("effect.now_vp", effect=text, n=n)
    if box.cost[number]:
        text = w.say("effect.cost", n=int(box.cost[number]), effect=text)
    return w.say("effect.times", effect=text, n=int(box.times[number])) if box.times[number] > 1 else text


def split_draw(s: Catherine, seat: int, n: int) -> tuple[int, int]:
    """The number of n drawn cards that fit into the hand, and the VP for the rest (C-HAND-03)."""
    fit = min(n, int(room_in_hand(s, seat)))
    return fit, (n - fit) * int(s.stock.over_limit_vp)


def bonus_effect(w: Words, s: Catherine, number: int) -> str:
    box = s.stock
    kind, amount = int(box.bonus_effect[number]), int(box.bonus_amount[number])
    return effect(w, s, number, kind, amount, int(box.bonus_counted[number]))


def bonus_text(w: Words, s: Catherine, number: int) -> str:
    """A bonus: ``bonus if you have 2 books: 1 favor step``. Empty without a bonus."""
    box = s.stock
    condition = box.condition[number]
    if condition == 0:
        return ""
    gain = bonus_effect(w, s, number)
    if condition == OWN:
        needed = w.all_of(symbols(w, box, int(box.needed[number]), ".acc"))
        return w.say("bonus.own", needed=needed, effect=gain)
    if condition == DISCARD:
        return w.say("bonus.discard", n=int(box.bonus_cost[number]), effect=gain)
    return w.say("bonus.same_colour", effect=gain)


def card_text(w: Words, s: Catherine, number: int, seat: int = -1) -> str:
    """The action and bonus of a card in words."""
    parts = [action_text(w, s, number, seat), bonus_text(w, s, number)]
    return "; ".join(part for part in parts if part)


def effect_short(
    w: Words, s: Catherine, number: int, bonus: bool, cost: str = "", cities: bool = True
) -> str:
    """An effect in characters, for narrow places: ``−2▯→⌂ any``, ``2★/¶``."""
    box = s.stock
    kind = int(box.bonus_effect[number] if bonus else box.effect[number])
    amount = int(box.bonus_amount[number] if bonus else box.amount[number])
    counted = int(box.bonus_counted[number] if bonus else box.counted[number])
    text = w.say(
        "short." + EFFECT_NAMES[kind],
        n=amount if amount > 1 else "",
        cost=cost,
        symbols=symbol_chars(w, box, counted),
        cities="".join(city_short(w, s, city) for city in cards.members(box.card_cities[number]) if cities),
    )
    return text.strip()


def action_short(w: Words, s: Catherine, number: int, cities: bool = True) -> str:
    """An action in characters. cities: include the cities of a building card."""
    price = int(s.stock.cost[number])
    return effect_short(w, s, number, False, f"{_minus(price)}▯→" if price else "", cities)


def _minus(n: int) -> str:
    return f"−{n}" if n > 1 else "−"


def bonus_short(w: Words, s: Catherine, number: int) -> str:
    """A bonus in characters: ``+2Ж:♛``. Empty without a bonus."""
    box = s.stock
    condition = box.condition[number]
    if condition == 0:
        return ""
    needed = f"{box.cost[number]}="
    if condition == OWN:
        found = int(box.needed[number])
        units = [int(counts.get(found, kind)) for kind in kinds_in(found)]
        needed = (
            f"{units[0]}{symbol_char(w, box, kinds_in(found)[0])}"
            if len(units) == 1
            else symbol_chars(w, box, found)
        )
    elif condition == DISCARD:
        needed = f"{_minus(int(box.bonus_cost[number]))}▯"
    return w.say("short.bonus", needed=needed, effect=effect_short(w, s, number, True))


# ---- questions and secret choices ----


def open_question(s: Catherine, seat: int) -> int:
    """The frame of the question to this seat, or 0 if there is none."""
    return int(s.asked[seat])


def step_name(s: State, seat: int) -> str:
    """The name of the question to this seat, as in positions. Empty if there is none."""
    from samovar.games.catherine.game import GAME  # imported late: it has the list of steps

    table = cast(Catherine, s)
    asked = open_question(table, seat) if seat < table.seats else 0
    return GAME.step_names[asked & 255] if table.depth and asked else ""


def current_step(s: Catherine) -> int:
    """The number of the step on top of the stack, or -1 when the game is over."""
    return int(s.todo[s.depth - 1] & 255) if s.depth else -1


def choosing_secretly(s: Catherine) -> bool:
    """True if players are making secret choices."""
    return current_step(s) in SECRET


def ready_count(s: Catherine) -> int:
    return sum(1 for p in range(s.seats) if s.asked[p] == 0)


def choices_so_far(s: Catherine, seat: int) -> list[int]:
    """The secret choices of this seat so far: cards, and the place. Empty if the view hides them."""
    plan = int(s.plan[seat])
    found: list[int] = []
    while plan > 0:
        found.append(plan & 255)
        plan >>= 8
    return found


def after_reveal(s: Catherine, seat: int) -> Catherine:
    """A copy of the state after the reveal of this seat's own choice only."""
    found = choices_so_far(s, seat)
    after = s.clone()
    if current_step(s) != frames.PLAY_CARDS or not found:
        return after
    after.row[seat * ROW + s.row_length(seat)] = found[0]
    after.held[seat] -= 2
    return after


def card_at(s: Catherine, seat: int, place: int) -> int:
    """The action card at a place, from 1, including the one chosen secretly; 0 if there is none."""
    return int(after_reveal(s, seat).row[seat * ROW + place - 1])


def free_places(s: Catherine, seat: int) -> list[int]:
    """The places of the own row without an activation card, including that of the new card."""
    last = int(after_reveal(s, seat).row_length(seat))
    return [place for place in range(1, last + 1) if s.under[seat * ROW + place - 1] == 0]


def compensation_text(w: Words, s: Catherine, seat: int) -> str:
    """The compensation for an action: a card, or VP if the hand is full (C-ACT-06)."""
    box = s.stock
    after = after_reveal(s, seat)
    acting = current_step(s) == frames.ACTIONS and s.active[seat]
    n = int(cards_instead(s, seat, s.action_card(seat)) if acting else box.compensation)
    if room_in_hand(after, seat) == 0:
        return w.say("option.instead_vp", n=n * int(box.over_limit_vp))
    return w.say("option.instead_card", n=n)


# ---- options ----


def group(s: State, action: int) -> str:
    """The heading of an option: ``choice`` or ``done``."""
    return "done" if action >> 8 in (tokens.FORFEIT, tokens.ENOUGH, tokens.DECLINE) else "choice"


def end_button_text(w: Words, s: State, seat: int, action: int) -> str:
    """The text of the button that ends a question: what it brings or keeps. Empty for other actions."""
    t = cast(Catherine, s)
    match action >> 8:
        case tokens.FORFEIT:
            return w.say("page.forfeit", instead=compensation_text(w, t, seat))
        case tokens.DECLINE if step_name(t, seat) == "Bonus" and t.active[seat]:
            n = int(t.stock.bonus_cost[t.action_card(seat)])
            return w.say("page.decline_cards", n=n) if n else w.say("page.decline_bonus")
        case tokens.DECLINE:
            return w.say("page.decline_building")
    return ""


def gives_up(s: State, seat: int, action: int) -> bool:
    """True if the option gives up a gain. Forfeiting an impossible action does not."""
    t = cast(Catherine, s)
    if action >> 8 == tokens.FORFEIT:
        return bool(t.active[seat]) and can_perform(t, seat, t.action_card(seat))
    return action >> 8 in (tokens.DECLINE, tokens.ENOUGH)


def argument_name(w: Words, s: State, action: int) -> str:
    """The argument of an action in few words: a card, a city or a place. Empty without argument."""
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    match verb:
        case tokens.LAY | tokens.ACTION | tokens.ACTIVATE | tokens.PAY | tokens.DEAL:
            return card(w, t, n)
        case tokens.BUILD:
            return city_name(w, t, n)
        case tokens.UNDER | tokens.DEAL_ORDER | tokens.REPEAT:
            return str(n)
    return ""


def action_name(w: Words, s: State, seat: int, action: int) -> str:
    """The name of an action, without its gain: ``Build in Kazan``."""
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    key = "option." + t.stock.notation.verbs[verb]
    match verb:
        case tokens.LAY | tokens.ACTION | tokens.ACTIVATE | tokens.PAY | tokens.DEAL:
            return w.say(key, card=card_full(w, t, n))
        case tokens.UNDER:
            above = card_at(t, seat, n)
            return (
                w.say(key, place=n, card=card(w, t, above))
                if above
                else w.say("option.under_nothing", place=n)
            )
        case tokens.PERFORM:
            if t.active[seat] == 0:
                return w.say("option.perform_nothing")
            return w.say(key, card=card(w, t, int(t.action_card(seat))))
        case tokens.BUILD:
            return w.say(key, city=city_name(w, t, n))
        case tokens.REPEAT:
            if step_name(t, seat) != "Repeat":
                return w.say(key, n=n)
            if n == most_repetitions(t, seat):
                return w.say("option.repeat_all")
            return w.say(key, n=n * int(t.stock.amount[t.action_card(seat)]))
        case tokens.DECLINE:
            there = f"{key}.{step_name(t, seat)}"
            return w.say(there if w.has(there) else key)
        case tokens.DEAL_ORDER:
            return w.say(key, order=n, goods=order_goods(w, t.stock, n))
    return w.say(key)


def result(w: Words, s: State, seat: int, action: int) -> str:
    """The gain of an action. Empty if the name says enough."""
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    match verb:
        case tokens.LAY | tokens.ACTION | tokens.DEAL:
            return card_text(w, t, n)
        case tokens.ACTIVATE:
            return _matching_places(w, t, seat, n)
        case tokens.UNDER:
            return _placement_result(w, t, seat, n)
        case tokens.PERFORM:
            return card_text(w, t, int(t.action_card(seat)), seat) if t.active[seat] else ""
        case tokens.FORFEIT:
            return w.say("option.forfeit_gain", instead=compensation_text(w, t, seat))
        case tokens.BUILD:
            return _residence_result(w, t, seat, n)
        case tokens.PAY if t.active[seat]:
            return _payment_result(w, t, seat)
        case tokens.BONUS if t.active[seat]:
            number = int(t.action_card(seat))
            return w.say(
                "option.bonus_gain", n=int(t.stock.bonus_cost[number]), effect=bonus_effect(w, t, number)
            )
    return ""


def _payment_result(w: Words, s: Catherine, seat: int) -> str:
    """The gain of discarding a card: of the action, of its bonus, or of both."""
    f, card = open_question(s, seat), int(s.action_card(seat))
    bonus = w.say("option.pay_bonus", effect=bonus_effect(w, s, card)) if s.stock.condition[card] else ""
    match f & 255:
        case frames.PERFORM if s.stock.cost[card] == 0:
            return w.say("option.pay_both", action=action_text(w, s, card, seat), bonus=bonus)
        case frames.BONUS:
            return bonus
        case frames.PAY if arg5(f):
            return bonus
    kind, amount = int(s.stock.effect[card]), int(s.stock.amount[card])
    return w.say("option.pay_action", effect=effect(w, s, card, kind, amount, int(s.stock.counted[card])))


def _matching_places(w: Words, s: Catherine, seat: int, activation: int) -> str:
    """The cards of the own row that this activation card can activate."""
    new = int(s.row_length(seat)) + 1
    found: list[str] = []
    for place in free_places(s, seat):
        if card_at(s, seat, place) >> 6 == activation >> 6:
            text = f"{place} {card_name(w, s.stock, card_at(s, seat, place))}"
            found.append(w.say("option.activate_new", place=text) if place == new else text)
    if found:
        return w.say("option.activate_fits", places=w.one_of(found))
    return w.say("option.activate_nothing")


def _placement_result(w: Words, s: Catherine, seat: int, place: int) -> str:
    """The gain of the activation card at this place: the action, or the compensation."""
    plan = choices_so_far(s, seat)
    above = card_at(s, seat, place)
    if current_step(s) != frames.PLAY_CARDS or len(plan) < 2 or above == 0:
        return ""
    if above >> 6 != plan[1] >> 6:
        return w.say("option.under_differs", instead=compensation_text(w, s, seat))
    after = after_reveal(s, seat)
    if not can_perform(after, seat, above):
        return w.say("option.under_impossible", instead=compensation_text(w, s, seat))
    return card_text(w, after, above, seat)


def _residence_result(w: Words, s: Catherine, seat: int, city: int) -> str:
    """The gain of a residence: tile, favor step or VP, progress of order and group."""
    box = s.stock
    after = s.clone()
    after.residences = replaced(after.residences, seat, int(cards.plus(s.residences[seat], city)))
    parts: list[str] = []
    tile = int(box.city_tile[city])
    if tile:
        after.tiles = replaced(after.tiles, seat, s.tiles[seat] + tile)
        parts.append(w.say("option.build_tile", good=symbol(w, box, int(good_of(tile)))))
    if cards.has(box.crowns, city):
        parts.append(w.say("effect.favor", n=1))
    if cards.has(box.vp_cities, city):
        parts.append(w.say("option.build_vp", n=int(box.city_vp[city])))
    before, now = int(matched_order_tiles(s, seat)), int(matched_order_tiles(after, seat))
    if before != now:
        parts.append(w.say("option.build_order", a=before, b=now, n=order_size(s, seat)))
    before, now = int(largest_group(s, seat)), int(largest_group(after, seat))
    if before != now:
        parts.append(w.say("option.build_group", a=before, b=now))
    return ", ".join(parts)


def order_size(s: Catherine, seat: int) -> int:
    """The number of tiles on the own order."""
    goods = int(s.stock.order_goods[s.order[seat]])
    return sum(int(counts.get(goods, kind)) for kind in range(GOODS))


def option(w: Words, s: State, seat: int, action: int) -> str:
    """An option with its gain: ``Build in Kazan: 1 favor step``.

    A card to choose is only named, because the question says what it is for.
    """
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    name = action_name(w, s, seat, action)
    if verb in (tokens.LAY, tokens.ACTION, tokens.ACTIVATE):
        told = verb != tokens.ACTIVATE and t.stock.card_cities[n]  # the text of the action names its cities
        name = card(w, t, n) if told else card_full(w, t, n)
    return option_line(w, name, "", result(w, s, seat, action))


def option_in_help(w: Words, s: State, seat: int, action: int) -> str:
    """An option in the help of its card, which already describes the action."""
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    name, brings = action_name(w, s, seat, action), result(w, s, seat, action)
    fires = verb == tokens.UNDER and brings == card_text(w, after_reveal(t, seat), card_at(t, seat, n), seat)
    known = fires or verb in (tokens.LAY, tokens.ACTION, tokens.PERFORM)
    return name if known else option_line(w, name, "", brings)


# ---- questions ----


def prompt(w: Words, s: State, seat: int, who: str) -> str:
    """The question to this seat."""
    t = cast(Catherine, s)
    if t.depth == 0 or seat_of(t.todo[t.depth - 1]) != EVERYONE or seat >= t.seats or not t.asked[seat]:
        return w.say("prompt.nature")
    f = open_question(t, seat)
    key = "prompt." + step_name(t, seat)
    plan = choices_so_far(t, seat)
    ready = ready_text(w, t)
    match f & 255:
        case frames.LAY:
            row = w.all_of([card(w, t, one) for one in plan[: int(arg(f))]])
            so_far = w.say("prompt.Lay_row", row=row) if row else ""
            n, m = int(arg(f)) + 1, int(t.stock.start_row)
            return w.say(key, who=who, n=n, m=m, row=so_far, ready=ready)
        case frames.ACTION_CARD:
            return w.say(key, who=who, ready=ready)
        case frames.ACTIVATION_CARD:
            return w.say(key, who=who, card=_chosen_card(w, t, plan, 0), ready=ready)
        case frames.PLACE:
            first, second = _chosen_card(w, t, plan, 0), _chosen_card(w, t, plan, 1)
            return w.say(key, who=who, card=first, activation=second, ready=ready)
        case frames.BUILD_ANYWHERE:
            return w.say(key, who=who)
    active = card(w, t, int(t.action_card(seat))) if t.active[seat] else "—"
    match f & 255:
        case frames.PERFORM:
            if arg(f):
                key = "prompt.Perform_again"
            elif t.active[seat]:
                key = _perform_prompt(t, seat, int(t.action_card(seat)))
        case frames.PAY if arg5(f):
            key = "prompt.Pay_bonus"
    n = int(arg(f))
    if f & 255 == frames.PERFORM and t.active[seat]:
        n = int(t.stock.cost[t.action_card(seat)])
    return w.say(key, who=who, card=active, n=n)


def _perform_prompt(s: Catherine, seat: int, card: int) -> str:
    """The key of the question about an activated action: it asks for the city or the cards right away."""
    if not can_perform(s, seat, card):
        return "prompt.Perform_impossible"
    if s.stock.cost[card]:
        return "prompt.Perform_pay"
    return "prompt.Perform_build" if is_building(s, card) else "prompt.Perform"


def _chosen_card(w: Words, s: Catherine, plan: list[int], n: int) -> str:
    return card(w, s, plan[n]) if n < len(plan) else "—"


def ready_text(w: Words, s: Catherine) -> str:
    """The number of players who have made their secret choice. Empty if there are none."""
    ready = ready_count(s)
    return w.say("prompt.ready", n=ready, m=int(s.seats)) if choosing_secretly(s) and ready else ""


def waiting(w: Words, s: State, seat: int) -> str:
    """The message for a seat that waits for others: its own secret choice, and how many are ready."""
    t = cast(Catherine, s)
    plan = choices_so_far(t, seat)
    ready = ready_text(w, t)
    if current_step(t) == frames.CHOOSE_START and plan:
        return w.say("waiting.start", cards=w.all_of([card(w, t, one) for one in plan]), ready=ready)
    if current_step(t) == frames.PLAY_CARDS and len(plan) == 3:
        above = card_name(w, t.stock, card_at(t, seat, plan[2]))
        place = f"{plan[2]} {above}"
        first, second = _chosen_card(w, t, plan, 0), _chosen_card(w, t, plan, 1)
        return w.say("waiting.play", card=first, activation=second, place=place, ready=ready)
    return w.say("waiting.done")


# ---- events ----

# Events without a sentence of their own: the board or another sentence shows them.
OMITTED: Final = {tokens.DEALT_ORDER, tokens.READY, tokens.JOKER, tokens.DECADE_BEGINS}
# Events without an acting seat. Their sentences do not begin with a name.
WITHOUT_ACTOR: Final = {
    tokens.DECADE_BEGINS,
    tokens.ROUND_BEGINS,
    tokens.SHUFFLED,
    tokens.CANNONS,
    tokens.BOOKS,
    tokens.RESIDENCE_VP,
    tokens.FAVOR_VP,
    tokens.CLEARED,
    tokens.DECADE_ENDS,
    tokens.GAME_OVER,
}
REVEAL: Final = {tokens.LAID, tokens.SHOWED_ACTION, tokens.SHOWED_ACTIVATION, tokens.COLOURS_DIFFER}
SCORINGS: Final = {tokens.CANNONS, tokens.BOOKS, tokens.RESIDENCE_VP, tokens.FAVOR_VP}
LISTED_TOGETHER: Final = {tokens.LAID, tokens.PAID}  # consecutive events of one seat become one list


VP_SOURCES: Final = {
    tokens.GAINED_VP: "cards",
    tokens.CANNONS: "cannons",
    tokens.RESIDENCE_VP: "residences",
    tokens.FAVOR_VP: "favor",
    tokens.OVER_LIMIT: "over_limit",
    tokens.OVER_TOP: "over_top",
}


def vp_by_source(s: Catherine, seat: int, events: list[Event]) -> dict[str, int]:
    """The VP of a seat during the game by source, from all events of the game. ``rest``: VP that a position
    had at its start.
    """
    found = dict.fromkeys(VP_SOURCES.values(), 0)
    for kind, who, a, b in events:
        if who == seat and kind in VP_SOURCES:
            found[VP_SOURCES[kind]] += b if kind in (tokens.OVER_LIMIT, tokens.OVER_TOP) else a
    found["rest"] = int(s.vp[seat]) - sum(found.values())
    return found


def points_reason(w: Words, s: Catherine, seat: int, category: str, events: list[Event]) -> str:
    """The explanation of the points of a category at the end of the game."""
    match category:
        case "in_game":
            found = vp_by_source(s, seat, events)
            return ", ".join(f"{w.say('reason.' + name)} {n}" for name, n in found.items() if n)
        case "hand_cards":
            return w.say("reason.hand", n=int(s.held[seat]), each=int(s.stock.leftover_vp))
        case "order":
            order = s.stock.order_goods[s.order[seat]]
            tiles = sum(int(counts.get(order, kind)) for kind in range(GOODS))
            return w.say("reason.order", n=int(matched_order_tiles(s, seat)), of=tiles)
    size = int(largest_group(s, seat))
    favor = int(s.favor[seat])
    return w.say("reason.group", n=size, each=int(s.stock.multiplier[favor]), space=favor)


def clauses(w: Words, s: State, events: list[Event], names: list[str], dealing: bool = False) -> list[Clause]:
    """Events as clauses. A reveal is grouped by seat, a scoring by category. Equal draws of all players
    become one clause.

    dealing: include events that the board shows anyway.
    """
    t = cast(Catherine, s)
    told = [event for event in events if dealing or event[0] not in OMITTED]
    found: list[Clause] = []
    at = 0
    while at < len(told):
        kind = told[at][0]
        run = _run(told, at, {kind})
        if kind in REVEAL:
            run = _run(told, at, REVEAL)
            found += _one_by_one(w, t, sorted(run, key=lambda event: event[1]))
        elif kind == tokens.DREW:
            found += _draws(w, t, run)
        elif kind in SCORINGS:
            found.append(Clause(-1, _scoring(w, run, names)))
        elif kind == tokens.CLEARED:
            found.append(Clause(-1, w.say("event.cleared")))
        else:
            found += _one_by_one(w, t, run)
        at += len(run)
    return found


def _run(events: list[Event], at: int, kinds: set[int]) -> list[Event]:
    """The run of consecutive events of these kinds that begins here."""
    end = at
    while end < len(events) and events[end][0] in kinds:
        end += 1
    return events[at:end]


def _one_by_one(w: Words, s: Catherine, events: list[Event]) -> list[Clause]:
    found: list[Clause] = []
    at = 0
    while at < len(events):
        kind, seat, _, _ = events[at]
        run = [events[at]]
        if kind in LISTED_TOGETHER:
            while at + len(run) < len(events) and events[at + len(run)][:2] == (kind, seat):
                run.append(events[at + len(run)])
            key = "event." + tokens.EVENTS[kind]
            found.append(Clause(seat, w.say(key, cards=_card_list(w, s, run))))
        else:
            actor = -1 if kind in WITHOUT_ACTOR else seat
            told = _event_text(w, s, events[at])
            found.append(Clause(actor, told, minor=kind == tokens.DECLINED))
        at += len(run)
    return found


def _card_list(w: Words, s: Catherine, events: list[Event]) -> str:
    """The cards of these events as a list in words."""
    return w.all_of([card(w, s, event[2]) for event in events])


def _draws(w: Words, s: Catherine, events: list[Event]) -> list[Clause]:
    """Consecutive draws: one clause if all players drew the same number, and the cards the viewer can see."""
    seats = sorted({event[1] for event in events}, key=[event[1] for event in events].index)
    of_seat = {seat: [event for event in events if event[1] == seat] for seat in seats}
    found: list[Clause] = []
    together = len(seats) == s.seats > 1 and len({len(drawn) for drawn in of_seat.values()}) == 1
    if together:
        found.append(Clause(-1, w.say("event.all_drew", n=len(of_seat[seats[0]]))))
    for seat, drawn in of_seat.items():
        seen = [event for event in drawn if event[2] != UNKNOWN]
        if seen and len(seen) <= MAX_NAMED:
            cards_seen = w.all_of([card_full(w, s, event[2]) for event in seen])
            found.append(Clause(seat, w.say("event.drew", cards=cards_seen)))
        elif not together:
            found.append(Clause(seat, w.say("event.drew_unseen", n=len(drawn))))
    return found


def _scoring(w: Words, events: list[Event], names: list[str]) -> str:
    """A category of the interim scoring: ``Cannons: Anna 2 → 4 VP, Mavra 1 → 0 VP``."""
    key = "event." + tokens.EVENTS[events[0][0]]
    each: list[str] = []
    for kind, seat, a, b in events:
        ending = "_one"
        if kind == tokens.BOOKS:
            ending = "_build" if a == BOOKS_BUILD else "_joker" if a == BOOKS_JOKER else "_nothing"
        each.append(w.say(key + ending, who=names[seat], n=b, vp=a))
    return w.say(key, each=", ".join(each))


def _event_text(w: Words, s: Catherine, event: Event) -> str:
    kind, _, a, b = event
    box = s.stock
    key = "event." + tokens.EVENTS[kind]
    match kind:
        case tokens.DEALT_ORDER:
            return w.say(key, goods=order_goods(w, box, a))
        case tokens.SHOWED_ACTION:
            return w.say(key, card=card_full(w, s, a))
        case tokens.SHOWED_ACTIVATION:
            return w.say(key, place=b, colour=colour(w, box, a >> 6))
        case tokens.COLOURS_DIFFER:
            return w.say(key, card=card_name(w, box, b), colour=colour(w, box, b >> 6))
        case tokens.PERFORMED | tokens.FORFEITED:
            return w.say(key, card=card(w, s, a))
        case tokens.BUILT:
            return w.say(key, city=city_name(w, s, a))
        case tokens.TOOK_TILE:
            return w.say(key, good=symbol(w, box, a))
        case tokens.JOKER:
            return w.say(key, n=b)
        case tokens.DECLINED if a:
            return w.say(key + "_building")
    return w.say(key, n=a, m=b)
