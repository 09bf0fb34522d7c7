"""The first page: live tables as pictures, what it has and how much, searching, and what decided a match."""

import time
from collections.abc import Callable

from ludograph.domain.games import GAMES
from tests.browser.conftest import PHONE
from tests.browser.test_desk import Tab, service, tab
from tests.browser.test_wall import Hall
from tests.service.running import Service

__all__ = ["service", "tab"]


def test_it_says_what_it_has_draws_live_tables_and_finds_them(service: Service, tab: Callable[..., Tab]) -> None:
    hall = Hall(service, 8, "sun-bid", 2)
    hall.play(1)
    hall.play(2, 8)
    page = tab(PHONE).open("/")
    page.shows("Being played (7)")
    found = page.page
    fits = """one => {
      const ruler = document.createElement('canvas').getContext('2d');
      const { font, paddingLeft, paddingRight } = getComputedStyle(one);
      ruler.font = font;
      const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return ruler.measureText(one.placeholder).width < room;
    }"""
    assert found.get_by_label("Find matches").evaluate(fits)
    found.get_by_text("Do you run a tournament, or record a table?").click()
    page.shows("is opened by its director's link")
    assert found.locator("#running").get_by_role("link", name="Watch: Sun Bid").count() == 6
    parts = found.locator("#parts").inner_text().split()
    assert " ".join(parts) == "Being played 7 Tournaments 1 Games 7 Played 1"
    picture = found.locator(f"[data-match='{hall.matches[1]}'] .picture .face")
    page.press("Show all 7 tables")
    picture.first.scroll_into_view_if_needed()
    assert picture.count() > 3
    assert found.locator(".live-tile").count() == 7
    acts = service.client().get(f"/api/matches/{hall.matches[1]}").json()["to_act"]
    assert found.locator(f"[data-match='{hall.matches[1]}'] .acts").inner_text().startswith(acts[0])
    found.locator("#parts").get_by_role("link", name="Played 1").click()
    found.locator(".moment a").first.wait_for()
    final = service.json("result", hall.matches[0])["final"]
    for name in final["winners"]:
        found.locator("#over .won", has_text=name).wait_for()

    found.get_by_label("Game", exact=True).select_option("conundruze")
    page.shows("Nothing that fits")
    assert found.url.endswith("?game=conundruze")
    found.get_by_label("Game", exact=True).select_option("")
    found.get_by_label("Find matches").fill(final["winners"][0])
    page.shows("Played (1)")
    found.get_by_role("link", name="Sun Bid", exact=True).click()
    page.shows("How it is played")


def test_what_it_shows_is_asked_for_once_and_all_of_it_comes(service: Service, tab: Callable[..., Tab]) -> None:
    service.run("simulate", "aucteraden", "-n", "14", "--bots", "random", "--seed", "1")
    for address, fits in (("/", 14), ("/?q=aucteraden", 14), ("/?q=nobody", 0)):
        page, asked = tab(PHONE), list[str]()
        page.page.on("request", lambda one, asked=asked: asked.append(one.url.removeprefix(service.url)))
        page.open(address).shows(f"Played ({fits})")
        page.page.locator("#over .tile").nth(fits - 1).wait_for() if fits else page.shows("Nothing that fits")
        found = [one.partition("?")[0] for one in asked]
        assert (found.count("/api/lobby"), found.count("/api/mine")) == (1, 1), asked
        assert page.page.locator("#games a").count() == len(GAMES)
        page.page.locator("#games use").first.wait_for(state="attached")
        assert sum("emblems.svg" in one for one in asked) == 1, asked


def test_matches_that_were_given_up_are_called_differently(service: Service, tab: Callable[..., Tab]) -> None:
    for steps in (1, 2, 2):
        match = service.new("sun-bid", "Ann", "Ben", more=("--seed", "1"))
        service.run("act", match, *["flip"] * steps)
        service.run("abandon", match, "--reason", "It rains.")
        time.sleep(1)  # what was begun is told apart by its second
    page = tab(PHONE)
    for path, place in (("/", "#over"), ("/players/Ann", "#matches")):
        links = page.open(path).page.locator(f"{place} .follow")
        links.nth(2).wait_for()
        names = [one.get_attribute("aria-label") or "" for one in links.all()]
        assert len(set(names)) == 3, names
        assert all(one.startswith("Sun Bid: Ann, Ben, abandoned at step ") for one in names), names


def test_a_player_finds_their_tournaments_and_a_shared_win_counts_in_part(
    service: Service, tab: Callable[..., Tab]
) -> None:
    service.run("tournament", "new", "Spring Cup")
    service.run("tournament", "enter", "Spring Cup", "Ann", "Ben")
    service.run("tournament", "seat", "Spring Cup", "--game", "sun-bid", "--size", "2")
    service.run("tournament", "start", "Spring Cup", "1")
    service.run("abandon", service.lines("matches")[0]["match"], "--reason", "It is told on paper.")
    service.run("tournament", "result", "Spring Cup", "1", "1", "Ann=4", "Ben=4")
    page = tab(PHONE).open("/players/Ann")
    page.shows("1 played, 0.5 of 1 won; a win that several share counts in part, as in standings")
    page.page.get_by_role("link", name="Spring Cup").click()
    page.shows("Standings")
