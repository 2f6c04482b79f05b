"""Commands of the game itself: act, pay, undo, restart a turn, a bot's decision, the end."""

from __future__ import annotations

from collections.abc import Sequence

from samovar.kernel.dice import Dice
from samovar.kernel.errors import BadInput
from samovar.match.match import Plan, UndoPlan
from samovar.room.commands import Act, BotAct, Decide, PayProposed, RestartTurn
from samovar.room.events import Ended, Played, RoomEvent, Undone
from samovar.room.outcome import Summary
from samovar.room.room import Room


def decide(room: Room, seat: int, command: Decide) -> tuple[list[RoomEvent], Summary]:
    """The events of a decision of a seat."""
    if isinstance(command, Act):
        return play(room, seat, [command.token])
    if isinstance(command, PayProposed):
        return play(room, seat, proposed_tokens(room, seat))
    return undo(room, seat, isinstance(command, RestartTurn))


def bot_act(room: Room, command: BotAct) -> tuple[list[RoomEvent], Summary]:
    """The events of a bot's decision. The log names the bot, and whether it plays for an absent player."""
    seat = room.seats[command.seat]
    by = seat.level or f"away:{seat.away}"
    return play(room, command.seat, [command.token], by, command.fault)


def play(
    room: Room, seat: int, tokens: Sequence[str], by: str = "", fault: str = ""
) -> tuple[list[RoomEvent], Summary]:
    """The events of these actions, and of the end if they end the game. IllegalAction if one is refused."""
    plan: Plan = room.started_match().decide(seat, tokens, room.draw_seed)
    events: list[RoomEvent] = [
        Played(seat=seat, token=decision.token, draws=decision.draws, by=by, fault=fault)
        for decision in plan.decisions
    ]
    if plan.result:
        events.append(Ended(seed=room.secret, result=plan.result))
    return events, Summary(room.names, plan.actors, bool(plan.result), plan.result)


def proposed_tokens(room: Room, seat: int) -> list[str]:
    """The whole payment as the game proposes it. BadInput if none is asked for."""
    match = room.started_match()
    proposal = match.game.proposal(match.state, seat)
    if proposal is None:
        raise BadInput("payment", ["none is proposed now"])
    return [match.state.box.notation.token(action) for action in proposal.actions]


def undo(room: Room, seat: int, whole_turn: bool) -> tuple[list[RoomEvent], Summary]:
    """The event of an undo. CannotUndo says why nothing can be undone."""
    plan: UndoPlan = room.started_match().plan_undo(seat, whole_turn)
    event = Undone(seat=seat, to=plan.to, kept=plan.kept)
    return [event], Summary(room.names, plan.actors, ended=False, result=[])


def bot_position(room: Room, seat: int, seed: int) -> str:
    """A position that gives the seat the same view as the truth, with everything hidden dealt anew.

    Workers get only this: what they are not told they cannot use or leak.
    """
    match = room.started_match()
    view = match.game.redact(match.state, seat)
    return match.game.write(match.game.fill(view, Dice(seed)))
