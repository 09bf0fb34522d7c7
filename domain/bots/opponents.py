"""Bots at some seats of a match that people record step by step, who may take steps back."""

from collections.abc import Iterable, Mapping
from random import Random

from ludograph.domain.bots.bot import Bot, Seating
from ludograph.domain.bots.moves import Move
from ludograph.domain.bots.roster import bot_called
from ludograph.domain.kernel.game import Seat
from ludograph.domain.lab.search import Sight
from ludograph.domain.lab.seat_record import SeatStep
from ludograph.domain.match.aggregate import Match, waited_for
from ludograph.domain.match.events import AnyStep
from ludograph.domain.match.views import concealed, concealed_start


def seed_of(match: Match) -> str:
    """From what the bots of a match that people record take their luck."""
    return match.start.source or str(match.id)


def luck(seed: str, sight: Sight) -> Random:
    """The luck of a bot that thinks: the same wherever and whenever it does so."""
    return Random(f"{seed}/{sight.seat}/{sight.step}")


def awaited_sight(match: Match, seats: Iterable[Seat]) -> Sight | None:
    """What the first of these seats that is awaited knows; None where none of them is."""
    for seat in seats:
        view = match.view(seat)
        choices = match.game.choices(view, seat)
        if waited_for(choices):
            return Sight(match.game, len(match.players), seat, view, choices, len(match.steps))
    return None


class Opponents:
    """The bots of a match, by seat. Each is told what its seat sees, from the start again where that was changed."""

    def __init__(self, names: Mapping[Seat, str], seed: str) -> None:
        self.names = dict(names)
        self._seed = seed
        self._bots: dict[Seat, Bot] = {}
        self._told: dict[Seat, list[AnyStep]] = {}

    def move(self, match: Match) -> Move | None:
        """The next move of a bot that is awaited; None where only people are, or nobody."""
        sight = awaited_sight(match, self.names)
        if sight is None:
            return None
        bot = self._up_to_date(match, sight.seat)
        return Move(sight.seat, bot.choose(sight, luck(self._seed, sight)).action)

    def close(self) -> None:
        """All bots leave the match."""
        for bot in self._bots.values():
            bot.close()
        self._bots.clear()

    def _up_to_date(self, match: Match, seat: Seat) -> Bot:
        """The bot of a seat, once it was told all that stands."""
        told = self._told.get(seat, [])
        if seat in self._bots and any(one is not other for one, other in zip(told, match.steps, strict=False)):
            self._bots.pop(seat).close()
        if seat not in self._bots or len(told) > len(match.steps):
            self._bots[seat], told = self._begun(match, seat), []
        for step in list(match.steps)[len(told) :]:
            known = concealed(step, seat)
            self._bots[seat].see(SeatStep(step.number, step.actor, known.action, known.drawn, known.facts))
            told.append(step)
        self._told[seat] = told
        return self._bots[seat]

    def _begun(self, match: Match, seat: Seat) -> Bot:
        if seat in self._bots:
            self._bots[seat].close()
        bot, start = bot_called(self.names[seat]), concealed_start(match.start, seat)
        assert start.deal is not None
        bot.begin(Seating(match.game, match.players, seat, start.options, start.deal, start.facts))
        return bot
