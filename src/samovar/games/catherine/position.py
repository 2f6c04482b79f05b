"""Positions of Catherine as TOML. The writer writes everything. The reader takes the values of a fresh set-up
for everything left out.

Positions do not contain the draw pile, the goods tiles and the supply of jokers. The pile holds all cards
that are nowhere else. The tiles follow from the residences, the supply from the jokers of the players.
"""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.actions import begin_actions
from samovar.games.catherine.components import COLOURS, ROW, SEATS
from samovar.games.catherine.interim import begin_interim_scoring
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards
from samovar.kernel.card_reader import CardReader
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.reading import Reader, toml_text, toml_texts
from samovar.kernel.state import UNKNOWN, arg, arg2, arg3, replaced

PHASES: Final = [
    "draw",
    "play",
    "actions",
    "scoring",
]  # phases in which a position without ``todo`` can begin
SCORING: Final = {frames.CANNONS, frames.BOOKS, frames.BOOK_RESIDENCES, frames.SCORE_DECADE, frames.CLEAR}

# ---- writing ----


def write(s: Catherine, top: list[str], tables: list[str]) -> None:
    box = s.stock
    top.append(f"decade = {s.decade}")
    top.append(f"round = {s.round}")
    top.append(f"discard = {toml_texts(card_ids(s, cards.members_of_sets(s.sets, DISCARD, COLOURS)))}")
    for p in range(s.seats):
        hand = card_ids(s, hand_of(s, p))
        length = s.row_length(p)
        cities = [box.city_ids[city] for city in cards.members(s.residences[p])]
        tables += ["", "[[player]]"]
        tables.append(f"vp = {s.vp[p]}")
        tables.append(f"favor = {s.favor[p]}")
        tables.append(f"jokers = {s.jokers[p]}")
        tables.append(f"order = {toml_text(box.order_ids[s.order[p]])}")
        tables.append(f"residences = {toml_texts(cities)}")
        tables.append(f"row = {toml_texts(card_ids(s, list(s.row[p * ROW : p * ROW + length])))}")
        tables.append(f"under = {toml_texts(card_ids(s, list(s.under[p * ROW : p * ROW + length])))}")
        tables.append(f"active = {s.active[p]}")
        tables.append(f"hand = {toml_texts(hand if len(hand) == s.held[p] else ['?'] * s.held[p])}")
        tables.append(f"plan = {toml_texts(plan_texts(s, p))}")


def card_ids(s: Catherine, numbers: list[int]) -> list[str]:
    return [s.stock.card_ids[card] for card in numbers]


def hand_of(s: Catherine, p: int) -> list[int]:
    return cards.members_of_sets(s.sets, HANDS + p * COLOURS, COLOURS)


def plan_texts(s: Catherine, p: int) -> list[str]:
    """The secret choices that p has made so far, as tokens."""
    if s.plan[p] == UNKNOWN:
        return ["?"]
    verbs = plan_verbs(s, p)
    found: list[str] = []
    plan = s.plan[p]
    while plan:
        found.append(s.stock.notation.token(verbs[len(found)] << 8 | plan & 255))
        plan >>= 8
    return found


def plan_verbs(s: Catherine, p: int) -> list[int]:
    if s.row_length(p) == 0:
        return [tokens.LAY] * s.stock.start_row
    return [tokens.ACTION, tokens.ACTIVATE, tokens.UNDER]


# ---- reading ----


def read(reader: Reader, s: Catherine) -> Catherine:
    """Fill the state from a position. Everything left out is as in a fresh set-up."""
    box = s.stock
    s.decade = reader.number("decade", 1, 1, box.decades)
    s.round = reader.number("round", 0, 0, box.rounds)
    pack = box.all_cards()
    known = CardReader("card", {box.card_ids[card]: card for card in pack}, reader.faults)
    discard = known.read_list(reader, "discard") if reader.has("discard") else []
    players = reader.tables("player")
    if len(players) > s.seats:
        reader.fault("player", f"{len(players)} players for {s.seats} seats")
    players = [*players, *(Reader({}, f"player[{p}]", reader.faults) for p in range(len(players), s.seats))]
    rows: list[list[int]] = []
    hands: list[list[int]] = []
    for p in range(s.seats):
        player = players[p]
        s.vp[p] = player.number("vp", 0, 0, 99_999)
        s.favor[p] = player.number("favor", 0, 0, box.top)
        s.jokers = replaced(s.jokers, p, player.number("jokers", 0, 0, 99))
        built = player.texts("residences", [], box.city_ids[1:])
        for id in sorted({id for id in built if built.count(id) > 1}):
            player.fault("residences", f"{id} occurs twice")
        s.residences[p] = cards.of([box.city_ids.index(id) for id in built])
        s.tiles[p] = tiles_of(s, p)
        rows.append(known.read_list(player, "row") if player.has("row") else [])
        under = known.read_list(player, "under", True) if player.has("under") else []
        for key, length in (("row", len(rows[p])), ("under", len(under))):
            if length > box.full_row:
                player.fault(key, f"has {box.full_row} places, not {length}")
        for place, card in enumerate(under[: box.full_row]):
            s.under[p * ROW + place] = card
        s.active[p] = player.number("active", 0, 0, box.full_row)
        hands.append(known.read_list(player, "hand") if player.has("hand") else [])
    read_orders(s, players)
    for p in range(s.seats):  # rows and hands left out get cards that the position does not name
        if not players[p].has("row"):
            rows[p] = [known.new(pack) for _ in range(box.start_row)]
        if not players[p].has("hand"):
            hands[p] = [known.new(pack) for _ in range(box.start_cards - box.start_row)]
    place_cards(s, rows, hands, discard)
    for p in range(s.seats):
        read_plan(s, p, players[p])
        players[p].report_unknown_keys()
    return s


