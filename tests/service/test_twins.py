"""Twins through the service: matches that differ in a secret, and the same answers for whoever may not know it."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.values import json_text
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.routes.match_feeds import FEEDS
from tests.large import slow_but, some
from tests.service.running import Follower, Service, running
from tests.twins import Twins, entries, twins_of
from tests.worlds import random_match

TIMES: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)|(scribe|player|director) [0-9a-f]{12}")
HEADS: Final = re.compile(r"""(head\W{2,4}|data-cursor="\d+-|^"\d+-|^W/")([0-9a-f]{8}|[0-9a-f]{32})\b""")
"""Heads in cursors, and tags of pages that hold one: digests salted with 16 secret bytes, so they tell nothing."""
API: Final = (
    "",
    "?at=0",
    "?at=1",
    "?as=judge",
    "?as=1",
    "?as=2",
    "/log?from=0",
    "/result",
    "/grown",
    "/overlay",
    "/overlay?as=1",
    "/overlay?as=judge",
    "/commentary",
    "/commentary?as=table&as=1&as=2",
    "/commentary?at=1",
    "/desk",
    "/amend",
    "/agreement",
    "/moment",
)
ENTRIES: Final = 14


def pair_of(game: str) -> Twins | None:
    """The deepest twins of some random matches, of those whom the most cannot tell apart."""
    found: list[Twins] = []
    for number, steps in enumerate((2, 5, 8, 12, 20, 30)):
        random = Random(f"{game}/{number}")
        found += twins_of(random_match(GAMES[game], random, steps), random)
    found = [one for one in found if any(eyes != JUDGE for eyes in one.blind)]
    return max(found, key=lambda one: (TABLE in one.blind, len(one.blind), len(one.one.steps)), default=None)


class Side:
    """One twin, in a service of its own."""

    def __init__(self, service: Service, match: Match) -> None:
        self.service = service
        self.match = match
        self.path = f"/api/matches/{match.id}"

    def who(self, eyes: Observer) -> dict[str, httpx.Client]:
        """Everybody who has these eyes."""
        service, id = self.service, self.match.id
        if eyes > 0:
            return {"player": service.client(service.token("player", match=id, observer=self.match.name(eyes)))}
        return {"nobody": service.client(), "scribe": service.client(service.token("scribe", match=id))}


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[Any]:
    """Makes two services, each with one twin."""
    with ExitStack() as stack:

        def make(twins: Twins) -> list[Side]:
            found = []
            # Pages name the service for link cards: both have the same address to the outside.
            settings = Settings(public_url="https://cards.example")
            for name, match in (("one", twins.one), ("other", twins.other)):
                with Recorder(tmp_path / name) as recorder:
                    recorder.record(match)
                found.append(Side(stack.enter_context(running(tmp_path / name, settings)), match))
            return found

        yield make


@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden", "conundruze"))
def test_whoever_may_not_know_gets_the_same_of_both(game: str, sides: Any) -> None:
    twins = pair_of(game)
    if twins is None:
        pytest.skip("nothing of this game is hidden for long enough")
    one, other = sides(twins)
    assert _judged(one) != _judged(other)
    for eyes in [eyes for eyes in twins.blind if eyes != JUDGE][:3]:
        for (role, mine), theirs in zip(one.who(eyes).items(), other.who(eyes).values(), strict=True):
            for question in questions(twins, eyes, role):
                is_entry = question[1].endswith("/actions")
                if is_entry and turned_up(one, question[2], eyes) != turned_up(other, question[2], eyes):
                    continue  # once it is recorded these two are no twins any more, by the rules
                got = [asked(side, client, *question) for side, client in ((one, mine), (other, theirs))]
                if {status for status, *_ in got} == {201, 422}:
                    break  # that an outcome was accepted tells no more than that
                assert got[0] == got[1], (eyes, role, question)
                if got[0][0] == 201:
                    for side, client in ((one, mine), (other, theirs)):
                        client.post(f"{side.path}/undo", json={"reason": "only asked"})
            assert streamed(one, mine) == streamed(other, theirs)


def turned_up(side: Side, line: Any, eyes: Observer) -> str:
    """What an entry turns up for these eyes by the rules, as the twins of the domain have it; nothing if refused."""
    try:
        after = decide_entries(side.service.recorder, side.match, json_text(line), eyes)
    except ValueError:
        return ""
    step = concealed(after.steps[-1], eyes)
    return repr((step.facts, step.drawn))


def _judged(side: Side) -> Any:
    client = side.service.client(side.service.token("director"))
    return client.get(f"{side.path}/log?from=0").json()


