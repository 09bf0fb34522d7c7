"""How a match stands, for people."""

from typing import TYPE_CHECKING

from ludograph.cli.printing.terminal import echo, fits_terminal, listing, paragraph
from ludograph.domain.kernel.marks import TABLE
from ludograph.replay.sentences.officials import officials_sentences, why_abandoned

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    for sentence in officials_sentences(match, observer):
        paragraph(sentence)
    if corrected := deal_corrected(match.history):
        paragraph(corrected.told)


def _print_parts(ending: "MatchEnding") -> None:
    """What each part of the scores is worth to each seat, with its cards; as a table where there is room for one."""
    rows = ending.part_table
    if not any(part.cards for row in rows for cell in row.cells for part in cell):
        return
    heads = ["", *(rank.name for rank in ending.ranking)]
    table = [heads, *([_part_label(row), *_part_cells(row)] for row in rows)]
    echo("\nPart by part:")
    if fits_terminal(table):
        listing(table)
        return
    for at, name in enumerate(heads[1:], start=1):
        told = "; ".join(f"{row[0]}: {row[at]}" for row in table[1:] if row[at])
        paragraph(f"{told}." if told else "nothing.", first=f"{name}: ")


def _part_label(row: "PartRow") -> str:
    return f"{row.label}, {row.why}" if row.why else row.label


def _part_cells(row: "PartRow") -> "Iterator[str]":
    """What each seat has of it, with the cards."""
    for amount, several in zip(row.amounts, row.cells, strict=True):
        yield " ".join(["" if amount is None else f"{amount}", *(card for part in several for card in part.cards)])


def scores_text(match: "Match", observer: "Observer") -> str:
    """What each player has, as this observer may know it: `Won: Ann 2, Bob -2. Chips: Ann 12, Bob 9.`

    The second is what scenes say of each, where it is something else; empty where nothing is told.
    """
    from ludograph.replay.timeline.scoreboard import scoreboard

    state, told = match.view(observer), dict[str, list[str]]()
    for one in scoreboard(match, state, last=True):
        if one.value:
            told.setdefault(one.label, []).append(f"{match.name(one.seat)} {one.value}{' (winner)' if one.won else ''}")
    over, counted = match.game.result(match.state).over, set(told)
    for zone in () if over else match.game.scene(state).zones:
        if zone.standing and zone.owner and zone.standing[0] not in counted:
            label, value = zone.standing
            told.setdefault(label, []).append(f"{match.name(zone.owner)} {value}")
    return " ".join(f"{label}: {', '.join(each)}." for label, each in told.items())


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
