"""The board of Catherine as text: map, favor track, players, the own display and hand.

The most important part comes last, next to the prompt. From 110 columns on, the favor track is beside the
map. Below 72 columns the map becomes a list. No information is shown by colour alone: regions and cards have
a letter, seats a shape.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final, cast

from rich.console import Group
from rich.text import Text

from samovar.games.catherine import frames
from samovar.games.catherine.actions import build_scope
from samovar.games.catherine.components import COLOURS, GOODS, ROW
from samovar.games.catherine.residences import free_cities, good_of
from samovar.games.catherine.scoring import largest_group, matched_order_tiles, total
from samovar.games.catherine.state import DISCARD, HANDS, Catherine
from samovar.kernel import cards, counts
from samovar.kernel.state import View
from samovar.terminal.drawing import FRAME, INK, LABEL, MAX_WIDTH, NOW, QUIET, Drawing, cut, fit, fitted, mark
from samovar.views.catherine import sentences
from samovar.views.words.words import Words

SHAPES: Final = {"yellow": "▲", "black": "■", "purple": "●", "white": "◆"}
SEATS: Final = {
    "white": f"bold {INK} on #f3ead8",
    "yellow": f"bold {INK} on #F0E442",
    "purple": "bold #ffffff on #7b3aa8",
    "black": "bold #ffffff on #3d3a40",
}
REGIONS: Final = ["bold #ffffff on #2f5f96", "bold #ffffff on #9c3a31", "bold #ffffff on #3f6f42"]
GOOD_STYLES: Final = ["#9fb4c7", "#e5bd5b", "#e08a6d", "#c9a27a", "#d0d0d0", "#a9c9a0"]
LINK: Final = "bold #ff9a3d"  # roads between own residences
NARROWEST: Final = 72  # columns; in a narrower window the map becomes a list
WIDE: Final = 110  # columns from which on the favor track is beside the map
LOW: Final = 15  # lines of the map if the favor track is below it
HIGH: Final = 16  # lines of the map if the favor track is beside it
PHASES: Final = {
    frames.PLAY_CARDS: "play",
    frames.ACTIONS: "actions",
    frames.BOOK_RESIDENCES: "scoring",
}


def draw(view: View, names: list[str], w: Words, width: int, seat: int) -> Group:
    """The board as one seat sees it, or a spectator (-1), for this many columns."""
    return Group(*lines(view, names, w, width, seat))


def lines(view: View, names: list[str], w: Words, width: int, seat: int) -> list[Text]:
    board = _Board(cast(Catherine, view), names, w, min(width, MAX_WIDTH), seat)
    others = [p for p in range(board.s.seats) if p != seat]
    found = [*board.calendar(), *board.board()]
    for p in others:
        found += board.player(p)
    if seat >= 0:
        found += [*board.supply(seat), *board.display(seat), *board.hand(seat)]
    return fitted(found, width)


def close_up(view: View, names: list[str], w: Words, width: int, seat: int) -> list[Text]:
    """The part of the board for the open question: map for a city, display for a place, then possessions."""
    board = _Board(cast(Catherine, view), names, w, min(width, MAX_WIDTH), seat)
    found = board.supply(seat)
    step = int(board.s.asked[seat] & 255)
    if step in (frames.BUILD, frames.BUILD_ANYWHERE):
        found = [*board.map(), *found]
    elif step == frames.PLACE:
        found = [*found, *board.display(seat)]
    return fitted(found, width)


def seat_mark(view: View, seat: int, name: str = "") -> Text:
    """The shape of a seat in its colour, with its name if one is given."""
    colour = cast(Catherine, view).stock.player_colours[seat]
    return mark(seat, SHAPES.get(colour, ""), SEATS.get(colour, ""), name)


class _Spot:
    """The place of a city's name on the map."""

    def __init__(self, row: int, column: int, length: int) -> None:
        self.row: Final = row
        self.column: Final = column
        self.length: Final = length  # length of the name; the residences follow it


