"""The terminal player without a terminal: keys go in, screens come out as text.

`python -m tests.generate screens` writes the screens anew that a test compares; read them with your own eyes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from textual.pilot import Pilot

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.player.app import PlayerApp
from ludograph.replay.player.screen_app import ScreenApp
from ludograph.replay.player.session import ReplaySession
from tests.playthrough import golden_match

FOLDER = Path(__file__).parent / "screens"
SMALL, LARGE = (80, 24), (140, 40)
A = TypeVar("A", bound=ScreenApp)

Play = Callable[[A, Pilot[None]], Awaitable[Any]]


def played(player: A, play: "Play[A]", size: tuple[int, int] = SMALL) -> A:
    """The player after somebody did something with it."""

    async def run() -> None:
        async with player.run_test(size=size) as pilot:
            await pilot.pause()
            await play(player, pilot)

    asyncio.run(run())
    return player


def pressed(session: ReplaySession, *keys: str, size: tuple[int, int] = SMALL, refreshed: Any = None) -> str:
    """The screen after these keys."""
    return shown_after(PlayerApp(session, refreshed), *keys, size=size)


def shown_after(player: ScreenApp, *keys: str, size: tuple[int, int] = SMALL) -> str:
    """What stands on a screen after these keys."""
    screens = []

    async def press(player: ScreenApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await pilot.pause()
        screens.append(screen(player))

    played(player, press, size)
    return screens[0]


async def until(pilot: Pilot[None], seen: Callable[[], bool]) -> None:
    """Waits for something, however slow the machine is."""
    for _ in range(200):
        if seen():
            return
        await pilot.pause(0.05)
    raise AssertionError("it did not happen in ten seconds")


def screen(player: ScreenApp) -> str:
    """What is on the screen, as text."""
    width, height = player.size
    console = Console(width=width, height=height, file=StringIO(), force_terminal=True, record=True)
    console.print(player.screen._compositor.render_update(full=True))
    return "\n".join(line.rstrip() for line in console.export_text().split("\n")[:height])


def screens(match: Match) -> Iterator[tuple[str, str]]:
    """A game early, in the middle and late, from several seats, on small and large terminals."""
    last = len(match.steps)
    moments = [
        (TABLE, 0, SMALL, ()),
        (1, last // 3, SMALL, ()),
        (len(match.players), last // 2, SMALL, ("c",)),
        (1, 2 * last // 3, LARGE, ("c",)),
        (1, last - 1, LARGE, ("full_stop", "full_stop")),
        (JUDGE, last, LARGE, ()),
        (TABLE, last // 2, SMALL, ("f",)),
    ]
    for observer, step, size, keys in moments:
        session = ReplaySession(match, observer, step)
        title = (
            f"as {session.observer_name}, step {step}, {size[0]}x{size[1]}{', keys ' if keys else ''}{' '.join(keys)}"
        )
        yield title, pressed(session, *keys, size=size)


def page(game: str) -> str:
    """The screens of a game, one under the other."""
    return "".join(f"== {title}\n{text}\n\n" for title, text in screens(golden_match(game)))


def main() -> None:
    """Writes all screens anew."""
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(page(game))


if __name__ == "__main__":
    main()
