"""What a file of rules may change in a game, as a list, and the beginning of such a file."""

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import groupby

from ludograph.cli.errors import Failure
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, paragraph, print_data
from ludograph.domain.kernel.game import Game
from ludograph.domain.rules_files.rule_names import RuleName, rule_names


def print_names(game: Game, asked: str | None, as_json: bool) -> None:
    """The names of a game, file by file, or those that cite a number or have a word in them. Raises `Failure`."""
    found = [one for one in rule_names(game.id) if asked is None or _fits(one, asked)]
    if not found:
        raise Failure(
            f"Nothing of {game.title} that a file may change has {asked} in its name or its text. Not every function "
            "or constant says which rules it is about: leave it out to see all."
        )
    if as_json:
        for one in found:
            print_json({name: value for name, value in one._asdict().items() if name != "source"})
        return
    if constants := [one for one in found if one.is_constant]:
        echo("constants, and in which file they stand:")
        for one in constants:
            paragraph(f"{one.signature}  [{one.part}]", first="  ")
            if one.about:
                paragraph(one.about, first="      ")
    for part, names in groupby((one for one in found if not one.is_constant), lambda one: one.part):
        echo(f"{part}:")
        for one in names:
            cited = f" ({', '.join(one.rules)})" if one.rules else ""
            paragraph(f"{one.signature}{cited}{f': {one.about}' if one.about else ''}", first="  ")


def _fits(one: RuleName, asked: str) -> bool:
    number, word = asked.upper().rstrip("."), asked.casefold()
    cites = any(rule == number or rule.startswith(f"{number}.") for rule in one.rules)
    return cites or any(word in text.casefold() for text in (one.name, one.part, one.about))


def print_file(game: Game, names: Sequence[str]) -> None:
    """A file of rules that defines these names as the game does. Raises `Failure` where it has no such name."""
    known = {one.name: one for one in rule_names(game.id)}
    for name in names:
        if name not in known:
            near = get_close_matches(name, list(known), 3)
            hint = f" The nearest are {', '.join(near)}." if near else ""
            raise Failure(f"{game.id} has no {name} that a file may change.{hint}")
    methods: dict[str, str] = {}
    for name in names:
        head, _, body = known[name].source.partition("\n")
        kind = head if "." in name else name
        methods[kind] = f"{methods[kind]}\n\n{body}" if "." in name and kind in methods else known[name].source
    print_data("\n\n\n".join((f'GAME = "{game.id}"', *methods.values())))
