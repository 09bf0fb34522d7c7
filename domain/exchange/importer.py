"""Match files into the store: every match whole or not at all, and the same one only once."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from json import dumps
from typing import Any, Literal, NoReturn
from uuid import UUID, uuid5

from msgspec import Struct
from msgspec.structs import asdict, replace

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE, Choice, Deal, Game, Options, Refused
from ludograph.domain.kernel.play import PartOfDeal, check_seats
from ludograph.domain.kernel.shapes import Field
from ludograph.domain.match.aggregate import NAMELESS, About, EntryDetails, Match, Setting, Stamp, start_match
from ludograph.domain.match.events import AnyStep, origin_of
from ludograph.domain.match.history import as_written, standing_steps
from ludograph.domain.notation.lines import Note
from ludograph.domain.notation.matchfile import FORMAT, WITH_NOTES, Chunk, Header, read_header, read_lines
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import Reader
from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import NAMESPACE, Recorder, match_id_of


class Fault(Struct, frozen=True):
    """What was wrong first: `rule` is None where it is not a rule; `line` counts in the file, from 1."""

    rule: str | None
    line: int
    message: str
    column: int | None = None
    instead: tuple[Choice, ...] = ()


class Imported(Struct, frozen=True):
    """What became of one match of a file. `match` is None where it was refused."""

    line: int
    match: UUID | None
    steps: int
    status: Literal["recorded", "already", "refused", "conflict"]
    fault: Fault | None = None
    game: Game | None = None
    players: tuple[str, ...] = ()


class Importer:
    """Reads matches and records them in batches; what `add` and `flush` return is on the disk."""

    BATCH = 50
    STEPS = 5_000
    """So many wait at most, for a match keeps the state after each."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self._waiting: dict[UUID, tuple[Match, Imported]] = {}

    def add(self, chunk: Chunk) -> Iterator[Imported]:
        """Takes in one match; yields what has become certain by it, in the order of the matches."""
        outcome, match = self._judge(chunk)
        if match is None:
            yield from self.flush()
            yield outcome
            return
        self._waiting[match.id] = (match, outcome)
        steps = sum(len(match.steps) for match, _ in self._waiting.values())
        if len(self._waiting) >= self.BATCH or steps > self.STEPS:
            yield from self.flush()

    def flush(self) -> Iterator[Imported]:
        """Records what is waiting, and says so."""
        waiting, self._waiting = list(self._waiting.values()), {}
        try:
            if waiting:
                self.recorder.record(*(match for match, _ in waiting))
        except Conflict:
            yield from (self._record_alone(match, outcome) for match, outcome in waiting)
        else:
            yield from (outcome for _, outcome in waiting)

    def _record_alone(self, match: Match, outcome: Imported) -> Imported:
        """Records one match of a batch in which another program was faster with some."""
        try:
            self.recorder.record(match)
        except Conflict:
            difference = difference_of(self.recorder.load(match.id), match)
            if difference is None:
                return replace(outcome, status="already")
            return replace(outcome, status="conflict", fault=Fault(None, outcome.line, difference))
        return outcome

    def _judge(self, chunk: Chunk) -> tuple[Imported, Match | None]:
        """What becomes of a match, and the match itself where it is to be recorded."""
        self.recorder.time()  # once for all events of the match: it is recorded as a whole
        builder = Builder(chunk, self.recorder.next_stamp)
        try:
            match = builder.match()
        except Unreadable as wrong:
            return builder.outcome("refused", Fault(None, wrong.line or chunk.line, wrong.why, wrong.column)), None
        except Refused as wrong:
            return builder.outcome("refused", builder.fault(wrong)), None
        recorded = self._recorded(match.id)
        if recorded is None:
            return builder.outcome("recorded", match=match), match
        difference = difference_of(recorded, match, builder.version)
        if difference is None:
            return builder.outcome("already", match=match), None
        return builder.outcome("conflict", Fault(None, chunk.line, difference), match=match), None

    def _recorded(self, id: UUID) -> Match | None:
        if id in self._waiting:
            return self._waiting[id][0]
        if not self.recorder.has(id):
            return None
        return self.recorder.load(id)


