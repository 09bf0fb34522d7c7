"""Whatever the scribe's page offers with real cards can be recorded: `python -m tests.service.offered_entries`.

At random steps of random matches, of which a record knows no more than the table, each action that is open is put
together of what the page is given, as taps would: its values, its lists item by item, and what comes up.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click
from msgspec.structs import replace

from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.recording.scribe import EntryBody, desk_json, draft_json
from tests.worlds import random_match, read_back

Json = dict[str, Any]


class Tried(NamedTuple):
    """An entry that was put together, and why it could not be recorded."""

    what: str
    wrong: str


class OfferedEntry:
    """An entry of one action, with random answers to all that is asked."""

    def __init__(self, match: Match, seat: str, action: Json, random: Random) -> None:
        self.match, self.action, self.random = match, action, random
        self.body = EntryBody(seat, action["do"])

    def entry(self) -> Json:
        """The entry as it is recorded. Raises `BadRequest`, or AssertionError where it cannot be gone on with."""
        body = replace(self.body, fields=self._fields())
        while (asked := (found := draft_json(self.match, body, TABLE))["asked"]) is not None:
            body = replace(body, told=(*body.told, self._outcome(asked)))
        entry: Json = found["entry"]
        return entry

    def _fields(self) -> Json:
        if self.action["ways"]:
            return dict(self.random.choice(self.action["ways"])["fields"])
        block = self.random.choice(self.action["blocks"] or [{}])
        asked = {name: self._value(name, kind) for name, kind in block.items() if kind["kind"] != "text"}
        return {name: value for name, value in asked.items() if value is not None}

    def _value(self, name: str, kind: Json) -> Any:
        if kind["kind"] == "picks":
            return list(self._picked(replace(self.body, picking=name)))
        return self._number(kind) if kind["kind"] == "number" else self.random.choice(kind["values"])["value"]

    def _number(self, kind: Json) -> int:
        return int(self.random.choice((kind["min"], kind["max"])))

    def _picked(self, body: EntryBody) -> tuple[Any, ...]:
        found = draft_json(self.match, body, TABLE)
        while not found["enough"] or (found["values"] and self.random.random() < 0.5):
            assert found["values"], f"no way on after {body.picked}"
            body = replace(body, picked=(*body.picked, self.random.choice(found["values"])["value"]))
            found = draft_json(self.match, body, TABLE)
        return body.picked

    def _outcome(self, asked: Json) -> str | int:
        if asked.get("rest") and self.random.random() < 0.3:
            return "rest"
        if asked.get("unseen") and self.random.random() < 0.3:
            return "??"
        if asked["kind"] == "number":
            return self._number(asked)
        assert asked["values"], f"nothing to choose for {asked['label']}"
        value: str = self.random.choice(asked["values"])["value"]
        return value


def tried_entries(recorder: Recorder, game: str, random: Random) -> Iterator[Tried]:
    """Each action that is open somewhere in a random match, and what was wrong with it, or nothing."""
    match = read_back(random_match(GAMES[game], random, random.choice((4, 10, 20, 40, 60))), TABLE)
    for seat in desk_json(match, TABLE, len(match.steps))["open"]:
        for action in seat["actions"]:
            what, wrong = f"{game}, step {len(match.steps)}, {seat['name']} {action['do']}", ""
            try:
                entry = OfferedEntry(match, seat["name"], action, random).entry()
                what = f"{what} {entry}"
                decide_entries(recorder, match, json.dumps(entry), TABLE)
            except (AssertionError, BadRequest, ValueError) as found:
                wrong = f"{type(found).__name__}: {found}"
            yield Tried(what, wrong)


@click.command()
@click.option("--count", default=25, help="So many matches of each game.")
@click.option("--seed", default=1, help="The seed of the first.")
def main(count: int, seed: int) -> None:
    """Prints what could not be recorded, and how many entries were tried."""
    total = wrong = 0
    with TemporaryDirectory() as folder, Recorder(Path(folder) / "store.sqlite") as recorder:
        for game in GAMES:
            for at in range(seed, seed + count):
                for one in tried_entries(recorder, game, Random(f"{game} {at}")):
                    total += 1
                    if one.wrong:
                        wrong += 1
                        click.echo(f"{one.what}: {one.wrong}")
    click.echo(f"{total} entries, {wrong} could not be recorded")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
