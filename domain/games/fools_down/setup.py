"""How an evening of Fool's Down is set up: the house's options judged, the chips handed out."""

from collections.abc import Iterable

from ludograph.domain.games.fools_down.facts import GameBegan
from ludograph.domain.games.fools_down.rules import MOST
from ludograph.domain.games.fools_down.state import FoolsDownDeal, FoolsDownOptions
from ludograph.domain.kernel.game import Chance, Fact, Numbers, PerSeat, Refused, Wanted


def setup(
    options: FoolsDownOptions, seats: int, deal: FoolsDownDeal | None, chance: Chance
) -> tuple[FoolsDownDeal, Iterable[Fact]]:
    """The first dealer by lot, and everybody's chips."""
    if deal is None:
        lot = Numbers("the first dealer", (None,), lambda _: range(1, seats + 1))
        deal = FoolsDownDeal(*chance.ask(Wanted((lot,))))
    return deal, (GameBegan(options, seats, _buy_ins(options, seats), options.bag_start, deal.first_dealer),)


def check(options: FoolsDownOptions, seats: int) -> None:
    """FD-0.1."""
    _check_numbers(options)
    _check_bets(options)
    _check_bag(options)
    buy_ins = _buy_ins(options, seats)
    if len(buy_ins) != seats or not all(1 <= chips <= MOST for chips in buy_ins):
        raise Refused("FD-0.1", f"`buy_in` is a number from 1 to {MOST}, or a list of one for each of {seats} seats.")


def _check_numbers(options: FoolsDownOptions) -> None:
    for name in ("forelay", "bag_stake", "bag_start", "hands"):
        if not 0 <= getattr(options, name) <= MOST:
            raise Refused("FD-0.1", f"`{name}` is a number from 0 to {MOST}.")
    if not 0 <= options.house_grab <= 10:
        raise Refused("FD-0.1", "`house_grab` is from 0 to 10 per cent.")


def _check_bets(options: FoolsDownOptions) -> None:
    if options.fools_bet is None and options.forelay == 0:
        raise Refused("FD-0.1", "Without a forelay `fools_bet` must be given.")
    if not options.forelay < options.bet <= MOST:
        raise Refused("FD-0.1", f"`fools_bet` is greater than the forelay, {options.forelay}.")
    if options.limit is not None and not options.bet <= options.limit <= MOST:
        raise Refused("FD-0.1", f"`max_wager` is at least the Fool's Bet, {options.bet}, or none.")


def _check_bag(options: FoolsDownOptions) -> None:
    if options.fools_bag and options.fools_down != "traditional":
        raise Refused("FD-0.1", "A Fool's Bag goes with `fools_down` traditional only.")
    if options.bag_start and not options.fools_bag:
        raise Refused("FD-0.1", "`bag_start` is for games with a Fool's Bag.")


def _buy_ins(options: FoolsDownOptions, seats: int) -> PerSeat[int]:
    return (options.buy_in,) * seats if isinstance(options.buy_in, int) else options.buy_in