class Builder:
    """Plays one match of a file in memory; `line` is the line it is at, for whoever catches an error."""

    def __init__(self, chunk: Chunk, stamp: Callable[[], Stamp]) -> None:
        self.chunk = chunk
        self.stamp = stamp
        self.line = chunk.line
        self.header: Header | None = None
        self.game: Game | None = None

    def match(self) -> Match:
        """The match as far as the file goes. Raises `Unreadable` or `Refused`."""
        self.header, self.game = read_header(self.chunk, GAMES)
        if self.header.source:
            return self._play(self.game, self.header, match_id_of(self.header.source))
        match = self._play(self.game, self.header, NAMELESS)
        return match.under(content_id(match))

    @property
    def version(self) -> int:
        """The version of the format in which the file is written."""
        return self.header.version if self.header else FORMAT

    def fault(self, wrong: Refused) -> Fault:
        """What was refused, in the players' names."""
        players = self.header.players if self.header else ()
        return Fault(wrong.rule, self.line, wrong.told(players), None, wrong.instead)

    def outcome(
        self,
        status: Literal["recorded", "already", "refused", "conflict"],
        fault: Fault | None = None,
        match: Match | None = None,
    ) -> Imported:
        """What became of it."""
        players = self.header.players if self.header else ()
        id, steps = (match.id, len(match.steps)) if match else (None, 0)
        return Imported(self.chunk.line, id, steps, status, fault, self.game, players)

    def _play(self, game: Game, header: Header, id: UUID) -> Match:
        self.line = self.chunk.line
        about = About(header.event, header.round, header.table, header.played_on, header.source)
        options, deal = read_setup(game, header.players, header.options, header.deal)
        setting = Setting(header.players, options, deal, None, about, origin=header.origin)
        match = start_match(game, id, setting, self.stamp())
        reader = Reader(game.deck, header.players)
        notes = [(0, note) for note in header.notes]
        for number, line in read_lines(self.chunk, game, header):
            self.line = number
            chance = match.chance(line.drawn, line.shuffled)
            entry = EntryDetails(line.by, line.at, line.note)
            match = match.play(line.actor, line.move(game, reader), self.stamp(), chance=chance, entry=entry)
            notes += [(len(match.steps), note) for note in line.notes]
        for step, note in notes:
            match = match.annotate(step, stamp=self.stamp(), reserved=True, **asdict(note))
        return match


def read_setup(
    game: Game, players: tuple[str, ...], options: dict[str, Any], deal: dict[str, Any] | None
) -> tuple[Options, Deal | PartOfDeal]:
    """The options and the written deal of a match, as far as it can be read. Raises `Refused`."""

    unread: list[Field | None] = []

    def no_deal(field: Field | None, why: str) -> NoReturn:
        unread.append(field)
        raise Refused((field and field.cites) or game.faults.deal, f"deal: {why}")

    read = read_options(game, players, options)
    game.check(read, len(players))
    reader, raw = Reader(game.deck, players), deal or {}
    try:
        return read, reader.struct(game.deal, raw, no_deal)
    except Refused as wrong:
        if (field := unread[0]) is None or field.required:
            raise
        rest = {name: value for name, value in raw.items() if name != field.name}
        with suppress(Refused):
            return read, PartOfDeal.without(field.name, reader.struct(game.deal, rest, no_deal), wrong)
        raise


def read_options(game: Game, players: tuple[str, ...], options: dict[str, Any]) -> Options:
    """The options of a match, once the number of players is right. Raises `Refused` with the game's numbers."""

    def no_option(field: Field | None, why: str) -> NoReturn:
        raise Refused((field and field.cites) or game.faults.options, f"options: {why}")

    check_seats(game, len(players))
    return Reader(game.deck, players).struct(game.options, options, no_option)


def content_id(match: Match) -> UUID:
    """The id of a match whose file has none, from what everybody at the table knows of it, remarks aside."""
    lines = [line | {"id": ""} for line in exported(match, TABLE, FORMAT)]
    for line in lines:
        line.pop("note", None)
    return uuid5(NAMESPACE, dumps(lines, ensure_ascii=False, sort_keys=True))


def difference_of(recorded: Match, match: Match, version: int = WITH_NOTES) -> str | None:
    """How a match that was recorded differs from one of the same id, as a sentence; None where it does not.

    A file of version 1 does not say who may read a remark and who added it, nor what was said of the start.
    """
    if _begin(recorded) != _begin(match):
        return "Another match with this id is recorded: it has other players, options, cards or tournament data."
    stand, fresh = (notes_by_step(one, version) for one in (recorded, match))
    if stand[0] != fresh[0]:
        return "Another match with this id is recorded: it has other remarks on its start. Nothing was changed."
    for number, (old, new) in enumerate(zip(recorded.steps, match.steps, strict=False), start=1):
        if _said(old) != _said(new) or stand[number] != fresh[number]:
            return f"Another match with this id is recorded: it differs at step {number}. Nothing was changed."
    more = len(match.steps) - len(recorded.steps)
    if more > 0:
        steps = "1 step" if more == 1 else f"{more} steps"
        return f"This file continues the recorded match by {steps}: record them with `ludograph act`."
    if more < 0:
        return f"The recorded match goes on for {-more} more steps than this file. Nothing was changed."
    return None


def notes_by_step(match: Match, version: int) -> list[list[Note]]:
    """What is said of the start and of each step that stands, as far as that version of the format can say it."""
    start, *steps = (as_written(told.notes(JUDGE), version) for told in standing_steps(match))
    return [start if version == WITH_NOTES else [], *steps]


def _begin(match: Match) -> tuple[Any, ...]:
    start = match.start
    about = (start.event, start.round, start.table, start.played_on)
    return start.game, start.players, start.options, start.deal, start.facts, origin_of(start), about


def _said(step: AnyStep) -> tuple[Any, ...]:
    return step.actor, step.action, step.drawn, step.shuffled, step.facts, step.happened_at, step.by
