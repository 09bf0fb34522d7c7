"""Cards and decks: what a card is called, and what may still come."""

import pytest

from ludograph.domain.kernel.cards import Deck, holds, playable, unplaced
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.decks.french import FRENCH
from ludograph.domain.kernel.decks.perilous import PERILOUS
from ludograph.domain.kernel.game import Impossible, clockwise, for_seat, left_of, swap, without

DECKS = {deck.id: deck for deck in (DECKTET, FRENCH, PERILOUS)}


@pytest.mark.parametrize(
    ("deck", "text", "code"),
    [
        (DECKTET, "9MS", "9MS"), (DECKTET, "the Pact", "9MS"), (DECKTET, "Pact", "9MS"), (DECKTET, "THE-PACT", "9MS"),
        (DECKTET, "9ms", None), (DECKTET, "the", None), (DECKTET, "", None), (DECKTET, "??", "??"),
        (FRENCH, "Th", "Th"), (FRENCH, "ten of hearts", "Th"), (FRENCH, "The Ten of Clubs", "Tc"),
    ],
)  # fmt: skip
def test_a_card_is_read_by_code_or_name(deck: Deck, text: str, code: str | None) -> None:
    assert deck.read(text) == code


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_every_card_is_read_by_its_name_and_has_its_rank_and_suits(deck: Deck) -> None:
    for face in deck.faces:
        assert deck.read(face.name) == deck.read(face.code) == face.code
        assert deck.name(face.code) == face.name
        assert face.rank in deck.rank_names
        assert set(face.suits) <= set(deck.suit_names)
    assert len(deck.by_code) == len(deck.by_name) == len(deck.faces)
    assert deck.name("??") == "a card"


@pytest.mark.parametrize(
    ("deck", "ranks", "suits"),
    [
        (DECKTET, "Excuse Ace 2 3 4 5 6 7 8 9 Pawn Court Crown", "Moons Suns Waves Leaves Wyrms Knots"),
        (FRENCH, "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King", "Clubs Diamonds Hearts Spades"),
        (
            PERILOUS,
            "Nub 2 3 4 5 6 7 8 9 10 Jester Rogue Knight Wizard Crown Dragon Fool Troll Assassin Bard Priest",
            "Flames Stones Waves Winds",
        ),
    ],
    ids=DECKS,
)
def test_ranks_and_suits_are_called_by_their_names(deck: Deck, ranks: str, suits: str) -> None:
    assert list(deck.rank_names.values()) == ranks.split()
    assert list(deck.suit_names.values()) == suits.split()


@pytest.mark.parametrize(
    ("deck", "code", "name"),
    [
        (DECKTET, "0", "the Excuse"),
        (DECKTET, "1M", "the Ace of Moons"),
        (DECKTET, "PVLY", "the Borderland"),
        (DECKTET, "NK", "the Windfall"),
    ],
)
def test_a_card_is_called_as_it_is_called_at_the_table(deck: Deck, code: str, name: str) -> None:
    assert deck.name(code) == name


@pytest.mark.parametrize(
    ("deck", "placed", "rest"),
    [
        (("a", "b", "c"), ("b",), ("a", "c")),
        (("a", "b", "c"), ("??", "b", "??"), ("a", "c")),
        (("a", "a", "b"), ("a",), ("a", "b")),
        (("a", "b", "a"), ("a", "a"), ("b",)),
        (("a", "a"), (), ("a", "a")),
        (("a", "a"), ("a", "a", "a"), ()),
    ],
)
def test_what_is_not_known_to_lie_anywhere_may_still_come(
    deck: tuple[str, ...], placed: tuple[str, ...], rest: tuple[str, ...]
) -> None:
    assert unplaced(deck, placed) == rest


@pytest.mark.parametrize(
    ("cards", "gone", "rest"),
    [
        (("a", "b", "a"), "a", ("b", "a")),
        (("a", "??", "b"), "b", ("a", "??")),
        (("a", "??", "b"), "c", ("a", "b")),
        (("a", "b"), "??", ("??",)),
    ],
)
def test_a_card_is_taken_from_cards_or_an_unseen_one_stands_in(
    cards: tuple[str, ...], gone: str, rest: tuple[str, ...]
) -> None:
    assert without(cards, gone) == rest


@pytest.mark.parametrize(("cards", "why"), [(("a", "b"), "c is not among a b."), ((), "c is not among no cards.")])
def test_a_card_that_cannot_have_been_there_is_told(cards: tuple[str, ...], why: str) -> None:
    with pytest.raises(Impossible) as wrong:
        without(cards, "c")
    assert (wrong.value.kind, wrong.value.why) == ("placed", why)


def test_an_entry_is_replaced_and_the_others_stay() -> None:
    assert swap(("a", "b", "c"), 1, "x") == ("a", "x", "c")
    assert swap(("a", "b", "c"), 2, "x") == ("a", "b", "x")
    assert for_seat(("a", "b", "c"), 1, "x") == ("x", "b", "c")


def test_seats_follow_each_other_round_the_table() -> None:
    assert [left_of(seat, 3) for seat in (1, 2, 3)] == [2, 3, 1]
    assert clockwise(2, 4) == (2, 3, 4, 1)


@pytest.mark.parametrize(
    ("hand", "named", "can"),
    [
        (("a", "b"), ("b",), True),
        (("a", "b"), ("a", "a"), False),
        (("a", "??"), ("a", "c"), True),
        (("a", "??"), ("c", "d"), False),
        (("??", "??"), ("c", "d"), True),
    ],
)
def test_an_unknown_card_of_a_hand_stands_for_any(hand: tuple[str, ...], named: tuple[str, ...], can: bool) -> None:
    assert holds(hand, named) is can


def test_a_hand_is_played_from_as_far_as_it_is_known() -> None:
    assert playable(("a", "b", "a"), lambda: ("x",)) == ("a", "b")
    assert playable(("a", "??"), lambda: ("x", "a", "y")) == ("a", "x", "y")
