"""Changes of a tournament or of anything as server-sent events, which say no more than that there was one.

What changed is not sent: what somebody may see is worked out in one place, when they look again (decision 132).
"""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from ludograph.domain.notation.values import json_text
from ludograph.replay.service.access.rights import Visitor
from ludograph.replay.service.http.settings import CACHE_SECONDS, HEARTBEAT
from ludograph.replay.service.http.stream_writer import StreamPiece, piece_of
from ludograph.replay.service.live import open_streams
from ludograph.replay.service.live.delayed_store import DelayedStore
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.live.topics import Interest, Topic, TopicMember
from ludograph.replay.service.routes.event_stream import Credentials

PACE: Final = 1.0
"""In so many seconds nobody is told twice."""


class ChangeTopic(Topic):
    """That something changed in a tournament, or in anything, for those who know it at once or who are behind."""

    def __init__(
        self, live: LiveStore, delayed: DelayedStore, about: UUID | None, label: str, *, behind: bool, remarks: bool
    ) -> None:
        super().__init__(about)
        self._remarks = remarks
        self._live = live
        self._delayed = delayed
        self._label = label
        self._behind = behind
        self._told = -1
        self._piece = piece_of(b"")

    def join(self, member: TopicMember) -> None:
        """Somebody follows from now on, and is told to look at once, so that whoever comes again misses nothing."""
        super().join(member)
        if self._told >= 0:
            self._tell([member])

    def after(self, version: int) -> tuple[int, StreamPiece] | None:
        """Return that something changed since a number, once however often it did."""
        if version >= self._told:
            return None
        return self._told, self._piece

    async def look(self) -> float:
        """Tells that there is something new; for how many seconds there is nothing more unless somebody is woken."""
        await self.end_without_rights()
        number, quiet = await self._known()
        if number <= self._told:
            return quiet
        # Lists are answered from a cache for so long: whoever looks sooner would find the old one.
        await open_streams.wait_for_event(self._live.subscriptions.closing, CACHE_SECONDS)
        self._told = number
        data = json_text({"topic": self._label})
        self._piece = piece_of(f"id: {number}\nevent: changed\ndata: {data}\n\n".encode())
        self._tell(list(self.members))
        # Not until it changes: while a whole round is entered nobody looks at a list for every step of it.
        await open_streams.wait_for_event(self._live.subscriptions.closing, PACE)
        return 0

    def _tell(self, members: list[TopicMember]) -> None:
        for member in members:
            if member.stream.is_ready and (fresh := self.after(-1)) is not None:
                member.send(fresh[1], fresh[0])
            else:
                member.stream.catch_up(member)

    async def _known(self) -> tuple[int, float]:
        """The newest number that may be told, and for how many seconds there is no other unless somebody is woken."""
        if not self._behind:
            return self._live.changes.number(self.about, remarks=self._remarks), HEARTBEAT
        past = await self._delayed.snapshot()
        return past.number, self._delayed.quiet_after(past.position + 1)


class ChangeStream:
    """When those who look at lists are told to look again."""

    def __init__(self, live: LiveStore, delayed: DelayedStore) -> None:
        self._live = live
        self._delayed = delayed

    def interest(
        self, about: UUID | None, credentials: Credentials, right: Callable[[Visitor], bool], *, behind: bool
    ) -> Interest:
        """An event at once, and one whenever something changed; it ends when whoever follows has this right no more.

        Its `id:` is a number that grows.
        """
        had, remarks = right(credentials.visitor), credentials.visitor.reads_remarks

        def same(visitor: Visitor) -> bool:
            return (right(visitor), visitor.reads_remarks) == (had, remarks)

        async def may_still(now: object) -> bool:
            return await own.may_still(self._live, None, same)

        own = Credentials(credentials.request, credentials.visitor)
        label = "lobby" if about is None else f"tournament/{about}"
        return Interest(
            ("changes", about, behind, remarks),
            lambda: ChangeTopic(self._live, self._delayed, about, label, behind=behind, remarks=remarks),
            -1,
            may_still,
            label,
        )
