"""The evening of a club as `docs/service.md` has it, followed to its end: a process, and phones beside it."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.domain.store.recorder import Recorder
from tests.browser.conftest import DESK, PHONE
from tests.worlds import played_on

DOCUMENT = Path(__file__).parents[2] / "docs" / "service.md"
PROGRAM = "from ludograph.cli.main import main; main()"


def written(beginning: str) -> list[str]:
    """The words of a command that the document tells to type."""
    found = re.search(rf"[`\n] *({beginning}[^`\n]*)", DOCUMENT.read_text())
    assert found is not None, beginning
    return shlex.split(found[1])[1:]


def run(store: Path, words: list[str]) -> Any:
    done = CliRunner().invoke(main, ["--store", str(store), *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


@contextmanager
def served(store: Path, words: list[str]) -> Iterator[str]:
    """The service in a terminal; where it says that phones find it."""
    command = [sys.executable, "-c", PROGRAM, "--store", str(store), *words, "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "80"})
    assert process.stderr is not None
    said = ""
    for line in process.stderr:
        said += line
        if "Ctrl-C stops" in line:
            break
    found = re.search(r"http://[0-9.]+:\d+", said)
    assert found is not None, said
    try:
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


def test_it_is_followed_to_its_end(chromium: Any, tmp_path: Path) -> None:
    store = tmp_path / "evening.sqlite"
    run(store, written("ludograph tournament new"))
    with served(store, written("ludograph serve --host 0.0.0.0 --qr")) as url:
        tabs = {name: chromium.new_context(viewport=size).new_page() for name, size in SEATS.items()}
        link = json.loads(
            run(store, [*written("ludograph token new --role director --tournament CE"), "--json"]).stdout
        )["link"]
        assert link.startswith(f"{url}/enter#"), "the service that runs is found"
        evening(store, tabs, link)
        for tab in tabs.values():
            tab.context.close()
    pages = tmp_path / "results.html"
    run(store, [*written("ludograph tournament sheet")[:-1], str(pages)])
    assert "Club Evening" in pages.read_text()
    run(store, [*written("ludograph backup")[:-1], str(tmp_path / "copy.sqlite")])


SEATS = {"desk": DESK, "scribe": PHONE, "Ann": PHONE, "Ben": PHONE, "viewer": PHONE}


def evening(store: Path, tabs: dict[str, Any], link: str) -> None:
    """From the desk's link to the end of the tournament."""
    desk = tabs["desk"]
    desk.goto(link)
    press(desk, "Enter players")
    desk.get_by_label("Names, each on a line").fill("Ann\nBen")
    press(desk, "Enter")
    for number, how in (("1", "Start the round (real cards)"), ("2", "Start, the program deals")):
        press(desk, f"Seat round {number}")
        desk.get_by_label("Game", exact=True).select_option("sun-bid")
        desk.get_by_label("Players at a table").fill("2")
        press(desk, "Seat it")
        press(desk, f"{how}: round {number}")
        shows(desk, f"Round {number} has started")
        links = printed(desk, number)
        tabs["viewer"].goto(links[4])
        tabs["scribe"].goto(links[1])
        tabs["scribe"].wait_for_url("**/matches/*/scribe")
        if number == "1":
            press(tabs["scribe"], "Say how the cards lie")
            press(desk, "Result from paper: Round 1, table 1")
            for name, score in (("Ann", "12"), ("Ben", "7")):
                desk.get_by_label(name, exact=True).fill(score)
            press(desk, "Record it")
            shows(desk, "The result of table 1 is recorded.")
            shows(desk, "Round 1 is over.")
    agree(store, tabs, links)
    press(desk, "Close the tournament")
    press(desk, "Close it")
    shows(desk, "The tournament is closed.")


def printed(desk: Any, number: str) -> list[str]:
    """The links of a table's sheet: of the scribe, of the players, and of whoever follows."""
    desk.get_by_role("link", name=f"Print sheets with codes: round {number}").click()
    desk.locator("#print:not([disabled])").wait_for()
    found: list[str] = desk.locator(".page[data-table='1'] .address").all_inner_texts()
    desk.get_by_role("link", name="The desk").click()
    desk.get_by_role("button", name="Take the newest back").wait_for()
    return ["", *found[:1], *found[2:], found[1]]


def agree(store: Path, tabs: dict[str, Any], links: list[str]) -> None:
    """Players scan their slips, the table is played to its end, and both agree."""
    names = json.loads(run(store, ["show", "CE-2-1", "--json"]).stdout)["players"]
    for name, at in zip(names, (2, 3), strict=True):
        tabs[name].goto(links[at])
    with Recorder(store) as recorder:
        recorder.record(played_on(recorder.load(recorder.find("CE-2-1")), Random("end")))
    for name in names:
        press(tabs[name], f"I agree: {name}")
        shows(tabs[name], "You agree to these scores")


def press(tab: Any, button: str) -> None:
    tab.get_by_role("button", name=button, exact=True).click()


def shows(tab: Any, text: str) -> None:
    """Waits until a text can be read, also where a heading says it too a moment later."""
    tab.get_by_text(text).first.wait_for()
