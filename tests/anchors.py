"""Harms stores between anchors, and looks whether those tell: `python -m tests.anchors --rounds 500 --seed 1`.

A store grows at random: matches begin and go on, are taken back, corrected and remarked on, tournaments are opened.
From time to time an anchor is written, as `serve` writes it and as it is printed. Then a copy of the store is harmed in
one of the ways in which whoever can write to a file can harm it without a trace; every anchor that is older than what
is gone must still fit, and every other must be found out, and the file name the match. In between, the unharmed
store must fit to all of them.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile
from tempfile import TemporaryDirectory
from uuid import UUID

import click

from ludograph.domain.games import GAMES
from ludograph.domain.store.recorder import Recorder, head_of
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms
from ludograph.domain.verify.anchor import Anchor, anchor_mismatch, current_anchor, differences
from ludograph.domain.verify.anchor_file import append_anchor, parse_anchors
from tests.stores import reseal
from tests.worlds import random_match

Harm = Callable[[sqlite3.Connection, Path, str, int, Random], None]


def grow(store: Recorder, random: Random) -> None:
    """Something is recorded."""
    ids = store.store.match_ids()
    if not ids or random.random() < 0.2:
        store.record(random_match(random.choice(list(GAMES.values())), random, random.randrange(1, 12)))
        return
    if random.random() < 0.1:
        service = TournamentService(store)
        name = f"Cup {random.getrandbits(30)}"
        service.open(Terms(name, "places=3,1", ""))
        return
    match = store.load(random.choice(ids))
    if match.steps and random.random() < 0.3:
        store.take_back(match, random.randrange(len(match.steps)), "a slip")
    else:
        store.annotate(match, random.randrange(len(match.steps) + 1), "a remark")


def vanish(database: sqlite3.Connection, path: Path, match: str, version: int, random: Random) -> None:
    """All of a match is gone."""
    database.execute("DELETE FROM stored_events WHERE originator_id = ?", (match,))
    database.execute("DELETE FROM heads WHERE match = ?", (match,))
    database.commit()


def cut(database: sqlite3.Connection, path: Path, match: str, version: int, random: Random) -> None:
    """The end of a match is gone, and its row in the table of heads says so."""
    if version == 1:
        vanish(database, path, match, version, random)
        return
    to = random.randrange(1, version)
    sql = "DELETE FROM stored_events WHERE originator_id = ? AND originator_version > ?"
    database.execute(sql, (match, to))
    database.commit()
    with Recorder(path) as store:
        try:
            head = head_of(store.load(UUID(match)))
        except Exception:  # a tournament, whose head is left to say what it likes
            return
        with store.store.cursor(writing=True) as c:
            store.store.write_with_events(c, [head])


def seal_again(database: sqlite3.Connection, path: Path, match: str, version: int, random: Random) -> None:
    """All of a match is somebody else's word, with digests that fit."""
    reseal(path, lambda event: event.update(by="Eve"), match)


HARMS: tuple[Harm, ...] = (vanish, cut, seal_again)


def check_world(folder: Path, seed: int, rounds: int) -> Counter[str]:
    """Grows one store, harms copies of it; counts what was done and found. Raises AssertionError where one is not."""
    random, told = Random(seed), Counter[str]()
    path, file = folder / "store.sqlite", folder / "store.anchors.jsonl"
    printed: list[Anchor] = []
    for _ in range(rounds):
        with Recorder(path) as store:
            for _ in range(random.randrange(1, 6)):
                grow(store, random)
            anchor, stood = current_anchor(store)
            append_anchor(file, anchor, stood)
            printed.append(anchor)
            for _ in range(random.randrange(3)):
                grow(store, random)
            told["sound"] += _fits(store, file, printed)
        told += _harmed(folder, path, file, printed, random)
    return told


def _fits(store: Recorder, file: Path, printed: list[Anchor]) -> int:
    anchors = parse_anchors(file.read_bytes())
    assert not anchors.flaws
    stood = [(one, line.recorded_at) for line in anchors.written for one in line.stood or ()]
    assert not list(differences(store, stood))
    assert not [why for one in printed if (why := anchor_mismatch(store, one.events, one.anchor))]
    return len(printed)


def _harmed(folder: Path, path: Path, file: Path, printed: list[Anchor], random: Random) -> Counter[str]:
    """Harms what the newest anchor knows of, and looks which anchors tell."""
    copy = folder / "copy.sqlite"
    for old in folder.glob("copy.sqlite*"):
        old.unlink()
    copyfile(path, copy)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    newest = {id: version for line in lines for _, id, version, _ in line["stood"]}
    id, version = random.choice(sorted(newest.items()))
    harm = random.choice(HARMS)
    with closing(sqlite3.connect(copy)) as database:
        harm(database, copy, UUID(id).hex, version, random)
    with Recorder(copy) as store:
        stood = [(one, None) for line in parse_anchors(file.read_bytes()).written for one in line.stood or ()]
        assert [str(one.then.id) for one in differences(store, stood)] == [id], harm.__name__
        assert anchor_mismatch(store, printed[-1].events, printed[-1].anchor), harm.__name__
    return Counter({"harmed": 1, "found": 1, harm.__name__: 1})


@click.command()
@click.option("--rounds", default=500, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(rounds: int, seed: int) -> None:
    """Harms so many copies, of stores that grow for 25 rounds each."""
    told = Counter[str]()
    for at in range(0, rounds, 25):
        with TemporaryDirectory() as folder:
            told += check_world(Path(folder), seed + at, min(25, rounds - at))
    click.echo(", ".join(f"{name} {count}" for name, count in sorted(told.items())))


if __name__ == "__main__":
    main()
