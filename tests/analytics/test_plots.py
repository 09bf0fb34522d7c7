"""What a chart looks like: bars to one scale, panels with room for what is in them, lines and shades."""

import re
from collections.abc import Sequence
from io import BytesIO
from math import isnan
from typing import Any

import pytest

from ludograph.analytics.reports.chart_data import Chart, Panel, Point, chart_of, label, value_label
from ludograph.analytics.reports.chart_theme import THEMES
from ludograph.analytics.reports.chart_words import chart_in_words
from ludograph.analytics.reports.charts import save
from ludograph.analytics.reports.plots import chart_lines
from ludograph.analytics.reports.reports import Plot, Report


def chart(kind: str, *panels: Panel) -> Chart:
    return Chart("A title", kind, "player", "won_percent", panels, "times")


def panel(title: str, *points: tuple[Any, float]) -> Panel:
    return Panel(title, tuple(Point(x, value) for x, value in points))


def lines(found: Chart, width: int = 30, *, colored: bool = False) -> list[str]:
    return list(chart_lines(found, width, colored))


def test_bars_are_as_long_as_their_values_say_to_an_eighth_of_a_letter() -> None:
    assert lines(chart("bars", panel("", ("Ann", 16), ("Bob", 8), ("Cat", 1), ("Dan", 0), ("Eve", 0.5)))) == [
        "A title",
        "Won percent by player".replace("Won percent", "Won (%)"),
        "",
        "  Ann  16 ████████████████████",
        "  Bob   8 ██████████",
        "  Cat   1 █▎",
        "  Dan   0",
        "  Eve 0.5 ▋",
    ]


def test_panels_share_one_scale_and_have_their_titles() -> None:
    assert lines(chart("bars", panel("sun-bid", ("Ann", 2)), panel("aucteraden", ("Bob", 4))), 20)[2:] == [
        "",
        "sun-bid",
        "  Ann 2 ██████",
        "",
        "aucteraden",
        "  Bob 4 ████████████",
    ]


def test_below_zero_bars_grow_to_the_left_of_a_line() -> None:
    assert lines(chart("bars", panel("", ("Ann", -4), ("Bob", 8), ("Cat", 0), ("Dan", -2))), 21)[3:] == [
        "  Ann -4 ████",
        "  Bob  8     │███████",
        "  Cat  0     │",
        "  Dan -2   ██",
    ]


def test_no_bar_is_longer_than_its_room_where_nearly_all_is_below_zero() -> None:
    found = lines(chart("bars", panel("", ("Ann", -14), ("Bob", 0.02))))
    assert max(map(len, found)) <= 30


def test_long_names_are_cut_to_a_third_and_numbers_stand_to_the_right() -> None:
    assert lines(chart("bars", panel("", ("Maximiliane", 1), ("Bo", 1))), 24)[3:] == [
        "  Maximil… 1 ███████████",
        "  Bo       1 ███████████",
    ]
    assert lines(chart("histogram", panel("", (5, 1), (10, 1))), 20)[3:] == [
        "   5 1 █████████████",
        "  10 1 █████████████",
    ]


def test_bars_are_painted_where_there_are_colours() -> None:
    assert lines(chart("bars", panel("", ("Ann", 1), ("Bob", 0))), 16, colored=True)[3:] == [
        "  Ann 1 \x1b[36m████████\x1b[0m",
        "  Bob 0",
    ]


def heat(*points: Point) -> Chart:
    return Chart("A title", "heat", "opponent", "player", (Panel("", points),), "ahead_percent")


def test_heat_has_a_shade_for_each_fifth_and_a_point_where_nothing_is() -> None:
    found = heat(*(Point(f"p{at}", at * 25, "Ann") for at in range(5)), Point("p0", 12.4, "Bob"))
    assert lines(found, 40) == [
        "A title",
        "Ahead (%): player down, opponent across",
        "",
        "      p0   p1   p2   p3   p4",
        "Ann   0   25░  50▒  75▓ 100█",
        "Bob  12     ·    ·    ·    ·",
    ]


def test_heat_that_is_too_wide_goes_on_below() -> None:
    found = heat(*(Point(at, at, "Ann") for at in range(5)))
    assert lines(found, 14)[2:] == [
        "",
        "       0    1",
        "Ann   0    1░",
        "",
        "       2    3",
        "Ann   2▒   3▓",
        "",
        "       4",
        "Ann   4█",
    ]


