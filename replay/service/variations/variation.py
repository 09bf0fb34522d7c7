"""A variation of a match that is over: made of the moves that a request brings, and told as a page goes on with it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from ludograph.domain.entry.recording import decide_entries
from ludograph.domain.exchange.exporter import action_line, line_text
from ludograph.domain.forks.drawn_anew import NotImagined
from ludograph.domain.forks.fork import NewFork
from ludograph.domain.forks.variation import begun_variation, drawn_by_program
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Refused
from ludograph.domain.match.aggregate import Match, Stamp, rebuilt
from ludograph.domain.match.events import Event
from ludograph.domain.match.final_result import status_of
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.store.recorder import Recorder, by_token
from ludograph.domain.store.tokens import Token
from ludograph.replay.page import grown
from ludograph.replay.service.http.request_body import RequestBody, documented_as
from ludograph.replay.service.http.responses import BadRequest, refused_response
from ludograph.replay.service.live.answer_cache import AnswerCache
from ludograph.replay.service.recording.places import said_at_the_table
from ludograph.replay.service.recording.scribe import EntryBody, desk_json, draft_json
from ludograph.replay.service.routes.offers import Offers

Json = dict[str, Any]
KNOWN: Final = 30
"""So many variations are known as they stand."""
MOST_MOVES: Final = 500
"""A variation has no more moves than this."""
LONGEST_MOVE: Final = 1000
"""A move has no more letters than this."""
PLAYED: Final = "This match is not over: what could have come of it is tried once it is."
NOT_IMAGINED: Final = "No cards were found that could lie so: try it after another step."
CHOSEN_FROM: Final = ("game", "step", "players", "zones", "parts", "places", "place_words", "open")
"""What of a desk somebody needs to choose a move."""


@documented_as("Variation")
class VariationBody(RequestBody, rename={"who": "as"}):
    """A variation: after which step, the moves so far, as text or as a match file has them, and with whose eyes.

    A `bot` makes the next moves: as many as it can in the time that one request may take.
    """

    at: int
    moves: tuple[str, ...] = ()
    who: str | None = None
    bot: str = ""


@documented_as("VariationEntry")
class VariationEntryBody(EntryBody, forbid_unknown_fields=True, kw_only=True):
    """An entry so far, and the variation in which it would be the next move."""

    variation: VariationBody


def check_is_over(match: Match) -> None:
    """Raises `BadRequest` where a match is not over: then nobody is told what could be, and least who plays it."""
    # Asked of the match as its reader knows it: behind a delay it is over when they have seen its end.
    if status_of(match) != "over":
        raise BadRequest(422, PLAYED)


class Variations:
    """Variations as they are tried, in memory alone.

    The same request makes the same, whether its beginning is known or not; nothing in it depends on what its observer
    has not seen.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        # A move more is tried of what was made just now: that a long match is made up again takes seconds.
        self._known = AnswerCache(KNOWN, KNOWN // 2)

    def after(self, match: Match, observer: Observer, body: VariationBody) -> Match:
        """A variation as it stands after its moves. Raises `BadRequest`."""
        key, moves = (match.head, observer, body.at), _checked(body.moves)
        for done in (len(moves), len(moves) - 1):
            if done > 0 and (known := self._known.get((*key, moves[:done]))) is not None:
                return self.keep(match, observer, body.at, _played(self._recorder, known, moves[done:]))
        begun = self._known.get((*key, ()))
        if begun is None:
            stamp = Stamp(match.first.recorded_at, "")
            begun = _begun(match, observer, body.at, NewFork(match.id, lambda: stamp))
            self.keep(match, observer, body.at, begun)
        return self.keep(match, observer, body.at, _played(self._recorder, begun, moves))

    def keep(self, match: Match, observer: Observer, at: int, fork: Match) -> Match:
        """Takes a variation in as it stands, and hands it back."""
        self._known[match.head, observer, at, tuple(moves_of(fork, at))] = fork
        return fork


def recorded(
    recorder: Recorder, match: Match, observer: Observer, body: VariationBody, id: UUID, maker: Token
) -> Match:
    """The variation as a fork, stored. Raises `BadRequest`."""
    with by_token(maker.signature):
        fork = _begun(match, observer, body.at, NewFork(id, recorder.stamp))
        return recorder.record(_played(recorder, fork, _checked(body.moves)))


def _begun(match: Match, observer: Observer, at: int, new: NewFork) -> Match:
    try:
        return begun_variation(drawn_by_program(match) if observer == JUDGE else match, at, observer, new)
    except NotImagined as wrong:
        raise BadRequest(422, NOT_IMAGINED) from wrong


def _checked(moves: tuple[str, ...]) -> tuple[str, ...]:
    """Moves that are not too many, none of them too long. Raises `BadRequest`."""
    if len(moves) > MOST_MOVES or any(len(one) > LONGEST_MOVE for one in moves):
        raise BadRequest(
            422,
            f"A variation has {MOST_MOVES} moves at most, and a move {LONGEST_MOVE} letters: go on from a later step.",
        )
    return moves


def _played(recorder: Recorder, fork: Match, moves: Sequence[str]) -> Match:
    try:
        for one in moves:
            fork = decide_entries(recorder, fork, one, TABLE)
    except Refused as wrong:
        raise refused_response(wrong, fork.players) from wrong
    return fork


def moves_of(fork: Match, at: int) -> list[str]:
    """What was done in a variation that begins after step `at`, each as it is typed."""
    writer = ValueWriter(fork.players, unknown=UNKNOWN)
    lines = (action_line(step, writer) for step in fork.steps[at:])
    left_out = ("drawn", "shuffled", "at", "by", "note")  # what is drawn comes of the moves
    return [line_text(fork, {key: value for key, value in one.items() if key not in left_out}) for one in lines]


# What follows runs in the process that tries variations, which remembers those that it made.


@lru_cache(maxsize=2)
def _variations(recorder: Recorder) -> Variations:
    return Variations(recorder)


def variation_history(recorder: Recorder, match: Match, observer: Observer, body: VariationBody) -> tuple[Event, ...]:
    """The events of a variation, for a bot to go on with. Raises `BadRequest`."""
    return tuple(_variations(recorder).after(match, observer, body).history)


def variation_json(
    recorder: Recorder, match: Match, observer: Observer, body: VariationBody, history: Sequence[Event] | None = None
) -> Json:
    """A variation as a page takes it in: its steps, what was done, and among what the next move is chosen.

    `history` are its events if a bot went on with it. Of seats whose cards the observer does not see, the choices are
    what could be done with those that were drawn anew. Raises `BadRequest`.
    """
    variations, at = _variations(recorder), body.at
    gone_on = rebuilt(None, history) if history else None
    fork = variations.after(match, observer, body) if gone_on is None else gone_on
    variations.keep(match, observer, at, fork)
    desk = desk_json(fork, observer, len(fork.steps))
    desk["open"] = said_at_the_table(Offers(fork, JUDGE).json(), fork)
    return {
        **grown(fork, observer, at + 1),
        "moves": moves_of(fork, at),
        "desk": {key: desk[key] for key in CHOSEN_FROM},
        "drawn_anew": observer != JUDGE,
    }


def next_entry_json(recorder: Recorder, match: Match, observer: Observer, body: VariationEntryBody) -> Json:
    """What a move in the making is asked for next, or that it is whole. Raises `BadRequest`."""
    fork = _variations(recorder).after(match, observer, body.variation)
    entry = EntryBody(body.seat, body.do, body.fields, body.told, None, body.picking, body.picked)
    return draft_json(fork, entry, JUDGE)
