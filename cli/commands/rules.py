"""`rules`: the rules of a game in our own words, with the numbers that refusals cite."""

import re
from typing import TYPE_CHECKING

import click

from cli.arguments import game_named, json_option
from cli.errors import Failure, sentences_for_errors
from cli.printing.json import print_json, rules_json
from cli.printing.terminal import echo, paragraph

if TYPE_CHECKING:
    from domain.kernel.game import Game


@click.command()
@click.argument("game")
@click.argument("number", required=False)
@json_option
@sentences_for_errors
def command(game: str, number: str | None, as_json: bool) -> None:
    """Prints the rules of a GAME, or one of them: SB-4.2, or SB-4 for all that begin so."""
    found = game_named(game)
    numbers = wanted(found, number)
    if number is None and not as_json:
        print_guide(found)
    print_rules(found, numbers, as_json)


def wanted(game: "Game", number: str | None) -> list[str]:
    """The numbers of the rules asked for, in order. Raises `Failure` where there is none."""
    every = sorted(game.rules, key=place)
    if number is None:
        return every
    asked = number.upper().rstrip(".")
    found = [rule for rule in every if fits(rule.upper(), asked)]
    if not found:
        groups = ", ".join(dict.fromkeys(rule.partition(".")[0] for rule in every))
        raise Failure(f"{game.title} has no rule {number}. There are {groups}; each begins several rules.")
    return found


def fits(rule: str, asked: str) -> bool:
    """Whether a rule is the one asked for, or one of its group; its letters may be left out."""
    return any(name == asked or name.startswith(f"{asked}.") for name in (rule, rule.partition("-")[2]))


def place(rule: str) -> list[tuple[int, str]]:
    """Sorts SB-4.10 behind SB-4.9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", rule)]


def print_guide(game: "Game") -> None:
    """How the game is played, above its numbered rules."""
    for text in (game.title, *game.guide.split("\n\n")):
        paragraph(text)
        echo()


def print_rules(game: "Game", numbers: list[str], as_json: bool) -> None:
    """The rules, each behind its number."""
    if as_json:
        for line in rules_json(game, numbers):
            print_json(line)
        return
    size = max(map(len, numbers)) + 2
    for number in numbers:
        paragraph(game.rules[number], first=number.ljust(size))
