"""Helpers for the tests of actions, cards, winter and scoring: the box, pieces by name, the journal.

``BOX`` is the component file as ``tomllib`` reads it. So expected values do not depend on the loader.
"""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import samovar
from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.kernel import cards
from tests.stroganov.scene import scene, table

BOX: dict[str, Any] = tomllib.loads(
    files("samovar.games.stroganov").joinpath("components.toml").read_text(encoding="utf-8")
)
VILLAGES: dict[str, dict[str, int]] = {tile["id"]: tile["reward"] for tile in BOX["villages"]["tiles"]}
YURTS: dict[str, dict[str, int]] = {tile["id"]: tile["reward"] for tile in BOX["yurts"]["tiles"]}
SONGS: dict[str, dict[str, Any]] = {tile["id"]: tile for tile in BOX["songs"]["tiles"]}
TILES: dict[str, dict[str, Any]] = {tile["id"]: tile for tile in BOX["landscapes"]["tiles"]}
WISHES: dict[str, dict[str, Any]] = {card["id"]: card for card in BOX["wishes"]["cards"]}
TRACKS: dict[str, dict[str, Any]] = {track["id"]: track for track in BOX["trophy_tracks"]["track"]}
REWARD_ORDER: list[str] = BOX["reward_order"]["list"]

# The parts of a reward that ask nothing, each with its event in the journal.
TAKEN: dict[str, str] = {
    "vp": "gained_vp",
    "horse": "gained_horses",
    "coin": "gained_coins",
    "banner": "gained_banners",
    "outpost": "gained_outposts",
    "tiger": "gained_tigers",
    "story": "gained_story",
}


def region(number: int, text: str) -> str:
    """The TOML table of one region. The regions before it stay as in the set-up."""
    return "[[region]]\n" * number + text + "\n"


def scene_of(
    text: str,
    todo: str = "Main(0,0)",
    tiles: Mapping[int, list[int] | None] | None = None,
    laid: Mapping[int, str] | None = None,
) -> samovar.Match:
    """A scene with furs only on the given spaces (9 is a tiger, None makes a gap).

    ``todo`` names the frames above the calendar, the next one first. "" leaves the stack to the text.
    ``laid`` names the tile on a space, where that matters.
    """
    frames = ", ".join(f'"{frame}"' for frame in [*todo.split(), "Calendar()"])
    parts = [f"todo = [{frames}]"] if todo else []
    parts.append(textwrap.dedent(text))
    for space in range(1, 13):
        lying = (tiles or {}).get(space, [])
        parts.append(f"[[tile]]\nspace = {space}")
        if lying is None:
            parts.append('id = "gap"')
            continue
        if space in (laid or {}):
            parts.append(f'id = "{(laid or {})[space]}"')
        parts.append(f"furs = {[kind for kind in lying if kind < TIGER]}\ntigers = {lying.count(TIGER)}")
    return scene("\n".join(parts))


def names(found: int, ids: list[str]) -> list[str]:
    return [ids[card] for card in cards.members(found)]


def hand(m: samovar.Match, seat: int) -> list[str]:
    return names(table(m).hand[seat], table(m).stock.wish_ids)


def fulfilled(m: samovar.Match, seat: int) -> list[str]:
    return names(table(m).wishes[seat], table(m).stock.wish_ids)


def owned(m: samovar.Match, seat: int) -> list[str]:
    """The landscape tiles of a seat."""
    return names(table(m).tiles[seat], table(m).stock.tile_ids)


def row(m: samovar.Match) -> list[str]:
    """The landscape tiles on spaces 1 to 12, "" for a gap."""
    s = table(m)
    return [s.stock.tile_ids[s.row[space]] for space in range(1, s.stock.spaces + 1)]


def yurts(m: samovar.Match) -> list[str]:
    """The yurts of the regions R1 to R5, "" for none."""
    s = table(m)
    return [s.stock.yurt_ids[s.yurt[r]] for r in range(1, s.stock.regions + 1)]


def wishes(m: samovar.Match) -> list[str]:
    s = table(m)
    return [s.stock.wish_ids[s.wish[r]] for r in range(1, s.stock.regions + 1)]


def villages(m: samovar.Match) -> list[str]:
    s = table(m)
    return [s.stock.village_ids[s.village[r]] for r in range(1, s.stock.regions + 1)]


def songs(m: samovar.Match) -> list[str]:
    s = table(m)
    return [s.stock.song_ids[song] for song in s.song]


