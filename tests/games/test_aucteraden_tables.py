"""The numbers of Aucteraden: refills, chains and scores, from tableaus and markets as they would lie there."""

import pytest
from msgspec import convert

from ludograph.domain.games.aucteraden import GAME
from ludograph.domain.games.aucteraden.actions import Place
from ludograph.domain.games.aucteraden.facts import MarketLaid, MatchEnded, SuitScored
from ludograph.domain.games.aucteraden.scoring import best_chain, bonus, grade, penalties, points, score_so_far, vp
from ludograph.domain.games.aucteraden.state import AucteradenOptions, Laid, State, deck_of, legal_cells, slide
from ludograph.domain.kernel.chance import Unseen, Written
from ludograph.domain.kernel.decks.decktet import DECKTET, SUITS, Suit
from ludograph.domain.kernel.game import Fact, Refused
from ludograph.domain.kernel.scene import EMPTY, Row
from ludograph.domain.kernel.sentences import Speaker, tell

PILE = "4YK 7VY 1L 6MV 3SK NM"
AFTER_A_PURCHASE = "2SY 9MS"

W5 = {
    (0, 0): "2MK", (1, 0): "3MV", (2, 0): "4MS", (3, 0): "5ML",
    (3, 1): "6MV", (2, 1): "7ML", (1, 1): "8MS", (0, 1): "9MS", (2, -1): "1M",
}  # fmt: skip


def laid(cells: dict[tuple[int, int], str]) -> tuple[Laid, ...]:
    return tuple(Laid(card, x, y) for (x, y), card in cells.items())


def rows(text: str, x: int = 0, y: int = 0) -> tuple[Laid, ...]:
    """A tableau from rows of cards, `-` for an empty cell; the first one is at (x, y)."""
    lines = [line.split() for line in text.split("/")]
    cells = {(x + column, y + row): card for row, line in enumerate(lines) for column, card in enumerate(line)}
    return laid({spot: card for spot, card in cells.items() if card != "-"})


def refilled(market_option: str, market: str, pile: str) -> State:
    """The state after a refill of this market from this pile."""
    cards = tuple(market.split())
    options = convert({"excuse": True, "market": market_option}, AucteradenOptions)
    state = State(options, market=slide(cards), emptied=not cards, pile=tuple(pile.split()))
    while state.phase == "refill":
        state = followed(state)
    return state


def followed(state: State) -> State:
    """The state after the one thing that follows by itself."""
    fact = GAME.follow(state, Unseen())
    assert isinstance(fact, Fact)
    after: State = fact.apply(state)
    return after


@pytest.mark.parametrize(
    ("option", "market", "pile", "drawn", "laid", "discarded"),
    [
        ("normal", AFTER_A_PURCHASE, PILE, 2, "7VY 4YK 9MS", "2SY"),
        ("rolling", AFTER_A_PURCHASE, PILE, 3, "1L 7VY 9MS", "2SY 4YK"),
        ("volatile", AFTER_A_PURCHASE, PILE, 3, "1L 7VY 9MS", "2SY 4YK"),
        ("normal", "", PILE, 3, "1L 7VY 4YK", ""),
        ("rolling", "", PILE, 3, "1L 7VY 4YK", ""),
        ("volatile", "", PILE, 5, "3SK 6MV 1L", "4YK 7VY"),
        ("normal", AFTER_A_PURCHASE, f"0 {PILE}", 4, "1L 7VY 4YK", "2SY 9MS 0"),
        ("rolling", AFTER_A_PURCHASE, f"0 {PILE}", 4, "1L 7VY 4YK", "2SY 9MS 0"),
        ("normal", AFTER_A_PURCHASE, PILE.replace("4YK", "4YK 0"), 5, "6MV 1L 7VY", "2SY 4YK 9MS 0"),
        ("rolling", AFTER_A_PURCHASE, PILE.replace("4YK", "4YK 0"), 5, "6MV 1L 7VY", "2SY 4YK 9MS 0"),
        ("volatile", AFTER_A_PURCHASE, f"0 {PILE}", 6, "3SK 6MV 1L", "2SY 9MS 0 4YK 7VY"),
        ("normal", AFTER_A_PURCHASE, "4YK", 1, "4YK 9MS", "2SY"),
        ("normal", AFTER_A_PURCHASE, "0", 1, "", "2SY 9MS 0"),
        ("normal", AFTER_A_PURCHASE, "", 0, "2SY 9MS", ""),
    ],
)
def test_refills(option: str, market: str, pile: str, drawn: int, laid: str, discarded: str) -> None:
    """W2."""
    state = refilled(option, market, pile)
    assert state.market == slide(tuple(laid.split()))
    assert state.discards == tuple(discarded.split())
    assert state.turned_up == drawn == len(pile.split()) - len(state.pile)


