"""Somebody sets the clock of the machine an hour back or forward: what counts is the order in which it was recorded."""

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random
from uuid import UUID

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Setting, Stamp, start_match
from ludograph.domain.match.as_of import at_time
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.owners import Owners
from ludograph.domain.tournaments.rounds.decisions import taken_back
from ludograph.domain.tournaments.rounds.result_entry import ResultEntry, result_entered
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http.settings import Settings
from tests.places import place
from tests.service.running import Service, running
from tests.worlds import played_on

HOUR = 3600.0


@pytest.fixture(params=[False, True], ids=["running", "started again"])
def back(request: pytest.FixtureRequest, service: Service) -> Service:
    """A service whose clock tests set back; started anew, it knows of the right time by the store alone."""
    service.anew = request.param  # type: ignore[attr-defined]
    return service


def set_back(service: Service, seconds: float = HOUR) -> None:
    """The clock is set back, and the service started again where the test is about that."""
    service.clock.jump(-seconds)
    if getattr(service, "anew", False):
        service.stop()
        service.recorder.close()
        service.recorder = Recorder(service.store, service.recorder.sources)
        service.start()


def cup_of(service: Service, *more: str) -> str:
    """A tournament whose first round is started."""
    id: str = service.json("tournament", "new", "Cup", "--id", "Cup")["tournament"]
    service.run("tournament", "enter", "Cup", "Ann", "Bob")
    service.run("tournament", "seat", "Cup", "--game", "conundruze", "--size", "2", "--seed", "s")
    service.run("tournament", "start", "Cup", "1", "--written", *more)
    return id


def times_of(service: Service, *words: str) -> list[str]:
    return [one["recorded_at"] for one in service.lines(*words)]


def test_an_objection_is_shown_at_the_desk_and_is_dealt_with_by_a_correction(back: Service) -> None:
    cup = cup_of(back)
    match = str(back.recorder.find("Cup-1-1"))
    back.run("tournament", "result", "Cup", "1", "1", "Ann=3", "Bob=5")
    bob, director = back.token("player", match=match, observer="Bob"), back.token("director", tournament=cup)
    set_back(back)
    said = back.client(bob).post(f"/api/matches/{match}/objections", json={"text": "I had 7."})
    assert said.status_code == 201
    desk = back.client(director)
    shown = desk.get(f"/api/tournaments/{cup}/objections").json()
    assert [one["text"] for one in shown] == ["I had 7."]
    right = {"scores": {"Ann": 3, "Bob": 7}, "reason": "misread"}
    assert desk.post(f"/api/tournaments/{cup}/rounds/1/tables/1/result", json=right).status_code == 201
    assert desk.get(f"/api/tournaments/{cup}/objections").json() == []
    for words in (("history", "Cup-1-1", "--as", "judge"), ("tournament", "history", "Cup")):
        assert times_of(back, *words) == sorted(times_of(back, *words))
    back.run("verify", "--all")


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_a_match_belongs_to_the_tournament_that_placed_it_first(service: Service, seconds: float) -> None:
    tournaments = TournamentService(service.recorder)
    match = service.new("sun-bid", "Ann", "Bob")
    for name in ("First", "Second"):
        service.run("tournament", "new", name)
        service.run("tournament", "enter", name, "Ann", "Bob")
        service.run("tournament", "seat", name, "--game", "sun-bid", "--size", "2", "--seed", "s")
    for name in ("First", "Second"):
        found = tournaments.find(name)
        tournaments.record(found.choose((1, 1), UUID(match), "", service.recorder.stamp()))
        service.clock.jump(seconds)
        service.recorder.close()
        tournaments.recorder = service.recorder = Recorder(service.store, service.recorder.sources)
    owner = Owners(tournaments.all()).owner(service.recorder.load(UUID(match)))
    assert owner == tournaments.find("First").id
    assert [one.state.name for one in tournaments.all()] == ["First", "Second"]


