"""The players of Catherine: my goods, hand, order and display, and a summary of every seat."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import components, frames, tokens
from samovar.games.catherine.actions import can_perform, gain_of, unit_count
from samovar.games.catherine.components import GOODS, ROW
from samovar.games.catherine.scoring import largest_group, matched_order_tiles
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.views.catherine import sentences
from samovar.views.catherine.board import Board
from samovar.views.catherine.drawings import (
    CARD_H,
    CARD_W,
    SYMBOL_ICONS,
    activation_card,
    card_back,
    card_face,
    match_mark,
    mini_card,
    order_tile,
    order_tiles,
    pill_note,
    region,
    round_mark,
    secret_mark,
    word_note,
)
from samovar.views.common_regions import seat_box, seat_head, seat_last
from samovar.views.render_context import RenderContext, check_mark, halo
from samovar.views.svg import (
    Item,
    esc,
    fitted_text,
    group,
    icon,
    icon_row,
    path,
    points,
    rect,
    svg,
    translate,
    use,
)
from samovar.views.words.words import capital

COLUMN: Final = 80.0  # distance of the columns of the display


class Players:
    """The areas of all players, for one viewer."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.context: Final[RenderContext] = board.context
        self.w: Final = board.w
        self.s: Final = board.s
        self.box: Final = board.box
        self.me: Final = board.me
        self.colour: Final = board.colour

    def regions(self, last_actions: list[str]) -> dict[str, str]:
        out = {
            "me-id": self.my_header(),
            "me-hand": self.hand(),
            "me-order": self.order(),
            "me-rows": self.display(),
        }
        for p in range(self.board.seats):
            out[f"seat-{p}"] = self.seat(p, last_actions[p])
        return out

    def arrange(self, found: dict[str, str]) -> str:
        """My area of a full page, put together from its regions."""
        left = f'<div class="ct-left">{found["me-id"]}{found["me-hand"]}{found["me-order"]}</div>'
        return (
            f'<section class="panel my-area card-above" id="me" aria-label="{self.context.say("page.area")}">'
            f"{left}{found['me-rows']}</section>"
        )

    # ---- goods and residences ----

    def counters(self, p: int) -> list[tuple[str, str, int]]:
        """Message key, icon and number of each thing that p has, cannons and books first."""
        s = self.s
        owned = int(s.possession(p))
        found: list[tuple[str, str, int]] = []
        for kind in [GOODS, GOODS + 1, *range(GOODS)]:
            found.append((SYMBOL_ICONS[kind], SYMBOL_ICONS[kind], int(counts.get(owned, kind))))
        found.append(("house", "house", int(cards.count(s.residences[p]))))
        return found

    def counter(self, p: int, key: str, ref: str, n: int) -> str:
        """A list item with a number, its icon and a help text."""
        label = self.w.say("page.good." + key, n=n)
        told = [capital(label), "|" + self.w.say(f"page.good.{key}_help")]
        if key in SYMBOL_ICONS:
            kind = SYMBOL_ICONS.index(key)
            tiles = int(counts.get(self.s.tiles[p], kind))
            on_cards = n - tiles
            if kind < GOODS:
                told.append("|" + self.w.say("page.good_from", tiles=tiles, cards=on_cards))
        if key == "house":
            told.append("|" + self.w.say("page.good.house_left", n=int(self.s.supply(p))))
        return (
            f'<li data-help="{esc(chr(10).join(told))}">{icon(ref, label)}'
            f'<span aria-hidden="true">{n}</span></li>'
        )

    def group_badge(self, p: int) -> str:
        """The size of the largest group and its multiplier."""
        size = int(largest_group(self.s, p))
        times = int(self.box.multiplier[self.s.favor[p]])
        label = self.w.say("page.group", n=size, times=times, vp=size * times)
        told = esc(f"{label}\n|{self.w.say('page.group_help')}")
        return f'<span class="ct-group" data-help="{told}">{icon("link", label)}{size}×{times}</span>'

    def my_header(self) -> str:
        p = self.me
        items = "".join(self.counter(p, key, ref, n) for key, ref, n in self.counters(p))
        gained = self.context.shield_points(p, int(self.s.vp[p]))
        vp = points(gained, self.w.say("page.points", n=gained))
        who = f'{icon("seat-" + self.colour)}<span class="name">{esc(self.context.names[p])}</span>'
        return (
            f'<div class="ct-head my-area__name p-{self.colour}" id="me-id"><b>{who}</b>{vp}'
            f'<ul class="goods goods--me">{items}</ul></div>'
        )

    # ---- my hand ----

    def card_facts(self, card: int, seat: int = -1) -> list[str]:
        """The help text of a project card: symbols, action and bonus."""
        w, box = self.w, self.box
        s = sentences.after_reveal(self.s, seat) if seat >= 0 else self.s
        facts: list[str] = []
        if box.symbols[card]:
            found = w.all_of(sentences.symbols(w, box, int(box.symbols[card])))
            facts.append(w.say("page.card_counts", what=found))
        facts.append(w.say("page.card_action", what=sentences.action_text(w, s, card, seat)))
        bonus = sentences.bonus_text(w, s, card)
        facts.append(capital(bonus) if bonus else capital(w.say("page.no_bonus")))
        return facts

    def hand(self) -> str:
        """My hand. A spectator sees the cards of the first seat face down."""
        s, w, board = self.s, self.w, self.board
        shown = board.my_hand()
        out = ""
        for card in shown:
            out += (
                f'<div class="hand-card">{svg(CARD_W, CARD_H, self.hand_card(card), self.name(card))}</div>'
            )
        hidden = int(s.held[self.me]) if self.context.model.seat < 0 else 0
        for _ in range(hidden):
            out += f'<div class="hand-card">{svg(CARD_W, CARD_H, card_back(CARD_W, CARD_H))}</div>'
        label = w.say("page.hand")
        return f'<div class="ct-cards" id="me-hand" role="group" aria-label="{esc(label)}">{out}</div>'

    def hand_size(self) -> str:
        """The number of cards in my hand, and my hand limit."""
        n, limit = int(self.s.held[self.me]), int(self.s.hand_limit(self.me))
        label = self.w.say("page.hand_n", n=n, limit=limit)
        help = self.w.say("page.hand_help", n=int(self.box.over_limit_vp))
        told = esc(f"{capital(label)}\n|{help}")
        return (
            f'<span class="ct-held" data-help="{told}">{self.context.say("page.hand")} <b>{n}</b> '
            f"<small>{self.context.say('page.limit', limit)}</small></span>"
        )

    def name(self, card: int) -> str:
        return sentences.card_full(self.w, self.s, card)

    def hand_card(self, card: int) -> str:
        plan = self.board.plan
        actions = [verb << 8 | card for verb in (tokens.LAY, tokens.ACTION, tokens.ACTIVATE, tokens.PAY)]
        pay = tokens.PAY << 8 | card
        picked = pay in self.context.picked_actions(tokens.PAY)  # together with others, in any order
        over = ""
        facts = self.card_facts(card, self.me)
        if picked:
            actions.remove(pay)
            facts.append(self.context.option(pay))
        if self.board.step == frames.PLAY_CARDS and len(plan) == 2 and card == plan[1]:
            over = rect(1.5, 1.5, CARD_W - 3, CARD_H - 3, 6, "picked") + check_mark(32, 46)
        if tokens.ACTIVATE << 8 | card in self.context.legal and self.board.asked == frames.ACTIVATION_CARD:
            over = self.match_stamp(card)
        if tokens.ACTION << 8 | card in self.context.legal and not self.can_activate_after(card):
            over = self.hand_mark(card, "≠")
            facts.append(self.w.say("page.activates_nothing"))
        if self.context.token(pay) or picked:
            over = round_mark([("i", "card_out")]) + group(check_mark(CARD_W / 2, 46), "pick-check")
        return self.context.target(
            f"hand-{card}",
            card_face(self.w, self.s, card),
            self.name(card),
            actions,
            facts,
            f"c{card >> 6}",
            halo(0.5, 0.5, CARD_W - 1, CARD_H - 1, 6),
            f"card-{card}",
            over,
            pick=pay if picked else -1,
        )

    def can_activate_after(self, action_card: int) -> bool:
        """True if another hand card could activate some action after this card went into the action row."""
        s, me = self.s, self.me
        above = {
            int(s.row[me * ROW + k]) >> 6 for k in range(int(s.row_length(me))) if not s.under[me * ROW + k]
        }
        above.add(action_card >> 6)
        return any(card != action_card and card >> 6 in above for card in self.board.my_hand())

    def match_stamp(self, card: int) -> str:
        """A mark with the number of free cards of my row that have the colour of this card."""
        s, me = self.s, self.me
        n = sum(
            1 for place in sentences.free_places(s, me) if sentences.card_at(s, me, place) >> 6 == card >> 6
        )
        return self.hand_mark(card, f"={n}" if n else "≠", "sign sign--ok" if n else "sign")

    def hand_mark(self, card: int, text: str, cls: str = "sign") -> str:
        """A mark on a hand card. On a building card it is below, where it hides no name of a city."""
        mark = round_mark([("n", text)], cls)
        return group(mark, "", translate(-18, 34.5)) if self.box.card_cities[card] else mark

    # ---- my order ----

    def order(self) -> str:
        """The tiles of my order with their VP, and my largest group."""
        s, w, box, p = self.s, self.w, self.box, self.me
        tiles = order_tiles(s, p)
        out = ""
        for k, tile in enumerate(tiles):
            out += order_tile(tile, 0.5 + k * 31.5, 1, 29)
        x = 4.5 + len(tiles) * 31.5
        steps = [n for n in range(len(box.order_vp)) if box.order_vp[n] and n <= len(tiles)]
        n = int(matched_order_tiles(s, p))
        for k, need in enumerate(steps[-3:]):
            reached = need == n or (need == steps[-1] and n > need)
            out += rect(x + k * 47, 4, 44, 24, 6, "pill is-reached" if reached else "pill")
            out += icon_row([("n", f"{need}:"), ("vp", str(box.order_vp[need]))], x + 22 + k * 47, 16, 17, 3)
        label = w.say("page.order_n", n=n, of=len(tiles))
        facts = [w.say("page.order_help"), self.order_missing(p)]
        drawn = svg(
            370,
            34,
            self.context.target("order", out, label, [], facts[:1], state=facts[1:]),
            w.say("page.order"),
        )
        note = f"<small>{self.context.say('page.order_short', n, '', str(len(tiles)))}</small>"
        title = f"<span>{self.context.say('page.order')} {note}</span>"
        heading = f"<h2>{self.hand_size()}{title}{self.group_badge(p)}</h2>"
        return f'<div class="ct-order" id="me-order">{heading}{drawn}</div>'

    def order_missing(self, p: int) -> str:
        """A sentence with the tiles that the order still lacks."""
        w, box = self.w, self.box
        missing = [sentences.symbol(w, box, kind) for kind, state in order_tiles(self.s, p) if state == 0]
        return w.say("page.order_missing", what=", ".join(missing)) if missing else w.say("page.order_full")

    # ---- my display ----

    def display(self) -> str:
        """The columns of my display: action cards above, activation cards below."""
        columns = int(self.box.full_row)
        out = ""
        for k in range(columns):
            out += group(self.column(k), "", translate(3 + k * COLUMN, 3))
        wide = columns * COLUMN + 3
        title = self.context.own("page.display")
        drawn = svg(wide, 182, out, title)
        asks = " is-matching" if self.board.asked == frames.ACTIVATION_CARD else ""
        rows = self.context.say("page.display_rows")
        heading = f"<h2>{esc(title)}<small>{rows}</small></h2>"
        now = int(self.s.active[self.me]) or min(columns, len(self.board.my_row()))
        begin = f'<i class="snap snap-now ct-col{now}"></i>'  # the column to which a phone scrolls first
        return (
            f'<div class="ct-rows{asks}" id="me-rows">{heading}'
            f'<div class="row-scroll" tabindex="0">{drawn}{begin}</div></div>'
        )

    def column(self, k: int) -> str:
        """One column: the action card, and below it an activation card, a place for one, or nothing."""
        shown = self.board.my_row()
        if k >= len(shown):
            return self.empty_column(k)
        s, w, me = self.s, self.w, self.me
        card, place = shown[k], k + 1
        secret = k >= s.row_length(me)
        under = int(s.under[me * ROW + k])
        placed = (
            len(self.board.plan) == 3 and self.board.step == frames.PLAY_CARDS and self.board.plan[2] == place
        )
        fires = s.active[me] == place
        fresh = self.board.step == frames.ACTIONS
        body = card_face(w, s, card) + (secret_mark() if secret else "")
        new = fresh and place == len(shown)
        body = group(body, "is-fresh") if new else body
        free = tokens.UNDER << 8 | place in self.context.legal
        low = ""
        if under:
            low = group(
                activation_card(under) + self.activation_note(card, under, fires),
                "is-fresh late" if fires else "",
            )
            low = group(low, "", translate(0, CARD_H - 3))
        elif placed:
            mine = self.board.plan[1]
            low = (
                activation_card(mine, 56, True)
                + self.pair_preview(card, mine)
                + rect(5, 6, CARD_W - 10, 47, 5, "veil")
            )
            low = group(low, "", translate(0, CARD_H) + f' data-flip="card-{mine}"')
        elif free:
            low = group(self.free_place(card), "", translate(0, CARD_H))
        else:
            low = rect(4, CARD_H + 4, CARD_W - 8, 50, 6, "empty-slot")
        mark = self.colour_mark(card, under or (self.board.plan[1] if placed or free else 0))
        return self.target(k, card, under, low + body, mark, free, placed) + self.place_chips(place, card)

    def place_chips(self, place: int, above: int) -> str:
        """The hand cards that would activate this card, on its free place: one click plays and places one."""
        under = tokens.UNDER << 8 | place
        found = [(marks[0] & 255, token) for marks, token in self.context.picks if marks[-1] == under]
        out = ""
        room = CARD_W - 8
        pitch = min(30.0, room / max(1, len(found)))
        left = (CARD_W - pitch * len(found)) / 2 + (pitch - 28) / 2
        for k, (card, token) in enumerate(found):
            label = self.w.say("page.chip", card=self.name(card), place=place)
            after = sentences.after_reveal(self.s, self.me)
            facts = [sentences.card_text(self.w, after, above, self.me)]
            if not can_perform(after, self.me, above):
                facts = [self.w.say("option.under_impossible", instead=self.instead())]
            body = group(mini_card(self.box, card, 0), "", 'transform="scale(.85)"')
            chip = self.context.shortcut_target(
                f"chip-{place}-{card}",
                body + halo(0, 0, 28, 35, 4),
                label,
                token,
                facts,
                f"chip c{card >> 6}",
            )
            out += group(chip, "", translate(left + k * pitch, CARD_H + 15))
        if not out:
            return ""
        after = sentences.after_reveal(self.s, self.me)
        gain = (
            self.gain_items(after, above)
            if can_perform(after, self.me, above)
            else self.compensation_items(after)
        )
        return out + icon_row([("i", "fires"), *gain], CARD_W / 2, CARD_H + 8, 12, 2, CARD_W - 14)

    def instead(self) -> str:
        return sentences.compensation_text(self.w, self.s, self.me)

    def target(self, k: int, card: int, under: int, body: str, mark: str, free: bool, placed: bool) -> str:
        """A column with the actions that can be chosen on it."""
        s, w, me, place = self.s, self.w, self.me, k + 1
        actions = [tokens.UNDER << 8 | place]
        secret = k >= s.row_length(me)
        if secret:
            actions += [tokens.LAY << 8 | card, tokens.ACTION << 8 | card, tokens.ACTIVATE << 8 | card]
        if s.active[me] == place:
            actions += [tokens.PERFORM << 8, tokens.BONUS << 8]
        glow = halo(0.5, 0.5, CARD_W - 1, CARD_H - 1, 6)
        if free:
            glow = halo(3, CARD_H + 3, CARD_W - 6, 52, 6)
        elif tokens.BONUS << 8 in self.context.legal:
            glow = halo(0.5, 92, CARD_W - 1, 26, 6)
        facts = self.card_facts(card, me)
        told = self.under_text(card, under)
        if (secret or placed) and not self.is_last_to_choose():
            facts.append(w.say("page.still_secret"))
        if placed and k < s.row_length(me):
            actions.append(tokens.ACTION << 8 | self.board.plan[1])
        label = w.say("page.place", n=place, card=self.name(card))
        return self.context.target(
            f"place-{place}",
            body,
            label,
            actions,
            facts,
            f"c{card >> 6}{' is-free' if not under else ''}",
            glow,
            f"card-{card}",
            mark,
            state=told,
        )

    def is_last_to_choose(self) -> bool:
        """True if all others are ready: then my choice is revealed at once and cannot be changed."""
        return self.context.model.actors == [self.context.model.seat]

    def empty_column(self, k: int) -> str:
        """A column whose card comes in a later round."""
        n = k - int(self.box.start_row) + 1
        out = rect(1, 1, CARD_W - 2, CARD_H - 2, 6, "empty-slot") + use(
            "card", CARD_W / 2 - 11, 36, 22, 0, "f0"
        )
        words = self.w.say("page.round", n=n) if n > 0 else self.w.say("page.start_row")
        if not self.context.model.over:
            out += fitted_text(CARD_W / 2, 76, words, "t t-s", CARD_W - 12)
        out += rect(4, CARD_H + 4, CARD_W - 8, 50, 6, "empty-slot")
        label = self.w.say("page.no_card_yet", n=k + 1)
        actions = [tokens.UNDER << 8 | (k + 1)]
        return self.context.target(f"place-{k + 1}", out, label, actions, [self.w.say("page.display_help")])

    def colour_mark(self, card: int, under: int) -> str:
        return match_mark(card >> 6 == under >> 6, CARD_H + 3) if under else ""

    def activation_note(self, card: int, under: int, now: bool) -> str:
        """A label with the result of an activation card."""
        if card >> 6 != under >> 6:
            return word_note(self.w.say("page.no_action"), 40)
        if now and self.board.asked == frames.PERFORM and not can_perform(self.s, self.me, card):
            return pill_note(self.compensation_items(self.s), 41)
        if now and self.board.asked in (frames.PERFORM, frames.PAY, frames.BUILD):
            return pill_note([("i", "fires"), *self.gain_items(self.s, card)], 41, "note note--now")
        return word_note(self.w.say("page.fired"), 40)

    def pair_preview(self, card: int, under: int) -> str:
        """A label with the expected gain of my chosen pair after the reveal."""
        after = sentences.after_reveal(self.s, self.me)
        if card >> 6 == under >> 6 and can_perform(after, self.me, card):
            return pill_note([("i", "fires"), *self.gain_items(after, card)], 41)
        return pill_note(self.compensation_items(after), 41)

    def free_place(self, card: int) -> str:
        """A free place for the activation card, with the gain it would bring here."""
        after = sentences.after_reveal(self.s, self.me)
        mine = self.board.plan[1]
        same = card >> 6 == mine >> 6
        out = rect(3, 3, CARD_W - 6, 52, 6, "place place--ok" if same else "place")
        if same and can_perform(after, self.me, card):
            return out + icon_row(
                [("i", "fires"), *self.gain_items(after, card)], CARD_W / 2, 34, 17, 2, CARD_W - 14
            )
        return out + icon_row(self.compensation_items(after), CARD_W / 2, 34, 18, 3, CARD_W - 14)

    def compensation_items(self, after: Catherine) -> list[Item]:
        """The compensation for an action that is not performed, in icons."""
        full = after.held[self.me] >= after.hand_limit(self.me)
        n = str(self.box.compensation)
        return [("i", "arrow"), ("vp", n)] if full else [("i", "arrow"), ("n", n), ("i", "card")]

    def gain_items(self, s: Catherine, card: int) -> list[Item]:
        """The gain of an action in this state, in icons."""
        box = self.box
        kind, counted = int(box.effect[card]), int(box.counted[card])
        n = int(box.amount[card]) * int(unit_count(s, self.me, card, kind, counted, s.possession(self.me)))
        match gain_of(kind):
            case components.BUILD:
                return [("i", "house")]
            case components.DRAW:
                return self.draw_items(s, n)
            case components.FAVOR:
                return [("n", f"+{n}"), ("i", "crown")]
        return [("vp", str(n))]

    def draw_items(self, s: Catherine, n: int) -> list[Item]:
        """The gain of drawing n cards, in icons: cards up to the hand limit, VP for the rest."""
        fit, vp = sentences.split_draw(s, self.me, n)
        found: list[Item] = [("n", str(fit)), ("i", "card")] if fit else []
        return [*found, ("vp", str(vp))] if vp else found

    # ---- summaries of the seats ----

    def seat_status(self, p: int) -> tuple[str, str]:
        """The message key and the icon for what a seat is doing."""
        acting = p in self.context.model.actors
        if self.context.model.over:
            return "", ""
        if sentences.choosing_secretly(self.s):
            return ("page.choosing", "glass") if acting else ("page.is_ready", "sealed")
        return ("page.acting", "glass") if acting else ("page.is_done", "done")

    def seat(self, p: int, last_action: str) -> str:
        key, icon_id = self.seat_status(p)
        if p == self.context.model.seat and p in self.context.model.actors:
            key = "page.you_choose"
        note = self.w.say(key) if key else ""
        head = seat_head(self.context, p, note, int(self.s.vp[p]), icon_id)
        if p == self.me:
            return seat_box(self.context, p, head, " seat--me")
        items = "".join(self.counter(p, k, ref, n) for k, ref, n in self.counters(p))
        held = int(self.s.held[p])
        label = self.w.say("page.hand_n", n=held, limit=int(self.s.hand_limit(p)))
        number = f'<span aria-hidden="true">{held}</span>'
        items += f'<li data-help="{esc(capital(label))}">{icon("card", label)}{number}</li>'
        last = seat_last(self.context, p, last_action)
        foot = f"{self.order_pips(p)}{self.display_sheet(p)}{self.group_badge(p)}"
        foot = f'<div class="seat__foot">{foot}</div>'
        return seat_box(
            self.context, p, f'{head}<ul class="goods">{items}</ul>{self.mini_row(p)}{foot}{last}'
        )

    def display_sheet(self, p: int) -> str:
        """The display of another player in full size, which opens over the map."""
        s, w = self.s, self.w
        columns = ""
        for k in range(int(s.row_length(p))):
            card, under = int(s.row[p * ROW + k]), int(s.under[p * ROW + k])
            low = rect(4, CARD_H + 4, CARD_W - 8, 50, 6, "empty-slot")
            if under:
                words = "page.fired" if card >> 6 == under >> 6 else "page.no_action"
                low = activation_card(under) + word_note(w.say(words), 40)
                low = group(low, "", translate(0, CARD_H - 3))
            body = low + card_face(w, s, card) + self.colour_mark(card, under)
            told = self.under_text(card, under)
            drawn = self.context.target(
                f"shown-{p}-{k + 1}", body, self.name(card), [], self.card_facts(card), state=told
            )
            columns += group(drawn, "", translate(3 + k * COLUMN, 3))
        head = w.say("page.display_of", who=self.context.names[p])
        drawn = svg(int(self.box.full_row) * COLUMN + 3, 182, columns, head)
        head = esc(head)
        return (
            f'<details class="boards-sheet" id="display-{p}" name="boards"><summary>'
            f'<span class="visually-hidden">{head}</span>{icon("cards2")}</summary>'
            f'<div class="boards-sheet__body panel p-{self.context.colours[p]}" data-rove><h2>{head}</h2>'
            f'<div class="row-scroll">{drawn}</div></div></details>'
        )

    def under_text(self, card: int, under: int) -> list[str]:
        """The sentence that says which card activates an action card; none without one."""
        if not under:
            return []
        key = "page.under_same" if card >> 6 == under >> 6 else "page.under_differs"
        return [self.w.say(key, colour=sentences.colour(self.w, self.box, under >> 6))]

    def order_pips(self, p: int) -> str:
        tiles = order_tiles(self.s, p)
        out = "".join(order_tile(tile, 0.6 + k * 15, 0.6, 14) for k, tile in enumerate(tiles))
        label = self.w.say("page.order_n", n=int(matched_order_tiles(self.s, p)), of=len(tiles))
        told = esc("\n|".join([label, self.order_missing(p)]))
        picture = f'<svg viewBox="0 0 106 15.4" role="img" aria-label="{esc(label)}">{out}</svg>'
        return f'<span class="order-pips" data-help="{told}">{picture}</span>'

    def mini_row(self, p: int) -> str:
        """The display of another player in small columns."""
        s, w = self.s, self.w
        columns, length = int(self.box.full_row), int(s.row_length(p))
        pitch = 240.0 / columns
        out = ""
        fresh = self.board.step == frames.ACTIONS
        for k in range(columns):
            if k < length:
                card, under = int(s.row[p * ROW + k]), int(s.under[p * ROW + k])
                told = self.under_text(card, under)
                now = fresh and (k == length - 1 or s.active[p] == k + 1)
                body = mini_card(self.box, card, under)
                body = group(body, "is-fresh") if now else body
                body = self.context.target(
                    f"mini-{p}-{k + 1}", body, self.name(card), [], self.card_facts(card), state=told
                )
            else:
                body = self.mini_gap(p, k - length if sentences.choosing_secretly(s) else ROW)
            out += group(body, "", translate(0.6 + k * pitch, 0.5))
        label = w.say("page.display_of", who=self.context.names[p])
        return svg(241, 56, out, label, "mini-row")

    def mini_gap(self, p: int, ahead: int) -> str:
        """A place without a card: a card back if its card is chosen, an hourglass if p is choosing it.

        ahead: distance from the next place to fill.
        """
        starts = self.board.step == frames.CHOOSE_START
        if p not in self.context.model.actors and ahead < (int(self.box.start_row) if starts else 1):
            slot = "" if starts else path("M2 42.5h29v9q0 3-3 3H5q-3 0-3-3Z", "slot")
            return card_back(33, 40.6, use("sealed", 7.5, 11, 18)) + slot
        return rect(0.5, 1, 32, 39, 4, "slot") + ("" if ahead else use("glass", 8.5, 12, 16))

    # ---- my choice, and the players who are ready ----

    def picks(self) -> str:
        """My secret choice so far: the action card, the activation card and its place."""
        plan, w = self.board.plan, self.w
        if self.board.step != frames.PLAY_CARDS or self.context.model.seat < 0:
            return ""
        names = ["page.pick_action", "page.pick_activation"]
        out = ""
        for k, key in enumerate(names):
            if k < len(plan):
                card = plan[k]
                where = w.say("page.pick_under", n=plan[2]) if k == 1 and len(plan) == 3 else ""
                small = f"<small>{esc(where)}</small>" if where else ""
                region_icon = icon("reg-" + region(card), sentences.colour(w, self.box, card >> 6))
                named = f"{region_icon}<b>{esc(sentences.card_name(w, self.box, card))}</b>"
                done = k == 0 or len(plan) == 3
                mark = icon("done") if done else f"<b>{k + 1}</b>"
                cls = "is-done" if done else "is-now"
                out += f'<li class="{cls}">{mark}<span>{self.context.say(key)}</span>{named}{small}</li>'
            else:
                cls = ' class="is-now"' if k == len(plan) else ""
                out += f"<li{cls}><b>{k + 1}</b><span>{self.context.say(key)}</span></li>"
        return f'<ol class="picks">{out}</ol>'

    def readiness(self) -> str:
        """The players who have decided and those who have not: ``2 of 4 ready``."""
        context, w = self.context, self.w
        n = self.board.seats - len([p for p in context.model.actors if 0 <= p < self.board.seats])
        key = "page.ready_n" if sentences.choosing_secretly(self.s) else "page.done_n"
        chips = ""
        for p in range(self.board.seats):
            word, icon_id = self.seat_status(p)
            cls = f"p-{context.colours[p]}" + (" is-ready" if p not in context.model.actors else "")
            cls += " is-me" if p == context.model.seat else ""
            chips += (
                f'<li class="{cls}">{icon("seat-" + context.colours[p], context.names[p])}'
                f'<span class="name">{esc(context.names[p])}</span>{icon(icon_id, w.say(word))}'
                f"{points(int(self.s.vp[p]), w.say('page.points', n=int(self.s.vp[p])))}</li>"
            )
        told = context.say(key, n, "", str(self.board.seats))
        return f'<div class="ready"><p>{told}</p><ul>{chips}</ul></div>'
