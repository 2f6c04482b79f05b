"""The page of Stroganov: the question at the top, board, players, winter."""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.components import SPRING, WINTER
from samovar.kernel.game import FIRST_AUXILIARY_VERB
from samovar.kernel.state import NATURE, Event
from samovar.views.common_regions import (
    LogSentence,
    choice_chips,
    seat_mark,
    summary_panel,
    verb_button,
    without_rule_ids,
)
from samovar.views.game_page import GamePage, NavLink
from samovar.views.render_context import RenderContext
from samovar.views.stroganov.board import (
    ACT_ICON,
    ADVANCED,
    BASIC,
    TURN_STEPS,
    WINTER_STEPS,
    Board,
)
from samovar.views.stroganov.drawings import fur_chip, reward_items
from samovar.views.stroganov.players import Players
from samovar.views.stroganov.prices import cost as cost_of
from samovar.views.stroganov.prices import top_frame
from samovar.views.stroganov.things import ROMAN
from samovar.views.svg import Item, esc, icon, icon_row, svg

# The steps that show the ten actions. All others show their own options in the same place.
ACTION_STEPS: Final = {frames.BASIC, frames.MAIN, frames.ADVANCED}


# Answers within an action
ANSWERS: Final = (tokens.PAY, tokens.COVER, tokens.KEEP, tokens.TAKE)


