"""Pictures of the pages over a club's evening.

`python -m tests.browser.pages_pictures OUT` takes all of them, or those that are named behind it: each at four
sizes, light and dark, as PNG, by which a page can be looked at before and after a change.
"""

import sys
from itertools import product
from pathlib import Path
from typing import Any, Final

from tests.browser.club_scene import club_evening, entrances
from tests.browser.conftest import browser

SIZES: Final = ((360, 740), (820, 1180), (1280, 800), (1920, 1080))
THEMES: Final = ("light", "dark")
DRAWN: Final = 1500
"""In milliseconds: until pictures within a page have come."""


def main(out: Path, *names: str) -> None:
    """Takes the pictures of the named pages, or of all."""
    out.mkdir(parents=True, exist_ok=True)
    with club_evening() as (service, paths), browser() as chromium:
        for (width, height), theme in product(SIZES, THEMES):
            tab = _tab(chromium, width, height, theme, entrances(service, paths))
            for name in names or paths:
                tab.goto(service.url + paths[name])
                tab.get_by_text("connecting").wait_for(state="hidden")
                tab.wait_for_timeout(DRAWN)
                tab.screenshot(path=out / f"{name}-{width}x{height}-{theme}.png")
            tab.context.close()


def _tab(chromium: Any, width: int, height: int, theme: str, links: list[str]) -> Any:
    tab = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=theme).new_page()
    for link in links:
        tab.goto(link)
        tab.wait_for_url(lambda url: "/enter" not in url)
    return tab


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
