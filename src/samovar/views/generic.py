"""A board for games that have none of their own yet: the table as a list of what lies where.

It shows the position as this onlooker may see it, as text, so that every game can be played through the
frame.
"""

from __future__ import annotations

from typing import Final

from samovar.kernel.reading import read_toml
from samovar.views.art import esc
from samovar.views.frame import last_deeds, seat_box, seat_head, seat_note
from samovar.views.look import Look
from samovar.views.tabletop import Tabletop
from samovar.views.words.words import capital

LEFT_OUT: Final = {
    "format",
    "game",
    "seats",
    "options",
    "stack",
    "todo",
    "reveals",
    "asked",
    "turns",
}  # not for people
PLAYERS: Final = "player"


class Generic(Tabletop):
    """One look at any game."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.position: Final = read_toml(look.seen.game.write(look.seen.view), "position")

    def regions(self) -> dict[str, str]:
        look = self.look
        found = self.told()
        deeds = last_deeds(look, found)
        out = self.framed(found, [], -1, [score.total for score in look.seen.scores])
        out.update({"acts": self.acts(), "summary": self.summary(), "me": self.mine()})
        for p in range(len(look.names)):
            out[f"seat-{p}"] = self.seat(p, deeds[p])
        return out

    def place(self, found: dict[str, str]) -> tuple[str, str, str]:
        seats = "".join(found[f"seat-{p}"] for p in range(len(self.look.names)))
        return f'<div class="plain">{found["summary"]}{found["ending"]}</div>', found["me"], seats

    def acts(self) -> str:
        """Nothing: all options stand in the list."""
        return '<div class="acts" id="acts"></div>'

    def summary(self) -> str:
        """Everything on the table that belongs to nobody."""
        rows = ""
        for key, value in self.position.items():
            if key not in LEFT_OUT and key != PLAYERS:
                rows += entry(key, value)
        label = self.look.say("page.table")
        named = f'id="summary" tabindex="0" aria-label="{label}"'
        return f'<section class="panel summary" {named}><dl>{rows}</dl></section>'

    def mine(self) -> str:
        """What lies before everybody, the onlooker first."""
        look = self.look
        order = [look.me, *(p for p in range(len(look.names)) if p != look.me)]
        out = ""
        for p in order:
            out += f"<div><h2>{esc(look.names[p])}</h2><dl>{self.player(p)}</dl></div>"
        label = look.say("page.players")
        return (
            f'<section class="panel me me--plain" id="me" aria-label="{label}" tabindex="0">{out}</section>'
        )

    def player(self, p: int) -> str:
        players = self.position.get(PLAYERS, [])
        rows = ""
        if isinstance(players, list) and p < len(players):
            for key, value in players[p].items():
                rows += entry(key, value)
        return rows

    def seat(self, p: int, deed: str) -> str:
        look = self.look
        total = look.seen.scores[p].total
        last = f'<p class="seat__last">{esc(deed)}</p>' if deed else ""
        return seat_box(look, p, seat_head(look, p, seat_note(look, p), total) + last)


def entry(key: str, value: object) -> str:
    """A term and what it is; nothing for what is empty."""
    if value in ([], "", {}):
        return ""
    return f"<div><dt>{esc(capital(key.replace('_', ' ')))}</dt><dd>{esc(worded(value))}</dd></div>"


def worded(value: object) -> str:
    """A value of a position as one line."""
    if isinstance(value, list):
        return (" · " if any(isinstance(item, dict) for item in value) else " ").join(
            worded(item) for item in value
        )
    if isinstance(value, dict):
        return ", ".join(f"{key} {worded(item)}" for key, item in value.items())
    return str(value)
