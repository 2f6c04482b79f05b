"""A crawler: loads pages, scripts and style sheets of a server, and follows every URL in them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import httpx

ADDRESSES = {"href", "src", "data-copy"}
FORMS = {"action", "formaction"}
TABLES = {"data-base", "data-wait"}  # scripts add /events to these
IMPORT = re.compile(r"""(?:from|import)\s*\(?["']([^"']+)["']""")
URL = re.compile(r"url\(['\"]?([^)'\"]+)")


class Addresses(HTMLParser):
    """The URLs of a page: links, form actions and event streams."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: set[str] = set()
        self.streams: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ADDRESSES and value and not value.startswith("#"):
                self.links.add(value)
            elif name in FORMS and value:
                self.forms.add(value)
            elif name in TABLES and value:
                self.streams.add(f"{value}/events")


class Crawl:
    """Follows every URL from the first pages on, and loads each kind of page once."""

    def __init__(self, client: httpx.Client, origin: str, prefix: str) -> None:
        self.client = client
        self.origin = origin
        self.prefix = prefix
        self.outside: set[str] = set()  # URLs that do not begin with origin and prefix
        self.broken: dict[str, int] = {}  # status by URL
        self.seen: set[str] = set()  # patterns of the URLs that were loaded
        self._waiting: list[str] = []

    def run(self, *paths: str) -> None:
        self._follow(self.origin, {self.prefix + path for path in paths})
        while self._waiting:
            self._load(self._waiting.pop())

    def _note(self, page: str, address: str) -> str | None:
        """The absolute URL, or None if it is outside of the prefix."""
        whole = urljoin(page, address).partition("#")[0]
        if not whole.startswith(f"{self.origin}{self.prefix}/"):
            self.outside.add(f"{address} on {page}")
            return None
        return whole

    def _is_new(self, kind: str, address: str) -> bool:
        """True if no URL of this pattern was loaded yet. Numbers and tokens are ignored."""
        path = re.sub(r"/join/[^/]+", "/join/T", urlsplit(address).path)
        pattern = kind + re.sub(r"/\d+", "/N", path)
        if pattern in self.seen:
            return False
        self.seen.add(pattern)
        return True

    def _load(self, address: str) -> None:
        answer = self.ask("GET", address)
        if answer.status_code >= 400:
            self.broken[address] = answer.status_code
            return
        kind = answer.headers.get("content-type", "")
        place = str(answer.url)
        self._note(place, place)  # the final URL after redirects
        if "html" in kind:
            found = Addresses(answer.text)
            self._follow(place, found.links)
            self._check(place, found)
        elif "javascript" in kind:
            self._follow(place, set(IMPORT.findall(answer.text)))
        elif "css" in kind:
            self._follow(
                place, {one for one in URL.findall(answer.text) if not one.startswith(("#", "data:"))}
            )

    def _follow(self, page: str, addresses: set[str]) -> None:
        for address in sorted(addresses):
            whole = self._note(page, address)
            if whole and self._is_new("", whole):
                self._waiting.append(whole)

    def _check(self, page: str, found: Addresses) -> None:
        """Check that a handler refuses each form sent empty, and that each event stream begins."""
        for address in sorted(found.forms):
            whole = self._note(page, address)
            makes_a_table = address.endswith(("/fork", "/rematch"))  # even with an empty form
            if whole and self._is_new("POST ", whole) and not makes_a_table:
                status = self.ask("POST", whole).status_code
                if status in {403, 404, 405} or status >= 500:
                    self.broken[f"POST {whole}"] = status
        for address in sorted(found.streams):
            whole = self._note(page, address)
            if whole and self._is_new("stream ", whole):
                with self.client.stream("GET", whole) as answer:
                    if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                        self.broken[f"stream {whole}"] = answer.status_code

    def ask(self, method: str, address: str) -> httpx.Response:
        """The response. After a 429 response, wait for Retry-After and send the request again."""
        while True:
            answer = self.client.request(method, address)
            if answer.status_code != 429:
                return answer
            time.sleep(int(answer.headers["retry-after"]))


def kinds(crawl: Crawl) -> Iterator[str]:
    """The patterns of all loaded URLs, without prefix and table ids."""
    for pattern in crawl.seen:
        yield re.sub(r"/t/\w+", "/t/ID", pattern.replace(crawl.prefix, "", 1))
