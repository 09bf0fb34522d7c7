"""Tournaments in a store: finds them, records what was decided, and gathers what came of their tables."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from time import sleep
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from eventsourcing.persistence import StoredEvent
from msgspec.structs import replace

from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import encoded
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.errors import Conflict, Damaged, StoreError, Unanswered
from ludograph.domain.store.idempotency_keys import IdempotentRequest
from ludograph.domain.store.recorder import UNFOLDABLE, Listed, NotFound, Recorder, head_of
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament, in_one_piece
from ludograph.domain.tournaments.concurrency import after_others
from ludograph.domain.tournaments.event_sentences import decided_by, left_open_told
from ludograph.domain.tournaments.events import Opened, event_in, topic_of
from ludograph.domain.tournaments.heads import tournament_head
from ludograph.domain.tournaments.scores.table_results import Tables, has_entered_result, tournament_tables
from ludograph.domain.tournaments.terms import Terms, open_tournament

NAMESPACE: Final = UUID("6c75646f-6772-5068-8000-746f75726e79")
"""Where an organiser's own ids become UUIDs (version 5); matches have another."""


TRIES: Final = 10
"""So often a decision is made again after others that were quicker."""
PAUSE: Final = 0.02
"""So many seconds it waits the first time, at most."""
BUSY: Final = (
    "Others decide so much about {0} at this moment that this could not be recorded, and nothing was: try again."
)


class Broken(NamedTuple):
    """A tournament that cannot be read, what is wrong with it, and how it was opened, if that is known."""

    id: UUID
    wrong: StoreError
    opened: Opened | None

    def may_be(self, name: str, *, exactly: bool) -> bool:
        """Whether it goes by this name or id; or else by one that begins like this, or by nobody knows which."""
        if self.id == tournament_id_of(name) or (self.opened is not None and folded(self.opened.name) == folded(name)):
            return True
        prefix = name.replace("-", "").lower()
        begins = self.opened is None or folded(self.opened.name).startswith(folded(name))
        return bool(prefix.strip()) and not exactly and (begins or self.id.hex.startswith(prefix))


