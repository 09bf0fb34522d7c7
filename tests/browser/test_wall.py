"""The wall on screens of every size: it fits, can be read from afar, and shows what is played as it is played."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from socket import create_connection, socket
from subprocess import DEVNULL, Popen
from time import monotonic
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.bots.bot_table import BotTable
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_desk import Tab, objections, service, tab
from tests.large import some
from tests.service.running import Service, wait_until

__all__ = ["objections", "service", "tab"]

SCREENS = [(1280, 720), (3840, 2160), (1024, 768), (1920, 1080), (1080, 1920), (2560, 1440)]
EIGHT_HEIGHTS = 1 / 25
"""A capital of letters so high, of the screen's height, is 12 minutes of arc from eight screen heights away."""
LETTERS = """() => Object.fromEntries(
  [...document.querySelectorAll('.wall :is(h1, h2, p, li, li b, li span)')]
    .filter(one => one.checkVisibility() && one.textContent.trim() && !one.closest('footer, .heard, #told'))
    .map(one => [one.outerHTML.slice(0, 60), parseFloat(getComputedStyle(one).fontSize) / innerHeight]))"""
OUTSIDE = """() => [...document.querySelectorAll('.wall :is(h1, h2, li, img, .card), #clock, #told p')].filter(one => {
  if (!one.checkVisibility({ visibilityProperty: true })) return false;
  const { top, left, bottom, right } = one.getBoundingClientRect();
  const frame = one.closest('.board, #told, main, header').getBoundingClientRect();
  return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1 || bottom > frame.bottom + 2;
}).map(one => one.outerHTML.slice(0, 80))"""


class Hall:
    """A tournament of which bots play the tables."""

    def __init__(self, service: Service, tables: int, game: str = "sorcerous-futures", size: int = 3) -> None:
        self.service = service
        names = [f"Player {number}" for number in range(1, tables * size + 1)]
        self.id: str = service.json("tournament", "new", "Cup", "--id", "Cup", "--scoring", "places=3,1,0")[
            "tournament"
        ]
        service.run("tournament", "enter", "Cup", *names)
        self.begin(game, size)

    def begin(self, game: str, size: int) -> None:
        self.service.run("tournament", "seat", "Cup", "--game", game, "--size", str(size), "--method", "random")
        round = len(self.service.json("tournament", "show", "Cup")["rounds"])
        self.service.run("tournament", "start", "Cup", str(round), "--seed", f"deal {round}")
        shown = self.service.json("tournament", "show", "Cup")["rounds"][-1]["tables"]
        self.matches = [one["match"] for one in shown]
        self._moves = [BotTable(self.service.recorder, UUID(one), "bots").moves() for one in self.matches]

    def play(self, table: int, moves: int = 1000) -> None:
        """So many moves at a table, or all that are left."""
        for _ in zip(range(moves), self._moves[table - 1], strict=False):
            pass

    def latest(self, token: str | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.service.client(token).get("/api/tournaments/Cup/latest").json()
        return found

    def newest(self) -> dict[str, Any]:
        return max(self.latest(), key=lambda one: str(one["recorded_at"]))


@pytest.mark.parametrize("screen", some(SCREENS, 2))
@pytest.mark.parametrize("tables", [2, 12])
def test_on_every_screen_it_fits_and_can_be_read_from_eight_heights(
    service: Service,
    tab: Callable[..., Tab],
    objections: Callable[[Tab], list[str]],
    tables: int,
    screen: tuple[int, int],
) -> None:
    hall = Hall(service, tables)
    service.run("tournament", "clock", "Cup", "--minutes", "40")
    for table in range(1, tables + 1):
        hall.play(table, 3 + table)
    wall = tab({"width": screen[0], "height": screen[1]}).open("/tournaments/Cup/wall")
    wall.page.locator("#told p").first.wait_for()
    wall.page.locator("#clock", has_text="left").wait_for()
    seen = ""
    for _ in range(40):
        assert wall.page.evaluate(OUTSIDE) == []
        seen += wall.page.locator("#tables").inner_text()
        parts = wall.page.locator("#tables .part").inner_text()
        if not parts or parts.split(" of ")[0] == parts.split(" of ")[1]:
            break
        wall.page.locator("#tables .part", has_text=f"{int(parts.split(' of ')[0]) + 1} of").wait_for()
    assert all(f"Player {number} " in f"{seen} " or f"Player {number}," in seen for number in range(1, 3 * tables + 1))
    broad = screen[0] / screen[1] >= 16 / 9
    if broad:
        small = {what: high for what, high in wall.page.evaluate(LETTERS).items() if high < EIGHT_HEIGHTS - 0.0005}
        assert {what for what in small if not what.startswith("P  ")} == set(), small
    assert wall.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        *screen
    ]
    assert objections(wall) == []


