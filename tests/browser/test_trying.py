"""What if, on a page of the service: a match that is over goes on otherwise by taps, and back again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import DESK, PHONE, Shown
from tests.browser.test_access import objections
from tests.large import most_slow
from tests.service.conftest import service
from tests.service.running import Service

__all__ = ["objections", "service"]
AT = 8


class Reader:
    """A scribe with the judge's eyes at the page of a match that is over."""

    def __init__(self, chromium: Any, service: Service, **settings: Any) -> None:
        service.run("simulate", "aucteraden", "--seed", "3", "--players", "Ann")
        self.match = service.lines("matches")[0]["match"]
        self.service, self.wrong = service, list[str]()
        self.context = chromium.new_context(reduced_motion="reduce", **settings)
        self.tab = self.context.new_page()
        self.tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.tab.on("console", lambda message: self.wrong.append(message.text))
        token = service.token("scribe", match=self.match, observer="judge")
        assert self.context.request.post(f"{service.url}/api/session", data={"token": token}).status == 201
        self.open(f"#{AT}")

    def open(self, moment: str) -> None:
        self.tab.goto("about:blank")
        self.tab.goto(f"{self.service.url}/matches/{self.match}?as=judge{moment}")

    def tap(self, name: str) -> None:
        """Taps a button, and waits until what comes of it is there."""
        self.tab.get_by_role("button", name=name).first.click()
        self.rest()

    def rest(self) -> None:
        self.tab.wait_for_selector("#trying .foot button:text('Bots go on'), #trying :text('It is over')")
        self.tab.wait_for_selector("#stage-body[aria-busy=false]")

    @property
    def steps(self) -> list[int]:
        """Which steps of the list are those of a variation."""
        found = self.tab.locator("#steps .varied-step").evaluate_all(
            "all => all.map((one) => Number(one.dataset.step))"
        )
        return list(found)

    @property
    def shown(self) -> int:
        return int(self.tab.locator("#line").input_value())

    @property
    def cards(self) -> list[str]:
        """The cards whose faces are seen, as they lie."""
        return list(self.tab.locator("#table [data-code]").evaluate_all("all => all.map((one) => one.dataset.code)"))

    def close(self) -> None:
        self.context.close()
        assert self.wrong == []


SCREENS = ({"viewport": PHONE, "has_touch": True}, {"viewport": DESK, "color_scheme": "dark"})


@pytest.fixture(params=most_slow(SCREENS, 1))
def reader(chromium: Any, service: Service, request: Any) -> Iterator[Reader]:
    found = Reader(chromium, service, **request.param)
    yield found
    found.close()


def test_moves_are_tapped_shown_and_recorded(reader: Reader, objections: Callable[[Shown], list[str]]) -> None:
    tab, service = reader.tab, reader.service
    before, curve = reader.cards, tab.locator("#lines").inner_html()
    tab.keyboard.press("i")
    reader.rest()
    assert reader.steps == []
    tab.locator("#stage-body :is(.way, .value)").first.click()
    tab.wait_for_selector(f"#steps [data-step='{AT + 1}'].varied-step", state="attached")
    reader.rest()
    tab.locator("#stage-body :is(.way, .value)").first.click()
    tab.wait_for_selector(f"#steps [data-step='{AT + 2}'].varied-step", state="attached")
    assert (reader.steps, reader.shown) == ([AT + 1, AT + 2], AT + 2)
    assert tab.locator("#lines .real").count() == 1
    assert objections(reader) == []  # type: ignore[arg-type]
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    reader.tap("One move back")
    assert reader.steps == [AT + 1]
    reader.tap("Bots go on")
    tab.wait_for_selector("#trying :text('It is over')", timeout=30_000)
    assert reader.shown == reader.steps[-1]
    link = tab.evaluate("location.hash")
    reader.tap("Record it as a match")
    assert "Recorded as match" in tab.locator("#trying [role=status]").inner_text()
    (fork,) = [one["match"] for one in service.lines("matches", "--forks") if one["match"] != reader.match]
    assert service.json("result", fork)["over"]
    tab.keyboard.press("i")
    assert (reader.steps, reader.shown, tab.locator("#trying").is_hidden()) == ([], AT, True)
    assert (reader.cards, tab.locator("#lines").inner_html()) == (before, curve)
    reader.open(link)  # whoever is sent the link sees the same line
    tab.wait_for_selector("#trying :text('It is over')")
    assert tab.evaluate("location.hash") == link
    assert reader.steps[0] == AT + 1
    tab.keyboard.press("i")
    tab.locator("#now .what-if").first.click()  # it is kept in this browser, under its step
    tab.wait_for_selector("#trying :text('It is over')")
    assert reader.steps[0] == AT + 1


def test_what_cannot_be_is_said_and_a_match_that_is_played_offers_nothing(reader: Reader) -> None:
    reader.open(f"#{AT}!Ann%20nonsense")
    reader.tab.wait_for_selector("#trying [role=status]:has-text('nonsense')")
    reader.wrong.clear()  # the browser itself notes that the service said no
    running = reader.service.new("sun-bid", "Ann", "Ben")
    reader.tab.goto(f"{reader.service.url}/matches/{running}")
    reader.tab.keyboard.press("i")
    assert reader.tab.locator("#trying").is_hidden()
    assert reader.tab.locator("#variation-open").is_hidden()
