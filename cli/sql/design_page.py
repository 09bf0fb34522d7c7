"""`report design GAME`: what a designer wants to know of a game, on the terminal, as JSON, drawn, or on one page."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from pathlib import Path
from typing import Final, NamedTuple

import click

from ludograph.analytics.reports.chart_data import Chart, ConfidenceInterval, Panel, Point
from ludograph.analytics.reports.charts import save, themed_pictures
from ludograph.analytics.reports.plots import chart_lines
from ludograph.analytics.reports.reports import Report
from ludograph.analytics.tables.definitions import schema_of
from ludograph.cli.errors import Failure
from ludograph.cli.experiments.comparison_text import SURE
from ludograph.cli.experiments.design_request import ABOUT, ONE_QUESTION, PARAMETERS, design_request
from ludograph.cli.printing.files import PICTURES, saving
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import Bar, colored, echo, paragraph, progress, say, width
from ludograph.cli.sql.design_text import (
    IN_SHORT,
    beyond_chance,
    by_option,
    figure_text,
    how_made,
    options_told,
    print_design,
    reading_notes,
    title_of,
)
from ludograph.cli.sql.report_page import page_picture, page_text, whole_page
from ludograph.cli.sql.told_reports import DESIGN, DESIGN_TITLE
from ludograph.domain.experiments.design_figures import QUESTIONS, SECTIONS, DesignRequest, Figure
from ludograph.domain.experiments.design_findings import findings_note, found_in_short
from ludograph.domain.experiments.design_report import design_sections
from ludograph.domain.experiments.design_variants import about_option
from ludograph.domain.notation.visible_text import Styled
from ludograph.domain.store.clock import Sources

DRAWN: Final[Mapping[str, tuple[str, str]]] = {
    "seats": ("Wins by seat", "percent of the wins"),
    "order": ("Wins by order of play", "percent of the wins"),
    "choices": ("How often a kind of move is chosen", "percent of its chances"),
    "variants": ("How much longer an option makes matches", "steps more than without it"),
}
"""The sections that are drawn, each as a panel with its title and what its values are."""
ACROSS: Final = 5.6
"""Inches across of a picture in the page, which a phone shows without scrolling."""
STYLE: Final = """
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: var(--space-m);
  margin: var(--space-l) 0; }
