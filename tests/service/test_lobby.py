"""The first page's list: what is played, what was, what is found, what is mine, and who is behind."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx

from ludograph.replay.service.http.settings import Settings
from tests.service.running import Service, running


def lobby(client: httpx.Client, **query: Any) -> Any:
    """The list as somebody sees it."""
    answer = client.get("/api/lobby", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def found(client: httpx.Client, search: str) -> list[str]:
    """The matches that run, by their first players, that a search finds."""
    return [one["players"][0] for one in lobby(client, search=search)["running"]["matches"]]


def test_matches_are_found_by_who_plays_what_and_where(service: Service) -> None:
    service.new("sun-bid", "Ann", "Ben", more=("--event", "Winter Cup", "--round", "2", "--table", "14"))
    service.new("conundruze", "Cleo", "Dan", "Eve")
    client = service.client()
    assert found(client, "") == ["Cleo", "Ann"]
    for words in ("ben", "sun bid", "WINTER", "round 2 table 14 ann"):
        assert found(client, words) == ["Ann"], words
    assert found(client, "ben cleo") == []
    assert found(client, "%_<b>'\"") == []
    first = lobby(client)["running"]["matches"][1]
    more = {"title", "scoreboard", "to_act", "recorded_at", "at"}
    assert {name: first[name] for name in first if name not in more} == service.lines("matches")[0]
    assert (first["to_act"], first["at"]) == (["Ben"], "Round 1 of 3: a turn")
    assert first["title"] == "Sun Bid"


def test_only_the_newest_are_listed_and_all_are_counted(service: Service) -> None:
    for number in range(5):
        service.new("sun-bid", f"Ann {number}", "Ben")
    first, second = (one["match"] for one in service.lines("matches")[:2])
    service.run("act", first, "flip")
    for match in (first, second):
        service.run("abandon", match, "--reason", "Rain.")
    shown = lobby(service.client(), most=2)
    assert [one["players"][0] for one in shown["running"]["matches"]] == ["Ann 4", "Ann 3"]
    # The second was given up before anything was recorded: there is nothing to look at.
    assert (shown["running"]["count"], shown["over"]["count"]) == (3, 1)
    assert service.client().get("/api/lobby?most=1000").status_code == 400
    assert service.client().get(f"/api/lobby?search={'x' * 1000}").status_code == 400


def test_what_is_mine_is_told_with_what_it_is_for(service: Service) -> None:
    cup = service.json("tournament", "new", "Cup")["tournament"]
    match = service.new("sun-bid", "Ann", "Ben", more=("--event", "Cup"))
    browser = service.browser(
        service.token("scribe", match=match),
        service.token("player", tournament=cup, observer="Ann"),
        service.token("director", tournament=cup),
        service.token("director"),
    )
    mine = browser.get("/api/mine").json()
    told = [(one["role"], bool(one["tournament"]), one["match"] and one["match"]["match"]) for one in mine]
    assert sorted(told, key=str) == sorted(
        [
            ("scribe", False, match),
            ("player", True, None),
            ("player", True, match),
            ("director", True, None),
            ("director", False, None),
        ],
        key=str,
    )
    assert service.client().get("/api/mine").json() == []


def test_whoever_is_behind_is_told_of_no_match_before_its_time(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=600))) as late:
        match = late.new("sun-bid", "Ann", "Ben")
        anybody, scribe = late.client(), late.client(late.token("scribe", match=match))
        director = late.client(late.token("director"))
        assert [lobby(one)["running"]["count"] for one in (anybody, scribe, director)] == [0, 1, 1]
        assert [lobby(one)["behind"] for one in (anybody, scribe, director)] == [600, 600, 0]
        late.clock.turn(601)
        assert lobby(anybody, most=3)["running"]["count"] == 1


def test_pages_know_the_path_of_a_proxy(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", root="/club") as service:
        for path in ("/", "/tournaments/Cup", "/tournaments/Cup/wall", "/tournaments/Cup/desk"):
            page = httpx.get(service.url.removesuffix("/club") + path, trust_env=False).text
            assert 'data-root="/club"' in page
            links = [one.split('"')[0] for one in page.split('href="')[1:]] + page.split('src="')[1].split('"')[:1]
            assert all(one.startswith(("/club/", "data:")) for one in links), links


def test_whatever_a_tournament_is_called_in_an_address_stays_text(service: Service) -> None:
    page = service.client().get("/tournaments/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E").text
    assert "<script>alert" not in page


def test_what_the_script_of_a_page_imports_is_asked_for_with_it(service: Service) -> None:
    nobody = service.client()
    scripts = re.findall(r'<link rel="modulepreload" href="([^"]+)">', nobody.get("/").text)
    assert len(scripts) == len(set(scripts)) > 3
    names = {script.rpartition("/")[2] for script in scripts}
    for script in scripts:
        found = nobody.get(script)
        assert found.status_code == 200
        assert set(re.findall(r"^import .* from '\./(.+)';$", found.text, re.MULTILINE)) <= names
