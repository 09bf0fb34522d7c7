"""A hint for a running match: the moves that the search finds best for a player, by what that player knows alone.

It is for who decides alone: in a match of one player, or against bots. Whoever plays against people or in a tournament
gets one only where the organiser allows it.
"""

from random import Random
from typing import Final

from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.lab.search import Sight, Tried, searched
from ludograph.domain.match.aggregate import Match, waited_for
from ludograph.domain.match.allowances import allowances
from ludograph.domain.match.events import NoteAdded
from ludograph.domain.match.final_result import status_of
from ludograph.domain.match.seated_bots import bots_in_remark


class NoHint(ValueError):
    """Nobody is told what to do here; the message says why."""


def check_hint(match: Match, seat: Seat, *, owned: bool = False) -> None:
    """Raises `NoHint` where a player may not be told what to do, or has nothing to decide.

    `owned`: the match belongs to a tournament, whatever its header says.
    """
    if match.awaits_deal:
        raise NoHint(match.deal_awaited)
    if status_of(match) != "running":
        raise NoHint("The match does not go on: `ludograph judge` tells where something else was better.")
    if "hints" not in allowances(match):
        _check_alone(match, seat, owned=owned)
    if not waited_for(match.game.choices(match.view(seat), seat)):
        raise NoHint(f"Nobody waits for {match.name(seat)} now: there is nothing to decide.")


def _check_alone(match: Match, seat: Seat, *, owned: bool) -> None:
    """Raises `NoHint` where anybody else decides, or a tournament hangs on it."""
    if owned or match.start.event:
        whose = match.start.event or "a tournament"
        raise NoHint(f"This match belongs to {whose}: while it runs nobody there is told what to do. {_TO_ALLOW}")
    people = [name for at, name in enumerate(match.players, start=1) if at not in _bots(match)]
    if people != [match.name(seat)]:
        decide = f"in this match {listed(people, 'nobody')} decide"
        raise NoHint(f"A hint is for who plays alone or against bots; {decide}. {_TO_ALLOW}")


_TO_ALLOW: Final = "Whoever organises it allows hints by `ludograph allow MATCH --hints`."


def _bots(match: Match) -> set[Seat]:
    """The seats at which bots sit: it is said of the start, and no step of theirs was entered by anybody else."""
    found: dict[Seat, str] = {}
    for event in match.history:
        if isinstance(event, NoteAdded) and event.public and not event.step:
            found |= bots_in_remark(match.players, event.text)
    by_others = {step.actor for step in match.steps if step.actor in found and step.by != found[step.actor]}
    return found.keys() - by_others


def hinted(match: Match, seat: Seat, playouts: int, seed: str, *, owned: bool = False) -> list[Tried]:
    """The moves that were tried, the best first; the same for all that the seat cannot tell apart. Raises `NoHint`."""
    check_hint(match, seat, owned=owned)
    view = match.view(seat)
    choices = tuple(one for one in match.game.choices(view, seat) if not one.idle)
    sight = Sight(match.game, len(match.players), seat, view, choices, len(match.steps))
    return searched(sight, playouts, Random(f"{seed}/{seat}/{len(match.steps)}"))
