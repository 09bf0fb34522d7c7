"""A tournament as pages to print: who sits where, slips to sign, standings, and all that was played."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from shlex import quote
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.result import Place
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.visible_text import on_one_line
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.options import in_words
from ludograph.domain.tournaments.scores.ranking import StandingsLine
from ludograph.domain.tournaments.scores.scoring import (
    BREAKING,
    BY_OPPONENTS,
    CALLED,
    UNPLAYED,
    Scoring,
    TableResult,
    TieBreak,
    as_change,
    points_text,
)
from ludograph.domain.tournaments.scores.typed_scores import written_scores

if TYPE_CHECKING:
    from jinja2 import Template

PAPERS: Final = {"a4": "A4", "letter": "letter"}
"""The sizes of paper by the names that commands take, as a browser knows them."""
PRINTS: Final = "document.getElementById('print').addEventListener('click', () => print());"
"""What the button of a sheet does."""
GROUP: Final = 8
"""So many digits of a digest stand together, to be compared by eye."""


class PrintedMatch(NamedTuple):
    """What the store and the folder hold of a match, besides its result."""

    name: str
    """By which it can be named on a command line."""
    head: str
    """The digest of its newest event."""
    page: str = ""
    """Where its replay is, seen from the sheet; empty where none was made."""
    remark: str = ""
    """What whoever signs should know of the record, as a sentence."""


class Printed(NamedTuple):
    """What a sheet is made of: `results` are those of all rounds, `lines` the standings after round `after`."""

    tournament: Tournament
    results: Sequence[Sequence[TableResult]]
    lines: Sequence[StandingsLine]
    after: int
    recorded: Mapping[UUID, PrintedMatch]
    doubts: Sequence[str] = ()
    anchor: str = ""
    """One digest of the whole store, EVENTS:DIGEST; empty where there is none."""
    anchored: str = ""
    """What that is of, and when."""


class Seat(NamedTuple):
    """Where somebody sits; table 0 is a bye."""

    player: str
    table: int
    seat: int


class SeatOutcome(NamedTuple):
    """What came of a seat, as it is read: nothing before the end."""

    place: Place
    player: str
    score: str
    points: str
    won: bool


class Slip(NamedTuple):
    """What the players of a table sign: what they had, once it is known, and what the record's digest was then."""

    table: int
    outcomes: Sequence[SeatOutcome]
    """In the order of the seats."""
    match: str
    digest: str
    code: str
    """Match and digest as a QR code in SVG; empty before the match is over."""
    page: str
    stage: str
    own: bool = False
    """Whether it goes by a name of its own, which can be read, and not by an id that was drawn."""
    remark: str = ""
    """What whoever signs should know of the record."""

    @property
    def named(self) -> str:
        """The match by its name, as it stands behind a word."""
        joint = " of " if self.page else " as "
        return f"{joint}{self.match}" if self.own else ""

    @property
    def tied(self) -> bool:
        """Whether it asks who won a tie: several sit there, and what they came to is still to be written."""
        return self.stage != "over" and len(self.outcomes) > 1

    @property
    def names(self) -> str:
        """Who sits there."""
        return listed([one.player for one in self.outcomes])


class Sitting(NamedTuple):
    """A round as a sheet has it."""

    number: int
    game: str
    options: Sequence[str]
    """In words."""
    fewest: bool
    """Whether the lowest score wins."""
    besides: str
    """What a slip asks of each besides the score: who won a tie, or the place; empty where scores say it all."""
    tie: str
    """What breaks a tie of scores, as in `by the most Suns`; empty where nothing does."""
    slips: Sequence[Slip]
    byes: str
    names: Sequence[Seat]
    """Everybody by name."""

    @property
    def has_ties_broken(self) -> bool:
        """Whether somebody won a tie, which a plus behind their score says."""
        return any(one.score.endswith("+") for slip in self.slips for one in slip.outcomes)

    def ranked(self, slip: Slip) -> list[SeatOutcome]:
        """The seats of a table, the first first once it is over; whose place is open comes last."""
        return sorted(slip.outcomes, key=lambda one: one.place if isinstance(one.place, int) else len(slip.outcomes))


