"""A sentence for each fact and action of Last Year's Magic; whoever knows a card is told what it means."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.games.last_years_magic import actions, facts
from ludograph.domain.games.last_years_magic.rules import NATURES, SUITS, element, reading
from ludograph.domain.games.last_years_magic.state import State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.ending import Ending, Sum
from ludograph.domain.kernel.game import PerSeat, Seat, Sentence
from ludograph.domain.kernel.mentions import About
from ludograph.domain.kernel.sentences import Speaker, alike, along, counted, listed, spoken_sentence


def _premonition(action: actions.Premonition, speaker: Speaker) -> str:
    return spoken_sentence(f"Have a premonition of {counted(action.count, 'card')}", action.text)


def _suggest(action: actions.Suggest, speaker: Speaker) -> str:
    return spoken_sentence(f"Suggest with {speaker.card(action.card)}", action.text)


def _comment(action: actions.Comment, speaker: Speaker) -> str:
    return spoken_sentence(f"Comment with {speaker.card(action.card)}", action.text)


def _deck_shuffled(fact: facts.DeckShuffled, speaker: Speaker) -> str:
    return f"The deck of {counted(fact.size, 'card')} is shuffled."


def _fortune_cast(fact: facts.FortuneCast, speaker: Speaker) -> str:
    return f"{speaker.seat(fact.seat)} casts a fortune.{_meanings(fact.cards)}"


def _introduced(fact: facts.WizardIntroduced, speaker: Speaker) -> str:
    return spoken_sentence(f"{speaker.seat(fact.seat)} introduces a wizard", fact.text)


def _fortunes_returned(fact: facts.FortunesReturned, speaker: Speaker) -> str:
    return f"The {counted(fact.count, 'card')} of fortune go back."


def _hands_dealt(dealt: Sequence[facts.HandDealt], speaker: Speaker) -> str:
    return speaker.each_dealt(((one.seat, one.cards) for one in dealt), "is dealt {size} cards")


def _deck_laid(fact: facts.DeckLaid, speaker: Speaker) -> str:
    return f"The deck has {counted(fact.size, 'card')}."


def _premonition_had(fact: facts.PremonitionHad, speaker: Speaker) -> str:
    of = "" if fact.nature is None else f": {NATURES[fact.nature]}"
    cards = counted(fact.count, "card")
    return f"{speaker.seat(fact.seat)} has a premonition of {cards}{of}.{_meanings(fact.cards)}"


def _prophecy_told(fact: facts.ProphecyTold, speaker: Speaker) -> str:
    who = speaker.seat(fact.seat)
    return spoken_sentence(f"{who} foretells", fact.text) if fact.text else f"{who} foretells what is coming."


def _leader_set(fact: facts.LeaderSet, speaker: Speaker) -> str:
    problem = {"premonition": "on a new problem", "null": "on the problem transformed", "bad": "on the problem grown"}
    return f"Round {fact.round}: {speaker.seat(fact.seat)} leads {problem[fact.why]}."


def _suggestion_made(fact: facts.SuggestionMade, speaker: Speaker) -> str:
    return spoken_sentence(f"{speaker.seat(fact.seat)} suggests, {_put_forward(fact.card, speaker)}", fact.text)


def _comment_made(fact: facts.CommentMade, speaker: Speaker) -> str:
    return spoken_sentence(f"{speaker.seat(fact.seat)} comments, {_put_forward(fact.card, speaker)}", fact.text)


def _put_forward(card: Card, speaker: Speaker) -> str:
    known = "" if card == UNKNOWN else f" for {element(card)}"
    return f"putting {speaker.card(card)} forward{known}"


def _cards_revealed(fact: facts.CardsRevealed, speaker: Speaker) -> str:
    return f"Turned up: {', '.join(f'{speaker.seat(play.seat)} {play.card}' for play in fact.plays)}."


def _round_judged(fact: facts.RoundJudged, speaker: Speaker) -> str:
    suits = {suit: name.lower() for suit, name in speaker.deck.suit_names.items()}
    found = [(suit, getattr(fact.counts, suit)) for suit in SUITS]
    counts = listed([counted(count, suits[suit].removesuffix("s")) for suit, count in found if count])
    if fact.prime is None or fact.winner is None:
        return f"{counts}: there is no prime factor, and the round is null."
    return f"{counts}: the prime factor is {suits[fact.prime]}, and {speaker.seat(fact.winner)} wins."


def _trick_taken(fact: facts.TrickTaken, speaker: Speaker) -> str:
    who = speaker.seat(fact.seat)
    return f"{who} takes a {fact.kind} trick of {len(fact.cards)} for {fact.points:+}, {fact.score} so far."


def _escalated(fact: facts.ProblemEscalated, speaker: Speaker) -> str:
    return spoken_sentence(f"{speaker.seat(fact.seat)} tells how the problem has changed", fact.text)


def _implemented(fact: facts.SuggestionImplemented, speaker: Speaker) -> str:
    done = "carries the suggestion out" if fact.kind == "good" else "tries to carry the suggestion out and fails"
    return spoken_sentence(f"{speaker.seat(fact.seat)} {done}", fact.text)


def _lull_began(fact: facts.LullBegan, speaker: Speaker) -> str:
    solved = "" if fact.problem is None else f"Problem {fact.problem} is solved. "
    return f"{solved}The company talks until somebody has a premonition."


def _said(fact: facts.Said, speaker: Speaker) -> str:
    who = speaker.seat(fact.seat)
    return spoken_sentence(who, fact.text) if fact.text else f"{who} says something."


def _match_ended(fact: facts.MatchEnded, speaker: Speaker) -> str:
    scores = speaker.each(f"{score} (rank {rank})" for score, rank in zip(fact.scores, fact.ranks, strict=True))
    best = speaker.won(fact.best, "is the best", "are together the best")
    return f"All hands are used up, and the match ends: {', '.join(scores)}. {best}."


def _meanings(cards: Cards) -> str:
    """What known cards may say, a sentence each; nothing where none is known."""
    return "".join(f" {card}: {reading(card)}." for card in cards if card != UNKNOWN)


SENTENCES: Final[Mapping[type[Struct], Sentence]] = {
    actions.CastFortune: "Cast a fortune.",
    actions.Introduce: lambda action, speaker: spoken_sentence("Introduce a wizard", action.text),
    actions.Deal: "Deal the cards.",
    actions.PutIn: "Put {card} back.",
    actions.Premonition: _premonition,
    actions.Foretell: lambda action, speaker: spoken_sentence("Foretell what is coming", action.text),
    actions.Suggest: _suggest,
    actions.Comment: _comment,
    actions.Escalate: lambda action, speaker: spoken_sentence("Tell how the problem has changed", action.text),
    actions.Implement: lambda action, speaker: spoken_sentence("Carry the suggestion out", action.text),
    actions.Say: lambda action, speaker: spoken_sentence("Say", action.text) if action.text else "Say something.",
    facts.GameBegan: "{seats} wizards meet in a pub, for a match of Last Year's Magic.",
    facts.DeckShuffled: along(_deck_shuffled),
    facts.FortuneCast: _fortune_cast,
    facts.WizardIntroduced: _introduced,
    facts.FortunesReturned: _fortunes_returned,
    facts.HandDealt: alike("{seat} is dealt {cards}.", _hands_dealt),
    facts.DeckLaid: along(_deck_laid),
    facts.CardGiven: "{seat} puts {card} into the deck.",
    facts.PremonitionHad: _premonition_had,
    facts.ProphecyTold: _prophecy_told,
    facts.LeaderSet: along(_leader_set),
    facts.SuggestionMade: _suggestion_made,
    facts.CommentMade: _comment_made,
    facts.CardsRevealed: _cards_revealed,
    facts.RoundJudged: _round_judged,
    facts.CardsReturned: "{cards} go into the deck.",
    facts.TrickTaken: _trick_taken,
    facts.ProblemEscalated: _escalated,
    facts.SuggestionImplemented: _implemented,
    facts.LullBegan: _lull_began,
    facts.Said: _said,
    facts.MatchEnded: _match_ended,
}


def _prime(fact: facts.RoundJudged, state: State) -> Iterator[tuple[Seat, Cards]]:
    """The cards of the prime suit, of which the highest wins; all of them where there is none."""
    for play in state.table:
        if fact.prime is None or play.card.endswith(fact.prime):
            yield play.seat, (play.card,)


ABOUT: Final[About] = {facts.RoundJudged: _prime}
"""The cards that sentences are about that do not name them."""

OFFERS: Final[Mapping[type[Struct], str]] = {
    actions.Introduce: "introduce the wizard",
    actions.PutIn: "put {card} back into the deck",
    actions.Premonition: "touch the deck for a premonition of {count} cards",
    actions.Foretell: "tell the premonition",
    actions.Suggest: "suggest magic with {card} face down",
    actions.Comment: "back the suggestion with {card} face down",
    actions.Escalate: "tell how the problem has changed",
    actions.Implement: "tell how the suggestion is carried out",
    actions.Say: "say something",
}
"""How what could be done is told, where a sentence of what was done is not a mere template."""


def _sums(told: Iterable[Any]) -> PerSeat[Sum]:
    """What tricks brought, and what bad ones cost."""
    tricks: list[facts.TrickTaken] = []
    seats = 0
    for fact in told:
        if isinstance(fact, facts.TrickTaken):
            tricks.append(fact)
        elif isinstance(fact, facts.MatchEnded):
            seats = len(fact.scores)
    return tuple(
        tuple(
            (f"{kind} tricks", sum(trick.points for trick in tricks if (trick.seat, trick.kind) == (seat, kind)))
            for kind in ("good", "bad")
        )
        for seat in range(1, seats + 1)
    )


ENDING: Final = Ending(sums=_sums)
