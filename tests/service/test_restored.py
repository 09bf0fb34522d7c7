"""An older copy of the store comes back: cursors from before are refused visibly, and nothing is recorded over it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import pytest

from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
from tests.service.robots import Robot, opened, started
from tests.service.running import Service, running, wait_until
from tests.service.test_shared_stream import joined

LINES = ("Bob flip", "Ann flip", "Bob call", "Ann bid 3SK", "Bob bid 6SY", "Ann flip")


class Restorable:
    """A service with a match at version 1, a copy of its store as it was then, and a scribe."""

    def __init__(self, service: Service, folder: Path) -> None:
        self.service = service
        self.copy = folder / "copy.sqlite"
        self.match = service.new("sun-bid", "Ann", "Bob", seed="2")
        self.path = f"/api/matches/{self.match}"
        self.scribe = service.client(service.token("scribe", match=self.match))
        self.director = service.client(service.token("director"))

    def back_up(self) -> None:
        self.service.run("backup", self.copy)

    def act(self, *lines: str) -> None:
        for line in lines:
            assert self.scribe.post(f"{self.path}/actions", json={"line": line}).status_code == 201

    def cursor(self) -> str:
        """The cursor of the match as it stands."""
        return str(self.director.get(self.path).headers["etag"]).strip('"')

    def restore(self) -> None:
        """Puts the copy in the place of the store as docs/copies.md says, and starts the service again."""
        self.service.stop()
        self.put_back()
        self.service.start()

    def put_back(self) -> None:
        """The store of a service that does not run is the copy from now on."""
        service = self.service
        service.recorder.close()
        for end in ("-wal", "-shm"):
            Path(f"{service.store}{end}").unlink(missing_ok=True)
        copyfile(self.copy, service.store)
        service.recorder = Recorder(service.store, Sources(now=service.clock.now))


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Restorable]:
    with running(tmp_path / "store.sqlite") as service:
        yield Restorable(service, tmp_path)


@pytest.fixture
def ahead(here: Restorable) -> tuple[Restorable, str]:
    """The store after a restore, with the cursor of version 5, which the copy does not have."""
    here.back_up()
    here.act(*LINES[:4])
    cursor = here.cursor()
    assert cursor.startswith("5-")
    here.restore()
    return here, cursor


def told(here: Restorable, since: str, count: int) -> list[tuple[str, Any]]:
    with here.service.following(here.match, since=since) as follower:
        return [(one["event"], one.get("id")) for one in follower.take(count)]


# Streams


def test_a_follower_who_is_ahead_is_reset_and_told_all_events(ahead: tuple[Restorable, str]) -> None:
    here, cursor = ahead
    assert told(here, cursor, 2) == told(here, "5", 2) == [("reset", None), ("started", "1")]
    here.act(*LINES)
    assert told(here, cursor, 3) == [("reset", None), ("started", "1"), ("step", "2")]
    with here.service.following(here.match, since=cursor) as follower:
        reset, *messages = follower.take(8)
    assert (reset["topic"], reset["version"]) == (f"match/{here.match}/table", 7)
    assert f"7-{reset['head']}" == here.cursor()
    assert [one["version"] for one in messages] == [1, 2, 3, 4, 5, 6, 7]


def test_a_cursor_that_fits_and_a_bare_version_go_on_as_before(ahead: tuple[Restorable, str]) -> None:
    here, _ = ahead
    first = here.cursor()
    here.act(*LINES)
    assert told(here, first, 1) == told(here, "1", 1) == [("step", "2")]
    assert told(here, "5", 2) == [("step", "6"), ("step", "7")]


def test_a_browser_that_reconnects_by_itself_can_carry_whole_cursors(here: Restorable) -> None:
    here.back_up()
    here.act(*LINES[:4])
    client = here.service.client()
    with client.stream("GET", f"{here.path}/follow?ids=cursor") as response:
        ids = [line[4:] for line in _until(response.iter_lines(), "id: 5")]
    assert ids[-1] == here.cursor()
    here.restore()
    here.act(*LINES)
    assert told(here, ids[0], 1) == [("step", "2")]
    assert told(here, ids[-1], 2) == [("reset", None), ("started", "1")]


def _until(lines: Iterator[str], wanted: str) -> list[str]:
    found = []
    for line in lines:
        if line.startswith("id: "):
            found.append(line)
        if line.startswith(wanted):
            return found
    return found


def test_every_topic_of_a_page_is_reset_once(ahead: tuple[Restorable, str]) -> None:
    here, cursor = ahead
    names = [f"{kind}/{here.match}/table/{cursor}" for kind in ("match", "page", "board")]
    with joined(here.service, *names, f"page/{here.match}/table/{here.cursor()}") as (_, follower):
        found = [(one["event"], one["topic"].partition("/")[0], one["version"]) for one in follower.take(6)]
    assert found[:3] == [("reset", "match", 1), ("reset", "page", 1), ("reset", "board", 1)]
    assert sorted(found[3:]) == [("board", "board", 1), ("page", "page", 1), ("started", "match", 1)]
    here.act(*LINES)
    with joined(here.service, *names[1:]) as (_, follower):
        again = [(one["event"], one["version"]) for one in follower.take(4)]
    assert again[:2] == [("reset", 7), ("reset", 7)]
    assert sorted(again[2:]) == [("board", 7), ("page", 7)]


# Entries


def test_an_entry_over_what_is_gone_is_refused(ahead: tuple[Restorable, str]) -> None:
    here, cursor = ahead
    for _ in range(2):
        before = here.cursor()
        for tag in (f'"{cursor}"', cursor, f'W/"{cursor}"'):
            refused = here.scribe.post(f"{here.path}/actions", json={"line": "Ann flip"}, headers={"If-Match": tag})
            assert refused.status_code == 409
            said = refused.json()
            assert "restored from an older copy" in said["message"]
            assert (said["reset"], f"{said['version']}-{said['head']}") == (True, before)
        assert here.cursor() == before
        here.act(*LINES[: 4 if before.startswith("1-") else 0])
    fits = here.scribe.post(f"{here.path}/actions", json={"line": LINES[4]}, headers={"If-Match": f'"{here.cursor()}"'})
    assert fits.status_code == 201
    late = here.scribe.post(f"{here.path}/actions", json={"line": "Ann flip"}, headers={"If-Match": f'"{before}"'})
    assert (late.status_code, late.json().get("reset")) == (409, None)
    beyond = here.scribe.post(f"{here.path}/actions", json={"line": "Ann flip"}, headers={"If-Match": '"99"'})
    assert (beyond.status_code, beyond.json()["reset"]) == (409, True)


def test_a_decision_over_what_is_gone_is_refused(here: Restorable) -> None:
    cup = here.service.run("tournament", "new", "Cup").strip()
    path = f"/api/tournaments/{cup}"
    here.back_up()
    for name in ("Ann", "Bob", "Cy"):
        assert here.director.post(f"{path}/players", json={"players": [name]}).status_code == 201
    cursor = here.director.get(path).headers["etag"]
    here.restore()
    for entered in ("Dan", "Eve", "Fay", "Gus"):
        for header in ("Ludograph-Seen", "If-Match"):
            refused = here.director.post(f"{path}/players", json={"players": ["Hal"]}, headers={header: cursor})
            assert (refused.status_code, refused.json()["reset"]) == (409, True)
        shown = here.director.get(path, params={"seen": cursor.strip('"')}).json()
        assert (shown["reset"], "Hal" in shown["players"]) == (True, False)
        seen = {"Ludograph-Seen": f'"{shown["version"]}-{shown["head"]}"'}
        assert here.director.post(f"{path}/players", json={"players": [entered]}, headers=seen).status_code == 201


def test_what_pages_load_says_that_it_is_not_what_they_had(ahead: tuple[Restorable, str]) -> None:
    here, cursor = ahead
    player = here.service.client(here.service.token("player", match=here.match, observer="Ann"))
    for _ in range(2):
        asked = ((here.scribe, "desk"), (player, "agreement"), (here.director, "grown"))
        for client, what in asked:
            assert client.get(f"{here.path}/{what}", params={"seen": cursor}).json().get("reset") is True, what
            assert "reset" not in client.get(f"{here.path}/{what}", params={"seen": here.cursor()}).json()
        desk = here.scribe.get(f"{here.path}/desk", params={"since": cursor}).json()
        assert (desk["reset"], desk["since"][0]["version"]) == (True, 1)
        here.act(*LINES[: 6 if here.cursor().startswith("1-") else 0])
    assert here.scribe.get(f"{here.path}/desk", params={"seen": "x"}).status_code == 422


# The store of a service that runs


def test_a_copy_restored_into_the_open_store_stops_everything(here: Restorable) -> None:
    here.back_up()
    here.act(*LINES[:4])
    with here.service.following(here.match) as follower, joined(here.service, "lobby") as (_, lobby):
        follower.take(5)
        with closing(sqlite3.connect(here.copy)) as old, closing(sqlite3.connect(here.service.store)) as new:
            old.backup(new)
        assert follower.rest() == []
        assert [one["event"] for one in lobby.rest()] in ([], ["changed"])
    client = here.service.client()
    wait_until(lambda: client.get("/health").status_code == 503)
    assert client.get(f"{here.path}/follow").status_code == 503
    assert here.scribe.post(f"{here.path}/actions", json={"line": "Ann flip"}).status_code == 503
    here.service.stop()
    here.service.recorder.close()
    here.service.recorder = Recorder(here.service.store, Sources(now=here.service.clock.now))
    here.service.start()
    assert here.cursor().startswith("1-")


def test_streams_end_when_the_file_is_replaced(here: Restorable) -> None:
    here.back_up()
    here.act(*LINES[:4])
    with here.service.following(here.match) as follower:
        follower.take(5)
        moved = here.copy.with_name("new.sqlite")
        copyfile(here.copy, moved)
        moved.rename(here.service.store)
        assert follower.rest() == []
    assert here.service.client().get("/api/follow").status_code == 503
    here.service.stop()
    here.put_back()
    here.service.start()


def test_a_match_that_was_loaded_before_is_loaded_anew(here: Restorable) -> None:
    here.back_up()
    here.act(*LINES[:4])
    here.service.stop()
    with Recorder(here.service.store) as reader:
        old = reader.load(reader.find(here.match))
    here.put_back()
    with Recorder(here.service.store) as reader:
        assert reader.refreshed(old).version == 1
        now = reader.load(old.id)
        for event in ("one", "two", "three", "four", "five"):
            now = reader.annotate(now, 0, event)
        assert reader.refreshed(old).head == now.head
        assert reader.refreshed(now) is now
    here.service.start()


# Pages


@pytest.fixture
def tabs(chromium: Any) -> Iterator[Any]:
    contexts: list[Any] = []
    wrong: list[str] = []

    def watched(tab: Any) -> Any:
        tab.on("pageerror", lambda error: wrong.append(str(error)))
        contexts.append(tab.context)
        return tab

    yield watched
    for context in contexts:
        context.close()
    assert wrong == []


def test_an_open_page_is_loaded_again_and_says_so(here: Restorable, chromium: Any, tabs: Any) -> None:
    here.back_up()
    here.act(*LINES[:4])
    tab = tabs(chromium.new_context().new_page())
    tab.goto(f"{here.service.url}/matches/{here.match}#4")
    tab.locator("#of", has_text="of 4").wait_for()
    wait_until(lambda: here.service.followers == 1)
    here.restore()
    tab.locator("#reset", has_text="restored from an older copy").wait_for()
    tab.locator("#of", has_text="of 0").wait_for()
    wait_until(lambda: here.service.followers == 1)
    here.act(LINES[0])
    tab.locator("#of", has_text="of 1").wait_for()


def test_the_queue_of_a_scribe_stops_and_keeps_what_was_noted(here: Restorable, chromium: Any, tabs: Any) -> None:
    match = started(here.service, "sun-bid", cards=True)
    tab = tabs(opened(chromium, here.service, match, cards=True))
    robot = Robot(tab, Random(1))

    def taps(*names: str) -> None:
        for name in names:
            seen = robot.look()
            found = [one["told"] for one in seen["buttons"] if name in one["told"]]
            assert found, (name, seen)
            robot.tap(seen, found[0])

    here.back_up()
    taps("Flip a card", "Ace of Wyrms", "Record")
    tab.wait_for_selector("#pending:empty", state="attached")
    wait_until(lambda: len(here.service.lines("log", match)) == 1)
    here.service.stop()
    tab.locator("#link", has_text="no connection").wait_for()
    taps("Flip a card", "the Ace of Moons", "Note it")
    here.put_back()
    here.service.start()
    tab.locator("#pending", has_text="restored from an older copy").wait_for()
    tab.locator("#reset").wait_for()
    assert here.service.lines("log", match) == []
    # It was kept, and goes into the record that stands now when the scribe says so.
    taps("Send it again")
    wait_until(lambda: "This was not recorded" in tab.inner_text("#pending") or not tab.inner_text("#pending"))
    if tab.inner_text("#pending"):
        taps("Leave it out")
    tab.wait_for_selector("#pending:empty", state="attached")
    taps("Flip a card", "Ace of Wyrms", "Record")
    wait_until(lambda: len(here.service.lines("log", match)) >= 1)


def test_the_desk_of_a_director_says_so_and_decides_nothing_over_it(here: Restorable, chromium: Any, tabs: Any) -> None:
    cup = here.service.run("tournament", "new", "Cup").strip()
    token = here.service.token("director", tournament=cup)
    tab = tabs(chromium.new_context().new_page())
    tab.goto(f"{here.service.url}/enter#{token}")
    tab.locator("#enter").wait_for(state="attached")
    here.back_up()
    for name in ("Ann", "Bob"):
        here.service.run("tournament", "enter", "Cup", name)
    tab.locator("#players", has_text="Bob").wait_for()
    tab.evaluate("document.getElementById('enter').click()")
    tab.locator("dialog textarea").fill("Cy")
    here.restore()
    tab.locator("#reset", has_text="restored from an older copy").wait_for(state="attached")
    tab.locator("dialog button[type=submit]").click()
    tab.locator("dialog [role=alert]", has_text="restored from an older copy").wait_for()
    assert here.director.get(f"/api/tournaments/{cup}").json()["players"] == []
