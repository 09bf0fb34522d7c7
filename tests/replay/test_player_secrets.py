"""What the player shows to somebody is the same where two matches differ only in what they have not seen."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO

import pytest

from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import chunks
from ludograph.replay.player.recording import Recording
from ludograph.replay.player.session import ReplaySession
from tests.large import ALL, most_slow
from tests.playthrough import golden_match
from tests.replay.playing import LARGE, pressed
from tests.test_secrets import HIDDEN, Lines, Twins
from tests.worlds import observers, read_back, stamp


def match_of(lines: Lines) -> Match:
    """The match of a file."""
    source = "".join(json.dumps(line) + "\n" for line in lines).encode()
    (chunk,) = chunks(BytesIO(source))
    return Builder(chunk, stamp).match()


def everything(match: Match, observer: Observer) -> Iterator[object]:
    """All that a recording can say."""
    recording = Recording(match, observer)
    yield recording.notes
    for step in range(len(recording)):
        yield (
            recording.told(step),
            recording.line(step),
            recording.scene(step),
            recording.marks(step),
            recording.could_have(step),
        )
        yield recording.begins(step), list(recording.recorded(step))
        for beat in range(1, len(recording.beats(step)) + 1):
            yield (
                recording.told(step, beat),
                recording.line(step, beat),
                recording.scene(step, beat),
                recording.marks(step, beat),
            )
            yield recording.could_have(step, beat), list(recording.recorded(step, beat))


@pytest.mark.parametrize("hidden", most_slow(HIDDEN, 3), ids=lambda hidden: hidden.__name__)
def test_nobody_can_tell_what_they_have_not_seen(hidden: Callable[[], Twins | Iterator[Twins]]) -> None:
    """All that a recording says of all of them; of those that are alike, every third on the screen."""
    made = hidden()
    for number, twins in enumerate([made] if isinstance(made, Twins) else made):
        one, other = match_of(twins.one), match_of(twins.other)
        for name in twins.observers:
            observer = TABLE if name == "table" else one.players.index(name) + 1
            assert list(everything(one, observer)) == list(everything(other, observer))
            if ALL or number % 3 == 0:
                last, keys = len(one.steps), ("c", "f")
                assert pressed(ReplaySession(one, observer, last), *keys, size=LARGE) == pressed(
                    ReplaySession(other, observer, last), *keys, size=LARGE
                )


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_shown_as_the_export_for_that_observer_is(game: str) -> None:
    """From which everything else has been left out."""
    match = golden_match(game)
    for observer in observers(match):
        assert list(everything(match, observer)) == list(everything(read_back(match, observer), observer))
