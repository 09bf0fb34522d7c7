"""`ludograph league`: every bot against every other on the same deals, until it is sure who is stronger."""

from secrets import token_hex
from typing import Any

import click

from ludograph.cli.arguments import game_named, json_option, options_of
from ludograph.cli.bot_names import bots_named
from ludograph.cli.commands.simulate import bot_json
from ludograph.cli.errors import Stopped, sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, progress, say
from ludograph.domain.bots.bradley_terry import Rating
from ludograph.domain.bots.comparison import BotRecord
from ludograph.domain.bots.league import SURE, LeaguePlan, LeagueTally, deals_played, tables_for
from ludograph.domain.bots.simulation import sizes_for, stopping
from ludograph.domain.exchange.importer import read_options
from ludograph.domain.kernel.game import Game, Options
from ludograph.domain.kernel.sentences import counted


@click.command()
@click.argument("game")
@click.option("--bots", required=True, metavar="B1,B2,...", help="Two bots or more, each once, as `bots` lists them.")
@click.option("-n", "--number", "most", type=Whole(1), default=200, show_default=True, help="At most so many deals.")
@click.option(
    "--until",
    type=click.Choice(["sure", "end"]),
    default="sure",
    show_default=True,
    help="`sure` ends as soon as each bot is surely above the next, `end` plays all the deals.",
)
@click.option("--seed", help="The same seed gives the same matches, whatever --jobs; by default a new one.")
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="How many processes play.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--max-steps", type=Whole(1), default=1000, show_default=True, help="Where bots end a match without end.")
@json_option
@sentences_for_errors
def command(
    game: str,
    bots: str,
    most: int,
    until: str,
    seed: str | None,
    jobs: int,
    options: tuple[str, ...],
    max_steps: int,
    as_json: bool,
) -> None:
    """Plays every bot against every other in GAME, and tells how strong each is.

    Each two sit together, and all of them where the game has so many seats; each deal is played once for each way to
    move the bots on by some seats. In a game for one, each plays the same deals alone. Nothing is recorded.
    The ratings are those of Bradley and Terry, 0 on average: 100 more is to come out ahead 64 times in 100. What stands
    when Ctrl-C is pressed is told too.

    \b
    ludograph league sun-bid --bots search:100,search:20,random
    ludograph league conundruze -o play_to=0 --bots search:60,random -n 50 --jobs 2
    """
    found, names = game_named(game), bots_named(bots, "--bots")
    if len(names) < 2 or len(set(names)) < len(names):
        raise click.BadParameter("Name two bots or more, each once.", param_hint="--bots")
    plan = _plan(found, names, options, seed or token_hex(4), max_steps)
    tally, sure = _played(plan, most, jobs, until == "sure")
    for line in _told(plan, tally, sure, as_json):
        (say if as_json else echo)(line)
    if len(tally.deals) < most and not sure:
        raise Stopped(f"Stopped after {len(tally.deals)} of {most} deals; this is what they came to.")


def _plan(game: Game, bots: tuple[str, ...], given: tuple[str, ...], seed: str, limit: int) -> LeaguePlan:
    options = _options(game, len(bots), given)
    return LeaguePlan(game.id, options, bots, tables_for(bots, sizes_for(game, options, None)), seed, limit)


def _options(game: Game, size: int, given: tuple[str, ...]) -> Options:
    seats = max(game.seats[0], min(size, game.seats[-1]))
    return read_options(game, tuple(f"Bot {seat}" for seat in range(1, seats + 1)), options_of(game, given))


def _played(plan: LeaguePlan, most: int, jobs: int, until_sure: bool) -> tuple[LeagueTally, bool]:
    """What was played until the order was sure, all deals were, or somebody asked to stop; and whether it is sure."""
    tally = LeagueTally(plan.bots)
    with stopping() as stop, progress("Playing", most) as show:
        for deal in deals_played(plan, most, jobs):
            tally.add(deal)
            show(len(tally.deals))
            if stop.asked or (until_sure and tally.is_done()):
                break
    return tally, tally.is_sure()


def _told(plan: LeaguePlan, tally: LeagueTally, sure: bool, as_json: bool) -> list[str]:
    """Prints the table; returns what is to be said of it."""
    records = {record.bot: record for record in tally.comparison.records()}
    found = tally.ratings()
    if as_json:
        for one in found:
            print_json({**rating_json(one), **bot_json(records[one.bot])})
        print_json({"deals": len(tally.deals), "matches": tally.matches, "sure": sure, "seed": plan.seed})
    else:
        rows = [_row(one, records[one.bot]) for one in found]
        listing([("BOT", "RATING", "95 %", "ABOVE THE NEXT", "WINS", "SCORE"), *rows])
    told = f"{counted_matches(tally.matches)} on {counted(len(tally.deals), 'deal')}"
    lines = [f"{told}: {'the order is sure.' if sure else 'the order is not sure yet.'}"]
    if tally.unfinished:
        lines.append(
            f"{tally.unfinished} did not come to an end in the steps allowed (--max-steps), and count for nothing."
        )
    return [*lines, f"Seed {plan.seed}: with --seed {plan.seed} the same matches come again."]


def rating_json(one: Rating) -> dict[str, Any]:
    """How strong a bot is, for programs; null where too few deals were played."""
    low, high = (None if value is None else round(value, 1) for value in (one.low, one.high))
    lead = None if one.lead is None else round(one.lead, 2)
    return {"bot": one.bot, "rating": round(one.rating, 1), "low": low, "high": high, "errors_above_next": lead}


def _row(one: Rating, record: BotRecord) -> tuple[str, ...]:
    within = "" if one.low is None or one.high is None else f"{one.low:+.0f} to {one.high:+.0f}"
    above = "" if one.lead is None else "surely" if one.lead > SURE else "not surely"
    share, score = record.win.mean, record.score.mean
    wins = "" if share is None else f"{share:.1%}"
    return one.bot, f"{one.rating:+.0f}", within, above, wins, "" if score is None else f"{score:.1f}"
