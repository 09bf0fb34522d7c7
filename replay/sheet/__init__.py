"""A tournament as pages to print: who sits where, slips to sign, standings, and all that was played."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from domain.games import GAMES
from domain.kernel.sentences import listed
from domain.notation.visible import on_one_line
from domain.tournaments.ranking import Line
from domain.tournaments.scoring import Result, as_text
from domain.tournaments.tournament import Tournament

if TYPE_CHECKING:
    from jinja2 import Template

GROUP: Final = 8
"""So many digits of a digest stand together, to be compared by eye."""


class Recorded(NamedTuple):
    """What the store and the folder hold of a match, besides its result."""

    name: str
    """By which it can be named on a command line."""
    head: str
    """The digest of its newest event."""
    page: str = ""
    """Where its replay is, seen from the sheet; empty where none was made."""


class Printed(NamedTuple):
    """What a sheet is made of: `results` are those of all rounds, `lines` the standings after round `after`."""

    tournament: Tournament
    results: Sequence[Sequence[Result]]
    lines: Sequence[Line]
    after: int
    recorded: Mapping[UUID, Recorded]
    doubts: Sequence[str] = ()


class Seat(NamedTuple):
    """Where somebody sits; table 0 is a bye."""

    player: str
    table: int
    seat: int


class Slip(NamedTuple):
    """What the players of a table sign: what they had, once it is known, and what the record's digest was then."""

    table: int
    players: Sequence[tuple[str, str]]
    match: str
    digest: str
    code: str
    """The same as a QR code in SVG; empty before the match is over."""
    page: str
    stage: str


class Sitting(NamedTuple):
    """A round as a sheet has it."""

    number: int
    game: str
    options: str
    slips: Sequence[Slip]
    byes: str
    names: Sequence[Seat]
    """Everybody by name."""


def sheet(printed: Printed, rounds: Sequence[int], *, whole: bool) -> str:
    """The pages of some rounds as one HTML file; the `whole` tournament has its results instead of slips to sign."""
    style = files(__name__).joinpath("sheet.css").read_text()
    state = printed.tournament.state
    return _template().render(
        style=style,
        policy=f"default-src 'none'; style-src '{_digest(style)}'; base-uri 'none'; form-action 'none'",
        name=on_one_line(state.name),
        scoring=state.scoring,
        tie_breaks=listed(state.tie_breaks, "none"),
        rounds=[_sitting(printed, number) for number in rounds],
        breaks=state.tie_breaks,
        lines=[_row(line, state.tie_breaks) for line in printed.lines],
        after=printed.after,
        whole=whole,
        open=any(isinstance(line.points, str) for line in printed.lines),
    )


def _sitting(printed: Printed, number: int) -> Sitting:
    seated, played = printed.tournament.state.rounds[number - 1], printed.results[number - 1]
    options = ", ".join(f"{name} {value}" for name, value in seated.options.items())
    slips = [_slip(printed, at, result) for at, result in enumerate(played, start=1)]
    tables = [list(enumerate(one.players, start=1)) for one in played]
    sat = [Seat(name, at, seat) for at, table in enumerate(tables, start=1) for seat, name in table]
    names = sorted([*sat, *(Seat(name, 0, 0) for name in seated.byes)], key=lambda seat: seat.player.casefold())
    return Sitting(number, GAMES[seated.game].title, options, slips, listed(seated.byes, ""), names)


def _slip(printed: Printed, at: int, result: Result) -> Slip:
    recorded = printed.recorded.get(result.match) if result.match else None
    scores = result.scores if result.over else ("",) * len(result.players)
    players = [(name, "-" if score is None else str(score)) for name, score in zip(result.players, scores, strict=True)]
    if recorded is None:
        return Slip(at, players, "", "", "", "", result.stage)
    parts = (recorded.head[at : at + GROUP] for at in range(0, len(recorded.head), GROUP))
    digest = " ".join(parts) if result.over else ""
    code = _code(f"{result.match} {recorded.head}") if result.over else ""
    return Slip(at, players, on_one_line(recorded.name), digest, code, recorded.page, result.stage)


def _row(line: Line, breaks: Sequence[str]) -> tuple[str, ...]:
    said = (line.tie_breaks.get(name) for name in breaks)
    told = (" ".join(map(as_text, value)) if isinstance(value, tuple) else as_text(value) for value in said)
    name = f"{line.player} (withdrawn)" if line.withdrawn else line.player
    return (str(line.place), name, as_text(line.points), str(line.played), str(line.byes or ""), *told)


def _code(text: str) -> str:
    """A QR code as SVG that takes its size from the page."""
    import segno

    return str(segno.make(text, error="m").svg_inline(omitsize=True, border=2))


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def _template() -> "Template":
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(files(__name__).joinpath("sheet.html").read_text())