def test_sixty_tables_and_their_standings_have_the_whole_breadth_in_turn(
    service: Service, tab: Callable[..., Tab], objections: Callable[[Tab], list[str]]
) -> None:
    Hall(service, 60, "sun-bid", 2)
    wall = tab({"width": 1280, "height": 720})
    wall.page.clock.install()
    wall.open("/tournaments/Cup/wall").shows("Player 1 ")
    seen = {"tables": "", "standings": ""}
    pages = {name: int(wall.page.locator(f"#{name} .part").text_content().rpartition(" ")[2]) for name in seen}
    # The time of the page goes on beside the test too, so a turn may be missed and come again.
    for turn in range(3 * sum(pages.values())):
        (shown,) = (name for name in seen if wall.page.locator(f"#{name}").is_visible())
        assert wall.page.evaluate(OUTSIDE) == []
        seen[shown] += wall.page.locator(f"#{shown} .board").inner_text() + "\n"
        if turn in (0, pages["tables"]):
            assert objections(wall) == []
        if all(re.search(rf"Player {number}\b", text) for text in seen.values() for number in range(1, 121)):
            break
        wall.page.clock.run_for(10_000)
    for text in seen.values():
        assert all(re.search(rf"Player {number}\b", text) for number in range(1, 121))


COVERED = """() => {
  const all = [...document.querySelectorAll('#tables .called')].map(one => one.getBoundingClientRect());
  const range = document.createRange();
  return [...document.querySelectorAll('#tables .state')].flatMap(one => [...one.childNodes])
    .filter(one => !one.classList?.contains('heard') && one.textContent.trim())
    .filter(one => {
      range.selectNodeContents(one);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return all.some(name => left < name.right - 1 && right > name.left + 1
        && top < name.bottom - 1 && bottom > name.top + 1);
    }).map(one => one.textContent);
}"""
"""What is said of tables over the names of who sits there."""


def test_how_a_table_stands_is_printed_over_no_name(service: Service, tab: Callable[..., Tab]) -> None:
    names = [f"Player {number}" for number in range(1, 13)]
    service.run("tournament", "new", "Cup", "--id", "Cup")
    service.run("tournament", "enter", "Cup", *names)
    service.run("tournament", "seat", "Cup", "--game", "conundruze", "--size", "3")
    wall = tab(DESK).open("/tournaments/Cup/wall")
    wall.page.locator("#tables-title", has_text="· to be played").wait_for()
    assert wall.page.evaluate(COVERED) == []
    service.run("tournament", "start", "Cup", "1", "--written")
    wall.page.locator("#tables-title", has_text="· being played").wait_for()
    assert wall.page.evaluate(COVERED) == []
    director = service.client(service.token("director"))
    for table in service.json("tournament", "show", "Cup")["rounds"][0]["tables"]:
        scores = dict.fromkeys(table["players"], 3)
        path = f"/api/tournaments/Cup/rounds/1/tables/{table['table']}/result"
        assert director.post(path, json={"scores": scores, "anyway": True}).status_code == 201
    wall.page.locator("#tables .over .state", has_text="over").nth(3).wait_for()
    assert wall.page.evaluate(COVERED) == []


def test_few_tables_have_larger_letters_than_many(service: Service, tab: Callable[..., Tab]) -> None:
    Hall(service, 2)
    wall = tab({"width": 1280, "height": 720}).open("/tournaments/Cup/wall")
    wall.shows("Player 1 ")
    size = "parseFloat(getComputedStyle(document.querySelector('#tables .board')).fontSize)"
    few = wall.page.evaluate(size)
    service.run("tournament", "new", "Bowl", "--id", "Bowl")
    service.run("tournament", "enter", "Bowl", *(f"Player {number}" for number in range(1, 25)))
    service.run("tournament", "seat", "Bowl", "--game", "sun-bid", "--size", "2", "--method", "random")
    wall.open("/tournaments/Bowl/wall").shows("Player 1")
    assert few > wall.page.evaluate(size)


