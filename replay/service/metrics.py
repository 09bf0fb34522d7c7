"""Figures for Prometheus, which tell what is done at the tables now: for whoever runs the service alone."""

from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency

from ludograph.replay.service.access.rights import Denied, Visitor
from ludograph.replay.service.http.responses import Asked
from ludograph.replay.service.request_log import Journal

FIGURES: Final = "text/plain; version=0.0.4"


@get("/metrics")
async def metrics(request: Asked, visitor: NamedDependency[Visitor]) -> Response[bytes]:
    """Figures for Prometheus, for a director of the whole store."""
    if not visitor.directs_all:
        raise Denied(
            "Figures are for a director of the whole store: show their token, or serve them elsewhere by --metrics.",
            anonymous=visitor.nobody,
        )
    return Response(request.app.state.journal.figures(), media_type=FIGURES)


def serve_metrics(journal: Journal, host: str, port: int) -> None:
    """Serves the figures at a place of their own as long as the program runs. Raises `OSError` where it cannot."""
    from prometheus_client import start_http_server

    start_http_server(port, host, registry=journal.registry)
