"""Why a correction is refused, to an observer who did not enter what is refused: nothing hidden is told."""

from typing import NamedTuple

from ludograph.domain.exchange.importer import read_options
from ludograph.domain.kernel.chance import Chance, Drawing
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import Action, Game, Refused, Seat
from ludograph.domain.kernel.play import UnreadAction, begin, play
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import Header

ILLEGAL = "This is not legal now."


class RefusedEntry(NamedTuple):
    """An entry that is refused: who decides, and what, with its outcomes; None if the observer does not know all."""

    seat: Seat
    move: Action | UnreadAction | None = None
    chance: Chance | None = None


def refusal_as_known(now: Match, refused: Refused, attempt: RefusedEntry, observer: Observer) -> Refused:
    """Why an entry is refused, with what the observer holds legal there; the rule alone where they cannot tell."""
    view = now.view(observer)
    instead = () if refused.outcome else now.game.choices(view, attempt.seat)
    if attempt.move is not None and attempt.chance is not None:
        try:
            play(now.game, view, attempt.seat, attempt.move, attempt.chance)
        except Refused as seen:
            if seen.rule == refused.rule:
                return Refused(seen.rule, seen.why, instead=instead, **seen.values)
    return Refused(refused.rule, now.game.rules.get(refused.rule or "", ILLEGAL), instead=instead)


def undealt_as_known(game: Game, head: Header, refused: Refused) -> Refused:
    """Why a start is refused whose cards somebody else dealt: as it would be with any others, or the rule alone."""
    try:
        options = read_options(game, head.players, head.options)
        begin(game, options, len(head.players), None, Drawing("", 0))
    except Refused as seen:
        if seen.rule == refused.rule:
            return seen
    return Refused(refused.rule, game.rules.get(refused.rule or "", ILLEGAL))
