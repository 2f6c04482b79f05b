"""Creating rooms: check all fields of a ``CreateRoom``, then turn it into the first events of a room."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from samovar.games import registry
from samovar.kernel.components import Components
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.match import fair_shuffle
from samovar.match.match import Match
from samovar.room.access import digest
from samovar.room.errors import Fault
from samovar.room.events import Created, RoomEvent, Seated
from samovar.room.log import LogRow, empty_head, next_rows
from samovar.room.outcome import Env, NewRoom
from samovar.room.restore import StoredSnapshot, box_digest, box_from_text, take_snapshot
from samovar.room.room import Room
from samovar.room.seat_choice import check_choice
from samovar.room.seating import free_name, new_token, start_if_full
from samovar.room.seats import Seat
from samovar.room.validation import (
    TextLimits,
    cap_faults,
    check_import,
    check_level,
    check_limit,
    check_name,
    check_salt,
    check_seed,
    collect_faults,
)
from samovar.room.viewer import Identity

ID_LENGTH: Final = 16
ID_ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 characters without look-alikes
PLEDGE_PERIOD: Final = 24 * 3600 * 1000  # milliseconds; pledges of this period and the one before are valid
NAMED_BOX: Final = re.compile(r'^components(?:: | = ")([0-9a-f]+)"?$', re.MULTILINE)
WRITTEN_BY_PROGRAM: Final = re.compile(r"^(?:samovar |format = )", re.MULTILINE)  # not by hand
NONCE_BYTES: Final = 16  # length of the nonce that is hashed with a chosen seed
SEAT_KINDS: Final = ["me", "friend", "open", "bot"]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRequest:
    """One seat of a room to create. ``kind``: me, friend (gets a link), open (first come), bot."""

    kind: str
    name: str = ""
    level: str = "medium"
    choice: str = ""  # the creator's colour or character


@dataclass(frozen=True, kw_only=True, slots=True)
class CreateRoom:
    """A request for a new room."""

    game: str
    seats: list[SeatRequest]
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    limit: int = 0
    salt: str = ""
    components: str = ""  # the text of a component file; empty for the standard box
    start: str = ""
    record: str = ""
    origin: str = ""
    private: bool = False
    pledge: str = ""


@dataclass(frozen=True, slots=True)
class Pledge:
    """A reserved room id with the commitment to the seed of that room."""

    pledge: str  # the field ``pledge`` of the request that creates the room
    room: str
    commit: str


def new_id(env: Env) -> str:
    """A room id of 80 random bits. It is unguessable, because every client that knows it may watch."""
    return "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in env.entropy(ID_LENGTH))


def new_pledge(env: Env) -> Pledge:
    """A commitment to the seed of a future room. The creator chooses a salt only after seeing it."""
    id = new_id(env)
    pledge = f"{id}.{env.now // PLEDGE_PERIOD}"
    seed = fair_shuffle.pledged_seed(env.server_key, pledge)
    return Pledge(pledge, id, fair_shuffle.commitment(id, seed))


def create(
    request: CreateRoom,
    identity: Identity,
    env: Env,
    holders: Mapping[str, frozenset[int]] | None = None,
    tokens: Mapping[str, int] | None = None,
) -> NewRoom:
    """The room to commit. BadInput names every fault of the request.

    A rematch passes the ``holders`` and ``tokens`` of its seats, so no link is issued.
    """
    faults = creation_faults(request, env)
    if faults:
        raise BadInput("table", cap_faults(faults, env.text_limits.faults))
    game = registry.game(request.game)
    text = request.components or _shipped_text(request, game)
    id = request.pledge.partition(".")[0] or new_id(env)
    secret = "" if request.seed else _secret(request.pledge, env)
    nonce = env.entropy(NONCE_BYTES).hex() if request.seed else ""
    created = Created(
        game=request.game,
        seats=len(request.seats),
        options=request.options,
        commit=fair_shuffle.commitment(id, secret) if secret else "",
        seed=request.seed,
        start=request.start,
        record=request.record,
        origin=request.origin,
        private=request.private,
        limit=request.limit,
        rules=game.rules_version,
        box=box_digest(text),
        seed_hash=fair_shuffle.chosen_seed_hash(id, request.seed, nonce) if nonce else "",
        seed_nonce=nonce,
    )
    room = Room(id, created, game, box_from_text(game, text), secret)
    seated = _seated_events(request)
    for event in seated:
        room.seats[event.seat] = Seat(event.name, event.level, event.salt, choice=event.choice)
    started, summary = start_if_full(room, room.seats)
    events: list[RoomEvent] = [created, *seated, *started]
    rows = next_rows(empty_head(id), events, env.now)
    links = {} if holders or tokens else _links(request, identity, env)
    return NewRoom(
        id=id,
        game=request.game,
        rows=rows,
        summary=summary,
        secret=secret,
        box=created.box,
        box_text=text,
        snapshot=_first_snapshot(room, rows) if started else None,
        tokens=tokens or {digest(token): seat for seat, token in links.items()},
        holders=holders or _holders(request, identity),
        hosts=frozenset({identity.session}) if identity.session else frozenset(),
        links=links,
        fork_of=created.fork_of,
    )


def _secret(pledge: str, env: Env) -> str:
    """The secret seed, derived from the pledge or random."""
    if pledge:
        return fair_shuffle.pledged_seed(env.server_key, pledge)
    return env.entropy(fair_shuffle.SEED_BYTES).hex()


def _first_snapshot(room: Room, rows: list[LogRow]) -> StoredSnapshot | None:
    fresh = Room(room.id, room.created, room.game, room.box, room.secret)
    for row in rows:
        fresh.apply(row)
    return take_snapshot(fresh)


def _seated_events(request: CreateRoom) -> list[Seated]:
    """The events that seat the bots and the creator. The salt belongs to the creator's first seat."""
    found: list[Seated] = []
    salt = request.salt
    for seat, wanted in enumerate(request.seats):
        name = free_name(wanted.name, [event.name for event in found])
        if wanted.kind == "bot":
            found.append(Seated(seat=seat, name=name, level=wanted.level))
        elif wanted.kind == "me":
            found.append(Seated(seat=seat, name=name, salt=salt, choice=wanted.choice))
            salt = ""
    return found