def read_orders(s: Catherine, players: list[Reader]) -> None:
    """Read the orders. A player without one gets the first free order."""
    ids = s.stock.order_ids
    chosen = [ids.index(player.text("order", "", ids)) for player in players]
    for p in range(s.seats):
        order = chosen[p]
        if order and order in chosen[:p]:
            players[p].fault("order", f"{ids[order]} occurs twice")
        if not players[p].has("order"):
            order = next(i for i in range(1, len(ids)) if i not in chosen)
            chosen[p] = order
        s.order = replaced(s.order, p, order)


def place_cards(s: Catherine, rows: list[list[int]], hands: list[list[int]], discard: list[int]) -> None:
    """Put all cards into their sets and rows, and the rest into the draw pile."""
    for i in range(len(s.sets)):
        s.sets[i] = 0
    placed: set[int] = {*discard, *s.under}
    for card in discard:
        s.discard(card)
    for p in range(s.seats):
        for place in range(ROW):
            s.row[p * ROW + place] = rows[p][place] if place < len(rows[p]) else 0
        for card in hands[p]:
            cards.put(s.sets, HANDS + p * COLOURS, card)
        s.held[p] = len(hands[p])
        placed.update(rows[p], hands[p])
    s.pile_left = 0
    for card in s.stock.all_cards():
        if card not in placed:
            cards.put(s.sets, PILE, card)
            s.pile_left += 1


def read_plan(s: Catherine, p: int, player: Reader) -> None:
    """Read secret choices: tokens, in the order in which the player makes them."""
    s.plan[p] = 0
    verbs = plan_verbs(s, p)
    seen: list[int] = []
    for n, token in enumerate(player.texts("plan", [])):
        a = s.stock.notation.parse(token)
        if a < 0 or n >= len(verbs) or verb_of(a) != verbs[n]:
            player.fault("plan", f"{token[:40]!r} is not a possible next choice")
            return
        argument = argument_of(a)
        if verb_of(a) == tokens.UNDER:
            if argument > s.row_length(p) + 1 or s.under[p * ROW + argument - 1]:
                player.fault("plan", f"{token} is not a free place")
                return
        elif not s.in_hand(p, argument) or argument in seen:
            player.fault("plan", f"the card of {token} is not in the hand")
            return
        seen.append(argument)
        s.plan[p] |= argument << 8 * n


def tiles_of(s: Catherine, p: int) -> int:
    """The goods tiles of p: one from each city with a good and an own residence (C-RES-04, C-INV-04)."""
    return sum(int(s.stock.city_tile[city]) for city in cards.members(s.residences[p]))


def default_stack(s: Catherine, reader: Reader) -> list[int]:
    """The stack for the ``phase`` that a position without ``todo`` names.

    ``draw``: the next round begins. ``play``: the hands are as given, and all players choose. ``actions``:
    the cards are revealed, and ``active`` is the place of the action card above each new activation card.
    ``scoring``: the interim scoring begins.
    """
    phase = reader.text("phase", "draw", PHASES)
    s.depth = 0
    s.push(frames.calendar())
    if phase == "play":
        s.push(frames.play_cards())
        for p in range(s.seats):
            s.ask(p, frames.action_card(p))
    elif phase == "actions":
        begin_actions(s)
    elif phase == "scoring":
        if s.decade == s.stock.decades:
            s.depth = 0
        begin_interim_scoring(s)
    return s.stack()


# ---- faults ----


