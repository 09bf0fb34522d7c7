"""What a correction brings along in entries that stood: what they repeat of it, and seats that follow the turn.

An entry is another only where it is refused otherwise, and where one way is left to it: else all stays as it stands,
and the correction is refused. What comes of it is decided like any other corrected match (decision 36).
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict, replace

from ludograph.domain.corrections.amend import (
    Amendment,
    CorrectedEntry,
    Correction,
    Reason,
    Unamendable,
    before_entries,
    corrected_match,
    with_entry,
)
from ludograph.domain.corrections.entry_lines import line_of_step, merged
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Written
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE, Refused, Seat, Wanted
from ludograph.domain.kernel.play import play
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.events import AnyStep
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.values import Reader

STILL_NOT: Final = "Even where seats follow the turn, and what repeats it follows, step {} would not be legal."


class Followed(NamedTuple):
    """An entry that stood, as it follows a correction."""

    was: Line
    now: Line


FollowedEntries = Mapping[int, Followed]
"""Those of a correction by the numbers that they had."""


class SeveralWays(Exception):
    """An entry that stood could follow in more than one way; the message says in which."""


class DecidedCorrection(NamedTuple):
    """A correction with what follows it: what came of it, or why it is refused."""

    correction: Correction
    followed: FollowedEntries = {}
    amendment: Amendment | None = None
    refused: Unamendable | None = None


def decided_with_consequences(
    match: Match, correction: Correction, reason: Reason, stamp: Stamp, observer: Observer
) -> DecidedCorrection:
    """A correction with what follows it, where that makes all of it legal; else as it was written."""
    try:
        done = corrected_match(match, correction, reason, stamp, observer=observer)
        return DecidedCorrection(correction, amendment=done)
    except Unamendable as wrong:
        why = wrong
    refused = DecidedCorrection(correction, refused=why)
    # Where others sit every seat keeps its entries; where only the deal is another, seats follow the turn.
    other_seats = correction.header is not None and correction.header.players != match.players
    if why.entered or why.unknown or other_seats or correction.how == "file":
        return refused
    try:
        followed = _followed_entries(match, correction, stamp, observer)
    except SeveralWays as several:
        return refused._replace(refused=why.with_ways(str(several)))
    whole = with_followed(match, correction, followed)
    try:
        done = corrected_match(match, whole, reason, stamp, observer=observer)
    except Unamendable as later:
        if later.unknown:
            return DecidedCorrection(whole, followed, refused=later)
        return refused._replace(refused=why.with_ways(STILL_NOT.format(later.step))) if followed else refused
    return DecidedCorrection(whole, followed, done)


def _followed_entries(match: Match, correction: Correction, stamp: Stamp, observer: Observer) -> FollowedEntries:
    """The entries that follow a correction, as far as it can be decided. Raises `SeveralWays`."""
    now = before_entries(match, correction, stamp, observer)
    found: dict[int, Followed] = {}
    for entry in correction.entries:
        try:
            now = with_entry(now, entry, stamp, observer, match)
        except Unamendable as wrong:
            if entry.was is None or wrong.unknown:
                break
            decision = _Decision(
                now, entry, _values_put_right(match, now, correction), _Context(match, stamp, observer)
            )
            line = next(decision.ways(entry.line.actor), None) or decision.turn()
            if line is None:
                break
            now = decision.made(line)
            found[entry.was] = Followed(entry.line, line)
    return found


def with_followed(match: Match, correction: Correction, followed: FollowedEntries) -> Correction:
    """A correction with the entries that follow it; what whoever worked them out did not know stays as recorded."""
    entries = (
        replace(entry, line=_carried(line_of_step(match, match.steps[entry.was - 1]), followed[entry.was]))
        if entry.was is not None and entry.was in followed
        else entry
        for entry in correction.entries
    )
    return replace(correction, entries=tuple(entries))


def _carried(line: Line, followed: Followed) -> Line:
    was, now = followed.was, followed.now
    drawn = merged(*(list(one.drawn or ()) for one in (was, line, now)))
    fields = merged(was.fields, line.fields, now.fields)
    return replace(line, actor=now.actor, fields=fields, drawn=tuple(drawn) or None)


class _Context(NamedTuple):
    """What a correction is decided in besides the match as far as it is corrected."""

    match: Match
    stamp: Stamp
    observer: Observer


Values = frozenset[tuple[Any, Any]]
"""What was put right, and what stands there now; None for what was not known."""


class _Decision:
    """An entry that is refused as it stands, and how it could be otherwise."""

    def __init__(self, now: Match, entry: CorrectedEntry, values: Values, context: _Context) -> None:
        self._now = now
        self._entry = entry
        self._values = values
        self._context = context

    def made(self, line: Line) -> Match:
        """The match with the entry like this. Raises `Unamendable`."""
        match, stamp, observer = self._context
        return with_entry(self._now, replace(self._entry, line=line), stamp, observer, match)

    def ways(self, actor: Seat) -> Iterator[Line]:
        """The entry as this actor's, legal, with what was put right in as little of it as will do."""
        line = replace(self._entry.line, actor=actor)
        cards = {old: new for old, new in self._values if old in self._now.game.deck.by_code}
        for fields in (line.fields, _exchanged(line.fields, cards)):
            for drawn in (line.drawn, _exchanged(line.drawn, cards)):
                one = self._repeating(replace(line, fields=fields, drawn=drawn))
                with suppress(Unamendable):
                    self.made(one)
                    yield one

    def _repeating(self, line: Line) -> Line:
        """The entry with outcomes that say again what was put right."""
        now = self._now
        chance = _RepeatedOutcomes(now, line, self._values)
        try:
            play(now.game, now.state, line.actor, line.move(now.game, Reader(now.game.deck, now.players)), chance)
        except Refused:
            return line
        return replace(line, drawn=tuple(chance.given) or None)

    def turn(self) -> Line | None:
        """The entry as that of whoever alone could make it; None where it is not refused for the turn.

        Raises `SeveralWays`.
        """
        line, now = self._entry.line, self._now
        if line.actor == TABLE or not _is_out_of_turn(now, line):
            return None
        seats = (seat for seat in range(1, len(now.players) + 1) if seat != line.actor)
        found = [one for seat in seats if (one := next(self.ways(seat), None)) is not None]
        if len(found) > 1:
            who = listed([now.name(one.actor) for one in found], last="or")
            raise SeveralWays(f"Then it may be {who} who acts there: write what follows anew, with who does it.")
        return found[0] if found else None


