"""What a host does with a table, and everyone with what is kept of them."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.responses import HTMLResponse, Response

from samovar.kernel.errors import BadInput
from samovar.table import looks, shuffle
from samovar.table.house import HOST, ONLOOKER, check_host
from samovar.table.looks import record_for
from samovar.table.store import Remark
from samovar.table.table import Table
from samovar.table.visit import COOKIE, Fields, JSONResponse, Visit, number, text
from samovar.views.manage_page import ManageView, data_page, manage_page
from samovar.views.proof_page import ShuffleStatus, proof_page
from samovar.views.view_model import ChatLine


async def manage(visit: Visit) -> Response:
    table = await visit.table()
    found = ManageView(visit.at(f"/t/{table.id}"), table.made.game, looks.sitters(table))
    found.host = HOST in table.holders.get(visit.session, [])
    if found.host:
        found.chat = [ChatLine(one.name, one.text, one.seat, one.number) for one in table.chat]
        found.hushed = table.hushed
        found.limit = table.limit // 60
        base = str(visit.request.base_url).rstrip("/")
        for seat, token in visit.house.invitations.get(table.id, {}).items():
            found.links[seat] = f"{base}/t/{table.id}/join/{token}"
    return visit.answer(
        HTMLResponse(manage_page(visit.words(table.made.game), visit.head("pages.js"), found))
    )


async def change_table(visit: Visit) -> Response:
    """What only the host may do."""
    fields = await visit.fields()
    table = await visit.table()
    check_host(table, visit.session)
    match text(fields, "do"):
        case "remove":
            await visit.house.strike(table, number(fields, "number"))
        case "mute":
            await visit.house.hush(table, number(fields, "seat"), True)
        case "unmute":
            await visit.house.hush(table, number(fields, "seat"), False)
        case "link":
            await visit.house.invite(table, number(fields, "seat"))
        case "limit":
            await visit.house.set_limit(table, number(fields, "limit") * 60)
        case "delete":
            _check_sure(fields)
            await visit.house.erase(table)
            return visit.go(visit.at("/"))
        case other:
            raise BadInput("do", [f"remove, mute, unmute, link, limit or delete, not {other[:20]!r}"])
    return visit.go(visit.at(f"/t/{table.id}/manage"))


def _check_sure(fields: Fields) -> None:
    if text(fields, "sure") != "yes":
        raise BadInput("sure", ["must be yes: it cannot be taken back"])


async def prove_shuffle(visit: Visit) -> Response:
    """What was promised, and when the game is over whether it was kept: for everybody who asks."""
    table = await visit.table()
    names = [(chair.name, chair.salt) for chair in table.chairs]
    found = ShuffleStatus(visit.own, table.made.game, names)
    found.chosen, found.commit = table.made.seed, "" if table.made.record else table.made.commit
    if table.revealed and found.commit:
        found.seed, found.hashed = table.revealed, shuffle.bound(table.id, table.revealed)
        async with table.lock:
            record = table.record()
        try:  # a whole game is played again: meanwhile others are served
            proof = await asyncio.to_thread(shuffle.check_proof, record, table.components)
            found.draws = proof.draws
        except BadInput as error:
            found.faults = error.faults
    return visit.answer(HTMLResponse(proof_page(visit.words(table.made.game), visit.head("pages.js"), found)))


async def my_tables(visit: Visit, most: int | None = None) -> list[tuple[Table, list[int]]]:
    """The tables of this browser, with its seats, the newest first."""
    if not visit.session:
        return []
    held = await visit.house.store.ask(lambda _: visit.house.store.held(visit.session))
    return [
        (await visit.house.table(id), [seat for seat in seats if seat >= 0])
        for id, seats in list(held.items())[:most]
    ]


async def _remarks(visit: Visit, table: Table, seats: list[int]) -> list[Remark]:
    store = visit.house.store
    return await store.ask(lambda _: store.remarks(table.id, seats))


async def my_data(visit: Visit) -> Response:
    mine = await my_tables(visit)
    remarks = sum([len(await _remarks(visit, table, seats)) for table, seats in mine])
    return visit.answer(HTMLResponse(data_page(visit.words(), visit.head("pages.js"), len(mine), remarks)))


async def save_my_data(visit: Visit) -> Response:
    """All that is kept of this browser, as JSON."""
    tables: list[Fields] = []
    for table, seats in await my_tables(visit):
        said = await _remarks(visit, table, seats)
        record = ""
        with contextlib.suppress(BadInput):  # the record of a running game may hold secrets of others
            record = record_for(table, seats[0] if len(seats) == 1 else ONLOOKER)
        tables.append(
            {
                "table": table.id,
                "game": table.made.game,
                "host": HOST in table.holders.get(visit.session, []),
                "seats": [{"seat": seat, "name": table.chairs[seat].name} for seat in seats],
                "remarks": [{"at": one.at, "text": one.text} for one in said],
                "record": record,
            }
        )
    found = {"cookies": {"lang": visit.lang, "theme": visit.theme, "name": visit.name}, "tables": tables}
    answer = JSONResponse(found)
    answer.headers["content-disposition"] = 'attachment; filename="samovar.json"'
    return visit.answer(answer)


async def forget_me(visit: Visit) -> Response:
    """Delete what is kept of this browser."""
    _check_sure(await visit.fields())
    for table, _ in await my_tables(visit):
        await visit.house.forget(table, visit.session)
    answer = visit.go(visit.at("/"))
    for name in (COOKIE, "lang", "theme", "name"):
        visit.delete_cookie(answer, name)
    return answer
