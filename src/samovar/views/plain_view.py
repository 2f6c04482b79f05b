"""The default view, for a game without one: options by token, the position as text."""

from __future__ import annotations

from typing import Final

from samovar.kernel.game import Game, Score
from samovar.kernel.state import NATURE, Event, View
from samovar.views.common_regions import LogSentence, choice_chips, seat_box, seat_head, seat_last, seat_note
from samovar.views.game_page import GamePage, NavLink
from samovar.views.game_text import GameText
from samovar.views.game_view import GameView
from samovar.views.render_context import RenderContext
from samovar.views.sentences import Clause
from samovar.views.svg import esc
from samovar.views.words.words import Words


class PlainText(GameText):
    """Texts that show tokens instead of sentences."""

    def __init__(self, game: Game, words: Words) -> None:
        super().__init__(words, ["choice", "done"])
        self.game: Final = game

    def option(self, view: View, seat: int, action: int) -> str:
        return view.box.notation.token(action)

    def action_name(self, view: View, seat: int, action: int) -> str:
        return view.box.notation.token(action)

    def group(self, view: View, action: int) -> str:
        return "choice"

    def prompt(self, view: View, seat: int, who: str) -> str:
        step = self.game.step_names[view.todo[view.depth - 1] & 255]
        return self.words.say("plain.prompt", who=who, step=step)

    def action_clauses(self, seat: int, token: str) -> list[Clause]:
        return [Clause(-1 if seat == NATURE else seat, token)] if token else []

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        return []

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        order = ", ".join(f"{score.rank}. {names[score.seat]}" for score in tied)
        return self.words.say("plain.tie", n=tied[0].total, order=order)


class PlainPage(GamePage):
    """A page with the position as text, and the options as buttons with their tokens."""

    def __init__(self, context: RenderContext) -> None:
        super().__init__(context, [score.total for score in context.model.scores])

    def steps(self) -> tuple[list[str], int]:
        return [], -1

    def action_buttons(self) -> str:
        return choice_chips(
            self.context, {action: esc(token) for action, token in self.context.legal.items()}
        )

    def game_regions(self, found: list[LogSentence], last_actions: list[str]) -> dict[str, str]:
        context = self.context
        text = esc(context.model.game.write(context.model.view))
        label = context.say("plain.position")
        shown = f'<pre class="panel plain" id="position" tabindex="0" aria-label="{label}">{text}</pre>'
        out = {"position": shown}
        for score in context.model.scores:
            p = score.seat
            head = seat_head(context, p, seat_note(context, p), score.total)
            last_action = seat_last(context, p, last_actions[p])
            out[f"seat-{p}"] = seat_box(context, p, head + last_action)
        return out

    def arrange(self, found: dict[str, str]) -> tuple[str, str, str]:
        seats = "".join(found[f"seat-{score.seat}"] for score in self.context.model.scores)
        return found["position"] + found["ending"], "", seats

    def nav_links(self) -> list[NavLink]:
        board, _, lists = super().nav_links()
        return [board, lists]


class PlainView(GameView):
    def __init__(self, game: Game) -> None:
        super().__init__(lambda words: PlainText(game, words), PlainPage)
