"""What a page of a match that is over asks for when somebody tries what else could have been done."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter, to_thread
from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from ludograph.domain.bots.roster import SearchBot, UnknownBot, bot_called, check_thinks_here
from ludograph.domain.forks.continuation import BotRun, bots_went_on
from ludograph.domain.forks.variation import SEED
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.notation.limits import cut
from ludograph.replay.service.access.rights import Permission
from ludograph.replay.service.http.rate_limits import LimitsDep
from ludograph.replay.service.http.responses import AnyRequest, BadRequest, json_response
from ludograph.replay.service.http.waiting_room import check_room
from ludograph.replay.service.opponents.bot_moves import MOST_PLAYOUTS
from ludograph.replay.service.opponents.playing import BotsDep
from ludograph.replay.service.recording.new_ids import new_id
from ludograph.replay.service.routes.reading import MatchesDep, VisibleMatches, tagged
from ludograph.replay.service.variations.variation import (
    MOST_MOVES,
    VariationBody,
    VariationEntryBody,
    Variations,
    check_is_over,
    moves_of,
    next_entry_json,
    recorded,
    variation_json,
)

T = TypeVar("T")
QUICK: Final = 100
"""So many moves a bot makes at one request that does not think."""
TRYING: Final = CapacityLimiter(1)
"""One variation is worked out at a time, and by none of the threads that wait for the store."""
THINKING: Final = CapacityLimiter(1)
WAITING: Final = 8
"""Visitors without a token who wait for each of these; later ones are told to come again."""
BUSY: Final = "Others try variations just now: try again in a few seconds."


VariationsDep = NamedDependency[Variations]


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
        variations: VariationsDep,
    ) -> Response[bytes]:
        """A match that is over as it goes on otherwise: the table after these moves, and what could be done next."""
        match, observer = await _over(matches, id, data)
        most = _moves_at_once(data.bot)
        known = not matches.visitor.nobody
        fork = await _tried(known, variations.after, match, observer, data)
        if most and (left := MOST_MOVES - len(data.moves)) > 0:
            check_room(THINKING, WAITING, BUSY, known=known)
            async with THINKING:
                run = BotRun(tuple(fork.history), data.bot, SEED, min(most, left))
                history = await bots.thought(bots_went_on, run)
            fork = variations.keep(match, observer, data.at, await _tried(known, _rebuilt, history))
        content = await _tried(known, variation_json, fork, observer, data.at)
        return json_response(
            content | {"records": matches.visitor.may(Permission.RECORD, match)}, headers=tagged(match)
        )

    @post("/variations/drafts", status_code=200)
    async def draft(
        self,
        id: FromPath[str],
        data: JSONBody[VariationEntryBody],
        matches: MatchesDep,
        variations: VariationsDep,
    ) -> Response[bytes]:
        """What a move in a variation is asked for next, or that it is whole. 422 where it cannot be."""
        match, observer = await _over(matches, id, data.variation)

        def drafted() -> dict[str, Any]:
            return next_entry_json(variations.after(match, observer, data.variation), data)

        return json_response(await _tried(not matches.visitor.nobody, drafted), headers=tagged(match))

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


async def _tried(known: bool, work: Callable[..., T], *args: Any) -> T:
    """Work something out for a variation, one after the other. Raises `BadRequest` if too many wait."""
    check_room(TRYING, WAITING, BUSY, known=known)
    return await to_thread.run_sync(work, *args, limiter=TRYING)


def _rebuilt(history: Any) -> Match:
    fork = rebuilt(None, history)
    assert fork is not None
    return fork


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
