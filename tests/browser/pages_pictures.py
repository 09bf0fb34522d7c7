"""Pictures of the pages over the demo's tournament and a live table of each game.

`python -m tests.browser.pages_pictures OUT` takes all of them, or those that are named behind it: each at four
sizes, light and dark, as PNG, by which a page can be looked at before and after a change.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import UUID

from click.testing import CliRunner

from ludograph.cli.main import main as ludograph
from ludograph.domain.bots.bot_table import BotTable
from ludograph.domain.games import GAMES
from tests.browser.conftest import browser
from tests.service.running import Service, running

SIZES: Final = ((360, 740), (820, 1180), (1280, 800), (1920, 1080))
THEMES: Final = ("light", "dark")
DRAWN: Final = 900
"""In milliseconds: until pictures within a page have come."""
MOVES: Final = 12
"""So many are made at each live table."""
PLAYERS: Final = ("Dora", "Emil", "Fay", "Gus")


@contextmanager
def filled_service() -> Iterator[tuple[Service, dict[str, str]]]:
    """A service over the demo's store with a live table of each game, and the paths of its pages by what they are."""
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        done = CliRunner().invoke(ludograph, ["demo", "--keep", str(store)])
        assert done.exit_code == 0, done.output
        with running(store) as service:
            live = [_live_table(service, game) for game in GAMES]
            cup = service.lines("tournament", "list")[0]["tournament"]
            _seat_a_round(service, cup)
            yield service, _paths(cup, live[0])


def _live_table(service: Service, game: str) -> str:
    least = min(GAMES[game].seats)
    match = service.new(game, *PLAYERS[:least])
    _play(service, match)
    return match


def _seat_a_round(service: Service, cup: str) -> None:
    """The tournament's next round, with its tables being played."""
    service.run("tournament", "seat", cup, "--game", "sun-bid", "--size", "3")
    number = len(service.json("tournament", "show", cup)["rounds"])
    service.run("tournament", "start", cup, str(number), "--seed", "deal")
    for table in service.json("tournament", "show", cup)["rounds"][-1]["tables"]:
        _play(service, table["match"])


def _play(service: Service, match: str) -> None:
    for _ in zip(range(MOVES), BotTable(service.recorder, UUID(match), "bots").moves(), strict=False):
        pass


def _paths(cup: str, match: str) -> dict[str, str]:
    pages = {"lobby": "/", "tables": "/live", "match": f"/matches/{match}", "scribe": f"/matches/{match}/scribe"}
    pages |= {"commentary": f"/matches/{match}/commentary", "replay": "/matches/AO26-1-1?as=table#29"}
    pages |= {"player": "/players/Ann", "game": "/games/sun-bid"}
    return pages | {
        "tournament": f"/tournaments/{cup}",
        **{name: f"/tournaments/{cup}/{name}" for name in ("desk", "wall", "sheets")},
    }


def main(out: Path, *names: str) -> None:
    """Takes the pictures of the named pages, or of all."""
    out.mkdir(parents=True, exist_ok=True)
    with filled_service() as (service, paths), browser() as chromium:
        base = service.url
        for (width, height), theme in product(SIZES, THEMES):
            tab = _tab(chromium, width, height, theme, base, service.token("director"))
            for name in names or paths:
                tab.goto(base + paths[name])
                tab.get_by_text("connecting").wait_for(state="hidden")
                tab.wait_for_timeout(DRAWN)
                tab.screenshot(path=out / f"{name}-{width}x{height}-{theme}.png")
            tab.context.close()


def _tab(chromium: Any, width: int, height: int, theme: str, base: str, token: str) -> Any:
    tab = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=theme).new_page()
    tab.goto(f"{base}/enter#{token}")
    tab.wait_for_url(f"{base}/")
    return tab


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