class TournamentService:
    """Tournaments in the store of a recorder. What a method returned is on the disk."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.damaged: list[StoreError] = []
        """What is wrong with tournaments that could not be read when one was looked for last."""

    def open(self, terms: Terms, by: str = "", id: UUID | None = None) -> Tournament:
        """Opens a tournament, under an `id` if that is known.

        Raises `OutOfOrder` where another goes by its name or id, or `Conflict`; where one that cannot be read goes by
        it, `StoreError`.
        """
        every, broken = self._every()
        if id is None:
            own = UUID(bytes=self.recorder.sources.bytes(16), version=4)
            id = tournament_id_of(terms.source) if terms.source else own
        opened = open_tournament(terms, id, self.recorder.stamp(), by)
        for other in every:
            _check_apart(other.id, other.opened, opened)
        for lost in broken:
            if lost.id == id:
                raise lost.wrong
            if lost.opened is not None:
                _check_apart(lost.id, lost.opened, opened)
        return self._store(opened, known=len(every) + len(broken))

    def all(self) -> list[Tournament]:
        """Every tournament that can be read, in the order in which they were opened; `damaged` says what of others."""
        return self._every()[0]

    def of_name(self, name: str) -> list[Tournament]:
        """The tournaments of exactly this name that can be read; of the others no more than how they were opened is."""
        with translated_store_errors(self.recorder.place):
            ids = self.recorder.store.tournament_ids()
        opened = {id: self._opened(id) for id in ids}
        found = []
        for id in (id for id, one in opened.items() if one is not None and folded(one.name) == folded(name)):
            with suppress(StoreError):
                found.append(self.load(id))
        return found

    def find(self, name: str) -> Tournament:
        """A tournament by its name, its id, or an unambiguous beginning of either. Raises `NotFound`.

        Where one that cannot be read is meant, or may be, raises `StoreError`.
        """
        every, broken = self._every()
        found = tournaments_named(every, name)
        exact = any(one.id == tournament_id_of(name) or folded(one.state.name) == folded(name) for one in found)
        lost = next((one for one in broken if one.may_be(name, exactly=bool(found))), None)
        if lost is not None and not exact:
            raise lost.wrong
        if len(found) == 1:
            self.recorder.loaded = found[0].id
            return found[0]
        names = ", ".join(one.state.name for one in (found or every)[:5])
        if len({folded(one.state.name) for one in found}) < len(found):  # merged from two stores
            raise NotFound(
                f"{cut(name)} fits {len(found)} tournaments, some of one name: name it by its id ({_ids(found)})."
            )
        if found:
            raise NotFound(f"{cut(name)} fits {len(found)} tournaments: {names}. Write more of it.")
        there = f"there are {names}" if every else "`ludograph tournament new` opens one"
        raise NotFound(f"There is no tournament {cut(name)}: {there}." if name else f"Name a tournament: {there}.")

    def _every(self) -> tuple[list[Tournament], list["Broken"]]:
        """Every tournament in the order in which they were opened, and those that cannot be read."""
        with translated_store_errors(self.recorder.place):
            heads = self.recorder.store.tournament_heads()
        loaded, broken = [], []
        for head in heads:
            try:
                loaded.append(self.load(head.match))
            except Unanswered:
                raise
            except StoreError as wrong:
                broken.append(Broken(head.match, wrong, self._opened(head.match)))
        self.damaged = [one.wrong for one in broken]
        return sorted(loaded, key=lambda one: one.opened.recorded_at), broken

    def _opened(self, id: UUID) -> Opened | None:
        """How a tournament was opened that cannot be read, where its first event still says so."""
        with suppress(StoreError), translated_store_errors(self.recorder.place):
            for row in self.recorder.store.stored_rows(id)[:1]:
                first = event_in(id, row.version, row.topic, row.state)
                return first if isinstance(first, Opened) else None
        return None

    def load(self, id: UUID) -> Tournament:
        """A tournament by its id. Raises `NotFound`, or `StoreError` where it is damaged."""
        with translated_store_errors(self.recorder.place):
            rows = self.recorder.store.stored_rows(id)
            known = bool(rows) or id in self.recorder.store.tournament_ids()
        events = [event_in(id, row.version, row.topic, row.state) for row in rows]
        try:
            found = in_one_piece(events)
        except UNFOLDABLE:
            found = None
        if found is None and known:
            raise StoreError(f"Tournament {id} is damaged: `ludograph verify {id}` says where.")
        if found is None:
            raise NotFound(f"There is no tournament {id} in {self.recorder.place}.")
        self.recorder.clock.saw(found.history[-1].recorded_at)
        return found

    def record(
        self,
        tournament: Tournament,
        *matches: Match,
        request: IdempotentRequest | None = None,
        alone: bool = False,
    ) -> Tournament:
        """Stores what is pending of a tournament and of matches, all of it or nothing. Raises `Conflict`.

        Where somebody else decided something at the same time, on which this does not depend, it is decided again after
        that, unless it is to be recorded `alone`; else nothing is recorded, and what they decided is told. With it goes
        the `request` that it answers, so that the same, sent again, finds its answer.
        """
        for tried in range(TRIES):
            try:
                return self._store(tournament, *matches, request=request)
            except Conflict as wrong:
                if alone:
                    raise
                if tried == TRIES - 1:
                    raise Conflict(BUSY.format(tournament.state.name)) from wrong
                # Several desks that met would meet again: each waits a little, and the longer the oftener they did.
                sleep(self.recorder.sources.bytes(1)[0] / 255 * PAUSE * (tried + 1))
                tournament = after_others(tournament, self.load(tournament.id), wrong)
                request = request and replace(request, version=tournament.version)
        raise AssertionError

    def _store(
        self,
        tournament: Tournament,
        *matches: Match,
        known: int | None = None,
        request: IdempotentRequest | None = None,
    ) -> Tournament:
        """Stores it; `known` is how many tournaments there must still be."""
        events = pending_rows(tournament)
        for match in matches:
            events += [self.recorder.mapper.to_stored_event(event) for event in match.pending]
        self.recorder.insert(events, [tournament_head(tournament), *map(head_of, matches)], known, request)
        return tournament.saved()

    def tables(self, tournament: Tournament, foreseen: Listed | None = None) -> Tables:
        """What came of every table: as it was recorded, or as it was entered; of one match as it is `foreseen`."""
        damaged: list[Damaged] = []
        name = folded(tournament.state.name)
        own = self.recorder.listed_matching(lambda one: folded(one.event) == name, damaged)
        there = {one.head.match for one in own}
        put = [self._put(id, damaged) for id in tournament.state.matches if id not in there]
        every = [*own, *(one for one in put if one is not None)]
        if foreseen is not None:
            every = [foreseen if one.head.match == foreseen.head.match else one for one in every]
        found = tournament_tables(tournament, every)
        open_ = [
            f"{left_open_told(one)} `{decided_by(one)}` decides, or =theirs." for one in tournament.state.left_open
        ]
        return found._replace(doubts=[*map(str, damaged), *open_, *found.doubts])

    def is_played(self, match: Listed) -> bool:
        """Whether a match that is running is played: one that awaits its deal is not, once its table has a result."""
        start = match.start
        if not match.summary.awaits_deal or not start.event:
            return True
        return not any(has_entered_result(one, start) for one in self.of_name(start.event))

    def doubts_about(self, matches: Collection[UUID]) -> list[str]:
        """What an organiser should look at of matches that were just recorded and name tournaments of the store."""
        if not matches or not self.recorder.store.tournament_ids():
            return []
        there = [one for id in matches if (one := self._put(id, [])) is not None and one.start.event]
        names = {one.start.source or str(one.start.originator_id) for one in there}
        events = {folded(one.start.event): one.start.event for one in there}
        every = [doubt for event in events.values() for one in self.of_name(event) for doubt in self.tables(one).doubts]
        return [doubt for doubt in every if any(name in doubt for name in names)]

    def _put(self, id: UUID, damaged: list[Damaged]) -> Listed | None:
        """A match that was put at a table and says of itself that it belongs elsewhere; None where it is not there."""
        try:
            return self.recorder.listing(id)
        except Damaged as wrong:
            damaged.append(wrong)
        except Unanswered:
            raise
        except StoreError:
            pass  # `verify` says what is wrong with it
        return None


def pending_rows(tournament: Tournament) -> list[StoredEvent]:
    """What is pending of a tournament, as rows of the store."""
    return [
        StoredEvent(tournament.id, event.originator_version, topic_of(event), encoded(event))
        for event in tournament.pending
    ]


def _check_apart(id: UUID, other: Opened, opened: Tournament) -> None:
    """Raises `OutOfOrder` where a new tournament would go by a name or an id of another, so that neither is found."""
    if folded(other.name) == folded(opened.state.name):
        raise OutOfOrder(f"There is a tournament {other.name} already: give this one another name.")
    for said in (opened.state.name, opened.opened.source):
        if said and (id == tournament_id_of(said) or folded(other.name) == folded(said)):
            raise OutOfOrder(f"The tournament {other.name} goes by {cut(said)} already: give this one another.")


def tournaments_named(every: Sequence[Tournament], name: str) -> list[Tournament]:
    """The one of this id, else those of this name, else those whose name or id begins like this."""
    known = [one for one in every if one.id == tournament_id_of(name)]
    prefix = name.replace("-", "").lower()
    return (
        known
        or [one for one in every if folded(one.state.name) == folded(name)]
        or [
            one
            for one in every
            if name.strip()
            and ((prefix and one.id.hex.startswith(prefix)) or folded(one.state.name).startswith(folded(name)))
        ]
    )


def _ids(some: Sequence[Tournament]) -> str:
    return ", ".join(one.opened.source or str(one.id) for one in some[:5])


def tournament_id_of(source: str) -> UUID:
    """The id of a tournament from an organiser's own: a UUID as it is, any other text by UUIDv5."""
    try:
        return UUID(source)
    except ValueError:
        return uuid5(NAMESPACE, source)


__all__ = [
    "NotFound",
    "StoreError",
    "Tables",
    "TournamentService",
    "pending_rows",
    "tournament_head",
    "tournament_id_of",
    "tournaments_named",
]
