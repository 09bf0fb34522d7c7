"""What the store holds of a tournament: its events. Their names and fields are storage."""

from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any, Final, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ludograph.domain.kernel.marks import Code, Name
from ludograph.domain.kernel.result import Score
from ludograph.domain.match.allowances import Allowance
from ludograph.domain.match.events import FORGOTTEN, TOURNAMENT, digest_of, encoded
from ludograph.domain.store.errors import Damaged


class Origin(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Where and when a decision was made first that was made again here, by a merge: it is known by that digest."""

    digest: Code
    recorded_at: datetime


class TournamentEvent(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    forbid_unknown_fields=True,
    rename={"originator_id": "tournament", "originator_version": "version"},
):
    """What all events of a tournament have. `digest` seals what stands before it, and stays the last field for that."""

    by: Name = ""
    """Who entered it."""
    recorded_at: datetime
    originator_id: UUID
    originator_version: int
    salt: Code
    """16 random bytes as hex: nobody can guess from a digest what it seals."""
    previous: Code
    """The digest of the event before; empty for the first."""
    origin: Origin | UnsetType = UNSET
    """Left out of what is stored where it was made here, so that events of before keep their bytes."""
    digest: Code = ""


class Opened(TournamentEvent, frozen=True):
    """A tournament begins; `scoring` and `tie_breaks` are as they are written on a command line."""

    name: str
    scoring: Code
    tie_breaks: tuple[Code, ...]
    bye: Decimal
    """The points of whoever sits out a round."""
    source: str = ""
    """An id of the organiser's own."""


class PlayersEntered(TournamentEvent, frozen=True):
    """Players take part from the next round on, for the first time or again after they had withdrawn."""

    players: tuple[Name, ...]


class PlayerWithdrawn(TournamentEvent, frozen=True):
    """A player does not sit down any more from the next round on; what they have won stays."""

    player: Name
    reason: str = ""


class SeatedRound(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One round: what is played, who sits where, and who sits out."""

    game: Code
    options: dict[Code, Any]
    """As in the header of a match file."""
    tables: tuple[tuple[Name, ...], ...]
    """The players of each table in the order of their seats; table 1 first."""
    byes: tuple[Name, ...] = ()


class PlayerRenamed(TournamentEvent, frozen=True):
    """A player is called otherwise, in all that was decided before too: it is the same person."""

    player: Name
    """What they were called until then."""
    name: Name
    reason: str = ""


class RoundsSeated(TournamentEvent, frozen=True):
    """Rounds are seated, from number `first` on; those of before, in which nothing had begun, fall away."""

    first: int
    rounds: tuple[SeatedRound, ...]
    method: Code
    size: Code = ""
    """The sizes of tables that were asked for, such as `3-4`."""
    seed: str = ""


class SeatsExchanged(TournamentEvent, frozen=True):
    """Two players of a round sat where the other was seated; what came of a seat is that of whoever sat there."""

    round: int
    player: Name
    other: Name
    reason: str = ""
    matches: tuple["Placed", ...] = ()
    """Begun anew with the others at tables whose match awaited its deal."""


class Placed(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A match and the table at which it is played."""

    table: int
    match: UUID


class MatchesStarted(TournamentEvent, frozen=True):
    """Matches are put to the tables of a round."""

    round: int
    matches: tuple[Placed, ...]
    same_deal: bool = False
    """Whether all tables were given the same orders."""


class MatchChosen(TournamentEvent, frozen=True):
    """Of several matches that were recorded for a table, this one counts."""

    round: int
    table: int
    match: UUID
    reason: str


class Scored(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a player had at the end; `??` where nobody knows it, None where they forfeited without a score."""

    player: Name
    score: Score
    forfeit: bool = False
    tie: int | UnsetType = UNSET
    """By how much ahead among those with the same score, where the rules break that tie: one for each `+`."""
    place: int | UnsetType = UNSET
    """From 1, where what the rules put before the scores decided; said of everybody at the table or of nobody."""

    @property
    def ahead(self) -> int:
        """By how much ahead among those with the same score; 0 where nothing was said."""
        return 0 if self.tie is UNSET else self.tie

    @property
    def typed(self) -> str:
        """The score as it is typed: `12`, `20+` for who is ahead in a tie, `48#1` with a place, `??`, `forfeit`."""
        place = "" if self.place is UNSET else f"#{self.place}"
        return "forfeit" if self.forfeit else f"{self.score}{'+' * self.ahead}{place}"

    @property
    def told(self) -> str:
        """Who came to what: `Ann 20+`, `Ben forfeits`."""
        return f"{self.player} {'forfeits' if self.forfeit else self.typed}"


class ResultEntered(TournamentEvent, frozen=True):
    """What came of a table where nobody recorded the match; a reason where it stands in the place of another result."""

    round: int
    table: int
    scores: tuple[Scored, ...]
    reason: str = ""


class PenaltyGiven(TournamentEvent, frozen=True):
    """A player loses points, from round `round` on, 0 where none was seated; below zero they are given some."""

    player: Name
    points: Decimal
    round: int
    reason: str


class NewSettings(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What counts in a tournament, as far as it is set anew; None for what stays as it is."""

    scoring: Code | None = None
    tie_breaks: tuple[Code, ...] | None = None
    bye: Decimal | None = None
    late: Decimal | None = None
    """The points of whoever was entered later, for each round that they missed."""
    repeat: Decimal | None = None
    """How much a swiss seating minds a repeated meeting: as much as one who sits so much of the way off."""
    allowed: tuple[Allowance, ...] | None = None
    """What is allowed while a match runs, in those that are started from then on."""


class SettingsChanged(TournamentEvent, frozen=True):
    """From now on something else counts: all standings, those after earlier rounds too, are worked out by it."""

    settings: NewSettings
    reason: str


class LotsDrawn(TournamentEvent, frozen=True):
    """The order in which lots were drawn, the luckiest first."""

    order: tuple[Name, ...]
    seed: str


class ClockSet(TournamentEvent, frozen=True):
    """The whole clock of a round as it is from now on; that of round 0 is for every round which starts later.

    What is said is the clock itself and no change of it, so that clocks set at two desks never have to be added up.
    """

    round: int
    minutes: int
    """How long the round may take; 0 for no clock."""
    spent: int = 0
    """So many seconds had gone by before `since`, or in all where it stands still."""
    since: datetime | None = None
    """Since when it runs; None where it stands still, or waits for the round to start."""
    reason: str = ""


class Closed(TournamentEvent, frozen=True):
    """The tournament is over: nothing can be entered any more."""


class TakenBack(TournamentEvent, frozen=True):
    """What event `event` decided does not stand any more; it stays readable."""

    event: int
    reason: str


class LeftOpen(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Decisions of two records that cannot stand together, of which none was chosen yet: those from here stand."""

    id: Code
    """By which `merge --decide` names it."""
    about: str
    ours: tuple[str, ...]
    """What was decided here, in sentences."""
    theirs: tuple[str, ...]
    decisions: tuple[Code, ...]
    """The digests of theirs, as they were made first: a record that knows all of them is the one to merge again."""


class RecordKept(TournamentEvent, frozen=True):
    """Of two records that went apart after event `parted_at`, one is to stand: where it is theirs, it was taken over.

    Of both what does not stand against each other is made again here. `other` is the newest digest of theirs; empty
    where something was left open.
    """

    other: Code
    kept: Literal["ours", "theirs", "both"]
    parted_at: int
    reason: str = ""
    set_aside: tuple[Code, ...] | UnsetType = UNSET
    """The digests of decisions, as they were made first, that do not stand here whatever record brings them."""
    left_open: tuple[LeftOpen, ...] | UnsetType = UNSET
    """All that merges have left open until now; left out where that is what it was before."""


class NameForgotten(TournamentEvent, frozen=True):
    """In the events before it a pseudonym stands in the place of somebody's name, which is told nowhere any more."""

    pseudonym: Name
    events: int
    """How many events say something else since; they have new salts, so that no digest tells a guessed name."""
    other: Code
    """The newest digest of the record as it was before."""
    reason: str


TOPICS: Final[dict[type[TournamentEvent], str]] = {
    Opened: "opened",
    PlayersEntered: "players-entered",
    PlayerWithdrawn: "player-withdrawn",
    PlayerRenamed: "player-renamed",
    RoundsSeated: "rounds-seated",
    SeatsExchanged: "seats-exchanged",
    MatchesStarted: "matches-started",
    MatchChosen: "match-chosen",
    ResultEntered: "result-entered",
    PenaltyGiven: "penalty-given",
    SettingsChanged: "settings-changed",
    LotsDrawn: "lots-drawn",
    ClockSet: "clock-set",
    Closed: "closed",
    TakenBack: "taken-back",
    RecordKept: "record-kept",
    NameForgotten: FORGOTTEN,
}


def topic_of(event: TournamentEvent) -> str:
    """The stable name under which an event is stored: `tournament.rounds-seated`, never a module path."""
    return f"{TOURNAMENT}.{TOPICS[type(event)]}"


def sealed(event: TournamentEvent) -> TournamentEvent:
    """The event with its digest worked out."""
    return replace(event, digest=digest_of(topic_of(event), encoded(event)))


def identity_of(event: TournamentEvent) -> str:
    """The digest by which a decision is known in every record: that of where it was made first."""
    return event.origin.digest if isinstance(event.origin, Origin) else event.digest


def decided_at(event: TournamentEvent) -> datetime:
    """When it was decided, wherever that was."""
    return event.origin.recorded_at if isinstance(event.origin, Origin) else event.recorded_at


def event_in(tournament: UUID, version: int, topic: str, state: bytes) -> TournamentEvent:
    """The event in a row. Raises `Damaged` where the row cannot be read as one."""
    try:
        event: TournamentEvent = _decoder(topic).decode(state)
    except (msgspec.DecodeError, LookupError, ValueError, TypeError, AttributeError) as wrong:
        raise Damaged(tournament, version, f"it is not a whole event of its kind ({wrong}).", TOURNAMENT) from wrong
    if event.originator_version != version or event.originator_id.int != tournament.int:
        raise Damaged(tournament, version, "it says that it is another event.", TOURNAMENT)
    return event


@cache
def _decoder(topic: str) -> msgspec.json.Decoder[Any]:
    prefix, _, kind = topic.partition(".")
    return msgspec.json.Decoder({name: event for event, name in TOPICS.items() if prefix == TOURNAMENT}[kind])
