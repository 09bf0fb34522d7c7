"""What may be typed in `play` and `act`: a table of lines, and what each of them is understood as."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from ludograph.cli.table.completion import answer_completions
from ludograph.domain.games import GAMES
from ludograph.domain.notation.parser import LineParser
from tests.cli.conftest import Ludograph
from tests.cli.test_play import typed


def actions(ludograph: Ludograph, match: str) -> list[dict[str, Any]]:
    """The entries that stand, as a match file has them."""
    return [json.loads(line) for line in ludograph("export", match).splitlines()[1:]]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bid 9ms", "Ann bids the Pact (9MS)"),
        ("bid 9sm", "Ann bids the Pact (9MS)"),
        ("bid THE PACT", "Ann bids the Pact (9MS)"),
        ("BID the-pact", "Ann bids the Pact (9MS)"),
        ("b pact", "Ann bids the Pact (9MS)"),
        ("ann b 9ms", "Ann bids the Pact (9MS)"),
        ("1 b 9ms", "Ann bids the Pact (9MS)"),
        ("9ms", "Ann bids the Pact (9MS)"),
        ("ann the pact", "Ann bids the Pact (9MS)"),
        ("pa", "Ann passes."),
        ("pass; 7sk", "Bob bids"),
        ("pass;b 7sk", "Bob bids"),
    ],
)
def test_a_line_is_understood(ludograph: Ludograph, recorded: str, line: str, told: str) -> None:
    """Ann has the turn in an auction that Bob called."""
    before = len(actions(ludograph, recorded))
    assert told in typed(ludograph, recorded, line)
    assert len(actions(ludograph, recorded)) == before + 1 + line.count(";")


@pytest.mark.parametrize(
    "line", ["flip 8ky", "flip >8ky", "flip > 8YK", "f 8yk", "fl the betrayal", "8ky", "ann 8yk", "betrayal"]
)
def test_a_card_that_is_turned_up_needs_no_arrow(ludograph: Ludograph, line: str) -> None:
    deal = '{"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}'
    ludograph("new", "sun-bid", "Ann", "Bob", "--deal", deal, "--id", "S")
    assert "Ann flips the Betrayal (8YK)" in typed(ludograph, "S", line)
    assert actions(ludograph, "S")[0]["drawn"] == ["8YK"]


def test_act_takes_them_as_well(ludograph: Ludograph, recorded: str) -> None:
    ludograph("act", recorded, "p", "b the castle; f 7vy")
    assert [line["do"] for line in actions(ludograph, recorded)][-3:] == ["pass", "bid", "flip"]


def test_a_file_as_text_spells_cards_and_names_as_freely(ludograph: Ludograph) -> None:
    head = ["ludograph: 1", "game: sun-bid", 'players: ["Ann Lee", "Bob"]', 'id: "T"']
    deal = 'deal: {"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}'
    ludograph(
        "import", ludograph.file("t.txt", *head, deal, "", "ann lee flip > 8ky", "bob call", "Ann Lee bid the pact")
    )
    assert [line["seat"] for line in actions(ludograph, "T")] == ["Ann Lee", "Bob", "Ann Lee"]
    short = ludograph.file("short.txt", *head[:3], 'id: "S"', deal, "", "Bob f > 8YK")
    assert "has no action" in ludograph.run("import", short).output


def test_all_sealed_bids_of_an_auction_are_entered_at_once(ludograph: Ludograph, sealed: str) -> None:
    told = typed(ludograph, sealed, "seal 1 2 3", "seal 11 5", code=1)
    assert "`seal` for all takes 2 values, for Bob and Cat in this order, not 3." in told
    assert bids(ludograph, sealed) == [7, 11, 5]


def test_bids_alone_are_sealed_in_the_order_of_seats(ludograph: Ludograph, sealed: str) -> None:
    typed(ludograph, sealed, "11 5")
    assert bids(ludograph, sealed) == [7, 11, 5]


def bids(ludograph: Ludograph, match: str) -> list[int]:
    return [line["amount"] for line in actions(ludograph, match) if line["do"] == "seal"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bdi 9ms", "did you mean bid?"),
        ("Ann bidd 9ms", "did you mean bid?"),
        ("Anne pass", "did you mean Ann?"),
        ("bid 9msx", "did you mean 9MS?"),
        ("bid the pactt", "did you mean the Pact?"),
        ("Ann", "What does Ann do?"),
        ("sing", "This is not understood: sing."),
    ],
)
def test_a_slip_is_answered_with_what_it_may_have_meant(
    ludograph: Ludograph, recorded: str, line: str, said: str
) -> None:
    before = actions(ludograph, recorded)
    assert said in " ".join(typed(ludograph, recorded, line, code=1).split())
    assert actions(ludograph, recorded) == before


def test_what_can_mean_two_things_is_asked(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "S")
    assert "`c`" not in typed(ludograph, "S", "c")
    ludograph("new", "conundruze", "Ann", "Bob", "--seed", "1", "--id", "C")
    assert "Nobody can deal, duck, draw or discard now" in typed(ludograph, "C", "zz; d", "d", code=1)


@pytest.mark.parametrize("line", ["?", "help", "he", "? bid", "help bid"])
def test_a_question_mark_helps(ludograph: Ludograph, recorded: str, line: str) -> None:
    assert "bid" in typed(ludograph, recorded, line)


def test_a_deal_that_nobody_saw_is_one_word(ludograph: Ludograph) -> None:
    ludograph("new", "last-years-magic", "Ann", "Bob", "--written", "--id", "L")
    typed(ludograph, "L", "1 cast ?? ??", "2 cast ?? ??; ann i; bob i; ann deal")
    assert set(actions(ludograph, "L")[-1]["drawn"]) == {"??"}
    ludograph("undo", "L", "--reason", "once more")
    ludograph("act", "L", "Ann deal")
    assert set(actions(ludograph, "L")[-1]["drawn"]) == {"??"}


def test_a_text_without_quotes_goes_on_to_the_end_of_the_line(ludograph: Ludograph) -> None:
    ludograph("new", "last-years-magic", "Ann", "Bob", "--seed", "1", "--id", "L")
    typed(ludograph, "L", "Ann say no; not > that {one}")
    assert actions(ludograph, "L")[-1]["text"] == "no; not > that {one}"
    ludograph("act", "L", "Ann say not two words")
    assert actions(ludograph, "L")[-1]["text"] == "not two words"


@pytest.fixture
def pub(ludograph: Ludograph) -> str:
    """A match of Last Year's Magic with real cards, in which Ann leads the first round."""
    ludograph("new", "last-years-magic", "Ann", "Bob", "--written", "--id", "L")
    typed(ludograph, "L", "ann deal; ann i; bob i; ann p 0")
    return "L"


