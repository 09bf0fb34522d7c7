"""What a match was judged to be worth, on the page that the service has of it: once it is over, to each their own."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

from ludograph.analytics.archive_paths import judgements_file
from ludograph.domain.games import GAMES
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http.settings import Settings
from tests.places import place
from tests.service.running import Service, running
from tests.service.test_twins import masked
from tests.twins import Twins, twins_of
from tests.worlds import random_match

FEW: Final = ("--playouts", "8")
RECORD: Final = re.compile(r'<script type="application/json" id="record">(.*?)</script>', re.DOTALL)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    store = place(tmp_path / "store.sqlite")
    with running(store, Settings(judgements=judgements_file(store))) as found:
        yield found


@pytest.fixture
def over(service: Service) -> str:
    """A match of Fool's Down of three hands between Ann and Bob that is over."""
    more = ("-o", "hands=3", "--seats", "2", "--seed", "3", "--players", "Ann,Bob")
    service.run("simulate", "fools-down", *more)
    return str(service.lines("matches")[0]["match"])


def glance(client: httpx.Client, match: str, eyes: str) -> dict[str, Any]:
    """What a page has at a glance for these eyes."""
    answer = client.get(f"/matches/{match}", params={"as": eyes})
    assert answer.status_code == 200, answer.text
    # What is public a browser may keep, and ask whether it has changed; of the rest nobody keeps anything.
    known = "authorization" in client.headers or client.cookies
    assert answer.headers["cache-control"] == ("no-store" if known else "private, no-cache")
    found = RECORD.search(answer.text)
    assert found is not None
    shown: dict[str, Any] = json.loads(found[1])["glance"]
    return shown


def values(client: httpx.Client, match: str, eyes: str) -> Any:
    """What each position was worth, as these eyes are shown it; None where they are shown nothing."""
    return glance(client, match, eyes).get("worth", {}).get("value")


def marked(client: httpx.Client, match: str, eyes: str) -> list[int]:
    """The steps whose decisions are marked."""
    return [step for step, kind, *_ in glance(client, match, eyes)["marks"] if kind == "judgement"]


def judged(service: Service, match: str, *words: str) -> list[Any]:
    """What `judge` says of the steps, with what all was worth at the start left out; it is kept then."""
    *steps, _ = service.lines("judge", match, *words, *FEW)
    return steps


def eyes_of(service: Service, match: str) -> dict[str, httpx.Client]:
    """Who may look as whom."""
    players = {name: service.client(service.token("player", match=match, observer=name)) for name in ("Ann", "Bob")}
    return {"judge": service.client(service.token("director")), "table": service.client(), **players}


def costliest(steps: list[Any], *, falls: bool) -> int:
    """The step at which Ann lost most: by her largest sure error or where she fell most, else the last one."""
    lost = [(0.0, steps[-1]["step"])]
    for one in steps:
        if one["actor"] == "Ann" and one["error"] and one["error"]["sure"]:
            lost.append((one["error"]["amount"], one["step"]))
        if falls:
            lost.append((-one["luck"]["Ann"] - one["play"]["Ann"], one["step"]))
    return int(max(lost, key=lambda pair: pair[0])[1])


def told(steps: list[Any]) -> list[Any]:
    """The values of steps as a page has them: as they were judged."""
    return [list(step["value"].values()) for step in steps]


def test_each_is_shown_what_was_judged_with_their_own_eyes(service: Service, over: str) -> None:
    who = eyes_of(service, over)
    assert [values(client, over, eyes) for eyes, client in who.items()] == [None] * 4
    own, every = judged(service, over, "--as", "Ann"), judged(service, over)
    assert values(who["judge"], over, "judge")[1:] == told(every)
    assert values(who["Ann"], over, "Ann")[1:] == told(own)
    assert values(who["judge"], over, "Ann")[1:] == told(own), "the judge may look as anybody"
    for eyes in ("Bob", "table"):
        assert values(who[eyes], over, eyes) is None
    assert values(who["judge"], over, "table") is None
    assert who["Bob"].get(f"/matches/{over}?as=Ann").status_code == 403


def test_a_player_is_shown_their_errors_where_all_were_judged_at_once(service: Service, over: str) -> None:
    who, every = eyes_of(service, over), judged(service, over)
    errors = {
        name: [one["step"] for one in every if one["actor"] == name and one["error"] and one["error"]["mark"]]
        for name in ("Ann", "Bob")
    }
    assert any(errors.values())
    for name in ("Ann", "Bob"):
        assert marked(who[name], over, name) == errors[name]
        assert values(who[name], over, name) is None
    assert marked(who["judge"], over, "judge") == sorted([*errors["Ann"], *errors["Bob"]])
    assert marked(who["table"], over, "table") == []
    before = who["Ann"].get(f"/matches/{over}").text
    judged(service, over, "--as", "Ann")
    after = who["Ann"].get(f"/matches/{over}").text
    assert marked(who["Ann"], over, "Ann") == errors["Ann"], "by what Ann knew, whoever asked"
    assert before != after


