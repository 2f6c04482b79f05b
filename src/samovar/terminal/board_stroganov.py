"""The board of Stroganov as text: the row with its regions, the open cards and tiles, the players.

It is a map, with narrow tiles below 118 columns, and a list below 94. No information is shown by colour
alone: furs have a number, seats a shape.
"""

from __future__ import annotations

from typing import Final, cast

from rich.console import Group
from rich.text import Text

from samovar.games.stroganov.components import KINDS, SEASONS, TIGER
from samovar.games.stroganov.scoring import total
from samovar.games.stroganov.state import NEUTRAL, Stroganov
from samovar.kernel import cards
from samovar.kernel.state import View
from samovar.terminal.drawing import FRAME, INK, LABEL, MAX_WIDTH, NOW, QUIET, Drawing, cut, fit, mark
from samovar.views.stroganov import automa, things
from samovar.views.words.words import Words, capital

SHAPES: Final = {"blue": "■", "green": "◆", "red": "●", "yellow": "▲"}
SEATS: Final = {
    "blue": "bold #ffffff on #1B4F9C",
    "green": f"bold {INK} on #5AB4AC",
    "red": "bold #ffffff on #B2182B",
    "yellow": f"bold {INK} on #F0E442",
}
FURS: Final = [  # background colours of the furs
    "",
    f"{INK} on #ffffff",
    f"{INK} on #e3c98f",
    f"{INK} on #c9e3f2",
    f"{INK} on #f6c08a",
    f"{INK} on #cdbbe0",
    f"{INK} on #b5cf8c",
    f"{INK} on #f0dc7c",
    f"{INK} on #f0a08f",
    "bold #ffd9a0 on #2c3e66",
]
LANDS: Final = ["#ffffff on #2e6b4a", f"{INK} on #e5bd5b", "#ffffff on #3f7a80", f"{INK} on #b9cde4"]
NARROWEST: Final = 94  # columns; in a narrower window the map becomes a list


def draw(view: View, names: list[str], w: Words, width: int) -> Group:
    """The board as one seat sees it, for this many columns."""
    return Group(*lines(view, names, w, width))


def lines(view: View, names: list[str], w: Words, width: int) -> list[Text]:
    board = _Board(cast(Stroganov, view), names, w, min(width, MAX_WIDTH))
    row = board.as_map() if width >= NARROWEST else board.as_list()
    return [*board.calendar(), *row, *board.beside_row(), Text(), *board.players()]


def supply(view: View, names: list[str], w: Words, width: int, seat: int) -> list[Text]:
    """The pieces and cards of one player, as ``draw`` shows them at the bottom."""
    return _Board(cast(Stroganov, view), names, w, min(width, MAX_WIDTH)).player(seat)


def seat_mark(view: View, seat: int, name: str = "") -> Text:
    """The shape of a seat in its colour, with its name if one is given."""
    colour = cast(Stroganov, view).setting.colours[seat]
    return mark(seat, SHAPES[colour], SEATS[colour], name)


def kinds_of(counts: list[int]) -> list[int]:
    return [kind for kind in range(1, KINDS) for _ in range(counts[kind])]


