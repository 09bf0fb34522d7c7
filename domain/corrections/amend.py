"""Corrections: what stood, with other entries in it, decided again as if the corrected match file were imported.

A correction that a rule refuses is refused at the same step, with the same rule, as that import would be.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict, replace

from ludograph.domain.corrections.diff import common_runs
from ludograph.domain.corrections.entry_lines import line_of_step, read_line, seat_numbers
from ludograph.domain.corrections.program_deal import DRAWN, ProgramDraws, is_program_dealt, kept_deal
from ludograph.domain.corrections.refusals import RefusedEntry, refusal_as_known, undealt_as_known
from ludograph.domain.exchange.exporter import header
from ludograph.domain.exchange.importer import read_setup
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Choice, Deal, Options, Refused
from ludograph.domain.kernel.play import PartOfDeal
from ludograph.domain.match.aggregate import (
    NAMELESS,
    About,
    EntryDetails,
    Match,
    Setting,
    Stamp,
    start_match,
)
from ludograph.domain.match.events import (
    AnyRedecided,
    AnyStarted,
    AnyStep,
    Event,
    How,
    Step,
    StepsAmended,
    Was,
    begun,
    redecided,
)
from ludograph.domain.match.history import HistoryEntry, as_written, observer_among_others, standing_steps
from ludograph.domain.match.views import is_seen
from ludograph.domain.notation import limits
from ludograph.domain.notation.lines import Line, Note
from ludograph.domain.notation.matchfile import FORMAT, Chunk, Header, check_header, read_header, read_lines
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import Reader
from ludograph.domain.store.recorder import match_id_of


class NothingToAmend(ValueError):
    """A correction names what is not there, or what cannot be corrected; the message says what can."""


class Unamendable(Exception):
    """A correction that is refused, at a step of the corrected match; nothing is stored.

    `rule` is None where it is not a rule; `entered` tells whether it was written for this correction, or stood before;
    `unknown` whether outcomes were left out that a fuller record might know.
    """

    def __init__(
        self,
        step: int,
        rule: str | None,
        message: str,
        instead: tuple[Choice, ...],
        entered: bool,
        *,
        unknown: bool = False,
    ) -> None:
        super().__init__(message)
        self.step = step
        self.rule = rule
        self.message = message
        self.instead = instead
        self.entered = entered
        self.unknown = unknown

    def with_ways(self, ways: str) -> "Unamendable":
        """This refusal, and how the correction could be written."""
        return Unamendable(
            self.step, self.rule, f"{self.message} {ways}", self.instead, self.entered, unknown=self.unknown
        )


class CorrectedEntry(Struct, frozen=True):
    """An entry of the corrected match: its line, and the step that it was if it stood before."""

    line: Line
    was: int | None = None
    as_drawn: bool = False
    """Whether it is what a step was that stood, left alone in an editor but for what is said of it."""


class Correction(Struct, frozen=True):
    """What a match is to be: the header where that is another, and the entries from step `first` on."""

    how: How
    first: int
    entries: tuple[CorrectedEntry, ...]
    header: Header | None = None
    unread: Unreadable | None = None
    """What could not be read after these entries."""
    whole: bool = False
    """Whether it is a whole match file, so that whoever wrote it had all of the record before them."""


class Reason(NamedTuple):
    """Why a correction is made and by whom; `public` where everybody may read that."""

    text: str
    by: str = ""
    public: bool = False


class Amendment(NamedTuple):
    """A correction that was decided: the match with it, not stored yet, and where it is another; None where nowhere."""

    match: Match
    at: int | None
    taken: int = 0
    """How many entries that stood are taken back, for they were no longer legal."""


def replaced(match: Match, step: int, lines: Sequence[Line | str], last: int | None = None) -> Correction:
    """These entries in the place of a step, or of all up to `last`. Raises `NothingToAmend` or `Unamendable`."""
    last = step if last is None else last
    check_steps(match, step, last)
    return _spliced(match, "replace" if lines else "remove", step, last + 1, lines)


def inserted(match: Match, step: int, lines: Sequence[Line | str]) -> Correction:
    """These entries before a step; one more than there are is the end. Raises as `replaced` does."""
    end = len(match.steps) + 1
    if not 1 <= step <= end:
        raise NothingToAmend(f"There is no step {step} to put anything before: name one from 1 to {end}.")
    return _spliced(match, "insert", step, step, lines)


def header_correction(match: Match, changes: Mapping[str, Any]) -> Correction:
    """Another header, or some keys of it; every seat keeps its entries, whoever sits there. Raises as `rewritten`."""
    whole = changes if "ludograph" in changes else _merged(match, changes)
    try:
        head, _ = check_header(whole, GAMES)
    except Unreadable as wrong:
        raise unread(0, wrong) from wrong
    _check_identity(match, head)
    return Correction("replace", 1, tuple(_kept(match, 1)), head)


def _merged(match: Match, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The header with some keys in the place of its own, and some options in the place of its own.

    Of the deal nothing is said where the program made it.
    """
    whole = header(match, names=seat_numbers(match))
    if is_program_dealt(match):
        whole.pop("deal", None)
    options = changes.get("options")
    merged = {"options": whole["options"] | options} if isinstance(options, dict) else {}
    return {**whole, **changes, **merged}


