"""The players of Catherine: my goods, hand, order and display, and the seats at a glance."""

from __future__ import annotations

from typing import Final

from samovar.games.catherine import components as parts
from samovar.games.catherine import frames, tokens
from samovar.games.catherine.actions import gives, possible, units
from samovar.games.catherine.components import GOODS, ROW
from samovar.games.catherine.scoring import largest_group, matched
from samovar.games.catherine.state import Catherine
from samovar.kernel import cards, counts
from samovar.views.art import (
    Item,
    esc,
    fitted,
    group,
    icon,
    path,
    points,
    rect,
    row,
    svg,
    translate,
    use,
)
from samovar.views.catherine import sentences
from samovar.views.catherine.board import Board
from samovar.views.catherine.drawings import (
    CARD_H,
    CARD_W,
    SIGNS,
    activation,
    card_back,
    card_face,
    link_sign,
    mini_card,
    order_tile,
    pill_note,
    secret_mark,
    stamp,
    wanted,
    word_note,
)
from samovar.views.common_regions import seat_box, seat_head
from samovar.views.render_context import RenderContext, check, halo
from samovar.views.words.words import capital

COLUMN: Final = 80.0  # from one column of the display to the next


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

    def regions(self, deeds: list[str]) -> dict[str, str]:
        out = {
            "me-id": self.purse(),
            "me-hand": self.hand(),
            "me-order": self.order(),
            "me-rows": self.display(),
        }
        for p in range(self.board.seats):
            out[f"seat-{p}"] = self.seat(p, deeds[p])
        return out

    def place(self, found: dict[str, str]) -> str:
        """My area of a whole page."""
        left = f'<div class="ct-left">{found["me-id"]}{found["me-hand"]}{found["me-order"]}</div>'
        return (
            f'<section class="panel me card-above" id="me" aria-label="{self.context.say("page.area")}">'
            f"{left}{found['me-rows']}</section>"
        )

    # ---- goods and residences ----

    def goods(self, p: int) -> list[tuple[str, str, int]]:
        """Key of the word, symbol and number of everything that is counted, cannons and books first."""
        s = self.s
        owned = int(s.possession(p))
        found: list[tuple[str, str, int]] = []
        for kind in [GOODS, GOODS + 1, *range(GOODS)]:
            found.append((SIGNS[kind], SIGNS[kind], int(counts.get(owned, kind))))
        found.append(("house", "house", int(cards.count(s.residences[p]))))
        return found

    def good(self, p: int, key: str, ref: str, n: int) -> str:
        """A number with its sign, and what it is good for."""
        label = self.w.say("page.good." + key, n=n)
        told = [capital(label), "|" + self.w.say(f"page.good.{key}_help")]
        if key in SIGNS:
            kind = SIGNS.index(key)
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

    def linked(self, p: int) -> str:
        """The largest group and what it is multiplied with at the end."""
        size = int(largest_group(self.s, p))
        times = int(self.box.multiplier[self.s.favor[p]])
        label = self.w.say("page.group", n=size, times=times, vp=size * times)
        told = esc(f"{label}\n|{self.w.say('page.group_help')}")
        return f'<span class="ct-group" data-help="{told}">{icon("link", label)}{size}×{times}</span>'

    def purse(self) -> str:
        p = self.me
        items = "".join(self.good(p, key, ref, n) for key, ref, n in self.goods(p))
        vp = points(int(self.s.vp[p]), self.w.say("page.points", n=int(self.s.vp[p])))
        who = f'{icon("seat-" + self.colour)}<span class="name">{esc(self.context.names[p])}</span>'
        return (
            f'<div class="ct-head me__who p-{self.colour}" id="me-id"><b>{who}</b>{vp}'
            f'<ul class="goods goods--me">{items}</ul></div>'
        )

    # ---- my hand ----

    def card_facts(self, card: int, seat: int = -1) -> list[str]:
        """What a project card counts as, does and may bring."""
        w, box = self.w, self.box
        s = sentences.revealed(self.s, seat) if seat >= 0 else self.s
        facts: list[str] = []
        if box.symbols[card]:
            found = w.all_of(sentences.symbols(w, box, int(box.symbols[card])))
            facts.append(w.say("page.card_counts", what=found))
        facts.append(w.say("page.card_action", what=sentences.action_text(w, s, card, seat)))
        bonus = sentences.bonus_text(w, s, card)
        facts.append(capital(bonus) if bonus else capital(w.say("page.no_bonus")))
        return facts

    def hand(self) -> str:
        """My cards; those of somebody else lie face down."""
        s, w, board = self.s, self.w, self.board
        shown = board.my_hand()
        out = ""
        for card in shown:
            out += f'<div class="hc">{svg(CARD_W, CARD_H, self.hand_card(card), self.name(card))}</div>'
        hidden = int(s.held[self.me]) if self.context.model.seat < 0 else 0
        for _ in range(hidden):
            out += f'<div class="hc">{svg(CARD_W, CARD_H, card_back(CARD_W, CARD_H))}</div>'
        label = w.say("page.hand")
        return f'<div class="ct-cards" id="me-hand" role="group" aria-label="{esc(label)}">{out}</div>'

    def held(self) -> str:
        """How many cards I hold, and how many I may."""
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
        over = ""
        if self.board.step == frames.PLAY_CARDS and len(plan) == 2 and card == plan[1]:
            over = rect(1.5, 1.5, CARD_W - 3, CARD_H - 3, 6, "picked") + check(32, 46)
        if tokens.ACTIVATE << 8 | card in self.context.legal and self.board.asked == frames.ACTIVATION_CARD:
            over = self.fits(card)
        if tokens.PAY << 8 | card in self.context.legal:
            over = stamp([("i", "card_out")])
        return self.context.spot(
            f"hand-{card}",
            card_face(self.w, self.s, card),
            self.name(card),
            actions,
            self.card_facts(card, self.me),
            f"c{card >> 6}",
            halo(0.5, 0.5, CARD_W - 1, CARD_H - 1, 6),
            f"card-{card}",
            over,
        )

    def fits(self, card: int) -> str:
        """How many cards of my row would have the colour of this activation card."""
        s, me = self.s, self.me
        n = sum(
            1 for place in sentences.free_places(s, me) if sentences.card_at(s, me, place) >> 6 == card >> 6
        )
        return stamp([("n", f"={n}" if n else "≠")], "sign sign--ok" if n else "sign")

    # ---- my order ----

    def order(self) -> str:
        """The tiles that my order shows, what they bring, and my largest group."""
        s, w, box, p = self.s, self.w, self.box, self.me
        tiles = wanted(s, p)
        out = ""
        for k, tile in enumerate(tiles):
            out += order_tile(tile, 0.5 + k * 31.5, 1, 29)
        x = 4.5 + len(tiles) * 31.5
        steps = [n for n in range(len(box.order_vp)) if box.order_vp[n] and n <= len(tiles)]
        n = int(matched(s, p))
        for k, need in enumerate(steps[-3:]):
            reached = need == n or (need == steps[-1] and n > need)
            out += rect(x + k * 47, 4, 44, 24, 6, "pill is-reached" if reached else "pill")
            out += row([("n", f"{need}:"), ("vp", str(box.order_vp[need]))], x + 22 + k * 47, 16, 17, 3)
        label = w.say("page.order_n", n=n, of=len(tiles))
        facts = [w.say("page.order_help"), self.order_words(p)]
        drawn = svg(370, 34, self.context.spot("order", out, label, [], facts), w.say("page.order"))
        note = f"<small>{self.context.say('page.order_short', n, '', str(len(tiles)))}</small>"
        heading = (
            f"<h2>{self.held()}<span>{self.context.say('page.order')} {note}</span>{self.linked(p)}</h2>"
        )
        return f'<div class="ct-order" id="me-order">{heading}{drawn}</div>'

    def order_words(self, p: int) -> str:
        """What is still missing."""
        w, box = self.w, self.box
        missing = [sentences.symbol(w, box, kind) for kind, state in wanted(self.s, p) if state == 0]
        return w.say("page.order_missing", what=", ".join(missing)) if missing else w.say("page.order_full")

    # ---- my display ----

    def display(self) -> str:
        """The columns of my display: action cards above, activation cards below."""
        columns = int(self.box.full_row)
        out = ""
        for k in range(columns):
            out += group(self.column(k), "", translate(3 + k * COLUMN, 3))
        wide = columns * COLUMN + 3
        drawn = svg(wide, 182, out, self.w.say("page.display"))
        asks = " is-matching" if self.board.asked == frames.ACTIVATION_CARD else ""
        rows = self.context.say("page.display_rows")
        heading = f"<h2>{self.context.say('page.display')}<small>{rows}</small></h2>"
        now = int(self.s.active[self.me]) or min(columns, len(self.board.my_row()))
        begin = f'<i class="snap snap-now ct-col{now}"></i>'  # what a phone shows of it first
        return (
            f'<div class="ct-rows{asks}" id="me-rows">{heading}'
            f'<div class="rowscroll" tabindex="0">{drawn}{begin}</div></div>'
        )

    def column(self, k: int) -> str:
        """One place: the action card, and below it an activation card, a place for one, or nothing."""
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
            low = group(activation(under) + self.fired(card, under, fires), "is-fresh late" if fires else "")
            low = group(low, "", translate(0, CARD_H - 3))
        elif placed:
            mine = self.board.plan[1]
            low = (
                activation(mine, 56, True) + self.outcome(card, mine) + rect(5, 6, CARD_W - 10, 47, 5, "veil")
            )
            low = group(low, "", translate(0, CARD_H) + f' data-flip="card-{mine}"')
        elif free:
            low = group(self.free_place(card), "", translate(0, CARD_H))
        else:
            low = rect(4, CARD_H + 4, CARD_W - 8, 50, 6, "gapbox")
        sign = self.between(card, under or (self.board.plan[1] if placed or free else 0))
        return self.spot(k, card, under, low + body, sign, free, placed)

    def spot(self, k: int, card: int, under: int, body: str, sign: str, free: bool, placed: bool) -> str:
        """A column with everything that may be chosen at it."""
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
        if under:
            same = card >> 6 == under >> 6
            key = "page.under_same" if same else "page.under_differs"
            facts.append(w.say(key, colour=sentences.colour(w, self.box, under >> 6)))
        if secret or placed:
            facts.append(w.say("page.still_secret"))
        if placed and k < s.row_length(me):
            actions.append(tokens.ACTION << 8 | self.board.plan[1])
        label = w.say("page.place", n=place, card=self.name(card))
        return self.context.spot(
            f"place-{place}",
            body,
            label,
            actions,
            facts,
            f"c{card >> 6}{' is-free' if not under else ''}",
            glow,
            f"card-{card}",
            sign,
        )

    def empty_column(self, k: int) -> str:
        """A place whose card comes in a later round."""
        n = k - int(self.box.start_row) + 1
        out = rect(1, 1, CARD_W - 2, CARD_H - 2, 6, "gapbox") + use("card", CARD_W / 2 - 11, 36, 22, 0, "f0")
        words = self.w.say("page.round", n=n) if n > 0 else self.w.say("page.start_row")
        if not self.context.model.over:
            out += fitted(CARD_W / 2, 76, words, "t t-s", CARD_W - 12)
        out += rect(4, CARD_H + 4, CARD_W - 8, 50, 6, "gapbox")
        label = self.w.say("page.no_card_yet", n=k + 1)
        actions = [tokens.UNDER << 8 | (k + 1)]
        return self.context.spot(f"place-{k + 1}", out, label, actions, [self.w.say("page.display_help")])

    def between(self, card: int, under: int) -> str:
        return link_sign(card >> 6 == under >> 6, CARD_H + 3) if under else ""

    def fired(self, card: int, under: int, now: bool) -> str:
        """What came of an activation card that lies there."""
        if card >> 6 != under >> 6:
            return word_note(self.w.say("page.no_action"), 40)
        if now and self.board.asked == frames.PERFORM and not possible(self.s, self.me, card):
            return pill_note(self.instead(self.s), 41)
        if now and self.board.asked in (frames.PERFORM, frames.PAY, frames.BUILD):
            return pill_note([("i", "fires"), *self.gain(self.s, card)], 41, "note note--now")
        return word_note(self.w.say("page.fired"), 40)

    def outcome(self, card: int, under: int) -> str:
        """What my chosen pair will bring after the reveal, as far as it can be known."""
        after = sentences.revealed(self.s, self.me)
        if card >> 6 == under >> 6 and possible(after, self.me, card):
            return pill_note([("i", "fires"), *self.gain(after, card)], 41)
        return pill_note(self.instead(after), 41)

    def free_place(self, card: int) -> str:
        """A place for the activation card: what it would bring here."""
        after = sentences.revealed(self.s, self.me)
        mine = self.board.plan[1]
        same = card >> 6 == mine >> 6
        out = rect(3, 3, CARD_W - 6, 52, 6, "place place--ok" if same else "place")
        if same and possible(after, self.me, card):
            return out + row([("i", "fires"), *self.gain(after, card)], CARD_W / 2, 34, 17, 2, CARD_W - 14)
        return out + row(self.instead(after), CARD_W / 2, 34, 18, 3, CARD_W - 14)

    def instead(self, after: Catherine) -> list[Item]:
        """What comes instead of an action."""
        full = after.held[self.me] >= after.hand_limit(self.me)
        n = str(self.box.compensation)
        return [("i", "arrow"), ("vp", n)] if full else [("i", "arrow"), ("n", n), ("i", "card")]

    def gain(self, s: Catherine, card: int) -> list[Item]:
        """What an action brings now, in signs."""
        box = self.box
        kind, counted = int(box.effect[card]), int(box.counted[card])
        n = int(box.amount[card]) * int(units(s, self.me, card, kind, counted, s.possession(self.me)))
        match gives(kind):
            case parts.BUILD:
                return [("i", "house")]
            case parts.DRAW:
                return self.drawing(s, n)
            case parts.FAVOR:
                return [("n", f"+{n}"), ("i", "crown")]
        return [("vp", str(n))]

    def drawing(self, s: Catherine, n: int) -> list[Item]:
        """So many cards, as far as the hand limit goes; points for the others."""
        fit, vp = sentences.drawn(s, self.me, n)
        found: list[Item] = [("n", str(fit)), ("i", "card")] if fit else []
        return [*found, ("vp", str(vp))] if vp else found

    # ---- seats at a glance ----

    def state(self, p: int) -> tuple[str, str]:
        """The key of what a seat is doing, and its sign."""
        acting = p in self.context.model.actors
        if self.context.model.over:
            return "", ""
        if sentences.secretly(self.s):
            return ("page.choosing", "glass") if acting else ("page.is_ready", "sealed")
        return ("page.acting", "glass") if acting else ("page.is_done", "done")

    def seat(self, p: int, deed: str) -> str:
        key, sign = self.state(p)
        if p == self.context.model.seat and p in self.context.model.actors:
            key = "page.you_choose"
        note = self.w.say(key) if key else ""
        head = seat_head(self.context, p, note, int(self.s.vp[p]), sign)
        if p == self.me:
            return seat_box(self.context, p, head, " seat--me")
        items = "".join(self.good(p, k, ref, n) for k, ref, n in self.goods(p))
        held = int(self.s.held[p])
        label = self.w.say("page.hand_n", n=held, limit=int(self.s.hand_limit(p)))
        number = f'<span aria-hidden="true">{held}</span>'
        items += f'<li data-help="{esc(capital(label))}">{icon("card", label)}{number}</li>'
        last = f'<p class="seat__last">{esc(deed)}</p>' if deed else ""
        foot = f'<div class="seat__foot">{self.order_pips(p)}{self.linked(p)}</div>'
        return seat_box(
            self.context, p, f'{head}<ul class="goods">{items}</ul>{self.mini_row(p)}{foot}{last}'
        )

    def order_pips(self, p: int) -> str:
        tiles = wanted(self.s, p)
        out = "".join(order_tile(tile, 0.6 + k * 15, 0.6, 14) for k, tile in enumerate(tiles))
        label = self.w.say("page.order_n", n=int(matched(self.s, p)), of=len(tiles))
        told = esc("\n|".join([label, self.order_words(p)]))
        picture = f'<svg viewBox="0 0 106 15.4" role="img" aria-label="{esc(label)}">{out}</svg>'
        return f'<span class="orderpips" data-help="{told}">{picture}</span>'

    def mini_row(self, p: int) -> str:
        """The display of somebody else: seven small columns."""
        s, w = self.s, self.w
        columns, length = int(self.box.full_row), int(s.row_length(p))
        pitch = 240.0 / columns
        out = ""
        fresh = self.board.step == frames.ACTIONS
        for k in range(columns):
            if k < length:
                card, under = int(s.row[p * ROW + k]), int(s.under[p * ROW + k])
                facts = self.card_facts(card)
                if under:
                    same = card >> 6 == under >> 6
                    told = "page.under_same" if same else "page.under_differs"
                    facts.append(w.say(told, colour=sentences.colour(w, self.box, under >> 6)))
                now = fresh and (k == length - 1 or s.active[p] == k + 1)
                body = mini_card(self.box, card, under)
                body = group(body, "is-fresh") if now else body
                body = self.context.spot(f"mini-{p}-{k + 1}", body, self.name(card), [], facts)
            else:
                body = self.mini_gap(p, k - length if sentences.secretly(s) else ROW)
            out += group(body, "", translate(0.6 + k * pitch, 0.5))
        label = w.say("page.display_of", who=self.context.names[p])
        return svg(241, 56, out, label, "minirow")

    def mini_gap(self, p: int, ahead: int) -> str:
        """A place without a card, so many ahead of the next one: a back if it is chosen, an hourglass if
        somebody is choosing it.
        """
        starts = self.board.step == frames.CHOOSE_START
        if p not in self.context.model.actors and ahead < (int(self.box.start_row) if starts else 1):
            slot = "" if starts else path("M2 42.5h29v9q0 3-3 3H5q-3 0-3-3Z", "slot")
            return card_back(33, 40.6, use("sealed", 7.5, 11, 18)) + slot
        return rect(0.5, 1, 32, 39, 4, "slot") + ("" if ahead else use("glass", 8.5, 12, 16))

    # ---- my two picks and who is ready ----

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
                sign = icon("reg-" + ["nw", "so", "ea"][card >> 6], sentences.colour(w, self.box, card >> 6))
                named = f"<b>{esc(sentences.card_name(w, self.box, card))}</b>"
                done = k == 0 or len(plan) == 3
                mark = icon("done") if done else f"<b>{k + 1}</b>"
                cls = "is-done" if done else "is-now"
                out += (
                    f'<li class="{cls}">{mark}<span>{self.context.say(key)}</span>{sign}{named}{small}</li>'
                )
            else:
                cls = ' class="is-now"' if k == len(plan) else ""
                out += f"<li{cls}><b>{k + 1}</b><span>{self.context.say(key)}</span></li>"
        return f'<ol class="picks">{out}</ol>'

    def ready(self) -> str:
        """Who has chosen, who has not: 2 of 4 ready."""
        context, w = self.context, self.w
        n = self.board.seats - len([p for p in context.model.actors if 0 <= p < self.board.seats])
        key = "page.ready_n" if sentences.secretly(self.s) else "page.done_n"
        chips = ""
        for p in range(self.board.seats):
            word, sign = self.state(p)
            cls = f"p-{context.colours[p]}" + (" is-ready" if p not in context.model.actors else "")
            cls += " is-me" if p == context.model.seat else ""
            chips += (
                f'<li class="{cls}">{icon("seat-" + context.colours[p], context.names[p])}'
                f'<span class="name">{esc(context.names[p])}</span>{icon(sign, w.say(word))}'
                f"{points(int(self.s.vp[p]), w.say('page.points', n=int(self.s.vp[p])))}</li>"
            )
        told = context.say(key, n, "", str(self.board.seats))
        return f'<div class="ready"><p>{told}</p><ul>{chips}</ul></div>'
