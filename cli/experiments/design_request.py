"""What `report design` may be asked, and how the command line writes it."""

from collections.abc import Iterator, Mapping
from typing import Final

from ludograph.cli.arguments import game_named
from ludograph.cli.bot_names import bots_named
from ludograph.cli.errors import Failure
from ludograph.cli.experiments.variant_options import variant_named
from ludograph.domain.experiments.design_figures import SECTIONS, DesignRequest
from ludograph.domain.experiments.design_report import sections_of
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.sentences import listed

NAME: Final = "design"
ABOUT: Final = (
    "Answers what a designer asks of a game, from matches that bots play for it, in memory alone; nothing is recorded. "
    "In short it says what was found, and below stands every figure. How people play is what the other reports tell."
)
ONE_QUESTION: Final = (
    "One question alone is asked by the sections that answer it, and only what those need is played. Is the last seat "
    "too strong? `ludograph report design conundruze -p seats=4 -p sections=order -p matches=200`"
)
PARAMETERS: Final[Mapping[str, tuple[str, str]]] = {
    "sections": ("", f"Which of {listed(list(SECTIONS))} are told, divided by commas; by default all."),
    "seats": ("", "How many players; by default the fewest."),
    "bots": ("random", "Who plays: `random`, or `search:20` and the like, which takes long."),
    "matches": ("100", "How many matches are played for a figure."),
    "seed": ("design", "The same seed gives the same figures, whatever jobs."),
    "jobs": ("1", "How many processes play."),
}
MOST_JOBS: Final = 64


def design_request(name: str, values: Mapping[str, str]) -> DesignRequest:
    """What is asked of a game. Raises `Failure` or a usage error."""
    game = game_named(name)
    options = [f"{key.removeprefix('option.')}={value}" for key, value in values.items() if key.startswith("option.")]
    unknown = [key for key in values if key not in PARAMETERS and not key.startswith("option.")]
    if unknown:
        raise Failure(f"{NAME} has no parameter {unknown[0]}: there are {', '.join(PARAMETERS)} and option.NAME.")
    if "option.rules" in values:
        raise Failure(f"{NAME} plays by a game's own rules: `ludograph compare {name} --b rules=FILE` tries others.")
    given = {key: values.get(key, default) for key, (default, _) in PARAMETERS.items()}
    for wrong in _wrong(given):
        raise Failure(wrong)
    if len(bots_named(given["bots"], "-p bots")) > 1:
        raise Failure("bots is one bot, which plays at every seat: `-p bots=search:20`.")
    seats = [f"seats={given['seats']}"] if given["seats"] else []
    variant = variant_named(game, [*options, *seats], given["bots"], "-p")
    sections = _sections(game.id, variant.seats, values.get("sections"))
    numbers = (int(given["matches"]), given["seed"], int(given["jobs"]))
    return DesignRequest(game.id, variant.options, variant.seats, variant.bots[0], *numbers, sections)


def _wrong(given: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with the numbers."""
    if not given["matches"].isdecimal() or not 10 <= int(given["matches"]) <= 1_000_000:
        yield "matches is a number from 10 on, such as -p matches=200."
    if not given["jobs"].isdecimal() or not 1 <= int(given["jobs"]) <= MOST_JOBS:
        yield f"jobs is a number of processes from 1 to {MOST_JOBS}, such as -p jobs=2."


def _sections(game: str, seats: int, written: str | None) -> tuple[str, ...]:
    """The sections that are asked for, in the order in which they are told; all that there are where none is named."""
    there = sections_of(seats)
    if written is None:
        return there
    asked = [name.strip().casefold() for name in written.split(",")]
    for name in asked:
        if name not in SECTIONS:
            raise Failure(
                f"There is no section {name or 'without a name'}: sections are {listed(list(SECTIONS))}, such as "
                "-p sections=order or -p sections=seats,skill."
            )
        if name not in there:
            raise Failure(f"{GAMES[game].title} for {seats} has no section {name}: there are {listed(list(there))}.")
    return tuple(name for name in there if name in asked)
