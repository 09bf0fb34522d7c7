"""The views of the archive: one SQL file each, with its grain in the first line.

`sql/views/<name>.sql` is about all games, `sql/views/<game>/<name>.sql` about one; they may use each other. A game in
which places do not follow from winners and scores has a view `final_places` (match, seat, place); one in which players
get cards has a view `received` (match, step, nr, place, seat, card, how). All of these are gathered.
"""

import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from ludograph.analytics.tables.columns import text_literal
from ludograph.analytics.tables.definitions import MAIN, facts_of, schema_of
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.marks import StartingPlayer

FOLDER: Final = "sql/views"
NAME: Final = re.compile(r"(?<![\w.])\w+(?:\.\w+)?")
GATHERED: Final = (
    (
        "own_places",
        "final_places",
        "One row per player of each finished match of a game whose places do not follow from winners and scores.",
        "match, seat, place",
    ),
    ("own_endings", "endings", "One row per finished match of a game that says why it ended.", "match, ending"),
    ("own_winnings", "winnings", "One row per player of each finished match for chips.", "match, seat, net"),
    ("own_received", "received", "One row per card that a player got.", "match, step, nr, place, seat, card, how"),
)
"""Views of all games together: name, what that of each game is called, what its rows are, and its columns."""


class View(NamedTuple):
    """A view: where it is, what its rows are, and its SQL."""

    schema: str
    name: str
    about: str
    sql: str

    @property
    def full_name(self) -> str:
        """Its name with that of its schema, where that is not the main one."""
        return self.name if self.schema == MAIN else f"{self.schema}.{self.name}"


@cache
def views() -> tuple[View, ...]:
    """Every view, those first that others use."""
    written = tuple(_found())
    made = (*written, _facts(), _starting_players(), *(_gathered(written, *one) for one in GATHERED))
    found = {view.full_name: view for view in made}
    uses = {name: sorted((found.keys() & _named(view)) - {name}) for name, view in found.items()}
    return tuple(found[name] for name in TopologicalSorter(uses).static_order())


def _named(view: View) -> set[str]:
    """What may be the name of another view in the SQL of one, alone or behind that of a schema."""
    names = set(NAME.findall(view.sql))
    return names | {name.partition(".")[0] for name in names}


def sql_files(folder: str) -> Iterator[tuple[str, str, str]]:
    """The SQL files of a folder of this package and of its folders by game: schema, name and text of each."""
    top = files("ludograph.analytics").joinpath(folder)
    yield from ((MAIN, *one) for one in _texts(top))
    for inner in sorted(top.iterdir(), key=lambda one: one.name):
        if inner.is_dir():
            yield from ((inner.name, *one) for one in _texts(inner))


def divided(text: str) -> tuple[list[str], str]:
    """The comment lines that an SQL file begins with, without their dashes, and what comes after them."""
    lines = text.strip().splitlines()
    head = next((at for at, line in enumerate(lines) if not line.startswith("--")), len(lines))
    return [line[2:].strip() for line in lines[:head]], "\n".join(lines[head:]).strip().rstrip(";")


def _found() -> Iterator[View]:
    for schema, name, text in sql_files(FOLDER):
        about, sql = divided(text)
        yield View(schema, name, " ".join(about), sql)


def _facts() -> View:
    """The facts of all games, which are in a table for each kind, as far as they have the same columns."""
    own = (
        f"SELECT match, {text_literal(game)} AS game, version, step, nr, actor, {text_literal(name)} AS fact "
        f"FROM {table.full_name}"
        for game in GAMES
        for name, table in facts_of(game).items()
    )
    about = "One row per fact that stands, of all games, with its name; its fields are in the table of that kind."
    return View(MAIN, "facts", about, " UNION ALL ".join(own))


def _starting_players() -> View:
    """Who began each match: what a game's `starting_player` says, or else who acted first."""
    said = {game: found.starting_player for game, found in GAMES.items() if found.starting_player is not None}
    named = ", ".join(map(text_literal, said))
    first = "SELECT match, arg_min(actor, step) AS seat FROM steps WHERE actor > 0 AND game NOT IN"
    first = f"{first} ({named}) GROUP BY match"
    about = "One row per match in which somebody has begun by the rules: who that is."
    return View(MAIN, "starting_players", about, " UNION ALL ".join([first, *(_said(*one) for one in said.items())]))


def _said(game: str, starting: StartingPlayer) -> str:
    fact = facts_of(game)[starting.fact.__name__].full_name
    return (
        f"SELECT f.match, (arg_min(f.{starting.field}, f.step) - 1 + {starting.left}) % m.seats + 1 AS seat "
        f"FROM {fact} AS f JOIN matches AS m ON m.match = f.match GROUP BY f.match, m.seats"
    )


def _gathered(written: tuple[View, ...], name: str, each: str, about: str, columns: str) -> View:
    """What the games have under the same name, in one view."""
    games = {schema_of(game): text_literal(game) for game in GAMES}
    own = [
        f"SELECT {games[view.schema]} AS game, {columns} FROM {view.full_name}"
        for view in written
        if view.name == each and view.schema != MAIN
    ]
    return View(MAIN, name, about, " UNION ALL ".join(own))


def _texts(folder: Traversable) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".sql"):
            yield file.name.removesuffix(".sql"), file.read_text(encoding="utf-8")