def sheet(printed: Printed, rounds: Sequence[int], *, whole: bool, paper: str = "", desk: bool = False) -> str:
    """The pages of some rounds as one HTML file; the `whole` tournament has its results instead of slips to sign.

    Slips that are printed at the `desk` are brought back there, others name the command that records their table.
    They fit A4 and letter; without a `paper`, one of `PAPERS`, whoever prints them has the printer's.
    """
    style = _style(paper)
    state = printed.tournament.state
    heads, *lines = _standings(printed.lines, printed.tournament.tie_breaks, missed=bool(state.late))
    return _template().render(
        style=style,
        policy=sheet_policy(paper),
        name=on_one_line(state.name),
        called=quote(on_one_line(printed.tournament.opened.source or state.name)),
        scoring=printed.tournament.scoring.told,
        breaks=[(CALLED[name], BREAKING[name]) for name in printed.tournament.tie_breaks],
        fair=UNPLAYED if set(printed.tournament.tie_breaks) & BY_OPPONENTS else "",
        rounds=[_sitting(printed, number) for number in rounds],
        bye=state.bye,
        late=state.late,
        final=state.closed and printed.after == len(printed.results),
        heads=heads,
        lines=lines,
        reasons=[line.before_next for line in printed.lines if line.before_next],
        after=printed.after,
        whole=whole,
        desk=desk,
        script=PRINTS,
        anchor=printed.anchor,
        anchored=printed.anchored,
        open=any(isinstance(line.points, str) for line in printed.lines),
    )


def sheet_policy(paper: str = "") -> str:
    """What a sheet may load, as a Content-Security-Policy: its own style, what its button does, and nothing else."""
    own = f"style-src '{_digest(_style(paper))}'; script-src '{_digest(PRINTS)}'"
    return f"default-src 'none'; {own}; base-uri 'none'; form-action 'none'"


def _style(paper: str) -> str:
    style = files(__name__).joinpath("sheet.css").read_text()
    return style + (f"@page {{ size: {PAPERS[paper]}; }}\n" if paper else "")


def _sitting(printed: Printed, number: int) -> Sitting:
    seated, played = printed.tournament.state.rounds[number - 1], printed.results[number - 1]
    over = [one for one in played if one.over] if seated.same_deal else []
    slips = [_slip(printed, at, result, over) for at, result in enumerate(played, start=1)]
    tables = [list(enumerate(one.players, start=1)) for one in played]
    sat = [Seat(name, at, seat) for at, table in enumerate(tables, start=1) for seat, name in table]
    names = sorted([*sat, *(Seat(name, 0, 0) for name in seated.byes)], key=lambda seat: seat.player.casefold())
    game = GAMES[seated.game]
    tie = game.ending.tie.words if game.ending.tie else ""
    besides = "Place" if game.ending.before_scores else "Won a tie" if tie else ""
    byes = listed(seated.byes, "")
    return Sitting(number, game.title, in_words(seated), game.fewest, besides, tie, slips, byes, names)


def _slip(printed: Printed, at: int, result: TableResult, others: Sequence[TableResult]) -> Slip:
    recorded = printed.recorded.get(result.match) if result.match else None
    outcomes = list(_outcomes(printed.tournament.scoring, result, others))
    if recorded is None:
        return Slip(at, outcomes, "", "", "", "", result.stage)
    parts = (recorded.head[at : at + GROUP] for at in range(0, len(recorded.head), GROUP))
    digest = " ".join(parts) if result.over else ""
    code = _code(f"{result.match} {recorded.head}") if result.over else ""
    own = recorded.name != str(result.match)
    return Slip(
        at, outcomes, on_one_line(recorded.name), digest, code, recorded.page, result.stage, own, recorded.remark
    )


def _outcomes(scoring: Scoring, result: TableResult, others: Sequence[TableResult]) -> Iterator[SeatOutcome]:
    """What came of each seat of a table; `others` are those with the same deal."""
    if not result.over:
        yield from (SeatOutcome(None, name, "", "", False) for name in result.players)
        return
    points = scoring.points(result, others)
    written = written_scores(result)
    for seat, (name, score, place) in enumerate(zip(result.players, written, result.places, strict=True), 1):
        won = not isinstance(result.winners, str) and seat in result.winners
        # A place that was said stands in its own column.
        told = "forfeited" if result.forfeited(seat) else score.partition("#")[0]
        yield SeatOutcome(place, name, told, points_text(points[seat - 1]), won)


def _standings(lines: Sequence[StandingsLine], breaks: Sequence[TieBreak], *, missed: bool) -> list[tuple[str, ...]]:
    """The standings with their heads, without the columns in which nobody has anything."""
    heads = (
        "Place",
        "Player",
        "Points",
        "Played",
        "Byes",
        "Missed",
        "Penalty",
        *(CALLED[name] for name in breaks),
    )
    rows = [heads, *(_row(line, breaks, missed=missed) for line in lines)]
    return list(zip(*(column for column in zip(*rows, strict=True) if any(column[1:])), strict=True)) or [heads]


def _row(line: StandingsLine, breaks: Sequence[str], *, missed: bool) -> tuple[str, ...]:
    said = (line.tie_breaks.get(name) for name in breaks)
    told = (" ".join(map(points_text, value)) if isinstance(value, tuple) else points_text(value) for value in said)
    name = f"{line.player} (withdrawn)" if line.withdrawn else line.player
    late = str(line.missed or "") if missed else ""
    counts = (str(line.played), str(line.byes or ""), late, as_change(line.penalties))
    return (str(line.place), name, points_text(line.points), *counts, *told)


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
