"""What coming in by a link leaves in a browser: the history keeps the address, and nothing in it opens anything."""

import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import FLAGS
from tests.service.running import Service, running

WHOLE = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
"""A browser that keeps a history on the disk; the one without windows keeps none."""
TYPED = ("History", "Web Data", "Login Data", "Shortcuts", "Top Sites")
"""Where it keeps what was typed or opened."""
SECRET = re.compile(rb"ludo_[A-Za-z0-9_-]{32}")


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    for name in ("LUDOGRAPH_STORE", "LUDOGRAPH_BY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    with running(tmp_path / "store.sqlite") as found:
        yield found


@contextmanager
def browsing(chromium: Any, profile: Path) -> Iterator[Any]:
    """A page in a browser that keeps what it keeps in this folder, run by the driver of the others."""
    if WHOLE is None:
        pytest.skip("there is no chromium here that keeps a history")
    args = [*FLAGS, "--headless=new"]
    context = chromium.browser_type.launch_persistent_context(str(profile), executable_path=WHOLE, args=args)
    yield context.pages[0]
    context.close()


def kept_in(profile: Path) -> list[str]:
    """The addresses in the history of a browser that was closed."""
    with closing(sqlite3.connect(profile / "Default" / "History")) as history:
        return [url for (url,) in history.execute("SELECT url FROM urls")]


def test_nothing_that_a_browser_keeps_opens_anything_for_somebody_else(
    chromium: Any, service: Service, tmp_path: Path
) -> None:
    cup = service.json("tournament", "new", "Cup")["tournament"]
    director, scribe = service.token("director", tournament=cup), service.token("scribe", tournament=cup)
    code = service.code(scribe)
    service.browser(scribe)
    with browsing(chromium, tmp_path / "profile") as page:
        page.goto(f"{service.url}/enter#{director}")
        page.wait_for_url(f"**/tournaments/{cup}/desk")
        page.goto(f"{service.url}/enter#{scribe}")
        page.get_by_label("Code beside the link").fill(code)
        page.get_by_role("button", name="Come in").click()
        page.wait_for_url(f"**/tournaments/{cup}")
        page.go_back()
        assert "ludo_" not in page.url
        mine = page.context.cookies()[0]["value"].split(".")
    urls = kept_in(tmp_path / "profile")
    assert any(director in url for url in urls), "it keeps the address as it was opened, whatever a page does"
    files = {path: path.read_bytes() for path in (tmp_path / "profile").rglob("*") if path.is_file()}
    found = {one.decode() for content in files.values() for one in SECRET.findall(content)} - set(mine)
    assert {director, scribe} <= found
    for text in found:
        assert service.client(text).get("/api/session").status_code == 401
        assert service.client().post("/api/session", json={"token": text}).status_code in (401, 409)
    lists = [path.name for path, content in files.items() if code.encode() in content and path.name in TYPED]
    assert not lists, "the code is in no list of what was typed"


def test_who_ends_the_browser_is_still_in_and_scans_the_code_again_where_they_are_not(
    chromium: Any, service: Service
) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    scribe = service.token("scribe", match=match, hours=24)
    before = chromium.new_context()
    page = before.new_page()
    page.goto(f"{service.url}/enter#{scribe}")
    page.locator("#stage-title").get_by_text("to act").wait_for()
    state = before.storage_state()
    before.close()
    # What ends with the browser has no time at which it ends.
    (cookie,) = (one for one in state["cookies"] if one["expires"] > 0)
    assert cookie["expires"] > time.time() + 23 * 3600
    after = chromium.new_context(storage_state=state)
    page = after.new_page()
    page.goto(f"{service.url}/matches/{match}/scribe")
    page.locator("#stage-title").get_by_text("to act").wait_for()
    page.goto(f"{service.url}/enter#{scribe}")
    page.wait_for_url("**/matches/*/scribe")
    assert len(service.lines("token", "list")[0]["devices"]) == 1
    after.clear_cookies()
    page.reload()
    page.get_by_text("to get back in, scan the code on the sheet of your table again").wait_for()
    code = service.code(scribe)
    page.goto(f"{service.url}/enter#{scribe}")
    page.get_by_label("Code beside the link").fill(code)
    page.get_by_role("button", name="Come in").click()
    page.locator("#stage-title").get_by_text("to act").wait_for()
    after.close()


def test_a_director_who_lost_the_network_comes_in_by_pressing_again(service: Service, chromium: Any) -> None:
    token = service.token("director")
    context = chromium.new_context()
    page = context.new_page()
    lost: list[int] = []

    def answer_is_lost(route: Any) -> None:
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/api/session", answer_is_lost, times=1)
    page.goto(f"{service.url}/enter#{token}")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_url(f"{service.url}/")
    page.get_by_text("You direct all tournaments here").wait_for()
    assert lost == [201]
    (listed,) = service.lines("token", "list")
    assert len(listed["devices"]) == 1
    context.close()


def test_the_desk_shows_who_came_in_and_ends_a_device(service: Service, chromium: Any) -> None:
    cup = service.json("tournament", "new", "Cup")["tournament"]
    scribe = service.token("scribe", tournament=cup)
    code, first, second = service.code(scribe), service.browser(scribe), service.client()
    assert second.post("/api/session", json={"token": scribe, "code": code}).status_code == 201
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{service.url}/enter#{service.token('director', tournament=cup)}")
    devices = page.get_by_role("region", name="Devices that opened them").get_by_role("listitem")
    devices.nth(2).wait_for()
    assert "directs, on Chrome" in devices.nth(0).inner_text()
    assert "this link was opened on several devices" in devices.nth(1).inner_text()
    devices.nth(2).get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="End it").click()
    page.get_by_text("The device opens nothing any more.").wait_for()
    assert first.get("/api/session").json() == []
    assert len(second.get("/api/session").json()) == 1
    context.close()
