"""The board of Catherine: the map with its cities, the favor track, the calendar, majorities, piles.

Every function draws one region of the page and returns an element with the region's id.
"""

from __future__ import annotations

from typing import Final, cast

from samovar.games.catherine import frames, tokens
from samovar.games.catherine.actions import build_scope, is_building
from samovar.games.catherine.components import BOOK, BOOKS_BUILD, BOOKS_JOKER, CANNON, COLOURS, ROW, Box
from samovar.games.catherine.interim import book_reward, comparison_vp, count_on_row
from samovar.games.catherine.residences import free_cities
from samovar.games.catherine.scoring import largest_group
from samovar.games.catherine.state import DISCARD, HANDS, Catherine
from samovar.kernel import cards
from samovar.kernel.state import replaced
from samovar.views.catherine import sentences
from samovar.views.catherine.drawings import (
    REGIONS,
    city_icon,
    favor_marker,
    patterned,
    residence,
    seat_count,
)
from samovar.views.render_context import RenderContext, halo
from samovar.views.svg import (
    END,
    MIDDLE,
    Item,
    dot,
    drawing,
    esc,
    fitted_text,
    group,
    icon,
    icon_row,
    num,
    path,
    rect,
    shield,
    svg,
    text,
    use,
    width_of,
)
from samovar.views.words.words import capital

MAP_W: Final = 856.0
MAP_H: Final = 374.0
FAVOR_W: Final = 132.0
# By city id: the middle of its ground line on the map. Other cities are placed by x and y of their box.
CITY_POINTS: Final = {
    "vyborg": (192.0, 40.0),
    "st_petersburg": (262.0, 92.0),
    "reval": (124.0, 108.0),
    "riga": (66.0, 170.0),
    "novgorod": (224.0, 146.0),
    "smolensk": (148.0, 212.0),
    "moscow": (314.0, 206.0),
    "nizhny_novgorod": (426.0, 178.0),
    "voronezh": (378.0, 262.0),
    "kharkov": (266.0, 282.0),
    "kiev": (98.0, 286.0),
    "novorossiya": (208.0, 344.0),
    "archangelsk": (410.0, 78.0),
    "kazan": (552.0, 164.0),
    "orenburg": (638.0, 202.0),
    "astrakhan": (490.0, 336.0),
    "siberia": (704.0, 122.0),
    "irkutsk": (782.0, 194.0),
}
# By road: the bend to one side, so that roads avoid seas and other cities.
BENDS: Final = {
    ("vyborg", "archangelsk"): -16.0,
    ("novgorod", "archangelsk"): 12.0,
    ("moscow", "archangelsk"): 14.0,
    ("archangelsk", "siberia"): -22.0,
    ("siberia", "irkutsk"): -12.0,
    ("orenburg", "irkutsk"): 18.0,
    ("voronezh", "astrakhan"): 14.0,
    ("kazan", "astrakhan"): -22.0,
    ("kazan", "siberia"): -12.0,
    ("riga", "smolensk"): 12.0,
    ("smolensk", "kiev"): 12.0,
    ("nizhny_novgorod", "voronezh"): -10.0,
    ("moscow", "voronezh"): 8.0,
    ("astrakhan", "orenburg"): 12.0,
    ("riga", "novgorod"): 10.0,
    ("smolensk", "moscow"): 8.0,
    ("kiev", "kharkov"): -8.0,
}
LANDMARK: Final = "kharkov"  # the landmark of cities without a drawing of their own
PLOT_WIDTH: Final = 14.0
ROMAN: Final = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]


