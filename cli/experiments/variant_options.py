"""Variants as the command line writes them: options of a game, `seats=N`, `bots=...` and `rules=FILE.py`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ludograph.cli.arguments import named_values, options_of
from ludograph.cli.bot_names import bots_for, bots_named
from ludograph.cli.errors import Failure
from ludograph.domain.bots.simulation import sizes_for
from ludograph.domain.exchange.importer import read_options
from ludograph.domain.experiments.experiment_plan import ExperimentPlan, GameVariant, SkillTest
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game, Options, Refused
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.rules_files.changed_rules import RulesFile, UnusableRules, changes_of
from ludograph.domain.rules_files.rule_names import told_left

OWN = ("seats", "bots", "rules")
"""What a variant may say besides options of the game."""


def variant_named(
    game: Game, pairs: Sequence[str], bots: str | None, where: str, shared: Sequence[str] = ()
) -> GameVariant:
    """A variant from what is written of it, else of what is `shared`; `bots` where neither names any.

    Raises `Failure` or a usage error.
    """
    values = named_values("option", shared) | named_values(f"value of {where}", pairs)
    seats = _seats(values["seats"], where) if "seats" in values else None
    rules = rules_file(Path(values["rules"]), game) if "rules" in values else None
    given = options_of(game, tuple(f"{name}={value}" for name, value in values.items() if name not in OWN))
    named = values.get("bots", bots or "random")
    if seats is None and "," in named:
        seats = named.count(",") + 1
    try:
        seats, options = _sized(game, given, seats)
    except Refused as wrong:
        raise Failure(f"{where}: {wrong.told(())}") from wrong
    return GameVariant(options, seats, bots_for(named, seats, where), rules)


def skill_test(given: str | None) -> SkillTest | None:
    """The two bots by which it is tried how much skill tells. Raises a usage error."""
    if given is None:
        return None
    bots = bots_named(given, "--skill")
    if len(bots) != 2:
        raise click.BadParameter("Name a stronger bot and a weaker one: search:400,search:20.", param_hint="--skill")
    return SkillTest(*bots)


def _sized(game: Game, given: dict[str, object], seats: int | None) -> tuple[int, Options]:
    """For how many players a variant is, by default the fewest that its options are for, and the options as read."""
    refusal: Refused | None = None
    for size in game.seats if seats is None else (seats,):
        try:
            options = read_options(game, tuple(f"Bot {seat}" for seat in range(1, size + 1)), dict(given))
            return sizes_for(game, options, size)[0], options
        except Refused as wrong:
            refusal = refusal or wrong
    assert refusal is not None
    raise refusal


def _seats(value: str, where: str) -> int:
    if not value.isdecimal() or not 1 <= int(value) <= 100:
        raise click.UsageError(f"{where}: seats is a number of players, such as seats=3.")
    return int(value)


def rules_file(path: Path, game: Game | None = None) -> RulesFile:
    """A file of rules that can be tried out, for a game where one is meant. Raises `Failure`."""
    try:
        found = RulesFile(path.name, path.read_text(encoding="utf-8"))
        if game is not None and found.game != game.id:
            raise Failure(f"{path.name} is about {found.game}, and not about {game.id}.")
        changes_of(found)
    except UnicodeDecodeError as wrong:
        raise Failure(f"{path.name} is not UTF-8.") from wrong
    except UnusableRules as wrong:
        raise Failure(str(wrong)) from wrong
    return found


def sentence_of_changes(rules: RulesFile) -> str:
    """What a file of rules changes, by name, and what in it is still as the game has it, in sentences."""
    changes = [change for change in changes_of(rules) if not change.is_new]
    changed = list(dict.fromkeys(change.name for change in changes if not change.is_same))
    copied = [name for name in dict.fromkeys(change.name for change in changes) if name not in changed]
    one = len(copied) == 1
    same = f"{', '.join(copied)} {'is' if one else 'are'} as {rules.game} has {'it' if one else 'them'}"
    if not changed:
        return f"{rules.name} changes nothing, so that all will be the same: {same}."
    told = f"{rules.name} changes {', '.join(changed)}{f'; {same}' if copied else ''}."
    return " ".join([told, *told_left(rules.game, changed, copied)])


def variants_told(plan: ExperimentPlan) -> list[str]:
    """What parts the variants, a sentence each: what the options are about that differ, and what files change."""
    options = [variant.options for variant in plan.variants]
    about = [
        f"`{field.name}`: {field.about}"
        for field in fields_of(GAMES[plan.game].options)
        if any(getattr(one, field.name) != getattr(options[0], field.name) for one in options)
    ]
    files = [sentence_of_changes(one.rules) for one in plan.variants if one.rules is not None]
    return list(dict.fromkeys([*about, *files]))


def plan_json(plan: ExperimentPlan) -> dict[str, Any]:
    """A plan as a file of results says what it holds."""
    skill = {} if plan.skill is None else {"skill": list(plan.skill)}
    return skill | {
        "game": plan.game,
        "seed": plan.seed,
        "paired": plan.paired,
        "limit": plan.limit,
        "variants": [
            [repr(one.options), one.seats, list(one.bots), one.rules and list(one.rules)] for one in plan.variants
        ],
    }
