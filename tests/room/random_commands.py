"""Random commands by random clients, allowed and forbidden ones."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from samovar.kernel.errors import SamovarError
from samovar.room.commands import (
    Act,
    BotAct,
    ChooseForSeat,
    Command,
    ConfirmTurn,
    DeleteRoom,
    Fork,
    IssueLink,
    LeaveRoom,
    MarkAbsent,
    MarkReturned,
    Mute,
    PayProposed,
    Rematch,
    RemoveChatLine,
    Reopen,
    RestartTurn,
    RevokeSeat,
    Say,
    SeatBot,
    SetAnswers,
    SetLimit,
    TakeSeat,
    Undo,
    UseLink,
)
from samovar.room.room import Room
from samovar.room.viewer import SERVER, Identity
from tests.room.shell import PEOPLE, STRANGER, Shell, program

COMMANDS = int(os.environ.get("SAMOVAR_COMMANDS", "50"))  # per test; 300 in a long run
# Most commands are decisions. Commands that end the room are rare.
WEIGHTS: dict[type[Command], int] = {
    Act: 60, BotAct: 6, Undo: 14, RestartTurn: 3, Reopen: 4, ConfirmTurn: 2, PayProposed: 4, Say: 5,
    SetAnswers: 2, RemoveChatLine: 3,
    Mute: 4, SetLimit: 2, IssueLink: 3, UseLink: 6, RevokeSeat: 1, TakeSeat: 6, ChooseForSeat: 2, SeatBot: 1,
    MarkAbsent: 3, MarkReturned: 3, Fork: 1, Rematch: 2, LeaveRoom: 1,
}  # fmt: skip


@dataclass
class RandomCommands:
    """A room to which clients send random commands."""

    shell: Shell
    room: Room
    seed: int
    done: Counter[type[Command]] = field(default_factory=Counter)
    refused: Counter[type[Command]] = field(default_factory=Counter)
    repeated: int = 0
    sent: list[tuple[Identity, Command]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.first = [*WEIGHTS]
        self.random.shuffle(self.first)

    def step(self) -> None:
        """Send one command."""
        identity, command = self.next_command()
        as_seat = self.seat_of(identity)
        try:
            outcome = self.shell.execute(self.room, identity, command, as_seat)
        except SamovarError:
            self.refused[type(command)] += 1
            return
        self.done[type(command)] += 1
        self.repeated += outcome.repeated

    def next_command(self) -> tuple[Identity, Command]:
        """A new command, or sometimes a repeated one, as after a lost response."""
        if self.sent and self.random.random() < 0.05:
            return self.random.choice(self.sent)
        abandoned = [seat for seat in self.room.actors if not self.room.access.is_claimed(seat)]
        if abandoned and not self.first:
            return PEOPLE[0], IssueLink(seat=abandoned[0])
        command = MAKERS[self.next_kind()](self)
        found = self.sender(command), command
        self.sent.append(found)
        return found

    def next_kind(self) -> type[Command]:
        """The next command class: each once, then by weight. Proposed payments are often accepted."""
        if self.first:
            return self.first.pop()
        kind = self.random.choices([*WEIGHTS], [*WEIGHTS.values()])[0]
        match = self.room.match
        proposed = match is not None and any(match.game.proposal(match.state, p) for p in self.room.actors)
        return PayProposed if kind is Act and proposed and self.random.random() < 0.5 else kind

    def sender(self, command: Command) -> Identity:
        """The client that sends the command: mostly one with the permission, sometimes a random one."""
        if self.random.random() < 0.15:
            return self.random.choice([*PEOPLE, STRANGER, SERVER, program("wrong")])
        if isinstance(command, BotAct | MarkAbsent | MarkReturned):
            return SERVER
        host = PEOPLE[0]
        if isinstance(command, IssueLink | RevokeSeat | SeatBot | Mute | SetLimit | RemoveChatLine):
            return host
        if isinstance(command, UseLink | TakeSeat | LeaveRoom):
            return self.random.choice(PEOPLE[1:])
        return self.decider()

    def decider(self) -> Identity:
        """A client that holds a seat that must decide, by a cookie or a token."""
        actors = self.room.actors or range(len(self.room.seats))
        seat = self.random.choice([*actors])
        token = self.shell.links[self.room.id].get(seat)
        if token is not None and program(token).token in self.room.access.tokens:
            return program(token)
        holders = self.room.access.holders_of([seat])
        return Identity(session=self.random.choice(sorted(holders))) if holders else PEOPLE[0]

    def seat_of(self, identity: Identity) -> int | None:
        """The seat for which a browser with several seats acts. With None the room chooses."""
        held = sorted(self.room.access.seats_of(identity.session))
        deciding = [seat for seat in held if seat in self.room.actors]
        return self.random.choice(deciding or held) if len(held) > 1 else None

    # ---- parts of commands ----

    def seat(self) -> int:
        return self.random.randrange(len(self.room.seats))

    def seq(self) -> int:
        """A ``seq``: mostly the newest, sometimes an older one."""
        return self.room.head.length - (self.random.random() < 0.05)

    def action_id(self) -> str:
        """An action id: mostly a new one, sometimes a used one or none."""
        return self.random.choice(["", str(self.random.randrange(40)), self.random.randbytes(6).hex()])

    def token(self) -> str:
        """The token of an action: mostly a legal one of a seat that must decide."""
        if self.room.match is None or not self.room.actors or self.random.random() < 0.03:
            return self.random.choice(["no-such-action", "pass"])
        options = self.room.match.options(self.random.choice(self.room.actors))
        return self.random.choice(options) if options else "none"


MAKERS: dict[type[Command], Callable[[RandomCommands], Command]] = {
    Act: lambda of: Act(token=of.token(), seq=of.seq(), action_id=of.action_id()),
    BotAct: lambda of: BotAct(seat=of.seat(), token=of.token(), seq=of.seq(), fault=of.action_id()),
    Undo: lambda of: Undo(seq=of.seq(), action_id=of.action_id()),
    RestartTurn: lambda of: RestartTurn(seq=of.seq(), action_id=of.action_id()),
    Reopen: lambda of: Reopen(seq=of.seq(), action_id=of.action_id()),
    SetAnswers: lambda of: SetAnswers(
        seq=of.seq(), action_id=of.action_id(), automatic=of.random.random() < 0.5
    ),
    ConfirmTurn: lambda of: ConfirmTurn(seq=of.seq(), action_id=of.action_id()),
    PayProposed: lambda of: PayProposed(seq=of.seq(), action_id=of.action_id()),
    Say: lambda of: Say(text=f"remark {of.random.random()}"),
    RemoveChatLine: lambda of: RemoveChatLine(number=of.random.randrange(1, of.shell.chat_lines + 2)),
    Mute: lambda of: Mute(seat=of.seat() - 1, silent=of.random.random() < 0.5),
    SetLimit: lambda of: SetLimit(limit=of.random.choice([0, 60, 3600, -1])),
    IssueLink: lambda of: IssueLink(seat=of.seat()),
    UseLink: lambda of: UseLink(token=of.random.choice([*of.shell.links[of.room.id].values(), "wrong"])),
    RevokeSeat: lambda of: RevokeSeat(seat=of.seat()),
    TakeSeat: lambda of: TakeSeat(seat=of.seat(), name=f"P{of.seat()}", salt=of.random.choice(["", "x1"])),
    ChooseForSeat: lambda of: ChooseForSeat(choice=of.random.choice(["red", "blue", "hammy", "white", ""])),
    SeatBot: lambda of: SeatBot(seat=of.seat(), level="greedy"),
    MarkAbsent: lambda of: MarkAbsent(seat=of.seat()),
    MarkReturned: lambda of: MarkReturned(seat=of.seat()),
    Fork: lambda of: Fork(at=of.random.randrange(-1, 5)),
    Rematch: lambda of: Rematch(),
    LeaveRoom: lambda of: LeaveRoom(),
    DeleteRoom: lambda of: DeleteRoom(),
}
