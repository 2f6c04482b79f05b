"""Catherine in sentences: what can be chosen, what is asked, what happened, what cannot be done and why.

Everything is read from the state it is given, which for a player is the view of its seat.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.catherine import components as box_words
from samovar.games.catherine import frames, tokens
from samovar.games.catherine.actions import cards_instead, gives, possible, units
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
from samovar.games.catherine.residences import kind_of
from samovar.games.catherine.scoring import largest_group, matched
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.kernel.state import EVERYONE, UNKNOWN, Event, State, arg, arg5, replaced, seat_of
from samovar.views.sentences import Clause, line, named
from samovar.views.words.words import Words

SECRET: Final = {frames.CHOOSE_START, frames.PLAY_CARDS}  # what everybody decides without the others' knowing
NAMED_AT_ONCE: Final = 3  # drawn cards; more of them are only counted, the hand shows them

# ---- names of things ----


def city_name(w: Words, s: Catherine, city: int) -> str:
    """As printed, or as the city is called today (C-RULING-35); by its usual name in this language."""
    name = s.stock.city_modern[city] if s.setting.modern_names else s.stock.city_names[city]
    return named(w, "city", name)


def city_short(w: Words, s: Catherine, city: int) -> str:
    """Three letters, which tell the cities of a colour apart."""
    return "".join(sign for sign in city_name(w, s, city) if sign.isalpha())[:3]


def colour(w: Words, box: Box, number: int) -> str:
    return named(w, "colour", box.colour_ids[number])


def letter(w: Words, box: Box, number: int) -> str:
    """A colour as one letter: colour alone is never a sign."""
    name = box.colour_ids[number]
    return w.say("letter." + name) if w.has("letter." + name) else name[:1].upper()


def symbol(w: Words, box: Box, kind: int) -> str:
    return w.noun(1, box.symbol_ids[kind])


def sign(w: Words, box: Box, kind: int) -> str:
    name = box.symbol_ids[kind]
    return w.say("sign." + name) if w.has("sign." + name) else name[:1].upper()


def kinds_in(found: int) -> list[int]:
    """The kinds of symbols that there are any of."""
    return [kind for kind in range(GOODS + 2) if counts.get(found, kind)]


def symbols(w: Words, box: Box, found: int, case: str = "") -> list[str]:
    """["iron", "2 books"]: one of a kind without its number."""
    words: list[str] = []
    for kind in kinds_in(found):
        n = int(counts.get(found, kind))
        name = box.symbol_ids[kind] + case
        words.append(w.count(n, name) if n > 1 else w.noun(1, name))
    return words


def signs(w: Words, box: Box, found: int) -> str:
    """The same as signs, each as often as it is there."""
    return "".join(sign(w, box, kind) * int(counts.get(found, kind)) for kind in kinds_in(found))


def card_name(w: Words, box: Box, card: int) -> str:
    """Market: the short title of a card, or what its box calls it."""
    family = box.families[card]
    return w.say("family." + family) if w.has("family." + family) else box.card_names[card] or family


def card(w: Words, s: Catherine, number: int) -> str:
    """Market (red)"""
    box = s.stock
    return w.say("card", name=card_name(w, box, number), colour=colour(w, box, number >> 6))


def card_full(w: Words, s: Catherine, number: int) -> str:
    """Market (red; iron, cannon): enough to tell it from the others of its kind."""
    box = s.stock
    about = about_card(w, s, number)
    if not about:
        return card(w, s, number)
    return w.say(
        "card.full",
        name=card_name(w, box, number),
        colour=colour(w, box, number >> 6),
        about=", ".join(about),
    )


def about_card(w: Words, s: Catherine, number: int) -> list[str]:
    """The upper area: cities or symbols."""
    box = s.stock
    if box.card_cities[number]:
        return [city_name(w, s, city) for city in cards.members(box.card_cities[number])]
    return symbols(w, box, int(box.symbols[number]))


def order_goods(w: Words, box: Box, order: int) -> str:
    return signs(w, box, int(box.order_goods[order]))


def vp_track(box: Box, vp: int) -> tuple[int, int]:
    """Where the marker stands on the track, and what lies beside it: 50, 100 or more (C-RULING-33)."""
    on_track = vp % int(box.vp_track)
    return on_track, vp - on_track


# ---- what cards do ----


def effect(w: Words, s: Catherine, number: int, kind: int, amount: int, counted: int) -> str:
    """One row of the effect language in words."""
    box = s.stock
    names = [symbol(w, box, one) for one in kinds_in(counted)]
    every = kind == box_words.VP_PER_SET
    return w.say(
        "effect." + EFFECT_NAMES[kind],
        n=amount,
        symbols=w.all_of(names) if every else w.one_of(names),
        cities=w.one_of([city_name(w, s, city) for city in cards.members(box.card_cities[number])]),
    )


def action_text(w: Words, s: Catherine, number: int, seat: int = -1) -> str:
    """discard 2 cards: build in any city of its colour. With a seat: and what it brings there now."""
    box = s.stock
    kind, amount, counted = int(box.effect[number]), int(box.amount[number]), int(box.counted[number])
    text = effect(w, s, number, kind, amount, counted)
    if seat >= 0 and counted:
        n = amount * int(units(s, seat, number, kind, counted, s.possession(seat)))
        if gives(kind) == box_words.DRAW:
            n, vp = drawn(s, seat, n)
            key = "effect.now_full" if vp and not n else "effect.now_over" if vp else "effect.now_cards"
            text = w.say(key, effect=text, n=n, vp=vp)
        else:
            text = w.say("effect.now_vp", effect=text, n=n)
    if box.cost[number]:
        text = w.say("effect.cost", n=int(box.cost[number]), effect=text)
    return w.say("effect.times", effect=text, n=int(box.times[number])) if box.times[number] > 1 else text


def drawn(s: Catherine, seat: int, n: int) -> tuple[int, int]:
    """Of so many cards: how many fit into the hand, and the VP for the others (C-HAND-03)."""
    fit = min(n, int(room_in_hand(s, seat)))
    return fit, (n - fit) * int(s.stock.over_limit_vp)


def bonus_effect(w: Words, s: Catherine, number: int) -> str:
    box = s.stock
    kind, amount = int(box.bonus_effect[number]), int(box.bonus_amount[number])
    return effect(w, s, number, kind, amount, int(box.bonus_counted[number]))


def bonus_text(w: Words, s: Catherine, number: int) -> str:
    """bonus if you have 2 books: 1 favor step; empty without a bonus."""
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
    """Action and bonus."""
    parts = [action_text(w, s, number, seat), bonus_text(w, s, number)]
    return "; ".join(part for part in parts if part)


def effect_sign(w: Words, s: Catherine, number: int, bonus: bool, cost: str = "", cities: bool = True) -> str:
    """For narrow places: −2▯→⌂ any, 2★/¶."""
    box = s.stock
    kind = int(box.bonus_effect[number] if bonus else box.effect[number])
    amount = int(box.bonus_amount[number] if bonus else box.amount[number])
    counted = int(box.bonus_counted[number] if bonus else box.counted[number])
    text = w.say(
        "short." + EFFECT_NAMES[kind],
        n=amount if amount > 1 else "",
        cost=cost,
        symbols=signs(w, box, counted),
        cities="".join(city_short(w, s, city) for city in cards.members(box.card_cities[number]) if cities),
    )
    return text.strip()


def action_sign(w: Words, s: Catherine, number: int, cities: bool = True) -> str:
    """``cities``: also those in which a building card builds."""
    price = int(s.stock.cost[number])
    return effect_sign(w, s, number, False, f"{_minus(price)}▯→" if price else "", cities)


def _minus(n: int) -> str:
    return f"−{n}" if n > 1 else "−"


def bonus_sign(w: Words, s: Catherine, number: int) -> str:
    """+2Ж:♛; empty without a bonus."""
    box = s.stock
    condition = box.condition[number]
    if condition == 0:
        return ""
    needed = f"{box.cost[number]}="
    if condition == OWN:
        found = int(box.needed[number])
        units = [int(counts.get(found, kind)) for kind in kinds_in(found)]
        needed = f"{units[0]}{sign(w, box, kinds_in(found)[0])}" if len(units) == 1 else signs(w, box, found)
    elif condition == DISCARD:
        needed = f"{_minus(int(box.bonus_cost[number]))}▯"
    return w.say("short.bonus", needed=needed, effect=effect_sign(w, s, number, True))


# ---- the secret choice ----


def question(s: Catherine, seat: int) -> int:
    """What this seat is asked now; 0 if nothing."""
    return int(s.asked[seat])


def step_name(s: State, seat: int) -> str:
    """The name of the question that waits for this seat, as in positions; empty if none does."""
    from samovar.games.catherine.game import GAME  # the list of steps stands there

    table = cast(Catherine, s)
    asked = question(table, seat) if seat < table.seats else 0
    return GAME.step_names[asked & 255] if table.depth and asked else ""


def top(s: Catherine) -> int:
    """The step that everybody is at; -1 when the game is over."""
    return int(s.todo[s.depth - 1] & 255) if s.depth else -1


def secretly(s: Catherine) -> bool:
    """Whether players choose now without knowing what the others choose."""
    return top(s) in SECRET


def ready_count(s: Catherine) -> int:
    return sum(1 for p in range(s.seats) if s.asked[p] == 0)


def chosen(s: Catherine, seat: int) -> list[int]:
    """What this seat has chosen so far: cards, and the place. Empty where it cannot be seen."""
    plan = int(s.plan[seat])
    found: list[int] = []
    while plan > 0:
        found.append(plan & 255)
        plan >>= 8
    return found


def revealed(s: Catherine, seat: int) -> Catherine:
    """The table as it will be after the reveal, as far as this seat's own choice goes."""
    found = chosen(s, seat)
    after = s.clone()
    if top(s) != frames.PLAY_CARDS or not found:
        return after
    after.row[seat * ROW + s.row_length(seat)] = found[0]
    after.held[seat] -= 2
    return after