@pytest.mark.parametrize("late", [True, False])
def test_results_were_put_right_after_the_next_seating_or_before(back: Service, late: bool) -> None:
    back.run("tournament", "new", "Cup", "--id", "Cup", "--scoring", "wins")
    back.run("tournament", "enter", "Cup", "Ann", "Bob", "Cleo", "Dora")
    seat = ("tournament", "seat", "Cup", "--game", "last-years-magic", "--size", "2")
    back.run(*seat, "--seed", "a")
    back.run("tournament", "start", "Cup", "1", "--seed", "s")
    for at in (1, 2):
        back.recorder.record(played_on(back.recorder.load(back.recorder.find(f"Cup-1-{at}")), Random("end")))
    director = back.token("director", tournament=str(TournamentService(back.recorder).find("Cup").id))
    match, winner = back.recorder.find("Cup-1-1"), back.recorder.load(back.recorder.find("Cup-1-1")).players[0]
    path, ruling = f"/api/matches/{match}/rulings", {"text": "Late.", "adjust": {winner: -1}, "by": "Dora"}
    seating = {"game": "last-years-magic", "size": "2"}
    if late:
        back.run(*seat)
    else:
        back.run("rule", "Cup-1-1", "Late.", "--adjust", f"{winner}=-1", "--by", "Dora")
    set_back(back)
    desk = back.client(director)
    made = desk.post(path, json=ruling) if late else desk.post("/api/tournaments/Cup/rounds", json=seating)
    assert made.status_code == 201, made.text
    told = [one["text"] for one in desk.get("/api/tournaments/Cup/check").json()["found"]]
    assert any("put right after round 2 was seated" in one for one in told) == late


def test_a_token_keeps_its_cards_where_names_are_exchanged_later(back: Service) -> None:
    cup: str = back.json("tournament", "new", "Cup", "--id", "Cup")["tournament"]
    back.run("tournament", "enter", "Cup", "Ann", "Bob")
    match = back.new("sun-bid", "Ann", "Bob", more=("--event", "Cup"))
    ann = back.token("player", tournament=cup, observer="Ann")
    director = back.token("director")
    assert back.client(ann).get(f"/api/matches/{match}?as=Ann").status_code == 200
    set_back(back)
    names = {"step": 0, "lines": ["players: Bob, Ann"], "reason": "they sat the other way round"}
    done = back.client(director).post(f"/api/matches/{match}/amend", json=names)
    assert done.status_code == 201, done.text
    assert back.client(ann).get(f"/api/matches/{match}?as=Ann").status_code == 403


def test_an_entry_beside_others_never_goes_back_in_its_record(service: Service) -> None:
    game = GAMES["sun-bid"]
    match = service.recorder.start(game, Setting(("Ann", "Bob"), game.options(), None, "1"))
    ahead, behind = service.recorder.stamp(), service.recorder.stamp()
    match = match.annotate(0, "first", ahead._replace(now=ahead.now + timedelta(hours=1)))
    match = service.recorder.record(match.annotate(0, "then", behind))
    times = [one.recorded_at for one in match.history]
    assert times == sorted(times)


def test_records_of_before_whose_times_go_back_are_sound(service: Service) -> None:
    cup_of(service)
    now = service.recorder.stamp()
    earlier = Stamp(now.now - timedelta(hours=1), now.salt, exact=True)
    tournaments = TournamentService(service.recorder)
    tournaments.record(tournaments.find("Cup").enter(["Cleo"], earlier))
    match = service.recorder.load(service.recorder.find("Cup-1-1"))
    service.recorder.record(match.annotate(0, "an hour ago", earlier))
    times = times_of(service, "history", "Cup-1-1", "--as", "judge")
    assert times != sorted(times)
    service.run("verify", "--all")
    again = service.recorder.load(match.id)
    with pytest.raises(ValueError, match="was not begun then"):
        at_time(again, again.first.recorded_at - timedelta(minutes=30))


def test_a_match_given_up_for_a_result_goes_on_though_the_result_was_decided_again_after_others(
    service: Service,
) -> None:
    cup_of(service)
    tournaments = TournamentService(service.recorder)
    found = tournaments.find("Cup")
    entry = ResultEntry((1, 1), (Scored("Ann", 3), Scored("Bob", 5)))
    after, left = result_entered(tournaments, found, tournaments.tables(found).results, entry)
    service.clock.jump(60)
    with closing(Recorder(service.store, service.recorder.sources)) as other:
        beside = TournamentService(other)
        beside.record(beside.find("Cup").enter(["Cleo"], other.stamp()))
    kept = tournaments.record(after, *left)
    assert [one.recorded_at for one in kept.history] == sorted(one.recorded_at for one in kept.history)
    gone, matches = taken_back(tournaments, kept, "not this one")
    tournaments.record(gone, *matches)
    assert service.json("show", "Cup-1-1")["status"] == "running"


