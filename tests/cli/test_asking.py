"""What `play` asks while real cards are written down: each question says what it wants, and takes what can be."""

import re
from typing import Any
from uuid import UUID

import pytest

from ludograph.cli.printing.usage import codes_text
from ludograph.cli.table.live import LiveTable
from ludograph.cli.table.questions import EntryCancelled, PossibleAnswers
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Setting, start_match
from tests.questions import FILE, Paper, begun, text, walked
from tests.worlds import NAMES, STAMP, read_back

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
            wants = label(question)
            asked_again = eyes == TABLE and wants == last  # the table cannot tell what is known to lie elsewhere
            assert wants not in wanted or asked_again or REPLACED.fullmatch(wanted[wants]), entry
            wanted = {} if answer == EXCUSE else wanted | {wants: answer}
            last = wants


@pytest.mark.parametrize("game", GAMES)
def test_so_do_the_questions_of_a_start(game: str) -> None:
    for question in begun(game):
        assert re.match(r"[A-Z].*[^ ,]\? ", question)
        assert "Which" not in question
        assert len(question) <= LONGEST, question


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_asked_for_nothing_that_it_does_not_see(game: str) -> None:
    questions = [question for entry in walked(game, TABLE) for question in entry.questions]
    assert not [question for question in questions if "alone" in question or "not seen" in question]


def test_the_list_of_all_questions_is_as_it_was_read() -> None:
    assert FILE.exists(), "run `python -m tests.generate questions`, read what it wrote, and commit it"
    assert text() == FILE.read_text()


def test_at_the_end_each_valuation_is_asked_for_by_its_suit_and_each_crown_by_its_player() -> None:
    asked = [list(map(label, entry.questions)) for entry in walked("sorcerous-futures", TABLE)]
    suits = [f"{suit}' valuation" for suit in DECKTET.suit_names.values()]
    assert [*suits, "Under the Excuse"] in asked
    assert [*suits, "Ann's Crown", "Bob's Crown", "Cat's Crown"] in asked


# Inside a question


class Session:
    """A match of four with real cards, at a screen with these eyes; answers are typed one after the other."""

    def __init__(self, game: str, eyes: Observer = TABLE, seats: int = 4, **options: Any) -> None:
        setting = Setting(NAMES[:seats], GAMES[game].options(**options), None, "1")
        start = read_back(start_match(GAMES[game], UUID(int=1), setting, STAMP), TABLE)
        recorder: Any = Paper()
        self.told: list[str] = []
        self.questions: list[str] = []
        self._answers: list[str] = []
        self.live = LiveTable(recorder, start, eyes, self.told.append, self._answer)

    def _answer(self, question: str, possible: PossibleAnswers) -> str:
        self.questions.append(label(question))
        if not self._answers:
            raise EntryCancelled
        return self._answers.pop(0)

    def enter(self, line: str, *answers: str) -> tuple[str, ...]:
        """The outcomes with which an entry was recorded; empty where it was not."""
        self.told.clear()
        self.questions.clear()
        self._answers = list(answers)
        steps = len(self.live.match.steps)
        self.live.enter(line)
        assert not self._answers
        done = self.live.match.steps[steps:]
        return tuple(map(str, done[-1].drawn)) if done else ()


def label(question: str) -> str:
    """What a question asks for, without what an empty answer means."""
    return question.partition("?")[0]


@pytest.fixture
def give() -> Session:
    """Sorcerous Futures, where Ann has the Excuse and gives the Crowns first."""
    return Session("sorcerous-futures", excuse_seat=1)


ROW = ("8YK", "2SY", "9LK", "PVLY", "5ML")
CROWNS = "give ?? ?? ?? ??"
UNSEEN = ("??",) * 7


def test_several_answers_are_taken_at_once_and_each_is_said_as_it_was_understood(give: Session) -> None:
    assert give.enter(CROWNS, "betrayal the desert", "9lk", "PVLY 5LM") == (*UNSEEN, *ROW)
    assert give.questions == ["New row, 1 of 5", "New row, 3 of 5", "New row, 4 of 5"]
    assert give.told[0] == "New row, 1 of 5: the Betrayal (8YK). New row, 2 of 5: the Desert (2SY)."
    assert give.told[1] == "New row, 3 of 5: the Merchant (9LK)."


