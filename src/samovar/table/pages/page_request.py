"""One request of a browser: language, theme, addresses, and how it wants to be answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import quote, unquote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from samovar.games import registry
from samovar.kernel.errors import SamovarError
from samovar.room.access import digest
from samovar.room.errors import HandoverNeeded
from samovar.room.page_updates import PageContext
from samovar.room.room import Room
from samovar.room.validation import MAX_NAME
from samovar.room.viewer import Identity, Viewer
from samovar.table import game_styles
from samovar.table.auth import COOKIE, MIN_SESSION, browser_identity, cookies_of, new_session, set_cookie
from samovar.table.errors import error_body, faults_of, status_of
from samovar.table.request_fields import JSON, content_type
from samovar.table.room_cache import OpenRoom
from samovar.table.service import RoomService
from samovar.views.view_model import PageHead
from samovar.views.waiting_page import error_page
from samovar.views.words.words import Words, best_language, languages, words_for

MAX_LANGUAGE_TAGS: Final = 20  # of Accept-Language


class JSONResponse(Response):
    """A response encoded by msgspec."""

    media_type = JSON

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


class PageRequest:
    """A request of a browser with everything that its pages need."""

    def __init__(self, request: Request) -> None:
        self.http: Final = request
        self.service: Final[RoomService] = request.app.service
        self.root: Final[str] = request.app.root_path
        self.identity: Identity = browser_identity(request)
        self.new_cookie = ""  # the session that this response begins
        cookies = cookies_of(request)
        lang = cookies.get("lang", "")
        self.lang: Final = lang if lang in languages() else _accepted_language(request)
        self.theme: Final = cookies.get("theme", "")
        name = unquote(cookies.get("name", ""))
        self.name: Final = name[:MAX_NAME] if name.isprintable() else ""
        self.json: Final = JSON in request.headers.get("accept", "") or content_type(request) == JSON

    # ---- who asks, and for what ----

    def known(self) -> Identity:
        """The identity, with a session that begins now if there is none."""
        cookie = cookies_of(self.http).get(COOKIE, "")
        if len(cookie) < MIN_SESSION and not self.new_cookie:
            self.new_cookie = new_session()
            self.identity = Identity(session=digest(self.new_cookie), address=self.identity.address)
        return self.identity

    @property
    def room_id(self) -> str:
        found: str = self.http.path_params["id"]
        return found

    @property
    def as_seat(self) -> int | None:
        """The seat in the address, on a shared device."""
        return self.http.path_params.get("seat")

    async def view(self) -> tuple[OpenRoom, Room, Viewer]:
        """The room of the address as this browser may watch it."""
        return await self.service.view(self.room_id, self.identity, self.as_seat)

    # ---- words and addresses ----

    def words(self, game: str = "") -> Words:
        return words_for(self.lang, game)

    def at(self, path: str) -> str:
        """The address of a path of this server."""
        return self.root + path

    @property
    def room_address(self) -> str:
        return self.at(f"/t/{self.room_id}")

    @property
    def own_address(self) -> str:
        """The address of the room for this viewer."""
        return self.room_address if self.as_seat is None else f"{self.room_address}/as/{self.as_seat}"

    @property
    def public_address(self) -> str:
        """The address of the server as other people reach it."""
        return str(self.http.base_url).rstrip("/")

    @property
    def context(self) -> PageContext:
        return PageContext(self.lang, self.own_address, self.root, self.service.workers.warming_up)

    def head(self, *scripts: str, banners: bool = False) -> PageHead:
        """The head of a page that is not a table. ``banners``: it shows those of the games."""
        styles = ["style.css", "over.css", "pages.css"]
        if banners:
            styles += game_styles.addresses(game_styles.BANNER, registry.names())
        return self._head([*scripts], styles)

    def table_head(self, game: str) -> PageHead:
        """The head of the page of a table: a game may have style sheets of its own."""
        styles = ["style.css", "over.css", *game_styles.addresses(game_styles.TABLE, [game])]
        return self._head(["table.js"], styles)

    def _head(self, scripts: list[str], styles: list[str]) -> PageHead:
        static = f"{self.root}/static"
        return PageHead(
            [f"{static}/{name}" for name in styles],
            [f"{static}/{name}" for name in scripts],
            self.theme if self.theme in {"light", "dark"} else "",
            icon=f"{static}/icon.svg",
            root=self.root,
        )

    # ---- responses ----

    def html(self, text: str, status: int = 200) -> Response:
        return self.respond(HTMLResponse(text, status))

    def go(self, address: str) -> Response:
        """Lead the browser to another page; a script gets the address as JSON."""
        found: Response = JSONResponse({"url": address}) if self.json else RedirectResponse(address, 303)
        return self.respond(found)

    def respond(self, response: Response) -> Response:
        """Add the session cookie if it is new."""
        if self.new_cookie:
            set_cookie(self.http, response, COOKIE, self.new_cookie, httponly=True)
        return response

    def remember_name(self, response: Response, name: str) -> Response:
        """Keep the player's name in a cookie for the next form."""
        name = " ".join(name.split())
        if name.isprintable() and 0 < len(name) <= MAX_NAME:
            set_cookie(self.http, response, "name", quote(name))
        return response

    def error_page(self, faults: list[str], status: int, back: str = "") -> Response:
        head = self.head("pages.js")
        return self.html(error_page(self.words(), head, faults, back or self.at("/")), status)

    async def refuse(self, error: SamovarError) -> Response:
        """The response to a refusal, in the reader's language."""
        status, words = status_of(error), await self._game_words()
        if self.json:
            return self.respond(JSONResponse(error_body(error, words) | await self._seq(), status))
        back = self.own_address if "id" in self.http.path_params and status != 404 else ""
        return self.error_page(faults_of(error, words), status, back)

    async def _game_words(self) -> Words:
        """The words of the game that the request is about."""
        try:
            return self.words((await self.service.open(self.room_id)).room.created.game)
        except (KeyError, SamovarError):
            return self.words()

    async def _seq(self) -> dict[str, int]:
        """The newest entry of the room: the script waits until the page shows it."""
        try:
            return {"seq": (await self.service.open(self.room_id)).room.head.length}
        except (KeyError, SamovarError):
            return {}


PageHandler = Callable[[PageRequest], Awaitable[Response]]


def page(handler: PageHandler) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint. Every refusal becomes a response that says what is wrong."""

    async def endpoint(http: Request) -> Response:
        request = PageRequest(http)
        try:
            return await handler(request)
        except HandoverNeeded:
            return request.go(request.room_address)
        except SamovarError as error:
            return await request.refuse(error)

    return endpoint


def _accepted_language(request: Request) -> str:
    """The first language of the Accept-Language header that the table has."""
    tags = request.headers.get("accept-language", "").split(",")[:MAX_LANGUAGE_TAGS]
    return best_language([tag.partition(";")[0] for tag in tags])
