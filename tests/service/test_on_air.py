"""What goes on air: behind for everybody, hidden cards for rights alone; several eyes at one step for commentators."""

from base64 import b64encode
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from ludograph.domain.bots.bot_table import BotTable
from ludograph.replay.service.http.settings import Settings
from tests.browser.conftest import DESK, PHONE
from tests.service.running import Service, running

NAMES = ("Ann", "Ben", "Cleo")
DELAY = 60


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Service]:
    """A service whose public is behind."""
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=DELAY))) as found:
        yield found


def overlay(client: httpx.Client, match: str, eyes: str = "") -> httpx.Response:
    return client.get(f"/api/matches/{match}/overlay", params={"as": eyes} if eyes else {})


def commentary(client: httpx.Client, match: str, *eyes: str, **more: Any) -> Any:
    return client.get(f"/api/matches/{match}/commentary", params={"as": eyes, **more})


def play(service: Service, match: str, moves: int = 10_000) -> None:
    """So many moves more, or all that are left, at the time of the service."""
    for _ in zip(range(moves), BotTable(service.recorder, UUID(match), "bots").moves(), strict=False):
        pass


# The overlay


def test_what_goes_on_air_is_everybodys_unless_other_eyes_are_asked_for(service: Service) -> None:
    match = service.new("last-years-magic", *NAMES, seed="4")
    director = service.client(service.token("director"))
    public = overlay(service.client(), match)
    assert (public.status_code, public.content) == (200, overlay(director, match).content)
    assert "??" in public.text
    assert overlay(service.client(), match, "judge").status_code == 401
    player = service.client(service.token("player", match=match, observer="Ann"))
    assert overlay(player, match, "Ben").status_code == 403


def test_hidden_cards_go_on_air_only_behind_the_play_or_when_all_is_over(service: Service) -> None:
    match = service.new("last-years-magic", *NAMES, seed="4")
    director = service.client(service.token("director"))
    refused = overlay(director, match, "judge")
    assert (refused.status_code, "--delay" in refused.json()["message"]) == (403, True)
    play(service, match)
    assert overlay(director, match, "judge").status_code == 200
    assert overlay(service.client(), match, "judge").status_code == 401


def test_the_overlay_is_behind_for_everybody_whatever_their_token(late: Service) -> None:
    match = late.new("last-years-magic", *NAMES, seed="4")
    clients = [late.client(late.token("director")), late.client(late.token("scribe", match=match)), late.client()]
    play(late, match, 4)
    assert [overlay(one, match).status_code for one in clients] == [404] * 3
    late.clock.turn(DELAY + 1)
    before = [overlay(one, match).content for one in clients]
    judges = overlay(clients[0], match, "judge")
    assert (len(set(before)), judges.status_code, judges.json()["step"]) == (1, 200, 4)
    assert b"??" in before[0]
    assert not [part for part in judges.json()["parts"] if part[0] == "row" and "??" in part[2]]
    play(late, match, 5)
    assert len(clients[0].get(f"/api/matches/{match}/log").json()) == 9
    assert [overlay(one, match).content for one in clients] == before
    assert overlay(clients[0], match, "judge").content == judges.content
    late.clock.turn(DELAY + 1)
    assert [overlay(one, match).json()["step"] for one in clients] == [9] * 3


def test_rights_that_ended_show_nothing_more(late: Service) -> None:
    match = late.new("last-years-magic", *NAMES, seed="4")
    late.clock.turn(DELAY + 1)
    token = late.token("scribe", match=match, observer="judge")
    scribe = late.client(token)
    assert overlay(scribe, match, "judge").status_code == 200
    late.revoke(token)
    assert overlay(scribe, match, "judge").status_code == 401


def test_whoever_is_called_otherwise_now_has_not_the_eyes_of_then(late: Service) -> None:
    match = late.new("last-years-magic", *NAMES, seed="4", more=("--event", "Cup"))
    late.run("tournament", "new", "Cup", "--id", "Cup")
    cup = late.json("tournament", "list")["tournament"]
    late.clock.turn(DELAY + 1)
    player = late.client(late.token("player", tournament=cup, observer="Ann"))
    assert overlay(player, match, "Ann").status_code == 200
    late.run("amend", match, "0", 'players: ["Zoe", "Ben", "Cleo"]', "--reason", "misread")
    assert overlay(player, match, "1").status_code == 403


