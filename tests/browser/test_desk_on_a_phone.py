"""A director's phone: what comes next stands out, nothing is chosen for them, and long lists are folded."""

from collections.abc import Callable

from tests.browser.conftest import PHONE
from tests.browser.test_desk import Tab, opened, service, tab
from tests.service.running import Service

__all__ = ["service", "tab"]
TWELVE = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita", "Hugo", "Ida", "Jonas", "Kaya", "Leo")


def test_a_round_is_seated_with_a_game_that_was_chosen_and_then_its_start_stands_out(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, *TWELVE)
    desk = tab(PHONE).open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Seat round 1")
    dialog = desk.page.get_by_role("dialog")
    game = dialog.get_by_label("Game", exact=True)
    assert (game.input_value(), game.evaluate("one => one.checkValidity()")) == ("", False)
    game.select_option("conundruze")
    dialog.get_by_text("Options of the game", exact=True).click()
    assert "`" not in dialog.inner_text()
    dialog.get_by_label("Players at a table").fill("3")
    dialog.get_by_role("button", name="Seat it").click()
    desk.shows("Round 1: Conundruze")
    assert desk.page.locator("button.main:visible").all_inner_texts() == ["Start the round (real cards)"]
    desk.press("Start the round (real cards): round 1")
    desk.press("Match: Round 1, table 1")
    desk.press("Another match counts")
    desk.page.get_by_role("heading", name="Which match counts for table 1, round 1").wait_for()
    desk.press("Cancel")
    # Where only one match could count nobody is asked.
    assert desk.page.get_by_role("button", name="Which counts").count() == 0


def test_a_long_list_of_links_is_folded_until_somebody_opens_it(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, *TWELVE)
    for name in TWELVE:
        service.token("player", tournament=cup, observer=name)
    desk = tab(PHONE).open(f"/enter#{service.token('director', tournament=cup)}")
    folded = desk.page.locator("summary").filter(has_text="12 links")
    folded.wait_for()
    assert not desk.page.locator("#links").is_visible()
    folded.click()
    desk.page.locator("#links").wait_for()
    service.run("tournament", "enter", "Cup", "Mia")
    desk.page.get_by_role("button", name="Withdraw Mia").wait_for()
    assert desk.page.locator("#links").is_visible()
