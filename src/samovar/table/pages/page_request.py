"""A browser's request with its session, language, theme and URLs, and the responses to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from string import digits
from typing import Any, Final
from urllib.parse import quote, unquote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from samovar.games import registry
from samovar.kernel.errors import SamovarError
from samovar.match.redaction import SPECTATOR
from samovar.room.access import digest
from samovar.room.errors import HandoverNeeded
from samovar.room.page_updates import PageContext
from samovar.room.room import Room
from samovar.room.validation import MAX_NAME, clean_name
from samovar.room.viewer import Identity, Viewer
from samovar.table import stylesheets
from samovar.table.auth import COOKIE, browser_identity, new_session, set_cookie
from samovar.table.errors import error_body, faults_of, status_of
from samovar.table.language import cookies_of, language_of
from samovar.table.request_fields import JSON, content_type
from samovar.table.room_cache import OpenRoom
from samovar.table.service import RoomService
from samovar.views.view_model import PageHead
from samovar.views.waiting_page import error_page
from samovar.views.words.words import Words, words_for


class JSONResponse(Response):
    """A response encoded by msgspec."""

    media_type = JSON

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


class PageRequest:
    """A request of a browser, with the context that page handlers need."""

    def __init__(self, request: Request) -> None:
        self.http: Final = request
        self.service: Final[RoomService] = request.app.service
        self.root: Final[str] = request.app.root_path
        self.identity: Identity = browser_identity(request)
        self.new_cookie = ""  # the session cookie that the response sets
        cookies = cookies_of(request)
        self.lang: Final = language_of(request)
        self.theme: Final = cookies.get("theme", "")
        name = unquote(cookies.get("name", ""))
        self.name: Final = clean_name(name)[:MAX_NAME] if name.isprintable() else ""
        self.json: Final = JSON in request.headers.get("accept", "") or content_type(request) == JSON

    # ---- identity and room ----

    async def ensure_session(self) -> Identity:
        """The identity, with a new session if this browser has no seat and is no host anywhere.

        A cookie without any right may have been chosen by another site of the same host name, which would
        know the session. So a browser gets its first right together with a new cookie.
        """
        session = self.identity.session
        if not self.new_cookie and not await self.service.is_session_used(session):
            self.new_cookie = new_session()
            self.identity = Identity(session=digest(self.new_cookie), address=self.identity.address)
        return self.identity

    @property
    def room_id(self) -> str:
        found: str = self.http.path_params["id"]
        return found

    @property
    def as_seat(self) -> int | None:
        """The seat in the URL (``/as/1``), on a shared device."""
        return self.http.path_params.get("seat")

    async def view(self) -> tuple[OpenRoom, Room, Viewer]:
        """The room of the URL and its viewer. Forbidden if this browser may not watch it."""
        return await self.service.view(self.room_id, self.identity, self.as_seat)

    # ---- language and URLs ----

    def words(self, game: str = "") -> Words:
        return words_for(self.lang, game)

    def url_path(self, path: str) -> str:
        """The URL path with the root path of this server before it."""
        return self.root + path

    @property
    def room_path(self) -> str:
        return self.url_path(f"/t/{self.room_id}")

    @property
    def viewer_path(self) -> str:
        """The URL path of the room for this viewer."""
        return self.room_path if self.as_seat is None else f"{self.room_path}/as/{self.as_seat}"

    @property
    def public_url(self) -> str:
        """The base URL of the server for other people."""
        return str(self.http.base_url).rstrip("/")

    @property
    def context(self) -> PageContext:
        warming_up = self.service.workers.warming_up
        return PageContext(self.lang, self.viewer_path, self.root, warming_up, self._watched)

    @property
    def _watched(self) -> int:
        """The player whom a spectator chose to watch (``?watch=1``), or SPECTATOR."""
        given = self.http.query_params.get("watch", "")
        return int(given) if len(given) == 1 and given in digits else SPECTATOR

    async def original_url(self, room: Room) -> str:
        """The URL of the room that this one was forked from. Empty unless this browser has rights there.

        Every client that knows the id of a room may watch it, so the id is not shown to others.
        """
        original, session = room.created.fork_of, self.identity.session
        if not original or not session:
            return ""
        reader = self.service.store.reader
        known = await self.service.store.run_query(reader.has_rights, session, original)
        return self.url_path(f"/t/{original}") if known else ""

    def head(self, *scripts: str, banners: bool = False) -> PageHead:
        """The head of a page other than a game. ``banners`` adds the style sheets of the games' banners."""
        styles = ["style.css", "overlays.css", "pages.css"]
        if banners:
            styles += stylesheets.paths(stylesheets.BANNER_STYLE, registry.names())
        return self._head([*scripts], styles)

    def table_head(self, game: str) -> PageHead:
        """The head of a game's page, with the style sheets of this game."""
        styles = ["style.css", "overlays.css", *stylesheets.paths(stylesheets.TABLE_STYLE, [game])]
        return self._head(["table.js"], styles)

    def howto_head(self, game: str) -> PageHead:
        """The head of the page that explains a game, with the style sheets of its drawings."""
        game_styles = stylesheets.paths(stylesheets.TABLE_STYLE, [game])
        return self._head(["pages.js"], ["style.css", "overlays.css", *game_styles, "pages.css"])

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

    def redirect(self, address: str) -> Response:
        """Redirect the browser to another page. A script gets the URL as JSON."""
        found: Response = JSONResponse({"url": address}) if self.json else RedirectResponse(address, 303)
        return self.respond(found)

    def respond(self, response: Response) -> Response:
        """The response, with the session cookie if it is new."""
        if self.new_cookie:
            set_cookie(self.http, response, COOKIE, self.new_cookie, httponly=True)
        return response

    def remember_name(self, response: Response, name: str) -> Response:
        """The response, with the player's name in a cookie for the next form."""
        name = " ".join(name.split())
        if name.isprintable() and 0 < len(name) <= MAX_NAME:
            set_cookie(self.http, response, "name", quote(name))
        return response

    def error_page(self, faults: list[str], status: int, back: str = "") -> Response:
        head = self.head("pages.js")
        return self.html(error_page(self.words(), head, faults, back or self.url_path("/")), status)

    async def error_response(self, error: SamovarError) -> Response:
        """The response to an error, in the user's language."""
        status, words = status_of(error), await self._game_words()
        if self.json:
            return self.respond(
                JSONResponse(error_body(error, words, self.max_faults) | await self._seq(), status)
            )
        back = self.viewer_path if "id" in self.http.path_params and status != 404 else ""
        return self.error_page(faults_of(error, words, self.max_faults), status, back)

    @property
    def max_faults(self) -> int:
        return self.service.limits.max_faults

    async def _game_words(self) -> Words:
        """The words of the game in the room of the URL, or the shared words."""
        try:
            return self.words((await self.service.open(self.room_id)).room.created.game)
        except (KeyError, SamovarError):
            return self.words()

    async def _seq(self) -> dict[str, int]:
        """The ``seq`` of the room's newest entry. The script waits until the page shows it."""
        try:
            return {"seq": (await self.service.open(self.room_id)).room.head.length}
        except (KeyError, SamovarError):
            return {}


PageHandler = Callable[[PageRequest], Awaitable[Response]]


def page(handler: PageHandler) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of a page handler. Every error becomes a response that lists its faults."""

    async def endpoint(http: Request) -> Response:
        request = PageRequest(http)
        try:
            return await handler(request)
        except HandoverNeeded:
            return request.redirect(request.room_path)
        except SamovarError as error:
            return await request.error_response(error)

    return endpoint
