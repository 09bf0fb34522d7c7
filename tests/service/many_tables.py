"""Pages with many tables on a slow phone: `python -m tests.service.many_tables`, and with `--lobby` the first page.

Measured in Chromium, whose processor is slowed down, from the navigation until the first board is drawn, and until all
that are on the screen are; with an empty cache and with a full one. What is counted are the bytes as they are sent.
"""

from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

import click
from playwright.sync_api import sync_playwright

from ludograph.domain.games import GAMES
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.service.running import Service, running
from tests.worlds import random_match

FIRST: Final = """
new MutationObserver((_, watch) => {
  if (!document.querySelector('#tables .board, .live-tile .scores')) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { globalThis.first = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
BOARDS: Final = "() => document.querySelectorAll('#tables .board, .picture .board').length > 1"
TILES: Final = "() => document.querySelectorAll('.live-tile').length > 1"
FACES: Final = "**/api/games/*/cards"
"""What cards look like, which the first page fetches after all else, and the browser keeps."""


def filled(service: Service, tables: int) -> None:
    """So many matches under way, of all games."""
    kinds = list(GAMES)
    for at in range(tables):
        game, random = GAMES[kinds[at % len(kinds)]], Random(at)
        match = random_match(game, random, random.randrange(5, 60))
        while game.result(match.state).over:
            match = random_match(game, random, random.randrange(3, 20))
        service.recorder.record(match)


def played(service: Service, matches: int) -> None:
    """So many matches that are over, for the greater part solitaires, which are short."""
    kinds = [*["aucteraden"] * 6, *GAMES]
    for at in range(matches):
        service.recorder.record(random_match(GAMES[kinds[at % len(kinds)]], Random(f"played {at}")))


def loaded(context: Any, url: str, slow: int, wait: str) -> tuple[dict[str, float], int]:
    """When the first was drawn, in milliseconds since the navigation, and how many bytes came."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    size = [0]

    def add(one: dict[str, Any]) -> None:
        size[0] += int(one.get("encodedDataLength", 0))

    wire.on("Network.dataReceived", add)
    wire.on("Network.responseReceived", lambda one: add(one["response"]))
    began = monotonic()
    page.goto(url, wait_until="commit")
    page.wait_for_function(wait, polling=20)
    whole = (monotonic() - began) * 1000
    page.wait_for_timeout(1500)
    first = page.evaluate("globalThis.first ?? 0")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    page.close()
    return {"first board": first, "first paint": paint, "boards": whole}, size[0]


@click.command()
@click.option("--tables", default=50)
@click.option("--slow", default=4, help="The processor is slowed down so many times.")
@click.option("--times", default=5)
@click.option("--lobby", is_flag=True, help="The first page, with --matches that are over.")
@click.option("--matches", default=1000)
def main(tables: int, slow: int, times: int, lobby: bool, matches: int) -> None:
    """Prints medians."""
    with TemporaryDirectory() as folder, running(Path(folder) / "store.sqlite") as service, sync_playwright() as pages:
        filled(service, tables)
        played(service, matches if lobby else 0)
        path = "/" if lobby else "/live"
        chromium: Any = pages.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, warm in (("empty cache", False), ("full cache", True)):
            found = []
            for _ in range(times):
                phone: Any = PHONE
                context = chromium.new_context(viewport=phone, has_touch=True, bypass_csp=True)
                context.add_init_script(FIRST)
                if lobby:
                    context.route(FACES, lambda route: route.abort())
                if warm:
                    loaded(context, f"{service.url}{path}", 1, TILES if lobby else BOARDS)
                found.append(loaded(context, f"{service.url}{path}", slow, TILES if lobby else BOARDS))
                context.close()
            middle = {key: round(median(one[key] for one, _ in found)) for key in found[0][0]}
            weight = median(size for _, size in found) / 1000
            click.echo(f"{path}: {tables} tables, {slow}x, {name}: {middle} ms, {weight:.0f} KB")
        chromium.close()


if __name__ == "__main__":
    main()
