"""`fork`: a match that begins as another one and goes on otherwise."""

from typing import NamedTuple
from uuid import UUID

import click
from msgspec.structs import replace

from ludograph.cli.arguments import (
    as_of_option,
    by_option,
    json_option,
    match_of,
    options_of,
    player_named,
    recorder,
    table_argument,
)
from ludograph.cli.bot_names import EACH_OR_ALL, bots_for
from ludograph.cli.commands.show import step_named
from ludograph.cli.errors import Failure, Stopped, sentences_for_errors
from ludograph.cli.numbers import StepNumber, Whole
from ludograph.cli.printing.fork_text import (
    LineOfPlay,
    action_text,
    print_fork,
    print_fork_steps,
    print_lines_of_play,
)
from ludograph.cli.printing.terminal import progress, say
from ludograph.domain.corrections.amend import Unamendable
from ludograph.domain.entry.recording import NotTogether, decide_entries
from ludograph.domain.forks.continuation import AsPlayed, gone_on_as_played, gone_on_by_bots
from ludograph.domain.forks.drawn_anew import NotImagined, drawn_anew
from ludograph.domain.forks.fork import NewFork, forked, with_options
from ludograph.domain.forks.playing_on import Positions, difference_between, results_of, spread_of
from ludograph.domain.kernel.conceal import withholds
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import check_about
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import TABLE_NAME
from ludograph.domain.store.recorder import Recorder, match_id_of


class ForkRequest(NamedTuple):
    """How a fork begins, and how it goes on."""

    do: tuple[str, ...]
    options: tuple[str, ...]
    as_played: bool
    bots: tuple[str, ...]
    seed: str
    by: str
    source: str
    as_json: bool
    observer: str | None = None


@click.command("fork")
@click.argument("match")
@table_argument
@click.option("--at", type=StepNumber(), metavar="STEP", help="As it stood after this step; by default the last.")
@click.option("--do", multiple=True, metavar="LINE", help="Goes on with this, such as 'Ann bid 9MS'; may be repeated.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="With this option of the game.")
@click.option(
    "--as-played",
    is_flag=True,
    help="Goes on as it was really played, as far as that is legal; --do comes in the place of as many steps.",
)
@click.option("--bots", metavar="B1,B2,...", help=f"Bots play it to its end: {EACH_OR_ALL}.")
@click.option("--play", "count", type=Whole(1), metavar="N", help="Records nothing: bots play it on N times.")
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="With --play: how many processes play.")
@click.option(
    "--as",
    "observer",
    metavar="PLAYER",
    help="All that this player, or the table, has not seen is drawn anew, as they could believe it to be.",
)
@click.option("--seed", default="", help="From what bots choose, and cards are drawn with --play and --as.")
@click.option("--id", "source", default="", help="An id of your own, by which the fork can be named too.")
@as_of_option
@by_option
@json_option
@sentences_for_errors
def command(
    match: str,
    table: tuple[str, ...],
    at: int | None,
    count: int | None,
    jobs: int,
    bots: str | None,
    as_of: str | None,
    **asked: object,
) -> None:
    """Starts a match that begins as MATCH up to a step, and goes on otherwise; prints its id.

    Hidden cards lie and are drawn as in MATCH, or with --as PLAYER are drawn anew, so that nothing in it tells what the
    player does not know. It goes on like any match, by `act` and `play`; with --as-played as the
    others really played, with --bots by bots. Forks stand in no list, standing, rating or report unless these are asked
    with --forks; `show MATCH --forks` has them.

    With --play the position is played on many times by bots, and it is told how the results lie; with --do beside what
    was really played, on the same luck. The same comes of a --seed whatever --jobs.

    \b
    ludograph fork AO26-1-1 --at 32 --do "Ben bid 12" --as-played
    ludograph fork AO26-1-1 --at 32 --do "Ben bid 12" --play 200 --bots search:20
    """
    with recorder() as store:
        origin = match_of(store, match, table, as_of)
        request = ForkRequest(bots=bots_for(bots, len(origin.players), "--bots"), **asked)  # type: ignore[arg-type]
        step = step_named(origin, at)
        if count is not None:
            _play(store, origin, step, request, count, jobs)
        elif jobs > 1:
            raise click.UsageError("--jobs goes with --play.")
        else:
            _record(store, origin, step, request)


def _record(store: Recorder, origin: Match, at: int, request: ForkRequest) -> None:
    """Records a fork, and tells how it goes on."""
    if request.as_played and request.observer is not None:
        raise click.UsageError("--as-played shows what others did with their real cards: leave it or --as out.")
    fork = _forked(store, origin, at, request)
    done: AsPlayed | None = None
    if request.as_played:
        done = gone_on_as_played(fork, origin, len(fork.steps) + 1, store.stamp)
        fork = done.match
    if request.bots:
        fork = gone_on_by_bots(fork, request.bots, request.seed or store.seed(), store.stamp)
    fork = store.record(fork)
    print_fork(fork, done, request.as_json)
    if not request.as_json:
        print_fork_steps(fork, at + 1)