def card_at(s: Catherine, seat: int, place: int) -> int:
    """The action card at a place from 1 on, the one chosen for the right end included; 0 if there is none."""
    return int(revealed(s, seat).row[seat * ROW + place - 1])


def free_places(s: Catherine, seat: int) -> list[int]:
    """Places of the own row, the new card's included, with no activation card yet."""
    last = int(revealed(s, seat).row_length(seat))
    return [place for place in range(1, last + 1) if s.under[seat * ROW + place - 1] == 0]


def instead(w: Words, s: Catherine, seat: int) -> str:
    """What comes instead of an action: a card, or VP if the hand is full (C-ACT-06)."""
    box = s.stock
    after = revealed(s, seat)
    acting = top(s) == frames.ACTIONS and s.active[seat]
    n = int(cards_instead(s, seat, s.action_card(seat)) if acting else box.compensation)
    if room_in_hand(after, seat) == 0:
        return w.say("option.instead_vp", n=n * int(box.over_limit_vp))
    return w.say("option.instead_card", n=n)


# ---- what can be chosen ----


def group(s: State, action: int) -> str:
    """Under which heading an option stands: choice or done."""
    return "done" if action >> 8 in (tokens.FORFEIT, tokens.ENOUGH, tokens.DECLINE) else "choice"


