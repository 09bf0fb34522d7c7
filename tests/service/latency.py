"""From the confirmation of an entry to the screen of a follower: `python -m tests.service.latency --steps 40`.

A page in Chromium stands at the newest step of a match, at every pace that can be chosen. Each step is entered over
HTTP, and the page notes when it stands there, after it was drawn. Service, browser and script share one clock, and no
network lies between them.
"""

from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import time
from uuid import UUID

import click

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import json_text
from tests.browser.conftest import DESK, PHONE, browser
from tests.service.running import Service, running, wait_until
from tests.worlds import random_match

PACES = ("0.5", "2", "8")
NOTES = """() => {
  globalThis.seen = {};
  const number = document.getElementById('number');
  new MutationObserver(() => {
    const [, step] = /^Step (\\d+)/.exec(number.textContent);
    requestAnimationFrame(() => setTimeout(() => { globalThis.seen[step] ??= Date.now(); }));
  }).observe(number, { childList: true, characterData: true, subtree: true });
}"""


@click.command()
@click.option("--game", default="sun-bid", type=click.Choice(list(GAMES)))
@click.option("--steps", default=40, help="So many steps are entered at each pace.")
@click.option("--before", default=0, help="So many steps were played before.")
@click.option("--slow", default=1, help="The browser's processor is slowed down so many times.")
def main(game: str, steps: int, before: int, slow: int) -> None:
    """Prints how many milliseconds it took, the median and the most, for each pace."""
    whole = random_match(GAMES[game], Random(f"{game} {before}"), before + steps)
    while len(whole.steps) < before + steps:
        whole = random_match(GAMES[game], Random(whole.id.int), before + steps)
    for pace in PACES:
        for name, viewport in (("desk", DESK), ("phone", PHONE)):
            took = measured(whole, before, pace, viewport, slow)
            told = f"median {median(took):.0f} ms, most {max(took):.0f} ms"
            click.echo(f"pace {pace} s, {name}, {len(took)} steps of {len(whole.steps)}: {told}")


def measured(whole: Match, before: int, pace: str, viewport: dict[str, int], slow: int) -> list[float]:
    """For each step the milliseconds from its confirmation until it was drawn."""
    start, *lines = exported(whole, JUDGE)
    with TemporaryDirectory() as folder, running(Path(folder) / "store.sqlite") as service, browser() as chromium:
        match = begun(service, Path(folder), [start, *lines[:before]])
        context = chromium.new_context(viewport=viewport)
        context.add_init_script(f"localStorage.setItem('ludograph-pace', '{pace}')")
        page = context.new_page()
        page.goto(f"{service.url}/matches/{match}")
        page.keyboard.press("End")
        page.locator("#lost", has_text="live").wait_for()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
        page.evaluate(NOTES)
        scribe, confirmed = service.client(service.token("director")), {}
        for number, line in enumerate(lines[before:], start=before + 1):
            assert scribe.post(f"/api/matches/{match}/actions", json=line).status_code == 201
            confirmed[str(number)] = time() * 1000
            wait_until(lambda number=number: page.evaluate(f"{number} in globalThis.seen"))
        seen = page.evaluate("globalThis.seen")
        context.close()
    return [max(seen[number] - at, 0) for number, at in confirmed.items()]


def begun(service: Service, folder: Path, lines: list[dict[str, object]]) -> UUID:
    """A match of which these lines of its file are recorded; its id."""
    file = folder / "match.jsonl"
    file.write_text("".join(f"{json_text(line)}\n" for line in lines), encoding="utf-8")
    service.run("import", file)
    (found,) = service.lines("matches")
    return UUID(found["match"])


if __name__ == "__main__":
    main()