def test_a_line_is_drawn_for_each_panel_with_a_mark_of_its_own() -> None:
    found = lines(chart("line", panel("Ann", (1, 10), (9, 30)), panel("Bob", (1, 30), (9, 10))), 40)
    assert found[:2] == ["A title", "Won (%)"]
    assert len(found) == 25
    assert max(map(len, found)) <= 40
    assert found[-1] == "• Ann   x Bob"
    assert all(mark in "".join(found[2:-1]) for mark in "•x")


def test_beside_a_line_of_whole_numbers_stand_whole_numbers() -> None:
    found = lines(chart("line", panel("", (1, 0), (2, 25), (3, 7))), 40)
    assert [number for line in found if "┤" in line and (number := line.partition("┤")[0].strip())] == [
        "25",
        "19",
        "12",
        "6",
        "0",
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("won_percent", "Won (%)"),
        ("mean_seconds", "Mean (s)"),
        ("percent", "Percent"),
        ("games_played", "Games played"),
    ],
)
def test_a_column_is_named_for_people_with_its_unit(name: str, told: str) -> None:
    assert label(name) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [(12345, "12,345"), (2.5, "2.5"), (3.0, "3"), (0.126, "0.13"), (100.0, "100"), (True, "True"), ("x", "x")],
)
def test_a_number_is_written_as_people_do(value: Any, told: str) -> None:
    assert value_label(value) == told


def charted(plot: Plot, names: Sequence[str], *rows: tuple[Any, ...]) -> list[tuple[str, list[tuple[Any, float]]]]:
    """The panels of a report that answered with these rows."""
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    return [(one.title, [(p.x, p.value) for p in one.points]) for one in chart_of(report, names, rows).panels]


def test_rows_become_panels_in_the_order_of_what_they_have_in_common() -> None:
    rows = [("b", 10, "Ann", 1), ("a", 9, "Bob", 2), ("a", 10, "Cat", None), ("a", 10, "Dan", 4), (None, 1, "Eve", 5)]
    assert charted(Plot("bars", "player", "won", "game,seat"), ["game", "seat", "player", "won"], *rows) == [
        ("a, 9 seat", [("Bob", 2)]),
        ("a, 10 seat", [("Dan", 4)]),
        ("b, 10 seat", [("Ann", 1)]),
        ("None, 1 seat", [("Eve", 5)]),
    ]


def test_a_panel_of_answers_says_to_what() -> None:
    found = charted(Plot("bars", "suits", "profit", "has_crown"), ["has_crown", "suits", "profit"], ("no", 1, 2))
    assert found == [("has crown: no", [(1, 2)])]


@pytest.mark.parametrize("xs", [(1, 2), tuple(range(1, 31))])
def test_a_line_of_whole_numbers_has_no_tick_between_and_says_of_how_many_it_is(xs: tuple[int, ...]) -> None:
    panel = Panel("", tuple(Point(x, 5.0, cases=x) for x in xs))
    told = texts(chart("line", panel))
    assert "1.5" not in told
    assert f"n={xs[0]}" in told


def picture(found: Chart, theme: str = "light") -> str:
    """A chart as SVG."""
    out = BytesIO()
    save(found, "", "svg", out, theme)
    return out.getvalue().decode()