def ending(w: Words, s: State, seat: int, action: int) -> str:
    """On the button that forfeits an action: what comes instead."""
    if action >> 8 != tokens.FORFEIT:
        return ""
    return w.say("page.forfeit", instead=instead(w, cast(Catherine, s), seat))


def argument_name(w: Words, s: State, action: int) -> str:
    """What an action is about, shortly: a card, a city, a place; empty without argument."""
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    match verb:
        case tokens.LAY | tokens.ACTION | tokens.ACTIVATE | tokens.PAY | tokens.DEAL:
            return card(w, t, n)
        case tokens.BUILD:
            return city_name(w, t, n)
        case tokens.UNDER | tokens.DEAL_ORDER:
            return str(n)
    return ""


def head(w: Words, s: State, seat: int, action: int) -> str:
    """An action by name, without what it brings: Build in Kazan."""
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
        case tokens.DECLINE:
            there = f"{key}.{step_name(t, seat)}"
            return w.say(there if w.has(there) else key)
        case tokens.DEAL_ORDER:
            return w.say(key, order=n, goods=order_goods(w, t.stock, n))
    return w.say(key)


def result(w: Words, s: State, seat: int, action: int) -> str:
    """What an action brings, empty if its name says it all."""
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    match verb:
        case tokens.LAY | tokens.ACTION | tokens.DEAL:
            return card_text(w, t, n)
        case tokens.ACTIVATE:
            return _activates(w, t, seat, n)
        case tokens.UNDER:
            return _fires(w, t, seat, n)
        case tokens.PERFORM:
            return card_text(w, t, int(t.action_card(seat)), seat) if t.active[seat] else ""
        case tokens.FORFEIT:
            return w.say("option.forfeit_gain", instead=instead(w, t, seat))
        case tokens.BUILD:
            return _settles(w, t, seat, n)
        case tokens.BONUS if t.active[seat]:
            number = int(t.action_card(seat))
            return w.say(
                "option.bonus_gain", n=int(t.stock.bonus_cost[number]), effect=bonus_effect(w, t, number)
            )
    return ""


