"""The desk speaks of buttons where the commands speak of themselves and their options."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.browser.test_desk import Tab, opened, service, tab
from tests.service.running import Service

__all__ = ["service", "tab"]
ROOT = Path(__file__).parents[2]
SAYING = ("domain/tournaments", "domain/match", "domain/corrections", "replay/service/recording")
COMMAND = re.compile(r"`|--[a-z]")


def sentences() -> Iterator[str]:
    """Every sentence of the program's that names a command or an option, with X where something is put in."""
    for folder in SAYING:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text())
            nodes = list(ast.walk(tree))
            skipped = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
            skipped |= {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # what documents the code
            for node in nodes:
                text = "" if id(node) in skipped else _text(node)
                # A command that is whole in a text of its own is told behind a sentence.
                if COMMAND.search(text) and "\n" not in text and not text.startswith("ludograph "):
                    yield text


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "X" for one in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_no_sentence_of_a_command_is_told_at_the_desk_as_it_is(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, "Ann", "Ben")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.page.wait_for_url("**/desk")
    told = [*dict.fromkeys(sentences())]
    assert len(told) > 40
    script = desk.page.locator("script[type=module]").get_attribute("src")
    assert script is not None
    said = "async ([words, all]) => { const { plain } = await import(words); return all.map(plain); }"
    plain = desk.page.evaluate(said, [script.replace("desk.js", "desk-words.js"), told])
    assert [(one, other) for one, other in zip(told, plain, strict=True) if COMMAND.search(other)] == []


def test_what_is_refused_and_what_speaks_against_a_start_is_said_in_words_of_the_desk(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, *["Ann", "Ben", "Cleo", "Dan"])
    service.run(
        "tournament",
        "seat",
        "Cup",
        "--game",
        "sun-bid",
        "--size",
        "2",
        "--method",
        "random",
        "--rounds",
        "2",
        "--seed",
        "r",
    )
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Start the round (real cards): round 1")
    desk.shows("Round 1 has started at 2 tables. Results come in from scribes, or you enter them from paper.")
    tables = service.json("tournament", "show", "Cup")["rounds"][0]["tables"]
    assert [one["awaits_deal"] for one in tables] == [True, True]
    desk.press("Start, the program deals: round 2")
    alert = desk.page.get_by_role("alert")
    alert.get_by_text("tick “Do it all the same”").wait_for()
    assert not COMMAND.search(alert.inner_text())
    desk.page.get_by_label("Do it all the same").check()
    desk.page.get_by_role("dialog").get_by_role("button", name="Start", exact=True).click()
    desk.shows("Round 2 has started.")
    assert not COMMAND.search(desk.page.locator("main").inner_text())


def test_scores_that_cannot_be_are_asked_about_before_they_are_recorded(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, "Ann", "Ben", "Cleo")
    service.run("tournament", "seat", "Cup", "--game", "fools-down", "--size", "3")
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.decide("Result: Round 1, table 1", "Record it", Ann="12", Ben="-7", Cleo="-4")
    alert = desk.page.get_by_role("alert")
    alert.get_by_text("add up to 1, and in Fool's Down all scores of a table add up to 0").wait_for()
    assert not COMMAND.search(alert.inner_text())
    desk.page.get_by_label("Do it all the same").check()
    desk.page.get_by_role("dialog").get_by_role("button", name="Record it", exact=True).click()
    desk.shows("The result of table 1 is recorded.")


def test_options_stand_in_words_and_what_is_agreed_on_first_comes_first(
    service: Service, tab: Callable[..., Tab]
) -> None:
    cup = opened(service, *["Ann", "Ben", "Cleo", "Dan"])
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    desk.press("Seat round 1")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_text("Options of the game", exact=True).click()
    first = {"fools-down": "Number of hands", "hand-of-the-hanataz": "When the match ends", "conundruze": "Play to"}
    for game, label in first.items():
        dialog.get_by_label("Game", exact=True).select_option(game)
        shown = dialog.locator("details [data-field]:visible")
        assert shown.first.inner_text().splitlines()[0] == label
        assert not re.search(r"\w_\w|`|=", "\n".join(shown.all_inner_texts()))
    dialog.get_by_label("Game", exact=True).select_option("hand-of-the-hanataz")
    dialog.get_by_text("The number of hands, with “When the match ends”: rounds").wait_for()
    dialog.locator("[data-field]:visible").get_by_label("Number of hands").fill("4")
    dialog.get_by_label("When the match ends").select_option("rounds")
    dialog.get_by_role("button", name="Seat it").click()
    desk.shows("is seated: ")
    assert service.json("tournament", "show", "Cup")["rounds"][0]["options"] == {"end": "rounds", "rounds": 4}


def test_the_options_of_a_game_are_fields(service: Service, tab: Callable[..., Tab]) -> None:
    cup = opened(service, *["Ann", "Ben", "Cleo", "Dan"])
    desk = tab().open(f"/enter#{service.token('director', tournament=cup)}")
    wanted = {"Play_to": "0", "Betting": "peek", "Chip_values": "1 5 10"}
    desk.press("Seat round 1")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option("conundruze")
    assert dialog.get_by_label("Two player stacks").is_hidden()
    dialog.get_by_text("Options of the game", exact=True).click()
    dialog.get_by_label("Full court").check()
    for name, value in wanted.items():
        found = dialog.get_by_label(name.replace("_", " "), exact=True)
        found.select_option(value) if name == "Betting" else found.fill(value)
    dialog.get_by_role("button", name="Seat it").click()
    desk.shows("is seated: ")
    options = service.json("tournament", "show", "Cup")["rounds"][0]["options"]
    assert options == {"play_to": 0, "full_court": True, "betting": "peek", "chip_values": [1, 5, 10]}
    desk.shows("Round 1: Conundruze")
    desk.press("Seat round 1 anew")
    assert dialog.get_by_label("Chip values").input_value() == "1 5 10"
    assert dialog.get_by_label("Full court").is_checked()
