"""The pages: everything that a browser asks for. Works without script; with it, changes come by a stream."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final
from urllib.parse import quote

import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from samovar.games import registry
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction, SamovarError
from samovar.table import looks
from samovar.table.events import BEAT, Events, Message, Mouth
from samovar.table.house import HOST, ONLOOKER, Conflict, Order, Wanted, check_host
from samovar.table.looks import Looks, record_for, regions_message
from samovar.table.managing import (
    change_table,
    forget_me,
    manage,
    my_data,
    my_tables,
    prove_shuffle,
    save_my_data,
)
from samovar.table.security import TooMuch
from samovar.table.store import NoTable
from samovar.table.table import MOST_NAME, NotYours, Table
from samovar.table.visit import (
    Curtain,
    Fields,
    JSONResponse,
    Visit,
    faults_of,
    number,
    status_of,
    text,
)
from samovar.views import page
from samovar.views.lobby_page import OVER, WAITING, YOUR_TURN, RoomSummary, lobby_page
from samovar.views.rules_page import rules_page
from samovar.views.rules_text import rules_text
from samovar.views.waiting_page import WaitingRoom, error_page, handover_page, waiting_page
from samovar.views.words.words import Words

HELLO: Final = Message(b"retry: 1000\n\n")
MOST_TABLES: Final = 100  # of one browser, on its first page


# ---- what goes wrong ----


Handler = Callable[[Visit], Awaitable[Response]]


def handled(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Every fault becomes an answer that says what is wrong."""

    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        try:
            return await handler(visit)
        except Curtain:
            return visit.go(visit.at(f"/t/{request.path_params['id']}"))
        except (SamovarError, TooMuch) as error:
            return await refused(visit, error)

    return endpoint


async def refused(visit: Visit, error: Exception) -> Response:
    status = status_of(error)
    faults = faults_of(error, await _words(visit))
    if visit.json:
        said: Fields = {"error": "; ".join(faults), "faults": faults}
        if isinstance(error, IllegalAction | CannotUndo):
            said["reason"] = error.reason
        if isinstance(error, IllegalAction):
            said["rule"] = error.rule
        if isinstance(error, Conflict | IllegalAction | CannotUndo):
            said |= await fresh(visit)
        return visit.answer(JSONResponse(said, status))
    if isinstance(error, Conflict):
        return await table_page(visit, status)
    back = visit.own if "id" in visit.request.path_params and status != 404 else visit.at("/")
    return visit.answer(HTMLResponse(error_page(visit.words(), visit.head("pages.js"), faults, back), status))


async def _words(visit: Visit) -> Words:
    """The words of the game that the request is about."""
    try:
        return visit.words((await visit.table()).made.game)
    except (KeyError, NoTable):
        return visit.words()


async def fresh(visit: Visit) -> Fields:
    """The table as it is now, for whoever had another picture of it."""
    table = await visit.table()
    async with table.lock:
        seat = visit.seat(table)
        drawn = looks_of(visit, table).draw(table, seat, visit.lang, visit.own)
        return {"seq": table.seq, "regions": drawn.regions}


def looks_of(visit: Visit, table: Table) -> Looks:
    kept: dict[str, Looks] = visit.request.app.looks
    if table.id not in kept:
        for id in [id for id in kept if id not in visit.house.tables]:
            del kept[id]
        kept[table.id] = Looks(visit.house.thinkers, visit.root)
    return kept[table.id]


# ---- the first page, new tables ----


async def first_page(visit: Visit) -> Response:
    return visit.answer(HTMLResponse(await _landing(visit, [])))


async def _landing(visit: Visit, faults: list[str]) -> str:
    mine = [
        RoomSummary(visit.at(f"/t/{table.id}"), table.made.game, table.names, _state(table, seats))
        for table, seats in await my_tables(visit, MOST_TABLES)
    ]
    return lobby_page(visit.words(), visit.head("pages.js", banners=True), mine, visit.name, faults)


