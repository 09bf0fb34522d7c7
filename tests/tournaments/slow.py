"""Standings worked out a second time, from `docs/tournaments.md` alone: plain dicts, fractions, nothing remembered.

`python -m tests.tournaments.slow --count 3000 --seed 1` makes random tournaments and compares the standings of the
program with these after every decision and round, and prints what it compared. It stops at the first difference.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.scores.ranking import standings as ranked
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.verification import verify
from ludograph.replay.shapes.tournaments import line_json, table_json

if TYPE_CHECKING:
    from tests.tournaments.organiser import Organiser

Told = dict[str, Any]
"""A tournament: `scoring`, `tie_breaks`, `bye`, `late`, `lots`, `closed`, `players` and `withdrawn` as names, `entered`
by name (the number of the next round then), `penalties` with `player`, `points` and `round`, and `rounds` with `byes`,
`same_deal` and `tables`: those with `players`, `state`, `scores`, `places`, `winners`, `fewest` and `seed`."""
Points = Fraction | str
Said = dict[str, Told]
OPEN: Final = "??"


def standings(told: Told, after: int) -> list[Told]:
    """Who stands where after a round, a line for each player; those who share a place as they were entered."""
    every = {name: points_of(told, name, after) for name in present(told, after)}
    said: Said = {name: {} for name in every}
    lines: list[Told] = []
    for points in sorted({worth for worth in every.values() if worth != OPEN}, reverse=True):
        tied = [name for name in every if every[name] == points]
        for group in parted(told, after, tied, told["tie_breaks"], said):
            place = len(lines) + 1
            lines += [_line(told, after, name, place, said[name]) for name in group]
    for name in [name for name in every if every[name] == OPEN]:
        parted(told, after, [name], told["tie_breaks"], said)
        lines.append(_line(told, after, name, OPEN, said[name]))
    return lines


def present(told: Told, after: int) -> list[str]:
    """Who had been entered by then."""
    last = len(told["rounds"])
    return [name for name in told["players"] if told["entered"][name] <= max(after, 1) or after == last]


def _line(told: Told, after: int, name: str, place: int | str, said: Told) -> Told:
    return {
        "place": place,
        "player": name,
        "points": points_of(told, name, after),
        "played": len(played(told, name, after)),
        "byes": len(byes(told, name, after)),
        "tie_breaks": said,
        "withdrawn": name in told["withdrawn"],
        "missed": len(missed(told, name, after)),
        "penalties": lost(told, name, after),
    }


def parted(told: Told, after: int, tied: list[str], tie_breaks: Sequence[str], said: Said) -> list[list[str]]:
    """Those who are tied, in groups that nothing parts, the first ahead; what each tie-break said goes into `said`."""
    if not tie_breaks:
        return [tied]
    worth = {name: TIE_BREAKS[tie_breaks[0]](told, after, name, tied) for name in tied}
    for name in tied:
        said[name][tie_breaks[0]] = worth[name]
    if OPEN in worth.values():
        return parted(told, after, tied, tie_breaks[1:], said)
    groups = []
    while worth:
        best = max(worth.values())
        group = [name for name in worth if worth[name] == best]
        groups += parted(told, after, group, tie_breaks[1:], said)
        worth = {name: value for name, value in worth.items() if value != best}
    return groups


def played(told: Told, name: str, after: int) -> list[tuple[Told, Told]]:
    """The tables that are over at which somebody sat, each with its round."""
    return [
        (seated, table)
        for seated in told["rounds"][:after]
        for table in seated["tables"]
        if table["state"] == "over" and name in table["players"]
    ]


def byes(told: Told, name: str, after: int) -> list[Told]:
    """The rounds that somebody sat out; only those that have begun count."""
    return [
        seated
        for seated in told["rounds"][:after]
        if name in seated["byes"] and any(table["state"] != "seated" for table in seated["tables"])
    ]


def begun(told: Told, after: int) -> list[Told]:
    """The rounds in which anything has begun."""
    return [one for one in told["rounds"][:after] if any(table["state"] != "seated" for table in one["tables"])]


def complete(told: Told, after: int) -> list[Told]:
    """The rounds that nobody plays any more: all tables are over, a later round has begun, or all is closed."""
    every = begun(told, len(told["rounds"]))
    return [
        one
        for one in begun(told, after)
        if told["closed"] or one is not every[-1] or all(table["state"] == "over" for table in one["tables"])
    ]


def away(rounds: list[Told], name: str) -> list[Told]:
    """Those of some rounds in which somebody neither sits at a table nor has a bye."""
    return [
        seated
        for seated in rounds
        if name not in seated["byes"] and not any(name in table["players"] for table in seated["tables"])
    ]


def missed(told: Told, name: str, after: int) -> list[Told]:
    """Those of them that had been seated before somebody was entered."""
    before = told["rounds"][: told["entered"][name] - 1]
    return [seated for seated in away(begun(told, after), name) if any(seated is one for one in before)]


def points_of(told: Told, name: str, after: int) -> Points:
    """All points that somebody has: of matches, of byes, less penalties."""
    total = added([match_points(told["scoring"], *one, name) for one in played(told, name, after)])
    if isinstance(total, str):
        return OPEN
    total += len(byes(told, name, after)) * Fraction(told["bye"])
    total += len(missed(told, name, after)) * Fraction(told["late"])
    total -= lost(told, name, after)
    return total


def lost(told: Told, name: str, after: int) -> Fraction:
    """The points of penalties that count by then."""
    counting = (one for one in told["penalties"] if one["player"] == name and one["round"] <= after)
    return sum((Fraction(one["points"]) for one in counting), Fraction(0))


def added(worths: Sequence[Points]) -> Points:
    """The sum, open where a part of it is."""
    total = Fraction(0)
    for worth in worths:
        if isinstance(worth, str):
            return OPEN
        total += worth
    return total


def match_points(scoring: str, seated: Told, table: Told, name: str) -> Points:
    """What a match is worth to somebody who sat there."""
    way, _, rest = scoring.partition("=")
    seat = table["players"].index(name)
    if way == "places":
        return _by_place([Fraction(part) for part in rest.split(",")], table, seat)
    ways: dict[str, Callable[[Told, Told, int], Points]]
    ways = {"wins": _wins, "score": _score, "share": _share, "duplicate": _duplicate}
    return ways[way](seated, table, seat)


def _by_place(prizes: list[Fraction], table: Told, seat: int) -> Points:
    place = table["places"][seat]
    if place == OPEN:
        return OPEN
    sharing: int = table["places"].count(place)
    prizes = prizes + [Fraction(0)] * (place + sharing)
    return sum(prizes[place - 1 : place - 1 + sharing], Fraction(0)) / sharing


def _wins(seated: Told, table: Told, seat: int) -> Points:
    winners = table["winners"]
    if winners == OPEN:
        return OPEN if table["places"][seat] in (1, OPEN) else Fraction(0)
    return Fraction(1, len(winners)) if seat + 1 in winners else Fraction(0)


def _score(seated: Told, table: Told, seat: int) -> Points:
    score = table["scores"][seat]
    return OPEN if score == OPEN else Fraction(score or 0)


def _share(seated: Told, table: Told, seat: int) -> Points:
    if OPEN in table["scores"]:
        return OPEN if table["scores"][seat] else Fraction(0)
    total = sum(score or 0 for score in table["scores"])
    return Fraction(table["scores"][seat] or 0, total) if total > 0 else Fraction(0)


def _duplicate(seated: Told, table: Told, seat: int) -> Points:
    others = [
        other
        for other in seated["tables"]
        if other is not table
        and other["state"] == "over"
        and len(other["players"]) == len(table["players"])
        and seated["same_deal"]
        and (other["seed"] == table["seed"] or None in (other["seed"], table["seed"]))
    ]
    mine = table["scores"][seat]
    theirs = [other["scores"][seat] for other in others]
    if not theirs:
        return Fraction(1, 2)
    if OPEN in (mine, *theirs):
        return OPEN
    less = [_rank(table, mine) > _rank(table, one) for one in theirs].count(True)
    even = [_rank(table, mine) == _rank(table, one) for one in theirs].count(True)
    return (less + Fraction(even, 2)) / len(theirs)


def _rank(table: Told, score: int | None) -> tuple[bool, int]:
    """By what scores are compared: more is better, none at all is less than any."""
    return score is not None, -(score or 0) if table["fewest"] else (score or 0)


def entered(scores: Sequence[int | str | None], ahead: Sequence[int], *, fewest: bool, needed: int | None) -> Told:
    """What came of a table whose scores were entered; None forfeits, and is behind all others.

    Among equal scores `ahead` decides; with less than what is `needed` nobody wins.
    """
    stayed = [(score, marks) for score, marks in zip(scores, ahead, strict=True) if score is not None]
    places: list[int | str] = []
    for score, marks in zip(scores, ahead, strict=True):
        if score is None:
            places.append(len(stayed) + 1)
        elif any(other == OPEN for other, _ in stayed) and len(stayed) > 1:
            places.append(OPEN)
        else:
            tied = sum(other == score and more > marks for other, more in stayed)
            places.append(1 + tied + sum(_ahead(other, score, fewest) for other, _ in stayed))
    first = [seat for seat, place in enumerate(places, start=1) if place == 1 and scores[seat - 1] is not None]
    if needed is not None:
        first = [seat for seat in first if isinstance(score := scores[seat - 1], int) and score >= needed]
    winners = OPEN if OPEN in places else first
    told: Told = {"state": "over", "seed": None, "fewest": fewest}
    return told | {"scores": list(scores), "places": places, "winners": winners}


def _ahead(one: int | str, other: int | str, fewest: bool) -> bool:
    if OPEN in (one, other):
        return False
    return int(one) < int(other) if fewest else int(one) > int(other)


def _tie_wins(told: Told, after: int, name: str, tied: list[str]) -> Points:
    return added([match_points("wins", *one, name) for one in played(told, name, after)])


def _tie_score(told: Told, after: int, name: str, tied: list[str]) -> Points:
    return added([match_points("score", *one, name) for one in played(told, name, after)])


def _tie_opponents(told: Told, after: int, name: str, tied: list[str]) -> Points:
    met = [other for _, table in played(told, name, after) for other in table["players"] if other != name]
    return added([points_of(told, other, after) for other in met if other in present(told, after)])


def average_seat(told: Told, seated: Told) -> Points:
    """What a seat of a round was worth on average, of the tables that are over; nothing where none is."""
    over = [table for table in seated["tables"] if table["state"] == "over"]
    worths = [match_points(told["scoring"], seated, table, name) for table in over for name in table["players"]]
    total = added(worths)
    return OPEN if isinstance(total, str) else total / max(len(worths), 1)


def as_opponent(told: Told, name: str, after: int) -> Points:
    """Their points, and an average seat for each complete round since they sat or had a bye last."""
    rounds = complete(told, after)
    gone = away(rounds, name)
    since: list[Told] = []
    for seated in reversed(rounds):
        if not any(seated is one for one in gone):
            break
        since.append(seated)
    return added([points_of(told, name, after), *(average_seat(told, one) for one in since)])


def equal(told: Told, name: str, after: int) -> Points:
    """Against whom a round without opponents is played: own points, at most average seats of all complete rounds."""
    own = points_of(told, name, after)
    even = added([average_seat(told, one) for one in complete(told, after)])
    return OPEN if OPEN in (own, even) else min(Fraction(own), Fraction(even))


def strengths(told: Told, after: int, name: str) -> tuple[list[Points], list[Points]]:
    """What each round that was played, or sat out by a bye, brings for `buchholz`; and each that was missed."""
    rounds: list[Points] = []
    for _, table in played(told, name, after):
        met = [one for one in table["players"] if one != name and one in present(told, after)]
        total = added([as_opponent(told, one, after) for one in met])
        rounds.append(equal(told, name, after) if not met else OPEN if isinstance(total, str) else total / len(met))
    over = complete(told, after)
    rounds += [equal(told, name, after) for one in byes(told, name, after) if any(one is each for each in over)]
    return rounds, [equal(told, name, after) for _ in away(over, name)]


def _tie_opponents_mean(told: Told, after: int, name: str, tied: list[str]) -> Points:
    met = [other for _, table in played(told, name, after) for other in table["players"] if other != name]
    known = [as_opponent(told, other, after) for other in met if other in present(told, after)]
    if not known:
        return equal(told, name, after)
    total = added(known)
    return OPEN if isinstance(total, str) else total / len(known)


def _tie_opponents_elsewhere(told: Told, after: int, name: str, tied: list[str]) -> Points:
    met = [other for _, table in played(told, name, after) for other in table["players"] if other != name]
    known = []
    for other in (one for one in met if one in present(told, after)):
        against = [one for one in played(told, other, after) if name in one[1]["players"]]
        gone = added([match_points(told["scoring"], *one, other) for one in against])
        known.append((as_opponent(told, other, after), gone))
    if not known:
        return Fraction(0)
    if OPEN in [one for pair in known for one in pair]:
        return OPEN
    return sum((Fraction(all) - Fraction(gone) for all, gone in known), Fraction(0)) / len(known)


def _tie_buchholz(told: Told, after: int, name: str, tied: list[str]) -> Points:
    rounds, gone = strengths(told, after, name)
    return added(rounds + gone)


def _cut(told: Told, after: int, name: str) -> list[Points]:
    """The rounds without the weakest: of those that were missed if there are such."""
    rounds, gone = strengths(told, after, name)
    if OPEN in rounds + gone:
        return [OPEN]
    if gone:
        gone.remove(min(Fraction(one) for one in gone))
    elif rounds:
        rounds.remove(min(Fraction(one) for one in rounds))
    return rounds + gone


def _tie_buchholz_cut(told: Told, after: int, name: str, tied: list[str]) -> Points:
    return added(_cut(told, after, name))


def _tie_buchholz_median(told: Told, after: int, name: str, tied: list[str]) -> Points:
    left = _cut(told, after, name)
    if left and OPEN not in left:
        left.remove(max(Fraction(one) for one in left))
    return added(left)


def _tie_head_to_head(told: Told, after: int, name: str, tied: list[str]) -> Points:
    among = [
        one for one in played(told, name, after) if any(other in tied for other in one[1]["players"] if other != name)
    ]
    return added([match_points(told["scoring"], *one, name) for one in among])


def _tie_best(told: Told, after: int, name: str, tied: list[str]) -> Any:
    worths = [match_points(told["scoring"], *one, name) for one in played(told, name, after)]
    return OPEN if OPEN in worths else tuple(sorted(worths, reverse=True))


def _tie_lot(told: Told, after: int, name: str, tied: list[str]) -> Points:
    return Fraction(-told["lots"].index(name) - 1 if name in told["lots"] else -len(told["lots"]) - 1)


TIE_BREAKS: Final[dict[str, Callable[[Told, int, str, list[str]], Any]]] = {
    "wins": _tie_wins,
    "score": _tie_score,
    "opponents": _tie_opponents,
    "opponents-mean": _tie_opponents_mean,
    "opponents-elsewhere": _tie_opponents_elsewhere,
    "buchholz": _tie_buchholz,
    "buchholz-cut-1": _tie_buchholz_cut,
    "buchholz-median": _tie_buchholz_median,
    "head-to-head": _tie_head_to_head,
    "best": _tie_best,
    "lot": _tie_lot,
}


def as_printed(line: Told, drawn: int) -> Told:
    """A line as `--json` has it: numbers to six decimals, and the number of the lot of `drawn` ones."""
    return line | {
        "points": _number(line["points"]),
        "tie_breaks": {name: _printed(name, value, drawn) for name, value in line["tie_breaks"].items()},
    }


def _printed(name: str, value: Any, drawn: int) -> Any:
    if name == "best":
        return [OPEN] if value == OPEN else [_number(one) for one in value]
    if name == "lot":
        return -int(value) if -value <= drawn else None
    return _number(value)


def _number(points: Points | None) -> float | int | str | None:
    if not isinstance(points, Fraction):
        return points
    return int(points) if points == int(points) else round(float(points), 6)


def differences(organiser: "Organiser", counts: Counter[str], *, all_rounds: bool) -> None:
    """Compares what the program says of a tournament with all this, after all rounds or after the last and another.

    Raises AssertionError.
    """
    told = organiser.told()
    last = len(told["rounds"])
    afters = range(last + 1) if all_rounds else (organiser.random.randint(0, last), last)
    results = organiser.service.tables(organiser.now).results
    for seated, played_there in zip(told["rounds"], results, strict=True):
        for table, result in zip(seated["tables"], played_there, strict=True):
            shown = table_json(1, result)
            assert (shown["players"], shown["state"]) == (table["players"], table["state"])
            if table["state"] == "over":
                assert shown["scores"] == dict(zip(table["players"], table["scores"], strict=True))
                assert shown["places"] == dict(zip(table["players"], table["places"], strict=True))
                first = table["winners"]
                assert shown["winners"] == (first if first == OPEN else [table["players"][seat - 1] for seat in first])
                counts["tables"] += 1
    for after in afters:
        mine = [as_printed(line, len(told["lots"])) for line in standings(told, after)]
        program = [line_json(line) for line in ranked(organiser.now, results, after)]
        assert program == mine, (after, told, "\n".join(map(str, mine)), "\n".join(map(str, program)))
        counts["standings"] += 1
        counts["open"] += any(line["place"] == OPEN for line in mine)
        counts["shared"] += len({line["place"] for line in mine}) < len(mine)
    assert [line_json(line) for line in ranked(organiser.now, results)] == program


def run(seed: str, steps: int, counts: Counter[str], *, entered: bool = False, every: int = 1) -> None:
    """A random tournament in a store of its own, compared after every step, or after some, and in the end."""
    from tests.tournaments.organiser import Organiser

    with TemporaryDirectory() as folder, Recorder(Path(folder, "store.sqlite")) as recorder:
        organiser = Organiser(TournamentService(recorder), Random(seed), entered=entered)
        for number in range(steps):
            if done := organiser.step():
                counts[done] += 1
                if number % every == 0:
                    differences(organiser, counts, all_rounds=done in ("seat", "amend", "rename"))
        differences(organiser, counts, all_rounds=True)
        again = organiser.service.load(organiser.now.id)
        assert again.state == organiser.now.state
        verdict = verify(recorder, again.id)
        assert verdict.ok, verdict.finding


def main() -> None:
    """Runs so many tournaments and prints what was done and compared."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="How many tournaments.")
    parser.add_argument("--steps", type=int, default=40, help="How many things are tried in each.")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--entered", action="store_true", help="All results are entered: no matches, much faster.")
    parser.add_argument("--every", type=int, default=1, help="After how many steps all is compared; in the end always.")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for number in range(given.count):
        if number % 100 == 99:
            print(f"{number + 1} tournaments, {counts['standings']} standings.", flush=True)
        try:
            run(f"{given.seed}/{number}", given.steps, counts, entered=given.entered, every=given.every)
        except BaseException:
            print(f"It was tournament {number} of --seed {given.seed}.")
            raise
    for name, count in sorted(counts.items()):
        print(f"{name:14}{count:>9}")


if __name__ == "__main__":
    main()
