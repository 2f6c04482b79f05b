"""The pages of Troika: sentences, regions, the animation of a move, and the banner for the lobby."""

from __future__ import annotations

from typing import Final, cast

from samovar.kernel.game import Score
from samovar.kernel.notation import action, verb_of
from samovar.kernel.state import Event, View
from samovar.views.common_regions import LogSentence, choice_chips, seat_box, seat_head, seat_note
from samovar.views.game_page import GamePage, Movement
from samovar.views.game_text import GameText
from samovar.views.game_view import BANNER_HEIGHT, BANNER_WIDTH, GameView
from samovar.views.render_context import RenderContext
from samovar.views.sentences import Clause
from samovar.views.svg import esc, group, path, rect, svg, text, translate, use
from samovar.views.words.words import Words
from tests.fourth.rules import DRIVE, DROVE, REST, RESTED, WHIP, WOLVES, Troika

LANE: Final = 60.0  # height of a road


class TroikaText(GameText):
    def __init__(self, words: Words) -> None:
        super().__init__(words, ["choice", "done"])

    def option(self, view: View, seat: int, action: int) -> str:
        return self.words.say(self.key("option", view, action), n=cast(Troika, view).stage)

    def action_name(self, view: View, seat: int, action: int) -> str:
        return self.words.say(self.key("head", view, action))

    def key(self, kind: str, view: View, action: int) -> str:
        return f"{kind}.{view.box.notation.verbs[verb_of(action)]}"

    def group(self, view: View, action: int) -> str:
        return "done" if verb_of(action) == REST else "choice"

    def prompt(self, view: View, seat: int, who: str) -> str:
        return self.words.say("prompt.turn", who=who, n=cast(Troika, view).stage)

    def clauses(self, view: View, events: list[Event], names: list[str]) -> list[Clause]:
        keys = {DROVE: "event.drove", WOLVES: "event.wolves", RESTED: "event.rested"}
        return [Clause(seat, self.words.say(keys[kind], n=versts)) for kind, seat, versts, _ in events]

    def tie(self, view: View, names: list[str], tied: list[Score]) -> str:
        who = self.words.all_of([names[score.seat] for score in tied])
        return self.words.say("score.tie", who=who, n=tied[0].total)


class TroikaPage(GamePage):
    """The page of a match: a road for each player, with a sledge on it."""

    def __init__(self, context: RenderContext) -> None:
        super().__init__(context, cast(Troika, context.model.view).at)

    def state(self) -> Troika:
        return cast(Troika, self.context.model.view)

    def steps(self) -> tuple[list[str], int]:
        return [], -1

    def action_buttons(self) -> str:
        context = self.context
        return choice_chips(context, {a: esc(context.action_name(a)) for a in context.legal})

    def game_regions(self, found: list[LogSentence], last_actions: list[str]) -> dict[str, str]:
        context, s = self.context, self.state()
        lanes = "".join(self.lane(p) for p in range(s.seats))
        out = {"road": svg(600, LANE * int(s.seats), lanes, context.w.say("page.road"), "tr-road", "road")}
        for p in range(s.seats):
            note = context.w.say("page.whips", n=s.whips[p]) if s.whips[p] else seat_note(context, p)
            last_action = f"<p>{esc(last_actions[p])}</p>" if last_actions[p] else ""
            out[f"seat-{p}"] = seat_box(context, p, seat_head(context, p, note, s.at[p]) + last_action)
        return out

    def lane(self, p: int) -> str:
        """One road: the goal at its end, what is kept, and the sledge where the stage has brought it."""
        context, s = self.context, self.state()
        stage = s.stage if p == s.mover else 0
        y = LANE * p
        out = rect(10, y + 40, 560, 6, 3, "tr-snow") + path(f"M570 {y + 14:g}v32", "tr-goal")
        sledge = group(
            use("sledge", 0, 0, 34), f"p-{context.colours[p]}", translate(self.x(s.at[p] + stage), y + 10)
        )
        out += sledge + text(10, y + 18, f"{context.names[p]}: {s.at[p]}{f' + {stage}' if stage else ''}")
        if p != context.me:
            return group(out, "tr-lane")
        label = context.w.say("page.sledge", who=context.names[p])
        return context.target("sledge", out, label, [action(DRIVE), action(WHIP), action(REST)], [])

    def x(self, versts: int) -> float:
        return 10 + 540 * min(versts, self.state().goal) / self.state().goal

    def arrange(self, found: dict[str, str]) -> tuple[str, str, str]:
        seats = "".join(found[f"seat-{p}"] for p in range(self.state().seats))
        return found["road"] + found["ending"], "", seats


def movement(event: Event) -> Movement | None:
    """The animation of an event: the distance driven moves to the player who rests."""
    kind, seat, _, _ = event
    return ("road", f"seat-{seat}") if kind == RESTED else None


def banner() -> tuple[str, list[str]]:
    """The banner for the lobby: a sledge on the snow."""
    snow = rect(0, 0, BANNER_WIDTH, BANNER_HEIGHT, 0, "tr-snow")
    return snow + group(use("sledge", 120, 0, 90), "p-red"), ["sledge"]


VIEW: Final = GameView(TroikaText, TroikaPage, movement, banner)