@pytest.mark.parametrize(("length", "expected"), list(enumerate([-5, -5, 2, 5, 9, 14, 20, 30, 30, 30, 30, 30])))
def test_a_chain_scores_by_its_length(length: int, expected: int) -> None:
    assert vp(length) == expected


@pytest.mark.parametrize(
    ("tableau", "suit", "chain", "total"),
    [
        # No card, one card (R2).
        ("-", "M", "", -5),
        ("2MK", "M", "2MK", -5),
        ("1M", "M", "1M", -4),
        ("NM", "M", "NM", -3),
        # Ranks may be skipped, the path may turn, an Ace and a Crown add 4 (R3).
        ("1M 4MS / - NM", "M", "1M 4MS NM", 9),
        ("NM 9MS 1M / - 8MS - / - 7ML 6MV", "M", "6MV 7ML 8MS 9MS NM", 16),
        # Three with Ace and Crown and four plain cards both make 9: the longer one is named (R1).
        ("1S 8MS NS - / - - - - / 2SY 3SK 4MS 5SV", "S", "2SY 3SK 4MS 5SV", 9),
        # Ranks rise: a Pawn and a Court are one step, an Ace may follow (R6, R7).
        ("PMSL TMVK / 1M 2MK", "M", "PMSL 1M 2MK", 6),
        ("PMSL TMVK", "M", "PMSL", -5),
        # Of equal chains the one with the smallest cells, by (y, x), is named.
        ("1M 9MS NM - / 2MK 3MV 4MS 5ML", "M", "1M 2MK 3MV 9MS NM", 18),
        ("4MS 3MV / 3SK 5ML", "S", "3SK 4MS", 2),
        ("5ML 3MV / 4MS 6MV", "M", "3MV 5ML", 2),
        ("6MV 3MV / 8MS 2MK", "M", "2MK 3MV 6MV 8MS", 9),
        ("3MV 9MS 4MS / - 5ML -", "M", "3MV 9MS", 2),
    ],
)
def test_the_chain_that_counts(tableau: str, suit: Suit, chain: str, total: int) -> None:
    found = best_chain(rows(tableau), suit)
    assert " ".join(one.card for one in found) == chain
    assert points(found) == total


def test_the_best_chain_is_not_always_the_longest() -> None:
    """W5."""
    tableau = laid(W5)
    moons = best_chain(tableau, "M")
    assert [one.card[0] for one in moons] == ["1", "4", "5", "6", "7", "8", "9"]
    assert (vp(len(moons)), bonus(moons)) == (30, 1)
    assert [points(best_chain(tableau, suit)) for suit in SUITS] == [31, 2, -5, -5, -5, -5]
    state = State(AucteradenOptions(), tableau=tableau, chips=(3, 3, 4, 2, 4, 4))
    assert penalties(state) == (-35, -15, 0)
    assert score_so_far(state) == -37


def test_a_win() -> None:
    """W6."""
    tableau = rows("7ML 1Y 3MV NS / 8VL 7VY 6MV 9MS / 9VY 8YK 3SK 8MS / NV 4YK 2SY NL", y=-2)
    state = State(AucteradenOptions(), tableau=tableau, chips=(2, 0, 1, 2, 1, 4), times_discarded=1)
    assert [points(best_chain(tableau, suit)) for suit in SUITS] == [5, 16, 22, 2, 10, 2]
    assert score_so_far(state) == 44


def test_the_score_of_an_empty_table() -> None:
    """W1."""
    assert score_so_far(State(AucteradenOptions())) == -140


@pytest.mark.parametrize(
    ("total", "expected"),
    [(-140, "loss"), (39, "loss"), (40, "win"), (49, "win"), (50, "commanding_win"), (99, "commanding_win")],
)
def test_grades(total: int, expected: str) -> None:
    """R20."""
    assert grade(total) == expected
    assert GAME.result(State(AucteradenOptions(), total=total, phase="over")).winners == ((1,) if total >= 40 else ())


def test_a_full_tableau_is_the_reason_even_if_the_market_is_empty_too() -> None:
    """R15."""
    state = State(
        AucteradenOptions(), tableau=rows("2MK 3MV 4MS 5ML / 6MV 7ML 8MS 9MS / 2SY 3SK 5SV 6SY / 2VL 3LY 4YK 7SK")
    )
    fact: object = MarketLaid(None, None, None, 0)
    while isinstance(fact, Fact):
        ended, state = fact, fact.apply(state)
        fact = GAME.follow(state, Unseen())
    assert isinstance(ended, MatchEnded)
    assert ended.reason == "tableau_full"


