"""Information that is hidden from a viewer does not change any byte that the viewer gets."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import replace

import pytest

from samovar.kernel.errors import SamovarError
from samovar.match import fair_shuffle
from samovar.match.redaction import SPECTATOR, redact_log, replay_stops
from samovar.room.commands import Act, Fork
from samovar.room.export import personal_data, record_for, shuffle_info
from samovar.room.handle import handle
from samovar.room.page_updates import PageContext, render, replay_model, update, view_model
from samovar.room.playing import bot_position
from samovar.room.room import Room
from samovar.room.viewer import Identity, resolve
from samovar.views import page
from samovar.views.view_model import PageHead
from samovar.views.words.words import languages
from tests.room.shell import EVA, STRANGER, Shell, play_random, program, start_room, with_friends
from tests.room.twins import HIDDEN_GAMES, KINDS, TOKEN, from_set_up, random_twins, twins

TWINS = int(os.environ.get("SAMOVAR_TWINS", "30"))
HEAD = PageHead(["/s.css"], ["/t.js"])
VIEWERS = {"spectator": STRANGER, "seat 0": EVA, "token of seat 0": program(TOKEN)}
every_kind = pytest.mark.parametrize("kind", KINDS)
every_game = pytest.mark.parametrize("game", HIDDEN_GAMES)


def everything(room: Room, identity: Identity) -> dict[str, str]:
    """All output of the functional core for one viewer, as text."""
    viewer, found = resolve(room, identity), dict[str, str]()
    seat = viewer.seat
    for lang in languages():
        context = PageContext(lang, f"/t/{room.id}")
        rendering = render(room, seat, context)
        found |= {f"{lang} {name}": html for name, html in rendering.regions.items()}
        found[f"{lang} page"] = page.document(view_model(room, seat, context), HEAD)
        change = update(None, rendering)
        assert change is not None
        found[f"{lang} update"] = change.json().decode()
    context = PageContext("en", f"/t/{room.id}")
    found["stops"] = str(replay_stops(room.started_match(), seat))
    for at in range(0, len(room.started_match().log) + 1, 3):
        found[f"replay {at}"] = page.document(replay_model(room, seat, context, at), HEAD)
    for line in redact_log(room.started_match(), seat):
        found[f"log {line.number}"] = f"{line.seat} {line.turn} {line.token} {line.events}"
    found["shuffle"] = str(shuffle_info(room, viewer))
    found["data"] = str(personal_data(room, viewer, [], host=False))
    found["record"] = text_or_refusal(lambda: record_for(room, viewer))
    found["fork"] = text_or_refusal(lambda: str(handle(room, viewer, Fork(), Shell().env()).create))
    if seat >= 0:
        found["bot"] = bot_position(room, seat, 7)
        for token in room.started_match().options(seat):
            command = Act(token=token, seq=room.head.length)
            outcome = handle(room, viewer, command, Shell().env())
            found[f"act {token}"] = " ".join(row.body for row in outcome.rows)
    return found


def glance(room: Room, identity: Identity, lang: str) -> dict[str, str]:
    """The output of the functional core that costs little: one page, the log, exports."""
    viewer = resolve(room, identity)
    seat, context = viewer.seat, PageContext(lang, f"/t/{room.id}")
    found = dict(render(room, seat, context).regions)
    for line in redact_log(room.started_match(), seat):
        found[f"log {line.number}"] = f"{line.seat} {line.turn} {line.token} {line.events}"
    found["shuffle"] = str(shuffle_info(room, viewer))
    found["record"] = text_or_refusal(lambda: record_for(room, viewer))
    found["fork"] = text_or_refusal(lambda: str(handle(room, viewer, Fork(), Shell().env()).create))
    if seat >= 0:
        found["bot"] = bot_position(room, seat, 7)
    return found


def text_or_refusal(make: Callable[[], str]) -> str:
    try:
        return make()
    except SamovarError as error:
        return f"{type(error).__name__} {error}"


@every_game
@every_kind
@pytest.mark.parametrize("viewer", VIEWERS)
def test_rooms_that_differ_only_in_hidden_information_look_equal(game: str, kind: str, viewer: str) -> None:
    one, two = (everything(twin.room, VIEWERS[viewer]) for twin in twins(game, kind))
    assert one.keys() == two.keys()
    for name in one:
        assert one[name] == two[name], name
    assert "Withheld" in one["record"] or "Forbidden" in one["record"]


@pytest.mark.slow
def test_random_twins_look_equal() -> None:
    """``SAMOVAR_TWINS=10000`` compares as many pairs."""
    differing = 0
    for number in range(TWINS):
        one, two = random_twins(number)
        differing += one.room.started_match().position() != two.room.started_match().position()
        for identity in (STRANGER, EVA):
            lang = languages()[number % len(languages())]
            assert glance(one.room, identity, lang) == glance(two.room, identity, lang), f"pair {number}"
    assert differing > TWINS // 2


@every_game
@every_kind
def test_restored_twins_look_equal(game: str, kind: str) -> None:
    restored = [twin.shell.restored(twin.room.id) for twin in twins(game, kind)]
    for identity in VIEWERS.values():
        one, two = (everything(room, identity) for room in restored)
        assert one == two


@every_game
def test_twins_differ_for_a_seat_that_sees_the_hidden_information(game: str) -> None:
    """The tests above could not fail if the twins were equal for every viewer."""
    one, two = twins(game, "set-up")
    context = PageContext("en", "/t/x")
    regions = [render(twin.room, 1, context).regions for twin in (one, two)]
    assert regions[0] != regions[1]


@every_game
@pytest.mark.parametrize("seats", [(0, 1), (0, 2), (1, 2)])
def test_a_spectator_sees_no_hand(game: str, seats: tuple[int, int]) -> None:
    one, two = (everything(twin.room, STRANGER) for twin in from_set_up(game, 3, seats))
    assert one == two


@every_game
@pytest.mark.parametrize("seats", [(0, 1), (1, 2)])
def test_a_spectators_fork_contains_no_hidden_information(game: str, seats: tuple[int, int]) -> None:
    """Both twins give the same fork if the hidden information is drawn with the same random numbers."""
    new, bodies = [], []
    for twin in from_set_up(game, 3, seats):
        outcome = handle(twin.room, resolve(twin.room, STRANGER), Fork(), Shell(seed=4).env())
        assert outcome.create is not None
        new.append(outcome.create)
        bodies.append([row.body for row in outcome.create.rows])
    assert bodies[0] == bodies[1]
    assert new[0] == new[1]


@every_game
def test_the_record_can_be_exported_when_the_game_is_over(game: str) -> None:
    shell = Shell()
    room = start_room(shell, with_friends(game, 2))
    with pytest.raises(SamovarError):
        record_for(room, resolve(room, STRANGER))
    play_random(shell, room)
    assert "# shuffle: " in record_for(room, resolve(room, STRANGER))


@pytest.mark.parametrize("secret", ["the seed", "a chosen seed"])
def test_the_seed_is_shown_only_when_the_game_is_over(secret: str) -> None:
    shell = Shell()
    chosen = "20261118" if secret == "a chosen seed" else ""
    room = start_room(shell, replace(with_friends("stroganov", 2), seed=chosen))
    seed = room.created.seed or room.secret
    assert seed
    for identity in (EVA, STRANGER):
        texts = everything(room, identity)
        assert not [name for name, text in texts.items() if seed in text and not name.startswith("act ")]
    play_random(shell, room)
    info = shuffle_info(room, resolve(room, STRANGER))
    assert seed in {info.seed, info.chosen_seed}


def test_a_game_without_hidden_information_hides_nothing() -> None:
    shell = Shell()
    match = start_room(shell, with_friends("stroganov")).started_match()
    for seat in (SPECTATOR, 0, 1, 2):
        assert match.game.write(match.game.redact(match.state, seat)) == match.position()


@every_game
def test_the_choices_of_others_stay_secret_until_all_have_chosen(game: str) -> None:
    """One seat chooses differently in two rooms. All other seats see the same."""
    pair = []
    for way in (0, -1):
        shell = Shell()
        room = start_room(shell, with_friends(game))
        while 0 in room.actors and len(room.actors) == 3:
            shell.act(room, 0, room.started_match().options(0)[way])
        pair.append(room)
    one, two = pair
    assert one.started_match().position() != two.started_match().position()
    context = PageContext("en", "/t/x")
    for other in (SPECTATOR, 1, 2):
        assert render(one, other, context).regions == render(two, other, context).regions


def test_a_chosen_seed_is_committed_by_a_hash_that_does_not_reveal_it() -> None:
    shell = Shell()
    room = start_room(shell, replace(with_friends("stroganov", 2), seed="42"))
    info = shuffle_info(room, resolve(room, STRANGER))
    assert len(info.seed_hash) == 64
    assert (info.chosen_seed, info.seed_nonce) == ("", "")
    nonce = room.created.seed_nonce
    assert len(nonce) == 32  # 128 bits: trying all seeds does not find it
    for identity in (EVA, STRANGER):
        texts = everything(room, identity)
        assert not [name for name, text in texts.items() if nonce in text and not name.startswith("act ")]
        assert info.seed_hash in texts["en page"]
    play_random(shell, room)
    after = shuffle_info(room, resolve(room, STRANGER))
    text = fair_shuffle.chosen_seed_text(room.id, after.chosen_seed, after.seed_nonce)
    assert hashlib.sha256(text.encode()).hexdigest() == info.seed_hash == after.seed_hash
    again = start_room(Shell(2), replace(with_friends("stroganov", 2), seed="42"))
    assert again.created.seed_hash != info.seed_hash
