"""Where outcomes come from: a seed, what somebody wrote down, or nobody; each is asked the same question."""

from collections.abc import Callable
from typing import Any

import pytest

from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.chance import Drawing, OutcomeWord, Unseen, Written
from ludograph.domain.kernel.decks.french import FRENCH
from ludograph.domain.kernel.game import Faces, Impossible, Numbers, Wanted

PILE = ("4c", "5c", "6c", "7c")


def left(before: Cards) -> Cards:
    """What may still come from the pile."""
    return tuple(card for card in PILE if card not in before)


def die(before: tuple[int, ...]) -> range:
    return range(1, 7)


def faces(*known: str, **more: Any) -> Wanted[str]:
    """A question for cards, each as far as it is recorded."""
    return Wanted((Faces("new row", known, left, **more),))


def numbers(*known: int | None) -> Wanted[int]:
    return Wanted((Numbers("roll", known, die),))


def written(*given: object, shuffled: Cards | None = None) -> Written:
    return Written(FRENCH, given, shuffled)


def wrong(work: Callable[[], object]) -> tuple[str, str]:
    """The kind of what cannot be, and why."""
    with pytest.raises(Impossible) as caught:
        work()
    return caught.value.kind, caught.value.why


def test_the_same_seed_and_step_draw_the_same_and_another_draws_something_else() -> None:
    question = faces(*["??"] * 4)
    drawn = {step: Drawing("a", step).ask(question) for step in range(20)}
    assert all(Drawing("a", step).ask(question) == cards for step, cards in drawn.items())
    assert all(sorted(cards) == sorted(PILE) for cards in drawn.values())
    assert len(set(drawn.values())) > 5
    assert {cards[0] for cards in drawn.values()} == set(PILE)


def test_a_program_draws_only_what_is_not_recorded() -> None:
    assert Drawing("a", 1).ask(faces("5c", "??", "7c", "4c")) == ("5c", "6c", "7c", "4c")
    assert Drawing("a", 1).ask(faces("5c", "7c")) == ("5c", "7c")
    assert all(1 <= Drawing("a", step).ask(numbers(None))[0] <= 6 for step in range(50))
    assert Drawing("a", 1).ask(numbers(3)) == (3,)


def test_what_came_is_kept_with_who_saw_it_and_can_be_asked_again() -> None:
    chance = Drawing("a", 1)
    first = chance.ask(faces("??", to=(2,)))
    second = chance.ask(numbers(None, None))
    assert chance.drawn == [*first, *second]
    assert chance.seen_by[0] == (2,)
    assert len(chance.seen_by) == 3
    again = chance.restarted()
    assert again.drawn == []
    assert again.ask(faces("??", to=(2,))) == first


def test_a_heap_is_kept_sorted_with_unseen_cards_last() -> None:
    assert written("7c", "??", "4c").ask(faces("??", "??", "??", heap=True, hidden=True)) == ("4c", "7c", "??")


def test_a_shuffle_is_an_order_of_the_same_cards_and_nobody_else_knows_it() -> None:
    orders = {Drawing("a", step).shuffle(PILE) for step in range(20)}
    assert all(sorted(order) == sorted(PILE) for order in orders)
    assert len(orders) > 5
    assert Unseen().shuffle(PILE) == Written(FRENCH).shuffle(PILE) == (UNKNOWN,) * 4


def test_nobody_who_was_not_there_knows_a_card_and_a_number_is_the_first_it_could_be() -> None:
    assert Unseen().ask(faces("??", "5c")) == ("??", "5c")
    assert Unseen().ask(numbers(None, 4)) == (1, 4)


def test_codes_and_names_are_read_and_what_is_left_hidden_stays_so() -> None:
    assert written("5c", "the Six of Clubs").ask(faces("??", "??")) == ("5c", "6c")
    assert written("??", "6c").ask(faces("??", "??", hidden=True)) == ("??", "6c")
    assert written("??").ask(faces("5c", hidden=True)) == ("5c",)
    assert written(3, OutcomeWord("6")).ask(numbers(None, None)) == (3, 6)


