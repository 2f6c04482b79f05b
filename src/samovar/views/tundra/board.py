"""The board of Tundra: map with glades and pieces, rounds and roll, common goals, city market.

Each method draws one region of the page from the render context and returns an element with the region's id.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.tundra import frames, tokens
from samovar.games.tundra.components import BOARDS, ITEMS, RESOURCES, WORKERS, Box, Goal
from samovar.games.tundra.goals import goal_count, goal_vp
from samovar.games.tundra.state import Tundra
from samovar.kernel import cards
from samovar.kernel.state import arg, arg2
from samovar.views.render_context import RenderContext, check_mark, halo
from samovar.views.svg import (
    END,
    MIDDLE,
    Item,
    dot,
    esc,
    group,
    icon_row,
    num,
    path,
    rect,
    svg,
    text,
    use,
)
from samovar.views.tundra import sentences, things
from samovar.views.tundra.drawings import (
    GOAL_ICON,
    HEX_HALF_WIDTH,
    HEX_RADIUS,
    HEX_ROW_PITCH,
    ITEM_ICONS,
    acorn,
    action_icons,
    card_band,
    city_card,
    fitted_heading,
    hexagon,
    line_width,
    price_icons,
    starter_card,
    tagged_die,
    tower,
    worker,
)
from samovar.views.words.words import capital

MAP_W: Final = 526.0  # minimum size of the map
MAP_H: Final = 404.0
EDGE: Final = 6.0
COLUMN: Final = 462.0
Hex = tuple[int, int]  # axial coordinates of a space: q along its row, r the row
ON_SPACE: Final = [tokens.GATHER, tokens.BUILD, tokens.PUT, tokens.TOWER]


class Board:
    """The board for one viewer, with the values that several regions need."""

    def __init__(self, context: RenderContext) -> None:
        self.context: Final = context
        self.w: Final = context.w
        self.s: Final = cast(Tundra, context.model.view)
        self.box: Final[Box] = self.s.stock
        self.me: Final = context.me
        self.spaces: Final = int(self.s.layout.spaces)
        layout = self.s.layout
        self.hexes: Final = rotated_to_fit(
            [(int(layout.q[n]), int(layout.r[n])) for n in range(1, self.spaces + 1)]
        )
        self.x: Final[list[float]] = [0.0]
        self.y: Final[list[float]] = [0.0]
        self.width = MAP_W
        self.height = MAP_H
        self.scale = 1.0  # enlarges badges and pieces if the map is drawn small
        self._lay_out()
        self.arrivals: Final = self._arrivals()

    # ---- geometry ----

    def _lay_out(self) -> None:
        """Compute the centre of every space. The map keeps the proportions of MAP_W and MAP_H."""
        xs = [2 * HEX_HALF_WIDTH * (q + r / 2) for q, r in self.hexes]
        ys = [HEX_ROW_PITCH * r for _, r in self.hexes]
        wide, high = map_size(self.hexes)
        self.width = max(wide, high * MAP_W / MAP_H)
        self.height = self.width * MAP_H / MAP_W
        self.scale = min(1.12, max(1.0, self.width / MAP_W))
        for x in xs:
            self.x.append(x - (max(xs) + min(xs)) / 2 + self.width / 2)
        for y in ys:
            self.y.append(y - (max(ys) + min(ys)) / 2 + self.height / 2)

    def _arrivals(self) -> dict[int, list[int]]:
        """By space: the viewer's moves that end there, legal, begun by a click, or refused."""
        found: dict[int, list[int]] = {}
        for action in [*self.context.legal, *self.context.further, *self.context.refused]:
            if action >> 8 == tokens.MOVE:
                space = sentences.target_space(self.s, self.me, action)
                if space:
                    found.setdefault(space, []).append(action)
        return found

    # ---- regions ----

    def regions(self) -> dict[str, str]:
        """All regions of the board, by id."""
        found = {
            "rounds": self.rounds(),
            "goals": self.goals(),
            "market": self.market(),
            "ask": self.ask(),
            "pieces": self.pieces(),
        }
        for space in range(1, self.spaces + 1):
            found[f"space-{space}"] = self.space(space)
        return found

    def arrange(self, found: dict[str, str]) -> str:
        """The board of a whole page, composed of its regions."""
        body = self.scenery()
        for space in range(1, self.spaces + 1):
            body += found[f"space-{space}"]
        drawn = svg(self.width, self.height, body + found["pieces"], self.w.say("page.map"))
        narrow = " tundra-map--narrow" if self.width > 1.2 * MAP_W else ""
        return (
            f'<div class="map tundra-map card-beside{narrow}" id="map">'
            f'<div class="map__scroll" tabindex="0">{drawn}</div>{found["ask"]}</div>'
            f'<div class="tundra-column">{found["rounds"]}{found["goals"]}{found["market"]}</div>'
            f"{found['ending']}"
        )

    def home(self) -> int:
        """The place of the viewer's settlement, in percent of the map's width. A narrow page opens there."""
        return round(100 * self.x[int(self.s.settlement(self.me))] / self.width)

    # ---- the map ----

    def scenery(self) -> str:
        """Trees and snow on the hexagons that are not part of the map."""
        taken = self.hexes
        left = self.x[1] - 2 * HEX_HALF_WIDTH * (taken[0][0] + taken[0][1] / 2)  # x of hexagon 0, 0
        upper = self.y[1] - HEX_ROW_PITCH * taken[0][1]
        out = ""
        for r in range(-12, 13):
            for q in range(-18, 19):
                x, y = left + 2 * HEX_HALF_WIDTH * (q + r / 2), upper + HEX_ROW_PITCH * r
                inside = -HEX_HALF_WIDTH < x < self.width + HEX_HALF_WIDTH and 0 < y < self.height
                if not inside or (q, r) in taken:
                    continue
                kind = (5 * q + 3 * r) % 4
                if kind < 2:
                    out += use("fir", x - 14 + 9 * kind, y - 26, 20, 30) + use("fir", x + 4, y - 8, 15, 22)
                    out += use("fir", x - 22 + 4 * kind, y - 2, 13, 19) if kind else ""
                elif kind == 2:
                    out += path(f"M{num(x - 24)} {num(y + 8)}q12-16 24-6 10-9 24 6Z", "drift")
        return group(out, "wilds")

    def space(self, space: int) -> str:
        """A glade or settlement as a target of all actions about it."""
        actions = [*self.arrivals.get(space, []), *(verb << 8 | space for verb in ON_SPACE)]
        if sentences.target_space(self.s, self.me, tokens.HERE << 8) == space:
            actions.append(tokens.HERE << 8)
        if len(self.context.legal_among(actions)) > 1:  # a click that begins an action must be unambiguous
            actions = [action for action in actions if action not in self.context.further]
        if not self.s.is_glade(space):
            return self.settlement(space, actions)
        if self.s.tile[space] == 0:
            return self.face_down(space, actions)
        return self.glade(space, actions)

    def target(
        self,
        space: int,
        body: str,
        label: str,
        actions: list[int],
        facts: list[str],
        over: str,
        bonus: str = "",
    ) -> str:
        edge = hexagon(self.x[space], self.y[space], 46.4)
        glow = path(edge, "halo-ink") + path(edge, "halo")
        state = [*([bonus] if bonus else []), *self.piece_facts(space)]
        unpaid = [
            a
            for a in actions
            if a in self.context.refused and self.context.refused[a].reason == "cannot_be_paid"
        ]
        if unpaid:
            price = things.price_text(self.w, self.box, sentences.open_price(self.s, unpaid[0] >> 8), ".acc")
            facts = [
                *facts,
                self.w.say("page.needs", what=price),
                sentences.have_text(self.w, self.s, self.me),
            ]
        drawn = self.context.target(
            f"space-{space}", body, label, actions, facts, "", glow, "", over, state=state
        )
        return f'<g id="space-{space}">{drawn}</g>'

    def piece_facts(self, space: int) -> list[str]:
        """The pieces on a space, one line for each player."""
        s, w = self.s, self.w
        found: list[str] = []
        for p in range(int(s.seats)):
            parts: list[str] = []
            if cards.has(s.towers[p], space):
                parts.append(w.count(1, "tower"))
            if s.workers_at(p, space):
                parts.append(w.count(int(s.workers_at(p, space)), "worker"))
            if parts:
                found.append(f"{self.context.names[p]}: {w.all_of(parts)}")
        return found

    def face_down(self, space: int, actions: list[int]) -> str:
        """A face-down glade. A lock warns that opening it cannot be undone."""
        w = self.w
        x, y = self.x[space], self.y[space]
        over = ""
        if any(self.context.is_irreversible(action) for action in self.context.legal_among(actions)):
            lock = dot(0, 0, 12, "badge") + group(use("lock", -7.5, -7.5, 15), "on-badge")
            over = self.scaled(lock, x, y + 25)
        over += text(x, y + 45, str(space), "t t-place t-place--back", MIDDLE)
        body = use("g-back", x - 43, y - 49, 86, 98)
        facts = [w.say("page.hidden_help"), w.say("page.closed", what=self.face_down_text())]
        return self.target(space, body, w.say("page.hidden", n=space), actions, facts, over)

    def face_down_text(self) -> str:
        """The number of face-down tiles by resource, which is open information."""
        found = [0] * (RESOURCES + 1)
        for tile in cards.members(int(self.s.closed)):
            found[int(self.box.glade_resource[tile])] += 1
        parts = [f"{found[k + 1]}× {self.w.noun(1, ITEMS[k])}" for k in range(RESOURCES) if found[k + 1]]
        if found[0]:
            parts.append(f"{found[0]}× {self.w.say('glade.bare')}")
        return ", ".join(parts)

    def glade(self, space: int, actions: list[int]) -> str:
        """An open glade: picture, resource at the top, tower bonus at the bottom."""
        s, w = self.s, self.w
        x, y = self.x[space], self.y[space]
        there = int(s.resource_at(space))
        kind = ITEMS[there - 1] if there else "none"
        body = self.scene(kind, space)
        badge = self.badge(self.context.legal_among(actions), x, y)
        if there and not badge:
            badge = dot(0, 0, 11.5, "badge badge--res") + use(kind, -8.5, -8.5, 17)
            badge = self.scaled(badge, x, y - 31)
        items: list[Item] = [
            ("i", "tower"),
            *action_icons(self.box, int(self.box.glade_action[s.tile[space]])),
        ]
        wide = line_width(items, 13) + 10
        pill = rect(-wide / 2, -8.7, wide, 17.5, 8.7, "badge badge--bonus") + icon_row(items, 0, 0, 13, 2)
        body += self.scaled(pill, x, y + 25.2)
        over = badge + text(x, y + 45, str(space), "t t-place", MIDDLE)
        label = w.say("page.glade", n=space, what=things.resource_name(w, s, space))
        facts = [w.say("page.glade_help") if there else w.say("page.bare_help")]
        bonus = w.say("page.bonus", what=things.bonus_text(w, s, space) or w.say("table.none"))
        if cards.has(s.layout.edge, space):
            facts.append(w.say("page.edge"))
        return self.target(space, body, label, actions, facts, over, bonus)

    def scene(self, kind: str, space: int) -> str:
        """The picture of a glade. Every other one is mirrored, so that neighbours of one kind differ."""
        x, y = self.x[space], self.y[space]
        if space % 2:
            return use(f"g-{kind}", x - 43, y - 49, 86, 98)
        turned = f'transform="matrix(-1 0 0 1 {num(x)} {num(y)})"'
        return group(use(f"g-{kind}", -43, -49, 86, 98), "", turned)

    def badge(self, legal: list[int], x: float, y: float) -> str:
        """The badge at the top of a space: gain or price of choosing it."""
        if not legal:
            return ""
        verb, space = legal[0] >> 8, sentences.target_space(self.s, self.me, legal[0])
        items: list[Item] = []
        if verb in (tokens.MOVE, tokens.GATHER) and self.s.resource_at(space):
            items = [("n", "+1"), ("i", ITEMS[int(self.s.resource_at(space)) - 1])]
        elif verb in (tokens.BUILD, tokens.PUT):
            price = sentences.open_price(self.s, verb)
            items = [("n", "←"), *price_icons(self.box, price)] if price else []
        if not items:
            return ""
        wide = line_width(items, 15) + 10
        body = rect(-wide / 2, -9, wide, 18, 9, "badge badge--gain") + icon_row(items, 0, 0, 15, 2)
        return self.scaled(body, x, y - 27.5)

    def scaled(self, body: str, x: float, y: float) -> str:
        """An element drawn around (0, 0), moved to (x, y) and enlarged by the map's scale."""
        at = f"translate({num(x)} {num(y)})"
        return group(body, "", f'transform="{at}{f" scale({self.scale:.2f})" if self.scale > 1 else ""}"')

    def settlement(self, space: int, actions: list[int]) -> str:
        w = self.w
        x, y = self.x[space], self.y[space]
        p = space - int(self.s.layout.glades) - 1
        colour, name = self.context.colours[p], self.context.names[p]
        body = group(use("g-home", x - 43, y - 49, 86, 98), f"p-{colour}")
        wide = min(74.0, len(name) * 6.6 + 26)
        plate = rect(-wide / 2, -8, wide, 16, 8, "badge")
        plate += use(f"seat-{colour}", -wide / 2 + 4, -6, 12)
        plate += fitted_heading(8, 3.9, name, "num num-h", wide - 25)
        body += group(self.scaled(plate, x, y + 25), f"p-{colour}")
        over = self.badge(self.context.legal_among(actions), x, y)
        over += text(x, y + 45, str(space), "t t-place", MIDDLE)
        label = w.say("page.settlement", n=space, who=name)
        return self.target(space, body, label, actions, [w.say("page.settlement_help")], over)

    # ---- pieces: in one layer, so that they can be animated ----

    def pieces(self) -> str:
        s = self.s
        here: dict[int, list[str]] = {}
        for p in range(int(s.seats)):
            for space in cards.members(int(s.towers[p])):
                here.setdefault(space, []).append(f"tower-{p}-{space}")
        for p in range(int(s.seats)):
            for space, name in self.workers(p):
                here.setdefault(space, []).append(name)
        out = ""
        for space in sorted(here):
            out += self.piece_group(space, here[space])
        return f'<g id="pieces" data-home="{self.home()}">{out}</g>'

    def piece_group(self, space: int, names: list[str]) -> str:
        """The pieces of one space side by side, closer together if there are many."""
        w = self.w
        pitch = min(20.0 * self.scale, 62.0 / len(names))
        x = self.x[space] - pitch * (len(names) - 1) / 2
        if not self.s.is_glade(space) and len(names) < 3:
            x -= 24
        out = ""
        for name in names:
            kind, p, _ = name.split("-", 2)
            colour, who = self.context.colours[int(p)], self.context.names[int(p)]
            label = w.say(f"page.{kind}_of", who=who, n=space)
            draw = tower if kind == "tower" else worker
            size = (0.84 if kind == "tower" else 0.82) * self.scale
            drawn = draw(name, colour, x, self.y[space] + 14, size, label)
            moves = self.moves_from(space) if kind == "worker" and int(p) == self.me else []
            out += self.context.target(f"of-{name}", drawn, label, moves, []) if moves else drawn
            x += pitch
        return out

    def moves_from(self, space: int) -> list[int]:
        """The moves of the viewer's workers on this space. A click on a worker offers them."""
        found: list[int] = []
        for action in self.context.legal:
            if action >> 8 == tokens.MOVE:
                worker = (action & 255) >> 3
                if self.s.workers[self.me * WORKERS + worker] == space:
                    found.append(action)
        return found

    def workers(self, p: int) -> list[tuple[int, str]]:
        """The spaces of a player's workers, each with an element id that stays the same while the worker
        moves.

        Workers have no identity in the state, so the id is derived from the log: the space where the worker
        came from.
        """
        s = self.s
        now = [int(s.workers[p * WORKERS + i]) for i in range(int(s.stock.workers_each))]
        now = [space for space in now if space]
        came = now[:]
        for line in reversed(self.context.model.lines):
            for kind, seat, a, b in reversed(line.events):
                if seat == p and kind == tokens.MOVED and a in came:
                    came[came.index(a)] = b
                elif seat == p and kind == tokens.PLACED_WORKER and a in came:
                    came[came.index(a)] = -line.number
        found: list[tuple[int, str]] = []
        for i, space in enumerate(now):
            twins = sum(1 for other in came[:i] if other == came[i])
            found.append((space, f"worker-{p}-{came[i]}-{twins}"))
        return found

    # ---- rounds and the common roll ----

    def rounds(self) -> str:
        s, w, box = self.s, self.w, self.box
        n, seats = int(s.round), int(s.seats)
        dice = [int(d) for d in s.title_of(self.me).dice] if s.title[self.me] else list(box.dice_per_round)
        head = w.say("page.round", n=things.ROMAN[n]) if n else w.say("page.set_up")
        out = text(10, 23, head, "t t-h2")
        if n:
            out += text(10, 39, w.say("page.dice_each", n=int(box.dice_per_round[n - 1])), "t t-s")
        for k in range(int(box.rounds)):
            x = 94 + k * 53.0
            first = (int(s.first) + k + 1 - max(n, 1)) % seats
            look = " cell--now" if k + 1 == n else " cell--past" if k + 1 < n else ""
            body = rect(x, 6.5, 50, 42, 6, "cell" + look) + text(
                x + 15, 24.5, things.ROMAN[k + 1], "t t-h2", MIDDLE
            )
            body += icon_row([("n", str(dice[k])), ("i", "die-5")], x + 15, 37.5, 13, 1.5)
            body += use("first", x + 28.5, 8.5, 18) if k + 1 == n else ""
            colour = self.context.colours[first]
            body += group(use(f"seat-{colour}", x + 31, 30.5, 13), f"p-{colour}")
            label = w.say("page.round", n=things.ROMAN[k + 1])
            state = [
                w.say("page.round_dice", n=dice[k]),
                w.say("page.round_first", who=self.context.names[first]),
            ]
            facts = [w.say("page.round_help")]
            out += self.context.target(f"round-{k + 1}", body, label, [], facts, state=state)
        return (
            f'<section class="panel trounds" id="rounds" data-rove>'
            f"{svg(COLUMN, 55, out + self.roll(), w.say('page.rounds'))}</section>"
        )

    def roll(self) -> str:
        """The dice of the common roll of this round."""
        found = self.rolled()
        if not found:
            return ""
        out = text(316, 18, self.w.say("page.roll"), "t t-s")
        pitch = min(27.0, 138.0 / len(found))
        for k, value in enumerate(found):
            name = f"roll-{int(self.s.round)}-{k}"
            out += f'<g id="{name}" class="rolled">{use(f"die-{value}", 316 + k * pitch, 23, pitch - 3)}</g>'
        label = self.w.say("page.rolled", dice=", ".join(str(value) for value in found))
        return self.context.target("roll", out, label, [], [self.w.say("page.roll_help")])

    def rolled(self) -> list[int]:
        found: list[int] = []
        for line in self.context.model.lines:
            for kind, _, a, _ in line.events:
                if kind == tokens.ROUND_BEGINS:
                    found = []
                elif kind == tokens.ROLLED:
                    found.append(a)
        return sorted(found)

    # ---- common goals ----

    def goals(self) -> str:
        s, w = self.s, self.w
        found = cards.members(int(s.goals))
        out = use("acorn", 8, 3, 17) + text(30, 16, w.say("page.goals"), "t t-h")
        out += text(453, 16, w.say("page.goals_note"), "t t-s", END)
        places = max(int(self.box.goals_in_play[s.seats]), len(found))
        pitch = 452.0 / places
        for k in range(places):
            x = 7 + k * pitch + (pitch - 113) / 2
            out += self.goal(found[k], x) if k < len(found) else rect(x, 23, 109, 121, 7, "empty-slot")
        return (
            f'<section class="panel w-goals" id="goals" data-rove>'
            f"{svg(COLUMN, 150, out, w.say('page.goals'))}</section>"
        )

    def goal(self, number: int, x: float) -> str:
        """A common goal, 109 x 121: name, slot, die values, the viewer's count, three steps, verdict."""
        s, w = self.s, self.w
        goal, y = self.box.goals[number], 23.0
        have = int(goal_count(s, self.me, goal))
        values = [value for value in range(1, 7) if cards.has(goal.values, value)]
        actions = [tokens.GOAL << 8 | number << 3 | value for value in values]
        legal = self.context.legal_among(actions)
        body = rect(x, y, 109, 121, 7, "card-box")
        body += card_band(x, y, 109, 19, things.goal_name(w, goal), "goal")
        body += rect(x + 7, y + 24, 34, 34, 7, "die-slot")
        by, value = self.scorer(number)
        blocked = cards.has(s.blocked, number)
        if blocked and by >= 0:
            body += tagged_die(value, x + 10, y + 27, 28, self.context.colours[by])
        elif blocked:
            body += use("done", x + 14, y + 31, 20)
        elif legal:
            ghost = use(f"die-{legal[0] & 7}", x + 10, y + 27, 28)
            body += group(ghost, f"ghost p-{self.context.colours[self.me]}")
        for k, value in enumerate(values):
            body += use(f"die-{value}", x + 48 + k * 19, y + 24, 16.5)
            if tokens.GOAL << 8 | number << 3 | value in self.context.legal:
                body += path(f"M{num(x + 49 + k * 19)} {num(y + 43)}h14.5", "under")
        body += use(goal_icon(goal), x + 47, y + 44.5, 16)
        body += text(x + 66, y + 56.5, w.say("table.have", n=have), "t t-c")
        body += self.goal_steps(goal, x, y + 64, have, bool(legal))
        verdict, look_ = self.verdict(goal, blocked, by, bool(legal))
        body += rect(x + 5, y + 102, 99, 15, 4, "ribbon" if legal else "ribbon ribbon--no")
        body += fitted_heading(x + 54.5, y + 113.2, verdict, "t t-rib" + look_, 95)
        state = [
            capital(things.condition(w, goal)) + ": " + things.goal_steps(s, goal) + " " + w.say("page.vp"),
            w.say("table.have", n=have),
        ]
        facts = [
            w.say("page.goal_help", dice=w.one_of([str(value) for value in values])),
            *self.opponent_facts(goal),
        ]
        label = f"{things.goal_name(w, goal)}: {verdict}"
        glow = halo(x, y, 109, 121, 7)
        return self.context.target(f"goal-{number}", body, label, actions, facts, "", glow, state=state)

    def goal_steps(self, goal: Goal, x: float, y: float, have: int, legal: bool) -> str:
        needs = things.thresholds(self.s, goal)
        reached = sum(1 for need in needs if have >= need)
        out = ""
        for k, need in enumerate(needs):
            cx = x + 5 + k * 33.4
            now = " cell--now" if legal and k == reached - 1 else " cell--reach" if k < reached else ""
            out += rect(cx, y, 32, 35, 5, "cell" + now) + text(cx + 16, y + 12.4, str(need), "t t-b", MIDDLE)
            out += icon_row(acorn(int(goal.vp[k])), cx + 16, y + 25, 15, 1.5)
        return out

    def verdict(self, goal: Goal, blocked: bool, by: int, legal: bool) -> tuple[str, str]:
        """Text of the ribbon and its additional CSS class."""
        w, worth = self.w, int(goal_vp(self.s, self.me, goal))
        if blocked:
            return (
                w.say("page.goal_by", who=self.context.names[by]) if by >= 0 else w.say("page.goal_taken")
            ), " t-quiet"
        if legal:
            return w.say("page.goal_scores", n=worth), ""
        if worth:
            return w.say("page.goal_worth", n=worth), " t-quiet"
        return w.say("page.goal_missing", n=things.missing(self.s, self.me, goal)), " t-no"

    def opponent_facts(self, goal: Goal) -> list[str]:
        """The counts of the other players for this goal."""
        others = [p for p in range(int(self.s.seats)) if p != self.me]
        return [f"{self.context.names[p]}: {int(goal_count(self.s, p, goal))}" for p in others]

    def scorer(self, number: int) -> tuple[int, int]:
        """Seat and die value of the player who scored this goal in this round; -1 if the log does not show
        it.
        """
        notation = self.box.notation
        for line in reversed(self.context.model.lines):
            for kind, seat, a, _ in reversed(line.events):
                if kind == tokens.ROUND_BEGINS:
                    return -1, 0
                if kind == tokens.SCORED_GOAL and a == number and line.token:
                    return seat, notation.parse(line.token) & 7
        return -1, 0

    # ---- the city market ----

    def market(self) -> str:
        s, w, box = self.s, self.w, self.box
        shown = cards.members(int(s.market))
        places = max(int(box.market_size[s.seats]), len(shown))
        out = use("citycard", 8, 4, 16) + text(29, 17, w.say("page.market"), "t t-h") + self.piles()
        pitch = 452.0 / places
        for k in range(places):
            x = 7 + k * pitch + (pitch - 75.4) / 2
            if k >= len(shown):
                out += rect(x, 24, 71, 154, 6, "empty-slot") + use("citycard", x + 21.5, 78, 28, 0, "f0")
                out += text(
                    x + 35.5, 126, w.say("page.taken" if s.round else "page.later_card"), "t t-s", MIDDLE
                )
                continue
            card = shown[k]
            name = things.city_name(w, box, card)
            body = city_card(box, card, name, x, 24)
            advisor = cards.has(box.advisors, card)
            facts = [
                w.say("page.advisor_kind" if advisor else "page.enhancement_kind"),
                capital(things.city_text(w, box, card)),
            ]
            glow = halo(x, 24, 71, 154, 6)
            actions = [tokens.TAKE << 8 | card]
            out += self.context.target(
                f"city-{card}", body, name, actions, [], "", glow, f"city-{card}", state=facts
            )
        drawn = svg(COLUMN, 184, out, w.say("page.market"))
        return f'<section class="panel w-city" id="market">{drawn}</section>'

    def piles(self) -> str:
        """Deck and discard pile. The deck is the target for renewing the market."""
        s, w = self.s, self.w
        deck, gone = cards.count(s.deck), cards.members(int(s.discard))
        renewing = tokens.RENEW << 8 in self.context.legal
        body = rect(314, 2, 78, 20, 5, "pill") if renewing else ""
        body += text(386, 17, w.say("table.deck", n=int(deck)), "t t-s", END)
        body += use("renew", 319, 4, 16) if renewing else ""
        out = self.context.target(
            "deck",
            body,
            w.say("page.deck", n=int(deck)),
            [tokens.RENEW << 8],
            [w.say("page.deck_help")],
            "",
            halo(314, 2, 78, 20, 5),
        )
        names = ", ".join(things.city_name(w, self.box, card) for card in gone)
        drawn = text(453, 17, w.say("table.discard", n=len(gone)), "t t-s", END)
        return out + self.context.target(
            "discard", drawn, w.say("page.discard", n=len(gone)), [], [names] if names else []
        )

    # ---- cards without a place on the table: starter cards to choose from, a card just taken ----

    def ask(self) -> str:
        s = self.s
        f = sentences.open_question(s, self.me)
        if sentences.is_choosing_starters(s) and s.dealt[self.me] > 0:
            return self.starters()
        if f & 255 == frames.UNDER and s.depth:
            return self.taken_card(int(arg(f)), [tokens.UNDER << 8 | board for board in range(BOARDS)])
        if f & 255 == frames.REPLACE and s.depth:
            there = int(s.enhancements(self.me, int(arg2(f))))
            return self.taken_card(int(arg(f)), [tokens.REPLACE << 8 | n for n in range(1, there + 1)])
        return '<div id="ask" hidden></div>'

    def starters(self) -> str:
        """The starter cards dealt to the viewer, with marks on those already chosen."""
        s, w, box = self.s, self.w, self.box
        mine = dict(sentences.planned_starters(s, self.me))
        out = ""
        for card in cards.members(int(s.dealt[self.me])):
            name = things.starter_name(w, box, card)
            actions = [tokens.KEEP << 8 | card << 2 | board for board in range(BOARDS)]
            body = starter_card(box, card, name, 1, 1)
            over, label = "", name
            if card in mine:
                label = w.say("kept", card=name, board=things.board_name(w, box, mine[card]))
                over = check_mark(64, 8)
            facts = [capital(things.row_text(w, box, things.starter_row(box, card)))]
            glow = halo(1, 1, 71, 154, 6)
            drawn = self.context.target(
                f"starter-{card}", body, label, actions, [], "", glow, f"starter-{card}", over, state=facts
            )
            out += svg(73, 156, drawn, name)
        note = sentences.ready_text(w, s).strip()
        small = f"<small>{esc(note)}</small>" if note else ""
        title = self.context.say("page.starters", int(box.starters_kept))
        small += f"<small>{self.context.say('page.starters_how')}</small>" if self.context.legal else ""
        # Beside the map while goals and market, which lie there, are not dealt yet.
        beside = "" if s.goals or s.market else " question--beside"
        return (
            f'<section class="question{beside} panel" id="ask" aria-label="{title}"><h2>{title} {small}</h2>'
            f'<div class="hand">{out}</div></section>'
        )

    def taken_card(self, card: int, actions: list[int]) -> str:
        """A market card that was taken and waits for its order board."""
        w, box = self.w, self.box
        name = things.city_name(w, box, card)
        facts = [capital(things.city_text(w, box, card))]
        glow = halo(1, 1, 71, 154, 6)
        body = city_card(box, card, name, 1, 1)
        drawn = self.context.target(
            f"city-{card}", body, name, actions, [], "", glow, f"city-{card}", state=facts
        )
        title = self.context.say("page.taken_card", what=name)
        return (
            f'<section class="question question--card panel" id="ask" aria-label="{title}"><h2>{title}</h2>'
            f'<div class="hand">{svg(73, 156, drawn, name)}</div></section>'
        )


def map_size(hexes: list[Hex]) -> tuple[float, float]:
    """Width and height of a map of these hexagons."""
    xs = [2 * HEX_HALF_WIDTH * (q + r / 2) for q, r in hexes]
    ys = [HEX_ROW_PITCH * r for _, r in hexes]
    return max(xs) - min(xs) + 2 * (HEX_HALF_WIDTH + EDGE), max(ys) - min(ys) + 2 * (HEX_RADIUS + EDGE)


def rotated_to_fit(hexes: list[Hex]) -> list[Hex]:
    """The map, rotated by multiples of 60 degrees so that it is drawn as large as possible. The map for two
    players is long and narrow.
    """
    best, least = hexes, 0.0
    for _ in range(6):
        wide, high = map_size(hexes)
        size = max(wide / MAP_W, high / MAP_H)
        if least == 0.0 or size < least - 0.01:
            best, least = hexes, size
        hexes = [(-r, q + r) for q, r in hexes]
    return best


def goal_icon(goal: Goal) -> str:
    """The icon of the things that a goal counts."""
    return GOAL_ICON.get(int(goal.condition), ITEM_ICONS[int(goal.resource)])
