"""The application: records matches, finds them again, and never changes what was recorded."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, Mapper, StoredEvent
from eventsourcing.utils import Environment, EnvType
from msgspec import DecodeError

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Game
from ludograph.domain.match.aggregate import EntryDetails, Match, Setting, Stamp, rebuilt, start_match
from ludograph.domain.match.events import AnyStarted, MatchForked, MatchStarted
from ludograph.domain.match.final_result import Status
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.values import Reader
from ludograph.domain.store.base import PAGE, Cursor, Store, translated_store_errors
from ludograph.domain.store.clock import Sources, StoreClock
from ludograph.domain.store.errors import Conflict, Damaged, StoreError, Unanswered
from ludograph.domain.store.event_mapper import EventMapper
from ludograph.domain.store.factory import factory_for
from ludograph.domain.store.idempotency_keys import Answer, IdempotentRequest
from ludograph.domain.store.match_summary import MatchSummary, StartFields, start_fields, summary_in, summary_of
from ludograph.domain.store.streams import StreamHead
from ludograph.domain.store.url import Place

NAMESPACE = UUID("6c75646f-6772-5068-8000-6d6174636865")
"""Where ids that are not UUIDs themselves become UUIDs (version 5)."""

UNFOLDABLE = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""What facts may raise when they are applied to a state that they were not made for."""


class NotFound(LookupError):
    """No match goes by that name, or more than one; the message says which."""


class Listed(NamedTuple):
    """A match in a list: how it began, where it stands, and what the table of heads keeps of it besides."""

    start: AnyStarted
    head: StreamHead
    summary: MatchSummary

    @property
    def status(self) -> Status:
        """Whether it is running, over, or will not be finished."""
        return self.summary.status(self.head.over)