def test_what_was_decided_last_stands_there_with_its_cards_and_scores_go_on(
    service: Service, tab: Callable[..., Tab]
) -> None:
    hall = Hall(service, 2)
    wall = tab({"width": 1920, "height": 1080}).open("/tournaments/Cup/wall")
    wall.shows("Round 1: Sorcerous Futures")
    seen_cards = False
    for table in (1, 2, 1):
        hall.play(table, 4)
        steps = {one["match"]: one["steps"] for one in service.lines("matches")}
        played = hall.matches[table - 1]
        wait_until(lambda at=(played, steps[played]): (hall.newest()["match"], hall.newest()["step"]) == at)
        newest = hall.newest()
        wall.page.locator("#latest-title", has_text=f"Table {table}").wait_for()
        sentence = newest["told"][-1]
        wall.page.locator("#told", has_text=sentence).wait_for()
        assert wall.page.locator("#cards .card").count() == sum(len(one["cards"]) for one in newest["cards"])
        seen_cards = seen_cards or bool(newest["cards"])
        # What is expected of a match in which nothing is recorded says nothing.
        now = {one["table"]: one["scoreboard"] for one in hall.latest() if one["step"]}
        for number, board in now.items():
            told = ", ".join(f"{one['player']} {one['value']}" for one in board)
            wall.page.locator(f"#tables li[data-name='{number}']", has_text=told).wait_for()
    assert seen_cards
    hall.play(1)
    wall.page.locator("#latest-title", has_text="Table 1").wait_for()
    wait_until(lambda: hall.newest()["ending"])
    ended = hall.newest()
    wall.page.locator("#told", has_text=ended["ending"][0]).wait_for()
    told, winner = wall.page.locator("#told").inner_text(), ended["ending"][0].partition(" wins")[0]
    others = [one for one in ended["scoreboard"] if one["player"] != winner]
    assert [f"{one['player']} {one['value']}" in told for one in others] == [True] * 2
    cards = wall.page.locator("#cards .card")
    assert cards.evaluate_all("all => Math.min(...all.map(one => one.getBoundingClientRect().width))") / 1080 > 1 / 20