def test_a_seat_leads_to_its_errors_once_they_are_judged_and_says_before_what_to_ask_for(
    service: Service, over: str
) -> None:
    ann = eyes_of(service, over)["Ann"]
    before = ann.get(f"/api/matches/{over}/agreement").json()
    assert before["lost_at"] == {"Ann": None}
    assert f"ludograph judge {over[:8]}" in before["how_to_judge"] == glance(ann, over, "Ann")["judged"]
    for words in ((), ("--as", "Ann")):
        steps = judged(service, over, *words)
        told = ann.get(f"/api/matches/{over}/agreement").json()
        assert told["lost_at"] == {"Ann": costliest(steps, falls=bool(words))}
        assert "%" in told["lost_by"]["Ann"]
    assert "8 short playouts" in glance(ann, over, "Ann")["judged"]


def test_of_a_running_match_nothing_is_shown_even_if_it_was_judged(service: Service, over: str) -> None:
    service.run("undo", over, "--yes", "--reason", "a slip")
    for name in ("Ann", "Bob"):
        assert judged(service, over, "--as", name)
    for eyes, client in eyes_of(service, over).items():
        assert (values(client, over, eyes), marked(client, over, eyes)) == (None, [])
        assert "worth" not in client.get(f"/api/matches/{over}/grown").json()["glance"]


@pytest.mark.parametrize("opened", ["takeback", "correction", "abandoned"])
def test_a_match_that_is_opened_again_shows_nothing_until_it_is_over_and_judged_again(
    service: Service, over: str, opened: str
) -> None:
    who = eyes_of(service, over)
    judged(service, over)
    judged(service, over, "--as", "Ann")
    assert values(who["judge"], over, "judge")
    service.run("note", over, "for the judge alone")
    assert values(who["Ann"], over, "Ann"), "a remark opens nothing"
    service.run("confirm", over, "--as", "Ann")
    assert values(who["Ann"], over, "Ann"), "nor does who agrees to the result"
    if opened == "takeback":
        service.run("undo", over, "--yes", "--reason", "a slip")
    elif opened == "abandoned":
        service.run("undo", over, "--yes", "--reason", "a slip")
        service.run("abandon", over, "--reason", "it is late")
    else:
        last = len(service.lines("log", over))
        service.run("amend", over, str(last), "--remove", "--yes", "--reason", "a slip")
    for eyes, client in who.items():
        assert (values(client, over, eyes), marked(client, over, eyes)) == (None, [])


def test_a_judgement_that_is_not_whole_and_a_damaged_file_leave_the_page_as_it_is(service: Service, over: str) -> None:
    director = service.client(service.token("director"))
    plain = director.get(f"/matches/{over}").text
    file = service.settings.judgements
    assert file is not None
    judged(service, over)
    assert director.get(f"/matches/{over}").text != plain
    with closing(sqlite3.connect(file)) as kept, kept:
        kept.execute("DELETE FROM judged WHERE step = 3")
    assert director.get(f"/matches/{over}").text == plain
    file.write_bytes(b"this is no database" * 100)
    assert director.get(f"/matches/{over}").text == plain


def twins_that_are_over() -> tuple[Twins, int]:
    """Twins of a whole match, and a seat from which they look alike."""
    for number in range(60):
        random = Random(f"judged/{number}")
        for twins in twins_of(random_match(GAMES["fools-down"], random, 60), random):
            if twins.one.game.result(twins.one.state).over and (seats := [one for one in twins.blind if one > 0]):
                return twins, seats[0]
    raise AssertionError("no such twins")


def test_pages_of_twins_are_the_same_to_the_byte_for_whoever_cannot_tell_them_apart(tmp_path: Path) -> None:
    twins, seat = twins_that_are_over()
    name, pages = twins.one.name(seat), []
    for at, match in enumerate((twins.one, twins.other)):
        store = place(tmp_path / f"{at}.sqlite")
        with Recorder(store) as recorder:
            recorder.record(match)
        settings = Settings(judgements=judgements_file(store), public_url="https://cards.example")
        with running(store, settings) as service:
            id = str(match.id)
            own = service.client(service.token("player", match=id, observer=name))
            nobody, found = service.client(), []
            for words in ((), ("--as", name)):
                judged(service, id, *words)
                found += [masked(one.get(f"/matches/{id}").text) for one in (own, nobody)]
            assert values(own, id, name)
            pages.append(found)
    assert pages[0] == pages[1]
