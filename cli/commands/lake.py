"""`lake`: the whole archive as Parquet files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.files import refuse_store_file, refuse_store_within
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import progress, say
from ludograph.cli.sql.archive_options import OPTIONS, ArchiveOptions, open_archive
from ludograph.cli.sql.bounds import MEMORY, TIMEOUT
from ludograph.cli.store_option import store_place
from ludograph.domain.kernel.sentences import counted

if TYPE_CHECKING:
    from ludograph.analytics.lake.writer import LakeOptions, LakeRun

AS, CACHE, REBUILD, _FRESH, FORKS, _FILES = OPTIONS


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option("--at-steps", is_flag=True, help="With the tables at steps (`cards_at` and so on), from now on.")
@click.option("--compact", is_flag=True, help="Puts together what lies in several small files.")
@click.option("--force", is_flag=True, help="Replaces a lake of another store or observer.")
@AS
@CACHE
@REBUILD
@FORKS
@MEMORY
@TIMEOUT
@json_option
@sentences_for_errors
def command(
    folder: Path,
    at_steps: bool,
    compact: bool,
    force: bool,
    observer: str,
    cache: Path | None,
    rebuild: bool,
    forks: bool,
    memory: str | None,
    timeout: float | None,
    as_json: bool,
) -> None:
    """Writes everything ever recorded as Parquet files into DIR, in few wide tables; views as well.

    The next time only what is new is written, and matches that have gone on since; where small files have become
    many, they are put together. Readers find the old lake or the new one, whenever it is stopped. The file
    manifest.json in DIR names all files with their rows and digests. DuckDB, Spark and pandas read them: see
    docs/lake.md.
    """
    from ludograph.analytics.derived.derived_tables import MADE
    from ludograph.analytics.derived.needs import STEP_BY_STEP
    from ludograph.analytics.lake import manifest, writer

    refuse_store_within(folder)
    for name in writer.OWN:
        refuse_store_file(folder / name)
    try:
        at_steps = at_steps or writer.has_steps(folder)
        needs = frozenset((*MADE, STEP_BY_STEP) if at_steps else MADE)
        asked = ArchiveOptions(observer, cache, rebuild, True, None, needs, memory, timeout, fresh=True, forks=forks)
        written = _written(folder, asked, writer.LakeOptions(observer.strip().casefold(), at_steps, compact, force))
    except manifest.LakeError as wrong:
        raise Failure(str(wrong)) from wrong
    _tell(folder, written, as_json)


def _written(folder: Path, asked: ArchiveOptions, options: "LakeOptions") -> "LakeRun":
    """What a run wrote, out of the archive that is asked for. Raises `LakeError`."""
    from ludograph.analytics.lake.writer import LakeSource, write_lake
    from ludograph.domain.store.clock import Sources

    with open_archive(asked) as found, progress("Writing", 1) as bar:
        return write_lake(LakeSource(found.connection, store_place(), Sources().now()), folder, options, bar)


def _tell(folder: Path, written: "LakeRun", as_json: bool) -> None:
    """What a lake holds now, and what the run did."""
    if as_json:
        print_json({"folder": str(folder), **written._asdict()})
    else:
        say(
            f"{folder} holds {written.rows:,} rows in {written.files:,} files ({written.bytes / 1e6:.1f} MB): "
            f"{written.new:,} are new, {written.removed:,} were removed."
        )
        if written.replaced:
            what = counted(written.replaced, "record")
            say(f"The store has another history of {what} than this lake had, as after an older copy was restored.")
        if written.left_out:
            what = counted(written.left_out, "record")
            say(f"Of {what} the raw events are not in it: `ludograph verify --all` says what is wrong.")
