"""Play random games and check each law where it applies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from samovar.kernel.game import AnyRules
from samovar.kernel.state import NATURE, State
from samovar.match.laws import (
    clones,
    conservation,
    draws,
    hidden,
    illegal,
    options,
    positions,
    records,
    scores,
    simultaneous,
    undo,
)
from samovar.match.laws.trial import LawBroken, Trial, waiting_frames
from samovar.match.match import Match

MAX_DECISIONS: Final = 5_000  # limit for one random game
MAX_FAILURES: Final = 20  # ``check`` stops after this many broken laws

# Average number of decisions between two runs of each check.
CHECK_REFUSALS: Final = 12
CHECK_OPTIONS: Final = 40
CHECK_ILLEGAL: Final = 40
CHECK_HIDDEN: Final = 40
CHECK_ANY_ORDER: Final = 2
CHECK_POSITION: Final = 80
CHECK_UNDO: Final = 16
CHECK_SIMULTANEOUS_UNDO: Final = 16
CHECK_RESTART: Final = 32
CHECK_RECORD: Final = 400


class LawReport:
    """The result of ``check``. ``failures`` describes each broken law, and is empty if all laws hold.

    >>> report = LawReport()
    >>> report.failures.append("options are distinct: pass is offered twice")
    >>> report.ok
    False
    """

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.pairs = 0  # compared pairs of states that differ only in information hidden from a seat
        self.failures: list[str] = []

    @property
    def ok(self) -> bool:
        """True if no law was broken.

        >>> LawReport().ok
        True
        """
        return not self.failures


def check(
    game: AnyRules,
    seats: int,
    options: Mapping[str, str],
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    components: str | None = None,
    seldom: int = 1,
) -> LawReport:
    """Check the laws over random games with the seeds from ``seed`` on.

    ``progress`` is called with the number of finished games. ``components`` is the text of another component
    file. ``seldom`` divides the frequency of expensive checks, for runs with many games.

    >>> report = check(samovar.games()["catherine"], seats=2, options={}, games=1, seed=0)
    >>> report.ok, report.games
    (True, 1)
    """
    box = None if components is None else game.load(components)
    settings = game.canonical(seats, options, box)
    report = LawReport()
    for number in range(games):
        trial = Trial(game, seats, settings, seed + number, components, seldom)
        failure = run_trial(trial)
        report.games += 1
        report.decisions += trial.decisions
        report.pairs += trial.pairs
        if failure:
            report.failures.append(failure)
            if len(report.failures) == MAX_FAILURES:
                break
        if progress is not None:
            progress(report.games)
    return report


def run_trial(trial: Trial) -> str:
    """The failure of a trial as text. Empty if all laws hold."""
    try:
        play_trial(trial)
    except LawBroken as error:
        return trial.failure(str(error))
    except Exception as crash:  # not ``error``: mypyc gives each name one type
        return trial.failure(f"the rules raise no exception: {type(crash).__name__}: {crash}")
    return ""


def play_trial(trial: Trial) -> None:
    """Play the random game of a trial to its end. LawBroken if a law does not hold."""
    m = Match(trial.game, trial.seats, trial.seed, trial.options, trial.components)
    replica = trial.game.start(m.state.box, trial.seats, trial.options, trial.out)
    done = follow(trial, replica, m, 0)
    while not m.over:
        if trial.decisions == MAX_DECISIONS:
            raise LawBroken("random games end", f"not after {MAX_DECISIONS} decisions")
        trial.before = m.state.clone()
        trial.trying = "checking the options"
        seat, action = check_decision(trial, m)
        trial.decisions += 1
        token = trial.token(m.state, action)
        trial.trying = f"seat {seat} plays {token}"
        if trial.sometimes(CHECK_UNDO):
            undo.check_undo(trial, m, seat, token)
        else:
            m.play(seat, token)
        trial.undoable = undo.undoable_seats(trial, trial.before, m.state, seat)
        if len(trial.undoable) > 1 and trial.sometimes(CHECK_SIMULTANEOUS_UNDO):
            undo.check_simultaneous_undo(trial, m)
        if trial.sometimes(CHECK_RESTART):
            undo.check_restart(trial, m, seat)
        done = follow(trial, replica, m, done)
        clones.check_old_clone(trial)
    trial.before = m.state
    trial.trying = "the end"
    text = m.position()
    trial.same("replay gives the same state", "the end", text, trial.game.write(replica))
    scores.check_end(trial, m, text)


def follow(trial: Trial, replica: State, m: Match, done: int) -> int:
    """Play the new entries of the log on the replica and return how many entries it has played."""
    box = m.state.box
    while done < len(m.log):
        entry = m.log[done]
        token = trial.token(replica, entry.action)
        if entry.seat == NATURE:
            trial.before = replica.clone()
            trial.trying = f"Nature plays {token}"
        trial.game.legal_into(replica, entry.seat, trial.out)
        if not trial.out.has(entry.action):
            raise LawBroken("replay gives the same state", f"{token} is not legal in the replay")
        if trial.sometimes(CHECK_HIDDEN):
            hidden.check_not_seen(trial, replica, entry.seat, trial.out.list())
            if entry.seat == NATURE:
                draws.check_unlisted(trial, replica)
        trial.game.play(replica, entry.seat, entry.action, trial.out)
        if trial.seldom == 1 or replica.over or trial.sometimes(1):
            conservation.check_possible(trial, trial.before, replica)
        done += 1
    if (
        replica.box is not box
        or replica.reveals != m.state.reveals
        or waiting_frames(replica) != waiting_frames(m.state)
    ):
        raise LawBroken("replay gives the same state", "the pending steps differ")
    return done


def check_decision(trial: Trial, m: Match) -> tuple[int, int]:
    """Check the laws at a decision, then return a random actor and one of its actions."""
    s = m.state
    actors = m.actors()
    if not actors or actors == [NATURE]:
        raise LawBroken("never stuck", "the game is not over, but no seat can decide")
    for seat in actors:
        options.check_distinct(trial, s, seat, trial.legal(s, seat))
    for seat in range(trial.seats):
        if seat not in actors and not simultaneous.may_restart(trial, s, seat) and trial.legal(s, seat):
            raise LawBroken("only actors have options", f"seat {seat} has options, but need not decide")
    if trial.sometimes(CHECK_REFUSALS):
        options.check_refusals(trial, s)
    if trial.sometimes(CHECK_OPTIONS):
        options.check_playable(trial, s, actors)
    if trial.sometimes(CHECK_ILLEGAL):
        illegal.check_illegal(trial, m)
    if trial.sometimes(CHECK_HIDDEN):
        hidden.check_hidden(trial, s, actors)
    if len(actors) > 1 and trial.sometimes(CHECK_ANY_ORDER):
        simultaneous.check_any_order(trial, s, actors)
    if trial.sometimes(CHECK_POSITION):
        positions.round_trip(trial, s)
    if trial.sometimes(CHECK_RECORD):
        records.round_trip(trial, m, m.position())
    seat = actors[trial.rng.below(len(actors))]
    legal = trial.legal(s, seat)
    return seat, legal[trial.rng.below(len(legal))]
