"""Positions of Tundra as TOML: writing, reading, and the faults of a state.

Keys that are left out get the values of a fresh set-up. Face-down tiles and the deck are not written: they
are all tiles and cards that are nowhere else.
"""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import (
    BERRY,
    BOARDS,
    GAIN_ANY,
    GATHER,
    GOODS,
    ITEMS,
    MARKET_PLACES,
    MOVE,
    PLACE_WORKER,
    REROLL_DICE,
    RESOURCES,
    SPACES,
    STEPS,
    WORKERS,
)
from samovar.games.tundra.state import UNROLLED, Tundra
from samovar.games.tundra.turn import action_from
from samovar.kernel import cards, counts
from samovar.kernel.card_reader import HIDDEN, CardReader, index_of_ids
from samovar.kernel.notation import argument_of, verb_of
from samovar.kernel.reading import Reader, toml_numbers, toml_text, toml_texts
from samovar.kernel.state import UNKNOWN, replaced

SOURCE_NAMES: Final = ["board", "starter", "market1", "market2"]

# ---- writing ----


def write(s: Tundra, top: list[str], tables: list[str]) -> None:
    box = s.stock
    tiles = [box.glade_ids[s.tile[space]] for space in range(1, s.layout.glades + 1)]
    goals = [goal.id for goal in box.goals]
    top.append(f"round = {s.round}")
    top.append(f"turns = {s.turns}")
    top.append(f"first = {s.first}")
    top.append(f"tiles = {toml_texts(tiles)}")
    top.append(f"market = {toml_texts(ids_of_set(s.market, box.city_ids))}")
    top.append(f"discard = {toml_texts(ids_of_set(s.discard, box.city_ids))}")
    top.append(f"goals = {toml_texts(ids_of_set(s.goals, goals))}")
    top.append(f"blocked = {toml_texts(ids_of_set(s.blocked, goals))}")
    if s.board:
        sources = [SOURCE_NAMES[i] for i in cards.members(s.sources)]
        tables += ["", "[activation]", f"board = {toml_text(box.board_ids[s.board - 1])}"]
        tables += [f"slot = {s.slot}", f"upgraded = {'true' if s.side else 'false'}"]
        tables.append(f"sources = {toml_texts(sources)}")
    if s.memo or s.built or s.bonuses or any(s.visited):
        tables += ["", "[action]", f"memo = {s.memo}", f"built = {toml_numbers(cards.members(s.built))}"]
        tables.append(f"bonuses = {toml_numbers(cards.members(s.bonuses))}")
        tables.append(f"visited = {toml_numbers(list(s.visited))}")
    for p in range(s.seats):
        write_player(s, p, tables)


def write_player(s: Tundra, p: int, tables: list[str]) -> None:
    box = s.stock
    boards = box.board_ids
    personal = [goal.id for goal in box.personal]
    tables += ["", "[[player]]", f"vp = {s.vp[p]}"]
    for item in range(GOODS):
        tables.append(f"{ITEMS[item]} = {s.have[p * GOODS + item]}")
    tables.append(f"title = {toml_text(box.titles[s.title[p]].id)}")
    tables.append(f"dice = {toml_numbers(dice_of(s, p))}")
    tables.append(f"spare = {s.spare[p]}")
    slots = [f"{boards[bit >> 3]}_{bit & 7}" for bit in cards.members(s.slots[p])]
    tables.append(f"slots = {toml_texts(slots)}")
    tables.append(f"upgraded = {toml_texts(ids_of_set(s.upgraded[p], boards))}")
    tables.append(f"workers = {toml_numbers(workers_of(s, p))}")
    tables.append(f"towers = {toml_numbers(cards.members(s.towers[p]))}")
    tables.append(f"advisors = {toml_texts(ids_of_set(s.ready[p], box.city_ids))}")
    tables.append(f"exhausted = {toml_texts(ids_of_set(s.exhausted[p], box.city_ids))}")
    starters = [
        f"{box.starter_ids[s.starter[p * BOARDS + b]]}_{boards[b]}"
        for b in range(BOARDS)
        if s.starter[p * BOARDS + b]
    ]
    tables.append(f"starters = {toml_texts(starters)}")
    under = [
        f"{box.city_ids[s.enhancement[(p * BOARDS + b) * MARKET_PLACES + place]]}_{boards[b]}"
        for b in range(BOARDS)
        for place in range(s.enhancements(p, b))
    ]
    tables.append(f"enhancements = {toml_texts(under)}")
    tables.append(f"dealt = {toml_texts(dealt_texts(s, p))}")
    tables.append(f"plan = {toml_texts(plan_texts(s, p))}")
    goal = "?" if s.personal[p] == UNKNOWN else personal[s.personal[p]]
    tables.append(f"goal = {toml_text(goal)}")


