"""Players on their own phones: the final scores of their match, and whether they agree to them or object."""

from pathlib import Path
from typing import Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from ludograph.domain.kernel.game import Seat
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import ResultConfirmed, StepsAmended, StepsTakenBack
from ludograph.domain.match.officials_view import officials_of
from ludograph.domain.match.result_objections import (
    ResultObjection,
    WordOnPaper,
    is_objection,
    objected,
    objected_on_paper,
    objections_of,
    words_on_paper,
)
from ludograph.domain.match.seated_bots import playing_bots
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.owners import without_record
from ludograph.domain.tournaments.scores.entered_results import entered_for
from ludograph.replay.sentences.event_sentences import tell_event
from ludograph.replay.sentences.judgement_sentences import how_to_judge, lost_by
from ludograph.replay.sentences.judgement_units import Unit
from ludograph.replay.service.access.rights import Denied, Visitor
from ludograph.replay.service.http.cursors import SeenCursor, cursor_json, reset_json
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.http.settings import SettingsDep
from ludograph.replay.service.live.live_store import LiveStore
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.recording.entries import seat_in
from ludograph.replay.service.recording.entry_bodies import checked_text, id_in
from ludograph.replay.service.recording.entry_service import EntriesDep, EntryAuthor
from ludograph.replay.service.recording.paper_results import on_paper, paper_agreement_json
from ludograph.replay.service.routes.judged_pages import NoJudgement, seat_lost_at
from ludograph.replay.service.routes.reading import MatchesDep, tagged
from ludograph.replay.service.routes.tournaments import TournamentsDep
from ludograph.replay.shapes.matches import result_json, time_json

NO_SEAT = "This page is for the players of this match: scan the code on your own slip again, or ask the organiser."


@documented_as("Objection")
class ObjectionBody(RequestBody, rename={"who": "as"}):
    """What is said against a result. A player need not say who they are."""

    text: str
    who: str | None = None


class AgreementRoutes(Controller):
    """What players say of the result of their match."""

    path = "/api/matches/{id:str}"

    @get("/agreement")
    async def agreement(
        self, id: FromPath[str], matches: MatchesDep, settings: SettingsDep, seen: SeenCursor = None
    ) -> Response[bytes]:
        """The final scores and how they came about, and of each seat of this browser whether it agrees or objects.

        `lost_at` has the step at which each lost most, null where that was not judged, and `lost_by` by what; both are
        there once the match is over. With `reset` if the cursor `seen` does not fit the match.
        """
        match = await matches.match(id)
        seats = seats_of(matches.visitor, match)
        if not seats:
            raise Denied(NO_SEAT, anonymous=matches.visitor.nobody)
        token, recorder = next(matches.visitor.rights(match)).token, matches.live.recorder
        told = await matches.live.asking.run(token, _agreement, recorder, match, seats, settings.judgements)
        return json_response(told | reset_json(seen, match.history), headers=tagged(match))

    @post("/objections")
    async def object(self, id: FromPath[str], data: JSONBody[ObjectionBody], entries: EntriesDep) -> Response[bytes]:
        """A player objects to the result, or a scribe for a player beside them: a remark for whoever directs."""

        def authorise(match: Match) -> EntryAuthor:
            who = entries.either(match)
            seat = who.observer if data.who is None else seat_in(match, data.who)
            return who if seat == who.observer else entries.either(match, seat)

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            seat = who.observer if data.who is None else seat_in(match, data.who)
            if seat < 1:
                raise BadRequest(422, "Say who objects: `as` takes a player.")
            if on_paper(store, match) is not None:
                return objected_on_paper(match, seat, checked_text("An objection", data.text), store.stamp(), who.name)
            return objected(match, seat, checked_text("An objection", data.text), store.stamp(), who.name)

        return await entries.record(id, authorise, decide, _objecting, exact=True)


