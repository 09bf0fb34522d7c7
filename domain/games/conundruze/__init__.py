"""Conundruze: castles of cards that nobody has looked at, to be made worth as little as can be."""

from typing import Final

from ludograph.domain.games.conundruze.actions import ACTIONS
from ludograph.domain.games.conundruze.decisive import DECISIVE
from ludograph.domain.games.conundruze.endings import SeatOut
from ludograph.domain.games.conundruze.facts import FACTS, GameStarted
from ludograph.domain.games.conundruze.flow import (
    COURSE,
    cards,
    choices,
    coins,
    game_under_way,
    last_game,
    lying,
    openings,
    switched_off,
    turn,
)
from ludograph.domain.games.conundruze.reasons import PARTS, REASONS
from ludograph.domain.games.conundruze.rules import GUIDE, RULES
from ludograph.domain.games.conundruze.scene import scene
from ludograph.domain.games.conundruze.scoring import ORDER, WORTH, eliminated, result
from ludograph.domain.games.conundruze.setup import check, setup
from ludograph.domain.games.conundruze.state import ConundruzeDeal, ConundruzeOptions
from ludograph.domain.games.conundruze.terms import TERMS, VERBS
from ludograph.domain.games.conundruze.words import ABOUT, ENDING, LABELS, MEANT, OFFERS, SENTENCES
from ludograph.domain.kernel.decks.perilous import WITHOUT_EXTRAS
from ludograph.domain.kernel.game import Credits, Faults, Game, Outcomes, StartingPlayer
from ludograph.domain.kernel.hidden import Hidden

GAME: Final = Game(
    id="conundruze",
    title="Conundruze",
    summary="Replace the hidden cards of your castle, pair ranks and steal with Fools, to be left with few points.",
    credits=Credits(source="Deck of Perilous Fortuity Official Rules, © 2024 Gooey Cube"),
    version=1,
    seats=range(2, 9),
    deck=WITHOUT_EXTRAS,
    rules=RULES,
    options=ConundruzeOptions,
    labels=LABELS,
    draws_numbers=True,
    deal=ConundruzeDeal,
    actions=ACTIONS,
    facts=FACTS,
    faults=Faults(seats="CZ-1.1", deal="CZ-1.6", outcomes=Outcomes("CZ-1.7", conflict="CZ-1.8")),
    check=check,
    setup=setup,
    turn=turn,
    switched_off=switched_off,
    choices=choices,
    openings=openings,
    follow=COURSE.follow,
    result=result,
    worth=WORTH,
    eliminations=(SeatOut,),
    eliminated=eliminated,
    starting_player=StartingPlayer(GameStarted, "caster", left=1),
    cards=cards,
    hidden=Hidden(lying),
    horizon=game_under_way,
    last_horizon=last_game,
    sentences=SENTENCES,
    decisive=DECISIVE,
    offers=OFFERS,
    meant=MEANT,
    ending=ENDING,
    about=ABOUT,
    order=ORDER,
    parts=PARTS,
    reasons=REASONS,
    scene=scene,
    guide=GUIDE,
    terms=TERMS,
    verbs=VERBS,
    coins=coins,
)
