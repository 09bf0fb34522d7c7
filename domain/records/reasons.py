"""Why a correction is refused, to eyes that did not enter what is refused: nothing that they have not seen is told."""

from domain.kernel.chance import Drawing, Written
from domain.kernel.conceal import Observer
from domain.kernel.game import Game, Refused
from domain.kernel.play import begin, play
from domain.notation.matchfile import Header
from domain.records.history import eyes_among
from domain.records.importing import read_options
from domain.records.match import AnyStep, Match
from domain.records.views import concealed

ILLEGAL = "This is not legal now."


def as_known(now: Match, before: Match, stood: AnyStep, refused: Refused, eyes: Observer) -> Refused:
    """Why an entry that stood is refused, with what these eyes hold legal there; the rule alone if they cannot tell.

    `eyes` are an observer of the match `before`.
    """
    known = concealed(stood, eyes)
    view = now.view(eyes_among(eyes, before.players, now.players))
    instead = () if refused.outcome else now.game.choices(view, stood.actor)
    if (known.action, known.drawn, None) == (stood.action, stood.drawn, stood.shuffled):
        try:
            play(now.game, view, stood.actor, stood.action, Written(now.game.deck, stood.drawn or None))
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
