"""Who begins a match, by the rules of its game: what the order of play is counted from."""

from collections.abc import Iterable

from msgspec import Struct

from ludograph.domain.kernel.marks import Seat


class StartingPlayer(Struct, frozen=True):
    """The seat so many places to the left of the one that the first fact of a kind names, in a field of it.

    What the rules say, whoever was entered first: not who acts first where several may, in any order.
    """

    fact: type[Struct]
    field: str = "seat"
    left: int = 0

    def seat(self, facts: Iterable[Struct], seats: int) -> Seat | None:
        """Who begins, where one of these facts says so."""
        named = next((getattr(fact, self.field) for fact in facts if type(fact) is self.fact), None)
        return None if named is None else (named - 1 + self.left) % seats + 1


def place_in_order(seat: Seat, starting: Seat, seats: int) -> int:
    """1 for who begins, 2 for the next to the left, and so on."""
    return (seat - starting) % seats + 1
