"""Results from paper at the desk: to which players object, and what the director can do then."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import PHONE
from tests.browser.test_desk import Tab, opened, service, tab
from tests.service.running import Service

__all__ = ["service", "tab"]


@pytest.fixture
def cup(service: Service) -> str:
    id = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    service.run("tournament", "start", "Cup", "1", "--seed", "deal")
    return id


def test_an_objection_to_a_result_from_paper_is_decided_by_a_reason_or_by_other_scores(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    match = str(service.recorder.find("Cup-1-1"))
    ann = tab(PHONE).open(f"/enter#{service.token('player', match=match, observer='Ann')}")
    ann.page.wait_for_url("**/seat")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.decide("Result from paper: Round 1, table 1", "Record it", Ann="3", Ben="5")
    ann.press("I object: Ann")
    ann.page.get_by_label("What is wrong?").fill("I had 7.")
    ann.press("Send it")
    desk.shows("Its result was entered from paper: put it right, or say that it stands")

    desk.press("Look at it: Round 1, table 1, Ann")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_text("Entered from paper: Ann 3, Ben 5.").wait_for()
    dialog.get_by_text("I had 7.").wait_for()
    assert dialog.get_by_role("button").all_inner_texts() == ["Put right", "It stands", "Close"]
    desk.press("It stands")
    dialog.get_by_label("Reason").fill("Both slips say 3.")
    dialog.get_by_role("button", name="It stands").click()
    desk.shows("The result of table 1 stands; its players are asked again.")
    ann.shows("It stands: Both slips say 3.")
    ann.shows("You objected, and something was decided since")

    ann.press("I object: Ann")
    ann.page.get_by_label("What is wrong?").fill("Count again.")
    ann.press("Send it")
    desk.press("Look at it: Round 1, table 1, Ann")
    desk.press("Put right")
    dialog.get_by_label("Reason").fill("Counted.")
    decided = service.client().get("/api/tournaments/Cup").json()["version"]
    dialog.get_by_role("button", name="Record it").click()
    dialog.get_by_role("alert").get_by_text("Nothing is changed: these are the scores that stand").wait_for()
    assert service.client().get("/api/tournaments/Cup").json()["version"] == decided
    dialog.get_by_label("Ann", exact=True).fill("2")
    dialog.get_by_role("button", name="Record it").click()
    desk.shows("Table 1 is put right")
    ann.shows("It was put right: Counted.")
    desk.page.get_by_role("heading", name="objects").wait_for(state="detached")


def test_a_closed_tournament_still_shows_what_a_player_objects_to(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    director = service.client(service.token("director", tournament=cup))
    path = f"/api/tournaments/{cup}/rounds/1/tables/1/result"
    director.post(path, json={"scores": {"Ann": 3, "Ben": 5}, "abandon": True})
    match = str(service.recorder.find("Cup-1-1"))
    ann = service.browser(service.token("player", match=match, observer="Ann"))
    ann.post(f"/api/matches/{match}/objections", json={"text": "I had 7."})
    service.run("tournament", "close", "Cup")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.shows("The tournament is closed.")
    desk.shows("Round 1, table 1: Ann objects.")


def test_everybody_sees_a_result_from_paper_with_its_scores_and_who_won(
    service: Service, cup: str, tab: Callable[..., Tab]
) -> None:
    director = service.client(service.token("director", tournament=cup))
    path, match = f"/api/tournaments/{cup}/rounds/1/tables/1/result", str(service.recorder.find("Cup-1-1"))
    director.post(path, json={"scores": {"Ann": 3, "Ben": 5}, "abandon": True})
    page = tab().open("/")
    tile = page.page.locator(f"#over [data-match='{match}']")
    tile.get_by_text("entered from paper").wait_for()
    assert "abandoned" not in tile.inner_text()
    shown = tile.locator(".scores li").all_inner_texts()
    assert {" ".join(one.split()) for one in shown} == {"Ann 3", "won: Ben 5"}
    replay = tab().open(f"/matches/{match}")
    replay.shows("The result was entered from paper:")
    assert {"Ann 3", "Ben 5"} == set(
        replay.page.locator("#abandoned").inner_text().partition(": ")[2].partition(".")[0].split(", ")
    )
    director.post(path, json={"scores": {"Ann": "9+", "Ben": 9}, "reason": "the slip"})
    tile.locator("b", has_text="9+").wait_for()
