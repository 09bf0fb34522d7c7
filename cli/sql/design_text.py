"""What a designer wants to know of a game, printed: each section as it is worked out, and at the end what was found."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec

from ludograph.analytics.tables.variants import USUAL, variant_name
from ludograph.cli.experiments.comparison_text import SURE, number_text, random_play, span_text
from ludograph.cli.printing.terminal import columns, echo, paragraph, say, styled, width
from ludograph.domain.experiments.design_figures import SECTIONS, DesignRequest, Figure
from ludograph.domain.experiments.design_findings import findings_note, found_in_short
from ludograph.domain.experiments.design_report import OF_WINS
from ludograph.domain.experiments.design_variants import about_option, options_to_try
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.sentences import listed
from ludograph.replay.sentences.step_sentences import wrapped

ASKED: Final = "with `-p bots=search:20 -p matches={}`"
IN_SHORT: Final = "In short"


def title_of(request: DesignRequest) -> str:
    """The title of the report."""
    return f"{GAMES[request.game].title} for {request.seats}, as its designer sees it"


def options_told(request: DesignRequest) -> str:
    """The options that are other than usual; nothing where all are as usual."""
    named = variant_name(request.game, msgspec.json.encode(request.options).decode())
    return "" if named == USUAL else named


def print_design(request: DesignRequest, sections: Iterable[Sequence[Figure]]) -> None:
    """Each section as soon as it is worked out: whoever stops it has seen what was."""
    echo(styled(title_of(request), bold=True))
    if options := options_told(request):
        echo(f"Played with {options}.")
    every: list[Figure] = []
    for figures in sections:
        every += figures
        echo(f"\n{figures[0].section}")
        _print_section(request.game, figures)
        for text in (*how_made(figures), *beyond_chance(request, figures)):
            paragraph(text, first="  ")
    echo()
    for text in reading_notes(request):
        paragraph(text)
    echo(f"\n{styled(IN_SHORT, bold=True)}")
    paragraph(findings_note(request))
    for text in found_in_short(request, every):
        paragraph(text, first="- ")
    say(f"Seed {request.seed}: with -p seed={request.seed} the same figures come again.")


def _print_section(game: str, figures: Sequence[Figure]) -> None:
    """A line for each figure, those of an option under its name, and below it what is to be said of it alone."""
    numbers = list(columns([(*figure_text(one), f"n={one.cases:,}") for one in figures]))
    room, grouped = width() - max(map(len, numbers)) - 2, by_option(figures)
    indent = "  " * (len(grouped) > 1 or grouped[0][0] != "")
    named = [
        wrapped(one.name, width=room, first=f"{indent}{SURE if one.sure else ' '} ", rest=f"{indent}    ")
        for one in figures
    ]
    size = max(len(line) for lines in named for line in lines)
    lines = zip(named, numbers, strict=True)
    for option, some in grouped:
        if option:
            paragraph(f"{option}  {about_option(game, option)}", first="  ")
        for one in some:
            (first, *rest), told = next(lines)
            echo("\n".join([f"{first:{size}}  {told}", *rest]))
            if one.note:
                paragraph(f"({one.note})", first=f"{indent}    ")


def by_option(figures: Sequence[Figure]) -> list[tuple[str, list[Figure]]]:
    """The figures of a section under the option that they are about; under nothing where it is about none."""

    def option(one: Figure) -> str:
        return one.subject if "=" in one.subject else ""

    return [(name, list(some)) for name, some in groupby(figures, key=option)]


def figure_text(one: Figure) -> tuple[str, str]:
    """A figure and its interval, each to as many digits as that allows."""
    decimals = one.decimals
    if decimals is None:
        return number_text(one.value), span_text(one.low, one.high)
    sign = "+" if one.name.startswith("change in ") else ""
    value, low, high = (
        "" if number is None else f"{number:{sign},.{decimals}f}" for number in (one.value, one.low, one.high)
    )
    return value, f"{low} to {high}"


def how_made(figures: Sequence[Figure]) -> Iterator[str]:
    """How the figures of a section were made."""
    for how in dict.fromkeys(one.how for one in figures):
        yield f"{how}."


def beyond_chance(request: DesignRequest, figures: Sequence[Figure]) -> Iterator[str]:
    """What a star before a figure of a section means; nothing where none of them can have one."""
    if all(one.sure is None for one in figures):
        return
    of_wins = [SECTIONS[name] for name in request.sections if name in OF_WINS]
    together = listed(of_wins if figures[0].section in of_wins else [figures[0].section])
    several = f", all figures of {together} looked at together (Holm's test)" if len(figures) > 1 else ""
    yield f"{SURE} beyond chance: luck alone hardly ever does that{several}."


def reading_notes(request: DesignRequest) -> Iterator[str]:
    """What stands behind a figure, which options were not tried, and what bots at random do not show."""
    decisions = ", or under Choices decisions," if "choices" in request.sections else ""
    yield (
        "Behind a figure stands between what the true one lies, nineteen times of twenty, and of how many matches"
        f"{decisions} it is (n)."
    )
    if {"skill", "choices"} & set(request.sections):
        yield "Bots that think play fewer matches here, for that takes long."
    if "variants" in request.sections and (left := _untried(request)):
        yield left
    if request.plays_own and (told := random_play([[request.bot] * request.seats], ASKED)):
        yield told


def _untried(request: DesignRequest) -> str:
    """Which options are not tried, and why; nothing where all are."""
    options = list(options_to_try(request))
    several = [name for name, values, _ in options if values is None]
    refused = [f"{name} ({refusal.removesuffix('.')})" for name, _, refusal in options if refusal]
    told = []
    if several:
        told.append(
            f"{listed(several)}, for there are many values (`ludograph compare {request.game} --b {several[0]}=...` "
            "tries one)"
        )
    if refused:
        told.append(f"what the rules do not allow here: {listed(refused)}")
    return f"Options not tried: {'; '.join(told)}." if told else ""
