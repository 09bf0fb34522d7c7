"""A table to follow in a browser: the page grows as steps come, and is then the page that anybody opens later."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.replay.page import grown
from ludograph.replay.page.page_record import page_record
from tests.browser.conftest import PHONE
from tests.large import some
from tests.playthrough import golden_match
from tests.service.running import Service, wait_until


def told(page: dict[str, Any], first: int) -> list[Any]:
    """The steps of a page from the first on, with everything on its shelves in its place."""

    def zone(place: int) -> Any:
        name, owner, parts, markers = page["zones"][place]
        return [name, owner, [page["parts"][part] for part in parts], markers]

    def stages(one: dict[str, Any]) -> list[Any]:
        return [page["stages"][place] for place in one.get("stage", [])]

    def beat(one: dict[str, Any]) -> Any:
        laid = {
            "stage": stages(one),
            "zones": [[at, zone(place)] for at, place in one.get("zones", [])],
            "all": [*map(zone, one.get("all", []))],
        }
        return one | laid | {"board": [page["boards"][place] for place in one.get("board", [])]}

    return [
        step
        | {
            "stage": stages(step),
            "zones": [zone(place) for place in step["zones"]],
            "board": page["boards"][step.get("board", 0)],
            "open": [page["choices"][place] for place in step.get("open", [])],
            "beats": [beat(one) for one in step.get("beats", [])],
        }
        for step in page["steps"][first:]
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_page_goes_on_with_is_what_it_would_have_had(game: str) -> None:
    match = golden_match(game)
    middle = len(match.steps) // 2
    for eyes in (TABLE, 1, JUDGE):
        whole, more = page_record(match, eyes), grown(match, eyes, middle)
        assert told(more, 0) == told(whole, middle)
        assert (more["glance"], more["ending"], more["about"]) == (whole["glance"], whole["ending"], whole["about"])


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    yield context.new_page()
    context.close()


def begun(service: Service, game: str, folder: Path, steps: int) -> tuple[str, list[dict[str, Any]]]:
    """A golden match of which so many steps are recorded: its id, and the actions to come."""
    lines = list(exported(golden_match(game)))
    file = folder / f"{game}.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines[: steps + 1]), encoding="utf-8")
    service.run("import", file)
    return str(UUID(int=1)), lines[steps + 1 :]


class Page:
    """A page in the browser."""

    def __init__(self, tab: Any, address: str) -> None:
        self.tab = tab
        tab.goto(address)
        tab.wait_for_selector("#steps li")

    def number(self) -> str:
        return str(self.tab.inner_text("#number"))

    def drawn(self) -> list[str]:
        """What it shows, without the numbers that its script gives to what it made, its attributes in order."""
        found = [self.tab.inner_html(part) for part in ("#table", "#steps", "#board", "#told", "#ending", "#lines")]
        bare = [re.sub(r'data-key="[^"]*"|#card-\d+|tabindex="-?\d"|class=""', "", one) for one in found]
        return [re.sub(r"<\w+ [^>]*>", lambda tag: " ".join(sorted(tag[0][:-1].split())), one) for one in bare]


@pytest.mark.parametrize("game", some(list(GAMES), 3))
def test_a_page_that_grew_is_the_page_that_is_opened_later(
    service: Service, tab: Any, tmp_path: Path, game: str
) -> None:
    match, rest = begun(service, game, tmp_path, len(golden_match(game).steps) - 12)
    director = service.client(service.token("director"))
    page = Page(tab, f"{service.url}/matches/{match}")
    tab.keyboard.press("End")
    before = page.number()
    for action in rest:
        assert director.post(f"/api/matches/{match}/actions", json=action).status_code == 201
    last = len(golden_match(game).steps)
    wait_until(lambda: tab.inner_text("#of") == f"of {last}")
    assert page.number() != before, "whoever is at the end goes on with the others"
    tab.keyboard.press("End")
    assert page.number() == f"Step {last} of {last}"
    grown = page.drawn()
    tab.reload()
    tab.wait_for_selector("#steps li")
    tab.keyboard.press("Home")
    tab.keyboard.press("End")
    assert page.drawn() == grown


def test_whoever_is_not_at_the_end_is_told_how_much_is_new_and_stays(
    service: Service, tab: Any, tmp_path: Path
) -> None:
    match, rest = begun(service, "sun-bid", tmp_path, 10)
    director = service.client(service.token("director"))
    page = Page(tab, f"{service.url}/matches/{match}#4")
    assert tab.locator("#news").text_content() == "6 steps behind: go live"
    director.post(f"/api/matches/{match}/actions", json=rest[0])
    wait_until(lambda: tab.locator("#news").text_content() == "7 steps behind: go live")
    assert page.number() == "Step 4 of 11"
    tab.tap("#news")
    assert page.number() == "Step 11 of 11"
    assert tab.is_hidden("#news")


def test_the_notice_goes_however_one_comes_to_the_newest(service: Service, tab: Any, tmp_path: Path) -> None:
    match, _ = begun(service, "sun-bid", tmp_path, 10)
    Page(tab, f"{service.url}/matches/{match}#4")
    assert tab.is_visible("#news")
    tab.keyboard.press("End")
    assert tab.is_hidden("#news")
    assert tab.is_visible("#last")
    tab.keyboard.press("ArrowLeft")
    assert tab.locator("#news").text_content() == "1 step behind: go live"


@pytest.mark.parametrize("pace", [0.5, 8])
def test_whoever_is_at_the_newest_sees_a_step_at_once_at_every_pace(
    service: Service, tab: Any, tmp_path: Path, pace: float
) -> None:
    match, rest = begun(service, "sun-bid", tmp_path, 60)
    director = service.client(service.token("director"))
    tab.add_init_script(f"localStorage.setItem('ludograph-pace', '{pace}')")
    page = Page(tab, f"{service.url}/matches/{match}")
    tab.get_by_role("button", name="Live", exact=True).tap()
    assert tab.input_value("#pace") == f"{pace} s"
    for number, action in enumerate(rest[:6], start=61):
        assert director.post(f"/api/matches/{match}/actions", json=action).status_code == 201
        # Long before anything would be read at the slowest pace.
        wait_until(lambda number=number: page.number() == f"Step {number} of {number}", seconds=3)
    assert tab.inner_text("#play-word") == "Play"
    assert tab.evaluate(LISTED), "where one is stands in the list in sight, however many steps there are"


LISTED = """() => {
  const frame = document.getElementById('steps').getBoundingClientRect();
  const { top, bottom } = document.querySelector('#steps [aria-current]').closest('li').getBoundingClientRect();
  return top >= frame.top - 1 && bottom <= frame.bottom + 1;
}"""


def test_whoever_comes_late_is_asked_and_may_look_from_the_start(service: Service, tab: Any, tmp_path: Path) -> None:
    match, rest = begun(service, "sun-bid", tmp_path, 10)
    director = service.client(service.token("director"))
    tab.add_init_script("localStorage.setItem('ludograph-pace', '0.5')")
    page = Page(tab, f"{service.url}/matches/{match}")
    asked = tab.get_by_role("region", name="Where to begin")
    assert asked.locator("p").inner_text() == "10 steps of this match were played."
    director.post(f"/api/matches/{match}/actions", json=rest[0])
    wait_until(lambda: asked.locator("p").inner_text() == "11 steps of this match were played.")
    assert page.number() == "Step 0 of 11"
    asked.get_by_role("button", name="From the start").tap()
    assert asked.is_hidden()
    wait_until(lambda: page.number().startswith("Step 2"), seconds=30)
    assert str(tab.locator("#news").text_content()).endswith("behind: go live")
    tab.tap("#news")
    assert (page.number(), tab.inner_text("#play-word")) == ("Step 11 of 11", "Play")
    tab.reload()
    tab.wait_for_selector("#steps li")
    assert page.number() == "Step 11 of 11", "whoever says where they want to be is not asked"
    assert asked.is_hidden()


def test_a_match_that_is_over_has_no_new_steps(service: Service, tab: Any, tmp_path: Path) -> None:
    match, rest = begun(service, "sun-bid", tmp_path, len(golden_match("sun-bid").steps) - 1)
    page = Page(tab, f"{service.url}/matches/{match}")
    assert tab.is_visible("#joining")
    assert tab.is_visible("#news")
    service.client(service.token("director")).post(f"/api/matches/{match}/actions", json=rest[0])
    wait_until(lambda: page.number() == f"Step 0 of {len(golden_match('sun-bid').steps)}")
    for _ in range(2):
        assert tab.is_hidden("#joining")
        assert tab.is_hidden("#news")
        tab.reload()
        tab.wait_for_selector("#steps li")


def test_what_is_taken_back_goes_and_a_service_that_was_away_is_found_again(
    service: Service, tab: Any, tmp_path: Path
) -> None:
    match, rest = begun(service, "sun-bid", tmp_path, 10)
    director = service.client(service.token("director"))
    page = Page(tab, f"{service.url}/matches/{match}")
    tab.keyboard.press("End")
    director.post(f"/api/matches/{match}/undo", json={"reason": "a wrong card"})
    wait_until(lambda: page.number() == "Step 9 of 9")
    service.stop()
    wait_until(lambda: "lost" in tab.inner_text("#lost"))
    service.start()
    wait_until(lambda: tab.inner_text("#lost") == "live")
    flip = {"seat": rest[0]["seat"], "do": "note"}
    assert service.client(service.token("director")).post(f"/api/matches/{match}/actions", json=flip).status_code == 422


def test_eyes_are_offered_as_the_token_has_them(service: Service, tab: Any) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    token = service.token("player", match=match, observer="Bob")
    tab.goto(f"{service.url}/enter#{token}")
    tab.wait_for_url(f"**/matches/{match}/seat")
    tab.goto(f"{service.url}/matches/{match}")
    assert tab.locator("select.eyes option").all_inner_texts() == ["As Bob", "As table"]
    assert token not in tab.content()
    assert service.client().get(f"/matches/{match}", params={"as": "Bob"}).status_code == 401
