"""Where entries in matches come in: each once, by a right of its sender, none over another that they had not seen."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any, Final, NamedTuple
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import after_event
from ludograph.domain.match.events import ConfirmationWithdrawn, Event, NoteAdded, ResultConfirmed, StepsAmended
from ludograph.domain.match.views import last_told
from ludograph.domain.notation.limits import EVENTS, KEPT_FOR_OFFICIALS, OFFICIALS, TooLong
from ludograph.domain.store.recorder import Recorder, by_token
from ludograph.domain.store.tokens import Token
from ludograph.replay.service.access.rights import Denied, Permission, Right
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.rate_limits import Counted, RateLimits
from ludograph.replay.service.http.responses import AnyRequest, json_response
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.recording.idempotency import AnswerFor, IdempotentRecording, RequestedChange
from ludograph.replay.service.routes.reading import VisibleMatches, tagged


class EntryAuthor(NamedTuple):
    """Who records something: the observer at their screen, the token whose right they use, and a player's name."""

    observer: Observer
    token: Token
    name: str = ""


Authorise = Callable[[Match], EntryAuthor]
"""Who may record an entry in a match as it stands. Raises `Denied`."""
Decide = Callable[[Recorder, Match, EntryAuthor], Match]
"""The match with the entry, not yet stored. Raises what is wrong with it."""
Describe = Callable[[Match, EntryAuthor], dict[str, Any]]
"""What its author is told of the match with the entry."""
LATE: Final = (
    "Somebody else recorded in this match meanwhile, so nothing was recorded: look, and send it again if it fits."
)

QUOTA_OF: Final[Mapping[type[Event], Counted]] = {
    **dict.fromkeys((NoteAdded, ResultConfirmed, ConfirmationWithdrawn), "remarks and agreements"),
    StepsAmended: "corrections",
}
"""Events that have a quota: those by which people only speak, and those that store the steps of a match again."""


class MatchChange(RequestedChange[Match]):
    """An entry in a match."""

    late = LATE

    def __init__(
        self, id: UUID, live: LiveStore, limits: RateLimits, authorise: Authorise, decide: Decide, *, exact: bool
    ) -> None:
        super().__init__(id)
        self._exact = exact
        self._limits = limits
        self._live = live
        self._author = authorise
        self._decide = decide

    async def load(self) -> Match:
        """The match as it stands in the store now."""
        return await self._live.matches.current(self.id)

    def authorise(self, now: Match) -> Token:
        """The token whose right lets it be recorded. Raises `Denied`."""
        return self._author(now).token

    def commit(self, now: Match, answer_for: AnswerFor) -> Match:
        """The match with the entry, stored. Raises `Conflict`, or what is wrong with the entry."""
        author = self._author(now)
        # Whatever is stamped within is signed by this token, whichever route made it (decision 178).
        with by_token(author.token.signature):
            after = self._decide(self._live.recorder, now, author)
        # Otherwise a scribe could fill a match that a director still has to rule on or abandon.
        if author.token.role != "director" and after.version > EVENTS - OFFICIALS:
            raise TooLong(KEPT_FOR_OFFICIALS)
        counted = next((QUOTA_OF[type(one)] for one in after.pending if type(one) in QUOTA_OF), None)
        with nullcontext() if counted is None else self._limits.quota(counted, author.token, self.id):
            return self._live.recorder.record(after, request=answer_for(after.version))

    def is_known(self, now: Match, version: int) -> bool:
        """Whether nothing came after a version, or only remarks that are not for the author."""
        # They are told of neither, so nobody can look and send it again: a player's remark would stop a scribe.
        observer = self._author(now).observer
        return version == now.version or (
            not self._exact and version < now.version and last_told(now.history, observer) <= version
        )

    def as_of(self, now: Match, version: int) -> Match:
        """The match as it stood after an event."""
        return after_event(now, version)


class EntryService:
    """What one request may record in matches, and who its sender is there."""

    def __init__(self, request: AnyRequest, matches: VisibleMatches, limits: RateLimits) -> None:
        self._request = request
        self._matches = matches
        self._limits = limits

    async def record(
        self,
        name: str,
        authorise: Authorise,
        decide: Decide,
        describe: Describe,
        after: Callable[[UUID], None] = lambda id: None,
        *,
        exact: bool = False,
    ) -> Response[bytes]:
        """Records what is decided in a match, and answers; the same request a second time is answered the same again.

        What follows from it by itself is begun by `after`. An `exact` entry, such as a remark, also gives way to
        remarks that its sender may not read, because two over one version were made at once. Raises `Denied`, or
        `BadRequest` with status 409 where more was recorded than the sender knew.
        """
        live, id = self._matches.live, (await self._matches.match(name)).id
        change = MatchChange(id, live, self._limits, authorise, decide, exact=exact)
        before, stored = await IdempotentRecording(self._matches, self._limits, self._request, change).run()
        live.matches.put(stored)
        after(id)
        about = {"match": str(id), "game": stored.game.id, **cursor_json(stored)}
        content = describe(stored, self._reader(authorise, before))
        return json_response(about | content, 201, tagged(stored))

    def _reader(self, authorise: Authorise, before: Match) -> EntryAuthor:
        """Who is told what they recorded: by their rights of before, for they may have ended them by it.

        Where those are gone for another reason, they are told what the table knows of what they are told again.
        """
        try:
            return authorise(before)
        except Denied:
            return EntryAuthor(TABLE, self._matches.visitor.tokens[0])

    def scribe(self, match: Match) -> EntryAuthor:
        """A scribe of the match, or its director. Raises `Denied`."""
        return _author(self._matches.visitor.right(Permission.RECORD, match))

    def asking(self, match: Match, authorise: Authorise | None = None) -> EntryAuthor:
        """Who asks what an entry would bring, by default a scribe; counted, for whoever asks without end may guess."""
        who = (authorise or self.scribe)(match)
        self._limits.question(who.token.id, match.id)
        return who

    def own_seat(self, match: Match) -> EntryAuthor:
        """Whoever plays a seat of their own in a match with bots. Raises `Denied`."""
        return _author(self._matches.visitor.right_to_play(match))

    def director(self, match: Match) -> EntryAuthor:
        """A director of the match. Raises `Denied`."""
        return _author(self._matches.visitor.right(Permission.RULE, match))

    def either(self, match: Match, seat: int | None = None) -> EntryAuthor:
        """One of the players, in this seat where one is named; else a scribe. Raises `Denied`."""
        playing = self._matches.visitor.playing(match, seat)
        if playing is None:
            return self.scribe(match)
        return _author(playing)._replace(name=match.name(playing.observer))


EntriesDep = NamedDependency[EntryService]


def _author(right: Right) -> EntryAuthor:
    return EntryAuthor(right.observer, right.token)
