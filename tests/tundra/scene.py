"""Scenes for tests of Tundra: describe a position, play tokens, check the state.

m = scene(Player(dice=[6], workers=[1], berries=2), glades={2: "peat"})
play(m, 0, "place.travel_6", "do.board", "move.1_e")
assert have(m, 0) == {"peat": 1, "berry": 2}

A player has only what the scene names, and by default one die of 1, so that the round goes on. Glades are
named by id or by resource: "g07", "peat", "none". Pieces whose glade is not named stand on open glades
without a resource, while there are any. All other glades are face down.

The map for two, with the numbers of its spaces (13 and 14 are the settlements):

             13
           1    2
         3    4    5
           6    7
         8    9   10
          11   12
             14

``BOX`` is the component file as ``tomllib`` reads it, so that expected values do not depend on the loader.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import samovar
from samovar.games.tundra.components import BOARDS, GOODS, ITEMS, MARKET_PLACES, WORKERS, Box
from samovar.games.tundra.game import GAME
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards, counts
from samovar.kernel.reading import toml_text, toml_texts
from samovar.kernel.rng import Rng
from tests.refusals import refused as refused

BOX: dict[str, Any] = tomllib.loads(GAME.standard_text())
GLADES: dict[str, dict[str, Any]] = {glade["id"]: glade for glade in BOX["glade"]}
LAYOUTS: dict[str, dict[str, Any]] = {layout["id"]: layout for layout in BOX["layout"]}
STARTERS: dict[str, dict[str, Any]] = {card["id"]: card for card in BOX["starter"]}
ADVISORS: dict[str, dict[str, Any]] = {card["id"]: card for card in BOX["advisor"]}
ENHANCEMENTS: dict[str, dict[str, Any]] = {card["id"]: card for card in BOX["enhancement"]}
CITY = [*ADVISORS, *ENHANCEMENTS]
GOALS: dict[str, dict[str, Any]] = {goal["id"]: goal for goal in BOX["common_goal"]}
PERSONAL: dict[str, dict[str, Any]] = {goal["id"]: goal for goal in BOX["personal_goal"]}
TITLES: dict[str, dict[str, Any]] = {title["id"]: title for title in BOX["title"]}
BOARD_IDS: list[str] = [board["id"] for board in BOX["order_board"]]
SEATS = [2, 3, 4]
FREE = ("reroll.", "up.", "down.", "buy", "use.")


@dataclass
class Player:
    """One player of a scene."""

    dice: Sequence[int] = (1,)  # unused dice on the player board
    firewood: int = 0
    stone: int = 0
    peat: int = 0
    berries: int = 0
    vp: int = 0
    workers: Sequence[int] = ()  # their spaces
    towers: Sequence[int] = ()
    slots: str = ""  # dice used: "trade_3, travel_6"
    upgraded: str = ""  # order boards
    advisors: str = ""  # ready
    exhausted: str = ""
    starters: str = ""  # "s03_trade, s01_travel"
    enhancements: str = ""  # "e01_trade"
    title: str = ""  # a special title turns the module on
    goal: str = ""  # a personal goal turns the module on
    spare: int | None = None  # dice in supply; None: all that are not used


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def scene(
    *players: Player,
    seats: int = 0,
    to_move: int = 0,
    round: int = 1,
    first: int = 0,
    glades: Mapping[int, str] | None = None,
    face_down: Mapping[int, str] | None = None,
    market: str | None = None,
    deck: str | None = None,
    discard: str = "",
    goals: str | None = None,
    blocked: str = "",
    seed: int = 0,
    components: str | None = None,
    options: Mapping[str, str] | None = None,
) -> samovar.Match:
    """A match in which this seat begins a turn of the placement phase.

    ``face_down``: these glades, with all others open, so that their tiles are certain. ``market``: exactly
    these cards; by default a fresh market. ``deck``: exactly these cards; every other card that is nowhere
    else is discarded.
    """
    text = position(
        *players,
        seats=seats,
        to_move=to_move,
        round=round,
        first=first,
        glades=glades,
        face_down=face_down,
        market=market,
        deck=deck,
        discard=discard,
        goals=goals,
        blocked=blocked,
        options=options,
    )
    return from_text(text, seed, components)


def round_start(
    *players: Player,
    seats: int = 0,
    round: int = 1,
    first: int = 0,
    glades: Mapping[int, str] | None = None,
    face_down: Mapping[int, str] | None = None,
    market: str | None = None,
    deck: str | None = None,
    goals: str | None = None,
    blocked: str = "",
    seed: int = 0,
    components: str | None = None,
    options: Mapping[str, str] | None = None,
) -> samovar.Match:
    """A match at the start of this round, with this first player. The players' dice are ignored.

    After round I, the previous round has just ended.
    """
    count = max(2, seats, len(players))
    everyone = [*players, *(Player() for _ in range(count - len(players)))]
    text = position(
        *(replace(player, dice=()) for player in everyone),
        to_move=-1,
        round=round - 1,
        first=first if round == 1 else (first - 1) % count,
        glades=glades,
        face_down=face_down,
        market=market,
        deck=deck,
        goals=goals,
        blocked=blocked,
        options=options,
    )
    return from_text(text, seed, components)


def position(
    *players: Player,
    seats: int = 0,
    to_move: int = 0,
    round: int = 1,
    first: int = 0,
    glades: Mapping[int, str] | None = None,
    face_down: Mapping[int, str] | None = None,
    market: str | None = None,
    deck: str | None = None,
    discard: str = "",
    goals: str | None = None,
    blocked: str = "",
    options: Mapping[str, str] | None = None,
) -> str:
    """The text of the position of ``scene``. ``to_move`` -1: the round is over and the next one begins."""
    everyone = [*players, *(Player() for _ in range(max(2, seats) - len(players)))]
    count = len(everyone)
    chosen = dict(options or {})
    if any(player.title for player in everyone):
        chosen.setdefault("titles", "on")
    if any(player.goal for player in everyone):
        chosen.setdefault("personal_goals", "on")
    lines = ['game = "tundra"', f"seats = {count}", f"round = {round}", f"first = {first}"]
    if to_move >= 0:
        lines.append(f"to_move = {to_move}")
    layout = chosen.get("layout", "default")
    lines.append(f"tiles = {toml_texts(_tiles(everyone, layout, dict(glades or {}), dict(face_down or {})))}")
    if market is not None:
        lines.append(f"market = {toml_texts(listed(market))}")
    thrown = listed(discard)
    if deck is not None:
        assert market is not None, "deck needs market"
        elsewhere = [*listed(deck), *listed(market), *thrown]
        for player in everyone:
            elsewhere += listed(player.advisors) + listed(player.exhausted)
            elsewhere += [part.partition("_")[0] for part in listed(player.enhancements)]
        thrown += [id for id in CITY if id not in elsewhere]
    lines.append(f"discard = {toml_texts(thrown)}")
    if goals is not None:
        lines.append(f"goals = {toml_texts(_goals(listed(goals), count))}")
    lines.append(f"blocked = {toml_texts(listed(blocked))}")
    lines.append("[options]")
    lines += [f"{name} = {toml_text(value)}" for name, value in chosen.items()]
    for player in everyone:
        lines += _player(player)
    return "\n".join(lines)


def last_round() -> str:
    """The text of a position in the last round, in which both players have options of many kinds."""
    dice = [6, 3]
    return position(
        Player(dice, 4, 2, 0, 5, 7, [1, 2], advisors="a13", starters="s05_gathering, s07_travel"),
        Player(dice, 0, 2, 4, 5, 9, [11, 12], [8], advisors="a06", starters="s03_trade, s01_travel"),
        round=4,
    )


def from_text(text: str, seed: int = 0, components: str | None = None) -> samovar.Match:
    return samovar.Match.from_position(text, seed, components, GAME)


def _player(player: Player) -> list[str]:
    lines = ["[[player]]", f"vp = {player.vp}", f"berry = {player.berries}"]
    lines += [f"firewood = {player.firewood}", f"stone = {player.stone}", f"peat = {player.peat}"]
    lines += [f"dice = {list(player.dice)}", f"workers = {list(player.workers)}"]
    lines += [f"towers = {list(player.towers)}"]
    for key in ("slots", "upgraded", "advisors", "exhausted", "starters", "enhancements"):
        lines.append(f"{key} = {toml_texts(listed(getattr(player, key)))}")
    for key in ("title", "goal"):
        lines += [f"{key} = {toml_text(getattr(player, key))}"] if getattr(player, key) else []
    lines += [] if player.spare is None else [f"spare = {player.spare}"]
    return lines


def _goals(wanted: list[str], seats: int) -> list[str]:
    """The ids of these goals, filled up to the number in play."""
    others = [id for id, goal in GOALS.items() if goal["dots"] <= seats and id not in wanted]
    return [*wanted, *others[: seats - len(wanted)]]


def _tiles(
    players: list[Player], layout: str, glades: dict[int, str], face_down: dict[int, str]
) -> list[str]:
    count = len(players)
    map = next(
        entry
        for entry in LAYOUTS.values()
        if entry["players"] == count and (entry["id"] == layout or (layout == "default" and entry["default"]))
    )
    spaces = len(map["glades"])
    in_use = [id for id, glade in GLADES.items() if glade["dots"] <= count]
    named = [id for id in [*glades.values(), *face_down.values()] if id in GLADES]
    left = [id for id in in_use if id not in named]

    def take(request: str) -> str:
        if request in named:
            named.remove(request)
            return request
        found = [id for id in left if request in ("", GLADES[id]["resource"])]
        assert found, f"no glade is left for {request!r}"
        left.remove(found[0])
        return found[0]

    for request in face_down.values():
        take(request)
    choosy = sorted(glades.items(), key=lambda item: not item[1])  # "" takes any glade that is left
    placed = {space: take(request) for space, request in choosy}
    standing = {space for player in players for space in [*player.workers, *player.towers] if space <= spaces}
    if face_down:
        standing = {space for space in range(1, spaces + 1) if space not in face_down}
    for space in sorted(standing - set(placed)):
        plain = any(GLADES[id]["resource"] == "none" for id in left)
        placed[space] = take("none" if plain else "")
    return [placed.get(space, "") for space in range(1, spaces + 1)]


# ---- set-up ----


def begun(seats: int, seed: int = 0, components: str | None = None, **options: str) -> samovar.Match:
    """A match at the choice of starter cards."""
    return samovar.Match(GAME, seats, seed, options, components)


def ready(seats: int, seed: int = 0, components: str | None = None, **options: str) -> samovar.Match:
    """A match at the start of round I: all kept their first two cards, under the first two boards."""
    m = begun(seats, seed, components, **options)
    for p in range(seats):
        first, second = dealt(m, p)[:2]
        play(m, p, f"keep.{first}_{BOARD_IDS[0]}", f"keep.{second}_{BOARD_IDS[1]}")
    return m


def until(make: Callable[[int], samovar.Match], holds: Callable[[samovar.Match], bool]) -> samovar.Match:
    """The first match, by seed, for which ``holds`` is true."""
    for seed in range(2000):
        m = make(seed)
        if holds(m):
            return m
    raise AssertionError("the condition holds for none of the seeds")


# ---- playing ----


def table(m: samovar.Match) -> Tundra:
    return cast(Tundra, m.state)


def stock(m: samovar.Match) -> Box:
    return table(m).stock


def play(m: samovar.Match, seat: int, *tokens: str) -> None:
    for token in tokens:
        m.play(seat, token)


def main(m: samovar.Match, seat: int) -> list[str]:
    """The options of a seat without free actions and advisors."""
    return [token for token in m.options(seat) if not token.startswith(FREE)]


def free(m: samovar.Match, seat: int) -> list[str]:
    """The free actions and advisors among the options of a seat."""
    return [token for token in m.options(seat) if token.startswith(FREE)]


def play_at_random(m: samovar.Match, until: int = 0, seed: int = 0) -> None:
    """Play random options until the game is over, or until this many are played."""
    rng = Rng(seed)
    played = 0
    while not m.over and (until == 0 or played < until):
        seat = m.actors()[0]
        options = m.options(seat)
        m.play(seat, options[rng.below(len(options))])
        played += 1


# ---- reading the state ----


def have(m: samovar.Match, p: int) -> dict[str, int]:
    """Resources and berries by name, without those of which there are none."""
    found = {ITEMS[item]: int(table(m).have[p * GOODS + item]) for item in range(GOODS)}
    return {name: n for name, n in found.items() if n}


def vp(m: samovar.Match, p: int) -> int:
    return int(table(m).vp[p])


def dice(m: samovar.Match, p: int) -> list[int]:
    """Unused dice, ascending; 0 is one that is not rolled yet."""
    return [value for value in range(7) for _ in range(counts.get(table(m).dice[p], value))]


def spare(m: samovar.Match, p: int) -> int:
    """The number of dice in supply."""
    return int(table(m).spare[p])


def slots(m: samovar.Match, p: int) -> list[str]:
    """Dice on order boards: "trade_3"."""
    return [f"{BOARD_IDS[bit >> 3]}_{bit & 7}" for bit in cards.members(table(m).slots[p])]


def upgraded(m: samovar.Match, p: int) -> list[str]:
    return [BOARD_IDS[board] for board in cards.members(table(m).upgraded[p])]


def workers(m: samovar.Match, p: int) -> list[int]:
    """The spaces of a player's workers, ascending."""
    return sorted(int(space) for space in table(m).workers[p * WORKERS : p * WORKERS + WORKERS] if space)