def faults(s: Catherine) -> list[str]:
    """The faults of a state: pieces missing or duplicated, counts out of range (C-INV-01 to -05, -07)."""
    found = _card_faults(s) + _row_faults(s)
    box = s.stock
    waiting = {f & 255 for f in s.stack()}
    for p in range(s.seats):
        name = f"player[{p}]"
        if s.supply(p) < 0:
            found.append(f"{name}.residences: there are only {box.residences}")
        if s.tiles[p] != tiles_of(s, p):
            found.append(f"{name}: the goods tiles are not those of the cities with an own residence")
        if s.vp[p] < 0 or s.jokers[p] < 0:
            found.append(f"{name}: VP and jokers must not be negative")
        if s.order[p] == 0 and frames.DEAL_ORDER not in waiting:
            found.append(f"{name}.order: there must be one")
        elif s.order[p] and s.order[p] in list(s.order)[:p]:
            found.append(f"{name}.order: {box.order_ids[s.order[p]]} occurs twice")
        if not 0 <= s.favor[p] <= box.top:
            found.append(f"{name}.favor: must be from 0 to {box.top}, not {s.favor[p]}")
        elif waiting & {frames.CHOOSE_START, frames.PLAY_CARDS} == set() and s.held[p] > s.hand_limit(p):
            found.append(f"{name}.hand: {s.held[p]} cards, but the hand limit is {s.hand_limit(p)}")
    for city in cards.members(box.cities):
        if s.tiles_left(city) < 0:
            found.append(f"{box.city_ids[city]}: more goods tiles were taken than there are")
    if s.jokers_left() < 0:
        found.append(f"jokers: there are only {box.jokers[s.seats]}")
    return found


def transition_faults(before: Catherine, after: Catherine) -> list[str]:
    """The faults of a transition. Favor and VP never fall (C-INV-06), jokers and residences stay, and rounds
    only go forward.
    """
    found: list[str] = []
    for p in range(after.seats):
        if after.favor[p] < before.favor[p]:
            found.append(f"player[{p}].favor: falls from {before.favor[p]} to {after.favor[p]}")
        if after.vp[p] < before.vp[p]:
            found.append(f"player[{p}].vp: falls from {before.vp[p]} to {after.vp[p]}")
        if after.jokers[p] < before.jokers[p] or before.residences[p] & ~after.residences[p]:
            found.append(f"player[{p}]: a joker or a residence is given back")
    if (after.decade << 8 | after.round) < (before.decade << 8 | before.round):
        found.append(f"round: goes back to round {after.round} of decade {after.decade}")
    return found


def _card_faults(s: Catherine) -> list[str]:
    """The faults of the cards: each must be in exactly one place (C-INV-01)."""
    found: list[str] = []
    lying = cards.members_of_sets(s.sets, PILE, COLOURS)
    if len(lying) != s.pile_left:
        found.append(f"the draw pile has {len(lying)} cards, not {s.pile_left}")
    lying += cards.members_of_sets(s.sets, DISCARD, COLOURS)
    for p in range(s.seats):
        hand = hand_of(s, p)
        lying += hand
        if len(hand) != s.held[p]:
            found.append(f"player[{p}].hand has {len(hand)} cards, not {s.held[p]}")
    lying += [card for card in [*s.row, *s.under] if card]
    if sorted(lying) != s.stock.all_cards():
        found.append(
            f"cards: there are {len(lying)}, {len(set(lying))} of them different; "
            f"the box has {s.stock.deck_size}"
        )
    return found


def _row_faults(s: Catherine) -> list[str]:
    """The faults of the rows. After r reveals in a decade a row has r cards more than the starting row, and r
    activation cards under different action cards (C-INV-03).
    """
    found: list[str] = []
    lengths: set[int] = set()
    for p in range(s.seats):
        name = f"player[{p}]"
        row = list(s.row[p * ROW : p * ROW + ROW])
        under = list(s.under[p * ROW : p * ROW + ROW])
        length = int(s.row_length(p))
        lengths.add(length)
        activations = sum(1 for card in under if card)
        if any(row[length:]) or any(under[length:]):
            found.append(f"{name}.under: a card lies where there is no action card")
        elif length and length - activations != s.stock.start_row:
            found.append(
                f"{name}: {length} action cards and {activations} activation cards; "
                f"there must be {s.stock.start_row} more action cards"
            )
        if s.active[p] and (s.active[p] > length or under[s.active[p] - 1] == 0):
            found.append(f"{name}.active: there is no activation card in place {s.active[p]}")
    if len(lengths) > 1:
        found.append("player: the action rows must be equally long")
    return found


