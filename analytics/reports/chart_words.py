"""What stands in a chart in words: titles of games, names of cards and suits, bars in the order of what they show."""

import re
from typing import Any, Final

from ludograph.analytics.reports.chart_data import Chart, Panel, Point
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import Deck

ORDINAL: Final = frozenset(
    ("round", "round_number", "betting_round", "rank", "place", "slot", "period", "seat", "stolen", "castle_row")
)
"""Columns whose texts have an order of their own, in which their bars stay."""
KIND: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
TITLES: Final = {game.id: game.title for game in GAMES.values()} | {"all games": "All games"}


def chart_in_words(chart: Chart, game: str | None) -> Chart:
    """A chart as people read it; `game` is that which the report is about, None for all."""
    panels = tuple(_panel(chart, panel, game) for panel in chart.panels)
    return chart._replace(x=chart.x.removeprefix("from_").removesuffix("_name"), panels=panels)


def _panel(chart: Chart, panel: Panel, game: str | None) -> Panel:
    """A panel with words, its bars in the order of what they show unless they have one of their own."""
    parts = panel.title.split(", ")
    here = game or next((part for part in parts if part in GAMES), None)
    points = [_point(chart, point, here) for point in panel.points]
    if chart.kind == "bars" and _is_nominal(chart, panel):
        points.sort(key=lambda point: -point.value)
    return panel._replace(title=", ".join(TITLES.get(part, plain_words(part)) for part in parts), points=tuple(points))


def _is_nominal(chart: Chart, panel: Panel) -> bool:
    """Whether what bars are of has no order: names, cards, kinds of things."""
    return chart.x.split(",")[0] not in ORDINAL and all(isinstance(point.x, str) for point in panel.points)


def _point(chart: Chart, point: Point, game: str | None) -> Point:
    """A point with its names in words."""
    y = _word(chart.y, point.y, game) if chart.kind == "heat" else point.y
    return point._replace(x=_word(chart.x, point.x, game), y=y)


def _word(column: str, value: Any, game: str | None) -> Any:
    """A value of a column in words; numbers, days and names of people stay what they are."""
    if not isinstance(value, str) or column.split(",", maxsplit=1)[0] in ("player", "opponent", "entered_by", "event"):
        return value
    if value in TITLES:
        return TITLES[value]
    deck = GAMES[game].deck if game is not None else None
    if deck is not None and (found := _of_deck(column, value, deck)) is not None:
        return found
    return plain_words(KIND.sub(" ", value).lower() if column == "fact" else value)


def _of_deck(column: str, value: str, deck: Deck) -> str | None:
    """The name of a card or suit, or the ranks of several cards; None where it is none of these."""
    names = {face.code: face.name.removeprefix("the ") for face in deck.faces}
    if "suit" in column:
        return deck.suit_names.get(value)
    if value in names and column.split(",", maxsplit=1)[0] in ("card", "stolen"):
        return f"{names[value][0].upper()}{names[value][1:]}"
    codes, _, rest = value.partition(", ")
    ranks = {face.code: face.rank for face in deck.faces}
    if " " in codes and all(code in ranks for code in codes.split()):
        return ", ".join([" ".join(ranks[code] for code in codes.split()), *([rest] if rest else [])])
    return None


def plain_words(text: str) -> str:
    """A text without the underscores of a program."""
    return text.replace("_", " ")
