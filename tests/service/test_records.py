"""Pages of players and games: what came of their matches, as far as a visitor may know."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from ludograph.replay.service.http.settings import Settings
from tests.service.running import Service, running


def asked(service: Service, path: str) -> Any:
    """What the API answers somebody without a token."""
    answer = service.client().get(f"/api/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_player_has_matches_ratings_and_opponents(service: Service) -> None:
    service.run("demo", "--keep", str(service.store))
    ann = asked(service, "players/ann")
    assert ann["player"] == "Ann"
    listed = [one for one in service.lines("matches") if "Ann" in one["players"]]
    assert [one["match"] for one in ann["matches"]] == [one["match"] for one in reversed(listed)]
    games = {one["game"]: one for one in ann["games"]}
    futures = [one for one in listed if one["game"] == "sorcerous-futures"]
    assert games["sorcerous-futures"]["played"] == len(futures)
    assert games["sorcerous-futures"]["won"] == sum("Ann" in one["final"]["winners"] for one in futures)
    met = {one["player"]: one for one in ann["met"]}
    ben = [one["final"]["places"] for one in listed if "Ben" in one["players"] and one["final"]["places"]]
    assert met["Ben"]["ahead"] == sum(places["Ann"] < places["Ben"] for places in ben)
    assert met["Ben"]["behind"] == sum(places["Ann"] > places["Ben"] for places in ben)
    (newest,) = asked(service, "players/Ann?most=1")["matches"]
    assert newest["match"] == ann["matches"][0]["match"]


def test_ratings_are_those_of_the_archive(service: Service) -> None:
    service.run("demo", "--keep", str(service.store))
    rated = {(one["game"], one["player"]): one["rating"] for one in service.lines("report", "ratings")}
    told = {
        (one["game"], name): one["ratings"][-1][2]
        for name in ("Ann", "Ben", "Cleo")
        for one in asked(service, f"players/{name}")["games"]
        if one["ratings"]
    }
    assert len(told) > 5
    for (game, name), rating in told.items():
        if (game, name) in rated:
            assert abs(rated[game, name] - rating) < 0.01, (game, name)


def test_where_a_player_sits_next(service: Service) -> None:
    service.run("tournament", "new", "Cup", "--id", "C")
    service.run("tournament", "enter", "C", "Ann", "Ben", "Cleo", "Dora")
    service.run("tournament", "seat", "C", "--game", "sun-bid", "--size", "2")
    found = asked(service, "players/Dora")
    assert found["matches"] == []
    (seat,) = found["next"]
    assert (seat["name"], seat["round"], seat["state"], seat["match"]) == ("Cup", "1", "seated", None)
    assert "Dora" in seat["players"]
    service.run("tournament", "result", "C", "1", seat["table"], *(f"{name}=3" for name in seat["players"]))
    assert asked(service, "players/Dora")["next"] == []
    assert service.client().get("/api/players/Nobody").status_code == 404
    assert "Nobody called Nobody" in service.client().get("/api/players/Nobody").json()["message"]


def test_a_shared_win_counts_for_a_player_as_in_standings_and_tournaments_are_named(service: Service) -> None:
    for cup in ("Spring Cup", "Summer Cup"):
        service.run("tournament", "new", cup, "--scoring", "wins")
        service.run("tournament", "enter", cup, "Ann", "Ben", "Cleo")
        service.run("tournament", "seat", cup, "--game", "sorcerous-futures", "--size", "3")
        service.run("tournament", "start", cup, "1")
    for one in service.lines("matches"):
        service.run("abandon", one["match"], "--reason", "It is told on paper.")
    service.run("tournament", "result", "Spring Cup", "1", "1", "Ann=20", "Ben=20", "Cleo=7")
    service.run("tournament", "result", "Summer Cup", "1", "1", "Ann=30", "Ben=20", "Cleo=7")
    points = dict[str, float]()
    for cup in ("Spring Cup", "Summer Cup"):
        for line in service.lines("tournament", "standings", cup):
            points[line["player"]] = points.get(line["player"], 0) + line["points"]
    for name in ("Ann", "Ben", "Cleo"):
        found = asked(service, f"players/{name}")
        assert sum(one["won"] for one in found["games"]) == points[name], name
        assert [one["name"] for one in found["tournaments"]] == ["Summer Cup", "Spring Cup"]
    assert asked(service, "players/Ann")["games"][0]["won"] == 1.5


def test_a_game_has_its_rules_and_how_it_was_played(service: Service) -> None:
    service.run("demo", "--keep", str(service.store))
    game = asked(service, "games/sun-bid")
    over = [one for one in service.lines("matches", "--game", "sun-bid") if one["over"]]
    steps = sorted(one["steps"] for one in over)
    assert (game["over"], game["steps"]["least"], game["steps"]["most"]) == (len(over), steps[0], steps[-1])
    best = max(score for one in over for score in one["final"]["scores"].values())
    assert game["best"][0]["score"] == best
    assert sum(seat["won"] for seat in game["seats_won"]) == sum(len(one["final"]["winners"]) for one in over)
    assert game["closest"][0]["game"] == "sun-bid"
    rules = asked(service, "games/sun-bid/rules")
    assert rules == service.lines("rules", "sun-bid")
    assert service.client().get("/api/games/chess").status_code == 404


def test_the_moment_that_decided_is_among_the_highlights(service: Service) -> None:
    service.run("demo", "--keep", str(service.store))
    for one in service.lines("matches")[:6]:
        moment = asked(service, f"matches/{one['match']}/moment")
        told = service.lines("highlights", one["match"])
        assert moment["step"] in [each["step"] for each in told], one


def test_who_is_behind_is_told_of_no_newer_match(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(hours=1))) as service:
        service.new("sun-bid", "Ann", "Ben")
        assert service.client().get("/api/players/Ann").status_code == 404
        assert asked(service, "games/sun-bid")["played"] == 0


def test_results_from_paper_count_for_their_players_by_the_names_that_they_have_now(service: Service) -> None:
    service.run("tournament", "new", "Cup", "--id", "C")
    service.run("tournament", "enter", "C", "Frnak", "Ben")
    for number, scores in (("1", ("Frnak=9", "Ben=4")), ("2", ("Frank=2", "Ben=5"))):
        service.run("tournament", "seat", "C", "--game", "sun-bid", "--size", "2")
        service.run("tournament", "start", "C", number, "--written")
        if number == "2":
            service.run("tournament", "undo", "C", "--reason", "Too early.")
            service.run("tournament", "start", "C", number, "--written")
        service.run("tournament", "result", "C", number, "1", *scores, "--abandon")
        if number == "1":
            service.run("tournament", "rename", "C", "Frnak", "Frank")
    frank = asked(service, "players/Frank")
    (game,) = frank["games"]
    assert (game["played"], game["over"], game["won"], len(game["ratings"])) == (2, 2, 1, 2)
    assert [(one["player"], one["ahead"], one["behind"]) for one in frank["met"]] == [("Ben", 1, 1)]
    assert service.client().get("/api/players/Frnak").status_code == 404
    over = asked(service, "lobby?search=frank")["over"]
    # The match of the start that was taken back is none to look at; the others have what was entered.
    assert [one["paper"]["scores"] for one in over["matches"]] == [{"Frank": 2, "Ben": 5}, {"Frank": 9, "Ben": 4}]
    assert asked(service, "lobby?search=frnak")["over"]["count"] == 0
    sun_bid = asked(service, "games/sun-bid")
    assert (sun_bid["played"], sun_bid["over"], sun_bid["steps"], sun_bid["best"]) == (2, 2, None, [])
    assert [one["played"] for one in sun_bid["seats_won"]] == [2, 2]
    assert sum(one["won"] for one in sun_bid["seats_won"]) == 2


def test_results_of_tables_that_were_never_started_are_on_their_players_pages(service: Service) -> None:
    cup = service.json("tournament", "new", "Cup", "--id", "C", "--scoring", "places=3,1")["tournament"]
    service.run("tournament", "enter", "C", "Anna", "Ben", "Cleo")
    service.run("tournament", "seat", "C", "--game", "sun-bid", "--size", "3")
    service.run("tournament", "result", "C", "1", "1", "Anna=5", "Ben=9", "Cleo=1")
    service.run("tournament", "rename", "C", "Anna", "Ann")
    ann = asked(service, "players/ann")
    (paper,) = ann["results"]
    place = ("Cup", cup, "1", "1", "sun-bid")
    assert tuple(paper[one] for one in ("event", "tournament", "round", "table", "game")) == place
    assert paper["final"]["places"] == {"Ann": 2, "Ben": 1, "Cleo": 3}
    points = {line["player"]: line["points"] for line in service.lines("tournament", "standings", "C")}
    assert paper["points"] == points == {"Ann": 1, "Ben": 3, "Cleo": 0}
    assert (ann["matches"], ann["games"], ann["met"]) == ([], [], [])
    service.run("tournament", "undo", "C", "--reason", "slip")
    service.run("tournament", "undo", "C", "--reason", "Another table's slip.")
    assert asked(service, "players/Anna")["results"] == []


def test_a_director_prints_who_sits_where_slips_and_results(service: Service) -> None:
    cup = service.json("tournament", "new", "Cup", "--id", "C")["tournament"]
    service.run("tournament", "enter", "C", "Ann", "Ben")
    service.run("tournament", "seat", "C", "--game", "sun-bid", "--size", "2")
    service.run("tournament", "result", "C", "1", "1", "Ann=3", "Ben=5")
    director = service.client(service.token("director", tournament=cup))
    whole, slips = (director.get(f"/tournaments/{cup}/print{query}") for query in ("", "?round=1"))
    assert "Signature" in slips.text
    assert "Signature" not in whole.text
    service.run("tournament", "sheet", "C", "-o", str(service.store.with_name("sheet.html")))
    assert whole.text == service.store.with_name("sheet.html").read_text()
    # Its style and what its button does are let in by their digests, and nothing else is.
    assert re.search(r"style-src 'sha256-[^']+'; script-src 'sha256-[^']+'", slips.headers["Content-Security-Policy"])
    assert director.get(f"/tournaments/{cup}/print?round=7").status_code == 422
    service.run("tournament", "seat", "C", "--game", "sun-bid", "--size", "2")
    slips = director.get(f"/tournaments/{cup}/print?round=2")
    # A player needs no command.
    assert ("Result to the desk" in slips.text, "ludograph" in slips.text) == (True, False)
