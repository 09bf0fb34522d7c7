"""What directors decide about a tournament through the API. What was answered with 201 is on the disk."""

from collections.abc import Mapping
from typing import Any, Final

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Refused
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import MatchAbandoned
from ludograph.domain.notation.limits import DIGITS, cut
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import ResultEntered, Scored, TakenBack
from ludograph.domain.tournaments.near_names import name_doubts
from ludograph.domain.tournaments.rounds.decisions import (
    How,
    check_fits,
    first_to_seat,
    last_begun,
    lots_drawn,
    started_round,
    taken_back,
)
from ludograph.domain.tournaments.rounds.late_corrections import seating_after
from ludograph.domain.tournaments.rounds.preconditions import check_closable, check_undealt, check_undrawn
from ludograph.domain.tournaments.rounds.renaming import renamed
from ludograph.domain.tournaments.rounds.result_entry import ResultEntry, result_entered
from ludograph.domain.tournaments.rounds.round_clock import ClockChange, clock_changed
from ludograph.domain.tournaments.rounds.round_seating import (
    Done,
    SeatingTerms,
    planned_seating,
    repeated_in,
    seated,
    sizes_in,
    taken,
    usual_sizes,
)
from ludograph.domain.tournaments.rounds.seat_exchange import seats_exchanged
from ludograph.domain.tournaments.scores.entered_results import is_upheld
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.scores.scoring import read_number
from ludograph.domain.tournaments.scores.settings import read_settings
from ludograph.domain.tournaments.scores.typed_scores import read_score
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.settings_preview import SettingsPreview, preview_settings
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.responses import BadRequest, json_response, refused_response
from ludograph.replay.service.recording.decision_bodies import (
    ClockBody,
    ExchangeBody,
    LotsBody,
    PenaltyBody,
    PlacementBody,
    PlayersBody,
    RenamingBody,
    ScoresBody,
    SeatingBody,
    SettingsBody,
    StartBody,
    TakebackBody,
    WithdrawalBody,
)
from ludograph.replay.service.recording.decision_service import Decided, DecisionsDep, Describe, tournament_as_of
from ludograph.replay.service.recording.entry_bodies import checked_text
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments, marked
from ludograph.replay.shapes import tournaments as shapes

# The search takes a thread, and the turn of its tournament: nobody else decides there meanwhile.
LONGEST: Final = 300
"""So many seconds a seating may be searched for."""
METHODS: Final = ("swiss", "random", "spread")


