"""Scenes for phase D and the scorings of Catherine. Only the pieces that a test names count.

m = act(seat("ea08", hand="nw01 nw02", residences="kazan"))
play(m, 0, "perform", "build.archangelsk")
assert vps(m) == [0, 0]
"""

from __future__ import annotations

import samovar
from samovar.games.catherine.game import GAME
from samovar.kernel.reading import toml_texts
from samovar.kernel.state import NATURE
from tests.catherine.scene import CARDS, SYMBOLS, Player, discard, pile, play, scene, table

STOCK = GAME.standard_box()
ALL_CITIES = STOCK.city_ids[1:]


def seat(
    card: str = "",
    row: str = "",
    hand: str | int = "",
    cannons: int = 0,
    books: int = 0,
    favor: int = 0,
    vp: int = 0,
    residences: str = "",
    jokers: int = 0,
    order: str = "",
) -> Player:
    """A player who has these things and nothing else that counts.

    card: the action card of this round, with an activation card of its colour under it. Its symbols and those
    of ``row`` count.
    """
    named = f"{card} {row}".split()
    shows = {"cannon": cannons, "book": books}
    if named:
        shows = {symbol: sum(CARDS[id]["upper"].get(symbol, 0) for id in named) for symbol in SYMBOLS}
    return Player(
        row=", ".join(named),
        under="" if card else ", ".join("-" for _ in named),
        active=1 if card else 0,
        hand=", ".join(hand.split()) if isinstance(hand, str) else hand,
        shows=shows,
        residences=", ".join(residences.split()),
        favor=favor,
        vp=vp,
        jokers=jokers,
        order=order,
    )


def act(player: Player) -> samovar.Match:
    """A match in phase D in which only the first of two players has an action to perform."""
    return scene("actions", player, seat())


def score(*players: Player, decade: int = 1, seats: int = 0) -> samovar.Match:
    """A match in the interim scoring at its first decision: cannons and books are scored."""
    return scene("scoring", *players, *(seat() for _ in range(seats)), decade=decade)


def decline(m: samovar.Match) -> None:
    """Decline all residences for books, so that the interim scoring ends."""
    while not m.over and any(m.options(p)[-1:] == ["decline"] for p in m.actors()):
        play(m, m.actors()[0], "decline")


def builders(m: samovar.Match) -> list[int]:
    """The seats that may build a residence for books now."""
    return [
        p for p in range(m.seats) if m.options(p)[-1:] == ["decline"] and m.options(p)[0].startswith("build.")
    ]


def with_pile_of(m: samovar.Match, left: int) -> samovar.Match:
    """The same match with only ``left`` cards in the draw pile. The others are in the discard pile."""
    surplus = sorted([*discard(m), *pile(m)[left:]])
    old = f"discard = {toml_texts(discard(m))}"
    text = m.position()
    assert text.count(old) == 1
    return samovar.Match.from_position(text.replace(old, f"discard = {toml_texts(surplus)}"))


# ---- inspecting ----


def vps(m: samovar.Match) -> list[int]:
    return [int(n) for n in table(m).vp]


def spaces(m: samovar.Match) -> list[int]:
    """The favor spaces of all players."""
    return [int(n) for n in table(m).favor]


def joker_tiles(m: samovar.Match) -> list[int]:
    return [int(n) for n in table(m).jokers]


def held(m: samovar.Match) -> list[int]:
    """The number of cards in hand of each player."""
    return [int(n) for n in table(m).held]


def city(id: str) -> int:
    return STOCK.city_ids.index(id)


def events_of(m: samovar.Match, *events: int) -> list[tuple[int, int, int, int]]:
    """The events of these kinds in the log, in order: kind, seat and two numbers."""
    return [event for entry in m.log for event in entry.events if event[0] in events]


def drawn(m: samovar.Match) -> list[int]:
    """The seats that cards were dealt to, in order."""
    dealt = [entry for entry in m.log if entry.seat == NATURE]
    assert all(STOCK.notation.token(entry.action).startswith("deal.") for entry in dealt)
    return [int(entry.events[0][1]) for entry in dealt]
