"""Where a card lies, in words for whoever has to find a typing error."""

from collections.abc import Iterator

from ludograph.domain.kernel.cards import Card
from ludograph.domain.kernel.game import Game, S, Seat
from ludograph.domain.kernel.scene import Cell, Grid, Part, Pile, Row, Scene


def whereabouts(game: Game[S], state: S, card: Card) -> tuple[str, Seat | None] | None:
    """Where the table shows a card: on which part of it, and whose; None where it is nowhere to be seen."""
    scene: Scene = game.scene(state)
    found = ((part.name, zone.owner) for zone in scene.zones for part in zone.parts if card in _cards(part))
    return next(found, None)


def _cards(part: Part) -> Iterator[Card]:
    if isinstance(part, Row):
        yield from part.cards
    elif isinstance(part, Grid):
        yield from map(_card, part.cells)
    elif isinstance(part, Pile) and part.top is not None:
        yield part.top


def _card(cell: Cell) -> Card:
    return cell.card
