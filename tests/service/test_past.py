"""Whoever is behind learns nothing of what was recorded since, by any route, message, error or moment."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from uuid import UUID

import httpx
import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import About, Setting
from ludograph.replay.service.http.settings import Settings
from tests.large import slow
from tests.places import of_file, place
from tests.service.past import compared
from tests.service.past_live import lived
from tests.service.running import Service, running


@slow
def test_a_service_tells_the_same_whatever_was_recorded_inside_the_delay(tmp_path: Path) -> None:
    found = asyncio.run(compared((place(tmp_path / "calm.sqlite"), place(tmp_path / "busy.sqlite")), 1, 40))
    assert found.wrong == []
    assert found.asked > 500
    assert found.told > 100
    assert found.apart


@slow
@of_file
def test_so_do_two_processes_by_the_clock_of_the_machine(tmp_path: Path) -> None:
    found = lived((tmp_path / "calm.sqlite", tmp_path / "busy.sqlite"), 1, delay=5, near=3)
    assert found.wrong == []
    assert found.asked > 10
    assert found.apart


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Service]:
    with running(place(tmp_path / "store.sqlite"), Settings(delay=timedelta(seconds=600))) as found:
        yield found


def status(client: httpx.Client, path: str) -> int:
    return client.get(path).status_code


def test_a_beginning_of_an_id_fits_no_match_that_has_not_begun(late: Service) -> None:
    first, second = (f"abcdef12-0000-4000-8000-00000000000{at}" for at in (1, 2))
    late.new("sun-bid", "Ann", "Bob", more=("--id", first))
    late.clock.turn(601)
    assert status(late.client(), "/api/matches/abcdef") == 200
    game = GAMES["sun-bid"]
    late.recorder.start(game, Setting(("Cy", "Di"), game.options(), None, "1", About(source=second)))
    scribe = late.client(late.token("scribe", match=second))
    assert status(late.client(), "/api/matches/abcdef") == 200
    assert status(scribe, "/api/matches/abcdef") == 404
    assert status(scribe, f"/api/matches/{second}") == 200


def test_a_round_with_the_same_deal_begins_and_ends_for_the_public_when_it_is_time(late: Service) -> None:
    late.run("tournament", "new", "Cup", "--scoring", "wins")
    late.run("tournament", "enter", "Cup", "Ann", "Bob", "Cat", "Dan")
    late.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--method", "random", "--seed", "a")
    late.run("tournament", "start", "Cup", "1", "--same-deal")
    tables = late.json("tournament", "show", "Cup")["rounds"][0]["tables"]
    paths = [f"/api/matches/{table['match']}" for table in tables]
    elsewhere = late.client(late.token("player", match=tables[1]["match"], observer=tables[1]["players"][0]))
    unknown = late.client().get("/api/matches/nothing")

    def seen() -> set[tuple[int, bytes]]:
        found = {(one.status_code, one.content) for one in (who.get(paths[0]) for who in (late.client(), elsewhere))}
        assert late.client().get(f"{paths[0]}/follow").status_code == next(iter(found))[0]
        return found

    assert seen() == {(404, unknown.content)}
    late.clock.turn(601)
    assert {code for code, _ in seen()} == {403}
    for table in tables:
        _play_out(late, UUID(table["match"]))
        assert {code for code, _ in seen()} == {403}
    late.clock.turn(601)
    assert status(late.client(), paths[0]) == 200


def _play_out(late: Service, id: UUID) -> None:
    match = late.recorder.load(id)
    bots = Bots(match.game, len(match.players), Random(1))
    while (move := bots.move(match.state, len(match.steps))) is not None:
        match = match.play(*move, late.recorder.stamp())
    late.recorder.record(match)


def test_figures_are_for_a_director_of_the_whole_store(late: Service) -> None:
    cup = late.json("tournament", "new", "Cup")["tournament"]
    match = late.new("sun-bid", "Ann", "Bob")
    for token in (late.token("director", tournament=cup), late.token("scribe"), late.token("scribe", match=match)):
        assert status(late.client(token), "/metrics") == 403
    assert status(late.client(), "/metrics") == 401
    assert "ludograph_requests_total" in late.client(late.token("director")).get("/metrics").text
    assert set(late.client().get("/health").json()) == {"ok", "version", "layout"}
