"""Whose a match is: what a director, a scribe and a player cannot come to by decisions and corrected headers."""

from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple
from uuid import UUID

import httpx
import pytest

from ludograph.replay.service.http.settings import Settings
from tests.service.running import Service, running

PLAYERS: Final = ("Ann", "Ben")
NOBODYS: Final = {"match": "no-such-match", "reason": "Ours."}


class Cups(NamedTuple):
    """Two tournaments with the same players, seated for one table each, and a director of each."""

    service: Service
    cup: str
    bowl: str
    of_cup: httpx.Client
    of_bowl: httpx.Client

    def start(self, name: str) -> str:
        """Starts the one table of a tournament; its match."""
        self.service.run("tournament", "start", name, "1", "--seed", f"deal of {name}")
        (found,) = [one["match"] for one in self.service.lines("matches") if one["event"] == name]
        return str(found)

    def place(self, director: httpx.Client, tournament: str, match: str) -> httpx.Response:
        """Asks to put a match at the table of a tournament."""
        return director.post(
            f"/api/tournaments/{tournament}/rounds/1/tables/1/place", json={"match": match, "reason": "Ours."}
        )

    def amend(self, who: httpx.Client, match: str, line: str, **more: Any) -> httpx.Response:
        """Asks to put the header of a match right."""
        body = {"step": 0, "lines": [line], "reason": "A slip."} | more
        return who.post(f"/api/matches/{match}/amend", json=body)


@pytest.fixture
def cups(service: Service) -> Cups:
    ids = []
    for name in ("Cup", "Bowl"):
        ids.append(service.json("tournament", "new", name)["tournament"])
        service.run("tournament", "enter", name, *PLAYERS)
        service.run("tournament", "seat", name, "--game", "sun-bid", "--size", "2", "--seed", "s")
    cup, bowl = ids
    directors = [service.client(service.token("director", tournament=id)) for id in ids]
    return Cups(service, cup, bowl, *directors)


def is_judge(client: httpx.Client, match: str) -> bool:
    """Whether somebody may look with the judge's eyes."""
    return client.get(f"/api/matches/{match}?as=judge").status_code == 200


# 1: a director


@pytest.mark.parametrize("event", ["", "Bowl", "Friendly"])
def test_a_director_cannot_take_a_match_that_is_not_theirs(cups: Cups, event: str) -> None:
    others = cups.service.new("sun-bid", *PLAYERS, more=("--event", event) if event else ())
    asked = cups.place(cups.of_cup, cups.cup, others)
    none = cups.place(cups.of_cup, cups.cup, NOBODYS["match"])
    assert (asked.status_code, asked.content) == (404, none.content)
    assert not is_judge(cups.of_cup, others)
    assert cups.of_cup.post(f"/api/matches/{others}/abandon", json={"reason": "Ours."}).status_code == 403
    assert cups.of_cup.get(f"/api/tournaments/{cups.cup}").json()["rounds"][0]["tables"][0]["match"] is None
    invited = cups.of_cup.post(f"/api/tournaments/{cups.cup}/tokens", json={"role": "scribe", "match": others})
    nobodys = cups.of_cup.post(f"/api/tournaments/{cups.cup}/tokens", json={"role": "scribe", "match": "none"})
    assert (invited.status_code, invited.content) == (422, nobodys.content)


def test_the_refusal_does_not_tell_the_game_of_a_match(cups: Cups) -> None:
    other = cups.service.new("aucteraden", "Ann")
    assert cups.place(cups.of_cup, cups.cup, other).content == cups.place(cups.of_cup, cups.cup, "none").content


def test_a_match_stays_with_the_tournament_that_started_it(cups: Cups) -> None:
    match = cups.start("Bowl")
    both = cups.service.browser(*(cups.service.token("director", tournament=id) for id in (cups.cup, cups.bowl)))
    assert cups.place(both, cups.cup, match).status_code == 201
    assert is_judge(cups.of_bowl, match)
    assert not is_judge(cups.of_cup, match)
    undone = cups.of_cup.post(f"/api/tournaments/{cups.cup}/undo", json={"reason": "Not ours."})
    assert undone.status_code == 201
    assert is_judge(cups.of_bowl, match)


def test_who_runs_the_store_places_what_belongs_nowhere(cups: Cups) -> None:
    match = cups.service.new("sun-bid", *PLAYERS)
    everywhere = cups.service.client(cups.service.token("director"))
    assert cups.place(everywhere, cups.cup, match).status_code == 201
    assert is_judge(cups.of_cup, match)
    assert cups.place(cups.of_bowl, cups.bowl, match).status_code == 404