class _Board(Drawing):
    def __init__(self, s: Stroganov, names: list[str], w: Words, width: int) -> None:
        super().__init__(w, width)
        self.s = s
        self.box = s.stock
        self.names = names

    # ---- symbols ----

    def mark(self, seat: int, name: bool = False) -> Text:
        return seat_mark(View(self.s), seat, self.names[seat] if name else "")

    def chip(self, kind: int) -> Text:
        return Text("T" if kind == TIGER else str(kind), style=FURS[kind])

    def chips(self, kinds: list[int], width: int) -> Text:
        """Furs in one line: one by one if there is room, else grouped with their counts."""
        if 2 * len(kinds) - 1 <= width:
            return Text(" ").join([self.chip(kind) for kind in kinds])
        if len(kinds) <= width:
            return Text("").join([self.chip(kind) for kind in kinds])
        return self.counted(kinds)

    def counted(self, kinds: list[int]) -> Text:
        """Furs grouped with their counts: ``2×3 5 8``."""
        words: list[Text] = []
        for kind in sorted(set(kinds)):
            n = kinds.count(kind)
            words.append(Text.assemble(self.chip(kind), f"×{n}" if n > 1 else ""))
        return Text(" ").join(words)

    def sign(self, name: str, n: int) -> Text:
        return Text(f"{self.w.say('sign.' + name)}{n}")

    def wish(self, wish: int) -> Text:
        """A wish such as ``A3 6×3−1 3★``: three 6s to possess, one of them to return, 3 points."""
        box = self.box
        return Text.assemble(
            (box.wish_ids[wish], LABEL),
            " ",
            self.chip(int(box.wish_value[wish])),
            f"×{box.wish_possess[wish]}−{box.wish_pay[wish]} {box.wish_vp[wish]}★",
        )

    def effect(self, wish: int) -> str:
        return things.effect(self.w, self.box, wish, short=True)

    def furs_on(self, space: int) -> list[int]:
        return kinds_of(things.furs_on(self.s, space))

    def cossacks(self, space: int) -> Text:
        """The Cossacks on a space. The one ahead is on the right (S-ORDER-03)."""
        here = [int(p) for p in reversed(list(self.s.order)) if self.s.space[p] == space]
        return Text(" ").join([self.mark(p) for p in here])

    # ---- the calendar ----

    def calendar(self) -> list[Text]:
        s, w = self.s, self.w
        year = Text(w.say("table.year", year=int(s.year), years=int(self.box.years)), style=LABEL)
        seasons = Text(" ").join(
            [
                Text(f" {things.season(w, i).upper()} ", style=NOW)
                if i == s.season
                else Text(things.season(w, i), style=QUIET)
                for i in range(len(SEASONS))
            ]
        )
        order = Text.assemble(self.label("order"), " ")
        for place in range(s.players):
            p = int(s.order[place])
            done = cards.has(s.acted, p) and self.deciding() != p
            order = Text.assemble(
                order, " › " if place else "", self.mark(p, True), ("✓", QUIET) if done else ""
            )
        deciding = self.deciding()
        who = w.say("table.over") if deciding < 0 else w.say("table.turn", who=self.names[deciding])
        return self.flow([year, seasons, order, Text(who, style="bold")], 0)

    def deciding(self) -> int:
        """The seat that must decide now, or -1."""
        if self.s.depth == 0:
            return -1
        seat = int(self.s.todo[self.s.depth - 1] >> 8 & 15)
        return seat if seat < self.s.seats else -1

    # ---- the row and its regions as a map ----

    def as_map(self) -> list[Text]:
        box = self.box
        spaces, regions = int(box.spaces), int(box.regions)
        tile = max(6, (self.width - spaces - 2 - 8) // spaces)
        start = min(14, self.width - spaces * tile - spaces - 2)
        groups = [[x for x in range(1, spaces + 1) if box.region_of[x] == r] for r in range(1, regions + 1)]
        widths = [len(group) * (tile + 1) - 1 for group in groups]
        found = [
            self.rule("┌", "┬", "┐", start, [[self.region_title(r)] for r in range(1, regions + 1)], widths)
        ]
        rows = [self.region_rows(r, widths[r - 1]) for r in range(1, regions + 1)]
        moves = self.moves(start)
        for i in range(len(rows[0])):
            found.append(
                self.walls([moves[i]], [start], [[row[i]] for row in rows], [[width] for width in widths])
            )
        titles = [[Text(f" {x} ", style=QUIET) for x in group] for group in groups]
        found.append(self.rule("├", "┼", "┤", start, titles, [], tile, "┬"))
        columns = [[self.tile_rows(x, tile) for x in group] for group in groups]
        home = [Text(self.w.say("table.start"), style=QUIET), Text(), Text(), Text(), self.cossacks(0)]
        for i in range(len(home)):
            cells = [[column[i] for column in group] for group in columns]
            found.append(self.walls([home[i]], [start], cells, [[tile] * len(group) for group in groups]))
        found.append(
            self.rule("└", "┴", "┘", start, [[Text()] * len(group) for group in groups], [], tile, "┴")
        )
        return found

    def rule(
        self,
        left: str,
        middle: str,
        right: str,
        start: int,
        titles: list[list[Text]],
        widths: list[int],
        tile: int = 0,
        inner: str = "",
    ) -> Text:
        """A line of the frame with titles in it."""
        line = Text.assemble((left + "─" * start, FRAME))
        for i, group in enumerate(titles):
            for j, title in enumerate(group):
                room = (tile or widths[i]) - title.cell_len
                corner = inner if j else middle
                line = Text.assemble(
                    line, (corner + "─" * min(1, room), FRAME), title, ("─" * (room - 1), FRAME)
                )
        return Text.assemble(line, (right, FRAME))

    def walls(
        self, first: list[Text], first_widths: list[int], groups: list[list[Text]], widths: list[list[int]]
    ) -> Text:
        """A line of cells with thin walls between the tiles of a region."""
        line = Text("│", style=FRAME)
        for cell, width in zip(first, first_widths, strict=True):
            line = Text.assemble(line, fit(cell, width))
        for group, sizes in zip(groups, widths, strict=True):
            for j, cell in enumerate(group):
                line = Text.assemble(line, ("┊" if j else "│", FRAME), fit(cell, sizes[j]))
        return Text.assemble(line, ("│", FRAME))

    def region_title(self, region: int) -> Text:
        return Text.assemble(
            (f" {things.ROMAN[region]} ", LABEL), self.chip(int(self.s.region_fur[region])), " "
        )

    def region_rows(self, region: int, width: int) -> list[Text]:
        s, w, box = self.s, self.w, self.box
        village = things.reward_sign(w, box, box.village_reward[s.village[region]])
        name = things.village_name(w, box, s.village[region])
        room = width - len(village) - 1
        yurt = Text(w.say("table.no_yurt"), style=QUIET)
        if s.yurt[region]:
            label = w.say("table.yurt")
            reward = things.reward_sign(w, box, box.yurt_reward[s.yurt[region]])
            yurt = Text(f"{cut(label, width - len(reward) - 1)} {reward}")
        wish, effect = Text(w.say("table.no_wish"), style=QUIET), Text()
        if s.wish[region]:
            wish, effect = (
                self.wish(int(s.wish[region])),
                Text(self.effect(int(s.wish[region]))),
            )
        return [Text(f"{cut(name, room)} {village}"), yurt, wish, effect, self.posts(region)]

    def posts(self, region: int) -> Text:
        """The outpost spaces of a region: the owner's shape, ▒ if neutral, or the price if free."""
        s, box = self.s, self.box
        parts = [Text(self.w.say("sign.outpost"))]
        for i in range(int(box.post_spaces)):
            post = int(s.posts[region * box.post_spaces + i])
            if post == 0:
                parts.append(Text(f"{box.post_horses[region * box.post_spaces + i]}♞"))
            else:
                parts.append(Text("▒", style=QUIET) if post == NEUTRAL else self.mark(post - 1))
        return Text(" ").join(parts)

    def moves(self, width: int) -> list[Text]:
        """The prices of further steps."""
        box = self.box
        rows = [Text(f"1–{box.free_steps} {self.w.say('table.free')}")]
        for i, horses in enumerate(box.step_horses):
            rows.append(Text(f"+{i + 1}  {horses}♞"))
        rows = [*rows, *([Text()] * 5)][:5]
        return [Text.assemble((" " if width > 10 else "") + row.plain, style=QUIET) for row in rows]

    def tile_rows(self, space: int, width: int) -> list[Text]:
        s, w, box = self.s, self.w, self.box
        tile = int(s.row[space])
        if tile == 0:
            return [Text(w.say("table.gap"), style=QUIET), Text(), Text(), Text(), self.cossacks(space)]
        kind = Text(things.tile_kind(w, box, tile, width < 8).center(width), style=LANDS[box.tile_kind[tile]])
        words = things.reward_sign(w, box, box.tile_reward[tile]).split(" ")
        rewards, rest = "", ""
        gap = " " if width >= 8 else ""
        for word in words:
            if rest or len(rewards) + len(gap) + len(word) > width:
                rest = f"{rest} {word}".strip()
            else:
                rewards = (rewards + gap + word).strip()
        return [kind, self.chips(self.furs_on(space), width), Text(rewards), Text(rest), self.cossacks(space)]

    # ---- the row and its regions as a list, for narrow windows ----

    def as_list(self) -> list[Text]:
        s, w, box = self.s, self.w, self.box
        found: list[Text] = []
        home = self.cossacks(0)
        if home.cell_len:
            found.append(Text.assemble(self.label("start"), " ", home))
        for region in range(1, int(box.regions) + 1):
            rows = [row for row in self.region_rows(region, 40) if row.cell_len]
            found += self.flow([self.region_title(region), *rows], 8, "  ")
            for space in range(1, int(box.spaces) + 1):
                if box.region_of[space] != region:
                    continue
                tile = int(s.row[space])
                parts = [Text(f"{space:>4}", style=LABEL)]
                if tile:
                    kind = things.tile_kind(w, box, tile)
                    parts += [
                        Text(f" {kind:<8} ", style=LANDS[box.tile_kind[tile]]),
                        fit(self.chips(self.furs_on(space), 9), 9),
                        Text(f"{things.reward_sign(w, box, box.tile_reward[tile]):<16}"),
                    ]
                else:
                    parts.append(Text(w.say("table.gap"), style=QUIET))
                found += self.flow([*parts, self.cossacks(space)], 6, " ")
        return found

    # ---- cards and tiles beside the row ----

    def beside_row(self) -> list[Text]:
        s, w, box = self.s, self.w, self.box
        market = kinds_of([int(s.market[kind]) for kind in range(KINDS)])
        none = Text(w.say("table.none"), style=QUIET)
        bonuses = (
            f"{box.trade_picks}× {box.bonus_coin}◎ {box.bonus_story}✎ {box.bonus_horses}♞ ↔{box.bonus_steps}"
        )
        bag = kinds_of([int(s.bag[kind]) if kind < TIGER else 0 for kind in range(KINDS)])
        piles = " ".join(
            [
                f"⚑{s.banners_left}",
                f"T{s.bag[TIGER]}",
                *(
                    f"{w.say('table.' + key)} {cards.count(pile)}"
                    for key, pile in (("tiles", s.tile_pile), ("yurts", s.yurt_pile), ("wishes", s.wish_pile))
                ),
            ]
        )
        parts = [
            Text.assemble(self.label("market"), " ", self.chips(market, 40) if market else none),
            Text.assemble(self.label("trade"), " ", self.chip(int(s.trade_fur)), " → ", bonuses),
            Text.assemble(self.label("bag"), f" {len(bag)} ", self.counted(bag)),
            Text.assemble(self.label("left"), " ", piles),
        ]
        songs = [
            Text.assemble(
                (f"{box.song_cost[song]}✎", "bold #ffffff on #7a2a22"),
                " ",
                things.reward_sign(w, box, box.song_reward[song]),
            )
            for song in s.song
            if song
        ]
        shown = [Text.assemble(self.label("songs"), " ", songs[0]), *songs[1:]] if songs else []
        if not songs:
            shown = [Text.assemble(self.label("songs"), " ", (w.say("table.no_songs"), QUIET))]
        found = [*self.flow(parts, 2), *self.flow(shown, 2)]
        offered = [self.offered(int(card)) for card in s.offer if card]
        if offered:
            found += self.flow([Text.assemble(self.label("offer"), "  ", offered[0]), *offered[1:]], 2)
        return found

    def offered(self, card: int) -> Text:
        text = Text.assemble(self.wish(card & 255), f" {self.effect(card & 255)}")
        return Text.assemble(text, " + ", self.chip(card >> 8)) if card >> 8 else text

    # ---- players ----

    def players(self) -> list[Text]:
        order = [int(p) for p in range(self.s.players)]
        return [line for p in order for line in self.player(p)]

    def player(self, p: int) -> list[Text]:
        s, box = self.s, self.box
        longest = max(len(name) for name in self.names)
        now = Text("▶", style="bold #ff9a3d") if self.deciding() == p else Text(" ")
        name = Text.assemble(now, self.mark(p, True), " " * (longest - len(self.names[p])))
        now_worth = self.w.say("table.now", n=int(total(s, p)))
        points = Text.assemble((f"{s.vp[p]:>2}★", "bold"), (f"{now_worth:>9}", QUIET))
        goods = Text(f"♞{s.horses[p]:<2} ◎{s.coins[p]:<2} ⚑{s.banners[p]:<2} ⌂{s.outposts[p]}+{s.built(p)}")
        last = int(box.story_last)
        story = Text.assemble(
            "✎",
            ("█" * int(s.story[p]), "#c9713b"),
            ("░" * (last - int(s.story[p])), QUIET),
            f" {s.story[p]:<2}",
        )
        kinds = kinds_of([int(s.fur(p, kind)) for kind in range(KINDS)])
        used = 2 + longest + 3 + 12 + 16 + 17 + 2 * int(s.track(p).length) + 14
        furs = (
            self.chips(kinds, max(8, self.width - used))
            if kinds
            else Text(self.w.say("table.no_furs"), style=QUIET)
        )
        top = self.flow(
            [Text.assemble(name, " ", points), goods, story, self.trophy(p), furs], longest + 4, "  "
        )
        shown = self.automa() if p >= s.seats else []
        return [*top, *self.flow(self.cards(p, shown), longest + 4, "  ")]

    def trophy(self, p: int) -> Text:
        """The furs of the trophy track. The token is before the next fur to pay."""
        s = self.s
        track = s.track(p)
        line = Text("♆")
        for space in range(1, int(track.length) + 1):
            here = space == int(s.trophy[p]) + 1
            value = str(track.fur[space]) if track.fur[space] else "–"
            style = QUIET if space <= int(s.trophy[p]) else ""
            line = Text.assemble(line, ("▸", "bold") if here else " ", (value, style))
        if int(s.trophy[p]) == int(track.length):
            line = Text.assemble(line, ("▸", "bold"))
        return Text.assemble(line, f" {track.shield[s.trophy[p]]}★")

    def automa(self) -> list[Text]:
        """The face-up card of the automa, and the steps on the top card of its deck."""
        s, w, box = self.s, self.w, self.box
        card, steps = int(s.automa_card), int(s.automa_steps)
        texts = [w.say("table.no_card")]
        if card:
            texts = [
                w.say("table.card", card=card, hunt=automa.furs_of(w, box, card)),
                w.say("table.then", action=automa.action_of(w, box, card)),
            ]
        if steps:
            texts.append(w.say("table.deck", n=steps))
        return [Text(text) for text in texts]

    def cards(self, p: int, parts: list[Text]) -> list[Text]:
        """Lines with hand, fulfilled wishes and landscape tiles, after the given texts."""
        s, w, box = self.s, self.w, self.box
        indent = " " * (max(len(name) for name in self.names) + 4)
        for key, found in (("hand", int(s.hand[p])), ("done", int(s.wishes[p]))):
            for i, wish in enumerate(cards.members(found)):
                text = self.wish(wish) if key == "hand" else Text(box.wish_ids[wish], style=LABEL)
                text = Text.assemble(text, f" {self.effect(wish)}")
                parts.append(Text.assemble((f"{w.say('table.' + key)} ", QUIET), text) if i == 0 else text)
        lands = [0] * len(box.kinds)
        for tile in cards.members(int(s.tiles[p])):
            lands[int(box.tile_kind[tile])] += 1
        if any(lands):
            shown = [
                Text(f" {n} {capital(things.kind_name(w, box.kinds[i]))} ", style=LANDS[i])
                for i, n in enumerate(lands)
                if n
            ]
            parts.append(Text.assemble((f"{w.say('table.tiles')} ", QUIET), Text(" ").join(shown)))
        return [Text.assemble(indent, parts[0]), *parts[1:]] if parts else []
