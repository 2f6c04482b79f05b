"""Hidden information: the top card of the automa's deck (S-RULING-93)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

import pytest

import samovar
from samovar.envs.core.observer import observer_for
from samovar.games.stroganov import tokens
from samovar.games.stroganov.game import GAME
from samovar.games.stroganov.state import Stroganov
from samovar.kernel import cards
from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE, UNKNOWN
from samovar.match.redaction import SPECTATOR, Withheld, redact_log, redact_match, redact_record
from samovar.views.page import regions
from tests.stroganov.scene import scene, table
from tests.views.pages import model_for

SEEDS = range(1, 7)  # games in which another card has the same steps


def running(seed: int) -> samovar.Match:
    """A solo game after a random number of decisions."""
    match, rng = samovar.Match("stroganov", 1, seed), Rng(seed)
    for _ in range(5 + 9 * seed):
        tokens = match.options(0)
        match.play(0, tokens[rng.below(len(tokens))])
    return match


def indistinguishable_matches(match: samovar.Match) -> Iterator[samovar.Match]:
    """Matches that differ from this one only in the top card, which has the same steps."""
    s = table(match)
    steps = s.stock.automa_move
    top = int(s.automa_top)
    dealt = max(i for i, entry in enumerate(match.log) if entry.action >> 8 == tokens.DEAL_AUTOMA)
    for card in cards.members(s.automa_pile):
        if steps[card] != steps[top]:
            continue
        moves = match.moves()
        moves[dealt] = (NATURE, f"automa.{card}")
        yield samovar.Match("stroganov", 1, match.seed, moves=moves)


@pytest.mark.rule("S-RULING-93", "S-SOLO-05")
@pytest.mark.parametrize("seed", SEEDS)
def test_games_that_differ_in_the_top_card_look_the_same(seed: int) -> None:
    """Views, positions, options, log, events, pages and observations are equal for seat and spectator."""
    match = running(seed)
    found = 0
    for twin in indistinguishable_matches(match):
        found += 1
        assert twin.position() != match.position()
        assert seen(twin, 0) == seen(match, 0)
        assert seen(twin, SPECTATOR) == seen(match, SPECTATOR)
    assert found


def seen(match: samovar.Match, seat: int) -> str:
    view = redact_match(match, seat)
    log = [(line.number, line.seat, line.turn, line.token, line.events) for line in redact_log(match, seat)]
    facts: list[object] = [
        match.game.write(view.view),
        view.options,
        log,
        [score.breakdown for score in view.scores],
    ]
    facts.append(regions(model_for(match, seat)))
    if seat >= 0:
        facts.append(observer_for("stroganov", match.state).observe(match.state, seat))
    return json.dumps(facts)


@pytest.mark.rule("S-RULING-93")
def test_a_view_has_the_steps_and_the_card_among_those_that_may_come() -> None:
    match = running(1)
    s, text = table(match), match.position(0)
    assert f'automa_top = "?"\nautoma_steps = {s.stock.automa_move[s.automa_top]}\n' in text
    view = cast(Stroganov, match.view(0))
    assert view.automa_top == UNKNOWN
    assert cards.members(view.automa_pile) == sorted([*cards.members(s.automa_pile), int(s.automa_top)])


@pytest.mark.rule("S-RULING-93")
def test_another_truth_has_every_card_with_these_steps() -> None:
    match = running(2)
    s = table(match)
    dealt = {int(GAME.determinize(match.view(0), Rng(seed)).automa_top) for seed in range(200)}
    steps = s.stock.automa_move
    left = [*cards.members(s.automa_pile), int(s.automa_top)]
    assert dealt == {card for card in left if steps[card] == steps[s.automa_top]}


@pytest.mark.rule("S-RULING-93")
def test_the_record_is_withheld_until_the_game_is_over() -> None:
    match = running(0)
    with pytest.raises(Withheld):
        redact_record(match, 0)
    while not match.over:
        match.play(0, match.options(0)[0])
    assert redact_record(match, 0) == match.record()
    assert match.position(0) == match.position()  # then the deck is open


def test_games_of_several_players_hide_nothing() -> None:
    match = samovar.Match("stroganov", 3, 4)
    assert [GAME.hides(seats) for seats in (1, 2, 3, 4)] == [True, False, False, False]
    assert match.position(0) == match.position()
    assert redact_record(match, 0) == match.record(with_seed=False)


def test_a_position_of_version_1_is_read() -> None:
    m = scene("seats = 1\nto_move = 0\nautoma_card = 4\nautoma_top = 9")
    assert (table(m).automa_top, table(m).automa_steps) == (9, table(m).stock.automa_move[9])