def _state(table: Table, seats: list[int]) -> str:
    if table.match is None:
        return WAITING
    if table.match.over:
        return OVER
    return YOUR_TURN if set(seats) & set(table.match.actors()) else WAITING


async def make_table(visit: Visit) -> Response:
    fields = await visit.fields()
    try:
        order = order_of(fields)
        table = await visit.house.make(order, visit.known())
    except BadInput as error:
        if visit.json:
            raise
        page = await _landing(visit, faults_of(error, visit.words()))
        return visit.answer(HTMLResponse(page, 422))
    return _remembering(visit, visit.go(visit.at(f"/t/{table.id}")), text(fields, "name"))


def _remembering(visit: Visit, response: Response, name: str) -> Response:
    """What somebody was called last stands in the form the next time."""
    name = " ".join(name.split())
    if name.isprintable() and 0 < len(name) <= MOST_NAME:
        visit.set_cookie(response, "name", quote(name))
    return response


def order_of(fields: Fields) -> Order:
    """The form of a new table."""
    seats: list[Wanted] = []
    for n in range(1, 13):
        kind, _, level = text(fields, f"seat.{n}").partition(".")
        if kind in {"", "none"}:
            continue
        name = text(fields, "name") if kind == "me" and not any(s.kind == "me" for s in seats) else ""
        seats.append(Wanted(kind, name, level or "medium"))
    minutes = text(fields, "limit").strip()
    options = {
        name.removeprefix("option."): text(fields, name)
        for name in fields
        if name.startswith("option.") and text(fields, name)
    }
    return Order(
        game=text(fields, "game"),
        seats=seats,
        options=options,
        seed=text(fields, "seed").strip(),
        limit=number(fields, "limit") * 60 if minutes else 0,
        salt=text(fields, "salt"),
        pledge=text(fields, "pledge"),
    )


async def take_in(visit: Visit) -> Response:
    """A record or a position that somebody brings along."""
    fields = await visit.fields()
    try:
        table = await visit.house.take_in(text(fields, "text"), visit.name or "Anna", visit.known())
    except BadInput as error:
        if visit.json:
            raise
        page = await _landing(visit, faults_of(error, visit.words()))
        return visit.answer(HTMLResponse(page, 422))
    return visit.go(visit.at(f"/t/{table.id}"))


# ---- the page of a table ----


async def show_table(visit: Visit) -> Response:
    return await table_page(visit, 200)


async def table_page(visit: Visit, status: int) -> Response:
    table = await visit.table()
    async with table.lock:
        if table.match is None:
            return visit.answer(HTMLResponse(door(visit, table, []), status))
        try:
            seat = visit.seat(table)
        except Curtain:
            if visit.request.path_params.get("seat") is not None:
                raise
            return visit.answer(HTMLResponse(_curtain(visit, table), status))
        drawn = looks_of(visit, table).draw(table, seat, visit.lang, visit.own)
        head = looks.table_head(table.made.game, visit.theme, visit.root)
        html = page.document(drawn.seen, head, drawn.regions)
        last = f"{visit.request.app.boot}.{table.version}"
    html = html.replace("<body ", f'<body data-last="{last}" ', 1)
    return visit.answer(HTMLResponse(html, status))


def _curtain(visit: Visit, table: Table) -> str:
    seats = table.seats_of(visit.session)
    deciding = [seat for seat in table.playing().actors() if seat in seats] or seats
    names = {seat: table.chairs[seat].name for seat in deciding}
    return handover_page(
        visit.words(table.made.game),
        visit.head("pages.js"),
        table.made.game,
        visit.at(f"/t/{table.id}"),
        names,
    )


