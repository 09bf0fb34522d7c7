"""`render`: a match as one HTML page that anybody can open, or a single picture of the table."""

from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import click

from ludograph.cli.arguments import as_of_option, match_as_of, observer_named, observer_option, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.moments import MomentType, check_moment
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import print_data, progress, say
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.replay.timeline.moments import Moment

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match

PAGES: Final = (".html", ".htm")
PICTURES: Final = (".svg", ".png")
WITH: Final = "Further eyes that the page can switch to, as for --as; `all`: everybody's. Repeatable."


@click.command()
@click.argument("match")
@observer_option
@as_of_option
@click.option("--with", "others", multiple=True, metavar="OBSERVER", help=WITH)
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to: .html, or with --step .svg or .png.")
@click.option(
    "--step",
    type=MomentType(),
    metavar="STEP",
    help="A picture of the table after this step, or after a beat of it: 32, or 32.4. 0 is the setup.",
)
@click.option("--dark", is_flag=True, help="With --step: light on dark. A page has a switch for that.")
@click.option("--embed", is_flag=True, help="A page for a frame in another page: without the list of the steps.")
@click.option("--overlay", is_flag=True, help="A page without a background, to be laid over a video in OBS.")
@sentences_for_errors
def command(
    match: str,
    observer: str,
    others: tuple[str, ...],
    as_of: str | None,
    output: str,
    step: Moment | None,
    dark: bool,
    embed: bool,
    overlay: bool,
) -> None:
    """Writes a MATCH as one HTML page to step through, or with --step as a picture of the table.

    Either holds what the observer knows, and nothing else; it needs no network and no other file.
    With --with a page holds what further observers know as well: whoever has the page can see all of it.
    With -o - it goes to standard output: a page, or with --step an .svg.
    """
    kind = suffix(output, step)
    check_kind(step, others, dark, embed)
    check_overlay(overlay, step, others, embed)
    with recorder() as store:
        found = match_as_of(store, match, as_of)
    observers = observers_of(found, observer, others)
    if step is not None:
        check_moment(found, observers[0], step, "--step")
    drawn = (
        page_of(found, observers, embed, overlay) if step is None else picture_of(found, observers[0], step, kind, dark)
    )
    if output == "-":
        print_data(drawn.decode(), end="")
    else:
        with saving(Path(output)) as file:
            file.write(drawn)
        say(f"Wrote {output}.")
        if embed:
            say(f'A page that shows it: <iframe src="{quote(Path(output).name)}" width="720" height="480"></iframe>')
    if len(observers) > 1:
        say_what_it_holds(found, observers)


def check_kind(step: Moment | None, others: tuple[str, ...], dark: bool, embed: bool) -> None:
    """Refuses what is for a page with a picture, and what is for a picture with a page."""
    if others and step is not None:
        raise click.UsageError("--with is for a page that switches between eyes: a picture has one pair, that of --as.")
    if embed and step is not None:
        raise click.UsageError("--embed is for a page: an .svg or .png goes into another page as it is.")
    if dark and step is None:
        raise click.UsageError("--dark is for a picture: add --step. A page has a switch for it.")


def check_overlay(overlay: bool, step: Moment | None, others: tuple[str, ...], embed: bool) -> None:
    """Refuses what does not go with a page that is laid over a video."""
    if overlay and (step is not None or embed):
        raise click.UsageError("--overlay is a page of its own: leave --step and --embed out.")
    if overlay and others:
        raise click.UsageError("--overlay has one pair of eyes, that of --as: write a page for each.")


def observers_of(match: "Match", observer: str, others: tuple[str, ...]) -> list[int]:
    """Whose eyes a page has, those of --as first, each once; somebody called `all` is no more than that player."""
    found = [observer_named(match, observer)]
    names = {name.casefold() for name in match.players}
    for name in others:
        if name.casefold() == "all" and "all" not in names:
            found += [TABLE, *range(1, len(match.players) + 1), JUDGE]
        else:
            found.append(observer_named(match, name, "--with"))
    return list(dict.fromkeys(found))


def say_what_it_holds(match: "Match", observers: list[int]) -> None:
    """Whose knowledge a page holds, so that nobody passes on more than they mean to."""
    from ludograph.replay.page import held_by

    say(f"The page holds {held_by(match, observers)}: whoever has it can see all of that.")


def suffix(output: str, step: Moment | None) -> str:
    """What kind of file is wanted. Raises `Failure` where it does not go with --step, or is none that we can write."""
    if Path(output).is_dir():
        raise Failure(f"{output} is a folder: name a file in it, such as {Path(output) / 'match.html'}.")
    if output == "-":
        return ".html" if step is None else ".svg"
    kind = Path(output).suffix.lower()
    if step is None and kind in PAGES:
        return kind
    if step is not None and kind in PICTURES:
        return kind
    if step is None and kind in PICTURES:
        raise Failure(f"{output} would be a picture: say of which step with --step, or name a file that ends in .html.")
    if step is not None:
        raise Failure(f"A picture of a step is an .svg or a .png: {output} is neither.")
    raise Failure(f"A page is an .html: {output} is not. With --step a picture is written, an .svg or a .png.")


def page_of(match: "Match", observers: list[int], embed: bool, over_video: bool = False) -> bytes:
    """The page, with a bar while it is made."""
    from ludograph.replay.page import page
    from ludograph.replay.page.overlay import overlay

    first, *others = observers
    with progress("Writing the page", len(match.states) * len(observers)) as bar:
        if over_video:
            return overlay(match, first, bar).encode()
        return page(match, first, bar, others, embed=embed).encode()


def picture_of(match: "Match", observer: int, step: Moment, kind: str, dark: bool) -> bytes:
    """The table after a step, or after a beat of it, as a picture."""
    from ludograph.replay.drawing.picture import picture, png

    drawn = picture(match, observer, *step, dark=dark)
    return png(drawn) if kind == ".png" else drawn.encode()
