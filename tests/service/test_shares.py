"""Shares of the win while a match is played: for those who look on, where it is allowed, by what the public knows."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.judging.win_shares import PLAYOUTS
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.allowances import with_allowances
from ludograph.replay.service.http.settings import Settings
from tests.browser.conftest import DESK
from tests.large import slow, some
from tests.service.running import Service, running, wait_until
from tests.service.test_on_air import play
from tests.service.test_twins import Side, pair_of, sides
from tests.twins import Twins
from tests.worlds import STAMP

__all__ = ["sides"]
DELAY = 60
SLOW = 60.0
"""So many seconds it may take: a process of its own takes some to begin."""
NAMES = ("Ann", "Ben", "Cleo")
SEVERAL = [game for game in GAMES if GAMES[game].seats[-1] > 1 and game != "sorcerous-futures"]


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Service]:
    """A service whose public is behind."""
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=DELAY))) as found:
        yield found


def asked(client: httpx.Client, match: Any) -> dict[str, Any]:
    """What somebody is told at once."""
    answer = client.get(f"/api/matches/{match}/shares")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    found: dict[str, Any] = answer.json()
    return found


def told(client: httpx.Client, match: Any) -> dict[str, Any]:
    """What somebody is told once it is worked out."""
    wait_until(lambda: asked(client, match)["shares"], SLOW)
    return asked(client, match)


def test_each_players_share_is_told_where_it_is_allowed_and_of_the_newest_step_alone(service: Service) -> None:
    match, public = service.new("sorcerous-futures", *NAMES), service.client()
    assert asked(public, match) == {"step": 0, "shares": None, "se": None, "playouts": PLAYOUTS}
    assert ' data-shares=""' in public.get(f"/matches/{match}").text
    service.run("allow", match, "--shares")
    assert f' data-shares="/api/matches/{match}/shares"' in public.get(f"/matches/{match}").text
    first = told(public, match)
    assert (len(first["shares"]), round(sum(first["shares"]), 1), 0 < first["se"] < 0.1) == (3, 1, True)
    play(service, match, 3)
    new = asked(public, match)
    assert (new["step"], new["shares"]) == (3, None), "what was worth something before is not told any more"
    assert told(public, match)["step"] == 3
    service.run("note", match, "A remark", "--public")
    assert asked(public, match)["shares"], "a remark changes nothing of it"
    service.run("undo", match, "--to", "0", "--reason", "a slip")
    assert told(public, match) == first
    service.run("allow", match, "--nothing")
    assert asked(public, match)["shares"] is None


def test_whoever_plays_or_records_at_the_table_is_not_shown_it(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Ben")
    service.run("allow", match, "--shares", "--hints")
    shown = told(service.client(), match)
    assert asked(service.client(service.token("director")), match) == shown

    def scribe() -> str:
        return service.token("scribe", match=match)

    def ann() -> str:
        return service.token("player", match=match, observer="Ann")

    for client in (service.client(ann()), service.client(scribe()), service.browser(service.token("director"), ann())):
        assert asked(client, match)["shares"] is None
        assert ' data-shares=""' in client.get(f"/matches/{match}").text


def test_only_a_director_says_through_the_service_what_is_allowed(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Ben")
    remark = {"text": " Allowed while it runs: shares of the win. ", "step": 0, "public": True}
    others = [service.token("player", match=match, observer="Ann"), service.token("scribe", match=match)]
    for client in map(service.client, others):
        refused = client.post(f"/api/matches/{match}/notes", json=remark)
        assert (refused.status_code, "by a director" in refused.json()["message"]) == (422, True)
    director = service.client(service.token("director"))
    assert director.post(f"/api/matches/{match}/notes", json=remark).status_code == 201
    assert told(service.client(), match)["shares"]


def test_everybody_is_told_what_the_public_may_know_by_now(late: Service) -> None:
    match = late.new("last-years-magic", *NAMES, seed="4")
    late.run("allow", match, "--shares")
    public, director = late.client(), late.client(late.token("director"))
    assert {one.get(f"/api/matches/{match}/shares").status_code for one in (public, director)} == {404}
    late.clock.turn(DELAY + 1)
    before = told(public, match)
    play(late, match, 4)
    assert [asked(one, match) for one in (public, director)] == [before] * 2
    late.clock.turn(DELAY + 1)
    assert told(director, match)["step"] == 4


def test_after_the_end_nothing_is_told(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Ben", seed="2")
    service.run("allow", match, "--shares")
    play(service, match)
    assert asked(service.client(), match)["shares"] is None


@pytest.mark.parametrize("game", some(["sorcerous-futures", *SEVERAL], len(SEVERAL) + 1))
def test_matches_that_are_alike_for_the_public_have_the_same_shares(game: str, sides: Any) -> None:
    twins = pair_of(game)
    if twins is None or TABLE not in twins.blind:
        pytest.skip("nothing of this game is hidden from the public for long enough")
    one, other = (with_allowances(twin, ["shares"], STAMP) for twin in (twins.one, twins.other))
    pair: tuple[Side, Side] = sides(Twins(one, other, twins.blind))
    got = []
    for side in pair:
        client = side.who(TABLE)["nobody"]
        told(client, side.match.id)
        got.append(client.get(f"{side.path}/shares").content)
    assert got[0] == got[1]


@slow
def test_pages_of_those_who_look_on_show_it_beside_the_newest_step(service: Service, chromium: Any) -> None:
    match = service.new("sun-bid", "Ann", "Ben", seed="2")
    service.run("allow", match, "--shares")
    told(service.client(), match)
    page, overlay = (chromium.new_page(viewport=DESK) for _ in range(2))
    page.goto(f"{service.url}/matches/{match}")
    overlay.goto(f"{service.url}/matches/{match}/overlay")
    page.locator("#win-shares", has_text="Shares of the win: Ann").wait_for()
    overlay.locator("#board .share", has_text="win").first.wait_for()
    service.run("act", match, "Ben flip")
    page.locator("#told", has_text="Ben flips").wait_for()
    page.locator("#win-shares").wait_for(state="visible")
    page.keyboard.press("ArrowLeft")
    page.locator("#win-shares").wait_for(state="hidden")
    for tab in (page, overlay):
        tab.close()