def test_a_service_of_one_tournament_places_no_match_of_another(cups: Cups) -> None:
    match = cups.start("Bowl")
    with running(cups.service.store, Settings(tournament=UUID(cups.cup))) as narrow:
        everywhere = narrow.client(narrow.token("director"))
        path = f"/api/tournaments/{cups.cup}/rounds/1/tables/1/place"
        asked = everywhere.post(path, json={"match": match, "reason": "Ours."})
        none = everywhere.post(path, json=NOBODYS)
        assert (asked.status_code, asked.content) == (404, none.content)


# 2: a scribe


@pytest.mark.parametrize(
    "line", ["event: Bowl", "event: ''", "event: Later", 'round: "2"', "table: \uff11", 'players: ["Ann", "Zoe"]']
)
def test_a_scribe_does_not_correct_what_a_tournament_decided(cups: Cups, line: str) -> None:
    match = cups.start("Cup")
    scribe = cups.service.client(cups.service.token("scribe", match=match, observer="judge"))
    before = cups.service.run("history", match, "--as", "judge")
    for more in ({}, {"preview": True}):
        assert cups.amend(scribe, match, line, **more).status_code == 403, line
    assert cups.service.run("history", match, "--as", "judge") == before
    assert not is_judge(cups.of_bowl, match)


@pytest.mark.parametrize("line", ["event: Bowl", "event: Later", '{"event": "bowl", "round": "1", "table": "1"}'])
def test_a_scribe_brings_no_match_into_a_tournament(cups: Cups, line: str) -> None:
    match = cups.service.new("sun-bid", *PLAYERS)
    scribe = cups.service.client(cups.service.token("scribe", match=match))
    assert cups.amend(scribe, match, line).status_code == 403
    assert not is_judge(cups.of_bowl, match)


def test_a_scribe_still_corrects_what_is_theirs(cups: Cups) -> None:
    match = cups.service.new("sun-bid", *PLAYERS)
    scribe = cups.service.client(cups.service.token("scribe", match=match))
    for line in ("played_on: 2026-11-20", 'round: "2"', 'players: ["Anna", "Ben"]'):
        assert cups.amend(scribe, match, line).status_code == 201, line


def test_a_match_is_moved_by_a_director_of_both_sides_alone(cups: Cups) -> None:
    match = cups.service.new("sun-bid", *PLAYERS, more=("--event", "Cup"))
    assert is_judge(cups.of_cup, match)
    for director in (cups.of_cup, cups.of_bowl):
        assert cups.amend(director, match, "event: Bowl").status_code == 403
    both = cups.service.browser(*(cups.service.token("director", tournament=id) for id in (cups.cup, cups.bowl)))
    with cups.service.following(match, cups.service.token("director", tournament=cups.cup), eyes="judge") as follower:
        follower.next()
        assert cups.amend(both, match, "event: Bowl").status_code == 201
        assert follower.rest() == [], "the connection ends before the correction is told"
    assert not is_judge(cups.of_cup, match)
    assert is_judge(cups.of_bowl, match)


def test_a_director_lets_a_match_go(cups: Cups) -> None:
    match = cups.service.new("sun-bid", *PLAYERS, more=("--event", "Cup"))
    assert cups.amend(cups.of_cup, match, 'event: ""').status_code == 201
    assert not is_judge(cups.of_cup, match)


# 3: a player


def seats_seen(client: httpx.Client, match: str) -> set[int]:
    """The seats with whose eyes somebody may look."""
    return {seat for seat in (1, 2) if client.get(f"/api/matches/{match}?as={seat}").status_code == 200}


def player(cups: Cups, match: str, name: str) -> httpx.Client:
    """Somebody with a link that the organiser made for a player."""
    words = ("token", "new", "--role", "player", "--match", match, "--as", name)
    return cups.service.client(cups.service.json(*words)["token"])


def test_a_renaming_scribe_and_a_player_do_not_see_all_hands(cups: Cups) -> None:
    match = cups.service.new("sorcerous-futures", "Ann", "Ben", "Cleo")
    scribe = cups.service.client(cups.service.token("scribe", match=match))
    ann, cleo = player(cups, match, "Ann"), player(cups, match, "Cleo")
    anywhere = cups.service.client(cups.service.token("player", observer="Ann"))
    assert seats_seen(ann, match) == seats_seen(anywhere, match) == {1}
    assert cups.amend(scribe, match, 'players: ["Ben", "Ann", "Cleo"]').status_code == 201
    assert ann.get(f"/api/matches/{match}").status_code == 401
    assert seats_seen(anywhere, match) == set()
    assert cleo.get(f"/api/matches/{match}?as=3").status_code == 200