def ids_of_set(found: int, ids: list[str]) -> list[str]:
    """The ids of a set of cards, boards or goals."""
    return [ids[card] for card in cards.members(found)]


def dice_of(s: Tundra, p: int) -> list[int]:
    """The values of a player's unused dice, ascending. 0 is a die that is not rolled yet."""
    return [value for value in range(7) for _ in range(counts.get(s.dice[p], value))]


def workers_of(s: Tundra, p: int) -> list[int]:
    return [int(s.workers[p * WORKERS + i]) for i in range(WORKERS) if s.workers[p * WORKERS + i]]


def dealt_texts(s: Tundra, p: int) -> list[str]:
    return ["?"] * (UNKNOWN - s.dealt[p]) if s.dealt[p] < 0 else ids_of_set(s.dealt[p], s.stock.starter_ids)


def plan_texts(s: Tundra, p: int) -> list[str]:
    """The secret choices of a player so far, as tokens."""
    if s.plan[p] == UNKNOWN:
        return ["?"]
    found: list[str] = []
    plan = s.plan[p]
    while plan:
        found.append(s.stock.notation.token(tokens.KEEP << 8 | plan & 255))
        plan >>= 8
    return found


# ---- reading ----


def read(reader: Reader, s: Tundra) -> Tundra:
    """Fill the new state ``s`` with the values of the position, and with a fresh set-up where it has none."""
    box = s.stock
    faults = reader.faults
    city = CardReader("city card", index_of_ids(box.city_ids), faults)
    starters = CardReader("starter card", index_of_ids(box.starter_ids), faults)
    tiles = CardReader("glade", index_of_ids(box.glade_ids), faults)
    s.round = reader.number("round", 1 if reader.has("to_move") else 0, 0, box.rounds)
    s.turns = reader.number("turns", 0, 0, 9999)
    chosen = s.setting.options["first_player"]
    s.first = reader.number("first", 0 if chosen == "random" else int(chosen) - 1, 0, s.seats - 1)
    players = reader.tables("player")
    if len(players) > s.seats:
        reader.fault("player", f"{len(players)} players for {s.seats} seats")
    players = [*players, *(Reader({}, f"player[{p}]", faults) for p in range(len(players), s.seats))]
    read_titles(s, players)
    for p in range(s.seats):
        read_player(s, p, players[p], city, starters)
    read_goals(s, reader, players)
    read_map(s, reader, tiles)
    s.discard = city.read_set(reader, "discard")
    s.market = city.read_set(reader, "market")
    read_activation(s, reader)
    read_taken_card(s, reader, city)
    if not any(s.visited):  # during a movement each worker keeps its number
        for p in range(s.seats):
            s.sort_workers(p)
    if not reader.has("market"):
        for _ in range(box.market_size[s.seats]):
            card = city.new(cards.members(box.city_cards))
            s.market |= 1 << card if card else 0
    s.deck = box.city_cards & ~cards.of(list(city.placed))
    for player in players:
        player.report_unknown_keys()
    return s


def read_taken_card(s: Tundra, reader: Reader, city: CardReader) -> None:
    """Mark the enhancement of a pending Under or Replace step as placed. It is not in any other place."""
    for text in reader.texts("todo", []):
        name, _, numbers = text.partition("(")
        parts = numbers.rstrip(")").split(",")
        if name in ("Under", "Replace") and len(parts) > 1 and parts[1].isdecimal():
            card = int(parts[1][:4])
            if 0 < card < len(s.stock.city_ids):
                city.number(s.stock.city_ids[card], "todo")