COUNTED = """() => {
  const real = Element.prototype.animate;
  globalThis.animated = 0;
  Element.prototype.animate = function (...given) { globalThis.animated += 1; return real.apply(this, given); };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_standings_move_and_say_by_how_much_and_nothing_moves_for_who_wants_none(
    service: Service, chromium: Any, motion: str
) -> None:
    hall = Hall(service, 2)
    hall.play(1)
    hall.play(2)
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, reduced_motion=motion)
    page = context.new_page()
    page.goto(f"{service.url}/tournaments/Cup/wall")
    page.locator("#standings li").first.wait_for()
    hall.begin("sorcerous-futures", 3)
    page.get_by_text("Round 2").first.wait_for()
    assert not page.locator("#standings .moved:not(:empty)").count()
    page.evaluate(COUNTED)
    before = {one["player"]: one["place"] for one in service.lines("tournament", "standings", "Cup")}
    hall.play(1)
    hall.play(2)
    after = {one["player"]: one["place"] for one in service.lines("tournament", "standings", "Cup")}
    moved = {name for name in after if after[name] != before[name]}
    assert moved
    for name in moved:
        by = before[name] - after[name]
        told = f"{'up' if by > 0 else 'down'} {'▲' if by > 0 else '▼'}{abs(by)}"
        page.locator(f"#standings li[data-name='{name}'] .moved", has_text=told).wait_for()
    if motion == "reduce":
        assert not page.evaluate("globalThis.animated")
    else:
        page.wait_for_function("() => globalThis.animated > 0")
    context.close()


def test_the_code_leads_phones_to_the_page_of_the_tournament(service: Service, tab: Callable[..., Tab]) -> None:
    Hall(service, 2)
    wall = tab({"width": 1280, "height": 720}, color_scheme="dark").open("/tournaments/Cup/wall")
    wall.shows("Player 1")
    code = wall.page.get_by_role("img", name=f"QR code of {service.url}/tournaments/Cup")
    box = code.bounding_box()
    assert box
    assert min(box["width"], box["height"]) > 720 / 5
    assert wall.page.evaluate("one => one.complete && one.naturalWidth > 50", code.element_handle())
    wall.shows(f"{service.url.removeprefix('http://')}/tournaments/Cup")
    wall.page.locator("#link", has_text="live").wait_for(state="attached")
    lines = wall.page.locator("#address .line")
    heights = "all => all.map(one => one.offsetHeight < 1.8 * parseFloat(getComputedStyle(one).fontSize))"
    assert lines.evaluate_all(heights) == [True, True]
    inside = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    assert wall.page.locator("#address").evaluate(inside)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_the_audience_can_be_used_by_everybody(
    service: Service,
    tab: Callable[..., Tab],
    objections: Callable[[Tab], list[str]],
    viewport: dict[str, int],
    scheme: str,
) -> None:
    """Nothing for axe to object to, at 200 % too; whatever is touched is 44 px high and wide; all of it by keyboard."""
    hall = Hall(service, 2)
    hall.play(1, 6)
    scribe = service.token("scribe", tournament=hall.id)
    page = tab(viewport, color_scheme=scheme).open(f"/enter#{scribe}")
    page.page.wait_for_url("**/tournaments/*")
    for path, text in {
        "/": "Being played (2)",
        "/tournaments/Cup": "Round 1",
        f"/matches/{hall.matches[0]}": "6 steps of this match were played.",
        f"/matches/{hall.matches[0]}#4": "go live",
    }.items():
        page.open("/enter").open(path).shows(text)
        assert objections(page) == [], path
        assert page.page.evaluate(SMALL) == [], path
        assert page.page.evaluate(UNREACHED) == [], path
        page.page.set_viewport_size({name: size // 2 for name, size in DESK.items()})
        assert objections(page) == [], path
        assert page.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        page.page.set_viewport_size(viewport)


SMALL = """() => [...document.querySelectorAll('button, a, select, input, summary')]
  .filter(one => one.checkVisibility() && one.getClientRects().length && !one.matches('.mention, .term'))
  .filter(one => { const { width, height } = one.getBoundingClientRect(); return width < 43.5 || height < 43.5; })
  .map(one => one.outerHTML.slice(0, 90))"""
UNREACHED = """() => [...document.querySelectorAll('button, a[href], select, input, summary')]
  .filter(one => one.checkVisibility() && one.tabIndex < 0 && !one.closest('#steps'))
  .map(one => one.outerHTML.slice(0, 90))"""


def test_from_the_lobby_a_scribe_comes_to_every_table_that_is_theirs_to_record(
    service: Service, tab: Callable[..., Tab]
) -> None:
    hall = Hall(service, 2)
    hall.play(1, 6)
    other = service.new("sun-bid", "Zoe", "Yan")
    anybody, scribe = tab(PHONE).open("/"), tab(PHONE)
    anybody.shows("Player 1 ")
    board = hall.latest()[0]["scoreboard"]
    tile = anybody.page.locator(f"[data-match='{hall.matches[0]}'] .scores")
    wait_until(
        lambda: (
            tile.inner_text().split() == [word for one in board for word in f"{one['player']} {one['value']}".split()]
        ),
        20,
    )
    assert not anybody.page.get_by_role("link", name="Record").count()
    scribe.open(f"/enter#{service.token('scribe', tournament=hall.id)}").page.wait_for_url("**/tournaments/*")
    scribe.open("/").shows("Being played (3)")
    links = scribe.page.locator("#running").get_by_role("link", name="Record as scribe")
    links.first.wait_for()
    found = {one.get_attribute("href") for one in links.all()}
    assert found == {f"/matches/{match}/scribe" for match in hall.matches}
    assert f"/matches/{other}/scribe" not in found
    links.first.click()
    scribe.page.wait_for_url("**/scribe")


def test_a_service_that_falls_silent_is_said_to_be_lost_before_long_on_every_page(
    service: Service, chromium: Any
) -> None:
    """Its connections stay open and say nothing more: only the sign of life that does not come tells of it."""
    hall = Hall(service, 2)
    context = chromium.new_context(viewport=DESK)
    words = dict.fromkeys(("/", "/tournaments/Cup", "/tournaments/Cup/wall"), "#link") | {
        f"/matches/{hall.matches[0]}": "#lost"
    }
    with process(service.store) as (url, serving):
        pages = {path: context.new_page() for path in words}
        for path, page in pages.items():
            page.goto(url + path)
        for path, page in pages.items():
            wait_until(lambda page=page, path=path: page.inner_text(words[path]) == "live", 30)
        serving.send_signal(SIGSTOP)
        began = monotonic()
        for path, page in pages.items():
            # What an action of somebody meets is no matter: the word is decided by the sign of life alone.
            wait_until(lambda page=page, path=path: " since " in page.inner_text(words[path]), 15)
        assert monotonic() - began < 15
        hall.play(1, 3)
        serving.send_signal(SIGCONT)
        for path, page in pages.items():
            wait_until(lambda page=page, path=path: page.inner_text(words[path]) == "live", 30)
        board = next(one for one in hall.latest() if one["table"] == "1")["scoreboard"]
        told = ", ".join(f"{one['player']} {one['value']}" for one in board)
        pages["/tournaments/Cup/wall"].locator("#tables li", has_text=told).wait_for()
        pages[f"/matches/{hall.matches[0]}"].locator("#number", has_text="Step 3 of 3").wait_for()
    context.close()


@contextmanager
def process(store: Path) -> Iterator[tuple[str, Popen[bytes]]]:
    """A service in a process of its own, which a test can stop."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(store), "serve", "--port", str(port)]
    serving = Popen(command, stdout=DEVNULL, stderr=DEVNULL)
    try:
        wait_until(lambda: _answers(port), 30)
        yield f"http://127.0.0.1:{port}", serving
    finally:
        serving.send_signal(SIGCONT)
        serving.terminate()
        serving.wait(30)


def _answers(port: int) -> bool:
    with suppress(OSError), create_connection(("127.0.0.1", port), 1):
        return True
    return False