def _links(request: CreateRoom, identity: Identity, env: Env) -> dict[int, str]:
    """Tokens by seat for friends. A creator without a browser session also gets tokens for the own seats."""
    kinds = {"friend"} if identity.session else {"friend", "me"}
    return {seat: new_token(env) for seat, wanted in enumerate(request.seats) if wanted.kind in kinds}


def _holders(request: CreateRoom, identity: Identity) -> dict[str, frozenset[int]]:
    own = frozenset(seat for seat, wanted in enumerate(request.seats) if wanted.kind == "me")
    return {identity.session: own} if identity.session and own else {}


def creation_faults(request: CreateRoom, env: Env) -> list[str]:
    """All faults of a request that can be found before the game starts."""
    faults: list[str] = []
    collect_faults(faults, lambda: registry.game(request.game))
    if faults:
        return faults
    game = registry.game(request.game)
    given = len(request.seats)
    if not game.min_seats <= given <= game.max_seats:
        text = f"seats: {game.title} is for {game.min_seats} to {game.max_seats} seats, not {given}"
        values = {"least": game.min_seats, "most": game.max_seats, "given": given}
        return [Fault(text, "fault.seats", **values)]
    _check_beginning(request, game, env.text_limits, faults)
    collect_faults(faults, lambda: check_limit(request.limit), lambda: check_salt(request.salt))
    collect_faults(faults, lambda: check_seed(request.seed))
    for wanted in request.seats:
        if wanted.kind not in SEAT_KINDS:
            faults.append(f"seats: kind must be one of {', '.join(SEAT_KINDS)}, not {wanted.kind[:20]!r}")
        elif wanted.kind == "bot":
            collect_faults(faults, partial(check_level, wanted.level))
        if wanted.name.strip():
            collect_faults(faults, partial(check_name, wanted.name))
    if request.pledge:
        faults += pledge_faults(request.pledge, env)
    elif request.salt:
        text = "salt: needs a pledge, because it must be chosen after the commitment to the seed"
        faults.append(Fault(text, "fault.pledge"))
    return faults


def _check_beginning(request: CreateRoom, game: Game, limits: TextLimits, faults: list[str]) -> None:
    """Add the faults of the box, and of the set-up, position or record that the game begins from."""
    text = request.components
    if text:
        collect_faults(faults, lambda: game.load(check_import(text, limits)))
    if faults:
        return
    box = box_from_text(game, text or _shipped_text(request, game))
    if request.start:
        start = request.start
        collect_faults(faults, lambda: Match.from_position(check_import(start, limits), game=game, box=box))
    elif request.record:
        record = request.record
        collect_faults(faults, lambda: Match.from_record(check_import(record, limits), game=game, box=box))
    else:
        collect_faults(faults, lambda: game.canonical(len(request.seats), request.options, box))
        if not faults:
            _check_choices(request, game, box, faults)


def _shipped_text(request: CreateRoom, game: Game) -> str:
    """The shipped component file for a request that contains none.

    A position or record that the program wrote has the file of rules version 1, if it names that file or
    none. All others have the standard file.
    """
    text = request.start or request.record
    named = NAMED_BOX.search(text)
    digest = named.group(1) if named else ""
    old = WRITTEN_BY_PROGRAM.search(text) and digest in ("", game.first_digest())
    return game.first_text() if old else game.standard_text()


def _check_choices(request: CreateRoom, game: Game, box: Components, faults: list[str]) -> None:
    """Add a fault for each choice of a colour or character that is unknown or made twice."""
    seats = [Seat() for _ in request.seats]
    for p, wanted in enumerate(request.seats):
        check = partial(check_choice, game, box, seats, request.options, p, wanted.choice)
        collect_faults(faults, check)
        if not faults and wanted.kind == "me":
            seats[p] = Seat("taken", choice=wanted.choice)


def pledge_faults(pledge: str, env: Env) -> list[str]:
    """The faults of a malformed or expired pledge. The store refuses a pledge that was already used."""
    id, _, day = pledge.partition(".")
    today = env.now // PLEDGE_PERIOD
    if day not in {str(today), str(today - 1)} or len(id) != ID_LENGTH or set(id) - set(ID_ALPHABET):
        return [Fault("pledge: unknown or expired", "fault.pledge")]
    return []
