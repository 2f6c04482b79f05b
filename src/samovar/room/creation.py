"""Creating rooms: an order is checked as a whole, then becomes the first events of a room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from samovar.games import registry
from samovar.kernel.errors import BadInput
from samovar.kernel.game import Game
from samovar.match import fair_shuffle
from samovar.match.match import Match
from samovar.room.access import digest
from samovar.room.events import Created, RoomEvent, Seated
from samovar.room.log import LogRow, empty_head, next_rows
from samovar.room.outcome import Env, NewRoom
from samovar.room.restore import StoredSnapshot, box_digest, load_box, take_snapshot
from samovar.room.room import Room, Seat
from samovar.room.seating import free_name, new_token, start_if_full
from samovar.room.validation import (
    capped,
    check_import,
    check_level,
    check_limit,
    check_name,
    check_salt,
    check_seed,
    collect,
)
from samovar.room.viewer import Identity

ID_LENGTH: Final = 16
ID_ALPHABET: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 characters that are not mistaken for others
PLEDGE_PERIOD: Final = 24 * 3600 * 1000  # milliseconds; pledges of this period and the one before are valid
KINDS: Final = ["me", "friend", "open", "bot"]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRequest:
    """One seat of a room to create. ``kind``: me, friend (by a link), open (for the first who comes), bot."""

    kind: str
    name: str = ""
    level: str = "medium"


@dataclass(frozen=True, kw_only=True, slots=True)
class CreateRoom:
    """A room to create."""

    game: str
    seats: list[SeatRequest]
    options: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    limit: int = 0
    salt: str = ""
    components: str = ""  # the text of another component file
    start: str = ""
    record: str = ""
    origin: str = ""
    private: bool = False
    pledge: str = ""


@dataclass(frozen=True, slots=True)
class Pledge:
    """The promise of a room: what to order it with, its id, and the commitment to its seed."""

    pledge: str
    room: str
    commit: str


def new_id(env: Env) -> str:
    """80 random bits: who knows the id of a room may watch."""
    return "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in env.entropy(ID_LENGTH))


def new_pledge(env: Env) -> Pledge:
    """The commitment to a seed before its room exists, so that the salt of its creator comes after it."""
    id = new_id(env)
    pledge = f"{id}.{env.now // PLEDGE_PERIOD}"
    seed = fair_shuffle.pledged_seed(env.server_key, pledge)
    return Pledge(pledge, id, fair_shuffle.commitment(id, seed))


def create(
    order: CreateRoom,
    who: Identity,
    env: Env,
    holders: Mapping[str, frozenset[int]] | None = None,
    tokens: Mapping[str, int] | None = None,
) -> NewRoom:
    """The new room. BadInput names every fault of the order.

    ``holders`` and ``tokens``: who has the seats already, of a rematch; then no link is issued.
    """
    faults = order_faults(order, env)
    if faults:
        raise BadInput("table", capped(faults))
    game = registry.game(order.game)
    text = order.components or game.standard_text()
    id = order.pledge.partition(".")[0] or new_id(env)
    secret = "" if order.seed else _secret(order.pledge, env)
    created = Created(
        game=order.game,
        seats=len(order.seats),
        options=order.options,
        commit=fair_shuffle.commitment(id, secret) if secret else "",
        seed=order.seed,
        start=order.start,
        record=order.record,
        origin=order.origin,
        private=order.private,
        limit=order.limit,
        rules=game.rules_version,
        box=box_digest(text),
    )
    room = Room(id, created, game, load_box(game, text), secret)
    seated = _seated(order)
    for event in seated:
        room.seats[event.seat] = Seat(event.name, event.level, event.salt)
    started, summary = start_if_full(room, room.seats)
    events: list[RoomEvent] = [created, *seated, *started]
    rows = next_rows(empty_head(id), events, env.now)
    links = {} if holders or tokens else _links(order, who, env)
    return NewRoom(
        id=id,
        game=order.game,
        rows=rows,
        summary=summary,
        secret=secret,
        box=created.box,
        box_text=text,
        snapshot=_first_snapshot(room, rows) if started else None,
        tokens=tokens or {digest(token): seat for seat, token in links.items()},
        holders=holders or _holders(order, who),
        hosts=frozenset({who.session}) if who.session else frozenset(),
        links=links,
    )


def _secret(pledge: str, env: Env) -> str:
    """The secret seed: that of a pledge, or a new one."""
    if pledge:
        return fair_shuffle.pledged_seed(env.server_key, pledge)
    return env.entropy(fair_shuffle.SEED_BYTES).hex()


def _first_snapshot(room: Room, rows: list[LogRow]) -> StoredSnapshot | None:
    fresh = Room(room.id, room.created, room.game, room.box, room.secret)
    for row in rows:
        fresh.apply(row)
    return take_snapshot(fresh)


def _seated(order: CreateRoom) -> list[Seated]:
    """Bots and the seats of the creator are taken at once; the salt belongs to the creator's first seat."""
    found: list[Seated] = []
    salt = order.salt
    for seat, wanted in enumerate(order.seats):
        name = free_name(wanted.name, [event.name for event in found])
        if wanted.kind == "bot":
            found.append(Seated(seat=seat, name=name, level=wanted.level))
        elif wanted.kind == "me":
            found.append(Seated(seat=seat, name=name, salt=salt))
            salt = ""
    return found


