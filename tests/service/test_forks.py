"""A fork is for whoever has the store: the service lists none, and shows none to those who follow or play."""

from tests.service.running import Service


def test_forks_are_shown_to_nobody_but_the_director_of_the_store(service: Service) -> None:
    match = service.json("new", "sun-bid", "Ann", "Bob", "--seed", "2")["match"]
    fork = service.json("fork", match, "--bots", "random", "--seed", "1")["match"]
    listed = [one["match"] for one in service.client().get("/api/matches").json()]
    assert listed == [match]
    scribe, player = service.token("scribe", match=match), service.token("player", match=match, observer="Ann")
    for client in (service.client(), service.client(scribe), service.client(player)):
        assert client.get(f"/api/matches/{match}").status_code == 200
        for what in ("", "/log", "/result", "/events"):
            assert client.get(f"/api/matches/{fork}{what}").status_code == 404, what
        assert client.post(f"/api/matches/{fork}/notes", json={"step": 0, "text": "?"}).status_code in (401, 403, 404)
    director = service.client(service.token("director"))
    assert director.get(f"/api/matches/{fork}").json()["match"] == fork
    later = service.json("fork", match, "--id", "later")["match"]
    assert [one["match"] for one in director.get("/api/matches").json()] == [match], later
