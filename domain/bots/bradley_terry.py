"""How strong players are by who came out ahead of whom: the model of Bradley and Terry, fitted as Hunter has it (2004).

Bots do not learn from match to match, so that the order of the matches tells nothing: all of them are fitted at once,
unlike the ratings of people, which openskill follows from match to match.
"""

from collections.abc import Mapping, Sequence
from math import hypot, log, log10, sqrt
from random import Random
from typing import Final, NamedTuple

from ludograph.domain.kernel.confidence import student_quantile

SCALE: Final = 400
"""So much more makes one ten times as likely to come out ahead: 100 more, 64 in 100 times."""
ROUNDS: Final = 200
CLOSE: Final = 1e-6
RESAMPLED: Final = 200
"""So many times deals are drawn again from those that were played, to see how far the ratings lie apart."""

Ahead = Mapping[tuple[str, str], float]
"""How often the first came out ahead of the second; a tie is half."""


class Rating(NamedTuple):
    """What a bot is worth, with an interval of 95 % (None where too few deals were played), in points around 0."""

    bot: str
    rating: float
    low: float | None
    high: float | None
    lead: float | None
    """By how many standard errors it is above the next one."""


def strengths(bots: Sequence[str], ahead: Ahead) -> dict[str, float]:
    """The ratings of bots, 0 on average; each pair is given one tie more, so that who never lost has one too."""
    met = {(one, other): ahead.get((one, other), 0) + ahead.get((other, one), 0) + 1 for one in bots for other in bots}
    won = {one: sum(ahead.get((one, other), 0) + 0.5 for other in bots if other != one) for one in bots}
    worth = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        new = {
            one: won[one] / sum(met[one, other] / (worth[one] + worth[other]) for other in bots if other != one)
            for one in bots
        }
        middle = sum(new.values()) / len(new)
        new = {one: value / middle for one, value in new.items()}
        done = max(abs(new[one] - worth[one]) for one in bots) < CLOSE
        worth = new
        if done:
            break
    points = {one: SCALE * log10(value) for one, value in worth.items()}
    mean = sum(points.values()) / len(points)
    return {one: value - mean for one, value in points.items()}


def ratings(bots: Sequence[str], deals: Sequence[Ahead]) -> list[Rating]:
    """The bots, the strongest first; what came of one deal, however often it was played, is drawn as one."""
    found = strengths(bots, _together(deals))
    order = sorted(bots, key=lambda one: -found[one])
    if len(deals) < 2:
        return [Rating(one, found[one], None, None, None) for one in order]
    random = Random(len(deals))
    drawn = [strengths(bots, _together(random.choices(deals, k=len(deals)))) for _ in range(RESAMPLED)]
    least = {one: _least_error(one, found, deals) for one in bots}
    listed = []
    for one, following in zip(order, [*order[1:], None], strict=True):
        error = max(_deviation([sample[one] for sample in drawn]), least[one])
        reach = student_quantile(len(deals) - 1) * error
        lead = None
        if following is not None:
            apart = _deviation([sample[one] - sample[following] for sample in drawn])
            lead = (found[one] - found[following]) / max(apart, hypot(least[one], least[following]))
        listed.append(Rating(one, found[one], found[one] - reach, found[one] + reach, lead))
    return listed


def _least_error(bot: str, found: Mapping[str, float], deals: Sequence[Ahead]) -> float:
    """The standard error that the model itself gives a rating, each deal counted as one comparison with each bot.

    Deals that all came out alike say when they are drawn again that nothing else can happen: this says that it can.
    """
    chances = (1 / (1 + 10 ** ((found[other] - found[bot]) / SCALE)) for other in found if other != bot)
    return SCALE / log(10) / sqrt(len(deals) * sum(chance * (1 - chance) for chance in chances)) / sqrt(2)


def _together(deals: Sequence[Ahead]) -> Ahead:
    counts: dict[tuple[str, str], float] = {}
    for deal in deals:
        for pair, count in deal.items():
            counts[pair] = counts.get(pair, 0) + count
    return counts


def _deviation(numbers: Sequence[float]) -> float:
    mean = sum(numbers) / len(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1))
