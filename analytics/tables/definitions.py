"""The tables of the archive: some for all games, and one for each kind of action and of fact of a game.

The rows of the first are Structs in `rows`; the columns of the others follow from the Structs of the games.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import Struct

from ludograph.analytics.tables import match_rows
from ludograph.analytics.tables.columns import Column, columns_of, row_columns
from ludograph.analytics.tables.judgement_rows import JUDGEMENTS, Judgements
from ludograph.analytics.tables.position_rows import AT_STEPS
from ludograph.analytics.tables.tournament_rows import TOURNAMENTS
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game, verb_of

MAIN: Final = "main"
ENTERED: Final = "entered"
"""The schema in which tables lie whose rows may be superseded, with all that was ever entered."""
HISTORY: Final = "history"
"""The schema with what was superseded of them; under its plain name each holds what stands."""
MARK: Final = "superseded"
FALLEN: Final = (MARK, "taken_back_by", "amended_by")
"""Columns that say nothing of a row that stands."""


KEYS: Final = {
    "unread": (),
    "seats": ("match", "seat"),
    "results": ("match", "seat"),
    "games": ("game",),
    "cards": ("deck", "code"),
    "decks": ("game", "seats", "options", "card"),
    "rating_history": ("game", "match", "seat"),
    "ratings": ("game", "player"),
    "cards_at": ("match", "seat", "zone", "part", "place", "x", "y", "from_step"),
    "amounts_at": ("match", "seat", "zone", "part", "name", "from_step"),
    "markers_at": ("match", "seat", "zone", "marker", "from_step"),
    "rounds_at": ("match", "from_step"),
    "decisions": ("match", "step"),
    JUDGEMENTS: ("match", "step", "seat"),
    "tournaments": ("tournament",),
    "entrants": ("tournament", "player"),
    "seatings": ("tournament", "round", "at_table", "seat"),
    "byes": ("tournament", "round", "player"),
    "penalties": ("tournament", "nr"),
    "standings": ("tournament", "after_round", "player"),
    **dict.fromkeys(("starts", "matches"), ("match",)),
    **dict.fromkeys(
        ("takebacks", "amendments", "notes", "confirmations", "rulings", "withdrawals", "abandonments", "records_kept"),
        ("match", "version"),
    ),
}
"""By what a row of these tables is known; of the others it is the match, the step, and the number of the fact."""

ELSEWHERE: Final = {"game": "game_number"}
"""What a field is called as a column where its own name means something else in every other table."""


class Table(NamedTuple):
    """A table: where it is, what it is about, its columns, and the kind of thing whose fields the last of them are."""

    schema: str
    name: str
    about: str
    columns: tuple[Column, ...]
    kind: str = ""
    own: tuple[Column, ...] = ()
    """Those of the columns, the last ones, that come from the fields of that kind."""
    game: str = ""
    """The id of the game that it is about; empty where it is about all."""

    @property
    def full_name(self) -> str:
        """Its name with that of its schema, where that is not the main one."""
        return self.name if self.schema == MAIN else f"{self.schema}.{self.name}"

    @property
    def key(self) -> tuple[str, ...]:
        """The columns by which a row is known; of what was superseded the version is one."""
        names = [column.name for column in self.columns]
        key = KEYS[self.name] if self.name in KEYS else tuple(name for name in ("match", "step", "nr") if name in names)
        return (key[0], "version", *key[1:]) if self.schema in (ENTERED, HISTORY) else key

    @property
    def marked(self) -> bool:
        """Whether its rows may be superseded, so that what stands, what does not, and both have a name each."""
        return any(column.name == MARK for column in self.columns)

    @property
    def stored(self) -> "Table":
        """The table in which its rows lie: itself, or the one of all that was ever entered."""
        about = f"{self.about} All that was ever entered, what stands and what does not."
        return self._elsewhere(ENTERED, self.columns, about) if self.marked else self

    @property
    def standing(self) -> "Table":
        """What of it stands."""
        return self._replace(columns=tuple(column for column in self.columns if column.name not in FALLEN))

    @property
    def history(self) -> "Table":
        """What of it was superseded."""
        columns = tuple(column for column in self.columns if column.name != MARK)
        return self._elsewhere(HISTORY, columns, f"{self.about} Only what was taken back or put right.")

    def _elsewhere(self, schema: str, columns: tuple[Column, ...], about: str) -> "Table":
        name = self.name if self.schema == MAIN else f"{self.schema}_{self.name}"
        return self._replace(schema=schema, name=name, columns=columns, about=about)


COMMON: Final[dict[str, type[Struct]]] = {
    "matches": match_rows.Matches,
    "starts": match_rows.Starts,
    "seats": match_rows.Seats,
    "results": match_rows.Results,
    "steps": match_rows.Steps,
    "takebacks": match_rows.Takebacks,
    "amendments": match_rows.Amendments,
    "notes": match_rows.Notes,
    "confirmations": match_rows.Confirmations,
    "rulings": match_rows.Rulings,
    "withdrawals": match_rows.Withdrawals,
    "abandonments": match_rows.Abandonments,
    "records_kept": match_rows.RecordsKept,
    "games": match_rows.Games,
    "cards": match_rows.CardsOfDecks,
    "decks": match_rows.Decks,
    "rating_history": match_rows.RatingHistory,
    "ratings": match_rows.Ratings,
    JUDGEMENTS: Judgements,
    "unread": match_rows.Unread,
}
"""The tables that all games share."""
STARTED: Final = "match_started"


def schema_of(game: str) -> str:
    """The schema with the tables of a game."""
    return game.replace("-", "_")


@cache
def common_tables() -> tuple[Table, ...]:
    """The tables that all games share."""
    return tuple(
        Table(MAIN, name, _about(row), row_columns(row)) for name, row in {**COMMON, **AT_STEPS, **TOURNAMENTS}.items()
    )


@cache
def tables_of(game_id: str) -> tuple[Table, ...]:
    """The tables of a game: how its matches began, its actions, its facts."""
    game = GAMES[game_id]
    return (_starts(game), *_actions(game), *_facts(game))


def all_tables() -> Iterator[Table]:
    """Every table of the archive, with the marks of what was superseded."""
    yield from common_tables()
    for game in GAMES:
        yield from tables_of(game)


def named_tables() -> Iterator[Table]:
    """Every table as it is asked: what stands, game by game, then what was superseded."""
    every = list(all_tables())
    yield from (table.standing for table in every)
    yield from (table.history for table in every if table.marked)


def actions_of(game: str) -> dict[str, Table]:
    """The tables of a game's actions by their verbs."""
    return {table.kind: table for table in tables_of(game) if table.kind in _verbs(game)}


