"""Requests that wait for their turn: what their sender may is what they may when it comes."""

import asyncio
from pathlib import Path
from random import Random
from uuid import UUID

import pytest

from ludograph.domain.store.tokens import Tokens
from ludograph.replay.service.http.settings import Settings
from tests.places import place
from tests.service.random_requests.asgi import lifespan
from tests.service.random_requests.world import Visitor, World


@pytest.mark.parametrize("what", ["note", "lot", "place"])
def test_a_token_that_ended_while_a_request_waited_records_nothing(tmp_path: Path, what: str) -> None:
    world = World(place(tmp_path / "store.sqlite"), Random(1), Settings())
    try:
        assert asyncio.run(_status(world, what)) in (401, 404)
    finally:
        world.close()


async def _status(world: World, what: str) -> int:
    """How a request is answered whose sender's token ends while another entry has its turn."""
    async with lifespan(world.app):
        await world.build()
        cup, match = next(iter(world.model.cups)), next(iter(world.model.games))
        token = world.grant("director")
        where, body = {
            "note": (f"/api/matches/{match}/notes", {"text": "x"}),
            "lot": (f"/api/tournaments/{cup}/lot", {"again": True}),
            "place": (f"/api/tournaments/{cup}/rounds/2/tables/1/place", {"match": match, "reason": "Ours."}),
        }[what]
        async with world.app.live.entry_queue.turn(UUID(match if what == "note" else cup)):
            asked = asyncio.create_task(world.ask(Visitor("director", (token,)), "POST", where, body=body))
            await asyncio.sleep(0.2)
            Tokens(world.beside).revoke(world.model.grants[token].id)
        return (await asked).status


def test_a_match_that_went_to_others_meanwhile_is_not_placed(tmp_path: Path) -> None:
    world = World(place(tmp_path / "store.sqlite"), Random(1), Settings())
    try:
        assert asyncio.run(_placed(world)) == 404
    finally:
        world.close()


async def _placed(world: World) -> int:
    """How a director of two tournaments is answered whose match goes to a third while they wait."""
    async with lifespan(world.app):
        await world.build()
        cup, bowl, _ = world.model.cups
        (match,) = [one.id for one in world.model.games.values() if world.sources.get(one.id) == "b"]
        both = Visitor("browser", (), browser=True)
        for one in (cup, bowl):
            token = world.grant("director", tournament=one)
            opened = await world.ask(both, "POST", "/api/session", body={"token": token})
            both = both._replace(tokens=world.opened(opened, world.model.grants[token]))
        where = f"/api/tournaments/{bowl}/rounds/2/tables/1/place"
        async with world.app.live.entry_queue.turn(UUID(bowl)):
            asked = asyncio.create_task(world.ask(both, "POST", where, body={"match": match, "reason": "Ours."}))
            await asyncio.sleep(0.2)
            moved = {"step": 0, "lines": ["event: Vase"], "reason": "Theirs."}
            done = await world.ask(world.store, "POST", f"/api/matches/{match}/amend", body=moved)
            assert done.status == 201, done
        return (await asked).status
