"""The two strips of the page of Stroganov.

Years, story and supply are above the map, market, trade and songs below it.
"""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.basic import extra_steps, trade_picks
from samovar.games.stroganov.components import KINDS, SEASONS, TIGER, Box
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import cards
from samovar.views.render_context import RenderContext, halo
from samovar.views.stroganov import things
from samovar.views.stroganov.drawings import (
    fur_token,
    song_card,
)
from samovar.views.stroganov.prices import top_frame
from samovar.views.stroganov.things import fur
from samovar.views.svg import (
    MIDDLE,
    Item,
    esc,
    icon,
    icon_row,
    piece,
    rect,
    svg,
    text,
    use,
)
from samovar.views.words.words import capital


class Strips:
    """Both strips, rendered for one viewer."""

    def __init__(self, context: RenderContext, s: Stroganov) -> None:
        self.context: Final = context
        self.w: Final = context.w
        self.s: Final = s
        self.box: Final[Box] = s.stock
        self.me: Final = context.me

    # ---- above the map ----

    def years(self) -> str:
        s, w = self.s, self.w
        seasons = len(SEASONS)
        out = text(9, 19, w.say("page.year", n=int(s.year)), "t t-h")
        out += text(9, 36, capital(things.season(w, int(s.season))), "t t-h")
        years = int(self.box.years)
        cell = (245.0 - 4.6 * (years - 1)) / (years * seasons)
        now = (int(s.year) - 1) * seasons + int(s.season)
        for k in range(years * seasons):
            x = 68 + k * cell + (k // seasons) * 4.6
            state = "cell cell--past" if k < now else "cell cell--now" if k == now else "cell"
            out += rect(x, 19, cell, 22, 2, state)
            out += use(SEASONS[k % seasons], x + (cell - 12) / 2, 24, 12, 0, "past" if k < now else "")
            if k % seasons == 0:
                out += text(x + 2 * cell, 14, str(k // seasons + 1), "t t-s", MIDDLE)
        label = w.say("page.calendar", season=things.season(w, int(s.season)), n=int(s.year), of=years)
        drawn = self.context.target("years", out, label, [], [w.say("page.years_help")])
        return f'<section class="panel w-years" id="years">{svg(318, 48, drawn, label)}</section>'

    def story(self) -> str:
        s, w = self.s, self.w
        last = int(self.box.story_last)
        out = use("story", 6, 6, 20) + text(8, 40, w.say("page.story"), "t t-h")
        left = 62.0
        step = 306.0 / (last + 1)
        for k in range(last + 1):
            out += rect(left + k * step, 28, step - 1.6, 16, 3, "cell cell--goal" if k == last else "cell")
            out += text(left + k * step + step / 2 - 0.8, 40, str(k), "t t-c", MIDDLE)
        told: list[str] = []
        for p in range(int(s.players)):
            here = [q for q in range(int(s.players)) if s.story[q] == s.story[p]]
            at = here.index(p) - (len(here) - 1) / 2
            colour = self.context.colours[p]
            x = left + int(s.story[p]) * step + step / 2 - 0.8 + at * 15
            out += piece(f"story-{p}", use(f"seat-{colour}", -7.5, -7.5, 15), x, 16, f"p-{colour}")
            told.append(f"{self.context.names[p]} {s.story[p]}")
        label = w.say("page.story_track", who=", ".join(told), n=last)
        drawn = self.context.target("story", out, label, [], [w.say("page.story_help", n=last)])
        return (
            f'<section class="panel w-story" id="story">{svg(372, 48, drawn, w.say("page.story"))}</section>'
        )

    def supply(self) -> str:
        s, box = self.s, self.box
        piles = [
            ("bag", "bag_fur", int(s.bag_count())),
            ("tiles", "pile", int(cards.count(s.tile_pile))),
            ("yurts", "yurt", int(cards.count(s.yurt_pile))),
            ("wishes", "wish", int(cards.count(s.wish_pile))),
            ("songs", "song", int(cards.count(s.song_pile))),
            ("banners", "banner", int(s.banners_left)),
            ("tigers", "tiger", int(s.bag[TIGER])),
        ]
        out = ""
        for key, ref, n in piles:
            help = self.w.say(f"page.supply.{key}_help")
            if key == "bag":
                found = [(kind, int(s.bag[kind])) for kind in range(1, TIGER) if s.bag[kind] > 0]
                help += "\n|" + ", ".join(f"{n} × {fur(self.w, box, kind)}" for kind, n in found)
            title = capital(self.w.say(f"page.supply.{key}"))
            told = esc(f"{title}: {n}\n|{help}")
            out += (
                f'<li data-help="{told}"><b>{icon(ref)}{n}</b>'
                f"<small>{self.context.say(f'page.supply.{key}')}</small></li>"
            )
        label = self.context.say("page.supply")
        return f'<ul class="panel supply w-supply" id="supply" aria-label="{label}">{out}</ul>'

    # ---- below the map ----

    def market(self) -> str:
        s, w, box = self.s, self.w, self.box
        out = use("market_fur", 7, 4, 17) + text(28, 17, w.say("page.market"), "t t-h")
        kinds = [kind for kind in range(1, KINDS) for _ in range(s.market[kind])]
        pitch = min(40.0, 238.0 / max(1, len(kinds)))
        for k, kind in enumerate(kinds):
            x = 8 + k * pitch
            out += self.context.target(
                f"market-{k}",
                fur_token(box, kind, x, 23, pitch - 2.5, 64),
                w.say("page.in_market", fur=fur(w, box, kind)),
                [tokens.TAKE << 8 | kind],
                [],
                "",
                halo(x, 23, pitch - 2.5, 64, 5, 0.5),
            )
        for k in range(len(kinds), int(box.market_spaces)):
            out += rect(8 + k * pitch, 23, pitch - 2.5, 64, 5, "slot")
        out += self.auxiliary()
        return (
            f'<section class="panel w-market" id="market">{svg(330, 94, out, w.say("page.market"))}</section>'
        )

    def auxiliary(self) -> str:
        """The buttons for auxiliary actions: buying and exchanging furs."""
        box = self.box
        downs = [tokens.DOWN << 8 | kind for kind in range(1, KINDS)]
        pills: list[tuple[str, list[int], list[Item]]] = [
            (
                "buy_market",
                [tokens.BUY_MARKET << 8],
                [("n", str(box.buy_horses)), ("i", "horse"), ("i", "arrow"), ("i", "market_fur")],
            ),
            (
                "buy_bag",
                [tokens.BUY_BAG << 8],
                [("n", str(box.buy_horses)), ("i", "horse"), ("i", "arrow"), ("i", "bag_fur")],
            ),
            ("down", downs, [("i", "horse"), ("i", "anyfur"), ("i", "arrow"), ("n", "<")]),
            ("swap", [tokens.SWAP << 8], [("n", "2"), ("i", "anyfur"), ("i", "arrow"), ("n", "1")]),
        ]
        out = ""
        for k, (name, actions, items) in enumerate(pills):
            x, y = 253.0, 4 + k * 22.0
            body = rect(x, y, 71, 20, 6, "pill") + icon_row(items, x + 35.5, y + 10, 14, 2)
            label = self.w.say("verb." + name)
            out += self.context.target(f"aux-{name}", body, label, actions, [self.w.say("page.aux_help")])
        return out

    def trade(self) -> str:
        s, w, box = self.s, self.w, self.box
        out = use("trade", 7, 4, 17) + text(28, 17, w.say("page.trade"), "t t-h")
        value = int(s.trade_fur)
        if value:
            out += self.context.target(
                "trade",
                fur_token(box, value, 8, 23, 37.5, 64),
                w.say("page.trade_fur", fur=fur(w, box, value)),
                [tokens.TRADE << 8],
                [w.say("page.trade_help", n=int(trade_picks(s, self.me)))],
                "",
                halo(8, 23, 37.5, 64, 5, 0.5),
            )
        steps = int(box.bonus_steps + extra_steps(s, self.me))
        moves = [a for a in self.context.legal if a >> 8 in (tokens.LEFT, tokens.RIGHT)]
        if top_frame(s) & 255 != frames.TRADE_BONUS:
            moves = []
        bonuses: list[tuple[str, list[int], list[Item]]] = [
            ("coin", [tokens.BONUS << 8 | tokens.BONUS_COIN], [("n", str(box.bonus_coin)), ("i", "coin")]),
            (
                "story",
                [tokens.BONUS << 8 | tokens.BONUS_STORY],
                [("n", str(box.bonus_story)), ("i", "story")],
            ),
            ("steps", moves, [("n", f"≤{steps}"), ("i", "move")]),
            (
                "horses",
                [tokens.BONUS << 8 | tokens.BONUS_HORSES],
                [("n", str(box.bonus_horses)), ("i", "horse")],
            ),
        ]
        for k, (name, actions, items) in enumerate(bonuses):
            x, y = 54 + (k % 2) * 45.0, 24 + (k // 2) * 24.0
            body = rect(x, y, 42, 21, 5, "pill") + icon_row(items, x + 21, y + 10.5, 15, 2)
            label = w.say("page.bonus", what=w.say("page.bonus." + name))
            out += self.context.target(
                f"bonus-{name}", body, label, actions, [], "", halo(x, y, 42, 21, 5, 0.5)
            )
        out += text(97, 84, w.say("page.take_some", n=int(trade_picks(s, self.me))), "t t-s", MIDDLE)
        return f'<section class="panel w-trade" id="trade">{svg(148, 94, out, w.say("page.trade"))}</section>'

    def songs(self) -> str:
        s, w, box = self.s, self.w, self.box
        out = use("song", 7, 4, 17) + text(28, 17, w.say("page.songs"), "t t-h")
        shown = [int(song) for song in s.song]
        pitch = min(125.0, 500.0 / max(1, len(shown)))
        for k, song in enumerate(shown):
            x = 8 + k * pitch
            if song == 0:
                out += rect(x, 23, pitch - 5, 64, 6, "slot")
                continue
            out += self.context.target(
                f"song-{k}",
                song_card(box, song, x, 23, pitch - 5),
                w.say("page.song", n=int(box.song_cost[song])),
                [tokens.SONG << 8 | song],
                [w.say("page.song_help")],
                "",
                halo(x, 23, pitch - 5, 64, 6, 0.5),
                f"song-{song}",
                state=[w.say("page.gives", gain=things.reward(w, box, box.song_reward[song]))],
            )
        return f'<section class="panel w-songs" id="songs">{svg(510, 94, out, w.say("page.songs"))}</section>'
