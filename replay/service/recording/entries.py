"""What scribes, players and directors record through the API. What was answered with 201 is on the disk."""

from functools import partial
from typing import Any

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.exchange.deal_entry import with_deal
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Refused
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.allowances import allowances_in_remark
from ludograph.domain.match.as_of import after_event
from ludograph.domain.match.events import StepsTakenBack
from ludograph.domain.match.final_result import final_of, in_force, status_of
from ludograph.domain.match.history import HistoryEntry
from ludograph.domain.match.official_decisions import (
    RulingDraft,
    abandoned,
    confirmed,
    points_given,
    ruled,
    ruling_withdrawn,
    unconfirmed,
)
from ludograph.domain.match.officials_view import officials_of
from ludograph.domain.match.result_objections import agreed_on_paper
from ludograph.domain.match.seated_bots import bots_in_remark
from ludograph.domain.notation.names import folded
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.rounds.standings_change import standings_changes
from ludograph.domain.tournaments.scores.entered_results import reopened_match
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.responses import BadRequest, json_response, refused_response
from ludograph.replay.service.recording.entry_bodies import (
    ConfirmationBody,
    EndingBody,
    NoteBody,
    RulingBody,
    UndoBody,
    checked_text,
)
from ludograph.replay.service.recording.entry_service import EntriesDep, EntryAuthor
from ludograph.replay.service.recording.paper_results import on_paper
from ludograph.replay.service.routes.reading import MatchesDep, observer_in, tagged
from ludograph.replay.shapes.matches import start_json, step_json
from ludograph.replay.shapes.officials import final_json, ruling_json
from ludograph.replay.shapes.rulings import ruling_effects_json


