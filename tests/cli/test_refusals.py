"""What refusals say: in the players' names, in the users' own words, and no more than the eyes on the screen know."""

import json

import pytest

from tests.cli.conftest import HEADER, Ludograph


def test_a_seat_goes_by_its_players_name(ludograph: Ludograph, recorded: str) -> None:
    assert "It is the turn of Ann now." in ludograph.refused("act", recorded, "Bob bid 8MS")


def test_words_that_a_player_typed_come_back_as_they_were(ludograph: Ludograph, recorded: str) -> None:
    said = ludograph.refused("act", recorded, '{"seat": "Ann", "do": "bid", "card": "seat 2"}')
    assert '"seat 2" is no card' in said
    assert "Bob" not in said.partition("Legal now")[0]


@pytest.mark.parametrize("word", ["{seat}", "{0}", "{", "}", "{card!r}", "%s"])
def test_braces_that_a_player_typed_are_nothing_but_braces(ludograph: Ludograph, recorded: str, word: str) -> None:
    action = json.dumps({"seat": "Ann", "do": "bid", "card": word})
    assert word in ludograph.refused("act", recorded, action)


def test_a_player_called_like_a_seat_is_called_so(ludograph: Ludograph) -> None:
    named = json.dumps(json.loads(HEADER) | {"players": ["{seat}", "Seat 1"], "id": "odd"})
    ludograph("import", ludograph.file("odd.jsonl", named))
    assert "It is the turn of {seat} now." in ludograph.refused(
        "act", "odd", '{"seat": 2, "do": "flip", "drawn": ["8YK"]}'
    )
    ludograph("act", "odd", '{"seat": 1, "do": "flip", "drawn": ["8YK"]}')
    assert "It is the turn of Seat 1 now." in ludograph.refused("act", "odd", '{"seat": 1, "do": "call"}')


def test_a_start_names_players_too(ludograph: Ludograph) -> None:
    deal = {"excuse": None, "aces": [["1M", "1S"], ["1V", "1L"], ["1Y", "1K"]], "crowns": ["NM", "??", "??"]}
    file = ludograph.file("deal.json", json.dumps({k: v for k, v in deal.items() if v} | {"set_aside": ["??"] * 3}))
    said = ludograph.refused("new", "sorcerous-futures", "Ann", "Bob", "Cat", "--deal", file)
    assert "Ann cannot have a Crown of their own pair" in said


@pytest.mark.parametrize(
    ("game", "players", "action"),
    [
        ("conundruze", ("Ann", "Bob"), "Ann flip r1c1 r2c1 > {} {}"),
        ("last-years-magic", ("Ann", "Bob", "Cat"), "Ann cast_fortune > {} {}"),
        ("aucteraden", ("Ann",), "Ann discard > {} {} {}"),
        ("sun-bid", ("Ann", "Bob"), "{lead} flip > {}"),
    ],
)
def test_where_the_program_deals_outcomes_are_taken_from_nobody(
    ludograph: Ludograph, game: str, players: tuple[str, ...], action: str
) -> None:
    ludograph("new", game, *players, "--seed", "2", "--id", "dealt")
    cards = ["1M", "2MK", "3MV"] if game in ("aucteraden", "sun-bid") else ["1s", "2s", "3s"]
    if game == "last-years-magic":
        cards = ["4c", "5c", "6c"]
    action = action.format(*cards, lead=ludograph.json("show", "dealt")["to_act"][0])
    for eyes in ("table", "judge"):
        said = ludograph.refused("act", "dealt", action, "--as", eyes)
        assert said.splitlines() == ["Not legal.", "The program deals this match: leave the outcomes out."]
    assert ludograph.json("result", "dealt")["steps"] == 0
    ludograph("act", "dealt", action.partition(" >")[0])


@pytest.fixture
def twins(ludograph: Ludograph) -> tuple[str, str, str]:
    """Two matches whose decks begin with two cards in either order, and a card that lies below them in both."""
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "dealt")
    header = json.loads(ludograph("export", "dealt", "--as", "judge").splitlines()[0])
    first, second, third, *rest = header["deal"]["decks"][0]
    for name, order in (("one", [first, second, third, *rest]), ("other", [second, first, third, *rest])):
        deal = header["deal"] | {"decks": [order]}
        ludograph("import", ludograph.file(f"{name}.jsonl", json.dumps(header | {"deal": deal, "id": name})))
    return "one", "other", third


def test_what_nobody_saw_is_refused_alike_whatever_it_is(ludograph: Ludograph, twins: tuple[str, str, str]) -> None:
    one, other, card = twins
    lead = ludograph.json("show", one)["to_act"][0]
    said = {ludograph.refused("act", name, f"{lead} flip > {card}") for name in (one, other)}
    assert said == {
        "SB-3.3: Where the record knows the order of the deck, the card turned up is the one on top.\n"
        "What is written here cannot be: it disagrees with the record.\n"
    }


def test_the_judge_is_told_all(ludograph: Ludograph, twins: tuple[str, str, str]) -> None:
    one, other, card = twins
    lead = ludograph.json("show", one)["to_act"][0]
    assert "cannot come here" in ludograph.refused("act", one, f"{lead} flip > {card}", "--as", "judge")
    ludograph("act", other, f"{lead} flip")