def rewritten_file(match: Match, chunk: Chunk) -> Correction:
    """A whole corrected match file. Raises `Unamendable` where its header cannot be read, and `NothingToAmend`."""
    try:
        head, game = read_header(chunk, GAMES)
    except Unreadable as wrong:
        raise unread(0, wrong) from wrong
    _check_identity(match, head)
    entries = []
    stopped = None
    try:
        for _, line in read_lines(chunk, game, head):
            entries.append(CorrectedEntry(line))
    except Unreadable as wrong:
        stopped = wrong
    return Correction("file", 1, tuple(entries), head, stopped, whole=True)


def corrected_match(
    match: Match, correction: Correction, reason: Reason, stamp: Stamp, *, observer: Observer = JUDGE, cut: bool = False
) -> Amendment:
    """The match as a correction makes it, decided from where it begins; with `cut` as far as that is legal.

    What is wrong is told as `observer` know the match. Raises `Unamendable`, or `NothingToAmend` before the deal.
    """
    if match.awaits_deal:
        raise NothingToAmend(match.deal_awaited)
    limits.check_text("A reason", reason.text)
    entries = correction.entries
    now = before_entries(match, correction, stamp, observer)
    observer = observer_among_others(observer, match.players, now.players)
    taken, draws = 0, ProgramDraws(match, correction.first)
    for number, entry in enumerate(entries, start=correction.first):
        try:
            _check_drawn(draws, now, entry, JUDGE if correction.whole else observer)
            now = with_entry(now, entry, stamp, observer, match)
        except Unamendable as wrong:
            if not cut or (wrong.entered and correction.how != "file"):
                raise
            taken = len(entries) - (number - correction.first)
            break
    if correction.unread is not None and not taken:
        raise unread(correction.first + len(entries), correction.unread)
    steps = _marked(match, now, correction)
    at = _parted(match, now.start, steps)
    if at is None:
        return Amendment(match, None)
    said = {
        "at": at,
        "how": correction.how,
        "reason": reason.text,
        "public": reason.public,
        "start": begun(now.start) if at == 0 else None,
        "steps": tuple(steps[max(at - 1, 0) :]),
    }
    amended = match.add(StepsAmended, stamp, reason.by, **said)
    return Amendment(_noted(amended, correction, steps, stamp), at, taken)


def _noted(match: Match, correction: Correction, steps: Sequence[AnyRedecided], stamp: Stamp) -> Match:
    """The match with the remarks that came with new entries; those on entries that stood before are on them still."""
    for entry, step in zip(correction.entries, steps[correction.first - 1 :], strict=False):
        for note in entry.line.notes if step.was is None else ():
            match = match.annotate(step.number, stamp=stamp, reserved=True, **asdict(note))
    return match


