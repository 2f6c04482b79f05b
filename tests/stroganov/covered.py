"""What a game of Stroganov has used of the box and of the rules, by name: ``wish A3``, ``reward red_b 4``.

The recorded games in ``tests/games`` together use all of it; ``tools/make_fixtures.py`` plays them so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import samovar
from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import Box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.state import Event

# Verbs of which each argument is a thing of its own
SPLIT = ("bonus", "cover", "income", "extra")


def wanted(box: Box) -> set[str]:
    """Everything there is: every card, tile, song, village, verb and trophy space."""
    found: set[str] = set()
    for what, ids in (
        ("wish", box.wish_ids),
        ("yurt", box.yurt_ids),
        ("song", box.song_ids),
        ("tile", box.tile_ids),
        ("village", box.village_ids),
    ):
        found |= {f"{what} {id}" for id in ids if id}
    for track in box.tracks:
        found |= {f"reward {track.id} {space}" for space in range(track.length + 1)}
        found |= {f"space {track.id} {space}" for space in range(1, track.length + 1)}
    found |= {f"verb {name}" for name in box.notation.verbs.values()}
    for wish in range(1, len(box.wish_ids)):
        if box.winter_cards >> wish & 1:
            found.add(f"verb income.{box.wish_ids[wish].lower()}")
        if (box.winter_extra | box.season_extra[0] | box.season_extra[1] | box.season_extra[2]) >> wish & 1:
            found.add(f"verb extra.{box.wish_ids[wish].lower()}")
    found |= {"verb bonus.coin", "verb bonus.story", "verb bonus.horses", "verb income.horses"}
    found |= {"verb cover.coin", "verb cover.tiger"}
    return found


def of_token(token: str) -> list[str]:
    verb = token.partition(".")[0]
    return [f"verb {verb}", f"verb {token}"] if verb in SPLIT else [f"verb {verb}"]


def of_events(s: Stroganov, events: Iterable[Event]) -> list[str]:
    """The cards, tiles and trophy spaces in a stretch of the journal."""
    box = s.stock
    found: list[str] = []
    for event, seat, a, _ in events:
        if event == tokens.FULFILLED:
            found.append(f"wish {box.wish_ids[a]}")
        elif event == tokens.USED_YURT:
            found.append(f"yurt {box.yurt_ids[a]}")
        elif event == tokens.SANG:
            found.append(f"song {box.song_ids[a]}")
        elif event == tokens.CLAIMED:
            found.append(f"tile {box.tile_ids[a]}")
        elif event == tokens.VISITED_VILLAGE:
            found.append(f"village {box.village_ids[a]}")
        elif event == tokens.TOOK_REWARD:
            found.append(f"reward {s.track(seat).id} {a}")
        elif event == tokens.ADVANCED_TROPHY:
            found.append(f"space {s.track(seat).id} {a}")
    return found


def covered(m: samovar.Match) -> set[str]:
    """Everything that was used in this game so far."""
    s = cast(Stroganov, m.state)
    found: set[str] = set()
    for entry in m.log:
        found.update(of_token(s.stock.notation.token(entry.action)))
        found.update(of_events(s, entry.events))
    return found
