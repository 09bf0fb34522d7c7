"""`new`: starts a match, dealt by the program or written down from a table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.arguments import by_option, game_named, json_option, options_of, recorder
from cli.errors import Failure, sentences_for_errors
from cli.printing.json import print_json
from cli.printing.terminal import echo, say
from domain.kernel.game import Game, Refused
from domain.notation.lines import Unreadable, load_object
from domain.notation.matchfile import check_about
from domain.notation.names import Misnamed, check_players

if TYPE_CHECKING:
    from domain.records.match import About, Match, Setting


class Request(NamedTuple):
    """What the command line asks for."""

    players: tuple[str, ...]
    options: tuple[str, ...]
    seed: str | None
    deal: str | None
    written: bool
    sealed: bool

    @property
    def draws(self) -> bool:
        """Whether the program shuffles and draws."""
        return self.deal is None and not self.written


@click.command()
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--event", default="", help="The tournament.")
@click.option("--round", "round_", default="", help="Its round.")
@click.option("--table", default="", help="Its table.")
@click.option("--played-on", default="", metavar="YYYY-MM-DD", help="The day on which it was played.")
@click.option("--seed", metavar="TEXT", help="Deals like this; without it the program takes a random one.")
@click.option("--deal", metavar="FILE", help="A JSON object with the deal as it lay; - is standard input.")
@click.option("--written", is_flag=True, help="Real cards: every outcome will be written down, none is drawn.")
@click.option(
    "--sealed", is_flag=True, help="Prints a promise of the orders that are dealt; `verify` opens it at the end."
)
@click.option("--id", "source", default="", help="An id of your own, by which the match can be named too.")
@by_option
@json_option
@sentences_for_errors
def command(
    game: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    event: str,
    round_: str,
    table: str,
    played_on: str,
    seed: str | None,
    deal: str | None,
    written: bool,
    sealed: bool,
    source: str,
    by: str,
    as_json: bool,
) -> None:
    """Starts a match of GAME and prints its id. The players sit clockwise in the order in which you name them.

    The program shuffles and draws, unless --deal or --written say that the cards are real.
    """
    if (seed is not None) + (deal is not None) + written > 1:
        raise click.UsageError("--seed, --deal and --written exclude each other.")
    if sealed and (deal is not None or written):
        raise click.UsageError("--sealed is for matches that the program deals: leave out --deal and --written.")
    found = game_named(game)
    about = about_of(event, round_, table, played_on, source)
    match = start(found, Request(players, options, seed, deal, written, sealed), about, by, as_json)
    if as_json:
        sealed_as = {"commitment": match.start.commitment} if sealed else {}
        print_json({"match": str(match.id), "game": found.id, "players": list(match.players)} | sealed_as)
        return
    echo(str(match.id))
    if sealed:
        say(
            f"The orders are sealed: {match.start.commitment}\nWrite this down, every player: once the match is over, "
            f"`ludograph verify {match.start.source or match.id} --commitment ...` shows whether it was dealt so."
        )


def start(game: Game, request: Request, about: "About", by: str, as_json: bool) -> "Match":
    """Records the start of a match. Raises `Failure`."""
    from domain.records.recorder import id_of

    try:
        setting = setting_of(game, request, about)
        with recorder(create=True) as store:
            if about.source and store.has(id_of(about.source)):
                name = about.source
                raise Failure(f"A match with the id {name} is recorded already: `ludograph show {name}` shows it.")
            if request.draws and request.seed is None:
                setting = setting._replace(seed=store.seed())
            if request.sealed:
                setting = setting._replace(nonce=store.nonce())
            return store.start(game, setting, by=by)
    except Refused as refused:
        raise refusal(refused, game, request.players, as_json) from refused


def refusal(refused: Refused, game: Game, players: tuple[str, ...], as_json: bool) -> Failure:
    """A refused start as JSON on standard output or in lines on standard error."""
    from cli.errors import explain
    from cli.printing.json import refused_json

    if not as_json:
        return Failure(explain(refused, game, players))
    print_json({"error": refused_json(refused, players)})
    return Failure(f"Refused: {refused.told(players)}")


def setting_of(game: Game, request: Request, about: "About") -> "Setting":
    """What the match begins with. Raises `Refused` with the game's numbers, in their order."""
    from domain.records.importing import read_options, read_setup
    from domain.records.match import Setting

    try:
        players = check_players(request.players)
    except Misnamed as wrong:
        raise Failure(f"{wrong}.") from wrong
    options = options_of(game, request.options)
    if request.draws:
        return Setting(players, read_options(game, players, options), None, request.seed, about)
    deal = deal_of(request.deal) if request.deal is not None else None
    return Setting(players, *read_setup(game, players, options, deal), None, about)


def deal_of(file: str) -> dict[str, Any]:
    """A deal from a file that holds one JSON object."""
    raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return load_object(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise Failure(f"{file} is not UTF-8.") from wrong
    except Unreadable as wrong:
        raise Failure(f"{file}: {wrong.why} A deal is one JSON object.") from wrong


def about_of(event: str, round_: str, table: str, played_on: str, source: str) -> "About":
    """The tournament's data, checked as in a match file."""
    from domain.records.match import About

    raw = {"event": event, "round": round_, "table": table, "played_on": played_on, "id": source}
    try:
        words = check_about(raw)
    except Unreadable as wrong:
        raise Failure(wrong.why) from wrong
    return About(words["event"], words["round"], words["table"], words["played_on"], words["id"])
