"""The tables of the archive: some for all games, and one for each kind of action and of fact of a game.

The Structs below are the rows of the first; the columns of the others follow from the Structs of the games.
"""

from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Final, NamedTuple
from uuid import UUID

from msgspec import Meta, Struct

from analytics.columns import Column, columns_of, row_columns
from domain.games import GAMES
from domain.kernel.cards import Card, Cards
from domain.kernel.game import Game, Seat, verb_of

MAIN: Final = "main"
Match = Annotated[UUID, Meta(description="The match, see `matches`.")]
Number = Annotated[int, Meta(description="The number of the step in the match; comes again after a takeback.")]
Version = Annotated[
    int, Meta(description="Which event of the match it is, the start being 1; with `match` it names one event.")
]
Recorded = Annotated[datetime, Meta(description="When it was recorded.")]
Entered = Annotated[str, Meta(description="Who entered it; empty for everybody but the judge.")]
Superseded = Annotated[bool, Meta(description="Whether the step was taken back later.")]
Actor = Annotated[Seat, Meta(description="The seat that acted; 0 is the table.")]


class Matches(Struct):
    """One row for each match."""

    match: Annotated[UUID, Meta(description="The id of the match.")]
    game: Annotated[str, Meta(description="The id of the game, see `games`.")]
    rules_version: Annotated[int, Meta(description="The version of the game's rules under which it was recorded.")]
    players: Annotated[tuple[str, ...], Meta(description="The players' names, seat 1 first.")]
    seats: Annotated[int, Meta(description="How many players there are.")]
    event: Annotated[str, Meta(description="The tournament; empty where there is none.")]
    round: Annotated[str, Meta(description="The round of the tournament.")]
    at_table: Annotated[str, Meta(description="The table in the tournament (`table` in match files).")]
    played_on: Annotated[date | None, Meta(description="The day on which it was played, where that is written down.")]
    source: Annotated[str, Meta(description="The `id` in the match file that it came from.")]
    seed: Annotated[str | None, Meta(description="What the program drew from; NULL where outcomes were written.")]
    by: Entered
    started_at: Annotated[datetime, Meta(description="When it was started.")]
    recorded_at: Annotated[datetime, Meta(description="When its newest event was recorded.")]
    events: Annotated[int, Meta(description="How many events it has.")]
    steps: Annotated[int, Meta(description="How many steps stand.")]
    over: Annotated[bool, Meta(description="Whether it is over.")]


class Seats(Struct):
    """One row for each player of each match."""

    match: Match
    seat: Annotated[Seat, Meta(description="1, 2, ... clockwise.")]
    player: Annotated[str, Meta(description="The player's name.")]


class Results(Struct):
    """One row for each player of each match that is over."""

    match: Match
    seat: Annotated[Seat, Meta(description="The seat.")]
    player: Annotated[str, Meta(description="The player's name.")]
    score: Annotated[int | None, Meta(description="The score; NULL where the game has none or `unknown` is true.")]
    unknown: Annotated[bool, Meta(description="Whether the score depends on cards that nobody saw.")]
    won: Annotated[
        bool | None, Meta(description="Whether the player is a winner; NULL where cards nobody saw leave it open.")
    ]


class Steps(Struct):
    """One row for each action ever recorded, of all games."""

    match: Match
    game: Annotated[str, Meta(description="The id of the game.")]
    version: Version
    step: Number
    actor: Actor
    player: Annotated[str | None, Meta(description="The name of the player who acted; NULL for the table.")]
    verb: Annotated[str, Meta(description="What was done; its fields are in the table of that name of the game.")]
    facts: Annotated[int, Meta(description="How many facts followed.")]
    drawn: Annotated[tuple[str, ...], Meta(description="The outcomes, cards and numbers, as text.")]
    shuffled: Annotated[tuple[Card, ...] | None, Meta(description="A pile's new order, top first; for the judge.")]
    recorded_at: Recorded
    happened_at: Annotated[datetime | None, Meta(description="When it happened, where that was written down.")]
    by: Entered
    note: Annotated[str, Meta(description="The remark that came with it, for the judge.")]
    superseded: Superseded
    taken_back_by: Annotated[int | None, Meta(description="The `version` of the takeback, where it was taken back.")]


class Takebacks(Struct):
    """One row for each takeback: the match stood again as after step `to_step`."""

    match: Match
    version: Version
    to_step: Annotated[int, Meta(description="The last step that stood then.")]
    reason: Annotated[str, Meta(description="Why; for the judge.")]
    by: Entered
    recorded_at: Recorded


class Notes(Struct):
    """One row for each remark on a step that was made later."""

    match: Match
    version: Version
    step: Annotated[int, Meta(description="The step that it is about; 0 is the start.")]
    text: Annotated[str, Meta(description="What it says.")]
    public: Annotated[bool, Meta(description="Whether everybody may read it, or the judge alone.")]
    by: Entered
    recorded_at: Recorded


class Games(Struct):
    """One row for each game."""

    game: Annotated[str, Meta(description="Its id.")]
    title: Annotated[str, Meta(description="Its name.")]
    schema: Annotated[str, Meta(description="Where its tables are.")]
    deck: Annotated[str, Meta(description="The deck it is played with, see `cards`.")]
    fewest: Annotated[int, Meta(description="With how few players it can be played.")]
    most: Annotated[int, Meta(description="With how many players it can be played.")]
    version: Annotated[int, Meta(description="The version of its rules in this program.")]


