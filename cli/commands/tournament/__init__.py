"""`tournament`: a group of commands, one for each thing that an organiser decides or looks at; a file each."""

from typing import Final

import click

from ludograph.cli.lazy import Commands

COMMANDS: Final = {
    "new": "Opens a tournament.",
    "enter": "Enters players.",
    "rename": "Puts a player's name right, everywhere.",
    "withdraw": "Takes a player out from the next round on.",
    "seat": "Seats the next round, or several.",
    "exchange": "Exchanges the seats of two players who sat in each other's.",
    "start": "Starts the matches of a round.",
    "clock": "Sets or shows how long a round may take.",
    "check": "Says what stops the next round.",
    "rehearse": "Plays tables with bots in a copy, for practice.",
    "result": "Enters the result of a table where nobody recorded.",
    "results": "Enters the results of a round, one line a table, or those of a file.",
    "place": "Says which of several matches counts for a table.",
    "set": "Changes what counts: scoring, tie-breaks, byes, late entries.",
    "penalty": "Takes points from a player.",
    "lot": "Draws lots, for ties that nothing else parts.",
    "close": "Ends a tournament.",
    "undo": "Takes the newest decision back, as an event.",
    "show": "Shows seatings, tables and results.",
    "standings": "Shows who stands where.",
    "sheet": "Writes pages to print: seatings, slips, standings.",
    "history": "Lists everything that was decided.",
    "list": "Lists the tournaments.",
    "export": "Writes a tournament with all its matches into one file, or results as CSV.",
    "import": "Records a tournament from such a file.",
}
"""Every command with its one line of help."""


@click.group(cls=Commands, package="ludograph.cli.commands.tournament", listed=COMMANDS)
def command() -> None:
    """Runs a tournament: enters players, seats rounds, starts matches, and shows who stands where.

    A tournament goes by its name, its id, or a beginning of either. Standings follow from the matches as they stand:
    whatever is corrected in a match later changes them by itself.
    """
