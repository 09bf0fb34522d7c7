"""`merge`: takes the matches and tournaments of another store into this one, event for event, with their digests."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

import click

from ludograph.cli.arguments import by_option, json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_outcomes
from ludograph.cli.printing.files import refuse_beside_store, refuse_store_file
from ludograph.cli.printing.ids import short_ids
from ludograph.cli.printing.json import carried_json, json_line
from ludograph.cli.printing.terminal import Bar, progress, say
from ludograph.cli.store_option import make_folder, store_named, store_place, warn_of_lost_log
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.notation import limits

if TYPE_CHECKING:
    from ludograph.domain.merge.merger import MergeDecision, MergeOutcome
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.store.url import Place

STATUSES: Final = {
    "copied": "copied",
    "carried on": "carried on",
    "already": "there already",
    "kept": "decided",
    "apart": "gone apart",
    "damaged": "damaged",
}

keep_option = click.option(
    "--keep",
    type=click.Choice(["ours", "theirs"]),
    help="Which of two records that went apart is to stand: the one where it is taken to, or the other.",
)
reason_option = click.option(
    "--reason", default="", metavar="TEXT", help="Why that one is kept; the judge can read it."
)


@click.command()
@click.argument("other", metavar="OTHER")
@click.option("--event", metavar="NAME", help="Only this tournament, with its matches.")
@keep_option
@reason_option
@by_option
@json_option
@sentences_for_errors
def command(other: str, event: str | None, keep: str | None, reason: str, by: str, as_json: bool) -> None:
    """Takes all matches and tournaments of OTHER, the file of another store, into this one, as they were recorded.

    One that only went on there is carried on, an equal one is skipped. Of one that went apart nothing is changed: it is
    told since when, and --keep decides. Each is taken whole or not at all, so the same again completes it.
    """
    decision = keeping(keep, reason, by)
    source = another(other)
    if not source.exists():
        raise Failure(f"There is no store {source}.")
    carry(MergeRequest(source, store_place(), lambda found: of_event(found, event)), decision, as_json)


def another(name: str) -> "Place":
    """Where another store is than the one that is named. Raises `Failure` where it is that, or an archive."""
    found = store_named(name)
    if isinstance(found, Path):
        refuse_beside_store(found)
        refuse_store_file(found)
    elif found == store_place():
        raise Failure(f"{found} is the store itself: name another.")
    warn_of_lost_log(found)
    return found


class MergeRequest(NamedTuple):
    """Where matches come from and where they go, and which are meant."""

    source: "Place"
    target: "Place"
    pick: "Callable[[Recorder], list[UUID]]"


def keeping(keep: str | None, reason: str, by: str) -> "MergeDecision | None":
    """What is decided about matches that went apart; None where nothing is."""
    from ludograph.domain.merge.merger import MergeDecision

    if keep is None:
        if reason:
            raise click.UsageError("--reason says why one of two records is kept: write --keep too.")
        return None
    try:
        limits.check_text("A reason", reason)
    except limits.TooLong as wrong:
        raise Failure(str(wrong)) from wrong
    return MergeDecision("ours" if keep == "ours" else "theirs", reason.strip(), by)


def of_event(store: "Recorder", event: str | None) -> list[UUID]:
    """All that a store holds, or a tournament with its matches. Raises `Failure` where there is nothing of it."""
    from ludograph.domain.store.base import translated_store_errors
    from ludograph.domain.tournaments.tournament_merger import belonging, everything

    with translated_store_errors(store.place):
        found = everything(store) if event is None else list(belonging(store, event))
    if event is None:
        return found
    if not found:
        raise Failure(f"No match of {event} is recorded in {store.place}.")
    return found


def carry(wanted: MergeRequest, keep: "MergeDecision | None", as_json: bool) -> None:
    """Takes the matches one by one and says what became of each; exit code 1 where one went apart or is damaged."""
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.tournaments.service import TournamentService

    with Recorder(wanted.source, reading=True) as source:
        check_whole(source)
        ids = wanted.pick(source)
        make_folder(wanted.target)
        with Recorder(wanted.target) as target:
            counts = carry_all(source, target, ids, keep, as_json)
            doubts = TournamentService(target).doubts_about(ids)
    for doubt in doubts:
        say(doubt)
    if not as_json:
        say(f"{counted_outcomes(counts, STATUSES) or 'No match is recorded there'}.")
    if counts["apart"] or counts["damaged"]:
        raise SystemExit(1)


def check_whole(source: "Recorder") -> None:
    """Raises `Failure` where the file itself is damaged, as one is that was copied by half."""
    from ludograph.domain.store.base import translated_store_errors

    with translated_store_errors(source.place):
        problem = source.store.integrity_problem()
    if problem is not None:
        raise Failure(
            f"{source.place} is damaged, or only part of it was copied, so nothing was taken from it: {problem}. "
            "Copy it again with all files beside it, or make a copy with `ludograph backup`."
        )


def carry_all(
    source: "Recorder", target: "Recorder", ids: list[UUID], keep: "MergeDecision | None", as_json: bool
) -> Counter[str]:
    """Takes these matches and tournaments, and counts what became of them."""
    from ludograph.domain.tournaments.tournament_merger import merger_for
    from ludograph.domain.tournaments.verification import chain_kind

    counts: Counter[str] = Counter()
    names = short_ids([str(id) for id in ids])
    with progress("Copying", len(ids)) as bar:
        for done, id in enumerate(ids, start=1):
            carried = merger_for(chain_kind(source, id))(source, target, keep).merge(id)
            counts[carried.status] += 1
            _tell(carried, names[str(id)], bar, as_json)
            bar(done)
    return counts


def _tell(carried: "MergeOutcome", name: str, bar: Bar, as_json: bool) -> None:
    """A line about a match or a tournament; what is wrong with it follows on standard error."""
    if as_json:
        bar.print_json_text(json_line(carried_json(carried)))
        return
    events = f"{counted(carried.events, 'event')}, " if carried.status in ("copied", "carried on", "kept") else ""
    size = counted(carried.steps, "step" if carried.noun == "match" else "round")
    steps = "" if carried.status == "damaged" else f"{events}{size}"
    bar.echo(f"{carried.status:10}  {name}  {steps}".rstrip())
    if carried.error:
        bar.say(f"  {carried.name}{': ' if carried.name else ''}{carried.error}")
    if carried.hint:
        bar.say(f"  {carried.hint}")
