"""What a service does for its store by itself: an anchor an hour, and the log taken into the file when all is quiet."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import to_builtins

from ludograph.domain.verify.anchor import Anchor, current_anchor
from ludograph.domain.verify.anchor_file import anchors_of_file, append_anchor
from ludograph.replay.service.http.responses import json_response
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.request_log import RequestLog

LOOK: Final = 1.0
"""After so many seconds it is looked again whether nobody records: a log that is as it was then is taken in."""

AGAIN: Final = 30.0
"""Seconds after which an anchor that could not be written is tried again."""


class Maintenance:
    """Background work of a service: anchors of its store, and checkpoints of the store's write-ahead log."""

    def __init__(self, live: LiveStore, settings: Settings) -> None:
        self._live = live
        self._settings = settings
        self._written: list[tuple[float, Anchor]] = []
        """The anchors of the file, with the second since when each is known."""
        self._has_looked = False
        self._logged: float | None = None
        self._checkpointed: float | None = None

    async def run(self, request_log: RequestLog) -> None:
        """Writes anchors and checkpoints until the service is closed, then a last anchor; what fails is tried again."""
        every = self._settings.anchor_every.total_seconds()
        due = monotonic()
        while not self._live.subscriptions.closing.is_set():
            if monotonic() >= due:
                written = await self._anchor(request_log)
                due = monotonic() + (every if written else min(every, AGAIN))
            # A file that is copied without its log would lack the last entries; nobody waits for it (decision 187).
            await self._live.threads.run(self._checkpoint)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._live.subscriptions.closing.wait(), min(LOOK, every))
        await self._anchor(request_log)

    async def _anchor(self, request_log: RequestLog) -> bool:
        """Write an anchor if one is due; return whether that worked, which `/health` says too."""
        try:
            await self._live.threads.run(self._write_anchor)
        except Exception as wrong:  # whatever it is, those who play must not be stopped by it
            request_log.fault(wrong)
            self._live.health.anchored(written=False)
            return False
        self._live.health.anchored(written=True)
        return True

    def _write_anchor(self) -> None:
        """Writes an anchor down, unless one was written lately and nothing was recorded since, or ever."""
        file = self._settings.anchors
        if file is None:
            return
        # Read anew each time: commands write anchors into the same file.
        recorder, before = self._live.recorder, {one: since for since, one in self._written}
        found, stood = current_anchor(recorder)
        seconds = recorder.sources.monotonic()
        # What was there at the start is as old as it says; what comes later counts from here, whatever it says.
        ages = {one: max((found.recorded_at - one.recorded_at).total_seconds(), 0) for one in anchors_of_file(file)}
        since = {one: seconds - (0 if self._has_looked else age) for one, age in ages.items()}
        self._written = [(before.get(one, at), one) for one, at in since.items()]
        self._has_looked = True
        if found.events and self._is_due(found):
            append_anchor(file, found, stood)
            self._written.append((seconds, found))

    def _is_due(self, found: Anchor) -> bool:
        last = self._written[-1][1] if self._written else None
        if last is None or last.anchor != found.anchor:
            return True
        return found.recorded_at - last.recorded_at >= self._settings.anchor_every / 2

    def _checkpoint(self) -> None:
        """Takes the log into the file once nobody wrote to it between two looks, so that the file alone is whole."""
        store, before = self._live.recorder.store, self._logged
        self._logged = store.log_changed_at()
        if self._logged not in (None, self._checkpointed) and self._logged == before:
            store.checkpoint()
            self._checkpointed = self._logged

    def public(self) -> dict[str, Any]:
        """The newest anchor that is as old as the public is behind: it tells how much was recorded by then.

        Where one tournament alone is shown, it does not tell how much there is of others.
        """
        # As old as the public is behind: digests are salted, but the number of events would tell of new ones (185).
        until = self._live.recorder.sources.monotonic() - self._settings.delay.total_seconds()
        shown = next((one for since, one in reversed(self._written) if since <= until), None)
        content = dict.fromkeys(Anchor.__struct_fields__) if shown is None else to_builtins(shown)
        if self._settings.tournament is not None:
            content |= dict.fromkeys(("matches", "tournaments", "events"))
        return content


@get("/api/anchor")
async def anchor(maintenance: NamedDependency[Maintenance]) -> Response[bytes]:
    """The newest anchor of the store that was written, as `anchor --json` prints it; nulls where there is none yet."""
    return json_response(maintenance.public())
