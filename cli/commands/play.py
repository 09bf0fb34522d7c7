"""`ludograph play`: records a match live at a table, with prompts and completion."""

import sys
from typing import TYPE_CHECKING, Any

import click

from ludograph.cli.arguments import (
    by_option,
    command_line,
    game_named,
    match_of,
    names_table,
    observer_named,
    on_terminal,
    recorder,
)
from ludograph.cli.commands.new import NewMatchRequest, _about_of, check_ways, start, start_options
from ludograph.cli.errors import Stopped, sentences_for_errors
from ludograph.cli.printing.terminal import echo, say, width
from ludograph.domain.notation.visible_text import visible

if TYPE_CHECKING:
    from ludograph.cli.table.live import LiveTable
    from ludograph.cli.table.prompts import Prompts
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command("play")
@click.argument("match", required=False)
@click.argument("players", nargs=-1, metavar="[PLAYER...]")
@start_options
@click.option(
    "--as",
    "observer",
    default="table",
    metavar="OBSERVER",
    help="Whose eyes are on this screen: a player's name, a seat number, `table` (the default) or `judge`.",
)
@by_option
@sentences_for_errors
def command(match: str | None, players: tuple[str, ...], observer: str, by: str, **given: Any) -> None:
    """Records MATCH live. Enter actions such as `Ann bid 9MS`, or `bid the pact` where only one can act.

    A table of a tournament is named by the tournament, its round and its number: `play WC 1 1`. Where the match began
    without its deal, how the cards lay is asked first.

    With a game and its players instead, it starts a match with real cards first and asks how they lay, as far
    as these eyes saw it; with --seed the program deals. Without anything it offers the tables that are open.

    Tab completes; `help` says what can be entered, `undo` takes back. Everything is on the disk as soon as it is
    answered, so that you may leave at any time. Without a terminal, lines are read from standard input.
    """
    from ludograph.cli.table.live import LiveTable
    from ludograph.cli.table.prompts import Prompts

    is_there = not any(given.values()) and (not players or names_table(players))
    if match is None:
        match = _picked(given)
    name, table = (match, players) if is_there else (_started(match, players, observer, by, **given), ())
    with recorder() as opened:
        found = match_of(opened, name, table, None)
        asker = Prompts()
        if found.awaits_deal and not found.abandoned:
            found = _with_deal(opened, found, asker, observer_named(found, observer), by)
        live = LiveTable(opened, found, observer_named(found, observer), echo, asker, by, asker.confirm)
        live.interactive = on_terminal()
        asker.live = live
        if not live.over:
            live.recap()
        raise SystemExit(_play(live, asker))


def _with_deal(store: "Recorder", match: "Match", asker: "Prompts", observer: int, by: str) -> "Match":
    """The match with the deal that its table tells: question by question, or in a line that comes through a pipe."""
    from ludograph.cli.table.deal_questions import DealPostponed, asked_deal
    from ludograph.cli.table.questions import EntryCancelled
    from ludograph.domain.exchange.deal_entry import cards_of, deal_in, with_deal

    try:
        if on_terminal():
            say("The deal of this match is awaited: say how the cards lay.")
            deal = asked_deal(cards_of(match), {}, observer)
        else:
            deal = deal_in(match, asker.line("deal> ")) or {}
    except (EOFError, EntryCancelled, DealPostponed):
        again = command_line("play", str(match.start.source or match.id), keep=("observer", "by"))
        raise Stopped(f"Nothing was entered: the deal of this match is still awaited. Go on with: {again}") from None
    return store.record(with_deal(match, deal, store.stamp(), by))


def _picked(given: dict[str, Any]) -> str:
    """The table that is chosen of those that are open; without a terminal they are only listed."""
    from ludograph.cli.table.open_tables import table_picked
    from ludograph.cli.table.prompts import Prompts

    if any(given.values()):
        raise click.UsageError("To start a match, name its game and its players: ludograph play GAME PLAYER...")
    with recorder() as opened:
        ask = Prompts() if on_terminal() else None
        picked = table_picked(opened, None if ask is None else lambda text: ask(text, lambda: ()), echo)
    if picked is None:
        raise SystemExit(0)
    return picked


