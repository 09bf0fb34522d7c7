"""The API beside what the commands print."""

from tests.service.running import Service


def test_matches_are_listed_as_the_command_lists_them(service: Service) -> None:
    service.new("sun-bid", "Ann", "Bob")
    assert service.client().get("/api/matches").json() == service.lines("matches")
