"""The fold: a table read again from its log is the table that was left, whatever happened at it."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from samovar.table.briefs import NOTHING, entry_of
from samovar.table.ledger import Happening, Played, Row
from samovar.table.table import Table, moves_of

from samovar.kernel.errors import CannotUndo
from samovar.kernel.state import NATURE
from samovar.match.match import Entry
from samovar.table.store import Kept, Snapshot
from samovar.views.page import document
from samovar.views.view_model import SPECTATOR, PageHead, line_of
from tests.table.test_shuffle import new_table
from tests.views.pages import model_for


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short games have several snapshots, too."""
    monkeypatch.setattr("samovar.table.table.SNAPSHOT_EVERY", 25)


def lived(game: str, seats: int, decisions: int) -> tuple[Table, list[Row], list[Snapshot]]:
    """A table at which people decide and take back at random; its log and its snapshots."""
    rng = random.Random(decisions)
    rows: list[Row] = []
    table = new_table(game, seats, log=rows)
    snapshots: list[Snapshot] = []
    match = table.playing()
    for _ in range(decisions):
        if match.over:
            break
        seat = rng.choice(match.actors())
        if rng.random() < 0.2:
            try:
                what = table.rows([table.take_back(seat, rng.random() < 0.3)])
            except CannotUndo:
                continue
        else:
            what = table.rows([table.play(seat, rng.choice(match.options(seat)))])
        snapshot = table.freeze()
        table.wrote(what, snapshot)
        rows += what
        snapshots += [snapshot] if snapshot is not None else []
    return table, rows, snapshots


def again(table: Table, rows: list[Row], snapshots: list[Snapshot]) -> Table:
    other = Table(table.id)
    other.restore(Kept(table.seed, rows, snapshots, [], {}, []))
    return other


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
@pytest.mark.parametrize("quick", [False, True], ids=["whole", "snapshots"])
def test_a_table_read_again_is_the_same(game: str, quick: bool) -> None:
    table, rows, snapshots = lived(game, 3, 150)
    other = again(table, rows, snapshots if quick else [])
    assert len(snapshots) > 2
    assert other.playing().position() == table.playing().position()
    assert moves_of(other.playing()) == moves_of(table.playing())
    for one, two in zip(table.playing().log, other.playing().log, strict=True):
        assert (one.seat, one.action, one.witnesses) == (two.seat, two.action, two.witnesses)
        assert one.events == two.events
    for seat in range(3):
        assert other.playing().can_undo(seat) == table.playing().can_undo(seat)
        assert other.playing().view(seat) is not None
    rng = random.Random(3)
    for _ in range(20):  # and it goes on in the same way
        if table.over:
            break
        seat = table.playing().actors()[0]
        token = rng.choice(table.playing().options(seat))
        assert table.play(seat, token) == other.play(seat, token)


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_every_earlier_position_can_be_looked_at(game: str) -> None:
    table, _, snapshots = lived(game, 2, 80)
    match = table.playing()
    for moves in range(0, len(match.log) + 1, 7):
        whole = table.after(moves, [])
        quick = table.after(moves, snapshots)
        assert len(quick.log) == moves
        assert quick.game.write(quick.state) == whole.game.write(whole.state)
    assert table.after(len(match.log), snapshots).position() == match.position()


class Listener:
    """Somebody who is told now and then what is new, as a stream does."""

    def __init__(self, seat: int, often: float) -> None:
        self.seat, self.often = seat, often
        self.told = NOTHING
        self.log: list[Any] = []

    def listen(self, table: Table) -> None:
        message = table.briefs.message(table, self.seat, self.told)
        self.told = table.briefs.told
        brief = json.loads(message.plain.partition(b"data: ")[2])
        assert brief["first"] <= len(self.log)
        self.log[brief["first"] :] = brief["entries"]


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "beside another process"])
def test_who_is_told_now_and_then_knows_all_of_the_log(game: str, alone: bool) -> None:
    rng = random.Random(4)
    rows: list[Row] = []
    table = new_table(game, 3, log=rows)
    listeners = [Listener(seat, often) for seat in (SPECTATOR, 0, 1, 2) for often in (0.1, 0.5, 1.0)]
    for _ in range(150):
        seat = rng.choice(table.playing().actors())
        try:
            happened: Happening = table.take_back(seat, False) if rng.random() < 0.3 else anything(table, rng)
        except CannotUndo:
            continue
        fresh = table.rows([happened])
        rows += fresh
        if alone or rng.random() < 0.7:
            table.wrote(fresh, None)
        else:
            table.restore(Kept(table.seed, rows, [], [], {}, []))
        for one in listeners:
            if rng.random() < one.often:
                one.listen(table)
                match = table.playing()
                lines = [entry_of(line_of(match, n, one.seat)) for n in range(len(match.log))]
                assert one.log == json.loads(msgspec.json.encode(lines))