def texts(found: Chart) -> list[str]:
    """All that stands in a picture."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture(found))


def test_a_histogram_counts_rows_and_has_nothing_between() -> None:
    found = charted(Plot("histogram", "steps"), ["steps"], (10,), (4,), (10,), (6,), (None,))
    assert found == [("", [(4, 1), (5, 0), (6, 1), (7, 0), (8, 0), (9, 0), (10, 2)])]


def test_a_range_is_as_wide_as_the_report_says_however_few_there_are() -> None:
    plot = Plot("histogram", "from_steps", "matches", to="to_steps")
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    found = chart_of(report, ["from_steps", "to_steps", "matches"], [(20, 24, 1), (35, 39, 2)]).panels[0]
    assert [(point.x, point.value) for point in found.points] == [(20, 1), (25, 0), (30, 0), (35, 2)]
    assert found.width == 5
    alone = chart_of(report, ["from_steps", "to_steps", "matches"], [(20, 24, 1)]).panels[0]
    assert (len(alone.points), alone.width) == (1, 5)


def test_what_has_no_name_is_drawn_as_not_known() -> None:
    found = charted(Plot("bars", "nature", "n"), ["nature", "n"], ("void", 3), (None, 4), ("stranger", None))
    assert found == [("", [("void", 3), ("not known", 4)])]


def test_what_grows_with_a_count_is_told_with_its_range_beside_one_even_line() -> None:
    plot = Plot("bars", "card", "compared_percent", counted="times", even="100")
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    point = chart_of(report, ["card", "compared_percent", "times"], [("F", 200.0, 10)]).panels[0].points[0]
    assert point.span is not None
    assert (round(point.span.low), round(point.span.high), point.cases, point.even) == (96, 368, 10, 100)


def strokes(theme: str, *panels: Panel) -> list[str]:
    """How the lines of a picture are drawn: in which colours, with which dashes, and how wide."""
    colors = "|".join(dict.fromkeys(THEMES[theme].lines))
    dashed = r"(?:stroke-dasharray: [^;]+; stroke-dashoffset: 0; )?"
    line = rf'style="fill: none; ({dashed}stroke: (?:{colors}); stroke-width: [\d.]+)'
    return list(dict.fromkeys(re.findall(line, picture(chart("line", *panels), theme))))


@pytest.mark.parametrize("theme", THEMES)
def test_lines_are_equally_wide_and_each_is_told_from_the_others(theme: str) -> None:
    one, other = panel("a", (1, 2), (2, 3), (3, 4)), panel("b", (1, 2), (2, 3), (3, 1))
    found = strokes(theme, one, other)
    assert len(found) == 2
    assert {line.rpartition("stroke-width: ")[2] for line in found} == {"1.8"}


def test_a_line_has_the_band_in_which_what_it_shows_lies() -> None:
    plot = Plot("line", "match_number", "skill", band="uncertainty")
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    found = chart_of(report, ["match_number", "skill", "uncertainty"], [(1, 25.0, 8.0), (2, 27.0, 5.0)])
    bands = [point.band for point in found.panels[0].points]
    assert [(round(band.low, 2), round(band.high, 2)) for band in bands if band] == [(9.32, 40.68), (17.2, 36.8)]
    assert "FillBetweenPolyCollection" in picture(found)
    assert "The bands hold what is shown nineteen times of twenty." in texts(found)


def test_a_histogram_with_too_many_bars_is_not_filled_up() -> None:
    assert charted(Plot("histogram", "steps", "n"), ["steps", "n"], (0, 1), (1, 2), (199, 3))[0][1][-1] == (199, 3)
    assert len(charted(Plot("histogram", "steps", "n"), ["steps", "n"], (0, 1), (1, 2), (199, 3))[0][1]) == 200
    assert len(charted(Plot("histogram", "steps", "n"), ["steps", "n"], (0, 1), (1, 2), (200, 3))[0][1]) == 3


WON = ["seat", "won_percent", "matches", "even_percent"]


def test_a_percentage_is_told_with_its_cases_its_range_and_what_would_be_even() -> None:
    plot = Plot("bars", "seat", "won_percent", of="matches", even="even_percent")
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    assert lines(chart_of(report, WON, [(1, 50.0, 10, 25.0), (2, 0.0, 4, 25.0)]), 60) == [
        "A title",
        "Won (%) by seat",
        "With the range in which chance may have put it (95 %), and",
        "the number of cases (n). ┊ is what it would be if there were",
        "no difference.",
        "",
        "  1 50 (24-76 n=10) ████████████████████┊███████████████████",
        "  2  0 (0-49 n=4)                       ┊",
    ]


def test_a_share_of_all_is_told_with_how_many_all_are() -> None:
    plot = Plot("bars", "how", "pots_percent", "pot", part="pots")
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    rows = [("alone", 25.0, "main", 1), ("best", 75.0, "main", 3), ("best", 100.0, "side", 2)]
    panels = chart_of(report, ["how", "pots_percent", "pot", "pots"], rows).panels
    assert [[point.cases for point in one.points] for one in panels] == [[4, 4], [2]]


def test_bars_may_be_named_by_several_columns_of_which_flags_tell_where_they_are_true() -> None:
    rows = [("normal", False, True, 4), ("normal", True, True, 5), ("rolling", False, None, 6)]
    found = charted(Plot("bars", "market,extended,excuse", "n"), ["market", "extended", "excuse", "n"], *rows)
    assert found == [("", [("normal, excuse", 4), ("normal, extended, excuse", 5), ("rolling", 6)])]


def test_a_line_is_broken_where_nothing_is_known() -> None:
    plot = Plot("line", "period", "edge_percent", note="Told beside it.")
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    found = chart_of(report, ["period", "edge_percent"], [(1, 3.0), (2, None), (3, 4.0)])
    assert [isnan(point.value) for point in found.panels[0].points] == [False, True, False]
    assert lines(found, 40)[2] == "Told beside it."
    assert save(found, "", "svg", BytesIO()) == 0


def size(found: Chart) -> tuple[float, float]:
    """How large a picture is, in inches."""
    out = BytesIO()
    save(found, "", "svg", out)
    sizes = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', out.getvalue().decode())
    assert sizes is not None
    return round(float(sizes[1]) / 72, 2), round(float(sizes[2]) / 72, 2)


def numbers_in(kind: str, *values: float) -> set[str]:
    """The numbers that stand in a picture of these values, each of so many cases, drawn as text."""
    found = texts(chart(kind, Panel("", tuple(Point(x, value, cases=7) for x, value in enumerate(values)))))
    return {text for text in found if re.fullmatch(r"[\d.]+", text)}


def test_no_axis_of_percentages_goes_beyond_a_hundred_unless_they_do() -> None:
    assert "100" in numbers_in("bars", 20, 100)
    assert not {"120", "125"} & numbers_in("bars", 20, 100)
    assert "200" in numbers_in("bars", 20, 180)


def test_what_is_counted_has_no_halves_along_its_axis() -> None:
    assert not [number for number in numbers_in("histogram", *[1] * 12) if number.strip("0").startswith(".")]


def bars(points: int) -> Panel:
    return panel("a game", *((f"player {at}", at) for at in range(points)))


@pytest.mark.parametrize(
    ("kind", "panels"),
    [
        ("bars", [bars(2)]),
        ("bars", [bars(100)]),
        ("bars", [bars(2), bars(40)]),
        ("bars", [bars(9)] * 11),
        ("bars", [bars(60)] * 30),
        ("histogram", [bars(30)]),
        ("line", [bars(3)] * 5),
    ],
)
def test_a_picture_fits_a_page(kind: str, panels: list[Panel]) -> None:
    across, down = size(chart(kind, *panels))
    assert 6 < across <= 12
    assert 3 < down <= 7.6


@pytest.mark.parametrize(("across", "down"), [(2, 2), (10, 12), (40, 40)])
def test_a_picture_of_heat_fits_a_page(across: int, down: int) -> None:
    wide, high = size(heat(*(Point(x, 1.0, y) for x in range(across) for y in range(down))))
    assert (wide <= 12, high <= 7.6) == (True, True)


def test_of_what_has_no_room_those_with_the_most_cases_are_shown_and_it_is_said() -> None:
    points = tuple(Point(f"player {at}", float(at), cases=at) for at in range(60))
    told = texts(chart("bars", Panel("a game", points)))
    title = next(text for text in told if text.startswith("a game"))
    shown = int(re.findall(r"\d+", title)[0])
    assert title.replace("\xa0", " ") == f"a game ({shown} of 60)"
    assert [f"player {at}" in told for at in (59, 60 - shown, 59 - shown)] == [True, True, False]


def test_a_chart_is_in_words_with_its_bars_in_the_order_of_what_they_show() -> None:
    plot = Plot("bars", "card", "times", "game")
    report = Report("main", "a-report", "A title", "", (), plot, (), "")
    rows = [("sun-bid", "9MS", 1), ("sun-bid", "1M", 5), ("fools-down", "F", 2)]
    found = chart_in_words(chart_of(report, ["game", "card", "times"], rows), None)
    assert [(one.title, [(point.x, point.value) for point in one.points]) for one in found.panels] == [
        ("Fool's Down", [("Fool", 2)]),
        ("Sun Bid", [("Ace of Moons", 5), ("Pact", 1)]),
    ]


@pytest.mark.parametrize(
    ("x", "values", "expected"),
    [
        ("fact", ["BidPlaced", "CardTurnedUp"], ["card turned up", "bid placed"]),
        ("cause", ["empty_pot", "all_nubbed"], ["all nubbed", "empty pot"]),
        ("round", ["deal", "cast"], ["deal", "cast"]),
        ("seat", [1, 2], [1, 2]),
        ("player", ["a_b", "Ann"], ["Ann", "a_b"]),
    ],
)
def test_what_has_an_order_of_its_own_keeps_it_and_names_stay_as_they_are(
    x: str, values: list[Any], expected: list[Any]
) -> None:
    found = chart_in_words(Chart("A title", "bars", x, "n", (panel("", (values[0], 1), (values[1], 2)),)), None)
    assert [point.x for point in found.panels[0].points] == expected


@pytest.mark.parametrize(("panels", "left"), [(1, 0), (16, 0), (30, 14)])
def test_more_panels_than_anybody_can_read_are_left_out_and_counted(panels: int, left: int) -> None:
    assert save(chart("bars", *[bars(1)] * panels), "", "svg", BytesIO()) == left
    assert save(chart("line", *[bars(1)] * panels), "", "svg", BytesIO()) == 0
