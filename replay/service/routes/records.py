"""The pages of players and games, and what they show: what came of matches, as far as a visitor may know."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Final

from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.terms import Explained
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import Listed
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.scores.entered_results import (
    EnteredResult,
    as_entered,
    entered_results,
    results_without_match,
    worth_listing,
)
from ludograph.domain.tournaments.scores.scoring import Points, Results, TableResult
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.routes.lobby import is_everywhere
from ludograph.replay.service.routes.lobby_pages import titles
from ludograph.replay.service.routes.tournaments import TournamentsDep, VisibleTournaments
from ludograph.replay.shapes.matches import rules_json
from ludograph.replay.shapes.paper_results import paper_result_json
from ludograph.replay.shapes.player_records import RatedMatch, game_json, player_json, rated_matches, titled_json
from ludograph.replay.shapes.tournaments import listed_tournament_json

FEW: Final = 30
"""So many matches are listed where nobody asks for more."""
MANY: Final = 500
AtMost = Annotated[int, QueryParameter(name="most", ge=1, le=MANY, description="So many matches.")]


class RecordRoutes(Controller):
    """Players and games."""

    @get("/players/{name:str}")
    async def player_page(self, name: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page of a player."""
        return render_page(request, "player.html", games=titles(), player=name)

    @get("/games/{game:str}")
    async def game_page(self, game: FromPath[str], request: AnyRequest) -> Response[bytes]:
        """The page of a game."""
        return render_page(request, "game.html", games=titles(), game=_known(game))

    @get("/api/players/{name:str}")
    async def player(
        self,
        name: FromPath[str],
        request: AnyRequest,
        tournaments: TournamentsDep,
        limits: LimitsDep,
        most: AtMost = FEW,
    ) -> Response[bytes]:
        """What came of a player: by game with ratings, head to head, the newest matches, tournaments, what is next.

        `results` are those from paper of tables at which no match was started: they count in standings alone.
        """
        every = await _counted(tournaments)
        own = [one for one in every if folded(name) in map(folded, one.start.players)]
        cups = [one for one in await tournaments.all() if folded(name) in _entered(one)]
        if not own and not cups:
            raise BadRequest(404, f"Nobody called {cut(name)} plays in a match or a tournament that you may see.")
        rated = await _rated(tournaments, every, lambda: limits.search(request, tournaments.visitor.tokens))
        shape = await tournaments.live.builders.run(_player, name, own, rated.get(folded(name), ()))
        shape |= {"tournaments": [listed_tournament_json(one) for one in reversed(cups)]}
        shape |= {"results": await _results(tournaments, cups, name)}
        return json_response(shape | {"next": await _next(tournaments, cups, name), **_newest(tournaments, own, most)})

    @get("/api/games/{game:str}")
    async def game(self, game: FromPath[str], tournaments: TournamentsDep, most: AtMost = FEW) -> Response[bytes]:
        """What a game is, its rules, and how it was played here."""
        known = GAMES[_known(game)]
        own = [one for one in await _counted(tournaments) if one.start.game == known.id]
        shape = await tournaments.live.builders.run(game_json, own)
        seats = {"min": known.seats[0], "max": known.seats[-1]}
        about = {"game": known.id, "title": known.title, "summary": known.summary, "seats": seats}
        about |= {"guide": known.guide.split("\n\n")}
        return json_response(about | shape | _newest(tournaments, own, most))

    @get("/api/games/{game:str}/rules")
    async def rules(self, game: FromPath[str]) -> Response[bytes]:
        """The rules of a game, as `rules --json` prints them, in one array."""
        known = GAMES[_known(game)]
        return json_response(rules_json(known, (Explained(*one) for one in known.rules.items())))


def _known(game: str) -> str:
    """A game that there is. Raises `BadRequest`."""
    if game not in GAMES:
        raise BadRequest(404, f"There is no game {cut(game)}: there are {', '.join(GAMES)}.")
    return game


async def _counted(tournaments: VisibleTournaments) -> list[Listed]:
    """All matches as their players count them: with the results that were entered from paper."""
    every = await tournaments.matches.listed()
    entered = entered_results(await tournaments.all())
    return [
        as_entered(one, entered[one.head.match]) if one.status == "abandoned" and one.head.match in entered else one
        for one in worth_listing(every, entered)
    ]


Rated = dict[str, list[RatedMatch]]


async def _rated(tournaments: VisibleTournaments, every: Sequence[Listed], allow: Callable[[], None]) -> Rated:
    """What each match did to ratings, worked out once for all who see the same; `allow` limits how often it is else."""
    live = tournaments.live
    if tournaments.matches.settings.delay:
        allow()
        return await live.builders.run(rated_matches, every)
    decided = tuple((one.id, one.version) for one in await tournaments.all())
    key = ("rated", (await live.threads.run(live.index.numbers)).results, decided)
    found: Rated | None = live.answers.get(key)
    if found is None:
        allow()
        found = live.answers[key] = await live.builders.run(rated_matches, every)
    return found


def _player(name: str, own: Sequence[Listed], rated: Sequence[RatedMatch]) -> dict[str, Any]:
    called = next((one for match in reversed(own) for one in match.start.players if folded(one) == folded(name)), name)
    return {"player": called} | player_json(name, own, rated)


def _entered(tournament: Tournament) -> set[str]:
    return {folded(player.name) for player in tournament.state.players}


async def _results(tournaments: VisibleTournaments, cups: Sequence[Tournament], name: str) -> list[dict[str, Any]]:
    """The results from paper at whose table somebody sat and no match was started, the newest first."""
    own = [one for one in results_without_match(cups) if folded(name) in map(folded, one.result.players)]
    return [paper_result_json(one, await _points(tournaments, one)) for one in own]


async def _points(tournaments: VisibleTournaments, entered: EnteredResult) -> Sequence[Points]:
    """What a result is worth to each who sat at its table."""
    tournament, same_deal = entered.tournament, entered.tournament.state.rounds[entered.round - 1].same_deal
    played = (await tournaments.tables(tournament)).results[entered.round - 1] if same_deal else []
    return tournament.scoring.points(entered.result, [one for one in played if one.over])


async def _next(tournaments: VisibleTournaments, cups: Sequence[Tournament], name: str) -> list[dict[str, Any]]:
    """The tables of their tournaments at which somebody sits that are not over, in the order of their rounds."""
    found: list[dict[str, Any]] = []
    for one in cups:
        results = (await tournaments.tables(one)).results
        found += [_seat_json(one, *place) for place in _open_tables(results, folded(name))]
    return found


def _open_tables(results: Results, name: str) -> Iterator[tuple[int, int, TableResult]]:
    for number, tables in enumerate(results, start=1):
        for at, table in enumerate(tables, start=1):
            if not table.over and not table.abandoned and name in map(folded, table.players):
                yield number, at, table


def _seat_json(tournament: Tournament, number: int, at: int, table: TableResult) -> dict[str, Any]:
    return {
        "tournament": str(tournament.id),
        "name": tournament.state.name,
        "round": str(number),
        "table": str(at),
        "game": tournament.state.rounds[number - 1].game,
        "players": list(table.players),
        "match": str(table.match) if table.match else None,
        "state": table.stage,
    }


def _newest(tournaments: VisibleTournaments, matches: Sequence[Listed], most: int) -> dict[str, Any]:
    """The newest of these matches, and how far whoever asks is behind."""
    late = 0 if is_everywhere(tournaments.visitor) else tournaments.matches.settings.delay.total_seconds()
    return {"matches": [titled_json(one) for one in reversed(matches[-most:])], "behind": late}