class EntryRoutes(Controller):
    """What can be recorded in a match."""

    path = "/api/matches/{id:str}"

    @post("/actions")
    async def act(self, id: FromPath[str], data: JSONBody[dict[str, Any]], entries: EntriesDep) -> Response[bytes]:
        """Records an action: `{"line": "Ann bid 9MS"}`, or one as a match file has it. Answers with the step."""
        text = data.get("line") if set(data) == {"line"} else json_text(data)
        if not isinstance(text, str):
            raise BadRequest(422, '`line` is an action as text, such as "Ann bid 9MS".')
        return await entries.record(
            id, entries.scribe, lambda store, match, who: acted(store, match, text, who), step_told
        )

    @post("/deal")
    async def deal(self, id: FromPath[str], data: JSONBody[dict[str, Any]], entries: EntriesDep) -> Response[bytes]:
        """Enters the deal of a match that began without it, as a match file has it. Answers with the setup."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            try:
                return with_deal(match, data, store.stamp())
            except Refused as wrong:
                raise refused_response(wrong, match.players) from wrong

        def describe(match: Match, who: EntryAuthor) -> dict[str, Any]:
            return start_json(match, HistoryEntry(match.start, match.players, 0), who.observer)

        return await entries.record(id, entries.scribe, decide, describe)

    @post("/undo")
    async def undo(self, id: FromPath[str], data: JSONBody[UndoBody], entries: EntriesDep) -> Response[bytes]:
        """Takes back the last step, or all after `to`; a reason belongs to it."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            match.check_open()
            if not match.steps:
                raise BadRequest(422, "There is nothing to take back: no step of this match stands.")
            to = len(match.steps) - 1 if data.to is None else data.to
            return match.take_back(to, checked_text("A reason", data.reason), store.stamp())

        return await entries.record(id, entries.scribe, decide, undone)

    @post("/notes")
    async def note(self, id: FromPath[str], data: JSONBody[NoteBody], entries: EntriesDep) -> Response[bytes]:
        """Adds a note to a step."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            step = len(match.steps) if data.step is None else data.step
            # By this remark bots move and people play their seats, so it is no word of those who play.
            if who.token.role == "player" and bots_in_remark(match.players, data.text.strip()):
                raise BadRequest(422, "Which bots sit at a table is said by whoever begins its match.")
            if who.token.role != "director" and allowances_in_remark(data.text.strip()) is not None:
                raise BadRequest(422, "What is allowed while a match runs is said by a director.")
            return match.annotate(
                step, checked_text("A remark", data.text), store.stamp(), public=data.public, by=who.name
            )

        def describe(match: Match, who: EntryAuthor) -> dict[str, Any]:
            step = match.history[-1].step  # type: ignore[attr-defined]
            return {"step": step, "note": data.text, "public": data.public}

        return await entries.record(id, entries.either, decide, describe, exact=True)

    @post("/confirmations")
    async def confirm(
        self, id: FromPath[str], data: JSONBody[ConfirmationBody], entries: EntriesDep
    ) -> Response[bytes]:
        """Somebody agrees to the result, or no more: players for themselves, a scribe for the players beside them."""

        def seat_of(match: Match, who: EntryAuthor) -> Observer:
            return who.observer if data.who is None else observer_in(match, data.who)

        # Asked with the match as it stands when their turn has come: seats and rights may be others than before.
        def authorise(match: Match) -> EntryAuthor:
            who = entries.either(match)
            seat = seat_of(match, who)
            if seat == TABLE:
                raise BadRequest(422, "The table cannot agree to a result: `as` takes a player or judge.")
            if seat == JUDGE:
                return entries.director(match)
            return who if seat == who.observer else entries.either(match, seat)

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            seat = seat_of(match, who)
            if data.withdraw:
                return unconfirmed(match, seat, data.reason.strip(), store.stamp(), public=data.public, by=who.name)
            if seat != JUDGE and on_paper(store, match) is not None:
                return agreed_on_paper(match, seat, store.stamp(), who.name)
            return confirmed(match, seat, store.stamp(), who.name)

        return await entries.record(id, authorise, decide, _agreed)

    @post("/rulings")
    async def rule(
        self, id: FromPath[str], data: JSONBody[RulingBody], entries: EntriesDep, matches: MatchesDep
    ) -> Response[bytes]:
        """Records a ruling, or that one is withdrawn; with `preview` tells what would come of it."""
        if data.preview:
            match = await matches.match(id)
            who = entries.asking(match, entries.director)
            content = await matches.live.asking.run(who.token, _ruling_preview, matches.live.recorder, match, data)
            return json_response(content | cursor_json(match), headers=tagged(match))
        return await entries.record(
            id, entries.director, lambda store, match, who: _ruled(store, match, data), partial(_ruling, data)
        )

    @post("/abandon")
    async def abandon(self, id: FromPath[str], data: JSONBody[EndingBody], entries: EntriesDep) -> Response[bytes]:
        """The match will not be finished."""
        return await entries.record(id, entries.director, partial(_abandoned, data), _status)

    @post("/reopen")
    async def reopen(self, id: FromPath[str], data: JSONBody[EndingBody], entries: EntriesDep) -> Response[bytes]:
        """A match that was abandoned goes on; not one in whose place a result was entered that counts."""
        return await entries.record(id, entries.director, partial(_reopened, data), _status)


def _agreed(match: Match, who: EntryAuthor) -> dict[str, Any]:
    """Who agrees now, and to what."""
    final = final_json(final_of(match), match.players)
    return {"event": match.version, "confirmed": [one.name for one in in_force(match)], "final": final}


def _ruled(store: Recorder, match: Match, data: RulingBody) -> Match:
    """The match with a ruling, or without one. Raises `BadRequest`, or `OutOfPlace` and others."""
    by = checked_text("`by`", data.by)
    if data.withdraw is not None:
        if data.text or data.adjust or data.forfeit:
            raise BadRequest(422, "`withdraw` takes a ruling back as a whole: leave out what a ruling says and does.")
        reason = checked_text("A reason", data.reason)
        return ruling_withdrawn(match, data.withdraw, reason, store.stamp(), public=data.public, by=by)
    seats = {name: seat_in(match, name) for name in data.adjust}
    adjust = tuple(
        (seats[name], said if isinstance(said, int) else points_given(match, seats[name], said))
        for name, said in data.adjust.items()
    )
    forfeit = tuple(seat_in(match, name) for name in data.forfeit)
    text = checked_text("A ruling", data.text)
    ruling = RulingDraft(text, data.step, data.cites.strip(), adjust, forfeit, data.private)
    return ruled(match, ruling, store.stamp(), by)


def _ruling(data: RulingBody, match: Match, who: EntryAuthor) -> dict[str, Any]:
    """The ruling as it was recorded, or withdrawn."""
    said = officials_of(match)
    found = said.rulings[-1:] if data.withdraw is None else said.withdrawn
    return next(ruling_json(one, match.players, JUDGE) for one in found if data.withdraw in (None, one.number))


def _ruling_preview(store: Recorder, match: Match, data: RulingBody) -> dict[str, Any]:
    """What a ruling would come to, in the match and in its own tournament; nothing is recorded."""
    after, own = _ruled(store, match, data), folded(match.start.event)
    moved = [one for one in standings_changes(TournamentService(store), after) if folded(one.tournament) == own]
    about = {"match": str(match.id), "game": match.game.id, "status": "preview"}
    return about | ruling_effects_json(match, after, moved)


def _abandoned(data: EndingBody, store: Recorder, match: Match, who: EntryAuthor) -> Match:
    return abandoned(match, checked_text("A reason", data.reason), store.stamp(), public=data.public)


def _reopened(data: EndingBody, store: Recorder, match: Match, who: EntryAuthor) -> Match:
    return reopened_match(store, match, checked_text("A reason", data.reason), public=data.public)


def _status(match: Match, who: EntryAuthor) -> dict[str, Any]:
    return {"status": status_of(match)}


def acted(store: Recorder, match: Match, text: str, who: EntryAuthor) -> Match:
    """The match with the actions of a line, all of them or none. Raises `BadRequest`, or as `decide_entries` does."""
    # As this observer: several actions go together only if they could work out the effect of each (decision 209).
    try:
        return decide_entries(store, match, text, who.observer)
    except Refused as wrong:
        raise refused_response(wrong, match.players) from wrong


def step_told(match: Match, who: EntryAuthor) -> dict[str, Any]:
    """The last step, as whoever recorded it sees it."""
    step = match.steps[-1]
    return step_json(match, HistoryEntry(step, match.players, step.number), who.observer)


def undone(match: Match, who: EntryAuthor) -> dict[str, Any]:
    """What was taken back just now."""
    event = match.history[-1]
    assert isinstance(event, StepsTakenBack)
    before = len(after_event(match, match.version - 1).steps)
    return {"steps": event.to, "taken_back": list(range(event.to + 1, before + 1))}


def seat_in(match: Match, name: str) -> int:
    """The seat of a player from their name or its number. Raises `BadRequest`."""
    seat = observer_in(match, name)
    if seat < 1:
        raise BadRequest(422, f"{name} is no player of this match: there are {', '.join(match.players)}.")
    return seat