def _activates(w: Words, s: Catherine, seat: int, activation: int) -> str:
    """Which cards of the own row have its colour."""
    new = int(s.row_length(seat)) + 1
    found: list[str] = []
    for place in free_places(s, seat):
        if card_at(s, seat, place) >> 6 == activation >> 6:
            text = f"{place} {card_name(w, s.stock, card_at(s, seat, place))}"
            found.append(w.say("option.activate_new", place=text) if place == new else text)
    if found:
        return w.say("option.activate_fits", places=w.one_of(found))
    return w.say("option.activate_nothing")


def _fires(w: Words, s: Catherine, seat: int, place: int) -> str:
    """Whether the action will be possible with the activation card at this place, and what it does."""
    plan = chosen(s, seat)
    above = card_at(s, seat, place)
    if top(s) != frames.PLAY_CARDS or len(plan) < 2 or above == 0:
        return ""
    if above >> 6 != plan[1] >> 6:
        return w.say("option.under_differs", instead=instead(w, s, seat))
    after = revealed(s, seat)
    if not possible(after, seat, above):
        return w.say("option.under_impossible", instead=instead(w, s, seat))
    return card_text(w, after, above, seat)


def _settles(w: Words, s: Catherine, seat: int, city: int) -> str:
    """What a residence there brings: tile, favor step or VP, order, group."""
    box = s.stock
    after = s.clone()
    after.residences = replaced(after.residences, seat, int(cards.plus(s.residences[seat], city)))
    parts: list[str] = []
    tile = int(box.city_tile[city])
    if tile:
        after.tiles = replaced(after.tiles, seat, s.tiles[seat] + tile)
        parts.append(w.say("option.build_tile", good=symbol(w, box, int(kind_of(tile)))))
    if cards.has(box.crowns, city):
        parts.append(w.say("effect.favor", n=1))
    if cards.has(box.vp_cities, city):
        parts.append(w.say("option.build_vp", n=int(box.city_vp[city])))
    before, now = int(matched(s, seat)), int(matched(after, seat))
    if before != now:
        parts.append(w.say("option.build_order", a=before, b=now, n=order_size(s, seat)))
    before, now = int(largest_group(s, seat)), int(largest_group(after, seat))
    if before != now:
        parts.append(w.say("option.build_group", a=before, b=now))
    return ", ".join(parts)


def order_size(s: Catherine, seat: int) -> int:
    """Tiles that the own order shows."""
    goods = int(s.stock.order_goods[s.order[seat]])
    return sum(int(counts.get(goods, kind)) for kind in range(GOODS))


def option(w: Words, s: State, seat: int, action: int) -> str:
    """An option with what it brings: Build in Kazan: 1 favor step. Of a card to choose the name is enough, as
    the question says what for.
    """
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    name = head(w, s, seat, action)
    if verb in (tokens.LAY, tokens.ACTION, tokens.ACTIVATE):
        told = verb != tokens.ACTIVATE and t.stock.card_cities[n]  # its cities, by the action
        name = card(w, t, n) if told else card_full(w, t, n)
    return line(w, name, "", result(w, s, seat, action))


def verdict(w: Words, s: State, seat: int, action: int) -> str:
    """An option beside its card, which tells itself what it does."""
    t = cast(Catherine, s)
    verb, n = action >> 8, action & 255
    name, brings = head(w, s, seat, action), result(w, s, seat, action)
    fires = verb == tokens.UNDER and brings == card_text(w, revealed(t, seat), card_at(t, seat, n), seat)
    known = fires or verb in (tokens.LAY, tokens.ACTION, tokens.PERFORM)
    return name if known else line(w, name, "", brings)


# ---- what is asked ----


def prompt(w: Words, s: State, seat: int, who: str) -> str:
    """What this seat has to decide, how many of it."""
    t = cast(Catherine, s)
    if t.depth == 0 or seat_of(t.todo[t.depth - 1]) != EVERYONE or seat >= t.seats or not t.asked[seat]:
        return w.say("prompt.nature")
    f = question(t, seat)
    key = "prompt." + step_name(t, seat)
    plan = chosen(t, seat)
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
            return w.say(key, who=who, card=_planned(w, t, plan, 0), ready=ready)
        case frames.PLACE:
            first, second = _planned(w, t, plan, 0), _planned(w, t, plan, 1)
            return w.say(key, who=who, card=first, activation=second, ready=ready)
        case frames.BUILD_ANYWHERE:
            return w.say(key, who=who)
    active = card(w, t, int(t.action_card(seat))) if t.active[seat] else "—"
    match f & 255:
        case frames.PERFORM:
            if arg(f):
                key = "prompt.Perform_again"
            elif t.active[seat] and not possible(t, seat, t.action_card(seat)):
                key = "prompt.Perform_impossible"
        case frames.PAY if arg5(f):
            key = "prompt.Pay_bonus"
    order = w.say("prompt.Pay_order") if arg(f) > 1 else ""
    return w.say(key, who=who, card=active, n=int(arg(f)), order=order)


