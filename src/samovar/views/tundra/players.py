"""The players' areas: the viewer's dice, goods, advisors and order boards, and all seats with boards."""

from __future__ import annotations

from typing import Final

from samovar.games.tundra import tokens
from samovar.games.tundra.components import BERRY, BOARDS, FIREWOOD, GOODS, ITEMS, PEAT, STEPS, STONE, UPGRADE
from samovar.games.tundra.goals import goal_count
from samovar.games.tundra.payment import can_pay
from samovar.kernel import cards, counts
from samovar.views.common_regions import seat_box, seat_head, seat_last, seat_note
from samovar.views.render_context import RenderContext, halo
from samovar.views.svg import (
    END,
    MIDDLE,
    START,
    Item,
    esc,
    group,
    icon,
    icon_row,
    num,
    path,
    points,
    rect,
    svg,
    text,
    use,
)
from samovar.views.tundra import sentences, things
from samovar.views.tundra.board import Board, goal_icon
from samovar.views.tundra.drawings import (
    ITEM_ICONS,
    PORTRAITS,
    Span,
    action_icons,
    action_lines,
    advisor_icon,
    board_icon,
    card_band,
    die,
    draw_lines,
    frame_lines,
    price_icons,
    rows_class,
    spans,
)
from samovar.views.words.words import capital

ROW_H: Final = 30.0  # height of a row of an order board
ROWS_TOP: Final = 24.0
BOARD_W: Final = 163.0
BOARD_H: Final = 222.0
TUCKED_W: Final = 34.0  # visible width of a card under a board
TRACKS: Final = [BERRY, FIREWOOD, STONE, PEAT]
ADV_W: Final = 104.0
ADV_H: Final = 205.0  # height of advisors, title and personal goal
CARD_H: Final = 46.0  # height of title and of personal goal
CHANGES: Final = [tokens.REROLL, tokens.UP, tokens.DOWN, tokens.PICK, tokens.ASIDE]

Tucked = tuple[int, int]  # source of the card's actions (tokens.FROM_...), and the card; 0: none


