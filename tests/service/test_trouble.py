"""What browsers show where a page cannot be opened."""

import pytest

from tests.service.running import Service

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/matches/none", 404, "There is no such match"),
        ("/matches/{match}?as=judge", 401, "This view is not yours"),
        ("/nowhere", 404, "There is nothing here."),
    ],
)
def test_people_are_told_on_a_page_with_a_way_on(service: Service, path: str, status: int, told: str) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    answer = service.client().get(path.replace("{match}", match), headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert told in answer.text
    assert 'href="/"' in answer.text


def test_programs_get_json_there(service: Service) -> None:
    assert "message" in service.client().get("/matches/none").json()
    assert "message" in service.client().get("/api/matches/none", headers=BROWSER).json()
