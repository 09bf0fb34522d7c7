"""`judge`: what each step of a match, or of many, was worth: luck apart from play, and the errors of players."""

import click

from ludograph.cli.arguments import (
    game_named,
    games_option,
    json_option,
    match_of,
    player_named,
    recorder,
    table_argument,
)
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.judged_matches import JudgedRun, judge_matches
from ludograph.cli.printing.judging import judged_with_bar
from ludograph.cli.printing.terminal import paragraph, say_command
from ludograph.domain.judging.judgement import MOST_PLAYOUTS, PLAYOUTS, SEED, JudgePlan
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.match.aggregate import Match
from ludograph.replay.sentences.judgement_sentences import check_command, judgement_lines
from ludograph.replay.shapes.judged_lines import judged_step_json, judged_sums_json


@click.command()
@click.argument("match", required=False)
@table_argument
@click.option("--all", "every", is_flag=True, help="Every match that can be judged, in place of MATCH.")
@games_option
@click.option("--event", metavar="NAME", help="With --all only the matches of this tournament.")
@click.option(
    "--as", "player", metavar="PLAYER", help="From what this player knew; by default from what all of them knew."
)
@click.option(
    "--playouts", type=Whole(8, MOST_PLAYOUTS), default=PLAYOUTS, show_default=True, help="How many a position."
)
@click.option("--seed", default=SEED, show_default=True, help="The same seed gives the same numbers, whatever --jobs.")
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="How many processes work.")
@json_option
@sentences_for_errors
def command(
    match: str | None,
    table: tuple[str, ...],
    every: bool,
    only: tuple[str, ...],
    event: str | None,
    player: str | None,
    playouts: int,
    seed: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Judges each step of a MATCH: how much luck and how much play changed for each player, and where somebody erred.

    A table of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match.
    Without --as only a match that is over is judged. Values are shares of the win, in games of one player scores, as
    many short playouts judge them. What is worked out is kept in a file beside the store: Ctrl-C loses nothing. With
    --all nothing is judged twice; the table `judgements` and the reports `play` and `luck` tell of it.

    \b
    Examples:
      ludograph judge AO26-1-1
      ludograph judge AO26-1-1 --as Ben --playouts 400 --jobs 2
      ludograph judge --all --event "Autumn Open" --jobs 2
    """
    if every == (match is not None) or (match is not None and (only or event)):
        raise click.UsageError("Name one match, or write --all, with --game and --event where only some are meant.")
    if match is None:
        run = JudgedRun(player, [game_named(name).id for name in only], event, playouts, seed, jobs)
        with recorder() as store:
            judge_matches(store, run, as_json=as_json)
        return
    with recorder() as store:
        found = match_of(store, match, table, None)
    plan = JudgePlan(ALL_SEATS if player is None else player_named(found, player, "--as"), playouts, seed)
    _print_judged(found, plan, jobs, as_json=as_json)


def _print_judged(found: Match, plan: JudgePlan, jobs: int, *, as_json: bool) -> None:
    """Judges one match, and prints it."""
    judgement = judged_with_bar(found, plan, jobs)
    if as_json:
        for one in judgement.steps:
            print_json(judged_step_json(one))
        print_json(judged_sums_json(judgement))
        return
    for first, line in judgement_lines(found, judgement, plan):
        paragraph(line, first=first)
    if check := check_command(found, judgement, plan):
        say_command("Play it on, to check the costliest decision (and again with what was played):", check)
