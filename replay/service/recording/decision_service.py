"""Where decisions about tournaments come in: each once, and none over another that its director had not seen."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency

from ludograph.domain.kernel.game import Refused
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import by_token
from ludograph.domain.store.tokens import Token
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament, rebuilt
from ludograph.domain.tournaments.concurrency import met_by, told_of
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.rate_limits import RateLimits
from ludograph.replay.service.http.request_headers import expected_by, seen_by
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response, refused_response
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.recording.idempotency import AnswerFor, IdempotentRecording, RequestedChange, does_not_fit
from ludograph.replay.service.routes.tournaments import VisibleTournaments, marked

Decided = tuple[Tournament, list[Match]]
"""A tournament with a decision, and the matches that came of it; nothing of it stored yet."""
Decide = Callable[[TournamentService, Tournament], Decided]
Describe = Callable[[TournamentService, Tournament], dict[str, Any]]
LATE: Final = "Somebody else decided something meanwhile, so nothing was recorded: look, and send it again if it fits."


class TournamentChange(RequestedChange[Tournament]):
    """A decision about a tournament."""

    late = LATE

    def __init__(self, id: UUID, request: AnyRequest, tournaments: VisibleTournaments, decide: Decide) -> None:
        super().__init__(id)
        self._alone = expected_by(request) is not None
        self._seen = seen_by(request)
        self._tournaments = tournaments
        self._service = TournamentService(tournaments.live.recorder)
        self._decide = decide

    async def load(self) -> Tournament:
        """The tournament as it stands in the store now."""
        return await self._tournaments.live.threads.run(self._service.load, self.id)

    def authorise(self, now: Tournament) -> Token:
        """The token by which its sender directs the tournament. Raises `Denied`."""
        return self._tournaments.check_directs(now)

    def commit(self, now: Tournament, answer_for: AnswerFor) -> Tournament:
        """The tournament with the decision, stored with its matches. Raises `Conflict`, or what is wrong with it."""
        try:
            # Whatever is stamped within is signed by this token, whichever route made it (decision 178).
            with by_token(self.authorise(now).signature):
                changed, matches = self._decide(self._service, now)
        except Refused as wrong:
            raise refused_response(wrong, ()) from wrong
        except OutOfOrder as wrong:
            self._check_met(now, lambda past: self._decide(self._service, past)[0])
            raise wrong
        self._check_met(now, lambda past: changed)
        return self._service.record(changed, *matches, request=answer_for(changed.version), alone=self._alone)

    def _check_met(self, now: Tournament, wanted: Callable[[Tournament], Tournament]) -> None:
        """Raises `BadRequest` where something was decided since its sender looked on which depends what is wanted.

        Nothing where they do not say when they looked, or could not have decided it then either.
        """
        if self._seen is None:
            return
        if not self._seen.fits(now.history):
            raise does_not_fit(now)
        seen = self._seen.version
        if not 0 < seen < now.version:
            return
        with suppress(OutOfOrder):
            met = met_by(wanted(tournament_as_of(now, seen)), now.history[seen:])
            if met:
                raise BadRequest(409, told_of(met), **cursor_json(now))

    def as_of(self, now: Tournament, version: int) -> Tournament:
        """The tournament as it stood after an event."""
        return tournament_as_of(now, version)


class DecisionService:
    """What one request may decide about tournaments."""

    def __init__(self, request: AnyRequest, tournaments: VisibleTournaments, limits: RateLimits) -> None:
        self._request = request
        self._tournaments = tournaments
        self._limits = limits

    async def record(self, name: str, decide: Decide, describe: Describe) -> Response[bytes]:
        """Records what is decided of a tournament, and answers; the same request again is answered the same again.

        Raises `Denied`, or `BadRequest` with status 409 where something was decided that the sender did not know and on
        which this depends, with If-Match where anything was.
        """
        live: LiveStore = self._tournaments.live
        id = (await self._tournaments.find(name)).id
        change = TournamentChange(id, self._request, self._tournaments, decide)
        recording = IdempotentRecording(self._tournaments.matches, self._limits, self._request, change)
        _, stored = await recording.run()
        content = await live.threads.run(describe, TournamentService(live.recorder), stored)
        return json_response(content | cursor_json(stored), 201, marked(stored))


DecisionsDep = NamedDependency[DecisionService]


def tournament_as_of(tournament: Tournament, version: int) -> Tournament:
    """A tournament as it stood after one of its events."""
    past = rebuilt(tournament.history[:version])
    assert past is not None
    return past
