"""Entries of a match as lines of a match file, written and read for a correction."""

from collections.abc import Mapping
from typing import Any

from ludograph.domain.exchange.exporter import action_line
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.notation import limits
from ludograph.domain.notation.lines import Line, from_json
from ludograph.domain.notation.parser import LineParser, parse_line
from ludograph.domain.notation.strict_json import Unreadable, load_object
from ludograph.domain.notation.values import Reader, ValueWriter


def line_of_step(match: Match, step: AnyStep) -> Line:
    """The entry that a step was, as a match file has it; seats are numbers, for names may be what is wrong."""
    writer = ValueWriter(seat_numbers(match), unknown="??")
    raw = action_line(step, writer, step.note)
    return from_json(match.game, Reader(match.game.deck, seat_numbers(match)), raw, "")


def read_line(match: Match, text: str) -> Line:
    """An entry as somebody wrote it, as text or as the JSON of a match file. Raises `Unreadable`."""
    parser = LineParser(match.game, match.players)
    if len(text.encode()) > limits.LINE:
        raise Unreadable(limits.LINE_TOO_LONG)
    if text.lstrip().startswith("{"):
        return from_json(match.game, parser.reader, load_object(text), text)
    return parse_line(parser, text)


def seat_numbers(match: Match) -> tuple[str, ...]:
    """Numbers for the names of the players, which may be what is wrong."""
    return tuple(str(seat) for seat in range(1, len(match.players) + 1))


def merged(shown: Any, true: Any, now: Any) -> Any:
    """A value as it was edited, with what is true in the place of what was left alone."""
    if now == shown:
        return true
    if isinstance(shown, Mapping) and isinstance(true, Mapping) and isinstance(now, Mapping):
        withheld = {key: value for key, value in true.items() if key not in shown}
        return withheld | {key: merged(shown.get(key), true.get(key), value) for key, value in now.items()}
    if all(isinstance(one, list) and len(one) == len(now) for one in (now, shown, true)):
        return [merged(*each) for each in zip(shown, true, now, strict=True)]
    return now
