"""Aucteraden: a solitaire of buying cards and laying them in rising chains."""

from typing import Final

from ludograph.domain.games.aucteraden import actions, facts
from ludograph.domain.games.aucteraden.decisive import DECISIVE
from ludograph.domain.games.aucteraden.flow import COURSE, cards, coins, setup
from ludograph.domain.games.aucteraden.reasons import PARTS, REASONS
from ludograph.domain.games.aucteraden.rules import GUIDE, RULES
from ludograph.domain.games.aucteraden.scene import scene
from ludograph.domain.games.aucteraden.scoring import ORDER, WORTH, result
from ludograph.domain.games.aucteraden.state import AucteradenDeal, AucteradenOptions
from ludograph.domain.games.aucteraden.terms import TERMS, VERBS
from ludograph.domain.games.aucteraden.words import ENDING, LABELS, OFFERS, SENTENCES
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.game import Credits, Faults, Game, Outcomes

GAME: Final = Game(
    id="aucteraden",
    title="Aucteraden",
    summary="A solitaire: buy cards from a row of three and lay them in a square, in rising chains of each suit.",
    credits=Credits(source="the rules cheatsheet of a scorekeeper for Aucteraden, a game for the Decktet"),
    version=1,
    seats=range(1, 2),
    deck=DECKTET,
    rules=RULES,
    guide=GUIDE,
    terms=TERMS,
    verbs=VERBS,
    options=AucteradenOptions,
    labels=LABELS,
    deal=AucteradenDeal,
    actions=(actions.Buy, actions.Place, actions.Discard),
    facts=(
        facts.GameBegan,
        facts.DeckShuffled,
        facts.CardTurnedUp,
        facts.MarketThinned,
        facts.ExcuseSwept,
        facts.MarketLaid,
        facts.CardBought,
        facts.ChipsSpent,
        facts.CardPlaced,
        facts.MarketDiscarded,
        facts.SuitScored,
        facts.MatchEnded,
    ),
    faults=Faults(seats="AU-1.1", deal="AU-1.4", outcomes=Outcomes("AU-1.2", count="AU-1.3", conflict="AU-1.3")),
    setup=setup,
    turn=COURSE.turn,
    choices=COURSE.choices,
    openings=COURSE.openings,
    follow=COURSE.follow,
    result=result,
    worth=WORTH,
    order=ORDER,
    cards=cards,
    sentences=SENTENCES,
    decisive=DECISIVE,
    offers=OFFERS,
    ending=ENDING,
    parts=PARTS,
    reasons=REASONS,
    scene=scene,
    coins=coins,
)
