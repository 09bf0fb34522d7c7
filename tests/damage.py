"""Damages stores by a seed and runs commands on them: `python -m tests.damage --seed 1 --count 100` (not in CI).

Counts, for each kind of damage, how many stores there were, how many commands ended in a traceback, and how often
`verify` did not name damage that changed what is recorded.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copyfile, rmtree
from tempfile import mkdtemp
from typing import Any

import click
from click.testing import CliRunner

from ludograph.cli.main import main as ludograph
from tests.stores import reseal, run_sql

PAGE = 4096
COMMANDS = (
    ("matches",), ("matches", "--json"), ("show", "{match}"), ("log", "{match}"), ("result", "{match}"),
    ("export", "{match}"), ("log", "{match}", "--as", "1", "--json"), ("render", "{match}", "-o", "{folder}/page.html"),
    ("note", "{match}", "a remark"), ("query", "FROM matches"), ("query", "--as", "1", "FROM steps"),
    ("report", "standings"), ("report", "win-rates"), ("lake", "{folder}/lake"), ("play", "{match}"),
    ("replay", "{match}"), ("undo", "{match}", "--reason", "a slip"), ("import", "{file}"),
    ("simulate", "aucteraden", "-n", "1", "--max-steps", "5"), ("verify", "{match}"), ("verify", "--json"),
    ("tournament", "list"), ("tournament", "show", "Cup", "--json"), ("tournament", "standings", "Cup"),
    ("tournament", "history", "Cup"), ("tournament", "export", "Cup"), ("tournament", "enter", "Cup", "Zoe"),
    ("tournament", "undo", "Cup", "--reason", "a slip"),
)  # fmt: skip
TYPED = "help\nshow\nlog 1\nflip\nundo\nnote a remark\nlog\n"
"""What is entered where a command reads lines."""
Damage = Callable[[Path, Random], None]


def bits(store: Path, random: Random) -> None:
    """Turns one bit somewhere in the file."""
    content = bytearray(store.read_bytes())
    content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    store.write_bytes(content)


def some_bytes(store: Path, random: Random) -> None:
    """Writes up to 16 other bytes somewhere."""
    content = bytearray(store.read_bytes())
    at = random.randrange(len(content))
    content[at : at + 16] = random.randbytes(min(16, len(content) - at, 1 + random.randrange(16)))
    store.write_bytes(content)


def pages(store: Path, random: Random) -> None:
    """Writes zeros, noise, or another page over a page; or cuts the file off."""
    content = bytearray(store.read_bytes())
    at, other = (random.randrange(len(content) // PAGE) * PAGE for _ in range(2))
    kind = random.randrange(4)
    if kind == 3:
        del content[max(at, PAGE) :]
    else:
        content[at : at + PAGE] = (bytes(PAGE), random.randbytes(PAGE), content[other : other + PAGE])[kind]
    store.write_bytes(content)


VALUES = ("NULL", "''", "'x'", "X'FF'", "CAST(X'FF' AS TEXT)", "-1", "1e300", "9223372036854775807", "X''", "0")


def columns(store: Path, random: Random) -> None:
    """Adds, drops or renames a column, or writes nonsense into one, in a row or in all."""
    table = random.choice(("stored_events", "heads"))
    with closing(sqlite3.connect(store)) as database:
        names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        row = random.choice(database.execute(f"SELECT {names[0]} FROM {table}").fetchall())[0]
    name, value = random.choice(names), random.choice(VALUES)
    change = random.choice(
        (
            f"ALTER TABLE {table} ADD COLUMN spare TEXT DEFAULT {value}",
            f"ALTER TABLE {table} DROP COLUMN {name}",
            f"ALTER TABLE {table} RENAME COLUMN {name} TO other",
            f"UPDATE OR IGNORE {table} SET {name} = {value} WHERE {names[0]} = '{row}'",
            f"UPDATE OR IGNORE {table} SET {name} = {value}",
        )
    )
    with suppress(sqlite3.Error):  # a key cannot be dropped
        run_sql(store, change)


def rows(store: Path, random: Random) -> None:
    """Deletes, doubles, swaps or moves rows."""
    with closing(sqlite3.connect(store)) as database:
        one, other = random.sample([row for (row,) in database.execute("SELECT rowid FROM stored_events")], 2)
        match = random.choice([name for (name,) in database.execute("SELECT match FROM heads")])
    change = random.choice(
        (
            (f"DELETE FROM stored_events WHERE rowid = {one}",),
            (f"DELETE FROM stored_events WHERE rowid >= {one}",),
            (f"DELETE FROM heads WHERE match = '{match}'",),
            (f"DELETE FROM stored_events WHERE originator_id = '{match}'",),
            (f"UPDATE stored_events SET rowid = 1000000 WHERE rowid = {one}",),
            (
                f"UPDATE stored_events SET rowid = 1000000 WHERE rowid = {one}",
                f"UPDATE stored_events SET rowid = {one} WHERE rowid = {other}",
                f"UPDATE stored_events SET rowid = {other} WHERE rowid = 1000000",
            ),
            (
                "INSERT INTO stored_events SELECT originator_id, originator_version + 1000, topic, state "
                f"FROM stored_events WHERE rowid = {one}",
            ),
            (
                f"UPDATE stored_events SET state = (SELECT state FROM stored_events WHERE rowid = {other}) "
                f"WHERE rowid = {one}",
            ),
        )
    )
    run_sql(store, *change)


FREE = (
    "match", "version", "digest", "previous", "salt", "recorded_at", "happened_at", "by", "note", "text", "reason",
    "public", "step", "players", "event", "round", "table", "played_on", "source", "seed", "rules_version",
    "name", "scoring", "tie_breaks", "bye", "method", "size", "scores", "points", "order", "player", "rounds",
)  # fmt: skip
"""What follows from nothing else, so that whoever seals a whole chain again can change it: a slip tells."""


def resealed(store: Path, random: Random) -> None:
    """Alters a value in an event and seals the whole chain again."""
    with closing(sqlite3.connect(store)) as database:
        match, version = random.choice(database.execute("SELECT match, version FROM heads").fetchall())
    reseal(store, partial(_alter, random, 1 + random.randrange(version)), match)


def _alter(random: Random, version: int, event: dict[str, Any]) -> None:
    if event["version"] != version:
        return
    name = random.choice([key for key in event if key not in FREE])
    event[name] = _other(random, event[name])


def _other(random: Random, value: Any) -> Any:
    if isinstance(value, list) and value and random.random() < 0.8:
        at = random.randrange(len(value))
        return [*value[:at], _other(random, value[at]), *value[at + 1 :]]
    if isinstance(value, dict) and value and random.random() < 0.8:
        key = random.choice(list(value))
        return value | {key: _other(random, value[key])}
    return random.choice([None, -1, 0, 1, 7, 10**30, "", "x", "Ann", "??", [], [[]], {}, True, value])


KINDS: dict[str, Damage] = {
    "bits": bits, "bytes": some_bytes, "pages": pages, "columns": columns, "rows": rows, "resealed": resealed,
}  # fmt: skip


def content(store: Path) -> str | None:
    """A digest of all that is recorded; None where not all of it can be read."""
    try:
        with closing(sqlite3.connect(store)) as database:
            database.text_factory = bytes
            tables = [database.execute("SELECT rowid, * FROM stored_events NOT INDEXED ORDER BY 1").fetchall()]
            tables.append(database.execute("SELECT * FROM heads ORDER BY 1").fetchall())
            known = "SELECT originator_id, originator_version, rowid FROM stored_events ORDER BY 1, 2"
            tables.append(database.execute(known).fetchall())
            tables.append(database.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2").fetchall())
    except (sqlite3.Error, OverflowError):
        return None
    return sha256(repr(tables).encode()).hexdigest()


class Tally(Counter[str]):
    """What came of the stores of one kind."""

    def __init__(self, folder: Path, original: Path) -> None:
        super().__init__()
        self.folder = folder
        self.original = original
        self.sound = content(original)
        with closing(sqlite3.connect(original)) as database:
            self.matches = [name for (name,) in database.execute("SELECT match FROM heads")]

    def run(self, kind: str, seed: str, every: bool) -> None:
        """Damages a copy, and looks at it with `verify` and some other commands, or all."""
        random = Random(f"{kind}/{seed}")
        rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        store = self.folder / "store.sqlite"
        copyfile(self.original, store)
        KINDS[kind](store, random)
        changed = content(store) != self.sound
        self["stores"] += 1
        self["changed"] += changed
        named = self._exit(store, kind, seed, ("verify",)) != 0
        self["named"] += changed and named
        self["false alarms"] += named and not changed
        if changed and not named:
            click.echo(f"not named: {kind} {seed}", err=True)
        for command in COMMANDS if every else random.sample(COMMANDS, 3):
            match = random.choice(self.matches)
            words = {"match": match, "folder": self.folder, "file": file_of(self.original)}
            self._exit(store, kind, seed, tuple(one.format_map(words) for one in command))

    def _exit(self, store: Path, kind: str, seed: str, command: tuple[str, ...]) -> int:
        args = ["--store", str(store), *command]
        result = CliRunner().invoke(ludograph, args, input=TYPED, prog_name="ludograph")
        self["commands"] += 1
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            self["tracebacks"] += 1
            click.echo(f"traceback: {kind} {seed}, {' '.join(command)}: {result.exception!r}"[:300], err=True)
        return result.exit_code


def recorded(store: Path) -> None:
    """A store with a match of every game, remarks and takebacks among them, and a tournament."""
    run = CliRunner()
    for game in ("sun-bid", "sorcerous-futures", "aucteraden", "last-years-magic", "conundruze"):
        run.invoke(ludograph, ["--store", str(store), "simulate", game, "-n", "1", "--seed", "7", "--max-steps", "40"])
    with closing(sqlite3.connect(store)) as database:
        matches = [name for (name,) in database.execute("SELECT match FROM heads ORDER BY 1")]
    for match in matches[:2]:
        run.invoke(ludograph, ["--store", str(store), "note", match, "a remark"])
        run.invoke(ludograph, ["--store", str(store), "undo", match, "--reason", "a slip"])
    seating = store.with_suffix(".csv")
    seating.write_text("round,table,player\n1,1,Ann\n1,1,Ben\n1,bye,Cleo\n")
    for words in ("new Cup", "enter Cup Ann Ben Cleo", f"seat Cup --game sun-bid --size 2 --file {seating}"):
        run.invoke(ludograph, ["--store", str(store), "tournament", *words.split()])
    for words in ("result Cup 1 1 Ann=12 Ben=7", "penalty Cup Ann 1 --reason late", "lot Cup --seed x"):
        run.invoke(ludograph, ["--store", str(store), "tournament", *words.split()])
    run.invoke(ludograph, ["--store", str(store), "export", matches[0], "-o", str(file_of(store))])
    run_sql(store, "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode = DELETE")


def file_of(store: Path) -> Path:
    """A match file with a match that the store holds."""
    return store.with_suffix(".jsonl")


@click.command()
@click.option("--seed", default=1, help="Another seed makes other damage.")
@click.option("--count", default=1000, help="How many stores of each kind.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), help="Only this kind; may be repeated.")
@click.option("--every", is_flag=True, help="Every command on every store, not three of them.")
def main(seed: int, count: int, kinds: tuple[str, ...], every: bool) -> None:
    """Damages stores and prints what came of them."""
    folder = Path(mkdtemp(prefix="ludograph-damage-"))
    original = folder / "original.sqlite"
    recorded(original)
    told = ("stores", "changed", "named", "false alarms", "commands", "tracebacks")
    click.echo(f"{'kind':10}" + "".join(f"{what:>14}" for what in told))
    for kind in kinds or KINDS:
        tally = Tally(folder / "damaged", original)
        for number in range(count):
            tally.run(kind, f"{seed}/{number}", every)
        click.echo(f"{kind:10}" + "".join(f"{tally[what]:>14,}" for what in told))
    rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