def check_steps(match: Match, first: int, last: int) -> None:
    """Raises `NothingToAmend` where these are not steps that stand, in their order."""
    steps = len(match.steps)
    if not steps:
        raise NothingToAmend("No step of this match stands, so that none can be corrected: 0 is the start.")
    if not 1 <= first <= steps:
        raise NothingToAmend(f"There is no step {first}: the last is {steps}, and 0 is the start.")
    if not first <= last <= steps:
        raise NothingToAmend(f"Steps {first} to {last} cannot be taken out: --to names one from {first} to {steps}.")


def _check_identity(match: Match, head: Header) -> None:
    if head.game != match.game.id:
        raise NothingToAmend(
            f"A match cannot become one of another game: this is {match.game.id}, and the header says {head.game}."
        )
    if head.source and head.source != match.start.source and match_id_of(head.source) != match.id:
        raise NothingToAmend(
            f"The header names another match ({limits.cut(head.source)}): the `id` of a match cannot be corrected. "
            "Leave it out, or name the match that this is."
        )


def _kept(match: Match, first: int, last: int | None = None) -> Iterator[CorrectedEntry]:
    """The entries that stand, from one step to before another."""
    for step in match.steps[first - 1 : None if last is None else last - 1]:
        yield CorrectedEntry(line_of_step(match, step), step.number)


def _spliced(match: Match, how: How, first: int, rest: int, lines: Sequence[Line | str]) -> Correction:
    """Lines in the place of all steps from the first to before `rest`."""
    fresh = []
    for line in lines:
        try:
            fresh.append(CorrectedEntry(read_line(match, line) if isinstance(line, str) else line))
        except Unreadable as wrong:  # a rule may refuse what stands before it
            return Correction(how, first, tuple(fresh), None, wrong)
    return Correction(how, first, (*fresh, *_kept(match, rest)))


def unread(step: int, wrong: Unreadable) -> Unamendable:
    """A correction that is no notation at a step; its line is told where it stands in a file."""
    where = f"Line {wrong.line}, column {wrong.column}: " if wrong.line else ""
    return Unamendable(step, None, f"{where}{wrong.why}", (), True)


def before_entries(match: Match, correction: Correction, stamp: Stamp, observer: Observer) -> Match:
    """The match before the first entry; outcomes are written from there on, also where the program dealt."""
    head, first = correction.header, correction.first
    # Without the seed, so that each entry brings its outcomes: drawn again they would be others, for a step that moved
    # has another number; without an id nothing is sealed that is thrown away afterwards.
    if head is None:
        undealt = replace(match.start, seed=None, originator_id=NAMELESS)
        return Match(undealt, match.game, match.steps[: first - 1], match.states[:first], (undealt,))
    try:
        options, deal = _setup(match, head, JUDGE if correction.whole else observer)
        about = About(head.event, head.round, head.table, head.played_on, match.start.source)
        return start_match(match.game, NAMELESS, Setting(head.players, options, deal, None, about), stamp)
    except Refused as wrong:
        if (
            observer != JUDGE
            and not is_program_dealt(match)
            and head.deal == header(match, names=seat_numbers(match)).get("deal")
        ):
            wrong = undealt_as_known(match.game, head, wrong)
        raise Unamendable(0, wrong.rule, wrong.told(head.players), wrong.instead, True) from wrong


def _setup(match: Match, head: Header, observer: Observer) -> tuple[Options, Deal | PartOfDeal]:
    """What a corrected match begins with: its own deal where the program made that, else the one written."""
    if is_program_dealt(match):
        return kept_deal(match, head, observer)
    return read_setup(match.game, head.players, head.options, head.deal)


