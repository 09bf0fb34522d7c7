"""What is played and what was, for the first page: tournaments, and the newest matches that a search finds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Controller, Response, get
from litestar.params import QueryParameter
from msgspec.structs import replace

from ludograph.domain.games import GAMES
from ludograph.domain.match.seated_bots import playing_bots
from ludograph.domain.notation.limits import SHORT_TEXT
from ludograph.domain.notation.names import folded
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import Listed
from ludograph.domain.store.tokens import Token
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.owners import concerned_by
from ludograph.domain.tournaments.scores.entered_results import EnteredResult, entered_results, worth_listing
from ludograph.replay.service.access.rights import PERMISSIONS, Permission, Visitor
from ludograph.replay.service.access.seat_bindings import seat_of
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.responses import JSON, AnyRequest, json_response
from ludograph.replay.service.http.settings import CACHE_SECONDS
from ludograph.replay.service.live.match_index import MatchIndex
from ludograph.replay.service.routes.reading import VisibleMatches
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments
from ludograph.replay.shapes.matches import listed_json
from ludograph.replay.shapes.paper_results import paper_json
from ludograph.replay.shapes.tournaments import listed_tournament_json

TOLD: Final = 12
"""Of so many tournaments, the newest, it is told how they stand."""
FEW: Final = 30
"""So many matches of a kind are listed where nobody asks for more."""
MANY: Final = 200
Sought = Annotated[str, QueryParameter(name="search", max_length=SHORT_TEXT, description="Words that a match has.")]
AtMost = Annotated[int, QueryParameter(name="most", ge=1, le=MANY, description="So many of each kind.")]
Skipped = Annotated[
    int, QueryParameter(name="skip", ge=0, le=1_000_000, description="So many newer ones that are over are left out.")
]


class LobbyRoutes(Controller):
    """The first page."""

    path = "/api"

    @get("/lobby")
    async def lobby(
        self,
        request: AnyRequest,
        tournaments: TournamentsDep,
        limits: LimitsDep,
        search: Sought = "",
        most: AtMost = FEW,
        skip: Skipped = 0,
    ) -> Response[bytes]:
        """Tournaments, and the newest matches that run and that are over; how many there are of each.

        Of the newest tournaments who leads, and how many tables of the newest round are over; of what is played the
        scoreboard, who is to act, and since when.
        """
        answers, live = tournaments.live.answers, tournaments.live
        if search:
            limits.search(request, tournaments.visitor.tokens)
        late = bool(tournaments.matches.settings.delay)
        # All ask for the first page at the same moment, when they are told to look again. Searches differ, and whoever
        # has a token may know more (with a delay, or of tables with the same deal): their answers are nobody else's.
        shared = not search and tournaments.visitor.nobody
        every = await tournaments.all()
        time = (await tournaments.matches.past()).time if late else int(monotonic() / CACHE_SECONDS)
        key = ("lobby", most, skip, time, *((one.id, one.head) for one in every))

        async def made() -> bytes:
            wanted = partial(_has, live.index, words) if (words := frozenset(folded(search).split())) else None
            return json_text(await _first_page(tournaments, every, wanted, most, skip)).encode()

        return Response(await answers.once(key, made) if shared else await made(), media_type=JSON)

    @get("/mine")
    async def mine(self, tournaments: TournamentsDep) -> Response[bytes]:
        """What the tokens of this visitor are for: the role, as which observer, which match or tournament, and which
        running matches can be recorded with them."""
        return json_response([one for token in tournaments.visitor.tokens for one in await _of(token, tournaments)])


def is_everywhere(visitor: Visitor) -> bool:
    """Whether a visitor is behind nowhere: not somebody who plays, wherever that is."""
    return visitor.everywhere and not visitor.only_plays


async def _first_page(
    tournaments: VisibleTournaments,
    every: Sequence[Tournament],
    wanted: Callable[[Listed], bool] | None,
    most: int,
    skip: int,
) -> dict[str, Any]:
    """The answer of the lobby: running and finished matches that are wanted, and all tournaments."""
    listed, played = await tournaments.matches.listed(), await tournaments.played()
    shape = await tournaments.live.lists.run(_lobby, listed, played, wanted, most, skip, every)
    await _score(shape["running"]["matches"], tournaments.matches)
    behind = 0 if is_everywhere(tournaments.visitor) else tournaments.matches.settings.delay.total_seconds()
    cups = [listed_tournament_json(one) for one in every[:-TOLD]]
    cups += [await _course(tournaments, one) for one in every[-TOLD:]]
    return shape | {"tournaments": cups, "behind": behind}


def _lobby(
    listed: Sequence[Listed],
    played: Sequence[Listed],
    wanted: Callable[[Listed], bool] | None,
    most: int,
    skip: int,
    every: Sequence[Tournament],
) -> dict[str, Any]:
    entered = entered_results(every)
    running = [one for one in reversed(played) if wanted is None or wanted(one)]
    done = (_called(one, entered) for one in reversed(worth_listing(listed, entered)) if one.status != "running")
    others = [one for one in done if wanted is None or wanted(one)]
    return {
        "running": {"count": len(running), "matches": [_match(one) for one in running[:most]]},
        "over": {"count": len(others), "matches": [_over(one, entered) for one in others[skip : skip + most]]},
    }


def _called(one: Listed, entered: Mapping[UUID, EnteredResult]) -> Listed:
    """A match in whose place a result was entered, with its players by the names that they have there."""
    found = entered.get(one.head.match) if one.status == "abandoned" else None
    return one if found is None else one._replace(start=replace(one.start, players=found.result.players))


def _over(one: Listed, entered: Mapping[UUID, EnteredResult]) -> dict[str, Any]:
    """A match that is played no more; where a result was entered in its place, with that as `paper`."""
    found = entered.get(one.head.match) if one.status == "abandoned" else None
    return _match(one) | ({} if found is None else {"paper": paper_json(found, one.start.players)})


async def _score(running: list[dict[str, Any]], matches: VisibleMatches) -> None:
    """Puts beside each match that is played how it stands there now, where this visitor may follow it."""
    for one in running:
        told = await matches.latest(UUID(one["match"])) or {}
        one.update({name: told.get(name) for name in ("scoreboard", "to_act", "recorded_at")}, at=told.get("title"))


async def _course(tournaments: VisibleTournaments, one: Tournament) -> dict[str, Any]:
    """A tournament with who leads it, and how far its newest round is."""
    results = (await tournaments.tables(one)).results
    lines = await tournaments.lines(one, None) if results else []
    newest = results[-1] if results else ()
    return listed_tournament_json(one) | {
        "leaders": [line.player for line in lines if line.place == 1] if any(line.played for line in lines) else [],
        "tables": len(newest),
        "over": sum(table.over for table in newest),
    }


def _has(index: MatchIndex, words: frozenset[str], one: Listed) -> bool:
    text = index.words(one)
    return all(word in text for word in words)


def _match(one: Listed) -> dict[str, Any]:
    return listed_json(one) | {"title": GAMES[one.start.game].title}


async def _of(token: Token, tournaments: VisibleTournaments) -> "list[dict[str, Any]]":
    """What a token is for, match by match where it is for one; for a player their matches of a tournament that run."""
    content: dict[str, Any] = {"role": token.role, "as": token.observer, "match": None, "tournament": None}
    if token.match is not None:
        found = await tournaments.matches.one(token.match)
        plays = await _plays(token, tournaments)
        return [content | {"match": _match(found), "records": [], "plays": plays}] if found else []
    content |= {"records": await _recorded(token, tournaments)}
    if token.tournament is None:
        return [content]
    tournament = next((one for one in await tournaments.all() if one.id == token.tournament), None)
    if tournament is None:
        return []
    content |= {"tournament": listed_tournament_json(tournament)}
    played = _played(token, tournament, await tournaments.played()) if token.role == "player" else ()
    return [content, *(content | {"match": _match(one)} for one in played)]


async def _plays(token: Token, tournaments: VisibleTournaments) -> bool:
    """Whether a token for a match is that of a person who plays there against bots."""
    if token.match is None or Permission.PLAY not in PERMISSIONS[token.role]:
        return False
    match = await tournaments.live.matches.latest(token.match)
    bots = playing_bots(match)
    return bool(bots) and seat_of(token, match) not in (None, *bots)


async def _recorded(token: Token, tournaments: VisibleTournaments) -> list[str]:
    """The matches that are played now and can be recorded with a token that is for many."""
    if Permission.RECORD not in PERMISSIONS[token.role]:
        return []
    owners = await tournaments.live.tournaments.owners()
    return [str(one.head.match) for one in await tournaments.played() if token.tournament in (None, owners.owner(one))]


def _played(token: Token, tournament: Tournament, running: Sequence[Listed]) -> Iterator[Listed]:
    """The matches that a player plays now in a tournament."""
    is_of, name = concerned_by(tournament), folded(token.observer)
    return (one for one in running if name in map(folded, one.start.players) and is_of(one))
