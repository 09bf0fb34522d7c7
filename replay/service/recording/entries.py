"""What scribes, players and directors record through the API. What was answered with 201 is on the disk."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple
from uuid import UUID

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from ludograph.domain.entry.action_entry import entered_all
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
from ludograph.domain.store.recorder import Recorder, by_token
from ludograph.domain.store.tokens import Token
from ludograph.replay.service.access.rights import Denied, Power, Right
from ludograph.replay.service.http.rate_limits import Limits
from ludograph.replay.service.http.responses import Asked, BadRequest, json_response, refused_response
from ludograph.replay.service.recording.idempotency import Entering, Keep, recorded
from ludograph.replay.service.routes.reading import VisibleMatches, observer_in, tagged
from ludograph.replay.shapes.matches import step_json
from ludograph.replay.shapes.officials import ruling_json

LATE: Final = (
    "Somebody else recorded in this match meanwhile, so nothing was recorded: look, and send it again if it fits."
)


class Undo(Struct, forbid_unknown_fields=True):
    """What is taken back, and why; without `to` the last step."""

    reason: str
    to: int | None = None


class NoteBody(Struct, forbid_unknown_fields=True):
    """A remark on a step, by default the last; the judge's unless `public`."""

    text: str
    step: int | None = None
    public: bool = False


class Agreement(Struct, forbid_unknown_fields=True, rename={"who": "as"}):
    """Who agrees to the result: a player, or the judge. A player need not say who they are."""

    who: str | None = None


class RulingBody(Struct, forbid_unknown_fields=True):
    """A ruling: its words, what it is about, and what it does; players by their names."""

    text: str
    by: str
    step: int | None = None
    cites: str = ""
    adjust: dict[str, int] = {}
    forfeit: tuple[str, ...] = ()
    private: bool = False


class EndingBody(Struct, forbid_unknown_fields=True):
    """Why a match is abandoned, or goes on again."""

    reason: str
    public: bool = False


class EntryAuthor(NamedTuple):
    """Who records something: the eyes at their screen, the token whose right they use, and a player's name."""

    eyes: Observer
    token: Token
    name: str = ""


class EntryDesk:
    """Where entries come in: each once, and none over another that its sender had not seen."""

    def __init__(self, request: Asked, seen: VisibleMatches, limits: Limits) -> None:
        self._request = request
        self._seen = seen
        self._limits = limits

    async def record(
        self,
        name: str,
        may: Callable[[Match], EntryAuthor],
        make: Callable[[Recorder, Match, EntryAuthor], Match],
        tell: Callable[[Match, EntryAuthor], dict[str, Any]],
    ) -> Response[bytes]:
        """Records what is made of a match, and tells it; the same request a second time is told the same again.

        Raises `Denied`, or `Wrong` with status 409 where more was recorded than the sender knew.
        """
        hall = self._seen.hall

        def record(match: Match, keep: Keep) -> Match:
            writer = may(match)
            with by_token(writer.token.signature):
                after = make(hall.recorder, match, writer)
            return hall.recorder.record(after, request=keep(after.version))

        id = (await self._seen.match(name)).id
        entering = Entering(id, lambda: hall.match(id), lambda match: may(match).token, record, after_event, LATE)
        before, stored = await recorded(self._seen, self._limits, self._request, entering)
        hall.keep(stored)
        return _told(stored, self._writer(may, before), tell)

    def _writer(self, may: Callable[[Match], EntryAuthor], before: Match) -> EntryAuthor:
        """Who is told what they recorded: by their rights of before, for they may have ended them by it.

        Where those are gone for another reason, they are told what the table knows of what they are told again.
        """
        try:
            return may(before)
        except Denied:
            return EntryAuthor(TABLE, self._seen.visitor.tokens[0])

    # Who may

    def scribe(self, match: Match) -> EntryAuthor:
        """A scribe of the match, or its director."""
        return _writer(self._seen.visitor.right(Power.RECORD, match))

    def asking(self, match: Match) -> EntryAuthor:
        """A scribe who asks what an entry would bring; that is counted, for whoever asks without end may guess."""
        who = self.scribe(match)
        self._limits.question(who.token.id, match.id)
        return who

    def director(self, match: Match) -> EntryAuthor:
        """A director."""
        return _writer(self._seen.visitor.right(Power.RULE, match))

    def either(self, match: Match, seat: int | None = None) -> EntryAuthor:
        """One of the players, in this seat where one is named; else a scribe."""
        playing = self._seen.visitor.playing(match, seat)
        if playing is None:
            return self.scribe(match)
        return _writer(playing)._replace(name=match.name(playing.eyes))


def _writer(right: Right) -> EntryAuthor:
    return EntryAuthor(right.eyes, right.token)


def _told(match: Match, writer: EntryAuthor, tell: Callable[[Match, EntryAuthor], dict[str, Any]]) -> Response[bytes]:
    about = {"match": str(match.id), "game": match.game.id, "version": match.version}
    return json_response(about | tell(match, writer), 201, tagged(match))


