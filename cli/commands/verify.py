"""`verify`: whether what is recorded is what was recorded, and would be decided the same today."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

import click

from ludograph.cli.arguments import json_option, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.anchor_text import anchors_named, compare
from ludograph.cli.printing.ids import short_ids
from ludograph.cli.printing.json import json_line, verify_json
from ludograph.cli.printing.terminal import Bar, hanging, progress, say
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from ludograph.analytics.lake.reader import Lake
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.verify.verification import Verdict

OPENED: Final = "The orders were sealed at the start, and dealt so; with --json stands what opens them."
SEALED: Final = "The orders were sealed at the start, and dealt so; what opens them is told when the match is over."
SEALED_AGAIN: Final = (
    "The orders were sealed again when a name was forgotten (event {event}): whether they were dealt as they were "
    "sealed at the start cannot be found out any more."
)
FORGOTTEN: Final = "A name in it was forgotten (event {event}): what stood in its place cannot be checked any more."


@click.command()
@click.argument("match", required=False)
@click.option("--all", "every", is_flag=True, help="Every match, as without MATCH.")
@click.option("--head", metavar="DIGEST", help="A digest from a result slip, which an event of MATCH must have.")
@click.option("--commitment", metavar="DIGEST", help="What `new --sealed` printed, which the orders of MATCH must fit.")
@click.option(
    "--lake",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Checks the lake in DIR where it lies, and no store.",
)
@click.option(
    "--anchor",
    metavar="FILE",
    help="What `anchor` or `serve` wrote, or EVENTS:DIGEST as printed: nothing of it may be missing.",
)
@json_option
@sentences_for_errors
def command(
    match: str | None,
    every: bool,
    head: str | None,
    commitment: str | None,
    folder: Path | None,
    anchor: str | None,
    as_json: bool,
) -> None:
    """Checks a MATCH, a tournament, or all: that no event was altered, removed, inserted or swapped, and that each
    action is legal.

    Prints the head digest of each match, which fits on a result slip; --head compares one with the match.
    Where the orders were sealed, it checks that they were dealt so and that this deal stands, and once the match is
    over opens them (--json).
    Of a lake it also compares every file with the manifest. What is gone without a trace, only an anchor tells.
    """
    if match is not None and every:
        raise click.UsageError("Name a match or write --all, not both.")
    _check_fits(match, head, commitment, folder, anchor)
    if folder is not None:
        if check_lake(folder, match, as_json):
            raise SystemExit(1)
        return
    anchors = None if anchor is None else anchors_named(anchor)
    with recorder() as store:
        ids = [_named(store, match)] if match else matches(store)
        slip = None if head is None else compared(store, ids[0], head)
        slip = slip if commitment is None else promised(store, ids[0], commitment)
        wrong = _check(store, ids, as_json, slip)
        if slip is not None and slip.fits:
            say(slip.told)
        elif slip is not None and not as_json:
            raise Failure(slip.told)
        wrong += strays(store) if match is None else 0
        wrong += compare(store, anchors, as_json) if anchors is not None else 0
    if wrong:
        raise SystemExit(1)


def _check_fits(
    match: str | None, head: str | None, commitment: str | None, folder: Path | None, anchor: str | None
) -> None:
    """Raises a usage error where what is to be compared does not go with what is checked."""
    if head is not None and match is None:
        raise click.UsageError("--head needs a MATCH to compare with.")
    if commitment is not None and (match is None or head is not None):
        raise click.UsageError("--commitment needs a MATCH to compare with, and no --head beside it.")
    if anchor is not None and (match is not None or folder is not None):
        raise click.UsageError("--anchor is compared with a whole store: leave out MATCH and --lake.")
    if folder is not None and (head is not None or commitment is not None):
        raise click.UsageError("--head and --commitment compare with a store: leave out --lake.")


def matches(store: "Recorder") -> list[UUID]:
    """Every match and tournament of which there is any trace: events, or only a row in the table of heads."""
    from ludograph.domain.store.base import translated_store_errors

    with translated_store_errors(store.place):
        return store.store.known_match_ids() + store.store.tournament_ids()


def _named(store: "Recorder", name: str) -> UUID:
    """A match by its id or the beginning of it, even where the table of heads has lost it; or a tournament."""
    from ludograph.domain.store.errors import StoreError
    from ludograph.domain.store.recorder import NotFound, match_id_of
    from ludograph.domain.tournaments.service import TournamentService

    try:
        return store.find(name)
    except (NotFound, StoreError):
        with suppress(NotFound, StoreError):
            return TournamentService(store).find(name).id
        prefix = name.replace("-", "").lower()
        lost = [id for id in matches(store) if id == match_id_of(name) or id.hex.startswith(prefix)]
        if len(lost) != 1:
            raise
        return lost[0]


def _check(store: "Recorder", ids: list[UUID], as_json: bool, slip: "Compared | None" = None) -> int:
    """Checks matches one by one and says what came of it; returns how many are wrong, or cannot be checked.

    A sound match that does not fit on a slip is wrong.
    """
    return _told(verdicts(store, ids, slip), len(ids), _known(store, ids), as_json)


def _told(found: "Iterable[Verdict]", count: int, known: Sequence[UUID], as_json: bool) -> int:
    """Says what came of so many matches, by names that tell them from all that are known; returns as `check` does."""
    wrong = newer = 0
    with progress("Verifying", count) as bar:
        names = short_ids([str(id) for id in known])
        for done, verdict in enumerate(found, start=1):
            wrong += not verdict.ok
            newer += verdict.finding is not None and verdict.finding.newer
            _tell(verdict, names.get(str(verdict.match), str(verdict.match)), bar, as_json)
            bar(done)
    if not as_json and count != 1:
        outcome = f"{wrong - newer} wrong" if wrong > newer else "nothing is wrong"
        unknown = f", {newer} cannot be checked by this program" if newer else ""
        say(f"{count} checked: {outcome}{unknown}.")
    return wrong


def _known(store: "Recorder", ids: list[UUID]) -> list[UUID]:
    """From what the names of these have to tell them: one alone is not compared with all that there are."""
    from ludograph.domain.store.base import translated_store_errors

    if len(ids) != 1:
        return matches(store)
    with translated_store_errors(store.place):
        return [*ids, *store.store.neighbours(ids[0])]


def verdicts(store: "Recorder", ids: list[UUID], slip: "Compared | None") -> "Iterator[Verdict]":
    """What came of each match and tournament."""
    from ludograph.domain.tournaments.verification import verify_either

    for id in ids:
        verdict = verify_either(store, id)
        yield verdict if slip is None or slip.fits else verdict.unlike(slip.told)


def _tell(verdict: "Verdict", name: str, bar: Bar, as_json: bool) -> None:
    """A line about a match, which `name` is enough to name; with the digest it fits into 80 columns."""
    if as_json:
        bar.print_json_text(json_line(verify_json(verdict)))
        return
    finding = verdict.finding
    if finding is None:
        bar.echo(f"ok  {name}  {verdict.head}")
        if verdict.corrected is not None:
            bar.say(verdict.corrected.told)
        if verdict.sealed_again is not None:
            bar.say(SEALED_AGAIN.format(event=verdict.sealed_again))
        elif verdict.seal is not None and verdict.corrected is None:
            bar.say(OPENED if verdict.seal.nonce else SEALED)
        for event in verdict.forgotten:
            bar.say(FORGOTTEN.format(event=event))
    if finding is None or finding.version is None:  # what a slip says is told once the bar is gone
        return
    step = "" if finding.step is None else f"step {finding.step}, "
    line = f"{'newer' if finding.newer else 'wrong'}  {name}  {step}event {finding.version}: {finding.message}"
    bar.echo(hanging(line, 2))


class Compared(NamedTuple):
    """Whether a match is still what a slip says, and the sentence that says so."""

    fits: bool
    told: str


def compared(store: "Recorder", id: UUID, digest: str) -> Compared:
    """Whether an event of the match has this digest, and what stood then was not taken back since."""
    from ludograph.domain.tournaments import verification
    from ludograph.domain.verify.verification import find_slip_digest

    digest = whole(digest, "as `verify` prints them")
    of_tournament = verification.is_tournament(store, id)
    found = (verification.tournament_slip if of_tournament else find_slip_digest)(store, id, digest)
    noun = "tournament" if of_tournament else "match"
    if found is None:
        what = "what the slip says is not what is recorded"
        return Compared(False, f"No event of {noun} {id} has the digest {digest}: {what}.")
    if found.kept == "ours":
        return Compared(
            False,
            f"The digest is that of another record of this {noun}, which event {found.version} set aside: the slip "
            f"does not say how the {noun} stands now.",
        )
    if found.kept == "forgotten":
        return Compared(
            True,
            f"The digest is that of this {noun} as it stood before event {found.version}, with which a name in it was "
            "forgotten: what it says besides was left as it was.",
        )
    if found.taken_back_by is not None:
        what = f"the record that event {found.version} took over" if found.kept else f"event {found.version}"
        return Compared(
            False,
            f"The digest is that of {what} of this {noun}, but event {found.taken_back_by} took back "
            f"what stood then: the slip does not say how the {noun} stands now.",
        )
    if found.kept:
        return Compared(
            True, f"The digest is that of another record of this {noun}, which event {found.version} took over."
        )
    return Compared(True, f"The digest is that of an event of this {noun}.")


def promised(store: "Recorder", id: UUID, commitment: str) -> Compared:
    """Whether the orders of a match were sealed with this commitment."""
    from ludograph.domain.match.events import NameForgotten
    from ludograph.domain.tournaments.verification import is_tournament

    commitment = whole(commitment, "as `new --sealed` printed them")
    if is_tournament(store, id):
        raise Failure("A tournament has no orders that could be sealed: name a match.")
    from ludograph.domain.match.commitment import deal_corrected, sealed_again

    match = store.load(id)
    start, corrected = match.first, deal_corrected(match.history)
    if not start.commitment:
        return Compared(False, f"The orders of match {id} are not sealed: it is not the match that was promised.")
    forgettings = [one for one in store.load(id).history if isinstance(one, NameForgotten)]
    forgot = next((one for one in forgettings if one.commitment == commitment), None)
    if forgot is not None:
        return Compared(
            False,
            f"The orders of match {id} were sealed with this commitment until a name in them was forgotten (event "
            f"{forgot.originator_version}): whether they fit it cannot be found out any more.",
        )
    if start.commitment != commitment:
        return Compared(False, f"The orders of match {id} were sealed with {start.commitment}: others were promised.")
    if corrected is not None:
        return Compared(False, corrected.told)
    if (again := sealed_again(match.history)) is not None:
        what = f"They were sealed with it when a name was forgotten (event {again}), and not at the start."
        return Compared(True, f"The orders are those of this commitment. {what}")
    return Compared(True, "The orders are those of this commitment.")


def whole(digest: str, where: str) -> str:
    """A digest in the form that is stored. Raises `Failure` where that is not all of one."""
    digest = "".join(digest.split()).lower()
    if len(digest) != 64 or not set(digest) <= set("0123456789abcdef"):
        raise Failure(f"A digest has 64 hexadecimal digits: write all of them, {where}.")
    return digest


def strays(store: "Recorder") -> int:
    """Says what is wrong with the store besides its matches: rows that belong to none, and rows that are gone."""
    from ludograph.domain.store.base import translated_store_errors

    with translated_store_errors(store.place):
        flaws, found, removed = store.store.problems(), store.store.invalid_ids(), store.store.deleted_count()
    for flaw in flaws:
        say(flaw)
    for name in found:
        say(f"There are rows of a match {name!r}, which is no id: they were altered or put there.")
    if removed:
        say(
            f"{counted(removed, 'event')} of the store, of whatever match, {'was' if removed == 1 else 'were'} deleted."
        )
    return len(flaws) + len(found) + removed


def check_lake(folder: Path, match: str | None, as_json: bool) -> int:
    """Checks a lake, or one match of it, and says what came of it; returns how much is wrong."""
    from ludograph.analytics.lake.manifest import LakeError
    from ludograph.analytics.lake.reader import open_lake
    from ludograph.domain.tournaments.verification import judged_either

    try:
        lake = open_lake(folder)
        ids = lake.ids()
        only = None if match is None else named_in(folder, ids, match)
        found = (judged_either(one.id, one.chain, one.kind) for one in lake.records(only))
        wrong = _told(found, 1 if match else len(ids), ids, as_json)
        return wrong + (misplaced(lake) if match is None else 0)
    except LakeError as wrong_there:
        raise Failure(str(wrong_there)) from wrong_there


def named_in(folder: Path, ids: list[UUID], name: str) -> UUID:
    """A match or tournament of a lake by its id, a beginning of that, or the `id` of its file."""
    from ludograph.domain.store.recorder import match_id_of

    prefix = name.replace("-", "").lower()
    found = [id for id in ids if id == match_id_of(name)] or [id for id in ids if prefix and id.hex.startswith(prefix)]
    if len(found) != 1:
        what = f"{len(found)} matches of the lake in {folder} begin so" if found else f"There is no match in {folder}"
        raise Failure(f"{what}: {cut(name)}.")
    return found[0]


def misplaced(lake: "Lake") -> int:
    """Says which files of a lake are not those that were written, and what it never held; returns how many are."""
    files = lake.manifest.files
    flaws = []
    with progress("Comparing files", len(files)) as bar:
        for done, file in enumerate(files, start=1):
            flaws += [flaw for flaw in [lake.flaw(file)] if flaw is not None]
            bar(done)
    flaws += [f"{path} lies in the lake, but the manifest does not name it." for path in lake.strangers()]
    for flaw in flaws:
        say(flaw)
    for name in lake.manifest.left_out:
        say(f"{name} was left out of the lake: it could not be read in the store.")
    return len(flaws)
