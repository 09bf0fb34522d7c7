"""Sorcerous Futures: investors bid gold for cards of which nobody knows the whole worth."""

from typing import Final

from ludograph.domain.games.sorcerous_futures.actions import ACTIONS
from ludograph.domain.games.sorcerous_futures.decisive import DECISIVE
from ludograph.domain.games.sorcerous_futures.facts import FACTS, BidsRevealed, CardOffered
from ludograph.domain.games.sorcerous_futures.flow import COURSE, cards, coins
from ludograph.domain.games.sorcerous_futures.hidden import HIDDEN
from ludograph.domain.games.sorcerous_futures.reasons import PARTS, REASONS
from ludograph.domain.games.sorcerous_futures.rules import GUIDE, RULES
from ludograph.domain.games.sorcerous_futures.scene import scene
from ludograph.domain.games.sorcerous_futures.scoring import WORTH, most_paid, result
from ludograph.domain.games.sorcerous_futures.setup import check, setup
from ludograph.domain.games.sorcerous_futures.state import FuturesDeal, FuturesOptions
from ludograph.domain.games.sorcerous_futures.terms import TERMS
from ludograph.domain.games.sorcerous_futures.words import ABOUT, ENDING, LABELS, OFFERS, SENTENCES
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.game import Credits, Faults, Game, Outcomes, StartingPlayer

GAME: Final = Game(
    id="sorcerous-futures",
    title="Sorcerous Futures",
    summary="Bid gold for 20 cards, in open or closed auctions, while hidden valuations fix what each suit will pay.",
    credits=Credits(
        designer="Adam Blinkinsop; development by P. D. Magnus, design assistance by Nate Straight",
        source="the page of Sorcerous Futures, a game for the Decktet",
        licence="Creative Commons Attribution-NonCommercial-ShareAlike 3.0",
    ),
    version=1,
    seats=range(3, 5),
    deck=DECKTET,
    rules=RULES,
    options=FuturesOptions,
    labels=LABELS,
    draws_numbers=True,
    deal=FuturesDeal,
    actions=ACTIONS,
    facts=FACTS,
    faults=Faults(seats="SF-1.1", options="SF-1.2", deal="SF-1.3", fields="SF-2.4", outcomes=Outcomes("SF-2.5")),
    check=check,
    setup=setup,
    turn=COURSE.turn,
    choices=COURSE.choices,
    openings=COURSE.openings,
    follow=COURSE.follow,
    result=result,
    worth=WORTH,
    starting_player=StartingPlayer(CardOffered),
    cards=cards,
    hidden=HIDDEN,
    reservation=most_paid,
    sentences=SENTENCES,
    decisive=DECISIVE,
    unsealings=(BidsRevealed,),
    offers=OFFERS,
    ending=ENDING,
    about=ABOUT,
    parts=PARTS,
    reasons=REASONS,
    scene=scene,
    guide=GUIDE,
    terms=TERMS,
    coins=coins,
)
