"""The language of a request: from a cookie, else from the Accept-Language header."""

from __future__ import annotations

import contextlib
from http.cookies import CookieError
from typing import Final

from starlette.requests import Request

from samovar.views.words.words import best_language, languages

MAX_LANGUAGE_TAGS: Final = 20  # the first tags of an Accept-Language header; all others are ignored


def cookies_of(request: Request) -> dict[str, str]:
    """The cookies of a request. Empty if they cannot be parsed."""
    with contextlib.suppress(CookieError):
        return request.cookies
    return {}


def language_of(request: Request) -> str:
    """The language that a browser chose, else the first that it accepts and that has a translation."""
    chosen = cookies_of(request).get("lang", "")
    if chosen in languages():
        return chosen
    tags = request.headers.get("accept-language", "").split(",")[:MAX_LANGUAGE_TAGS]
    return best_language([tag.partition(";")[0] for tag in tags])
