"""One worker process. It runs importable functions, ignores Ctrl+C and ends with the server.

It also ends when the server is killed (``kill -9``), even during a search.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Final

from samovar.kernel.errors import SamovarError


class TooSlow(SamovarError):
    """A job missed its deadline."""


class WorkerFailed(SamovarError):
    """A worker could not be started, died, or its function raised an unexpected exception.

    ``details`` is the traceback of the function. It is added to this exception as a note.
    """

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details
        if details:
            self.add_note(details)

    def __reduce__(self) -> tuple[type[WorkerFailed], tuple[str, str]]:
        return WorkerFailed, (str(self), self.details)


class Worker:
    """One process, which runs one job at a time."""

    def __init__(self, generation: int) -> None:
        self.generation: Final = generation
        context = multiprocessing.get_context("spawn")
        self._pipe, child_end = context.Pipe()
        self.process: Final = context.Process(target=_work, args=(child_end,), daemon=True)
        with _sigint_blocked():
            self.process.start()
        child_end.close()

    def run(
        self, label: str, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float
    ) -> tuple[bool, Any]:
        """Run a function and return ``(True, result)`` or ``(False, exception)``. Blocks.

        TimeoutError or WorkerFailed if there is neither. The worker cannot be used after that.
        """
        outcome: tuple[bool, Any] | None = None
        try:
            self._pipe.send((function, arguments))
            if self._pipe.poll(max(0.0, seconds)):
                outcome = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerFailed(f"{label}: the worker process died") from error
        if outcome is None:
            raise TimeoutError
        return outcome

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self._pipe.close()


def _work(pipe: Connection) -> None:
    """The main function of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)
    _end_with_parent()
    while True:
        try:
            function, arguments = pipe.recv()
        except EOFError:
            return
        pipe.send(_outcome(function, arguments))


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*arguments)
    except SamovarError as error:
        return False, error
    except Exception as error:
        message = f"{function.__name__} failed: {type(error).__name__}: {error}"
        return False, WorkerFailed(message, traceback.format_exc())


def _end_with_parent() -> None:
    """Make this process end when its parent ends, even during a search.

    A compiled search holds the GIL from start to end, so no thread of this process could end it. On Linux the
    operating system does: when the pipe to the parent is closed, it sends SIGIO, which terminates the
    process. On other systems the worker ends after its current job.
    """
    parent = multiprocessing.parent_process()
    if sys.platform == "linux" and parent is not None:
        import fcntl

        pipe = parent.sentinel
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)


@contextlib.contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this thread. A process that is started meanwhile inherits the signal mask."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