def door(visit: Visit, table: Table, faults: list[str]) -> str:
    """The page of a table whose game has not begun."""
    found = WaitingRoom(visit.at(f"/t/{table.id}"), table.made.game, looks.sitters(table))
    base = str(visit.request.base_url).rstrip("/")
    mine = [seat for seat in table.seats_of(visit.session) if not table.chairs[seat].name]
    kept = set(table.keys.values())  # seats for friends; the others are for whoever comes first
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.name and seat not in kept]
    sits = any(table.chairs[seat].name for seat in table.seats_of(visit.session))
    found.seat = mine[0] if mine else free[0] if free and not sits else -1
    found.host = HOST in table.holders.get(visit.session, [])
    found.commit = table.made.commit
    found.seed = table.made.seed
    found.name = visit.name
    if found.host:
        for seat, token in visit.house.invitations.get(table.id, {}).items():
            if not table.chairs[seat].name:
                address = f"{base}/t/{table.id}/join/{token}"
                found.links[seat] = address
                found.pictures[seat] = qr(address)
    if found.host and free:
        found.watch = f"{base}/t/{table.id}"
    return waiting_page(visit.words(table.made.game), visit.head("pages.js", "door.js"), found, faults)


def qr(address: str) -> str:
    """The address as a picture that a phone can read."""
    return segno.make(address, micro=False).svg_inline(scale=3, dark="#000", light="#fff", svgclass="qr")


async def join(visit: Visit) -> Response:
    """A link: the token moves into the cookie, and out of the address."""
    table = await visit.table()
    seat = table.seat_of_key(visit.request.path_params["token"])
    if seat < 0:
        faults = [visit.words().say("door.wrong_link")]
        return HTMLResponse(error_page(visit.words(), visit.head("pages.js"), faults, visit.at("/")), 404)
    await visit.house.hold(table, visit.known(), seat)
    return visit.go(visit.at(f"/t/{table.id}"))


async def at_position(visit: Visit) -> Response:
    """An earlier position, as this visitor may see it."""
    table = await visit.table()
    async with table.lock:
        seat = visit.seat(table)
        moves = visit.request.path_params["moves"]
        match = await visit.house.earlier(table, next((n for n in table.rests(seat) if n >= moves), moves))
        seen = looks.seen(table, match, seat, visit.lang, visit.own, visit.root, replay=True)
        html = page.document(seen, looks.table_head(table.made.game, visit.theme, visit.root))
    return visit.answer(HTMLResponse(html))


async def give_record(visit: Visit) -> Response:
    """The record. Of a running game only if this visitor may know all that is in it."""
    table = await visit.table()
    async with table.lock:
        return PlainTextResponse(
            record_for(table, visit.seat(table)),
            headers={"content-disposition": f'attachment; filename="{table.made.game}-{table.id}.rec"'},
        )


# ---- doing something ----


async def act(visit: Visit) -> Response:
    fields = await visit.fields()
    table = await visit.table()
    seat = visit.own_seat(table)
    await visit.house.act(table, seat, text(fields, "token"), number(fields, "seq"), _action_id(fields, seat))
    return _done(visit, table)


async def pay(visit: Visit) -> Response:
    """The whole payment, as it is proposed."""
    fields = await visit.fields()
    table = await visit.table()
    seat = visit.own_seat(table)
    await visit.house.pay(table, seat, number(fields, "seq"), _action_id(fields, seat, "pay"))
    return _done(visit, table)


async def undo(visit: Visit) -> Response:
    return await _take_back(visit, False)


async def restart(visit: Visit) -> Response:
    return await _take_back(visit, True)


async def _take_back(visit: Visit, whole_turn: bool) -> Response:
    fields = await visit.fields()
    table = await visit.table()
    seat = visit.own_seat(table)
    action_id = _action_id(fields, seat, "back")
    await visit.house.take_back(table, seat, whole_turn, number(fields, "seq"), action_id)
    return _done(visit, table)


def _action_id(fields: Fields, seat: int, button: str = "") -> str:
    """What the client calls this action; nobody can take the answer of another seat for its own. One form
    holds all options and more: another button is another action.
    """
    found = text(fields, "action_id")
    if len(found) > 48 or not found.isascii() or not found.isprintable():
        raise BadInput("action_id", ["must be at most 48 signs"])
    if button and found.startswith("form-"):
        found += f"-{button}"
    return f"{seat}/{found}" if found else ""


