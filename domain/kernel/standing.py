"""How a match stands and who has won: what the scoring of all games has in common."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import PerSeat, Seat
from ludograph.domain.kernel.result import Order, Result

T = TypeVar("T", int, tuple[int, ...])


def standing(
    over: bool,
    seats: int,
    scores: PerSeat[int | str | None],
    winners: tuple[Seat, ...] | str,
    order: Callable[[], Order] = Order,
) -> Result:
    """The scores and winners of a match that is over, and what else orders its seats; before that nothing is said."""
    return Result(True, scores, winners, order()) if over else Result(False, (None,) * seats, ())


def highest(points: Sequence[T], seats: Sequence[Seat] | None = None) -> tuple[Seat, ...]:
    """All that share in the highest points; these are of `seats`, or of everybody."""
    return _with(max(points), points, seats)


def lowest(points: Sequence[T], seats: Sequence[Seat] | None = None) -> tuple[Seat, ...]:
    """All that share in the lowest points; these are of `seats`, or of everybody."""
    return _with(min(points), points, seats)


def _with(best: T, points: Sequence[T], seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    owners = range(1, len(points) + 1) if seats is None else seats
    return tuple(seat for seat, has in zip(owners, points, strict=True) if has == best)


def known(amounts: Iterable[int | str]) -> tuple[int, ...] | None:
    """These numbers; None where one of them is `??`, for then nothing can be made of them."""
    found = tuple(amounts)
    return None if UNKNOWN in found else tuple(amount for amount in found if isinstance(amount, int))
