"""A match told in sentences, for somebody who was not there."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.sentences import Speaker, counted, listed
from ludograph.domain.kernel.worth import lead_of, value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import Status, final_of, status_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.highlights import Highlight, StepCourse, courses_of, highlights
from ludograph.replay.sentences.ending import MatchEnding, ending_of
from ludograph.replay.sentences.overview import duration, think_times
from ludograph.replay.timeline.timeline import Timeline

TOLD: Final = 6
"""So many changes of the lead are told one by one."""


class Lead(NamedTuple):
    """Somebody ahead alone, from a step on."""

    step: int
    seat: Seat
    by: str
    """By how much, as a scoreboard writes it; empty where nobody else was left in the match."""


class MatchStory(NamedTuple):
    """A match in sentences, as somebody knows it."""

    headline: str
    setting: str
    """Who played what, where and when, and how long it took."""
    course: tuple[str, ...]
    """How the lead went."""
    moments: tuple[Highlight, ...]
    ending: tuple[str, ...]
    """Why it ended so, and the ranking with what each score is made of."""
    lead_changes: int
    leads: tuple[Lead, ...]
    """Who came to be ahead alone, each time that it was another than before."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """All of it under the headline, paragraph by paragraph."""
        told = (f"Step {one.step}: {' '.join(one.why)} {one.told}".strip() for one in self.moments)
        return (self.setting, *([" ".join(self.course)] if self.course else []), *told, *self.ending)

    def __str__(self) -> str:
        return "\n\n".join((self.headline, *self.paragraphs))


def story_of(timeline: Timeline) -> MatchStory:
    """The story of a match, as the observer of a timeline knows it."""
    match, courses = timeline.match, courses_of(timeline)
    speaker = Speaker(match.game.deck, [visible(name) for name in match.players])
    ending, leads = ending_of(timeline), leads_of(match, courses)
    return MatchStory(
        _headline(match, ending, speaker),
        " ".join(_setting(match, speaker)),
        tuple(_course(match, courses, leads, speaker)),
        highlights(timeline, courses),
        tuple(_ended(match, ending)),
        max(0, len(leads) - 1),
        tuple(leads),
    )


def leads_of(match: Match, courses: Sequence[StepCourse]) -> list[Lead]:
    """Who came to be ahead alone, and when, each time that it was another than before; on the way, without rulings."""
    found: list[Lead] = []
    fewest = match.game.fewest
    for step, course in enumerate(courses):
        for seat in range(1, len(match.players) + 1):
            if ahead_alone(seat, course, fewest=fewest) and (not found or found[-1].seat != seat):
                found.append(
                    Lead(step, seat, value_text(lead_of(seat, course.counted, course.eliminated, fewest=fewest)))
                )
    return found


def ahead_alone(seat: Seat, course: StepCourse, *, fewest: bool) -> bool:
    """Whether a seat is before all others who are in the match, as far as it is known what they have."""
    before = lead_of(seat, course.counted, course.eliminated, fewest=fewest)
    left = len(course.counted) - len(course.eliminated)
    return before > 0 if before is not None else left == 1 and seat not in course.eliminated


def _headline(match: Match, ending: MatchEnding | None, speaker: Speaker) -> str:
    title = match.game.title
    if ending is None:
        gone = {"abandoned": "is abandoned", "running": "goes on"}.get(status_of(match), "is over")
        return f"{title} {gone}: {listed(list(speaker_names(match, speaker)))}"
    won = final_of(match).winners
    if isinstance(won, str):
        return f"{title}: nobody knows who has won"
    if not won:
        return f"{title}: nobody wins"
    scores = [str(rank.score) for rank in ending.ranking if rank.score is not None]
    result = f" {' to '.join(scores)}" if 1 < len(scores) <= 4 else f" with {scores[0]}" if scores else ""
    return f"{speaker.won(won)} at {title}{result}"


def speaker_names(match: Match, speaker: Speaker) -> Iterator[str]:
    """The players as sentences call them."""
    return (speaker.seat(seat) for seat in range(1, len(match.players) + 1))


def _setting(match: Match, speaker: Speaker) -> Iterator[str]:
    start = match.start
    where = []
    if start.event:
        where.append(f"at {visible(start.event)}")
    if start.round:
        where.append(f"in round {visible(start.round)}")
    if start.table:
        where.append(f"at table {visible(start.table)}")
    day = start.played_on or f"{start.recorded_at:%Y-%m-%d}"
    yield f"{listed(list(speaker_names(match, speaker)))} played {match.game.title} on {' '.join([day, *where])}."
    took = sum(think_times(match).values())
    yield f"It took {counted(len(match.steps), 'step')}{f' and {duration(took)}' if took else ''}."


def _course(match: Match, courses: Sequence[StepCourse], leads: Sequence[Lead], speaker: Speaker) -> Iterator[str]:
    """How the lead went, and how far the one who won alone had been behind."""
    if len(match.players) < 2 or not leads:
        return
    first, *others = leads
    much = f", by {first.by}" if first.by else ""
    yield f"{speaker.seat(first.seat)} came to be ahead first, {_when(first.step)}{much}."
    if not others:
        yield "The lead never changed after that."
    elif len(others) <= TOLD:
        told = [f"{speaker.seat(one.seat)} took it {_when(one.step)}" for one in others]
        yield f"The lead changed {_times(len(others))}: {listed(told)}."
    else:
        last = others[-1]
        yield (
            f"The lead changed {_times(len(others))}; the last to take it was {speaker.seat(last.seat)}, "
            f"{_when(last.step)}."
        )
    yield from _behind(match, courses, speaker)


def _behind(match: Match, courses: Sequence[StepCourse], speaker: Speaker) -> Iterator[str]:
    winners = final_of(match).winners
    if isinstance(winners, str) or len(winners) != 1 or len(courses) <= len(match.steps):
        return
    seat, worst = winners[0], (0, 0)
    for step, course in enumerate(courses):
        before = lead_of(seat, course.counted, course.eliminated, fewest=match.game.fewest)
        if before is not None:
            worst = max(worst, (round(-before * 10), -step))
    if worst[0] > 0:
        whole, tenths = divmod(worst[0], 10)
        much = f"{whole}.{tenths}" if tenths else str(whole)
        yield f"{speaker.seat(seat)}, who won, was furthest behind {_when(-worst[1])}, by {much}."


def _ended(match: Match, ending: MatchEnding | None) -> Iterator[str]:
    if ending is None:
        status: Status = status_of(match)
        yield "It was abandoned." if status == "abandoned" else "It goes on." if status == "running" else "It is over."
        return
    if ending.reason:
        yield f"It ended after step {ending.since}. {ending.reason}"
    else:
        yield f"It ended after step {ending.since}."
    if ending.unruled:
        yield f"Without the rulings: {ending.unruled}"
    for rank in ending.ranking:
        yield f"{rank.place}. {rank.whole}{f': {rank.told}' if rank.told else ''}"
    yield from ending.ties


def _when(step: int) -> str:
    return f"with step {step}" if step else "from the deal on"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


__all__ = ["Lead", "MatchStory", "leads_of", "story_of"]
