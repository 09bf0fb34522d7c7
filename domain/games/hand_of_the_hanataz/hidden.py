"""What a view leaves open: which card lies in which slot, once cards that somebody knows are shuffled among them."""

from collections.abc import Iterator
from typing import Final

from ludograph.domain.games.hand_of_the_hanataz.state import State, cards_in
from ludograph.domain.kernel.hidden import Among, Hidden


def _lying(view: State) -> Iterator[Among]:
    if view.shuffled:
        yield Among(view.shuffled, cards_in(view, view.shuffled_slots))


HIDDEN: Final = Hidden(_lying)
