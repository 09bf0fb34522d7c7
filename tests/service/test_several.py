"""Several services on one store of a server: what one records, the others tell at once."""

from collections.abc import Iterator

import pytest

from ludograph.domain.store.url import server_in
from tests.large import slow
from tests.places import SERVED, served
from tests.servers import running as postgres
from tests.service.running import Service, running

pytestmark = SERVED


@pytest.fixture
def two() -> Iterator[tuple[Service, Service]]:
    """Two services over one store."""
    store = served()
    with running(store) as one, running(store) as other:
        yield one, other


@slow
def test_what_is_recorded_at_one_is_followed_at_the_other(two: tuple[Service, Service]) -> None:
    one, other = two
    match = one.new("sun-bid", "Ann", "Bob", seed="2")
    scribe = one.client(one.token("scribe", match=match))
    with other.following(match) as follower:
        assert follower.next()["event"] == "started"
        for number, line in enumerate(("Bob flip", "Ann flip", "Bob call"), start=1):
            assert scribe.post(f"/api/matches/{match}/actions", json={"line": line}).status_code == 201
            assert follower.next()["step"]["step"] == number


def test_whoever_enters_at_both_gets_one_winner_and_one_answer(two: tuple[Service, Service]) -> None:
    one, other = two
    match = one.new("sun-bid", "Ann", "Bob", seed="2")
    token = one.token("scribe", match=match)
    where, line = f"/api/matches/{match}/actions", {"line": "Bob flip"}
    first = one.client(token).post(where, json=line, headers={"If-Match": '"1"', "Idempotency-Key": "a"})
    late = other.client(token).post(where, json=line, headers={"If-Match": '"1"', "Idempotency-Key": "b"})
    again = other.client(token).post(where, json=line, headers={"If-Match": '"1"', "Idempotency-Key": "a"})
    assert (first.status_code, late.status_code, again.status_code) == (201, 409, 201)
    assert again.json() == first.json()


def test_a_token_that_is_revoked_at_one_ends_at_the_other(two: tuple[Service, Service]) -> None:
    one, other = two
    match = one.new("sun-bid", "Ann", "Bob", seed="2")
    token = one.token("player", match=match, observer="Ann")
    asked = other.client(token)
    assert asked.get(f"/api/matches/{match}?as=Ann").status_code == 200
    one.revoke(token)
    assert asked.get(f"/api/matches/{match}?as=Ann").status_code == 401


@slow
def test_a_service_and_its_followers_go_on_when_the_server_was_restarted() -> None:
    with postgres() as server, running(server_in(server.database())) as service:
        match = service.new("sun-bid", "Ann", "Bob", seed="2")
        scribe = service.client(service.token("scribe", match=match))
        with service.following(match) as follower:
            assert follower.next()["event"] == "started"
            server.kill()
            server.start()
            answer = scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"})
            assert answer.status_code == 201, answer.text
            assert follower.next()["step"]["step"] == 1
            service.run("act", match, "Ann flip")
            assert follower.next()["step"]["step"] == 2
