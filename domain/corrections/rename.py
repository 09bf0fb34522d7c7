"""A player's name put right: who sat in a seat is called otherwise, and nothing else of the match is another."""

from typing import Final

from msgspec.structs import replace

from ludograph.domain.corrections.amend import NothingToAmend, Reason, corrected_match, header_correction
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.events import AnyAmended, begun
from ludograph.domain.notation.names import check_players, folded

RENAME: Final = "rename"
"""How a correction says that it is one of names alone."""


def plays(match: Match, name: str) -> bool:
    """Whether somebody in a match goes by this name."""
    return folded(name) in map(folded, match.players)


def renamed_player(match: Match, old: str, new: str, reason: Reason, stamp: Stamp) -> Match:
    """The match in which a player is called otherwise. Raises `NothingToAmend`, `Misnamed` or `Unamendable`."""
    (new,) = check_players([new])
    if not plays(match, old):
        raise NothingToAmend(f"Nobody in this match is called {old}: there are {', '.join(match.players)}.")
    if plays(match, new) and folded(old) != folded(new):
        raise NothingToAmend(f"Somebody in this match is called {new} already.")
    players = [new if folded(one) == folded(old) else one for one in match.players]
    correction = replace(header_correction(match, {"players": players}), how=RENAME)
    return corrected_match(match, correction, reason, stamp).match


def only_renames(match: Match, event: AnyAmended) -> bool:
    """Whether a correction changes names of players in their seats, and nothing else of a match."""
    if event.start is None or event.at or len(event.start.players) != len(match.players):
        return False
    fresh = {folded(name) for name in event.start.players} - {folded(name) for name in match.players}
    others = [now for was, now in zip(match.players, event.start.players, strict=True) if folded(was) != folded(now)]
    same = replace(event.start, players=match.players) == begun(match.start)
    kept = [one.was.step if one.was else None for one in event.steps] == [step.number for step in match.steps]
    return same and kept and set(map(folded, others)) <= fresh
