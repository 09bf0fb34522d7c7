"""Figures for Prometheus, which tell what is done at the tables now: for whoever runs the service alone."""

from typing import Final

from litestar import Response, get

from ludograph.replay.service.access.rights import Denied
from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.request_log import RequestLog
from ludograph.replay.service.sessions.identity import VisitorDep

FIGURES: Final = "text/plain; version=0.0.4"


@get("/metrics")
async def metrics(request: AnyRequest, visitor: VisitorDep) -> Response[bytes]:
    """Figures for Prometheus, for a director of the whole store."""
    if not visitor.directs_all:
        raise Denied(
            "Figures are for a director of the whole store: show their token, or serve them elsewhere by --metrics.",
            anonymous=visitor.nobody,
        )
    return Response(request.app.state.request_log.figures(), media_type=FIGURES)


def serve_metrics(request_log: RequestLog, host: str, port: int) -> None:
    """Serves the figures at an address of their own as long as the program runs. Raises `OSError` where it cannot."""
    # A port of its own, and a thread: figures tell what is recorded now, so a firewall may keep them in (decision 192).
    from prometheus_client import start_http_server

    start_http_server(port, host, registry=request_log.registry)
