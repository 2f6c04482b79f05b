"""The players of Stroganov: the viewer's own area, the summary of each seat, the automa with card and
reasons.
"""

from __future__ import annotations

from typing import Final

from samovar.games.stroganov import tokens
from samovar.games.stroganov.components import KINDS, TIGER
from samovar.games.stroganov.wishes import furs_to_possess
from samovar.kernel import cards
from samovar.kernel.state import NATURE
from samovar.views.common_regions import LogSentence, seat_box, seat_head, seat_last, seat_note
from samovar.views.render_context import RenderContext, check_mark, halo
from samovar.views.stroganov import automa, things
from samovar.views.stroganov.board import Board
from samovar.views.stroganov.drawings import (
    automa_card,
    fur_chip,
    fur_token,
    land,
    reward_row,
    wish_card,
    wish_done,
    wish_small,
)
from samovar.views.stroganov.things import fur
from samovar.views.svg import (
    Item,
    count_badge,
    esc,
    group,
    icon,
    icon_row,
    land_pip,
    points,
    rect,
    shield,
    svg,
    text,
    use,
)
from samovar.views.words.words import capital

MAX_UPRIGHT_CARDS: Final = 2  # more wishes in the hand are drawn small


class Players:
    """The areas of all players, rendered for one viewer."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.context: Final[RenderContext] = board.context
        self.w: Final = board.w
        self.s: Final = board.s
        self.box: Final = board.box
        self.me: Final = board.me
        self.colour: Final = board.context.colours[board.me]

    def regions(self, found: list[LogSentence], last_actions: list[str]) -> dict[str, str]:
        out = {
            "me-id": self.purse(),
            "me-furs": self.furs(),
            "me-trophy": self.trophy(),
            "me-hand": self.hand(),
            "me-done": self.done(),
            "automa": self.automa(found),
        }
        for p in range(int(self.s.players)):
            out[f"seat-{p}"] = self.seat(p, last_actions[p])
        return out

    def arrange(self, found: dict[str, str]) -> str:
        """The viewer's own area of a whole page."""
        middle = f'<div class="my-area__furs">{found["me-furs"]}{found["me-trophy"]}</div>'
        return (
            f'<section class="panel my-area" id="me" aria-label="{self.context.say("page.area")}">'
            f"{found['me-id']}{middle}{found['me-hand']}{found['me-done']}</section>"
        )

    def heading(self, key: str, note: str = "") -> str:
        small = f"<small>{esc(note)}</small>" if note else ""
        return f"<h2>{self.context.say(key)}{small}</h2>"

    # ---- the viewer's own area ----

    def purse(self) -> str:
        s, p = self.s, self.me
        goods = [
            ("coin", "coin", int(s.coins[p]), ""),
            ("horse", "horse", int(s.horses[p]), ""),
            ("banner", "banner", int(s.banners[p]), ""),
            ("story", "story", int(s.story[p]), ""),
            ("outpost", "outpost", int(s.outposts[p]), f"+{s.built(p)}"),
            ("trophy", "trophy", int(s.trophy[p]), f"/{s.track(p).length}"),
        ]
        items = ""
        for key, ref, n, more in goods:
            label = self.w.say(f"page.good.{key}", n=n, built=int(s.built(p)), of=int(s.track(p).length))
            told = esc(f"{capital(label)}\n|{self.w.say(f'page.good.{key}_help')}")
            small = f"<small>{more}</small>" if more else ""
            shown = f'<span aria-hidden="true">{n}{small}</span>'
            items += f'<li data-help="{told}">{icon(ref, label, "icon--large")}{shown}</li>'
        gained = self.context.shield_points(p, int(s.vp[p]))
        vp = points(gained, self.w.say("page.points", n=gained))
        who = f'<span class="p-{self.colour}">{icon("cossack", "", "icon--xl")}</span>'
        name = f'<span class="name">{esc(self.context.names[p])}</span>'
        return (
            f'<div class="my-area__header p-{self.colour}" id="me-id">'
            f'<div class="my-area__name">{who}{name}{vp}</div>'
            f'<ul class="my-goods">{items}</ul></div>'
        )

    def furs(self) -> str:
        """One place for each kind of fur, pale without furs. Furs that can be paid now are clickable."""
        s, w, box = self.s, self.w, self.box
        kinds = [kind for kind in range(1, KINDS) if kind == TIGER or box.animals[kind]]
        pitch = 384.0 / len(kinds)
        wide = min(44.0, pitch - 6)
        proposed = self.proposed()
        out = ""
        for k, kind in enumerate(kinds):
            n, x = int(s.fur(self.me, kind)), 5 + k * pitch
            body = group(fur_token(box, kind, x, 3, wide, 46), "" if n else "f0")
            over = count_badge(x + wide - 3, 8, n) if n > 1 else ""
            actions = [tokens.PAY << 8 | kind, tokens.DOWN << 8 | kind]
            if kind == TIGER:
                actions.append(tokens.COVER << 8 | tokens.COVER_TIGER)
            if tokens.PAY << 8 | kind == proposed:
                over += check_mark(x + 7, 9)
            label = w.say("page.my_fur", n=n, fur=fur(w, box, kind))
            facts = [w.say("page.tiger_help")] if kind == TIGER else []
            if kind == box.bear:
                facts.append(w.say("page.bear_help", n=int(box.bear_story)))
            out += self.context.target(
                f"my-fur-{kind}", body, label, actions, facts, "", halo(x, 3, wide, 46, 5, 0.5), "", over
            )
        count, tigers = int(s.fur_count(self.me)), int(s.fur(self.me, TIGER))
        note = w.say("page.furs_tigers" if tigers else "page.furs_n", n=count, tigers=tigers)
        title = self.context.own("page.my_furs")
        small = f"<small>{esc(note)}</small>" if note else ""
        drawn = svg(392, 51, out, title)
        return f'<div class="my-area__rack" id="me-furs"><h2>{esc(title)}{small}</h2>{drawn}</div>'

    def proposed(self) -> int:
        """The first action of the payment that the game proposes, -1 without a proposal."""
        proposal = self.context.model.proposal
        return proposal.actions[0] if proposal is not None else -1

    def trophy(self) -> str:
        """The trophy track, from the space above it on: the reward at the top, the fur to pay below, silver
        shields.
        """
        s, w, box = self.s, self.w, self.box
        track = s.track(self.me)
        length, at = int(track.length), int(s.trophy[self.me])
        wide = 388.0 / (length + 1)
        out = ""
        before = 0
        for k in range(length + 1):
            x = 3 + k * wide
            reached = "cell cell--reach" if k and k <= at else "cell"
            body = rect(x, 6, wide - 2, 54, 5, reached)
            if track.reward[k]:
                body += reward_row(box, track.reward[k], x + wide / 2 - 1, 24, 17, 1, wide - 5)
            actions = [tokens.REWARD << 8 | k]
            facts = (
                [w.say("page.gives", gain=things.reward(w, box, track.reward[k]))] if track.reward[k] else []
            )
            if k and track.fur[k]:
                chip = min(33.0, wide - 6)
                body += fur_chip(box, int(track.fur[k]), x + (wide - 2 - chip) / 2, 38, chip, 20)
                facts.append(w.say("page.trophy_costs", fur=fur(w, box, int(track.fur[k]))))
            if k == at + 1:
                actions += [tokens.ADVANCE << 8, tokens.TROPHY_STEP << 8]
            vp = int(track.shield[k])
            over = ""
            if vp > before:
                over = shield(str(vp), x + wide - 20, -2, 19, True)
                facts.append(w.say("page.trophy_vp", n=vp))
                before = vp
            label = w.say("page.trophy_space", n=k) if k else w.say("page.trophy_above")
            glow = halo(x, 6, wide - 2, 54, 5)
            out += self.context.target(
                f"trophy-{k}", body, label, actions, [], "", glow, "", over, state=facts
            )
        token = use(f"seat-{self.colour}", -8, -8, 16)
        x = 3 + at * wide + 9
        out += (
            f'<g id="trophy-token" class="piece p-{self.colour}" transform="translate({x:.1f} 9)">{token}</g>'
        )
        note = w.say("page.trophy_at", n=at, of=length)
        drawn = svg(392, 62, out, w.say("page.trophy_track"))
        heading = self.heading("page.trophy_track", note)
        return f'<div class="my-area__rack" id="me-trophy">{heading}{drawn}</div>'

    def hand(self) -> str:
        """The wishes in the hand: upright cards if they fit, smaller ones in a long hand."""
        s, w, box = self.s, self.w, self.box
        wishes = cards.members(int(s.hand[self.me]))
        out = ""
        for wish in wishes:
            have = int(furs_to_possess(s, self.me, wish))
            actions = [tokens.FULFIL << 8 | wish, tokens.PAY_ONLY << 8 | wish]
            ready = bool(self.context.legal_among(actions))
            ribbon = w.say("page.can_fulfil") if ready else self.missing_text(wish, have)
            label = w.say("page.wish", wish=box.wish_ids[wish])
            facts = self.board.wish_facts(wish, have)
            if len(wishes) <= MAX_UPRIGHT_CARDS:
                need = w.say(
                    "page.need", value=int(box.wish_value[wish]), have=have, give=int(box.wish_pay[wish])
                )
                body = wish_card(box, wish, have, need, ribbon, ready)
                glow = halo(1, 1, 94, 122, 7)
                drawn = self.context.target(
                    f"hand-{wish}", body, label, actions, [], "", glow, f"wish-{wish}", state=[ribbon, *facts]
                )
                out += svg(96, 124, drawn, label)
            else:
                body = wish_small(box, wish, have, ribbon, ready)
                glow = halo(1, 1, 108, 60, 5)
                drawn = self.context.target(
                    f"hand-{wish}", body, label, actions, [], "", glow, f"wish-{wish}", state=[ribbon, *facts]
                )
                out += svg(110, 62, drawn, label)
        if not wishes:
            out = f'<p class="quiet">{self.context.say("page.hand_empty")}</p>'
        scrolls = len(wishes) > MAX_UPRIGHT_CARDS
        long = " hand--long" if scrolls else ""
        # A box that scrolls must be reachable by the keyboard.
        focus = f' tabindex="0" role="group" aria-label="{self.context.say("page.hand")}"' if scrolls else ""
        note = str(len(wishes)) if wishes else ""
        return (
            f'<div class="my-area__hand" id="me-hand">{self.heading("page.hand", note)}'
            f'<div class="hand{long}"{focus}>{out}</div></div>'
        )

    def missing_text(self, wish: int, have: int) -> str:
        """The number of furs that a wish still lacks, after tigers and coins."""
        s = self.s
        exact = int(s.fur(self.me, self.box.wish_value[wish]))
        tigers = int(s.fur(self.me, TIGER))
        others = int(s.fur_count(self.me)) - exact
        short = have - exact - tigers - min(others, int(s.coins[self.me]))
        return self.w.say("page.missing", n=short) if short > 0 else self.w.say("page.not_now")

    def done(self) -> str:
        """The fulfilled wishes and the landscape tiles."""
        s, w, box = self.s, self.w, self.box
        wishes = cards.members(int(s.wishes[self.me]))
        out = ""
        for wish in wishes:
            label = w.say("page.fulfilled_wish", wish=box.wish_ids[wish])
            actions = [tokens.INCOME << 8 | wish, tokens.EXTRA << 8 | wish]
            facts = [capital(things.effect(w, box, wish)), w.say("page.wish_vp", n=int(box.wish_vp[wish]))]
            glow = halo(0.8, 0.8, 60.4, 56.4, 5)
            drawn = self.context.target(
                f"done-{wish}", wish_done(box, wish), label, actions, facts, "", glow, f"wish-{wish}"
            )
            out += svg(62, 58, drawn, label)
        if not wishes:
            out = f'<p class="quiet">{self.context.say("page.none_yet")}</p>'
        owned = [0] * len(box.kinds)
        for tile in cards.members(int(s.tiles[self.me])):
            owned[int(box.tile_kind[tile])] += 1
        lands = ""
        told: list[str] = []
        pitch = 176.0 / max(1, len(owned))
        for k, n in enumerate(owned):
            lands += land(box.kinds[k], k * pitch + 1, 1, pitch - 4, 31, n)
            told.append(f"{n} {things.kind_name(w, box.kinds[k])}")
        kinds = sum(1 for n in owned if n)
        note = w.say("page.tile_kinds", n=kinds, of=len(owned))
        label = w.say("page.my_tiles") + ": " + ", ".join(told)
        picture = f'<svg viewBox="0 0 180 33" role="img" aria-label="{esc(label)}">{lands}</svg>'
        many = " done--rows" if len(wishes) > 4 else " done--many" if len(wishes) > 3 else ""
        return (
            f'<div class="my-area__done" id="me-done">'
            f"{self.heading('page.fulfilled', str(len(wishes) or ''))}"
            f'<div class="done{many}">{out}</div>{self.heading("page.my_tiles", note)}'
            f'<div class="done done--lands">{picture}</div></div>'
        )

    # ---- summaries of the seats ----

    def seat(self, p: int, last_action: str) -> str:
        s = self.s
        acted = cards.has(s.acted, p) and p not in self.context.model.actors
        place = [int(q) for q in s.order].index(p) + 1
        note = seat_note(self.context, p) or (
            self.w.say("page.has_acted") if acted else self.w.say("page.in_order", n=place)
        )
        goods: list[tuple[str, str]] = [
            ("coin", str(s.coins[p])),
            ("horse", str(s.horses[p])),
            ("banner", str(s.banners[p])),
            ("outpost", f"{s.built(p)}+{s.outposts[p]}"),
            ("story", str(s.story[p])),
            ("trophy", str(s.trophy[p])),
            ("wish", f"{cards.count(s.hand[p])}/{cards.count(s.wishes[p])}"),
        ]
        items = ""
        for ref, value in goods:
            label = self.w.say("page.seat." + ref, value=value)
            number = f'<span aria-hidden="true">{value}</span>'
            items += f'<li data-help="{esc(capital(label))}">{icon(ref, label)}{number}</li>'
        last = seat_last(self.context, p, last_action)
        body = seat_head(self.context, p, note, int(s.vp[p]))
        body += f'<ul class="goods">{items}</ul>{self.seat_furs(p)}{last}'
        return seat_box(self.context, p, body, " is-acted" if acted else "")

    def seat_furs(self, p: int) -> str:
        """The furs of a seat as small chips with numbers, its landscape kinds at the right: 236 x 19."""
        s, w, box = self.s, self.w, self.box
        out, x = "", 0.5
        told: list[str] = []
        for kind in range(1, KINDS):
            n = int(s.fur(p, kind))
            if n == 0:
                continue
            out += fur_chip(box, kind, x, 0.6, 28, 17.6)
            x += 29.5
            if n > 1:
                out += text(x - 0.5, 13.5, f"×{n}", "t t-c")
                x += 15.5
            told.append(f"{n} × {fur(w, box, kind)}")
        kinds = sorted({int(box.tile_kind[tile]) for tile in cards.members(int(s.tiles[p]))})
        room = 232.0 - 19 * len(kinds)
        if x > room:
            out = group(out, "", f'transform="translate(0 {9.4 * (1 - room / x):.1f})scale({room / x:.3f})"')
        for k, kind in enumerate(kinds):
            out += land_pip(box.kinds[kind], 236.0 - 19 * (len(kinds) - k), 0.8, 18, 17.4)
            told.append(things.kind_name(w, box.kinds[kind]))
        label = ", ".join(told) or w.say("table.no_furs")
        picture = f'<svg viewBox="0 0 236 19" role="img" aria-label="{esc(label)}">{out}</svg>'
        told = [self.context.names[p], "|" + label, *self.wish_lines(p)]
        return f'<div class="seat__icons" data-help="{esc(chr(10).join(told))}">{picture}</div>'

    def wish_lines(self, p: int) -> list[str]:
        """The wishes of a seat, in the hand and fulfilled, for its help text. All of them are public."""
        s, w, box = self.s, self.w, self.box
        found: list[str] = []
        for wish in cards.members(int(s.hand[p])):
            text = things.wish_text(w, box, wish, int(furs_to_possess(s, p, wish)))
            found.append("|" + w.say("page.in_hand", wish=box.wish_ids[wish], text=text))
        for wish in cards.members(int(s.wishes[p])):
            text = things.effect(w, box, wish)
            found.append("|" + w.say("page.has_fulfilled", wish=box.wish_ids[wish], text=text))
        return found

    # ---- the automa ----

    def automa(self, found: list[LogSentence]) -> str:
        """The automa's card and its last turn, each step with rule and reason."""
        s, w, box = self.s, self.w, self.box
        p = int(s.seats)
        if not s.setting.automa:
            return '<div id="automa" hidden></div>'
        card, deck = int(s.automa_card), int(s.automa_steps)
        picture = ""
        if card:
            label = w.say("table.card", card=card, hunt=automa.furs_of(w, box, card))
            label += "; " + w.say("table.then", action=automa.action_of(w, box, card))
            drawn = self.context.target(
                "automa-card", automa_card(box, card), capital(label), [], [w.say("page.automa_help")]
            )
            picture = svg(96, 124, drawn, label)
        steps = ""
        for entry in last_turn(found, p):
            more = f"<small>{esc('; '.join(entry.more))}</small>" if entry.more else ""
            steps += f"<li>{esc(capital(entry.main.removeprefix(self.context.names[p] + ' ')))}{more}</li>"
        next_: list[Item] = [("i", "pile"), ("i", "move"), ("n", str(deck))]
        label = w.say("table.deck", n=deck) if deck else ""
        top = ""
        if deck:
            role = f'role="img" aria-label="{esc(label)}"'
            top = f'<svg class="deck" viewBox="0 0 96 22" {role}>{icon_row(next_, 48, 11, 17)}</svg>'
        return (
            f'<section class="panel automa p-{self.context.colours[p]}" id="automa" '
            f'aria-label="{esc(self.context.names[p])}"><div class="automa__card">{picture}{top}</div>'
            f'<ol class="automa__steps">{steps}</ol></section>'
        )


def last_turn(found: list[LogSentence], p: int) -> list[LogSentence]:
    """The last log entries of this player in a row. Draws in between do not end the row."""
    run: list[LogSentence] = []
    for entry in reversed(found):
        if entry.seat == p:
            run.append(entry)
        elif run and entry.seat != NATURE:
            break
    return run[::-1]
