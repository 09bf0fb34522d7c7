"""What a director says with a decision: the bodies of requests, which take what the commands take."""

from typing import Any

from ludograph.replay.service.http.request_body import RequestBody, documented_as


@documented_as("Players")
class PlayersBody(RequestBody):
    """Who is entered."""

    players: tuple[str, ...]


@documented_as("Withdrawal")
class WithdrawalBody(RequestBody):
    """Who goes, and why, if it is to be known."""

    player: str
    reason: str = ""


@documented_as("Renaming")
class RenamingBody(RequestBody):
    """Who is called otherwise, and how; why, if it is to be known."""

    player: str
    name: str
    reason: str = ""


@documented_as("Exchange")
class ExchangeBody(RequestBody):
    """Two players who sat in each other's seats in a round; why, if it is to be known."""

    player: str
    other: str
    reason: str = ""


@documented_as("Seating")
class SeatingBody(RequestBody):
    """What is seated, as `tournament seat` takes it; `tables` and `byes` where it was made elsewhere."""

    game: str
    options: dict[str, Any] = {}
    size: str = ""
    """As `3-4`."""
    method: str = "swiss"
    rounds: int | None = None
    seed: str = ""
    again: bool = False
    seconds: float = 20
    """After so many by the clock the search ends with the best that was found."""
    tables: tuple[tuple[str, ...], ...] = ()
    """The players of each table in the order of their seats."""
    byes: tuple[str, ...] = ()
    preview: bool = False
    """Whether it is only told how many tables and byes there would be."""


@documented_as("Starting")
class StartBody(RequestBody):
    """How a round is started, as `tournament start` takes it."""

    tables: tuple[int, ...] = ()
    written: bool = False
    seed: str = ""
    same_deal: bool = False
    anyway: bool = False
    deal: dict[str, Any] = {}
    """What lies there at the beginning, as in a match file, where the cards of one table are real."""


@documented_as("Clock")
class ClockBody(RequestBody):
    """What becomes of a round's clock, as `tournament clock` takes it: what is not said stays."""

    minutes: int | None = None
    add: int = 0
    runs: bool | None = None
    from_now: bool = False
    reason: str = ""


@documented_as("Scores")
class ScoresBody(RequestBody):
    """What the players of a table came to: a number, `20+` for who won a tie, `48#1` with a place where scores do
    not say it, `??` or `forfeit`.

    A reason is said where that is put right. A match that is being recorded there is to `abandon` for it.
    """

    scores: dict[str, int | str]
    reason: str = ""
    anyway: bool = False
    abandon: bool = False


@documented_as("Placing")
class PlacementBody(RequestBody):
    """Which match counts for a table, and why."""

    match: str
    reason: str
    anyway: bool = False


@documented_as("Penalty")
class PenaltyBody(RequestBody):
    """Points that are taken from a player, below zero given; by default from the last round that has begun."""

    player: str
    points: int | str
    reason: str
    round: int | None = None


@documented_as("Settings")
class SettingsBody(RequestBody):
    """What counts from now on, as far as it is to be another; `preview` records nothing."""

    scoring: str | None = None
    tie_breaks: tuple[str, ...] | None = None
    bye: int | float | str | None = None
    late: int | float | str | None = None
    repeat: int | float | str | None = None
    allowed: tuple[str, ...] | None = None
    reason: str = ""
    preview: bool = False


@documented_as("Lots")
class LotsBody(RequestBody):
    """From which text lots are drawn; from one that nobody can guess where none is said.

    They are drawn a second time only `again`.
    """

    seed: str = ""
    again: bool = False


@documented_as("Taking")
class TakebackBody(RequestBody):
    """Why the newest decision is taken back."""

    reason: str