class _Board(Drawing):
    def __init__(self, s: Catherine, names: list[str], w: Words, width: int, seat: int) -> None:
        super().__init__(w, width)
        self.s = s
        self.box = s.stock
        self.names = names
        self.seat = seat  # the viewing seat; -1 for a spectator

    # ---- symbols ----

    def mark(self, seat: int, name: bool = False) -> Text:
        return seat_mark(View(self.s), seat, self.names[seat] if name else "")

    def letter(self, colour: int) -> str:
        return sentences.colour_letter(self.w, self.box, colour)

    def symbols(self, found: int, gap: str = "") -> Text:
        """The signs of symbols, each repeated by its count."""
        signs = [
            Text(sentences.symbol_char(self.w, self.box, kind), style=GOOD_STYLES[kind])
            for kind in sentences.kinds_in(found)
            for _ in range(int(counts.get(found, kind)))
        ]
        return Text(gap).join(signs)

    def upper(self, card: int, gap: str) -> Text:
        """The upper area of a card: symbols, or cities by their first letters."""
        found = cards.members(self.box.card_cities[card])
        if found:
            return Text(gap.join(sentences.city_short(self.w, self.s, city) for city in found))
        return self.symbols(int(self.box.symbols[card]), gap)

    def deciding(self, seat: int) -> bool:
        """True if this seat must decide now."""
        return self.s.depth > 0 and self.s.asked[seat] != 0

    # ---- the calendar ----

    def calendar(self) -> list[Text]:
        s, w, box = self.s, self.w, self.box
        top = sentences.current_step(s)
        phase = "setup"
        if top < 0:
            phase = "over"
        elif top in PHASES:
            phase = PHASES[top]
        parts = [Text(w.say("table.decade", n=int(s.decade), m=int(box.decades)), style=LABEL)]
        if s.round:
            parts.append(Text(w.say("table.round", n=int(s.round), m=int(box.rounds)), style=LABEL))
        parts.append(Text(f" {w.say('table.' + phase).upper()} ", style=NOW))
        if sentences.choosing_secretly(s):
            parts.append(Text(w.say("table.ready", n=sentences.ready_count(s), m=int(s.seats))))
        discards = len(cards.members_of_sets(s.sets, DISCARD, COLOURS))
        parts += [Text(w.say("table.pile", n=int(s.pile_left))), Text(w.say("table.discard", n=discards))]
        if box.jokers[s.seats]:
            parts.append(Text(w.say("table.jokers", n=int(s.jokers_left()))))
        return self.flow(parts, 2, "  ")

    # ---- map and favor track ----

    def board(self) -> list[Text]:
        if self.width < WIDE:
            return [*self.map(), *self.favor_rows()]
        favor = self.favor_columns()
        column = max(line.cell_len for line in favor) + 2
        board = self.as_map(self.width - column, max(HIGH, len(favor)))
        if not board:
            return [*self.as_list(), *self.favor_rows()]
        favor += [Text()] * (len(board) - len(favor))
        return [Text.assemble(fit(left, column), right) for left, right in zip(favor, board, strict=True)]

    def map(self) -> list[Text]:
        """The map alone, or a list if there is no room for it."""
        return (self.as_map(self.width, LOW) if self.width >= NARROWEST else []) or self.as_list()

    def gain_sign(self, city: int) -> str:
        """The sign of a city's gain: a good, a favor step, or VP."""
        box, w = self.box, self.w
        if box.city_tile[city]:
            return sentences.symbol_char(w, box, int(good_of(box.city_tile[city])))
        if cards.has(box.crowns, city):
            return w.say("sign.step")
        return f"{box.city_vp[city]}★" if cards.has(box.vp_cities, city) else ""

    def legal_cities(self) -> int:
        """The cities where the viewing seat may build now, if it must choose one."""
        s, seat = self.s, self.seat
        step = int(s.asked[seat] & 255) if seat >= 0 and s.asked[seat] else 0
        if step == frames.BUILD:
            return int(free_cities(s, seat, build_scope(s, s.action_card(seat))))
        return int(free_cities(s, seat, self.box.cities)) if step == frames.BUILD_ANYWHERE else 0

    def name(self, city: int) -> tuple[str, str]:
        """The name of a city, such as ``B Riga Ψ``, in the colour of its region. Legal cities are marked."""
        colour = int(self.box.city_colour[city])
        legal = cards.has(self.legal_cities(), city)
        text = f"{self.letter(colour)}{'▸' if legal else ' '}{sentences.city_name(self.w, self.s, city)}"
        return f"{text} {self.gain_sign(city)}".rstrip(), NOW if legal else REGIONS[colour]

    def residents(self, city: int) -> list[tuple[str, str]]:
        here = [p for p in range(self.s.seats) if cards.has(self.s.residences[p], city)]
        marks = [self.mark(p) for p in here]
        return [(mark.plain, str(mark.style)) for mark in marks]

    def layout(self, width: int, height: int) -> dict[int, _Spot]:
        """A spot for each city near its coordinates, without overlaps. Empty if they do not fit."""
        box = self.box
        cities = sorted(cards.members(box.cities), key=lambda city: (box.city_y[city], box.city_x[city]))
        west, east = _span([int(box.city_x[city]) for city in cities])
        north, south = _span([int(box.city_y[city]) for city in cities])
        taken = [[False] * (width + 1) for _ in range(height)]
        found: dict[int, _Spot] = {}
        tries = sorted(
            ((row, column) for row in range(-3, 4) for column in range(-14, 15)),
            key=lambda step: (4 * abs(step[0]) + abs(step[1]), step),
        )
        for city in cities:
            length = len(self.name(city)[0])
            room = length + int(self.s.seats)
            row = round(int(box.city_y[city] - north) * (height - 1) / max(1, south - north))
            centre = 4 + round(int(box.city_x[city] - west) * (width - 14) / max(1, east - west))
            start = min(max(0, centre - length // 2), width - room)
            for down, right in tries:
                at, first = row + down, start + right
                if not (0 <= at < height and 0 <= first <= width - room):
                    continue
                if not any(taken[at][max(0, first - 1) : first + room + 1]):
                    taken[at][first : first + room] = [True] * room
                    found[city] = _Spot(at, first, length)
                    break
            else:
                return {}
        return found

    def as_map(self, width: int, height: int) -> list[Text]:
        """Cities at their coordinates, with dotted roads. Roads between own residences are highlighted."""
        box = self.box
        spots = self.layout(width, height)
        if not spots:
            return []
        grid = [[(" ", "")] * width for _ in range(height)]
        own = int(self.s.residences[self.seat]) if self.seat >= 0 else 0
        for linked in (False, True):
            for city, spot in spots.items():
                for other in cards.members(int(box.roads[city])):
                    if other > city and (own >> city & own >> other & 1 == 1) == linked:
                        _road(grid, spot, spots[other], ("•", LINK) if linked else ("·", FRAME))
        for city, spot in spots.items():
            text, style = self.name(city)
            signs = [(sign, style) for sign in text] + self.residents(city)
            grid[spot.row][spot.column : spot.column + len(signs)] = signs
        return [_joined(row) for row in grid]

    def as_list(self) -> list[Text]:
        """The map as a list by region, for narrow windows."""
        found: list[Text] = []
        for colour in range(COLOURS):
            parts = [
                Text.assemble(self.name(city), *self.residents(city))
                for city in cards.members(int(self.box.colour_cities[colour]))
            ]
            found += self.flow(parts, 2, "  ")
        return found

    def favor_marks(self, space: int) -> Text:
        here = [self.mark(p) for p in range(self.s.seats) if self.s.favor[p] == space]
        return Text("").join(here)

    def favor_columns(self) -> list[Text]:
        """The favor track as a column from top to bottom, beside the map."""
        box, w = self.box, self.w
        found = [
            Text.assemble(
                fit(self.label("favor"), 8),
                (f"{w.say('sign.card'):>2}  ★ {w.say('table.times_short'):>2}", QUIET),
            )
        ]
        for space in range(int(box.top), -1, -1):
            values = (box.hand_limit, box.favor_vp, box.multiplier)
            line = Text.assemble((f"{space:>2} ", QUIET), fit(self.favor_marks(space), 5))
            for i, column in enumerate(values):
                below = space > 0 and column[space - 1] == column[space]
                text = f"{'×' if i == 2 else ''}{column[space]}"
                line = Text.assemble(line, (f"{text:>{2 if i == 0 else 3}}", QUIET if below else LABEL))
            found.append(line)
        return found

    def favor_rows(self) -> list[Text]:
        """The favor track as rows below the map. A value is highlighted on the first space that has it."""
        box, w = self.box, self.w
        first = max(len(w.say("table." + key)) for key in ("favor", "limit", "decade_vp", "times")) + 1
        cell = max(2, min(5, (self.width - first) // (int(box.top) + 1)))
        if first + cell * (int(box.top) + 1) > self.width or cell < 4:
            return self.favor_list()
        spaces = range(int(box.top) + 1)
        marks = Text("").join([fit(self.favor_marks(space), cell) for space in spaces])
        numbers = "".join(f"{space:<{cell}}" for space in spaces)
        found = [
            Text.assemble(fit(self.label("favor"), first), (numbers, QUIET)),
            Text.assemble(" " * first, marks),
        ]
        for key, column in (
            ("limit", box.hand_limit),
            ("decade_vp", box.favor_vp),
            ("times", box.multiplier),
        ):
            line = Text(f"{w.say('table.' + key):<{first}}", style=QUIET)
            for space in spaces:
                begins = space == 0 or column[space - 1] != column[space]
                line = Text.assemble(line, (f"{column[space]:<{cell}}", LABEL if begins else QUIET))
            found.append(line)
        return found

    def favor_list(self) -> list[Text]:
        """The occupied spaces of the favor track, as a list."""
        box, w = self.box, self.w
        parts = [self.label("favor")]
        for space in sorted({int(space) for space in self.s.favor}):
            values = " ".join(
                f"{w.say('table.' + key + '_short')} {column[space]}"
                for key, column in (
                    ("limit", box.hand_limit),
                    ("decade_vp", box.favor_vp),
                    ("times", box.multiplier),
                )
            )
            parts.append(Text.assemble(self.favor_marks(space), f" {space}: {values}"))
        return self.flow(parts, 2, "  ")

    # ---- players ----

    def supply(self, p: int) -> list[Text]:
        s, w, box = self.s, self.w, self.box
        longest = max(len(name) for name in self.names)
        now = Text("▶", style="bold #ff9a3d") if self.deciding(p) else Text(" ")
        if sentences.choosing_secretly(s) and not self.deciding(p):
            now = Text("✓", style="bold")
        name = Text.assemble(now, self.mark(p, True), " " * (longest - len(self.names[p])))
        on_track, beside = sentences.vp_track(box, int(s.vp[p]))
        points = Text.assemble((f"{s.vp[p]:>3}★", "bold"))
        worth = w.say("table.now", n=int(total(s, p)))
        points.append(f" {on_track}+{beside}" if beside else "", style=QUIET)
        points.append(f" {worth}", style=QUIET)
        owned = int(s.possession(p))
        goods = Text(" ").join(
            [
                Text.assemble(
                    (sentences.symbol_char(w, box, kind), GOOD_STYLES[kind]),
                    str(int(counts.get(owned, kind))),
                )
                for kind in range(GOODS + 2)
            ]
        )
        parts = [
            Text.assemble(name, points),
            goods,
            Text(f"{w.say('sign.card')}{s.held[p]}/{s.hand_limit(p)}"),
            Text(f"{w.say('sign.step')}{s.favor[p]}"),
            Text(f"{w.say('sign.residence')}{box.residences - s.supply(p)}/{box.residences}"),
        ]
        group = w.say("table.group", n=int(largest_group(s, p)), m=int(box.multiplier[s.favor[p]]))
        return self.flow([*parts, Text(group), self.order(p)], longest + 3, "  ")

    def order(self, p: int) -> Text:
        """The goods of the order: first the owned ones, then jokers in their place, then the missing ones."""
        s, w, box = self.s, self.w, self.box
        if s.order[p] == 0:
            return Text()
        wanted, owned = int(box.order_goods[s.order[p]]), int(s.tiles[p])
        have = [min(int(counts.get(wanted, kind)), int(counts.get(owned, kind))) for kind in range(GOODS)]
        there = sum(int(counts.of(kind, n)) for kind, n in enumerate(have))
        missing = wanted - there
        n, of = int(matched_order_tiles(s, p)), sentences.order_size(s, p)
        text = Text.assemble(w.say("table.order", n=n, m=of), " ", self.symbols(there))
        text.append(w.say("sign.joker") * int(s.jokers[p]))
        if missing:
            text.append(f"‹{sentences.symbol_chars(w, box, missing)}›", style=QUIET)
        return text

    def player(self, p: int) -> list[Text]:
        """Another player: possessions, and the display in short."""
        s = self.s
        found = self.supply(p)
        length = int(s.row_length(p))
        if length == 0:
            return found
        cell = (self.width - 2) // int(self.box.full_row)
        above, below = Text("  "), Text("  ")
        for place in range(length):
            card = int(s.row[p * ROW + place])
            gap = " " if cell > 14 else ""
            text = Text.assemble((self.letter(card >> 6), REGIONS[card >> 6]), gap, self.upper(card, gap))
            if not self.box.card_cities[card] and cell > 10:
                text.append(f" {sentences.action_short(self.w, s, card)}")
            above.append_text(fit(text, cell - 1)).append(" ")
            below.append_text(fit(self.activation(p, place), cell - 1)).append(" ")
        above.rstrip()
        below.rstrip()
        return [*found, above, below] if below.cell_len else [*found, above]

    def activation(self, p: int, place: int) -> Text:
        """The sign of an activation card: ``= R`` if it has the colour of the card above, else ``≠ R``."""
        s = self.s
        card = int(sentences.card_at(s, p, place + 1))
        under = int(s.under[p * ROW + place])
        style, word = QUIET, ""
        plan = sentences.choices_so_far(s, p)
        if under and s.active[p] == place + 1:
            style, word = NOW, f" {self.w.say('table.fired')} "
        elif (
            under == 0
            and sentences.current_step(s) == frames.PLAY_CARDS
            and len(plan) == 3
            and plan[2] == place + 1
        ):
            under, style, word = plan[1], NOW, f" {self.w.say('table.chosen')}"
        if under == 0:
            return Text()
        relation = "=" if card >> 6 == under >> 6 else "≠"
        return Text.assemble((f"{relation} {self.letter(under >> 6)}", style or ""), (word, style))

    # ---- the own display and hand ----

    def shown_row(self, p: int) -> list[tuple[int, bool]]:
        """The cards of the own row. True marks a card that is chosen but not revealed."""
        s = self.s
        row = [(int(s.row[p * ROW + i]), False) for i in range(int(s.row_length(p)))]
        plan = sentences.choices_so_far(s, p)
        top = sentences.current_step(s)
        if top == frames.CHOOSE_START:
            return [(card, True) for card in plan]
        return [*row, (plan[0], True)] if top == frames.PLAY_CARDS and plan else row

    def display(self, p: int) -> list[Text]:
        """The seven columns of the display: card, symbols, action, bonus, activation card."""
        columns = int(self.box.full_row)
        cell = min(22, (self.width - columns - 1) // columns)
        row = self.shown_row(p)
        if not row:
            return []
        if cell < 10:
            return [line for i, (card, secret) in enumerate(row) for line in self.listed(p, i, card, secret)]
        cells = [self.column(p, i, card, secret, cell) for i, (card, secret) in enumerate(row)]
        cells += [[Text()] * 5 for _ in range(columns - len(row))]
        numbers = [f"─{i + 1}" for i in range(columns)]
        found = [Text("┌" + "┬".join(f"{number:─<{cell}}" for number in numbers) + "┐", style=FRAME)]
        for i in range(5):
            line = Text("│", style=FRAME)
            for column in cells:
                line = Text.assemble(line, fit(column[i], cell), ("│", FRAME))
            found.append(line)
        found.append(Text("└" + "┴".join("─" * cell for _ in range(columns)) + "┘", style=FRAME))
        return found

    def column(self, p: int, place: int, card: int, secret: bool, cell: int) -> list[Text]:
        s, w = self.s, self.w
        name = sentences.card_name(w, self.box, card)
        title = f"{self.letter(card >> 6)}{'?' if secret else ' '}{cut(name, cell - 2)}"
        gap = " " if cell > 12 or self.box.card_cities[card] == 0 else ""
        return [
            Text(f"{title:<{cell}}", style=REGIONS[card >> 6]),
            self.upper(card, gap),
            Text(sentences.action_short(w, s, card, False)),
            Text(sentences.bonus_short(w, s, card)),
            self.activation(p, place),
        ]

    def listed(self, p: int, place: int, card: int, secret: bool) -> list[Text]:
        """A card of the display in one line, for narrow windows."""
        text = Text.assemble(
            (f"{place + 1}{'?' if secret else ' '}", QUIET),
            self.card_line(card),
            " ",
            self.activation(p, place),
        )
        return self.flow([text], 2)

    def card_line(self, card: int) -> Text:
        """A card in one line: ``R Sievers    Ω¤  −2▯→⌂ any  +2Ψ:♛``."""
        s, w = self.s, self.w
        name = sentences.card_name(w, self.box, card)
        return Text.assemble(
            (f"{self.letter(card >> 6)} {cut(name, 11):<11}", REGIONS[card >> 6]),
            " ",
            fit(self.upper(card, " "), 11),
            " ",
            f"{sentences.action_short(w, s, card, False):<12}",
            f"{sentences.bonus_short(w, s, card):<9}",
        )

    def hand(self, p: int) -> list[Text]:
        """Each hand card with its action. Cards that are already chosen are marked."""
        s = self.s
        plan = sentences.choices_so_far(s, p)
        picked = plan if sentences.current_step(s) == frames.CHOOSE_START else plan[:2]
        held = cards.members_of_sets(s.sets, HANDS + p * COLOURS, COLOURS)
        title = Text.assemble(
            self.label("own_hand"), " ", self.w.say("table.held", n=int(s.held[p]), m=int(s.hand_limit(p)))
        )
        if not held:
            return [title]
        entries = [
            Text.assemble(
                ("▸" if card in picked else " ", "bold #ff9a3d"),
                self.card_line(card),
                (f" {self.box.card_ids[card]}", QUIET),
            )
            for card in held
        ]
        width = max(entry.cell_len for entry in entries) + 3
        columns = max(1, min(3, self.width // width))
        rows = (len(entries) + columns - 1) // columns
        found = [title]
        for i in range(rows):
            beside = entries[i::rows]
            line = Text("").join([fit(entry, width) for entry in beside])
            line.rstrip()
            found.append(line)
        return found


def _joined(signs: list[tuple[str, str]]) -> Text:
    """The signs joined to one text, with one span for neighbours of the same style."""
    line = Text()
    for style, run in groupby(signs, key=lambda sign: sign[1]):
        line.append("".join(sign for sign, _ in run), style=style)
    return line


def _span(numbers: list[int]) -> tuple[int, int]:
    return min(numbers), max(numbers)


def _road(grid: list[list[tuple[str, str]]], one: _Spot, other: _Spot, sign: tuple[str, str]) -> None:
    """The dots of a road from the middle of one name to the middle of another."""
    row, column = one.row, one.column + one.length // 2
    down, right = other.row - row, other.column + other.length // 2 - column
    steps = max(abs(down), (abs(right) + 1) // 2, 1)
    for i in range(steps + 1):
        grid[row + round(down * i / steps)][column + round(right * i / steps)] = sign
