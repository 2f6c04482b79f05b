"""``/healthz``: whether the server can read and write games."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from samovar.table.settings import DATABASE_TIMEOUT, MIN_FREE_DISK
from samovar.table.store import Store


async def health_page(request: Request) -> Response:
    """200 "ok", or 503 with the first fault."""
    fault = await database_fault(request.app.service.store)
    return PlainTextResponse(f"{fault}\n", 503) if fault else PlainTextResponse("ok\n")


async def database_fault(store: Store) -> str:
    """The reason why games cannot be read or written; "" if there is none."""
    fault = file_fault(Path(store.url.database or "")) if store.is_sqlite else ""
    if fault:
        return fault
    try:
        await asyncio.wait_for(store.check_writable(), DATABASE_TIMEOUT)
    except Exception:  # of the driver or of the network
        return "The database does not answer."
    return ""


def file_fault(database: Path) -> str:
    """The reason why an SQLite file cannot be written; "" if there is none."""
    try:
        if not database.exists():
            return "The database file is missing."
        if shutil.disk_usage(database.parent).free < MIN_FREE_DISK:
            return "The disk of the database is full."
    except OSError as error:
        return f"The database file is not readable: {error.strerror}."
    return ""
