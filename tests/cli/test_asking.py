"""What `play` asks while real cards are written down: each question says what it wants, and takes what can be."""

import re

import pytest

from domain.games import GAMES
from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE, TABLE
from tests.questions import FILE, text, walked

QUESTION = re.compile(r"[A-Z].*[^ ,]\? \((.*; )?Enter: (drops the entry|back|not seen|nor the rest)\) ")
EXCUSE = "0"
"""It sweeps the market of Aucteraden, which is filled anew."""
LONGEST = 80 - len(" 10f")
"""With the code of a card after it a question fits on a screen of 80 columns."""
REPLACED = re.compile("F|J.")
"""What does not stay where it was turned up, so that another card comes in its place: the Fool and Jesters."""


@pytest.mark.parametrize("eyes", [JUDGE, TABLE])
@pytest.mark.parametrize("game", GAMES)
def test_every_question_says_which_card_or_number_it_wants(game: str, eyes: Observer) -> None:
    for entry in walked(game, eyes):
        wanted: dict[str, str] = {}
        last = ""
        for question, answer in zip(entry.questions, entry.answers, strict=True):
            assert QUESTION.fullmatch(question), question
            assert "Which" not in question
            assert len(question) <= LONGEST, question
            label = question.partition("?")[0]
            asked_again = eyes == TABLE and label == last  # the table cannot tell what is known to lie elsewhere
            assert label not in wanted or asked_again or REPLACED.fullmatch(wanted[label]), entry
            wanted = {} if answer == EXCUSE else wanted | {label: answer}
            last = label


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_asked_for_nothing_that_it_does_not_see(game: str) -> None:
    questions = [question for entry in walked(game, TABLE) for question in entry.questions]
    assert not [question for question in questions if "alone" in question or "not seen" in question]


def test_the_list_of_all_questions_is_as_it_was_read() -> None:
    assert FILE.exists(), "run `python -m tests.generate questions`, read what it wrote, and commit it"
    assert text() == FILE.read_text()
