"""`new`: starts a match, dealt by the program or written down from a table."""

import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from ludograph.cli.arguments import (
    by_option,
    command_line,
    game_named,
    json_option,
    match_named,
    observer_among,
    on_terminal,
    options_of,
    recorder,
)
from ludograph.cli.errors import Failure, Stopped, explain, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.domain.kernel.game import Game, Refused
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.matchfile import check_about
from ludograph.domain.notation.names import Misnamed, check_players
from ludograph.domain.notation.strict_json import Unreadable, load_object
from ludograph.domain.notation.values import json_text
from ludograph.replay.shapes.matches import refused_json

if TYPE_CHECKING:
    from ludograph.domain.exchange.real_cards import RealCards
    from ludograph.domain.kernel.game import Deal, Options
    from ludograph.domain.kernel.play import PartOfDeal
    from ludograph.domain.match.aggregate import About, Match, Setting
    from ludograph.domain.store.recorder import Recorder

C = TypeVar("C", bound=Callable[..., Any])


class NewMatchRequest(NamedTuple):
    """What the command line asks for."""

    players: tuple[str, ...]
    options: tuple[str, ...]
    seed: str | None
    deal: str | None
    written: bool
    sealed: bool = False
    anyway: bool = False
    """Whether it may have other options than its round of a tournament."""
    observer: str = "judge"
    """Whose eyes are on the screen where it is asked how the cards lay."""
    like: str | None = None
    """The match whose deal and options it has."""

    @property
    def draws(self) -> bool:
        """Whether the program shuffles and draws."""
        return self.deal is None and not self.written


START: Final = (
    click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game."),
    click.option("--event", default="", help="The tournament."),
    click.option("--round", "round_", default="", help="Its round."),
    click.option("--table", default="", help="Its table."),
    click.option("--played-on", default="", metavar="YYYY-MM-DD", help="The day on which it was played."),
    click.option("--id", "source", default="", help="An id of your own, by which the match can be named too."),
    click.option("--seed", metavar="TEXT", help="The program deals, and the same for the same text."),
    click.option(
        "--deal",
        metavar="FILE|JSON",
        help="Real cards, and how they lay: a JSON object or a file with one; - is standard input. What it leaves out "
        "nobody saw; `ludograph games GAME` shows one to fill in.",
    ),
)
"""The options of every command that starts a match."""


def start_options(command: C) -> C:
    """Gives a command the options by which a match is started."""
    for option in reversed(START):
        command = option(command)
    return command


@click.command()
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@start_options
@click.option(
    "--written",
    is_flag=True,
    help="Real cards: every outcome will be written down, none is drawn. On a terminal you are asked how they lay; "
    "`later` there, or no terminal, starts the match at once, and its deal is its first entry.",
)
@click.option(
    "--sealed", is_flag=True, help="Prints a promise of the orders that are dealt; `verify` opens it at the end."
)
@click.option("--deal-of", "like", metavar="MATCH", help="Deal and options of another match, for `traveller` later.")
@click.option("--anyway", is_flag=True, help="Even with other options than its round of a tournament has.")
@by_option
@json_option
@sentences_for_errors
def command(
    game: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    seed: str | None,
    deal: str | None,
    written: bool,
    sealed: bool,
    like: str | None,
    anyway: bool,
    by: str,
    as_json: bool,
    **about: str,
) -> None:
    """Starts a match of GAME and prints its id. The players sit clockwise in the order in which you name them.

    The program shuffles and draws, unless --deal or --written say that the cards are real. Then what the deal leaves
    out is not known; what everybody sees is said with --deal, or as the first entry of the match. `ludograph games
    GAME` shows what a deal says, to be filled in.
    """
    check_ways(seed, deal, written)
    if like is not None and (options or written or (seed, deal) != (None, None)):
        raise click.UsageError("--deal-of brings options and deal along: leave -o, --seed, --deal and --written out.")
    if sealed and (deal is not None or written):
        raise click.UsageError("--sealed is for matches that the program deals: leave out --deal and --written.")
    found = game_named(game)
    request = NewMatchRequest(players, options, seed, deal, written, sealed, anyway, like=like)
    match = start(found, request, _about_of(**about), by, as_json)
    if as_json:
        sealed_as = {"commitment": match.start.commitment} if sealed else {}
        print_json({"match": str(match.id), "game": found.id, "players": list(match.players)} | sealed_as)
        return
    _tell(match, sealed=sealed)


