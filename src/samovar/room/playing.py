"""Commands that play the game: act, pay, undo, restart a turn, a bot's decision, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from samovar.kernel.errors import BadInput
from samovar.kernel.notation import SEPARATOR
from samovar.kernel.rng import Rng
from samovar.match.match import DecisionPlan
from samovar.match.undo import UndoPlan
from samovar.room.commands import Act, BotAct, Decide, PayProposed, Reopen, RestartTurn, Undo
from samovar.room.events import TABLE, Ended, Played, RoomEvent, Undone
from samovar.room.outcome import Summary
from samovar.room.room import Room
from samovar.room.summary import period_of


def decide(room: Room, seat: int, command: Decide) -> tuple[list[RoomEvent], Summary]:
    """The events of a decision by a person."""
    match command:
        case Act():
            return play(room, seat, command.token.split(SEPARATOR))
        case PayProposed():
            return play(room, seat, proposed_tokens(room, seat))
        case Undo():
            return undo(room, seat, room.started_match().plan_undo(seat))
        case RestartTurn():
            return undo(room, seat, room.started_match().plan_undo(seat, whole_turn=True))
        case Reopen():
            return undo(room, seat, room.started_match().plan_reopening(seat))
        case _:
            raise TypeError(f"no handler for {command.slug}")


def bot_act(room: Room, command: BotAct) -> tuple[list[RoomEvent], Summary]:
    """The events of a bot's decision. ``away:`` in ``by`` marks a bot that plays for an absent player."""
    seat = room.seats[command.seat]
    by = seat.level or f"away:{seat.away}"
    return play(room, command.seat, [command.token], by, command.fault)


def play(
    room: Room, seat: int, tokens: Sequence[str], by: str = "", fault: str = ""
) -> tuple[list[RoomEvent], Summary]:
    """The events of these actions, and ``Ended`` if they end the game. IllegalAction if one is refused.

    The table also gives the obvious answers of the seats that decide next, except those after which a person
    could no longer undo.
    """
    answer_for = [p for p in range(len(room.seats)) if p not in room.asked_everything]
    plan: DecisionPlan = room.started_match().decide(
        seat, tokens, room.draw_seed, answer_for, keep_undo=not by
    )
    events: list[RoomEvent] = [
        Played(seat=seat, token=decision.token, draws=decision.draws, by=by, fault=fault)
        for decision in plan.decisions
    ]
    for other, decision in plan.answers:
        events.append(Played(seat=other, token=decision.token, draws=decision.draws, by=TABLE))
    if plan.result:
        events.append(Ended(seed=room.secret, result=plan.result))
    period = period_of(room.game, plan.state)
    return events, Summary(room.names, plan.actors, bool(plan.result), plan.result, period)


def proposed_tokens(room: Room, seat: int) -> list[str]:
    """The actions of the payment that the game proposes. BadInput if it proposes none."""
    match = room.started_match()
    proposal = match.game.proposal(match.state, seat)
    if proposal is None:
        raise BadInput("payment", ["no payment is proposed now"])
    return [match.state.box.notation.token(action) for action in proposal.actions]


def undo(room: Room, seat: int, plan: UndoPlan) -> tuple[list[RoomEvent], Summary]:
    """The event of an undo."""
    event = Undone(seat=seat, to=plan.to, kept=plan.kept)
    period = [] if plan.state is None else period_of(room.game, plan.state)
    return [event], Summary(room.names, plan.actors, ended=False, result=[], period=period)


def bot_position(room: Room, seat: int, seed: int) -> str:
    """A position that looks the same to the seat, with all hidden information drawn again at random.

    Workers get only this position, so a bot can neither use nor leak hidden information.
    """
    match = room.started_match()
    view = match.game.redact(match.state, seat)
    return match.game.write(match.game.determinize(view, Rng(seed)))
