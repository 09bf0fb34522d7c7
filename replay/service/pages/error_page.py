"""What is wrong, as a page for people: the sentence that programs get as JSON, and a way on."""

from collections.abc import Callable
from json import loads
from typing import Any

from litestar import Response
from litestar.types import ExceptionHandlersMap

from ludograph.replay.service.http.responses import Asked
from ludograph.replay.service.pages import render_page

Handler = Callable[[Asked, Any], Response[bytes]]


def for_people(handlers: ExceptionHandlersMap) -> ExceptionHandlersMap:
    """Handlers of errors that answer with a page where a browser asked for one, else as those given do."""
    return {kind: _for_people(handler) for kind, handler in handlers.items()}


def _for_people(handler: Handler) -> Handler:
    def answered(request: Asked, wrong: Exception) -> Response[bytes]:
        told = handler(request, wrong)
        if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api"):
            return told
        status = told.status_code or 500
        page = render_page(request, "trouble.html", message=loads(told.content)["message"], again=status >= 500)
        page.status_code = status
        return page

    return answered
