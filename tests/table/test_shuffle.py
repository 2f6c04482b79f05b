"""The fair shuffle: bound before, shown afterwards, and whatever was changed is found."""

from __future__ import annotations

import hmac
import random

import pytest

from samovar.kernel.errors import BadInput
from samovar.lab.checking import verify_text
from samovar.match.match import Match
from samovar.table import ledger, shuffle
from samovar.table.ledger import Happening, Made, Row
from samovar.table.store import Kept
from samovar.table.table import Table

SALTS = ["a1", "", "b2"]


def new_table(
    game: str,
    seats: int,
    seed: str = "",
    log: list[Row] | None = None,
    options: dict[str, str] | None = None,
) -> Table:
    """A table with everybody seated, in memory only; ``log`` gets the entries that tell so."""
    log = [] if log is None else log
    table = Table("t1")
    secret = "" if seed else "5e" * 32
    commit = shuffle.commitment("t1", secret) if secret else ""
    body = ledger.write(Made(game=game, seats=seats, seed=seed, commit=commit, options=options or {}))
    first = Row(1, 0, body, ledger.next_hash(ledger.first_hash("t1"), 1, 0, body))
    table.restore(Kept(secret, [first], [], [], {}, []))
    happened: list[Happening] = [table.sit(seat, f"P{seat}", salt=SALTS[seat % 3]) for seat in range(seats)]
    rows = table.rows([*happened, table.begin()])
    table.wrote(rows, None)
    log += [first, *rows]
    return table


def played(table: Table, moves: int = 10**6) -> Table:
    """Played at random, to the end or for so many decisions."""
    rng = random.Random(5)
    match = table.playing()
    while not match.over and moves > 0:
        seat = rng.choice(match.actors())
        table.play(seat, rng.choice(match.options(seat)))
        moves -= 1
    table.ending()
    return table


@pytest.mark.parametrize("game", ["stroganov", "catherine", "tundra"])
def test_every_draw_of_a_finished_game_follows_from_seed_and_salts(game: str) -> None:
    text = played(new_table(game, 2)).record()
    proof = shuffle.check_proof(text)
    assert (proof.draws > 5, proof.added, proof.seats) == (True, 1, 2)
    verdict = verify_text("file", text, None)
    assert verdict["ok"]
    assert "draws follow from the seed and 1 of 2 salts" in verdict["message"]


@pytest.mark.parametrize(
    "change", ["seed=5e:seed=5f", "salts=a1:salts=a2", "table=t1:table=t2", "commit=:commit=0"]
)
def test_a_proof_that_was_changed_is_found(change: str) -> None:
    text = played(new_table("stroganov", 2)).record()
    old, _, new = change.partition(":")
    assert old in text
    with pytest.raises(BadInput, match="shuffle"):
        shuffle.check_proof(text.replace(old, new, 1))


def test_a_draw_that_was_changed_is_found() -> None:
    lines = played(new_table("stroganov", 1)).record().splitlines()
    for n, line in enumerate(lines):
        words = line.split()
        draws = [i for i, word in enumerate(words) if word.startswith("~draw.")]
        for i in draws:
            words[i] = "~draw.1" if words[i] != "~draw.1" else "~draw.2"
            forged = "\n".join([*lines[:n], " ".join(words), *lines[n + 1 :]])
            assert not verify_text("file", forged, None)["ok"]
            return
    raise AssertionError("nothing was drawn")


def test_what_was_drawn_does_not_depend_on_what_was_taken_back() -> None:
    straight, winding = new_table("stroganov", 2), new_table("stroganov", 2)
    rng = random.Random(1)
    for _ in range(40):
        match = straight.playing()
        seat = match.actors()[0]
        token = rng.choice(match.options(seat))
        straight.play(seat, token)
        other = rng.choice(winding.playing().options(seat))
        winding.play(seat, other)
        if winding.playing().can_undo(seat):
            winding.take_back(seat, False)
            winding.play(seat, token)
        elif other != token:
            return
        assert winding.playing().position() == straight.playing().position()


def test_the_seed_is_in_no_record_of_a_running_game() -> None:
    table = played(new_table("stroganov", 2), 30)
    assert "seed" not in table.record()
    chosen = played(new_table("stroganov", 2, seed="7"), 30)
    assert "seed: 7\n" in chosen.record()
    assert Match.from_record(chosen.record()).fair


def test_draws_follow_from_the_key_by_hmac() -> None:
    for key in (b"key", bytes(range(32))):
        for number in (0, 7, 12345):
            wanted = hmac.digest(key, f"draw {number}".encode(), "sha256")[:8]
            assert shuffle.draw_seed(key, number) == int.from_bytes(wanted)


def test_draws_are_fair() -> None:
    """The first figure of twenty thousand streams: every value about equally often."""
    from samovar.kernel.dice import Dice

    counts = [0] * 10
    dice = Dice(0)
    for n in range(20_000):
        dice.seed(shuffle.draw_seed(b"key", n))
        counts[dice.below(10)] += 1
    chi = sum((count - 2000) ** 2 / 2000 for count in counts)
    assert chi < 27.9  # p > 0.001 with nine degrees of freedom
