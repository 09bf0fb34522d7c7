"""What a page of a match that is over asks for when somebody tries what else could have been done."""

from typing import Final

from anyio import CapacityLimiter
from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from ludograph.domain.bots.roster import SearchBot, UnknownBot, bot_called, check_thinks_here
from ludograph.domain.forks.continuation import BotRun, bots_went_on
from ludograph.domain.forks.variation import SEED
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.limits import cut
from ludograph.replay.service.access.rights import Permission
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.opponents.bot_moves import MOST_PLAYOUTS
from ludograph.replay.service.opponents.playing import BotsDep
from ludograph.replay.service.recording.new_ids import new_id
from ludograph.replay.service.routes.reading import MatchesDep, VisibleMatches, tagged
from ludograph.replay.service.variations.variation import (
    MOST_MOVES,
    VariationBody,
    VariationEntryBody,
    check_is_over,
    moves_of,
    next_entry_json,
    recorded,
    variation_history,
    variation_json,
)

QUICK: Final = 100
"""So many moves a bot makes at one request that does not think."""
THINKING: Final = CapacityLimiter(1)
"""Bots go on with one variation at a time."""
WAITING: Final = 8
"""Visitors without a token who wait for that; later ones are told to come again."""
RESERVED: Final = 2
"""Places to wait that are kept for those with a token, besides."""
BUSY: Final = "Others try variations just now: try again in a few seconds."


class VariationRoutes(Controller):
    """Variations, to each as they know the match; nothing of them is kept."""

    path = "/api/matches/{id:str}"

    @post("/variations", status_code=200)
    async def vary(
        self,
        id: FromPath[str],
        data: JSONBody[VariationBody],
        matches: MatchesDep,
        bots: BotsDep,
    ) -> Response[bytes]:
        """A match that is over as it goes on otherwise: the table after these moves, and what could be done next."""
        match, observer = await _over(matches, id, data)
        most = min(_moves_at_once(data.bot), MOST_MOVES - len(data.moves))
        live, history = matches.live, None
        if most > 0:
            begun = await live.drawings.run(variation_history, live.recorder, match, observer, data)
            if THINKING.statistics().tasks_waiting >= WAITING + RESERVED * (not matches.visitor.nobody):
                raise BadRequest(503, BUSY)
            async with THINKING:
                history = await bots.thought(bots_went_on, BotRun(begun, data.bot, SEED, most))
        content = await live.drawings.run(variation_json, live.recorder, match, observer, data, history)
        return json_response(
            content | {"records": matches.visitor.may(Permission.RECORD, match)}, headers=tagged(match)
        )

    @post("/variations/drafts", status_code=200)
    async def draft(
        self,
        id: FromPath[str],
        data: JSONBody[VariationEntryBody],
        matches: MatchesDep,
    ) -> Response[bytes]:
        """What a move in a variation is asked for next, or that it is whole. 422 where it cannot be."""
        (match, observer), live = await _over(matches, id, data.variation), matches.live
        content = await live.drawings.run(next_entry_json, live.recorder, match, observer, data)
        return json_response(content, headers=tagged(match))

    @post("/forks")
    async def record(
        self,
        request: AnyRequest,
        id: FromPath[str],
        data: JSONBody[VariationBody],
        matches: MatchesDep,
        limits: LimitsDep,
    ) -> Response[bytes]:
        """Records a variation as a match of its own, which counts nowhere; what its eyes do not know stays drawn anew.

        The same request again, with its `Idempotency-Key`, tells the same match.
        """
        live, match = matches.live, await matches.match(id)
        maker = matches.visitor.right(Permission.RECORD, match).token
        observer = matches.observer(match, data.who)
        check_is_over(match)
        limits.entry(maker.id, match.id)
        own = await new_id(request, live.recorder, maker)

        def made() -> Match:
            if live.recorder.has(own):  # the same request, sent again
                return live.recorder.load(own)
            with limits.quota("recorded variations", maker, match.id):
                return recorded(live.recorder, match, observer, replace(data, bot=""), own, maker)

        fork = await live.asking.run(maker, made)
        told = {"match": str(fork.id), "game": fork.game.id, "origin": str(match.id), "step": data.at}
        moves = {"moves": moves_of(fork, data.at), "steps": len(fork.steps)}
        return json_response(told | moves | {"shown": matches.visitor.directs_all}, 201)


async def _over(matches: VisibleMatches, id: str, body: VariationBody) -> tuple[Match, Observer]:
    """A match that is over, and with whose eyes it is tried. Raises `BadRequest` or `Denied`."""
    match = await matches.match(id)
    observer = matches.observer(match, body.who)
    check_is_over(match)
    return match, observer


def _moves_at_once(name: str) -> int:
    """How many moves a bot makes at one request: so that it thinks no longer than for one move of a match played here.

    None without a bot. Raises `BadRequest` for one that does not think here.
    """
    if not name:
        return 0
    try:
        check_thinks_here(cut(name), MOST_PLAYOUTS)
    except UnknownBot as wrong:
        raise BadRequest(422, str(wrong)) from wrong
    bot = bot_called(name)
    return MOST_PLAYOUTS // bot.playouts if isinstance(bot, SearchBot) else QUICK
