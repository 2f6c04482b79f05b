"""Random games are played, and each law is looked at where it applies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from samovar.kernel.game import AnyRules
from samovar.kernel.state import NATURE, State
from samovar.match.laws import (
    clones,
    commits,
    conservation,
    draws,
    hidden,
    illegal,
    options,
    positions,
    records,
    scores,
    undo,
)
from samovar.match.laws.trial import Broken, Trial, waiting_frames
from samovar.match.match import Match

MAX_DECISIONS: Final = 5_000  # of one random game
MAX_FAILURES: Final = 20  # then there is no point in going on

# One in so many decisions (Nature's draws for SEE_HIDDEN) is looked at for each of these.
SEE_REFUSALS: Final = 12
SEE_OPTIONS: Final = 40
SEE_ILLEGAL: Final = 40
SEE_HIDDEN: Final = 40
SEE_COMMITS: Final = 2
SEE_POSITION: Final = 80
SEE_UNDO: Final = 16
SEE_BESIDE: Final = 16
SEE_RESTART: Final = 32
SEE_RECORD: Final = 400


class Report:
    """The result of checking the laws; ``failures`` are texts for people, empty if all laws hold."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.pairs = 0  # of states that differ only in what a seat cannot know, and were compared in its eyes
        self.failures: list[str] = []

    @property
    def ok(self) -> bool:
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
) -> Report:
    """Play random games with the seeds from ``seed`` on. ``progress`` is told how many are done;
    ``components`` is the text of another component file. For many games everything is looked at ``seldom``
    times more seldom; what is missing at the end would be found all the same.
    """
    box = None if components is None else game.load(components)
    settings = game.canonical(seats, options, box)
    report = Report()
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
    """A failure as text, empty if all laws hold."""
    try:
        play_trial(trial)
    except Broken as error:
        return trial.failure(str(error))
    except Exception as crash:  # a name of its own: mypyc gives each name one type
        return trial.failure(f"no error but a clear one: {type(crash).__name__}: {crash}")
    return ""


def play_trial(trial: Trial) -> None:
    m = Match(trial.game, trial.seats, trial.seed, trial.options, trial.components)
    twin = trial.game.start(m.state.box, trial.seats, trial.options, trial.out)
    done = follow(trial, twin, m, 0)
    while not m.over:
        if trial.decisions == MAX_DECISIONS:
            raise Broken("random games end", f"not after {MAX_DECISIONS} decisions")
        trial.before = m.state.clone()
        trial.trying = "looking at the options"
        seat, action = look(trial, m)
        trial.decisions += 1
        token = trial.token(m.state, action)
        trial.trying = f"seat {seat} plays {token}"
        if trial.sometimes(SEE_UNDO):
            undo.check_undo(trial, m, seat, token)
        else:
            m.play(seat, token)
        trial.beside = undo.now_beside(trial, trial.before, m.state, seat)
        if len(trial.beside) > 1 and trial.sometimes(SEE_BESIDE):
            undo.check_undo_beside(trial, m)
        if trial.sometimes(SEE_RESTART):
            undo.check_restart(trial, m, seat)
        done = follow(trial, twin, m, done)
        clones.check_kept(trial)
    trial.before = m.state
    trial.trying = "the end"
    text = m.position()
    trial.same("replay gives the same state", "the end", text, trial.game.write(twin))
    scores.check_end(trial, m, text)


def follow(trial: Trial, twin: State, m: Match, done: int) -> int:
    """Feed the twin with what is new in the log."""
    box = m.state.box
    while done < len(m.log):
        entry = m.log[done]
        token = trial.token(twin, entry.action)
        if entry.seat == NATURE:
            trial.before = twin.clone()
            trial.trying = f"Nature plays {token}"
        trial.game.legal_into(twin, entry.seat, trial.out)
        if not trial.out.has(entry.action):
            raise Broken("replay gives the same state", f"{token} was played, but cannot be played again")
        if trial.sometimes(SEE_HIDDEN):
            hidden.check_not_seen(trial, twin, entry.seat, trial.out.list())
            if entry.seat == NATURE:
                draws.check_unlisted(trial, twin)
        trial.game.play(twin, entry.seat, entry.action, trial.out)
        if trial.seldom == 1 or twin.over or trial.sometimes(1):
            conservation.check_possible(trial, trial.before, twin)
        done += 1
    if (
        twin.box is not box
        or twin.reveals != m.state.reveals
        or waiting_frames(twin) != waiting_frames(m.state)
    ):
        raise Broken("replay gives the same state", "what waits to be done is not the same")
    return done


def look(trial: Trial, m: Match) -> tuple[int, int]:
    """Everything that is to be seen at a decision; who decides, and what."""
    s = m.state
    actors = m.actors()
    if not actors or actors == [NATURE]:
        raise Broken("never stuck", "the game is not over, and nobody decides")
    for seat in actors:
        options.check_distinct(trial, s, seat, trial.legal(s, seat))
    for seat in range(trial.seats):
        if seat not in actors and not commits.may_begin_anew(trial, s, seat) and trial.legal(s, seat):
            raise Broken("only actors have options", f"seat {seat} has some and does not decide")
    if trial.sometimes(SEE_REFUSALS):
        options.check_refusals(trial, s)
    if trial.sometimes(SEE_OPTIONS):
        options.check_playable(trial, s, actors)
    if trial.sometimes(SEE_ILLEGAL):
        illegal.check_illegal(trial, m)
    if trial.sometimes(SEE_HIDDEN):
        hidden.check_hidden(trial, s, actors)
    if len(actors) > 1 and trial.sometimes(SEE_COMMITS):
        commits.any_order(trial, s, actors)
    if trial.sometimes(SEE_POSITION):
        positions.round_trip(trial, s)
    if trial.sometimes(SEE_RECORD):
        records.round_trip(trial, m, m.position())
    seat = actors[trial.dice.below(len(actors))]
    legal = trial.legal(s, seat)
    return seat, legal[trial.dice.below(len(legal))]
