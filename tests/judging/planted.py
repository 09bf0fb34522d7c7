"""Blunders planted in matches, and whether they are marked: `python -m tests.judging.planted --matches 50`.

In Sorcerous Futures, whose worth anybody can reckon: all of one's gold is paid in one of the first sealed auctions, for
a card that is worth a small part of it. Beside it the move that another judgement found best is played there, and must
not be marked as an error.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import NamedTuple

from ludograph.domain.games import GAMES
from ludograph.domain.judging.decision_errors import DecisionError, decision_error
from ludograph.domain.judging.seen_match import seen_match
from ludograph.domain.kernel.game import Action, Seat
from ludograph.domain.match.aggregate import Match
from tests.judging.evidence import played
from tests.worlds import STAMP

GAME = GAMES["sorcerous-futures"]
EARLY = 15
"""A blunder is planted within so many steps."""
RICH = 50
"""By somebody who has more gold than this."""


class Auction(NamedTuple):
    """A match before a sealed bid, who is to make it, and the bid of everything they have."""

    match: Match
    seat: Seat
    everything: Action


def auctions(count: int) -> Iterator[Auction]:
    """The first sealed auction of each of many matches in which somebody rich is to bid."""
    number = 0
    while count:
        match, number = played(GAME, ["random"] * 3, f"planted {number}"), number + 1
        found = next(_bids(match), None)
        if found is not None:
            count -= 1
            yield found


def _bids(match: Match) -> Iterator[Auction]:
    for step in match.steps[:EARLY]:
        before = match.take_back(step.number - 1, "planted", STAMP)
        for choice in GAME.choices(before.view(step.actor), step.actor) if step.actor > 0 else ():
            amounts = choice.values.get("amount", ())
            if choice.action.__name__ == "Seal" and len(amounts) > RICH:
                yield Auction(before, step.actor, choice.action(amount=amounts[-1]))


def error_of(auction: Auction, bid: Action, playouts: int, seed: str) -> DecisionError:
    """How a bid is judged from the view of who makes it."""
    match = auction.match.play(auction.seat, bid, STAMP)
    seen = seen_match(match, auction.seat)
    found = decision_error(seen, seen.steps[-1], playouts, seed)
    assert found is not None
    return found


def planted(count: int, playouts: int) -> tuple[int, int]:
    """How many blunders were marked, and how many sound bids were."""
    marked = wrongly = 0
    for auction in auctions(count):
        found = error_of(auction, auction.everything, playouts, "planted")
        marked += found.sure
        wrongly += error_of(auction, found.best, playouts, "sound").sure
    return marked, wrongly


def main(arguments: list[str] | None = None) -> None:
    """Prints how many were marked."""
    parser = ArgumentParser()
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--playouts", type=int, default=100)
    chosen = parser.parse_args(arguments)
    marked, wrongly = planted(chosen.matches, chosen.playouts)
    print(f"{GAME.id}: of {chosen.matches} blunders {marked} are marked, of as many sound bids {wrongly}.")


if __name__ == "__main__":
    main()
