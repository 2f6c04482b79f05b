"""The exceptions that Samovar raises on purpose, each with one clear message.

A class with attributes of its own defines ``__reduce__``. An exception is pickled when a worker process
raises it, and the default leaves out the attributes of compiled classes.
"""

from __future__ import annotations


class SamovarError(Exception):
    """The root of everything that Samovar raises on purpose."""


class BadInput(SamovarError):
    """A text, a file or an argument is faulty; ``faults`` names every fault, not only the first."""

    def __init__(self, what: str, faults: list[str]) -> None:
        self.what = what
        self.faults = faults
        lines = faults if len(faults) == 1 else ["", *("  - " + fault for fault in faults)]
        super().__init__(what + ": " + "\n".join(lines).lstrip(" "))

    def __reduce__(self) -> tuple[type[BadInput], tuple[str, list[str]]]:
        return BadInput, (self.what, self.faults)


class IllegalAction(SamovarError):
    """The action may not be played now: ``reason`` is a stable code, ``rule`` the id of the rule that forbids
    it.
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
    """The rules offer nothing, or run on by themselves without end: a defect of the game itself."""


class CannotUndo(SamovarError):
    """Nothing can be taken back: ``reason`` is a stable code."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__("cannot undo: " + reason.replace("_", " "))

    def __reduce__(self) -> tuple[type[CannotUndo], tuple[str]]:
        return CannotUndo, (self.reason,)
