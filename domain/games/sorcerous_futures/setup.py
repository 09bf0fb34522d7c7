"""How a match of Sorcerous Futures is set up: the deal made or checked, and the ritual of the Crowns."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludograph.domain.games.sorcerous_futures import facts
from ludograph.domain.games.sorcerous_futures.rules import GOLD, PACK, PLACES, ROW
from ludograph.domain.games.sorcerous_futures.state import FuturesDeal, FuturesOptions, front_of, pair_of
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.decktet import ACES, CROWNS
from ludograph.domain.kernel.game import Chance, Fact, Numbers, PerSeat, Refused, Seat, Wanted, Who, clockwise, left_of


def setup(
    options: FuturesOptions, seats: int, deal: FuturesDeal | None, chance: Chance
) -> tuple[FuturesDeal, Iterable[Fact]]:
    """The deal as recorded and the facts up to the gifts or, with three players, the deck (SF-1)."""
    if deal is None:
        deal = _deal_out(options, seats, chance)
    _check_aces(options, seats, deal)
    _check_crowns(seats, deal)
    _check_pack(seats, deal)
    return deal, _begin(options, seats, deal)


def check(options: FuturesOptions, seats: int) -> None:
    """SF-1.2."""
    if seats == 3 and options != FuturesOptions():
        raise Refused("SF-1.2", "With three players the Excuse is nobody's: its options are for four.")
    if options.excuse_seat != "random" and options.excuse_seat not in range(1, seats + 1):
        raise Refused("SF-1.2", f"There is no seat {options.excuse_seat}.")


def _check_aces(options: FuturesOptions, seats: int, deal: FuturesDeal) -> None:
    if seats == 3 and deal.excuse is not None:
        raise Refused("SF-1.3", "With three players the Excuse is nobody's: leave it out.")
    if seats == 4 and deal.excuse not in range(1, seats + 1):
        raise Refused("SF-1.3", "With four players the deal says in `excuse` which seat has the Excuse.")
    if options.excuse_seat not in ("random", deal.excuse):
        raise Refused("SF-1.3", "The Excuse is not at the seat that `excuse_seat` names.")
    hands = [0 if seat == deal.excuse else 2 for seat in range(1, seats + 1)]
    if [len(pair) for pair in deal.aces] != hands:
        raise Refused("SF-1.3", "Each seat gets two Aces, with four players all but the one with the Excuse.")
    if sorted(ace for pair in deal.aces for ace in pair) != sorted(ACES):
        raise Refused("SF-1.3", "Each of the six Aces is dealt once, and no other card.")


def _check_crowns(seats: int, deal: FuturesDeal) -> None:
    kept, aside = deal.crowns, deal.set_aside
    if seats == 4:
        if kept is not None or aside is not None:
            raise Refused("SF-1.4", "With four players the Crowns are given, not dealt: leave them out.")
        return
    if kept is None or aside is None or len(kept) != seats or len(aside) != seats:
        raise Refused("SF-1.4", "`crowns` and `set_aside` need a Crown for each seat, ?? where it is not known.")
    known = [crown for crown in kept + aside if crown != UNKNOWN]
    if not set(known) <= set(CROWNS) or len(set(known)) < len(known):
        raise Refused("SF-1.4", "`crowns` and `set_aside` are Crowns, and none of them twice.")
    pairs = [pair_of(aces) for aces in deal.aces]
    for seat in range(1, seats + 1):
        _check_passed(pairs, seat, (kept[seat - 1], aside[seat - 1]))


def _check_passed(pairs: list[Cards], seat: Seat, crowns: Cards) -> None:
    if any(crown in pairs[seat - 1] for crown in crowns):
        raise Refused("SF-1.4", "{seat} cannot have a Crown of their own pair: both were passed on.", seat=Who(seat))
    if any(crowns[0] in pair and crowns[1] in pair for pair in pairs):
        raise Refused(
            "SF-1.4", "The two Crowns of {seat} come from one pair: each neighbour passes one.", seat=Who(seat)
        )


def _check_pack(seats: int, deal: FuturesDeal) -> None:
    if deal.pack is not None and (deal.valuations is not None or deal.row is not None):
        raise Refused("SF-1.5", "`pack` stands instead of `valuations` and `row`.")
    if seats == 4 and (deal.valuations is not None or deal.row is not None):
        raise Refused("SF-1.5", "With four players valuations and row are dealt after the gifts: leave them out.")
    if seats == 4 and deal.pack is None:
        return
    if deal.pack is None and (deal.valuations is None or deal.row is None):
        raise Refused("SF-1.5", "The deal needs `valuations` and `row`, or the whole `pack`.")
    pack = _pack(deal)
    if deal.pack is not None and len(pack) != len(PACK):
        raise Refused("SF-1.5", f"`pack` has {len(PACK)} cards, ?? for one that is not known, not {len(pack)}.")
    if len(pack) != len(PACK) or (deal.row is not None and len(deal.row) != ROW):
        raise Refused("SF-1.5", "`valuations` has seven cards, ?? for one that is not known, and `row` has five.")
    if seats == 3 and UNKNOWN in pack[len(PLACES) :][:ROW]:
        raise Refused("SF-1.5", "Everybody saw the first row: entries 8 to 12 of `pack` cannot be ??.")
    known = [card for card in pack if card != UNKNOWN]
    if not set(known) <= set(PACK) or len(set(known)) < len(known):
        raise Refused("SF-1.5", "Valuations, row and pack are number cards and Pawns, none of them twice.")


def _pack(deal: FuturesDeal) -> Cards:
    """The pack in its order, as far as recorded: the places, the first row, the rest of the deck."""
    if deal.pack is not None:
        return deal.pack
    if deal.valuations is None or deal.row is None:
        return (UNKNOWN,) * len(PACK)
    return deal.valuations + deal.row + (UNKNOWN,) * (len(PACK) - len(PLACES) - ROW)


def _deal_out(options: FuturesOptions, seats: int, chance: Chance) -> FuturesDeal:
    """A deal made by a program."""
    aces = chance.shuffle(ACES)
    if UNKNOWN in aces:
        raise Refused("SF-1.3", "Everybody saw the Aces: write in `deal` who has which.")
    pairs = (aces[:2], aces[2:4], aces[4:])
    if seats == 3:
        kept, aside = _ritual([pair_of(pair) for pair in pairs], chance)
        return FuturesDeal(aces=pairs, crowns=kept, set_aside=aside, pack=chance.shuffle(PACK))
    excuse = options.excuse_seat
    if excuse == "random":
        (excuse,) = chance.ask(Wanted((Numbers("the seat of the Excuse", (None,), lambda _: range(1, 5)),), more=None))
    hands = (*pairs[: excuse - 1], (), *pairs[excuse - 1 :])
    return FuturesDeal(excuse=excuse, aces=hands, pack=chance.shuffle(PACK))


def _ritual(pairs: list[Cards], chance: Chance) -> tuple[Cards, Cards]:
    """The Crowns kept and set aside, by seat, after all steps of the ritual."""
    seats = range(3)
    hands = [pairs[(seat + 1) % 3] for seat in seats]  # a: each pair goes right
    mixed = [chance.shuffle(hand) for hand in hands]  # b: one of each goes left
    hands = [(mixed[seat][1], mixed[seat - 1][0]) for seat in seats]
    hands = [hands[(seat + 1) % 3] for seat in seats]  # c: both go right
    mixed = [chance.shuffle(hand) for hand in hands]  # d: one is kept
    return tuple(hand[0] for hand in mixed), tuple(hand[1] for hand in mixed)


def _begin(options: FuturesOptions, seats: int, deal: FuturesDeal) -> Iterator[Fact]:
    pack = _pack(deal)
    yield facts.GameBegan(seats, options, GOLD, pack)
    yield facts.ExcusePlaced(deal.excuse)
    yield facts.AcesDealt(deal.aces)
    if deal.crowns is not None and deal.set_aside is not None:
        yield from _crowns_passed(deal.aces, deal.crowns, deal.set_aside)
        for place, card in zip(PLACES, pack, strict=False):
            yield facts.ValuationPlaced(place, front_of(deal.aces, deal.excuse, place), card)


def _crowns_passed(aces: PerSeat[Cards], kept: Cards, aside: Cards) -> Iterator[Fact]:
    """The ritual, read back from where the Crowns are in the end."""
    seats = tuple(range(1, len(aces) + 1))
    pairs = [pair_of(pair) for pair in aces]
    went = [_course(pairs[seat - 1], seat, kept, aside) for seat in seats]
    for seat in seats:
        yield facts.CrownsTaken(seat, pairs[seat - 1])
    for seat in seats:
        yield facts.CrownsPassed("a", seat, _right_of(seat), 2, pairs[seat - 1])
    for seat in seats:
        yield facts.CrownsPassed("b", seat, left_of(seat, 3), 1, (went[seat % 3].back,))
    for seat in seats:
        yield facts.CrownsPassed("c", seat, _right_of(seat), 2, (went[seat % 3].stayed, went[seat - 1].back))
    for seat in seats:
        yield facts.CrownKept(seat, kept[seat - 1])
        yield facts.CrownSetAside(seat, None, (aside[seat - 1],))


class Course(NamedTuple):
    """Which Crown of a pair was passed back in step b and ends at the right, and which stayed and ends at the left."""

    back: Card
    stayed: Card


def _course(pair: Cards, seat: Seat, kept: Cards, aside: Cards) -> Course:
    right, left = _right_of(seat) - 1, left_of(seat, 3) - 1
    back = next((crown for crown in (kept[right], aside[right]) if crown in pair), UNKNOWN)
    stayed = next((crown for crown in (kept[left], aside[left]) if crown in pair), UNKNOWN)
    if back == UNKNOWN:
        back = _other(pair, stayed)
    return Course(back, _other(pair, back))


def _other(pair: Cards, crown: Card) -> Card:
    """The opposite of a Crown in its pair."""
    return UNKNOWN if crown == UNKNOWN else pair[1] if crown == pair[0] else pair[0]


def _right_of(seat: Seat) -> Seat:
    return clockwise(seat, 3)[-1]
