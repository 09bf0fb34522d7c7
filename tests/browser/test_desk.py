"""A tournament run from the director's desk, as its wall, its page and the lobby show it to others meanwhile."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ludograph.replay.service.http.settings import Settings
from tests.browser.conftest import DESK, PHONE
from tests.service.running import Service, running, wait_until

ON_TOP = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [0.1, 0.9].every(part => document.elementFromPoint(left + width / 2, top + height * part) === one);
}"""
"""Whether all of an element can be seen: it is within the window, and nothing lies over it."""
NAMES = "Ann, Ben\nCleo <i>, Dan"


class Tab:
    """A page of the service in the browser; when it is closed, no script may have failed, and nothing said."""

    def __init__(self, chromium: Any, service: Service, viewport: dict[str, int], **settings: Any) -> None:
        self.wrong: list[str] = []
        self._service = service
        self._context = chromium.new_context(viewport=viewport, reduced_motion="reduce", **settings)
        self.page = self._context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))

    def _said(self, message: Any) -> None:
        if (
            "422" not in message.text and "409" not in message.text
        ):  # what is refused is said on the page, and by the browser in its console
            self.wrong.append(f"console: {message.text}")

    def open(self, path: str) -> "Tab":
        self.page.goto(f"{self._service.url}{path}")
        return self

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()

    def decide(self, button: str, action: str, **fields: str) -> None:
        """Presses a button of the desk, fills in what it asks for, and sends it."""
        self.press(button)
        dialog = self.page.get_by_role("dialog")
        if dialog.locator("summary").count():
            dialog.locator("summary").click()
        for label, value in fields.items():
            found = dialog.get_by_label(label.replace("_", " "), exact=False).first
            if found.evaluate("one => one.tagName") == "SELECT":
                found.select_option(value)
            else:
                found.fill(value)
        dialog.get_by_role("button", name=action, exact=True).click()

    def shows(self, text: str) -> None:
        """Waits until a text can be read somewhere."""
        self.page.get_by_text(text).first.wait_for()

    def close(self) -> None:
        self._context.close()
        assert not self.wrong


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for name in ("LUDOGRAPH_STORE", "LUDOGRAPH_BY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    with running(tmp_path / "store.sqlite") as found:
        yield found


@pytest.fixture
def tab(chromium: Any, service: Service) -> Iterator[Callable[..., Tab]]:
    opened: list[Tab] = []

    def new(viewport: dict[str, int] = DESK, **settings: Any) -> Tab:
        opened.append(Tab(chromium, service, viewport, **settings))
        return opened[-1]

    yield new
    for one in opened:
        one.close()


@pytest.fixture
def objections() -> Callable[[Tab], list[str]]:
    """What axe-core objects to in a page as it is now."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    return lambda tab: [f"{one['id']}: {one['nodes'][0]['html']}" for one in axe.run(tab.page).response["violations"]]


def opened(service: Service, *players: str) -> str:
    id: str = service.json("tournament", "new", "Cup", "--id", "Cup", "--scoring", "places=3,1")["tournament"]
    if players:
        service.run("tournament", "enter", "Cup", *players)
    return id


def test_a_small_tournament_is_run_from_a_phone(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service)
    desk, other, wall = tab(PHONE), tab(PHONE).open(f"/tournaments/{cup}"), tab().open("/tournaments/Cup/wall")
    desk.open(f"/enter#{service.token('director', tournament=cup)}")
    desk.page.wait_for_url("**/tournaments/*/desk")
    assert "ludo_" not in desk.page.url
    desk.shows("Nobody is entered yet.")
    assert desk.page.get_by_role("button", name="Seat round 1").count() == 0

    desk.decide("Enter players", "Enter", Names=NAMES)
    desk.shows("4 players entered: Ann, Ben, Cleo <i> and Dan.")
    other.shows("Cleo <i>")
    desk.decide("Seat round 1", "Seat it", Game="sun-bid", Players_at_a_table="5")
    desk.page.get_by_role("alert").get_by_text("Sun Bid is for 2 to 4 players").wait_for()
    desk.press("Cancel")
    desk.decide("Seat round 1", "Seat it", Game="sun-bid", How="hand", By_hand="Ann, Ben\nCleo <i>, Dan")
    other.shows("Round 1: Sun Bid")
    wall.shows("Cleo <i>, Dan")

    desk.decide("Start otherwise: round 1", "Start", Where="1")
    desk.shows("Round 1 has started.")
    other.page.get_by_role("link", name="Watch table 1 of round 1").wait_for()
    desk.decide("Result: Round 1, table 2", "Record it", **{"Cleo_<i>": "7", "Dan": "forfeit"})
    desk.shows("The result of table 2 is recorded.")
    wall.shows("Cleo <i> 7, Dan")

    desk.decide("Links: Round 1, table 1", "Make links")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("img").wait_for()
    link = dialog.get_by_label("The link for").input_value()
    assert link.startswith(f"{service.url}/enter#ludo_")
    desk.press("Close")
    scribe = tab(PHONE)
    scribe.page.goto(link)
    scribe.page.wait_for_url("**/matches/*/scribe")
    scribe.open("/").page.get_by_role("link", name="Record this match").wait_for()

    desk.press("Match: Round 1, table 1")
    desk.decide("Abandon", "Record it", Reason="The table fell over.")
    desk.shows("The match is abandoned.")
    desk.decide("Result: Round 1, table 1", "Record it", Ann="3", Ben="4")
    desk.decide("Penalty", "Record it", Player="Ben", Points="1", Reason="Late.")
    desk.shows("The penalty is recorded.")
    desk.decide("Take the newest back", "Take it back", Reason="He was not.")
    desk.shows("Taken back: ")
    counts = {"A_match_is_worth": "places", "Points_for_each_place": "4, 0", "A_bye_is_worth": "2"}
    desk.decide("Settings", "Preview", **counts, Reason="Agreed.")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_text("Ben: points 3 → 4").wait_for()
    assert service.json("tournament", "show", "Cup")["scoring"] == "places=3,1"
    dialog.get_by_role("button", name="Change it").click()
    desk.shows("The settings are changed.")
    desk.decide("Take the newest back", "Take it back", Reason="Not agreed.")
    desk.shows("Taken back: ")
    desk.press("Settings")
    dialog.locator("summary").click()
    dialog.get_by_label("those who look on see each player's share of the win").check()
    dialog.get_by_label("Reason").fill("For the stream.")
    dialog.get_by_role("button", name="Preview").click()
    dialog.get_by_role("button", name="Change it").click()
    desk.shows("The settings are changed.")
    assert service.json("tournament", "show", "Cup")["allowed"] == ["shares"]
    desk.decide("Close the tournament", "Close it")
    other.shows("closed")
    standings = service.lines("tournament", "standings", "Cup")
    assert {one["player"]: one["points"] for one in standings} == {"Ann": 1, "Ben": 3, "Cleo <i>": 3, "Dan": 1}
    assert "ludo_" not in service.log.getvalue()


def test_a_match_is_ruled_on_and_corrected_with_its_preview(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")
    service.run("tournament", "start", "Cup", "1", "--seed", "s")
    desk = tab(PHONE).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Match: Round 1, table 1")
    assert "has agreed" not in desk.page.get_by_role("dialog").inner_text()
    desk.decide("Ruling", "Preview", What_is_ruled="Ben spoke out of turn.", Who_rules="Dora", Points_for_Ben="-2")
    told = desk.page.get_by_text("What rulings do to the result counts once the match has been played to its end.")
    told.wait_for()
    assert told.evaluate(ON_TOP), "the preview is read without looking for it"
    desk.press("Record it")
    desk.shows("The ruling is recorded.")
    assert service.json("result", "Cup-1-1")["rulings"][0]["text"] == "Ben spoke out of turn."

    desk.press("Match: Round 1, table 1")
    desk.shows("Ben spoke out of turn. [Ben -2]")
    desk.press("Withdraw")
    assert desk.page.get_by_role("dialog").get_by_label("Who rules").input_value() == "Dora"
    desk.page.get_by_role("dialog").get_by_label("Reason", exact=True).fill("It was Ann.")
    desk.press("Preview")
    desk.press("Record it")
    desk.shows("The ruling is withdrawn.")
    assert service.json("result", "Cup-1-1")["rulings"] == []

    desk.press("Match: Round 1, table 1")
    desk.decide("Abandon", "Record it", Reason="Rain.")
    desk.press("Abandoned match: Round 1, table 1")
    desk.decide("Let it go on", "Record it", Reason="Sun.")
    desk.shows("The match goes on.")
    assert service.json("result", "Cup-1-1")["status"] == "running"

    desk.press("Match: Round 1, table 1")
    players = service.json("show", "Cup-1-1")["players"]
    lines = f"players: {json.dumps(players[::-1])}"
    desk.decide("Correction", "Preview", Step="0", Entries=lines, Reason="They sat the other way round.")
    desk.shows("Result:")
    assert service.json("show", "Cup-1-1")["players"] == players
    desk.page.get_by_role("dialog").get_by_role("button", name="Record it", exact=True).click()
    desk.shows("The correction is recorded.")
    assert service.json("show", "Cup-1-1")["players"] == players[::-1]


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_nothing_stands_in_the_way_of_anybody(
    service: Service,
    tab: Callable[..., Tab],
    objections: Callable[[Tab], list[str]],
    viewport: dict[str, int],
    scheme: str,
) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Maximilian-Alexander von Hohenstein")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    desk = tab(viewport, color_scheme=scheme).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Seat round 1 anew")
    assert objections(desk) == []
    desk.page.keyboard.press("Escape")
    service.run("tournament", "start", "Cup", "1", "--table", "1", "--seed", "s")
    pages = {"/": "Being played (1)", "/tournaments/Cup": "Round 1", "/tournaments/Cup/wall": "Round 1"}
    for path, text in pages.items():
        desk.open(path).shows(text)
        assert objections(desk) == [], path
        wide = desk.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= viewport["width"], path


def test_a_wall_says_how_far_behind_it_is(tmp_path: Path, chromium: Any) -> None:
    with running(tmp_path / "late.sqlite", Settings(delay=timedelta(seconds=600))) as late:
        cup = opened(late, "Ann", "Ben")
        late.clock.turn(601)
        director = late.client(late.token("director", tournament=cup))
        body = {"game": "sun-bid", "size": "2"}
        assert director.post(f"/api/tournaments/{cup}/rounds", json=body).status_code == 201
        wall = Tab(chromium, late, DESK).open("/tournaments/Cup/wall")
        wall.shows("10 minutes behind")
        wall.shows("Nothing is seated yet")
        late.clock.turn(700)
        director.post(f"/api/tournaments/{cup}/players", json={"players": ["Cleo"]})
        wall.shows("Round 1: Sun Bid")
        wall.close()


def test_a_wall_has_the_newest_anchor_in_small_letters(tmp_path: Path, chromium: Any) -> None:
    settings = Settings(anchors=tmp_path / "anchors.jsonl", anchor_every=timedelta(seconds=0.1))
    with running(tmp_path / "store.sqlite", settings) as service:
        opened(service, "Ann", "Ben")
        short = service.run("anchor").strip()
        wait_until(lambda: short.endswith(str(service.client().get("/api/anchor").json()["anchor"])))
        wall = Tab(chromium, service, DESK).open("/tournaments/Cup/wall")
        wall.shows(short)
        wall.close()


def test_a_long_wall_turns_its_own_pages(service: Service, tab: Callable[..., Tab]) -> None:
    opened(service, *(f"Player {number}" for number in range(40)))
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--method", "random", "--seed", "d")
    wall = tab(DESK)
    wall.page.clock.install()
    wall.open("/tournaments/Cup/wall").shows("1 of ")
    pages = int(wall.page.locator("#tables .part").inner_text().rpartition(" ")[2])
    seen = []
    for number in range(1, pages + 1):
        wall.shows(f"{number} of {pages}")
        seen.append(wall.page.locator("#tables .board").inner_text())
        wall.page.clock.run_for(10_100)
    wall.shows(f"1 of {pages}")
    text = "\n".join(seen)
    assert all(f"Player {number}" in text for number in range(40))
    assert pages < 5
