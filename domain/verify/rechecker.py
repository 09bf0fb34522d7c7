"""Matches decided again from their stored rows: as they were recorded, with other options, or under other rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple
from uuid import UUID

from ludograph.domain.corrections.named_result import NamedResult, named_result
from ludograph.domain.corrections.what_if import what_if
from ludograph.domain.match.aggregate import rebuilt
from ludograph.domain.rules_files.changed_rules import UnusableRules
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.recorder import UNFOLDABLE
from ludograph.domain.store.streams import StoredRow
from ludograph.domain.verify.verification import MATCHES, check_chain, follow_chain

Rules = Callable[[], AbstractContextManager[object]]


class RecheckOutcome(NamedTuple):
    """What became of a match: `same`, `differs`, `refused` where an action of it is not legal, or `unchecked`.

    Unchecked is what this program cannot read, and what rules on trial fail in. With the step and the event at which it
    is otherwise, and what is otherwise there.
    """

    outcome: str
    step: int | None = None
    event: int | None = None
    message: str | None = None
    results: "ChangedResult | None" = None
    """None where it was not decided to its end, or only as it was recorded."""


class ChangedResult(NamedTuple):
    """How a match stood as it was played, and how it stands as it is decided again."""

    before: NamedResult
    after: NamedResult

    @property
    def winners(self) -> "ChangedWinners":
        """Who won, and who wins; nobody where it is not over."""
        return ChangedWinners(self.before.winners, self.after.winners)


class ChangedWinners(NamedTuple):
    """Who won a match as it was played, and who wins as it is decided again."""

    before: tuple[str, ...]
    after: tuple[str, ...]


class RecheckDifference(NamedTuple):
    """What became of a match that is not the same; `event` is that of the match at which it was found."""

    match: str
    game: str
    outcome: str
    step: int | None
    event: int | None
    message: str
    result: ChangedResult | None = None
    """Where it goes otherwise with other options or rules."""


class RecheckCount(NamedTuple):
    """What became of the matches of a game."""

    game: str
    matches: int
    same: int
    differs: int
    refused: int
    unchecked: int


class RecheckWins(NamedTuple):
    """How many matches of a game that go otherwise have other winners, and what each player wins before and after.

    A match that several win is a win of each, and is shared. What is refused or not checked is not counted.
    """

    game: str
    other_winners: int
    shared_before: int
    shared_after: int
    before: Mapping[str, int]
    after: Mapping[str, int]


class RecheckResult(NamedTuple):
    """The counts by game, the first differences, by game and match, and with options or rules whose wins change."""

    counts: tuple[RecheckCount, ...]
    differences: tuple[RecheckDifference, ...]
    wins: tuple[RecheckWins, ...] = ()


class Rechecker:
    """Decides matches again: as they were played, or with other options, by game; it goes to other processes as it is.

    Each match is decided within what `rules` makes there, for whoever tries out a rule that is not in the program; it
    must put back what it changes, for a process goes on to other work.
    """

    def __init__(self, options: Mapping[str, Mapping[str, Any]] | None = None, rules: Rules = nullcontext) -> None:
        self.options = options
        self.rules = rules

    def outcome(self, id: UUID, game: str, rows: Sequence[StoredRow]) -> RecheckOutcome:
        """What becomes of a match of which these are all rows, in their order."""
        if self.options is not None:
            return self._otherwise(id, rows, self.options[game])
        with self.rules():
            return _again(id, rows)

    def _otherwise(self, id: UUID, rows: Sequence[StoredRow], options: Mapping[str, Any]) -> RecheckOutcome:
        """What a match would have become, of which the record tells by the rules of then how it came out."""
        try:
            match = rebuilt(None, (event_in(id, row.version, row.topic, row.state) for row in rows))
            assert match is not None
            was = named_result(match)
        except StoreError as wrong:
            return RecheckOutcome("unchecked", message=str(wrong))
        except UNFOLDABLE as wrong:
            return RecheckOutcome("unchecked", message=f"It cannot be read ({type(wrong).__name__}: {wrong}).")
        try:
            with self.rules():
                found = what_if(match, options, was)
        except UnusableRules as wrong:
            return RecheckOutcome("unchecked", message=str(wrong))
        except UNFOLDABLE as wrong:
            return RecheckOutcome("unchecked", message=f"It cannot be decided so ({type(wrong).__name__}: {wrong}).")
        results = None if found.result is None else ChangedResult(was, found.result)
        return RecheckOutcome(found.outcome, found.step, None, found.message or None, results)


def recheck_difference(match: str, game: str, found: RecheckOutcome) -> RecheckDifference:
    """What is told of a match that is not the same."""
    result = found.results if found.outcome == "differs" else None
    return RecheckDifference(match, game, found.outcome, found.step, found.event, found.message or "", result)


def recheck_counts(found: Mapping[str, Mapping[str, int]]) -> tuple[RecheckCount, ...]:
    """The counts of each game, of how often what came of its matches."""
    return tuple(
        RecheckCount(game, sum(by.values()), *(by.get(kind, 0) for kind in RecheckCount._fields[2:]))
        for game, by in sorted(found.items())
    )


def recheck_wins(found: Mapping[str, Mapping[ChangedWinners, int]]) -> tuple[RecheckWins, ...]:
    """Whose wins change in each game, of how often each change of winners came in matches decided to their end."""
    return tuple(
        RecheckWins(
            game,
            sum(times for one, times in some.items() if set(one.before) != set(one.after)),
            sum(times for one, times in some.items() if len(one.before) > 1),
            sum(times for one, times in some.items() if len(one.after) > 1),
            _wins((one.before, times) for one, times in some.items()),
            _wins((one.after, times) for one, times in some.items()),
        )
        for game, some in sorted(found.items())
    )


def _wins(found: Iterable[tuple[Sequence[str], int]]) -> dict[str, int]:
    """What each player wins, by name, of how often whose win came."""
    wins: Counter[str] = Counter()
    for names, times in found:
        wins.update(dict.fromkeys(names, times))
    return dict(sorted(wins.items()))


def _again(id: UUID, rows: Sequence[StoredRow]) -> RecheckOutcome:
    """Whether a match is what was recorded, and would be decided so today."""
    finding = check_chain(id, follow_chain(MATCHES, id, list(rows))).finding
    if finding is None:
        return RecheckOutcome("same")
    outcome = "unchecked" if finding.newer else "refused" if finding.refused else "differs"
    return RecheckOutcome(outcome, finding.step, finding.version, finding.message)
