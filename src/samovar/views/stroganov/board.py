"""The board of Stroganov: the map with its tiles and regions, and the strips around it.

Every method that draws a region of the page returns an element with the region's id.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.basic import destination
from samovar.games.stroganov.components import KINDS, Box
from samovar.games.stroganov.state import NEUTRAL, Stroganov
from samovar.games.stroganov.turn import free_steps
from samovar.games.stroganov.wishes import furs_to_possess
from samovar.kernel import cards
from samovar.kernel.notation import SEPARATOR
from samovar.kernel.state import arg, arg2
from samovar.views.render_context import RenderContext, halo
from samovar.views.stroganov import things
from samovar.views.stroganov.drawings import (
    animal,
    cossack,
    dome,
    fort,
    fur_chip,
    fur_token,
    house,
    reward_row,
    wish_card,
    wish_flat,
)
from samovar.views.stroganov.prices import cost as cost_of
from samovar.views.stroganov.prices import top_frame
from samovar.views.stroganov.sentences import ride_and_hunt
from samovar.views.stroganov.strips import Strips
from samovar.views.stroganov.things import ROMAN, fur
from samovar.views.svg import (
    MIDDLE,
    Item,
    esc,
    icon_row,
    item_width,
    num,
    path,
    piece,
    rect,
    svg,
    text,
    use,
)
from samovar.views.words.words import capital

TILE_W: Final = 72.0
TILE_H: Final = 150.0
TILE_Y: Final = 6.0
PAD: Final = 4.0
GAP: Final = 4.0
TOWN_X: Final = 8.0
FIRST_X: Final = 58.0
MAP_H: Final = 324.0
BASIC: Final = [
    ("coin", [tokens.COIN]),
    ("horses", [tokens.HORSES]),
    ("steps", [tokens.LEFT, tokens.RIGHT]),
    ("hunt", [tokens.HUNT, tokens.HUNT_LEFT, tokens.HUNT_RIGHT]),
    ("trade", [tokens.TRADE]),
]
ADVANCED: Final = [
    ("village", [tokens.VILLAGE]),
    ("yurt", [tokens.YURT]),
    ("wish", [tokens.WISH]),
    ("outpost", [tokens.OUTPOST]),
    ("claim", [tokens.CLAIM]),
]
ACT_ICON: Final = {"horses": "horse", "steps": "move"}
TURN_STEPS: Final = [frames.MOVE, frames.BASIC, frames.MAIN, frames.END_TURN]
WINTER_STEPS: Final = [frames.INCOME, frames.RANK_STORY, frames.CHOOSE_SONG, frames.LAST_WINDOW]


class Board:
    """The board, rendered for one viewer, with the values that several regions need."""

    def __init__(self, context: RenderContext) -> None:
        self.context: Final = context
        self.w: Final = context.w
        self.s: Final = cast(Stroganov, context.model.view)
        self.box: Final[Box] = self.s.stock
        self.me: Final = context.me
        self.region_x: Final[list[float]] = [0.0]
        self.region_w: Final[list[float]] = [0.0]
        self.tile_x: Final[list[float]] = [TOWN_X]
        self.width = FIRST_X
        self._lay_out()
        self.arrivals: Final = self._arrivals()
        # The move and the hunt for a fur on another tile, by space and kind
        self.rides: Final = {
            (int(destination(self.s, self.me, tokens.MOVE, both[0] & 255)), both[1] & 255): both
            for both, _ in context.picks
        }

    # ---- geometry ----

    def _lay_out(self) -> None:
        """Compute the positions of regions and tiles, from west to east. A region is as wide as its tiles."""
        box = self.box
        for region in range(1, int(box.regions) + 1):
            spaces = [space for space in range(1, int(box.spaces) + 1) if box.region_of[space] == region]
            wide = len(spaces) * (TILE_W + 2) - 2 + 2 * PAD
            self.region_x.append(self.width)
            self.region_w.append(wide)
            for k in range(len(spaces)):
                self.tile_x.append(self.width + PAD + k * (TILE_W + 2))
            self.width += wide + GAP

    def _arrivals(self) -> dict[int, list[int]]:
        """By space: the viewer's moves that end there, legal or refused."""
        s = self.s
        found: dict[int, list[int]] = {}
        for action in [*self.context.legal, *self.context.refused]:
            verb = action >> 8
            if verb not in (tokens.MOVE, tokens.LEFT, tokens.RIGHT):
                continue
            space = int(destination(s, self.me, verb, action & 255))
            if space:
                found.setdefault(space, []).append(action)
        return found

    # ---- the whole board ----

    def regions(self) -> dict[str, str]:
        """All regions of the board by id."""
        strips = Strips(self.context, self.s)
        found = {
            "years": strips.years(),
            "story": strips.story(),
            "supply": strips.supply(),
            "ask": self.ask(),
            "market": strips.market(),
            "trade": strips.trade(),
            "songs": strips.songs(),
            "pieces": self.pieces(),
        }
        for region in range(1, int(self.box.regions) + 1):
            found[f"region-{region}"] = self.region(region)
        for space in range(1, int(self.box.spaces) + 1):
            found[f"tile-{space}"] = self.tile(space)
        return found

    def arrange(self, found: dict[str, str]) -> str:
        """The board of a whole page, composed of its regions."""
        body = rect(0, 0, self.width + 4, MAP_H, 8, "land") + self.town()
        for region in range(1, int(self.box.regions) + 1):
            body += found[f"region-{region}"]
        for space in range(1, int(self.box.spaces) + 1):
            body += found[f"tile-{space}"]
        now = int(self.box.region_of[self.s.space[self.me]]) or 1
        snaps = ""
        for region in range(1, int(self.box.regions) + 1):
            snaps += f'<i class="snap snap-{region}{" snap-now" if region == now else ""}"></i>'
        drawn = svg(self.width + 4, MAP_H, body + found["pieces"], self.w.say("page.map"))
        return (
            f'<div class="strip strip--top">{found["years"]}{found["story"]}{found["supply"]}</div>'
            f'<div class="map" id="map"><div class="map__scroll" tabindex="0">{drawn}{snaps}</div>'
            f"{found['ask']}{found['winter']}{found['ending']}</div>"
            f'<div class="strip strip--low">{found["market"]}{found["trade"]}{found["songs"]}</div>'
        )

    # ---- the map ----

    def town(self) -> str:
        """The starting tile, and below it the prices of steps."""
        box, s = self.box, self.s
        cut = f'x="{num(TOWN_X)}" y="{num(TILE_Y)}" width="46" height="150" viewBox="0 0 46 150"'
        cut += ' aria-hidden="true"'
        out = f"<svg {cut}>{use('town', 0, 0, 46, 150)}</svg>" + rect(TOWN_X, TILE_Y, 46, 150, 3, "frame")
        out += rect(8, 161, 46, 155, 5, "card-box") + use("move", 21, 165, 20)
        free = int(free_steps(s, self.me))
        prices = [(f"1–{free}" if free > 1 else "1", 0)]
        for horses in [int(price) for price in box.step_horses]:
            prices.append((f"+{len(prices)}", horses))
        pitch = 124.0 / max(1, len(prices))
        for k, (steps, horses) in enumerate(prices):
            y = 200 + k * pitch
            out += path(f"M13 {num(y - 13)}h36", "rail") + text(31, y, steps, "t t-h", MIDDLE)
            if horses:
                out += icon_row([("n", str(horses)), ("i", "horse")], 31, y + 10, 13, 2)
            else:
                out += text(31, y + 14, self.w.say("table.free"), "t t-s", MIDDLE)
        return self.context.target(
            "town", out, self.w.say("page.town"), [], [self.w.say("page.town_help", n=free)]
        )

    def tile(self, space: int) -> str:
        s, w, box = self.s, self.w, self.box
        x, y = self.tile_x[space], TILE_Y
        tile = int(s.row[space])
        if tile == 0:
            out = rect(x, y, TILE_W, TILE_H, 5, "empty-slot") + text(x + 7, y + 14, str(space), "t t-s")
            out += use("claim", x + 22, y + 52, 28, 0, "f0")
            out += text(x + 36, y + 98, w.say("page.claimed"), "t t-s", MIDDLE)
            gone = capital(w.say("page.claimed"))
            name = w.say("page.tile", kind=gone, space=space, region=ROMAN[box.region_of[space]])
            return f'<g id="tile-{space}" role="img" aria-label="{esc(name)}">{out}</g>'
        kind = box.kinds[box.tile_kind[tile]]
        cut = f'x="{num(x)}" y="{num(y)}" width="72" height="126" viewBox="0 0 72 126" aria-hidden="true"'
        body = f"<svg {cut}>{use(kind, 0, 0, TILE_W, 126)}</svg>"
        body += rect(x, y + 126, TILE_W, 24, 0, "reward")
        body += reward_row(box, box.tile_reward[tile], x + 36, y + 138, 16, 2.5, TILE_W - 5)
        body += rect(x, y, TILE_W, TILE_H, 3, "frame")
        body += path(f"M{num(x)} {num(y + 23)}v-23h23q0 23-23 23Z", "tab")
        body += text(x + 9.5, y + 15.5, str(space), "t t-n", MIDDLE)
        hunts, chips = self.tile_furs(space)
        body += chips
        arrivals = self.arrivals.get(space, [])
        actions = [*arrivals, tokens.CLAIM << 8 | space]
        label = w.say(
            "page.tile",
            kind=capital(things.kind_name(w, kind)),
            space=space,
            region=ROMAN[box.region_of[space]],
        )
        furs = things.fur_list(w, things.furs_on(s, space))
        facts = [
            w.say("page.furs_here", furs=furs) if furs else w.say("page.no_furs_here"),
            w.say("page.claim_gives", gain=things.reward(w, box, box.tile_reward[tile])),
        ]
        badge = self.price_badge(self.context.legal_among(actions), x + TILE_W - 5, y + 6)
        drawn = self.context.target(
            f"tile-{space}",
            body,
            label,
            actions,
            [],
            "",
            halo(x, y, TILE_W, TILE_H, 3, 0.5),
            f"land-{tile}",
            badge,
            state=facts,
        )
        return f'<g id="tile-{space}">{drawn}{hunts}</g>'

    def price_badge(self, legal: list[int], right: float, y: float) -> str:
        """A badge with the price of the only legal action, empty if there are several."""
        if len(legal) != 1:
            return ""
        items = self.price_items(legal[0])
        if not items:
            return ""
        wide = 8.0
        for item in items:
            wide += item_width(item, 17, 2) + 2
        wide = max(wide, 30.0)
        return rect(right - wide, y, wide, 21, 10.5, "badge") + icon_row(
            items, right - wide / 2, y + 10.5, 17, 2
        )

    def price_items(self, action: int) -> list[Item]:
        """The price of an action as icons. A free move shows 0 horses."""
        cost = cost_of(self.s, self.me, action)
        items: list[Item] = []
        if cost.furs:
            head = ("i", animal(self.box, cost.value))
            items += [("n", str(cost.furs)), head] if cost.furs > 1 else [head]
        if cost.any_furs:
            items.append(("i", "anyfur"))
        if cost.horses or (action >> 8 == tokens.MOVE and not items):
            items += [("n", str(cost.horses)), ("i", "horse")]
        return items + [("i", "coin")] * cost.coins

    def tile_furs(self, space: int) -> tuple[str, str]:
        """The furs on a tile, drawn as two layers: furs that can be hunted (clickable), and the others."""
        s, box = self.s, self.box
        kinds = [kind for kind in range(1, KINDS) for _ in range(s.row_furs[space * KINDS + kind])]
        rows = (len(kinds) + 1) // 2
        per, wide = (2, 33.0) if rows <= 4 else (3, 22.0)
        rows = (len(kinds) + per - 1) // per
        hunts, chips = "", ""
        hunted: set[int] = set()
        for i, kind in enumerate(kinds):
            x = self.tile_x[space] + 2 + (i % per) * (wide + 1.5)
            y = TILE_Y + 125 - (rows - i // per) * 21.5
            chip = fur_chip(box, kind, x, y, wide, 20)
            actions = self.hunts(space, kind)
            ride = self.rides.get((space, kind), [])
            if kind in hunted or not (ride or self.context.legal_among(actions)):
                chips += chip
                continue
            hunted.add(kind)
            if ride:
                hunts += self.ride_target(space, kind, ride, chip + halo(x, y, wide, 20, 4, 1))
                continue
            price = self.price_items(self.context.legal_among(actions)[0])
            badge = ""
            if price:
                # The badge is on the animal's chin. Above the fur, it would seem to belong to the next fur.
                # A 1 before a symbol is left out, so that the number of the fur stays visible.
                price = [item for item in price if item != ("n", "1")]
                pill = min(4 + 9.0 * len(price), wide)
                badge = rect(x, y + 10, pill, 10, 5, "badge")
                badge += icon_row(price, x + pill / 2, y + 15, 9, 1, pill - 4)
            name = fur(self.w, box, kind)
            hunts += self.context.target(
                f"fur-{space}-{kind}", chip, name, actions, [], "", halo(x, y, wide, 20, 4, 1), "", badge
            )
        return hunts, chips

    def ride_target(self, space: int, kind: int, ride: list[int], body: str) -> str:
        """A fur on another tile: one click moves there and hunts it. Its frame shows only on hover and focus,
        so that the frames of the tiles stay clear.
        """
        notation = self.box.notation
        label = ride_and_hunt(self.w, self.s, self.me, ride[0], ride[1])
        tokens_of_both = SEPARATOR.join(notation.token(action) for action in ride)
        return self.context.shortcut_target(f"fur-{space}-{kind}", body, label, tokens_of_both, [], "ride")

    def hunts(self, space: int, kind: int) -> list[int]:
        """The actions that hunt this fur on this tile."""
        s = self.s
        here = int(s.space[self.me])
        found: list[int] = []
        if space == here:
            found.append(tokens.HUNT << 8 | kind)
        if here and space == s.tile_left(here):
            found.append(tokens.HUNT_LEFT << 8 | kind)
        if here and space == s.tile_right(here):
            found.append(tokens.HUNT_RIGHT << 8 | kind)
        return found

    def region(self, region: int) -> str:
        """A region below its tiles: its fur, the outpost spaces, village, yurt and wish."""
        x, w = self.region_x[region], self.region_w[region]
        ix, iw, y = x + PAD, w - 2 * PAD, TILE_Y + TILE_H + 5
        wide = iw > 150
        out = rect(x, 2, w, 320, 8, f"region region-{(region - 1) % 5 + 1}")
        value = int(self.s.region_fur[region])
        if value:
            label = self.w.say("page.region_fur", region=ROMAN[region], fur=fur(self.w, self.box, value))
            drawn = fur_chip(self.box, value, ix, y + 1, 38, 26) + use("advanced", ix - 3, y - 4, 14)
            out += self.context.target(
                f"region-fur-{region}", drawn, label, [], [self.w.say("page.region_fur_help")]
            )
        if wide:
            out += text(ix + 46, y + 18.5, self.w.say("page.region", n=ROMAN[region]), "t t-h")
        else:
            out += text(ix + 46.5, y + 18, ROMAN[region], "t t-r", MIDDLE)
        out += self.posts(region, x + w - PAD, y)
        half = (iw - 4) / 2
        out += self.village(region, ix, y + 33, half, wide) + self.yurt(
            region, ix + half + 4, y + 33, half, wide
        )
        return f'<g id="region-{region}">{out}{self.wish(region, ix, y + 95, iw)}</g>'

    def posts(self, region: int, right: float, y: float) -> str:
        """The outpost spaces of a region with their prices. The leftmost free one is clickable."""
        s, box = self.s, self.box
        spaces = int(box.post_spaces)
        free = int(s.free_place(region))
        out = ""
        for k in range(spaces):
            x = right - 30 * (spaces - k) + 1
            drawn = rect(x, y, 29, 28, 5, "slot")
            price: list[str] = []
            if s.posts[region * spaces + k] == 0:
                horses = int(box.post_horses[region * spaces + k])
                signs: list[Item] = [("n", str(horses)), ("i", "horse")]
                price = [self.w.say("page.good.horse", n=horses)]
                if horses:
                    drawn += icon_row(signs, x + 14.5, y + 14, 14, 2)
                else:
                    drawn += text(x + 14.5, y + 18.5, "0", "t t-b", MIDDLE)
            actions = [tokens.OUTPOST << 8 | region] if k == free else []
            label = self.w.say("page.post", n=k + 1, region=ROMAN[region])
            out += self.context.target(
                f"post-{region}-{k}",
                drawn,
                label,
                actions,
                [self.w.say("page.post_help")],
                "",
                halo(x, y, 29, 28, 5, 1),
                state=price,
            )
        return out

    def village(self, region: int, x: float, y: float, w: float, wide: bool) -> str:
        box = self.box
        village = int(self.s.village[region])
        if village == 0:
            return rect(x, y + 14, w, 44, 5, "slot")
        name = capital(things.village_name(self.w, box, village))
        body = house(x, y, w) + text(x + w / 2, y + 51.5, name, "t t-c", MIDDLE)
        body += reward_row(box, box.village_reward[village], x + w / 2, y + 31, 22 if wide else 20, 3, w - 10)
        label = self.w.say("page.village", name=name, region=ROMAN[region])
        gain = things.reward(self.w, box, box.village_reward[village])
        return self.context.target(
            f"village-{region}",
            body,
            label,
            [tokens.VILLAGE << 8 | region],
            [],
            "",
            halo(x, y, w, 58, 5, 1.5),
            state=[self.w.say("page.gives", gain=gain)],
        )

    def yurt(self, region: int, x: float, y: float, w: float, wide: bool) -> str:
        box = self.box
        yurt = int(self.s.yurt[region])
        actions = [tokens.YURT << 8 | region]
        if yurt == 0:
            body = rect(x, y + 14, w, 44, 5, "slot") + text(
                x + w / 2, y + 40, self.w.say("page.used"), "t t-s", MIDDLE
            )
            label = self.w.say("page.no_yurt", region=ROMAN[region])
            return self.context.target(f"yurt-{region}", body, label, actions, [])
        deck = "A" if cards.has(box.yurts_a, yurt) else "B"
        body = dome(x, y, w) + text(x + w / 2, y + 51.5, self.w.say("page.yurt", n=deck), "t t-c", MIDDLE)
        body += reward_row(
            box, box.yurt_reward[yurt], x + w / 2, y + 31, 22 if wide else 18, 3 if wide else 1.5, w - 8
        )
        label = self.w.say("page.yurt_in", region=ROMAN[region])
        gain = things.reward(self.w, box, box.yurt_reward[yurt])
        return self.context.target(
            f"yurt-{region}",
            body,
            label,
            actions,
            [],
            "",
            halo(x, y, w, 58, 5, 1.5),
            f"yurt-{yurt}",
            state=[self.w.say("page.gives", gain=gain)],
        )

    def wish(self, region: int, x: float, y: float, w: float) -> str:
        s, box = self.s, self.box
        wish = int(s.wish[region])
        actions = [tokens.WISH << 8 | region]
        if wish == 0:
            body = rect(x, y, w, 56, 5, "slot") + text(
                x + w / 2, y + 31, self.w.say("page.taken"), "t t-s", MIDDLE
            )
            return self.context.target(
                f"wish-{region}", body, self.w.say("page.no_wish", region=ROMAN[region]), actions, []
            )
        have = int(furs_to_possess(s, self.me, wish))
        body = wish_flat(box, wish, have, x, y, w)
        label = self.w.say("page.wish_in", wish=box.wish_ids[wish], region=ROMAN[region])
        return self.context.target(
            f"wish-{region}",
            body,
            label,
            actions,
            [],
            "",
            halo(x, y, w, 56, 5, 1.5),
            f"wish-{wish}",
            state=self.wish_facts(wish, have),
        )

    def wish_facts(self, wish: int, have: int) -> list[str]:
        """The demand, VP and effect of a wish, one sentence each."""
        w, box = self.w, self.box
        return [
            capital(things.wish_need(w, box, wish, have)),
            w.say("page.wish_vp", n=int(box.wish_vp[wish])),
            capital(things.effect(w, box, wish)),
        ]

    # ---- pieces: one layer above the map ----

    def pieces(self) -> str:
        s = self.s
        out = ""
        spaces = int(self.box.post_spaces)
        for region in range(1, int(self.box.regions) + 1):
            right = self.region_x[region] + self.region_w[region] - PAD
            for k in range(spaces):
                owner = int(s.posts[region * spaces + k])
                if owner == 0:
                    continue
                x = right - 30 * (spaces - k) + 15.5
                colour = "neutral" if owner == NEUTRAL else self.context.colours[owner - 1]
                who = self.w.say("page.neutral") if owner == NEUTRAL else self.context.names[owner - 1]
                label = self.w.say("page.outpost_of", who=who, region=ROMAN[region])
                out += fort(colour, x, TILE_Y + TILE_H + 19, f"fort-{region}-{k}", label)
        for p in [int(q) for q in s.order]:
            out += self.cossack(p)
        if self.context.model.seat >= 0 and self.me in self.context.model.actors:
            caret = path("M-6-4H6L0 5Z", "badge")
            out += piece("caret", caret, self.cossack_x(self.me), TILE_Y + 36, "caret")
        return f'<g id="pieces">{out}</g>'

    def cossack(self, p: int) -> str:
        done = cards.has(self.s.acted, p) and p not in self.context.model.actors
        place = int(self.s.space[p])
        where = self.w.say("page.on_space", n=place) if place else self.w.say("page.in_town")
        label = self.w.say("page.cossack_of", who=self.context.names[p], where=where)
        cls = "is-done" if done else "is-mine" if p == self.me else ""
        return cossack(self.context.colours[p], self.cossack_x(p), TILE_Y + 82, 1.12, cls, label)

    def cossack_x(self, p: int) -> float:
        """The x coordinate of a Cossack. On each space they stand in a row, the one ahead furthest right."""
        s = self.s
        space = int(s.space[p])
        here = [int(q) for q in s.order if s.space[q] == space]
        first, pitch = (12.0, 9.0) if space == 0 else (20.0, 16.0 if len(here) < 4 else 13.0)
        return self.tile_x[space] + first + (len(here) - 1 - here.index(p)) * pitch

    # ---- temporary panel: start wishes on offer, furs drawn from the bag ----

    def ask(self) -> str:
        s = self.s
        f = top_frame(s)
        if any(s.offer):
            return self.offer()
        if f & 255 == frames.KEEP:
            return self.drawn(f)
        return '<div id="ask" hidden></div>'

    def offer(self) -> str:
        s, w, box = self.s, self.w, self.box
        out = ""
        for k, card in enumerate([int(card) for card in s.offer]):
            wish, kind = card & 255, card >> 8
            if wish == 0:
                continue
            have = int(furs_to_possess(s, self.me, wish))
            need = w.say(
                "page.need", value=int(box.wish_value[wish]), have=have, give=int(box.wish_pay[wish])
            )
            body = wish_card(box, wish, have, need, "", True)
            if kind:
                body += fur_chip(box, kind, 31, 98, 34, 20)
            facts = self.wish_facts(wish, have)
            if kind:
                facts.append(w.say("page.with_fur", fur=fur(w, box, kind)))
            drawn = self.context.target(
                f"offer-{k}",
                body,
                w.say("page.start_wish", wish=box.wish_ids[wish]),
                [tokens.START << 8 | wish],
                facts,
                "",
                halo(1, 1, 94, 122, 7),
                f"wish-{wish}",
            )
            out += svg(96, 124, drawn, box.wish_ids[wish])
        return (
            f'<section class="question panel" id="ask" aria-label="{self.context.say("page.start_wishes")}">'
            f'<h2>{self.context.say("page.start_wishes")}</h2><div class="hand">{out}</div></section>'
        )

    def drawn(self, f: int) -> str:
        """The two furs drawn from the bag, one of which is kept."""
        w, box = self.w, self.box
        out = ""
        for k, kind in enumerate([int(arg(f)), int(arg2(f))]):
            x = 4 + k * 62.0
            out += self.context.target(
                f"keep-{k}",
                fur_token(box, kind, x, 4, 56, 66),
                fur(w, box, kind),
                [tokens.KEEP << 8 | kind],
                [],
                "",
                halo(x, 4, 56, 66, 5, 1),
            )
        title = self.context.say("page.from_bag")
        return (
            f'<section class="question question--small panel" id="ask" aria-label="{title}">'
            f"<h2>{title}</h2>{svg(126, 74, out, w.say('page.from_bag'))}</section>"
        )
