"""How a match of Conundruze is set up: options and deal checked, or the deal made; the first caster, the first game."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ludograph.domain.games.conundruze.actions import forelays
from ludograph.domain.games.conundruze.facts import CasterRolled, CastleDealt, GameBegan, GameStarted
from ludograph.domain.games.conundruze.rules import CASTLE, CODES, COPIES, DECK, DIE
from ludograph.domain.games.conundruze.state import ConundruzeDeal, ConundruzeOptions, has_betting
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.game import (
    Chance,
    Fact,
    Impossible,
    Numbers,
    PerSeat,
    Refused,
    Seat,
    Wanted,
    Who,
    clockwise,
    replace,
)


def setup(
    options: ConundruzeOptions, seats: int, deal: ConundruzeDeal | None, chance: Chance
) -> tuple[ConundruzeDeal, Iterable[Fact]]:
    """The deal as recorded and the facts up to the flips (section 4 of the rules)."""
    if deal is None:
        deal = _deal_out(seats, chance)
    caster = _check_caster(seats, deal)
    castles = _castles(seats, deal)
    recorded = replace(deal, caster=caster, castles=castles)
    _check_outcomes(deal.rolls or (), castles)
    return recorded, _begin(options, seats, recorded, caster, castles)


def stacks_of(options: ConundruzeOptions, seats: int) -> PerSeat[int]:
    """What each seat begins with, if there is betting."""
    return (options.stacks,) * seats if isinstance(options.stacks, int) else options.stacks


def check(options: ConundruzeOptions, seats: int) -> None:
    """CZ-1.1."""
    if options.play_to < 0:
        raise Refused("CZ-1.1", "`play_to` is 0 or more.")
    if options.fool_betting and options.betting != "chips":
        raise Refused("CZ-1.1", "`fool_betting` goes with `betting: chips`.")
    stacks = stacks_of(options, seats)
    if len(stacks) != seats:
        raise Refused("CZ-1.1", f"`stacks` is one number, or {seats}: one for each seat.")
    if options.forelay < 1 or min(stacks) < options.forelay:
        raise Refused("CZ-1.1", "`forelay` is at least 1, and every stack covers it.")
    values = options.chip_values
    if not values or values[0] != 1 or any(low >= high for low, high in pairwise(values)):
        raise Refused("CZ-1.1", "`chip_values` rise, and the first is 1.")
    if options.rogue_stake and not (options.powers and has_betting(options)):
        raise Refused("CZ-1.1", "`rogue_stake` goes with `powers` and betting.")


def _check_caster(seats: int, deal: ConundruzeDeal) -> Seat:
    if deal.game != 1:
        raise Refused("CZ-1.6", "The deal record is that of game 1; later games are dealt by the table.")
    if deal.castles is not None and len(deal.castles) != seats:
        raise Refused("CZ-2.1", f"`castles` are for the {seats} seats in the match.")
    if deal.rolls is None:
        if deal.caster is None:
            raise Refused("CZ-2.2", "The deal says in `rolls` what was rolled, or in `caster` who deals.")
        return deal.caster
    highest = _highest(seats, deal.rolls)
    if deal.caster not in (None, highest):
        raise Refused("CZ-2.3", "By the rolls {seat} is the caster.", seat=Who(highest))
    return highest


def _highest(seats: int, rolls: tuple[int, ...]) -> Seat:
    """Who rolled highest, after all ties were rolled off (CZ-2.2)."""
    rolling = clockwise(1, seats)
    while len(rolling) > 1:
        if len(rolls) < len(rolling):
            raise Refused("CZ-2.2", f"`rolls` break off: {len(rolling)} seats roll here.")
        now, rolls = rolls[: len(rolling)], rolls[len(rolling) :]
        rolling = tuple(seat for seat, roll in zip(rolling, now, strict=True) if roll == max(now))
    if rolls:
        raise Refused("CZ-2.2", "`rolls` go on after the caster was found.")
    return rolling[0]


def _castles(seats: int, deal: ConundruzeDeal) -> PerSeat[Cards]:
    """All castles; one that is left out is not known."""
    written = deal.castles or (None,) * seats
    return tuple((UNKNOWN,) * CASTLE if castle is None else castle for castle in written)


def _check_outcomes(rolls: tuple[int, ...], castles: PerSeat[Cards]) -> None:
    """What is asked of all outcomes (CZ-1.7)."""
    if any(roll not in DIE for roll in rolls):
        raise Impossible("placed", "A die shows 1 to 20.")
    if any(len(castle) != CASTLE for castle in castles):
        raise Impossible("count", "A castle is eight cards in castle order, ?? for one that is not known.")
    known = Counter(card for castle in castles for card in castle if card != UNKNOWN)
    odd = next((card for card, count in known.items() if card not in CODES or count > COPIES), None)
    if odd is not None:
        raise Impossible("placed", f"There are not {known[odd]} copies of {odd}.")


def _deal_out(seats: int, chance: Chance) -> ConundruzeDeal:
    """A deal made by a program."""
    rolls: tuple[int, ...] = ()
    rolling = seats
    while rolling > 1:
        now = chance.ask(Wanted((Numbers("the rolls for the caster", (None,) * rolling, lambda _: DIE),), more=None))
        rolls += now
        rolling = now.count(max(now))
    cards = chance.shuffle(DECK)
    castles = tuple(cards[seat * CASTLE : (seat + 1) * CASTLE] for seat in range(seats))
    return ConundruzeDeal(rolls=rolls, castles=castles)


def _begin(
    options: ConundruzeOptions, seats: int, deal: ConundruzeDeal, caster: Seat, castles: PerSeat[Cards]
) -> Iterator[Fact]:
    everybody = clockwise(1, seats)
    yield GameBegan(seats, options, stacks_of(options, seats) if has_betting(options) else (0,) * seats)
    yield CasterRolled(deal.rolls or (), caster)
    yield GameStarted(deal.game, caster, everybody)
    yield from forelays(options, everybody)
    yield from (CastleDealt(seat, castle) for seat, castle in zip(everybody, castles, strict=True))