class Recorder(Application[UUID]):
    """Matches in a store. What a method returned is on the disk."""

    def __init__(
        self,
        place: Place,
        sources: Sources = Sources(),  # noqa: B008
        *,
        reading: bool = False,
        making: bool = True,
    ) -> None:
        self.place = place
        self.making = making
        """Whether a store is made on a server where there is none; a file is there as soon as it is opened."""
        self.reading = reading
        """Whether the store is only read, and not made where it is not there."""
        self.sources = sources
        self.on_write: Callable[[StoreError | None], None] = lambda failure: None
        """Called after every write with the reason why the store refused it, None if it is on the disk."""
        self.clock = StoreClock(sources)
        """The clock of the store; `time` first looks at what was recorded."""
        self.loaded: UUID | None = None
        """The match that was loaded last."""
        with translated_store_errors(place):
            super().__init__()
        if self.store.needs_migration():
            self._migrate()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Nothing from outside: a variable of another program shall not change how matches are kept."""
        return Environment(name)

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """One file of SQLite, or one database of a server."""
        return factory_for(self.place, reading=self.reading, making=self.making)

    def construct_mapper(self) -> Mapper[UUID]:
        """Our own, for the library's cannot take Structs."""
        return EventMapper()

    @property
    def store(self) -> Store:
        """The recorder, for what the library's interface has no word for."""
        assert isinstance(self.recorder, Store)
        return self.recorder

    def close(self) -> None:
        """Closes the store; its file is whole then (decision 187)."""
        # SQLite does so as the last connection closes; where others have the file open and so keep its log, this does.
        if not self.closing.is_set():
            self.store.checkpoint()
        super().close()

    def time(self) -> datetime:
        """Return the time of the store, later than everything recorded in it. Raises `StoreError`."""
        with translated_store_errors(self.place):
            self.clock.look(self.store)
        return self.clock.time()

    def stamp(self) -> Stamp:
        """Return the time, 16 random bytes and the token in use, for a new event. Raises `StoreError`."""
        return Stamp(self.time(), self.sources.bytes(16).hex(), _TOKEN.get())

    def next_stamp(self) -> Stamp:
        """Return a stamp for an event that is recorded together with one that has its stamp already."""
        return Stamp(self.clock.time(), self.sources.bytes(16).hex(), _TOKEN.get())

    def start(self, game: Game, setting: Setting, *, by: str = "") -> Match:
        """Starts a match and records it, under its source's id if it has one. Raises `Refused`."""
        source = setting.about.source
        id = match_id_of(source) if source else UUID(bytes=self.sources.bytes(16), version=4)
        return self.record(start_match(game, id, setting, self.stamp(), by))

    def seed(self) -> str:
        """A seed for a match in which the program draws."""
        return self.sources.bytes(16).hex()

    def nonce(self) -> str:
        """What seals the orders of a match, so that nobody can find them by trying."""
        return self.sources.bytes(32).hex()

    def act(self, match: Match, line: Line, observer: Observer | None = None) -> Match:
        """Records one action. Raises `Refused`, or `Conflict` where somebody else was faster."""
        return self.record(self.acted(match, line, observer))

    def acted(self, match: Match, line: Line, observer: Observer | None = None) -> Match:
        """The match with one more action, not recorded yet. Raises `Refused`.

        `observer` is whoever sees the screen at which it is entered, see `Match.play`.
        """
        return match.play(
            line.actor,
            line.move(match.game, Reader(match.game.deck, match.players)),
            self.stamp(),
            chance=match.chance(line.drawn, line.shuffled),
            entry=EntryDetails(line.by, line.at, line.note),
            observer=observer,
        )

    def take_back(self, match: Match, to: int, reason: str, *, by: str = "") -> Match:
        """Takes back all steps after `to`, as an event. Raises `NoSuchStep` where there are none."""
        return self.record(match.take_back(to, reason, self.stamp(), by))

    def annotate(self, match: Match, step: int, text: str, *, public: bool = False, by: str = "") -> Match:
        """Records a remark on a step. Raises `NoSuchStep` where there is none such step."""
        return self.record(match.annotate(step, text, self.stamp(), public=public, by=by))

    def record(self, *matches: Match, request: IdempotentRequest | None = None) -> Match:
        """Stores what is pending of these matches, all of it or nothing; returns the last of them, stored.

        With it goes the `request` that it answers, so that the same, sent again, finds its answer.
        """
        heads = [head_of(match) for match in matches if match.pending]
        with self.writing():
            self.save(*matches, heads=heads, request=request)
        return matches[-1].stored()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Translate errors of the database and tell `on_write` the outcome; everything is written within this."""
        try:
            with translated_store_errors(self.place):
                yield
        except (Conflict, Damaged):
            raise  # one record is at fault, and the store takes others
        except StoreError as wrong:
            self.on_write(wrong)
            raise
        self.on_write(None)

    @contextmanager
    def cursor(self, *, writing: bool = False) -> Iterator[Cursor]:
        """A transaction for tables of the store that hold no events."""
        with (
            self.writing() if writing else translated_store_errors(self.place),
            self.store.cursor(writing=writing) as c,
        ):
            yield c

    def answered(self, names: Sequence[str], id: UUID) -> Answer | None:
        """How a request was answered that goes by one of these names; None where it never was."""
        with translated_store_errors(self.place):
            return self.store.find_answer(names, id)

    def insert(
        self,
        events: Sequence[StoredEvent],
        heads: Sequence[StreamHead],
        tournaments: int | None = None,
        request: IdempotentRequest | None = None,
    ) -> None:
        """Stores what others have made rows of, all of it or nothing, and with it the `request` that it answers.

        Raises `Conflict` where there are not so many `tournaments` in the store any more.
        """
        with self.writing():
            self.recorder.insert_events(events, heads=heads, tournaments=tournaments, request=request)

    def load(self, id: UUID) -> Match:
        """A match from the store. Raises `NotFound`, or `Damaged` where a row cannot be read."""
        self.loaded = id
        try:
            with translated_store_errors(self.place):
                match = rebuilt(None, self.store.events(id))
        except UNFOLDABLE as wrong:
            raise StoreError(f"Match {id} is damaged: `ludograph verify {id}` says where.") from wrong
        if match is None:
            raise NotFound(f"There is no match {id} in {self.place}.")
        self.clock.saw(match.history[-1].recorded_at)
        return match

    def refreshed(self, match: Match) -> Match:
        """The match with what others recorded meanwhile; as it is stored now, if the store has another record of it."""
        with translated_store_errors(self.place):
            newer = self.store.events_since(match.id, match.version, match.head)
            if newer is not None:
                return rebuilt(match, newer) or match
        return self.load(match.id)

    def has(self, id: UUID) -> bool:
        """Whether a match is recorded."""
        with translated_store_errors(self.place):
            return bool(self.store.match_heads(id.hex))

    def find(self, name: str) -> UUID:
        """The id of a match from its id, an unambiguous beginning of it, or the `id` of its file. Raises `NotFound`."""
        whole = match_id_of(name)
        prefix = name.replace("-", "").lower()
        with translated_store_errors(self.place):
            if self.store.match_heads(whole.hex):
                return whole
            found = self.store.match_heads(prefix) if prefix and set(prefix) <= set("0123456789abcdef") else []
        if not found:
            raise NotFound(
                f"There is no match {cut(name)} in {self.place}: `ludograph matches` lists what is recorded."
            )
        if len(found) > 1:
            fitting = ", ".join(str(head.match) for head in found[:5])
            raise NotFound(
                f"{name} fits {len(found)} matches: {fitting}{', ...' if len(found) > 5 else ''}. Write more of it."
            )
        return found[0].match

    def listed(self, damaged: list[Damaged] | None = None, *, forks: bool = False) -> Iterator[Listed]:
        """Every match, in the order in which they were recorded; those that cannot be read go into `damaged`.

        Without such a list raises `Damaged`. Forks are no matches that were played: `forks` takes them along.
        """
        with translated_store_errors(self.place):
            heads, starts = self.store.match_heads(), self.store.first_events()
        yield from self._listed(starts, heads, damaged, forks=forks)

    def listed_newest_first(self, damaged: list[Damaged], *, forks: bool = False) -> Iterator[Listed]:
        """Every match, the newest first; those that cannot be read go into `damaged`. Raises `StoreError`.

        With `forks` also those that are forks of another.
        """
        # Page by page: no more is read than is asked for.
        pages = self.store.newest_first_events()
        while True:
            with translated_store_errors(self.place):
                page = next(pages, None)
                heads = self.store.heads_of([_id_in(one) for one in page]) if page else []
            if page is None:
                return
            yield from self._listed(page, heads, damaged, forks=forks)

    def listed_matching(
        self, wanted: Callable[[StartFields], bool], damaged: list[Damaged], *, forks: bool = False
    ) -> list[Listed]:
        """The matches of whose first event `wanted` holds, and all whose start was put right since.

        Those that cannot be read go into `damaged`; with `forks` also those that are forks of another. Raises
        `StoreError`.
        """
        # Four fields of many first events are decoded in the time in which few are decoded whole; what was put right
        # stands in later events, and is for the caller to look at.
        with translated_store_errors(self.place):
            corrected = self.store.corrected_matches()
            found = [
                one
                for one in self.store.first_events()
                if (seen := start_fields(one.state)) is None or wanted(seen) or _id_in(one) in corrected
            ]
            parts = [found[at : at + PAGE] for at in range(0, len(found), PAGE)]
            heads = [head for part in parts for head in self.store.heads_of([_id_in(one) for one in part])]
        return list(self._listed(found, heads, damaged, forks=forks))

    def _listed(
        self, starts: Iterable[StoredEvent], heads: Iterable[StreamHead], damaged: list[Damaged] | None, *, forks: bool
    ) -> Iterator[Listed]:
        """Matches as a list has them, from their first events and heads."""
        known = {head.match: head for head in heads}
        for stored in starts:
            try:
                start = self.mapper.to_domain_event(stored)
            except Damaged as wrong:
                if damaged is None:
                    raise
                damaged.append(wrong)
                continue
            if isinstance(start, MatchForked) and not forks:
                continue
            if isinstance(start, MatchStarted) and start.originator_id in known:
                try:
                    head, summary = self._head_and_summary(known[start.originator_id])
                except Unanswered:
                    raise
                except StoreError:
                    continue  # `verify` says what is wrong with it
                yield Listed(summary.corrected(start), head, summary)

    def listing(self, id: UUID, start: AnyStarted | None = None) -> Listed | None:
        """A match as a list has it, its first event `start` if that is known; None where it is none.

        Raises `StoreError`.
        """
        with translated_store_errors(self.place):
            heads = self.store.match_heads(id.hex)
            first = start if start is not None or not heads else next(self.store.events(id), None)
        if not heads or not isinstance(first, MatchStarted):
            return None
        head, summary = self._head_and_summary(heads[0])
        return Listed(summary.corrected(first), head, summary)

    def _head_and_summary(self, head: StreamHead) -> tuple[StreamHead, MatchSummary]:
        """A head and what it keeps; one that no program wrote is worked out again from the match."""
        try:
            if head.is_sound:
                return head, summary_in(head.result)
        except DecodeError:
            pass
        head = head_of(self.load(head.match))
        return head, summary_in(head.result)

    def _migrate(self) -> None:
        """Brings the store to this layout: works out the summaries that an older program did not keep."""
        migrated = []
        older = self.store.layout < 3
        for head in self.store.match_heads():
            if not (older or head.over):
                continue  # nobody agrees to a result that is not there
            with suppress(StoreError):  # what is damaged is left to `verify`
                migrated.append(head_of(self.load(head.match)))
        with translated_store_errors(self.place):
            self.store.migrate(migrated)


_TOKEN: Final = ContextVar("token", default="")


@contextmanager
def by_token(token: str) -> Iterator[None]:
    """Whatever is stamped within names this token."""
    # A context variable instead of an argument: no route can leave it out (decision 178). It holds for one thread or
    # task and what that calls, so that several who enter at once are told apart.
    before = _TOKEN.set(token)
    try:
        yield
    finally:
        _TOKEN.reset(before)


def _id_in(stored: StoredEvent) -> UUID:
    assert isinstance(stored.originator_id, UUID)
    return stored.originator_id


def head_of(match: Match) -> StreamHead:
    """Where a match stands, for the table of heads."""
    result = match.game.result(match.state)
    summary = summary_of(match, result)
    return StreamHead(match.id, match.version, match.head, match.game.id, len(match.steps), result.over, summary)


def match_id_of(source: str) -> UUID:
    """The id of a match from the `id` of its file: a UUID as it is, any other text by UUIDv5."""
    try:
        return UUID(source)
    except ValueError:
        return uuid5(NAMESPACE, source)
