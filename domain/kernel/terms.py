"""The words of a game: which words in its sentences are terms, and what explains them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ludograph.domain.kernel.game import Game, verb_of

GUIDE: Final = "guide"
"""Stands for a rule's number where only the guide explains a term: its first paragraph that has it."""
NONE: Final = ""
"""Stands there for a phrase in which a word is no term."""


class Explained(NamedTuple):
    """What explains a term: the number of a rule, or the game's name before a paragraph of its guide, and the text."""

    label: str
    text: str


class Glossary:
    """The terms of a game, found in sentences: not in names of players or the game's, nor in what somebody says."""

    def __init__(self, game: Game, players: Sequence[str] = ()) -> None:
        self.game = game
        self.terms = sorted(game.terms, key=len, reverse=True)
        """Longer ones first, for they are meant where they stand."""
        names = sorted({game.title, *players} - {*self.terms}, key=len, reverse=True)
        passed = ["“.*", *map(re.escape, names)]
        either = "|".join([f"(?:{'|'.join(passed)})", *(f"({forms(term)})" for term in self.terms)])
        self._words = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.DOTALL)

    def found(self, text: str) -> Iterator[tuple[str, Explained]]:
        """The terms in a text, as they stand there, each with what explains it."""
        for match in self._words.finditer(text):
            if match.lastindex and (explained := self.explained(self.terms[match.lastindex - 1])):
                yield match[match.lastindex], explained

    def explained(self, term: str) -> Explained | None:
        """What explains one of the terms; nothing for a phrase that is none."""
        place = self.game.terms[term]
        if place == GUIDE:
            paragraphs = self.game.guide.split("\n\n")
            return Explained(self.game.title, next(one for one in paragraphs if has_term(one, term)))
        return Explained(place, self.game.rules[place]) if place else None

    def of(self, word: str) -> list[Explained]:
        """What explains a word that somebody asks for: a verb as it is typed, or a term in any form."""
        asked = word.strip().replace("_", " ").replace("-", " ")
        verbs = {verb_of(action.__name__).replace("_", " ") for action in self.game.actions}
        verb = self.game.synonyms.get(asked.lower(), asked.lower())
        typed = {name.replace("_", " "): rule for name, rule in self.game.verbs.items()}
        if verb in typed:
            return [Explained(typed[verb], self.game.rules[typed[verb]])]
        wanted = verb if verb in verbs else asked
        named = [term for term in self.terms if re.fullmatch(forms(term), wanted, re.IGNORECASE)]
        return [explained for term in named[:1] if (explained := self.explained(term))]


def forms(term: str) -> str:
    """A pattern, of Python and of JavaScript, for a term as it stands in sentences: `bids`, `bidding`, `Bid`.

    One with a capital is written so, another may begin a sentence.
    """
    first, rest = term[0], term[1:]
    either = f"[{first}{first.upper()}]" if first.islower() else first
    return either + " ".join(_inflected(word) for word in f"{rest}".split(" "))


def _inflected(word: str) -> str:
    if not word or word[-1] == "e":
        return f"{word[:-1]}(?:e[sd]?|ing)" if word else ""
    return f"{word}(?:e?s|{word[-1]}?(?:ed|ing))?"


def has_term(text: str, term: str) -> bool:
    """Whether a text has a term, in any form of it."""
    return re.search(rf"(?<!\w){forms(term)}", text, re.IGNORECASE) is not None
