"""The emblem of each game and its accent colour: drawn in the game's folder, or made of its title."""

import re
from colorsys import hls_to_rgb
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from ludograph.domain import games
from ludograph.replay.design.letters import HEIGHT, LINES, WIDTH, initials

SIDE: Final = 64
"""The width and height of every emblem, in its own units."""
CONTRAST: Final = 4.5
"""The least contrast between white and an accent, as WCAG asks of text."""
SATURATION: Final = 0.3
"""Of a made accent: less than those of drawn emblems have, so that they differ whatever the hue."""
BLANK: Final = "M20 13h24v38h-24zM32 25l5 7-5 7-5-7z"
"""A card, for a title without a letter that can be drawn."""
_TILE: Final = re.compile(r'<rect [^>]*fill="(#[0-9a-f]{6})"')


@cache
def emblem(game: str) -> str:
    """The emblem of a game as SVG: of its folder, or else made of its title."""
    drawn = files(games) / games.FOLDERS[game] / "emblem.svg"
    return drawn.read_text(encoding="utf-8") if drawn.is_file() else made_emblem(game, games.GAMES[game].title)


def initials_of(game: str) -> str:
    """One or two letters for a game where there is no room for its emblem."""
    return initials(games.GAMES[game].title)


def accent(game: str) -> str:
    """The colour of a game as `#rrggbb`, in which its tile is filled."""
    tile = _TILE.search(emblem(game))
    if tile is None:
        raise ValueError(f"the emblem of {game} has no tile filled with a colour")
    return tile[1]


def accents() -> str:
    """A style in which whatever is marked with `data-game` has that game's accent as `--game`."""
    return "".join(f'[data-game="{game}"] {{ --game: {accent(game)}; }}\n' for game in games.GAMES)


def emblem_inline(game: str) -> str:
    """The emblem to stand in a page beside a game's title, which says the same in words."""
    return emblem(game).replace("<svg ", '<svg class="emblem" aria-hidden="true" focusable="false" ', 1).strip()


def emblem_sprite() -> str:
    """The emblems of all games in one SVG; each is used by the id of its game."""
    each = (emblem(game).replace("<svg ", f'<svg id="{game}" ', 1) for game in games.GAMES)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(each)}</svg>\n'


def made_emblem(game: str, title: str) -> str:
    """An emblem of a title's first letters on a tile whose hue comes of the game's id."""
    letters = initials(title)
    zoom = 1.35 if len(letters) == 1 else 1
    width = len(letters) * WIDTH + (len(letters) - 1) * 8
    left, top = (SIDE - width * zoom) / 2, (SIDE - HEIGHT * zoom) / 2
    drawn = "".join(
        f'<path transform="translate({left + at * (WIDTH + 8):g} {top:g}) scale({zoom})" d="{LINES[letter]}"/>'
        for at, letter in enumerate(letters)
    )
    drawn = drawn or f'<path d="{BLANK}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">\n'
        f'<rect width="{SIDE}" height="{SIDE}" rx="14" fill="{_made_accent(game)}"/>\n'
        '<g fill="none" stroke="#fff" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round">'
        f"{drawn}</g>\n</svg>\n"
    )


def _made_accent(game: str) -> str:
    """The lightest colour of the id's hue on which white can be read."""
    hue = int.from_bytes(sha256(game.encode()).digest()[:2]) / 2**16
    shades = (hls_to_rgb(hue, percent / 100, SATURATION) for percent in range(50, 0, -1))
    written = ("#" + "".join(f"{round(part * 255):02x}" for part in shade) for shade in shades)
    return next(color for color in written if contrast_with_white(color) >= CONTRAST)


def contrast_with_white(color: str) -> float:
    """The contrast of a colour `#rrggbb` with white as WCAG 2 defines it: 1 to 21."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return 1.05 / (luminance + 0.05)
