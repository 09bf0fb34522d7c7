"""`render`: a match as one HTML page that anybody can open, a picture of the table, a film, or a handout."""

import gc
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from urllib.parse import quote

import click

from ludograph.cli.arguments import (
    as_of_option,
    gathered,
    judged_option,
    match_as_of,
    observer_named,
    observer_option,
    recorder,
)
from ludograph.cli.commands.replay import beside_each_other
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.moments import MomentType, check_moment
from ludograph.cli.numbers import StepNumber
from ludograph.cli.printing.files import PAGES, PICTURES, saving
from ludograph.cli.printing.judging import judged_for
from ludograph.cli.printing.terminal import print_data, progress, say
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.replay.timeline.moments import Moment

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.replay.sentences.notes import Judged

FILMS: Final = (".gif", ".webp", ".mp4")
LONGEST: Final = 400
"""A film has no more beats than this."""
Form = Literal["page", "picture", "film", "handout"]
KINDS: Final[Mapping[Form, tuple[str, ...]]] = {
    "page": PAGES,
    "picture": PICTURES,
    "film": FILMS,
    "handout": (".pdf",),
}
STREAMED: Final[Mapping[Form, str]] = {"page": ".html", "picture": ".svg"}
"""What may go to standard output, and as which kind."""
TOLD: Final[Mapping[Form, str]] = {
    "page": "A page is an .html",
    "picture": "A picture of a step is an .svg or a .png",
    "film": "A film is a .gif, a .webp or an .mp4",
    "handout": "A handout is a .pdf",
}
OTHERWISE: Final = " With --step a picture is written, an .svg or a .png; with --from a film; with --handout a .pdf."
HINTS: Final = {
    **dict.fromkeys(PICTURES, "a picture: say of which step with --step"),
    **dict.fromkeys(FILMS, "a film: say where it begins with --from"),
    ".pdf": "a handout: add --handout",
}
WITH: Final = "Further eyes that the page can switch to, as for --as; `all`: everybody's. Repeatable."


class RenderOptions(NamedTuple):
    """What is to be drawn of a match, for whom, and how: a page, or what `step`, `first` or `handout` ask for."""

    others: tuple[str, ...]
    """Further eyes of a page."""
    step: Moment | None
    first: int | None
    to: int | None
    handout: bool
    dark: bool
    embed: bool
    judged: bool
    beside: str | None
    overlay: bool

    @property
    def form(self) -> Form:
        """What is to be written."""
        if self.step is not None:
            return "picture"
        return "film" if self.first is not None else "handout" if self.handout else "page"

    def check_form(self) -> None:
        """Raises a usage error where two things are asked for at once."""
        if sum((self.step is not None, self.first is not None, self.handout)) > 1:
            raise click.UsageError("--step writes a picture, --from a film and --handout a PDF: choose one of them.")
        if self.to is not None and self.first is None:
            raise click.UsageError("--to says where a film ends: say with --from where it begins.")

    def check_details(self) -> None:
        """Raises a usage error where details do not go with what is to be written, or with each other."""
        form, paged = self.form, self.form == "page"
        if self.others and not paged:
            raise click.UsageError(
                f"--with is for a page that switches between eyes: a {form} has one pair, that of --as."
            )
        if self.embed and not paged:
            raise click.UsageError(f"--embed is for a page: a {form} goes into another page as it is.")
        if self.dark and form not in ("picture", "film"):
            raise click.UsageError(
                "--dark is for a picture or a film: add --step or --from. A page has a switch for it."
            )
        if self.overlay and (not paged or self.embed):
            raise click.UsageError("--overlay is a page of its own: leave --step, --from, --handout and --embed out.")
        if self.overlay and self.others:
            raise click.UsageError("--overlay has one pair of eyes, that of --as: write a page for each.")
        if self.judged and (not paged or self.overlay):
            raise click.UsageError("--judged is for a page: leave --step, --from, --handout and --overlay out.")
        if self.beside is not None and (not paged or self.others or self.embed or self.judged or self.overlay):
            raise click.UsageError("--beside is a page of its own: it goes with --as and --as-of alone.")


@click.command()
@click.argument("match")
@observer_option
@as_of_option
@click.option("--with", "others", multiple=True, metavar="OBSERVER", help=WITH)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="Where to: .html; with --step .svg or .png; with --from .gif, .webp or .mp4; with --handout .pdf.",
)
@click.option(
    "--step",
    type=MomentType(),
    metavar="STEP",
    help="A picture of the table after this step, or after a beat of it: 32, or 32.4. 0 is the setup.",
)
@click.option("--from", "first", type=StepNumber(), metavar="STEP", help="A film that begins with this step.")
@click.option(
    "--to",
    "to",
    type=StepNumber(),
    metavar="STEP",
    help="With --from: the last step of the film; by default the first.",
)
@click.option("--handout", is_flag=True, help="The result, the curve, the decisive moments and the log, to print.")
@click.option("--dark", is_flag=True, help="With --step or --from: light on dark. A page has a switch for that.")
@click.option("--embed", is_flag=True, help="A page for a frame in another page: without the list of the steps.")
@judged_option
@click.option("--beside", metavar="MATCH", help="A page with another table of the same deal, or a fork, beside it.")
@click.option("--overlay", is_flag=True, help="A page without a background, to be laid over a video in OBS.")
@sentences_for_errors
@gathered("asked", RenderOptions)
def command(match: str, observer: str, as_of: str | None, output: str, asked: RenderOptions) -> None:
    """Writes a MATCH as one HTML page to step through, or as a picture, a film or a handout.

    With --step it is a picture of the table, with --from and --to a film of these steps, beat by beat and as fast as
    one reads, and with --handout a PDF to print. Each holds what the observer knows, and nothing else; it needs no
    network and no other file.
    With --with a page holds what further observers know as well: whoever has the page can see all of it.
    With --beside two tables of one deal go on together, through the eyes of the same seat at both.
    With -o - it goes to standard output: a page, or with --step an .svg. An .mp4 needs ffmpeg.
    """
    asked.check_form()
    kind = suffix(output, asked.form)
    asked.check_details()
    with recorder() as store:
        found = match_as_of(store, match, as_of)
        if asked.beside is not None:
            write(page_beside(*beside_each_other(store, found, asked.beside, observer)), output, embed=False)
            return
    observers = observers_of(found, observer, asked.others)
    write(drawn(found, observers, asked, kind), output, embed=asked.embed)
    if len(observers) > 1:
        say_what_it_holds(found, observers)