def _done(visit: Visit, table: Table) -> Response:
    if visit.json:
        return visit.answer(JSONResponse({"seq": table.seq}))
    return visit.go(visit.own)


async def chat(visit: Visit) -> Response:
    fields = await visit.fields()
    table = await visit.table()
    seats = table.seats_of(visit.session)
    seat = seats[0] if seats else ONLOOKER
    name = table.chairs[seat].name if seats else visit.words().say("door.watcher")
    await visit.house.remark(table, seat, name, text(fields, "text"))
    return _done(visit, table)


async def change_seat(visit: Visit) -> Response:
    """Sit down; and for the host: a new link, a bot for an empty seat."""
    fields = await visit.fields()
    table = await visit.table()
    seat = number(fields, "seat")
    table.check_seat(seat)
    match text(fields, "do", "sit"):
        case "sit":
            await _sit(visit, table, seat, text(fields, "name"), text(fields, "salt"))
        case "link":
            check_host(table, visit.session)
            await visit.house.invite(table, seat)
        case "bot":
            check_host(table, visit.session)
            await visit.house.seat_bot(table, seat, text(fields, "level", "medium"))
        case other:
            raise BadInput("do", [f"sit, link or bot, not {other[:20]!r}"])
    return _remembering(visit, visit.go(visit.at(f"/t/{table.id}")), text(fields, "name"))


async def _sit(visit: Visit, table: Table, seat: int, name: str, salt: str) -> None:
    if seat not in table.seats_of(visit.session):
        if seat in table.keys.values() or table.chairs[seat].name:
            raise NotYours("that seat waits for somebody else")
        await visit.house.sit(table, seat, name, salt)
        await visit.house.hold(table, visit.known(), seat)
    else:
        await visit.house.sit(table, seat, name, salt)


async def rematch(visit: Visit) -> Response:
    table = await visit.table()
    if not table.seats_of(visit.session):
        raise NotYours("only somebody who sits at the table may do that")
    other = await visit.house.rematch(table, visit.session)
    return visit.go(visit.at(f"/t/{other.id}"))


async def fork(visit: Visit) -> Response:
    fields = await visit.fields()
    table = await visit.table()
    seat = visit.seat(table)
    moves = number(fields, "at", len(table.playing().log))
    other = await visit.house.fork(table, seat, moves, visit.known(), text(fields, "level", "medium"))
    return visit.go(visit.at(f"/t/{other.id}"))


async def limit(visit: Visit) -> Response:
    """After how many minutes a bot plays for whoever is away."""
    fields = await visit.fields()
    table = await visit.table()
    check_host(table, visit.session)
    await visit.house.set_limit(table, number(fields, "limit") * 60)
    return _done(visit, table)


async def next_table(visit: Visit) -> Response:
    """The next of my tables that waits for me, after the one I come from; the first page if none does."""
    waiting = [table.id for table, seats in await my_tables(visit) if _state(table, seats) == YOUR_TURN]
    after = visit.request.query_params.get("after", "")
    at = waiting.index(after) + 1 if after in waiting else 0
    others = [id for id in waiting[at:] + waiting[:at] if id != after]
    return visit.go(visit.at(f"/t/{others[0]}" if others else "/"))


# ---- the stream ----


async def events(visit: Visit) -> Response:
    table = await visit.table()
    visit.seat(table) if table.match is not None else None  # refuses a seat of somebody else
    last = visit.request.headers.get("last-event-id") or visit.request.query_params.get("last", "")
    return Events(partial(stream, visit, table, last))


