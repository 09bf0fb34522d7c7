"""What directors decide about a tournament through the API. What was answered with 201 is on the disk."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Refused
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import MatchAbandoned
from ludograph.domain.notation.limits import DIGITS, cut
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import by_token
from ludograph.domain.tournaments.aggregate import Tournament, rebuilt
from ludograph.domain.tournaments.decisions import (
    How,
    NeedsCards,
    check_fits,
    check_unrecorded,
    first_to_seat,
    last_begun,
    lots_drawn,
    started_round,
    taken_back,
)
from ludograph.domain.tournaments.events import Scored, TakenBack
from ludograph.domain.tournaments.preconditions import check_over, check_undealt, check_undrawn
from ludograph.domain.tournaments.round_seating import (
    Done,
    SeatingTerms,
    repeated_in,
    seated,
    sizes_in,
    taken,
    usual_sizes,
)
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.scores.scoring import read_number
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.rate_limits import Limits
from ludograph.replay.service.http.responses import Asked, BadRequest, json_response, refused_response
from ludograph.replay.service.recording.decision_bodies import (
    Lots,
    PenaltyBody,
    Placing,
    Players,
    Scores,
    Seating,
    StartBody,
    Taking,
    Withdrawal,
)
from ludograph.replay.service.recording.entries import checked_text
from ludograph.replay.service.recording.idempotency import Entering, Keep, recorded
from ludograph.replay.service.routes.tournaments import Cups, marked
from ludograph.replay.shapes import tournaments as shapes

Made = tuple[Tournament, list[Match]]
Make = Callable[[TournamentService, Tournament], Made]
Tell = Callable[[TournamentService, Tournament], dict[str, Any]]
LONGEST: Final = 300
"""So many seconds a seating may be searched for."""
FORFEIT: Final = "forfeit"
METHODS: Final = ("swiss", "random", "spread")
LATE: Final = "Somebody else decided something meanwhile, so nothing was recorded: look, and send it again if it fits."


class Chair:
    """Where the decisions of a director come in: each once, and none over another that they had not seen."""

    def __init__(self, request: Asked, cups: Cups, limits: Limits) -> None:
        self._request = request
        self._cups = cups
        self._limits = limits

    async def decide(self, name: str, make: Make, tell: Tell) -> Response[bytes]:
        """Records what is decided of a tournament, and tells it; the same request again is told the same again.

        Raises `Denied`, or `Wrong` with status 409 where more was decided than the sender knew.
        """
        cups, service = self._cups, TournamentService(self._cups.hall.recorder)

        async def load() -> Tournament:
            return await cups.hall.aside(service.load, id)

        def record(now: Tournament, keep: Keep) -> Tournament:
            try:
                with by_token(cups.check_directs(now).signature):
                    changed, matches = make(service, now)
            except Refused as wrong:
                raise refused_response(wrong, ()) from wrong
            return service.record(changed, *matches, request=keep(changed.version))

        id = (await cups.find(name)).id
        entering = Entering(id, load, cups.check_directs, record, _after, LATE)
        _, stored = await recorded(cups.seen, self._limits, self._request, entering)
        return await self._told(service, stored, tell)

    async def _told(self, service: TournamentService, tournament: Tournament, tell: Tell) -> Response[bytes]:
        told = await self._cups.hall.aside(tell, service, tournament)
        return json_response(told | {"version": tournament.version}, 201, marked(tournament))


def _after(tournament: Tournament, version: int) -> Tournament:
    """A tournament as it stood after one of its events."""
    past = rebuilt(tournament.history[:version])
    assert past is not None
    return past


class Organising(Controller):
    """What can be decided about a tournament."""

    path = "/api/tournaments/{id:str}"

    @post("/players")
    async def enter(self, id: FromPath[str], data: JSONBody[Players], chair: NamedDependency[Chair]) -> Response[bytes]:
        """Enters players; who may be somebody known is told as a doubt."""

        def make(service: TournamentService, now: Tournament) -> Made:
            if not data.players:
                raise BadRequest(422, "Name the players.")
            return now.enter(data.players, service.recorder.stamp()), []

        def tell(service: TournamentService, after: Tournament) -> dict[str, Any]:
            before = _after(after, after.version - 1)
            return shapes.entered_json(after) | {"doubts": list(before.doubts(data.players))}

        return await chair.decide(id, make, tell)

    @post("/withdraw")
    async def withdraw(
        self, id: FromPath[str], data: JSONBody[Withdrawal], chair: NamedDependency[Chair]
    ) -> Response[bytes]:
        """Takes a player out from the next round on."""
        return await chair.decide(
            id,
            lambda service, now: (now.withdraw(data.player, data.reason, service.recorder.stamp()), []),
            lambda service, after: shapes.withdrawn_json(after),
        )

    @post("/rounds")
    async def seat(
        self, id: FromPath[str], data: JSONBody[Seating], chair: NamedDependency[Chair], cups: NamedDependency[Cups]
    ) -> Response[bytes]:
        """Seats the next round, or several."""

        def tell(service: TournamentService, after: Tournament) -> dict[str, Any]:
            event: Any = after.history[-1]
            byes = sum(len(one.byes) for one in event.rounds)
            done = Done(after, event.first, repeated_in(after), byes, event.seed)
            return shapes.seated_json(done, service.tables(after).results)

        return await chair.decide(id, lambda service, now: _seated(service, now, data, cups), tell)

    @post("/rounds/{number:int}/start")
    async def start(
        self,
        id: FromPath[str],
        number: FromPath[int],
        data: JSONBody[StartBody],
        chair: NamedDependency[Chair],
    ) -> Response[bytes]:
        """Starts a match at each table of a round that has none."""
        if data.written and (data.seed or data.same_deal):
            raise BadRequest(422, "With real cards the program deals nothing: leave `seed` and `same_deal` out.")
        how = How(data.written, data.seed or None, data.same_deal, data.tables, data.anyway, data.deal)

        def tell(service: TournamentService, after: Tournament) -> dict[str, Any]:
            event: Any = after.history[-1]
            return shapes.started_json(after, [service.recorder.load(one.match) for one in event.matches])

        def make(service: TournamentService, now: Tournament) -> Made:
            try:
                return started_round(service, now, number, how)
            except NeedsCards as wrong:
                example = ", ".join(f"{name}={json_text(value)}" for name, value in wrong.missing.items())
                raise BadRequest(422, f"{wrong} Start one table at a time, and say it as `deal`: {example}.") from wrong

        return await chair.decide(id, make, tell)

    @post("/rounds/{number:int}/tables/{at:int}/result")
    async def score(
        self,
        id: FromPath[str],
        number: FromPath[int],
        at: FromPath[int],
        data: JSONBody[Scores],
        chair: NamedDependency[Chair],
    ) -> Response[bytes]:
        """Enters what a table came to where nobody recorded."""
        place, scores = (number, at), [_scored(name, score) for name, score in data.scores.items()]

        def make(service: TournamentService, now: Tournament) -> Made:
            check_unrecorded(now, service.tables(now).results, place, anyway=data.anyway)
            return now.score(place, scores, data.reason.strip(), service.recorder.stamp()), []

        return await chair.decide(id, make, _table(place))

    @post("/rounds/{number:int}/tables/{at:int}/place")
    async def place(
        self,
        id: FromPath[str],
        number: FromPath[int],
        at: FromPath[int],
        data: JSONBody[Placing],
        chair: NamedDependency[Chair],
        cups: NamedDependency[Cups],
    ) -> Response[bytes]:
        """Says which match counts for a table: one in which the director may rule, of this tournament or another."""
        place = (number, at)
        await cups.directed(id)
        chosen = (await cups.ruled(data.match)).id

        def make(service: TournamentService, now: Tournament) -> Made:
            match = service.recorder.load(chosen)
            cups.check_rules(match)
            check_fits(now, service.tables(now).results, match, place, anyway=data.anyway)
            reason = checked_text("A reason", data.reason)
            return now.choose(place, match.id, reason, service.recorder.stamp()), []

        return await chair.decide(id, make, _table(place))

    @post("/penalties")
    async def penalise(
        self, id: FromPath[str], data: JSONBody[PenaltyBody], chair: NamedDependency[Chair]
    ) -> Response[bytes]:
        """Takes points from a player; below zero they are given."""

        def make(service: TournamentService, now: Tournament) -> Made:
            number = last_begun(service.tables(now).results) if data.round is None else data.round
            if number:
                now.round(number)
            points, reason = read_number(str(data.points)), checked_text("A reason", data.reason)
            return now.penalise(data.player, points, reason, service.recorder.stamp(), round=number), []

        return await chair.decide(id, make, lambda service, after: shapes.penalised_json(after))

    @post("/lot")
    async def draw(
        self, id: FromPath[str], data: JSONBody[Lots], chair: NamedDependency[Chair], cups: NamedDependency[Cups]
    ) -> Response[bytes]:
        """Draws lots among all players."""

        def make(service: TournamentService, now: Tournament) -> Made:
            check_undrawn(now, again=data.again)
            if data.seed:
                check_undealt(service, data.seed, cups.may_know_seed(now))
            seed = data.seed or service.recorder.seed()
            return now.draw_lots(lots_drawn(now, seed), seed, service.recorder.stamp()), []

        return await chair.decide(id, make, lambda service, after: shapes.drawn_json(after))

    @post("/undo")
    async def undo(self, id: FromPath[str], data: JSONBody[Taking], chair: NamedDependency[Chair]) -> Response[bytes]:
        """Takes the newest decision back; matches that it started are abandoned with it."""
        return await chair.decide(
            id, lambda service, now: taken_back(service, now, checked_text("A reason", data.reason)), _undone
        )

    @post("/close")
    async def close(self, id: FromPath[str], chair: NamedDependency[Chair]) -> Response[bytes]:
        """Ends the tournament; tells the final standings."""

        def make(service: TournamentService, now: Tournament) -> Made:
            results = service.tables(now).results
            for number in range(1, len(results) + 1):
                check_over(results, number)
            return now.close(service.recorder.stamp()), []

        def tell(service: TournamentService, after: Tournament) -> dict[str, Any]:
            return shapes.closed_json(after, standings(after, service.tables(after).results))

        return await chair.decide(id, make, tell)


def _seated(service: TournamentService, now: Tournament, data: Seating, cups: Cups) -> Made:
    """The tournament with what a body asks to be seated. Raises `Wrong`, `OutOfOrder` or `Refused`."""
    game = GAMES.get(data.game)
    if game is None:
        raise BadRequest(422, f"There is no game {cut(data.game)}: there are {listed(list(GAMES))}.")
    sizes = sizes_in(data.size) if data.size else usual_sizes(game)
    if sizes is None:
        raise BadRequest(422, f"`size` {cut(data.size)}: write a number, or the fewest and the most, as in 3-4.")
    if data.method not in METHODS:
        raise BadRequest(
            422, f"`method` is {listed(METHODS, last='or')}; `tables` hold a seating that was made elsewhere."
        )
    if data.rounds is not None and (data.method == "swiss" or not 1 <= data.rounds <= 100):
        raise BadRequest(422, "`rounds` is 1 to 100, with spread and random: swiss seats round by round.")
    if not 1 <= data.seconds <= LONGEST:
        raise BadRequest(422, f"`seconds` is 1 to {LONGEST}.")
    method: Any = data.method
    wanted = SeatingTerms(game, data.options, sizes, method, data.rounds, data.seed or None, data.again, data.seconds)
    wanted = wanted._replace(known=cups.may_know_seed(now))
    if not data.tables:
        return seated(service, now, wanted).tournament, []
    first = first_to_seat(now, service.tables(now).results, again=data.again)
    given: dict[int, tuple[str, ...]] = dict(enumerate(data.tables, start=1))
    if data.byes:
        given[0] = data.byes
    if not data.size:
        wanted = wanted._replace(sizes=(game.seats[0], game.seats[-1]))
    return taken(service, now, wanted, {first: given}).tournament, []


def _scored(name: str, score: int | str) -> Scored:
    """What a player came to. Raises `Wrong`."""
    if isinstance(score, int) and abs(score) < 10**DIGITS:
        return Scored(name, score)
    if score == UNKNOWN:
        return Scored(name, UNKNOWN)
    if isinstance(score, str) and score.casefold() == FORFEIT:
        return Scored(name, None, forfeit=True)
    what = cut(str(score)) if isinstance(score, str) and score else "That"
    raise BadRequest(422, f"{what} is no score of {cut(name)}: a whole number, ?? where nobody knows it, or forfeit.")


def _table(place: tuple[int, int]) -> Tell:
    """Tells what came of a table."""

    def tell(service: TournamentService, after: Tournament) -> Mapping[str, Any]:
        return shapes.placed_json(after, place, service.tables(after).results[place[0] - 1][place[1] - 1])

    return tell  # type: ignore[return-value]


def _undone(service: TournamentService, after: Tournament) -> dict[str, Any]:
    """What was taken back, and the matches that it had started."""
    event = after.history[-1]
    assert isinstance(event, TakenBack)
    gone: Any = after.history[event.event - 1]
    matches = [service.recorder.load(one.match) for one in getattr(gone, "matches", ())]
    return shapes.taken_back_json(after, [str(one.id) for one in matches if _went_with(one, event)])


def _went_with(match: Match, event: TakenBack) -> bool:
    """Whether a match was abandoned because its start was taken back."""
    last = match.history[-1]
    return isinstance(last, MatchAbandoned) and (last.reason, last.by) == (event.reason, event.by)
