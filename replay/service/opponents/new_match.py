"""A match with bots is begun: who sits where, a link for each person, and all of it in the record from the start."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from ludograph.domain.bots.roster import UnknownBot, check_thinks_here
from ludograph.domain.exchange.importer import read_options
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game, Refused, Seat
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.match.seated_bots import playing_bots, with_bots_remark
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import check_players
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import Recorder, by_token
from ludograph.domain.store.tokens import Token
from ludograph.replay.service.access.rights import Permission
from ludograph.replay.service.http.link_base import doubts_of, links_base
from ludograph.replay.service.http.rate_limits import WHOLE_STORE, LimitsDep
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response, refused_response
from ludograph.replay.service.http.settings import SettingsDep
from ludograph.replay.service.opponents.bot_moves import MOST_PLAYOUTS
from ludograph.replay.service.opponents.playing import BotsDep
from ludograph.replay.service.pages import render_page
from ludograph.replay.service.recording.new_ids import new_id
from ludograph.replay.service.recording.table_links import TableLinks, secret_shown
from ludograph.replay.service.routes.lobby_pages import options, titles
from ludograph.replay.service.routes.reading import MatchesDep

LINKS_HOLD: Final = timedelta(days=7)
"""So long a player's link to a match with bots holds."""


@documented_as("Seat")
class SeatBody(RequestBody):
    """Who sits somewhere: a person by name, or a bot as `ludograph bots` lists it."""

    player: str = ""
    bot: str = ""


@documented_as("MatchWithBots")
class NewMatchBody(RequestBody):
    """Who sits at the table from seat 1 on, and the options of the game that are other than usual."""

    seats: tuple[SeatBody, ...]
    options: dict[str, Any] = {}


class NewMatchRoutes(Controller):
    """Matches with bots, for whoever directs everything in the store."""

    @get("/play")
    async def page(self, request: AnyRequest) -> Response[bytes]:
        """The page on which a match with bots is begun."""
        return render_page(
            request, "new-match.html", games=titles(), options=options(), seats=_seats(), most=MOST_PLAYOUTS
        )

    @post("/api/games/{game:str}/matches")
    async def begin(
        self,
        request: AnyRequest,
        game: FromPath[str],
        data: JSONBody[NewMatchBody],
        matches: MatchesDep,
        bots: BotsDep,
        limits: LimitsDep,
        settings: SettingsDep,
    ) -> Response[bytes]:
        """Begins a match that the program deals, at whose table people and bots sit; with a link for each person.

        The same request again, with its `Idempotency-Key`, tells the same match with the same links.
        """
        live, maker = matches.live, matches.visitor.in_store(Permission.BEGIN)
        if settings.tournament is not None:
            raise BadRequest(422, "This service is for one tournament: its tables are started at its desk.")
        limits.entry(maker.id, WHOLE_STORE)
        id = await new_id(request, live.recorder, maker)
        match = live.matches.put(await live.threads.run(_begun, live.recorder, id, _game(game), data, maker))
        bots.wake(match.id)
        secret = await live.threads.run(secret_shown, live.recorder, request, maker)
        base, until = links_base(request, settings), live.recorder.sources.now() + LINKS_HOLD
        links = TableLinks(live.recorder, secret, base, until if maker.until is None else min(until, maker.until))
        people = [seat for seat, one in enumerate(data.seats, start=1) if not one.bot]
        told = {
            "match": str(match.id),
            "game": match.game.id,
            "players": list(match.players),
            "bots": {match.name(seat): bot for seat, bot in playing_bots(match).items()},
            "links": await live.threads.run(links.to_play, match, people),
            "doubts": doubts_of(base),
        }
        return json_response(told, 201)


def _seats() -> dict[str, list[int]]:
    """How many sit at a table of each game: the fewest and the most."""
    return {game.id: [game.seats[0], game.seats[-1]] for game in GAMES.values()}


def _begun(recorder: Recorder, id: UUID, game: Game, data: NewMatchBody, maker: Token) -> Match:
    """The match that a body asks for, stored with the remark that names its bots. Raises `BadRequest` or `Misnamed`."""
    names = _bots(data)
    players = check_players(tuple(f"Bot {at}" if one.bot else one.player for at, one in enumerate(data.seats, start=1)))
    if recorder.has(id):
        return recorder.load(id)
    try:
        setting = Setting(players, read_options(game, players, data.options), None, recorder.seed())
        with by_token(maker.signature):
            match = start_match(game, id, setting, recorder.stamp())
            return recorder.record(with_bots_remark(match, names, recorder.stamp()))
    except Refused as wrong:
        raise refused_response(wrong, players) from wrong
    except Conflict:  # the same request arrived twice at once
        return recorder.load(id)


def _game(name: str) -> Game:
    if name not in GAMES:
        raise BadRequest(404, f"There is no game {cut(name)}: there are {listed(list(GAMES))}.")
    return GAMES[name]


def _bots(data: NewMatchBody) -> dict[Seat, str]:
    """The bots by seat. Raises `BadRequest` where one cannot sit here, or where there are no bots or only bots."""
    found = {seat: one.bot for seat, one in enumerate(data.seats, start=1) if one.bot}
    if any(bool(one.bot) == bool(one.player.strip()) for one in data.seats):
        raise BadRequest(422, "Each seat has a person, by name, or a bot.")
    if not 0 < len(found) < len(data.seats):
        raise BadRequest(422, "At a table with bots sit people too: name one person at least, and one bot.")
    try:
        for bot in found.values():
            check_thinks_here(cut(bot), MOST_PLAYOUTS)
    except UnknownBot as wrong:
        raise BadRequest(422, str(wrong)) from wrong
    return found