def read_titles(s: Tundra, players: list[Reader]) -> None:
    """Read the titles. Default: the basic title, or with the module the first free special titles."""
    box = s.stock
    ids = [title.id for title in box.titles]
    given = [ids.index(player.text("title", "", ids)) for player in players]
    for p in range(s.seats):
        title = given[p]
        if not players[p].has("title"):
            special = [i for i in range(1, len(ids)) if not box.titles[i].basic]
            free = [i for i in special if box.titles[i].dots <= s.seats and i not in given]
            title = free[0] if s.setting.titles else int(box.basic_title)
            given[p] = title
        elif title and box.titles[title].basic == s.setting.titles:
            players[p].fault("title", "the title does not fit the option titles")
        elif box.titles[title].dots > s.seats:
            players[p].fault("title", f"{ids[title]} is for more players")
        elif title and not box.titles[title].basic and title in given[:p]:
            players[p].fault("title", f"{ids[title]} occurs twice")
        s.title = replaced(s.title, p, title)


def read_player(s: Tundra, p: int, player: Reader, city: CardReader, starters: CardReader) -> None:
    box = s.stock
    s.vp[p] = player.number("vp", box.start_vp, 0, 99_999)
    for item in range(GOODS):
        most = box.max_berries if item == BERRY else box.max_resource
        s.have[p * GOODS + item] = player.number(ITEMS[item], box.start_goods[item], 0, most)
    for value in player.numbers("dice", [], 0, 6)[:20]:
        s.dice[p] += counts.of(value)
    for text in player.texts("slots", []):
        a = box.notation.parse("place." + text)
        if a < 0 or cards.has(s.slots[p], argument_of(a)):
            player.fault("slots", f"there is no such slot, or it occurs twice: {text[:40]!r}")
        else:
            s.slots[p] |= cards.only(argument_of(a))
    used = len(dice_of(s, p)) + cards.count(s.slots[p])
    s.spare[p] = player.number("spare", max(0, s.title_of(p).max_dice - used), 0, 20)
    s.upgraded[p] = read_set(player, "upgraded", [], box.board_ids)
    standing = player.numbers("workers", s.layout.start[p], 1, s.layout.spaces)
    if len(standing) > box.workers_each:
        player.fault("workers", f"there are only {box.workers_each}")
    for i, space in enumerate(standing[:WORKERS]):
        s.workers[p * WORKERS + i] = space
    s.towers[p] = read_spaces(player, "towers", s)
    s.ready[p] = city.read_set(player, "advisors")
    s.exhausted[p] = city.read_set(player, "exhausted")
    s.dealt[p] = starters.read_set(player, "dealt")
    for text in player.texts("starters", []):
        card, board = read_under(player, "starters", text, starters, box.board_ids)
        if card and s.starter[p * BOARDS + board]:
            player.fault("starters", f"two starter cards under {box.board_ids[board]}")
        elif card:
            s.starter = replaced(s.starter, p * BOARDS + board, card)
    for text in player.texts("enhancements", []):
        card, board = read_under(player, "enhancements", text, city, box.board_ids)
        place = s.enhancements(p, board)
        if card and place >= s.title_of(p).market_places:
            player.fault("enhancements", f"too many under {box.board_ids[board]}")
        elif card:
            s.enhancement = replaced(s.enhancement, (p * BOARDS + board) * MARKET_PLACES + place, card)
    read_plan(s, p, player)


def read_under(player: Reader, key: str, text: str, known: CardReader, boards: list[str]) -> tuple[int, int]:
    """The numbers of card and order board in a text such as ``e01_trade``."""
    id, _, board = text.rpartition("_")
    if board not in boards:
        player.fault(key, f"there is no order board {board[:40]!r}")
        return 0, 0
    return known.number(id, f"{player.path}.{key}"), boards.index(board)


def read_set(reader: Reader, key: str, default: list[str], ids: list[str]) -> int:
    """Read a list of ids as a set of their numbers."""
    found = reader.texts(key, default, [id for id in ids if id])
    return distinct_set(reader, key, [ids.index(id) for id in found])


def read_spaces(reader: Reader, key: str, s: Tundra) -> int:
    return distinct_set(reader, key, reader.numbers(key, [], 1, s.layout.glades))


def distinct_set(reader: Reader, key: str, found: list[int]) -> int:
    if len(set(found)) < len(found):
        reader.fault(key, "an entry occurs twice")
    return cards.of(found)


