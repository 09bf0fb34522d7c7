"""Lists picked item by item: the cards of a hand, who gets which Crown; at each place what can still come there."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ludograph.domain.entry.draft import is_open
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Choice, Game, Seat
from ludograph.domain.kernel.shapes import Field

SAMPLES: Final = 400
"""Of a field with more values than this so many, spread over all of them, tell what can lie where."""
Fits = Callable[[tuple[Any, ...]], bool]


class NextItems(NamedTuple):
    """What can be picked next, and whether what was picked is enough."""

    items: tuple[Any, ...]
    enough: bool


def next_items(game: Game, view: Any, seat: Seat, choice: Choice, field: Field, picked: tuple[Any, ...]) -> NextItems:
    """What can be picked for a list after what was, as far as this view knows. An unseen card must be named."""
    samples = tuple(_samples(choice.values[field.name]))
    unseen = any(UNKNOWN in sample for sample in samples)
    items = tuple(game.deck.by_code) if unseen else tuple(dict.fromkeys(one for sample in samples for one in sample))
    rests = tuple(dict.fromkeys(sample[len(picked) + 1 :] for sample in samples if len(sample) > len(picked)))
    fits = _taken_in(game, view, seat, choice, field) if unseen else _among(choice.values[field.name])
    possible = tuple(one for one in items if any(fits((*picked, one, *rest)) for rest in rests))
    return NextItems(possible, bool(picked) and fits(picked))


def _samples(values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Values of a field, all of them where they are few."""
    count = len(values)
    for at in range(min(count, SAMPLES)):
        found = values[at * count // min(count, SAMPLES)]
        if found is not None:
            yield found


def _among(values: Sequence[Any]) -> Fits:
    return lambda picked: picked in values


def _taken_in(game: Game, view: Any, seat: Seat, choice: Choice, field: Field) -> Fits:
    """Where the values stand for cards that are not known: what the game takes."""
    others = {name: next(iter(held)) for name, held in choice.values.items() if name != field.name}
    return lambda picked: is_open(game, view, seat, choice.action(**others, **{field.name: picked}))


__all__ = ["NextItems", "next_items"]
