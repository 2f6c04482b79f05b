"""The board of Tundra as text: map, goals, market, players, the own order boards.

The most important part comes last, next to the prompt. In wide windows the goals and the market are beside
the map, in narrow ones the map becomes a list. Rows and columns follow from the coordinates of the layout. No
information is shown by colour alone: glades have the sign of their resource, seats a shape.
"""

from __future__ import annotations

from typing import Final, cast

from rich.console import Group
from rich.text import Text

from samovar.games.tundra import frames
from samovar.games.tundra.components import BERRY, BOARDS, GOODS, ITEMS, RESOURCES, Goal, Layout
from samovar.games.tundra.goals import goal_count, goal_vp
from samovar.games.tundra.state import UNROLLED, Tundra
from samovar.kernel import cards, counts
from samovar.kernel.state import View
from samovar.terminal.drawing import FRAME, INK, LABEL, MAX_WIDTH, NOW, QUIET, Drawing, cut, fit, fitted, mark
from samovar.views.tundra import sentences, things
from samovar.views.words.words import Words

SHAPES: Final = {"blue": "■", "red": "●", "purple": "◆", "yellow": "▲"}
SEATS: Final = {
    "blue": "bold #ffffff on #1B4F9C",
    "red": "bold #ffffff on #B2182B",
    "purple": "bold #ffffff on #7b3aa8",
    "yellow": f"bold {INK} on #F0E442",
}
ITEM_STYLES: Final = ["#d39b62", "#aeb9c6", "#b58863", "#e0566b", "#e5bd5b", "#c9c2b2"]
GROUNDS: Final = [  # background colours: no resource, then by resource
    "#2b211c on #cfdbe6",
    "bold #ffffff on #3f6b45",
    "bold #ffffff on #5a6c84",
    "bold #ffffff on #6b4f33",
]
HOME: Final = ""  # a settlement takes the colour of its seat
SNOW: Final = "#9fc7cf on #1f4a55"  # background of a face-down glade
BOARDS_STYLES: Final = [  # background colours of the order boards: lilac, ice, moss, amber
    "bold #2b211c on #cfc3e0",
    "bold #2b211c on #bcd6e6",
    "bold #2b211c on #c9d8a9",
    "bold #2b211c on #ecc98b",
]
SIGNS: Final = dict(zip("≡∩▬♣★¤", ITEM_STYLES, strict=True))
NARROWEST: Final = 9  # columns of a space; with less the map becomes a list
BROADEST: Final = 15
BESIDE: Final = 46  # columns that goals and market need beside the map
SLOT: Final = 3  # columns of a slot on an order board


def draw(view: View, names: list[str], w: Words, width: int, seat: int) -> Group:
    """The board as one seat sees it, or a spectator (-1), for this many columns."""
    return Group(*lines(view, names, w, width, seat))


def lines(view: View, names: list[str], w: Words, width: int, seat: int) -> list[Text]:
    board = _Board(cast(Tundra, view), names, w, min(width, MAX_WIDTH), seat)
    found = [*board.calendar(), *board.middle()]
    for p in range(board.s.seats):
        if p != seat:
            found += board.player(p)
    if seat >= 0:
        found += [*board.own(seat), *board.boards(seat), *board.hand(seat)]
    return fitted(found, width)


def close_up(view: View, names: list[str], w: Words, width: int, seat: int) -> list[Text]:
    """The part of the board for the open question: possessions with map or order boards, or starter cards."""
    board = _Board(cast(Tundra, view), names, w, min(width, MAX_WIDTH), seat)
    found = board.supply(seat)
    if len(board.legal) > 1:
        found = [*board.map(board.width), *found]
    elif board.s.depth and sentences.top_step(board.s) == frames.UNDER:
        found = [*found, *board.boards(seat)]
    elif sentences.is_choosing_starters(board.s):
        found = board.hand(seat)
    return fitted(found, width)


def seat_mark(view: View, seat: int, name: str = "") -> Text:
    """The shape of a seat in its colour, with its name if one is given."""
    s = cast(Tundra, view)
    colour = s.stock.colours[s.character(seat)]
    return mark(seat, SHAPES.get(colour, ""), SEATS.get(colour, ""), name)


