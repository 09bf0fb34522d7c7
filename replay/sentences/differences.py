"""What becomes different in a match that is put right, in sentences, as one person knows it before and after."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludograph.domain.exchange.exporter import action_line, header, line_text
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.sentences import Speaker, capital, listed, tell
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import AnyStep
from ludograph.domain.match.final_result import final_of, in_force, seats_after
from ludograph.domain.match.history import newest_correction, observer_among_others, standing_steps
from ludograph.domain.match.views import concealed, concealed_start
from ludograph.domain.notation.values import ValueWriter, json_text
from ludograph.replay.sentences.contrasts import Layout, contrasts
from ludograph.replay.sentences.step_sentences import tell_action


class Changed(NamedTuple):
    """A step that is told otherwise; `was` or `now` is None where there was or is none. Step 0 is the start."""

    step: int
    """Its number as it will be, or as it was where it goes."""
    was: str | None
    now: str | None
    renamed: bool = False
    """Whether nothing in it is different but the names of the players."""


class Side(NamedTuple):
    """A match before or after, who looks at it, and who speaks of it."""

    match: Match
    observer: Observer
    speaker: Speaker
    notes: tuple[str, ...]
    """What this observer may read on the start and on each step."""

    def tell(self, number: int, speaker: Speaker | None = None) -> str:
        """What followed from a step, as this observer knows it."""
        step = concealed(self.match.steps[number - 1], self.observer)
        return " ".join(tell_action(self.match.game, speaker or self.speaker, step))

    def extras(self, number: int) -> str:
        """What was written with an entry besides the action: when it happened, who entered it, notes."""
        step = concealed(self.match.steps[number - 1], self.observer)
        line = action_line(step, ValueWriter(self.match.players, unknown="??"), self.notes[number])
        found = {key: line[key] for key in ("at", "by", "note") if key in line}
        return f" {json_text(found)}" if found else ""

    def line(self, number: int) -> str:
        """An entry as this observer knows it, as a line without what was written besides the action."""
        step = replace(concealed(self.match.steps[number - 1], self.observer), by="", happened_at=None, shuffled=None)
        return line_text(self.match, action_line(step, ValueWriter(self.match.players, unknown="??")))


class Sides(NamedTuple):
    """A match before and after, as the same person knows it."""

    before: Side
    after: Side


def sides(before: Match, after: Match, observer: Observer) -> Sides:
    """Both as an observer of the match before knows them; where another name sits there after, as the table does."""
    common = observer_among_others(observer, before.players, after.players)
    return Sides(_side(before, common), _side(after, common))


def _side(match: Match, observer: Observer) -> Side:
    notes = tuple("; ".join(told.note_texts(observer)) for told in standing_steps(match))
    return Side(match, observer, Speaker(match.game.deck, match.players), notes)


def changed_steps(both: Sides) -> Iterator[Changed]:
    """The start, if that is told otherwise, and every such step, in their order."""
    was, now = _starts(both)
    if was != now:
        yield Changed(0, was, now)
    alike = len(both.before.match.players) == len(both.after.match.players)
    for old, new in _pairs(both.before.match, both.after.match):
        one = None if old is None else both.before.tell(old)
        other = None if new is None else both.after.tell(new)
        renamed = old is not None and alike and both.before.tell(old, both.after.speaker) == other
        if one == other and old is not None and new is not None:
            one, other = f"{one}{both.before.extras(old)}", f"{other}{both.after.extras(new)}"
            renamed = False
        if one != other:
            yield Changed(new or old or 0, one, other, renamed)


def followed_entries(both: Sides) -> Iterator[Changed]:
    """Each entry that stood and says something else after a correction, for it follows that; as lines of a file."""
    before, after = both.before.match, both.after.match
    for now, was in sorted(origins_of(before, after).items()):
        if _said(before.steps[was - 1]) != _said(after.steps[now - 1]):
            old, new = both.before.line(was), both.after.line(now)
            if old != new:
                yield Changed(now, old, new)


def _said(step: AnyStep) -> tuple[object, ...]:
    return step.actor, step.action, step.drawn


def _pairs(before: Match, after: Match) -> Iterator[tuple[int | None, int | None]]:
    """Steps before and after that are the same entry, or stand in each other's place; in order."""
    origins = origins_of(before, after)
    ends = (len(after.steps) + 1, len(before.steps) + 1)
    old = new = 1
    for now, was in [*sorted(origins.items()), ends]:
        if was >= old:
            yield from zip_longest(range(old, was), range(new, now))
            if (now, was) != ends:
                yield was, now
            old, new = was + 1, now + 1