@pytest.mark.parametrize(
    ("line", "card", "said"),
    [
        ("su 5d A fire.", "5d", "A fire."),
        ("su 5D A fire.", "5d", "A fire."),
        ("su five of diamonds A fire.", "5d", "A fire."),
        ("su ?? as you wish", "??", "as you wish"),
        ("su A fire, as it were", "??", "A fire, as it were"),
    ],
)
def test_what_is_said_is_no_card(ludograph: Ludograph, pub: str, line: str, card: str, said: str) -> None:
    typed(ludograph, pub, line)
    entry = actions(ludograph, pub)[-1]
    assert (entry["card"], entry["text"]) == (card, said)


def test_what_may_be_a_card_or_a_word_is_asked(ludograph: Ludograph, pub: str) -> None:
    for word in ("as", "As"):
        told = " ".join(typed(ludograph, pub, f"su {word} you wish", code=1).split())
        assert f"`{word}` may be the Ace of Spades, or what is said: put what is said behind the card in quotes" in told


def test_a_bid_of_one_seat_or_bids_of_all_are_told_apart(ludograph: Ludograph, sealed: str) -> None:
    told = " ".join(typed(ludograph, sealed, "2 11", "1", "5 6 7", code=1).split())
    assert "This may be one value for Bob, or values for Bob and Cat" in told
    assert "Who? Bob and Cat can act now" in told
    assert "`seal` for all takes 2 values, for Bob and Cat in this order, not 3." in told
    typed(ludograph, sealed, "30, 5")
    assert bids(ludograph, sealed) == [7, 30, 5]


def test_what_is_told_at_once_leaves_out_what_nobody_saw(ludograph: Ludograph) -> None:
    ludograph("new", "fools-down", "Ann", "Bob", "--deal", '{"first_dealer": "Ann"}', "--id", "F")
    typed(ludograph, "F", "ann deal")
    typed(ludograph, "F", "m", "wi rf rs 4s")
    assert actions(ludograph, "F")[-1]["drawn"] == ["??", "Rf", "Rs", "4s"]


def test_tab_on_nothing_offers_what_can_be_answered() -> None:
    listener = LineParser(GAMES["sun-bid"], ("Ann", "Bob"))
    assert [offer.text for offer in answer_completions(listener, ("8YK", "9MS"), "")] == ["8YK", "9MS"]


@pytest.mark.parametrize(("slip", "why"), [("sing", "not understood"), ("bid 9ms", "SB-2.3"), ("flip 9xx", "flip")])
def test_a_line_is_recorded_whole_or_not_at_all(ludograph: Ludograph, slip: str, why: str) -> None:
    deal = '{"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}'
    ludograph("new", "sun-bid", "Ann", "Bob", "--deal", deal, "--id", "S")
    told = " ".join(typed(ludograph, "S", f"8yk; {slip}", code=1).split())
    assert "Nothing of this line is recorded: its part 2, `" in told
    assert why in told
    assert actions(ludograph, "S") == []
    for command in ("note at once", "n", "amend 1 4vl; flip"):
        told = " ".join(typed(ludograph, "S", f"8yk; {command}", code=1).split())
        assert f"Nothing of this line is recorded: the command `{command.split()[0]}` stands alone" in told
    assert actions(ludograph, "S") == []
    assert "its part 3, `2sy`, cannot be." in " ".join(typed(ludograph, "S", "call; 3sk; 2sy", code=1).split())
    typed(ludograph, "S", "8yk; 5ml", "note at once")
    assert [one["drawn"] for one in actions(ludograph, "S")] == [["8YK"], ["5ML"]]


def test_bids_of_which_one_cannot_be_are_not_recorded(ludograph: Ludograph, sealed: str) -> None:
    told = " ".join(typed(ludograph, sealed, "11 91", code=1).split())
    assert "its part 2, `Cat seal`, cannot be." in told
    assert "SF-6.1" in told
    assert bids(ludograph, sealed) == [7]


def test_on_a_terminal_no_word_of_a_message_is_broken(ludograph: Ludograph, recorded: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    command = [
        sys.executable,
        "-m",
        "ludograph.cli.main",
        "--store",
        str(ludograph.store),
        "act",
        recorded,
        "Ann bid 8MS",
    ]
    here, plain = str(Path(__file__).parents[2]), {**os.environ, "COLUMNS": ""}
    printed = pexpect.run(shlex.join(command), 60, dimensions=(24, 50), encoding="utf-8", env=plain, cwd=here)
    said = ludograph.refused("act", recorded, "Ann bid 8MS")
    assert printed.split() == said.split()
    assert max(map(len, printed.splitlines())) <= 50
