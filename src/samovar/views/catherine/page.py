"""The page of Catherine: the question at the top, board, players, the scoring of a decade."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.components import BOOKS_BUILD, BOOKS_JOKER
from samovar.kernel.state import Event
from samovar.views.catherine.board import Board
from samovar.views.catherine.drawings import action_items, bonus_items
from samovar.views.catherine.players import Players
from samovar.views.common_regions import LogSentence, seat_mark, summary_panel
from samovar.views.game_page import GamePage, NavLink
from samovar.views.render_context import RenderContext
from samovar.views.svg import esc, icon, icon_row, svg

# By current step: the index of the phase, 0 for A to 4 for E.
PHASES: Final = {frames.PLAY_CARDS: 1, frames.ACTIONS: 3, frames.BOOK_RESIDENCES: 4}
# The parts of an interim scoring in their order: event and icon.
SCORED: Final = [
    (tokens.CANNONS, "cannon"),
    (tokens.BOOKS, "book"),
    (tokens.RESIDENCE_VP, "house"),
    (tokens.FAVOR_VP, "crown"),
    (tokens.OVER_LIMIT, "card"),
]
SCORED_EVENTS: Final = {kind for kind, _ in SCORED}
OMITTED: Final = {
    tokens.JOKER,
    tokens.DREW,
    tokens.CLEARED,
}  # events of a scoring that the board shows anyway


class CatherinePage(GamePage):
    """The page of Catherine, rendered for one viewer."""

    def __init__(self, context: RenderContext) -> None:
        self.board: Final = Board(context)
        self.players: Final = Players(self.board)
        self.s: Final = self.board.s
        super().__init__(context, [int(points) for points in self.s.vp])

    def game_regions(self, found: list[LogSentence], last_actions: list[str]) -> dict[str, str]:
        out = {"scoring": self.scoring()}
        out.update(self.board.regions())
        out.update(self.players.regions(last_actions))
        return out

    def arrange(self, found: dict[str, str]) -> tuple[str, str, str]:
        """The board, my area and the seats of a full page. The seats are in table order, mine first."""
        n = self.board.seats
        seats = "".join(found[f"seat-{(self.board.me + k) % n}"] for k in range(n))
        return self.board.arrange(found), self.players.arrange(found), seats

    def nav_links(self) -> list[NavLink]:
        _, _, lists = super().nav_links()
        return [("cards2", "me", "page.jump_cards"), ("map", "map", "page.jump_board"), lists]

    # ---- the top of the page ----

    def steps(self) -> tuple[list[str], int]:
        """The names of the phases of a round, and the index of the current one."""
        step = self.board.step
        if step not in PHASES:
            return [], -1
        return [self.w.say(f"page.phase.{k}") for k in range(5)], PHASES[step]

    def action_buttons(self) -> str:
        """My choice so far or buttons for the activated action, and the players who are ready."""
        if self.context.model.over or self.s.depth == 0:
            return '<div class="actions" id="acts"></div>'
        shown = self.players.picks() + self.activation_buttons() + self.players.readiness()
        picks = self.context.picks_attribute(tokens.PAY)
        return f'<div class="actions ct-actions" id="acts"{picks}>{shown}</div>'

    def activation_buttons(self) -> str:
        """Buttons for the activated action and its bonus, which can also be chosen on my display."""
        context, s, me = self.context, self.s, self.board.me
        out = ""
        for action in (tokens.PERFORM << 8, tokens.BONUS << 8):
            if action not in context.legal or self.is_asked_on_board():
                continue
            card = int(s.action_card(me))
            bonus = action == tokens.BONUS << 8
            items = bonus_items(s.stock, card) if bonus else action_items(s.stock, card)
            wide = 19.0 * len(items)
            picture = svg(wide, 22, icon_row(items, wide / 2, 11, 17, 2, wide), "", "icon--chip")
            word = context.say("page.bonus" if bonus else "page.perform")
            lock = icon("lock") if context.is_irreversible(action) else icon("fires")
            out += context.button(action, f"{lock}<span>{word}</span>{picture}", "btn btn--fires")
        return out

    def is_asked_on_board(self) -> bool:
        """True if a city or the cards to discard are chosen right away, so that no button is needed."""
        context = self.context
        builds = any(action >> 8 == tokens.BUILD for action in context.further)
        must_pay = self.board.asked == frames.BONUS or self.discard_cost() > 0
        pays = any(action >> 8 == tokens.PAY for action in context.further) or bool(context.picks)
        return builds or (pays and must_pay)

    def discard_cost(self) -> int:
        """The number of cards that I must discard for my activated action."""
        s, me = self.s, self.board.me
        return int(s.stock.cost[s.action_card(me)]) if s.active[me] else 0

    # ---- the scoring at the end of a decade ----

    def scoring(self) -> str:
        """The results of the last scoring, shown until the viewer decides something."""
        context, w = self.context, self.w
        events = self.scoring_events()
        if not events or context.model.over:
            return '<div id="scoring" hidden></div>'
        decade = events[0][2]
        body = self.scoring_table(events)
        rows = ""
        others = [event for event in events[1:] if event[0] not in SCORED_EVENTS]
        for clause in context.text.clauses(context.model.view, others, context.names):
            mark = seat_mark(context, clause.seat) if clause.seat >= 0 else icon("laurel")
            who = f"<b>{esc(context.names[clause.seat])}</b> " if clause.seat >= 0 else ""
            rows += f"<li>{mark}<span>{who}{esc(clause.text)}</span></li>"
        title = w.say("page.scoring_of", n=decade)
        builds = self.board.asked == frames.BUILD_ANYWHERE and context.model.seat >= 0
        return summary_panel("scoring", "laurel", title, f"{body}<ul>{rows}</ul>", not builds)

    def ending_details(self) -> str:
        """The results of the last decade, for the end of the game: no round follows to show them."""
        events = self.scoring_events() if self.context.model.over else []
        if not events:
            return ""
        title = self.context.say("page.scoring_of", events[0][2])
        return f"<h3>{title}</h3>{self.scoring_table(events)}"

    def scoring_table(self, events: list[Event]) -> str:
        """A table of points by part and seat, with totals."""
        context, n = self.context, self.board.seats
        head = ""
        for p in range(n):
            name = f'<span class="name">{esc(context.names[p])}</span>'
            head += f'<th scope="col">{seat_mark(context, p)}{name}</th>'
        rows = ""
        total = [0] * n
        for kind, icon_id in SCORED:
            if not any(event[0] == kind for event in events):
                continue
            cells = ""
            for p in range(n):
                reward, counted = self.scored(events, kind, p)
                if kind == tokens.BOOKS:
                    brings = self.books_cell(reward)
                else:
                    total[p] += reward
                    brings = str(reward)
                cells += f"<td>{brings}<small> {icon(icon_id)}{counted}</small></td>"
            name = context.say("page.part." + tokens.EVENTS[kind])
            rows += f'<tr><th scope="row">{icon(icon_id)} {name}</th>{cells}</tr>'
        totals = "".join(f"<td>{vp}</td>" for vp in total)
        foot = f'<tfoot><tr><th scope="row">{context.say("page.part.total")}</th>{totals}</tr></tfoot>'
        top = f"<thead><tr><td></td>{head}</tr></thead>"
        return f'<table class="scores">{top}<tbody>{rows}</tbody>{foot}</table>'

    def scored(self, events: list[Event], kind: int, p: int) -> tuple[int, int]:
        """The gain of p in a part of the scoring, and the number it was counted from."""
        found = [(a, b) for what, seat, a, b in events if (what, seat) == (kind, p)]
        brought, counted = sum(a for a, _ in found), sum(b for _, b in found)
        return (counted, brought) if kind == tokens.OVER_LIMIT else (brought, counted)

    def books_cell(self, reward: int) -> str:
        if reward == BOOKS_BUILD:
            return icon("house", self.w.say("page.books_build"))
        return icon("joker", self.w.say("page.books_joker")) if reward == BOOKS_JOKER else "–"

    def scoring_events(self) -> list[Event]:
        """The events of the current scoring, or of the last one until the viewer decides something."""
        model = self.context.model
        found: list[Event] = []
        began, ended = False, 0
        for line in model.lines[-200:]:
            for event in line.events:
                if event[0] == tokens.DECADE_ENDS:
                    began, found = True, []
                if event[0] in (tokens.ROUND_BEGINS, tokens.GAME_OVER) and began:
                    began, ended = False, line.number
                if began and event[0] not in OMITTED:
                    found.append(event)
        if model.over:
            return found
        if not began and model.since > ended:
            return []  # the viewer has decided something since
        return (
            found if began or (found and self.board.step == frames.PLAY_CARDS and self.s.round == 1) else []
        )
