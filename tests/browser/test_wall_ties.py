"""The wall says what parts those who are tied, where there is room for it."""

from collections.abc import Callable

from tests.browser.test_desk import Tab, opened, service, tab
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


def test_page_wall_and_desk_say_what_broke_a_tie(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Dora")
    service.run("tournament", "set", "Cup", "tie-breaks=wins,lot", "--reason", "short", "--yes")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    for at in ("1", "2"):
        players = service.json("tournament", "show", "Cup")["rounds"][0]["tables"][int(at) - 1]["players"]
        service.run("tournament", "result", "Cup", "1", at, f"{players[0]}=20+", f"{players[1]}=20")
    service.run("tournament", "lot", "Cup", "--seed", "dice")
    first, second, third, last = service.lines("tournament", "standings", "Cup", "--ties")
    assert [line["parted_by"] for line in (first, second, third, last)] == ["lot", None, "lot", None]
    wall, page = tab().open("/tournaments/Cup/wall"), tab().open("/tournaments/Cup")
    wall.page.locator("#tables-title", has_text="+ won a tie by the most Suns").wait_for()
    assert wall.page.locator("#tables .won").all_inner_texts() == [f"{first['player']} 20+", f"{second['player']} 20+"]
    page.page.locator("#rounds li", has_text="+ won the tie, by the most Suns").first.wait_for()
    page.page.locator("#standings tr", has_text=f"{first['player']} ahead of {second['player']} by lot").wait_for()
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    decided = desk.page.locator("#history", has_text="Settings changed: ties parted by Wins and Lot.")
    decided.locator("li", has_text="; a match is worth points for each place (").wait_for(state="attached")
    desk.shows(f"{first['player']} leads with 3 points, ahead of {second['player']} by lot.")
    service.run("tournament", "close", "Cup")
    desk.shows(f"{first['player']} has won by lot.")
    for one in (wall, page):
        one.page.locator("#standings-title", has_text=f"Final standings: {first['player']} wins by lot").wait_for()


def test_the_page_says_what_tables_of_several_sizes_do_to_ties(service: Service, tab: Callable[..., Tab]) -> None:
    service.run("tournament", "new", "Cup", "--id", "Cup")
    service.run("tournament", "enter", "Cup", "Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "3-4", "--method", "random")
    page = tab().open("/tournaments/Cup")
    page.page.locator("#ties > summary").click()
    page.shows("Tables differ in size")
    # Nobody leads before there is a result.
    assert page.page.locator("#standings .first").count() == 0
