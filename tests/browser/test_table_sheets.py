"""Sheets of tables, made at the desk and printed from the browser: what they hold, and that they fit the paper."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_desk import Tab, objections, opened, service, tab
from tests.service.running import Service

__all__ = ["objections", "service", "tab"]
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def sheets(service: Service, cup: str, tab: Callable[..., Tab], viewport: dict[str, int] = DESK) -> Tab:
    """The page, of which all is there, and at which the desk is open in the same browser."""
    desk = tab(viewport).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.page.get_by_role("link", name="Print sheets with codes: round 1").click()
    desk.page.locator("#print:not([disabled])").wait_for()
    return desk


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_each_table_has_a_page_and_all_have_one_on_either_paper(
    service: Service, tab: Callable[..., Tab], objections: Callable[[Tab], list[str]], tmp_path: Path, paper: str
) -> None:
    cup = opened(service, *(f"Maximiliane-Alexandra von Hohenstein {at}" for at in range(1, 14)))
    service.run("tournament", "seat", "Cup", "--game", "last-years-magic", "--size", "13", "--seed", "d")
    service.run("tournament", "start", "Cup", "1", "--written")
    desk = sheets(service, cup, tab)
    assert desk.page.locator(".page").count() == 2
    assert desk.page.locator("[data-table='1'] img").count() == 15
    assert objections(desk) == []
    file = tmp_path / "sheets.pdf"
    desk.page.pdf(path=file, format=paper)
    assert len(PAGE.findall(file.read_bytes())) == 2


def test_printed_again_they_are_the_same_and_a_link_that_was_ended_is_replaced(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Dan")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    service.run("tournament", "start", "Cup", "1", "--written")
    desk = sheets(service, cup, tab)

    def printed() -> list[str]:
        desk.page.locator("#print:not([disabled])").wait_for()
        texts: list[str] = desk.page.locator(".page figure").all_inner_texts()
        return texts

    first = printed()
    assert len(first) == 3 + 2 * 4
    desk.page.reload()
    assert printed() == first
    desk.page.get_by_label("Sheets").select_option("2")
    assert [one.is_visible() for one in desk.page.locator(".page").all()] == [False, False, True]
    desk.page.get_by_role("link", name="The desk").click()
    desk.page.get_by_role("button", name=re.compile("End: round 1, table 1: records")).click()
    desk.page.get_by_role("dialog").get_by_role("button", name="End it").click()
    desk.shows("The link opens nothing any more.")
    desk.page.get_by_role("link", name="Print sheets with codes: round 1").click()
    again = printed()
    assert [at for at, (one, other) in enumerate(zip(first, again, strict=True)) if one != other] == [3]


def test_a_phone_shows_them_too_and_a_round_that_waits_is_told(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo", "Dan")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    service.run("tournament", "start", "Cup", "1", "--table", "2", "--written")
    desk = sheets(service, cup, tab, PHONE)
    desk.shows("1 of 2 tables has no match: start it at the desk, and its sheet is here.")
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_command_for_whoever_serves_stands_there_as_it_is_typed(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "d")
    service.run("tournament", "start", "Cup", "1", "--written")
    desk = sheets(service, cup, tab)
    told = desk.page.locator("#told")
    assert told.locator("code").inner_text() == "ludograph serve --host 0.0.0.0"
    assert "and --public-url names another address" in told.inner_text()
