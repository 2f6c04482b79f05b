"""Bots think in processes of their own: the server answers while they do, and one that hangs is ended.

A thinker gets the position and the seat, looks at what that seat may see, and answers with a token. Who is
late is killed; ``greedy`` answers in its place in a new process, and if that fails too, the first legal
action is taken. Whatever went wrong is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import secrets
import signal
from collections.abc import Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from samovar import compiled
from samovar.bots.registry import budget

SPARE: Final = 4.0  # seconds beyond the budget: starting a process and a busy machine
WITHOUT_LIMIT: Final = 10.0  # seconds for bots that count simulations
INSTEAD: Final = "greedy"


class Question(msgspec.Struct, frozen=True):
    """What a thinker is asked."""

    game: str
    components: str | None
    position: str  # the truth; only what the seat may see is shown to the bot
    seat: int
    level: str
    seed: int


class Answer(msgspec.Struct, frozen=True):
    token: str
    fault: str = ""
    compiled: bool = False  # whether the rules of the worker run compiled


def answer(question: Question) -> Answer:
    """Let the bot choose. It sees what its seat may see, nothing else."""
    from samovar.bots.registry import person_waits, seat_bot
    from samovar.games import registry
    from samovar.kernel.dice import Dice
    from samovar.match.match import Match

    game = registry.game(question.game)
    match = Match.from_position(question.position, 0, question.components, game)
    player = seat_bot(question.level, game, question.seat, person_waits())
    action = player.choose(match.view(question.seat), Dice(question.seed))
    return Answer(match.state.box.notation.token(action), "; ".join(player.faults), compiled())


def _think(pipe: Connection) -> None:
    """The life of a thinker: one question after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        pipe.send(answer(question))


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """A process started meanwhile does not hear Ctrl-C, from its first moment: the server ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would open the ears of this thread again, when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Thinker:
    """One process."""

    def __init__(self, generation: int) -> None:
        self.generation: Final = generation
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: Final = context.Process(target=_think, args=(theirs,), daemon=True)
        with _undisturbed():
            self.process.start()
        theirs.close()

    def ask(self, question: Question, seconds: float) -> Answer | str:
        """The answer, or what went wrong. Blocks."""
        try:
            self.pipe.send(question)
            if not self.pipe.poll(seconds):
                return f"{question.level} took longer than {seconds:g} s"
            found: Answer = self.pipe.recv()
            return found
        except (EOFError, OSError):
            return f"{question.level} ended without an answer"

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def patience(level: str) -> float:
    """How long to wait for a bot of this level."""
    limit = budget(level)
    return SPARE + (limit.seconds * 2 if limit is not None and limit.seconds else WITHOUT_LIMIT)


class Thinkers:
    """So many processes at most, started when they are needed."""

    def __init__(self, most: int = 1) -> None:
        self._turns: Final = asyncio.Semaphore(most)
        self._idle: Final[list[Thinker]] = []
        self._all: Final[set[Thinker]] = set()
        self._generation = 0  # of the processes that may be asked again
        self.asked = 0
        self.faults = 0
        self.warming_up = False  # whether faster processes are being prepared: see warm_up.py
        self.compiled = 0  # answers from processes whose rules are compiled
        self.closed = False

    async def choose(
        self, game: str, components: str | None, position: str, seat: int, level: str, seconds: float = 0.0
    ) -> Answer:
        """The choice of a bot. ``seconds``: the most to wait for it, instead of what its level needs."""
        question = Question(game, components, position, seat, level, secrets.randbits(62))
        self.asked += 1
        found = await self._ask(question, seconds or patience(level))
        if isinstance(found, Answer):
            self.faults += bool(found.fault)
            self.compiled += found.compiled
            return found
        self.faults += 1
        instead = msgspec.structs.replace(question, level=INSTEAD)
        second = await self._ask(instead, patience(INSTEAD))
        if isinstance(second, Answer):
            self.compiled += second.compiled
            return Answer(second.token, f"{found}; {INSTEAD} answered", second.compiled)
        return Answer(_any(question), f"{found}; {second}; the first option was taken")

    async def _ask(self, question: Question, seconds: float) -> Answer | str:
        async with self._turns:
            loop = asyncio.get_running_loop()
            if not self._idle:
                try:
                    self._idle.append(await loop.run_in_executor(None, self._start))
                except (OSError, RuntimeError) as error:  # no memory, too many processes
                    return f"{question.level} could not be started ({error})"
            thinker = self._idle.pop()
            try:
                found = await loop.run_in_executor(None, thinker.ask, question, seconds)
            except asyncio.CancelledError:
                self._end(thinker)
                raise
            if isinstance(found, Answer) and thinker.generation == self._generation:
                self._idle.append(thinker)
            else:
                self._end(thinker)
            return found

    def replace_all(self) -> None:
        """Answer every later question in a new process. Processes that are busy finish their question."""
        self._generation += 1
        for thinker in self._idle:
            self._end(thinker)
        self._idle.clear()

    def _start(self) -> Thinker:
        thinker = Thinker(self._generation)  # read before it starts: started too early, it is replaced, too
        self._all.add(thinker)
        if self.closed:  # while it was starting
            self._end(thinker)
        return thinker

    def _end(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        thinker.end()

    def close(self) -> None:
        self.closed = True
        for thinker in list(self._all):
            self._end(thinker)
        self._idle.clear()


def _any(question: Question) -> str:
    """The first legal action: better than a table that stands still."""
    from samovar.games import registry
    from samovar.match.match import Match

    game = registry.game(question.game)
    return Match.from_position(question.position, 0, question.components, game).options(question.seat)[0]