class DecisionRoutes(Controller):
    """What can be decided about a tournament."""

    path = "/api/tournaments/{id:str}"

    @post("/players")
    async def enter(self, id: FromPath[str], data: JSONBody[PlayersBody], decisions: DecisionsDep) -> Response[bytes]:
        """Enters players; who may be somebody known is told as a doubt."""

        def decide(service: TournamentService, now: Tournament) -> Decided:
            if not data.players:
                raise BadRequest(422, "Name the players.")
            return now.enter(data.players, service.recorder.stamp()), []

        def describe(service: TournamentService, after: Tournament) -> dict[str, Any]:
            before = tournament_as_of(after, after.version - 1).state.players
            doubts = name_doubts(data.players, [player.name for player in before])
            return shapes.entered_json(after) | {"doubts": list(doubts)}

        return await decisions.record(id, decide, describe)

    @post("/withdraw")
    async def withdraw(
        self, id: FromPath[str], data: JSONBody[WithdrawalBody], decisions: DecisionsDep
    ) -> Response[bytes]:
        """Takes a player out from the next round on."""
        return await decisions.record(
            id,
            lambda service, now: (now.withdraw(data.player, data.reason, service.recorder.stamp()), []),
            lambda service, after: shapes.withdrawn_json(after),
        )

    @post("/rename")
    async def rename(self, id: FromPath[str], data: JSONBody[RenamingBody], decisions: DecisionsDep) -> Response[bytes]:
        """Puts a player's name right, in the matches of the tournament too."""

        def decide(service: TournamentService, now: Tournament) -> Decided:
            done = renamed(service, now, data.player, data.name, data.reason.strip())
            return done.tournament, done.matches

        return await decisions.record(id, decide, lambda service, after: shapes.renamed_json(after))

    @post("/rounds/{number:int}/exchange")
    async def exchange(
        self, id: FromPath[str], number: FromPath[int], data: JSONBody[ExchangeBody], decisions: DecisionsDep
    ) -> Response[bytes]:
        """Says that two players sat in each other's seats; their names change places in matches too."""

        def decide(service: TournamentService, now: Tournament) -> Decided:
            return seats_exchanged(service, now, number, data.player, data.other, data.reason.strip())

        return await decisions.record(
            id, decide, lambda service, after: shapes.exchanged_json(after, service.tables(after).results)
        )

    @post("/rounds")
    async def seat(
        self, id: FromPath[str], data: JSONBody[SeatingBody], decisions: DecisionsDep, tournaments: TournamentsDep
    ) -> Response[bytes]:
        """Seats the next round, or several; with `preview` tells how many tables and byes there would be."""
        if data.preview:
            now = await tournaments.directed(id)
            try:
                return json_response(shapes.planned_json(now, planned_seating(now, _terms(data))))
            except Refused as wrong:
                raise refused_response(wrong, ()) from wrong

        def describe(service: TournamentService, after: Tournament) -> dict[str, Any]:
            event: Any = after.history[-1]
            byes = sum(len(one.byes) for one in event.rounds)
            done = Done(after, event.first, repeated_in(after), byes, event.seed)
            return shapes.seated_json(done, service.tables(after).results)

        return await decisions.record(id, lambda service, now: _seated(service, now, data, tournaments), describe)

    @post("/rounds/{number:int}/start")
    async def start(
        self, id: FromPath[str], number: FromPath[int], data: JSONBody[StartBody], decisions: DecisionsDep
    ) -> Response[bytes]:
        """Starts a match at each table of a round that has none."""
        if data.written and (data.seed or data.same_deal):
            raise BadRequest(422, "With real cards the program deals nothing: leave `seed` and `same_deal` out.")
        how = How(data.written, data.seed or None, data.same_deal, data.tables, data.anyway, data.deal)

        def describe(service: TournamentService, after: Tournament) -> dict[str, Any]:
            event: Any = after.history[-1]
            return shapes.started_json(after, [service.recorder.load(one.match) for one in event.matches])

        return await decisions.record(id, lambda service, now: started_round(service, now, number, how), describe)

    @post("/rounds/{number:int}/clock")
    async def clock(
        self, id: FromPath[str], number: FromPath[int], data: JSONBody[ClockBody], decisions: DecisionsDep
    ) -> Response[bytes]:
        """Sets the clock of a round, stops it, lets it go on or begin now; round 0 is every round that starts later."""
        change = ClockChange(data.minutes, data.add, data.runs, data.from_now)

        def decide(service: TournamentService, now: Tournament) -> Decided:
            if number:
                now.round(number)
            return clock_changed(now, number, change, data.reason.strip(), service.recorder.stamp()), []

        return await decisions.record(
            id, decide, lambda service, after: {"clock": shapes.clock_json(after.state.clocks.get(number))}
        )

    @post("/rounds/{number:int}/tables/{at:int}/result")
    async def score(
        self,
        id: FromPath[str],
        number: FromPath[int],
        at: FromPath[int],
        data: JSONBody[ScoresBody],
        decisions: DecisionsDep,
        tournaments: TournamentsDep,
    ) -> Response[bytes]:
        """Enters what a table came to where nobody recorded, or recorded to the end."""
        place, scores = (number, at), [_scored(name, score) for name, score in data.scores.items()]

        def decide(service: TournamentService, now: Tournament) -> Decided:
            entry = ResultEntry(place, scores, data.reason.strip(), data.anyway, data.anyway, data.abandon)
            after, left = result_entered(service, now, service.tables(now).results, entry)
            for match in left:
                tournaments.check_rules(match)
            return after, left

        return await decisions.record(id, decide, _table(place))

    @post("/rounds/{number:int}/tables/{at:int}/place")
    async def place(
        self,
        id: FromPath[str],
        number: FromPath[int],
        at: FromPath[int],
        data: JSONBody[PlacementBody],
        decisions: DecisionsDep,
        tournaments: TournamentsDep,
    ) -> Response[bytes]:
        """Says which match counts for a table: one in which the director may rule, of this tournament or another."""
        place = (number, at)
        await tournaments.directed(id)
        chosen = (await tournaments.ruled(data.match)).id

        def decide(service: TournamentService, now: Tournament) -> Decided:
            # Asked again now that their turn has come: meanwhile the match may have gone to others (decision 173).
            match = service.recorder.load(chosen)
            tournaments.check_rules(match)
            check_fits(now, service.tables(now).results, match, place, anyway=data.anyway)
            reason = checked_text("A reason", data.reason)
            return now.choose(place, match.id, reason, service.recorder.stamp()), []

        return await decisions.record(id, decide, _table(place))

    @post("/penalties")
    async def penalise(
        self, id: FromPath[str], data: JSONBody[PenaltyBody], decisions: DecisionsDep
    ) -> Response[bytes]:
        """Takes points from a player; below zero they are given."""

        def decide(service: TournamentService, now: Tournament) -> Decided:
            number = last_begun(service.tables(now).results) if data.round is None else data.round
            if number:
                now.round(number)
            points, reason = read_number(str(data.points)), checked_text("A reason", data.reason)
            return now.penalise(data.player, points, reason, service.recorder.stamp(), round=number), []

        return await decisions.record(id, decide, lambda service, after: shapes.penalised_json(after))

    @post("/settings")
    async def change(
        self, id: FromPath[str], data: JSONBody[SettingsBody], decisions: DecisionsDep, tournaments: TournamentsDep
    ) -> Response[bytes]:
        """Changes what counts; with `preview` tells who would stand where by it."""
        if data.preview:
            now = await tournaments.directed(id)
            tournaments.check_directs(now)
            service = TournamentService(tournaments.live.recorder)
            content = await tournaments.live.builders.run(_previewed, service, now, data)
            return json_response(content | cursor_json(now), headers=marked(now))

        def decide(service: TournamentService, now: Tournament) -> Decided:
            return _changed(service, now, data, checked_text("A reason", data.reason))[0], []

        def describe(service: TournamentService, after: Tournament) -> dict[str, Any]:
            event: Any = after.history[-1]
            before = tournament_as_of(after, after.version - 1)
            found = preview_settings(before, after, event.settings, service.tables(after).results)
            return shapes.settings_json(after, found, "recorded")

        return await decisions.record(id, decide, describe)

    @post("/lot")
    async def draw(
        self, id: FromPath[str], data: JSONBody[LotsBody], decisions: DecisionsDep, tournaments: TournamentsDep
    ) -> Response[bytes]:
        """Draws lots among all players."""

        def decide(service: TournamentService, now: Tournament) -> Decided:
            check_undrawn(now, again=data.again)
            if data.seed:
                check_undealt(service, data.seed, tournaments.may_know_seed(now))
            seed = data.seed or service.recorder.seed()
            return now.draw_lots(lots_drawn(now, seed), seed, service.recorder.stamp()), []

        return await decisions.record(id, decide, lambda service, after: shapes.drawn_json(after))

    @post("/undo")
    async def undo(self, id: FromPath[str], data: JSONBody[TakebackBody], decisions: DecisionsDep) -> Response[bytes]:
        """Takes the newest decision back; matches that it started are abandoned with it."""
        return await decisions.record(
            id, lambda service, now: taken_back(service, now, checked_text("A reason", data.reason)), _undone
        )

    @post("/close")
    async def close(self, id: FromPath[str], decisions: DecisionsDep) -> Response[bytes]:
        """Ends the tournament; tells the final standings."""

        def decide(service: TournamentService, now: Tournament) -> Decided:
            results = service.tables(now).results
            check_closable(now, results)
            return now.close(service.recorder.stamp()), []

        def describe(service: TournamentService, after: Tournament) -> dict[str, Any]:
            return shapes.closed_json(after, standings(after, service.tables(after).results))

        return await decisions.record(id, decide, describe)


