"""`games`: which games there are, and what one of them is played with."""

from typing import Any

import click
from msgspec.structs import asdict

from ludograph.cli.arguments import game_named, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.deals import deal_json, described_deal, templates
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, game_tile, paragraph, styled
from ludograph.cli.printing.usage import codes_text, type_text, usage
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Action, Credits, Game, verb_of
from ludograph.domain.kernel.shapes import Field, fields_of
from ludograph.domain.notation.visible_text import Styled


@click.command()
@click.argument("game", required=False)
@json_option
@sentences_for_errors
def command(game: str | None, as_json: bool) -> None:
    """Lists the games, or tells about one: seats, options, how to start with real cards, and what a player can do."""
    if game is not None:
        print_game(game_named(game), as_json)
    else:
        list_games(as_json)


def list_games(as_json: bool) -> None:
    """A line for each game."""
    games = list(GAMES.values())
    if as_json:
        for game in games:
            print_json(summary_json(game))
        return
    size = max(len(game.id) for game in games) + 2
    for game in games:
        tile, seats = game_tile(game.id), f"{seats_text(game):14}"
        first = f"{' ' * 5 if tile else ''}{game.id:{size}}{seats}"
        named = Styled(f"{tile}{styled(f'{game.id:{size}}', bold=True)}{seats}")
        paragraph(game.summary, first=first, painted=named)


def print_game(game: Game, as_json: bool) -> None:
    """Everything that a match of this game can be started and recorded with."""
    if as_json:
        options = [option_json(field) for field in fields_of(game.options)]
        actions = [action_json(game, action) for action in game.actions]
        more = {"options": options, "actions": actions, "deal": deal_json(game), "credits": asdict(game.credits)}
        print_json(summary_json(game) | more)
        return
    echo(Styled(f"{game_tile(game.id)}{styled(game.title, bold=True)} ({game.id}), {seats_text(game)}"))
    paragraph(game.summary)
    echo()
    echo(styled("Options (ludograph new ... -o name=value)", bold=True))
    for field in fields_of(game.options):
        paragraph(f"{type_text(field.shape)}; {default_text(field)}. {field.about}", first=f"  {field.name}: ")
    if not fields_of(game.options):
        echo("  none")
    echo()
    echo(styled("Cards", bold=True))
    paragraph(codes_text(game.deck), first="  ")
    print_deal(game)
    echo()
    echo(styled("Actions (ludograph act MATCH 'Ann ...')", bold=True))
    for action in game.actions:
        paragraph((action.__doc__ or "").partition("\n")[0], first=f"  {usage(action)}: ")
    echo()
    echo(styled("Credits (the rules are told in our own words)", bold=True))
    for what, whose in credited(game.credits).items():
        paragraph(whose, first=f"  {what}: ")
    echo(f"\n`ludograph rules {game.id}` prints the rules.")


def print_deal(game: Game) -> None:
    """How a match with real cards is started."""
    echo("\nDeal (ludograph new ... --deal '{...}', where the cards are real)")
    for name, what in described_deal(game):
        paragraph(what, first=f"  {name}: ")
    echo("\nTo be filled in; with --written instead, you are asked for it on a terminal:")
    for template in templates(game):
        echo(template)


def credited(credits: Credits) -> dict[str, str]:
    """Whose game it is, said for people."""
    return {
        "designer": credits.designer or "not named in the source",
        "source": credits.source,
        "licence of the source": credits.licence or "none stated",
    }


def seats_text(game: Game) -> str:
    """`2-4 players`."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return f"{least} player{'' if least == 1 else 's'}"
    return f"{least}-{most} players"


def default_text(field: Field) -> str:
    """What an option is where nobody says otherwise."""
    words = {"True": "true", "False": "false", "None": "none"}
    default = words.get(str(field.default), field.default)
    if isinstance(default, tuple):
        default = " ".join(map(str, default))
    return f"default {default}" if default != "" else "default: nothing"


def summary_json(game: Game) -> dict[str, Any]:
    """A game in short."""
    seats = {"min": game.seats[0], "max": game.seats[-1]}
    return {"game": game.id, "title": game.title, "summary": game.summary, "seats": seats, "version": game.version}


def option_json(field: Field) -> dict[str, Any]:
    """An option with its type, its default, and its values where they can be listed."""
    return {
        "name": field.name,
        "type": type_text(field.shape),
        "default": field.default,
        "values": list(field.shape.words) or ([False, True] if field.shape.kind == "flag" else None),
        "about": field.about,
    }


def action_json(game: Game, action: type[Action]) -> dict[str, Any]:
    """An action: its verb and fields; `draws` is null where the game's rules do not say who draws."""
    fields = [{"name": f.name, "type": type_text(f.shape), "required": f.required} for f in fields_of(action)]
    about = (action.__doc__ or "").partition("\n")[0]
    draws = None if game.faults.idle is None else action in game.faults.idle.draws
    return {"do": verb_of(action.__name__), "about": about, "draws": draws, "fields": fields}
