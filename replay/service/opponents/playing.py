"""The page on which a person plays against bots, and what it asks for: always as their own seat sees the match."""

from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http.cursors import SeenCursor, reset_json
from ludograph.replay.service.http.responses import AnyRequest, json_response
from ludograph.replay.service.opponents.bot_moves import BotMoves
from ludograph.replay.service.opponents.own_seat import check_own, own_action, seat_desk_json, taken_back_to
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.recording.entries import acted, step_told, undone
from ludograph.replay.service.recording.entry_bodies import UndoBody, checked_text, id_in
from ludograph.replay.service.recording.entry_service import EntriesDep, EntryAuthor
from ludograph.replay.service.recording.scribe import EntryBody, draft_json
from ludograph.replay.service.routes.reading import MatchesDep, step_in, tagged

BotsDep = NamedDependency[BotMoves]


class PlayingRoutes(Controller):
    """What whoever plays their own seat against bots sees and enters."""

    path = "/api/matches/{id:str}/play"

    @get("/desk")
    async def desk(
        self, id: FromPath[str], entries: EntriesDep, matches: MatchesDep, bots: BotsDep, seen: SeenCursor = None
    ) -> Response[bytes]:
        """All that a player needs in one answer; bots that are awaited go on, after a restart of the service too.

        With `reset` if the cursor `seen` does not fit the match.
        """
        match = await matches.match(id)
        who = entries.own_seat(match)
        bots.wake(match.id)
        told = await matches.live.asking.run(who.token, seat_desk_json, match, who.observer)
        return json_response(told | reset_json(seen, match.history), headers=tagged(match))

    @post("/drafts", status_code=200)
    async def draft(
        self, id: FromPath[str], data: JSONBody[EntryBody], entries: EntriesDep, matches: MatchesDep
    ) -> Response[bytes]:
        """What an entry is asked for next, or that it is whole; nothing is recorded. 422 where it cannot be."""
        match = await matches.match(id)
        who = entries.asking(match, entries.own_seat)
        check_own(match, who.observer, data.seat)
        step_in(match, data.at)
        told = await matches.live.asking.run(who.token, draft_json, match, data, who.observer)
        return json_response(told, headers=tagged(match))

    @post("/actions")
    async def act(
        self, id: FromPath[str], data: JSONBody[dict[str, Any]], entries: EntriesDep, bots: BotsDep
    ) -> Response[bytes]:
        """Records an action of one's own seat, as a match file has it. Answers with the step."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            own_action(match, who.observer, data)
            return acted(store, match, json_text(data), who)

        return await entries.record(id, entries.own_seat, decide, step_told, bots.wake)

    @post("/undo")
    async def undo(
        self, id: FromPath[str], data: JSONBody[UndoBody], entries: EntriesDep, bots: BotsDep
    ) -> Response[bytes]:
        """Takes back one's own last step with what bots did since, or all after `to`; they move anew."""

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            match.check_open()
            to = taken_back_to(match, who.observer, data.to)
            return match.take_back(to, checked_text("A reason", data.reason), store.stamp())

        return await entries.record(id, entries.own_seat, decide, undone, bots.wake)


@get("/matches/{id:str}/play")
async def playing_page(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """The page on which a person plays their seat in a match with bots."""
    return render_page(request, "play.html", match=str(id_in(id)))
