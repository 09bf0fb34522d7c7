"""Where decisions about tournaments come in: each once, and none over another that its director had not seen."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency

from ludograph.domain.kernel.game import Refused
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import by_token
from ludograph.domain.store.tokens import Token
from ludograph.domain.tournaments.aggregate import Tournament, rebuilt
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.rate_limits import RateLimits
from ludograph.replay.service.http.responses import AnyRequest, json_response, refused_response
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.recording.idempotency import AnswerFor, IdempotentRecording, RequestedChange
from ludograph.replay.service.routes.tournaments import VisibleTournaments, marked

Decided = tuple[Tournament, list[Match]]
"""A tournament with a decision, and the matches that came of it; nothing of it stored yet."""
Decide = Callable[[TournamentService, Tournament], Decided]
Describe = Callable[[TournamentService, Tournament], dict[str, Any]]
LATE: Final = "Somebody else decided something meanwhile, so nothing was recorded: look, and send it again if it fits."


class TournamentChange(RequestedChange[Tournament]):
    """A decision about a tournament."""

    late = LATE

    def __init__(self, id: UUID, tournaments: VisibleTournaments, decide: Decide) -> None:
        super().__init__(id)
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
        return self._service.record(changed, *matches, request=answer_for(changed.version))

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

        Raises `Denied`, or `BadRequest` with status 409 where more was decided than the sender knew.
        """
        live: LiveStore = self._tournaments.live
        change = TournamentChange((await self._tournaments.find(name)).id, self._tournaments, decide)
        recording = IdempotentRecording(self._tournaments.matches, self._limits, self._request, change)
        _, stored = await recording.run()
        content = await live.threads.run(describe, TournamentService(live.recorder), stored)
        return json_response(content | {"version": stored.version}, 201, marked(stored))


DecisionsDep = NamedDependency[DecisionService]


def tournament_as_of(tournament: Tournament, version: int) -> Tournament:
    """A tournament as it stood after one of its events."""
    past = rebuilt(tournament.history[:version])
    assert past is not None
    return past