def test_a_link_for_a_player_stays_at_its_seat_when_a_director_puts_the_name_right(cups: Cups) -> None:
    match = cups.start("Cup")
    ann, of_cup = player(cups, match, "Ann"), cups.service.token("player", tournament=cups.cup, observer="Ann")
    seat = 1 + cups.service.json("show", match, "--as", "judge")["players"].index("Ann")
    names = ["Anna" if one == "Ann" else one for one in cups.service.json("show", match)["players"]]
    assert cups.amend(cups.of_cup, match, f"players: {names!r}".replace("'", '"')).status_code == 201
    assert seats_seen(ann, match) == {seat}
    assert seats_seen(cups.service.client(of_cup), match) == set()


def test_a_link_for_a_tournament_does_not_follow_a_name_into_another_chair(cups: Cups) -> None:
    match = cups.start("Cup")
    before = cups.service.client(cups.service.token("player", tournament=cups.cup, observer="Ann"))
    names = cups.service.json("show", match)["players"]
    assert cups.amend(cups.of_cup, match, f'players: ["{names[1]}", "{names[0]}"]').status_code == 201
    assert seats_seen(before, match) == set()
    after = cups.service.client(cups.service.token("player", tournament=cups.cup, observer="Ann"))
    assert seats_seen(after, match) == {2 - names.index("Ann")}


def test_an_older_token_without_a_seat_is_bound_by_the_name_that_stood_first(tmp_path: Path, cups: Cups) -> None:
    match = cups.service.new("sun-bid", *PLAYERS)
    old = cups.service.client(cups.service.token("player", match=match, observer="Ann"))
    assert seats_seen(old, match) == {1}
    everywhere = cups.service.client(cups.service.token("director"))
    assert cups.amend(everywhere, match, 'players: ["Ben", "Ann"]').status_code == 201
    assert seats_seen(old, match) == set()


def test_two_players_with_one_phone_agree_each_for_their_own_seat(cups: Cups) -> None:
    match = cups.service.new("sun-bid", "Ann", "Ben", "Cleo")
    phone = cups.service.browser(*(cups.service.token("player", match=match, observer=name) for name in ("Ann", "Ben")))
    told = {as_: phone.post(f"/api/matches/{match}/confirmations", json={"as": as_}) for as_ in ("Ann", "Ben", "Cleo")}
    # Nobody can agree yet, for the match goes on; whose seat it is not is refused before that.
    assert {name: one.status_code for name, one in told.items()} == {"Ann": 422, "Ben": 422, "Cleo": 403}


# Of their kind


def test_what_was_answered_is_told_again_though_the_right_has_gone(cups: Cups) -> None:
    match = cups.service.new("sun-bid", *PLAYERS, more=("--event", "Cup"))
    scribe = cups.service.client(cups.service.token("scribe", tournament=cups.cup))
    noted: Any = {"json": {"text": "A long think."}, "headers": {"Idempotency-Key": "k"}}
    first = scribe.post(f"/api/matches/{match}/notes", **noted)
    assert cups.amend(cups.of_cup, match, 'event: ""').status_code == 201
    again = scribe.post(f"/api/matches/{match}/notes", **noted)
    assert (again.status_code, again.content) == (201, first.content)
    assert scribe.post(f"/api/matches/{match}/notes", json={"text": "More."}).status_code == 403


def test_a_director_is_not_told_which_seeds_others_deal_from(cups: Cups) -> None:
    cups.service.new("sun-bid", *PLAYERS, seed="guessed")
    own = cups.of_cup.post(f"/api/tournaments/{cups.cup}/lot", json={"seed": "guessed"})
    assert own.status_code == 201
    cups.start("Bowl")
    theirs = cups.of_bowl.post(f"/api/tournaments/{cups.bowl}/lot", json={"seed": "deal of Bowl"})
    assert theirs.status_code == 422


def test_a_link_holds_no_longer_than_what_its_maker_has(cups: Cups) -> None:
    director = cups.service.client(cups.service.token("director", tournament=cups.cup, hours=1))
    invited = director.post(f"/api/tournaments/{cups.cup}/tokens", json={"role": "scribe", "hours": 300})
    assert invited.status_code == 201
    (own,) = director.get("/api/session").json()
    assert invited.json()["until"] == own["until"]


def test_whoever_has_lost_a_match_follows_it_as_the_public_does(cups: Cups) -> None:
    with running(cups.service.store, Settings(delay=timedelta(seconds=3))) as late:
        match = late.new("sun-bid", *PLAYERS, more=("--event", "Cup"))
        late.clock.turn(60)
        scribe, everywhere = late.token("scribe", tournament=cups.cup), late.client(late.token("director"))
        assert cups.amend(everywhere, match, 'event: ""').status_code == 201
        with late.following(match, scribe, eyes="table") as follower:
            assert follower.next()["event"] == "started"
            began = monotonic()
            noted = everywhere.post(f"/api/matches/{match}/notes", json={"text": "x", "public": True})
            assert noted.status_code == 201
            while follower.next()["event"] != "note":
                pass
        assert monotonic() - began > 2