def _started(
    game: str,
    players: tuple[str, ...],
    observer: str,
    by: str,
    options: tuple[str, ...],
    seed: str | None,
    deal: str | None,
    **about: str,
) -> str:
    """The id of a match that is started for it."""
    if not players:
        raise click.UsageError("To start a match, name its game and its players: ludograph play GAME PLAYER...")
    check_ways(seed, deal, written=False)
    request = NewMatchRequest(players, options, seed, deal, written=seed is None, observer=observer)
    return str(start(game_named(game), request, _about_of(**about), by, as_json=False).id)


def _play(live: "LiveTable", asker: "Prompts") -> int:
    """Takes in lines until nothing is left to record or somebody leaves; returns the exit code.

    Nobody sees what was refused of lines from a pipe, so the code says it.
    """
    code = 0
    try:
        while True:
            _take_lines(live, asker)
            if not (live.over and on_terminal()) or _is_agreed(live, asker):
                break
            live.has_left = False
            live.enter(":undo")
    except EOFError:
        pass
    except KeyboardInterrupt:
        code = 130
    if live.over:
        _after_the_end(live)
    else:
        _farewell(live)
    return code or int(live.refused and not on_terminal())


def _take_lines(live: "LiveTable", asker: "Prompts") -> None:
    """Takes in lines, and tells the result once it is there."""
    told, over = 0, False
    try:
        while not live.done and not live.has_left:
            if live.match.version != told:
                echo(live.status())
                told = live.match.version
            if live.over and not over:
                live.enter(":result")
            over = live.over
            if on_terminal():  # somebody thinks: whoever copies the store's file meanwhile copies all of it
                live.recorder.store.checkpoint()
            live.enter(asker.line(live.prompt()))
    finally:
        if live.over and not over:
            live.enter(":result")


def _is_agreed(live: "LiveTable", asker: "Prompts") -> bool:
    """Whether the players were asked for their agreement; not where a step is to be taken back first."""
    from ludograph.cli.table.agreement import ask_agreement
    from ludograph.cli.table.questions import EntryCancelled

    try:
        return ask_agreement(live, lambda text: asker(text, lambda: ("yes", "no", "undo", "skip"))) == "agreed"
    except EntryCancelled:
        return True


def _after_the_end(live: "LiveTable") -> None:
    from ludograph.domain.match.final_result import in_force

    name, agreed = _name(live), {one.name for one in in_force(live.match)}
    _way_on("What was entered wrongly can still be put right:", command_line("undo", name, "--reason", "WHY"))
    _way_on("or:", command_line("amend", name, "--edit", "--reason", "WHY"))
    if missing := [player for player in live.match.players if player not in agreed]:
        _way_on("Who agrees to the result says so with:", command_line("confirm", name, "--as", missing[0]))


def _way_on(sentence: str, command: str) -> None:
    """A command that can be copied: on a terminal no line end is put into it."""
    if len(sentence) + len(command) < width() or not sys.stderr.isatty():
        say(f"{sentence} {command}")
    else:
        say(sentence)
        click.echo(visible(command), err=True)


def _name(live: "LiveTable") -> str:
    """By what the match is named in the next command: the id of its file, or as much of its own as tells it apart."""
    from ludograph.cli.table.open_tables import name_of

    listed = live.recorder.listing(live.match.id)
    return name_of(live.recorder, listed) if listed else str(live.match.id)


def _farewell(live: "LiveTable") -> None:
    match = live.recorder.refreshed(live.match)  # Ctrl-C may have come just after an entry was stored
    more = command_line("play", _name(live), keep=("observer", "by"))
    _way_on(f"Everything up to step {len(match.steps)} is recorded. Go on with:", more)