@pytest.mark.parametrize(
    ("given", "question", "kind", "why"),
    [
        (["9x"], faces("??"), "code", "9x is no card of the French deck."),
        ([7], faces("??"), "code", "7 is no card of the French deck."),
        (["??"], faces("??"), "unknown", "Everybody saw this card: write its face, not ??."),
        (["Kh"], faces("??"), "placed", "Kh cannot come here: it lies elsewhere, or does not belong here."),
        (["5c", "5c"], faces("??", "??"), "placed", "5c cannot come here: it lies elsewhere, or does not belong here."),
        (["5c"], faces("6c"), "conflict", "5c is written, but the record says that 6c lies here."),
        (["5c"], faces("??", elsewhere=("5c",)), "conflict",
         "5c is written, but the record says that it lies deeper in the pile."),
        ([], faces("??"), "count", "Wanted here: 1 outcome; written: none."),
        (["5c"], faces("??", "??"), "count", "Wanted here: 2 outcomes; written: 1."),
        (["5c", "6c"], faces("??"), "count", "Wanted here: 1 outcome; written: 2."),
        (["5c"], Wanted(()), "count",
         "Nothing is drawn or rolled here, so no card or number comes after the action; written: 1."),
        ([0], numbers(None), "placed", "0 is written where a whole number from 1 to 6 belongs."),
        ([True], numbers(None), "placed", "True is written where a whole number from 1 to 6 belongs."),
        (["3"], numbers(None), "placed", "3 is written where a whole number from 1 to 6 belongs."),
        ([3], numbers(4), "conflict", "3 is written, but the record says 4."),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told(given: list[object], question: Wanted[Any], kind: str, why: str) -> None:
    assert wrong(lambda: written(*given).ask(question)) == (kind, why)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (numbers(None), "The number must be written, for the record does not know it."),
        (faces("??", hidden=True), "The cards drawn must be written, ?? for a face that nobody here saw."),
        (faces("??"), "The card turned up must be written, for the record does not know it."),
        (Wanted(faces("5c").entries, left_out="never"), "Wanted here: 1 outcome; written: none."),
    ],
)
def test_what_may_not_be_left_out_is_told(question: Wanted[Any], why: str) -> None:
    assert wrong(lambda: Written(FRENCH).ask(question)) == ("count", why)


def test_what_the_record_knows_or_nobody_saw_may_be_left_out() -> None:
    assert Written(FRENCH).ask(faces("5c", "6c")) == ("5c", "6c")
    assert Written(FRENCH).ask(Wanted(faces("??").entries, left_out="unseen")) == ("??",)
    assert not Written(FRENCH).written
    assert not written().written
    assert written("5c").written


def test_a_list_may_begin_after_what_the_record_knows_where_that_is_allowed() -> None:
    first = Wanted(faces("4c").entries, more=1, omissible=True)
    for given in (("4c", "5c"), ("5c",)):
        chance = written(*given)
        assert chance.ask(first) == ("4c",)
        assert chance.ask(faces("??")) == ("5c",)
        chance.finish()
    strict = Wanted(faces("4c").entries, more=1)
    assert wrong(lambda: written("5c").ask(strict)) == ("count", "Wanted here: 2 outcomes; written: 1.")


def test_how_many_come_may_depend_on_what_they_are() -> None:
    chance = written("4c", "5c")
    assert chance.ask(Wanted(faces("??").entries, more=None)) == ("4c",)
    assert wrong(chance.finish) == ("count", "Wanted here: 1 outcome; written: 2.")
    assert chance.ask(Wanted(faces("??").entries, more=None)) == ("5c",)
    chance.finish()
    assert wrong(lambda: chance.ask(Wanted(faces("??").entries, more=None))) == (
        "count",
        "Wanted here: 3 outcomes at least; written: 2.",
    )


def test_what_players_chose_is_never_drawn() -> None:
    chosen = Wanted(faces("??").entries, missing="The cards that Ann chose must be written.")
    assert wrong(lambda: Drawing("a", 1).ask(chosen)) == ("count", "The cards that Ann chose must be written.")
    assert written("5c").ask(chosen) == ("5c",)


@pytest.mark.parametrize("pile", [("4c", "5c", "6c"), ("4c", "??", "6c"), ("??", "??", "??")])
def test_a_written_order_is_taken_where_it_is_one_of_the_pile(pile: Cards) -> None:
    chance = written(shuffled=("6c", "4c", "5c"))
    assert chance.shuffle(pile) == chance.shuffled == ("6c", "4c", "5c")
    chance.finish()


@pytest.mark.parametrize(
    ("order", "kind", "why"),
    [
        (("6c", "4c"), "count", "`shuffled` needs 3 cards and has 2."),
        (("6c", "4c", "5c", "??"), "count", "`shuffled` needs 3 cards and has 4."),
        (("6c", "4c", "7c"), "placed", "7c is in the order written under `shuffled`, but not in the pile."),
        (("6c", "4c", "4c"), "placed", "4c is in the order written under `shuffled`, but not in the pile."),
    ],
)
def test_an_order_of_other_cards_is_told(order: Cards, kind: str, why: str) -> None:
    assert wrong(lambda: written(shuffled=order).shuffle(("4c", "5c", "6c"))) == (kind, why)


def test_an_unseen_card_of_the_pile_stands_in_once() -> None:
    assert wrong(lambda: written(shuffled=("6c", "7c")).shuffle(("4c", "??")))[0] == "placed"


def test_an_order_that_nothing_asked_for_is_told() -> None:
    assert wrong(written(shuffled=PILE).finish) == ("stray", "Nothing was shuffled here: leave `shuffled` out.")


def test_outcomes_are_labelled_with_the_seat_and_their_number() -> None:
    question: Wanted[Any] = Wanted((Faces("card of {seat}", ("??", "??"), left, seat=2), Numbers("roll", (None,), die)))
    assert question.labels(lambda seat: f"seat {seat}") == ("card of seat 2, 1 of 2", "card of seat 2, 2 of 2", "roll")
    assert (question.count, question.recorded) == (3, False)