def read_plan(s: Tundra, p: int, player: Reader) -> None:
    """Read the secret choices: tokens in the order of the choices."""
    last, boards = 0, 0
    texts = player.texts("plan", [])
    for n, token in enumerate(texts):
        a = s.stock.notation.parse(token)
        choice = argument_of(a) if a >= 0 and verb_of(a) == tokens.KEEP else 0
        card, board = choice >> 2, choice & 3
        fits = card > last and s.dealt[p] >> card & 1 and not boards >> board & 1
        if not fits or n >= s.stock.starters_kept:
            player.fault("plan", f"{token[:40]!r} is not a possible next choice")
            return
        last = card
        boards |= 1 << board
        s.plan[p] |= choice << 8 * n


def read_goals(s: Tundra, reader: Reader, players: list[Reader]) -> None:
    """Read common and personal goals. Default: the first ones that the number of players allows."""
    box = s.stock
    ids = [goal.id for goal in box.goals]
    allowed = [i for i in range(1, len(ids)) if box.goals[i].dots <= s.seats]
    fresh = [ids[i] for i in allowed[: box.goals_in_play[s.seats]]]
    s.goals = read_set(reader, "goals", fresh, ids)
    s.blocked = read_set(reader, "blocked", [], ids)
    personal = [goal.id for goal in box.personal]
    given: list[int] = []
    for player in players:
        id = player.text("goal", "")
        if id == "?":
            player.fault("goal", HIDDEN)
        elif id not in personal:
            player.fault("goal", f"there is no personal goal {id[:40]!r}")
        given.append(personal.index(id) if id in personal else 0)
    for p in range(s.seats):
        free = [i for i in range(1, len(personal)) if box.personal[i].dots <= s.seats and i not in given]
        if s.setting.personal_goals and not players[p].has("goal"):
            given[p] = free[0]
        s.personal = replaced(s.personal, p, given[p])


def read_map(s: Tundra, reader: Reader, tiles: CardReader) -> None:
    """Read the open glades. Default: those where a piece stands."""
    in_use = s.stock.in_use(s.stock.glade_dots, s.seats)
    placed = [0] * SPACES
    if reader.has("tiles"):
        texts = reader.texts("tiles")
        if len(texts) != s.layout.glades:
            reader.fault("tiles", f"must have {s.layout.glades} entries, not {len(texts)}")
        for space, id in enumerate(texts[: s.layout.glades], 1):
            placed[space] = tiles.number(id, "tiles") if id else 0
    else:
        standing = {int(space) for space in s.workers if space and s.is_glade(space)}
        for p in range(s.seats):
            standing |= set(cards.members(s.towers[p]))
        for space in sorted(standing):
            placed[space] = tiles.new(cards.members(in_use))
    for space in range(SPACES):
        s.tile = replaced(s.tile, space, placed[space])
    s.closed = in_use & ~cards.of(list(tiles.placed))


def read_activation(s: Tundra, reader: Reader) -> None:
    if reader.has("activation"):
        table = reader.table("activation")
        s.board = 1 + s.stock.board_ids.index(table.text("board", None, s.stock.board_ids))
        s.slot = table.number("slot", None, 1, 6)
        s.side = 1 if table.boolean("upgraded") else 0
        s.sources = read_set(table, "sources", [], SOURCE_NAMES)
        table.report_unknown_keys()
    if reader.has("action"):
        table = reader.table("action")
        s.memo = table.number("memo", 0, 0, 2**32)
        s.built = read_spaces(table, "built", s)
        s.bonuses = read_spaces(table, "bonuses", s)
        visited = table.numbers("visited", [], 0, 2**32)
        if len(visited) > WORKERS:
            table.fault("visited", f"there are only {WORKERS} places")
        for i, spaces in enumerate(visited[:WORKERS]):
            s.visited[i] = spaces
        table.report_unknown_keys()


def default_stack(s: Tundra, reader: Reader) -> list[int]:
    """The stack if ``todo`` is left out: a turn of ``to_move``, or without it the start of the next round."""
    stack = [int(frames.calendar())]
    if not reader.has("to_move"):
        return stack
    p = reader.number("to_move", 0, 0, s.seats - 1)
    return [*stack, int(frames.placement((p + 1) % s.seats)), int(frames.turn(p))]


# ---- faults ----


