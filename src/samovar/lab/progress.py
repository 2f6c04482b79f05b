"""A bar for long work: on a terminal only, never in a pipe, and always on stderr, beside the results."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

EVERY: Final = 0.1  # seconds between two looks at the bar: drawing must not cost what is being measured


class Bar:
    """``with Bar("playing", 100) as bar: … bar()`` counts one more of a hundred things done."""

    def __init__(self, text: str, total: int) -> None:
        self.text: Final = text
        self.total: Final = total
        self.done = 0
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._due = 0.0

    def __enter__(self) -> Bar:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            self._progress = Progress(console=Console(stderr=True), transient=True)
            self._task = self._progress.add_task(self.text, total=self.total)
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def __call__(self) -> None:
        self.done += 1
        if self._progress is None or self._task is None or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + EVERY
        self._progress.update(self._task, completed=self.done)

    def say(self, text: str) -> None:
        """What is being worked on now."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, description=text)
