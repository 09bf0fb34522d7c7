"""A small run of random requests, which `python -m tests.service.random_requests` continues."""

from pathlib import Path

from tests.places import place
from tests.service.random_requests.routes import REQUESTS
from tests.service.random_requests.run import Figures, tried
from tests.service.test_roles import routes

KINDS = {
    "nobody",
    "player of a match",
    "player of a tournament",
    "player of the store",
    "scribe of a match, eyes of the table",
    "scribe of a match, eyes of the judge",
    "scribe of a tournament",
    "director of a tournament",
    "director of the store",
    "browser",
    "invited",
}


def test_every_route_is_asked_at_random(tmp_path: Path) -> None:
    missing = routes(tmp_path) ^ set(REQUESTS)
    assert not missing, f"say in REQUESTS how {missing} is asked"


def test_nobody_comes_to_anything_by_any_requests(tmp_path: Path) -> None:
    figures = Figures()
    tried(place(tmp_path / "store.sqlite"), "some", 300, figures)
    assert figures.total > 1_000
    assert set(figures.requests) >= KINDS
    assert figures.changes > 20