@pytest.mark.parametrize(
    ("options", "cards"),
    [({}, 36), ({"excuse": True}, 37), ({"extended": True}, 45), ({"extended": True, "excuse": True}, 45)],
)
def test_decks(options: dict[str, bool], cards: int) -> None:
    deck = deck_of(convert(options, AucteradenOptions))
    assert len(deck) == len(set(deck)) == cards


@pytest.mark.parametrize(
    ("tableau", "card", "x", "y"),
    [
        ("", "2MK", range(1), range(1)),
        ("2MK - 3MV 4MS", "9MS", range(4), range(-3, 4)),
        ("2MK", "9MS", range(-3, 4), range(-3, 4)),
    ],
)
def test_the_box_floats(tableau: str, card: str, x: range, y: range) -> None:
    """R5: legal are the free cells of every 4x4 box around the cards."""
    state = State(AucteradenOptions(), tableau=rows(tableau))
    taken = {(one.x, one.y) for one in state.tableau}
    assert set(legal_cells(state, card)) == {(column, row) for column in x for row in y} - taken


def test_only_the_player_acts() -> None:
    with pytest.raises(Refused) as refused:
        GAME.turn(State(AucteradenOptions(), phase="buy"), 0, "discard")
    assert refused.value.rule is None


def test_a_deal_by_the_program_is_recorded_whole() -> None:
    options = AucteradenOptions(extended=True)
    order = deck_of(options)[::-1]
    deal, _ = GAME.setup(options, 1, None, Written(DECKTET, shuffled=order))
    assert deal.drawn == ("0", "TSLK", "TMLY", "TSVY")
    assert deal.drawn + deal.pile == order


@pytest.mark.parametrize(
    ("state", "title"),
    [
        (State(AucteradenOptions(), phase="buy", market=(None, None, "4VL")), "0 of 16 cards laid, to buy or discard"),
        (State(AucteradenOptions(), phase="place", bought="4VL"), "0 of 16 cards laid, 4VL to lay down"),
        # The Pawn costs a chip even on the right, and none is left (R11).
        (
            State(AucteradenOptions(extended=True), phase="buy", market=(None, None, "PVLY"), chips=(4, 4, 0, 0, 0, 4)),
            "0 of 16 cards laid, the market to discard",
        ),
        (State(AucteradenOptions(), phase="over", total=50), "The game is over: 50 points, a commanding win"),
    ],
)
def test_a_scene_says_what_is_to_be_done(state: State, title: str) -> None:
    assert GAME.scene(state).title == title


def test_a_scene_has_each_card_of_the_market_with_its_price() -> None:
    """W3: a Pawn or Court costs 1 more."""
    market = GAME.scene(State(AucteradenOptions(extended=True), market=("PMSL", None, "TMVK"))).zones[0].parts[:3]
    assert market == (
        Row("Left, 3 chips", ("PMSL",), key="Left"),
        Row("Middle, 1 chip", (EMPTY,), key="Middle"),
        Row("Right, 1 chip", ("TMVK",), key="Right"),
    )


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (MarketLaid("2SY", "7SK", "4VL", 33), "The market, from the left: 2SY 7SK 4VL; 33 cards left in the pile."),
        (MarketLaid(None, "7SK", "4VL", 0), "The market, from the left: - 7SK 4VL; no cards left in the pile."),
        (MarketLaid(None, None, None, 0), "The market is empty; no cards left in the pile."),
        (SuitScored("M", (), 0, -5, 0, -5), "Moons: no cards, -5 points."),
        (SuitScored("M", (Laid("1M", 0, 0),), 1, -5, 1, -4), "Moons: 1M, -5 points and a bonus of 1, -4 in all."),
    ],
)
def test_sentences(fact: MarketLaid | SuitScored, sentence: str) -> None:
    assert tell(GAME, fact, Speaker(DECKTET, ["Max"])) == sentence


@pytest.mark.parametrize(
    ("spot", "why"),
    [
        ((0, 0), "a card lies there"),
        ((4, 0), "the tableau would be wider or higher than 4"),
        ((1, 0), "an Ace or Crown lies beside it"),
    ],
)
def test_a_refused_cell_says_what_is_wrong_with_it(spot: tuple[int, int], why: str) -> None:
    state = State(AucteradenOptions(), phase="place", bought="1M", tableau=rows("NK"))
    with pytest.raises(Refused, match=why):
        list(Place(*spot).decide(state, 1, Unseen()))
