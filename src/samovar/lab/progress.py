"""A progress bar on stderr, shown only if stderr is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

REDRAW_SECONDS: Final = 0.1  # redrawing more often would distort measurements


class ProgressBar:
    """A progress bar. Each call counts one more thing as done.

    >>> with ProgressBar("playing", 2) as bar:
    ...     bar()
    ...     bar()
    >>> bar.done
    2
    """

    def __init__(self, text: str, total: int) -> None:
        self.text: Final = text
        self.total: Final = total
        self.done = 0
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._due = 0.0

    def __enter__(self) -> ProgressBar:
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
        self._due = time.monotonic() + REDRAW_SECONDS
        self._progress.update(self._task, completed=self.done)

    def describe(self, text: str) -> None:
        """Change the text beside the bar."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, description=text)