def test_the_same_again_is_not_sent_twice(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    client = service.client()
    first = overlay(client, match)
    again = client.get(f"/api/matches/{match}/overlay", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    service.run("act", match, "Bob flip")
    new = client.get(f"/api/matches/{match}/overlay", headers={"If-None-Match": first.headers["etag"]})
    assert (new.status_code, new.json()["step"], len(new.json()["steps"])) == (200, 1, 2)


def test_the_page_holds_nothing_of_the_match(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    there, none = (service.client().get(f"/matches/{one}/overlay").text for one in (match, "none"))
    assert there.replace(match, "none") == none
    assert "Ann" not in there


def visible_controls(tab: Any) -> int:
    return int(tab.locator("button, a[href], input, select").filter(visible=True).count())


def clear_share(tab: Any) -> tuple[float, float]:
    """Of a picture with nothing behind the page: how much of it is clear, and how opaque the scoreboard is."""
    picture = tab.screenshot(omit_background=True)
    box = tab.locator("#score").bounding_box()
    script = """async ([bytes, x, y]) => {
      const letters = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([letters], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const brush = canvas.getContext('2d');
      brush.drawImage(bitmap, 0, 0);
      const { data } = brush.getImageData(0, 0, bitmap.width, bitmap.height);
      let clear = 0;
      for (let at = 3; at < data.length; at += 4) if (!data[at]) clear += 1;
      return [clear / bitmap.width / bitmap.height, data[4 * (Math.round(y) * bitmap.width + Math.round(x)) + 3] / 255];
    }"""
    share, opaque = tab.evaluate(
        script, [b64encode(picture).decode(), box["x"] + box["width"] - 12, box["y"] + box["height"] / 2]
    )
    return share, opaque


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_a_video_is_seen_through_the_page_and_all_has_room(
    service: Service, chromium: Any, width: int, height: int
) -> None:
    match = service.new("fools-down", *NAMES, "Dan", "Eve", seed="2")
    play(service, match, 8)
    tab = chromium.new_page(viewport={"width": width, "height": height})
    tab.goto(f"{service.url}/matches/{match}/overlay")
    tab.locator(".zone").first.wait_for()
    clear, opaque = clear_share(tab)
    assert clear > 0.4
    assert 0.85 < opaque < 1
    size = tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (size, visible_controls(tab)) == ([width, height], 0)
    assert (
        tab.evaluate("getComputedStyle(document.querySelector('#told p')).fontSize.slice(0, -2) / innerHeight") > 0.02
    )
    tab.goto(f"{service.url}/matches/{match}/overlay?width=640&show=score,stage&corner=bottom-right")
    tab.locator("#told p").first.wait_for()
    assert not tab.locator("#cards").is_visible()
    box = tab.locator("#score").bounding_box()
    assert box["x"] > 320
    assert box["y"] > 180
    assert box["x"] + box["width"] <= 640
    tab.close()


def test_the_last_picture_stands_while_the_service_is_away(service: Service, chromium: Any) -> None:
    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    service.run("act", match, "Bob flip")
    tab = chromium.new_page(viewport=DESK)
    tab.clock.install()
    tab.goto(f"{service.url}/matches/{match}/overlay")
    tab.locator("#told", has_text="Bob flips").wait_for()
    shown = tab.locator("#told").inner_text()
    service.stop()
    lost = tab.locator("#link", has_text="no connection since")
    for _ in range(30):
        tab.clock.fast_forward(1000)
        if lost.count():
            break
        tab.wait_for_timeout(20)
    lost.wait_for()
    assert tab.locator("#told").inner_text() == shown
    service.start()
    service.run("act", match, "Ann flip")
    for _ in range(30):
        tab.clock.fast_forward(1000)
        if "Ann flips" in tab.locator("#told").inner_text():
            break
        tab.wait_for_timeout(50)
    tab.locator("#told", has_text="Ann flips").wait_for()
    assert tab.locator("#link").inner_text() == ""
    tab.close()


def test_a_match_that_has_not_begun_is_waited_for(late: Service, chromium: Any) -> None:
    match = late.new("sun-bid", "Ann", "Bob", seed="2")
    tab = chromium.new_page(viewport=DESK)
    with tab.expect_response("**/api/matches/*/overlay") as first:
        tab.goto(f"{late.url}/matches/{match}/overlay")
    assert first.value.status == 404
    assert not tab.locator("#score").is_visible()
    assert tab.locator("#link").inner_text() == ""
    late.clock.turn(DELAY + 1)
    tab.locator("#score").wait_for()
    tab.close()


def test_a_link_leads_a_streaming_program_to_the_overlay_again_and_again(late: Service, chromium: Any) -> None:
    match = late.new("sun-bid", "Ann", "Bob", seed="2")
    late.clock.turn(DELAY + 1)
    token = late.token("scribe", match=match, observer="judge")
    context = chromium.new_context(viewport=DESK)
    tab = context.new_page()
    for to in ("overlay", "commentary", "overlay"):
        tab.goto(f"{late.url}/enter?to={to}&as=judge&show=score#{token}")
        tab.wait_for_url(f"{late.url}/matches/{match}/{to}?as=judge&show=score")
    tab.locator("#score").wait_for()
    # Nothing but these two pages is named so.
    tab.goto(f"{late.url}/enter?to=//example.org#{token}")
    tab.wait_for_url(f"{late.url}/matches/{match}/scribe")
    context.close()


# Several eyes side by side


def test_a_commentator_has_the_eyes_of_their_token_and_is_told_where_the_public_is(late: Service) -> None:
    match = late.new("hand-of-the-hanataz", *NAMES, seed="4")
    late.clock.turn(DELAY + 1)
    play(late, match, 5)
    judge = late.client(late.token("scribe", match=match, observer="judge"))
    found = commentary(judge, match, "Ann", "table", "judge").json()
    assert [one["as"] for one in found["eyes"]] == ["Ann", "table", "judge"]
    assert (found["step"], found["last"], found["public"], found["behind"]) == (5, 5, 0, DELAY)
    rows = [[part[2] for part in one["board"]["parts"] if part[0] == "row"] for one in found["eyes"]]
    known = [sum(card != "??" for cards in one for card in cards) for one in rows]
    assert known[1] < known[0] < known[2]
    assert {one["board"]["step"] for one in commentary(judge, match, "Ann", "table", at=3).json()["eyes"]} == {3}
    assert len(commentary(judge, match).json()["eyes"]) == 4
    assert commentary(judge, match, *NAMES, "table", "judge").status_code == 400
    public = commentary(late.client(), match).json()
    assert (public["may"], public["last"], public["public"]) == (["table"], 0, 0)
    assert commentary(late.client(), match, "table", "judge").status_code == 401
    player = late.client(late.token("player", match=match, observer="Ann"))
    assert commentary(player, match).json()["may"] == ["Ann", "table"]
    assert commentary(player, match, "Ann", "Ben").status_code == 403


def test_the_public_that_may_not_follow_yet_is_at_no_step(late: Service) -> None:
    match = late.new("sun-bid", "Ann", "Bob", seed="2")
    judge = late.client(late.token("director"))
    assert commentary(judge, match).json()["public"] is None
    assert commentary(late.client(), match).status_code == 404


@pytest.mark.parametrize(("scheme", "viewport"), [("light", DESK), ("dark", PHONE)])
def test_a_commentator_goes_through_a_match_with_several_eyes(
    late: Service, chromium: Any, scheme: str, viewport: dict[str, int]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    match = late.new("last-years-magic", *NAMES, seed="4")
    late.clock.turn(DELAY + 1)
    play(late, match, 5)
    context = chromium.new_context(viewport=viewport, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(f"{late.url}/enter#{late.token('director')}")
    tab.wait_for_url(f"{late.url}/")
    tab.goto(f"{late.url}/matches/{match}/commentary?as=Ann&as=table")
    tab.get_by_text("The public is 60 seconds behind: at step 0.").wait_for()
    assert tab.locator("#eyes h2").all_inner_texts() == ["As Ann knows it", "As the table knows it"]
    assert axe.run(tab).response["violations"] == []
    tab.keyboard.press("ArrowLeft")
    tab.get_by_text("Step 4 of 5").wait_for()
    tab.get_by_role("button", name="Newest").click()
    tab.get_by_text("Step 5 of 5").wait_for()
    tab.get_by_role("checkbox", name="judge").check()
    tab.get_by_role("heading", name="As the judge knows it").wait_for()
    play(late, match, 1)
    tab.get_by_text("Step 6 of 6").wait_for()
    assert tab.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    small = "[...document.querySelectorAll('button, label')].filter(one => one.offsetHeight < 44).length"
    assert tab.evaluate(f"() => {small}") == 0
    context.close()
