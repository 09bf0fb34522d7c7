"""`merge`: takes the matches and tournaments of another store into this one, event for event, with their digests."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

import click

from ludograph.cli.arguments import by_option, json_option, on_terminal
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_outcomes
from ludograph.cli.printing.files import refuse_beside_store, refuse_store_file
from ludograph.cli.printing.ids import short_ids
from ludograph.cli.printing.json import carried_json, json_line
from ludograph.cli.printing.terminal import Bar, progress, say
from ludograph.cli.store_option import make_folder, store_named, store_place, warn_of_lost_log
from ludograph.cli.tournaments.merge_conflicts import asked_conflicts, conflict_lines
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.notation import limits

if TYPE_CHECKING:
    from ludograph.domain.merge.merger import MergeDecision, MergeOutcome, SingleDecisions, Whose
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.store.url import Place

STATUSES: Final = {
    "copied": "copied",
    "carried on": "carried on",
    "already": "there already",
    "united": "united",
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


decide_option = click.option(
    "--decide",
    "decisions",
    multiple=True,
    metavar="ID=ours|theirs",
    help="Which side of one conflict is to stand, by the id under which it is told; repeatable.",
)


@click.command()
@click.argument("others", metavar="OTHER...", nargs=-1, required=True)
@click.option("--event", metavar="TOURNAMENT", help="Only this tournament, by its name or id, with its matches.")
@keep_option
@decide_option
@reason_option
@by_option
@json_option
@sentences_for_errors
def command(
    others: tuple[str, ...],
    event: str | None,
    keep: str | None,
    decisions: tuple[str, ...],
    reason: str,
    by: str,
    as_json: bool,
) -> None:
    """Takes all matches and tournaments of OTHER, the file of another store or several, into this one, as they were
    recorded.

    What only went on there is carried on, an equal one is skipped. Of two records of a tournament that went apart all
    is united that can stand together, in whatever order stores are merged; what cannot is asked for one by one, or told
    and left open until --decide or --keep decides. Of a match that went apart nothing is changed before --keep decides.
    Each is taken whole or not at all, so the same again completes it.
    """
    answers = deciding(keep, decisions, reason, by)
    sources = [another(other) for other in others]
    if missing := next((source for source in sources if not source.exists()), None):
        raise Failure(f"There is no store {missing}.")
    target = store_place()
    carry(
        [MergeRequest(one, target, lambda found: of_event(found, event, target)) for one in sources], answers, as_json
    )


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


class Answers(NamedTuple):
    """What is decided about all that went apart, if anything is, and about single conflicts."""

    keep: "MergeDecision | None"
    singly: "SingleDecisions"


def deciding(keep: str | None, decisions: tuple[str, ...], reason: str, by: str) -> Answers:
    """What is decided by the options of a command. Raises `Failure`."""
    from ludograph.domain.merge.merger import MergeDecision, SingleDecisions

    if keep is None and not decisions and reason:
        raise click.UsageError("--reason says why one of two records is kept: write --keep or --decide too.")
    try:
        limits.check_text("A reason", reason)
    except limits.TooLong as wrong:
        raise Failure(str(wrong)) from wrong
    kept = dict(map(_decision, decisions))
    singly = SingleDecisions(kept, reason.strip(), by)
    if keep is None:
        return Answers(None, singly)
    return Answers(MergeDecision("ours" if keep == "ours" else "theirs", reason.strip(), by), singly)


def _decision(text: str) -> "tuple[str, Whose]":
    id, _, whose = text.strip().partition("=")
    if whose not in ("ours", "theirs"):
        raise click.UsageError(f"--decide {limits.cut(text)}: write the id of a conflict with =ours or =theirs.")
    return id, "ours" if whose == "ours" else "theirs"


def of_event(store: "Recorder", event: str | None, target: "Place | None" = None) -> list[UUID]:
    """All that a store holds, or a tournament with its matches. Raises `Failure` where there is nothing of it.

    Where it is named by an id, matches that say only its name are found if the store or its `target` knows both.
    """
    from ludograph.domain.store.base import translated_store_errors
    from ludograph.domain.tournaments.exchange.tournament_merger import belonging, everything, names_at

    with translated_store_errors(store.place):
        found = everything(store) if event is None else list(belonging(store, event, names_at(target, event)))
    if event is None:
        return found
    if not found:
        raise Failure(f"No match of {event} is recorded in {store.place}.")
    return found


def carry(wanted: "Sequence[MergeRequest]", answers: Answers, as_json: bool) -> None:
    """Takes the matches one by one and says what became of each; exit code 1 where one went apart or is damaged."""
    outcomes: list[MergeOutcome] = []
    for one in wanted:
        if len(wanted) > 1 and not as_json:
            say(f"From {one.source}:")
        outcomes += _carried(one, answers, as_json)
    counts: Counter[str] = Counter(one.status for one in outcomes)
    known = {conflict.id for one in outcomes for conflict in one.conflicts}
    for id in answers.singly.kept.keys() - known:
        say(f"There is no conflict {id} (any more): what stands against each other now is told above.")
    if not as_json:
        say(f"{counted_outcomes(counts, STATUSES) or 'No match is recorded there'}.")
    if counts["apart"] or counts["damaged"]:
        raise SystemExit(1)


def _carried(wanted: MergeRequest, answers: Answers, as_json: bool) -> "list[MergeOutcome]":
    """Takes what is meant of one store; on a terminal it is asked which side of a conflict stands."""
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.tournaments.service import TournamentService

    with Recorder(wanted.source, reading=True) as source:
        check_whole(source)
        ids = wanted.pick(source)
        make_folder(wanted.target)
        with Recorder(wanted.target) as target:
            outcomes = carry_all(source, target, ids, answers, as_json)
            open_ = [one for one in outcomes.values() if any(not conflict.kept for conflict in one.conflicts)]
            if open_ and on_terminal() and not as_json:
                asked = answers._replace(singly=asked_conflicts(open_, answers.singly))
                if asked != answers:
                    outcomes |= carry_all(source, target, [one.match for one in open_], asked, as_json)
            doubts = TournamentService(target).doubts_about(ids)
    for doubt in doubts:
        say(doubt)
    return list(outcomes.values())


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
    source: "Recorder", target: "Recorder", ids: list[UUID], answers: Answers, as_json: bool
) -> "dict[UUID, MergeOutcome]":
    """Takes these matches and tournaments, and says what became of each."""
    from ludograph.domain.tournaments.exchange.tournament_merger import merger_for
    from ludograph.domain.tournaments.verification import chain_kind

    found = {}
    names = short_ids([str(id) for id in ids])
    with progress("Copying", len(ids)) as bar:
        for done, id in enumerate(ids, start=1):
            found[id] = merger_for(chain_kind(source, id))(source, target, *answers).merge(id)
            _tell(found[id], names[str(id)], bar, as_json)
            bar(done)
    return found


def _tell(carried: "MergeOutcome", name: str, bar: Bar, as_json: bool) -> None:
    """A line about a match or a tournament; what is wrong with it follows on standard error."""
    if as_json:
        bar.print_json_text(json_line(carried_json(carried)))
        return
    events = "" if carried.status in ("already", "damaged") else f"{counted(carried.events, 'event')}, "
    if carried.status == "apart" and not carried.conflicts:
        events = ""
    size = counted(carried.steps, "step" if carried.noun == "match" else "round")
    steps = "" if carried.status == "damaged" else f"{events}{size}"
    bar.echo(f"{carried.status:10}  {name}  {steps}".rstrip())
    if carried.error:
        bar.say(f"  {carried.name}{': ' if carried.name else ''}{carried.error}")
    for line in conflict_lines(carried.conflicts):
        bar.say(f"  {line}")
    if carried.hint:
        bar.say(f"  {carried.hint}")