def _forked(store: Recorder, origin: Match, at: int, request: ForkRequest) -> Match:
    """The fork with the options and actions that are asked for, not recorded yet. Raises `Failure`."""
    source = _source(store, request.source)
    id = match_id_of(source) if source else UUID(bytes=store.sources.bytes(16), version=4)
    new = NewFork(id, store.stamp, request.by, source)
    seat = _known_by(origin, request.observer)
    try:
        if seat is None:
            fork = forked(origin, at, new)
        else:
            fork = drawn_anew(origin, at, seat, request.seed or store.seed(), new)
        if request.options:
            fork = with_options(fork, options_of(fork.game, request.options), new)
        for text in request.do:
            fork = decide_entries(store, fork, text, TABLE)
    except (NotTogether, NotImagined) as wrong:
        raise Failure(str(wrong)) from wrong
    except Unamendable as wrong:
        raise Failure(f"With these options step {wrong.step} would not be legal: {wrong.message}") from wrong
    return fork


def _source(store: Recorder, source: str) -> str:
    """The id that somebody gave a fork. Raises `Failure` for one that cannot be, or that is recorded already."""
    try:
        found = check_about({"id": source})["id"]
    except Unreadable as wrong:
        raise Failure(wrong.why) from wrong
    if found and store.has(match_id_of(found)):
        raise Failure(f"A match with the id {found} is recorded already: give the fork another --id.")
    return found


class _Lines(NamedTuple):
    """The lines of play that are compared: what is done in each, and how each stands before it is played on."""

    done: tuple[str, ...]
    positions: Positions


def _play(store: Recorder, origin: Match, at: int, request: ForkRequest, count: int, jobs: int) -> None:
    """Plays a position on many times, beside what was really played where something else is done."""
    if request.as_played or request.source:
        raise click.UsageError("--play records nothing: leave --as-played and --id out.")
    lines = _lines(store, origin, at, request)
    bots, seed = request.bots or ("random",) * len(origin.players), request.seed or store.seed()
    found = []
    try:
        with progress("Playing on", count) as show:
            for number, results in enumerate(results_of(lines.positions, bots, seed, count, jobs), start=1):
                found.append(results)
                show(number)
    except KeyboardInterrupt:
        if not found:
            raise
    by_line = list(zip(*found, strict=True))
    differences = [difference_between(by_line[0], by_line[1]), None] if len(by_line) > 1 else [None]
    told = [
        LineOfPlay(done, len(found), spread_of(results), difference)
        for done, results, difference in zip(lines.done, by_line, differences, strict=True)
    ]
    print_lines_of_play(told, origin.players, request.as_json)
    if len(found) < count:
        raise Stopped(f"Stopped after {len(found)} of {count} times.")
    if not request.seed:
        say(f"Seed {seed}: with --seed {seed} the same comes again.")


def _lines(store: Recorder, origin: Match, at: int, request: ForkRequest) -> _Lines:
    """What is asked for, and where that does something else than was played, what was played as well."""
    seat = _known_by(origin, request.observer)
    fork = _forked(store, origin, at, request)
    made = list(fork.steps)[at:]
    played = list(origin.steps)[at : at + len(made)]
    if seat is None:
        there = [fork]
        if played:
            there.append(_forked(store, origin, at + len(played), request._replace(do=())))
        return _Lines(tuple(action_text(fork, some) for some in (made, played)[: len(there)]), lambda seed: there)
    # What others did unseen cannot be done in cards that are made up; what came of an action is drawn anew.
    known = bool(played) and not any(withholds(step.action, seat, step.actor) for step in played)

    def positions(seed: str) -> list[Match]:
        own = request._replace(seed=seed)
        bare = _forked(store, origin, at, own._replace(do=()))
        there = replace(origin, steps=origin.steps[: at + len(played)])
        beside = gone_on_as_played(bare, there, at + 1, store.stamp, drawn_anew=True)
        if known and beside.refused is not None:
            raise beside.refused
        return [_forked(store, origin, at, own), *([beside.match] if known else [])]

    texts = [action_text(fork, some, seat, drawn=False) for some in ((made, played) if known else (made,))]
    return _Lines(tuple(texts), positions)


def _known_by(origin: Match, observer: str | None) -> int | None:
    """The player, or the table, whose knowledge a fork keeps to; None where hidden cards lie as recorded."""
    if observer is None:
        return None
    return TABLE if observer.casefold() == TABLE_NAME else player_named(origin, observer, "--as")
