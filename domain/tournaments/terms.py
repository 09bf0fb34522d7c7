"""What a tournament is opened with: its name, and what counts in it."""

from decimal import Decimal
from uuid import UUID

from msgspec import Struct

from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.notation.limits import SHORT_TEXT
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import Opened, sealed
from ludograph.domain.tournaments.scores.scoring import read_scoring, read_tie_breaks
from ludograph.domain.tournaments.state import state_of


class Terms(Struct, frozen=True):
    """What a tournament is called, and what counts in it."""

    name: str
    scoring: str
    tie_breaks: str
    bye: Decimal | None = None
    """None for what a win is worth, or nothing where that is no fixed number."""
    source: str = ""


def open_tournament(terms: Terms, id: UUID, stamp: Stamp, by: str = "") -> Tournament:
    """A new tournament. Raises `OutOfOrder`, or `Unscorable` where the scoring cannot be read."""
    name = terms.name.strip()
    if not name or len(name) > SHORT_TEXT or not name.isprintable():
        raise OutOfOrder(f"A tournament's name has 1 to {SHORT_TEXT} characters on one line.")
    if terms.source and (not terms.source.strip() or len(terms.source) > SHORT_TEXT or not terms.source.isprintable()):
        raise OutOfOrder(f"A tournament's id has 1 to {SHORT_TEXT} characters on one line, or leave it out.")
    scoring, breaks = read_scoring(terms.scoring), read_tie_breaks(terms.tie_breaks)
    first = sealed(
        Opened(
            name=name,
            scoring=scoring.text,
            tie_breaks=tuple(breaks),
            bye=scoring.win if terms.bye is None else terms.bye,
            source=terms.source,
            by=stamp.signed(by),
            recorded_at=stamp.now,
            originator_id=id,
            originator_version=1,
            salt=stamp.salt,
            previous="",
        )
    )
    return Tournament((first,), state_of((first,)), (first,))
