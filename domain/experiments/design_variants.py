"""What each option of a game changes that has a few values, on the same deals and luck."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ludograph.domain.bots.simulation import sizes_for
from ludograph.domain.experiments.design_figures import (
    ALIKE,
    SECTIONS,
    DesignRequest,
    Figure,
    Progress,
    counts_only,
    shown,
)
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant
from ludograph.domain.experiments.measures import ONLY_ALONE, Measures, about_measure, counted_cases
from ludograph.domain.experiments.runs import played_deals
from ludograph.domain.experiments.variant_comparison import MeasureDifference, VariantComparison
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.confidence import CHANCE, holm
from ludograph.domain.kernel.game import Game, Options, Refused
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.kernel.shapes import Field, fields_of

COMPARED: Final = ("length", "score", "lead")
"""What an option may change; in a game for one nobody leads."""
OTHERWISE: Final = "otherwise"
"""The measure of the one figure of an option by which no match went otherwise."""


def variant_figures(
    request: DesignRequest, own: GameVariant, found: Sequence[Measures], progress: Progress
) -> Iterator[Figure]:
    """What each option changes that is either so or so, beside what was `found` on the same deals and luck."""
    changes: dict[str, list[MeasureDifference]] = {}
    for told, options, refused in options_to_try(request):
        if options is None or refused:
            continue
        plan = ExperimentPlan(request.game, (own._replace(options=options),), request.seed)
        comparison = VariantComparison()
        with progress(f"Variants: {request.matches} matches with {told}", request.matches) as show:
            for a, (b,) in zip(found, shown(played_deals(plan, 0, request.matches, request.jobs), show), strict=True):
                comparison.add(a, b)
        changes[told] = [comparison.difference(name) for name in COMPARED[: None if request.seats > 1 else -1]]
    results = iter(holm([one.chance for some in changes.values() for one in some if one.chance is not None]))
    together = sum(one.chance is not None for some in changes.values() for one in some)
    for told, some in changes.items():
        sure = [one._replace(sure=one.chance is not None and next(results).chance <= CHANCE) for one in some]
        yield from _changes(request, told, sure, together)


def _changes(
    request: DesignRequest, told: str, compared: Sequence[MeasureDifference], together: int
) -> Iterator[Figure]:
    """What an option changes, of so many differences that are told together; one line where no match was otherwise."""
    how = (
        f"{request.matches} matches of each between {request.bot}, on the same deals and luck with the option and "
        "without it. Where no match went otherwise, length, scores and lead were the same: either it is so anyway, or "
        "the option is about something that hardly ever happens when these bots play"
    )
    most = [one.otherwise_most for one in compared if one.otherwise_most is not None and not one.difference]
    if most and len(most) == len(compared):
        name, cases = "share of matches that went otherwise", compared[0].paired_n
        yield Figure(SECTIONS["variants"], OTHERWISE, told, name, 0.0, 0.0, max(most), cases, how, False)
        return
    missing = [one.measure for one in compared if one.difference is None]
    for one in compared:
        if one.difference is None:
            continue
        note = ONLY_ALONE.format(together) if one.only_alone else ""
        if one.otherwise_most is not None:
            note = ALIKE.format(100 * one.otherwise_most)
        counts = counts_only(one.measure, one.paired_n, request.matches)
        untold = f"{listed(missing)} cannot be told: only {counted_cases(missing[0])} count" if missing else ""
        note, missing = "; ".join(filter(None, (counts, note, untold))), []
        name = f"change in {about_measure(one.measure, fewest=GAMES[request.game].fewest)}"
        between = (one.difference, one.low, one.high)
        yield Figure(SECTIONS["variants"], one.measure, told, name, *between, one.paired_n, how, one.sure, note)


def options_to_try(request: DesignRequest) -> Iterator[tuple[str, Options | None, str]]:
    """Each option of the game with another value, and why so many players may not play with it, empty where they may.

    An option of which there are not a few values, such as a number, comes by its name alone, without any (None).
    """
    game = GAMES[request.game]
    for field in fields_of(game.options):
        now, values = getattr(request.options, field.name), _values(field)
        if not values:
            yield field.name, None, ""
        for value in values:
            if value != now:
                options = replace(request.options, **{field.name: value})
                told = str(value).lower() if isinstance(value, bool) else value
                yield f"{field.name}={told}", options, _refusal(game, options, request.seats)


def about_option(game: str, told: str) -> str:
    """What an option is about that is told as `NAME=VALUE`, as its game says it."""
    name = told.partition("=")[0]
    return next(field.about for field in fields_of(GAMES[game].options) if field.name == name)


def _refusal(game: Game, options: Options, seats: int) -> str:
    """Why so many players may not play with these options; empty where they may."""
    try:
        sizes_for(game, options, seats)
    except Refused as wrong:
        return wrong.told(())
    return ""


def _values(field: Field) -> Sequence[Any]:
    """The values of a field that has a few: yes and no, or words."""
    if field.shape.kind == "flag":
        return (False, True)
    return tuple(field.shape.words) if field.shape.kind == "word" else ()
