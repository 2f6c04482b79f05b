"""What a room refuses, beside bad input and illegal actions."""

from __future__ import annotations

from samovar.kernel.errors import SamovarError


class NotFound(SamovarError):
    """There is no such room, or it has been deleted."""


class Forbidden(SamovarError):
    """The viewer may not do this."""


class MutedError(Forbidden):
    """The host has muted this seat."""


class HandoverNeeded(SamovarError):
    """Several players share this device, and another one must come first."""


class Conflict(SamovarError):
    """The room has changed since the client looked at it, or the action id was used for something else."""


class NotLive(Conflict):
    """The room was made with other rules or cannot be read: nothing can be played in it."""