def anything(table: Table, rng: random.Random) -> Played:
    match = table.playing()
    seat = rng.choice(match.actors())
    return table.play(seat, rng.choice(match.options(seat)))


def test_an_answer_holds_as_long_as_only_others_have_decided_beside_it() -> None:
    """Catherine: everybody chooses at the same time; nobody's choice makes that of another too late."""
    table = new_table("catherine", 3)
    match = table.playing()

    def choose(seat: int, token: str) -> None:
        table.wrote(table.rows([table.play(seat, token)]), None)

    began = table.seq
    for _ in range(3):
        choose(0, match.options(0)[0])  # three cards: the first seat is ready
    assert table.still_asks(1, began)
    assert not table.still_asks(0, began)  # its own choices it must have seen
    assert not table.still_asks(1, table.seq + 1)
    for seat in (1, 2):
        for _ in range(3):
            choose(seat, match.options(seat)[0])
    assert not table.still_asks(2, table.seq - 1)  # the last one was ready: all is revealed
    assert table.still_asks(2, table.seq)


def test_what_others_take_back_leave_or_settle_makes_no_answer_too_late() -> None:
    rows: list[Row] = []
    table = new_table("catherine", 3, log=rows)
    match = table.playing()

    def happens(what: Happening) -> None:
        fresh = table.rows([what])
        table.wrote(fresh, None)
        rows.extend(fresh)

    began = table.seq
    for _ in range(3):
        happens(table.play(0, match.options(0)[0]))
    happens(table.take_back(0, whole_turn=False))
    happens(table.take_back(0, whole_turn=True))
    happens(table.leave(2))
    happens(table.come_back(2))
    happens(table.set_limit(60))
    happens(table.hush(0, silent=True))
    assert [table.still_asks(seat, began) for seat in range(3)] == [False, True, False]
    table.restore(Kept(table.seed, rows, [], [], {}, []))  # as if another process had written something
    assert [table.still_asks(seat, began) for seat in range(3)] == [False, True, False]
    assert again(table, rows, []).still_asks(1, table.seq)


def test_where_one_waits_for_another_an_old_answer_is_too_late() -> None:
    table = new_table("stroganov", 2)
    match = table.playing()
    seat, seq = match.actors()[0], table.seq
    table.wrote(table.rows([table.play(seat, match.options(seat)[0])]), None)
    assert not any(table.still_asks(p, seq) for p in range(2))


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_a_replay_rests_where_somebody_decides_and_every_rest_can_be_drawn(game: str) -> None:
    table, _, snapshots = lived(game, 2, 60)
    rests = table.rests(SPECTATOR)
    assert 0 not in rests  # before the set-up
    assert rests[-1] == len(table.playing().log)
    for moves in rests:
        match = table.after(moves, snapshots)
        assert match.actors() != [NATURE]
        assert document(model_for(match, (SPECTATOR, 0)[moves % 2]), PageHead([], []))


def test_a_replay_passes_over_what_others_choose_in_secret() -> None:
    table, _, _ = lived("catherine", 3, 120)
    log = table.playing().log
    for seat in (SPECTATOR, 0, 2):
        rests = table.rests(seat)
        secret = [n for n in rests if log[n - 1].seat not in (NATURE, seat) and chosen_secretly(log[n - 1])]
        assert set(secret) <= {len(log)}
        own = [n + 1 for n, entry in enumerate(log[:-1]) if entry.seat == seat and log[n + 1].seat != NATURE]
        assert set(own) <= set(rests) or seat == SPECTATOR
    assert len(table.rests(0)) > len(table.rests(SPECTATOR)) > 20


def chosen_secretly(entry: Entry) -> bool:
    """One of several cards: nobody hears of it before all of them are chosen."""
    return entry.witnesses.bit_count() == 1 and not entry.events