PICTURES: Final = (
    "/",
    "/live",
    "/api/lobby",
    "/api/tables",
    "/games/{game}",
    "/api/games/{game}",
    "/players/{name}",
    "/api/players/{name}",
    "/matches/{match}",
    "/matches/{match}/overlay",
    "/api/matches/{match}/overlay",
    "/api/matches/{match}/moment",
    "/matches/{match}/preview.png",
)
"""Pages on which a table is drawn, and what they draw."""


@pytest.mark.parametrize("game", slow_but(GAMES, "hand-of-the-hanataz"))
def test_pages_with_pictures_are_the_same_of_both_to_the_byte(game: str, sides: Any) -> None:
    twins = pair_of(game)
    if twins is None or TABLE not in twins.blind:
        pytest.skip("nothing of this game is hidden from the table for long enough")
    one, other = sides(twins)
    names = {"game": game, "match": str(twins.one.id), "name": twins.one.name(1)}
    for page in PICTURES:
        got = [asked(side, side.service.client(), "GET", page.format(**names), None) for side in (one, other)]
        assert got[0][0] == 200, page
        assert got[0] == got[1], page
    assert streamed(one, one.service.client()) == streamed(other, other.service.client())


def questions(twins: Twins, eyes: Observer, role: str) -> Iterator[tuple[str, str, Any]]:
    """What is asked of both twins: all that can be read, and for whoever may record what might be entered."""
    match = twins.one
    for what in API:
        yield "GET", f"/api/matches/{match.id}{what}", None
    for page in ("", "/overlay", "/commentary"):
        yield "GET", f"/matches/{match.id}{page}", None
    yield "GET", "/api/matches", None
    yield "GET", "/api/lobby", None
    yield "GET", "/api/tables", None
    if role != "scribe":
        return
    random = Random(0)
    every = [one for one in entries(match, eyes, random) if one.actor == TABLE or one.actor in twins.blind]
    for entry in random.sample(every, min(len(every), len(some(range(ENTRIES * 10), 10)))):
        line = entry.line
        yield "POST", f"/api/matches/{match.id}/actions", line
        drawn = line.get("drawn") if isinstance(line.get("drawn"), list) else []
        fields = {name: value for name, value in line.items() if name not in ("seat", "do", "drawn", "shuffled")}
        draft = {"seat": line["seat"], "do": line["do"], "fields": fields, "told": drawn}
        yield "POST", f"/api/matches/{match.id}/drafts", draft
    for step in range(1, len(match.steps) + 1):
        public = {"step": step, "how": "remove", "preview": True, "reason": "x"}
        yield "POST", f"/api/matches/{match.id}/amend", public


def masked(text: str) -> str:
    """A text without times, signatures and heads."""
    return HEADS.sub(r"\1H", TIMES.sub("T", text))


def asked(side: Side, client: httpx.Client, method: str, path: str, body: Any) -> tuple[int, str, str]:
    """An answer without its times and without whose token it was."""
    found = client.request(method, path, json=body)
    assert found.status_code < 500, (method, path, body)
    return found.status_code, masked(found.text), masked(found.headers.get("etag", ""))


def streamed(side: Side, client: httpx.Client) -> list[str]:
    """What whoever follows is sent of all that was recorded so far."""
    shown = client.headers.get("authorization", "")[7:] or None
    version = client.get(side.path).json()["version"]
    with side.service.following(str(side.match.id), shown) as follower:
        found = follower.take(version)
    topics = {"on": [f"{kind}/{side.match.id}//0" for kind in FEEDS]}
    with client.stream("GET", "/api/follow", params=topics, timeout=10) as response:
        # The topics do not wait for each other: what comes is one list of them, then a page, a board and each event.
        found += sorted(Follower(response).take(version + len(FEEDS)), key=str)
    return [masked(str(one)) for one in found]


@pytest.mark.parametrize("game", slow_but([game for game in GAMES if game != "aucteraden"], "conundruze"))
def test_what_happened_last_at_a_table_of_a_tournament_is_told_alike_of_both(game: str, sides: Any) -> None:
    twins = pair_of(game)
    if twins is None or TABLE not in twins.blind:
        pytest.skip("nothing of this game is hidden from the table for long enough")
    told = []
    for side in sides(twins):
        service, match = side.service, side.match
        service.run("tournament", "new", "Cup", "--id", "Cup")
        service.run("tournament", "enter", "Cup", *match.players)
        director = service.client(service.token("director"))
        seated = {"game": game, "tables": [list(match.players)], "byes": []}
        assert director.post("/api/tournaments/Cup/rounds", json=seated).status_code == 201
        service.run("tournament", "place", "Cup", "1", "1", str(match.id), "--reason", "It is.", "--anyway")
        every = [*side.who(TABLE).values(), director]
        told.append([masked(one.get("/api/tournaments/Cup/latest").text) for one in every])
    assert told[0] == told[1]
    assert '"scoreboard"' in told[0][0]
