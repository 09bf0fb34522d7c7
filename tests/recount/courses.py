"""How matches went, from what the scoreboard shows after each step: leads, comebacks, what stands out, swings."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp, lgamma, log, sqrt
from typing import Any

from ludograph.domain.games import GAMES
from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, finished, grouped, mean, median, percent, quantile, same, spread
from tests.recount.records import Record
from tests.recount.results import lead

Lead = tuple[int, int, int]
"""A seat, and the first and the last step after which it was ahead alone."""


def of_several(records: Sequence[Record], given: Given) -> list[Record]:
    """The finished matches of two or more players."""
    return [record for record in finished(records, given) if len(record.players) > 1]


def better(record: Record, value: float, than: float) -> float:
    """By how much a value is better than another in the game of a match."""
    return round(than - value if GAMES[record.game].fewest else value - than, 1)


def ahead(record: Record, step: int, seat: int) -> float | None:
    """By how much a seat is before the best of the others who are in the match; below 0 where it is behind."""
    values, gone = record.course[step], record.out[step]
    own = values[seat - 1]
    others = [value for at, value in enumerate(values, start=1) if at != seat and at not in gone and value is not None]
    if own is None or not others or seat in gone:
        return None
    return better(record, own, min(others) if GAMES[record.game].fewest else max(others))


def leading(record: Record, step: int, seat: int) -> bool:
    """Whether a seat is ahead alone, or the only one that is not out."""
    before, gone = ahead(record, step, seat), record.out[step]
    return before > 0 if before is not None else len(gone) == len(record.players) - 1 and seat not in gone


def leads(record: Record) -> list[Lead]:
    """Who was ahead alone, from when to when."""
    found: list[Lead] = []
    for step in range(len(record.course)):
        for seat in range(1, len(record.players) + 1):
            if leading(record, step, seat):
                if found and found[-1][0] == seat and found[-1][2] == step - 1:
                    found[-1] = (seat, found[-1][1], step)
                else:
                    found.append((seat, step, step))
    return found


def changes(record: Record) -> int:
    """How often another than before came to be ahead alone."""
    seats = [seat for seat, *_ in leads(record)]
    return sum(one != other for one, other in pairwise(seats))


def winner(record: Record) -> int | None:
    """The seat of the one who won alone."""
    winners = record.winners or []
    return record.players.index(winners[0]) + 1 if len(winners) == 1 else None


def worst(record: Record, seat: int) -> tuple[float, int]:
    """By how much a seat was behind when it was furthest behind, and after which step first; 0 where it never was."""
    found = [(gap, step) for step in range(len(record.course)) if (gap := ahead(record, step, seat)) is not None]
    gap, step = min(found, default=(0.0, 0))
    return max(0.0, -gap), step


def lead_changes(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and number of players."""
    for (game, players), own in grouped(of_several(records, given), lambda one: (one.game, len(one.players))).items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        counted = [changes(record) for record in own]
        led = [sum(last - first + 1 for _, first, last in leads(record)) / len(record.course) for record in own]
        yield {
            "game": game,
            "players": players,
            "matches": len(own),
            "average_changes": mean(counted),
            "median_changes": median(counted),
            "most_changes": max(counted),
            "without_percent": percent(counted.count(0), len(own)),
            "average_leaders": mean(len({seat for seat, *_ in leads(record)}) for record in own),
            "level_percent": mean(100 * (1 - share) for share in led),
        }