def with_entry(now: Match, entry: CorrectedEntry, stamp: Stamp, observer: Observer, match: Match) -> Match:
    """The match after one more entry. Raises `Unamendable`."""
    line, players, step = entry.line, now.players, len(now.states)
    if line.actor > len(players):
        raise Unamendable(step, None, f"There is no seat {line.actor}: {len(players)} play.", (), entry.was is None)
    move = line.move(now.game, Reader(now.game.deck, players))
    chance = now.chance(line.drawn, line.shuffled)
    # Kept for the case of a refusal: a source that has given outcomes cannot be asked again.
    again = chance.restarted()
    if entry.was is not None:
        stamp = stamp._replace(token="")  # it stands as it was entered, by whoever that was, not by who corrects
    try:
        return now.play(
            line.actor, move, stamp, chance=chance, entry=EntryDetails(line.by, line.at, line.note), observer=observer
        )
    except Refused as wrong:
        unknown = wrong.outcome and line.drawn is None
        if observer != JUDGE and not (wrong.outcome and entry.was is None):
            seen = entry.was is None or is_seen(match.steps[entry.was - 1], observer)
            attempt = RefusedEntry(line.actor, move, again) if seen else RefusedEntry(line.actor)
            wrong = refusal_as_known(now, wrong, attempt, observer)
        told = wrong.told(players)
        raise Unamendable(step, wrong.rule, told, wrong.instead, entry.was is None, unknown=unknown) from wrong


def _check_drawn(draws: ProgramDraws, now: Match, entry: CorrectedEntry, observer: Observer) -> None:
    """Raises `Unamendable` where the program draws, and this is not the next step at which it drew."""
    stood = entry.was is not None
    if not draws.keep(now, entry.line, JUDGE if stood or entry.as_drawn else observer, stood=stood):
        raise Unamendable(len(now.states), None, DRAWN, (), not stood)


def _marked(match: Match, now: Match, correction: Correction) -> list[AnyRedecided]:
    """The steps as a correction holds them; those that stood before say which they were."""
    before = standing_steps(match)
    origins = _origins(before, now, correction)
    return [
        _marked_step(step, before[origins[step.number]].event if step.number in origins else None) for step in now.steps
    ]


def _marked_step(step: AnyStep, was: Event | None) -> AnyRedecided:
    if was is None:
        return redecided(step, None, None)
    assert isinstance(was, Step)
    return redecided(replace(step, note=was.note), Was(was.originator_version, was.number), was.recorded_at)


def _origins(before: Sequence[HistoryEntry], now: Match, correction: Correction) -> dict[int, int]:
    """Which step each step of the corrected match was: those known to be kept, and others that say the same."""
    first = correction.first
    known = {number: number for number in range(1, first)}
    known |= {at: entry.was for at, entry in enumerate(correction.entries, start=first) if entry.was is not None}
    kept = set(known.values())
    old = [number for number in range(1, len(before)) if number not in kept]
    new = [number for number in range(1, len(now.steps) + 1) if number not in known]
    version = correction.header.version if correction.header else FORMAT
    was = [_said(told.event, told.notes(JUDGE), version) for told in (before[number] for number in old)]
    said = [
        _said(step, [Note(step.note), *correction.entries[step.number - first].line.notes], version)
        for step in (now.steps[number - 1] for number in new)
    ]
    for block in common_runs(was, said):
        known |= {new[block.now + at]: old[block.was + at] for at in range(block.size)}
    return known


def _said(step: Any, notes: Sequence[Note], version: int) -> bytes:
    """What an entry says, so that two can be compared, with its remarks as that version of the format has them."""
    said = as_written([note for note in notes if note.text], version)
    return encode((step.actor, step.action, step.drawn, step.shuffled, step.happened_at, step.by, said))


def _parted(match: Match, start: AnyStarted, steps: Sequence[AnyRedecided]) -> int | None:
    """The first step that is another than before, 0 where it is the start; None where nothing is."""
    if begun(start) != begun(match.start):
        return 0
    for number, (old, new) in enumerate(zip(match.steps, steps, strict=False), start=1):
        if new != redecided(old, Was(old.originator_version, number), old.recorded_at):
            return number
    return None if len(steps) == len(match.steps) else min(len(steps), len(match.steps)) + 1
