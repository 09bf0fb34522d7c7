"""What a card can still be that an observer cannot see, how likely each is, and which steps ruled the others out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ludograph.domain.judging.card_shares import CardShares, ShareOfCards
from ludograph.domain.kernel.cards import UNKNOWN, Card
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.scene import EMPTY, Grid, Part, Row, Scene
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed, concealed_start, fold


class NoSuchPlace(ValueError):
    """No card lies where somebody said; the message says which places there are."""


class CardSpot(NamedTuple):
    """Where a card lies in a scene, and how that is called."""

    zone: int
    part: int
    item: int
    name: str
    card: Card


class PossibleCards(NamedTuple):
    """What is known of a card after a step."""

    place: str
    step: int
    worlds: int
    """In how many worlds it was counted; 0 where the shares are exact."""
    shares: Mapping[Card, float]
    """How likely each card is, the likeliest first: worlds are as likely as cards can lie."""
    ruled_out: Mapping[int, tuple[Card, ...]]
    """By the step since which they are known to lie elsewhere, 0 being the setup."""
    never: tuple[Card, ...]
    """The cards that are excluded although nobody showed where they lie."""


def spots(scene: Scene, players: Sequence[str]) -> Iterator[CardSpot]:
    """All cards of a scene, with the names of their places: `Ann/Hand/2`, `Row/1`, `Bob/Castle/r3c1`."""
    for at, zone in enumerate(scene.zones):
        owner = f"{players[zone.owner - 1]}/" if zone.owner else ""
        for number, part in enumerate(zone.parts):
            for item, (place, card) in enumerate(_cards(part)):
                if card != EMPTY:
                    yield CardSpot(at, number, item, f"{owner}{part.name}/{place or item + 1}", card)


def _cards(part: Part) -> list[tuple[str, Card]]:
    """The cards of a part, each with what actions call its place, if they call it anything."""
    if isinstance(part, Row):
        return [("", card) for card in part.cards]
    return [(cell.place, cell.card) for cell in part.cells] if isinstance(part, Grid) else []


def spot_named(scene: Scene, players: Sequence[str], name: str) -> CardSpot:
    """The card at a place, without its number where it is the only one there. Raises `NoSuchPlace`."""
    found = {_plain(spot.name): spot for spot in spots(scene, players)}
    numbered = {_plain(f"{one.name.rpartition('/')[0]}/{one.item + 1}"): one for one in found.values()}
    if spot := found.get(_plain(name), numbered.get(_plain(name))):
        return spot
    here = [spot for spot in found.values() if _plain(spot.name.rpartition("/")[0]) == _plain(name)]
    if len(here) == 1:
        return here[0]
    if here:
        raise NoSuchPlace(f"Several cards lie at {name}: say which, {listed([one.name for one in here], last='or')}.")
    hidden = [spot.name for spot in found.values() if spot.card == UNKNOWN]
    there = f"Cards that are not known lie at {', '.join(hidden)}." if hidden else "Every card on the table is known."
    raise NoSuchPlace(f"No card lies at {name}. {there}")


def _plain(name: str) -> str:
    return " ".join(name.replace("/", " ").casefold().split())


def possible_cards(match: Match, observer: Observer, step: int, place: str) -> PossibleCards:
    """What the card at a place can be after a step, as an observer knows the match. Raises `NoSuchPlace`."""
    game, views = match.game, list(_views(match, observer, step))
    spot = spot_named(game.scene(views[-1]), match.players, place)
    seen = _seen_since(game, views)
    if spot.card != UNKNOWN:
        return PossibleCards(spot.name, step, 0, {spot.card: 1.0}, {seen.get(spot.card, 0): (spot.card,)}, ())
    found = CardShares(game, views[-1])
    told = found.of(spot_named(found.scene, match.players, place).card)
    shares, worlds = told or ShareOfCards({UNKNOWN: 1.0}, 0)
    others = [card for card in game.cards(views[-1])[0] if card not in shares]
    ruled_out: dict[int, tuple[Card, ...]] = {}
    for card in dict.fromkeys(sorted(others, key=lambda card: (seen.get(card, 0), card))):
        if card in seen:
            ruled_out[seen[card]] = (*ruled_out.get(seen[card], ()), card)
    never = tuple(sorted({card for card in others if card not in seen}))
    return PossibleCards(spot.name, step, worlds, shares, ruled_out, never)


def _views(match: Match, observer: Observer, step: int) -> Iterator[Any]:
    """What was known after each step up to this one."""
    view = fold(None, concealed_start(match.start, observer).facts)
    yield view
    for one in match.steps[:step]:
        view = fold(view, concealed(one, observer).facts)
        yield view


def _seen_since(game: Game, views: Sequence[Any]) -> dict[Card, int]:
    """Since which step it is known of each card where it lies; only of those of which it is known at the end."""
    since: dict[Card, int] = {}
    for step, view in enumerate(views):
        placed = {*game.cards(view)[1]} - {UNKNOWN}
        since = {card: since.get(card, step) for card in sorted(placed)}
    return since
