"""Counts the keys that it takes to record a match in `play`: `python -m tests.keys FILE...`.

Each action is typed in the shortest of a few ways that somebody at a table would think of, and is understood by the
program itself; Enter is a key too. Beside it stand the keys of a verb in full with its values, and outcomes after it.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ludograph.domain.entry.interpretation import AmbiguousEntry, choice_line, interpret, only_choice
from ludograph.domain.entry.observed_match import ObservedMatch
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.kernel.game import EVERYBODY, TABLE, Refused, verb_of
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.notation import parser
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import ValueWriter
from tests.worlds import stamp


class Keys(NamedTuple):
    """Keys for an action, Enter among them: as short as it can be typed, and with everything in full."""

    short: int
    full: int


def keys_of(match: Match) -> Iterator[tuple[AnyStep, str, Keys]]:
    """Every action of a match with the way in which it is typed."""
    listener = LineParser(match.game, match.players, parser.PLAY_SYNTAX)
    for number, step in enumerate(match.steps):
        before = Match(match.start, match.game, match.steps[:number], match.states[: number + 1], match.history[:1])
        *_, longest = ways = list(_ways(before, step))
        ways.sort(key=len)
        typed = next((way for way in ways if _is_meant(before, step, listener, way)), longest)
        yield step, typed, Keys(len(typed) + 1, len(longest.replace(" > ", "\n")) + 1)


def _ways(match: Match, step: AnyStep) -> Iterator[str]:
    """The step in a few ways, the shortest first; the last one has a name where it needs one."""
    sight = ObservedMatch(match, TABLE)
    verb, full, text = verb_of(type(step.action).__name__), *_values(match, step)
    values, outcomes = _short(match, step, full), _outcomes(step)
    alone = only_choice(sight)
    if alone and not text:
        yield "\n".join(["", " ".join(outcomes)]) if outcomes else ""
    said = dict.fromkeys(tuple(values[:count]) for count in range(len(values) + 1))
    for rest in (" ".join([*values, *outcomes]) for values in said):
        if rest and not text:
            yield rest
            yield f"{step.actor} {rest}"
    for length in range(1, len(verb) + 1):
        yield " ".join([verb[:length], *values, *text, *outcomes])
        yield " ".join([str(step.actor or "table"), verb[:length], *values, *text, *outcomes])
        if text or outcomes:  # which are asked for
            yield "\n".join([" ".join([verb[:length], *values, *text]), " ".join(outcomes)])
            yield "\n".join([" ".join([str(step.actor or "table"), verb[:length], *values, *text]), " ".join(outcomes)])
    named = [] if len(sight.waited) == 1 else [match.name(step.actor)]
    yield " ".join([*named, verb, *full, *text, *([">"] if outcomes else []), *outcomes])


def _values(match: Match, step: AnyStep) -> tuple[list[str], list[str]]:
    """The values of an action, and what is said in it."""
    written = ValueWriter(match.players, unknown="??").fields(step.action)
    values: list[str] = []
    text: list[str] = []
    kind: Any = type(step.action)
    for field in fields_of(kind):
        value = written.get(field.name)
        if value not in (None, ""):
            each = [str(one) for one in value] if isinstance(value, list) else [str(value)]
            (text if field.shape.kind == "text" else values).extend(each)
    return [value.lower() for value in values], text


def _short(match: Match, step: AnyStep, full: list[str]) -> list[str]:
    """Values as somebody in a hurry types them: the number of a seat, the beginning of a word or its digits alone."""
    kind: Any = type(step.action)
    kinds = [field.shape for field in fields_of(kind) if field.shape.kind in ("seat", "word")]
    seats = [name.lower() for name in match.players] if any(one.kind == "seat" for one in kinds) else []
    words = [word for one in kinds for word in one.words]

    def short(value: str) -> str:
        if value in seats:
            return str(seats.index(value) + 1)
        digits = "".join(filter(str.isdigit, value))
        starts = (value[:length] for length in range(1, len(value)))
        unique = (start for start in starts if [word.startswith(start) for word in words].count(True) == 1)
        return (digits or next(unique, value)) if value in words else value

    return [short(value) for value in full]


def _outcomes(step: AnyStep) -> list[str]:
    """What the table sees of the outcomes: it is asked for that alone."""
    audiences = step.seen_by or (EVERYBODY,) * len(step.drawn)
    return [str(one).lower() for one, to in zip(step.drawn, audiences, strict=True) if TABLE in to]


def _is_meant(match: Match, step: AnyStep, listener: LineParser, typed: str) -> bool:
    sight = ObservedMatch(match, TABLE)
    try:
        if not typed.partition("\n")[0]:
            alone = only_choice(sight)
            found = interpret(sight, listener, choice_line(sight, *alone)) if alone else None
        else:
            found = interpret(sight, listener, typed.partition("\n")[0])
        if found is None or len(found.lines) != 1:
            return False
        (line,) = found.lines
        action: Any = line.move(match.game, listener.reader).read().completed(match.state, line.actor)
    except (AmbiguousEntry, Unreadable, ValueError):
        return False
    return bool(line.actor == step.actor and action == step.action)


def main() -> None:
    """Prints the keys of each file, and all that is typed with `-v`."""
    verbose = "-v" in sys.argv
    for name in sys.argv[1:]:
        if name == "-v":
            continue
        with Path(name).open("rb") as file:
            for chunk in chunks(file):
                try:
                    match = Builder(chunk, stamp).match()
                except Refused as refused:
                    print(f"{name}: {refused}")
                    continue
                found = list(keys_of(match))
                for step, typed, keys in found if verbose else ():
                    print(f"{step.number:>4} {keys.short:>3} {keys.full:>3}  {typed.replace(chr(10), ' / ')}")
                short, full = (sum(keys[at] for _, _, keys in found) / len(found) for at in (0, 1))
                print(f"{match.game.id}: {len(found)} actions, {short:.1f} keys each, in full {full:.1f}: {name}")


if __name__ == "__main__":
    main()