def _planned(w: Words, s: Catherine, plan: list[int], n: int) -> str:
    return card(w, s, plan[n]) if n < len(plan) else "—"


def ready_text(w: Words, s: Catherine) -> str:
    """How many have chosen, as long as nobody knows what; empty if none has."""
    ready = ready_count(s)
    return w.say("prompt.ready", n=ready, m=int(s.seats)) if secretly(s) and ready else ""


def waiting(w: Words, s: State, seat: int) -> str:
    """What a seat has decided that is done while others are not: its own secret choice, and how many are
    ready.
    """
    t = cast(Catherine, s)
    plan = chosen(t, seat)
    ready = ready_text(w, t)
    if top(t) == frames.CHOOSE_START and plan:
        return w.say("waiting.start", cards=w.all_of([card(w, t, one) for one in plan]), ready=ready)
    if top(t) == frames.PLAY_CARDS and len(plan) == 3:
        above = card_name(w, t.stock, card_at(t, seat, plan[2]))
        place = f"{plan[2]} {above}"
        first, second = _planned(w, t, plan, 0), _planned(w, t, plan, 1)
        return w.say("waiting.play", card=first, activation=second, place=place, ready=ready)
    return w.say("waiting.done")


# ---- what happened ----

# What the table shows or what is told with something else, so that nobody needs it told by itself.
QUIET: Final = {tokens.DEALT_ORDER, tokens.READY, tokens.JOKER, tokens.DECADE_BEGINS}
# Events that are nobody's doing: whole sentences.
NOBODYS: Final = {
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
OF_ONE_SEAT: Final = {tokens.LAID, tokens.PAID}  # cards in a row are told in one list


def clauses(w: Words, s: State, events: list[Event], names: list[str], dealing: bool = False) -> list[Clause]:
    """Events as clauses. The reveal is told seat by seat, a scoring by category, draws of all at once.
    ``dealing``: also what the table shows anyway.
    """
    t = cast(Catherine, s)
    told = [event for event in events if dealing or event[0] not in QUIET]
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
    """The events of these kinds from here on without a break."""
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
        if kind in OF_ONE_SEAT:
            while at + len(run) < len(events) and events[at + len(run)][:2] == (kind, seat):
                run.append(events[at + len(run)])
            key = "event." + tokens.EVENTS[kind]
            found.append(Clause(seat, w.say(key, cards=_list(w, s, run))))
        else:
            found.append(Clause(-1 if kind in NOBODYS else seat, _happened(w, s, events[at])))
        at += len(run)
    return found


def _list(w: Words, s: Catherine, events: list[Event]) -> str:
    """The cards of these events."""
    return w.all_of([card(w, s, event[2]) for event in events])


def _draws(w: Words, s: Catherine, events: list[Event]) -> list[Clause]:
    """Cards drawn without a break: named where they can be seen, told together if all drew as many."""
    seats = sorted({event[1] for event in events}, key=[event[1] for event in events].index)
    of_seat = {seat: [event for event in events if event[1] == seat] for seat in seats}
    found: list[Clause] = []
    together = len(seats) == s.seats > 1 and len({len(drawn) for drawn in of_seat.values()}) == 1
    if together:
        found.append(Clause(-1, w.say("event.all_drew", n=len(of_seat[seats[0]]))))
    for seat, drawn in of_seat.items():
        seen = [event for event in drawn if event[2] != UNKNOWN]
        if seen and len(seen) <= NAMED_AT_ONCE:
            cards_seen = w.all_of([card_full(w, s, event[2]) for event in seen])
            found.append(Clause(seat, w.say("event.drew", cards=cards_seen)))
        elif not together:
            found.append(Clause(seat, w.say("event.drew_unseen", n=len(drawn))))
    return found


def _scoring(w: Words, events: list[Event], names: list[str]) -> str:
    """One category of the interim scoring for everybody: Cannons: Anna 2 → 4 VP, Mavra 1 → 0 VP."""
    key = "event." + tokens.EVENTS[events[0][0]]
    each: list[str] = []
    for kind, seat, a, b in events:
        ending = "_one"
        if kind == tokens.BOOKS:
            ending = "_build" if a == BOOKS_BUILD else "_joker" if a == BOOKS_JOKER else "_nothing"
        each.append(w.say(key + ending, who=names[seat], n=b, vp=a))
    return w.say(key, each=", ".join(each))


def _happened(w: Words, s: Catherine, event: Event) -> str:
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
