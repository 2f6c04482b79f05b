"""The OpenAPI document, generated from the routes and types of the API."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import samovar
from samovar.table.api.schemas import ErrorBody
from samovar.table.router import API_ROUTES


def openapi(root_path: str = "") -> dict[str, Any]:
    """The OpenAPI document of a server whose paths begin with ``root_path``."""
    kinds = [
        kind for route in API_ROUTES for kind in (route.request_type, route.response_type) if kind is not None
    ]
    schemas, components = msgspec.json.schema_components(
        [*kinds, ErrorBody], ref_template="#/components/schemas/{name}"
    )
    found = iter(schemas)
    fault = {
        "description": "All faults of the request",
        "content": {"application/json": {"schema": schemas[-1]}},
    }
    paths: dict[str, dict[str, Any]] = {}
    for route in API_ROUTES:
        request_type = next(found) if route.request_type is not None else None
        response_type = next(found)
        operation: dict[str, Any] = {
            "operationId": route.call.__name__,
            "summary": (route.call.__doc__ or "").strip(),
            "responses": {
                "200": {"description": "Done", "content": {"application/json": {"schema": response_type}}},
                "403": {"description": "The client does not have the permission"},
                "413": {"description": "The request is too large"},
                "429": {"description": "Too many requests"},
                "422": fault,
                "503": {"description": "The database does not answer"},
            },
            "security": [{}, {"seat": []}],
        }
        if request_type is not None:
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": request_type}},
            }
        if "{id}" in route.path:
            operation["parameters"] = [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            ]
            operation["responses"] |= {"404": fault, "409": fault}
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Samovar", "version": samovar.__version__},
        **({"servers": [{"url": root_path}]} if root_path else {}),
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


async def document(request: Request) -> Response:
    return JSONResponse(openapi(request.app.root_path))
