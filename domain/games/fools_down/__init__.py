"""Fool's Down: wagering on the best five cards, with a last card that can undo it all."""

from typing import Final

from ludograph.domain.games.fools_down.actions import ACTIONS
from ludograph.domain.games.fools_down.decisive import DECISIVE
from ludograph.domain.games.fools_down.facts import FACTS, HandStarted, SeatBroke
from ludograph.domain.games.fools_down.flow import (
    COURSE,
    cards,
    choices,
    coins,
    hand_under_way,
    last_hand,
    switched_off,
    told_as,
)
from ludograph.domain.games.fools_down.reasons import REASONS
from ludograph.domain.games.fools_down.rules import GUIDE, RULES
from ludograph.domain.games.fools_down.scene import scene
from ludograph.domain.games.fools_down.scoring import WORTH, result, score_sum
from ludograph.domain.games.fools_down.setup import check, setup
from ludograph.domain.games.fools_down.state import FoolsDownDeal, FoolsDownOptions
from ludograph.domain.games.fools_down.terms import TERMS, VERBS
from ludograph.domain.games.fools_down.words import ABOUT, AMOUNTS, ENDING, LABELS, OFFERS, SENTENCES
from ludograph.domain.kernel.decks.perilous import WITHOUT_EXTRAS
from ludograph.domain.kernel.game import Credits, Faults, Game, Outcomes, StartingPlayer

GAME: Final = Game(
    id="fools-down",
    title="Fool's Down",
    summary="Wager on the best five cards: two of your three down cards and three of six on the table.",
    credits=Credits(source="Deck of Perilous Fortuity Official Rules, © 2024 Gooey Cube"),
    version=1,
    seats=range(2, 11),
    deck=WITHOUT_EXTRAS,
    rules=RULES,
    options=FoolsDownOptions,
    labels=LABELS,
    amounts=AMOUNTS,
    deal=FoolsDownDeal,
    actions=ACTIONS,
    facts=FACTS,
    faults=Faults(
        seats="FD-0.1",
        deal="FD-1.4",
        outcomes=Outcomes("FD-2.3", count="FD-2.1", unknown="FD-2.2", code="FD-2.2"),
    ),
    check=check,
    setup=setup,
    turn=COURSE.turn,
    switched_off=switched_off,
    choices=choices,
    openings=COURSE.openings,
    follow=COURSE.follow,
    result=result,
    worth=WORTH,
    score_sum=score_sum,
    eliminations=(SeatBroke,),
    starting_player=StartingPlayer(HandStarted, "fools_bettor", left=1),
    cards=cards,
    horizon=hand_under_way,
    last_horizon=last_hand,
    sentences=SENTENCES,
    decisive=DECISIVE,
    offers=OFFERS,
    ending=ENDING,
    about=ABOUT,
    reasons=REASONS,
    scene=scene,
    guide=GUIDE,
    terms=TERMS,
    verbs=VERBS,
    told_as=told_as,
    synonyms={
        "check": "wink",
        "bet": "wager",
        "call": "match",
        "raise": "bump",
        "fold": "duck",
        "muck": "duck",
    },
    coins=coins,
)
