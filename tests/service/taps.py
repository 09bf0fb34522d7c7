"""How many taps an action takes on the scribe's page: `python -m tests.service.taps [GAME...]` prints it.

A robot records a whole match of each game on a phone, with real cards and with those that the program deals.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from ludograph.domain.games import GAMES
from ludograph.replay.service.http.settings import Settings
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.service.robots import recorded
from tests.service.running import running


def main(games: Sequence[str]) -> None:
    """Prints a line for each match."""
    print(f"{'game':20} {'cards':8} {'actions':>7} {'taps':>5} {'mean':>5} {'median':>6} {'most':>4} {'refused':>7}")
    with (
        TemporaryDirectory() as folder,
        running(Path(folder) / "store.sqlite", Settings(entries=100_000)) as service,
        sync_playwright() as started,
    ):
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in games or GAMES:
            for cards in (False, True):
                done = recorded(chromium, service, game, cards=cards)
                taps = [count for count, _, _ in done.actions]
                assert service.lines("verify", done.match)[0]["ok"]
                print(
                    f"{game:20} {'real' if cards else 'program':8} {len(taps):7} {sum(taps):5} {mean(taps):5.2f} "
                    f"{median(taps):6.1f} {max(taps):4} {len(done.refused):7}",
                    flush=True,
                )
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1:])
