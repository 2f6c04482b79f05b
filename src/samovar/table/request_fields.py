"""The fields of a request body: a form or a JSON object."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request

from samovar.kernel.errors import BadInput

FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
MAX_FIELDS: Final = 100

Fields = dict[str, object]


def content_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_fields(request: Request, json_only: bool = False) -> Fields:
    """The fields by name. BadInput if the body is neither a form nor a JSON object."""
    kind, body = content_type(request), await request.body()
    try:
        if json_only or kind == JSON:
            found = msgspec.json.decode(body or b"{}")
            if not isinstance(found, dict):
                raise BadInput("request", ["must be a JSON object"])
            return found
        if kind in {FORM, ""}:
            return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BadInput("request", [f"cannot be read: {error}"]) from None
    raise BadInput("request", [f"must be {FORM} or {JSON}"])


def text(fields: Fields, name: str, default: str = "") -> str:
    """The field as text. BadInput if it is neither text nor a number."""
    value = fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadInput(name, ["must be text"])
    return str(value)


def number(fields: Fields, name: str) -> int:
    """The field as a whole number. BadInput if it is not one."""
    value = text(fields, name).strip()
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise BadInput(name, ["must be a whole number"])
    return int(value)