class _Grid:
    """The spaces of a layout by row. Columns count half spaces, because rows are shifted by half a space."""

    def __init__(self, layout: Layout) -> None:
        spaces = range(1, layout.spaces + 1)
        halves = {n: 2 * layout.q[n] + layout.r[n] for n in spaces}
        north, west = min(layout.r[n] for n in spaces), min(halves.values())
        self.rows: Final = [
            {halves[n] - west: n for n in spaces if layout.r[n] == row}
            for row in range(north, max(layout.r[n] for n in spaces) + 1)
        ]
        self.halves: Final = max(halves.values()) - west + 2  # width of the map in half spaces


class _Board(Drawing):
    def __init__(self, s: Tundra, names: list[str], w: Words, width: int, seat: int) -> None:
        super().__init__(w, width)
        self.s = s
        self.box = s.stock
        self.names = names
        self.seat = seat  # the viewing seat; -1 for a spectator
        self.legal = self.legal_spaces()

    # ---- symbols ----

    def mark(self, seat: int, name: bool = False) -> Text:
        return seat_mark(View(self.s), seat, self.names[seat] if name else "")

    def signs(self, text: str, style: str = "") -> Text:
        """Signs of resources, berries and VP in their colours."""
        found = Text(style=style)
        for sign in text:
            found.append(sign, style=SIGNS.get(sign, ""))
        return found

    def deciding(self, seat: int) -> bool:
        """True if this seat must decide now."""
        s = self.s
        if s.depth == 0:
            return False
        return (
            bool(s.asked[seat])
            if sentences.is_choosing_starters(s)
            else sentences.top_frame(s) >> 8 & 15 == seat
        )

    def legal_spaces(self) -> set[int]:
        """The spaces that the viewing seat may choose now."""
        from samovar.games.tundra.game import GAME  # imported late: only this method needs the rules

        s = self.s
        if self.seat < 0 or self.seat not in GAME.actors(s):
            return set()
        found = {sentences.target_space(s, self.seat, int(action)) for action in GAME.legal(s, self.seat)}
        return found - {0}

    # ---- the calendar ----

    def calendar(self) -> list[Text]:
        s, w, box = self.s, self.w, self.box
        step = sentences.top_step(s)
        phase = "setup"
        if s.depth == 0:
            phase = "over"
        elif sentences.is_choosing_starters(s):
            phase = "starters"
        elif s.round:
            phase = "start" if any(counts.get(dice, UNROLLED) for dice in s.dice) else "dice"
        parts = [self.label("round")]
        for round in range(1, int(box.rounds) + 1):
            text = f" {things.ROMAN[round]} {box.dice_per_round[round - 1]}{w.say('sign.die')} "
            now = round == s.round and s.depth > 0
            style = NOW if now else QUIET if round < s.round or s.depth == 0 else ""
            parts[0] = Text.assemble(parts[0], " ", (text, style))
        parts.append(Text(w.say("table." + phase).upper(), style=LABEL))
        if s.round and step >= 0:
            first = w.say("table.first", who="\0").split("\0")
            parts.append(Text.assemble(first[0], self.mark(int(s.first), True), first[1]))
        if sentences.is_choosing_starters(s):
            parts.append(Text(w.say("table.ready", n=sentences.ready_count(s), m=int(s.seats))))
        return self.flow(parts, 2, "  ")

    # ---- the middle: map, goals, market ----

    def middle(self) -> list[Text]:
        grid = _Grid(self.s.layout)
        cell = min(BROADEST, 2 * (self.width - BESIDE - 3) // grid.halves)
        board = self.as_map(grid, cell) if cell >= NARROWEST + 1 else []
        if not board:
            return [*self.map(self.width), *self.goals(), *self.market()]
        across = max(line.cell_len for line in board) + 2
        beside = _Board(self.s, self.names, self.w, self.width - across, self.seat)
        texts = [*beside.goals(), *beside.market()]
        rows = max(len(board), len(texts))
        board += [Text()] * (rows - len(board))
        texts += [Text()] * (rows - len(texts))
        return [Text.assemble(fit(left, across), right) for left, right in zip(board, texts, strict=True)]

    def map(self, width: int) -> list[Text]:
        """The map alone, or a list if there is no room for it."""
        grid = _Grid(self.s.layout)
        cell = min(BROADEST, 2 * (width - 1) // grid.halves)
        return (self.as_map(grid, cell) if cell >= NARROWEST else []) or self.as_list()

    def about(self, space: int) -> tuple[list[tuple[str, str]], str]:
        """The first line of a space (number, tile, tower bonus), and its background colour."""
        s, w = self.s, self.w
        number = (f"{'▸' if space in self.legal else ''}{space}", NOW if space in self.legal else LABEL)
        if not s.is_glade(space):
            owner = space - int(s.layout.glades) - 1
            return [number, (w.say("sign.settlement"), LABEL), (self.names[owner], "")], HOME
        if s.tile[space] == 0:
            return [number], SNOW
        there = int(s.resource_at(space))
        resource = w.say("sign." + ITEMS[there - 1]) if there else "·"
        tower = w.say("sign.build_tower")
        return [number, (resource, LABEL), (tower + things.bonus_sign(w, s, space), "")], GROUNDS[there]

    def pieces(self, space: int, gap: str) -> Text:
        """The pieces on a space by player: ``■♜1 ●2`` is a tower with a worker, and two workers."""
        s = self.s
        found: list[Text] = []
        for p in range(s.seats):
            workers = int(s.workers_at(p, space))
            tower = bool(cards.has(s.towers[p], space))
            if workers or tower:
                mark = self.mark(p)
                mark.append((self.w.say("sign.build_tower") if tower else "") + (str(workers or "")))
                found.append(mark)
        return Text(gap).join(found)

    def cell(self, space: int, width: int) -> tuple[Text, Text] | None:
        """The two lines of a space in this width. None if they do not fit."""
        parts, ground = self.about(space)
        pieces = self.pieces(space, " ")
        if pieces.cell_len > width:
            pieces = self.pieces(space, "")
        if pieces.cell_len > width:
            return None
        if ground == HOME:
            owner = space - int(self.s.layout.glades) - 1
            gap = " " if len(" ".join(text for text, _ in parts)) <= width else ""
            number = parts[0][0]
            home = f"{number}{gap}{parts[1][0]}{gap}"
            above = fit(Text(home + cut(parts[2][0], width - len(home))), width)
            above.stylize(str(self.mark(owner).style))
            if space in self.legal:
                above.stylize(NOW, 0, len(number))
            return above, fit(pieces, width)
        above = Text(" ".join(text for text, _ in parts[:2]))
        last = parts[2][0] if len(parts) > 2 else ""
        room = width - above.cell_len - len(last)
        if room < 1 and last:
            above = Text("".join(text for text, _ in parts[:2]))
            room = width - above.cell_len - len(last)
        if room < 0:
            return None
        above.append(" " * room + last)
        above.stylize(ground)
        if space in self.legal:
            above.stylize(NOW, 0, len(parts[0][0]))
        if ground == SNOW:
            return above, Text("░" * width, style=SNOW)
        return above, fit(pieces, width)

    def as_map(self, grid: _Grid, cell: int) -> list[Text]:
        """The map as bricks: each row is shifted by half a space, so that neighbours touch."""
        half = cell // 2
        cell = 2 * half
        found: list[Text] = []
        for i, row in enumerate(grid.rows):
            found.append(self.border(grid.rows[i - 1] if i else {}, row, grid.halves, half))
            drawn = {at: self.cell(space, cell - 1) for at, space in row.items()}
            for n in range(2):
                line = Text()
                for at in sorted(row):
                    texts = drawn[at]
                    if texts is None:
                        return []
                    if line.cell_len <= at * half:
                        line.append(" " * (at * half - line.cell_len)).append("│", style=FRAME)
                    line.append_text(texts[n]).append("│", style=FRAME)
                found.append(line)
        found.append(self.border(grid.rows[-1], {}, grid.halves, half))
        return found

    def border(self, above: dict[int, int], below: dict[int, int], halves: int, half: int) -> Text:
        """The border line between two rows of spaces, with corners where spaces begin and end."""

        def edges(row: dict[int, int], half_at: int) -> bool:
            return half_at in row or half_at - 2 in row  # the left or right side of a space

        def along(half_at: int) -> bool:
            """True if the top or bottom edge of a space covers this half space."""
            return any(half_at in row or half_at - 1 in row for row in (above, below))

        text = ""
        for at in range(halves + 1):
            left, right = along(at - 1), along(at)
            up, down = edges(above, at), edges(below, at)
            text += CORNERS[(up, down, left, right)] + ("─" if right else " ") * (half - 1)
        return Text(text.rstrip(), style=FRAME)

    def as_list(self) -> list[Text]:
        """The map as a list of spaces, for narrow windows."""
        s = self.s
        entries: list[Text] = []
        for space in range(1, int(s.layout.spaces) + 1):
            parts, ground = self.about(space)
            words = " ".join(text for text, _ in parts) + (" ░" if ground == SNOW else "")
            entry = Text(words, style=NOW if space in self.legal else "")
            pieces = self.pieces(space, " ")
            entries.append(Text.assemble(entry, " " if pieces.cell_len else "", pieces))
        return [self.label("map"), *self.flow(entries, 0, " · ")]

    # ---- goals and market ----

    def goals(self) -> list[Text]:
        """Each common goal: its condition, steps and VP, dice, and the count of the viewing seat."""
        s = self.s
        found = [self.label("goals")]
        for number in cards.members(s.goals):
            goal = self.box.goals[number]
            found += self.goal(goal, bool(cards.has(s.blocked, number)))
        return found if len(found) > 1 else []

    def goal(self, goal: Goal, blocked: bool) -> list[Text]:
        s, w = self.s, self.w
        name = things.goal_name(w, goal)
        values = " ".join(str(value) for value in range(1, 7) if cards.has(goal.values, value))
        style = QUIET if blocked else ""
        head = Text.assemble(
            (f" {name:<15}", style or LABEL),
            self.signs(f" {things.goal_steps(s, goal)}★", style),
            (f"  {w.say('sign.die')} {values}", style),
        )
        state = Text()
        if blocked:
            state = Text(f" {w.say('table.blocked')} ", style="reverse dim")
        elif self.seat >= 0:
            vp = int(goal_vp(s, self.seat, goal))
            have = w.say("table.have", n=int(goal_count(s, self.seat, goal)))
            state = Text(f" {have} → {vp}★ ", style=NOW) if vp else Text(have, style=QUIET)
        what = Text(f"   {things.condition(w, goal)}", style=QUIET)
        rest = self.width - head.cell_len - 2
        if what.cell_len + state.cell_len <= rest:  # all in one line
            return [Text.assemble(head, what, "  ", state)]
        if state.cell_len + 2 <= rest:
            return [Text.assemble(head, "  ", state), what]
        return [
            head,
            Text.assemble(Text(cut(what.plain, self.width - state.cell_len - 2), QUIET), "  ", state),
        ]

    def market(self) -> list[Text]:
        s, w = self.s, self.w
        deck = w.say("table.deck", n=int(cards.count(s.deck)))
        discard = w.say("table.discard", n=int(cards.count(s.discard)))
        if not s.round and not s.market:
            return []
        found = [Text.assemble(self.label("market"), (f"  {deck} · {discard}", QUIET))]
        for card in cards.members(s.market):
            found += self.city(card)
        return found if s.market else [Text.assemble(found[0], f"  {w.say('table.empty')}")]

    def city(self, card: int) -> list[Text]:
        """A city card: ``a02 Badger the Stonemason ☻ 2∩``, or with frames ``e19 Mason's Yard 6–4 2♣ …``."""
        w, box = self.w, self.box
        name = things.city_name(w, box, card)
        if cards.has(box.advisors, card):
            gives = self.signs(
                f"{w.say('sign.advisor')} {things.action_sign(w, box, int(box.advisor_action[card]))}"
            )
        else:
            gives = self.rows(things.city_row(box, card))
        room = self.width - 5 - gives.cell_len - 1
        title = fit(Text(cut(name, max(8, min(room, 24)))), max(8, min(room, 24)))
        return self.flow([Text.assemble((f" {box.city_ids[card]} ", QUIET), title, " ", gives)], 2)

    def rows(self, row: list[int]) -> Text:
        """The frames of an enhancement with their actions: ``6–4 2♣ 3–1 »``."""
        found: list[Text] = []
        for slots, action in things.frames_of(row):
            text = self.signs(things.action_sign(self.w, self.box, action))
            found.append(Text.assemble((f"{slots} ", QUIET), text))
        return Text("  ").join(found)

    # ---- players ----

    def dice(self, p: int) -> Text:
        """The unused dice by value. Unrolled dice are dots."""
        s = self.s
        found = [
            Text(f" {value or '·'} ", style=self.mark(p).style)
            for value in range(7)
            for _ in range(int(counts.get(s.dice[p], value)))
        ]
        return Text(" ").join(found) if found else Text(self.w.say("table.none"), style=QUIET)

    def points(self, p: int) -> Text:
        """The VP: ``17★``. From 50 on also the acorn and the space of the counter (T-RULING-END-03)."""
        s = self.s
        on_track, acorn = things.vp_track(self.box, int(s.vp[p]))
        text = Text(f"{s.vp[p]:>3}★", style=f"bold {ITEM_STYLES[4]}")
        if acorn:
            shown = "100+" if acorn >= 100 else str(acorn)
            text.append(f" {self.w.say('sign.acorn')}{shown} {on_track}", style=QUIET)
        return text

    def supply(self, p: int) -> list[Text]:
        s, w = self.s, self.w
        longest = max(len(name) for name in self.names)
        now = Text("▶", style="bold #ff9a3d") if self.deciding(p) else Text(" ")
        if sentences.is_choosing_starters(s) and not self.deciding(p):
            now = Text("✓", style="bold")
        name = Text.assemble(now, self.mark(p, True), " " * (longest - len(self.names[p])))
        stock = Text(" ").join(
            [
                Text.assemble(
                    (w.say("sign." + ITEMS[item]), ITEM_STYLES[item]), str(s.have[p * GOODS + item])
                )
                for item in (BERRY, *range(RESOURCES))
            ]
        )
        parts = [Text.assemble(name, self.points(p)), stock]
        if s.title[p]:
            workers, towers = int(s.workers_in_supply(p)), int(s.towers_in_supply(p))
            left = f"{w.say('sign.place_worker')}{workers} {w.say('sign.build_tower')}{towers}"
            parts.append(Text(f"{w.say('table.supply')} {left} {w.say('sign.die')}{s.spare[p]}"))
        if s.round:
            parts.append(Text.assemble(w.say("table.own_dice"), " ", self.dice(p)))
        if s.setting.titles and s.title[p] and p != self.seat:
            parts.append(Text(w.say("table.title", title=things.title_name(w, s, int(s.title[p])))))
        return self.flow(parts, longest + 3, "  ")

    def advisor(self, card: int, ready: bool, effect: bool) -> Text:
        w, box = self.w, self.box
        name = things.city_name(w, box, card)
        text = Text(f"{w.say('sign.advisor')} {name}" if ready else f"({name})", style="" if ready else QUIET)
        if effect:
            sign = things.action_sign(w, box, int(box.advisor_action[card]))
            text = Text.assemble(text, " ", self.signs(sign, "" if ready else QUIET))
        return text

    def advisors(self, p: int, effect: bool) -> list[Text]:
        s = self.s
        held = int(s.ready[p] | s.exhausted[p])
        return [self.advisor(card, bool(cards.has(s.ready[p], card)), effect) for card in cards.members(held)]

    def player(self, p: int) -> list[Text]:
        """Another player: possessions, then boards and advisors in short."""
        s, w, box = self.s, self.w, self.box
        found = self.supply(p)
        if s.round == 0:
            return found
        parts: list[Text] = []
        for board in range(BOARDS):
            used = "".join(str(v) for v in range(6, 0, -1) if cards.has(s.slots[p], 8 * board + v))
            text = Text(things.board_short(w, box, board), style=BOARDS_STYLES[board])
            if cards.has(s.upgraded[p], board):
                text.append("↑")
            ids = [box.starter_ids[s.starter[p * BOARDS + board]]] if s.starter[p * BOARDS + board] else []
            ids += [
                box.city_ids[sentences.market_card(s, p, board, n)]
                for n in range(int(s.enhancements(p, board)))
            ]
            more = (f" {used}" if used else "") + (f" +{'+'.join(ids)}" if ids else "")
            parts.append(Text.assemble(text, more))
        held = self.advisors(p, False)
        line = self.flow([Text.assemble(" ", parts[0]), *parts[1:], *held], 2, "  ")
        return [*found, *line, *self.personal(p)]

    def own(self, p: int) -> list[Text]:
        """The viewing player, with the actions of advisors and the personal goal."""
        s, w = self.s, self.w
        found = self.supply(p)
        held = self.advisors(p, True)
        if s.setting.titles and s.title[p]:
            title = f" {things.title_name(w, s, int(s.title[p]))}"
            about = things.title_text(w, self.box, int(s.title[p])).split("; ")
            parts = [Text.assemble(" ", self.label("own_title"), title), *(Text(one, QUIET) for one in about)]
            found += self.flow(parts, 3, "  ")
        if held:
            head = Text.assemble(" ", self.label("advisors"), f" {len(held)}/{s.title_of(p).advisors}")
            found += self.flow([head, *held], 3, "  ")
        return [*found, *self.personal(p)]

    def personal(self, p: int) -> list[Text]:
        """The personal goal if the viewer may see it: the own one, and at the end all."""
        s, w = self.s, self.w
        if s.personal[p] <= 0:
            return []
        goal = self.box.personal[s.personal[p]]
        n, vp = int(goal_count(s, p, goal)), int(goal_vp(s, p, goal))
        have = w.say("table.have", n=n) if p == self.seat else str(n)
        parts = [
            Text.assemble(" ", self.label("personal"), f" {things.goal_name(w, goal)}"),
            Text(things.condition(w, goal), style=QUIET),
            self.signs(f"{things.goal_steps(s, goal)}★"),
            Text(f"{have} → {vp}★"),
        ]
        return self.flow(parts, 3, "  ")

    # ---- order boards ----

    def boards(self, p: int) -> list[Text]:
        """The four order boards in columns: slots, dice, frames, and the cards under each by row."""
        s = self.s
        if s.title[p] == 0:
            return []
        cell = min(30, (self.width - BOARDS - 1) // BOARDS)
        drawn = [self.board(p, board, cell) for board in range(BOARDS)]
        if cell < 14 or any(not column for column in drawn):
            return [line for board in range(BOARDS) for line in self.listed(p, board)]
        rows = max(len(column) for column in drawn)
        found = [Text("┌" + "┬".join(["─" * cell] * BOARDS) + "┐", style=FRAME)]
        for i in range(rows):
            line = Text("│", style=FRAME)
            for column in drawn:
                text = column[i] if i < len(column) else Text()
                line = Text.assemble(line, fit(text, cell), ("│", FRAME))
            found.append(line)
        found.append(Text("└" + "┴".join(["─" * cell] * BOARDS) + "┘", style=FRAME))
        return found

    def title(self, p: int, board: int) -> str:
        """The title of an order board with the price of its upgrade, ``Trade ↑4=``, or a mark if done."""
        s, w, box = self.s, self.w, self.box
        name = things.board_name(w, box, board)
        if cards.has(s.upgraded[p], board):
            return f"{name} ↑✓"
        return f"{name} ↑{things.price_sign(w, box, int(box.upgrade_price[board]))}"

    def columns(self, p: int, board: int) -> list[list[int]]:
        """Lists of actions by die value: for the board, its starter card and each market card."""
        s, box = self.s, self.box
        upgraded = bool(cards.has(s.upgraded[p], board))
        found = [[0] + [things.board_action(box, board, upgraded, value) for value in range(1, 7)]]
        starter = int(s.starter[p * BOARDS + board])
        if starter:
            found.append(things.starter_row(box, starter))
        for place in range(int(s.enhancements(p, board))):
            found.append(things.city_row(box, sentences.market_card(s, p, board, place)))
        return found

    def names_under(self, p: int, board: int) -> list[str]:
        """The cards under a board: id and name."""
        s, w, box = self.s, self.w, self.box
        starter = int(s.starter[p * BOARDS + board])
        found = [f"{box.starter_ids[starter]} {things.starter_name(w, box, starter)}"] if starter else []
        for place in range(int(s.enhancements(p, board))):
            card = sentences.market_card(s, p, board, place)
            found.append(f"{box.city_ids[card]} {things.city_name(w, box, card)}")
        return found

    def board(self, p: int, board: int, cell: int) -> list[Text]:
        """One order board as a column. Empty if it is too narrow for its cards."""
        w, box = self.w, self.box
        texts = [[things.action_sign(w, box, a) for a in row] for row in self.columns(p, board)]
        widths = [max(len(text) for text in row) for row in texts]
        if SLOT + sum(width + 1 for width in widths) - 1 > cell:
            return []
        gap = "  " if SLOT + sum(width + 2 for width in widths) - 2 <= cell else " "
        widths[0] = max(widths[0], min(9, cell - SLOT - sum(width + len(gap) for width in widths[1:])))
        title = self.title(p, board)
        found = [Text(f"{cut(title, cell):<{cell}}", style=BOARDS_STYLES[board])]
        for value in range(6, 0, -1):
            line = self.slot(p, board, value)
            for row, actions, width in zip(texts, self.columns(p, board), widths, strict=True):
                begins = value == 6 or actions[value + 1] != actions[value]
                ends = value == 1 or actions[value - 1] != actions[value]
                shown = self.signs(row[value]) if begins else Text("╵" if ends else "│", style=FRAME)
                line = Text.assemble(line, fit(shown, width), gap)
            line.right_crop(len(gap))
            found.append(line)
        return [*found, *(Text(cut(name, cell), style=QUIET) for name in self.names_under(p, board))]

    def slot(self, p: int, board: int, value: int) -> Text:
        """A slot: its value, and the shape of the owner if it has a die. Legal slots are highlighted."""
        s = self.s
        if cards.has(s.slots[p], 8 * board + value):
            now = s.board == board + 1 and s.slot == value and sentences.top_frame(s) >> 8 & 15 == p
            return Text.assemble((f"{value}", NOW if now else QUIET), self.mark(p), " ")
        could = sentences.top_step(s) == frames.TURN and self.deciding(p) and counts.get(s.dice[p], value)
        return Text.assemble((str(value), NOW if could else ""), "  ")

    def listed(self, p: int, board: int) -> list[Text]:
        """An order board in a few lines, for narrow windows or many cards."""
        slots = Text(" ").join([self.slot(p, board, value) for value in range(6, 0, -1)])
        found = self.flow([Text.assemble((self.title(p, board), BOARDS_STYLES[board]), "  ", slots)], 2)
        rows = self.columns(p, board)
        found += self.flow([Text.assemble("  ", self.rows(rows[0]))], 2)
        for name, row in zip(self.names_under(p, board), rows[1:], strict=True):
            found += self.flow([Text(f"  {name}", style=QUIET), self.rows(row)], 4, " ")
        return found

    def hand(self, p: int) -> list[Text]:
        """The starter cards to choose from, with their actions. Cards already chosen are marked."""
        s, w, box = self.s, self.w, self.box
        if s.dealt[p] <= 0:
            return []
        picked = dict(sentences.planned_starters(s, p))
        found = [self.label("hand")]
        for card in cards.members(s.dealt[p]):
            name = things.starter_name(w, box, card)
            text = things.row_text(w, box, things.starter_row(box, card))
            mark = "▸" if card in picked else " "
            where = f" → {things.board_name(w, box, picked[card])}" if card in picked else ""
            found.append(
                Text.assemble(
                    (mark, "bold #ff9a3d"),
                    (f"{box.starter_ids[card]} ", QUIET),
                    f"{name:<17} ",
                    (text, ""),
                    (where, "bold #ff9a3d"),
                )
            )
        return found


# Box-drawing characters, by the lines that meet: above, below, left, right.
CORNERS: Final = {
    (False, False, False, False): " ",
    (False, False, True, True): "─",
    (False, False, True, False): "─",
    (False, False, False, True): "─",
    (True, False, False, False): "│",
    (True, False, False, True): "└",
    (True, False, True, False): "┘",
    (True, False, True, True): "┴",
    (False, True, False, False): "│",
    (False, True, False, True): "┌",
    (False, True, True, False): "┐",
    (False, True, True, True): "┬",
    (True, True, False, False): "│",
    (True, True, False, True): "├",
    (True, True, True, False): "┤",
    (True, True, True, True): "┼",
}
