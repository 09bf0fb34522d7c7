"""The emblems of games: drawn ones, and those that are made for games without one."""

import re
import sys
from itertools import combinations
from math import dist
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from ludograph.domain.games import FOLDERS, GAMES
from ludograph.replay.design.emblems import accent, contrast_with_white, emblem, made_emblem
from ludograph.replay.design.letters import LINES, initials
from ludograph.replay.drawing.picture import DARK, LIGHT, png

GAMES_FOLDER = Path(__file__).parents[2] / "domain/games"
SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 1500
CLEAR = 0.08
"""The least distance of two accents in OKLab: about four times what can just be told apart."""
INVENTED = {
    "low-tide": "Low Tide",
    "tarn": "Tarn",
    "go-stop": "고스톱",
    "jeu": "Éléphant à Deux",
    "long": "The Very Long Title of 99 Games",
}
DRAWN = [game for game, folder in FOLDERS.items() if (GAMES_FOLDER / folder / "emblem.svg").is_file()]
TO_WHITE = {"#b45309": 5.02, "#000000": 21.0, "#ffffff": 1.0}
"""Known contrasts, as other programs tell them."""


def check(svg: str) -> None:
    """What holds for every emblem, drawn or made."""
    root = ElementTree.fromstring(svg)
    tile, *rest = root
    allowed = {f"{SVG}{name}" for name in ("svg", "g", "rect", "circle", "path")}
    assert len(svg.encode()) < MOST_BYTES
    assert root.get("viewBox") == "0 0 64 64"
    assert {node.tag for node in root.iter()} <= allowed
    assert not [node for node in root.iter() if {"id", "class", "style", "href"} & set(node.attrib)]
    assert not [name for node in root.iter() for name in node.attrib if name.startswith("on")]
    assert "".join(root.itertext()).strip() == ""
    assert rest
    assert tile.tag == f"{SVG}rect"
    assert (tile.get("width"), tile.get("height")) == ("64", "64")
    color = str(tile.get("fill"))
    assert set(re.findall(r"#\w+", svg)) == {color, "#fff"}
    assert svg.count(color) == 1
    assert contrast_with_white(color) >= 4.5
    assert png(svg, 1)


def oklab(color: str) -> tuple[float, float, float]:
    """A colour where distances are as eyes see them."""
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def test_the_games_that_the_program_brings_have_drawn_ones() -> None:
    assert len(DRAWN) >= 7
    assert all(emblem(game) != made_emblem(game, GAMES[game].title) for game in DRAWN)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_emblem_that_any_page_can_hold(game: str) -> None:
    check(emblem(game))
    assert re.fullmatch("#[0-9a-f]{6}", accent(game))
    assert f'fill="{accent(game)}"' in emblem(game)


def test_no_two_emblems_or_accents_are_alike() -> None:
    assert len({emblem(game) for game in GAMES}) == len(GAMES)
    near = [pair for pair in combinations(DRAWN, 2) if dist(*(oklab(accent(game)) for game in pair)) < CLEAR]
    assert not near


@pytest.mark.parametrize("ground", [LIGHT.ground, DARK.ground])
def test_every_tile_stands_out_from_light_and_dark_pages(ground: str) -> None:
    for game in GAMES:
        contrasts = sorted(map(contrast_with_white, (accent(game), ground)))
        assert contrasts[1] / contrasts[0] >= 2.5, game


def test_contrast_is_counted_as_others_do() -> None:
    assert {color: round(contrast_with_white(color), 2) for color in TO_WHITE} == TO_WHITE


@pytest.mark.parametrize(("game", "title"), INVENTED.items())
def test_what_is_made_is_the_same_each_time_and_passes_the_same_checks(game: str, title: str) -> None:
    check(made_emblem(game, title))
    assert made_emblem(game, title) == made_emblem(game, title)


def test_what_is_made_stays_the_same_from_run_to_run() -> None:
    assert 'fill="#a65986"' in made_emblem("low-tide", "Low Tide")


def test_a_game_without_a_file_gets_a_made_emblem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FOLDERS, "high-tide", "high_tide")
    game = SimpleNamespace(GAME=SimpleNamespace(title="High Tide"))
    monkeypatch.setitem(sys.modules, "ludograph.domain.games.high_tide", game)
    assert emblem("high-tide") == made_emblem("high-tide", "High Tide")
    check(emblem("high-tide"))
    emblem.cache_clear()


def test_any_made_accent_differs_from_every_drawn_one() -> None:
    drawn = [oklab(accent(game)) for game in DRAWN]
    for number in range(360):
        svg = made_emblem(f"game-{number}", "X")
        made = oklab(re.findall("#[0-9a-f]{6}", svg)[0])
        assert min(dist(made, one) for one in drawn) > 0.04


@pytest.mark.parametrize(
    ("title", "letters"),
    [
        ("Low Tide", "LT"),
        ("Hand of the Hanataz", "HH"),
        ("tarn", "T"),
        ("Éléphant", "E"),
        ("(Six) 9", "S9"),
        ("高", ""),
        ("", ""),
    ],
)
def test_letters_are_those_that_capital_words_begin_with(title: str, letters: str) -> None:
    assert initials(title) == letters


@pytest.mark.parametrize("letter", LINES)
def test_every_letter_can_be_drawn(letter: str) -> None:
    check(made_emblem("low-tide", f"{letter} {letter}"))
