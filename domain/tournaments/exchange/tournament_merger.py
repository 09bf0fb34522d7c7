"""Tournaments from another store: their rows as they are; two that went apart are united, and conflicts told."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from shlex import quote
from typing import Any, Final
from uuid import UUID

from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.final_result import status_of
from ludograph.domain.merge.merger import (
    DECIDE,
    MatchMerger,
    MergePlan,
    RecordMerger,
    ToldConflict,
    Whose,
    finding_text,
    of_tournament,
)
from ludograph.domain.notation.names import folded
from ludograph.domain.store.errors import Empty, StoreError
from ludograph.domain.store.recorder import UNFOLDABLE, NotFound, Recorder
from ludograph.domain.store.streams import StreamHead
from ludograph.domain.store.url import Place
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament, rebuilt
from ludograph.domain.tournaments.event_sentences import decision_sentences
from ludograph.domain.tournaments.events import NameForgotten, RecordKept, TournamentEvent, identity_of
from ludograph.domain.tournaments.exchange.differences import BESIDE, CHAINED, MergeConflict, decided_alike
from ludograph.domain.tournaments.exchange.union import United, Uniting, open_elsewhere, united
from ludograph.domain.tournaments.heads import tournament_head
from ludograph.domain.tournaments.scores.table_results import way_out
from ludograph.domain.tournaments.service import TournamentService, pending_rows, tournament_id_of
from ludograph.domain.tournaments.state import counting
from ludograph.domain.tournaments.verification import TOURNAMENTS, chain_kind, decided_again, judged_either
from ludograph.domain.verify.verification import MATCHES, Chain, Finding, StreamKind, read_chain

SEPARATELY: Final = "They were opened separately, and with other terms: theirs cannot be taken over."


class TournamentMerger(RecordMerger[Tournament]):
    """Takes tournaments from one store into another."""

    kind = TOURNAMENTS

    def built(self, found: Chain) -> Tournament | Finding:
        """The tournament, or what is wrong with it."""
        return built_tournament(found)

    def head(self, record: Tournament) -> StreamHead:
        """Where the tournament stands."""
        return tournament_head(record)

    def size(self, record: Tournament) -> int:
        """How many rounds are seated."""
        return len(record.state.rounds)

    def plan(self, id: UUID, there: Chain) -> MergePlan:
        """What becomes of a tournament; two of one name cannot stand in one store."""
        plan = super().plan(id, there)
        theirs = self.built(there)
        if plan.outcome.status != "copied" or isinstance(theirs, Finding):
            return plan
        named = [
            one for one in TournamentService(self.target).all() if folded(one.state.name) == folded(theirs.state.name)
        ]
        if not named:
            return plan
        error = (
            f"Here another tournament is called {named[0].state.name}, opened separately: matches that say this name "
            "could not tell to which they belong. Keep this one in a store of its own."
        )
        size, name = self.size(theirs), theirs.state.name
        return MergePlan(self.outcome(id, "apart", events=theirs.version, steps=size, error=error, name=name))

    def apart(self, ours: Tournament, theirs: Tournament, common: int) -> MergePlan:
        """Unites what does not stand against each other; each conflict is told, or decided."""
        if not decided_alike(ours.opened, theirs.opened, (*CHAINED, *BESIDE)):
            return self._kept_whole(ours, theirs, common, SEPARATELY)
        if any(isinstance(one, NameForgotten) for one in (*ours.history, *theirs.history)):
            # Names may differ in them, by which nothing can be made again: so one of them stands as a whole.
            return self._kept_whole(ours, theirs, common, "")
        finding = judged_either(theirs.id, chain_of(theirs), TOURNAMENTS).finding
        if finding is not None:
            return MergePlan(self.outcome(theirs.id, "damaged", error=finding_text(finding)))
        reason, by = (self.decision or self.singly).reason, (self.decision or self.singly).by
        uniting = Uniting(self._whose, self.target.stamp, reason, by)
        try:
            made = united(ours, theirs, common, _decided_before(ours, theirs), uniting)
        except OutOfOrder as wrong:
            return self._refused(theirs, common, f"It cannot be decided so: {wrong}")
        return self._united(ours, made)

    def _whose(self, conflict: MergeConflict) -> Whose | None:
        """What was decided of a conflict, of this one or of all; None where nothing was."""
        return self.singly.kept.get(conflict.id, self.decision.whose if self.decision else None)

    def _united(self, ours: Tournament, made: United) -> MergePlan:
        now = made.tournament
        conflicts = tuple(map(_told, made.conflicts))
        left = sum(one.kept is None for one in conflicts)
        events = now.version - ours.version
        more = {
            "events": events,
            "steps": self.size(now),
            "name": now.state.name,
            "conflicts": conflicts,
            "hint": self._left(ours, now) if events else "",
        }
        if left:
            error = f"{counted(left, 'conflict')} left open; {'all else is united' if events else 'all else is there'}."
            outcome = self.outcome(now.id, "apart", error=error, **more)
        else:
            outcome = self.outcome(now.id, "united" if events else "already", **more)
        return MergePlan(outcome, pending_rows(now), self.head(now)) if events else MergePlan(outcome)

    def _kept_whole(self, ours: Tournament, theirs: Tournament, common: int, never: str) -> MergePlan:
        """Tells since when two records of a tournament part; or one of them is told to stand, as a whole."""
        if self.decision is None:
            return self._refused(theirs, common, f"{_difference(ours, theirs, common)} {DECIDE}")
        now = ours
        if self.decision.whose == "theirs":
            finding = judged_either(theirs.id, chain_of(theirs), TOURNAMENTS).finding
            if finding is not None:
                return MergePlan(self.outcome(theirs.id, "damaged", error=finding_text(finding)))
            if never:
                return self._refused(theirs, common, never)
        reason, by = self.decision.reason, self.decision.by
        try:
            if self.decision.whose == "theirs":
                now = self._as_there(now, theirs)
            kept_open = open_elsewhere(ours, {identity_of(one) for one in theirs.history})
            more = {"left_open": kept_open} if kept_open != ours.state.left_open else {}
            now = now.settle(self.decision.whose, theirs.head, common, reason, self.target.stamp(), by, **more)
        except OutOfOrder as wrong:
            return self._refused(theirs, common, f"It cannot be decided so: {wrong}")
        events = now.version - ours.version
        outcome = self.outcome(theirs.id, "kept", events=events, steps=self.size(now), hint=self._left(ours, now))
        return MergePlan(outcome, pending_rows(now), self.head(now))

    def _left(self, ours: Tournament, now: Tournament) -> str:
        """What becomes of matches that were started here, where starting them does not stand any more."""
        results = TournamentService(self.target).tables(now).results
        counts = {
            one.match: f"it counts for table {at} of round {number}"
            for number, row in enumerate(results, start=1)
            for at, one in enumerate(row, start=1)
        }
        undone = []
        for id in sorted(set(ours.state.matches) - set(now.state.matches)):
            with suppress(StoreError, NotFound):
                match = self.target.load(id)
                if status_of(match) == "running":
                    undone.append(_goes_on(match.start.source or str(id), counts.get(id)))
        if ours.state.closed and not now.state.closed:
            undone.append(
                f"That {now.state.name} was closed does not stand any more: `ludograph tournament close "
                f"{quote(now.opened.source or now.state.name)}` ends it anew."
            )
        return " ".join(undone)

    def _as_there(self, now: Tournament, theirs: Tournament) -> Tournament:
        """Ours with their decisions in the place of ours: those are taken back, and theirs made again by who did."""
        assert self.decision is not None
        ours, wanted = counting(now.history), counting(theirs.history)
        pairs = enumerate(zip(ours, wanted, strict=False))
        shared = next((at for at, (one, other) in pairs if not decided_alike(one, other)), min(len(ours), len(wanted)))
        for _ in ours[shared:]:
            now = now.take_back(self.decision.reason, self.target.stamp(), self.decision.by)
        for event in wanted[shared:]:
            now = decided_again(now, event, self.target.stamp())
        return now

    def _refused(self, theirs: Tournament, common: int, why: str) -> MergePlan:
        events = theirs.version - common
        size, name = self.size(theirs), theirs.state.name
        return MergePlan(self.outcome(theirs.id, "apart", events=events, steps=size, error=why, name=name))


def _goes_on(name: str, counts: str | None) -> str:
    if counts:
        return f"{name} was started here and goes on: {counts}."
    return f"{name} was started here and goes on, but counts for no table now: {way_out(name, over=False)}."


def built_tournament(found: Chain) -> Tournament | Finding:
    """A tournament from its chain, or what is wrong with it."""
    if found.finding is not None:
        return found.finding
    try:
        tournament = rebuilt(found.events)
    except UNFOLDABLE:
        tournament = None
    return tournament or Finding(None, len(found.events), "What is recorded cannot be decided.")


def merger_for(kind: StreamKind) -> type[RecordMerger[Any]]:
    """What takes records of this kind from store to store."""
    return TournamentMerger if kind is TOURNAMENTS else MatchMerger


def everything(recorder: Recorder) -> list[UUID]:
    """All that is recorded, matches before tournaments, so that no table names a match that is not there yet."""
    return [id for ids in _by_kind(recorder).values() for id in ids]


def _by_kind(recorder: Recorder) -> dict[str, list[UUID]]:
    """All ids, those of matches and those of tournaments."""
    found: dict[str, list[UUID]] = {kind.noun: [] for kind in (MATCHES, TOURNAMENTS)}
    for id in dict.fromkeys([*recorder.store.known_match_ids(), *recorder.store.tournament_ids()]):
        found[chain_kind(recorder, id).noun].append(id)
    return found


def belonging(recorder: Recorder, event: str, names: Sequence[str] = ()) -> Iterator[UUID]:
    """The matches of a tournament, named or by its id, and the tournament itself; and what is damaged, of which nobody
    can tell. `names` are those that it has elsewhere.
    """
    matches, tournaments = _by_kind(recorder).values()
    found = {id: built_tournament(read_chain(recorder, id, TOURNAMENTS)) for id in tournaments}
    wanted = {id: one for id, one in found.items() if isinstance(one, Finding) or _is_called(one, event)}
    placed = {match for one in wanted.values() if isinstance(one, Tournament) for match in one.state.matches}
    known = {event, *names, *(one.state.name for one in wanted.values() if isinstance(one, Tournament))}
    there = {*(id for name in known for id in of_tournament(recorder, matches, name)), *placed}
    yield from (id for id in matches if id in there)
    yield from wanted


def names_at(place: Place | None, event: str) -> list[str]:
    """What a tournament is called at another place that goes by this name or id there; nothing where no store is."""
    if place is None or not place.exists():
        return []
    found: list[str] = []
    with suppress(Empty), Recorder(place, reading=True) as recorder:
        found = [one.state.name for one in TournamentService(recorder).all() if _is_called(one, event)]
    return found


def _is_called(tournament: Tournament, event: str) -> bool:
    return folded(tournament.state.name) == folded(event) or tournament.id == tournament_id_of(event)


def chain_of(tournament: Tournament) -> Chain:
    """The chain of a tournament that was read already, without its rows."""
    return Chain([], list(tournament.history), None, None)


def _decided_before(ours: Tournament, theirs: Tournament) -> int:
    """How many events of theirs were set aside or taken over as a whole, when one of two records was told to stand."""
    known = {one.other for one in ours.history if isinstance(one, RecordKept) and one.kept != "both"}
    return max((one.originator_version for one in theirs.history if one.digest in known), default=0)


def _told(found: tuple[MergeConflict, Whose | None]) -> ToldConflict:
    conflict, kept = found
    ours, theirs = (tuple(one.text for one in side) for side in (conflict.ours, conflict.theirs))
    return ToldConflict(conflict.id, conflict.about, ours, theirs, conflict.why, kept)


def _difference(ours: Tournament, theirs: Tournament, common: int) -> str:
    since = f"after event {common}" if common else "from the start: they were opened separately"
    here, there = (_since(one.history[common:]) for one in (ours, theirs))
    return f"The two records part {since}. Here {here} There {there}"


def _since(events: Sequence[TournamentEvent]) -> str:
    """How many events, and what the first of them decided."""
    if not events:
        return "nothing since."
    return f"{counted(len(events), 'event')} since: {decision_sentences(events[0])}{' ...' if len(events) > 1 else ''}"
