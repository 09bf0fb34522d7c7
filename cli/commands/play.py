"""`ludograph play`: records a match live at a table, with prompts and completion."""

from contextlib import suppress
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
from ludograph.cli.bot_names import bots_named
from ludograph.cli.commands.new import NewMatchRequest, _about_of, check_ways, start, start_options
from ludograph.cli.errors import Failure, Stopped, sentences_for_errors
from ludograph.cli.printing.terminal import echo, say

if TYPE_CHECKING:
    from ludograph.cli.table.live import LiveTable
    from ludograph.cli.table.prompts import Prompts
    from ludograph.domain.bots.opponents import Opponents
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
@click.option(
    "--against",
    metavar="B1,B2,...",
    help="A bot for each further seat, as `bots` lists them; the program deals, and the screen is for your eyes.",
)
@by_option
@sentences_for_errors
def command(
    match: str | None, players: tuple[str, ...], observer: str, against: str | None, by: str, **given: Any
) -> None:
    """Records MATCH live. Enter actions such as `Ann bid 9MS`, or `bid the pact` where only one can act.

    A table of a tournament is named by the tournament, its round and its number: `play WC 1 1`. Where the match began
    without its deal, how the cards lay is asked first.

    With a game and its players instead, it starts a match with real cards first and asks how they lay, as far
    as these eyes saw it; with --seed the program deals. Without anything it offers the tables that are open.

    With --against bots sit at the seats behind its players, as Bot 2, Bot 3 ...: each knows what its seat does, and the
    match says that it sat there. To go on with such a match, name them again.

    Tab completes; `help` says what can be entered, `undo` takes back. Everything is on the disk as soon as it is
    answered, so that you may leave at any time. Without a terminal, lines are read from standard input.
    """
    from ludograph.cli.table.recording import record_match

    bots = bots_named(against, "--against")
    name, table, eyes = _named(match, players, observer, by, bots, given)
    with recorder() as opened:
        live, asker = _live_table(opened, match_of(opened, name, table, None), eyes, by, bots)
        if not live.over:
            live.recap()
        if bots and live.interactive:
            live.enter(":show")
        try:
            code = record_match(live, asker)
        finally:
            if live.opponents is not None:
                live.opponents.close()
        raise SystemExit(code)


def _named(
    match: str | None, players: tuple[str, ...], observer: str, by: str, bots: tuple[str, ...], given: dict[str, Any]
) -> tuple[str, tuple[str, ...], str]:
    """By what the match is found: its name, the round and table behind it, and whose eyes are on it.

    It is one that is recorded, one of those that are open, or one that is started for it.
    """
    is_there = not any(given.values()) and (not players or names_table(players))
    if match is None:
        match = _picked(given)
    if is_there:
        return match, players, observer
    if bots and observer == "table" and players:
        observer = players[0]
    seated = (*players, *(f"Bot {seat}" for seat, _ in enumerate(bots, start=len(players) + 1)))
    return _started(match, seated, observer, by, bool(bots), **given), (), observer


def _live_table(
    store: "Recorder", match: "Match", observer: str, by: str, bots: tuple[str, ...]
) -> "tuple[LiveTable, Prompts]":
    """The table at which a match is recorded, with its bots, once its deal is known; and what asks there."""
    from ludograph.cli.table.live import LiveTable
    from ludograph.cli.table.prompts import Prompts

    if bots and observer == "table":
        people = (name for seat, name in enumerate(match.players, start=1) if name != f"Bot {seat}")
        observer = next(people, observer)
    asker = Prompts()
    if match.awaits_deal and not match.abandoned:
        match = _with_deal(store, match, asker, observer_named(match, observer), by)
    live = LiveTable(store, match, observer_named(match, observer), echo, asker, by, asker.confirm)
    live.interactive = on_terminal()
    asker.live = live
    if bots:
        live.match, live.opponents = _with_bots(store, match, bots)
    return live, asker


def _with_bots(store: "Recorder", match: "Match", bots: tuple[str, ...]) -> "tuple[Match, Opponents]":
    """The match, which says who its bots are, and these at the seats of the players called Bot."""
    from ludograph.domain.bots.opponents import Opponents, seed_of
    from ludograph.domain.match.seated_bots import with_bots_remark

    seats = [seat for seat, name in enumerate(match.players, start=1) if name == f"Bot {seat}"]
    if len(seats) != len(bots):
        raise Failure(f"In this match {len(seats)} bots sit, and --against names {len(bots)}.")
    names = dict(zip(seats, bots, strict=True))
    told = with_bots_remark(match, names, store.stamp())
    match = match if told is match else store.record(told)
    return match, Opponents(names, seed_of(match))


def _with_deal(store: "Recorder", match: "Match", asker: "Prompts", observer: int, by: str) -> "Match":
    """The match with the deal that its table tells: question by question, or in a line that comes through a pipe."""
    from ludograph.cli.table.deal_questions import DealPostponed, asked_deal
    from ludograph.cli.table.questions import EntryCancelled
    from ludograph.domain.exchange.deal_entry import cards_of, example_line, first_deal, with_deal

    deal = None
    with suppress(EOFError, EntryCancelled, DealPostponed):
        if on_terminal():
            say("The deal of this match is awaited: say how the cards lay.")
            deal = asked_deal(cards_of(match), {}, observer)
        else:
            deal = first_deal(match, asker.line("deal> "))
    if deal is None:
        play = command_line("play", str(match.start.source or match.id), keep=("observer", "by"))
        again = f". Go on with: {play}"
        first = f", and the first line has to tell it, such as: {example_line(match)}"
        awaited = again if on_terminal() else first
        raise Stopped(f"Nothing was entered: the deal of this match is still awaited{awaited}")
    return store.record(with_deal(match, deal, store.stamp(), by))


def _picked(given: dict[str, Any]) -> str:
    """The table that is chosen of those that are open; without a terminal they are only listed."""
    from ludograph.cli.table.open_tables import table_picked

    if any(given.values()):
        raise click.UsageError("To start a match, name its game and its players: ludograph play GAME PLAYER...")
    with recorder() as opened:
        picked = table_picked(opened)
    if picked is None:
        raise SystemExit(0)
    return picked


def _started(
    game: str,
    players: tuple[str, ...],
    observer: str,
    by: str,
    deals: bool,
    options: tuple[str, ...],
    seed: str | None,
    deal: str | None,
    **about: str,
) -> str:
    """The id of a match that is started for it."""
    if not players:
        raise click.UsageError("To start a match, name its game and its players: ludograph play GAME PLAYER...")
    check_ways(seed, deal, written=False)
    if deals and deal is not None:
        raise click.UsageError("--against excludes --deal: bots cannot see real cards.")
    request = NewMatchRequest(players, options, seed, deal, written=seed is None and not deals, observer=observer)
    return str(start(game_named(game), request, _about_of(**about), by, as_json=False).id)
