"""Scenes for the tests of Catherine: describe a position in words, play tokens, inspect the state.

m = scene("actions", Player(row="green treasury", active=1, hand="red, red, green"), Player())
play(m, 0, "perform")
assert vp(m, 0) == 10

A card is asked for by its id or by words: "ea13", "red", "green treasury", "blue book book" (exactly these
symbols), "blank" (no symbols). Everything left out is filled with cards that do not matter.

``BOX`` is the component file as ``tomllib`` reads it, so expected values do not depend on the loader of the
rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, cast

import samovar
from samovar.games.catherine.components import COLOURS, GOODS, ROW
from samovar.games.catherine.state import DISCARD, HANDS, PILE, Catherine
from samovar.kernel import cards, counts
from samovar.kernel.rng import Rng
from tests.refusals import refused as refused

BOX: dict[str, Any] = tomllib.loads(
    files("samovar.games.catherine").joinpath("components.toml").read_text(encoding="utf-8")
)
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in BOX["card"]}
CITIES: dict[str, dict[str, Any]] = {city["id"]: city for city in BOX["city"]}
TRACK: list[dict[str, Any]] = BOX["favor_track"]
GOODS_KINDS: list[str] = [kind["id"] for kind in BOX["goods_kind"]]
SYMBOLS: list[str] = [*GOODS_KINDS, "cannon", "book"]
COLOUR_IDS: list[str] = [region["colour"] for region in BOX["region"]]
FAMILIES: list[str] = [family["id"] for family in BOX["family"]]
START_ROW = 3


@dataclass
class Player:
    """One player of a scene. The row is filled up to its length in this round."""

    row: str = ""  # cards of the action row from the left
    under: str = ""  # activation cards under them, "-" for none; filled in if left out
    active: int = 0  # phase D: the place, from 1, of this round's activation card, of the same colour
    hand: str | int | None = None  # cards, or a number of any cards; by default 3, or 5 in phase B
    shows: Mapping[str, int] | None = None  # the row shows exactly these numbers of symbols
    residences: str = ""  # cities; goods tiles come with them
    favor: int = 0
    vp: int = 0
    jokers: int = 0
    order: str = ""


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def fits(id: str, request: str) -> bool:
    """True if the card matches the words of a request."""
    card = CARDS[id]
    if request in CARDS:
        return id == request
    symbols: list[str] = []
    for word in request.split():
        if word in SYMBOLS:
            symbols.append(word)
        elif word == "blank":
            if card["upper"]:
                return False
        elif word in COLOUR_IDS:
            if card["colour"] != word:
                return False
        else:
            assert word in FAMILIES, f"no card is called {word!r}"
            if card["family"] != word:
                return False
    wanted = {symbol: symbols.count(symbol) for symbol in symbols}
    return not symbols or card["upper"] == wanted


class _Deck:
    """A deck that hands out each card once. Cards that a scene names by id are reserved for it."""

    def __init__(self, named: Sequence[str]) -> None:
        self.left = [id for id in CARDS if id not in named]
        self.named = list(named)

    def take(self, request: str) -> str:
        if request in self.named:
            self.named.remove(request)
            return request
        found = [id for id in self.left if fits(id, request)]
        assert found, f"no card is left for {request!r}"
        # keep cards without symbols: rows are filled up with them
        return self._out(next((id for id in found if CARDS[id]["upper"]), found[0]))

    def _out(self, id: str) -> str:
        self.left.remove(id)
        return id

    def any(self, n: int) -> list[str]:
        return [self.take("") for _ in range(n)]

    def showing(self, wanted: Mapping[str, int], places: int) -> list[str]:
        """Cards for ``places`` places that show exactly these symbols, and others only if unavoidable."""
        by_symbols: dict[tuple[int, ...], list[str]] = {}
        for id in self.left:
            upper = CARDS[id]["upper"]
            by_symbols.setdefault(tuple(upper.get(symbol, 0) for symbol in SYMBOLS), []).append(id)
        named = [i for i, symbol in enumerate(SYMBOLS) if symbol in wanted]
        sorts = sorted(by_symbols, key=lambda sort: (sum(sort) - sum(sort[i] for i in named), sort))
        useful = [sort for sort in sorts if any(sort[i] for i in named)]
        others = [sort for sort in sorts if not any(sort[i] for i in named)]
        found = _exactly(useful, [wanted[SYMBOLS[i]] for i in named], named, places, by_symbols)
        assert found is not None, f"no {places} cards show {dict(wanted)}"
        chosen = [self._out(by_symbols[sort].pop(0)) for sort in found]
        while len(chosen) < places:
            chosen.append(self._out(next(by_symbols[sort].pop(0) for sort in others if by_symbols[sort])))
        return chosen


def _exactly(
    sorts: list[tuple[int, ...]],
    wanted: list[int],
    named: list[int],
    places: int,
    stock: dict[tuple[int, ...], list[str]],
) -> list[tuple[int, ...]] | None:
    if not any(wanted):
        return []
    if places == 0:
        return None
    for at, sort in enumerate(sorts):
        rest = [wanted[n] - sort[i] for n, i in enumerate(named)]
        if min(rest) < 0:
            continue
        again = sorts[at:] if len(stock[sort]) > 1 else sorts[at + 1 :]
        more = _exactly(again, rest, named, places - 1, {**stock, sort: stock[sort][1:]})
        if more is not None:
            return [sort, *more]
    return None


def scene(
    phase: str,
    *players: Player,
    seats: int = 0,
    round: int = -1,
    decade: int = 1,
    discard: str = "",
    pile: str | None = None,
    seed: int = 0,
    components: str | None = None,
) -> samovar.Match:
    """A match that begins in this phase: "draw" (of the next round), "play", "actions" or "scoring".

    The round follows from the longest row unless it is given. pile: the whole draw pile; all cards that are
    nowhere else are discarded.
    """
    text = position(phase, *players, seats=seats, round=round, decade=decade, discard=discard, pile=pile)
    return samovar.Match.from_position(text, seed, components)


def position(
    phase: str,
    *players: Player,
    seats: int = 0,
    round: int = -1,
    decade: int = 1,
    discard: str = "",
    pile: str | None = None,
) -> str:
    """The text of the position with which ``scene`` begins."""
    everyone = [*players, *(Player() for _ in range(max(2, seats) - len(players)))]
    least = {"draw": 0, "play": 1, "actions": 1, "scoring": 4}[phase]
    to_come = 1 if phase == "play" else 0  # this round's cards are still in hand
    if round < 0:
        longest = max(len(listed(player.row)) for player in everyone)
        round = max(least, longest - START_ROW + to_come)
    length = START_ROW + round - to_come
    asked_for = [part for player in everyone for part in listed(player.row) + listed(player.under)]
    asked_for += [part for player in everyone if isinstance(player.hand, str) for part in listed(player.hand)]
    asked_for += listed(discard) + listed(pile or "")
    deck = _Deck([part for part in asked_for if part in CARDS])

    rows = [[deck.take(request) for request in listed(player.row)] for player in everyone]
    for row, player in zip(rows, everyone, strict=True):
        if player.shows is not None:
            shown = {
                symbol: n - sum(CARDS[id]["upper"].get(symbol, 0) for id in row)
                for symbol, n in player.shows.items()
            }
            row.extend(deck.showing(shown, length - len(row)))
    for row, player in zip(rows, everyone, strict=True):
        if player.row and player.shows is None:  # no other symbols than the requested ones
            row.extend(deck.showing(dict.fromkeys(SYMBOLS, 0), length - len(row)))
        elif player.active:
            row.extend(deck.any(length - len(row)))
    unders = [_under(deck, player, row, round - to_come) for player, row in zip(everyone, rows, strict=True)]
    hands = [_hand(deck, player, 5 if to_come else 3) for player in everyone]
    thrown = [deck.take(request) for request in listed(discard)]
    for request in listed(pile or ""):
        deck.take(request)
    for row, under in zip(rows, unders, strict=True):
        row.extend(deck.any(length - len(row)))
        under.extend(deck.any(round - to_come - sum(1 for id in under if id)))
    if pile is not None:
        thrown += deck.left

    lines = [
        'game = "catherine"',
        f"seats = {len(everyone)}",
        f'phase = "{phase}"',
        f"decade = {decade}",
        f"round = {round}",
        f"discard = {thrown}",
    ]
    for player, row, under, hand in zip(everyone, rows, unders, hands, strict=True):
        lines += ["[[player]]", f"row = {row}", f"under = {under}", f"hand = {hand}"]
        lines += [f"active = {player.active}", f"residences = {listed(player.residences)}"]
        lines += [f"favor = {player.favor}", f"vp = {player.vp}", f"jokers = {player.jokers}"]
        lines += [f'order = "{player.order}"'] if player.order else []
    return "\n".join(lines)


def _under(deck: _Deck, player: Player, row: list[str], activations: int) -> list[str]:
    if player.under:
        return ["" if part == "-" else deck.take(part) for part in listed(player.under)]
    if not player.active:
        return []  # filled in later
    under = [""] * len(row)
    under[player.active - 1] = deck.take(CARDS[row[player.active - 1]]["colour"])
    for place in range(len(row)):
        if sum(1 for id in under if id) < activations and not under[place]:
            under[place] = deck.take("")
    return under


def _hand(deck: _Deck, player: Player, usual: int) -> list[str]:
    if isinstance(player.hand, str):
        return [deck.take(request) for request in listed(player.hand)]
    return deck.any(usual if player.hand is None else player.hand)


def acting(
    card: str,
    *,
    hand: str | int = 3,
    shows: Mapping[str, int] | None = None,
    residences: str = "",
    favor: int = 0,
    vp: int = 0,
    pile: str | None = None,
    components: str | None = None,
    round: int = 3,
) -> samovar.Match:
    """A match in phase D in which seat 0 may perform the action of this card. Seat 1 has not decided either,
    so the phase does not end when seat 0 is done.
    """
    player = Player(card, "", 1, hand, shows, residences, favor, vp)
    return scene("actions", player, Player(active=1), round=round, pile=pile, components=components)


# ---- playing and inspecting ----


def table(m: samovar.Match) -> Catherine:
    return cast(Catherine, m.state)


def play(m: samovar.Match, seat: int, *tokens: str) -> None:
    for token in tokens:
        m.play(seat, token)


def choose(m: samovar.Match, seat: int, action: str, activation: str, place: int) -> None:
    """Play all choices of phase B for a seat. Of two cards in hand the second is chosen automatically."""
    m.play(seat, f"action.{action}")
    if f"activate.{activation}" in m.options(seat):
        m.play(seat, f"activate.{activation}")
    m.play(seat, f"under.{place}")


def first_two(m: samovar.Match, p: int) -> tuple[str, str]:
    """Two cards of the hand of p, for tests in which any will do."""
    first, second = hand(m, p)[:2]
    return first, second


def done(m: samovar.Match, seat: int) -> bool:
    """True if this seat has nothing more to decide while others have."""
    return seat not in m.actors() and not m.over


def _names(m: samovar.Match, numbers: Sequence[int]) -> list[str]:
    return [table(m).stock.card_ids[card] for card in numbers]


def row(m: samovar.Match, p: int) -> list[str]:
    return _names(m, [card for card in table(m).row[p * ROW : p * ROW + ROW] if card])


def under(m: samovar.Match, p: int) -> list[str]:
    """The activation card under each card of the row, "" for none."""
    return _names(m, list(table(m).under[p * ROW : p * ROW + table(m).row_length(p)]))


def hand(m: samovar.Match, p: int) -> list[str]:
    return _names(m, cards.members_of_sets(table(m).sets, HANDS + p * COLOURS, COLOURS))


def pile(m: samovar.Match) -> list[str]:
    return _names(m, cards.members_of_sets(table(m).sets, PILE, COLOURS))


def discard(m: samovar.Match) -> list[str]:
    return _names(m, cards.members_of_sets(table(m).sets, DISCARD, COLOURS))


def residences(m: samovar.Match, p: int) -> list[str]:
    return [table(m).stock.city_ids[city] for city in cards.members(table(m).residences[p])]


def tiles(m: samovar.Match, p: int) -> dict[str, int]:
    """The numbers of goods tiles of a player by kind, without zeros."""
    found = {GOODS_KINDS[kind]: int(counts.get(table(m).tiles[p], kind)) for kind in range(GOODS)}
    return {kind: n for kind, n in found.items() if n}


def vp(m: samovar.Match, p: int) -> int:
    return int(table(m).vp[p])


def favor(m: samovar.Match, p: int) -> int:
    return int(table(m).favor[p])


def jokers(m: samovar.Match, p: int) -> int:
    return int(table(m).jokers[p])


def logged(m: samovar.Match, event: int, since: int = 0) -> list[tuple[int, int, int]]:
    """The events of one kind in the log from entry ``since`` on: seat and two numbers."""
    found = [each for entry in m.log[since:] for each in entry.events]
    return [(int(seat), int(a), int(b)) for what, seat, a, b in found if what == event]


def order_of_events(m: samovar.Match, *wanted: int, since: int = 0) -> list[tuple[int, int]]:
    """The events of these kinds in order: kind and seat."""
    found = [each for entry in m.log[since:] for each in entry.events]
    return [(int(what), int(seat)) for what, seat, _, _ in found if what in wanted]


def play_at_random(m: samovar.Match, until: int = 0, seed: int = 0) -> None:
    """Play random options until the game is over, or until ``until`` actions were played."""
    rng = Rng(seed)
    played = 0
    while not m.over and (until == 0 or played < until):
        seat = m.actors()[0]
        options = m.options(seat)
        m.play(seat, options[rng.below(len(options))])
        played += 1


# ---- positions for tests of pages, as texts ----


def last_round(decade: int = 3, round: int = 4) -> str:
    """Phase B of two players, by default in the last round, with actions to perform and cities to build."""
    return position(
        "play",
        Player(
            "green building, red market, blue audience",
            hand="green sievers, red guild, green, red, blue",
            residences="kazan, orenburg, moscow",
            favor=6,
            vp=40,
        ),
        Player(
            "red building, blue academy, green audience",
            hand="red sievers, blue market, red, blue, green",
            residences="riga, smolensk, moscow",
            favor=7,
            vp=38,
        ),
        decade=decade,
        round=round,
    )


def first_round() -> str:
    return last_round(1, 1)


def tie() -> str:
    """The last phase D of two players with equal points. Both may build for their books."""
    equal = Player(active=1, shows={"cannon": 1, "book": 1}, hand=3, vp=50, favor=5)
    return position("actions", equal, equal, decade=3, round=4)


def building() -> str:
    """Phase D of two players. The first may build in Orenburg, Siberia or Irkutsk."""
    return position("actions", Player("ea05", active=1, hand=3), Player("red market", active=1, hand=3))