@get("/matches/{id:str}/seat")
async def seat_page(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """A player's page: the way to their cards, and the final scores, to which they agree or object."""
    return render_page(request, "seat.html", match=str(id_in(id)))


@get("/api/tournaments/{id:str}/objections")
async def objections(id: FromPath[str], tournaments: TournamentsDep) -> Response[bytes]:
    """What players say against results and nobody has dealt with yet, for directors, in the order of the tables."""
    found, live = await tournaments.directed(id), tournaments.live
    told = []
    for number, row in enumerate((await tournaments.tables(found)).results, start=1):
        for at, table in enumerate(row, start=1):
            if table.match is not None and table.over:
                said = await live.threads.run(_open_in, live, table.match)
                told += [{"round": number, "table": at, "match": str(table.match)} | one for one in said]
    told += await live.threads.run(_open_on_paper, live, found)
    return json_response(told)


def seats_of(visitor: Visitor, match: Match) -> list[Seat]:
    """The seats of a match whose players' links this browser has opened."""
    # The table and the judge are not above 0.
    return list(dict.fromkeys(right.observer for right in visitor.rights(match) if right.observer > 0))


def agreement_json(match: Match, seats: list[Seat]) -> dict[str, Any]:
    """What the players of these seats are shown."""
    said, now = officials_of(match), {one.seat: one for one in objections_of(match)}
    agreed, before = {one.seat for one in said.confirmed}, {one.seat for one in said.void}
    about = {name: getattr(match.start, name) for name in ("event", "round", "table")}
    return {
        **cursor_json(match),
        "title": match.game.title,
        "plays": bool(bots := playing_bots(match)) and any(seat not in bots for seat in seats),
        **about,
        "seats": [
            {
                "seat": seat,
                "player": match.players[seat - 1],
                "agrees": seat in agreed,
                "agreed_before": seat in before,
                "objection": _told(now[seat]) if seat in now else None,
            }
            for seat in seats
        ],
        "result": result_json(match, seats[0]),
        "changes": _changes(match, seats[0]),
    }


def _changes(match: Match, seat: Seat) -> list[str]:
    """What was put right since somebody first agreed or objected, as a seat may know it."""
    told, said = [], False
    for event in match.history:
        said = said or isinstance(event, ResultConfirmed) or is_objection(event)
        is_change = isinstance(event, StepsTakenBack) or (isinstance(event, StepsAmended) and event.how != "rename")
        if said and is_change and (sentence := tell_event(event, match.players, seat)):
            told.append(sentence)
    return told


def _agreement(recorder: Recorder, match: Match, seats: list[Seat], judgements: Path | None) -> dict[str, Any]:
    entered = on_paper(recorder, match)
    if entered is not None:
        return paper_agreement_json(match, seats, entered)
    told = agreement_json(match, seats)
    try:
        lost = {match.name(seat): seat_lost_at(match, seat, judgements) for seat in seats}
    except NoJudgement:
        return told
    unit = Unit(len(match.players) == 1)
    return told | {
        "lost_at": {name: loss and loss.step for name, loss in lost.items()},
        "lost_by": {name: lost_by(loss, unit) if loss else "" for name, loss in lost.items()},
        "how_to_judge": how_to_judge(match),
    }


def _told(said: ResultObjection | WordOnPaper) -> dict[str, Any]:
    return {"player": said.name, "text": said.text, "at": time_json(said.at), "open": said.is_open}


def _open_in(live: LiveStore, id: Any) -> list[dict[str, Any]]:
    """What stands against the result of a match."""
    listed = live.index.find(id)
    # Most matches have nothing but their steps, and need not be loaded.
    if listed is None or listed.head.version <= listed.head.steps + 1:
        return []
    return [_told(one) for one in objections_of(live.recorder.load(id)) if one.is_open]


def _open_on_paper(live: LiveStore, tournament: Tournament) -> list[dict[str, Any]]:
    """What stands against the results that were entered at tables whose match was given up."""
    told = []
    for id in sorted(without_record(tournament)):
        # Whatever became of the match since: what counts is the result that was entered.
        entered = entered_for(id, [tournament])
        if entered is None or live.index.find(id) is None:
            continue
        where = {"round": entered.round, "table": entered.table, "match": str(id)}
        words = words_on_paper(live.recorder.load(id), entered.entered_at)
        told += [where | _told(one) for one in words if one.text and one.is_open]
    return told


def _objecting(match: Match, who: EntryAuthor) -> dict[str, Any]:
    """What the newest objection says."""
    newest = max(objections_of(match), key=lambda one: one.at)
    return {"objection": _told(newest)}
