"""`rules`: the rules of a game in our own words, with the numbers that refusals cite."""

import re
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import game_named, json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.rule_names_text import print_file, print_names
from ludograph.cli.printing.terminal import echo, paragraph
from ludograph.domain.kernel.terms import Explained, Glossary
from ludograph.replay.shapes.matches import rules_json

if TYPE_CHECKING:
    from ludograph.domain.kernel.game import Game


@click.command()
@click.argument("game")
@click.argument("number", required=False)
@click.option("--functions", is_flag=True, help="What a file of rules may change: functions, methods and constants.")
@click.option("--source", "sources", multiple=True, metavar="NAME", help="A file of rules that begins with this one.")
@json_option
@sentences_for_errors
def command(game: str, number: str | None, functions: bool, sources: tuple[str, ...], as_json: bool) -> None:
    """Prints the rules of a GAME, or some: SB-4.2, SB-4 for all that begin so, or what explains a word: auction.

    With --functions it lists the constants and functions by which the game is decided, or those with this number or
    word; with --source it prints one as a file of rules to be changed, which `recheck --rules` and `compare --b
    rules=FILE.py` try out.

    \b
    ludograph rules sun-bid court --functions
    ludograph rules sun-bid --source court_points > mine.py
    """
    found = game_named(game)
    if sources and (functions or number or as_json):
        raise click.UsageError("--source prints a file: leave NUMBER, --functions and --json out.")
    if sources or functions:
        print_file(found, sources) if sources else print_names(found, number, as_json)
        return
    explained = _asked_for(found, number)
    if number is None and not as_json:
        print_guide(found)
    print_rules(found, explained, as_json)


def _asked_for(game: "Game", asked: str | None) -> list[Explained]:
    """What explains a word of the game, or the rules of a number. Raises `Failure` where there is neither."""
    by_word = Glossary(game).of(asked) if asked else []
    return by_word or [Explained(number, game.rules[number]) for number in _wanted(game, asked)]


def _wanted(game: "Game", number: str | None) -> list[str]:
    """The numbers of the rules asked for, in order. Raises `Failure` where there is none."""
    every = sorted(game.rules, key=_place)
    if number is None:
        return every
    asked = number.upper().rstrip(".")
    found = [rule for rule in every if _fits(rule.upper(), asked)]
    if not found:
        groups = ", ".join(dict.fromkeys(rule.partition(".")[0] for rule in every))
        words = f"Words of the game are found too: {', '.join(sorted(game.terms)[:3])} ..."
        raise Failure(f"{game.title} has no rule {number}. There are {groups}; each begins several rules. {words}")
    return found


def _fits(rule: str, asked: str) -> bool:
    """Whether a rule is the one asked for, or one of its group; its letters may be left out."""
    return any(name == asked or name.startswith(f"{asked}.") for name in (rule, rule.partition("-")[2]))


def _place(rule: str) -> list[tuple[int, str]]:
    """Sorts SB-4.10 behind SB-4.9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", rule)]


def print_guide(game: "Game") -> None:
    """How the game is played, above its numbered rules."""
    for text in (game.title, *game.guide.split("\n\n")):
        paragraph(text)
        echo()


def print_rules(game: "Game", explained: list[Explained], as_json: bool) -> None:
    """The rules, each behind its number; a paragraph of the guide stands behind the game's name."""
    if as_json:
        for line in rules_json(game, explained):
            print_json(line)
        return
    size = max(len(one.label) for one in explained) + 2
    for one in explained:
        paragraph(one.text, first=one.label.ljust(size))
