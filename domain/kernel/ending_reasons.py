"""Why a match ended as it did, in a sentence: what put those who won before all others, whatever was ruled."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.ending import Ending, Parted, Tie
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.result import By, FinalResult, Order, behind
from ludograph.domain.kernel.sentences import Speaker, capital


class Ended(NamedTuple):
    """A match that is over: in whose words, by what the game orders its seats, what came of it, and who forfeited."""

    words: Ending
    order: Order
    final: FinalResult
    forfeit: Collection[Seat]


def reason(ended: Ended, speaker: Speaker) -> str:
    """Who has won, and what decided it."""
    if isinstance(ended.final.winners, str):
        return "Who won depends on cards that nobody recorded."
    parted = behind(ended.order, ended.final, ended.forfeit)
    said = _won(ended, ended.final.winners, parted, speaker) if ended.final.winners else "nobody wins"
    causes = "; ".join(_causes(ended, parted, speaker))
    rule = f" ({ended.words.rule})" if ended.words.rule else ""
    return capital(f"{said}{': ' if causes else ''}{causes}{rule}.")


def tied_apart(ended: Ended, speaker: Speaker) -> list[str]:
    """What put those in places of their own who have the same score, but for who has won, in a sentence each."""
    tie, found = ended.words.tie, ended.final
    if tie is None or not ended.order.ties or isinstance(found.winners, str):
        return []
    others = [seat for seat in range(1, len(found.scores) + 1) if seat not in (*found.winners, *ended.forfeit)]
    groups = {score: [seat for seat in others if found.scores[seat - 1] == score] for score in found.scores}
    return [_parted(ended, tie, seats, speaker) for seats in groups.values() if _has_parted(ended, seats)]


def set_apart(ended: Ended) -> dict[Seat, str]:
    """What besides the scores put seats into their places, a few words each; only where scores beside others mislead.

    They do where somebody is behind another with as good a score or a better one.
    """
    places = [(place, seat) for seat, place in enumerate(ended.final.places, start=1) if isinstance(place, int)]
    ranked = [(place, seat) for place, seat in sorted(places) if seat not in ended.forfeit]
    found: dict[Seat, str] = {}
    for (before, one), (after, other) in pairwise(ranked):
        if before != after and _misleads(ended, one, other):
            found |= _apart(ended, one, other)
    return found


def _misleads(ended: Ended, one: Seat, other: Seat) -> bool:
    """Whether the score of a seat that is behind does not say so."""
    ahead, after = (ended.final.scores[seat - 1] for seat in (one, other))
    if not isinstance(ahead, int) or not isinstance(after, int):
        return False
    return after <= ahead if ended.order.fewest else after >= ahead


def _apart(ended: Ended, one: Seat, other: Seat) -> dict[Seat, str]:
    """The words for what put two seats apart, for all whom it concerns."""
    order, words = ended.order, ended.words
    if (one in order.out) != (other in order.out):
        return dict.fromkeys(order.out, words.out_mark)
    if order.lasted and order.lasted[one - 1] != order.lasted[other - 1]:
        most = max(order.lasted)
        lasted = enumerate(order.lasted, start=1)
        return {seat: words.lasted_mark.format(lasted=how) for seat, how in lasted if how != most}
    if words.tie is None or not order.ties or UNKNOWN in (order.ties[one - 1], order.ties[other - 1]):
        return {}
    each = ((seat, counted_as(abs(int(order.ties[seat - 1])), words.tie.unit)) for seat in (one, other))
    return {seat: words.tie.mark.format(counted=counted) for seat, counted in each}


def _has_parted(ended: Ended, seats: Sequence[Seat]) -> bool:
    """Whether it is what breaks ties, and nothing else, that gave seats with the same score other places."""
    known = all(isinstance(ended.final.scores[seat - 1], int) for seat in seats)
    places = {ended.final.places[seat - 1] for seat in seats}
    counted = {ended.order.ties[seat - 1] for seat in seats}
    return known and len(places) > 1 and UNKNOWN not in counted and len(counted) == len(places)


def _parted(ended: Ended, tie: Tie, seats: Sequence[Seat], speaker: Speaker) -> str:
    ahead = sorted(seats, key=lambda seat: int(ended.order.ties[seat - 1]), reverse=True)
    counts = [f"{speaker.seat(seat)} {abs(_count(tie, ended.order, [seat]))}" for seat in ahead]
    have = f"{speaker.seats(sorted(seats))} have {_amount(ended, seats[0])} each"
    return capital(f"{have}; {tie.words} decided: {', '.join(counts)}.")


def _won(ended: Ended, winners: tuple[Seat, ...], parted: Mapping[By, tuple[Seat, ...]], speaker: Speaker) -> str:
    """Who has won with what against what; where a tie was broken, by what."""
    tie, each = ended.words.tie, " each" if len(winners) > 1 else ""
    if tie is not None and (tied := parted.get("tie")):
        together = f"{speaker.seats(sorted((*winners, *tied)))} have {_amount(ended, winners[0])} each"
        mine, theirs = (_count(tie, ended.order, seats) for seats in (winners, tied))
        return f"{together}; {speaker.won(winners)} by {tie.words}, {counted_as(mine, tie.unit)}{each} against {theirs}"
    said = speaker.won(winners)
    if _best(ended, winners) is None:
        return said
    others = parted.get("score") or [seat for seats in parted.values() for seat in seats]
    best = _best(ended, others)
    against = "" if best is None else f" against {number(best, signed=ended.words.signed)}"
    return f"{said} with {_amount(ended, winners[0])}{each}{against}"


def _causes(ended: Ended, parted: Mapping[By, tuple[Seat, ...]], speaker: Speaker) -> Iterator[str]:
    """What besides the scores put somebody behind, or kept everybody from winning."""
    words, order, winners = ended.words, ended.order, ended.final.winners
    if words.tie is not None and isinstance(winners, tuple) and len(winners) > 1 and "tie" not in parted:
        yield f"{words.tie.words} would decide, but they have {_count(words.tie, order, winners)} each"
    if order.fewest and "score" in parted:
        yield f"the fewest {words.unit}s win"
    if order.needed is not None and (winners or "needed" in parted):
        yield from (f"{speaker.seat(seat)} has {_amount(ended, seat)}" for seat in parted.get("needed", ()))
        yield words.needed.format(needed=order.needed)
    if "lasted" in parted:
        yield words.lasted(_split(ended, parted["lasted"]), speaker)
    if "out" in parted and _tells(ended, parted):
        yield words.out(_split(ended, order.out), speaker)
    if ended.forfeit:
        yield f"{speaker.seats(sorted(ended.forfeit))} forfeited the match"


def _tells(ended: Ended, parted: Mapping[By, tuple[Seat, ...]]) -> bool:
    """Whether it matters that seats cannot win: all others cannot, or one of these has a score that would do."""
    if not ended.final.winners or not {"lasted", "score", "tie"} & set(parted):
        return True
    scores = ended.final.scores
    best = _best(ended, [*ended.final.winners, *parted["out"]])
    return any(scores[seat - 1] == best for seat in parted["out"])


def _split(ended: Ended, seats: Sequence[Seat]) -> Parted:
    everybody = range(1, len(ended.final.scores) + 1)
    return Parted(tuple(sorted(seats)), tuple(seat for seat in everybody if seat not in seats))


def _best(ended: Ended, seats: Iterable[Seat]) -> int | None:
    """The best score of these seats that is a number."""
    scores = [score for seat in seats if isinstance(score := ended.final.scores[seat - 1], int)]
    return (min if ended.order.fewest else max)(scores, default=None)


def _count(tie: Tie, order: Order, seats: Iterable[Seat]) -> int:
    """The most that breaks a tie among these seats."""
    best = max(int(order.ties[seat - 1]) for seat in seats)
    return -best if tie.fewest else best


def _amount(ended: Ended, seat: Seat) -> str:
    score = ended.final.scores[seat - 1]
    words = ended.words
    return counted_as(score, words.unit, signed=words.signed) if isinstance(score, int) else str(score)


def counted_as(amount: int, unit: str, *, signed: bool = False) -> str:
    """`1 silv`, `-2 points`, `+3 chips`."""
    return f"{number(amount, signed=signed)} {unit}{'' if amount == 1 else 's'}"


def number(amount: int, *, signed: bool) -> str:
    """A number, a gain with its sign where that is wanted."""
    return f"{amount:+}" if signed else str(amount)
