"""The strength of Ivan is near that of the trial, against a human who hunts and claims a little."""

from __future__ import annotations

from statistics import mean

import pytest

import samovar
from samovar.games.stroganov import tokens
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE
from samovar.kernel.step import Options
from tests.stroganov.actions import BOX

GAME = samovar.games()["stroganov"]
GAMES = 80
TRIAL = BOX["calibration"]


def modest(actions: list[int], whims: Rng) -> int:
    """Claim if possible, else hunt, else move. Decline everything else."""
    by_verb = {action >> 8: action for action in reversed(actions)}
    if tokens.CLAIM in by_verb:
        return by_verb[tokens.CLAIM]
    for verb in (tokens.HUNT, tokens.MOVE):
        found = [action for action in actions if action >> 8 == verb]
        if found:
            return found[whims.below(len(found))]
    for verb in (tokens.PAY, tokens.PASS, tokens.END, tokens.GO):
        if verb in by_verb:
            return by_verb[verb]
    return actions[0]


def passive(actions: list[int], whims: Rng) -> int:
    """Decline everything."""
    declining = [action for action in actions if action >> 8 in (tokens.PASS, tokens.END, tokens.GO)]
    return declining[0] if declining else actions[0]


def totals(options: dict[str, str], human: str = "modest", games: int = GAMES) -> list[int]:
    """The points of Ivan in this number of games, ascending."""
    choose = {"modest": modest, "passive": passive}[human]
    out = Options()
    found: list[int] = []
    for seed in range(games):
        rng, whims = Rng(seed), Rng(-1 - seed)
        s = GAME.start(GAME.standard_box(), 1, options, out)
        while not s.over:
            if GAME.actor(s) == NATURE:
                GAME.play(s, NATURE, GAME.chance(s, out, rng), out)
            else:
                GAME.play(s, 0, choose(out.list(), whims), out)
        found.append(GAME.score(s)[1].total)
    return sorted(found)


@pytest.mark.slow
@pytest.mark.no_cover
def test_ivans_mean_and_spread_are_those_of_the_trial() -> None:
    """The mean is 59, the middle 80 % is from 50 to 69. The standard error of 80 games is below 1."""
    found = totals({})
    assert abs(mean(found) - TRIAL["ivan_vp_mean"]) < 3
    assert abs(found[GAMES // 10] - TRIAL["ivan_vp_low"]) <= 4
    assert abs(found[GAMES * 9 // 10] - TRIAL["ivan_vp_high"]) <= 4


@pytest.mark.slow
def test_against_a_human_who_does_nothing_ivan_has_less() -> None:
    """Without a second hunter the tiles stay full, and Ivan cannot pay for them. He has about 52 points."""
    assert 48 < mean(totals({}, "passive")) < TRIAL["ivan_vp_mean"]


@pytest.mark.slow
@pytest.mark.no_cover
def test_each_step_of_difficulty_makes_him_stronger() -> None:
    plain = mean(totals({}))
    coin = mean(totals({"coin_when_fur_missing": "on"}))
    katyusha = mean(totals({"coin_when_fur_missing": "on", "automa": "katyusha"}))
    assert plain < coin < katyusha