def towers(m: samovar.Match, p: int) -> list[int]:
    return cards.members(table(m).towers[p])


def tiles(m: samovar.Match) -> dict[int, str]:
    """The open glades by space."""
    s = table(m)
    return {n: s.stock.glade_ids[s.tile[n]] for n in range(1, s.layout.glades + 1) if s.tile[n]}


def city(m: samovar.Match, found: int) -> list[str]:
    return [stock(m).city_ids[card] for card in cards.members(found)]


def market(m: samovar.Match) -> list[str]:
    return city(m, table(m).market)


def deck(m: samovar.Match) -> list[str]:
    return city(m, table(m).deck)


def discard(m: samovar.Match) -> list[str]:
    return city(m, table(m).discard)


def advisors(m: samovar.Match, p: int) -> list[str]:
    """The ready advisors of a player."""
    return city(m, table(m).ready[p])


def exhausted(m: samovar.Match, p: int) -> list[str]:
    return city(m, table(m).exhausted[p])


def starters(m: samovar.Match, p: int) -> dict[str, str]:
    """The starter card under each order board."""
    found = [table(m).starter[p * BOARDS + board] for board in range(BOARDS)]
    return {id: stock(m).starter_ids[card] for id, card in zip(BOARD_IDS, found, strict=True) if card}


