"""`fork --as`: what is drawn anew for a player is the same, byte for byte, whatever that player has not seen."""

from collections.abc import Callable, Iterator
from uuid import UUID

import pytest

from ludograph.domain.forks.drawn_anew import NotImagined, drawn_anew
from ludograph.domain.forks.fork import NewFork
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.event_mapper import EventMapper
from tests.large import ALL, most_slow, some
from tests.replay.test_player_secrets import match_of
from tests.test_secrets import HIDDEN, Twins
from tests.worlds import stamp


def stored(match: Match, at: int, seat: int) -> list[bytes] | str:
    """All that is stored of a fork for a player; what is said where none was found."""
    try:
        fork = drawn_anew(match, at, seat, "seed", NewFork(UUID(int=7), stamp))
    except NotImagined as wrong:
        return str(wrong)
    return [EventMapper().to_stored_event(event).state for event in fork.pending]


@pytest.mark.parametrize("hidden", most_slow(HIDDEN, 3), ids=lambda hidden: hidden.__name__)
def test_a_fork_for_a_player_does_not_depend_on_what_they_have_not_seen(
    hidden: Callable[[], Twins | Iterator[Twins]],
) -> None:
    made = hidden()
    found = 0
    for twins in some([made] if isinstance(made, Twins) else list(made), 3):
        one, other = match_of(twins.one), match_of(twins.other)
        last = len(one.steps)
        for name in twins.observers:
            if name == "table":
                continue
            seat = one.players.index(name) + 1
            for at in range(last + 1) if ALL else sorted({0, last // 2, last}):
                fork = stored(one, at, seat)
                assert fork == stored(other, at, seat), (name, at)
                found += isinstance(fork, list)
    assert found or all(name == "table" for name in twins.observers)
