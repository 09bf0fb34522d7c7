"""Whether others' sealed bids are better learnt than taken at random: `python -m tests.lab.sealed_bids --deals 100`.

In Sorcerous Futures all bid at once and sealed. `search` takes the bids of others for any that they could make, low
ones more often. Here each seat learns its bid in the same playouts: by decoupled UCB, or by regret matching (Lisy,
Kovarik, Lanctot and Bosansky, "Convergence of Monte Carlo Tree Search in Simultaneous Move Games", 2013). One that
learns sits against two of `search`, and all of it is played on the same deals with rotated seats.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final

from ludograph.domain.bots import contest
from ludograph.domain.bots.bot import Bot, Chosen
from ludograph.domain.bots.roster import bot_called
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.advance import Luck, advance
from ludograph.domain.kernel.game import Refused
from ludograph.domain.lab.candidates import candidates
from ludograph.domain.lab.playouts import LONGEST, PlayoutPlayer, any_move
from ludograph.domain.lab.search import CURIOSITY, LEADING, Sight, Spread, searched
from ludograph.domain.lab.worlds import Worlds
from tests.lab.strength import compared, told

AMOUNTS: Final = 8
"""So many bids of another seat are told apart."""


class Learner:
    """What one seat has learnt of its moves in the playouts so far."""

    def __init__(self, moves: Sequence[Any]) -> None:
        self.moves = list(moves)
        self.counts = [0] * len(self.moves)
        self._sums = [0.0] * len(self.moves)
        self._regrets = [0.0] * len(self.moves)

    def mean(self, at: int) -> float:
        return self._sums[at] / self.counts[at]

    def by_confidence(self, spread: float, random: Random) -> int:
        """UCB over its own moves alone."""
        untried = [at for at, count in enumerate(self.counts) if not count]
        if untried:
            return random.choice(untried)
        grows = (CURIOSITY * spread) ** 2 * log(sum(self.counts) + 1)
        return max(range(len(self.moves)), key=lambda at: self.mean(at) + sqrt(grows / self.counts[at]))

    def by_regret(self, spread: float, random: Random) -> int:
        """Regret matching, one time in five any move."""
        positive = [max(regret, 0.0) for regret in self._regrets]
        if not any(positive) or random.random() < 0.2:
            return random.randrange(len(self.moves))
        return random.choices(range(len(self.moves)), positive)[0]

    def learn(self, at: int, value: float) -> None:
        """What a move came to: each other one is regretted by as much as it was better on average."""
        self.counts[at] += 1
        self._sums[at] += value
        for other, count in enumerate(self.counts):
            if count and other != at:
                self._regrets[other] += self.mean(other) - value


Pick = Callable[[Learner, float, Random], int]
METHODS: Final[dict[str, Pick]] = {"decoupled": Learner.by_confidence, "regret": Learner.by_regret}


class SealedBidBot(Bot):
    """`search`, but for sealed bids, which all seats learn together."""

    def __init__(self, method: str, playouts: int) -> None:
        self._pick = METHODS[method]
        self._playouts = playouts

    def choose(self, sight: Sight, random: Random) -> Chosen:
        if getattr(sight.view, "phase", "") != "closed":
            return Chosen(searched(sight, self._playouts, random)[0].move, self._playouts)
        moves = candidates(sight.game, sight.view, sight.openings, random)
        if len(moves) < 2:
            return Chosen(moves[0])
        own = Auction(sight, moves, self._pick, random)
        for _ in range(self._playouts):
            own.play()
        return Chosen(own.best(), self._playouts)


class Auction:
    """A sealed auction, played again and again in worlds that a seat cannot tell apart."""

    def __init__(self, sight: Sight, moves: Sequence[Any], pick: Pick, random: Random) -> None:
        self._sight, self._pick, self._random = sight, pick, random
        self._own = Learner(moves)
        self._others: dict[int, Learner] = {}
        self._player, self._worlds = PlayoutPlayer(sight.game, sight.seats), Worlds(sight.game, sight.view)
        self._spread = Spread()

    def best(self) -> Any:
        """The move that was taken most often."""
        return self._own.moves[max(range(len(self._own.moves)), key=lambda at: self._own.counts[at])]

    def play(self) -> None:
        """One playout, from which every seat learns."""
        sight, random = self._sight, self._random
        width = (self._spread.width or 1.0) * (1 + LEADING)
        world = self._worlds.sample(random)
        took = {sight.seat: (self._own, self._pick(self._own, width, random))}
        luck = Luck(Random(random.random()))
        until = sight.game.horizon(world) if sight.game.horizon is not None else None
        try:
            world = advance(sight.game, world, sight.seat, self._own.moves[took[sight.seat][1]], luck)
        except Refused:
            return
        for _ in range(LONGEST):
            if until is not None and sight.game.horizon is not None and sight.game.horizon(world) != until:
                break
            busy = [one for one in sight.game.all_choices(world, sight.seats) if not one[1].idle]
            if not busy:
                break
            seat = busy[0][0]
            if world.phase == "closed" and seat not in took:
                openings = [one for one in busy if one[0] == seat]
                learner = self._others.setdefault(
                    seat, Learner(candidates(sight.game, world, openings, random)[:AMOUNTS])
                )
                took[seat] = (learner, self._pick(learner, width, random))
                action = learner.moves[took[seat][1]]
            else:
                seat, action = any_move(busy, random)
            try:
                world = advance(sight.game, world, seat, action, luck)
            except Refused:
                return
        for seat, (learner, at) in took.items():
            share, lead = self._player.standing(world, seat, world)
            assert lead is not None
            self._spread.add(lead)
            learner.learn(at, share + LEADING * lead / (self._spread.width or 1.0))


def _called(name: str) -> Bot:
    kind, _, playouts = name.partition(":")
    return SealedBidBot(kind, int(playouts)) if kind in METHODS else bot_called(name)


def main(arguments: list[str] | None = None) -> None:
    """Prints how each way did against `search` with as many playouts."""
    parser = ArgumentParser()
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=100)
    chosen = parser.parse_args(arguments)
    vars(contest)["bot_called"] = _called
    for method in METHODS:
        bots = (f"{method}:{chosen.playouts}", f"search:{chosen.playouts}")
        for found in compared(GAMES["sorcerous-futures"], bots, chosen.deals).comparison.records():
            print(
                f"{found.bot:14} {found.matches:4} seats  win {told(found.win)}  score {told(found.score)}", flush=True
            )


if __name__ == "__main__":
    main()
