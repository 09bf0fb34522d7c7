"""How a match of Hand of the Hanataz is set up: options and deal judged, or a deal made."""

from collections import Counter
from collections.abc import Iterable, Iterator

from ludograph.domain.games.hand_of_the_hanataz.facts import CardsDealt, GameBegan, HandOpened, SilvsMoved, SlotsFilled
from ludograph.domain.games.hand_of_the_hanataz.options import (
    HanatazDeal,
    HanatazOptions,
    all_cards,
    decks_in,
    end_of,
    rounds_of,
    stakes_of,
    target_of,
)
from ludograph.domain.games.hand_of_the_hanataz.rules import HAND
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import Chance, Fact, Numbers, Refused, Wanted


def setup(
    options: HanatazOptions, seats: int, deal: HanatazDeal | None, chance: Chance
) -> tuple[HanatazDeal, Iterable[Fact]]:
    """The deal as recorded, and the facts up to the first hand."""
    if deal is None:
        deal = _deal_out(options, seats, chance)
    _check_deal(options, seats, deal)
    return deal, _begin(options, seats, deal)


def check(options: HanatazOptions, seats: int) -> None:
    """HH-1.2 to HH-1.4."""
    _check_options(options, seats)
    _check_house(options)


def _check_options(options: HanatazOptions, seats: int) -> None:
    if options.decks == 1 and seats > 4:
        raise Refused("HH-1.2", f"With one deck three or four can play, not {seats}.")
    stakes = stakes_of(options, seats)
    if options.decks not in (None, 1, 2):
        raise Refused("HH-1.3", f"`decks` is 1 or 2, not {options.decks}.")
    if len(stakes) != seats or options.start_silvs < 1 or min(stakes) < 1:
        raise Refused("HH-1.3", "Every seat begins with a silv or more: `purses` has one entry for each seat.")
    _check_end(options, max(stakes))
    for named in (options.face_cards, options.extra_faces):
        if len({*named}) < len(named):
            raise Refused("HH-1.3", "A kind of face card is named once.")
    if options.buy_in is not None and (not options.no_house or options.buy_in < 0):
        raise Refused("HH-1.3", "`buy_in` is 0 or more, and only with `no_house`.")


def _check_end(options: HanatazOptions, stake: int) -> None:
    end = end_of(options)
    if options.rounds is not None and end != "rounds":
        raise Refused("HH-1.3", "`rounds` is for a match with `end=rounds`.")
    if options.target is not None and end != "target":
        raise Refused("HH-1.3", "`target` is for a match with `end=target`.")
    if end == "rounds" and rounds_of(options) < 1:
        raise Refused("HH-1.3", "At least one hand is played.")
    if end == "target" and target_of(options) <= stake:
        raise Refused("HH-1.3", f"The target, {target_of(options)}, has to be more than every stake.")


def _check_house(options: HanatazOptions) -> None:
    if options.no_house and options.pot_bonus:
        raise Refused("HH-1.4", "Without a house nobody pays a bonus into the pot.")
    if options.no_house and end_of(options) == "open":
        raise Refused("HH-1.4", "Without a house the match ends after `rounds` or at a `target`.")


def _check_deal(options: HanatazOptions, seats: int, deal: HanatazDeal) -> None:
    if len(deal.hands) != seats or any(len(hand) != HAND for hand in deal.hands):
        raise Refused("HH-1.5", "deal: `hands` has five cards for each seat, ?? for one that is not known.")
    if len(deal.slots) != HAND:
        raise Refused("HH-1.5", "deal: `slots` has five cards, ?? for one that is not known.")
    dealt = Counter(card for pile in (*deal.hands, deal.slots) for card in pile if card != UNKNOWN)
    over = dealt - Counter(all_cards(options, seats))
    if over:
        raise Refused("HH-1.5", f"deal: {' '.join(sorted(over))}: the deck has fewer of that.")


def _deal_out(options: HanatazOptions, seats: int, chance: Chance) -> HanatazDeal:
    """A deal made by a program; the rest of the deck has no order yet."""
    (starter,) = chance.ask(Wanted((Numbers("the first starter", (None,), lambda _: range(1, seats + 1)),)))
    deck = chance.shuffle(all_cards(options, seats))
    hands = tuple(deck[HAND * seat : HAND * (seat + 1)] for seat in range(seats))
    return HanatazDeal(starter, hands, deck[HAND * seats :][:HAND])


def _begin(options: HanatazOptions, seats: int, deal: HanatazDeal) -> Iterator[Fact]:
    size = len(all_cards(options, seats))
    fools = decks_in(options, seats) if FOOL in options.face_cards else 0
    yield GameBegan(seats, options, size, fools)
    for seat, stake in enumerate(stakes_of(options, seats), start=1):
        yield SilvsMoved("bank", seat, stake, "stake")
    for seat, hand in enumerate(deal.hands, start=1):
        yield CardsDealt(seat, hand)
    for seat in range(1, seats + 1):
        yield SilvsMoved(seat, "pot", 1, "ante")
    yield SlotsFilled(tuple(range(1, HAND + 1)), deal.slots, "deal")
    yield HandOpened(1, deal.starter, 1)
