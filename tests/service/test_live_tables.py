"""All live tables on one page: boards as everybody may know them, which follow the play on one connection."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ludograph.replay.service.http.settings import Settings
from tests.browser.conftest import PHONE, browser
from tests.service.running import Service, running, wait_until

LINES = ("Bob flip", "Ann flip", "Bob call", "Ann bid 3SK", "Bob bid 6SY", "Ann flip")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as launched:
        yield launched


def placed(service: Service, table: int, *players: str) -> str:
    return service.new("sun-bid", *players, seed="2", more=("--event", "Cup", "--round", "1", "--table", str(table)))


def test_tables_come_in_their_order_with_what_everybody_sees(service: Service) -> None:
    tenth, second = placed(service, 10, "Ann", "Bob"), placed(service, 2, "Cy", "Di")
    service.run("act", tenth, "Bob flip")
    found = service.client().get("/api/tables").json()
    assert [one["match"] for one in found["tables"]] == [second, tenth]
    assert (found["count"], found["tables"][1]["version"], found["tables"][1]["board"]["step"]) == (2, 2, 1)
    assert "flips" in found["tables"][1]["board"]["told"][0]
    few = service.client().get("/api/tables", params={"boards": "false"}).json()
    assert [set(one) & {"board", "version"} for one in few["tables"]] == [set(), set()]
    assert service.client().get("/api/tables", params={"tournament": "none"}).status_code == 404


def test_a_table_whose_result_was_entered_is_not_played_any_more(service: Service) -> None:
    service.run("tournament", "new", "Cup")
    service.run("tournament", "enter", "Cup", "Ann", "Bob", "Cy", "Di")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--method", "random")
    service.run("tournament", "start", "Cup", "1", "--written")
    anybody = service.client()

    def played() -> list[list[str]]:
        tables, lobby = (anybody.get(f"/api/{one}").json() for one in ("tables", "lobby"))
        listed = [one["players"] for one in tables["tables"]]
        # Answers that many ask for are kept for a moment: both are waited for.
        return listed if tables["count"] == lobby["running"]["count"] == len(listed) else []

    wait_until(lambda: len(played()) == 2)
    first, second = played()
    service.run("tournament", "result", "Cup", "1", "1", f"{first[0]}=21", f"{first[1]}=17")
    wait_until(lambda: played() == [second])
    service.run("tournament", "undo", "Cup", "--reason", "the wrong slip")
    wait_until(lambda: played() == [first, second])


def test_a_hidden_hand_stands_on_nobodys_board(service: Service) -> None:
    service.new("last-years-magic", "Ann", "Ben", "Cleo", seed="4")
    director = service.client(service.token("director"))
    public, judges = (one.get("/api/tables").json()["tables"][0]["board"] for one in (service.client(), director))
    assert public == judges
    assert "??" in str(public["parts"])


def test_whoever_is_behind_sees_the_tables_as_they_stood(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=60))) as service:
        match = service.new("sun-bid", "Ann", "Bob", seed="2")
        assert service.client().get("/api/tables").json()["tables"] == []
        service.clock.turn(61)
        scribe = service.client(service.token("scribe", match=match))
        assert scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"}).status_code == 201
        late, early = (one.get("/api/tables").json() for one in (service.client(), scribe))
        assert (late["behind"], late["tables"][0]["version"], early["tables"][0]["version"]) == (60, 1, 2)


def test_boards_follow_the_play_and_one_is_enlarged(service: Service, chromium: Any) -> None:
    matches = [placed(service, number, f"P{number}", f"Q{number}") for number in range(1, 8)]
    context = chromium.new_context(viewport=PHONE)
    tab = context.new_page()
    wrong: list[str] = []
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda message: wrong.append(message.text))
    tab.goto(f"{service.url}/live")
    tab.locator(".table .face").first.wait_for(state="attached")
    assert tab.locator(".table").count() == 7
    wait_until(lambda: service.followers == 1)
    service.run("act", matches[0], "Q1 flip")
    tab.locator(".table .told", has_text="Q1 flips").wait_for()
    tab.get_by_role("button", name="Enlarge Table 2, round 1").click()
    tab.locator("#large").get_by_text("Table 2, round 1, Cup: Sun Bid").wait_for()
    service.run("act", matches[1], "Q2 flip")
    tab.locator("#large .told", has_text="Q2 flips").wait_for()
    tab.keyboard.press("Escape")
    service.run("abandon", matches[0], "--reason", "ill")
    tab.locator(".table .told", has_text="Over.").wait_for()
    placed(service, 9, "P9", "Q9")
    tab.locator(".table", has_text="Table 9").wait_for(timeout=15_000)
    assert tab.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    small = (
        "[...document.querySelectorAll('a, button')].filter(one => one.offsetHeight && one.offsetHeight < 44).length"
    )
    assert tab.evaluate(f"() => {small}") == 0
    assert wrong == []
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_objects_to_nothing_on_the_page_of_tables(service: Service, chromium: Any, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    placed(service, 1, "Ann", "Bob")
    context = chromium.new_context(viewport=PHONE, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(f"{service.url}/live")
    tab.locator(".table .face").first.wait_for(state="attached")
    assert axe.run(tab).response["violations"] == []
    tab.get_by_role("button", name="Enlarge").click()
    assert axe.run(tab).response["violations"] == []
    context.close()
