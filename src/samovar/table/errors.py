"""The mapping of errors to HTTP status, translated message and JSON body, for pages and API."""

from __future__ import annotations

from typing import Any

from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.match.redaction import Withheld
from samovar.room.errors import (
    Conflict,
    Fault,
    Forbidden,
    HandoverNeeded,
    MutedError,
    NotFound,
    NotLive,
    fault_lines,
)
from samovar.room.validation import MAX_FAULTS, cap_faults
from samovar.table.store import StoreFailed
from samovar.table.worker import TooSlow, WorkerFailed
from samovar.views.sentences import refusal
from samovar.views.words.words import Words

STATUS_CODES: dict[type[Exception], int] = {
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
MESSAGE_IDS: dict[type[Exception], str] = {
    NotFound: "error.no_table",
    Forbidden: "error.not_yours",
    MutedError: "error.muted",
    Withheld: "error.withheld",
    Conflict: "script.gone",
    NotLive: "error.frozen",
    HandoverNeeded: "error.handover",
    StoreFailed: "error.unavailable",
    TooSlow: "error.too_slow",
    WorkerFailed: "error.failed",
}


def status_of(error: Exception) -> int:
    """The HTTP status of an error."""
    return STATUS_CODES.get(type(error), 422)


def faults_of(error: Exception, words: Words | None = None, most: int = MAX_FAULTS) -> list[str]:
    """The faults of an error: translated for pages, in English for API clients (``words`` is None).

    Clients do not see why a database or a worker failed, because the reason may name paths and hosts. The
    server logs it.
    """
    match error:
        case BadInput():
            found = cap_faults(fault_lines(error), most)
            return [str(fault) if words is None else translated(fault, words) for fault in found]
        case IllegalAction() if words is not None:
            return [refusal(words, error.reason, error.rule)]
        case CannotUndo() if words is not None:
            return [words.say("undo." + error.reason)]
        case StoreFailed() if words is None:
            return ["the database does not answer"]
        case WorkerFailed() if words is None:
            return ["the worker process failed"]
    key = MESSAGE_IDS.get(type(error), "")
    return [words.say(key) if words is not None and key else str(error)]


def translated(fault: str, words: Words) -> str:
    """A fault in the user's language. A technical fault, such as that of a parser, stays in English."""
    if isinstance(fault, Fault) and fault.id:
        return words.say(fault.id, **fault.values)
    return words.say("fault.other", text=fault)


def error_body(error: Exception, words: Words | None = None, most: int = MAX_FAULTS) -> dict[str, Any]:
    """The JSON body of an error, with at most this number of faults."""
    faults = faults_of(error, words, most)
    body: dict[str, Any] = {"error": "; ".join(faults), "faults": faults}
    if isinstance(error, IllegalAction | CannotUndo):
        body["reason"] = error.reason
    if isinstance(error, IllegalAction):
        body["rule"] = error.rule
    return body