def _is_out_of_turn(now: Match, line: Line) -> bool:
    """Whether whoever acts in an entry is not asked for anything there; some games say whose turn it is as a rule."""
    try:
        now.game.turn(now.state, line.actor, line.do)
    except Refused:
        return True
    return line.actor not in now.awaited(now.state)


class _RepeatedOutcomes(Written):
    """What is written, with what was put right in the place of what it was before, where the record knows that now."""

    def __init__(self, now: Match, line: Line, values: Values) -> None:
        self.given = list(line.drawn or ())
        super().__init__(now.game.deck, self.given or None, line.shuffled)
        self._values = values

    def ask(self, wanted: Wanted[Any]) -> tuple[Any, ...]:
        """What is wanted, as written or as put right."""
        if self.given and not self._leaves_out(wanted):
            known = [None if entry.heap else one for entry in wanted.entries for one in entry.known]
            for at, now in enumerate(known, start=self._next):
                # What was not known before and is now says what was revealed since: these eyes saw no bid but that.
                if {(self.given[at], now), (None, now)} & self._values:
                    self.given[at] = now
        return super().ask(wanted)


def _values_put_right(match: Match, now: Match, correction: Correction) -> Values:
    """The values that stand in the place of others, where as many entries are corrected as stood there."""
    fresh = [at for at, entry in enumerate(correction.entries, correction.first) if entry.was is None]
    kept = next((entry.was for entry in correction.entries if entry.was is not None), 0)
    if len(fresh) != kept - correction.first:
        return frozenset()
    pairs = (pair for at in fresh for pair in _pairs(match.steps[at - 1], now.steps[at - 1]))
    known = ((None if old == UNKNOWN else old, new) for old, new in pairs if new not in (None, UNKNOWN))
    return frozenset((old, new) for old, new in known if old != new)


def _pairs(old: AnyStep, new: AnyStep) -> Iterator[tuple[Any, Any]]:
    if type(old.action) is type(new.action):
        was, now = asdict(old.action), asdict(new.action)
        for name, value in was.items():
            yield from _alongside(value, now[name])
        yield from _alongside(old.drawn, new.drawn)


def _alongside(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(old, tuple) and not isinstance(new, tuple):
        yield old, new
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        yield from zip(old, new, strict=True)


def _exchanged(value: Any, others: Mapping[Any, Any]) -> Any:
    """A value of a line with other cards in it."""
    if isinstance(value, dict):
        return {key: _exchanged(one, others) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_exchanged(one, others) for one in value)
    return others.get(value, value) if isinstance(value, str) else value
