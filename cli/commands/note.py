"""`note`: adds a remark to a step, for the judge or for everybody."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, json_option, match_named, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.domain.notation.limits import TooLong

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("match")
@click.argument("words", nargs=-1, required=True, metavar="[STEP] TEXT")
@click.option("--public", is_flag=True, help="Everybody may read it, and who made it, not the judge alone.")
@by_option
@json_option
@sentences_for_errors
def command(match: str, words: tuple[str, ...], public: bool, by: str, as_json: bool) -> None:
    """Adds a remark to the last step of a MATCH, or to STEP (0 is the setup). The judge alone can read it."""
    step, text = _split(words)
    with recorder() as store:
        noted = add_note(store, match_named(store, match), step, text, public, by)
    at = noted.history[-1].step  # type: ignore[attr-defined]
    if as_json:
        print_json({"match": str(noted.id), "game": noted.game.id, "step": at, "note": text, "public": public})
    else:
        echo(f"Noted on step {at}, for {'everybody' if public else 'the judge'}.")


def add_note(store: "Recorder", match: "Match", step: int | None, text: str, public: bool, by: str) -> "Match":
    """The match with the remark. Raises `Failure` where there is no such step."""
    from ludograph.domain.match.aggregate import NoSuchStep

    try:
        return store.annotate(match, len(match.steps) if step is None else step, text, public=public, by=by)
    except (NoSuchStep, TooLong) as wrong:
        raise Failure(str(wrong)) from wrong


def _split(words: tuple[str, ...]) -> tuple[int | None, str]:
    *step, text = words
    if len(step) > 1 or (step and not (step[0].isascii() and step[0].isdigit() and len(step[0]) < 10)):
        raise click.UsageError(
            "Write the remark in quotes, with a step before it or without: note MATCH 12 'A remark'."
        )
    if not text.strip():
        raise click.UsageError("The remark is empty.")
    return (int(step[0]) if step else None), text.strip()