def enhancements(m: samovar.Match, p: int) -> dict[str, list[str]]:
    """The market enhancements under each order board that has any."""
    found: dict[str, list[str]] = {}
    for board, id in enumerate(BOARD_IDS):
        at = (p * BOARDS + board) * MARKET_PLACES
        under = [card for card in table(m).enhancement[at : at + MARKET_PLACES] if card]
        if under:
            found[id] = [stock(m).city_ids[card] for card in under]
    return found


def dealt(m: samovar.Match, p: int) -> list[str]:
    """The starter cards from which this player chooses."""
    return [stock(m).starter_ids[card] for card in cards.members(table(m).dealt[p])]


def goals(m: samovar.Match) -> list[str]:
    return [stock(m).goals[goal].id for goal in cards.members(table(m).goals)]


def blocked(m: samovar.Match) -> list[str]:
    return [stock(m).goals[goal].id for goal in cards.members(table(m).blocked)]


def title(m: samovar.Match, p: int) -> str:
    return table(m).title_of(p).id


def personal(m: samovar.Match, p: int) -> str:
    return stock(m).personal[table(m).personal[p]].id


def logged(m: samovar.Match, *events: int, since: int = 0) -> list[tuple[int, int, int]]:
    """Seat and both numbers of every event of these kinds in the log, from an entry on."""
    found = [each for entry in m.log[since:] for each in entry.events]
    return [(int(seat), int(a), int(b)) for what, seat, a, b in found if what in events]


def order_of_events(m: samovar.Match, *wanted: int, since: int = 0) -> list[tuple[int, int]]:
    """Kind and seat of every event of these kinds in the log, in order."""
    found = [each for entry in m.log[since:] for each in entry.events]
    return [(int(what), int(seat)) for what, seat, _, _ in found if what in wanted]