class CardsOfDecks(Struct):
    """One row for each card of each deck; join it by `deck` and `code`."""

    deck: Annotated[str, Meta(description="The id of the deck.")]
    code: Annotated[Card, Meta(description="What stands for the card everywhere else.")]
    name: Annotated[str, Meta(description="What it is called.")]
    rank: Annotated[str, Meta(description="Its rank.")]
    suits: Annotated[tuple[str, ...], Meta(description="The letters of its suits.")]
    suit_names: Annotated[tuple[str, ...], Meta(description="The names of its suits.")]


class Unread(Struct):
    """One row for each event that could not be read: `ludograph verify` says what is wrong with it."""

    match: Annotated[str, Meta(description="The match, as it is stored.")]
    version: Annotated[int | None, Meta(description="Which event of the match it is.")]
    topic: Annotated[str | None, Meta(description="What kind of event it says it is.")]


class FactRow(Struct):
    """What every table of facts begins with; `nr` counts the facts of a step."""

    match: Match
    version: Version
    step: Annotated[int, Meta(description="The number of the step; 0 is the setup.")]
    nr: Annotated[int, Meta(description="1, 2, ...: which fact of the step it is.")]
    actor: Actor
    superseded: Superseded


class ActionRow(Struct):
    """What every table of actions begins with."""

    match: Match
    version: Version
    step: Number
    actor: Actor
    superseded: Superseded


class StartRow(Struct):
    """What every table of starts begins with."""

    match: Match


class Table(NamedTuple):
    """A table: where it is, what it is about, its columns, and the kind of thing whose fields the last of them are."""

    schema: str
    name: str
    about: str
    columns: tuple[Column, ...]
    kind: str = ""
    own: tuple[Column, ...] = ()
    """Those of the columns, the last ones, that come from the fields of that kind."""

    @property
    def full_name(self) -> str:
        """Its name with that of its schema, where that is not the main one."""
        return self.name if self.schema == MAIN else f"{self.schema}.{self.name}"


COMMON: Final[dict[str, type[Struct]]] = {
    "matches": Matches,
    "seats": Seats,
    "results": Results,
    "steps": Steps,
    "takebacks": Takebacks,
    "notes": Notes,
    "games": Games,
    "cards": CardsOfDecks,
    "unread": Unread,
}
"""The tables that all games share."""
STARTED: Final = "match_started"


def schema_of(game: str) -> str:
    """The schema with the tables of a game."""
    return game.replace("-", "_")


@cache
def common_tables() -> tuple[Table, ...]:
    """The tables that all games share."""
    return tuple(Table(MAIN, name, _about(row), row_columns(row)) for name, row in COMMON.items())


@cache
def tables_of(game_id: str) -> tuple[Table, ...]:
    """The tables of a game: how its matches began, its actions, its facts."""
    game = GAMES[game_id]
    return (_starts(game), *_actions(game), *_facts(game))


def all_tables() -> Iterator[Table]:
    """Every table of the archive."""
    yield from common_tables()
    for game in GAMES:
        yield from tables_of(game)


def actions_of(game: str) -> dict[str, Table]:
    """The tables of a game's actions by their verbs."""
    return {table.kind: table for table in tables_of(game) if table.kind in _verbs(game)}


def facts_of(game: str) -> dict[str, Table]:
    """The tables of a game's facts by the names of those."""
    names = {fact.__name__ for fact in GAMES[game].facts}
    return {table.kind: table for table in tables_of(game) if table.kind in names}


def start_of(game: str) -> Table:
    """The table of how a game's matches began."""
    return tables_of(game)[0]


def _verbs(game: str) -> set[str]:
    return {verb_of(action.__name__) for action in GAMES[game].actions}


def _starts(game: Game) -> Table:
    own = tuple(
        column
        for struct, part, prefix in ((game.options, "options", ""), (game.deal, "deal", "deal_"))
        for column in (
            one._replace(name=prefix + one.name, path=(part, *one.path)) for one in columns_of(struct, game.deck.id)
        )
    )
    about = f"One row for each match of {game.title}: its options, and under `deal_...` the deal as it was recorded."
    return _made(game, STARTED, about, StartRow, own, STARTED)


def _actions(game: Game) -> Iterator[Table]:
    for action in game.actions:
        verb, own = verb_of(action.__name__), columns_of(action, game.deck.id)
        about = f"One row for each `{verb}`. {_about(action)}"
        yield _made(game, verb, about, ActionRow, own, verb)


def _facts(game: Game) -> Iterator[Table]:
    for fact in game.facts:
        own = columns_of(fact, game.deck.id)
        about = f"One row for each {fact.__name__}. {_about(fact)}"
        yield _made(game, verb_of(fact.__name__), about, FactRow, own, fact.__name__)


def _made(game: Game, name: str, about: str, row: type[Struct], own: tuple[Column, ...], kind: str) -> Table:
    """A table whose rows begin like `row`; a field of the same name as a column there gets `_` behind its own."""
    keys = row_columns(row)
    taken = {key.name for key in keys}
    apart = tuple(one._replace(name=f"{one.name}_") if one.name in taken else one for one in own)
    return Table(schema_of(game.id), name, about, (*keys, *apart), kind, apart)


def _about(struct: type[Any]) -> str:
    return " ".join((struct.__doc__ or "").split())


__all__ = [
    "COMMON", "MAIN", "STARTED", "Cards", "Column", "Table", "actions_of", "all_tables", "common_tables", "facts_of",
    "schema_of", "start_of", "tables_of",
]  # fmt: skip
