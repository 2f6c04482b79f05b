"""The exceptions that Samovar raises on purpose, each with one clear message.

A class with attributes of its own defines ``__reduce__``. An exception is pickled when a worker process
raises it, and the default leaves out the attributes of compiled classes.
"""

from __future__ import annotations


class SamovarError(Exception):
    """The base class of the exceptions that Samovar raises on purpose.

    >>> issubclass(samovar.IllegalAction, samovar.SamovarError)
    True
    """


class BadInput(SamovarError):
    """A text, a file or an argument is invalid. ``faults`` lists every fault, not only the first.

    >>> samovar.Match("stroganov", seats=7)
    Traceback (most recent call last):
        ...
    samovar.kernel.errors.BadInput: seats: Stroganov is for 1 to 4 seats, not 7
    """

    def __init__(self, what: str, faults: list[str]) -> None:
        self.what = what
        self.faults = faults
        lines = faults if len(faults) == 1 else ["", *("  - " + fault for fault in faults)]
        super().__init__(what + ": " + "\n".join(lines).lstrip(" "))

    def __reduce__(self) -> tuple[type[BadInput], tuple[str, list[str]]]:
        return BadInput, (self.what, self.faults)


class IllegalAction(SamovarError):
    """The action is not legal now. ``reason`` is a stable code, ``rule`` the id of the violated rule.

    >>> match = samovar.Match.from_position('game = "stroganov"\\nto_move = 0')
    >>> match.play(0, "move.5")
    Traceback (most recent call last):
        ...
    samovar.kernel.errors.IllegalAction: move.5 is not allowed: too few horses (S-MOVE-02)
    """

    def __init__(self, reason: str, rule: str, action: str) -> None:
        self.reason = reason
        self.rule = rule
        self.action = action
        super().__init__(
            f"{action} is not allowed: {reason.replace('_', ' ')}" + (f" ({rule})" if rule else "")
        )

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, str, str]]:
        return IllegalAction, (self.reason, self.rule, self.action)


class Stuck(SamovarError):
    """The rules offer no action, or their automatic steps never end: a defect of the game."""


class CannotUndo(SamovarError):
    """The seat cannot undo anything now. ``reason`` is a stable code.

    >>> samovar.Match("stroganov", seats=2).undo(0)
    Traceback (most recent call last):
        ...
    samovar.kernel.errors.CannotUndo: cannot undo: nothing to undo
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__("cannot undo: " + reason.replace("_", " "))

    def __reduce__(self) -> tuple[type[CannotUndo], tuple[str]]:
        return CannotUndo, (self.reason,)
