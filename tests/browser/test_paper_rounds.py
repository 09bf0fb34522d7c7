"""A round with real cards that nobody records: what the pages say until all its slips are in."""

from collections.abc import Callable

import pytest

from tests.browser.test_desk import Tab, opened, service, tab
from tests.service.running import Service

__all__ = ["service", "tab"]
START = "Start the round (real cards): round 1"


@pytest.fixture
def cup(service: Service) -> str:
    id = opened(service, "Ann", "Ben", "Cleo", "Dan")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--method", "random", "--seed", "s")
    return id


def result(service: Service, cup: str, table: int, *, abandon: bool = False) -> None:
    """A slip of paper comes in."""
    players = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][table - 1]["players"]
    path = f"/api/tournaments/{cup}/rounds/1/tables/{table}/result"
    scores = dict(zip(players, (3, 5), strict=True))
    answer = service.client(service.token("director")).post(path, json={"scores": scores, "abandon": abandon})
    assert answer.status_code == 201, answer.text


def test_a_round_with_real_cards_is_being_played_until_its_slips_are_in(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.shows("Real cards: scribes record on a phone, or you enter the results from paper.")
    desk.press(START)
    desk.shows("Tables play. Enter a result when a slip comes in; a table that a scribe records ends by itself.")
    assert desk.page.locator("button.main:visible").all_inner_texts() == ["Enter a result"]
    wall, public, lobby = tab().open("/tournaments/Cup/wall"), tab().open("/tournaments/Cup"), tab().open("/")
    live = tab().open("/live")
    live.page.get_by_text("Being played.").nth(1).wait_for()
    wall.page.locator("#tables-title", has_text="· being played").wait_for()
    assert wall.page.locator("#tables .running").count() == 0
    for page in (desk, public, lobby):
        page.page.locator(".chip", has_text="being played").nth(1).wait_for()
    for page in (desk, wall, public, lobby, live):
        said = page.page.locator("body").inner_text().lower()
        assert not [word for word in ("await", "dealing", "recorded yet", "no result") if word in said]
    # The round was started a while ago: its clock may begin with that, or now.
    desk.decide("Clock: round 1", "Set it", Minutes="30", The_clock="now")
    desk.page.locator("#next-clock", has_text="29:5").wait_for()
    result(service, cup, 1)
    desk.shows("1 of 2 tables over in round 1.")
    assert desk.page.locator("button.main:visible").all_inner_texts() == ["Enter a result"]


def test_results_of_a_round_that_nobody_started_count_and_the_desk_offers_its_start(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.decide("Clock: round 1", "Set it", Minutes="40")
    result(service, cup, 1)
    desk.shows("Round 1 was not started: its clock does not run")
    assert desk.page.locator("button.main:visible").all_inner_texts() == ["Enter a result"]
    assert desk.page.locator(".warn:visible").count() == 0
    desk.press(START)
    desk.shows("Round 1 has started at one table.")
    desk.page.locator("#next-clock", has_text="39:5").wait_for()


def test_what_is_put_right_after_closing_says_who_moved_and_that_closing_comes_next(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    for table in (1, 2):
        result(service, cup, table)
    service.run("tournament", "close", "Cup")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    loser, winner = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["players"]
    desk.decide("Open it again", "Open it", Reason="A slip was misread.")
    desk.page.get_by_role("heading", name="The tournament is open again.").wait_for()
    assert desk.page.locator("button.main:visible").all_inner_texts() == ["Close the tournament"]
    desk.decide("Put right: Round 1, table 1", "Record it", **{loser: "7"}, Reason="The slip says so.")
    moves = f"{loser} 3rd to 1st, {winner} 1st to 3rd."
    desk.page.locator("#done", has_text=f"Table 1 is put right: {loser} now wins. {moves}").wait_for()
    desk.page.locator("#next", has_text=f"Since it was closed: {moves}").wait_for()
    assert desk.page.locator("button.main:visible").all_inner_texts() == ["Close the tournament"]


def test_the_first_round_is_seated_by_lot_and_later_ones_by_the_standings(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    how = desk.page.get_by_role("dialog").get_by_label("How", exact=True)
    desk.press("Seat round 1")
    assert how.input_value() == "random"
    desk.press("Cancel")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--method", "random", "--seed", "s")
    result(service, cup, 1)
    desk.press("Seat round 2")
    assert how.input_value() == "swiss"


def test_links_that_hold_say_where_they_are_for_and_what_players_are_called_now(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    service.run("tournament", "start", "Cup", "1", "--written")
    director = service.client(service.token("director", tournament=cup))
    assert director.post(f"/api/tournaments/{cup}/rounds/1/tables/1/links").status_code == 200
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    name = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["players"][0]
    desk.page.locator("#links", has_text=f"round 1, table 1: {name} plays").wait_for()
    result(service, cup, 1, abandon=True)
    desk.decide(f"Rename {name}", "Put it right", Name="Zoe")
    desk.page.locator("#links", has_text="round 1, table 1: Zoe plays").wait_for()
    result(service, cup, 2, abandon=True)
    desk.open(f"/tournaments/{cup}/sheets").shows("All results of this round are there: no table needs a sheet.")
    assert desk.page.locator("#told.warn").count() == 0


def test_the_pages_of_a_wall_are_alike_in_length_and_the_desk_cuts_no_column_off(
    service: Service, tab: Callable[..., Tab]
) -> None:
    service.run("tournament", "new", "Cup", "--id", "Cup", "--tie-breaks", "wins,opponents-mean,buchholz-cut-1,score")
    service.run("tournament", "enter", "Cup", *(f"Player {number}" for number in range(1, 20)))
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "4", "--method", "random")
    cup = service.json("tournament", "show", "Cup")["tournament"]
    players = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["players"]
    service.run("tournament", "result", "Cup", "1", "1", *(f"{name}={at}" for at, name in enumerate(players)))
    wall = tab({"width": 1920, "height": 1080}).open("/tournaments/Cup/wall")
    wall.page.locator("#standings .part", has_text="1 of 3").wait_for()
    assert wall.page.locator("#standings .board > li").count() == 6
    desk = tab({"width": 1280, "height": 800}).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.page.locator("#standings table").wait_for()
    assert desk.page.locator("#standings").evaluate("one => one.scrollWidth - one.clientWidth") == 0
