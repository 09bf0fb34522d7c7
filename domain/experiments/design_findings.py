"""What the figures of a design report say, in sentences for a designer who knows no statistics."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from ludograph.domain.experiments.design_choices import SELDOM
from ludograph.domain.experiments.design_figures import SECTIONS, DesignRequest, Figure
from ludograph.domain.experiments.design_variants import OTHERWISE
from ludograph.domain.kernel.confidence import cases_for_share
from ludograph.domain.kernel.sentences import capital, counted, listed

CLOSE: Final = 0.05
"""How precisely the share of the wins of a seat, or of a place in the order of play, is worth being known."""
OF_ORDER: Final = " in the order of play"
LATE: Final = 0.5
"""Where in more of the steps than this nobody is ahead alone, comebacks say little."""
CHANGES: Final[Mapping[str, tuple[str, str]]] = {
    "length": ("makes matches {} steps longer", "makes matches {} steps shorter"),
    "score": ("raises the mean score by {}", "lowers the mean score by {}"),
    "lead": ("puts the first {} points farther before the second", "puts the first {} points less before the second"),
}
"""What an option does by which a measure is more, and by which it is less."""
IN_BRACKETS: Final = "In brackets: from where to where the true figure lies, nineteen times of twenty."
BY_CHANCE: Final = (
    "Where nothing else is said, bots that choose by chance (`random`) have played: among players who think it may be "
    "the opposite, which `-p bots=search:20` tells. "
)


def found_in_short(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    """A few sentences for each section that was asked for, in its order; of what options change each by itself."""
    for name in request.sections:
        told = [one for one in figures if one.section == SECTIONS[name]]
        sentences = SENTENCES[name](request, told) if told else iter([NOTHING[name]])
        yield from sentences if name == "variants" else [" ".join(sentences)]


def findings_note(request: DesignRequest) -> str:
    """What one has to know of the sentences: what stands in brackets, and who has played."""
    return (BY_CHANCE if request.bot == "random" and request.plays_own else "") + IN_BRACKETS


def _course(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    by_measure = {one.measure: one for one in figures}
    yield f"A match takes {_amount(by_measure['length'], ' steps')}."
    if "choices" in by_measure:
        yield (
            f"At a decision {_amount(by_measure['choices'], ' moves')} are open; "
            f"at {_percent(by_measure['forced'])} of the decisions only one is."
        )
    unfinished = by_measure["unfinished"]
    if unfinished.value:
        yield f"{_percent(unfinished)} of the matches came to no end of their own within some 1,000 steps."
    else:
        yield f"All {unfinished.cases:,} matches came to an end."


def _tension(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    by_measure = {one.measure: one for one in figures}
    back, level = by_measure.get("comebacks"), by_measure.get("level")
    if back is None:
        yield "Whether winners had been behind cannot be told: no match was won by one alone."
    elif back.value:
        yield f"In {_percent(back)} of the matches the winner had been behind after half of the steps."
    else:
        yield (
            f"In none of {back.cases:,} matches had the winner been behind after half of the steps, so in at most "
            f"{_part(back, back.high)} of all matches."
        )
    if changes := by_measure.get("lead-changes"):
        often = f"passes to another {_amount(changes, ' times')} in a match"
        yield f"The lead {often if changes.value else 'never passed to another'}."
    if level is not None and (level.value or 0.0) > LATE:
        yield (
            f"In {_percent(level)} of the steps nobody is ahead alone by what counts so far: of comebacks such a game "
            "shows few."
        )
    if "lead" in by_measure:
        yield f"At the end the first is {_amount(by_measure['lead'], ' points')} before the second."


def _seats(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    return _shares(request, figures, "seat", {one.measure: one.measure[4:].replace("-", " ") for one in figures})


def _order(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    names = {f"win-order-{number}": f"number {number}{OF_ORDER}" for number in range(1, request.seats + 1)}
    names |= {"win-order-1": "who begins", f"win-order-{request.seats}": f"who comes last{OF_ORDER}"}
    return _shares(request, figures, f"place{OF_ORDER}", names)


def _shares(request: DesignRequest, figures: Sequence[Figure], place: str, names: Mapping[str, str]) -> Iterator[str]:
    """Who wins more or less than an even share; of two players one says what the other wins."""
    even, far = request.even, max(figures, key=lambda one: abs((one.value or 0.0) - request.even))
    evenly = _part(far, even)
    for one in [far] if far.sure and request.seats == 2 else [one for one in figures if one.sure]:
        than, who = "more" if (one.value or 0.0) > even else "less", capital(names[one.measure])
        yield f"{who} wins {_percent(one)} of the matches, {than} than the even {evenly}: beyond chance."
    if any(one.sure for one in figures):
        return
    named = [far, *(one for one in figures if names[one.measure].startswith("who ") and one is not far)]
    if not names[far.measure].startswith("who "):
        names = {**names, far.measure: f"the farthest from it, {names[far.measure]},"}
    names = {measure: name.replace(OF_ORDER, "") for measure, name in names.items()}
    told = listed(
        [f"{names[one.measure]} wins {_percent(one)}" for one in (named[:1] if request.seats == 2 else named)]
    )
    yield f"No {place} is shown to win more or less than the even {evenly} of the matches: {told}."
    off = max(max((one.high or 0.0) - even, even - (one.low or 0.0)) for one in figures)
    yield f"If it matters, then no share is likely to be farther than {_part(far, off)} from the even one."
    if any(one.leaves_out(even) for one in figures):
        yield "One of them would be beyond chance if it had been looked at alone: more matches tell."
    if (takes := -(-cases_for_share(even, CLOSE) // 10) * 10) > request.matches:
        yield f"With `-p matches={takes}` each is known to {100 * CLOSE:.0f}% to either side."


def _skill(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    one, even = figures[0], _part(figures[0], request.even)
    who = f"Among players who choose by chance, one who thinks (`{request.thinking}`)"
    more = (one.value or 0.0) > request.even
    if one.sure and more:
        yield (
            f"{who} wins {_percent(one)} of the matches: {even} would be luck alone. How much skill tells among "
            "players who all think is what `ludograph compare` says with `--skill search:100,search:20`."
        )
    elif one.sure:
        yield f"{who} wins {_percent(one)} of the matches, less than the {even} of luck: it misjudges this game."
    else:
        yield f"{who} is not shown to win more than the {even} of luck alone: {_percent(one)} of the matches."


def _choices(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    often = [one for one in figures if one.cases >= SELDOM]
    never = [one for one in often if not one.value]
    few = [f"`{one.subject}` ({counted(one.cases, 'chance')})" for one in figures if one.cases < SELDOM]
    for one in never:
        yield (
            f"`{one.subject}` was never chosen by {request.thinking} in {one.cases:,} chances, so it is in at most "
            f"{_part(one, one.high)} of them: it may never be worth it."
        )
    if often and not never:
        least = often[0]
        which = f" that was open {SELDOM} times or more" if few else ""
        yield (
            f"Every kind of move{which} was chosen by {request.thinking} at least once; the least often "
            f"`{least.subject}`, at {_percent(least)} of {least.cases:,} chances."
        )
    if few:
        yield f"Open too seldom to say anything: {listed(few)}."


def _variants(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    by_option = {name: list(some) for name, some in groupby(figures, key=lambda one: one.subject)}
    perhaps, quiet = [], []
    for option, some in by_option.items():
        if sure := [one for one in some if one.sure]:
            yield f"`{option}` {listed([_change(one) for one in sure])}: beyond chance."
        elif any(one.leaves_out(0.0) for one in some):
            perhaps.append(f"`{option}`")
        elif some[0].measure != OTHERWISE:
            quiet.append(f"`{option}`")
    if perhaps:
        yield f"{listed(perhaps)} may change something, but not yet beyond chance: more matches tell."
    if quiet:
        yield f"Of {listed(quiet)} no change is shown beyond chance."
    if same := [one for one in figures if one.measure == OTHERWISE]:
        options = listed([f"`{one.subject}`" for one in same])
        most = max(same, key=lambda one: one.high or 0.0)
        yield f"With {options} no match went otherwise, so that in at most {_part(most, most.high)} of all they matter."


def _change(one: Figure) -> str:
    """What an option does to a measure; the amount without its sign, for the words say the direction."""
    value = one.value or 0.0
    low, high = sorted(abs(end) for end in (one.low or 0.0, one.high or 0.0))
    size = one._replace(value=abs(value), low=low, high=high)
    return f"{CHANGES[one.measure][value < 0].format(_number(size, size.value))}{_between(size)}"


def _amount(one: Figure, unit: str) -> str:
    """A figure in its unit, with its interval."""
    return f"{_number(one, one.value)}{unit}{_between(one)}"


def _between(one: Figure) -> str:
    """The interval of a figure in brackets; nothing where it has none, or no width."""
    return "" if one.decimals is None else f" ({_number(one, one.low)} to {_number(one, one.high)})"


def _number(one: Figure, value: float | None) -> str:
    """A number to as many digits as the interval of its figure allows, one fewer than stand in tables."""
    return f"{value or 0.0:.3g}" if one.decimals is None else f"{value or 0.0:,.{max(0, one.decimals - 1)}f}"


def _percent(one: Figure) -> str:
    """A share with its interval, in percent."""
    between = "" if one.decimals is None else f" ({_part(one, one.low)} to {_part(one, one.high)})"
    return f"{_part(one, one.value)}{between}"


def _part(one: Figure, share: float | None) -> str:
    """A share in percent, to as many digits as the interval of its figure allows."""
    return f"{100 * (share or 0.0):.{max(0, (one.decimals or 0) - 3)}f}%"


SENTENCES: Final[Mapping[str, Callable[[DesignRequest, Sequence[Figure]], Iterator[str]]]] = {
    "course": _course,
    "tension": _tension,
    "seats": _seats,
    "order": _order,
    "skill": _skill,
    "choices": _choices,
    "variants": _variants,
}
NOTHING: Final[Mapping[str, str]] = {
    "course": "Nothing can be told of the course of a match.",
    "tension": "Nothing can be told of tension: who is ahead is not known.",
    "seats": "Nothing can be told of the seats: no match came to an end.",
    "order": "Nothing can be told of the order of play: no match came to an end, or nobody is known to begin.",
    "skill": "Nothing can be told of skill: no match came to an end.",
    "choices": "There was no decision at which several kinds of moves were open.",
    "variants": "There is no option here with a few values to try.",
}
"""What is said of a section without figures."""
