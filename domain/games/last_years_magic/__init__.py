"""Last Year's Magic: wizards in a pub suggest how magic would help, and play cards on it."""

from typing import Final

from ludograph.domain.games.last_years_magic.actions import ACTIONS, CastFortune, Comment, Deal, Premonition
from ludograph.domain.games.last_years_magic.decisive import DECISIVE
from ludograph.domain.games.last_years_magic.facts import FACTS, CardsRevealed, LeaderSet
from ludograph.domain.games.last_years_magic.flow import COURSE, cards, choices, lying, openings, setup, turn
from ludograph.domain.games.last_years_magic.reasons import PARTS, REASONS
from ludograph.domain.games.last_years_magic.rules import GUIDE, RULES
from ludograph.domain.games.last_years_magic.scene import scene
from ludograph.domain.games.last_years_magic.scoring import WORTH, result
from ludograph.domain.games.last_years_magic.state import MagicDeal, MagicOptions, last_card
from ludograph.domain.games.last_years_magic.terms import TERMS, VERBS
from ludograph.domain.games.last_years_magic.words import ABOUT, ENDING, OFFERS, SENTENCES
from ludograph.domain.kernel.decks.french import FRENCH
from ludograph.domain.kernel.game import Credits, Faults, Game, Idle, Outcomes, StartingPlayer, always
from ludograph.domain.kernel.hidden import Hidden

GAME: Final = Game(
    id="last-years-magic",
    title="Last Year's Magic",
    summary="A role-playing trick-taking game: wizards in a pub argue which magic would help, and play cards on it.",
    credits=Credits(
        designer="Sean Smith, Jason Dettman and the author of the draft, whose name it does not give",
        source="Last Year's Magic, playtest draft 0.1",
    ),
    version=1,
    seats=range(2, 14),
    deck=FRENCH,
    rules=RULES,
    options=MagicOptions,
    deal=MagicDeal,
    actions=ACTIONS,
    facts=FACTS,
    faults=Faults(
        seats="LM-1.1",
        deal="LM-1.2",
        outcomes=Outcomes("LM-1.4", count="LM-1.3", conflict="LM-1.7", stray="LM-1.2"),
        idle=Idle("LM-1.2", {CastFortune: always, Deal: always, Premonition: always, Comment: last_card}),
    ),
    setup=setup,
    turn=turn,
    choices=choices,
    openings=openings,
    follow=COURSE.follow,
    result=result,
    worth=WORTH,
    starting_player=StartingPlayer(LeaderSet),
    cards=cards,
    hidden=Hidden(lying),
    sentences=SENTENCES,
    decisive=DECISIVE,
    unsealings=(CardsRevealed,),
    offers=OFFERS,
    ending=ENDING,
    about=ABOUT,
    parts=PARTS,
    reasons=REASONS,
    scene=scene,
    guide=GUIDE,
    terms=TERMS,
    verbs=VERBS,
)
