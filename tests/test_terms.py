"""Words of the games lead to what explains them, in every sentence, and nowhere else."""

import re

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE, verb_of
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.kernel.terms import GUIDE, NONE, Glossary, forms, has_term
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match

ENDINGS = ("", "s", "es", "ed", "ing")


@pytest.mark.parametrize("id", GAMES)
def test_every_term_has_a_rule_that_speaks_of_it(id: str) -> None:
    game = GAMES[id]
    assert {*game.terms.values()} - {GUIDE, NONE} <= {*game.rules}
    for term, place in game.terms.items():
        text = game.guide if place == GUIDE else game.rules.get(place, term)
        assert has_term(text, term), f"{place} does not speak of {term}"


@pytest.mark.parametrize("id", GAMES)
def test_every_verb_has_one(id: str) -> None:
    game = GAMES[id]
    glossary = Glossary(game)
    assert {*game.verbs} <= {verb_of(action.__name__) for action in game.actions}
    assert {*game.verbs.values()} <= {*game.rules}
    for word in (*(verb_of(action.__name__) for action in game.actions), *game.synonyms):
        assert glossary.of(word), f"{word} has no rule"


@pytest.mark.parametrize("id", GAMES)
def test_no_sentence_leaves_a_term_without_its_rule(id: str) -> None:
    """Counted another way than they are found: by the words of the sentence."""
    match = golden_match(id)
    game = match.game
    glossary, speaker = Glossary(game, match.players), Speaker(game.deck, match.players)
    terms = [term for term, place in game.terms.items() if place and " " not in term]
    for observer in (TABLE, 1, JUDGE):
        for frame in Timeline(match, observer):
            for sentence in tell_step(game, speaker, frame):
                told = sentence.partition("“")[0].replace(game.title, game.title if game.title in game.terms else "")
                words = {*re.findall(r"[^\W\d_]+", told)} - {*match.players}
                linked = " ".join(word for word, _ in glossary.found(sentence))
                for term in terms:
                    for word in words & {term + ending for ending in ENDINGS}:
                        assert word in linked, f"{word} in {sentence}"


def test_names_titles_and_what_is_said_are_no_terms() -> None:
    glossary = Glossary(GAMES["sun-bid"], ("Call", "Bid 2", "Ben"))
    told = "A match of Sun Bid: Call bids, Bid 2 passes, and Ben says: “I call an auction.”"
    assert [word for word, _ in glossary.found(told)] == ["bids", "passes"]


def test_longer_terms_go_before_shorter_ones() -> None:
    found = dict(Glossary(GAMES["conundruze"]).found("Ann matches with 3 and is out of the match."))
    assert {word: one.label for word, one in found.items()} == {"matches": "CZ-7.5", "the match": "CZ-10.4"}
    crowns = Glossary(GAMES["sorcerous-futures"]).found("Ann passes both Crowns to Bob. Bob passes.")
    assert [word for word, _ in crowns] == ["Crowns", "passes"]


@pytest.mark.parametrize(
    ("term", "written", "no"),
    [
        ("bid", ["bid", "bids", "bidding", "Bids"], ["bidder", "forbid"]),
        ("challenge", ["challenges", "challenged", "challenging"], ["challenger"]),
        ("sit out", ["sits out", "Sitting out"], ["sit", "out"]),
        ("Trick", ["Trick", "Tricks"], ["trick"]),
    ],
)
def test_forms_of_a_term(term: str, written: list[str], no: list[str]) -> None:
    assert all(re.fullmatch(forms(term), word) for word in written)
    assert not any(re.fullmatch(forms(term), word) for word in no)
