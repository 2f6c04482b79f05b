"""The fair shuffle: commitment before the game, proof after it, and detection of every change."""

from __future__ import annotations

import hmac
import random
from dataclasses import replace

import pytest

from samovar.kernel.errors import BadInput
from samovar.kernel.rng import Rng
from samovar.lab.checking import verify_text
from samovar.match import fair_shuffle
from samovar.match.match import Match
from samovar.room.commands import Undo
from samovar.room.creation import PLEDGE_PERIOD, new_pledge
from samovar.room.export import record_for, shuffle_info
from samovar.room.room import Room
from samovar.room.viewer import resolve
from tests.room.shell import GAMES, PEOPLE, STRANGER, Shell, own_seats, play_random, start_room, with_friends


def record_of(room: Room) -> str:
    """The record redacted for a spectator."""
    return record_for(room, resolve(room, STRANGER))


def finished(game: str, seats: int = 2) -> Room:
    shell = Shell()
    return play_random(shell, start_room(shell, with_friends(game, seats)))


@pytest.mark.parametrize("game", GAMES)
def test_every_draw_of_a_finished_game_follows_from_seed_and_salts(game: str) -> None:
    text = record_of(finished(game))
    proof = fair_shuffle.check_proof(text)
    assert (proof.draws > 5, proof.added, proof.seats) == (True, 1, 2)
    verdict = verify_text("file", text, None)
    assert verdict["ok"]
    assert "draws follow from the seed and 1 of 2 salts" in verdict["message"]


@pytest.mark.parametrize("part", ["seed=", "salts=,salt", "table=", "commit="])
def test_a_changed_proof_is_detected(part: str) -> None:
    text = record_of(finished("stroganov"))
    assert part in text
    before = text[text.index(part) + len(part)]
    after = "2" if before == "1" else "1"
    with pytest.raises(BadInput, match="shuffle"):
        fair_shuffle.check_proof(text.replace(part + before, part + after, 1))


def test_a_changed_draw_is_detected() -> None:
    lines = record_of(finished("stroganov", 1)).splitlines()
    for n, line in enumerate(lines):
        words = line.split()
        draws = [i for i, word in enumerate(words) if word.startswith("~draw.")]
        for i in draws:
            words[i] = "~draw.1" if words[i] != "~draw.1" else "~draw.2"
            forged = "\n".join([*lines[:n], " ".join(words), *lines[n + 1 :]])
            assert not verify_text("file", forged, None)["ok"]
            return
    raise AssertionError("the game has no draw")


def test_draws_do_not_depend_on_undone_decisions() -> None:
    shells = [Shell(), Shell()]
    straight, winding = (start_room(shell, with_friends("stroganov", 2)) for shell in shells)
    rng = random.Random(1)
    undone = 0
    for _ in range(40):
        seat = straight.actors[0]
        token = rng.choice(straight.started_match().options(seat))
        shells[0].act(straight, seat, token)
        other = rng.choice(winding.started_match().options(seat))
        shells[1].act(winding, seat, other)
        if winding.started_match().can_undo(seat):
            shells[1].execute(winding, PEOPLE[seat], Undo(seq=winding.head.length))
            shells[1].act(winding, seat, token)
            undone += 1
        elif other != token:
            break
        assert winding.started_match().position() == straight.started_match().position()
    assert undone > 3


def test_the_seed_is_in_no_record_of_a_running_game() -> None:
    for seed in ("", "7"):
        shell = Shell()
        room = start_room(shell, replace(with_friends("stroganov", 2), seed=seed))
        play_random(shell, room, 30)
        assert "seed" not in record_of(room)
        play_random(shell, room)
        assert ("seed: 7\n" if seed else f"seed={room.secret}") in record_of(room)


def test_a_finished_game_is_reproduced_from_its_chosen_seed() -> None:
    shell = Shell()
    room = play_random(shell, start_room(shell, replace(with_friends("stroganov", 2), seed="7")))
    assert Match.from_record(record_of(room)).seeded
    assert fair_shuffle.proof_of(record_of(room)) is None
    assert shuffle_info(room, resolve(room, STRANGER)).chosen_seed == "7"


def test_draws_are_derived_from_the_key_by_hmac() -> None:
    for key in (b"key", bytes(range(32))):
        for number in (0, 7, 12345):
            wanted = hmac.digest(key, f"draw {number}".encode(), "sha256")[:8]
            assert fair_shuffle.draw_seed(key, number) == int.from_bytes(wanted)


def test_draws_are_uniformly_distributed() -> None:
    """Chi-squared test on the first digit of twenty thousand streams."""
    counts = [0] * 10
    rng = Rng(0)
    for n in range(20_000):
        rng.seed(fair_shuffle.draw_seed(b"key", n))
        counts[rng.below(10)] += 1
    chi = sum((count - 2000) ** 2 / 2000 for count in counts)
    assert chi < 27.9  # p > 0.001 with nine degrees of freedom


# ---- pledges ----


def test_a_pledge_commits_the_server_before_it_knows_the_salt() -> None:
    shell = Shell()
    pledge = new_pledge(shell.env())
    room = shell.create(replace(own_seats("stroganov", 1), pledge=pledge.pledge, salt="mine"))
    assert room.id == pledge.room
    assert room.created.commit == pledge.commit == fair_shuffle.commitment(room.id, room.secret)
    assert room.seats[0].salt == "mine"
    text = record_of(play_random(shell, room))
    assert fair_shuffle.check_proof(text).added == 1


def test_a_salt_without_a_pledge_is_refused() -> None:
    with pytest.raises(BadInput, match="salt"):
        Shell().create(replace(own_seats("stroganov", 1), salt="mine"))


def test_an_old_or_foreign_pledge_is_refused() -> None:
    shell = Shell()
    pledge = new_pledge(shell.env()).pledge
    for wrong in (pledge + "0", "x" + pledge, pledge.upper(), "abc", "."):
        with pytest.raises(BadInput, match="pledge"):
            shell.create(replace(own_seats("stroganov", 1), pledge=wrong))
    shell.now += 2 * PLEDGE_PERIOD
    with pytest.raises(BadInput, match="pledge"):
        shell.create(replace(own_seats("stroganov", 1), pledge=pledge))


def test_two_servers_with_different_keys_pledge_different_seeds() -> None:
    assert fair_shuffle.pledged_seed("5e" * 32, "abc.1") != fair_shuffle.pledged_seed("5f" * 32, "abc.1")