# The clock of a round


def left(service: Service, cup: str) -> tuple[float, str]:
    """How many seconds a page shows as left, and what the desk's check says."""
    director = service.client(service.token("director", tournament=cup))
    answer = director.get(f"/api/tournaments/{cup}")
    clock = answer.json()["rounds"][0]["clock"]
    now = parsedate_to_datetime(answer.headers["Date"])
    found = director.get(f"/api/tournaments/{cup}/check").json()["found"]
    told = next(one["text"] for one in found if "by its clock" in one["text"])
    return (datetime.fromisoformat(clock["ends_at"]) - now).total_seconds(), told


def test_the_clock_of_a_round_shows_what_is_left_of_it(back: Service) -> None:
    cup = cup_of(back, "--minutes", "50")
    set_back(back)
    seconds, told = left(back, cup)
    # The header has whole seconds, and another time once a second.
    assert 49 * 60 < seconds <= 50 * 60 + 2
    assert "1:" not in told
    back.pass_time(600)
    seconds, told = left(back, cup)
    assert 39 * 60 < seconds <= 40 * 60 + 2
    assert "39:5" in told or "40:00" in told


# The delay


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Service]:
    anchors = tmp_path / "anchors.jsonl"
    with running(place(tmp_path / "store.sqlite"), Settings(delay=timedelta(seconds=900), anchors=anchors)) as found:
        yield found


@pytest.mark.parametrize("seconds", [HOUR, -HOUR, 24 * HOUR, -24 * HOUR])
def test_what_is_recorded_is_told_when_it_is_as_old_as_the_delay_whatever_the_clock_says(
    late: Service, seconds: float
) -> None:
    public, first = late.client(), late.new("sun-bid", "Ann", "Bob")
    late.clock.turn(60)
    late.clock.jump(seconds)
    game = GAMES["sun-bid"]
    second = late.recorder.start(game, Setting(("Cy", "Di"), game.options(), None, "1")).id
    cup = late.json("tournament", "new", "Cup")["tournament"]

    def shown() -> tuple[list[str], list[str]]:
        matches = [one["match"] for one in public.get("/api/matches").json()]
        return matches, [one["tournament"] for one in public.get("/api/tournaments").json()]

    assert shown() == ([], [])
    assert public.get(f"/api/matches/{first}").status_code == 404
    late.clock.turn(839)
    assert shown() == ([], [])
    late.clock.turn(2)
    assert shown() == ([first], [])
    late.clock.turn(60)
    assert shown() == ([first, str(second)], [cup])


@pytest.mark.parametrize("seconds", [-HOUR, -24 * HOUR])
def test_after_a_start_with_the_clock_set_back_nothing_is_held_longer_than_the_delay(
    tmp_path: Path, seconds: float
) -> None:
    store = place(tmp_path / "store.sqlite")
    with running(store) as before:
        match = before.new("sun-bid", "Ann", "Bob")
    with running(store) as now:
        now.clock.jump(seconds)
        now.stop()
        now.settings = Settings(delay=timedelta(seconds=900))
        now.start()
        assert now.client().get(f"/api/matches/{match}").status_code == 404
        now.clock.turn(901)
        assert now.client().get(f"/api/matches/{match}").status_code == 200


def test_what_was_there_at_the_start_is_told_by_its_age_and_no_merge_puts_new_before_old(tmp_path: Path) -> None:
    game, store = GAMES["sun-bid"], place(tmp_path / "store.sqlite")
    with running(store, Settings(delay=timedelta(seconds=900))) as service:
        matches = []
        for minutes in (60, 10, 30):
            stamp = service.recorder.stamp()
            then = stamp._replace(now=stamp.now - timedelta(minutes=minutes))
            new = start_match(game, UUID(int=minutes), Setting(("Ann", "Bob"), game.options(), None, "1"), then)
            matches.append(str(service.recorder.record(new).id))
        service.stop()
        service.start()
        shown = [service.client().get(f"/api/matches/{one}").status_code for one in matches]
        assert shown == [200, 404, 404]
        service.clock.turn(301)
        assert [service.client().get(f"/api/matches/{one}").status_code for one in matches] == [200, 200, 200]