def stack_faults(s: Catherine) -> list[str]:
    """The faults of the stack: a wrong last step, or rows, choices and draws that do not fit the phase."""
    stack = s.stack()
    steps = [f & 255 for f in stack]
    box = s.stock
    length = int(s.row_length(0))
    shown = length - int(box.start_row)  # number of rounds of this decade whose cards are revealed
    last = s.decade == box.decades
    if not stack:
        over = last and s.round == box.rounds and length == box.start_row
        return [] if over else ["todo: nothing is left to do, but the game is not over"]
    ends = last and bool(SCORING & set(steps))
    if not ends and (steps[0] != frames.CALENDAR or frames.CALENDAR in steps[1:]):
        return ["todo: Calendar() must be the last step and occur once"]
    if ends and steps[0] != frames.CLEAR:
        return ["todo: Clear() must be the last step in the last decade"]
    return [*_phase_faults(s, steps, shown), *_choice_faults(s, steps), *_draw_faults(s, steps)]


def _phase_faults(s: Catherine, steps: list[int], shown: int) -> list[str]:
    """The faults of rounds and rows: both must fit the phase."""
    box = s.stock
    if frames.CHOOSE_START in steps:
        return ["round: no round has begun"] if s.round or s.decade > 1 else []
    if s.row_length(0) == 0:
        return ["player: there is no starting row"]
    for phase in {frames.PLAY_CARDS, frames.ACTIONS, *SCORING}:
        if steps.count(phase) > 1:
            return ["todo: a phase occurs twice"]
    if {frames.PLAY_CARDS, frames.ACTIONS} <= set(steps):
        return ["todo: PlayCards() and Actions() cannot both wait"]
    if frames.PLAY_CARDS in steps:
        if shown != s.round - 1:
            return [f"round: {shown} cards were played into each row, so this is round {shown + 1}"]
        return ["player: active must be 0 without Actions()"] if any(s.active) else []
    scoring = frames.CLEAR in steps
    if scoring and (frames.ACTIONS in steps or shown != box.rounds):
        return ["todo: the decade is not over"]
    if not scoring and SCORING & set(steps):
        return ["todo: an interim scoring ends with Clear()"]
    if shown != s.round:
        return [f"round: {shown} cards were played into each row, so {shown} rounds are over"]
    if frames.ACTIONS not in steps and any(s.active):
        return ["player: active must be 0 without Actions()"]
    return []


def _choice_faults(s: Catherine, steps: list[int]) -> list[str]:
    """The faults of secret choices: each must be as complete as the open question says."""
    found: list[str] = []
    box = s.stock
    for p in range(s.seats):
        made = 0
        while s.plan[p] >> 8 * made:
            made += 1
        expected = 0
        step = s.asked[p] & 255 if s.asked[p] else 0
        if frames.CHOOSE_START in steps:
            expected = s.asked[p] >> 12 & 255 if step == frames.LAY else int(box.start_row)
        elif frames.PLAY_CARDS in steps:
            questions = [frames.ACTION_CARD, frames.ACTIVATION_CARD, frames.PLACE]
            expected = questions.index(step) if step in questions else 3
        if made != expected:
            found.append(f"player[{p}].plan: {made} choices, but there must be {expected} now")
    return found


def _draw_faults(s: Catherine, steps: list[int]) -> list[str]:
    """The faults of pending draws, and of the hands after them (C-INV-02, C-RULING-42).

    Draws before a secret choice ignore the hand limit. All others obey it.
    """
    found: list[str] = []
    box = s.stock
    freely = 1 if {frames.CHOOSE_START, frames.PLAY_CARDS} & set(steps) else 0
    coming = [0] * SEATS
    for f in s.stack():
        if f & 255 == frames.DEAL:
            coming[arg(f)] += 1 + arg2(f)
            if arg3(f) != freely:
                found.append(f"todo: a draw must {'ignore' if freely else 'obey'} the hand limit here")
            elif not freely and arg(f) < s.seats and s.held[arg(f)] >= s.hand_limit(arg(f)):
                found.append(f"todo: the hand of player[{arg(f)}] is full")
        elif f & 255 == frames.DRAW:
            coming[arg(f)] += arg2(f)
            if arg3(f) != freely:
                found.append(f"todo: a draw must {'ignore' if freely else 'obey'} the hand limit here")
    for p in range(s.seats):
        hand = s.held[p] + coming[p]
        most = s.hand_limit(p) + box.phase_a_draw
        if frames.CHOOSE_START in steps:
            if hand != box.start_cards:
                found.append(f"player[{p}].hand: {box.start_cards} cards are needed for the choice")
        elif frames.PLAY_CARDS in steps:
            if hand < 2:
                found.append(f"player[{p}].hand: two cards are needed to play")
            if hand > most:
                found.append(f"player[{p}].hand: must have at most {most} cards in phase B, not {hand}")
    return found