def _changed(
    service: TournamentService, now: Tournament, data: SettingsBody, reason: str = ""
) -> tuple[Tournament, SettingsPreview]:
    """The tournament by other settings, and what becomes different. Raises `OutOfOrder` or `Unscorable`."""
    said = {name: getattr(data, name) for name in ("scoring", "bye", "late", "repeat")}
    said |= {"tie-breaks": None if data.tie_breaks is None else ",".join(data.tie_breaks)}
    said |= {"allowed": None if data.allowed is None else ",".join(data.allowed) or "nothing"}
    wanted = read_settings(f"{name}={value}" for name, value in said.items() if value is not None)
    after = now.change(wanted, reason, service.recorder.stamp())
    return after, preview_settings(now, after, wanted, service.tables(now).results)


def _previewed(service: TournamentService, now: Tournament, data: SettingsBody) -> dict[str, Any]:
    """What would become different by other settings."""
    return shapes.settings_json(*_changed(service, now, data), "preview")


def _terms(data: SeatingBody) -> SeatingTerms:
    """What a body asks to be seated. Raises `BadRequest`."""
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
    return SeatingTerms(game, data.options, sizes, method, data.rounds, data.seed or None, data.again, data.seconds)


def _seated(service: TournamentService, now: Tournament, data: SeatingBody, tournaments: VisibleTournaments) -> Decided:
    """The tournament with what a body asks to be seated. Raises `BadRequest`, `OutOfOrder` or `Refused`."""
    # A director is not told from which texts others deal, not even by a refusal (decision 174).
    wanted = _terms(data)._replace(known=tournaments.may_know_seed(now))
    if not data.tables:
        return seated(service, now, wanted).tournament, []
    first = first_to_seat(now, service.tables(now).results, again=data.again)
    given: dict[int, tuple[str, ...]] = dict(enumerate(data.tables, start=1))
    if data.byes:
        given[0] = data.byes
    if not data.size:
        wanted = wanted._replace(sizes=(wanted.game.seats[0], wanted.game.seats[-1]))
    return taken(service, now, wanted, {first: given}).tournament, []


def _scored(name: str, score: int | str) -> Scored:
    """What a player came to. Raises `BadRequest` or `Unscorable`."""
    if isinstance(score, int) and abs(score) >= 10**DIGITS:
        raise BadRequest(422, f"That is no score of {cut(name)}: a number has at most {DIGITS} digits.")
    return read_score(name, str(score))


def _table(place: tuple[int, int]) -> Describe:
    """Tells what came of a table."""

    def describe(service: TournamentService, after: Tournament) -> Mapping[str, Any]:
        results = service.tables(after).results
        event: Any = after.history[-1]
        changed = event.reason and not (isinstance(event, ResultEntered) and is_upheld(after, event))
        stands = seating_after(after, results, place[0]) if changed else ""
        came = shapes.placed_json(after, place, results[place[0] - 1][place[1] - 1])
        return came | {"doubts": [stands] if stands else []}

    return describe  # type: ignore[return-value]


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
