"""A tournament is opened in the browser, and the page of help speaks of what there is."""

import re
from collections.abc import Callable
from pathlib import Path

from tests.browser.conftest import PHONE
from tests.browser.test_desk import Tab, opened, service, tab
from tests.service.running import Service

__all__ = ["service", "tab"]
PAGES = Path(__file__).parents[2] / "replay" / "service" / "pages"


def test_whoever_directs_everything_opens_a_tournament_and_comes_to_its_desk(
    service: Service, tab: Callable[..., Tab]
) -> None:
    opened(service, "Ann", "Ben")
    page = tab(PHONE).open(f"/enter#{service.token('director')}")
    page.page.get_by_role("link", name="New tournament").click()
    dialog = page.page.get_by_role("dialog")
    dialog.get_by_text("A place that is not named gets 0.").wait_for()
    dialog.get_by_text("Ties and byes").click()
    dialog.get_by_text("Ahead is whose opponents have more points on average.").wait_for()
    dialog.get_by_label("Name").fill("cup")
    page.press("Open it")
    page.page.get_by_role("alert").get_by_text("There is a tournament Cup already").wait_for()
    dialog.get_by_label("Name").fill("Club Evening")
    page.press("Open it")
    page.page.wait_for_url("**/tournaments/*/desk")
    page.shows("Nobody is entered yet.")
    found = service.json("tournament", "show", "Club Evening")
    assert (found["scoring"], found["bye"]) == ("places=5,3,1", 5)
    assert found["tie_breaks"] == ["opponents-mean", "buchholz-cut-1", "wins"]


def test_help_is_one_tap_away_and_names_what_the_pages_have(service: Service, tab: Callable[..., Tab]) -> None:
    opened(service, "Ann", "Ben")
    for path in ("/", "/tournaments/Cup"):
        page = tab(PHONE).open(path)
        page.page.get_by_role("link", name="Help").click()
        page.shows("An evening at the desk")
    assert 'href="{{ root }}/help"' in (PAGES / "desk.html").read_text()
    said = "".join(one.read_text() for one in PAGES.glob("*.js")) + (PAGES / "desk.html").read_text()
    named = re.findall("<b>(.*?)</b>", (PAGES / "help.html").read_text())
    assert named
    assert [one for one in named if one not in said.replace("Seat round ${", "Seat round 1${")] == []


def test_the_same_request_again_opens_no_second_tournament_and_a_bad_one_opens_none(service: Service) -> None:
    client = service.client(service.token("director"))
    key, body = {"Idempotency-Key": "one"}, {"name": "Club Evening", "scoring": "places=5,3,1", "bye": 2}
    first, again = (client.post("/api/tournaments", json=body, headers=key) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert client.get(f"/api/tournaments/{first.json()['tournament']}").json()["bye"] == 2
    for wrong in ({"name": "Club Evening"}, {"name": " "}, {"name": "Bowl", "scoring": "goals"}):
        assert client.post("/api/tournaments", json=wrong).status_code in (409, 422)
    assert [one["name"] for one in client.get("/api/tournaments").json()] == ["Club Evening"]
