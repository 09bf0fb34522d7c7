"""Hand of the Hanataz: control the pot, challenge the house, and mind the Rogues."""

from typing import Final

from ludograph.domain.games.hand_of_the_hanataz.actions import ACTIONS
from ludograph.domain.games.hand_of_the_hanataz.decisive import DECISIVE
from ludograph.domain.games.hand_of_the_hanataz.face_facts import PlayerPutOut
from ludograph.domain.games.hand_of_the_hanataz.facts import FACTS, HandOpened
from ludograph.domain.games.hand_of_the_hanataz.flow import (
    COURSE,
    cards,
    choices,
    coins,
    hand_under_way,
    last_hand,
    openings,
    switched_off,
    turn,
)
from ludograph.domain.games.hand_of_the_hanataz.hidden import HIDDEN
from ludograph.domain.games.hand_of_the_hanataz.options import HanatazDeal, HanatazOptions
from ludograph.domain.games.hand_of_the_hanataz.reasons import REASONS
from ludograph.domain.games.hand_of_the_hanataz.rules import GUIDE, RULES
from ludograph.domain.games.hand_of_the_hanataz.scene import scene
from ludograph.domain.games.hand_of_the_hanataz.scoring import WORTH, eliminated, result
from ludograph.domain.games.hand_of_the_hanataz.setup import check, setup
from ludograph.domain.games.hand_of_the_hanataz.terms import TERMS, VERBS
from ludograph.domain.games.hand_of_the_hanataz.words import ENDING, LABELS, OFFERS, SENTENCES
from ludograph.domain.kernel.decks.perilous import PERILOUS
from ludograph.domain.kernel.game import Credits, Faults, Game, Outcomes, StartingPlayer

GAME: Final = Game(
    id="hand-of-the-hanataz",
    title="Hand of the Hanataz",
    summary="Take control of the pot with higher numbers and challenge the house for it; face cards rob, tax and peek.",
    credits=Credits(
        source="Deck of Perilous Fortuity Official Rules, © 2024 Gooey Cube; the game is based on Runes & Bones "
        "by Chrysalis Creative Endeavors",
    ),
    version=1,
    seats=range(3, 9),
    deck=PERILOUS,
    rules=RULES,
    options=HanatazOptions,
    labels=LABELS,
    deal=HanatazDeal,
    actions=ACTIONS,
    facts=FACTS,
    faults=Faults(seats="HH-1.1", options="HH-1.3", deal="HH-1.5", fields=None, outcomes=Outcomes("HH-1.5")),
    check=check,
    setup=setup,
    turn=turn,
    switched_off=switched_off,
    choices=choices,
    openings=openings,
    follow=COURSE.follow,
    result=result,
    worth=WORTH,
    eliminations=(PlayerPutOut,),
    eliminated=eliminated,
    starting_player=StartingPlayer(HandOpened, "starter"),
    cards=cards,
    hidden=HIDDEN,
    horizon=hand_under_way,
    last_horizon=last_hand,
    sentences=SENTENCES,
    decisive=DECISIVE,
    offers=OFFERS,
    ending=ENDING,
    reasons=REASONS,
    scene=scene,
    guide=GUIDE,
    terms=TERMS,
    verbs=VERBS,
    coins=coins,
)
