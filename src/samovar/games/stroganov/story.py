"""Section 8: the story track and the option on reaching its end. Section 14: songs."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg, arg2, replaced
from samovar.kernel.step import Options, Step


class Story(Step[Stroganov]):
    """Gain story. Arriving on the last space opens the option at once (S-STORY-01, -06).

    Points beyond the last space are lost (S-STORY-02).
    """

    takes = "nobody player=0..3 points=0..99"

    def run(self, s: Stroganov, f: i64) -> None:
        p = arg(f)
        before = s.story[p]
        last = s.stock.story_last
        after = before + arg2(f)
        lost: i64 = 0
        if after > last:
            lost = after - last
            after = last
        s.story[p] = after
        s.emit(tokens.GAINED_STORY, p, after - before, lost)
        if before < last and after == last:  # a player who stays on 12 gets no new option (S-RULING-20)
            s.emit(tokens.REACHED_TWELVE, p)
            s.push(frames.twelve(p) if p < s.seats else frames.ivan_twelve())

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if arg(f) < s.players else ["there is no such player"]


class Twelve(Step[Stroganov]):
    """Choose at the end of the track: use a song, with side b advance the trophy token, or decline.

    S-STORY-03, -04, S-SIDEB-03, S-RULING-20.
    """

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        offer_songs(s, seat, out)
        track = s.track(seat)
        next_space = s.trophy[seat] + 1
        if track.side == "b" and next_space <= track.length and track.fur[next_space] <= s.story[seat]:
            out.offer(tokens.TROPHY_STEP)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.TROPHY_STEP:
            cost = s.track(seat).fur[s.trophy[seat] + 1]
            s.story[seat] -= cost
            s.emit(tokens.PAID_STORY, seat, cost)
            s.do(frames.advance_token(seat), frames.trophy_reward(seat, 1))
        elif a >> 8 != tokens.PASS:
            use_song(s, seat, argument_of(a))  # the song stays on the board


def offer_songs(s: Stroganov, p: i64, out: Options) -> None:
    """Offer the face-up songs that p can pay (S-STORY-05)."""
    for place in range(len(s.song)):
        song = s.song[place]
        if song and s.stock.song_cost[song] <= s.story[p]:
            out.offer(tokens.SONG, song)


def take_song(s: Stroganov, p: i64, place: i64) -> None:
    """Use a song in storytelling and leave its place empty (S-WINTER-06).

    It counts as taken from the moment of choice (S-RULING-70, -82).
    """
    song = s.song[place]
    s.song = replaced(s.song, place, 0)
    use_song(s, p, song)


def use_song(s: Stroganov, p: i64, song: i64) -> None:
    """Spend the red number of story and gain the reward (S-SONG-01)."""
    s.story[p] -= s.stock.song_cost[song]
    s.emit(tokens.SANG, p, song, s.stock.song_cost[song])
    s.push(frames.benefit(p, s.stock.song_reward[song]))