def faults(s: Tundra) -> list[str]:
    """The faults of a state: components that are duplicated or missing, and numbers out of range."""
    found = _card_faults(s) + _map_faults(s)
    box = s.stock
    waiting = {f & 255 for f in s.stack()}
    titled = s.seats - to_be_dealt(s, frames.DEAL_TITLE)
    given = s.seats - to_be_dealt(s, frames.DEAL_PERSONAL)
    for p in range(s.seats):
        name = f"player[{p}]"
        for item in range(GOODS):
            most = box.max_berries if item == BERRY else box.max_resource
            if not 0 <= s.have[p * GOODS + item] <= most:
                found.append(f"{name}.{ITEMS[item]}: must be from 0 to {most}")
        if s.vp[p] < 0:
            found.append(f"{name}.vp: must not be negative")
        if s.title[p] == 0:
            if p < titled:
                found.append(f"{name}.title: there must be one")
            continue
        dice = len(dice_of(s, p)) + cards.count(s.slots[p]) + s.spare[p]
        if s.spare[p] < 0 or dice > s.title_of(p).max_dice:
            found.append(f"{name}: {dice} dice, but the title allows {s.title_of(p).max_dice}")
        held = cards.count(s.ready[p] | s.exhausted[p])
        if held > s.title_of(p).advisors + (1 if frames.DISMISS in waiting else 0):
            found.append(f"{name}: {held} advisors, but the title allows {s.title_of(p).advisors}")
        if (s.ready[p] | s.exhausted[p]) & ~box.advisors:
            found.append(f"{name}.advisors: not all of them are advisors")
        if s.personal[p] and (
            not s.setting.personal_goals
            or s.personal[p] in list(s.personal)[:p]
            or box.personal[s.personal[p]].dots > s.seats
        ):
            found.append(f"{name}.goal: the module is off, the goal occurs twice, or it is for more players")
        if s.personal[p] == 0 and s.setting.personal_goals and p < given:
            found.append(f"{name}.goal: there must be one")
    if s.blocked & ~s.goals:
        found.append("blocked: not a goal in play")
    for number in cards.members(s.goals):
        if box.goals[number].dots > s.seats:
            found.append(f"goals: {box.goals[number].id} is for more players")
    if cards.count(s.goals) != box.goals_in_play[s.seats] and frames.DEAL_COMMON not in waiting:
        found.append(f"goals: there must be {box.goals_in_play[s.seats]}")
    return found


def to_be_dealt(s: Tundra, step: int) -> int:
    """The number of players to whom pending steps still deal. These are always the last seats."""
    first = [f >> 12 & 255 for f in s.stack() if f & 255 == step]
    return s.seats - min(first) if first else 0


def _card_faults(s: Tundra) -> list[str]:
    """The faults of cards: a city card must be in one place, a starter card in at most one."""
    found: list[str] = []
    seen = 0
    waiting = [f >> 12 & 255 for f in s.stack() if f & 255 in (frames.UNDER, frames.REPLACE)]
    taken = [card for card in waiting if card < len(s.stock.city_ids)]
    sets = [s.deck, s.market, s.discard, *s.ready, *s.exhausted]
    sets += [cards.only(card) for card in [*s.enhancement, *taken] if card]
    for one in sets:
        for card in cards.members(seen & one):
            found.append(f"city card {s.stock.city_ids[card]} occurs twice")
        seen |= one
    coming = sum(
        f >> 12 & 255 if f & 255 == frames.REFILL else f & 255 == frames.DEAL_CITY for f in s.stack()
    )
    if cards.count(s.market) + coming > s.stock.market_size[s.seats]:
        found.append(f"market: there are only {s.stock.market_size[s.seats]} places")
    if seen != s.stock.city_cards:
        found.append("city cards: some are missing")
    if any(s.stock.advisors >> card & 1 for card in s.enhancement if card):
        found.append("enhancements: an advisor cannot go under an order board")
    seen = 0
    for one in [*s.dealt, *(cards.only(card) for card in s.starter if card)]:
        for card in cards.members(seen & one):
            found.append(f"starter card {s.stock.starter_ids[card]} occurs twice")
        seen |= one
    if seen & ~s.stock.in_use(s.stock.starter_dots, s.seats):
        found.append("starters: some are for more players")
    return found


