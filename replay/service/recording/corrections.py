"""Corrections through the API: looked at first, then recorded; the JSON of `amend`."""

from collections.abc import Callable
from typing import Any, ClassVar

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from ludograph.domain.corrections.amend import (
    Amendment,
    Correction,
    NothingToAmend,
    Reason,
    Unamendable,
    header_correction,
    inserted,
    replaced,
)
from ludograph.domain.corrections.editor import header_changes
from ludograph.domain.corrections.preview import CorrectionPreview, PreviewedMatch, corrected, preview_correction
from ludograph.domain.exchange.exporter import action_line, line_text
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Action
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import after_event
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.values import ValueWriter, json_text
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Tokens
from ludograph.replay.service.access.rights import HeaderChange
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import BadRequest, json_response
from ludograph.replay.service.recording.entry_bodies import checked_text
from ludograph.replay.service.recording.entry_service import EntriesDep, EntryAuthor, EntryService
from ludograph.replay.service.routes.reading import MatchesDep, VisibleMatches, tagged
from ludograph.replay.shapes.corrections import amendment_json, refusal_json


def entered_lines_json(match: Match, observer: Observer) -> dict[str, Any]:
    """The lines of all steps that stand, by their numbers, as an observer knows them."""
    writer = ValueWriter(match.players, unknown="??")
    kept = {"seat", "do"} | ({"drawn"} if match.start.seed is None else set())
    lines = {"0": f"players: {json_text(list(match.players))}"}
    for step in match.steps:
        line = action_line(concealed(step, observer), writer)
        action: type[Action] = type(step.action)
        names = {*kept, *(field.name for field in fields_of(action))}
        lines[str(step.number)] = line_text(match, {name: value for name, value in line.items() if name in names})
    return {**cursor_json(match), "lines": lines}


@documented_as("Amend")
class AmendBody(RequestBody):
    """What takes the place of a step, as `amend` takes it; `preview` records nothing."""

    # Every line is decided, and everything after it decided again.
    most_entries: ClassVar[int] = 200

    step: int
    lines: tuple[str, ...] = ()
    reason: str = ""
    how: str = "replace"
    """`replace`, `insert` before the step, or `remove` it and all up to `to`."""
    to: int | None = None
    cut: bool = False
    public: bool = False
    preview: bool = False


class CorrectionRoutes(Controller):
    """Corrections of a match."""

    path = "/api/matches/{id:str}/amend"

    @get()
    async def entered(self, id: FromPath[str], entries: EntriesDep, matches: MatchesDep) -> Response[bytes]:
        """What was entered, step by step as lines that could take its place: `{"4": "Ann bid 3SK"}`; 0 has the players.

        As far as whoever records here knows it; what the program drew belongs to no entry.
        """
        match = await matches.match(id)
        who = entries.scribe(match)
        told = await matches.live.asking.run(who.token, entered_lines_json, match, who.observer)
        return json_response(told, headers=tagged(match))

    @post()
    async def amend(
        self, id: FromPath[str], data: JSONBody[AmendBody], entries: EntriesDep, matches: MatchesDep
    ) -> Response[bytes]:
        """Puts right what was entered wrongly; with `preview` tells what would change. 422 says why not."""
        if data.preview:
            return await self._preview(id, data, entries, matches)
        reason = checked_text("A correction", data.reason)

        def decide(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            found = _decided(store, match, data, Reason(reason, public=data.public), who.observer)
            if found.amendment.at is None:
                raise BadRequest(422, "Nothing is changed: the match says just that.", rule=None, instead=[])
            change = HeaderChange(matches.knowing_owners(), match, found.amendment.match.start)
            change.check()
            if change.ends_tokens:
                # Before the correction is stored: a fault between the two leaves too few rights, not too many.
                Tokens(store).revoke_seats(match.id, change.renamed)
            return found.amendment.match

        def describe(match: Match, who: EntryAuthor) -> dict[str, Any]:
            before = after_event(match, match.version - 1)
            whole = Amendment(match, data.step)
            return amendment_json(before, whole, PreviewedMatch(before, match), who.observer, "amended")

        return await entries.record(id, entries.scribe, decide, describe)

    async def _preview(
        self, id: str, data: AmendBody, entries: EntryService, matches: VisibleMatches
    ) -> Response[bytes]:
        match = await matches.match(id)
        who = entries.asking(match)
        found = await matches.live.asking.run(
            who.token,
            _decided,
            matches.live.recorder,
            match,
            data,
            Reason(data.reason, public=data.public),
            who.observer,
            foresee=True,
        )
        change = HeaderChange(
            await matches.live.threads.run(matches.knowing_owners), match, found.amendment.match.start
        )
        change.check()
        content = amendment_json(match, found.amendment, found.outlook, who.observer, "preview")
        return json_response(content | cursor_json(match), headers=tagged(match))


def _decided(
    store: Recorder, match: Match, data: AmendBody, reason: Reason, observer: Observer, *, foresee: bool = False
) -> CorrectionPreview:
    """A correction as this observer writes it, or foresees it. Raises `BadRequest` with why it cannot be."""
    made, stamp, correction = _maker(data), store.stamp(), None
    try:
        correction = made(match)
        if foresee:
            # Decided in the match as this observer would have written it down: a preview leaves no trace, so it may not
            # tell what the full record knows (decision 208).
            return preview_correction(match, made, reason, stamp, observer=observer, cut=data.cut)
        amendment = corrected(match, made, reason, stamp, observer=observer, cut=data.cut)
    except (Unamendable, NothingToAmend) as wrong:
        content = refusal_json(match, wrong, correction, observer)["error"]
        raise BadRequest(422, content.pop("message"), **content) from wrong
    return CorrectionPreview(amendment, PreviewedMatch(match, amendment.match))


def _maker(data: AmendBody) -> Callable[[Match], Correction]:
    """What is wanted of a match. Raises `BadRequest` where it does not fit together."""
    if data.how not in ("replace", "insert", "remove"):
        raise BadRequest(422, "`how` is replace, insert or remove.")
    if (data.how == "remove") == bool(data.lines):
        raise BadRequest(422, "`lines` hold what belongs there; `remove` takes a step out and has none.")
    if data.step == 0 and data.how == "replace":
        return lambda match: header_correction(match, header_changes(match, data.lines))
    if data.how == "insert":
        return lambda match: inserted(match, data.step, data.lines)
    return lambda match: replaced(match, data.step, data.lines, data.to)
