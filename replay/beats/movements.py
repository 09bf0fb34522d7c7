"""Where what moved came from: what left one part of a scene and lies in another one after it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.scene import EMPTY, Grid, Ledger, Part, Pile, Row, Scene

GONE: Final = -1
"""The number of the part, in a `Spot`, where the part itself is there no longer: the zone then stands for it."""


class Spot(NamedTuple):
    """A part of the later scene by its numbers: the zone, and the part in it."""

    zone: int
    part: int


class Movement(NamedTuple):
    """Cards or coins went from one part to another."""

    source: Spot
    target: Spot


class CardChange(NamedTuple):
    """What there is less of in a part than before, and what more: cards by their codes."""

    spot: Spot
    less: Counter[str]
    more: Counter[str]


class CoinChange(NamedTuple):
    """By how much a line of a ledger went up or down."""

    spot: Spot
    amount: int


def movements(before: Scene | None, after: Scene) -> tuple[Movement, ...]:
    """What went from where to where, as far as the two scenes tell; nothing where that could be read in two ways."""
    if before is None:
        return ()
    cards: list[CardChange] = []
    paid: list[CoinChange] = []
    for spot, old, new in _changed(before, after):
        if isinstance(old or new, Ledger):
            paid += _coin_changes(spot, old, new)
        else:
            was, now = _cards(old), _cards(new)
            cards.append(CardChange(spot, was - now, now - was))
    found = {*_of_cards(_that_went(cards)), *_of_coins(paid)}
    return tuple(sorted(movement for movement in found if movement.source != movement.target))


def _changed(before: Scene, after: Scene) -> Iterator[tuple[Spot, Part | None, Part | None]]:
    """Each part of either scene that is not the same in both, with its place in the later one."""
    places = {(zone.owner, zone.label): number for number, zone in enumerate(after.zones)}
    for zone in before.zones:
        number = places.get((zone.owner, zone.label))
        if number is None or zone == after.zones[number]:
            continue
        now = {(type(part), part.name): (at, part) for at, part in enumerate(after.zones[number].parts)}
        was = {(type(part), part.name): part for part in zone.parts}
        for key in dict.fromkeys([*was, *now]):
            at, new = now.get(key, (GONE, None))
            if was.get(key) != new:
                yield Spot(number, at), was.get(key), new


def _cards(part: Part | None) -> Counter[str]:
    """The cards of a row, a pile or a grid."""
    if isinstance(part, Row):
        return Counter(card for card in part.cards if card != EMPTY)
    if isinstance(part, Grid):
        return Counter(cell.card for cell in part.cells)
    if isinstance(part, Pile) and part.count:
        return Counter([part.top or UNKNOWN]) + Counter({UNKNOWN: part.count - 1})
    return Counter()


def _that_went(changes: Sequence[CardChange]) -> list[CardChange]:
    """Without cards that were turned up where they lay, and are listed no more among what somebody has seen.

    Then there are fewer cards in all; as many as before are there where a card took the place of an unseen one.
    """
    fewer = sum(change.more.total() - change.less.total() for change in changes) < 0
    return [one for one in changes if not (fewer and one.less.total() == one.less[UNKNOWN] == one.more.total())]


def _coin_changes(spot: Spot, old: Part | None, new: Part | None) -> Iterator[CoinChange]:
    """The numbers of a ledger that changed; one that was not there was nothing, one that is gone may mean anything."""
    was, now = _numbers(old), _numbers(new)
    for label, number in now.items():
        if number != was.get(label, 0):
            yield CoinChange(spot, number - was.get(label, 0))


def _numbers(part: Part | None) -> dict[str, int]:
    lines = part.lines if isinstance(part, Ledger) else ()
    return {label: int(value) for label, value in lines if value.isascii() and value.isdigit()}


def _of_cards(changes: Sequence[CardChange]) -> Iterator[Movement]:
    """By the face where both ends show it, else from the only place, or to the only place, of unseen cards.

    That may be a place where another card lies instead of the unseen one now.
    """
    givers = [change for change in changes if change.less[UNKNOWN] and change.less.total() > change.more.total()]
    replaced = [change for change in changes if change.less[UNKNOWN] and change.less.total() == change.more.total()]
    takers = [change for change in changes if change.more[UNKNOWN] and change.more.total() > change.less.total()]
    for change in changes:
        for card in change.more:
            known = [one for one in changes if one.less[card] and one != change and card != UNKNOWN]
            unseen = [one for one in givers if one != change and change.more.total() > change.less.total()]
            if known or len(unseen) == 1:
                yield Movement((known or unseen)[0].spot, change.spot)
            elif not unseen and len(replaced) == 1 and replaced[0] != change and _came_elsewhere(replaced[0], changes):
                yield Movement(replaced[0].spot, change.spot)
        for card in change.less:
            shown = any(one.more[card] for one in changes)
            if card != UNKNOWN and not shown and len(takers) == 1:
                yield Movement(change.spot, takers[0].spot)


def _came_elsewhere(replaced: CardChange, changes: Sequence[CardChange]) -> bool:
    """Whether the card that lies in the place of an unseen one came from elsewhere, so that it was not turned up."""
    return all(any(one.less[card] for one in changes) for card in replaced.more)


def _of_coins(paid: Sequence[CoinChange]) -> Iterator[Movement]:
    """From the only one who has less to those who have as much more; to the only one who has more, from all."""
    less, more = defaultdict[Spot, list[int]](list), defaultdict[Spot, list[int]](list)
    for one in paid:
        (less if one.amount < 0 else more)[one.spot].append(abs(one.amount))
    takers = {spot: amounts for spot, amounts in more.items() if spot not in less}
    if len(less) == 1:
        ((giver, gone),) = less.items()
        alike = [spot for spot, amounts in takers.items() if {*amounts} & {*gone}]
        shared = list(takers) if sum(map(max, takers.values())) in gone else []
        yield from (Movement(giver, taker) for taker in alike or shared)
    elif len(takers) == 1:
        ((taker, came),) = takers.items()
        if sum(map(max, less.values())) in came:
            yield from (Movement(giver, taker) for giver in less)


__all__ = ["GONE", "Movement", "Spot", "movements"]
