"""All tables that are played, each as everybody at it may know it: for pages that show many at once."""

from time import monotonic
from typing import Annotated, Any, Final

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.limits import SHORT_TEXT
from ludograph.domain.notation.values import json_text
from ludograph.domain.notation.visible_text import visible
from ludograph.domain.store.recorder import Listed
from ludograph.domain.tournaments.owners import concerned_by
from ludograph.replay.page.contents import PageRecorder, PageTables
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.service.http.cursors import cursor_json
from ludograph.replay.service.http.responses import JSON, AnyRequest, BadRequest
from ludograph.replay.service.http.settings import CACHE_SECONDS
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.routes.lobby import is_everywhere
from ludograph.replay.service.routes.lobby_pages import titles
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments
from ludograph.replay.timeline.scoreboard import scoreboard

Json = dict[str, Any]
MOST_TABLES: Final = 60
"""So many are shown at once; each is followed."""
OfTournament = Annotated[
    str | None, QueryParameter(name="tournament", max_length=SHORT_TEXT, description="Those of one tournament alone.")
]


class BoardRecorder:
    """A match as it stands or stood, worked out from how it stood when it was asked for last."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._last: PageRecorder | None = None

    def take(self, match: Match, step: int | None = None) -> Json:
        """The table, the scores, and what happened last; after a step, or as it stands."""
        tables = PageTables()
        recorder = self._last = PageRecorder(match, self._observer, tables, self._last)
        last = len(match.steps)
        frame = recorder.timeline[last if step is None else step]
        scene = match.game.scene(frame.state)
        zones = recorder.laid(scene)
        told = tell_step(match.game, Speaker(match.game.deck, match.players), frame) if frame.step else []
        return {
            "step": frame.number,
            "title": visible(scene.title),
            "told": [visible(one) for one in told],
            "scores": [[one.value, one.won] for one in scoreboard(match, frame.state, last=frame.number == last)],
            "zones": [tables.zones.items[at] for at in zones],
            "parts": tables.parts.items,
        }


def board_json(match: Match, observer: Observer, step: int | None = None) -> Json:
    """The table as an observer knows it after a step, or as it stands."""
    return BoardRecorder(observer).take(match, step)


class BoardRoutes(Controller):
    """Pages with all live tables, and what they show at first."""

    @get("/live")
    async def live(self, request: AnyRequest) -> Response[bytes]:
        """The page of all tables that are played."""
        return render_page(request, "tables.html", games=titles(), tournament="")

    @get("/tournaments/{id:str}/tables")
    async def tables_page(self, id: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page of all tables of a tournament that are played."""
        return render_page(request, "tables.html", games=titles(), tournament=id)

    @get("/api/tables")
    async def tables(
        self, tournaments: TournamentsDep, name: OfTournament = None, boards: FromQuery[bool] = True
    ) -> Response[bytes]:
        """The tables that are played now, with what lies on each, unless `boards` is false."""
        matches, answers = tournaments.matches, tournaments.live.answers
        # Many look at the same moment. Whoever has a token may follow what others may not: theirs is for them alone.
        shared = tournaments.visitor.nobody
        time = (await matches.past()).time if matches.settings.delay else int(monotonic() / CACHE_SECONDS)
        key = ("tables", name, boards, time)

        async def made() -> bytes:
            return json_text(await _tables(tournaments, name, boards)).encode()

        return Response(await answers.once(key, made) if shared else await made(), media_type=JSON)


async def _tables(tournaments: VisibleTournaments, name: str | None, boards: bool) -> Json:
    listed = await tournaments.played()
    title = None
    if name:
        tournament = await tournaments.find(name)
        title, listed = tournament.state.name, list(filter(concerned_by(tournament), listed))
    listed.sort(key=_place)
    found = [_about(one) for one in listed[:MOST_TABLES]]
    if boards:
        found = [one | await _board(tournaments, one["match"]) for one in found]
    behind = 0 if is_everywhere(tournaments.visitor) else tournaments.matches.settings.delay.total_seconds()
    return {"name": title, "behind": behind, "count": len(listed), "tables": found}


def _place(one: Listed) -> tuple[str, tuple[bool, int, str], tuple[bool, int, str]]:
    start = one.start
    return (start.event or "", _numbered(start.round or ""), _numbered(start.table or ""))


def _numbered(text: str) -> tuple[bool, int, str]:
    """By which round 10 comes after round 9."""
    return (not text.isdecimal(), int(text) if text.isdecimal() else 0, text)


def _about(one: Listed) -> Json:
    start = one.start
    where = {name: visible(getattr(start, name) or "") for name in ("event", "round", "table")}
    players = [visible(name) for name in start.players]
    return {
        "match": str(one.head.match),
        "game": start.game,
        "title": GAMES[start.game].title,
        "players": players,
    } | where


async def _board(tournaments: VisibleTournaments, id: str) -> Json:
    """What lies on a table, with the version of that; a sentence where it may not be followed now."""
    try:
        match = await tournaments.matches.match(id)
    except BadRequest as wrong:
        return {"message": str(wrong)}
    answers, key = tournaments.live.answers, ("board", match.id, match.head)
    board = await answers.once(key, lambda: tournaments.live.builders.run(board_json, match, TABLE))
    return {**cursor_json(match), "board": board}
