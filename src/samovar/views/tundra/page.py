"""The page of Tundra: prompt, free actions or choices, board, players."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.auxiliary import free_price
from samovar.games.tundra.components import ITEMS
from samovar.games.tundra.turn import action_from
from samovar.kernel.state import arg4
from samovar.views.common_regions import LogSentence, choice_chips, seat_mark, verb_button
from samovar.views.game_page import GamePage, NavLink
from samovar.views.render_context import RenderContext
from samovar.views.svg import Item, esc, icon, icon_row, svg
from samovar.views.tundra import sentences, things
from samovar.views.tundra.board import Board
from samovar.views.tundra.drawings import action_icons, advisor_icon, board_icon, line_width, price_icons
from samovar.views.tundra.players import Players
from samovar.views.words.words import capital

# Steps at which free actions are possible. At all others, the options of the step replace them.
FREE_ACTION_STEPS: Final = {frames.TURN, frames.AFTER_DIE}
FREE_ACTIONS: Final = [
    ("reroll", tokens.REROLL),
    ("plus", tokens.UP),
    ("minus", tokens.DOWN),
    ("buydie", tokens.BUY),
]
# Verbs whose targets are on the map, a card or a die. They get no second button at the top.
CHOSEN_ON_BOARD: Final = {
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

    def game_regions(self, found: list[LogSentence], last_actions: list[str]) -> dict[str, str]:
        out = self.board.regions()
        out.update(self.players.regions(last_actions))
        return out

    def arrange(self, found: dict[str, str]) -> tuple[str, str, str]:
        """Board, viewer's area and seats of a whole page."""
        return self.board.arrange(found), self.players.arrange(found), self.players.place_seats(found)

    def nav_links(self) -> list[NavLink]:
        return [
            ("setdie", "me", "page.jump_boards"),
            ("map", "map", "page.jump_map"),
            ("citycard", "goals", "page.jump_cards"),
            ("menu", "panels", "page.jump_list"),
        ]

    def ending_details(self) -> str:
        return (
            f"<h3>{self.context.say('page.sources')}</h3>{self.score_details()}"
            if self.context.model.over
            else ""
        )

    def score_details(self) -> str:
        """A table of the VP by source and player."""
        context = self.context
        events = [event for line in context.model.lines for event in line.events]
        rows = ""
        for name, points in sentences.vp_by_source(self.s, events).items():
            if name in sentences.RARE_VP_SOURCES and not any(points):
                continue
            title = esc(capital(context.w.say("page.source." + name)))
            cells = "".join(f"<td>{n}</td>" for n in points)
            rows += f'<tr><th scope="row">{title}</th>{cells}</tr>'
        seats = range(int(self.s.seats))
        head = "".join(f'<th scope="col">{seat_mark(context, p, context.names[p])}</th>' for p in seats)
        return (
            f'<table class="scores"><caption>{context.say("page.sources")}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    # ---- the top of the page ----

    def steps(self) -> tuple[list[str], int]:
        """The names of the steps of a turn or of a round start, and the index of the current one."""
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

    def action_buttons(self) -> str:
        """Buttons of the four free actions with their prices, or the options of another question in their
        place.
        """
        context = self.context
        if context.model.over or context.model.seat < 0:
            return '<div class="actions" id="acts"></div>'
        mine = context.model.seat >= 0 and context.model.seat in context.model.actors
        if mine and sentences.open_question(self.s, context.model.seat) & 255 not in FREE_ACTION_STEPS:
            return self.chips()
        buttons = "".join(self.free(name, verb) for name, verb in FREE_ACTIONS)
        later = "" if mine else " is-unavailable"
        group = f'<div class="actions__group">{buttons}</div>'
        return f'<div class="actions actions--free{later}" id="acts">{group}</div>'

    def free(self, name: str, verb: int) -> str:
        """The button of a free action. It acts at once if there is one option, else it lists the dice."""
        cost = int(free_price(self.s.title_of(self.context.me), verb))
        price = f'<span class="price">{cost}{icon("berry")}</span>'
        content = f'<span class="btn__top">{icon(name)}{price}</span>'
        have = int(self.s.berries(self.context.me))
        note = "" if have >= cost else self.w.say("page.needs_berries", n=cost, m=have)
        return verb_button(self.context, name, [verb], content, note)

    def chips(self) -> str:
        """Buttons for the options that have no target on the board, a card or a die."""
        sets = "".join(self.set_button(marks, token) for marks, token in self.context.picks)
        drawn = {
            action: self.chip(action)
            for action in self.context.legal
            if action >> 8 not in CHOSEN_ON_BOARD and not (sets and action >> 8 == tokens.GAIN)
        }
        return choice_chips(self.context, drawn, first=sets)

    def set_button(self, marks: list[int], token: str) -> str:
        """The button that gathers, or gains, several resources at once."""
        kinds = [sentences.set_item(self.s, mark) for mark in marks]
        content = ""
        for item in sorted(set(kinds)):
            content += f"<b>+{kinds.count(item)}</b>" + icon(ITEMS[item])
        if marks[0] >> 8 == tokens.GATHER:
            content = icon("gather") + content
        label = esc(sentences.set_text(self.w, self.s, marks))
        return (
            f'<button type="submit" name="token" value="{token}" form="choices" class="chip-button" '
            f'data-act="{token}" aria-label="{label}" data-help="{label}">{content}</button>'
        )

    def chip(self, action: int) -> str:
        """The content of an option's button."""
        s, w, box = self.s, self.w, self.s.stock
        verb, n = action >> 8, action & 255
        lock = icon("lock") if self.context.is_irreversible(action) else ""
        match verb:
            case tokens.DO:
                name = esc(sentences.source_name(w, s, self.context.me, n))
                return (
                    f"<b>{name}</b>"
                    + self.icons(action_icons(box, int(action_from(s, self.context.me, n))))
                    + lock
                )
            case tokens.GAIN:
                return "<b>+1</b>" + icon(ITEMS[n]) + lock
            case tokens.SAME:
                return f"<b>+{sentences.same_amount(s)}</b>" + icon(ITEMS[n]) + lock
            case tokens.PAY:
                return f"<b>−{sentences.payment_size(s)}</b>" + icon(ITEMS[n]) + lock
            case tokens.UPGRADE:
                price = price_icons(box, int(box.upgrade_price[n]))
                return icon(board_icon(box, n)) + icon("upgrade") + self.icons([("n", "←"), *price]) + lock
            case tokens.UNDER:
                return icon(board_icon(box, n)) + f"<b>{esc(things.board_name(w, box, n))}</b>" + lock
            case tokens.DISMISS | tokens.USE:
                return icon(advisor_icon(box, n)) + f"<span>{esc(things.city_name(w, box, n))}</span>" + lock
            case tokens.RENEW:
                return icon("renew") + f"<span>{esc(self.context.action_name(action))}</span>" + lock
            case tokens.HERE:
                return icon("worker") + f"<b>{sentences.target_space(s, self.context.me, action)}</b>" + lock
            case tokens.PICK:
                return icon("reroll") + f"<b>{n}</b>" + lock
        return esc(self.context.action_name(action)) + lock

    def icons(self, items: list[Item]) -> str:
        wide = line_width(items, 17) + 4
        return svg(wide, 22, icon_row(items, wide / 2, 11, 17, 2, wide), "", "icon--chip")