def posts(m: samovar.Match, number: int) -> list[str]:
    """The outpost spaces of a region from the left: "", a seat, or "neutral"."""
    s = table(m)
    each = int(s.stock.post_spaces)
    seats = {0: "", 9: "neutral"}
    found = [int(s.posts[number * each + i]) for i in range(each)]
    return [seats.get(post, str(post - 1)) for post in found]


def tigers_left(m: samovar.Match) -> int:
    return int(table(m).bag[TIGER])


def all_furs_on_tiles(m: samovar.Match) -> list[list[int]]:
    s = table(m)
    return [
        [kind for kind in range(1, KINDS) for _ in range(s.row_furs[space * KINDS + kind])]
        for space in range(1, s.stock.spaces + 1)
    ]


def logged(m: samovar.Match, *wanted: str, since: int = 0) -> list[tuple[str, int, int, int]]:
    """The events in order, each with its seat and two numbers. ``wanted`` filters them by name."""
    found: list[tuple[str, int, int, int]] = []
    for entry in m.log[since:]:
        for event, seat, a, b in entry.events:
            name = tokens.EVENTS[event]
            if not wanted or name in wanted:
                found.append((name, int(seat), int(a), int(b)))
    return found


def draws(m: samovar.Match, since: int = 0) -> list[int]:
    """The furs that Nature drew from the bag, in order."""
    notation = table(m).box.notation
    found = [notation.token(entry.action) for entry in m.log[since:]]
    return [int(token.partition(".")[2]) for token in found if token.startswith("draw.")]


def settle(m: samovar.Match, seat: int, until: str = "coin") -> list[list[str]]:
    """Answer all questions of a benefit until ``until`` is offered. Prefer to take the first fur, then to
    continue, then to decline.

    Returns the options of each question, auxiliary actions included.
    """
    asked: list[list[str]] = []
    while m.actors() == [seat] and until not in m.options(seat):
        options = m.options(seat)
        asked.append(options)
        furs = [token for token in options if token.startswith(("keep.", "take."))]
        m.play(seat, (furs or [token for token in ("go", "pass") if token in options])[0])
    return asked


def taken_parts(reward: dict[str, int]) -> list[tuple[str, int]]:
    """The parts of a reward that ask nothing, as events with amounts in the order of the component file."""
    return [(TAKEN[key], reward[key]) for key in REWARD_ORDER if key in TAKEN and key in reward]


def check_reward(
    m: samovar.Match, seat: int, reward: dict[str, int], since: int, until: str = "coin"
) -> None:
    """Settle a benefit that has just begun and compare each of its parts, in order, with the component file.

    Story must not reach 12 on the way, and all supplies must suffice.
    """
    asked = settle(m, seat, until)
    counted = [*TAKEN.values(), "kept", "took_from_market"]
    found = [(name, a) for name, by, a, _ in logged(m, *counted, since=since) if by == seat]
    furs = [event for event in found if event[0] in {"kept", "took_from_market"}]
    assert [event for event in found if event not in furs] == taken_parts(reward)
    assert [name for name, _ in furs] == ["kept"] * reward.get("bag_fur", 0) + [
        "took_from_market"
    ] * reward.get("market_fur", 0)
    assert found[len(found) - len(furs) :] == furs  # furs come last
    drawn = logged(m, "drew", since=since)
    assert len(drawn) == reward.get("bag_fur", 0)
    assert all(other for _, _, _, other in drawn)  # two furs each
    questions = [main_of(options) for options in asked]
    offers = {
        "trophy": any("pass" in options and is_trophy(options) for options in questions),
        "village_any": [f"village.{r}" for r in range(1, 6)] + ["pass"] in questions,
        "advanced_anywhere": any(
            {"village.1", "yurt.2", "wish.5", "pass"} <= set(options) for options in questions
        ),
        "build_outpost_anywhere": [f"outpost.{r}" for r in range(1, 6)] + ["pass"] in questions,
        "fulfil_wish_pay_only": any(options[0].startswith("pay_only.") for options in questions),
    }
    granted = {part: True for part in reward if part in offers}
    assert {part: True for part, offered in offers.items() if offered} == granted


def main_of(options: list[str]) -> list[str]:
    """The options without auxiliary and extra actions."""
    return [
        token for token in options if not token.startswith(("buy_", "down.", "swap", "fulfil.", "extra."))
    ]


def is_trophy(options: list[str]) -> bool:
    return "advance" in options or any(token.startswith("reward.") for token in options)
