"""Section 10: trophies: advance the token for a fur, take a reward. Section 17: side b of the boards."""

from __future__ import annotations

from samovar.games.stroganov import frames, tokens
from samovar.games.stroganov.payment import can_pay
from samovar.games.stroganov.rewards import reward_is_possible
from samovar.games.stroganov.state import Stroganov
from samovar.kernel.ints import i64
from samovar.kernel.notation import argument_of
from samovar.kernel.state import arg
from samovar.kernel.step import Options, Refusal, Step


class Trophy(Step[Stroganov]):
    """Part (a) of a trophy: optionally pay the fur of the next space and advance (S-TROPHY-01, -06)."""

    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        if can_advance(s, seat):
            out.offer(tokens.ADVANCE)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.PASS:
            s.push(frames.trophy_reward(seat, 0))
            return
        s.do(frames.advance_token(seat), frames.trophy_reward(seat, 1))
        fur = s.track(seat).fur[s.trophy[seat] + 1]
        if fur:
            s.push(frames.pay(seat, fur, 1))

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        last = s.trophy[seat] == s.track(seat).length
        rule = "S-TROPHY-06" if last else "S-TROPHY-01"
        reason = "already_on_the_last_space" if last else "cannot_pay_the_furs"
        out.append(Refusal(tokens.ADVANCE << 8, reason, rule))


def can_advance(s: Stroganov, p: i64) -> bool:
    track = s.track(p)
    if s.trophy[p] == track.length:
        return False
    fur = track.fur[s.trophy[p] + 1]
    return fur == 0 or can_pay(s, p, fur, 1)


class AdvanceToken(Step[Stroganov]):
    takes = "nobody player=0..3"

    def run(self, s: Stroganov, f: i64) -> None:
        advance(s, arg(f))

    def faults(self, s: Stroganov, f: i64) -> list[str]:
        return [] if arg(f) < s.seats else ["there is no such seat"]


def advance(s: Stroganov, p: i64) -> None:
    if s.trophy[p] < s.track(p).length:
        s.trophy[p] += 1
        s.emit(tokens.ADVANCED_TROPHY, p, s.trophy[p])


class TrophyReward(Step[Stroganov]):
    """Part (b) of a trophy: optionally take a reward (S-TROPHY-01 to -04).

    It is a reward of the space the token is on or of any above. After an advance S7 or A4 reach one space
    further, not beyond the last, and do not add up (S-RULING-34). Before the first advance the reward above
    the track is open: reward.0.
    """

    takes = "seat advanced=0..1"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        track = s.track(seat)
        deepest = s.trophy[seat]
        if deepest == 0 and reward_is_possible(s, seat, track.reward[0]):
            out.offer(tokens.REWARD, 0)
        if arg(f):
            deepest = min(deepest + extra_depth(s, seat), track.length)
        for space in range(1, deepest + 1):
            if reward_is_possible(s, seat, track.reward[space]):
                out.offer(tokens.REWARD, space)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 != tokens.PASS:
            take_reward(s, seat, argument_of(a))

    def refusals(self, s: Stroganov, f: i64, seat: i64, out: list[Refusal]) -> None:
        track = s.track(seat)
        for space in range(1, int(track.length) + 1):
            if reward_is_possible(s, seat, track.reward[space]):
                out.append(Refusal(tokens.REWARD << 8 | space, "below_the_trophy_token", "S-TROPHY-01"))
            else:
                out.append(Refusal(tokens.REWARD << 8 | space, "nothing_to_be_had", "S-RULING-36"))


def extra_depth(s: Stroganov, p: i64) -> i64:
    """The number of spaces below the token from which p may take a reward after an advance (S7, A4;
    S-RULING-34).
    """
    return 1 if s.has_effect(p, s.stock.trophy_reward_depth) else 0


def take_reward(s: Stroganov, p: i64, space: i64) -> None:
    s.emit(tokens.TOOK_REWARD, p, space)
    s.push(frames.benefit(p, s.track(p).reward[space]))


class TwoRewards(Step[Stroganov]):
    """Take two different rewards of the spaces above the last, in the chosen order (S-TROPHY-04,
    S-RULING-35).
    """

    takes = "seat taken=0..15"
    anchor = True

    def options(self, s: Stroganov, f: i64, seat: i64, out: Options) -> None:
        track = s.track(seat)
        for space in range(1, track.length):
            if space != arg(f) and reward_is_possible(s, seat, track.reward[space]):
                out.offer(tokens.REWARD, space)
        out.offer(tokens.PASS)

    def apply(self, s: Stroganov, f: i64, seat: i64, a: i64) -> None:
        if a >> 8 == tokens.PASS:
            return
        space = argument_of(a)
        if arg(f) == 0:
            s.push(frames.two_rewards(seat, space))
        take_reward(s, seat, space)