def test_an_answer_that_cannot_be_is_asked_for_again_and_says_what_may_be_meant(give: Session) -> None:
    assert give.enter(CROWNS, "8YK 8YK", "??", "the deserd", "2SY 9LK PVLY", "5ML") == (*UNSEEN, *ROW)
    assert give.questions == ["New row, 1 of 5", *["New row, 2 of 5"] * 3, "New row, 5 of 5"]
    assert [text for text in give.told if not text.startswith("New row")][:3] == [
        "the Betrayal (8YK) cannot come here: it lies elsewhere, or does not belong here.",
        "Everybody sees this card: write its face, not ??.",
        "the deserd is no card of the Decktet (did you mean the Desert?).",
    ]


@pytest.mark.parametrize("back", ["undo", "UNDO", ""])
def test_undo_and_an_empty_answer_go_back_and_at_the_first_question_drop_the_entry(give: Session, back: str) -> None:
    assert give.enter(CROWNS, "8YK 4MS", back, "8YK", "2SY 9LK PVLY 5ML") == (*UNSEEN, *ROW)
    assert give.questions == ["New row, 1 of 5", "New row, 3 of 5", "New row, 1 of 5", "New row, 2 of 5"]
    assert give.enter("offer 8YK closed") == ()
    assert Session("sorcerous-futures", excuse_seat=1).enter(CROWNS, "8YK", back, back) == ()


def test_who_goes_on_with_the_next_action_is_told_that_a_card_is_asked_for(give: Session) -> None:
    assert give.enter(CROWNS, "offer 8YK closed") == ()
    assert give.told[0] == "A card is asked for: `undo` goes back, and then offer can be entered."


def test_help_and_the_table_are_there_inside_a_question(give: Session) -> None:
    assert give.enter(CROWNS, "help", "?", "look", "show Ann", "log 1", "8YK", "look Zed", " ".join(ROW[1:]))
    assert give.questions == [*["New row, 1 of 5"] * 6, *["New row, 2 of 5"] * 2]
    told = "\n".join(give.told)
    assert " ".join(told.split()).count(f"{codes_text(DECKTET)} Several answers may be given at once.") == 2
    assert "as everybody sees it" in told or "The Excuse" in told
    assert "Zed" in told


def test_commas_and_semicolons_stand_between_answers(give: Session) -> None:
    assert give.enter(CROWNS, "betrayal, the desert; 9lk", "PVLY,5LM") == (*UNSEEN, *ROW)


def test_the_card_in_place_of_a_wild_trick_is_asked_for_as_that() -> None:
    asked = {label(question) for entry in walked("fools-down", JUDGE) for question in entry.questions}
    assert {"The Trick", "The card that replaces the Trick"} <= asked


def test_an_empty_answer_leaves_unseen_what_the_same_players_saw() -> None:
    judge = Session("sorcerous-futures", JUDGE, excuse_seat=1)
    assert judge.enter(CROWNS, "4MS", "", "", "", "", " ".join(ROW)) == ("4MS", *UNSEEN[1:], *ROW)
    places = ("Moons'", "Suns'", "Leaves'", "Wyrms'")  # what lies before Cat, Dan, Bob, and again before Cat
    assert judge.questions == [*(f"{place} valuation" for place in places), "Under the Excuse", "New row, 1 of 5"]
    again = Session("sorcerous-futures", JUDGE, excuse_seat=1)
    assert again.enter(CROWNS, "", "undo", "", "", "4MS", "", "", " ".join(ROW))[:4] == (*UNSEEN[:3], "4MS")
    assert again.questions[:3] == ["Moons' valuation", "Suns' valuation", "Moons' valuation"]


def test_a_hand_is_named_wholly_or_not_at_all() -> None:
    deal = Session("last-years-magic", JUDGE, 2)
    assert deal.enter("Ann deal", "Ah 2h 3h 4h 5h 6h", "??", "7h", "??") == (
        *(f"{rank}h" for rank in "A234567"),
        *UNSEEN,
    )
    assert "named card by card" in "\n".join(deal.told)
    assert deal.questions[-1] == "Bob's hand, 1 of 7"


def test_sealed_bids_that_nobody_noted_are_asked_for_by_their_players(give: Session) -> None:
    give.enter(CROWNS, " ".join(ROW))
    active = give.live.match.name(give.live.match.awaited(give.live.match.state)[0])
    give.enter(f"{active} offer 8YK closed")
    for name in NAMES[:4]:
        bids = give.enter(f"{name} seal ??", *(("1", "two", "?", "91", "2", "3 4") if name == "Dan" else ()))
    assert bids == ("1", "2", "3", "4")
    assert give.questions == [f"{name}'s sealed bid, 0 to 90" for name in ("Ann", "Bob", "Bob", "Bob", "Bob", "Cat")]
    assert "Several answers may be given at once. `undo` goes back to the question before" in give.told[2][:80]
