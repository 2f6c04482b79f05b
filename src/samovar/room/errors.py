"""Errors of rooms, in addition to bad input and illegal actions."""

from __future__ import annotations

from samovar.kernel.errors import BadInput, SamovarError


class NotFound(SamovarError):
    """There is no such room, or it has been deleted."""


class Forbidden(SamovarError):
    """The viewer does not have the permission."""


class MutedError(Forbidden):
    """The host has muted this seat."""


class HandoverNeeded(SamovarError):
    """Several players share this device, and it must be handed over to another one first."""


class Conflict(SamovarError):
    """The room has changed since the client's ``seq``, or the action id was used for another command."""


class NotLive(Conflict):
    """The room is frozen or unreadable, so no move can be appended."""


class Fault(str):
    """A fault of BadInput in English, with the message id and values by which pages translate it.

    >>> fault = Fault("must be 0 to 9, not 12", "fault.limit", most=9, given=12)
    >>> fault, fault.id, fault.values["given"]
    ('must be 0 to 9, not 12', 'fault.limit', '12')
    """

    id: str
    values: dict[str, str]

    def __new__(cls, text: str, id: str = "", **values: object) -> Fault:
        found = super().__new__(cls, text)
        found.id = id
        found.values = {name: str(value) for name, value in values.items()}
        return found

    def prefixed(self, what: str) -> Fault:
        """The same fault, with the name of the field before its English text."""
        return Fault(f"{what}: {self}", self.id, **self.values)


def fault_lines(error: BadInput) -> list[str]:
    """The faults of an error, each with the name of its field. A ``Fault`` stays one."""
    return [
        fault.prefixed(error.what) if isinstance(fault, Fault) else f"{error.what}: {fault}"
        for fault in error.faults
    ]
