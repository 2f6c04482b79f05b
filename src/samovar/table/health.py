"""The health check ``/healthz``: tests that the server can read and write games."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from samovar.table.settings import DEFAULT_LIMITS, Limits
from samovar.table.store import Store, StoreFailed

CHECK_SECONDS: Final = 6 * 3600.0
DAMAGED: Final = "The database file is damaged. samovar verify --all says which tables can be read."


async def health_page(request: Request) -> Response:
    """Respond 200 "ok", or 503 with the first fault."""
    fault = await database_fault(request.app.service.store, request.app.settings)
    return PlainTextResponse(f"{fault}\n", 503) if fault else PlainTextResponse("ok\n")


async def database_fault(store: Store, limits: Limits = DEFAULT_LIMITS) -> str:
    """The reason why games cannot be read or written. "" if they can."""
    fault = file_fault(Path(store.url.database or ""), limits.min_free_disk) if store.is_sqlite else ""
    if fault:
        return fault
    try:
        await asyncio.wait_for(store.check_writable(), limits.database_timeout)
    except Exception:  # raised by the driver or the network
        return DAMAGED if store.damage.fault else "The database does not answer."
    return DAMAGED if store.damage.fault else ""


async def watch_database_file(store: Store, every: float = CHECK_SECONDS) -> None:
    """Read all pages of an SQLite file, at the start and at an interval, so that damage is found early."""
    while store.is_sqlite:
        with contextlib.suppress(StoreFailed):  # logged; the health check reports it
            await store.run_query(store.reader.quick_check)
        await asyncio.sleep(every)


def file_fault(database: Path, min_free: int = DEFAULT_LIMITS.min_free_disk) -> str:
    """The reason why an SQLite file cannot be written. "" if it can."""
    try:
        if not database.exists():
            return "The database file is missing."
        if shutil.disk_usage(database.parent).free < min_free:
            return "The disk of the database is full."
    except OSError as error:
        return f"The database file is not readable: {error.strerror}."
    return ""