class StroganovPage(GamePage):
    """The page of Stroganov, rendered for one viewer."""

    def __init__(self, context: RenderContext) -> None:
        self.board: Final = Board(context)
        self.players: Final = Players(self.board)
        self.s: Final = self.board.s
        super().__init__(context, [int(points) for points in self.s.vp])

    def game_regions(self, found: list[LogSentence], last_actions: list[str]) -> dict[str, str]:
        out = {"winter": self.winter()}
        out.update(self.board.regions())
        out.update(self.players.regions(found, last_actions))
        return out

    def arrange(self, found: dict[str, str]) -> tuple[str, str, str]:
        """The board, the viewer's own area and the seats of a whole page."""
        seats = "".join(found[f"seat-{p}"] for p in range(int(self.s.players)))
        return self.board.arrange(found), self.players.arrange(found), seats + found["automa"]

    def nav_links(self) -> list[NavLink]:
        board, _, lists = super().nav_links()
        return [board, ("cossack", "me", "page.jump_me"), lists]

    # ---- the top of the page ----

    def steps(self) -> tuple[list[str], int]:
        """The names of the steps of a turn or of winter, and the index of the current one."""
        s, w = self.s, self.w
        if any(s.offer) or s.depth == 0:
            return [], -1
        if s.season == WINTER:
            names = [w.say(f"page.winter_step.{k}") for k in range(4)]
            return names, self.due_step(WINTER_STEPS)
        names = [w.say(f"page.step.{k}") for k in range(4)]
        return names, self.due_step(TURN_STEPS)

    def due_step(self, order: list[int]) -> int:
        """The index of the current step.

        The steps still on the stack are searched from the top. While an action is being resolved, the next
        step already waits below it, so the current step is the one before. An auxiliary or extra action
        leaves its step open.
        """
        s = self.s
        for k in range(int(s.depth)):
            f = int(s.todo[int(s.depth) - 1 - k])
            if f & 255 not in order:
                continue
            at = order.index(f & 255)
            if (f & 255 == frames.MAIN and f >> 12 & 255) or f & 255 == frames.END_TURN:
                at = 3
            return at if k == 0 or self.is_side_action(k) else max(0, at - 1)
        return len(order) - 1

    def is_side_action(self, above: int) -> bool:
        """True if the frames above a step, this many, belong to an auxiliary or extra action."""
        s, game = self.s, self.context.model.game
        for k in range(above):
            f = int(s.todo[int(s.depth) - 1 - k])
            if f & 255 == frames.ADVANCED and not f >> 20 & 255:
                return True  # not optional: an extra action
            if game.anchors[f & 255]:
                return False  # a question of the action that is being resolved
        parse = s.stock.notation.parse
        for line in reversed(self.context.model.lines):
            verb = parse(line.token) >> 8 if line.token and line.seat != NATURE else tokens.PAY
            if verb not in ANSWERS:
                return verb >= FIRST_AUXILIARY_VERB
        return False

    def action_buttons(self) -> str:
        """Buttons of the ten actions, or the options of another question in their place."""
        context = self.context
        if context.model.over or context.model.seat < 0:
            return '<div class="actions" id="acts"></div>'
        mine = context.model.seat >= 0 and context.model.seat in context.model.actors
        if mine and top_frame(self.s) & 255 not in ACTION_STEPS:
            return self.chips()
        groups = ""
        for actions in (BASIC, ADVANCED):
            buttons = "".join(
                verb_button(self.context, name, verbs, icon(ACT_ICON.get(name, name)))
                for name, verbs in actions
            )
            groups += f'<div class="actions__group">{buttons}</div>'
        later = "" if mine else " is-unavailable"
        return f'<div class="actions{later}" id="acts">{groups}</div>'

    def chips(self) -> str:
        """The options of a question that is not about actions, each with a picture and a word."""
        proposed = self.players.proposed()
        note = self.w.say("pay.rule") if proposed >= 0 else ""
        return choice_chips(
            self.context, {action: self.chip(action) for action in self.context.legal}, proposed, note
        )

    def chip(self, action: int) -> str:
        """The small picture of an option."""
        box, context = self.board.box, self.context
        verb, n = action >> 8, action & 255
        lock = icon("lock") if context.is_irreversible(action) else ""
        match verb:
            case tokens.PAY | tokens.KEEP | tokens.TAKE | tokens.HUNT | tokens.HUNT_LEFT | tokens.HUNT_RIGHT:
                chip = svg(34, 21, fur_chip(box, n, 0.5, 0.5, 33, 20), "", "icon--chip")
                return chip + self.price_of(action) + lock
            case tokens.MOVE:
                return icon("move") + f"<b>{self.arrival_space(action)}</b>" + self.price_of(action) + lock
            case tokens.LEFT | tokens.RIGHT:
                return icon("move") + f"<b>{'←' if verb == tokens.LEFT else '→'}{n}</b>" + lock
            case tokens.COVER:
                return icon("coin" if n == tokens.COVER_COIN else "tiger") + lock
            case tokens.BONUS:
                number = [int(box.bonus_coin), int(box.bonus_story), int(box.bonus_horses)][n]
                return f"<b>{number}</b>" + icon(["coin", "story", "horse"][n]) + lock
            case tokens.REWARD:
                return self.icon_chip(reward_items(box, self.s.track(context.me).reward[n])) + lock
            case tokens.ADVANCE | tokens.TROPHY_STEP:
                return icon("trophy") + "<b>+1</b>" + lock
            case tokens.SONG:
                cost: list[Item] = [("i", "story"), ("n", f"{box.song_cost[n]}→")]
                return self.icon_chip([*cost, *reward_items(box, box.song_reward[n])]) + lock
            case tokens.INCOME if n == tokens.INCOME_HORSES:
                return icon("winter") + icon("horse") + lock
            case tokens.INCOME:
                return icon("winter") + f"<b>{box.wish_ids[n]}</b>" + lock
            case tokens.START | tokens.PAY_ONLY:
                return icon("wish") + f"<b>{box.wish_ids[n]}</b>" + lock
            case tokens.VILLAGE | tokens.YURT | tokens.OUTPOST:
                name = ["village", "yurt", "", "outpost"][verb - tokens.VILLAGE]
                return icon(name) + f"<b>{ROMAN[n]}</b>" + lock
        return esc(context.action_name(action)) + lock

    def price_of(self, action: int) -> str:
        """The horses and coins that an option costs, as icons."""
        cost = cost_of(self.s, self.context.me, action)
        out = f"<small>{cost.horses}</small>{icon('horse')}" if cost.horses else ""
        return out + icon("coin") * cost.coins

    def arrival_space(self, action: int) -> int:
        """The space to which a move leads, 0 if it leads nowhere."""
        for space, actions in self.board.arrivals.items():
            if action in actions:
                return space
        return 0

    def icon_chip(self, items: list[Item]) -> str:
        wide = 22.0 * len(items)
        return svg(wide, 22, icon_row(items, wide / 2, 11, 17, 2, wide), "", "icon--chip")

    # ---- winter ----

    def winter(self) -> str:
        """The results of the last winter for all players, until the viewer has read them."""
        s, context = self.s, self.context
        events = self.winter_events()
        if not events or context.model.over:
            return '<div id="winter" hidden></div>'
        rows = ""
        for p in range(int(s.players)):
            mine = [event for event in events if event[1] == p]
            clauses = context.text.clauses(context.model.view, mine, context.names)
            told = "; ".join(without_rule_ids(clause.text) for clause in clauses if clause.seat == p)
            if told:
                name = esc(context.names[p])
                rows += f"<li>{seat_mark(context, p)}<span><b>{name}</b> {esc(told)}.</span></li>"
        for clause in context.text.clauses(context.model.view, events, context.names):
            if clause.seat < 0:
                rows += f"<li>{icon('winter')}<span>{esc(clause.text)}</span></li>"
        title = self.w.say("page.winter_of", n=self.winter_year())
        needs_board = s.season == SPRING and context.model.seat in context.model.actors
        return summary_panel("winter", "winter", title, f"<ul>{rows}</ul>", shown=not needs_board)

    def winter_year(self) -> int:
        return int(self.s.year) if self.s.season == WINTER else int(self.s.year) - 1

    def winter_events(self) -> list[Event]:
        """The events of the current winter, or of the last one until this viewer decides something."""
        model = self.context.model
        if self.s.season not in (WINTER, SPRING):
            return []
        found: list[Event] = []
        began, ended = False, 0
        for line in model.lines[-200:]:
            for event in line.events:
                if event[0] == tokens.SEASON_BEGINS:
                    if event[2] == WINTER:
                        began, found = True, []
                        continue
                    ended = line.number
                    began = False
                if began:
                    found.append(event)
        if self.s.season == WINTER:
            return found
        if model.since > ended:
            return []  # this viewer has decided something since and so has read it
        return found