def facts_of(game: str) -> dict[str, Table]:
    """The tables of a game's facts by the names of those."""
    names = {fact.__name__ for fact in GAMES[game].facts}
    return {table.kind: table for table in tables_of(game) if table.kind in names}


def start_table(game: str) -> Table:
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
    about = f"One row for each match of {game.title}: its options, and under `deal_...` the deal, as they stand."
    return _made(game, STARTED, about, match_rows.StartRow, own, STARTED)


def _actions(game: Game) -> Iterator[Table]:
    for action in game.actions:
        verb, own = verb_of(action.__name__), columns_of(action, game.deck.id)
        about = f"One row for each `{verb}`. {_about(action)}"
        yield _made(game, verb, about, match_rows.ActionRow, own, verb)


def _facts(game: Game) -> Iterator[Table]:
    for fact in game.facts:
        own = columns_of(fact, game.deck.id)
        about = f"One row for each {fact.__name__}. {_about(fact)}"
        yield _made(game, verb_of(fact.__name__), about, match_rows.FactRow, own, fact.__name__)


def _made(game: Game, name: str, about: str, row: type[Struct], own: tuple[Column, ...], kind: str) -> Table:
    """A table whose rows begin like `row`; a field of the same name as a column there gets `_` behind its own."""
    keys = row_columns(row)
    taken = {key.name: f"{key.name}_" for key in keys}
    apart = tuple(_with_meaning(one._replace(name=(ELSEWHERE | taken).get(one.name, one.name))) for one in own)
    return Table(schema_of(game.id), name, about, (*keys, *apart), kind, apart, game.id)


def _with_meaning(column: Column) -> Column:
    """The column with what its name says, where nothing else says what it holds."""
    words = column.name.removesuffix("_").replace("_", " ")
    said = f"Whether it is {words}." if column.type == "BOOLEAN" else f"The {words}."
    return column if column.about else column._replace(about=said)


def _about(struct: type[Any]) -> str:
    return " ".join((struct.__doc__ or "").split())


__all__ = [
    "AT_STEPS", "COMMON", "ENTERED", "HISTORY", "MAIN", "MARK", "STARTED", "Column", "Table", "actions_of",
    "all_tables", "common_tables", "facts_of", "named_tables", "schema_of", "start_table", "tables_of",
]  # fmt: skip
