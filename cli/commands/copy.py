"""`copy`: matches and tournaments from this store into another, event for event, with their digests."""

from typing import TYPE_CHECKING
from uuid import UUID

import click

from ludograph.cli.arguments import by_option, check_pick, json_option, picked
from ludograph.cli.commands.merge import (
    MergeRequest,
    another,
    carry,
    decide_option,
    deciding,
    keep_option,
    of_event,
    reason_option,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.store_option import store_place

if TYPE_CHECKING:
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("store", metavar="STORE")
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option("--event", metavar="NAME", help="This tournament, by its name or id, with all its matches.")
@click.option("--all", "every", is_flag=True, help="All matches and tournaments.")
@keep_option
@decide_option
@reason_option
@by_option
@json_option
@sentences_for_errors
def command(
    store: str,
    matches: tuple[str, ...],
    event: str | None,
    every: bool,
    keep: str | None,
    decisions: tuple[str, ...],
    reason: str,
    by: str,
    as_json: bool,
) -> None:
    """Copies matches into STORE, another file, which is made if it is not there: their events as they were recorded.

    --event and --all take tournaments along. What merge says of what is there already holds here too. Nothing is
    changed in the store they come from.
    """
    check_pick(matches, event, every)
    answers = deciding(keep, decisions, reason, by)
    source, target = store_place(), another(store)
    if not source.exists():
        raise Failure(f"Nothing is recorded yet in {source}: there is nothing to copy.")
    carry([MergeRequest(source, target, lambda found: found_in(found, matches, event))], answers, as_json)


def found_in(store: "Recorder", matches: tuple[str, ...], event: str | None) -> list[UUID]:
    """The matches that are meant, damaged ones among them. Raises `Failure` where there are none."""
    return picked(store, matches, None) if matches else of_event(store, event)
