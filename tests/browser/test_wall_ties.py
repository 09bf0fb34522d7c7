"""The wall says what parts those who are tied, where there is room for it."""

from collections.abc import Callable

from tests.browser.test_desk import Tab, service, tab
from tests.browser.test_wall import EIGHT_HEIGHTS, LETTERS, OUTSIDE
from tests.service.running import Service

__all__ = ["service", "tab"]


def test_what_parts_the_tied_has_a_column_where_there_is_room(service: Service, tab: Callable[..., Tab]) -> None:
    names = [f"Player {number}" for number in range(1, 9)]
    service.run("tournament", "new", "Cup", "--id", "Cup", "--scoring", "wins", "--tie-breaks", "wins,score")
    service.run("tournament", "enter", "Cup", *names)
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--method", "random")
    tables = [one["players"] for one in service.json("tournament", "show", "Cup")["rounds"][0]["tables"]]
    scores = {name: 10 * at + seat for at, players in enumerate(tables) for seat, name in enumerate(players)}
    for at, players in enumerate(tables, start=1):
        service.run("tournament", "result", "Cup", "1", str(at), *(f"{name}={scores[name]}" for name in players))
    wall = tab({"width": 1280, "height": 720}).open("/tournaments/Cup/wall")
    wall.shows("ties: Score")
    for name, score in scores.items():
        line = wall.page.locator(f"#standings li[data-name='{name}']")
        assert line.locator(".ties").inner_text().split() == ["Score", str(score)]
    letters = wall.page.evaluate(LETTERS)
    assert min(letters.values()) >= EIGHT_HEIGHTS - 1e-6, letters
    assert wall.page.evaluate(OUTSIDE) == []
    # Where names would have to be broken for it, it is left out.
    service.run("tournament", "rename", "Cup", names[0], "Maximiliana Featherstonehaugh-Wolverton")
    wall.shows("Featherstonehaugh")
    assert not wall.page.locator("#parting, #standings .ties").filter(visible=True).count()
