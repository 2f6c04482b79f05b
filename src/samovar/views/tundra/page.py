"""The page of Tundra: what is asked at the top, free actions or choices, board, players."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.auxiliary import free_price
from samovar.games.tundra.components import ITEMS
from samovar.games.tundra.turn import action_from
from samovar.kernel.state import arg4
from samovar.views.art import Item, esc, icon, row, svg
from samovar.views.common_regions import LogSentence, choice_chips, seat_mark, verb_button
from samovar.views.game_page import GamePage, NavLink
from samovar.views.render_context import RenderContext
from samovar.views.tundra import sentences, things
from samovar.views.tundra.board import Board
from samovar.views.tundra.drawings import action_signs, board_icon, head_of, length, price_signs
from samovar.views.tundra.players import Players

# Questions at which free actions are possible; at all others the choices stand in their place.
AT_FREE: Final = {frames.TURN, frames.AFTER_DIE}
FREE: Final = [
    ("reroll", tokens.REROLL),
    ("plus", tokens.UP),
    ("minus", tokens.DOWN),
    ("buydie", tokens.BUY),
]
# What hangs on the map, on a card or on a die has no second place at the top.
DRAWN: Final = {
    tokens.KEEP,
    tokens.MOVE,
    tokens.GATHER,
    tokens.BUILD,
    tokens.PUT,
    tokens.TOWER,
    tokens.TAKE,
    tokens.SET,
    tokens.REPLACE,
}


class TundraPage(GamePage):
    """The page of Tundra, rendered for one viewer."""

    def __init__(self, context: RenderContext) -> None:
        self.board: Final = Board(context)
        self.players: Final = Players(self.board)
        self.s: Final = self.board.s
        super().__init__(context, [int(points) for points in self.s.vp])

    def drawn(self, found: list[LogSentence], deeds: list[str]) -> dict[str, str]:
        out = self.board.regions()
        out.update(self.players.regions(deeds))
        return out

    def place(self, found: dict[str, str]) -> tuple[str, str, str]:
        """Board, my area and seats of a whole page."""
        return self.board.place(found), self.players.place(found), self.players.place_seats(found)

    def nav_links(self) -> list[NavLink]:
        return [
            ("setdie", "me", "page.jump_boards"),
            ("map", "map", "page.jump_map"),
            ("citycard", "goals", "page.jump_cards"),
            ("menu", "panels", "page.jump_list"),
        ]

    def finale(self) -> str:
        return (
            f"<h3>{self.context.say('page.sources')}</h3>{self.sources()}" if self.context.model.over else ""
        )

    def sources(self) -> str:
        """Where everybody's points have come from."""
        context = self.context
        events = [event for line in context.model.lines for event in line.events]
        rows = ""
        for name, points in sentences.sources(self.s, events).items():
            cells = "".join(f"<td>{n}</td>" for n in points)
            rows += f'<tr><th scope="row">{context.say("page.source." + name)}</th>{cells}</tr>'
        seats = range(int(self.s.seats))
        head = "".join(f'<th scope="col">{seat_mark(context, p, context.names[p])}</th>' for p in seats)
        return (
            f'<table class="scores"><caption>{context.say("page.sources")}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    # ---- the top of the page ----

    def steps(self) -> tuple[list[str], int]:
        """The steps of a turn, or of the start of a round, and which of them is due."""
        s, w = self.s, self.w
        if s.depth == 0 or s.round == 0:
            return [], -1
        waiting = [int(s.todo[k]) for k in range(int(s.depth))]
        kinds = [f & 255 for f in waiting]
        if frames.SCORE_BOARDS in kinds or (frames.TOWERS in kinds and frames.AFTER_DIE not in kinds):
            return [w.say(f"page.start.{k}") for k in range(3)], 0 if frames.SCORE_BOARDS in kinds else 2
        if frames.AFTER_DIE not in kinds and frames.TURN not in kinds:
            tower = frames.ACTION in kinds and arg4(waiting[kinds.index(frames.ACTION)]) > 0
            return [w.say(f"page.start.{k}") for k in range(3)], 2 if tower else -1
        names = [w.say(f"page.step.{k}") for k in range(4)]
        if s.board:
            names[2] = w.say(
                "page.step.of", board=things.board_name(w, s.stock, int(s.board) - 1), n=int(s.slot)
            )
        if frames.TURN in kinds:
            return names, 1 if kinds[-1] == frames.TURN else 0
        return names, 2 if s.board else 3

    def acts(self) -> str:
        """The four free actions with their prices; or, at another question, its options in their place."""
        context = self.context
        if context.model.over:
            return '<div class="acts" id="acts"></div>'
        mine = context.model.seat >= 0 and context.model.seat in context.model.actors
        if mine and sentences.question(self.s, context.model.seat) & 255 not in AT_FREE:
            return self.chips()
        buttons = "".join(self.free(name, verb) for name, verb in FREE)
        later = "" if mine else " is-later"
        return f'<div class="acts acts--free{later}" id="acts"><div class="acts__group">{buttons}</div></div>'

    def free(self, name: str, verb: int) -> str:
        """A free action: at once if there is one way, else it shows the dice."""
        cost = int(free_price(self.s.title_of(self.context.me), verb))
        price = f'<span class="price">{cost}{icon("berry")}</span>'
        content = f'<span class="btn__top">{icon(name)}{price}</span>'
        return verb_button(self.context, name, [verb], content)

    def chips(self) -> str:
        """The options of a question that is not about dice, as far as they hang on nothing that is large."""
        drawn = {action: self.chip(action) for action in self.context.legal if action >> 8 not in DRAWN}
        return choice_chips(self.context, drawn)

    def chip(self, action: int) -> str:
        """An option as a small picture."""
        s, w, box = self.s, self.w, self.s.stock
        verb, n = action >> 8, action & 255
        lock = icon("lock") if self.context.locked(action) else ""
        match verb:
            case tokens.DO:
                name = esc(sentences.source_name(w, s, self.context.me, n))
                return (
                    f"<b>{name}</b>"
                    + self.signs(action_signs(box, int(action_from(s, self.context.me, n))))
                    + lock
                )
            case tokens.GAIN:
                return "<b>+1</b>" + icon(ITEMS[n]) + lock
            case tokens.SAME:
                return f"<b>+{sentences.same_size(s)}</b>" + icon(ITEMS[n]) + lock
            case tokens.PAY:
                return f"<b>−{sentences.paid_at_once(s)}</b>" + icon(ITEMS[n]) + lock
            case tokens.UPGRADE:
                price = price_signs(box, int(box.upgrade_price[n]))
                return icon(board_icon(box, n)) + icon("upgrade") + self.signs([("n", "←"), *price]) + lock
            case tokens.UNDER:
                return icon(board_icon(box, n)) + f"<b>{esc(things.board_name(w, box, n))}</b>" + lock
            case tokens.DISMISS | tokens.USE:
                return icon(head_of(box, n)) + f"<span>{esc(things.city_name(w, box, n))}</span>" + lock
            case tokens.RENEW:
                return icon("renew") + f"<span>{esc(self.context.head(action))}</span>" + lock
            case tokens.HERE:
                return icon("worker") + f"<b>{sentences.target(s, self.context.me, action)}</b>" + lock
            case tokens.PICK:
                return icon("reroll") + f"<b>{n}</b>" + lock
        return esc(self.context.head(action)) + lock

    def signs(self, items: list[Item]) -> str:
        wide = length(items, 17) + 4
        return svg(wide, 22, row(items, wide / 2, 11, 17, 2, wide), "", "i-chip")
