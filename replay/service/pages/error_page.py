"""What is wrong, as a page for people: the sentence that programs get as JSON, and a way on."""

from collections.abc import Callable
from json import loads
from typing import Any

from litestar import Response
from litestar.types import ExceptionHandlersMap

from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.pages import render_page

Handler = Callable[[AnyRequest, Any], Response[bytes]]


def for_people(handlers: ExceptionHandlersMap) -> ExceptionHandlersMap:
    """Handlers that answer with a page where a browser asked for one, and else as these do."""
    return {kind: _for_people(handler) for kind, handler in handlers.items()}


def _for_people(handler: Handler) -> Handler:
    # The API answers everybody alike, whatever they say that they accept.
    def answered(request: AnyRequest, wrong: Exception) -> Response[bytes]:
        response = handler(request, wrong)
        if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api"):
            return response
        status = response.status_code or 500
        page = render_page(request, "trouble.html", message=loads(response.content)["message"], again=status >= 500)
        page.status_code = status
        return page

    return answered
