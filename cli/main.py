"""The `ludograph` command; it only assembles, and loads a command when that is asked for."""

import sys
from contextlib import suppress
from typing import Any, Final, NoReturn

import click

from ludograph.cli.errors import SAY
from ludograph.cli.lazy import STORE, Commands
from ludograph.cli.printing.terminal import WIDEST, complain, say
from ludograph.domain import __version__

COMMANDS: Final = {
    "demo": "Shows in a minute what this program does.",
    "games": "Lists the games, or tells about one.",
    "rules": "Prints the rules of a game, or one of them.",
    "new": "Starts a match.",
    "act": "Records actions.",
    "play": "Records a match live, with prompts.",
    "undo": "Takes steps back, as an event.",
    "redo": "Brings back what was taken back.",
    "amend": "Puts right what was entered wrongly.",
    "rename": "Puts the name of a player of a match right.",
    "note": "Adds a remark to a step.",
    "show": "Shows the table as somebody knows it.",
    "highlights": "Tells the five moments that decided a match.",
    "know": "Tells what a card can be that somebody cannot see.",
    "hint": "Tells who plays alone or against bots what the search would do.",
    "allow": "Says whether hints and shares of the win are allowed while a match runs.",
    "judge": "Tells luck from play, step by step, and where somebody erred.",
    "log": "Tells a match step by step.",
    "history": "Lists every event of a match: entries, corrections, takebacks, rulings.",
    "result": "Prints who has won, with what and why.",
    "confirm": "Agrees to the result of a match.",
    "rule": "Records an official's ruling on a match.",
    "abandon": "Records that a match will not be finished.",
    "reopen": "Lets an abandoned match go on.",
    "replay": "Steps through a match.",
    "render": "Writes a match as a page to step through, or a picture of the table.",
    "fork": "Starts a match that goes on otherwise from a step of another.",
    "traveller": "Tells what other tables made of the same deal.",
    "matches": "Lists what is recorded.",
    "import": "Records the matches of match files.",
    "export": "Writes a match as a match file.",
    "copy": "Copies matches into another store, as they were recorded.",
    "merge": "Takes the matches of another store into this one.",
    "tournament": "Runs a tournament: seats, results, standings.",
    "serve": "Lets phones record in the store, and anybody follow.",
    "token": "Lets somebody record, direct, or see a seat's cards through `serve`.",
    "verify": "Checks that nothing recorded was altered.",
    "recheck": "Decides matches again, also with other options.",
    "anchor": "Prints one digest of the whole store, to be kept elsewhere.",
    "forget": "Puts a pseudonym in the place of somebody's name.",
    "backup": "Copies the whole store while others record.",
    "doctor": "Says whether the program and the store are in health.",
    "compare": "Compares two variants of a game on the same deals.",
    "sweep": "Plays a grid of variants of a game into one table.",
    "simulate": "Records games between bots.",
    "bots": "Lists the bots.",
    "league": "Says which bots are stronger.",
    "tables": "Lists what a query can ask.",
    "query": "Answers questions in SQL.",
    "report": "Answers questions that have a name.",
    "lake": "Writes everything as Parquet files.",
    "restore": "Makes a store of a lake.",
    "spark": "Asks a lake by Apache Spark.",
    "completion": "Lets Tab complete in your shell.",
    "help": "Prints this, or the help of a command.",
}
"""Every command with its one line of help; its code is in `cli/commands/`, with `_` behind a Python keyword."""

EXIT_CODES: Final = (
    "It ends with 0 where all was done, 1 where something was refused or not found or data is at fault, 2 where the "
    "command was written wrongly, and 130 where somebody pressed Ctrl-C."
)


class Program(Commands):
    """All commands, and the end of each."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the program; where its output cannot be written, even that of --help, it ends with a sentence."""
        try:
            raise SystemExit(super().main(*args, **{**kwargs, "standalone_mode": False}))
        except click.ClickException as wrong:
            complain(wrong)
            raise SystemExit(wrong.exit_code) from None
        except click.Abort:
            say("Stopped.")
            raise SystemExit(1) from None
        except OSError as wrong:
            _lost(wrong)


def _lost(wrong: OSError) -> NoReturn:
    """Ends the program; what is left in the output's buffer is dropped, so that Python does not fail on it again."""
    with suppress(OSError, ValueError):
        say(f"{wrong.filename or 'The output'} cannot be written: {wrong.strerror}.")
    with suppress(OSError, ValueError):
        sys.stdout.close()
    raise SystemExit(1) from None


@click.group(
    cls=Program,
    package="ludograph.cli.commands",
    listed=COMMANDS,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
)
@click.version_option(__version__, "-V", "--version", prog_name="ludograph", message="%(prog)s %(version)s")
@click.option(
    "--store",
    envvar="LUDOGRAPH_STORE",
    metavar="STORE",
    help=STORE,
)
@click.pass_context
def main(ctx: click.Context, store: str | None) -> None:
    """Records card games, replays them as any player saw them, and looks up what was played.

    Try `ludograph demo` first. Every command has its own --help.
    """
    ctx.obj = store
    ctx.meta[SAY] = say


if __name__ == "__main__":
    main()