def comebacks(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per match that somebody won from behind."""
    found: dict[str, list[tuple[float, str, Row]]] = {}
    for record in of_several(records, given):
        seat = winner(record)
        if seat is None or not same(record.players[seat - 1], given.get("player")):
            continue
        gap, step = worst(record, seat)
        if gap > 0:
            found.setdefault(record.game, []).append((-gap, record.id, _comeback(record, seat, gap, step)))
    for rows in found.values():
        yield from (row for *_, row in sorted(rows, key=lambda one: one[:2])[: int(given.get("most", 10))])


def _comeback(record: Record, seat: int, gap: float, step: int) -> Row:
    values = record.course[step]
    rest = {at for at in range(1, len(values) + 1) if at != seat} - record.out[step]
    known = [value for at, value in enumerate(values, start=1) if value is not None and at in rest]
    best = min(known) if GAMES[record.game].fewest else max(known)
    later = (at for at in range(step + 1, len(record.course)) if leading(record, at, seat))
    return {
        "game": record.game,
        "match": record.id,
        "day": record.day,
        "event": record.listed["event"],
        "player": record.players[seat - 1],
        "behind_by": gap,
        "behind_whom": ", ".join(
            name
            for at, (name, value) in enumerate(zip(record.players, values, strict=True), start=1)
            if at in rest and value == best
        ),
        "at_step": step,
        "ahead_from_step": next(later, None),
        "steps": len(record.steps),
        "won_by": lead(record),
    }


def decided(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and number of players."""
    won = [record for record in of_several(records, given) if winner(record)]
    for (game, players), own in grouped(won, lambda one: (one.game, len(one.players))).items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        shares = []
        for record in own:
            last = leads(record)[-1:]
            if last and last[0][0] == winner(record) and last[0][2] == len(record.steps):
                shares.append(100 * last[0][1] / len(record.steps))
        yield {
            "game": game,
            "players": players,
            "matches": len(own),
            "ahead_at_end": len(shares),
            "average_percent": mean(shares),
            "first_quarter_percent": quantile(shares, 0.25),
            "median_percent": median(shares),
            "third_quarter_percent": quantile(shares, 0.75),
            "in_last_tenth_percent": percent(sum(share >= 90 for share in shares), len(shares)),
        }


def unusual(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per match that stands out, by what it does most."""
    found: list[tuple[float, str, Row]] = []
    alike = grouped(of_several(records, given), lambda one: (one.game, len(one.players)))
    for own in alike.values():
        best: dict[str, tuple[float, str, Row]] = {}
        told = [(record, _measures(record)) for record in own]
        for what in sorted(told[0][1]):
            known = [(record, value) for record, measures in told if (value := measures[what]) is not None]
            usual, wide = mean(value for _, value in known), spread(value for _, value in known)
            if len(known) < int(given.get("fewest", 5)) or not wide or usual is None:
                continue
            for record, value in known:
                far = (value - usual) / wide
                if record.id not in best or round(abs(far), 6) > best[record.id][0]:
                    row = _standing_out(record, what, value, usual, far)
                    best[record.id] = (round(abs(far), 6), record.id, row)
        found += best.values()
    found.sort(key=lambda one: (-one[0], one[1]))
    yield from (row for *_, row in found[: int(given.get("most", 20))])


def _measures(record: Record) -> dict[str, float | None]:
    points = [(record.scores or {})[name] for name in record.winners or ()]
    seat = winner(record)
    behind = worst(record, seat)[0] if seat else 0.0
    return {
        "steps": len(record.steps),
        "winning score": max((score for score in points if score is not None), default=None),
        "lead": lead(record),
        "lead changes": changes(record),
        "behind by": behind,
    }


def _standing_out(record: Record, what: str, value: float, usual: float, far: float) -> Row:
    return {
        "match": record.id,
        "game": record.game,
        "number": len(record.players),
        "players": ", ".join(record.players),
        "day": record.day,
        "event": record.listed["event"],
        "what": what,
        "found": value,
        "usual": usual,
        "deviations": far,
    }


def swings(records: Sequence[Record], given: Given) -> Iterator[Row]:
    """A row per game and action of players."""
    done: list[tuple[str, str, list[float | None], int]] = []
    for record in of_several(records, given):
        for line in record.steps:
            if line["seat"] in record.players and same(line["seat"], given.get("player")):
                at = line["step"]
                pairs = zip(record.course[at - 1], record.course[at], strict=True)
                moved = [None if old is None or new is None else round(new - old, 1) for old, new in pairs]
                done.append((record.game, line["action"]["do"], moved, record.players.index(line["seat"])))
    for (game, verb), own in grouped(done, lambda one: one[:2]).items():
        if len(own) < int(given.get("fewest", 1)):
            continue
        mine = [moved[seat] for *_, moved, seat in own]
        known = [value for value in mine if value is not None]
        yield {
            "game": game,
            "verb": verb,
            "steps": len(own),
            "changed_percent": percent(sum(any(moved) for *_, moved, _ in own), len(own)),
            "average_change": mean(mine),
            "most_gained": max(known, default=None),
            "most_lost": min(known, default=None),
            "average_change_of_others": mean(_of_others(moved, seat) for *_, moved, seat in own),
        }


def _of_others(moved: list[Any], seat: int) -> float | None:
    rest = [value for at, value in enumerate(moved) if at != seat]
    return None if None in rest else sum(rest)


def welch(own: list[float], rest: list[float]) -> float | None:
    """The p-value of Welch's t test, by the incomplete beta function."""
    if len(own) < 2 or len(rest) < 2:
        return None
    one, other = (variance(values) / len(values) for values in (own, rest))
    if not one + other:
        return None
    t = (sum(own) / len(own) - sum(rest) / len(rest)) / sqrt(one + other)
    free = (one + other) ** 2 / (one**2 / (len(own) - 1) + other**2 / (len(rest) - 1))
    return student(t, free)


def variance(values: list[float]) -> float:
    """That of a sample."""
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


def student(t: float, free: float) -> float:
    """How often Student's distribution lies as far out, on either side."""
    x, a, b = free / (free + t * t), free / 2, 0.5
    if x in (0, 1):
        return x
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for part in (even, odd):
            d, c = 1 / (1 + part * d), 1 + part / c
            found *= c * d
    return found


RECOUNTS = {
    "lead-changes": Recount(lead_changes, "game players"),
    "comebacks": Recount(comebacks, "match", digits={"behind_by": 1}, tried={"most": ("2",)}),
    "decided": Recount(decided, "game players"),
    "unusual-matches": Recount(
        unusual, "match", digits={"found": 1}, tried={"most": ("5", "1000"), "fewest": ("2", "4")}
    ),
    "swings": Recount(swings, "game verb", digits={"most_gained": 1, "most_lost": 1}),
}
