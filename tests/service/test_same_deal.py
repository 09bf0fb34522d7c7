"""A round with the same deal at every table: whoever follows one table would know the cards of the others."""

from random import Random
from uuid import UUID

from tests.service.running import Service
from tests.worlds import played_on

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def test_nobody_follows_a_table_whose_cards_are_still_played_elsewhere(service: Service) -> None:
    service.run("tournament", "new", "Cup", "--scoring", "wins")
    service.run("tournament", "enter", "Cup", *NAMES)
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "3", "--method", "random", "--seed", "a")
    service.run("tournament", "start", "Cup", "1", "--same-deal")
    tables = service.json("tournament", "show", "Cup")["rounds"][0]["tables"]
    first, second = (table["match"] for table in tables)
    sits, elsewhere = (table["players"][0] for table in tables)
    cup = service.json("tournament", "list")["tournament"]
    player = service.client(service.token("player", tournament=cup, observer=sits))
    other = service.client(service.token("player", tournament=cup, observer=elsewhere))
    director = service.client(service.token("director", tournament=cup))
    api = f"/api/matches/{first}"
    ways = (api, f"{api}/log", f"{api}/grown", f"{api}/commentary", f"/matches/{first}")
    for way in ways:
        assert service.client().get(way).status_code == other.get(way).status_code == 403
        assert player.get(way).status_code == director.get(way).status_code == 200
    # On air goes what the public may know, whoever asks.
    assert {one.get(f"{ways[0]}/overlay").status_code for one in (player, director, other, service.client())} == {403}
    assert "once all are over" in service.client().get(ways[0]).json()["message"]
    assert service.client().get(f"/api/matches/{first}/follow").status_code == 403
    # Nor is what happens there told in lists, by which a director's answer would come to others who ask for the same.
    for who, known in ((director, {first, second}), (service.client(), set()), (player, {first}), (other, {second})):
        assert {one["match"] for one in who.get(f"/api/tournaments/{cup}/latest").json()} == known
        running = who.get("/api/lobby").json()["running"]["matches"]
        assert {one["match"] for one in running if one["scoreboard"]} == known
    for match, status in ((first, 403), (second, 200)):
        played = played_on(service.recorder.load(UUID(match)), Random(1))
        service.recorder.record(played)
        assert service.client().get(ways[0]).status_code == other.get(ways[0]).status_code == status


def test_a_table_that_was_given_up_tells_nothing_of_the_cards_of_the_others(service: Service) -> None:
    service.run("tournament", "new", "Cup", "--scoring", "wins")
    service.run("tournament", "enter", "Cup", *NAMES)
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "3", "--method", "random", "--seed", "a")
    service.run("tournament", "start", "Cup", "1", "--same-deal")
    first, second = (table["match"] for table in service.json("tournament", "show", "Cup")["rounds"][0]["tables"])
    service.recorder.record(played_on(service.recorder.load(UUID(first)), Random(1), 5))
    service.run("abandon", first, "--reason", "Cut short.")
    assert service.client().get(f"/api/matches/{first}/log").status_code == 403
    seed = service.recorder.load(UUID(second)).start.seed
    beside = service.new("sun-bid", "Zoe", "Yan", "Xia", seed=seed)
    assert service.client().get(f"/api/matches/{beside}").status_code == 403
    players = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["players"]
    service.run("tournament", "result", "Cup", "1", "1", *(f"{name}=1" for name in players))
    assert service.client().get(f"/api/matches/{first}/log").status_code == 403
    service.recorder.record(played_on(service.recorder.load(UUID(second)), Random(1)))
    assert service.client().get(f"/api/matches/{first}/log").status_code == 200
