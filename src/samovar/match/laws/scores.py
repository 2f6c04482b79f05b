"""At the end no seat can decide, and the ranks agree with the totals."""

from __future__ import annotations

from samovar.match.laws import illegal, positions, records
from samovar.match.laws.trial import LawBroken, Trial
from samovar.match.match import Match


def check_end(trial: Trial, m: Match, text: str) -> None:
    s = m.state
    for seat in range(trial.seats):
        if m.actors() or m.options(seat):
            raise LawBroken("no seat decides after the end", f"seat {seat} has options")
        tokens = list(s.box.notation.actions)
        illegal.check_refused(trial, m, seat, tokens[trial.check_rng.below(len(tokens))])
    scores = m.scores()
    players = len(scores)  # an automa comes after the seats
    if players < trial.seats or [score.seat for score in scores] != list(range(players)):
        raise LawBroken("scores", "there must be one for each seat, in order")
    for score in scores:
        better = 0
        for other in scores:
            if other.total > score.total:
                better += 1
                if other.rank >= score.rank:
                    raise LawBroken(
                        "scores", f"seat {other.seat} has more than {score.seat}, but no better rank"
                    )
        if not better < score.rank <= players:
            raise LawBroken("scores", f"seat {score.seat} has rank {score.rank}, {better} have more")
        if list(score.breakdown) != list(scores[0].breakdown):
            raise LawBroken("scores", "the categories are not the same for all")
    positions.check_readable(trial, positions.LAW, s, text)
    records.round_trip(trial, m, text)