class Players:
    """The areas of all players, for one viewer."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.context: Final[RenderContext] = board.context
        self.w: Final = board.w
        self.s: Final = board.s
        self.box: Final = board.box
        self.me: Final = board.me
        self.colour: Final = board.context.colours[board.me]
        self.seats: Final = int(board.s.seats)
        self.planned: Final = {place: card for card, place in sentences.planned_starters(board.s, board.me)}

    def regions(self, last_actions: list[str]) -> dict[str, str]:
        out = {
            "me-who": self.who(),
            "me-dice": self.dice(),
            "me-goods": self.goods(),
            "me-stock": self.supply(),
            "me-adv": self.advisor_area(),
        }
        for board in range(BOARDS):
            out[f"order-{board}"] = self.order_board(self.me, board)
        for p in range(self.seats):
            out[f"seat-{p}"] = self.seat(p, last_actions[p])
            out[f"boards-{p}"] = self.boards(p, last_actions[p])
        return out

    def arrange(self, found: dict[str, str]) -> str:
        """The viewer's area of a whole page."""
        orders = "".join(found[f"order-{board}"] for board in range(BOARDS))
        mine = f"{found['me-who']}{found['me-dice']}{found['me-goods']}{found['me-stock']}"
        return (
            f'<section class="panel my-area card-above" id="me" aria-label="{self.context.say("page.area")}">'
            f'<div class="my-area__header">{mine}</div>{found["me-adv"]}'
            f'<div class="orders" id="orders">{orders}</div></section>'
        )

    def place_seats(self, found: dict[str, str]) -> str:
        """All seats, each with its order boards, which open over the map."""
        return "".join(
            f'<div class="seat-box">{found[f"seat-{p}"]}{found[f"boards-{p}"]}</div>'
            for p in range(self.seats)
        )

    def heading(self, key: str, note: str = "") -> str:
        small = f"<small>{esc(note)}</small>" if note else ""
        return f"<h2>{self.context.say(key)}{small}</h2>"

    # ---- the viewer's area: name, dice, goods, supply ----

    def who(self) -> str:
        p = self.me
        vp = self.context.shield_points(p, int(self.s.vp[p]))
        character = self.s.character(p)
        picture = icon(PORTRAITS[character % len(PORTRAITS)], "", "icon--face")
        small = f"<small>{self.context.say('character.' + self.s.stock.characters[character])}</small>"
        name = f'<span class="name">{esc(self.context.names[p])}{small}</span>'
        shown = points(vp, self.w.say("page.points", n=vp), "acorn")
        return f'<div class="my-area__name p-{self.colour}" id="me-who">{picture}{name}{shown}</div>'

    def dice(self) -> str:
        """The viewer's unused dice. Each is a target of all actions that use or change its value."""
        s, w = self.s, self.w
        kinds = [value for value in range(7) for _ in range(int(counts.get(s.dice[self.me], value)))]
        pitch = min(44.0, 176.0 / max(1, len(kinds)))
        size = min(32.0, pitch - 7)
        out = ""
        nth: dict[int, int] = {}
        for k, value in enumerate(kinds):
            x = 2 + k * pitch
            nth[value] = nth.get(value, len(self.boards_with_die(value))) + 1
            body = rect(x, 4, size + 6, size + 6, 8, "pill pill--die")
            body += die(value, x + 3, 7, size, self.colour)
            label = w.say("page.die", n=value) if value else w.say("page.die_unrolled")
            facts = [w.say("page.die_help")]
            flip = f"die-{value}-{nth[value]}"
            glow = halo(x, 4, size + 6, size + 6, 8)
            out += self.context.target(
                f"die-{k}", body, label, self.die_actions(value) if value else [], facts, "", glow, flip
            )
        if not kinds:
            out = text(4, 28, w.say("page.no_dice" if s.round else "page.dice_later"), "t t-s")
        note = w.say("page.dice_note", n=int(s.spare[self.me]))
        title = self.context.own("page.my_dice")
        drawn = svg(178, 46, out, title, "tray")
        head = f"<h2>{esc(title)}<small>{esc(note)}</small></h2>"
        return f'<div class="my-area__dice" id="me-dice">{head}{drawn}</div>'

    def die_actions(self, value: int) -> list[int]:
        """Every action that uses or changes a die of this value."""
        found = [tokens.PLACE << 8 | board << 3 | value for board in range(BOARDS)]
        found += [tokens.GOAL << 8 | goal << 3 | value for goal in cards.members(int(self.s.goals))]
        found += [tokens.SET << 8 | value << 3 | other for other in range(1, 7)]
        found += [verb << 8 | value for verb in CHANGES]
        return self.context.legal_among(found)

    def boards_with_die(self, value: int) -> list[int]:
        """The boards on which a die of this value lies, the last used one at the end.

        The order gives each die a stable element id, so that placing a die is animated.
        """
        last = -1
        for line in self.context.model.lines:
            for kind, seat, a, b in line.events:
                if kind == tokens.PLACED and seat == self.me and b == value:
                    last = a
        found = [b for b in range(BOARDS) if cards.has(self.s.slots[self.me], 8 * b + value)]
        return [b for b in found if b != last] + [b for b in found if b == last]

    def goods(self) -> str:
        """Tracks of berries and resources, which are the targets for gaining and paying."""
        s, w = self.s, self.w
        out = ""
        for k, item in enumerate(TRACKS):
            n, most = int(s.have[self.me * GOODS + item]), self.max_of(item)
            y, step = k * 20.5, 128.0 / most
            body = rect(0, y, 178, 19.5, 4, "row") + use(ITEM_ICONS[item], 1, y + 1.5, 17)
            body += text(41.5, y + 15, str(n), "t t-track", END)
            for i in range(most):
                full = f"tick-{ITEMS[item]}" if i < n else "tick-0"
                body += rect(46 + i * step, y + 4.5, step - (1.4 if most <= 10 else 1), 11, 2, full)
            verbs = [tokens.GAIN, tokens.SAME, tokens.PAY] if item != BERRY else []
            label = w.say("page.stock_of", what=things.item_count(w, item, n), most=most)
            facts = [w.say(f"page.good.{ITEMS[item]}")]
            actions = [verb << 8 | item for verb in verbs]
            glow = halo(0, y, 178, 19.5, 4)
            out += self.context.target(f"good-{ITEMS[item]}", body, label, actions, facts, "", glow)
        drawn = svg(178, 82, out, self.context.own("page.my_stock"), "tracks")
        return f'<div class="p-{self.colour}" id="me-goods">{drawn}</div>'

    def max_of(self, item: int) -> int:
        return int(self.box.max_berries if item == BERRY else self.box.max_resource)

    def supply(self) -> str:
        """Workers, towers and dice in supply."""
        s, w, p = self.s, self.w, self.me
        out = ""
        for k, (name, n) in enumerate(
            [
                ("worker", int(s.workers_in_supply(p))),
                ("tower", int(s.towers_in_supply(p))),
                ("die", int(s.spare[p])),
            ]
        ):
            x = k * 42.0
            body = rect(x, 0.5, 39, 20, 4, "row") + use("die-1" if name == "die" else name, x + 1, 1, 19)
            body += text(x + 24, 15.5, str(n), "t t-track")
            actions = [tokens.BUY << 8] if name == "die" else []
            label = w.say("page.supply_of", what=w.count(n, name))
            glow = halo(x, 0.5, 39, 20, 4)
            facts = [w.say(f"page.supply.{name}")]
            out += self.context.target(f"supply-{name}", body, label, actions, facts, "", glow)
        out += text(177, 14, w.say("page.in_supply"), "t t-s", END)
        drawn = svg(178, 21, out, self.context.own("page.supply"), "stock")
        return f'<div class="p-{self.colour}" id="me-stock">{drawn}</div>'

    # ---- advisors, title, personal goal ----

    def advisor_area(self) -> str:
        """The viewer's advisors, free places, title and personal goal: drawings of together 104 x 205.

        They are below each other. On a phone, title and goal are beside the advisors.
        """
        s, w = self.s, self.w
        mine = cards.members(int(s.ready[self.me] | s.exhausted[self.me]))
        allowed = int(s.title_of(self.me).advisors) if s.title[self.me] else 0
        places = max(allowed, len(mine))
        below = CARD_H + 3 if s.title[self.me] else 0.0
        below += CARD_H + 3 if s.personal[self.me] > 0 else 0.0
        pitch = min(48.0, (ADV_H - below) / max(1, places))
        out = free = ""
        for k in range(len(mine)):
            out += self.advisor(mine[k], k * pitch, pitch - 3.4)
        for k in range(places - len(mine)):
            free += rect(0.8, k * pitch + 0.8, 102.4, pitch - 5, 6, "empty-slot")
            free += text(52, k * pitch + pitch / 2 + 2, w.say("page.free_place"), "t t-s", MIDDLE)
        own = self.title(3) if s.title[self.me] else ""
        if s.personal[self.me] > 0:
            own += self.personal(3 + (CARD_H + 3 if own else 0))
        note = w.say("page.n_of", n=len(mine), of=allowed)
        high = ADV_H - below - (places - len(mine)) * pitch
        drawn = svg(ADV_W, high, out, w.say("table.advisors"), "adv") if mine else ""
        if free:  # not shown on a phone
            drawn += svg(ADV_W, (places - len(mine)) * pitch, free, "", "adv adv--free")
        drawn += svg(ADV_W, below, own, self.context.own("page.own_cards"), "adv") if own else ""
        return f'<div class="my-area__adv" id="me-adv">{self.heading("table.advisors", note)}{drawn}</div>'

    def advisor(self, card: int, y: float, h: float) -> str:
        """One of the viewer's advisors, rotated and marked if it is exhausted."""
        w, box = self.w, self.box
        used = cards.has(self.s.exhausted[self.me], card)
        size = min(34.0, h - 4)
        head = use(advisor_icon(box, card), 4, y + (h - size) / 2, size)
        if used:
            head = group(head, "spent", f'transform="rotate(90 {num(4 + size / 2)} {num(y + h / 2)})"')
        body = rect(0.8, y + 0.8, 102.4, h - 1.6, 6, "card-box card-box--used" if used else "card-box") + head
        left = size + 8
        name = things.city_name(w, box, card)
        tall = h > 36
        if tall:
            first = name.replace(" the ", " ", 1).split(" ")[0]
            body += text(left + 2, y + 14.6, first, "t t-bs")
        room = 99 - left - (18 if used else 0)
        lines = action_lines(box, int(box.advisor_action[card]))
        body += draw_lines(
            lines, left + room / 2, y + (30 if tall else h / 2), 18, room, (h - 19 if tall else h - 8)
        )
        body += use("sleep", 86, y + h - 19, 14) if used else ""
        facts = [w.say("page.advisor_used" if used else "page.advisor_ready")]
        facts.append(capital(things.city_text(w, box, card)))
        actions = [tokens.USE << 8 | card, tokens.DISMISS << 8 | card]
        glow = halo(0.8, y + 0.8, 102.4, h - 1.6, 6)
        idle = "is-idle" if sentences.has_no_effect(self.s, self.me, int(box.advisor_action[card])) else ""
        return self.context.target(
            f"city-{card}", body, name, actions, [], idle, glow, f"city-{card}", state=facts
        )

    def title(self, y: float) -> str:
        """The viewer's title with the numbers that it changes."""
        w, box, number = self.w, self.box, int(self.s.title[self.me])
        name = things.title_name(w, self.s, number)
        body = rect(0.8, y + 0.8, 102.4, 44.4, 6, "card-box") + card_band(
            0.8, y + 0.8, 102.4, 17, name, "title"
        )
        body += draw_lines([title_icons(self.board, number)], 52, y + 31, 18, 96, 24)
        label = w.say("page.title", what=name)
        state = [capital(things.title_text(w, box, number)) or w.say("page.title_plain")]
        return self.context.target("title", body, label, [], [w.say("page.title_help")], state=state)

    def personal(self, y: float) -> str:
        """The viewer's personal goal: the current count and the thresholds of its steps."""
        w, s = self.w, self.s
        goal = self.box.personal[int(s.personal[self.me])]
        have = int(goal_count(s, self.me, goal))
        body = rect(0.8, y + 0.8, 102.4, 44.4, 6, "card-box")
        body += card_band(0.8, y + 0.8, 102.4, 17, things.goal_name(w, goal), "secret")
        body += use(goal_icon(goal), 4, y + 22, 18) + text(30, y + 36, str(have), "t t-track", MIDDLE)
        needs = things.thresholds(s, goal)
        for k, need in enumerate(needs):
            x = 41 + k * 20.5
            reached = " cell--reach" if have >= need else ""
            body += rect(x, y + 20, 19.5, 23, 3, "cell" + reached) + text(
                x + 9.7, y + 30, str(need), "t t-n", MIDDLE
            )
            body += text(x + 9.7, y + 41, str(int(goal.vp[k])), "t t-bs t-vp", MIDDLE)
        label = w.say("page.personal", what=things.goal_name(w, goal))
        facts = [
            capital(things.condition(w, goal)) + ": " + things.goal_steps(s, goal) + " " + w.say("page.vp"),
            w.say("page.personal_help", n=have),
        ]
        return self.context.target("personal", body, label, [], [], state=facts)

    # ---- order boards ----

    def tucked(self, p: int, board: int) -> list[Tucked]:
        """The card places beside a board, from left to right: the starter card, then market enhancements."""
        s = self.s
        starter = int(s.starter[p * BOARDS + board])
        if p == self.me and not starter:
            starter = self.planned.get(board, 0)
        found: list[Tucked] = []
        if starter or sentences.is_choosing_starters(s):
            found.append((tokens.FROM_STARTER, starter))
        places = int(s.title_of(p).market_places) if s.title[p] else 1
        for place in range(max(places, int(s.enhancements(p, board)))):
            found.append((tokens.FROM_MARKET + place, sentences.market_card(s, p, board, place)))
        return found

    def order_board(self, p: int, board: int) -> str:
        """An order board, 163 x 222: name, six rows of slots in frames, cards at the right, upgrade."""
        box, mine = self.box, p == self.me
        under = self.tucked(p, board)
        tuck = TUCKED_W if len(under) < 3 else 27.0
        wide = BOARD_W - tuck * len(under)
        out = ""
        for k in range(len(under) - 1, -1, -1):
            out += self.card_under(p, board, under[k], wide + k * tuck, tuck)
        name = box.board_ids[board]
        kind = name if name in ("architecture", "travel", "gathering", "trade") else "trade"
        out += path(f"M0 20h{num(wide)}v{num(ROW_H * 6 + 6)}H0Z", f"order-board order-board--{kind}")
        upgraded = cards.has(self.s.upgraded[p], board)
        row_ = [things.board_action(box, board, upgraded, value) for value in range(7)]
        for span in spans(row_):
            out += self.order_frame(p, board, span, wide)
        for value in range(6, 0, -1):
            out += self.slot(p, board, value, wide)
        out += rect(
            0.6,
            0.6,
            BOARD_W - 1.2,
            20,
            6,
            f"order-band order-band--{kind}{' order-band--up' if upgraded else ''}",
        )
        out += use(board_icon(box, board), 5, 2.2, 17)
        title = things.board_name(self.w, box, board)
        out += text(26, 15, title, "t t-h t-order")
        out += self.board_foot(p, board, kind, upgraded)
        out += self.whole_board(board) if mine else ""
        if not mine:
            return svg(BOARD_W, BOARD_H, self.board_with_facts(p, board, out), title, "order")
        active = " order--now" if self.s.board == board + 1 else ""
        return svg(BOARD_W, BOARD_H, out, title, f"order{active}", f"order-{board}")

    def order_frame(self, p: int, board: int, span: Span, wide: float) -> str:
        """The frame of one action, over the rows of its slots."""
        high, low, action = span
        top, rows = ROWS_TOP + (6 - high) * ROW_H, high - low + 1
        cls = f"order-frame {rows_class(high, low)}"
        body = rect(3, top + 1, wide - 6, rows * ROW_H - 2, 6, cls)
        lines = action_lines(self.box, action)
        size = 24.0 if wide > 100 else 19.0
        body += draw_lines(
            lines, 35 + (wide - 38) / 2, top + rows * ROW_H / 2, size, wide - 41, rows * ROW_H - 4
        )
        if p != self.me:
            return body
        now = self.s.board == board + 1 and low <= self.s.slot <= high
        actions = [tokens.DO << 8 | tokens.FROM_BOARD] if now else []
        slots = str(high) if high == low else f"{high}–{low}"
        label = self.w.say("page.frame", board=things.board_name(self.w, self.box, board), slots=slots)
        told = (
            []
            if self.context.legal_among(actions)
            else [capital(things.action_text(self.w, self.box, action))]
        )
        glow = halo(3, top + 1, wide - 6, rows * ROW_H - 2, 6)
        return self.context.target(f"frame-{board}-{high}", body, label, actions, told, "calls", glow)

    def card_under(self, p: int, board: int, place: Tucked, x: float, tuck: float) -> str:
        """The visible part of a card under a board, or its empty place."""
        source, card = place
        w, box = self.w, self.box
        if card == 0:
            out = rect(x + 1, ROWS_TOP + 1, tuck - 3, ROW_H * 6 - 2, 5, "empty-slot")
            out += use("enhance", x + tuck / 2 - 8.5, ROWS_TOP + ROW_H * 3 - 8, 16, 0, "f0")
            if p != self.me:
                return out
            free = w.say("page.free_starter" if source == tokens.FROM_STARTER else "page.free_market")
            return self.context.target(f"under-{board}-{source}", out, free, [], [w.say("page.under_help")])
        starter = source == tokens.FROM_STARTER
        row_ = things.starter_row(box, card) if starter else things.city_row(box, card)
        planned = " tuck--planned" if starter and not self.s.starter[p * BOARDS + board] else ""
        cls = "tuck tuck--starter" + planned if starter else "tuck"
        body = rect(x - 6, ROWS_TOP - 4, tuck + 5, ROW_H * 6 + 8, 6, cls)
        body += frame_lines(box, row_, x + 1.5, ROWS_TOP, tuck - 4.5, ROW_H, 16, False)
        if p != self.me:
            return body
        actions: list[int] = []
        glow = halo(x, ROWS_TOP, tuck - 1.5, ROW_H * 6, 5)
        if self.s.board == board + 1:
            actions.append(tokens.DO << 8 | source)
            slot = int(self.s.slot)
            for high, low, _ in spans(row_):
                if low <= slot <= high:
                    top, rows = ROWS_TOP + (6 - high) * ROW_H, high - low + 1
                    glow = halo(x + 1.5, top + 1, tuck - 4.5, rows * ROW_H - 2, 4)
        if sentences.replaced_board(self.s) == board:
            actions.append(tokens.REPLACE << 8 | source - tokens.FROM_MARKET + 1)
        name = things.starter_name(w, box, card) if starter else things.city_name(w, box, card)
        facts = [w.say("page.starter_kind" if starter else "page.enhancement_kind")]
        facts.append(capital(things.row_text(w, box, row_)))
        flip = f"starter-{card}" if starter else f"city-{card}"
        if planned:
            flip = ""  # until the reveal, the element with this id is among the cards to choose from
        return self.context.target(
            f"under-{board}-{source}", body, name, actions, [], "calls", glow, flip, state=facts
        )

    def slot(self, p: int, board: int, value: int, wide: float) -> str:
        """The slot of this die value. The whole row is a target if a die may be placed there."""
        s, w = self.s, self.w
        y = ROWS_TOP + (6 - value) * ROW_H + 2
        taken = cards.has(s.slots[p], 8 * board + value)
        if p != self.me:
            out = rect(6, y, 26, 26, 6, "die-slot")
            if taken:
                return out + die(value, 6.8, y + 0.8, 24.4, self.context.colours[p])
            return out + text(19, y + 18.2, str(value), "num num-slot", MIDDLE)
        action = tokens.PLACE << 8 | board << 3 | value
        legal = action in self.context.legal
        name = w.say("page.slot", board=things.board_name(w, self.box, board), n=value)
        if taken:
            flip = f"die-{value}-{self.boards_with_die(value).index(board) + 1}"
            body = rect(6, y, 26, 26, 6, "die-slot") + die(value, 6.8, y + 0.8, 24.4, self.colour)
            return self.context.target(
                f"slot-{board}-{value}",
                body,
                name,
                [action],
                [],
                f"s{value}",
                "",
                flip,
                state=[w.say("page.slot_used")],
            )
        body = rect(3, y - 2, wide - 6, ROW_H, 0, "hit") if legal else ""
        body += rect(6, y, 26, 26, 6, "die-slot die-slot--open" if legal else "die-slot")
        body += text(19, y + 18.2, str(value), "num num-slot", MIDDLE)
        facts = [] if legal else self.activation_facts(board, value)
        then = self.upgrade_facts(board, value) if legal else []
        idle = all(
            sentences.has_no_effect(s, p, number)
            for number in sentences.activated_actions(s, p, board, value)
        )
        cls = f"s{value} is-idle" if legal and idle else f"s{value}"
        glow = halo(6, y, 26, 26, 6)
        return self.context.target(
            f"slot-{board}-{value}", body, name, [action], [], cls, glow, "", "", then, state=facts
        )

    def activation_facts(self, board: int, value: int) -> list[str]:
        """The actions of a die in this slot, one line for the board and for each card."""
        told = sentences.activation_text(self.w, self.s, self.me, board, value)
        return [capital(part) for part in told.split(" + ")]

    def upgrade_facts(self, board: int, value: int) -> list[str]:
        """The upgrades that the viewer can and cannot pay now, if a die in this slot allows upgrades."""
        s, w, box = self.s, self.w, self.box
        action = things.board_action(box, board, cards.has(s.upgraded[self.me], board), value)
        if UPGRADE not in [int(op) for op in box.op[action * STEPS : action * STEPS + STEPS]]:
            return []
        found: list[str] = []
        for other in range(BOARDS):
            if not cards.has(s.upgraded[self.me], other):
                price = int(box.upgrade_price[other])
                key = "page.can_upgrade" if can_pay(s, self.me, price) else "page.cannot_upgrade"
                name = things.board_name(w, box, other)
                found.append(w.say(key, board=name, price=things.price_text(w, box, price)))
        return [*found, sentences.have_text(w, s, self.me)] if found else []

    def board_foot(self, p: int, board: int, kind: str, upgraded: bool) -> str:
        """The foot of an order board: the price of its upgrade, or the VP that the upgrade brings."""
        w, box = self.w, self.box
        y = ROWS_TOP + ROW_H * 6 + 2
        body = rect(0.6, y, BOARD_W - 1.2, 16.5, 5, f"order-band order-band--{kind}")
        if upgraded:
            body += path("M146 14.4l6-7.4 6 7.4Z", "chevron") + text(
                8, y + 12, w.say("table.upgraded"), "t t-bs"
            )
            body += use("acorn", 86, y + 1, 14) + text(156, y + 12, w.say("page.each_round"), "t t-s", END)
        else:
            price: list[Item] = [("i", "upgrade"), ("n", ":")]
            price += price_icons(box, int(box.upgrade_price[board]))
            body += icon_row(price, 8, y + 8.2, 14, 3, BOARD_W - 16, START)
        if p != self.me:
            return body
        name = things.board_name(w, box, board)
        facts = [w.say("page.upgrade_help", n=int(box.flip_vp), m=int(box.round_vp))]
        if not upgraded:
            facts.append(self.upgraded_text(board))
            if not can_pay(self.s, self.me, int(box.upgrade_price[board])):
                needed = things.price_text(w, box, int(box.upgrade_price[board]), ".acc")
                facts += [w.say("page.needs", what=needed), sentences.have_text(w, self.s, self.me)]
        label = w.say("page.upgrade_of", board=name)
        refused = [] if tokens.UPGRADE << 8 | board in self.context.legal else [tokens.UPGRADE << 8 | board]
        return self.context.target(f"foot-{board}", body, label, refused, facts)

    def whole_board(self, board: int) -> str:
        """The whole board as a target, if it can be upgraded or a card can be put under it, else empty."""
        dealt = self.s.dealt[self.me]
        actions = [tokens.UPGRADE << 8 | board, tokens.UNDER << 8 | board]
        if dealt > 0:
            actions += [tokens.KEEP << 8 | card << 2 | board for card in cards.members(int(dealt))]
        if not self.context.legal_among(actions):
            return ""
        body = rect(0.6, 0.6, BOARD_W - 1.2, BOARD_H - 1, 6, "hit")
        name = things.board_name(self.w, self.box, board)
        then = [self.upgraded_text(board)] if tokens.UPGRADE << 8 | board in self.context.legal else []
        glow = halo(0, 0, BOARD_W, BOARD_H, 6, 1.5)
        legal, cls = self.context.legal_among(actions), "calls calls--all"
        return self.context.target(f"board-{board}", body, name, legal, [], cls, glow, "", "", then)

    def upgraded_text(self, board: int) -> str:
        """The actions of a board's upgraded side."""
        row_ = [things.board_action(self.box, board, True, value) for value in range(7)]
        return self.w.say("page.upgrade_gives", what=things.row_text(self.w, self.box, row_))

    def board_with_facts(self, p: int, board: int, body: str) -> str:
        """Another player's board as one target with an explanation."""
        w, s, box = self.w, self.s, self.box
        upgraded = cards.has(s.upgraded[p], board)
        row_ = [things.board_action(box, board, upgraded, value) for value in range(7)]
        facts = [things.row_text(w, box, row_)]
        for source, card in self.tucked(p, board):
            if card == 0:
                continue
            starter = source == tokens.FROM_STARTER
            name = things.starter_name(w, box, card) if starter else things.city_name(w, box, card)
            under = things.starter_row(box, card) if starter else things.city_row(box, card)
            facts.append(w.say("option.with_card", card=name, what=things.row_text(w, box, under)))
        label = w.say("page.board_of", board=things.board_name(w, box, board), who=self.context.names[p])
        return self.context.target(f"board-{p}-{board}", body, label, [], [], state=facts)

    # ---- seats ----

    def seat(self, p: int, last_action: str) -> str:
        s, w = self.s, self.w
        ready = sentences.is_choosing_starters(s) and s.asked[p] == 0
        note = w.say("page.ready") if ready else seat_note(self.context, p)
        last = seat_last(self.context, p, last_action)
        face = icon(PORTRAITS[p % len(PORTRAITS)])
        body = seat_head(self.context, p, note, int(s.vp[p])) + f'<span class="face-badge">{face}</span>'
        body += f"{self.goods_of(p)}{self.seat_strip(p)}{last}"
        return seat_box(self.context, p, body, " is-ready" if ready else "")

    def goods_of(self, p: int) -> str:
        """A seat's berries and resources, and its workers and towers in supply."""
        s, w = self.s, self.w
        goods: list[tuple[str, str, int]] = [
            (
                ITEM_ICONS[item],
                things.item_count(w, item, int(s.have[p * GOODS + item])),
                int(s.have[p * GOODS + item]),
            )
            for item in TRACKS
        ]
        idle = int(s.workers_in_supply(p))
        goods.append(("worker", w.say("page.supply_of", what=w.count(idle, "worker")), idle))
        idle = int(s.towers_in_supply(p))
        goods.append(("tower", w.say("page.supply_of", what=w.count(idle, "tower")), idle))
        items = ""
        for k, (ref, label, n) in enumerate(goods):
            cut = ' class="cut"' if k == len(TRACKS) else ""
            number = f'<span aria-hidden="true">{n}</span>'
            items += f'<li{cut} data-help="{esc(capital(label))}">{icon(ref, label)}{number}</li>'
        return f'<ul class="goods">{items}</ul>'

    def seat_strip(self, p: int) -> str:
        """A summary of a seat, 236 x 19: unused dice, the four boards, advisors.

        An upgraded board has a bar, each card under a board is a dot, and an exhausted advisor is rotated.
        """
        s, w, box = self.s, self.w, self.box
        out = ""
        told: list[str] = [self.context.names[p]]
        kinds = [value for value in range(7) for _ in range(int(counts.get(s.dice[p], value)))]
        pitch = min(16.7, 99.0 / max(1, len(kinds)))
        for k, value in enumerate(kinds):
            out += die(value, 0.5 + k * pitch, 1.5, pitch - 0.7, self.context.colours[p])
        rolled = [str(value) for value in kinds if value]
        told.append("|" + w.say("page.seat_dice", dice=", ".join(rolled) or w.say("table.none")))
        for board in range(BOARDS):
            x, up = 101 + int(board) * 19.4, cards.has(s.upgraded[p], board)
            out += rect(x, 1.2, 18, 16.6, 3.5, "mini mini--up" if up else "mini")
            out += use(board_icon(box, board), x + 3.2, 5 if up else 3.4, 11.5)
            out += rect(x, 1.2, 18, 4.2, 1.6, "chevron") if up else ""
            under = [
                card for _, card in self.tucked(p, board) if card and not sentences.is_choosing_starters(s)
            ]
            for k in range(len(under)):
                out += f'<circle cx="{num(x + 5 + 5 * k)}" cy="16.2" r="2.1" class="pip"/>'
        up_ = [things.board_name(w, box, b) for b in range(BOARDS) if cards.has(s.upgraded[p], b)]
        told.append("|" + w.say("page.seat_upgraded", boards=", ".join(up_) or w.say("table.none")))
        advisors = cards.members(int(s.ready[p] | s.exhausted[p]))
        # the width leaves room for the button of the boards
        x, apart = 180.0, min(11.5, 22.0 / max(1, len(advisors) - 1))
        for card in advisors:
            spent = cards.has(s.exhausted[p], card)
            turned = f'transform="rotate(90 {num(x + 6.5)} 9.5)"'
            out += group(use("advisor", x, 3, 13), "spent", turned) if spent else use("advisor", x, 2, 14)
            x += apart
            key = "page.seat_exhausted" if spent else "page.seat_advisor"
            told.append("|" + w.say(key, card=things.city_name(w, box, card)))
        if s.title[p]:
            told.append("|" + w.say("page.title", what=things.title_name(w, s, int(s.title[p]))))
        picture = f'<svg viewBox="0 0 236 19" aria-hidden="true">{out}</svg>'
        return f'<div class="seat__icons" data-help="{esc(chr(10).join(told))}">{picture}</div>'

    def boards(self, p: int, last_action: str) -> str:
        """The order boards of another seat, which open over the map."""
        if p == self.me:
            return f'<div id="boards-{p}" hidden></div>'
        w, s, box = self.w, self.s, self.box
        who = self.context.names[p]
        drawn = "".join(self.order_board(p, board) for board in range(BOARDS))
        lines: list[str] = []
        if s.title[p]:
            name = things.title_name(w, s, int(s.title[p]))
            what = things.title_text(w, box, int(s.title[p]))
            lines.append(f"<b>{esc(w.say('page.title', what=name))}</b> {esc(what)}")
        for card in cards.members(int(s.ready[p] | s.exhausted[p])):
            spent = cards.has(s.exhausted[p], card)
            note = f" ({w.say('table.exhausted')})" if spent else ""
            name = esc(things.city_name(w, box, card) + note)
            lines.append(f"<b>{name}</b> {esc(things.city_text(w, box, card))}")
        if s.personal[p] > 0:
            goal = box.personal[int(s.personal[p])]
            name = esc(w.say("page.personal", what=things.goal_name(w, goal)))
            lines.append(f"<b>{name}</b> {esc(things.condition(w, goal))}: {int(goal_count(s, p, goal))}")
        listed = "".join(f"<li>{line}</li>" for line in lines)
        head = self.context.say("page.boards_of", who=who)
        last = f'<p class="seat__last">{esc(last_action)}</p>' if last_action else ""  # for phones
        return (
            f'<details class="boards-sheet" id="boards-{p}" name="boards"><summary>'
            f'<span class="visually-hidden">{head}</span>{icon("enhance")}</summary>'
            f'<div class="boards-sheet__body panel p-{self.context.colours[p]}"><h2>{head}</h2>'
            f'<div class="boards-sheet__more">{self.goods_of(p)}{self.seat_strip(p)}{last}</div>'
            f'<div class="orders">{drawn}</div><ul>{listed}</ul></div></details>'
        )


def title_icons(board: Board, number: int) -> list[Item]:
    """Icons of a title's income per round, and of its numbers that differ from the basic title."""
    box = board.box
    title, basic = box.titles[number], box.titles[box.basic_title]
    out = action_icons(box, int(title.action)) if title.action else []
    if title.setup_workers:
        out += [("n", f"+{title.setup_workers}"), ("i", "worker")]
    if title.max_dice != basic.max_dice or list(title.dice) != list(basic.dice):
        out += [("n", "+1"), ("i", "die-5")]
    if title.advisors != basic.advisors:
        out += [("n", f"≤{title.advisors}"), ("i", "advisor")]
    if title.market_places != basic.market_places:
        out += [("n", str(title.market_places)), ("i", "enhance")]
    for ref, n, usual in (
        ("reroll", title.reroll, basic.reroll),
        ("plus", title.change, basic.change),
        ("buydie", title.buy, basic.buy),
    ):
        if n != usual:
            out += [("i", ref), ("n", f":{n}"), ("i", "berry")]
    return out