async def stream(visit: Visit, table: Table, last: str, mouth: Mouth) -> None:
    """Regions as they change. The first message brings whatever the page does not have yet."""
    seats = table.seats_of(visit.session) or [ONLOOKER]
    news = [visit.house.arrive(table, seat) for seat in seats]
    boot: str = visit.request.app.boot
    had, _, version = last.partition(".")
    since = int(version) if had == boot and version.isascii() and version.isdigit() else -1
    waited = table.match is None
    told = table.seq  # while waiting for players: who comes and goes is no reason to load the page again
    try:
        await mouth.say(HELLO)
        while not visit.house.closing:
            for event in news:
                event.clear()
            message: Message | None = BEAT
            if since != table.version:
                async with table.lock:
                    sent = table.version
                    message = _news(visit, table, since, waited, f"{boot}.{sent}")
                since = sent
                if waited and table.seq == told and not table.gone:
                    message = None
            if message is not None:
                told = table.seq
                await mouth.say(message)
            await news[0].wait()
    finally:
        for seat, event in zip(seats, news, strict=True):
            visit.house.depart(table, seat, event)


def _news(visit: Visit, table: Table, since: int, waited: bool, id: str) -> Message | None:
    """What to send; None if nothing has changed."""
    if table.gone:
        return regions_message(id, b'{"reload":true}')
    if table.match is None or waited:
        begun = b"true" if table.match is not None else b"false"
        return regions_message(id, b'{"reload":true,"begun":' + begun + b"}")
    try:
        seat = visit.seat(table)
    except Curtain:
        return regions_message(id, b'{"reload":true}')
    except NotYours:
        return regions_message(id, b'{"reload":true}')
    return looks_of(visit, table).news(table, seat, visit.lang, visit.own, since, id)


# ---- the rules ----


async def rules(visit: Visit) -> Response:
    """The rules in the reader's language, or in English where there is no translation."""
    game = registry.game(visit.request.path_params["game"])
    w = visit.words(game.name)
    text, lang = rules_text(game.name, visit.lang)
    if not text:
        faults = [w.say("door.no_rules")]
        return HTMLResponse(error_page(w, visit.head("pages.js"), faults, visit.at("/")), 404)
    return HTMLResponse(rules_page(w, visit.head("pages.js"), game.name, text, lang))


async def missing(request: Request, _: Exception) -> Response:
    visit = Visit(request)
    faults = [visit.words().say("door.no_page")]
    if visit.json or request.url.path.startswith(visit.at("/api/")):
        return JSONResponse({"error": faults[0], "faults": faults}, 404)
    return HTMLResponse(error_page(visit.words(), visit.head("pages.js"), faults, visit.at("/")), 404)


def routes() -> list[Route]:
    found = [
        Route("/", handled(first_page)),
        Route("/tables", handled(make_table), methods=["POST"]),
        Route("/import", handled(take_in), methods=["POST"]),
        Route("/rules/{game}", handled(rules)),
        Route("/t/{id}/join/{token}", handled(join)),
        Route("/t/{id}/manage", handled(manage)),
        Route("/t/{id}/manage", handled(change_table), methods=["POST"]),
        Route("/next", handled(next_table)),
        Route("/data", handled(my_data)),
        Route("/data", handled(forget_me), methods=["POST"]),
        Route("/data.json", handled(save_my_data)),
    ]
    for base in ("/t/{id}", "/t/{id}/as/{seat:few}"):
        found += [
            Route(base, handled(show_table)),
            Route(f"{base}/events", handled(events)),
            Route(f"{base}/at/{{moves:few}}", handled(at_position)),
            Route(f"{base}/record", handled(give_record)),
            Route(f"{base}/shuffle", handled(prove_shuffle)),
        ]
        posts: dict[str, Handler] = {
            "act": act,
            "pay": pay,
            "undo": undo,
            "restart": restart,
            "chat": chat,
            "seat": change_seat,
            "rematch": rematch,
            "fork": fork,
            "limit": limit,
        }
        found += [
            Route(f"{base}/{name}", handled(handler), methods=["POST"]) for name, handler in posts.items()
        ]
    return found