class EntryRoutes(Controller):
    """What can be recorded in a match."""

    path = "/api/matches/{id:str}"

    @post("/actions")
    async def act(
        self, id: FromPath[str], data: JSONBody[dict[str, Any]], desk: NamedDependency[EntryDesk]
    ) -> Response[bytes]:
        """Records an action: `{"line": "Ann bid 9MS"}`, or one as a match file has it. Answers with the step."""
        text = data.get("line") if set(data) == {"line"} else json_text(data)
        if not isinstance(text, str):
            raise BadRequest(422, '`line` is an action as text, such as "Ann bid 9MS".')
        return await desk.record(id, desk.scribe, lambda store, match, who: acted(store, match, text, who), step_told)

    @post("/undo")
    async def undo(self, id: FromPath[str], data: JSONBody[Undo], desk: NamedDependency[EntryDesk]) -> Response[bytes]:
        """Takes back the last step, or all after `to`; a reason belongs to it."""

        def make(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            match.check_open()
            if not match.steps:
                raise BadRequest(422, "There is nothing to take back: no step of this match stands.")
            to = len(match.steps) - 1 if data.to is None else data.to
            return match.take_back(to, checked_text("A reason", data.reason), store.stamp())

        return await desk.record(id, desk.scribe, make, _undone)

    @post("/notes")
    async def note(
        self, id: FromPath[str], data: JSONBody[NoteBody], desk: NamedDependency[EntryDesk]
    ) -> Response[bytes]:
        """Adds a remark to a step."""

        def make(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            step = len(match.steps) if data.step is None else data.step
            return match.annotate(
                step, checked_text("A remark", data.text), store.stamp(), public=data.public, by=who.name
            )

        def tell(match: Match, who: EntryAuthor) -> dict[str, Any]:
            step = match.history[-1].step  # type: ignore[attr-defined]
            return {"step": step, "note": data.text, "public": data.public}

        return await desk.record(id, desk.either, make, tell)

    @post("/confirmations")
    async def confirm(
        self, id: FromPath[str], data: JSONBody[Agreement], desk: NamedDependency[EntryDesk]
    ) -> Response[bytes]:
        """Somebody agrees to the result: players for themselves, a scribe for the players beside them."""

        def seat_of(match: Match, who: EntryAuthor) -> Observer:
            return who.eyes if data.who is None else observer_in(match, data.who)

        def may(match: Match) -> EntryAuthor:
            who = desk.either(match)
            seat = seat_of(match, who)
            if seat == TABLE:
                raise BadRequest(422, "The table cannot agree to a result: `as` takes a player or judge.")
            if seat == JUDGE:
                return desk.director(match)
            return who if seat == who.eyes else desk.either(match, seat)

        def make(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            return confirmed(match, seat_of(match, who), store.stamp(), who.name)

        def tell(match: Match, who: EntryAuthor) -> dict[str, Any]:
            return {"event": match.version, "confirmed": [one.name for one in in_force(match)]}

        return await desk.record(id, may, make, tell)

    @post("/rulings")
    async def rule(
        self, id: FromPath[str], data: JSONBody[RulingBody], desk: NamedDependency[EntryDesk]
    ) -> Response[bytes]:
        """Records a ruling, and what it does to the result."""

        def make(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            adjust = tuple((seat_in(match, name), points) for name, points in data.adjust.items())
            forfeit = tuple(seat_in(match, name) for name in data.forfeit)
            ruling = RulingDraft(
                checked_text("A ruling", data.text), data.step, data.cites.strip(), adjust, forfeit, data.private
            )
            return ruled(match, ruling, store.stamp(), checked_text("`by`", data.by))

        def tell(match: Match, who: EntryAuthor) -> dict[str, Any]:
            return ruling_json(officials_of(match).rulings[-1], match.players, JUDGE)

        return await desk.record(id, desk.director, make, tell)

    @post("/abandon")
    async def abandon(
        self, id: FromPath[str], data: JSONBody[EndingBody], desk: NamedDependency[EntryDesk]
    ) -> Response[bytes]:
        """The match will not be finished."""

        def make(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            return abandoned(match, checked_text("A reason", data.reason), store.stamp(), public=data.public)

        return await desk.record(id, desk.director, make, lambda match, who: {"status": "abandoned"})

    @post("/reopen")
    async def reopen(
        self, id: FromPath[str], data: JSONBody[EndingBody], desk: NamedDependency[EntryDesk]
    ) -> Response[bytes]:
        """A match that was abandoned goes on."""

        def make(store: Recorder, match: Match, who: EntryAuthor) -> Match:
            return reopened(match, checked_text("A reason", data.reason), store.stamp(), public=data.public)

        return await desk.record(id, desk.director, make, lambda match, who: {"status": "running"})


def acted(store: Recorder, match: Match, text: str, who: EntryAuthor) -> Match:
    """The match with the actions of a line, all of them or none. Raises `Wrong`, or as `entered_all` does."""
    try:
        return entered_all(store, match, text, who.eyes)
    except Refused as wrong:
        raise refused_response(wrong, match.players) from wrong


def step_told(match: Match, who: EntryAuthor) -> dict[str, Any]:
    """The last step, as whoever recorded it sees it."""
    step = match.steps[-1]
    return step_json(match, HistoryEntry(step, match.players, step.number), who.eyes)


def _undone(match: Match, who: EntryAuthor) -> dict[str, Any]:
    event = match.history[-1]
    assert isinstance(event, StepsTakenBack)
    before = len(after_event(match, match.version - 1).steps)
    return {"steps": event.to, "taken_back": list(range(event.to + 1, before + 1))}


def seat_in(match: Match, name: str) -> int:
    """The seat of a player from their name or its number. Raises `Wrong`."""
    seat = observer_in(match, name)
    if seat < 1:
        raise BadRequest(422, f"{name} is no player of this match: there are {', '.join(match.players)}.")
    return seat


def checked_text(what: str, text: str) -> str:
    """Words that say something. Raises `Wrong`."""
    if not text.strip():
        raise BadRequest(422, f"{what} needs some words.")
    return text.strip()


def id_in(text: str) -> UUID:
    """An id. Raises `Wrong`."""
    try:
        return UUID(text)
    except ValueError:
        raise BadRequest(422, f"{text} is no id.") from None
