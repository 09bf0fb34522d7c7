"""Golden playthroughs: a seeded match with every observer's view at every step, to be read with one's own eyes.

`python -m tests.generate playthroughs` writes them anew; a test compares. For each step stand the action and facts as
the judge knows them, how others were told them where that differs, and what changed in whose view of the state.
"""

import json
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from msgspec import convert

from ludograph.domain.exchange.exporter import action_line, line_text, observer_name
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.notation.values import ValueWriter
from ludograph.replay.timeline.timeline import Frame, Timeline
from tests.scenario import result_of
from tests.worlds import NAMES, STAMP, observers, played_on

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {
    "sorcerous-futures": (4, {"sly_excuse": True}, "golden"),
    "last-years-magic": (3, {}, "golden"),
    "conundruze": (
        3,
        {"betting": "peek", "powers": True, "gatehouse": True, "full_court": True, "play_to": 60},
        "1223",
    ),
    "hand-of-the-hanataz": (4, {"end": "rounds", "rounds": 3, "extra_faces": ("T", "A", "B", "P")}, "golden 2039"),
    "fools-down": (
        4,
        {
            "house_grab": 5,
            "dealer": "house",
            "fools_down": "traditional",
            "fools_rules": True,
            "fools_bag": True,
            "hands": 4,
        },
        "golden 29",
    ),
}
"""The number of seats, the options and the seed of a game that is not played with the fewest seats and no options."""


def golden_match(game_id: str) -> Match:
    """The seeded match of a game, played by bots."""
    game = GAMES[game_id]
    seats, options, seed = SEEDS.get(game_id, (game.seats[0], {}, "golden"))
    match = start_match(game, UUID(int=1), Setting(NAMES[:seats], convert(options, game.options), None, seed), STAMP)
    return played_on(match, Random(seed))


def playthrough(match: Match) -> Iterator[str]:
    """The lines of a playthrough."""
    everybody = observers(match)
    timelines = {observer: Timeline(match, observer) for observer in everybody}
    before: dict[Observer, dict[str, str]] = {key: {} for key in everybody}
    for number in range(len(match.states)):
        frames = {observer: timelines[observer][number] for observer in everybody}
        yield from ("", f"== {number}")
        yield from _merged(match, {observer: _told(match, frame) for observer, frame in frames.items()})
        now = {
            observer: dict(_flat(ValueWriter(match.players).struct(frame.state))) for observer, frame in frames.items()
        }
        yield from _merged(match, {observer: _changed(before[observer], now[observer]) for observer in everybody})
        before = now
    yield from ("", f"== result {json.dumps(result_of(match))}")


def _told(match: Match, frame: Frame) -> list[str]:
    """The action and the facts of a frame."""
    writer = ValueWriter(match.players)
    lines = []
    if frame.step is not None:
        line = action_line(frame.step, ValueWriter(match.players, unknown="??"))
        lines.append(f"> {line_text(match, line)}")
    for fact in frame.facts:
        fields = {key: value for key, value in writer.struct(fact).items() if key != "fact"}
        lines.append(f"{type(fact).__name__} {json.dumps(fields, ensure_ascii=False)}")
    return lines


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of a state with their paths; lists are leaves, however long."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, json.dumps(value, ensure_ascii=False)


def _changed(before: dict[str, str], now: dict[str, str]) -> list[str]:
    gone = [f"  {path} is gone" for path in before if path not in now]
    return [f"  {path} = {value}" for path, value in now.items() if before.get(path) != value] + gone


def _merged(match: Match, lines: dict[Observer, list[str]]) -> Iterator[str]:
    """The judge's lines, and for the others what stands otherwise, observers with the same together."""
    yield from lines[JUDGE]
    groups: dict[str, list[str]] = {}
    for observer, own in lines.items():
        if own != lines[JUDGE]:
            diff = [
                line
                for line in unified_diff(lines[JUDGE], own, n=0, lineterm="")
                if line[:1] in "+" and line[:3] != "+++"
            ]
            groups.setdefault("\n".join(f"    {line[1:].strip()}" for line in diff), []).append(
                observer_name(match, observer)
            )
    for text, names in groups.items():
        yield f"  {', '.join(names)}:"
        yield text


def main() -> None:
    """Writes all playthroughs anew."""
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text("\n".join(playthrough(golden_match(game))) + "\n")


if __name__ == "__main__":
    main()
