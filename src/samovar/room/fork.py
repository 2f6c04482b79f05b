"""Forking a room: a private room that begins at a position of another one."""

from __future__ import annotations

from samovar.kernel.rng import Rng
from samovar.kernel.state import NATURE
from samovar.match.replay import match_at
from samovar.room.commands import Fork
from samovar.room.creation import CreateRoom, SeatRequest, create
from samovar.room.errors import NotLive
from samovar.room.outcome import Env, Outcome
from samovar.room.restore import component_text
from samovar.room.room import Room, Status
from samovar.room.validation import check_level
from samovar.room.viewer import Identity, Viewer


def fork(room: Room, viewer: Viewer, command: Fork, env: Env) -> Outcome:
    """Create the forked room. Information hidden from the viewer is drawn again at random."""
    check_level(command.level)
    match = room.started_match()
    at = len(match.log) if command.at < 0 else command.at
    while at < len(match.log) and match.log[at].seat == NATURE:
        at += 1  # a room begins with a decision, not with a draw
    if at != len(match.log) and room.status is not Status.LIVE:
        raise NotLive("this room was played with other rules: only its last position can be forked")
    past = match if at == len(match.log) else match_at(match, at)
    view = past.game.redact(past.state, viewer.seat)
    rng = Rng(int.from_bytes(env.entropy(8)))
    own = max(viewer.seat, 0)
    seats = [
        SeatRequest(kind="me", name=seat.name)
        if p == own
        else SeatRequest(kind="bot", name=seat.name, level=command.level)
        for p, seat in enumerate(room.seats)
    ]
    request = CreateRoom(
        game=room.created.game,
        seats=seats,
        start=past.game.write(past.game.determinize(view, rng)),
        components=component_text(room.created, room.game, env.box_text),
        origin=room.id,
        private=True,
    )
    new = create(request, Identity(session=viewer.session), env)
    return Outcome(create=new, room=new.id)
