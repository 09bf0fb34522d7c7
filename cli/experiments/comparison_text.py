"""What came of two variants, in a table for people and as JSON for programs."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, paragraph, styled
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, SkillTest
from ludograph.domain.experiments.measures import (
    OF_WINS,
    ONLY_ALONE,
    SCORES,
    about_measure,
    counted_cases,
    measures_by_group,
    who_wins,
)
from ludograph.domain.experiments.variant_comparison import MOST, MeasureDifference
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import cases_for_share
from ludograph.domain.kernel.sentences import counted, listed

MANY = f"> {MOST:,}"
OWN_HEADS = ("  MEASURE", "A", "95 %", "", "B", "95 %", "")
HEADS = ("  MEASURE", "A", "B", "B - A", "95 %", "NEEDED", "")
SURE = "*"
ASKED = "by the same command with `--bots search:20 -n {}`"
FEW = 20
"""So many matches between bots that think show how a match goes."""
CLOSE = 0.1
"""So precisely a share of the wins is to be known for a question of seats."""
PERHAPS = "perhaps"
"""Behind a difference whose interval leaves out 0, and which is not sure among so many."""
UNEVEN = "uneven"
"""Behind the share of the wins of a seat, or of a place in the order of play, that is surely not the even one."""
ALL_ALIKE = "all alike"
"""Instead of an interval without width."""


class Aim(NamedTuple):
    """Which measures are to be known how precisely: to so much to either side; nothing where nothing was said."""

    measures: Sequence[str]
    half_width: float | None


def compared_lines(plan: ExperimentPlan, told: Sequence[str], shared: Sequence[str], matches: int) -> Iterator[str]:
    """What is compared: each variant with who sits where, on how many deals, and what both have."""
    for name, words, variant in zip("AB", told, plan.variants, strict=True):
        yield f"{name}: {counted(variant.seats, 'player')}, {words}, played by {_seated(variant.bots)}"
    yield f"{counted_matches(matches)} of each, {'on the same deals and luck' if plan.paired else 'each on its own'}"
    if shared:
        yield f"both with {listed(shared)}"


def measured_lines(plan: ExperimentPlan) -> Iterator[str]:
    """What one has to know of the figures: who wins, what is even, and how skill is tried."""
    yield f"scores: the {who_wins(GAMES[plan.game].fewest)}"
    if any(variant.seats > 1 for variant in plan.variants):
        yield f"if seats did not matter, each would win {_even_shares(plan)}"
    if plan.skill is not None:
        yield f"skill: {_skill_told(plan, plan.skill)}"


def random_play(seated: Sequence[Sequence[str]], otherwise: str) -> str | None:
    """What matches between bots that all choose by chance can tell and cannot, and how many of what others are asked.

    `seated` are the bots of each variant; `otherwise` says how others are asked, with {} for how many matches.
    """
    if {bot for bots in seated for bot in bots} != {"random"}:
        return None
    many = seats_take([len(bots) for bots in seated])
    seats = f" What a seat wins takes {many} matches: then a share of the wins is known to {CLOSE} to either side."
    return (
        "`random` bots choose by chance. What they play shows how long matches are, how turns go, and whether matches "
        "come to an end. It does not show what money, a bid or a bet is worth: ask that of bots that think, "
        f"{otherwise.format(FEW)}.{seats if many else ''}"
    )


def seats_take(sizes: Iterable[int]) -> int:
    """So many matches, a round number, tell what a seat wins among so many players; 0 where one plays alone."""
    takes = [cases_for_share(1 / size, CLOSE) for size in sizes if size > 1]
    return -(-max(takes, default=0) // 10) * 10


def _skill_told(plan: ExperimentPlan, skill: SkillTest) -> str:
    """How it is tried how much skill tells."""
    if all(one.seats == 1 for one in plan.variants):
        return f"{skill.stronger} and {skill.weaker} play each deal alone"
    return (
        f"in another match on each deal {skill.stronger} is at one seat, in turn, and {skill.weaker} at the others; if "
        f"all were luck it would win {_even_shares(plan)}"
    )


def _even_shares(plan: ExperimentPlan) -> str:
    """What each seat wins where all win as often: of both variants, or of each where their seats are not as many."""
    shares = [f"{1 / variant.seats:.3f}" for variant in plan.variants]
    if len(set(shares)) == 1:
        return shares[0]
    return " and ".join(f"{share} in {name}" for name, share in zip("AB", shares, strict=True))


def _seated(bots: Sequence[str]) -> str:
    """Which bot sits where; all alike need no seats."""
    if len(set(bots)) == 1:
        return bots[0]
    seats = {bot: [str(seat) for seat, one in enumerate(bots, start=1) if one == bot] for bot in bots}
    return listed([f"{bot} (seat{'s' * (len(at) > 1)} {listed(at)})" for bot, at in seats.items()])


def print_comparison(found: Sequence[MeasureDifference], aim: Aim, fewest: bool) -> None:
    """A line for each measure, with what the columns mean; `fewest` where the fewest points win."""
    _print_groups(found, HEADS, _row, [one.measure for one in found if one.sure])
    echo()
    print_variants(found)
    echo()
    for text in explained(found, aim):
        paragraph(text)
    echo()
    print_meanings(dict.fromkeys(_numberless(one.measure) for one in found), fewest)


def print_comparison_json(found: Sequence[MeasureDifference]) -> None:
    """A line for each measure, for programs."""
    for one in found:
        print_json(
            {key: round(value, 6) if isinstance(value, float) else value for key, value in one._asdict().items()}
        )


def print_variants(found: Sequence[MeasureDifference]) -> None:
    """What each variant comes to by itself, with its interval."""
    _print_groups(found, OWN_HEADS, _own_row, [one.measure for one in found if uneven_in(one)])


def _print_groups(
    found: Sequence[MeasureDifference],
    heads: tuple[str, ...],
    row: Callable[[MeasureDifference], tuple[str, ...]],
    marked: Collection[str],
) -> None:
    """A table with a line for each measure, in groups that are named; those that are marked stand out in it."""
    by_name = {one.measure: one for one in found}
    rows, bold = [heads], set()
    for group, names in measures_by_group(by_name):
        rows.append((group, *([""] * (len(heads) - 1))))
        for name in names:
            if name in marked:
                bold.add(len(rows))
            rows.append(row(by_name[name]))
    listing(rows, paint=lambda at, column, cell: styled(cell, bold=at in bold))


def explained(found: Sequence[MeasureDifference], aim: Aim) -> Iterator[str]:
    """What the columns mean, and how much of it may be chance."""
    yield from _sureness_told(found)
    yield from _needed_told(found, aim)
    if fixed := next((one for one in found if one.otherwise_most is not None), None):
        most = 100 * (fixed.otherwise_most or 0.0)
        yield (
            f"`{ALL_ALIKE}`: all matches here had the same value, or all pairs of them differed by the same. So at "
            f"most {most:.2g} % of all matches have another (`{fixed.measure}`), nineteen times of twenty; which one "
            "is not known."
        )
    yield from fewer_counted(found)
    if any(one.measure.startswith(OF_WINS) for one in found):
        yield (
            f"`{UNEVEN}`: this seat, or place in the order of play, wins more or less than the even share, beyond "
            "chance. As all these shares are looked at together, the interval of one may leave out the even share by "
            "little without being called so. Where bots differ none is, for then it is they who win."
        )


def _sureness_told(found: Sequence[MeasureDifference]) -> Iterator[str]:
    """What an interval is, a star, and what stands behind a difference that is not sure among so many."""
    tested = sum(one.chance is not None for one in found)
    together = (
        f"{counted(tested, 'measure')} were looked at together, and where nothing differs one comparison in twenty at "
        f"most has any {SURE} (Holm); `--measure` looks at one alone."
        if tested > 1
        else f"One measure was looked at: where it does not differ, one comparison in twenty has a {SURE}."
    )
    yield (
        f"`95 %`: what is true lies there nineteen times of twenty. {SURE}: chance alone hardly makes so large a "
        f"difference. {together}"
    )
    if any(one.only_alone for one in found):
        yield f"`{PERHAPS}`: {ONLY_ALONE.format(tested)}, as many as `NEEDED` says."


def _needed_told(found: Sequence[MeasureDifference], aim: Aim) -> Iterator[str]:
    """What so many matches show, and what is said where those are too many."""
    shown = (
        "about so many matches of each show a difference of the size found every second time, for chance moves it; "
        "twice as many show it four times of five"
    )
    if aim.half_width:
        names = listed([f"`{name}`" for name in aim.measures])
        shown = f"{shown}; of {names} so many make it known to {aim.half_width:g} to either side"
    yield f"`NEEDED`: {shown}. It is rough, for how far matches lie apart is itself uncertain."
    near = next((one for one in found if needed_text(one) == MANY), None)
    if near is not None and near.half_width is not None:
        half = near.half_width / 2
        yield (
            f"`{MANY}`: the difference is too near 0 to be found. How small it is can be said: `{near.measure}` is "
            f"known to {near.half_width:.2g} to either side now, and with {4 * near.matches:,} matches of each to "
            f"about {half:.2g}; `--until {half:.2g} --measure {near.measure}` plays until it is."
        )


def fewer_counted(found: Sequence[MeasureDifference]) -> Iterator[str]:
    """Which measures are of fewer matches than others, and why."""
    fewer = {_numberless(one.measure): one for one in found if 0 < one.paired_n < one.matches}
    for name, one in fewer.items():
        counts = f"it counts only {counted_cases(name)}, in A and in B"
        yield f"`{name}` is of {one.paired_n:,} of {one.matches:,} matches of each: {counts}."
    for side, means in (("A", [one.a for one in found]), ("B", [one.b for one in found])):
        # What belongs to a seat is missing where there are fewer seats.
        names = [one.measure for one, mean in zip(found, means, strict=True) if mean is None]
        untold = [name for name in names if name == _numberless(name)]
        for counts in dict.fromkeys(map(counted_cases, untold)):
            alike = listed([f"`{name}`" for name in untold if counted_cases(name) == counts])
            yield f"{alike} cannot be told of {side}, for only {counts} count."


def _numberless(name: str) -> str:
    """A measure of seats, or of the order of play, for all of them."""
    return re.sub(r"\d+$", "N", name)


def print_meanings(names: Collection[str], fewest: bool) -> None:
    """What each measure is, a line each; `fewest` where the fewest points win."""
    size = max(map(len, names), default=0)
    for name in names:
        paragraph(about_measure(name, fewest=fewest), first=f"{name:{size}}  ")


def conclusion(found: Sequence[MeasureDifference], fewest: bool) -> str:
    """Which measures are sure to be more or less in B, or that none is; `fewest` where the fewest points win."""
    sure = [(one.measure, one.difference or 0.0) for one in found if one.sure]
    sides = {
        "More in B than in A": [name for name, difference in sure if difference > 0],
        "Less in B than in A": [name for name, difference in sure if difference < 0],
    }
    told = [f"{side}, beyond chance: {listed(names)}." for side, names in sides.items() if names]
    nothing = "Nothing differs beyond chance. That does not show that all is alike: `95 %` says how far it may differ."
    if any(name.startswith(SCORES) for name, _ in sure):
        told.append(f"Of scores: the {who_wins(fewest)}.")
    uneven = [f"{one.measure} in {listed(uneven_in(one))}" for one in found if uneven_in(one)]
    shares = f" Not the even share of the wins, beyond chance: {listed(uneven)}." if uneven else ""
    return (" ".join(told) or nothing) + shares


def uneven_in(one: MeasureDifference) -> list[str]:
    """In which of both a share of the wins is surely not the even one: `A`, `B`, or both."""
    return [name for name, uneven in (("A", one.a_uneven), ("B", one.b_uneven)) if uneven]


def needed_text(one: MeasureDifference) -> str:
    """About how many matches it takes, to two digits; nothing where that cannot be said.

    What is sure needs no more than were played, and what is not sure does, rounded too.
    """
    if one.needed is None:
        return MANY if one.difference and one.half_width else ""
    step = 10 ** max(0, len(str(one.needed)) - 2)
    rounded = -(-one.needed // step) * step
    return f"about {min(rounded, one.matches) if one.needed <= one.matches else rounded:,}"


def _row(one: MeasureDifference) -> tuple[str, ...]:
    means = (number_text(one.a), number_text(one.b), number_text(one.difference, "+"))
    name = f"{SURE if one.sure else ' '} {one.measure}"
    return (name, *means, span_text(one.low, one.high, "+"), needed_text(one), PERHAPS if one.only_alone else "")


def _own_row(one: MeasureDifference) -> tuple[str, ...]:
    a, b = (span_text(*ends) for ends in ((one.a_low, one.a_high), (one.b_low, one.b_high)))
    marks = [UNEVEN if uneven else "" for uneven in (one.a_uneven, one.b_uneven)]
    return (f"  {one.measure}", number_text(one.a), a, marks[0], number_text(one.b), b, marks[1])


def span_text(low: float | None, high: float | None, sign: str = "") -> str:
    """An interval; nothing where there is none, and that all are alike where it has no width."""
    if low is None or high is None:
        return ""
    return ALL_ALIKE if low == high else f"{number_text(low, sign)} to {number_text(high, sign)}"


def number_text(value: float | None, sign: str = "") -> str:
    """A number with as many decimals as matter."""
    if value is None:
        return ""
    return format(value, f"{sign}.3f" if abs(value) < 1 else f"{sign}.2f" if abs(value) < 100 else f"{sign}.1f")
