"""What chance answers to a question, and which fault of a written list is found first; with a deck of four cards."""

from typing import Any

import pytest

from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, Face, make_deck
from ludograph.domain.kernel.chance import Drawing, OutcomeWord, Unseen, Written
from ludograph.domain.kernel.game import EVERYBODY, Audience, Faces, Impossible, Numbers, Wanted

DECK = make_deck("tiny", "the tiny deck", tuple(Face(code, f"Card {code}", code, "") for code in "ABCD"), {}, {})


def cards(text: str) -> Cards:
    return tuple(text.split())


def face(known: str, *, among: str = "A B C D", to: Audience = EVERYBODY, **said: Any) -> Faces:
    """Cards of which each could be any of these that has not come before."""

    def left(before: tuple[Card, ...]) -> list[Card]:
        return [card for card in cards(among) if card not in before]

    return Faces("row", cards(known), left, to, **said)


def wanted(*entries: Faces, **said: Any) -> Wanted[Card]:
    return Wanted(entries, **said)


@pytest.mark.parametrize(
    ("asked", "given", "answer"),
    [
        (wanted(face("?? ??")), "A B", "A B"),
        (wanted(face("A ??")), "A B", "A B"),
        (wanted(face("A B")), None, "A B"),
        (wanted(face("A ??", hidden=True)), "?? ??", "A ??"),
        (wanted(face("?? ??", hidden=True), left_out="unseen"), None, "?? ??"),
        (wanted(face("A B"), omissible=True), "", "A B"),
        (wanted(face("A B", hidden=True, heap=True)), "C A", "A C"),
        (wanted(face("B A", heap=True)), None, "A B"),
        (wanted(face("??"), more=None), "A B", "A"),
        (wanted(face("??"), more=1), "A B", "A"),
    ],
)
def test_a_written_list_is_taken_as_the_question_says(asked: Wanted[Card], given: str | None, answer: str) -> None:
    assert Written(DECK, None if given is None else cards(given)).ask(asked) == cards(answer)


@pytest.mark.parametrize(
    ("asked", "given", "kind"),
    [
        (wanted(face("?? ??")), "X", "count"),
        (wanted(face("?? ??")), "A B C", "count"),
        (wanted(face("??"), more=2), "A B", "count"),
        (wanted(face("?? ??"), more=None), "X", "count"),
        (wanted(face("A ??")), None, "count"),
        (wanted(face("A"), left_out="never"), None, "count"),
        (wanted(face("A ??"), omissible=True), "", "count"),
        (wanted(face("?? ??")), "?? X", "code"),
        (wanted(face("?? ??")), "A ??", "unknown"),
        (wanted(face("A ??"), face("??", among="")), "B C D", "placed"),
        (wanted(face("?? ??")), "A A", "placed"),
        (wanted(face("A ??", hidden=True)), "?? A", "placed"),
        (wanted(face("A ??")), "B C", "conflict"),
        (wanted(face("??", among="A B", elsewhere=("C",))), "C", "conflict"),
        (wanted(face("?? B", among="A C D", elsewhere=("B",))), "B B", "placed"),
    ],
)
def test_a_wrong_number_comes_before_what_is_no_card_and_the_record_last(
    asked: Wanted[Card], given: str | None, kind: str
) -> None:
    with pytest.raises(Impossible) as wrong:
        Written(DECK, None if given is None else cards(given)).ask(asked)
    assert wrong.value.kind == kind


@pytest.mark.parametrize(
    ("known", "given", "kind"),
    [(None, 7, "placed"), (None, "3", "placed"), (None, None, "placed"), (3, 4, "conflict"), (None, True, "placed")],
)
def test_a_number_is_one_of_those_that_it_could_be(known: int | None, given: object, kind: str) -> None:
    die = Wanted((Numbers("the die", (known,), lambda _: range(1, 7)),))
    with pytest.raises(Impossible) as wrong:
        Written(DECK, [given]).ask(die)
    assert wrong.value.kind == kind
    assert Written(DECK, [OutcomeWord("3")]).ask(die) == (3,)


def test_what_is_left_over_is_found_at_the_end() -> None:
    chance = Written(DECK, cards("A B C"))
    chance.ask(wanted(face("??"), more=None))
    chance.ask(wanted(face("??", among="B"), more=None))
    with pytest.raises(Impossible, match="Wanted here: 2 outcomes; written: 3"):
        chance.finish()


def test_the_program_draws_what_is_not_recorded_and_never_a_card_twice() -> None:
    for step in range(20):
        chance = Drawing("seed", step)
        assert sorted(chance.ask(wanted(face("B ??"), face("?? ??")))) == list("ABCD")
        assert Drawing("seed", step).ask(wanted(face("??"))) == Drawing("seed", step).ask(wanted(face("??")))


def test_nobody_draws_what_players_have_chosen() -> None:
    bids = Wanted((Numbers("the bid of {seat}", (None,), lambda _: range(9), seat=2),), missing="Write the bids.")
    for chance in (Drawing("seed", 1), Unseen(), Written(DECK)):
        with pytest.raises(Impossible, match="Write the bids"):
            chance.ask(bids)
    assert Written(DECK, [8]).ask(bids) == (8,)


def test_each_outcome_is_kept_with_who_saw_it() -> None:
    chance = Written(DECK, cards("A B ??"))
    chance.ask(wanted(face("??", to=(2,)), face("?? ??", to=(), hidden=True)))
    assert (chance.drawn, chance.seen_by) == (["A", "B", UNKNOWN], [(2,), (), ()])


def test_a_question_says_in_words_what_each_outcome_is() -> None:
    asked = wanted(face("?? ??"), Faces("the Crown of {seat}", cards("??"), lambda _: (), seat=2))
    assert asked.labels(lambda seat: ("the table", "Ann", "Bob")[seat]) == (
        "row, 1 of 2",
        "row, 2 of 2",
        "the Crown of Bob",
    )
