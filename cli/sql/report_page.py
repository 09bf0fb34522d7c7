"""A report as one HTML page that needs nothing else: what it says, its picture, and its rows."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ludograph.analytics.reports.chart_data import label, value_label
from ludograph.analytics.reports.chart_words import TITLES
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.design import STYLES, design_asset
from ludograph.replay.design.emblems import accent, emblem_inline

if TYPE_CHECKING:
    from ludograph.analytics.reports.reports import Report

MOST_ROWS: Final = 1000
"""So many rows stand in a page; all of them are in a file of their own."""
NOTHING: Final = "—"
"""What stands where nothing is known."""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
IDS: Final = re.compile(r'(\bid="|url\(#|href="#)')
CODE: Final = re.compile("`([^`]*)`")
"""What stands for itself: names of columns and reports."""
STYLE: Final = """
main { max-width: 75rem; margin: 0 auto; padding: var(--space-l) var(--space-m) var(--space-xl); }
header h1 { display: flex; align-items: center; gap: var(--space-s); font-size: var(--text-xxl); }
.lead { max-width: 46rem; } .given { font-weight: 600; }
figure { margin: var(--space-l) 0; padding: var(--space-m); background: var(--panel); border: 1px solid var(--rule);
  border-radius: var(--radius-m); overflow-x: auto; }
figure svg { display: block; width: 100%; min-width: 36rem; height: auto; }
figure .dark, figure .print { display: none; }
.rows { overflow-x: auto; } th { color: var(--faint); font-size: var(--text-s); vertical-align: bottom; }
footer { margin-top: var(--space-xl); color: var(--faint); font-size: var(--text-s); }
@media (prefers-color-scheme: dark) { figure .light { display: none; } figure .dark { display: block; } }
@media print {
  body { background: #fff; color: #000; } main { max-width: none; padding: 0; }
  figure { border: 0; padding: 0; background: none; break-inside: avoid; }
  figure .light, figure .dark { display: none; } figure .print { display: block; }
  thead { display: table-header-group; }
}
"""


class AnsweredReport(NamedTuple):
    """What a page is made of: a report, its title as answered, what it was given, and its rows."""

    report: "Report"
    title: str
    told: str
    names: Sequence[str]
    rows: Sequence[tuple[Any, ...]]


def report_page(found: AnsweredReport, pictures: Mapping[str, str], made: datetime) -> str:
    """The page, with a picture for each theme: on light screens, on dark ones, and on paper."""
    report = found.report
    about = [report.about, f"Counts {report.counts}" if report.counts else ""]
    parts = [
        *(page_text(text, "lead") for text in about),
        page_text(found.told, "given"),
        page_picture(pictures, found.title),
        *_table(found),
    ]
    return whole_page(report, found.title, parts, made)


def whole_page(report: "Report", title: str, parts: Iterable[str], made: datetime, styles: str = "") -> str:
    """A page with its parts under the title of a report, in the look of its game, and below them when it was made."""
    shown = _shown(title)
    style = "".join(map(design_asset, STYLES)) + STYLE + styles
    if report.game:
        style += f":root {{ --game: {accent(report.game)}; }}"
    head = f"{emblem_inline(report.game)}<span>{shown}</span>" if report.game else shown
    every = [
        f"<header><h1>{head}</h1>{page_text(TITLES.get(report.game or '', ''), 'soft')}</header>",
        *parts,
        f"<footer><p>The report {_shown(report.full_name)} of Ludograph, of {made:%d %B %Y, %H:%M} UTC.</p></footer>",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{shown}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in every if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def page_picture(pictures: Mapping[str, str], title: str, name: str = "") -> str:
    """The pictures for each theme, of which one is seen; on a page with several figures each has a `name`."""
    drawn = "".join(_inline(svg, theme, title, name) for theme, svg in pictures.items())
    return f"<figure>{drawn}</figure>" if drawn else ""


def _inline(svg: str, theme: str, title: str, name: str) -> str:
    """A picture in the page; what has an id in it has one that no other picture has."""
    own = IDS.sub(lambda found: f"{found[1]}{name}{theme}-", svg[svg.index("<svg") :])
    return own.replace("<svg ", f'<svg class="{theme}" role="img" aria-label="{_shown(title)}" ', 1)


def _table(found: AnsweredReport) -> Iterator[str]:
    """The rows, as many as a page has room for."""
    right = [_is_number(found, at) for at in range(len(found.names))]
    heads = "".join(f"<th{_side(one)}>{_shown(label(name))}</th>" for name, one in zip(found.names, right, strict=True))
    rows = "\n".join(
        f"<tr>{''.join(f'<td{_side(one)}>{_cell(value)}</td>' for value, one in zip(row, right, strict=True))}</tr>"
        for row in found.rows[:MOST_ROWS]
    )
    if not found.rows:
        yield '<p class="empty">Nothing recorded fits.</p>'
        return
    yield f"<h2>{counted(len(found.rows), 'row')}</h2>"
    yield f'<div class="rows"><table><thead><tr>{heads}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'
    if len(found.rows) > MOST_ROWS:
        yield page_text(f"The first {MOST_ROWS:,} of {len(found.rows):,}.", "soft")


def _is_number(found: AnsweredReport, at: int) -> bool:
    """Whether a column is of numbers."""
    value = next((row[at] for row in found.rows if row[at] is not None), None)
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _side(right: bool) -> str:
    return ' class="number"' if right else ""


def _cell(value: Any) -> str:
    """A value as people read it."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value))
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return _shown(TITLES.get(value, value) if isinstance(value, str) else value_label(value))


def page_text(text: str, kind: str, tag: str = "p") -> str:
    """A text in the page, with names in backticks as code; nothing where it is empty."""
    told = CODE.sub(r"<code>\1</code>", _shown(text))
    return f'<{tag} class="{kind}">{told}</{tag}>' if text else ""


def _shown(text: str) -> str:
    """A text in the page, in which nothing that somebody entered is a tag or turns the writing around."""
    return escape(visible(text))
