"""The pages of players and games, and what they show: what came of matches, as far as a visitor may know."""

from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import partial
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


Builder = Callable[[Sequence[Listed]], Coroutine[Any, Any, dict[str, Any]]]
"""Computes part of an answer from all matches."""


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
        shape = await _once(
            tournaments,
            ("player", name, most),
            partial(tournaments.live.builders.run, _player, name, most),
            lambda: limits.search(request, tournaments.visitor.tokens),
        )
        cups = [one for one in await tournaments.all() if folded(name) in _entered(one)]
        if not shape["matches"] and not cups:
            raise BadRequest(404, f"Nobody called {cut(name)} plays in a match or a tournament that you may see.")
        more = {
            "tournaments": [listed_tournament_json(one) for one in reversed(cups)],
            "results": await _results(tournaments, cups, name),
            "next": await _next(tournaments, cups, name),
            "behind": _behind(tournaments),
        }
        return json_response(shape | more)

    @get("/api/games/{game:str}")
    async def game(
        self,
        game: FromPath[str],
        request: AnyRequest,
        tournaments: TournamentsDep,
        limits: LimitsDep,
        most: AtMost = FEW,
    ) -> Response[bytes]:
        """What a game is, its rules, and how it was played here."""
        known = GAMES[_known(game)]
        shape = await _once(
            tournaments,
            ("game", known.id, most),
            partial(tournaments.live.builders.run, _game, known.id, most),
            lambda: limits.search(request, tournaments.visitor.tokens),
        )
        seats = {"min": known.seats[0], "max": known.seats[-1]}
        about = {"game": known.id, "title": known.title, "summary": known.summary, "seats": seats}
        about |= {"guide": known.guide.split("\n\n")}
        return json_response(about | shape | {"behind": _behind(tournaments)})

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


async def _once(
    tournaments: VisibleTournaments, asked: tuple[object, ...], make: Builder, allow: Callable[[], None]
) -> dict[str, Any]:
    """Run `make` on all matches, once for all visitors who see the same ones; `allow` limits how often it runs."""
    live, delay = tournaments.live, tournaments.matches.settings.delay

    async def made() -> dict[str, Any]:
        return await make(await _counted(tournaments))

    if delay and not tournaments.visitor.nobody:
        allow()
        return await made()
    numbers = await live.threads.run(live.index.numbers)
    known = (await tournaments.matches.past()).position if delay else numbers.results
    key = (*asked, known, tuple((one.id, one.head) for one in await tournaments.all()))
    if live.answers.get(key) is None:
        allow()
    return await live.answers.once(key, made)


def _player(name: str, most: int, every: Sequence[Listed]) -> dict[str, Any]:
    """The results, ratings and newest matches of a player."""
    own = [one for one in every if folded(name) in map(folded, one.start.players)]
    called = next((one for match in reversed(own) for one in match.start.players if folded(one) == folded(name)), name)
    shape = player_json(name, own, _ratings(every).get(folded(name), ()) if own else ())
    return {"player": called} | shape | {"matches": _newest(own, most)}


def _game(game: str, most: int, every: Sequence[Listed]) -> dict[str, Any]:
    """The results and newest matches of a game."""
    own = [one for one in every if one.start.game == game]
    return game_json(own) | {"matches": _newest(own, most)}


_rated: dict[str, Any] = {}
"""The ratings computed last in this process, and the matches they are of."""


def _ratings(every: Sequence[Listed]) -> dict[str, list[RatedMatch]]:
    # Compared and not hashed: nearly all entries are the same objects as before, which takes no time.
    if _rated.get("of") != every:
        _rated.update(of=every, ratings=rated_matches(every))
    found: dict[str, list[RatedMatch]] = _rated["ratings"]
    return found


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


def _newest(matches: Sequence[Listed], most: int) -> list[dict[str, Any]]:
    return [titled_json(one) for one in reversed(matches[-most:])]


def _behind(tournaments: VisibleTournaments) -> float:
    """By how many seconds the visitor is behind."""
    return 0 if is_everywhere(tournaments.visitor) else tournaments.matches.settings.delay.total_seconds()
