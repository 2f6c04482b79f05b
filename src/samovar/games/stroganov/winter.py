"""Section 15: winter. Income, storytelling, administration."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.auxiliary import offer_extra
from samovar.games.stroganov.components import KINDS, MAX_PARTS, PER_NOTHING
from samovar.games.stroganov.rewards import simple_part
from samovar.games.stroganov.scoring import count_per
from samovar.games.stroganov.setup import deal_songs, deal_wishes, deal_yurts
from samovar.games.stroganov.state import Stroganov
from samovar.games.stroganov.story import offer_songs, take_song
from samovar.kernel import bag, cards
from samovar.kernel.ints import i64, vec
from samovar.kernel.notation import argument_of
from samovar.kernel.state import NONE, arg, zeros
from samovar.kernel.step import Options, Refusal, Step


def winter(s: Stroganov) -> None:
    """Push the steps of winter: income, story for the two players furthest ahead, songs, last window,
    administration.

    Each step goes in player order. The last year has no administration (S-WINTER-01, -02, S-RULING-47).
    """
    s.used = 0
    if s.year < s.stock.years:
        s.push(frames.next_year())
    last = s.players - 1
    for_all(s, frames.LAST_WINDOW, NONE)
    for_all(s, frames.CHOOSE_SONG, frames.ivan_song())
    rank: i64 = len(s.stock.rank_story) - 1
    while rank >= 0:
        if rank <= last:
            p, points = s.order[rank], s.stock.rank_story[rank]
            s.push(frames.rank_story(p, points) if p < s.seats else frames.ivan_story(points))
        rank -= 1
    for_all(s, frames.INCOME, frames.ivan_income())


def for_all(s: Stroganov, step: i64, automa_frame: i64) -> None:
    """Push this step for every player in player order.

    The automa gets ``automa_frame`` instead, or no step if that is NONE.
    """
    place = s.players - 1
    while place >= 0:
        p = s.order[place]
        if p < s.seats:
            s.push(step | p << 8)
        elif automa_frame != NONE:
            s.push(automa_frame)
        place -= 1


# ---- step 1: income ----


class Income(Step[Stroganov]):
    """Take the winter horses and the incomes of fulfilled wishes, in any order (S-WINTER-03, S-RULING-47).

    A fur (A5) and an action (A9) may be declined (S-RULING-81). A winter card pays in the winter in which it
    is fulfilled if that was before the end of this step (S-RULING-48).
    """

    takes = "seat horses_taken=0..1"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        if arg(f) == 0:
            out.offer(tokens.INCOME, tokens.INCOME_HORSES)
        found = s.wishes[seat] & s.stock.winter_cards & ~s.used
        duties = found & s.stock.winter_duties
        out.offer_cards(tokens.INCOME, found)
        if arg(f) and duties == 0:
            out.offer(tokens.END)
        offer_extra(s, seat, s.stock.winter_extra, out)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.END:
            s.used = 0
            return
        wish = argument_of(a)
        if wish == tokens.INCOME_HORSES:
            s.push(frames.income(seat, 1))
            take_winter_horses(s, seat)
            return
        s.push(f)
        s.used = cards.plus(s.used, wish)
        if s.stock.wish_per[wish] == PER_NOTHING:
            s.push(frames.benefit(seat, s.stock.wish_reward[wish]))
        else:
            part = s.stock.rewards[s.stock.wish_reward[wish] * MAX_PARTS]
            simple_part(s, seat, part & 255, (part >> 8) * count_per(s, seat, s.stock.wish_per[wish]))


def take_winter_horses(s: Stroganov, p: i64) -> None:
    s.gain_horses(p, winter_horses(s, p))


def winter_horses(s: Stroganov, p: i64) -> i64:
    """The horses that p gains each winter: 2 and 1 per banner (S-WINTER-03)."""
    return s.stock.winter_horses + s.stock.winter_per_banner * s.banners[p]


# ---- step 2: storytelling ----


class RankStory(Step[Stroganov]):
    """The player furthest ahead gains 2 story, then the second one 1 (S-WINTER-04, -05)."""

    takes = "seat points=0..99"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.GO)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        s.push(frames.story(seat, arg(f)))


class ChooseSong(Step[Stroganov]):
    """Each player may choose one song: spend its story, gain its reward, discard the tile (S-WINTER-06).

    The song counts as taken from the moment of choice: a nested option cannot use it (S-RULING-70, -82).
    """

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_songs(s, seat, out)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.PASS:
            return
        place: i64 = 0
        while s.song[place] != argument_of(a):
            place += 1
        take_song(s, seat, place)

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        for place in range(len(s.song)):
            if s.song[place]:
                out.append(Refusal(tokens.SONG << 8 | s.song[place], "too_little_story", "S-STORY-05"))


class LastWindow(Step[Stroganov]):
    """Take auxiliary actions once more, after the last song (S-RULING-47)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        out.offer(tokens.END)