def _tell(match: "Match", *, sealed: bool) -> None:
    """The id of a new match, and what is to be done with it."""
    echo(str(match.id))
    if match.awaits_deal:
        name = match.start.source or str(match.id)
        take = f"`{command_line('act', name)} 'deal ...'` takes it"
        say(f"Its deal is awaited: `{command_line('play', name)}` asks for it, {take}.")
    if sealed:
        check = command_line("verify", match.start.source or str(match.id))
        say(
            f"The orders are sealed: {match.start.commitment}\nWrite this down, every player: once the match is over, "
            f"`{check} --commitment ...` shows whether it was dealt so."
        )


def check_ways(seed: str | None, deal: str | None, written: bool) -> None:
    """Refuses a seed for real cards."""
    if seed is not None and (deal is not None or written):
        raise click.UsageError("--seed excludes --deal and --written: with real cards the program deals nothing.")


def start(game: Game, request: NewMatchRequest, about: "About", by: str, as_json: bool) -> "Match":
    """Records the start of a match. Raises `Failure`."""
    from ludograph.cli.table.new_match_warnings import new_match_warnings
    from ludograph.domain.store.recorder import match_id_of

    try:
        setting = setting_of(game, request, about, asks=on_terminal() and not as_json)
        with recorder(create=True) as store:
            if about.source and store.has(match_id_of(about.source)):
                name = about.source
                raise Failure(
                    f"A match with the id {name} is recorded already: `{command_line('show', name)}` shows it."
                )
            for doubt in new_match_warnings(store, game, setting.players, about):
                say(doubt)
            _check_table(store, game, setting, about, request)
            if request.seed:
                _check_seed(store, about.event, request.seed)
            if request.like is not None:
                setting = _as_dealt(store, game, setting, request.like)
            elif request.draws and not request.seed:
                setting = setting._replace(seed=store.seed())
            if request.sealed:
                setting = setting._replace(nonce=store.nonce())
            return store.start(game, setting, by=by)
    except Refused as refused:
        raise _refusal(refused, game, request.players, as_json) from refused


def _as_dealt(store: "Recorder", game: Game, setting: "Setting", name: str) -> "Setting":
    """The setting with the deal, the options and the seed of a match. Raises `Failure` where that cannot be."""
    match = match_named(store, name)
    if match.game.id != game.id or len(match.players) != len(setting.players):
        seats = len(match.players)
        raise Failure(f"{name} is a match of {match.game.id} for {seats}: name that game, and {seats} players.")
    if match.awaits_deal:
        raise Failure(match.deal_awaited)
    return setting._replace(options=match.start.options, deal=match.start.deal, seed=match.start.seed)


def _check_table(store: "Recorder", game: Game, setting: "Setting", about: "About", request: NewMatchRequest) -> None:
    """Refuses other options than its round of a tournament has, and tells why a match would count for no table."""
    from ludograph.domain.tournaments.rounds.preconditions import check_seated_so
    from ludograph.domain.tournaments.service import TournamentService

    service = TournamentService(store)
    why = check_seated_so(service, about, game, setting.players, setting.options, anyway=request.anyway)
    if why:
        say(f"It will count for no table of {about.event}: {why}. `ludograph tournament show` says who sits where.")