def drawn(match: "Match", observers: list[int], asked: RenderOptions, kind: str) -> bytes:
    """A match as it is to be drawn, through the first of these eyes; a page has them all. Raises `Failure`."""
    if asked.step is not None:
        check_moment(match, observers[0], asked.step, "--step")
        return picture_of(match, observers[0], asked.step, kind, asked.dark)
    if asked.first is not None:
        last = asked.first if asked.to is None else asked.to
        return film_of(match, observers[0], (asked.first, last), kind, asked.dark)
    if asked.handout:
        return handout_of(match, observers[0])
    judged = judged_for(match, observers) if asked.judged else {}
    return page_of(match, observers, asked.embed, asked.overlay, judged)


def write(data: bytes, output: str, *, embed: bool) -> None:
    """Writes what was drawn to a file, or with `-` to standard output; says how a page is embedded."""
    if output == "-":
        print_data(data.decode(), end="")
        return
    with saving(Path(output)) as file:
        file.write(data)
    say(f"Wrote {output}.")
    if embed:
        say(f'A page that shows it: <iframe src="{quote(Path(output).name)}" width="720" height="480"></iframe>')


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


def suffix(output: str, wanted: Form) -> str:
    """What kind of file is wanted. Raises `Failure` where it does not go with the options, or is none that we write."""
    if Path(output).is_dir():
        raise Failure(f"{output} is a folder: name a file in it, such as {Path(output) / 'match.html'}.")
    kind = Path(output).suffix.lower()
    if output == "-" and wanted in STREAMED:
        return STREAMED[wanted]
    if kind in KINDS[wanted]:
        return kind
    if wanted == "page" and kind in HINTS:
        raise Failure(f"{output} would be {HINTS[kind]}, or name a file that ends in .html.")
    raise Failure(f"{TOLD[wanted]}: {output} is not.{OTHERWISE if wanted == 'page' else ''}")


def page_of(
    match: "Match",
    observers: list[int],
    embed: bool,
    over_video: bool = False,
    judged: "Mapping[int, Judged] | None" = None,
) -> bytes:
    """The page, with a bar while it is made."""
    from ludograph.replay.page import page
    from ludograph.replay.page.overlay import overlay

    first, *others = observers
    # Nothing that is kept here goes in circles: to look for some, again and again, takes longer than the page.
    gc.disable()
    try:
        with progress("Writing the page", len(match.states) * len(observers)) as bar:
            if over_video:
                return overlay(match, first, bar).encode()
            # For many pairs of eyes it takes long and makes the page much larger: then only where it is asked to judge.
            knows = bool(judged) or not others
            return page(match, first, bar, others, embed=embed, judged=judged or {}, knows=knows).encode()
    finally:
        gc.enable()


def page_beside(one: "Match", other: "Match", observer: int) -> bytes:
    """The page of two tables, with a bar while it is made."""
    from ludograph.replay.page.beside import page_of_two

    with progress("Writing the page", len(one.states) + len(other.states)) as bar:
        return page_of_two(one, other, observer, bar).encode()


def picture_of(match: "Match", observer: int, step: Moment, kind: str, dark: bool) -> bytes:
    """The table after a step, or after a beat of it, as a picture."""
    from ludograph.replay.drawing.picture import picture, png

    svg = picture(match, observer, *step, dark=dark)
    return png(svg) if kind == ".png" else svg.encode()


def film_of(match: "Match", observer: int, steps: tuple[int, int], kind: str, dark: bool) -> bytes:
    """These steps as a film, with a bar while it is drawn."""
    from ludograph.replay.film.encoding import NoCodec, film
    from ludograph.replay.film.frames import frames, shots

    first, last = steps
    if not 0 <= first <= last <= len(match.steps):
        raise Failure(
            f"--from and --to take steps from 0 to {len(match.steps)}, the first one first: not {first} and {last}."
        )
    beats = len(shots(match, observer, first, last))
    if beats > LONGEST:
        raise Failure(f"These steps have {beats:,} beats, and a film has {LONGEST} at most: choose fewer steps.")
    with progress("Drawing the film", beats) as bar:
        try:
            return film(list(frames(match, observer, first, last, dark=dark)), kind, bar)
        except NoCodec as wrong:
            raise Failure(str(wrong)) from None


def handout_of(match: "Match", observer: int) -> bytes:
    """The handout, with a bar while it is drawn."""
    from ludograph.replay.film.handout import handout

    with progress("Drawing the handout", len(match.states)) as bar:
        return handout(match, observer, bar)
