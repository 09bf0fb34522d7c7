"""A ruling: what it would come to, and what was recorded, for people and as JSON."""

from typing import TYPE_CHECKING

from ludograph.cli.arguments import command_line
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, paragraph
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.officials_view import officials_of
from ludograph.domain.tournaments.rounds.standings_change import standings_changes
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.sentences.event_sentences import tell_event
from ludograph.replay.sentences.ruling_effects import ruling_effects
from ludograph.replay.shapes.officials import ruling_json
from ludograph.replay.shapes.rulings import ruling_effects_json, standings_told

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


def tell_ruling_effects(store: "Recorder", before: "Match", after: "Match", *, as_json: bool) -> None:
    """What comes of a ruling, or of the withdrawal of one, that is not recorded yet."""
    moved = [*standings_changes(TournamentService(store), after)]
    if as_json:
        about = {"match": str(before.id), "game": before.game.id, "status": "preview"}
        print_json(about | ruling_effects_json(before, after, moved))
        return
    for sentence in (*ruling_effects(before, after), *standings_told(moved)):
        paragraph(sentence)


def tell_ruling(match: "Match", withdrawn: int | None, *, as_json: bool) -> None:
    """The ruling as the judge reads it, the newest unless one of this number was withdrawn; and how it is withdrawn."""
    said = officials_of(match)
    found = said.rulings[-1:] if withdrawn is None else [one for one in said.withdrawn if one.number == withdrawn]
    for ruling in found:
        if as_json:
            about = {"match": str(match.id), "game": match.game.id}
            print_json(about | ruling_json(ruling, match.players, JUDGE))
            return
        paragraph(tell_event(ruling.withdrawn or ruling.event, match.players, JUDGE) or "")
        if ruling.withdrawn is None:
            name = match.start.source or str(match.id)
            again = command_line("rule", name, "--withdraw", str(ruling.number), "--reason", "TEXT")
            echo(f"This is ruling {ruling.number}: `{again}` withdraws it.")