class Board:
    """The board for one viewer, with values that several regions use."""

    def __init__(self, context: RenderContext) -> None:
        self.context: Final = context
        self.w: Final = context.w
        self.s: Final = cast(Catherine, context.model.view)
        self.box: Final[Box] = self.s.stock
        # All players decide at the same time, so a spectator sees the board from the first seat.
        self.me: Final = max(0, context.model.seat)
        self.seats: Final = int(self.s.seats)
        self.colour: Final = context.colours[self.me]
        self.step: Final = sentences.current_step(self.s)
        self.asked: Final = sentences.open_question(self.s, self.me) & 255 if self.s.asked[self.me] else 0
        self.cities: Final = cards.members(int(self.box.cities))
        # the viewer's own secret choice: two cards, and the place of the second one
        hidden = context.model.seat < 0 or not sentences.choosing_secretly(self.s)
        self.plan: Final[list[int]] = [] if hidden else sentences.choices_so_far(self.s, self.me)
        self.badges: Final[dict[int, str]] = {}  # by city; cached, as several cards may build there

    # ---- geometry ----

    def city_point(self, city: int) -> tuple[float, float]:
        box = self.box
        found = CITY_POINTS.get(box.city_ids[city])
        if found is not None:
            return found
        return 50 + int(box.city_x[city]) * 0.75, 40 + int(box.city_y[city]) * 0.3

    def ribbon_width(self, city: int) -> float:
        """The width of the ribbon with the city's name."""
        plots = 15 + PLOT_WIDTH * self.seats
        return max(plots, width_of(sentences.city_name(self.w, self.s, city), 10.5) + 21)

    def road(self, a: int, b: int) -> str:
        """The SVG path of a road: a curve from city to city."""
        (x1, y1), (x2, y2) = self.city_point(a), self.city_point(b)
        ids = self.box.city_ids
        bend = BENDS.get((ids[a], ids[b]), -BENDS.get((ids[b], ids[a]), 0.0))
        dx, dy = x2 - x1, y2 - y1
        length = max(1.0, (dx * dx + dy * dy) ** 0.5)
        cx, cy = (x1 + x2) / 2 - dy / length * bend * 2, (y1 + y2) / 2 + dx / length * bend * 2
        return f"M{num(x1)} {num(y1 + 2)}Q{num(cx)} {num(cy)} {num(x2)} {num(y2 + 2)}"

    # ---- all regions ----

    def regions(self) -> dict[str, str]:
        found = {
            "rounds": self.rounds(),
            "majority": self.majority(),
            "piles": self.piles(),
            "favor": self.favor(),
            "roads": self.roads(),
            "previews": self.previews(),
            "pieces": self.pieces(),
        }
        for city in self.cities:
            found[f"city-{city}"] = self.city(city)
        return found

    def arrange(self, found: dict[str, str]) -> str:
        """The board of a full page, put together from its regions."""
        body = drawing("catherine", "empire.svg") + self.all_roads() + found["roads"] + self.legend()
        body += found["previews"]
        northern = sorted([(self.city_point(city)[1], city) for city in self.cities])
        body += "".join(found[f"city-{city}"] for _, city in northern) + found["pieces"]
        body += rect(1.5, 1.5, MAP_W - 3, MAP_H - 3, 8, "mapframe")
        body += rect(5, 5, MAP_W - 10, MAP_H - 10, 5, "mapframe mapframe--in")
        drawn = svg(MAP_W, MAP_H, body, self.w.say("page.map"))
        return (
            f'<div class="strip strip--top">{found["rounds"]}{found["majority"]}{found["piles"]}</div>'
            f'<div class="map-row">{found["favor"]}<div class="map" id="map">'
            f'<div class="map__scroll" tabindex="0">{drawn}</div>'
            f"{found['scoring']}{found['ending']}</div></div>"
        )

    # ---- the map ----

    def all_roads(self) -> str:
        """All roads, dashed on a light ground."""
        d = ""
        for city in self.cities:
            for other in cards.members(int(self.box.roads[city])):
                d += self.road(city, other) if other > city else ""
        return path(d, "road-case") + path(d, "road")

    def roads(self) -> str:
        """The roads between my residences, solid: the group they connect scores at the end."""
        own = int(self.s.residences[self.me])
        d = ""
        for city in cards.members(own):
            for other in cards.members(int(self.box.roads[city]) & own):
                d += self.road(city, other) if other > city else ""
        drawn = path(d, "road-mine-ink") + path(d, "road-mine") if d else ""
        return f'<g id="roads" class="p-{self.colour}">{drawn}</g>'

    def legend(self) -> str:
        """The legend: the three regions with colour, pattern and icon."""
        x, y = 700.0, 282.0
        out = rect(x, y, 144, 80, 6, "card-box")
        out += f'<rect x="{num(x + 4)}" y="{num(y + 21)}" width="136" height="4" fill="url(#frieze)"/>'
        out += fitted_text(x + 72, y + 15.5, self.w.say("page.empire"), "t t-h", 132, 12)
        for k, colour in enumerate(REGIONS):
            at = y + 31 + k * 16
            out += patterned(colour, rect(x + 27, at, 38, 11, 2, "outline")) + use(
                f"reg-{colour}", x + 8, at - 2, 15
            )
            out += fitted_text(x + 72, at + 9.5, self.region_name(k), "t t-city", 68, 10.5, "start")
        help = self.w.say("page.empire_help")
        return self.context.target("legend", out, self.w.say("page.empire"), [], [help])

    def region_name(self, colour: int) -> str:
        """The name of a region with its colour: ``East (green)``."""
        return self.w.say(
            "page.region",
            name=self.w.say(f"page.region.{colour}"),
            colour=sentences.colour(self.w, self.box, colour),
        )

    def city(self, city: int) -> str:
        """A city: landmark, ribbon with the name, medallion with its gain, a plot for every seat."""
        s, w, box = self.s, self.w, self.box
        (x, y), wide = self.city_point(city), self.ribbon_width(city)
        left = x - wide / 2
        name = sentences.city_name(w, s, city)
        region = REGIONS[int(box.city_colour[city])]
        tail = f"M{num(left - 5)} {num(y + 1)}h{num(wide + 10)}l-4 7.5 4 7.5h{num(-wide - 10)}l4-7.5Z"
        out = rect(left - 21, y - 36, wide + 31, 62, 13, "spot")
        out += patterned(region, path(tail, "ribbon-tail")) + rect(
            left, y, wide, 16, 2, f"frame fill-{region}"
        )
        out += fitted_text(x + 6.5, y + 11.8, name, "t-cityname", wide - 18)
        id = box.city_ids[city]
        out += use(f"l-{id if id in CITY_POINTS else LANDMARK}", left - 15, y - 31, 30, 38)
        out += dot(left - 2, y + 7, 11, "medal") + self.medallion(city, left, y)
        for p in range(self.seats):
            if not cards.has(s.residences[p], city):
                out += use("plot", left + 15 + p * PLOT_WIDTH, y - 16.5, 14.5, 16.7)
        action = tokens.BUILD << 8 | city
        facts = self.city_facts(city)
        spot = self.context.target(
            f"city-{city}",
            out,
            w.say("page.city", city=name, region=self.region_name(int(box.city_colour[city]))),
            [action],
            facts[-1:],  # the roads
            "city",
            halo(left - 21, y - 36, wide + 31, 62, 12),
            "",
            self.gain_badge(city, x + wide / 2 + 6, y - 36) if self.context.token(action) else "",
            state=facts[:-1],
        )
        return f'<g id="city-{city}">{spot}</g>'

    def medallion(self, city: int, left: float, y: float) -> str:
        """The gain of a residence as an icon, with the number of tiles left."""
        box = self.box
        icon_id = city_icon(box, city)
        if box.city_tile[city]:
            n = int(self.s.tiles_left(city))
            count = dot(left + 6.5, y + 15, 6.3, "count") + text(
                left + 6.5, y + 18.8, str(n), "t t-left", MIDDLE
            )
            return use(icon_id, left - 10, y - 1, 16) + count
        if icon_id == "one":
            return shield(str(box.city_vp[city]), left - 11.5, y - 2.5, 19)
        return use(icon_id, left - 10.5, y - 1.8, 17) if icon_id else ""

    def city_facts(self, city: int) -> list[str]:
        """The help text of a city: its gain, the owners of residences there, the cities its roads lead to."""
        s, w, box = self.s, self.w, self.box
        facts: list[str] = []
        if box.city_tile[city]:
            good = sentences.symbols(w, box, int(box.city_tile[city]))[0]
            facts.append(w.say("page.city_tile", good=good, n=int(s.tiles_left(city))))
        if cards.has(box.crowns, city):
            facts.append(w.say("page.city_crown"))
        if cards.has(box.vp_cities, city):
            facts.append(w.say("page.city_vp", n=int(box.city_vp[city])))
        here = [self.context.names[p] for p in range(self.seats) if cards.has(s.residences[p], city)]
        facts.append(w.say("page.city_homes", who=", ".join(here)) if here else w.say("page.city_empty"))
        ways = [sentences.city_name(w, s, other) for other in cards.members(int(box.roads[city]))]
        facts.append(w.say("page.city_roads", cities=", ".join(ways)))
        return facts

    def gain_badge(self, city: int, right: float, y: float) -> str:
        """A badge with the gain of building here: good, crown or points, and the group if it grows."""
        if city not in self.badges:
            self.badges[city] = self.make_badge(city, right, y)
        return self.badges[city]

    def make_badge(self, city: int, right: float, y: float) -> str:
        s, box = self.s, self.box
        icon_id = city_icon(box, city)
        items: list[Item] = (
            [("i", "laurel"), ("i", "one")] if icon_id == "one" else [("n", "+1"), ("i", icon_id)]
        )
        if not icon_id:
            items = []
        after = s.clone()
        after.residences = replaced(s.residences, self.me, int(cards.plus(s.residences[self.me], city)))
        now = int(largest_group(after, self.me))
        if now != largest_group(s, self.me):
            items += [("i", "link"), ("n", str(now))]
        if not items:
            return ""
        wide = 8.0 + sum(7.5 * len(value) if kind == "n" else 17 for kind, value in items)
        plate = rect(right - wide, y, wide, 18, 9, "badge")
        return group(plate + icon_row(items, right - wide / 2, y + 9, 15, 2, wide - 6), "gain")

    def previews(self) -> str:
        """The cities where each of my building cards could build, with the gain. The style sheet shows them
        while the pointer is over the card.
        """
        s = self.s
        out = ""
        for k, card in enumerate(self.my_row()):
            out += self.preview(f"preview-{k + 1}", card)
        for k, card in enumerate(self.my_hand()):
            out += self.preview(f"preview-h{k + 1}", card)
        return f'<g id="previews">{out}</g>' if s.depth else '<g id="previews"></g>'

    def preview(self, cls: str, card: int) -> str:
        if not is_building(self.s, card):
            return ""
        spots = ""
        for city in cards.members(int(free_cities(self.s, self.me, build_scope(self.s, card)))):
            (x, y), wide = self.city_point(city), self.ribbon_width(city)
            spots += rect(x - wide / 2 - 18, y - 35, wide + 27, 58, 12)
            spots += self.gain_badge(city, x + wide / 2 + 6, y - 36)
        return group(spots, f"preview {cls}") if spots else ""

    def my_row(self) -> list[int]:
        """My action row, including cards that I have chosen for it secretly."""
        s = self.s
        found = [int(s.row[self.me * ROW + k]) for k in range(int(s.row_length(self.me)))]
        if self.step == frames.CHOOSE_START:
            return found + self.plan
        return found + self.plan[:1] if self.step == frames.PLAY_CARDS else found

    def my_hand(self) -> list[int]:
        """The cards in my hand, without those that I have chosen for the reveal."""
        s = self.s
        down = self.plan if self.step == frames.CHOOSE_START else self.plan[:1]
        if self.step == frames.PLAY_CARDS and len(self.plan) == 3:
            down = self.plan[:2]
        held = (
            cards.members_of_sets(s.sets, HANDS + self.me * COLOURS, COLOURS)
            if self.context.model.seat >= 0
            else []
        )
        return [card for card in held if card not in down]

    # ---- pieces: one flat layer ----

    def pieces(self) -> str:
        s, w = self.s, self.w
        out = ""
        for city in self.cities:
            (x, y), wide = self.city_point(city), self.ribbon_width(city)
            for p in range(self.seats):
                if cards.has(s.residences[p], city):
                    label = w.say(
                        "page.home_of", who=self.context.names[p], city=sentences.city_name(w, s, city)
                    )
                    foot = x - wide / 2 + 22.3 + p * PLOT_WIDTH
                    out += residence(self.context.colours[p], foot, y + 0.6, f"home-{p}-{city}", label)
        return f'<g id="pieces">{out}</g>'

    # ---- above the map ----

    def rounds(self) -> str:
        """The calendar of decades and rounds. A laurel stands for an interim scoring."""
        s, w, box = self.s, self.w, self.box
        out = fitted_text(9, 19, w.say("page.decade", n=int(s.decade)), "t t-h", 58, 12, "start")
        part = w.say("page.round", n=int(s.round)) if s.round else w.say("page.setup")
        out += fitted_text(9, 36, part, "t t-h", 58, 12, "start")
        wide = 326.0 / int(box.decades)
        cell = (wide - 25) / int(box.rounds)
        for decade in range(1, int(box.decades) + 1):
            x = 72 + (decade - 1) * wide
            out += text(x + (wide - 25) / 2, 14, ROMAN[decade], "t t-n", MIDDLE)
            for k in range(1, int(box.rounds) + 1):
                past = decade < s.decade or (decade == s.decade and k < s.round) or self.context.model.over
                now = decade == s.decade and k == s.round and not self.context.model.over
                state = "cell cell--now" if now else "cell cell--past" if past else "cell"
                out += rect(x + (k - 1) * cell, 19, cell - 1, 22, 3, state)
                style = "t t-b" if now else "t t-s"
                out += text(x + (k - 1) * cell + (cell - 1) / 2, 34.5, str(k), style, MIDDLE)
            past = decade < s.decade or self.context.model.over
            out += use("laurel", x + wide - 23.5, 19, 22, 0, "past" if past else "")
        label = w.say(
            "page.calendar", n=int(s.decade), of=int(box.decades), round=int(s.round), rounds=int(box.rounds)
        )
        drawn = self.context.target("rounds", out, label, [], [w.say("page.rounds_help")])
        return f'<section class="panel w-rounds" id="rounds">{svg(400, 48, drawn, label)}</section>'

    def majority(self) -> str:
        """The comparisons of the next scoring: cannons with both neighbors, books with all players."""
        rail = path("M202 6v36", "rail")
        body = self.cannons() + rail + self.books()
        label = self.w.say("page.majorities")
        return f'<section class="panel w-major" id="majority">{svg(400, 48, body, label)}</section>'

    def cannons(self) -> str:
        s, w = self.s, self.w
        me, right = self.me, (self.me + 1) % self.seats
        left = (self.me + self.seats - 1) % self.seats
        out = use("cannon", 6, 6, 20) + fitted_text(8, 40, w.say("page.cannons"), "t t-h", 54, 12, "start")
        own = count_on_row(s, me, CANNON)
        shown = (
            [(left, "left"), (me, ""), (right, "right")] if self.seats > 2 else [(me, ""), (right, "other")]
        )
        for k, (p, side) in enumerate(shown):
            x = 64 + k * 45.0
            n = int(count_on_row(s, p, CANNON))
            out += rect(x, 7, 42, 20, 5, "cell" if side else "cell cell--goal")
            out += seat_count(self.context.colours[p], n, x + 6, 10.5)
            if side:
                vp = int(comparison_vp(s, own, n))
                out += fitted_text(x + 26, 41, w.say("page.side." + side), "t t-s", 26, 10.5, END)
                out += shield(str(vp), x + 28, 29, 15)
        told: list[str] = [
            w.say("page.cannons_help", more=int(self.box.more_cannons), equal=int(self.box.equal_cannons))
        ]
        for p in range(self.seats):
            n = int(count_on_row(s, p, CANNON))
            told.append(f"{self.context.names[p]}: {w.count(n, 'cannon')}")
        return self.context.target("cannons", out, w.say("page.cannons"), [], told[:1], state=told[1:])

    def books(self) -> str:
        s, w = self.s, self.w
        out = use("book", 207, 6, 20) + fitted_text(208, 40, w.say("page.books"), "t t-h", 38, 12, "start")
        books = [int(count_on_row(s, p, BOOK)) for p in range(self.seats)]
        order = sorted([(-books[p], p) for p in range(self.seats)])
        told: list[str] = [w.say("page.books_help")]
        for k, (_, p) in enumerate(order):
            x = 247 + k * 38.0
            out += rect(x, 7, 36, 20, 5, "cell cell--goal" if p == self.me else "cell")
            out += seat_count(self.context.colours[p], books[p], x + 4, 10.5)
            reward = int(book_reward(s, books[p], max(books), min(books)))
            icon_id = "house" if reward == BOOKS_BUILD else "joker" if reward == BOOKS_JOKER else ""
            out += use(icon_id, x + 10, 29, 16) if icon_id else text(x + 18, 41, "–", "t t-b", MIDDLE)
            ending = "build" if reward == BOOKS_BUILD else "joker" if reward == BOOKS_JOKER else "nothing"
            told.append(w.say(f"event.books_{ending}", who=self.context.names[p], n=books[p]))
        return self.context.target("books", out, w.say("page.books"), [], told[:1], state=told[1:])

    def piles(self) -> str:
        """The sizes of draw pile, discard pile and joker supply. The help lists the open discards."""
        s = self.s
        thrown = cards.members_of_sets(s.sets, DISCARD, COLOURS)
        piles = [
            ("draw", "deck", int(s.pile_left)),
            ("discard", "discard", len(thrown)),
            ("joker", "joker", int(s.jokers_left())),
        ]
        out = ""
        for key, ref, n in piles:
            told = [
                f"{capital(self.w.say('page.pile.' + key))}: {n}",
                "|" + self.w.say(f"page.pile.{key}_help"),
            ]
            if key == "discard":
                told += self.discard_lines(thrown)
            out += (
                f'<li data-help="{esc(chr(10).join(told))}"><b>{icon(ref)}{n}</b>'
                f"<small>{self.context.say('page.pile.' + key)}</small></li>"
            )
        label = self.context.say("page.piles")
        return f'<ul class="panel supply supply--3 w-piles" id="piles" aria-label="{label}">{out}</ul>'

    def discard_lines(self, thrown: list[int]) -> list[str]:
        """The cards of the discard pile as lines of help, one for each colour."""
        lines: list[str] = []
        for colour in range(COLOURS):
            names: dict[str, int] = {}
            for card in thrown:
                if card >> 6 == colour:
                    name = sentences.card_name(self.w, self.box, card)
                    names[name] = names.get(name, 0) + 1
            if names:
                listed = ", ".join(f"{name} {n}" if n > 1 else name for name, n in names.items())
                lines.append(f"|{capital(sentences.colour(self.w, self.box, colour))}: {listed}")
        return lines

    # ---- beside the map ----

    def favor(self) -> str:
        """The favor track from the bottom space up. Spaces with the same value share a block in a column."""
        s, w, box = self.s, self.w, self.box
        spaces = int(box.top) + 1
        high, top = 333.0 / spaces, 35.0
        low = top + spaces * high
        out = use("crown", 6, 2, 17) + text(26, 14, w.say("page.favor"), "t t-h")
        for k, ref in enumerate(("cards2", "vp", "link")):
            out += use(ref, 66 + k * 21.5, 18, 15)
        out += path(f"M5 {num(top)}H62V{num(low)}H5Z", "carpet")
        for space in range(spaces):
            y = low - (space + 1) * high
            out += rect(5, y, 57, high, 0, "carpet-odd") if space % 2 else ""
            out += path(f"M5 {num(y)}H62", "carpet-step") + text(
                11, y + high * 0.68, str(space), "t t-step", MIDDLE
            )
        mine = int(s.favor[self.me])
        columns = [box.hand_limit, box.favor_vp, box.multiplier]
        for k, column in enumerate(columns):
            first = 0
            while first < spaces:
                last = first
                while last + 1 < spaces and column[last + 1] == column[first]:
                    last += 1
                here = first <= mine <= last
                y, x = low - (last + 1) * high, 63.5 + k * 21.5
                tall = (last - first + 1) * high
                out += rect(x, y + 0.8, 20, tall - 1.6, 4, "cell cell--mine" if here else "cell")
                value = f"{'×' if k == 2 else ''}{column[first]}"
                out += text(x + 10, y + tall / 2 + 4.6, value, "t t-b" if here else "t t-b t-fav", MIDDLE)
                first = last + 1
        out += path(f"M4 {num(low - (mine + 1) * high)}h59v{num(high)}H4Z", "nowline")
        facts = self.favor_facts()
        drawn = self.context.target(
            "favor", out, w.say("page.favor"), [], facts[:1], state=facts[1:]
        ) + self.favor_markers(low, high)
        picture = svg(FAVOR_W, MAP_H, drawn, w.say("page.favor"))
        return f'<section class="panel favor" id="favor">{picture}</section>'

    def favor_markers(self, low: float, high: float) -> str:
        s = self.s
        out = ""
        for p in range(self.seats):
            here = [q for q in range(self.seats) if s.favor[q] == s.favor[p]]
            pitch = 21.0 if len(here) < 3 else 44.0 / len(here)
            x = 40 + (here.index(p) - (len(here) - 1) / 2) * pitch
            out += favor_marker(
                self.context.colours[p], x, low - (int(s.favor[p]) + 0.5) * high, f"crown-{p}"
            )
        return out

    def favor_facts(self) -> list[str]:
        s, w, box = self.s, self.w, self.box
        facts = [w.say("page.favor_help", n=int(box.over_top_vp))]
        for p in range(self.seats):
            at = int(s.favor[p])
            facts.append(
                w.say(
                    "page.favor_of",
                    who=self.context.names[p],
                    n=at,
                    limit=int(box.hand_limit[at]),
                    vp=int(box.favor_vp[at]),
                    times=int(box.multiplier[at]),
                )
            )
        return facts
