"""What the table of heads keeps of a match besides where it stands, so that a list need not load it."""

from typing import Final

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from ludograph.domain.kernel.marks import JUDGE, PerSeat, Seat
from ludograph.domain.kernel.result import FinalResult, Result, Score
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStarted, ResultConfirmed, StepsAmended, StepsTakenBack
from ludograph.domain.match.final_result import Status, final_of, in_force
from ludograph.domain.notation.lines import ForkOrigin


class StartSummary(Struct, frozen=True, forbid_unknown_fields=True):
    """What a list says of the start, where that was put right."""

    players: tuple[str, ...]
    event: str
    round: str
    table: str
    played_on: str


class MatchSummary(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is kept; what is not to be said is left out. Its names are storage, for the archive reads them too."""

    scores: PerSeat[Score] | None = None
    """As the game has them at its end, before any ruling."""
    winners: tuple[Seat, ...] | str | None = None
    final: FinalResult | None = None
    confirmed: tuple[int, ...] = ()
    """The seats that agree to the result; -1 is the judge."""
    abandoned: bool = False
    start: StartSummary | None = None
    awaits_deal: bool = False
    """Whether its deal, which only its table knows, was not entered yet."""

    def corrected(self, start: AnyStarted) -> AnyStarted:
        """How a match began, with what was put right."""
        if self.start is None:
            return start
        return replace(start, **{name: getattr(self.start, name) for name in StartSummary.__struct_fields__})

    def status(self, over: bool) -> Status:
        """Whether a match is running, over, or will not be finished."""
        if self.abandoned:
            return "abandoned"
        return "over" if over else "running"


NOTHING: Final = MatchSummary()


class StartFields(Struct, frozen=True):
    """What is looked for in the first events of many matches, as it was recorded."""

    event: str = ""
    round: str = ""
    table: str = ""
    seed: str | None = None
    origin: ForkOrigin | None = None


def start_fields(state: bytes | str) -> StartFields | None:
    """What a first event says; None where it cannot be read."""
    try:
        return json.decode(state, type=StartFields)
    except (DecodeError, UnicodeDecodeError):
        return None


def summary_of(match: Match, result: Result) -> str | None:
    """What is kept of a match that stands like this, as JSON; None where there is nothing to say."""
    as_begun = match.start is match.first
    if as_begun and not result.over and not match.abandoned and not match.awaits_deal:
        return None  # as nearly always
    summary = MatchSummary(
        scores=result.scores if result.over else None,
        winners=result.winners if result.over else None,
        final=final_of(match, result) if result.over else None,
        confirmed=tuple(one.seat for one in in_force(match)) if result.over else (),
        abandoned=match.abandoned,
        start=None if as_begun or _corrected(match.start) == _corrected(match.first) else _corrected(match.start),
        awaits_deal=match.awaits_deal,
    )
    return None if summary == NOTHING else json.encode(summary).decode()


def older_summary_of(match: Match) -> str | None:
    """What a store of layout 2 kept: the result as the game has it."""
    result = match.game.result(match.state)
    return json.encode({"scores": result.scores, "winners": result.winners}).decode() if result.over else None


def summary_of_layout_3(match: Match, summary: str | None) -> str | None:
    """What a store of layout 3 kept where one of today keeps `summary`: a ruling left agreements as they were."""
    if not (kept := summary_in(summary)).final:
        return summary
    agreed: set[int] = set()
    for event in match.history:
        if isinstance(event, StepsTakenBack | StepsAmended):
            agreed.clear()
        elif isinstance(event, ResultConfirmed):
            agreed.add(event.seat)
    return json.encode(replace(kept, confirmed=tuple(sorted(agreed, key=lambda seat: (seat == JUDGE, seat))))).decode()


def summary_in(text: str | None) -> MatchSummary:
    """What a row says. Raises `msgspec.DecodeError` where no program wrote it."""
    return json.decode(text, type=MatchSummary) if text else NOTHING


def _corrected(start: AnyStarted) -> StartSummary:
    return StartSummary(*(getattr(start, name) for name in StartSummary.__struct_fields__))
