"""Mutated match files, texts and actions, read and played: `python -m tests.fuzz --count 100000 --seed 1`.

Whatever is written is recorded or refused with a sentence; nothing else may come of it. Prints how many inputs of each
kind there were and what became of them, and ends with 1 where one ended in any other error.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random
from traceback import format_exc
from typing import Any

import click

from ludograph.domain.exchange.exporter import exported, match_file_text
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, Refused
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import from_json
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.parser import LineParser, parse_line
from ludograph.domain.notation.strict_json import Unreadable, load_object
from ludograph.domain.notation.values import Reader
from tests.worlds import STAMP, random_match, read_back, stamp

Mutation = Callable[[bytearray, Random], None]
ODD = (
    b"??", b"null", b"-1", b"1e400", b"NaN", b"9" * 400, b'"', b"\\ud800", b"\xff", b"\x00", b"\xe2\x80\xa8", b"{",
    b"]", b"[[[[", b"true", b"\r", b"\n", b"\t", b" > ", b"'", b"\xef\xbb\xbf", b"\xcc\x81", b"\xd9\xa3", b"1.0",
    b"0x1", b"",
)  # fmt: skip
"""What nobody expects in a file."""


def _turned(content: bytearray, random: Random) -> None:
    content[random.randrange(len(content))] ^= 1 << random.randrange(8)


def _cut(content: bytearray, random: Random) -> None:
    at = random.randrange(len(content))
    del content[at : at + random.choice((1, 2, 5, 20, len(content)))]


def _doubled(content: bytearray, random: Random) -> None:
    at = random.randrange(len(content))
    content[at:at] = content[at : at + random.choice((1, 3, 10, 80))]


def _odd(content: bytearray, random: Random) -> None:
    at = random.randrange(len(content))
    content[at : at + random.choice((0, 1, 3))] = random.choice(ODD)


def _exchanged(content: bytearray, random: Random) -> None:
    """A word of it in another place of it."""
    words = bytes(content).split()
    at = bytes(content).find(random.choice(words)) if words else 0
    content[at : at + random.choice((1, 2, 3, 4))] = random.choice(words or [b""])


MUTATIONS: tuple[Mutation, ...] = (_turned, _cut, _doubled, _odd, _odd, _exchanged, _exchanged)


def mutated(content: bytes, random: Random) -> bytes:
    """A content with some of its bytes changed."""
    found = bytearray(content)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        if found:
            random.choice(MUTATIONS)(found, random)
    return bytes(found)


VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    7,
    10**30,
    1.5,
    "",
    "??",
    "x",
    "Ann",
    "table",
    [],
    ["??"],
    [[]],
    {},
    {"a": 1},
    "\ud800",
    "1\u0301",
)
"""What may stand where another value stood."""


def revalued(content: bytes, random: Random) -> bytes:
    """A line of JSON with another value somewhere, or another key, or one less."""
    raw = json.loads(content)
    parts = list(_parts(raw))
    for _ in range(random.choice((1, 1, 2))):
        part = random.choice(parts)
        places = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not places:
            continue
        at, kind = random.choice(places), random.random()
        if kind < 0.15:
            del part[at]
        elif kind < 0.25 and isinstance(part, dict):
            part[random.choice(("deal", "note", "drawn", "shuffled", "at", "x"))] = part.pop(at)
        else:
            other = random.choice(parts)
            spare = [*(other.values() if isinstance(other, dict) else other), *VALUES]
            part[at] = json.loads(json.dumps(random.choice(spare)))
    return json.dumps(raw).encode()


def _parts(value: Any) -> Iterator[Any]:
    """The objects and lists in a JSON value, itself first."""
    if isinstance(value, dict | list):
        yield value
        for one in value.values() if isinstance(value, dict) else value:
            yield from _parts(one)


def files(match: Match) -> dict[str, bytes]:
    """A match as a file in both forms."""
    lines = list(exported(match, JUDGE))
    return {
        "JSON file": "".join(f"{json.dumps(line)}\n" for line in lines).encode(),
        "text file": "".join(f"{line}\n" for line in match_file_text(match, iter(lines))).encode(),
    }


def read(content: bytes) -> Iterator[str]:
    """What becomes of each match in a file."""
    try:
        for chunk in chunks(BytesIO(content)):
            yield _played(chunk)
    except Unreadable:
        yield "unreadable"


def _played(chunk: object) -> str:
    try:
        Builder(chunk, stamp).match()  # type: ignore[arg-type]
    except Unreadable as wrong:
        return "unreadable" if wrong.why else "without a sentence"
    except Refused as wrong:
        return "refused" if str(wrong) else "without a sentence"
    return "played"


def acted(match: Match, content: bytes) -> str:
    """What becomes of one action, as JSON or as text."""
    reader, text = Reader(match.game.deck, match.players), content.decode(errors="replace")
    try:
        is_json = text.lstrip().startswith("{")
        if is_json:
            line = from_json(match.game, reader, load_object(text), text)
        else:
            line = parse_line(LineParser(match.game, match.players), text)
        chance = match.chance(line.drawn, line.shuffled)
        match.play(line.actor, line.move(match.game, reader), STAMP, chance=chance, observer=JUDGE)
    except Unreadable as wrong:
        return "unreadable" if wrong.why else "without a sentence"
    except Refused as wrong:
        return "refused" if str(wrong) else "without a sentence"
    return "played"


def inputs(game: str, seed: int, number: int) -> Iterator[tuple[str, bytes, list[str]]]:
    """Mutations of a random match, and of its actions where they were made: what they are and what became of them."""
    random = Random(f"{game}/{seed}/{number}")
    match = read_back(random_match(GAMES[game], random, random.choice((1, 5, 15, 40))), JUDGE)
    for kind, content in files(match).items():
        for _ in range(10):
            made = mutated(content, random)
            yield kind, made, list(read(made))
    whole = files(match)["JSON file"].splitlines(keepends=True)
    for _ in range(15):
        at = random.randrange(len(whole)) if random.random() < 0.6 else 0
        made = b"".join([*whole[:at], revalued(whole[at], random) + b"\n", *whole[at + 1 :]])
        yield "other values", made, list(read(made))
    for kind, content in files(match).items():
        lines = content.splitlines()[-len(match.steps) :] if match.steps else []
        for at in random.sample(range(len(lines)), min(len(lines), 6)):
            before = Match(match.start, match.game, match.steps[:at], match.states[: at + 1], match.history[: at + 1])
            for _ in range(12):
                made = mutated(lines[at], random)
                yield kind.replace("file", "action"), made, [acted(before, made)]


@click.command()
@click.option("--count", default=10_000, help="How many inputs, about.")
@click.option("--seed", default=1)
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)))
def main(count: int, seed: int, games: tuple[str, ...]) -> None:
    """Reads mutated inputs and prints what became of them."""
    tally: Counter[tuple[str, str]] = Counter()
    errors = number = 0
    while tally.total() < count:
        for game in games or GAMES:
            found = inputs(game, seed, number)
            while True:
                try:
                    kind, _, outcomes = next(found)
                except StopIteration:
                    break
                except Exception:
                    errors += 1
                    click.echo(f"{game} {seed} {number}:\n{format_exc()}", err=True)
                    break
                tally.update((kind, outcome) for outcome in outcomes or ["nothing"])
        number += 1
    for (kind, outcome), times in sorted(tally.items()):
        click.echo(f"{kind:14}{outcome:20}{times:>10}")
    click.echo(f"{tally.total()} inputs, {errors} ended in another error.")
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