# ---- step 3: administration ----


class NextYear(Step[Stroganov]):
    """Push the steps that prepare the next year, in the order of S-WINTER-07."""

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        for p in range(s.players):
            s.space[p] = 0  # all Cossacks return in their current order (S-WINTER-08)
        s.emit(tokens.CAME_HOME, 0)
        s.do(frames.close_row(), frames.new_market(), frames.refill_market(), frames.shift())


class CloseRow(Step[Stroganov]):
    """Move tiles left to close gaps and fill the row with new ones, which get furs (S-WINTER-09 to -11).

    A new rightmost tile gets a tiger (S-WINTER-12).
    """

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        row = s.row[:]
        to: i64 = 1
        for space in range(1, s.stock.spaces + 1):
            if row[space]:
                if to < space:
                    row[to] = row[space]
                    row[space] = 0
                    bag.move_all(s.row_furs, space * KINDS, s.row_furs, to * KINDS, KINDS)
                to += 1
        s.row = row
        if to <= s.stock.spaces and s.tile_pile:
            s.do(frames.deal_tile(to), frames.fill_tiles(to, 0, to), frames.place_tiger())


class NewMarket(Step[Stroganov]):
    """All market furs go into the bag, then new ones are drawn (S-WINTER-13)."""

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        bag.move_all(s.market, 0, s.bag, 0, KINDS)


class Shift(Step[Stroganov]):
    """Reveal new songs, move yurts and wishes left and fill up the regions (S-WINTER-14, -15).

    After half of the years the B material replaces the A material (S-WINTER-16, S-RULING-46).
    """

    takes = "nobody"

    def run(self, s: Stroganov, f: i64) -> None:
        changing = s.year == s.stock.years // 2
        if changing:
            s.emit(tokens.DECK_CHANGED, 0)
            s.song_pile &= ~s.stock.songs_a
            s.yurt_pile &= ~s.stock.yurts_a
            s.wish_pile &= ~s.stock.wishes_a
        yurt, wish = s.yurt[:], s.wish[:]
        region: i64 = 1
        while changing and region <= s.stock.regions:
            if cards.has(s.stock.yurts_a, yurt[region]):
                yurt[region] = 0
            if cards.has(s.stock.wishes_a, wish[region]):
                wish[region] = 0
            region += 1
        close_gaps(yurt)
        close_gaps(wish)
        s.yurt, s.wish, s.song = yurt, wish, zeros(len(s.song))
        deal_wishes(s, 0)  # pushed in reverse, so they run as songs, yurts, wishes
        deal_yurts(s, 0)
        deal_songs(s, 0)


def close_gaps(regions: vec[i64]) -> None:
    """Move everything left over empty regions."""
    to: i64 = 1
    for region in range(1, len(regions)):
        if regions[region]:
            if to < region:
                regions[to] = regions[region]
                regions[region] = 0
            to += 1