.pictures figure { margin: 0; padding: var(--space-s); min-width: 0; } .pictures figure svg { min-width: 0; }
.findings { max-width: 46rem; padding-left: 1.2rem; overflow-wrap: anywhere; }
.findings li { margin: var(--space-s) 0; }
.note { display: block; color: var(--faint); font-size: var(--text-s); } .sure { font-weight: 600; }
.rows th:nth-child(2) { width: 7rem; } .rows th:nth-child(3) { width: 11rem; } .rows th:nth-child(4) { width: 5rem; }
.rows td.number { white-space: nowrap; } tbody th { color: inherit; font-size: inherit; }
@media (max-width: 36rem) {
  .rows th, .rows td { padding-inline: var(--space-xs); } .rows th:nth-child(n) { width: auto; }
  .rows td.number { white-space: normal; font-size: var(--text-s); }
}
.made { max-width: 46rem; color: var(--faint); font-size: var(--text-s); }
"""


class DesignOutput(NamedTuple):
    """Where the figures go: into a file, a picture or a page; as JSON; or onto the terminal, there also drawn."""

    file: Path | None
    theme: str
    plot: bool
    as_json: bool


def tell_design(game: str | None, values: Mapping[str, str], output: DesignOutput) -> None:
    """Plays, and prints or draws the figures, or writes them into a file. Raises `Failure` or a usage error."""
    if game is None:
        raise click.UsageError(f"Say of which game: ludograph report {DESIGN} GAME.")
    request = design_request(game, values)
    picture = output.file is not None and output.file.suffix.lower() in PICTURES
    if (picture or output.plot) and not set(DRAWN) & set(request.sections):
        raise Failure(f"Nothing of these sections is drawn: name one of {', '.join(DRAWN)}, or leave out the picture.")
    if output.file is None and not output.plot and not output.as_json:
        print_design(request, design_sections(request, _stage))
        return
    figures = [*chain.from_iterable(design_sections(request, _stage))]
    if output.file is not None:
        _save(request, figures, output.file, output.theme)
    elif output.plot:
        for line in chart_lines(_chart(request, figures), width(), colored()):
            echo(Styled(line))
    else:
        _print_json(figures)


def about_design() -> None:
    """What the report says, and what it may be told."""
    echo(f"{DESIGN} GAME: {DESIGN_TITLE}\n")
    paragraph(ABOUT)
    echo("\nSections")
    for name, question in QUESTIONS.items():
        paragraph(question, first=f"  {name:8}  ")
    echo()
    paragraph(ONE_QUESTION)
    echo("\nParameters")
    for name, (default, about) in PARAMETERS.items():
        paragraph(f"{about}{f' (by default {default})' if default else ''}", first=f"  {name}  ")
    paragraph("An option of the game, for all matches.", first="  option.NAME  ")
    echo()
    paragraph(
        "One page with --page. Drawn with --plot, or with --output into a PNG or SVG file: seats, order, choices, and "
        "by how many steps the variants make matches longer."
    )


@contextmanager
def _stage(what: str, matches: int) -> Iterator[Bar]:
    """What is played next, with a bar, or in a line where no bar is shown."""
    with progress(what, matches) as bar:
        if not bar.shown:
            say(f"Playing. {what}.")
        yield bar


def _print_json(figures: Sequence[Figure]) -> None:
    """A line for each figure, for programs."""
    for one in figures:
        told = one._asdict().items()
        print_json({key: round(value, 6) if isinstance(value, float) else value for key, value in told})


def _save(request: DesignRequest, figures: Sequence[Figure], file: Path, theme: str) -> None:
    """One page with what was found, pictures and every figure; or the pictures alone."""
    with saving(file) as out:
        if file.suffix.lower() in PICTURES:
            save(_chart(request, figures), _given(request), file.suffix.lower()[1:], out, theme)
        else:
            report = Report(schema_of(request.game), DESIGN, title_of(request), ABOUT, (), None, (), "")
            page = whole_page(report, report.title, _parts(request, figures), Sources().now(), STYLE)
            out.write(page.encode())
    say(f"Wrote {file}.")


def _given(request: DesignRequest) -> str:
    """What was played, with the seed by which it comes again."""
    told = [f"{request.matches} matches between {request.bot}", options_told(request), f"seed {request.seed}"]
    return ", ".join(filter(None, told))


def _parts(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    """The page: what was found, the pictures, the figures of each section, and how all of it was made."""
    yield page_text(_given(request), "given")
    yield f"<h2>{IN_SHORT}</h2>"
    yield page_text(findings_note(request), "soft")
    told = "\n".join(page_text(text, "finding", "li") for text in found_in_short(request, figures))
    yield f'<ul class="findings">{told}</ul>'
    yield '<div class="pictures">'
    for panel in _panels(request, figures):
        pictures = themed_pictures(Chart("", "bars", "", "", (panel,)), ACROSS)
        yield page_picture(pictures, panel.title, f"{panel.title.lower().replace(' ', '-')}-")
    yield "</div>"
    for _, some in groupby(figures, key=lambda one: one.section):
        yield from _section(request, list(some))
    yield "<h2>How it was made</h2>"
    for text in (ABOUT, *reading_notes(request)):
        yield page_text(text, "lead")


def _section(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    """A section: its question, its figures as a table, and below it how they were made."""
    name = next(name for name, title in SECTIONS.items() if title == figures[0].section)
    yield f"<h2>{SECTIONS[name]}</h2>"
    yield page_text(QUESTIONS[name], "soft")
    yield (
        '<div class="rows"><table><thead><tr><th>Figure</th><th class="number">Value</th>'
        '<th class="number">Between</th><th class="number">n</th></tr></thead>'
    )
    for option, some in by_option(figures):
        told = f"`{option}` {about_option(request.game, option)}" if option else ""
        head = f'<tr><th colspan="4">{page_text(told, "option", "span")}</th></tr>' if option else ""
        yield f"<tbody>{head}{''.join(map(_row, some))}</tbody>"
    yield "</table></div>"
    for text in (*beyond_chance(request, figures), *how_made(figures)):
        yield page_text(text, "made")


def _row(one: Figure) -> str:
    """A row of a table; what is beyond chance has a star before it and stands out."""
    kind = "sure" if one.sure else "figure"
    name = page_text(f"{SURE} {one.name}" if one.sure else one.name, kind, "span") + page_text(one.note, "note", "span")
    numbers = (page_text(text, "number", "td") or "<td></td>" for text in (*figure_text(one), f"{one.cases:,}"))
    return f"<tr><td>{name}</td>{''.join(numbers)}</tr>"


def _chart(request: DesignRequest, figures: Sequence[Figure]) -> Chart:
    """All panels in one picture; those of shares of the wins share a scale, others have their own."""
    return Chart(title_of(request), "bars", "", "", tuple(_panels(request, figures)))


def _panels(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[Panel]:
    """A panel for each section that is drawn and has figures."""
    for section, (title, values) in DRAWN.items():
        some = [one for one in figures if one.section == SECTIONS[section]]
        if section == "variants":
            points = [_point(one, one.subject, 1) for one in some if one.measure == "length"]
        elif section == "choices":
            points = [_point(one, one.subject, 100) for one in some]
        else:
            points = [_point(one, one.measure.rpartition("-")[2], 100, 100 * request.even) for one in some]
        if points:
            yield Panel(title, tuple(points), y=values)


def _point(one: Figure, name: str, scale: float, even: float | None = None) -> Point:
    ends = None if one.low is None or one.high is None or one.low == one.high else (one.low, one.high)
    span = None if ends is None else ConfidenceInterval(*(scale * end for end in ends))
    return Point(name, round((one.value or 0.0) * scale, 1) + 0.0, cases=one.cases, span=span, even=even)
