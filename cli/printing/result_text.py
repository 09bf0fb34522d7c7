"""How a match stands, for people."""

from typing import TYPE_CHECKING

from ludograph.cli.printing.officials import sentences, why_abandoned
from ludograph.cli.printing.terminal import echo, fits_terminal, listing, paragraph
from ludograph.domain.kernel.marks import TABLE

if TYPE_CHECKING:
    from ludograph.domain.kernel.conceal import Observer
    from ludograph.domain.match.aggregate import Match
    from ludograph.replay.sentences.ending import MatchEnding
    from ludograph.replay.sentences.score_parts import PartRow


def print_result(match: "Match", observer: "Observer" = TABLE) -> None:
    """How the match ended and why, and what officials said of that; `??` is what the record cannot tell."""
    from ludograph.domain.kernel.sentences import counted, listed
    from ludograph.domain.match.commitment import deal_corrected
    from ludograph.domain.match.final_result import status_of
    from ludograph.replay.sentences.ending import ending_of
    from ludograph.replay.timeline.timeline import Timeline

    status, steps = status_of(match), counted(len(match.steps), "step")
    if status == "abandoned":
        echo(f"{match.game.title}: abandoned after {steps}.")
        paragraph(why_abandoned(match, observer))
    elif status == "running":
        stands = f"not over after {steps}" if match.steps else "no step is recorded yet"
        if match.awaits_deal:
            paragraph(f"{match.game.title}: {stands}. {match.deal_awaited}")
        else:
            waited = [match.name(seat) for seat in match.awaited(match.view(TABLE))]
            echo(f"{match.game.title}: {stands}. To act: {listed(waited, 'nobody')}.")
        if match.steps and (points := scores_text(match, observer)):
            paragraph(points)
    else:
        echo(f"{match.game.title}: over after {steps}.")
    if ending := ending_of(Timeline(match, observer)):
        _print_ending(ending)
        _print_parts(ending)
    for sentence in sentences(match, observer):
        paragraph(sentence)
    if corrected := deal_corrected(match.history):
        paragraph(corrected.told)


def _print_parts(ending: "MatchEnding") -> None:
    """A table of what each part of the scores is worth to each seat, with its cards as far as there is room."""
    rows = ending.part_table
    if not any(row.has_cards for row in rows):
        return
    heads = ["", *(rank.name for rank in ending.ranking)]
    whole, short = ([heads, *(_part_row(row, cards=cards) for row in rows)] for cards in (True, False))
    fits = fits_terminal(whole)
    echo("\nPart by part:")
    listing(whole if fits else short)
    if not fits:
        paragraph("The cards of each part: a wider window has room for them, and --json tells them.")


def _part_row(row: "PartRow", *, cards: bool) -> list[str]:
    """What it is for and what each seat has of it, with the cards of one that was scored but once."""
    told = [f"{row.label}, {row.why}" if row.why else row.label]
    for amount, several in zip(row.amounts, row.cells, strict=True):
        codes = several[0].cards if cards and len(several) == 1 else ()
        told.append(" ".join(["" if amount is None else f"{amount}", *codes]))
    return told


def scores_text(match: "Match", observer: "Observer") -> str:
    """What each player has, as this observer may know it: `Chips: Ann 12, Bob 9.`; empty where that is not told."""
    from ludograph.replay.timeline.scoreboard import scoreboard

    board = [one for one in scoreboard(match, match.view(observer), last=True) if one.value]
    each = [f"{match.name(one.seat)} {one.value}{' (winner)' if one.won else ''}" for one in board]
    return f"{board[0].label}: {', '.join(each)}." if board else ""


def _print_ending(ending: "MatchEnding") -> None:
    """The ranking, why somebody has won, and how the scores came about."""
    listing(
        [
            (str(rank.place), rank.name, "-" if rank.score is None else str(rank.score), rank.mark)
            for rank in ending.ranking
        ]
    )
    for sentence in ending.why():
        paragraph(sentence)
    for rank in ending.ranking:
        if rank.told:
            paragraph(rank.told, first=f"{rank.name}: ")
