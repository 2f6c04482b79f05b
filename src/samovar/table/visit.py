"""One request of a browser: whose it is, what it sends, and what is said of its faults."""

from __future__ import annotations

import contextlib
import secrets
from http.cookies import CookieError
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

import msgspec
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from samovar.games import registry
from samovar.kernel.errors import BadInput, CannotUndo, IllegalAction
from samovar.table import game_styles, looks
from samovar.table.house import ONLOOKER, Conflict, House, Silenced
from samovar.table.security import TooMuch
from samovar.table.store import NoTable, StoreFailed
from samovar.table.table import MOST_NAME, NotYours, Table, token_hash
from samovar.views.sentences import refusal
from samovar.views.view_model import PageHead
from samovar.views.words.words import Words, best_language, languages, words_for

COOKIE: Final = "samovar"
A_YEAR: Final = 365 * 24 * 3600
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
Fields = dict[str, Any]


class Few(IntegerConvertor):
    """A number in an address, of as many figures as make sense."""

    regex = "[0-9]{1,6}"


register_url_convertor("few", Few())


class Curtain(Exception):
    """Several people share this browser, and one of them must come first."""


class JSONResponse(Response):
    media_type = JSON

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


class Visit:
    """One request: whose it is, in which language, and how it wants to be answered."""

    def __init__(self, request: Request) -> None:
        self.request: Final = request
        self.house: Final[House] = request.app.house
        self.root: Final[str] = request.app.root_path
        cookies: dict[str, str] = {}
        with contextlib.suppress(CookieError):
            cookies = request.cookies
        self.token = cookies.get(COOKIE, "")
        self.fresh = False  # whether the browser gets its cookie with this answer
        lang = cookies.get("lang", "")
        self.lang: Final = lang if lang in languages() else _accepted(request)
        self.theme: Final = cookies.get("theme", "")
        name = unquote(cookies.get("name", ""))
        self.name: Final = name[:MOST_NAME] if name.isprintable() else ""
        self.json: Final = JSON in request.headers.get("accept", "") or JSON in _kind(request)

    @property
    def session(self) -> str:
        """The hash of the cookie; empty for a browser without one."""
        return token_hash(self.token) if self.token else ""

    def known(self) -> str:
        """The session, begun now if there is none."""
        if len(self.token) < 40:
            self.token = secrets.token_urlsafe(32)
            self.fresh = True
        return self.session

    def words(self, game: str = "") -> Words:
        return words_for(self.lang, game)

    def head(self, *scripts: str, banners: bool = False) -> PageHead:
        """``banners``: the page shows the banners of the games."""
        styles = ["style.css", "over.css", "pages.css"]
        if banners:
            styles += game_styles.addresses(game_styles.BANNER, registry.names())
        return looks.head([*scripts], styles, self.theme, self.root)

    async def table(self) -> Table:
        return await self.house.table(self.request.path_params["id"])

    def at(self, path: str) -> str:
        """The address of a path of this server, as the browser must ask for it."""
        return self.root + path

    @property
    def own(self) -> str:
        """The address of this table for this visitor."""
        id, seat = self.request.path_params["id"], self.request.path_params.get("seat")
        return self.at(f"/t/{id}" if seat is None else f"/t/{id}/as/{seat}")

    def seat(self, table: Table) -> int:
        """Through whose eyes this visitor looks. Curtain if somebody else must come first."""
        seats = table.seats_of(self.session)
        asked = self.request.path_params.get("seat")
        if asked is not None and asked not in seats:
            raise NotYours("that seat belongs to somebody else")
        if not seats:
            return ONLOOKER
        if len(seats) == 1 or table.match is None:
            return seats[0] if asked is None else int(asked)
        deciding = [seat for seat in table.match.actors() if seat in seats]
        if table.made.private or not has_secrets(table):
            return deciding[0] if deciding and asked is None else seats[0] if asked is None else int(asked)
        if asked is None or (deciding and asked not in deciding):
            raise Curtain
        return int(asked)

    def own_seat(self, table: Table) -> int:
        seat = self.seat(table)
        if seat == ONLOOKER:
            raise NotYours("only somebody who sits at the table may do that")
        return seat

    async def fields(self) -> Fields:
        """What was sent, as a form or as JSON."""
        kind = _kind(self.request)
        body = await self.request.body()
        try:
            if kind == JSON:
                found = msgspec.json.decode(body or b"{}")
                if not isinstance(found, dict):
                    raise BadInput("request", ["must be a JSON object"])
                return found
            if kind in {FORM, ""}:
                return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100))
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError):
            raise BadInput("request", ["cannot be read"]) from None
        raise BadInput("request", [f"must be {FORM} or {JSON}"])

    def answer(self, response: Response) -> Response:
        if self.fresh:
            self.set_cookie(response, COOKIE, self.token, httponly=True)
        return response

    def set_cookie(self, response: Response, name: str, value: str, httponly: bool = False) -> None:
        secure = self.request.url.scheme == "https"
        response.set_cookie(
            name, value, A_YEAR, path=self.root or "/", httponly=httponly, samesite="lax", secure=secure
        )

    def delete_cookie(self, response: Response, name: str) -> None:
        response.delete_cookie(name, path=self.root or "/")

    def go(self, address: str) -> Response:
        """Redirect to another page. A script gets the address as JSON."""
        if self.json:
            return self.answer(JSONResponse({"url": address}))
        return self.answer(RedirectResponse(address, 303))


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _accepted(request: Request) -> str:
    """The first language in the Accept-Language header that the table has."""
    tags = request.headers.get("accept-language", "").split(",")[:20]
    return best_language([tag.partition(";")[0] for tag in tags])


def text(fields: Fields, name: str, usual: str = "") -> str:
    """A field as text; BadInput if it is something else."""
    value = fields.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadInput(name, ["must be text"])
    return str(value)


def number(fields: Fields, name: str, usual: int | None = None) -> int:
    """A field as a number; BadInput if it is none."""
    value = text(fields, name, "" if usual is None else str(usual)).strip()
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise BadInput(name, ["must be a whole number"])
    return int(value)


def has_secrets(table: Table) -> bool:
    """Whether some seat sees something now that others must not see."""
    match = table.playing()
    onlooker = match.game.redact(match.state, ONLOOKER)
    return match.game.write(onlooker) != match.game.write(match.state)


# ---- what goes wrong ----


def status_of(error: Exception) -> int:
    match error:
        case NoTable():
            return 404
        case NotYours() | Silenced():
            return 403
        case Conflict():
            return 409
        case StoreFailed():
            return 503
        case TooMuch():
            return 413
        case _:
            return 422


def faults_of(error: Exception, w: Words) -> list[str]:
    """What went wrong, for people."""
    match error:
        case NoTable():
            return [w.say("door.no_table")]
        case NotYours():
            return [w.say("door.not_yours")]
        case Silenced():
            return [w.say("door.muted")]
        case Conflict():
            return [w.say("script.gone")]
        case IllegalAction():
            return [refusal(w, error.reason, error.rule)]
        case CannotUndo():
            return [w.say("undo." + error.reason)]
        case BadInput():
            return [f"{error.what}: {fault}" for fault in error.faults]
        case _:
            return [str(error)]
