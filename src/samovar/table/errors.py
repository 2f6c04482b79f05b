"""Every refusal → status and message. One mapping for pages and API."""

from __future__ import annotations

from typing import Any

from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.match.redaction import Withheld
from samovar.room.errors import Conflict, Forbidden, HandoverNeeded, MutedError, NotFound, NotLive
from samovar.room.validation import capped
from samovar.table.store import StoreFailed
from samovar.table.worker import TooSlow, WorkerFailed
from samovar.views.sentences import refusal
from samovar.views.words.words import Words

STATUS: dict[type[Exception], int] = {
    NotFound: 404,
    Forbidden: 403,
    MutedError: 403,
    Withheld: 403,
    Conflict: 409,
    NotLive: 409,
    HandoverNeeded: 409,
    StoreFailed: 503,
    TooSlow: 503,
    WorkerFailed: 500,
}
WORDS: dict[type[Exception], str] = {
    NotFound: "door.no_table",
    Forbidden: "door.not_yours",
    MutedError: "door.muted",
    Withheld: "error.withheld",
    Conflict: "script.gone",
    NotLive: "error.frozen",
    HandoverNeeded: "error.handover",
    StoreFailed: "error.unavailable",
    TooSlow: "error.too_slow",
}


def status_of(error: Exception) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(type(error), 422)


def faults_of(error: Exception, words: Words | None = None) -> list[str]:
    """What is wrong: in the reader's language for pages, in English for programs.

    The log of the server says why a database failed. Clients are not told: it may name paths and hosts.
    """
    match error:
        case BadInput():
            return capped([f"{error.what}: {fault}" for fault in error.faults])
        case IllegalAction() if words is not None:
            return [refusal(words, error.reason, error.rule)]
        case CannotUndo() if words is not None:
            return [words.say("undo." + error.reason)]
        case StoreFailed() if words is None:
            return ["the database does not answer"]
    key = WORDS.get(type(error), "")
    return [words.say(key) if words is not None and key else str(error)]


def error_body(error: Exception, words: Words | None = None) -> dict[str, Any]:
    """The JSON body of a refusal."""
    faults = faults_of(error, words)
    body: dict[str, Any] = {"error": "; ".join(faults), "faults": faults}
    if isinstance(error, IllegalAction | CannotUndo):
        body["reason"] = error.reason
    if isinstance(error, IllegalAction):
        body["rule"] = error.rule
    return body
