"""The match at a glance on the screen: what everybody had as lines of blocks, marks below them, and times."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rich.text import Text

from ludograph.domain.judging.judged_match import ToldStep
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.worth import Value, value_text
from ludograph.domain.notation.visible_text import on_one_line, visible
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.judgement_sentences import changes_text, measures, where_lost
from ludograph.replay.sentences.judgement_units import Unit
from ludograph.replay.sentences.overview import Mark, MatchOverview, duration, thought_in_all
from ludograph.replay.sentences.step_sentences import wrapped
from ludograph.replay.sentences.terminal_widths import cut_to_width, padded, wide

BLOCKS: Final = "▁▂▃▄▅▆▇█"
SIGNS: Final[Mapping[str, str]] = {
    "note": "✎",
    "takeback": "↶",
    "correction": "≠",
    "ruling": "§",
    "think": "…",
    "judgement": "?",
}
NAME: Final = 14
"""Names are cut to so many columns."""


def overview(session: ReplaySession, width: int) -> list[Text]:
    """Everything up to the last step that may be told."""
    told, beats = session.told, session.beats_told(session.told)
    found = session.recording.overview(told, beats)
    marks = [mark for mark in found.marks if mark.step <= told - session.unfinished]
    few = " (few are good: the fewer, the taller)" if session.match.game.fewest else ""
    title = f"{_counted(session)}{few}, steps 0 to {told}"
    lines = [Text(on_one_line(title), style="bold"), *_lines(session, found, marks, width)]
    lines += _judged(session, told - session.unfinished, width)
    moments = session.recording.highlights(told - session.unfinished)
    lines += [Text(), Text(f"What decided the match up to step {told}", style="bold")] if moments else []
    for moment in moments:
        text = f"{moment.step:>4} {' '.join(moment.why)}"
        lines += [Text(line) for line in wrapped(text, width=width, rest=" " * 5)]
    lines += [Text(), Text("Marks", style="bold")]
    none = ["None so far, or none that this observer may know of."]
    if not session.recording.judged.worths:
        none = [f"{none[0]} Errors are marked with --judged, for a player or the judge."]
    # A judgement begins with its own sign.
    texts = [
        f"{mark.step:>4} {mark.text}" if mark.kind == "judgement" else f"{mark.step:>4} {SIGNS[mark.kind]} {mark.text}"
        for mark in marks
    ] or none
    return lines + [Text(line) for text in texts for line in wrapped(text, width=width, rest=" " * 7)]


def _counted(session: ReplaySession) -> str:
    """What the lines are of."""
    return session.recording.standings(session.at)[0].label or "Nothing is counted before the end"


def _lines(session: ReplaySession, found: MatchOverview, marks: Sequence[Mark], width: int) -> Iterator[Text]:
    """A line for each player, a line of marks, and how long everybody thought so far."""
    names = [cut_to_width(on_one_line(name), NAME) for name in session.match.players]
    indent = max(map(wide, names)) + 1
    told = len(found.lines[0]) - 1
    room = max(min(told + 1, width - indent - 8), 1)
    values = [value for line in found.lines for value in line if value is not None]
    if values:
        # Whoever is ahead is on top, here and on a page.
        ends = (max(values), min(values)) if session.match.game.fewest else (min(values), max(values))
        for name, line in zip(names, found.lines, strict=True):
            last = next((value for value in reversed(line) if value is not None), None)
            drawn = sparkline(line, room, *ends)
            yield Text(
                f"{padded(name, indent)}{drawn} {value_text(last, signed=session.match.game.ending.signed)}".rstrip()
            )
        yield Text(f"{' ' * indent}{_signs(marks, room, told)}".rstrip())
    thought = thought_in_all(session.match, found.took, told - session.unfinished)
    if thought:
        times = ", ".join(f"{visible(session.match.name(seat))} {duration(taken)}" for seat, taken in thought.items())
        yield from (Text(line) for line in wrapped(f"Thought in all: {times}.", width=width))


def _judged(session: ReplaySession, told: int, width: int) -> Iterator[Text]:
    """A line for each player of what each position was worth, as it was judged, and what luck and play did so far."""
    match, observer = session.match, session.observer
    worths = session.recording.judged.worths[: told + 1]
    if not worths:
        return
    names, unit = match.players, Unit(len(match.players) == 1)
    yield from (Text(), Text(f"What it was worth, as judged, in {unit.told}", style="bold"))
    shown = [cut_to_width(on_one_line(name), NAME) for name in names]
    indent = max(map(wide, shown)) + 1
    texts = [_sums(worths, name, unit) for name in names]
    room = max(min(len(worths), width - indent - max(map(wide, texts))), 1)
    values = [Fraction(value) for one in worths for value in one.value.values()]
    low, high = (min(values), max(values)) if unit.alone else (Fraction(0), Fraction(1))
    for name, called, text in zip(names, shown, texts, strict=True):
        drawn = sparkline([Fraction(one.value[name]) for one in worths], room, low, high)
        line = f"{padded(called, indent)}{drawn}{text}"
        yield from (Text(part) for part in wrapped(line, width=width, rest=" " * indent))
    whose = names if observer == JUDGE else (match.name(observer),)
    lost = (where_lost(worths[1:], name, unit) for name in whose)
    for sentence in (*filter(None, lost), measures(match, observer)):
        yield from (Text(line) for line in wrapped(visible(sentence), width=width))


def _sums(worths: Sequence[ToldStep], name: str, unit: Unit) -> str:
    """What it is worth to a player now, and what luck and play did until then."""
    return f" {unit.value(worths[-1].value[name])}: {changes_text(worths, name, unit)}"


def sparkline(values: Sequence[Value], room: int, low: Fraction | int, high: Fraction | int) -> str:
    """Values as blocks in so many columns, each with what stood at its end; a blank where that is not known.

    A block is lowest at `low` and tallest at `high`, which may be the smaller of the two.
    """
    ends = [values[(column + 1) * len(values) // room - 1] for column in range(room)]
    return "".join(" " if value is None else _block(value, low, high) for value in ends)


def _block(value: Fraction | int, low: Fraction | int, high: Fraction | int) -> str:
    return BLOCKS[int((value - low) * (len(BLOCKS) - 1) // ((high - low) or 1))]


def _signs(marks: Sequence[Mark], room: int, last: int) -> str:
    """The signs of marks under their columns; of several in one column the first."""
    row = [" "] * room
    for mark in reversed(marks):
        row[mark.step * room // (last + 1)] = SIGNS[mark.kind]
    return "".join(row)
