"""Whoever may not know a secret gets byte for byte the same, whatever the secret is."""

from __future__ import annotations

import random

import msgspec
import pytest
from samovar.table.looks import record_for
from samovar.table.table import Table

from samovar.kernel.dice import Dice
from samovar.match.match import Match
from samovar.table import looks
from samovar.table.api import state_of
from samovar.views import page
from samovar.views.view_model import PageHead, line_of
from samovar.views.words.words import languages
from tests.table.test_shuffle import new_table

HEAD = PageHead(["/s.css"], ["/t.js"])


def twin(table: Table, seat: int, seed: int) -> Table:
    """A table that differs only in what this seat may not know: what is hidden was dealt anew."""
    other = Table(table.id)
    other.__dict__.update(table.__dict__)
    match = table.playing()
    state = match.game.fill(match.game.redact(match.state, seat), Dice(seed))
    copy = Match.from_position(match.game.write(state), 0, None, match.game)
    copy.log, copy.start, copy.names, copy.prelude = match.log, match.start, match.names, match.prelude
    copy._past = []
    other.match = copy
    return other


def everything(table: Table, seat: int, lang: str) -> list[str]:
    """All that the server would send to this onlooker: page, regions, API, log."""
    match = table.playing()
    seen = looks.seen(table, match, seat, lang, "/t/t1")
    seen.can_undo = seen.can_restart = False  # what was taken back before is no secret, but the twin has none
    state = state_of(table, seat)
    state.can_undo = False
    lines = [line_of(match, n, seat) for n in range(len(match.log))]
    told = [page.document(seen, HEAD), *page.regions(seen).values(), msgspec.json.encode(state).decode()]
    told += [f"{line.number} {line.seat} {line.token} {line.events}" for line in lines]
    try:
        told.append(record_for(table, seat))
    except Exception as error:
        told.append(str(error))
    return told


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_pages_and_api_do_not_depend_on_what_an_onlooker_may_not_know(game: str) -> None:
    options = {"personal_goals": "on"} if game == "tundra" else {}
    rng = random.Random(9)
    table = new_table(game, 3, options=options)
    different = 0
    for step in range(60):
        match = table.playing()
        if match.over:
            break
        actor = rng.choice(match.actors())
        table.play(actor, rng.choice(match.options(actor)))
        if step % 4 or match.over:
            continue
        for seat in (-1, rng.randrange(3)):
            other = twin(table, seat, step)
            different += other.playing().position() != match.position()
            lang = rng.choice(languages())
            for one, two in zip(everything(table, seat, lang), everything(other, seat, lang), strict=True):
                assert one == two
    assert different > 10


def test_in_a_game_without_secrets_nothing_is_hidden_from_anybody() -> None:
    table = new_table("stroganov", 3)
    match = table.playing()
    for seat in (-1, 0, 1, 2):
        assert match.game.write(match.game.redact(match.state, seat)) == match.position()


@pytest.mark.parametrize("game", ["catherine", "tundra"])
def test_what_somebody_has_secretly_chosen_is_in_no_page_of_others(game: str) -> None:
    """Two tables at which one seat has chosen differently look the same to all others."""
    tables = [new_table(game, 3), new_table(game, 3)]
    seat = tables[0].playing().actors()[0]
    for way, table in enumerate(tables):
        match = table.playing()
        while seat in match.actors() and len(match.actors()) == 3:
            options = match.options(seat)
            table.play(seat, options[0] if way == 0 else options[-1])
    one, two = tables
    assert one.playing().position() != two.playing().position()
    for other in range(-1, 3):
        if other != seat:
            assert everything(one, other, "en") == everything(two, other, "en")