def _map_faults(s: Tundra) -> list[str]:
    """The faults of the map: each glade must occur once, pieces stand on open tiles, and no glade has two
    towers.
    """
    found: list[str] = []
    in_use = s.stock.in_use(s.stock.glade_dots, s.seats)
    seen = s.closed
    for space in range(1, s.layout.glades + 1):
        tile = s.tile[space]
        if tile:
            if seen >> tile & 1:
                found.append(f"glade {s.stock.glade_ids[tile]} occurs twice")
            seen |= cards.only(tile)
    if seen != in_use:
        found.append("tiles: not the glades in use for this number of players")
    towers = 0
    opening = {f >> 12 & 255 for f in s.stack() if f & 255 == frames.OPEN_GLADE}
    for p in range(s.seats):
        name = f"player[{p}]"
        if towers & s.towers[p]:
            found.append(f"{name}.towers: a glade holds at most one tower")
        towers |= s.towers[p]
        if s.towers_in_supply(p) < 0:
            found.append(f"{name}.towers: there are only {s.stock.towers_each}")
        standing = workers_of(s, p)
        if any(s.workers[p * WORKERS + i] for i in range(s.stock.workers_each, WORKERS)):
            found.append(f"{name}.workers: there are only {s.stock.workers_each}")
        for space in [*standing, *cards.members(s.towers[p])]:
            if not 0 < space <= s.layout.spaces or (
                s.is_glade(space) and s.tile[space] == 0 and space not in opening
            ):
                found.append(f"{name}: a piece stands on {space}, where no tile is open")
    if (s.built | s.bonuses) & ~towers:
        found.append("action: no tower stands there")
    return found


def stack_faults(s: Tundra) -> list[str]:
    """The faults of the stack as a whole."""
    stack = s.stack()
    steps = [f & 255 for f in stack]
    if not stack:
        return [] if s.round == s.stock.rounds else ["todo: nothing is left to do, but the game is not over"]
    if steps[0] != frames.CALENDAR or frames.CALENDAR in steps[1:]:
        return ["todo: Calendar() must be the last step and occur once"]
    return [*_setup_faults(s, stack), *_round_faults(s, stack), *_action_faults(s, stack)]


def _setup_faults(s: Tundra, stack: list[int]) -> list[str]:
    """The faults of the set-up: secret choices must exist only while all choose, and fit the question."""
    steps = [f & 255 for f in stack]
    choosing = frames.CHOOSE_STARTERS in steps
    dealing = frames.DEAL_STARTERS in steps
    found: list[str] = []
    opening = [f >> 12 & 255 for f in stack if f & 255 == frames.OPEN_GLADE]
    for f in stack:
        if f & 255 == frames.SETTLE and f >> 12 & 255 < s.seats:
            opening += s.layout.start[f >> 12 & 255]
    if len(set(opening)) < len(opening):
        found.append("todo: a glade is opened twice")
    if dealing and not choosing:
        return ["todo: DealStarters() needs ChooseStarters()"]
    for p in range(s.seats):
        made = len(plan_texts(s, p))
        asked = int(s.asked[p])
        if not choosing:
            if made or s.dealt[p] or asked:
                found.append(f"player[{p}]: starter cards are not being chosen now")
            continue
        expected = asked >> 12 & 255 if asked else int(s.stock.starters_kept)
        if made != expected:
            found.append(f"player[{p}].plan: {made} choices, but there must be {expected} now")
        if not dealing and cards.count(s.dealt[p]) != s.stock.starters_dealt:
            found.append(f"player[{p}].dealt: there must be {s.stock.starters_dealt} cards to choose from")
        if any(s.starter[p * BOARDS + board] for board in range(BOARDS)):
            found.append(f"player[{p}].starters: must be empty until all have chosen")
    if choosing and s.round:
        found.append("todo: starter cards are chosen before the first round")
    return found


