"""Sun Bid: an auction game for 2 to 4 players, in which only the order of the deck is hidden."""

from typing import Final

from ludograph.domain.games.sun_bid.actions import ACTIONS, Flip
from ludograph.domain.games.sun_bid.decisive import DECISIVE
from ludograph.domain.games.sun_bid.facts import FACTS
from ludograph.domain.games.sun_bid.flow import COURSE, cards, check, setup
from ludograph.domain.games.sun_bid.reasons import PARTS, REASONS
from ludograph.domain.games.sun_bid.rules import GUIDE, RULES
from ludograph.domain.games.sun_bid.scene import scene
from ludograph.domain.games.sun_bid.scoring import WORTH, result
from ludograph.domain.games.sun_bid.state import SunBidDeal, SunBidOptions
from ludograph.domain.games.sun_bid.terms import TERMS
from ludograph.domain.games.sun_bid.words import ENDING, LABELS, SENTENCES
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.game import Credits, Faults, Game, Idle, Outcomes, always

GAME: Final = Game(
    id="sun-bid",
    title="Sun Bid",
    summary="Bid Suns for the cards of the pool; score Pawns and Courts, equal ranks and sequences over three rounds.",
    credits=Credits(
        designer="Greg James, after Ra by Reiner Knizia",
        source="the page of Sun Bid, a game for the Decktet",
        licence="Creative Commons Attribution-NonCommercial-ShareAlike 3.0",
    ),
    version=1,
    seats=range(2, 5),
    deck=DECKTET,
    rules=RULES,
    options=SunBidOptions,
    labels=LABELS,
    deal=SunBidDeal,
    actions=ACTIONS,
    facts=FACTS,
    faults=Faults(
        seats="SB-1.1",
        options="SB-1.2",
        deal="SB-1.3",
        fields="SB-2.4",
        outcomes=Outcomes("SB-3.2", count="SB-3.1", unknown="SB-3.1", conflict="SB-3.3"),
        idle=Idle("SB-2.5", {Flip: always}),
    ),
    check=check,
    setup=setup,
    turn=COURSE.turn,
    choices=COURSE.choices,
    openings=COURSE.openings,
    follow=COURSE.follow,
    result=result,
    worth=WORTH,
    cards=cards,
    sentences=SENTENCES,
    decisive=DECISIVE,
    ending=ENDING,
    parts=PARTS,
    reasons=REASONS,
    scene=scene,
    guide=GUIDE,
    terms=TERMS,
)
