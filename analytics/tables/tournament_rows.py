"""The rows of the tables that say what was decided in tournaments, and what came of it."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta, Struct

from ludograph.domain.kernel.game import Seat

Id = Annotated[UUID, Meta(description="The tournament, see `tournaments`.")]
Player = Annotated[str, Meta(description="The player's name, as they were entered.")]
Round = Annotated[int, Meta(description="The number of the round, 1 first.")]
Points = Annotated[float | None, Meta(description="The points; NULL where a score that nobody knows leaves them open.")]


class Tournaments(Struct):
    """One row for each tournament; made when first asked, as all tables about tournaments are."""

    tournament: Annotated[UUID, Meta(description="The id of the tournament.")]
    name: Annotated[str, Meta(description="What it is called: `event` of its matches.")]
    source: Annotated[str, Meta(description="The organiser's own id of it.")]
    scoring: Annotated[str, Meta(description="What a match is worth, as `tournament new --scoring` has it.")]
    tie_breaks: Annotated[tuple[str, ...], Meta(description="What parts those who are tied, the first first.")]
    bye: Annotated[float, Meta(description="What sitting out a round is worth.")]
    late: Annotated[float, Meta(description="What a round is worth to whoever was entered after it had been seated.")]
    repeat: Annotated[float, Meta(description="How much a swiss seating minds repeated meetings.")]
    opened_at: Annotated[datetime, Meta(description="When it was opened.")]
    decided_at: Annotated[datetime, Meta(description="When its newest decision was recorded.")]
    events: Annotated[int, Meta(description="How many decisions were recorded, those taken back among them.")]
    entered: Annotated[int, Meta(description="How many players were entered.")]
    withdrawn: Annotated[int, Meta(description="How many of them have withdrawn.")]
    rounds: Annotated[int, Meta(description="How many rounds are seated.")]
    closed: Annotated[bool, Meta(description="Whether it is over.")]


class Entrants(Struct):
    """One row for each player who was entered in a tournament."""

    tournament: Id
    player: Player
    number: Annotated[int, Meta(description="In which order they were entered, 1 first.")]
    since_round: Annotated[int, Meta(description="The first round in which they could play.")]
    withdrawn: Annotated[bool, Meta(description="Whether they have withdrawn.")]
    lot: Annotated[int | None, Meta(description="The number of their lot; NULL where none was drawn.")]
    earlier_names: Annotated[
        tuple[str, ...], Meta(description="What they were called before their name was put right, the oldest first.")
    ]


class Seatings(Struct):
    """One row for each player at each table of each round, with what came of it."""

    tournament: Id
    round: Round
    at_table: Annotated[int, Meta(description="The number of the table in the round.")]
    seat: Annotated[Seat, Meta(description="The seat, in the match where there is one.")]
    player: Player
    game: Annotated[str, Meta(description="The id of the game, see `games`.")]
    options: Annotated[str, Meta(description="The options of the game, as JSON.")]
    stage: Annotated[str, Meta(description="seated, running or over.")]
    match: Annotated[
        UUID | None, Meta(description="The match that counts, see `matches`; NULL where none was recorded.")
    ]
    score: Annotated[
        int | None,
        Meta(
            description="The final score; NULL before the end, for who forfeited without one, and where it is unknown."
        ),
    ]
    unknown: Annotated[bool, Meta(description="Whether the score depends on what nobody knows.")]
    place: Annotated[
        int | None, Meta(description="The place at the table; NULL before the end, and where nobody knows it.")
    ]
    won: Annotated[bool | None, Meta(description="Whether the player is a winner; NULL as `place` is.")]
    points: Points


class Byes(Struct):
    """One row for each player who sits out a round."""

    tournament: Id
    round: Round
    player: Player


class Penalties(Struct):
    """One row for each penalty that stands."""

    tournament: Id
    nr: Annotated[int, Meta(description="Which penalty of the tournament it is, 1 first.")]
    player: Player
    points: Annotated[float, Meta(description="How many points it takes; below zero it gives some.")]
    round: Annotated[int, Meta(description="From which round on it counts; 0 where none had begun.")]


class Standings(Struct):
    """One row for each player after each round that is seated, or before any is; as matches stand now."""

    tournament: Id
    after_round: Annotated[
        int, Meta(description="After how many rounds, 0 where none is seated; matches that are not over do not count.")
    ]
    place: Annotated[int | None, Meta(description="The place, shared by those who are tied; NULL where it is open.")]
    player: Player
    points: Points
    played: Annotated[int, Meta(description="How many matches count.")]
    byes: Annotated[int, Meta(description="How many rounds they sat out.")]
    tie_breaks: Annotated[str, Meta(description="What each tie-break says, as JSON.")]
    withdrawn: Annotated[bool, Meta(description="Whether they have withdrawn.")]
    missed: Annotated[int, Meta(description="How many rounds had begun before they were entered.")]


TOURNAMENTS: Final[dict[str, type[Struct]]] = {
    "tournaments": Tournaments,
    "entrants": Entrants,
    "seatings": Seatings,
    "byes": Byes,
    "penalties": Penalties,
    "standings": Standings,
}
"""The tables, by their names."""