def origins_of(before: Match, after: Match) -> dict[int, int]:
    """Which step each step after a correction was, for those that stood before."""
    event = newest_correction(after)
    places = {(step.originator_version, step.number): step.number for step in before.steps}
    first = max(event.at, 1)
    kept = {number: places[one.was.event, one.was.step] for number, one in enumerate(event.steps, first) if one.was}
    return {number: number for number in range(1, first)} | kept


def _starts(both: Sides) -> tuple[str, str]:
    """What is told otherwise of the start, before and after; of the deal what its sentences tell, if these do."""
    names = [str(seat) for seat in range(1, max(len(side.match.players) for side in both) + 1)]
    facts = [_setup(side, Speaker(side.match.game.deck, names)) for side in both]
    heads = [header(side.match, side.observer, names) for side in both]
    left_out = {"id", "deal"} if facts[0] != facts[1] else {"id"}
    keys = [key for key in (*heads[0], *heads[1]) if heads[0].get(key) != heads[1].get(key) and key not in left_out]
    texts = []
    for at, side in enumerate(both):
        said = [_key(key, heads[at].get(key), heads[1 - at].get(key)) for key in dict.fromkeys(keys)]
        told = zip(facts[at], _setup(side, side.speaker), strict=True)
        texts.append(" ".join([*said, *(sentence for fact, sentence in told if fact not in facts[1 - at])]))
    return texts[0], texts[1]


def _setup(side: Side, speaker: Speaker) -> list[str]:
    """The setup in sentences, as this observer knows it; each hand by itself, so that only another one is told."""
    facts = concealed_start(side.match.start, side.observer).facts
    return [sentence for fact in facts if (sentence := tell(side.match.game, fact, speaker))]


def _key(key: str, value: Any, other: Any) -> str:
    """A key of a header in words; of an object only what is not the same in the other."""
    label = capital(key).replace("_", " ")
    if isinstance(value, dict):
        known = other if isinstance(other, dict) else {}
        value = listed([f"{name} {json_text(one)}" for name, one in value.items() if known.get(name) != one])
    elif isinstance(value, list):
        value = listed(value)
    return f"{label}: {value or 'none'}."


def table_changes(both: Sides) -> list[str]:
    """What lies otherwise on the table at the end: hands, piles, money, and where the match stands."""
    before, after = (_layout(side) for side in both)
    names = _names(both.before.match.players, both.after.match.players)
    return contrasts(before._replace(names=names), after)


def _layout(side: Side) -> Layout:
    return Layout(side.match.game.scene(side.match.view(side.observer)), side.match.players, side.speaker)


def _names(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """What those who sat in the seats before are called after."""
    seats = seats_after(tuple(before), tuple(after))
    return tuple(after[seats[seat] - 1] if seat in seats else name for seat, name in enumerate(before, start=1))


def result_changes(before: Match, after: Match, foreseen: Callable[[], bool]) -> list[str]:
    """How the end becomes different: scores and who won, after all rulings, and agreements that become void.

    `foreseen`: whether the match ends as it did, as far as whoever looks can tell.
    """
    over, then = (match.game.result(match.state).over for match in (before, after))
    was, now = final_of(before), final_of(after)
    told = []
    if over != then:
        told.append("The match is over then." if then else "The match is not over then.")
    if then:
        old = dict(zip(_names(before.players, after.players), was.scores, strict=True)) if over else {}
        scores = dict(zip(after.players, now.scores, strict=True))
        told += [f"{name}: {_was(scores[name], old.get(name))}." for name in scores if old.get(name) != scores[name]]
        won = [_won(match, one.winners) for match, one in ((before, was), (after, now))]
        if won[0] != won[1]:
            told.append(f"Won by {won[1]}{f', was won by {won[0]}' if over else ''}.")
    if (agreed := [one.name for one in in_force(before)]) and not foreseen():
        told.append(f"What {listed(agreed)} agreed to is void then.")
    return told


def _was(now: object, was: object) -> str:
    return f"{now}" if was is None else f"{now}, was {was}"


def _won(match: Match, winners: tuple[int, ...] | str) -> str:
    if isinstance(winners, str):
        return "somebody whom the record does not tell"
    return listed([match.name(seat) for seat in winners], "nobody")
