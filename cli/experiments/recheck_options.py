"""What the commands share that decide matches again: what is tried, by which options, and what is told of it."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from sys import maxsize
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from ludograph.cli.arguments import game_named, games_option, gathered, json_option, options_of
from ludograph.cli.errors import Failure
from ludograph.cli.experiments.variant_options import rules_file, sentence_of_changes
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.recheck_text import print_recheck
from ludograph.cli.printing.terminal import say
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.verify.rechecker import Rules

if TYPE_CHECKING:
    from ludograph.domain.verify.rechecker import RecheckResult

OPTION: Final = click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="What would have been with this option of the game in the place of the match's own; games without it are "
    "left out.",
)
RULES: Final = click.option(
    "--rules",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.py",
    help="What would have been under rules that a file changes: `ludograph rules GAME --source NAME` begins one.",
)
FIRST: Final = click.option(
    "--first",
    type=Whole(min=0),
    help="How many differences of a game to tell; by default 10, and with --json all.",
)
USUAL: Final = 10


class RecheckOptions(NamedTuple):
    """What the command line says: games by the names that were typed, options, a file of rules, and what is printed."""

    only: tuple[str, ...]
    options: tuple[str, ...]
    rules: Path | None
    first: int | None
    as_json: bool

    @property
    def told(self) -> int:
        """How many differences of a game are told at most."""
        return self.first if self.first is not None else maxsize if self.as_json else USUAL


class TriedRules(NamedTuple):
    """What matches are decided by again."""

    games: list[str]
    """Whose matches; empty for all."""
    options: dict[str, dict[str, Any]] | None
    """In the place of a match's own, by game; None where all is decided as it was recorded."""
    in_force: Rules = nullcontext
    """Puts other rules in force."""


recheck_options = gathered("asked", RecheckOptions, (games_option, OPTION, RULES, FIRST, json_option))
"""The options of a command that decides matches again; it gets them together, as `asked`."""


def tried_rules(asked: RecheckOptions) -> TriedRules:
    """What is tried; says what a file of rules changes. Raises `Failure`."""
    games = [game_named(name).id for name in asked.only]
    if asked.rules is None:
        options = options_by_game(games, asked.options) if asked.options else None
        return TriedRules(games if options is None else list(options), options)
    rules = rules_file(asked.rules)
    if games and rules.game not in games:
        raise Failure(f"{rules.name} is about {rules.game}: name that game, or none.")
    options = options_by_game([rules.game], asked.options) if asked.options else {rules.game: {}}
    say(sentence_of_changes(rules))
    return TriedRules([rules.game], options, rules.on_trial)


def options_by_game(games: Sequence[str], pairs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The options by game, of the games that have all of them. Raises `Failure` where none has."""
    found = {}
    for game in games or GAMES:
        given = options_of(GAMES[game], tuple(pairs))
        if set(given) <= {field.name for field in fields_of(GAMES[game].options)}:
            found[game] = given
    if not found:
        names = ", ".join(options_of(GAMES[next(iter(GAMES))], tuple(pairs)))
        where = f" in {', '.join(games)}" if games else ""
        raise Failure(f"No such option{where}: {names}. `ludograph games GAME` lists those of a game.")
    return found


def tell_recheck(found: "RecheckResult", tried: TriedRules, *, as_json: bool) -> None:
    """Prints what came of it, and ends with 1 where matches are not what was recorded, or were not checked.

    What options and other rules would change or refuse is no fault.
    """
    print_recheck(found, as_json)
    otherwise = 0 if tried.options is not None else sum(count.differs + count.refused for count in found.counts)
    if otherwise or any(count.unchecked for count in found.counts):
        raise SystemExit(1)
