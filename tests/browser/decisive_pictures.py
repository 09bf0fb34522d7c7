"""The decisive beats of every game at six sizes, light and dark, put side by side to be looked at.

`python -m tests.browser.decisive_pictures OUT [GAME ...]` writes a sheet for each game: a browser of four sizes and a
terminal of two, light above dark. With `--each N` it takes N decisive steps of each game instead of its best one.
"""

import sys
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image
from resvg_py import svg_to_bytes
from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, SVG_EXPORT_THEME
from textual.pilot import Pilot

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.beats.climax import climax_of, stage_of
from ludograph.replay.page import page
from ludograph.replay.player.app import PlayerApp
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.timeline.timeline import Timeline
from tests.browser.conftest import browser
from tests.playthrough import golden_match
from tests.replay.playing import played

WINDOWS: Final = ((360, 740), (740, 360), (1280, 800), (1920, 1080))
TERMINALS: Final = ((80, 24), (120, 40))
THEMES: Final = ("light", "dark")
COLOURS: Final = {"light": DEFAULT_TERMINAL_THEME, "dark": SVG_EXPORT_THEME}
HEIGHT: Final = 380
"""So high is each row of a sheet."""
GAP: Final = 10


def decisive_steps(match: Match) -> list[tuple[int, int]]:
    """The steps in which something is decided, each with how many cards are shown then."""
    timeline = Timeline(match, TABLE)
    stages = ((step, stage_of(timeline, step, climax_of(timeline, step))) for step in range(1, len(timeline)))
    return [(step, sum(len(one.shown.cards) for one in stage.entries)) for step, stage in stages if stage]


def best_step(match: Match) -> int:
    """The first of the steps at which most is shown side by side."""
    return max(decisive_steps(match), key=lambda one: (one[1], -one[0]))[0]


def some_steps(match: Match, count: int) -> list[int]:
    """So many of the steps in which something is decided, from the first to the last."""
    steps = [step for step, _ in decisive_steps(match)]
    places = {round(at * (len(steps) - 1) / max(count - 1, 1)) for at in range(count)}
    return [steps[place] for place in sorted(places)]


def windows(chromium: Any, address: str, step: int, theme: str) -> list[Image.Image]:
    """A page at a step in windows of all sizes."""
    context = chromium.new_context(color_scheme=theme, reduced_motion="reduce")
    tab = context.new_page()
    taken = []
    for width, height in WINDOWS:
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto("about:blank")
        tab.goto(f"{address}#{step}")
        tab.wait_for_timeout(150)
        taken.append(Image.open(BytesIO(tab.screenshot())).convert("RGB"))
    context.close()
    return taken


def terminal(match: Match, step: int, size: tuple[int, int], theme: str) -> Image.Image:
    """The terminal player at a step, as its screen is drawn."""
    found: list[str] = []

    async def look(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        width, height = player.size
        console = Console(width=width, height=height, file=StringIO(), force_terminal=True, record=True)
        console.print(player.screen._compositor.render_update(full=True))
        found.append(console.export_svg(title=match.game.title, theme=COLOURS[theme]))

    played(PlayerApp(ReplaySession(match, TABLE, step)), look, size)
    drawn = svg_to_bytes(svg_string=found[0].replace("Fira Code", "DejaVu Sans Mono"))
    return Image.open(BytesIO(bytes(drawn))).convert("RGB")


def sheet(rows: list[list[Image.Image]]) -> Image.Image:
    """Rows of pictures, all as high as each other."""
    scaled = [[_scaled(one) for one in row] for row in rows]
    width = max(sum(one.width + GAP for one in row) for row in scaled) - GAP
    whole = Image.new("RGB", (width, (HEIGHT + GAP) * len(rows) - GAP), "#888")
    for down, row in enumerate(scaled):
        left = 0
        for one in row:
            whole.paste(one, (left, down * (HEIGHT + GAP)))
            left += one.width + GAP
    return whole


def _scaled(picture: Image.Image) -> Image.Image:
    return picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT), Image.Resampling.LANCZOS)


def main(out: Path, games: list[str], each: int) -> None:
    """Writes the sheets."""
    out.mkdir(parents=True, exist_ok=True)
    found = {game: golden_match(game) for game in games}
    steps = {game: some_steps(match, each) if each else [best_step(match)] for game, match in found.items()}
    # The terminal's loop and the browser's cannot run at the same time.
    drawn = {
        (game, step, theme): [terminal(found[game], step, size, theme) for size in TERMINALS]
        for game in games
        for step in steps[game]
        for theme in THEMES
    }
    with browser() as chromium, TemporaryDirectory() as folder:
        for game, match in found.items():
            file = Path(folder) / f"{game}.html"
            file.write_text(page(match, TABLE), encoding="utf-8")
            for step in steps[game]:
                rows = [[*windows(chromium, file.as_uri(), step, theme), *drawn[game, step, theme]] for theme in THEMES]
                name = f"{game}-{step}" if each else game
                sheet(rows).save(out / f"{name}.webp", quality=50, method=6)


if __name__ == "__main__":
    wanted = [word for word in sys.argv[2:] if word in GAMES]
    some = int(sys.argv[sys.argv.index("--each") + 1]) if "--each" in sys.argv else 0
    main(Path(sys.argv[1]), wanted or list(GAMES), some)
