"""Answers are compressed where their length can tell nothing: for those without a token, and what is alike for all."""

import pytest

from tests.service.running import Service


@pytest.fixture
def match(service: Service) -> str:
    return service.new("sun-bid", "Ann", "Bob", seed="2")


def test_whoever_shows_no_token_is_answered_compressed(service: Service, match: str) -> None:
    client = service.client()
    for path in (f"/matches/{match}", f"/api/matches/{match}", "/", "/api/openapi.json", "/api/games/sun-bid/cards"):
        small, plain = (client.get(path, headers={"Accept-Encoding": one}) for one in ("br, gzip", "identity"))
        assert small.headers["content-encoding"] == "gzip"
        assert small.headers["vary"] == "accept-encoding"
        assert "content-encoding" not in plain.headers
        assert small.content == plain.content
        assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 2


def test_what_may_hold_secrets_keeps_its_length(service: Service, match: str) -> None:
    token = service.token("player", match=match, observer="Ann")
    for client in (service.client(token), service.browser(service.token("player", match=match, observer="Bob"))):
        for path in (f"/matches/{match}", f"/api/matches/{match}", f"/api/matches/{match}/grown"):
            assert "content-encoding" not in client.get(path).headers
        assert client.get("/api/games/sun-bid/cards").headers["content-encoding"] == "gzip"


def test_streams_and_short_answers_are_sent_as_they_are(service: Service, match: str) -> None:
    assert "content-encoding" not in service.client().get("/health").headers
    with service.following(match) as follower:
        assert "content-encoding" not in follower.response.headers
