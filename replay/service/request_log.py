"""The log, a JSON line for each request and fault, and figures in the form that Prometheus reads."""

import traceback
from datetime import UTC, datetime
from time import perf_counter
from typing import IO, Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ludograph.domain.notation.values import json_text
from ludograph.replay.service.live.live_store import LiveStore

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class RequestLog:
    """What a service writes down of itself: never a token, a query, a body or whose request it was."""

    def __init__(self, live: LiveStore, out: IO[str]) -> None:
        self._out = out
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "ludograph_requests", "Requests by route and status.", ["route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "ludograph_request_seconds",
            "How long requests took, but for those that follow.",
            ["route"],
            registry=self.registry,
            buckets=SECONDS,
        )
        followers = Gauge("ludograph_followers", "Who follows a match or the lobby now.", registry=self.registry)
        followers.set_function(lambda: live.streams.count)
        self._faults = Counter("ludograph_faults", "Faults of the program.", registry=self.registry)

    def request(self, method: str, route: str, status: int, began: float, *, follows: bool) -> None:
        """Writes down a request that was answered, under the pattern of its route: no id, and no name of anybody."""
        took = perf_counter() - began
        self._requests.labels(route, str(status)).inc()
        if not follows:
            self._seconds.labels(route).observe(took)
        self.say("request", method=method, route=route, status=status, ms=round(took * 1000, 2))

    def fault(self, wrong: BaseException) -> None:
        """Writes down a fault: where it came from, and its kind; its text may hold what was entered, and stays out."""
        self._faults.inc()
        # Names of functions and lines, of the innermost calls: neither source nor values.
        frames = traceback.extract_tb(wrong.__traceback__)[-8:]
        where = [f"{one.name}:{one.lineno}" for one in frames]
        self.say("fault", kind=type(wrong).__name__, where=where)

    def say(self, what: str, **more: Any) -> None:
        """Writes a line: what happened, and fields besides."""
        line = {"at": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": what, **more}
        # At once: what a program that died had still to write would be just what is looked for.
        self._out.write(f"{json_text(line)}\n")
        self._out.flush()

    def figures(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)
