"""Lists picked item by item: the cards of a hand, who gets which Crown; at each place what can still come there."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ludograph.domain.entry.draft import is_open
from ludograph.domain.kernel.cards import UNKNOWN, Cards, unplaced
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
    longer = tuple(dict.fromkeys(sample for sample in samples if len(sample) > len(picked)))
    free = unplaced(*game.cards(view)[:2]) if unseen else ()
    fits = _taken_in(game, view, seat, choice, field) if unseen else _among(choice.values[field.name])

    seen = tuple(dict.fromkeys(sample[len(picked) + 1 :] for sample in longer))

    def can_come(one: Any) -> bool:
        rests = dict.fromkeys(_named_rests(longer, (*picked, one), free)) if unseen else seen
        return any(fits((*picked, one, *rest)) for rest in rests)

    return NextItems(tuple(filter(can_come, items)), bool(picked) and fits(picked))


def _named_rests(samples: Sequence[Cards], picked: Cards, free: Cards) -> Iterator[Cards]:
    """What may come behind the picked cards in lists in which `??` stands for any: cards that are not known to lie
    anywhere, each with its face, for some lists are taken only where all of them are named.
    """
    spare = tuple(card for card in free if card not in picked)
    for sample in samples:
        left = list(sample)
        for card in picked:
            if card in left or UNKNOWN in left:
                left.remove(card if card in left else UNKNOWN)
        if len(left) == len(sample) - len(picked):
            hidden = left.count(UNKNOWN)
            yield (*(card for card in left if card != UNKNOWN), *spare[:hidden])


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
