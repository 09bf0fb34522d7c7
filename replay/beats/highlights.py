"""The moments that decided a match, as an observer knows it: where it turned, who went out, what was turned up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, get_args

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import JUDGE, PerSeat, Seat
from ludograph.domain.kernel.scene import EMPTY, Grid, Row, Scene, Zone
from ludograph.domain.kernel.sentences import Speaker, counted, listed
from ludograph.domain.kernel.worth import Value, in_tenths, leaders, value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import final_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import Beat, beats_of
from ludograph.replay.beats.climax import climax_of, stage_of
from ludograph.replay.sentences.ending import over_since
from ludograph.replay.sentences.overview import duration, long_thinks, think_times
from ludograph.replay.timeline.scoreboard import worths
from ludograph.replay.timeline.timeline import Timeline

MOST: Final = 5
"""So many moments are told of a match."""
TOLD: Final = 3
"""Of a swing so many seats are told, those with the most first."""
WORTH_TELLING: Final = 5
"""A change of less than such a part of the biggest is no swing, and no surprise."""
REVEALING: Final = 3
"""So many cards that are turned up at once are a reveal."""
HARDLY: Final = 20
"""Of a swing no change is told that is less than such a part of the biggest in it."""
HighlightKind = Literal["lead", "elimination", "swing", "surprise", "think", "reveal", "error", "fall"]
ORDER: Final[tuple[HighlightKind, ...]] = get_args(HighlightKind)
"""In which order it is told of a step why it is worth a look."""


UNSAID_BESIDE: Final[Mapping[HighlightKind, Set[HighlightKind]]] = {
    "surprise": {"swing"},
    "reveal": {"lead", "elimination", "swing", "surprise"},
}
"""What is not said of a step of which something else is: it is a part of that."""


class Highlight(NamedTuple):
    """A step that is worth a look, and why; `beat` is the one that is told of it, 0 where the step is of one."""

    step: int
    beat: int
    kinds: tuple[HighlightKind, ...]
    why: tuple[str, ...]
    told: str
    """What happened there, in its own sentences."""
    why_so_far: tuple[str, ...] = ()
    """Why, without what only the whole match tells: who stays ahead, and that no swing was bigger."""


class StepCourse(NamedTuple):
    """What a step did to those who play, as an observer knows it."""

    values: PerSeat[Value]
    """What counts for each seat after it; at the end of a match the final scores."""
    counted: PerSeat[Value]
    """What counts by the table alone, without rulings, to a tenth as it is told."""
    eliminated: tuple[Seat, ...]
    """Who is out of the match after it, and so cannot be ahead."""
    changes: PerSeat[int]
    """By how much that is more or less than before, in tenths; 0 where it cannot be said.

    What a round that begins counts anew is left out: it is nobody's doing.
    """
    beat: int
    told: str
    """The sentences of the beat in which most changed, or of the one that decides it after that."""
    turned: int
    """How many cards that lay face down lie face up after it."""
    out: tuple[str, ...]
    """Who went out, in a sentence each; nothing where nobody stayed in."""
    shown: frozenset[Seat]
    """The seats that have a part in what is shown of it."""


class Candidate(NamedTuple):
    """A step that may be a highlight, and why."""

    step: int
    kind: HighlightKind
    why: str
    why_so_far: str | None = None
    """Why, as long as the end of the match is not told: empty where nothing can be said; None where it is the same."""


def highlights(timeline: Timeline, courses: Sequence[StepCourse]) -> tuple[Highlight, ...]:
    """The moments of a match in the order of its steps: of each kind the first, then of each the next, up to five.

    Of swings there are two where there is one of the others. What is to be said of the same step is one moment.
    `courses` may end before the match does.
    """
    swings, *others = (list(found) for found in _kinds(timeline, courses))
    kinds = [swings[::2], *others[:1], swings[1::2], *others[1:]]
    chosen: dict[int, list[Candidate]] = {}
    for rank in range(max(map(len, kinds))):
        for candidate in (found[rank] for found in kinds if rank < len(found)):
            if candidate.step in chosen or len(chosen) < MOST:
                chosen.setdefault(candidate.step, []).append(candidate)
    return tuple(_highlight(step, found, courses[step]) for step, found in sorted(chosen.items()))


def _highlight(step: int, found: Sequence[Candidate], course: StepCourse) -> Highlight:
    """All that is to be said of a step, each kind once; what it costs others is a part of a swing."""
    told = {one.kind: one for one in reversed(found)}
    kinds = tuple(kind for kind in ORDER if kind in told)
    unsaid = [kind for kind, stronger in UNSAID_BESIDE.items() if kind in told and told.keys() & stronger]
    said = [told[kind] for kind in kinds if kind not in unsaid]
    so_far = (one.why if one.why_so_far is None else one.why_so_far for one in said)
    why, why_so_far = tuple(visible(one.why) for one in said), tuple(visible(text) for text in so_far if text)
    return Highlight(step, course.beat, kinds, why, course.told, why_so_far)


def courses_of(timeline: Timeline) -> list[StepCourse]:
    """What each step did, from the setup on."""
    found: list[StepCourse] = []
    scenes: list[Scene] = []
    over = over_since(timeline.match)
    for number in range(len(timeline)):
        beats = beats_of(timeline, number)
        scenes = [*scenes[-1:], *(timeline.match.game.scene(beat.state) for beat in beats)]
        before = found[-1].values if found else ()
        found.append(course_of(timeline, number, beats, scenes, before, beat_values(timeline, number, beats, over)))
    return found


def beat_values(timeline: Timeline, number: int, beats: Sequence[Beat], over: int | None) -> list[PerSeat[Value]]:
    """What counts for each seat after each beat of a step, where the match is `over` since a step."""
    ended = over is not None and number >= over
    return [worths(timeline.match, beat.state, last=ended and beat is beats[-1]) for beat in beats]


def course_of(
    timeline: Timeline,
    number: int,
    beats: Sequence[Beat],
    scenes: Sequence[Scene],
    before: PerSeat[Value],
    values: Sequence[PerSeat[Value]],
) -> StepCourse:
    """What a step did: its beats, the scene before it and after each of them, and what counted for each seat then.

    At the setup there was no scene before, and nothing counted.
    """
    match = timeline.match
    steps = [_changes(one, other) for one, other in zip([before, *values], values, strict=False)]
    anew = [change for change, begins in zip(steps, _begin_rounds(scenes, len(beats)), strict=True) if begins]
    changes = [_changes(before, values[-1]), *(tuple(-one for one in change) for change in anew)]
    most = max(range(len(beats)), key=lambda at: max(map(abs, steps[at]), default=0))
    shown = _told_instead(timeline, number, beats, most)
    told = " ".join(visible(sentence) for sentence in beats[shown].told)
    speaker = Speaker(match.game.deck, match.players)
    out: list[Any] = [fact for beat in beats for fact in beat.facts if isinstance(fact, match.game.eliminations)]
    spared = len(out) < len(match.players)  # where all go out at once, that is how a match ends
    stage = stage_of(timeline, number, climax_of(timeline, number, beats), beats)
    state = beats[-1].state
    return StepCourse(
        values[-1],
        in_tenths(match.game.worth_of(state) if match.game.result(state).over else values[-1]),
        match.game.eliminated_in(state),
        tuple(map(sum, zip(*changes, strict=True))),
        shown + 1 if len(beats) > 1 else 0,
        told,
        _turned(scenes, knows_all=timeline.observer == JUDGE),
        tuple(f"{speaker.seat(fact.seat)} goes out." for fact in out if spared),
        frozenset(one.shown.seat for one in stage.entries if one.shown.seat) if stage else frozenset(),
    )


def _begin_rounds(scenes: Sequence[Scene], beats: int) -> list[bool]:
    """For each beat whether a round begins in it."""
    rounds = [scene.round.label if scene.round else "" for scene in scenes]
    begun = [one not in ("", before) for before, one in pairwise(rounds)]
    return [False] * (beats - len(begun)) + begun


def _told_instead(timeline: Timeline, number: int, beats: Sequence[Beat], most: int) -> int:
    """The place of the beat that decides what changed in another before, without deciding it; else of that one.

    It is known who gets pots before they are given.
    """
    decides = any(type(fact) in timeline.match.game.decisive for fact in beats[most].facts)
    return most if decides else max(most, climax_of(timeline, number, beats) - 1)


def _changes(before: PerSeat[Value], after: PerSeat[Value]) -> PerSeat[int]:
    pairs = zip(before or after, after, strict=True)
    return tuple([0 if old is None or new is None or old is new else round((new - old) * 10) for old, new in pairs])


def _turned(scenes: Sequence[Scene], *, knows_all: bool) -> int:
    """The cards that were turned up in the beat in which most were; only those that the observer did not know yet."""
    changed = (_changed(before.zones, after.zones) for before, after in pairwise(scenes))
    counts = [(_lying(before, knows_all), _lying(after, knows_all)) for before, after in changed]
    return max((min(down - less, more - up) for (up, down), (more, less) in counts), default=0)


def _changed(before: Sequence[Zone], after: Sequence[Zone]) -> tuple[Sequence[Zone], Sequence[Zone]]:
    """The zones of a table that are not as they were, and what they were; all, where others came or went."""
    if len(before) != len(after):
        return before, after
    pairs = [(was, now) for was, now in zip(before, after, strict=True) if was is not now and was != now]
    return [was for was, _ in pairs], [now for _, now in pairs]


def _lying(zones: Sequence[Zone], knows_all: bool) -> tuple[int, int]:
    """How many cards lie face up in zones, and how many face down whose faces are to be seen for the first time."""
    parts = [part for zone in zones for part in zone.parts]
    cards = [
        (card, part.lies_down(at))
        for part in parts
        if isinstance(part, Row)
        for at, card in enumerate(part.cards)
        if card != EMPTY
    ]
    cards += [(cell.card, cell.hidden) for part in parts if isinstance(part, Grid) for cell in part.cells]
    up = sum(not down and card != UNKNOWN for card, down in cards)
    return up, sum(down and (knows_all or card == UNKNOWN) for card, down in cards)


def _kinds(timeline: Timeline, courses: Sequence[StepCourse]) -> Iterator[Iterable[Candidate]]:
    """The steps of each kind, those most worth a look first."""
    match = timeline.match
    speaker = Speaker(match.game.deck, match.players)
    played = range(1, len(courses))
    yield _swings(match, courses, speaker)
    yield _leads(match, courses, speaker)
    yield (
        Candidate(step, "elimination", " ".join(courses[step].out)) for step in reversed(played) if courses[step].out
    )
    yield _surprises(match, courses, speaker)
    took = think_times(match)
    for_long = sorted((step for step in long_thinks(took) if step in played), key=lambda step: -took[step])
    yield (
        Candidate(step, "think", f"{_who(match, step, speaker)} thought for {duration(took[step])}.")
        for step in for_long
    )
    revealing = (step for step in played if courses[step].turned >= REVEALING)
    shown = sorted(revealing, key=lambda step: -courses[step].turned)
    yield (Candidate(step, "reveal", f"{counted(courses[step].turned, 'card')} are turned up.") for step in shown)


def _size(course: StepCourse) -> int:
    """How far a step put anybody ahead of others; nothing where it changed the same for all whom it concerned."""
    changes = {change for change in course.changes if change}
    alike = len(changes) == 1 and sum(map(bool, course.changes)) > 1
    return 0 if alike else max(map(abs, changes), default=0)


def _swings(match: Match, courses: Sequence[StepCourse], speaker: Speaker) -> Iterator[Candidate]:
    """Steps by how much they changed, as long as that is much beside the first of them."""
    good = ", and few points win" if match.game.fewest else ""
    swings = sorted(range(1, len(courses)), key=lambda step: -_size(courses[step]))
    least = _size(courses[swings[0]]) / WORTH_TELLING if swings else 0
    for rank, step in enumerate(swings):
        if _size(courses[step]) and _size(courses[step]) >= least:
            said = _swing(courses[step], speaker) + good
            yield Candidate(step, "swing", f"{'A' if rank else 'The biggest'} swing: {said}.", f"A swing: {said}.")


def _swing(course: StepCourse, speaker: Speaker) -> str:
    """Who has more and who has less, most first."""
    seats = [seat for seat, change in enumerate(course.changes, start=1) if change]
    seats.sort(key=lambda seat: -abs(course.changes[seat - 1]))
    told = [
        seat for seat in seats[:TOLD] if abs(course.changes[seat - 1]) * HARDLY >= abs(course.changes[seats[0] - 1])
    ]
    return listed([f"{speaker.seat(seat)} {_amount(course.changes[seat - 1], signed=True)}" for seat in told])


def _leads(match: Match, courses: Sequence[StepCourse], speaker: Speaker) -> Iterator[Candidate]:
    """The step from which on those are ahead, and nobody beside them, who have won, or lead so far."""
    ahead = [leaders(course.values, course.eliminated, fewest=match.game.fewest) for course in courses]
    won = final_of(match).winners
    ended = len(courses) > len(match.steps) and won
    first = won if ended and not isinstance(won, str) else ahead[-1]
    others = (step for step in range(len(courses) - 1, -1, -1) if {*first} != {*ahead[step]})
    step = next(others, len(courses)) + 1
    if not first or len(match.players) < 2 or step >= len(courses):
        return
    values, signed = courses[step].values, match.game.ending.signed
    next_best = leaders(values, {*courses[step].eliminated, *first}, fewest=match.game.fewest)
    amount, best = (value_text(values[one[0] - 1] if one else None, signed=signed) for one in (first, next_best))
    against = f" against {best}" if best not in ("", amount) else ""
    are = "is" if len(first) == 1 else "are"
    names = listed([speaker.seat(seat) for seat in first])
    yield Candidate(step, "lead", f"From here on {names} {are} ahead, with {amount}{against}.", "")


def _surprises(match: Match, courses: Sequence[StepCourse], speaker: Speaker) -> Iterator[Candidate]:
    """What others did that cost somebody most, who had no part in what is shown then, such as a sealed bid."""
    least = max(map(_size, courses), default=0) / WORTH_TELLING
    found = [
        (_lost(match, change), step, seat)
        for step, course in enumerate(courses)
        for seat, change in enumerate(course.changes, start=1)
        if step
        and _size(course)
        and match.steps[step - 1].actor != seat
        and seat not in course.shown
        and _lost(match, change) >= max(least, 1)
    ]
    for lost, step, seat in sorted(found, key=lambda one: (-one[0], one[1:])):
        what = f"What {_who(match, step, speaker)} does" if match.steps[step - 1].actor > 0 else "This"
        yield Candidate(step, "surprise", f"{what} costs {speaker.seat(seat)} {_amount(lost)}.")


def _lost(match: Match, change: int) -> int:
    """How much worse a change is for a seat."""
    return change if match.game.fewest else -change


def _amount(tenths: int, *, signed: bool = False) -> str:
    whole, rest = divmod(abs(tenths), 10)
    sign = "" if not signed else "+" if tenths > 0 else "-"
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def _who(match: Match, step: int, speaker: Speaker) -> str:
    return speaker.seat(match.steps[step - 1].actor)


__all__ = ["Highlight", "StepCourse", "beat_values", "course_of", "courses_of", "highlights"]
