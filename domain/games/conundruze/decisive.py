"""What decides a game of Conundruze: castles that are turned up and scored, and who wins it."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.conundruze import endings
from ludograph.domain.games.conundruze.state import State, side_of
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown


def _turned_up(revealed: Sequence[endings.CastleRevealed], state: State) -> Iterator[Shown]:
    yield from (Shown(one.seat, one.cards, ringed=one.cards if one is revealed[-1] else ()) for one in revealed)


def _scored(scored: Sequence[endings.CastleScored], state: State) -> Iterator[Shown]:
    """What everybody scored so far, and the castle of which that is told now."""
    for one in scored:
        castle = side_of(state, one.seat).castle if one is scored[-1] else ()
        yield Shown(one.seat, castle, f"{one.score}")


def _won(ended: Sequence[endings.GameEnded], state: State) -> Iterator[Shown]:
    """All scores, the winner's first with the castle."""
    winners = ended[-1].winners
    for seat in [*winners, *(seat for seat in range(1, len(state.sides) + 1) if seat not in winners)]:
        score = state.scores[seat - 1] if state.scores else None
        castle = side_of(state, seat).castle if seat in winners else ()
        if score is not None or seat in winners:
            yield Shown(seat, castle, "" if score is None else f"{score}", seat in winners, castle)


DECISIVE: Final[Decisives] = {
    endings.CastleRevealed: Decisive("Turned up", _turned_up),
    endings.CastleScored: Decisive("Scored", _scored),
    endings.GameEnded: Decisive("Game won", _won),
}
