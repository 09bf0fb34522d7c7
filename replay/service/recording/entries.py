"""What scribes, players and directors record through the API. What was answered with 201 is on the disk."""

from typing import Any

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.exchange.deal_entry import with_deal
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Refused
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import after_event
from ludograph.domain.match.events import StepsTakenBack
from ludograph.domain.match.final_result import in_force
from ludograph.domain.match.history import HistoryEntry
from ludograph.domain.match.official_decisions import RulingDraft, abandoned, confirmed, reopened, ruled
from ludograph.domain.match.officials_view import officials_of
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http.responses import BadRequest, refused_response
from ludograph.replay.service.recording.entry_bodies import (
    ConfirmationBody,
    EndingBody,
    NoteBody,
    RulingBody,
    UndoBody,
    checked_text,
)
from ludograph.replay.service.recording.entry_service import EntriesDep, EntryAuthor
from ludograph.replay.service.routes.reading import observer_in
from ludograph.replay.shapes.matches import start_json, step_json
from ludograph.replay.shapes.officials import ruling_json


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

        return await entries.record(id, entries.scribe, decide, _undone)

    @post("/notes")
    async def note(self, id: FromPath[str], data: JSONBody[NoteBody], entries: EntriesDep) -> Response[bytes]:
        """Adds a note to a step."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            step = len(match.steps) if data.step is None else data.step
            return match.annotate(
                step, checked_text("A remark", data.text), store.stamp(), public=data.public, by=who.name
            )

        def describe(match: Match, who: EntryAuthor) -> dict[str, Any]:
            step = match.history[-1].step  # type: ignore[attr-defined]
            return {"step": step, "note": data.text, "public": data.public}

        return await entries.record(id, entries.either, decide, describe)

    @post("/confirmations")
    async def confirm(
        self, id: FromPath[str], data: JSONBody[ConfirmationBody], entries: EntriesDep
    ) -> Response[bytes]:
        """Somebody agrees to the result: players for themselves, a scribe for the players beside them."""

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
            return confirmed(match, seat_of(match, who), store.stamp(), who.name)

        def describe(match: Match, who: EntryAuthor) -> dict[str, Any]:
            return {"event": match.version, "confirmed": [one.name for one in in_force(match)]}

        return await entries.record(id, authorise, decide, describe)

    @post("/rulings")
    async def rule(self, id: FromPath[str], data: JSONBody[RulingBody], entries: EntriesDep) -> Response[bytes]:
        """Records a ruling, and what it does to the result."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            adjust = tuple((seat_in(match, name), points) for name, points in data.adjust.items())
            forfeit = tuple(seat_in(match, name) for name in data.forfeit)
            ruling = RulingDraft(
                checked_text("A ruling", data.text), data.step, data.cites.strip(), adjust, forfeit, data.private
            )
            return ruled(match, ruling, store.stamp(), checked_text("`by`", data.by))

        def describe(match: Match, who: EntryAuthor) -> dict[str, Any]:
            return ruling_json(officials_of(match).rulings[-1], match.players, JUDGE)

        return await entries.record(id, entries.director, decide, describe)

    @post("/abandon")
    async def abandon(self, id: FromPath[str], data: JSONBody[EndingBody], entries: EntriesDep) -> Response[bytes]:
        """The match will not be finished."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            return abandoned(match, checked_text("A reason", data.reason), store.stamp(), public=data.public)

        return await entries.record(id, entries.director, decide, lambda match, who: {"status": "abandoned"})

    @post("/reopen")
    async def reopen(self, id: FromPath[str], data: JSONBody[EndingBody], entries: EntriesDep) -> Response[bytes]:
        """A match that was abandoned goes on."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            return reopened(match, checked_text("A reason", data.reason), store.stamp(), public=data.public)

        return await entries.record(id, entries.director, decide, lambda match, who: {"status": "running"})


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


def _undone(match: Match, who: EntryAuthor) -> dict[str, Any]:
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
