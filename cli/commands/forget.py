"""`forget`: puts a pseudonym in the place of somebody's name, in everything that is recorded."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ludograph.analytics.archive_paths import StoreFiles
from ludograph.cli.arguments import author, json_option, on_terminal, recorder, some_words
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.files import refuse_store_within
from ludograph.cli.printing.ids import short_ids
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.sql.archive_options import ArchiveOptions, open_archive
from ludograph.cli.store_option import store_place
from ludograph.domain.kernel.sentences import counted

if TYPE_CHECKING:
    from ludograph.domain.erasure.erasure import ErasureRequest
    from ludograph.domain.erasure.survey import Survey

SHOWN: Final = 20
"""No more lines of a kind are printed than this; --json has all."""
BEYOND: Final = (
    "backups, and copies of this store anywhere else: forget the name in each of them, before any is merged here",
    "lakes that are not named with --lake, archives made with --cache, and what Spark or pandas made of a lake",
    "files written by export, render, query or report, and the sheets of tournaments",
    "result slips, score sheets and whatever else was printed",
    "pages that somebody has open, what a service, a shell or a web server has logged, and the SQL shell's history",
    "the file system's and a database server's own: snapshots, replicas, logs of transactions",
    "files of matches that are imported again, and notes that say only a part of the name",
)


@click.command()
@click.argument("name")
@click.option("--as", "pseudonym", default="", metavar="PSEUDONYM", help="What stands in its place, else Player 1.")
@click.option("--preview", is_flag=True, help="Tells what would be changed, and changes nothing.")
@click.option("--reason", metavar="TEXT", callback=some_words, help="Why; it is recorded, and must not say the name.")
@click.option("--by", envvar="LUDOGRAPH_BY", default="", callback=author, metavar="NAME", help="Who decided it.")
@click.option(
    "--lake",
    "lakes",
    multiple=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="A lake of this store, which is written anew; may be repeated.",
)
@click.option("--yes", is_flag=True, help="Does not ask whether it shall be done.")
@json_option
@sentences_for_errors
def command(
    name: str,
    pseudonym: str,
    preview: bool,
    reason: str | None,
    by: str,
    lakes: tuple[Path, ...],
    yes: bool,
    as_json: bool,
) -> None:
    """Forgets somebody: a pseudonym takes the place of NAME in players, remarks, tournaments, tokens and all other
    texts of the store.

    This is the only command that changes what was recorded. Each match and tournament that it touches says since when
    something is forgotten in it, and is sealed again, so that `verify` still tells everything else. The store's file,
    its archives and the lakes that are named are written anew; what cannot be reached is listed. All of it is done or
    nothing; stop services and replays before. Where it was cut short, the same again completes it. PSEUDONYM must be
    nobody's name in the store, and NAME somebody's whole name.
    """
    from ludograph.domain.erasure.erasure import ErasureRequest, validated_request
    from ludograph.domain.erasure.rewrite import ErasureReason

    if not preview and not (reason and by):
        raise click.UsageError("Write --reason and --by too: both are recorded. --preview needs neither.")
    wanted = validated_request(ErasureRequest(name, ErasureReason(reason or "", by), pseudonym))
    seen = check_lakes(lakes)
    if preview:
        _tell(wanted, _previewed(wanted), lakes, as_json, done=False)
        return
    if not yes and on_terminal():
        _tell(wanted, _previewed(wanted), lakes, False, done=False)
        if not click.confirm("Forget the name? Nothing brings it back."):
            raise click.Abort
    found = _erased(wanted)
    _tell(wanted, found, lakes, as_json, done=True)
    failed = [told for lake in lakes if (told := _rewrite(lake, seen[lake], wanted, found)) is not None]
    if failed:
        raise Failure(" ".join(failed))


def check_lakes(lakes: tuple[Path, ...]) -> dict[Path, str]:
    """By folder the observer for whom each lake was written. Raises `Failure` where one is no lake."""
    if not lakes:
        return {}
    from ludograph.analytics.lake.manifest import LakeError
    from ludograph.analytics.lake.writer import lake_observer

    try:
        for lake in lakes:
            refuse_store_within(lake)
        return {lake: lake_observer(lake) for lake in lakes}
    except LakeError as wrong:
        raise Failure(f"{wrong} Nothing was changed.") from wrong


def _previewed(wanted: "ErasureRequest") -> "Survey":
    from ludograph.domain.erasure.erasure import preview

    with recorder() as store:
        return preview(store, wanted)


def _erased(wanted: "ErasureRequest") -> "Survey":
    """Changes the store; then the archives go, which are made again of it when somebody asks."""
    from ludograph.domain.erasure.erasure import erase

    with recorder() as store:
        found = erase(store, wanted)
    for path in archives():
        path.unlink(missing_ok=True)
    return found


def archives() -> list[Path]:
    """The archives beside the store, or in the cache; one that --cache names is made anew when it is asked next."""
    return StoreFiles(store_place()).archives()


def _rewrite(lake: Path, observer: str, wanted: "ErasureRequest", found: "Survey") -> str | None:
    """Writes a lake anew out of the store; returns what went wrong, if anything did."""
    from ludograph.analytics.derived.derived_tables import MADE
    from ludograph.analytics.derived.needs import STEP_BY_STEP
    from ludograph.analytics.lake.manifest import LakeError
    from ludograph.analytics.lake.writer import LakeOptions, LakeSource, has_steps, write_lake
    from ludograph.domain.erasure.mentions import Mentions
    from ludograph.domain.store.clock import Sources

    if Mentions(wanted.name).is_name(observer):
        observer = found.pseudonym.casefold()
    try:
        at_steps = has_steps(lake)
        needs = frozenset((*MADE, STEP_BY_STEP) if at_steps else MADE)
        options = LakeOptions(observer, at_steps, force=True, anew=True)
        with open_archive(ArchiveOptions(observer, files=True, needs=needs, fresh=True)) as archive:
            write_lake(LakeSource(archive.connection, store_place(), Sources().now()), lake, options)
    except (LakeError, Failure) as wrong:
        return f"The store is done, but the lake in {lake} still says the name: {wrong}"
    say(f"The lake in {lake} was written anew.")
    return None


def _tell(wanted: "ErasureRequest", found: "Survey", lakes: tuple[Path, ...], as_json: bool, *, done: bool) -> None:
    if as_json:
        print_json(_json(wanted, found, lakes, done))
        return
    what = f"{counted_matches(found.count('match'))} and {counted(found.count('tournament'), 'tournament')}"
    stands = "stands" if done else "would stand"
    echo(f"{found.pseudonym} {stands} for {wanted.name} in {what}: {counted(found.events, 'event')}.")
    names = short_ids([str(one.id) for one in found.touched])
    _lines(f"  {names[str(one.id)]}  {one.kind.noun}, {counted(one.events, 'event')}" for one in found.touched)
    if found.tokens:
        echo(f"{counted(found.tokens, 'token')} for {wanted.name}'s eyes, for {found.pseudonym}'s now.")
    gone = [one.found_by for one in found.touched if one.found_by]
    if gone:
        echo(f"{counted(len(gone), 'record')} had the name in an id of its own: only the ids above find those.")
    if found.near:
        echo("Names that are nearly the same, or have a part of it, and stay; did you mean one of them, too?")
        _lines(f"  {one.name} ({counted(one.records, 'record')})" for one in found.near)
    if found.mentions:
        echo("Texts that say a part of the name, and stay: somebody has to look whom they mean.")
        _lines(_where(one) for one in found.mentions)
    if found.unreadable:
        echo(f"{counted(len(found.unreadable), 'record')} cannot be read: `ludograph verify --all` says why.")
    where = "are removed and written anew" if done else "would be removed and written anew"
    echo(f"Archives beside the store {where}, as are the lakes that --lake names ({len(lakes)}).")
    say("This cannot be reached from here:")
    for one in BEYOND:
        say(f"- {one}")


def _where(one: Any) -> str:
    step = "" if one.step is None else f", step {one.step}"
    return f"  {one.noun} {str(one.id)[:8]}, event {one.event}{step}: {one.part}"


def _lines(lines: Any) -> None:
    told = list(lines)
    for line in told[:SHOWN]:
        echo(line)
    if len(told) > SHOWN:
        echo(f"  ... and {len(told) - SHOWN} more: --json lists all.")


def _json(wanted: "ErasureRequest", found: "Survey", lakes: tuple[Path, ...], done: bool) -> dict[str, Any]:
    touched = [
        {one.kind.noun: str(one.id), "events": one.events, "id_said_it": bool(one.found_by)} for one in found.touched
    ]
    return {
        "name": wanted.name,
        "pseudonym": found.pseudonym,
        "done": done,
        "events": found.events,
        "records": touched,
        "tokens": found.tokens,
        "near": [{"name": one.name, "records": one.records} for one in found.near],
        "mentions": [
            {one.noun: str(one.id), "event": one.event, "step": one.step, "part": one.part} for one in found.mentions
        ],
        "unreadable": [str(id) for id in found.unreadable],
        "archives": [str(path) for path in archives()],
        "lakes": [str(lake) for lake in lakes],
        "beyond": list(BEYOND),
    }