def _links(order: CreateRoom, who: Identity, env: Env) -> dict[int, str]:
    """Tokens for friends; for the creator's own seats too if there is no browser that could hold them."""
    kinds = {"friend"} if who.session else {"friend", "me"}
    return {seat: new_token(env) for seat, wanted in enumerate(order.seats) if wanted.kind in kinds}


def _holders(order: CreateRoom, who: Identity) -> dict[str, frozenset[int]]:
    own = frozenset(seat for seat, wanted in enumerate(order.seats) if wanted.kind == "me")
    return {who.session: own} if who.session and own else {}


def order_faults(order: CreateRoom, env: Env) -> list[str]:
    """Everything that is wrong with an order and can be seen before the game starts."""
    faults: list[str] = []
    collect(faults, lambda: registry.game(order.game))
    if faults:
        return faults
    game = registry.game(order.game)
    collect(faults, lambda: game.check_seats(len(order.seats)))
    if faults:
        return faults
    _check_beginning(order, game, faults)
    collect(faults, lambda: check_limit(order.limit), lambda: check_salt(order.salt))
    collect(faults, lambda: check_seed(order.seed))
    for wanted in order.seats:
        if wanted.kind not in KINDS:
            faults.append(f"seats: a seat is for {', '.join(KINDS)}, not {wanted.kind[:20]!r}")
        elif wanted.kind == "bot":
            collect(faults, partial(check_level, wanted.level))
        if wanted.name.strip():
            collect(faults, partial(check_name, wanted.name))
    if order.pledge:
        faults += pledge_faults(order.pledge, env)
    elif order.salt:
        faults.append("salt: it proves something only after a pledge")
    return faults


def _check_beginning(order: CreateRoom, game: Game, faults: list[str]) -> None:
    """The box, and the set-up, position or record that the game begins from."""
    text = order.components
    if text:
        collect(faults, lambda: game.load(check_import(text)))
    if faults:
        return
    box = load_box(game, text) if text else game.standard_box()
    if order.start:
        start = order.start
        collect(faults, lambda: Match.from_position(check_import(start), game=game, box=box))
    elif order.record:
        record = order.record
        collect(faults, lambda: Match.from_record(check_import(record), game=game, box=box))
    else:
        collect(faults, lambda: game.canonical(len(order.seats), order.options, box))


def pledge_faults(pledge: str, env: Env) -> list[str]:
    """Whether a pledge was made here and lately. Only the store knows whether it was used."""
    id, _, day = pledge.partition(".")
    today = env.now // PLEDGE_PERIOD
    if day not in {str(today), str(today - 1)} or len(id) != ID_LENGTH or set(id) - set(ID_ALPHABET):
        return ["pledge: it is not known, or too old"]
    return []