def _check_seed(store: "Recorder", event: str, seed: str) -> None:
    """Refuses to deal a match of a tournament from a text that the tournament tells everybody."""
    from ludograph.domain.tournaments.rounds.preconditions import check_unpublished
    from ludograph.domain.tournaments.service import TournamentService

    for one in TournamentService(store).of_name(event) if event else ():
        check_unpublished(one, [seed])


def _refusal(refused: Refused, game: Game, players: tuple[str, ...], as_json: bool) -> Failure:
    """A refused start as JSON on standard output or in lines on standard error."""
    if not as_json:
        return Failure(explain(refused, game, players))
    print_json({"error": refused_json(refused, players)})
    return Failure(f"Refused: {refused.told(players)}")


def setting_of(game: Game, request: NewMatchRequest, about: "About", *, asks: bool) -> "Setting":
    """What the match begins with. Raises `Refused` with the game's numbers, in their order."""
    from ludograph.domain.exchange.importer import read_options
    from ludograph.domain.exchange.real_cards import RealCards
    from ludograph.domain.match.aggregate import Setting

    try:
        players = check_players(request.players)
    except Misnamed as wrong:
        raise Failure(f"{wrong}.") from wrong
    options = options_of(game, request.options)
    if request.draws:
        return Setting(players, read_options(game, players, options), None, request.seed, about)
    deal = deal_of(request.deal) if request.deal is not None else {}
    observer = observer_among(game, players, request.observer) if asks and request.written else None
    real = RealCards(game, players, options)
    if observer is not None:
        deal = _asked(real, deal, observer)
    if not deal and request.deal is None and real.needed:
        return Setting(players, real.options, None, None, about, awaits_deal=True)
    return Setting(players, *_real_cards(real, deal), None, about)


def _asked(real: "RealCards", deal: dict[str, Any], observer: int) -> dict[str, Any]:
    """The deal with what this observer at the terminal is asked of the rest; nothing where they say it later."""
    from ludograph.cli.table.deal_questions import DealPostponed, asked_deal
    from ludograph.cli.table.questions import EntryCancelled

    try:
        return asked_deal(real, deal, observer)
    except DealPostponed:
        return deal
    except EntryCancelled:
        raise Stopped("No match was started.") from None


def _real_cards(real: "RealCards", deal: dict[str, Any]) -> tuple["Options", "Deal | PartOfDeal"]:
    """The options and the deal, which says all that everybody sees. Raises `Refused`."""
    missing, refused = real.missing(deal), real.refusal(deal)
    if missing and refused:
        raise Refused(refused.rule, f"{refused.told(real.players)}\n{_wanted(missing)}", outcome=True)
    return real.read(deal)


def _wanted(missing: dict[str, Any]) -> str:
    """How to say what everybody at the table knows."""
    names = listed([f"`{name}`" for name in missing])
    return f"Everybody at the table knows {names}. Say it with --deal, such as:\n--deal {quote(json_text(missing))}"


def deal_of(given: str) -> dict[str, Any]:
    """A deal that is one JSON object: as it is given, from a file, or from standard input."""
    inline = given.lstrip().startswith("{")
    where = "--deal" if inline else given
    try:
        if inline:
            return load_object(given)
        raw = sys.stdin.buffer.read() if given == "-" else Path(given).read_bytes()
        return load_object(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise Failure(f"{where} is not UTF-8.") from wrong
    except Unreadable as wrong:
        raise Failure(f"{where}: {wrong.why} A deal is one JSON object.") from wrong


def _about_of(event: str, round_: str, table: str, played_on: str, source: str) -> "About":
    """The tournament's data, checked as in a match file."""
    from ludograph.domain.match.aggregate import About

    raw = {"event": event, "round": round_, "table": table, "played_on": played_on, "id": source}
    try:
        words = check_about(raw)
    except Unreadable as wrong:
        raise Failure(wrong.why) from wrong
    return About(words["event"], words["round"], words["table"], words["played_on"], words["id"])