def _round_faults(s: Tundra, stack: list[int]) -> list[str]:
    """The faults of the round: turns need a round, and unrolled dice need a roll on the stack."""
    steps = [f & 255 for f in stack]
    found: list[str] = []
    setup = {frames.DEAL_FIRST, frames.DEAL_TITLE, frames.SETTLE, frames.DEAL_COMMON, frames.DEAL_PERSONAL}
    if s.round and setup & set(steps):
        found.append("todo: the set-up is over")
    if s.round == 0 and {frames.TURN, frames.PLACEMENT, frames.ROUND_START, frames.AFTER_DIE} & set(steps):
        found.append("round: no round has begun")
    if any(steps.count(step) > 1 for step in (frames.PLACEMENT, frames.TURN, frames.ACTIVATION)):
        found.append("todo: two turns at the same time")
    rolling = steps.count(frames.ROLL_COMMON)
    if rolling > 1 or (rolling and frames.PLACEMENT not in steps):
        found.append("todo: there must be one common roll at most, before placement")
    alone = {f >> 12 & 255 for f in stack if f & 255 == frames.ROLL}
    for p in range(s.seats):
        unrolled = int(counts.get(s.dice[p], UNROLLED))
        common = sum(f >> 12 & 255 for f in stack if f & 255 == frames.ROLL_COMMON)
        picked = any(is_picking(s, f, p) for f in stack)
        if unrolled < common or (unrolled > common and p not in alone and not picked):
            found.append(f"player[{p}].dice: {unrolled} are not rolled, but the common roll has {common}")
        if s.round == 0 and s.dice[p]:
            found.append(f"player[{p}].dice: no round has begun")
    for earlier, later in zip(stack[1:], stack, strict=False):
        if earlier & 255 == frames.ACTIVATION and later & 255 != frames.AFTER_DIE:
            found.append("todo: AfterDie() must follow Activation()")
    return found


def is_picking(s: Tundra, f: int, p: int) -> bool:
    """True if this frame is an action in which the player picks dice for a reroll."""
    if f & 255 != frames.ACTION or f >> 8 & 15 != p or f >> 12 & 255 >= len(s.stock.action_texts):
        return False
    opened = f >> 28 & 15
    return bool(opened) and s.stock.op[(f >> 12 & 255) * STEPS + opened - 1] == REROLL_DICE


def _action_faults(s: Tundra, stack: list[int]) -> list[str]:
    """The faults of the activation and the open step, which must fit the stack."""
    steps = [f & 255 for f in stack]
    found: list[str] = []
    if bool(s.board) != (frames.ACTIVATION in steps):
        found.append("activation: must exist if, and only if, Activation() waits")
    elif s.board:
        p = next(f for f in stack if f & 255 == frames.ACTIVATION) >> 8 & 15
        if not s.slots[p] >> 8 * (s.board - 1) + s.slot & 1:
            found.append("activation: no die lies in that slot")
        for source in cards.members(s.sources):
            if action_from(s, p, source) == 0:
                found.append(f"activation.sources: {SOURCE_NAMES[source]} has no action in this slot")
    if bool(s.bonuses) != (frames.TOWERS in steps):
        found.append("action.bonuses: must exist if, and only if, Towers() waits")
    actions = [f for f in stack if f & 255 == frames.ACTION]
    if (s.memo or s.built or any(s.visited)) and not actions:
        found.append("action: no action is being carried out")
    found += _memo_faults(s, actions)
    return found


def _memo_faults(s: Tundra, actions: list[int]) -> list[str]:
    opened = [f for f in actions if f >> 28 & 15]
    if len(opened) > 1:
        return ["todo: two actions have an open step"]
    op = 0
    seat = 0
    if opened and opened[0] >> 12 & 255 < len(s.stock.action_texts):
        op = int(s.stock.op[(opened[0] >> 12 & 255) * STEPS + (opened[0] >> 28 & 15) - 1])
        seat = opened[0] >> 8 & 15
    good = s.memo == 0
    if op == GAIN_ANY:
        good = s.memo < RESOURCES
    elif op == GATHER:
        good = 0 < s.memo & 255 <= s.layout.glades and s.memo >> 8 < 255
    elif op == PLACE_WORKER:
        good = s.memo & ~s.towers[seat] == 0
    elif op == REROLL_DICE:
        good = 1 <= s.memo <= 6
    found = [] if good else ["action.memo: does not fit the step"]
    for i in range(WORKERS):
        space = int(s.workers[seat * WORKERS + i])
        if (op == MOVE and space and not s.visited[i] >> space & 1) or (op != MOVE and s.visited[i]):
            found.append("action.visited: does not fit the workers")
    for p in range(s.seats):
        if workers_of(s, p) != sorted(workers_of(s, p)) and not (op == MOVE and p == seat):
            found.append(f"player[{p}].workers: must be in ascending order")
    return found
