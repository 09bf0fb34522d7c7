"""All that can be followed: a match, a tournament, everything, or many of them on one connection."""

from collections.abc import Hashable
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Final, Literal

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import NotFound
from ludograph.replay.service.access.rights import Denied
from ludograph.replay.service.http.cursors import START, RecordCursor, cursor_in
from ludograph.replay.service.http.path_names import name_in_path
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, error_json
from ludograph.replay.service.live.messages import CursorFeed, EventFeed, MatchFeed
from ludograph.replay.service.live.topics import Interest
from ludograph.replay.service.routes.change_stream import ChangeStream
from ludograph.replay.service.routes.event_stream import Credentials, EventResponse, EventStream
from ludograph.replay.service.routes.lobby import is_everywhere
from ludograph.replay.service.routes.match_feeds import FEEDS
from ludograph.replay.service.routes.reading import AsObserver
from ludograph.replay.service.routes.tournaments import VisibleTournaments
from ludograph.replay.service.sessions.admission import MOST_TOPICS, Admission

SINCE: Final = "last-event-id"
TopicNames = Annotated[
    list[str] | None,
    QueryParameter(
        name="on",
        max_items=MOST_TOPICS,
        description="Several on one connection: `lobby`, `tournament/NAME`, or `match/ID/EYES/SINCE`.",
    ),
]

MessageIds = Annotated[
    Literal["version", "cursor"],
    QueryParameter(name="ids", description="`id:` as a version, such as 5, or as a whole cursor, such as 5-1a2b3c4d."),
]


class FollowedTopics:
    """What somebody may follow, each as their eyes know it."""

    def __init__(
        self,
        tournaments: VisibleTournaments,
        events: EventStream,
        changes: ChangeStream,
        credentials: Credentials,
        admission: Admission,
    ) -> None:
        self._tournaments = tournaments
        self._events = events
        self._changes = changes
        self._credentials = credentials
        self._admission = admission

    def response(self, *interests: Interest, first: bytes = b"") -> EventResponse:
        """Return the stream of these. Raises `BadRequest` if too many different topics are followed."""
        visitor, scope = self._credentials.visitor, self._credentials.request.scope
        self._admission.hold(scope, visitor, [interest.key for interest in interests])
        return EventResponse(self._tournaments.live, visitor.standing, *interests, first=first)

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Wait for a turn to look up a topic of a list."""
        return self._admission.turn(self._credentials.visitor)

    def everything(self) -> Interest:
        """That anything changed."""
        settings = self._tournaments.matches.settings
        behind = bool(settings.delay) and not is_everywhere(self._tournaments.visitor)
        return self._changes.interest(settings.tournament, self._credentials, is_everywhere, behind=behind)

    async def tournament(self, name: str) -> Interest:
        """That anything of a tournament or its matches changed. Raises `NotFound`."""
        tournaments = self._tournaments
        found = await tournaments.find(name)
        # A player is told of changes as the public is: whoever plays at one table hears nothing of the others.
        behind = tournaments.is_behind(found) or (
            bool(tournaments.matches.settings.delay) and tournaments.visitor.only_plays
        )
        return self._changes.interest(
            found.id, self._credentials, lambda visitor: visitor.attends(found), behind=behind
        )

    async def match(self, feed: type[MatchFeed], name: str, eyes: str | None, since: RecordCursor) -> Interest:
        """What is told of a match after a cursor. Raises `NotFound`, `BadRequest` or `Denied`."""
        matches = self._tournaments.matches
        match = await matches.match(name)
        observer = matches.observer(match, eyes)
        behind = await matches.is_behind(match)
        return self._events.interest(feed, self._credentials, match, observer, since, behind=behind)

    async def named(self, name: str) -> Interest:
        """What goes by the name of a topic. Raises as the others."""
        kind, _, rest = name.partition("/")
        if name == "lobby":
            return self.everything()
        if kind == "tournament" and rest:
            return await self.tournament(name_in_path(rest))
        # From both ends, for a player's name may have anything in it.
        id, _, rest = rest.partition("/")
        eyes, _, since = rest.rpartition("/")
        if kind not in FEEDS or not id:
            raise BadRequest(422, "A topic is lobby, tournament/NAME, or match/ID/EYES/SINCE.")
        return await self.match(FEEDS[kind], name_in_path(id), eyes or None, read_cursor(since))


FollowedDep = NamedDependency[FollowedTopics]


class FollowRoutes(Controller):
    """Server-sent events."""

    path = "/api"

    @get("/follow")
    async def follow(self, request: AnyRequest, followed: FollowedDep, names: TopicNames = None) -> Stream:
        """One whenever anything changed in a match or a tournament; with `on`, those of several topics."""
        if names is None:
            return followed.response(followed.everything())
        interests: dict[Hashable, Interest] = {}
        told = []
        # A topic counts once, however often and under however many names it is asked for: from the earliest version.
        for name in dict.fromkeys(names):
            try:
                async with followed.turn():
                    interest = await followed.named(name)
                told.append({"topic": interest.label})
                interests[interest.key] = interest.together(interests.get(interest.key))
            except (BadRequest, Denied, NotFound) as wrong:
                told.append(error_json(request, wrong))
        first = f"event: topics\ndata: {json_text({'topics': told})}\n\n".encode()
        return followed.response(*interests.values(), first=first)

    @get("/tournaments/{id:str}/follow")
    async def tournament(self, id: FromPath[str], followed: FollowedDep) -> Stream:
        """One whenever anything of the tournament or its matches changed; look again then."""
        return followed.response(await followed.tournament(id))

    @get("/matches/{id:str}/follow")
    async def match(
        self,
        id: FromPath[str],
        request: AnyRequest,
        followed: FollowedDep,
        wanted: AsObserver = None,
        ids: MessageIds = "version",
    ) -> Stream:
        """One for each event of the match, from the start or after `Last-Event-ID`."""
        since = read_cursor(request.headers.get(SINCE, "") or request.query_params.get("since", ""))
        feed = EventFeed if ids == "version" else CursorFeed
        return followed.response(await followed.match(feed, id, wanted, since))


def read_cursor(text: str) -> RecordCursor:
    """The cursor after which somebody follows. Raises `BadRequest` if it is not one."""
    found = cursor_in(text) if text else START
    if found is None:
        raise BadRequest(422, "Last-Event-ID is the number of a version, as `id:` told it.")
    return found
