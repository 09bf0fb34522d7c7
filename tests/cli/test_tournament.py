"""`tournament`: what each command prints for programs, and that bad input gets a sentence and changes nothing."""

import json
from hashlib import sha256
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.stores import contents as everything

SEATING = "round,table,player\n1,1,Ann\n1,1,Ben\n1,1,Cleo\n1,2,Dora\n1,2,Emil\n1,2,Jo=e\n1,bye,Kim\n"
WC = ("Ann=3", "Ben=2", "Cleo=1")
AGAIN = ("--correct", "--reason", "misread")


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    """WC with a round that was seated by a file: table 1 has a result, table 2 is being recorded; others stand by."""
    how = ("--scoring", "places=5,3,1", "--tie-breaks", "wins,opponents,score")
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", *how)
    ludograph("tournament", "enter", "WC", "Ann", "Ben", "Cleo", "Dora", "Emil", "Jo=e", "Kim")
    seating = written(ludograph, SEATING)
    ludograph("tournament", "seat", "WC", "--game", "sun-bid", "--file", seating)
    ludograph("tournament", "result", "WC", "1", "1", *WC)
    ludograph("tournament", "start", "WC", "1", "--seed", "x")
    ludograph("tournament", "new", "Winter Games", "--id", "WG")
    ludograph("tournament", "enter", "WG", "Ann", "Ben")
    ludograph("tournament", "new", "Empty")
    ludograph("tournament", "new", "Over")
    ludograph("tournament", "enter", "Over", "Ann", "Ben")
    ludograph("tournament", "close", "Over")
    ludograph("new", "sun-bid", "Zoe", "Yan", "Xav", "--seed", "1", "--id", "strangers")
    ludograph("new", "conundruze", "Ann", "Ben", "Cleo", "--seed", "1", "--id", "another-game")
    return ludograph


def written(ludograph: Ludograph, text: str | bytes) -> str:
    """The name of a CSV file that holds this."""
    data = text if isinstance(text, bytes) else text.encode()
    path = ludograph.folder / f"{sha256(data).hexdigest()[:8]}.csv"
    path.write_bytes(data)
    return str(path)


def contents(ludograph: Ludograph) -> str:
    """A digest of everything that the store holds."""
    return sha256(repr(everything(ludograph.store)).encode()).hexdigest()


REFUSED = [
    (("new", "winter  CUP"), "There is a tournament Winter Cup already"),
    (("new", " "), "1 to 200 characters on one line"),
    (("new", "a\nb"), "on one line"),
    (("new", "a\u202eb"), "on one line"),
    (("new", "x" * 201), "1 to 200 characters"),
    (("new", "WC"), "goes by WC already: give this one another"),
    (("new", "X", "--id", "WC"), "goes by WC already"),
    (("new", "X", "--id", "Winter Cup"), "goes by Winter Cup already"),
    (("new", "X", "--id", "a\nb"), "id has 1 to 200 characters"),
    (("new", "X", "--id", " "), "id has 1 to 200 characters"),
    (("new", "X", "--scoring", "best"), "best is no scoring: say wins, score, share, duplicate, or places=5,3,1."),
    (("new", "X", "--scoring", ""), "Nothing is no scoring"),
    (("new", "X", "--scoring", "wins=3"), "wins=3 is no scoring"),
    (("new", "X", "--scoring", "places=5,,3"), "`places` needs up to 20 numbers"),
    (("new", "X", "--scoring", "places"), "`places` needs up to 20 numbers"),
    (("new", "X", "--scoring", "places=" + ",".join("1" * 21)), "`places` needs up to 20 numbers"),
    (("new", "X", "--scoring", "places=1e5"), "1e5 is no number of points"),
    (("new", "X", "--scoring", "z" * 5000), "z... is no scoring"),
    (("new", "X", "--scoring", "a\x1b[31m"), "a\\x1b[31m is no scoring"),
    (("new", "X", "--tie-breaks", "luck"), "luck is no tie-break: name some of wins, score"),
    (("new", "X", "--tie-breaks", "wins,wins"), "wins is named twice"),
    (("new", "X", "--bye", "x"), "x is no number of points: write one such as 3 or 2.5."),
    (("new", "X", "--bye", "NaN"), "NaN is no number of points"),
    (("new", "X", "--bye", "9" * 30), "is no number of points"),
    (("enter", "Nothing", "Gita"), "There is no tournament Nothing: there are Winter Cup, Winter Games, Empty, Over."),
    (("enter", "", "Gita"), "Name a tournament: there are Winter Cup"),
    (("enter", "winter", "Gita"), "winter fits 2 tournaments: Winter Cup, Winter Games. Write more of it."),
    (("enter", "WC", "ann"), "Ann is entered already. Nobody was entered."),
    (("enter", "WC", "Gita", "Ann"), "Ann is entered already. Nobody was entered."),
    (("enter", "WC", "Gita", "GITA"), "the same name"),
    (("enter", "WC", "a\x07b"), "cannot be a name"),
    (("enter", "WC", "x" * 41), "cannot be a name"),
    (("enter", "WC", "table"), "table cannot be a name"),
    (("enter", "WC", "12"), "12 cannot be a name"),
    (("enter", "Over", "Gita"), "Over is closed: `ludograph tournament undo Over --reason ...` opens it again."),
    (("withdraw", "WC", "Anm"), "Nobody called Anm was entered (did you mean Ann?)"),
    (("withdraw", "WC", ""), "lists the players"),
    (("withdraw", "WC", "Ann", "--reason", "x" * 10_001), "at most 10,000 characters"),
    (("withdraw", "Over", "Ann"), "Over is closed"),
    (("seat", "WC", "--game", "sun-bid"), "Round 1 is not over: table 2 still being played."),
    (("seat", "WC", "--game", "sun-bid", "--again"), "No round is seated that has not begun: leave out --again."),
    (("seat", "WC", "--game", "chess"), "There is no game chess. There are sun-bid"),
    (("seat", "WG", "--game", "sun-bid", "--size", "3"), "2 players cannot fill a table of 3: enter 1 more, or"),
    (("seat", "WG", "--game", "sun-bid", "--size", "9"), "Sun Bid is for 2 to 4 players"),
    (("seat", "WG", "--game", "sun-bid", "--size", "2", "-o", "luck=1"), "`luck` has no place here"),
    (("seat", "Empty", "--game", "sun-bid"), "0 players cannot fill a table of 3"),
    (("seat", "Over", "--game", "sun-bid", "--size", "2"), "Over is closed"),
    (("start", "WC", "9"), "There is no round 9: 1 round is seated."),
    (("start", "WC", "1"), "Every table of round 1 has a match or a result already."),
    (("start", "WC", "1", "--table", "9"), "There is no table 9 in round 1: it has 2 tables."),
    (("start", "Empty", "1"), "There is no round 1: none is seated yet."),
    (("result", "WC", "1", "1", *WC), "--correct --reason ...` puts it right."),
    (("result", "WC", "1", "2", "Dora=1", "Emil=2", "Jo=e=3"), "Table 2 of round 1 is being recorded as match"),
    (("result", "WC", "1", "9", "Ann=1"), "There is no table 9 in round 1: it has 2 tables."),
    (("result", "WC", "2", "1", "Ann=1"), "There is no round 2: 1 round is seated."),
    (("result", "WC", "1", "1", *WC[:2], *AGAIN), "Cleo at table 1 of round 1 has no score: say all."),
    (("result", "WC", "1", "1", *WC, "Dora=5", *AGAIN), "Dora does not sit at table 1 of round 1"),
    (("result", "WC", "1", "1", "Ann=3", *WC, *AGAIN), "named twice"),
    (("result", "WC", "1", "1", "Anm=3", *WC[1:], *AGAIN), "(did you mean Ann?): there are Ann, Ben and Cleo."),
    (("result", "WC", "1", "1", "Ann=", *WC[1:], *AGAIN), "Nothing is no score of Ann"),
    (("result", "WC", "1", "1", "Ann=1.5", *WC[1:], *AGAIN), "1.5 is no score of Ann: write a whole number"),
    (("result", "WC", "1", "1", "Ann=" + "9" * 5000, *WC[1:], *AGAIN), "is no score of Ann"),
    (("result", "WC", "1", "1", "Ann=\u0663", *WC[1:], *AGAIN), "is no score of Ann"),
    (("result", "WC", "1", "1", "A\x1b[31mnn=1", *WC[1:], *AGAIN), "A\\x1b[31mnn does not sit at"),
    (("place", "WC", "1", "1", "strangers", "--reason", "w"), "sit Ann, Ben and Cleo, and in this match Zoe"),
    (("place", "WC", "1", "1", "another-game", "--reason", "w"), "sun-bid is played, and this match is one of"),
    (("place", "WC", "1", "1", "nothing", "--reason", "w"), "There is no match nothing"),
    (("place", "WC", "1", "9", "WC-1-2", "--reason", "w"), "There is no table 9"),
    (("penalty", "WC", "Anm", "1", "--reason", "w"), "did you mean Ann?"),
    (("penalty", "WC", "Ann", "x", "--reason", "w"), "x is no number of points"),
    (("penalty", "WC", "Ann", "0.0", "--reason", "w"), "A penalty of 0 points is none."),
    (("penalty", "WC", "Ann", "9" * 12, "--reason", "w"), "is no number of points"),
    (("penalty", "WC", "Ann", "1", "--round", "7", "--reason", "w"), "There is no round 7"),
    (("penalty", "Over", "Ann", "1", "--reason", "w"), "Over is closed"),
    (("lot", "Over"), "Over is closed"),
    (("lot", "Empty"), "`ludograph tournament enter` comes first"),
    (("close", "WC"), "Round 1 is not over: table 2 still being played."),
    (("close", "Over"), "Over is closed"),
    (("undo", "Empty", "--reason", "w"), "Nothing was decided yet that could be taken back."),
    (("show", "a\nb\x1b[31m"), "There is no tournament a\\nb\\x1b[31m"),
    (("show", "WC", "--round", "9"), "There is no round 9: 1 round is seated."),
    (("standings", "WC", "--after", "9"), "There is no round 9: 1 round is seated."),
    (("history", "Nothing"), "There is no tournament Nothing"),
]
USAGE = [
    (("new",), "Missing argument"),
    (("nonsense",), "There is no command `nonsense`. `main tournament --help` lists them."),
    (("standing", "WC"), "Did you mean `standings`?"),
    (("new", "X", "--by", "a\nb"), "--by is a name"),
    (("enter", "WC"), "Name the players"),
    (("withdraw", "WC", "Ann", "--reason", " "), "--reason needs some words."),
    (("seat", "WC"), "Missing option '--game'"),
    (("seat", "WC", "--game", "sun-bid", "--size", "4-3"), "write a number, or the fewest and the most, as in 3-4."),
    (("seat", "WC", "--game", "sun-bid", "--method", "luck"), "is not one of"),
    (("seat", "WC", "--game", "sun-bid", "--method", "file"), "--method file needs --file"),
    (("seat", "WC", "--game", "sun-bid", "--rounds", "3"), "--rounds is for --method spread and random"),
    (("seat", "WC", "--game", "sun-bid", "--rounds", "0"), "is not in the range"),
    (("start", "WC", "0"), "is not in the range"),
    (("start", "WC", "1", "--written", "--same-deal"), "--written excludes"),
    (("result", "WC", "1", "1"), "Missing argument"),
    (("result", "WC", "1", "1", *WC, "--correct"), "--correct needs --reason."),
    (("result", "WC", "1", "1", "Ann", *WC[1:]), "write PLAYER=SCORE, such as Ann=12"),
    (("result", "WC", "1", "1", "=3", *WC[1:]), "write PLAYER=SCORE"),
    (("place", "WC", "1", "1", "WC-1-2"), "Missing option '--reason'"),
    (("penalty", "WC", "Ann", "1", "--reason", ""), "--reason needs some words."),
    (("penalty", "WC", "Ann", "1", "--round", "-1", "--reason", "w"), "is not in the range"),
    (("undo", "WC"), "Missing option '--reason'"),
    (("standings", "WC", "--after", "-1"), "is not in the range"),
]
HEAD = "round,table,player\n"
FILES: list[tuple[str | bytes, str]] = [
    ("", "has not the columns round, table and player"),
    ("a,b,c\n1,1,Ann\n", "has not the columns round, table and player"),
    (HEAD, "The file seats no round: the next is round 1"),
    (HEAD + "1,1\n", "line 2: a line has a round, a table and a player."),
    (HEAD + "x,1,Ann\n", "line 2: x is no number of a round: they count from 1."),
    (HEAD + "1,-1,Ann\n", "line 2: -1 is no number of a table"),
    (HEAD + "1,1,Ann\n0,1,Ben\n", "line 3: 0 is no number of a round"),
    (HEAD + "2,1,Ann\n2,1,Ben\n", "The file seats round 2: the next is round 1"),
    (HEAD + "1,1,Ann\n1,1,Ben\n3,1,Ann\n3,1,Ben\n", "The file seats rounds 1 and 3"),
    (HEAD + "9" * 99 + ",1,Ann\n", "The file seats round 999"),
    (HEAD + "1,2,Ann\n1,2,Ben\n", "Round 1 has table 2: they count from 1 without a gap."),
    (HEAD + "1,bye,Ann\n1,bye,Ben\n", "Round 1: nobody sits at a table, all have a bye."),
    (HEAD + "1,1,Ann\n", "Round 1: at table 1 sit 1, and tables of 2 are asked for."),
    (HEAD + "1,1,Ann\n1,1,ann\n", "Round 1: Ann is named twice."),
    (HEAD + "1,1,Ann\n1,1,Bem\n", "(did you mean Ben?)"),
    (HEAD + "1,1,Ann\n1,1,\n", "lists the players"),
    (HEAD + '1,1,"Ann\n1,1,Ben\n', "cannot be read as CSV"),
    (b"\xff\xfe\x00", "is not UTF-8."),
]
NAMES: list[tuple[str | bytes, str]] = [
    ("", "names no player."),
    ("player\n", "names no player."),
    ("player\nGita\nGita\n", "the same name"),
    ("player\nGi\x00ta\n", "cannot be a name"),
    ("player\n" + "x" * 200_000, "cannot be read as CSV"),
    ('player\n"Gita\n', "cannot be read as CSV"),
    (b"\xff\xfe\x00", "is not UTF-8."),
]


def test_bad_input_gets_a_sentence_and_changes_nothing(cup: Ludograph) -> None:
    before = contents(cup)
    for words, said in REFUSED:
        assert said in cup.refused("tournament", *words), words
        assert contents(cup) == before, words


def test_wrong_usage_says_what_is_right_and_changes_nothing(cup: Ludograph) -> None:
    before = contents(cup)
    for words, said in USAGE:
        assert said in cup.refused("tournament", *words, code=2), words
        assert contents(cup) == before, words


def test_a_bad_file_is_refused_by_its_line_and_changes_nothing(cup: Ludograph) -> None:
    before = contents(cup)
    for text, said in FILES:
        words = ("tournament", "seat", "WG", "--game", "sun-bid", "--size", "2", "--file", written(cup, text))
        assert said in cup.refused(*words), text
    for text, said in NAMES:
        assert said in cup.refused("tournament", "enter", "WG", "--file", written(cup, text)), text
    assert "No such file" in cup.refused("tournament", "enter", "WG", "--file", cup.folder / "none.csv")
    assert contents(cup) == before


def test_a_match_counts_for_one_table_only(cup: Ludograph) -> None:
    cup("tournament", "new", "Twice", "--id", "T")
    cup("tournament", "enter", "T", "Ann", "Ben")
    rows = HEAD + "".join(f"{number},1,Ann\n{number},1,Ben\n" for number in (1, 2))
    cup("tournament", "seat", "T", "--game", "sun-bid", "--size", "2", "--file", written(cup, rows))
    (started,) = cup.json("tournament", "start", "T", "1")["matches"]
    before = contents(cup)
    said = cup.refused("tournament", "place", "T", "2", "1", started["match"], "--reason", "w")
    assert "This match counts for table 1 of round 1, and can count once only" in said
    assert contents(cup) == before
    cup(
        "new", "sun-bid", "Ben", "Ann", "--seed", "1", "--id", "odd", "--event", "Twice", "--round", "1", "--table", "1"
    )
    cup("tournament", "place", "T", "2", "1", "odd", "--reason", "the scribe wrote round 1")
    cup("abandon", started["match"], "--reason", "w")
    rounds = cup.json("tournament", "show", "T")["rounds"]
    assert [one["tables"][0]["state"] for one in rounds] == ["seated", "running"]


def test_every_command_has_its_pinned_json(cup: Ludograph) -> None:
    shown = cup.json("tournament", "show", "WC")
    assert list(shown)[:6] == ["tournament", "name", "scoring", "tie_breaks", "bye", "players"]
    assert (shown["scoring"], shown["tie_breaks"], shown["bye"]) == ("places=5,3,1", ["wins", "opponents", "score"], 5)
    (seated,) = shown["rounds"]
    assert (seated["round"], seated["game"], seated["options"], seated["byes"]) == ("1", "sun-bid", {}, ["Kim"])
    first, second = seated["tables"]
    assert {key: first[key] for key in ("table", "players", "match", "scores", "state")} == {
        "table": "1",
        "players": ["Ann", "Ben", "Cleo"],
        "match": None,
        "scores": {"Ann": 3, "Ben": 2, "Cleo": 1},
        "state": "over",
    }
    assert (second["players"], second["scores"], second["state"]) == (["Dora", "Emil", "Jo=e"], None, "running")
    lines = cup.lines("tournament", "standings", "WC")
    assert lines[0] == {
        "place": 1,
        "player": "Ann",
        "points": 5,
        "played": 1,
        "byes": 0,
        "tie_breaks": {"wins": 1, "opponents": 4, "score": 3},
        "withdrawn": False,
        "missed": 0,
        "penalties": 0,
    }
    assert [(line["place"], line["player"], line["points"]) for line in lines[:4]] == [
        (1, "Ann", 5),
        (2, "Kim", 5),
        (3, "Ben", 3),
        (4, "Cleo", 1),
    ]


def test_each_decision_is_told_as_json(cup: Ludograph) -> None:
    assert cup.json("tournament", "new", "X")["name"] == "X"
    assert cup.json("tournament", "enter", "X", "Ann", "Ben", "Cleo", "Dora")["players"] == [
        *["Ann", "Ben", "Cleo", "Dora"]
    ]
    seated = cup.json(
        "tournament", "seat", "X", "--game", "sun-bid", "--size", "2", "--method", "spread", "--rounds", "3"
    )
    assert (len(seated["rounds"]), seated["meetings_repeated"], seated["byes"]) == (3, 0, 0)
    matches = cup.json("tournament", "start", "X", "1", "--same-deal")["matches"]
    assert [one["table"] for one in matches] == ["1", "2"]
    at: dict[str, Any] = cup.json("tournament", "show", "X")["rounds"][1]["tables"][0]
    pairs = [f"{name}={score}" for name, score in zip(at["players"], ("forfeit", "??"), strict=True)]
    told = cup.json("tournament", "result", "X", "2", "1", *pairs, "--anyway")
    assert (told["state"], list(told["scores"].values())) == ("over", [None, "??"])
    penalty = cup.json("tournament", "penalty", "X", "Ann", "-0.5", "--reason", "kindness")
    assert (penalty["player"], penalty["points"], penalty["round"]) == ("Ann", -0.5, "2")
    assert sorted(cup.json("tournament", "lot", "X", "--seed", "dice")["lots"]) == ["Ann", "Ben", "Cleo", "Dora"]
    assert cup.json("tournament", "withdraw", "X", "Dora")["players"] == ["Ann", "Ben", "Cleo"]
    undone = cup.json("tournament", "undo", "X", "--reason", "Dora stays")
    assert (undone["event"], undone["abandoned"]) == (8, [])
    kinds = [(line["kind"], line["superseded"]) for line in cup.lines("tournament", "history", "X")]
    assert kinds[-2:] == [("player-withdrawn", True), ("taken-back", False)]
    assert [line["name"] for line in cup.lines("tournament", "list")][-1] == "X"


def test_a_closed_tournament_is_opened_again_by_undo(cup: Ludograph) -> None:
    assert cup.json("tournament", "undo", "Over", "--reason", "w")["event"] == 3
    assert cup.json("tournament", "close", "Over")["closed"] is True


def test_a_table_of_a_same_deal_round_that_is_started_again_gets_its_deal(cup: Ludograph) -> None:
    cup("tournament", "new", "Pairs", "--id", "P", "--scoring", "duplicate")
    cup("tournament", "enter", "P", "Ann", "Ben", "Cleo", "Dora")
    rows = HEAD + "1,1,Ann\n1,1,Ben\n1,2,Cleo\n1,2,Dora\n"
    cup("tournament", "seat", "P", "--game", "sun-bid", "--size", "2", "--file", written(cup, rows))
    first, second = (one["match"] for one in cup.json("tournament", "start", "P", "1", "--same-deal")["matches"])
    cup("abandon", second, "--reason", "spilt tea")
    assert "leave out --seed and --written" in cup.refused("tournament", "start", "P", "1", "--seed", "other")
    (again,) = cup.json("tournament", "start", "P", "1")["matches"]
    cup("abandon", first, "--reason", "so that the judge may see the orders")
    heads = [json.loads(cup("export", id, "--as", "judge").splitlines()[0]) for id in (first, second, again["match"])]
    assert heads[0]["deal"] == heads[1]["deal"] == heads[2]["deal"]


def test_whoever_is_seated_in_a_round_that_is_seated_again_stands_in_it(cup: Ludograph) -> None:
    cup("tournament", "new", "Late")
    cup("tournament", "enter", "Late", "Ann", "Ben")
    seat = ("tournament", "seat", "Late", "--game", "sun-bid", "--size", "2-3", "--again", "--method", "spread")
    cup(*[word for word in seat if word != "--again"], "--rounds", "3")
    cup("tournament", "result", "Late", "1", "1", "Ann=1", "Ben=0")
    cup("tournament", "enter", "Late", "Cleo")
    cup(*seat, "--rounds", "2")
    cup("tournament", "result", "Late", "2", "1", "Ann=1", "Ben=0", "Cleo=5")
    assert [line["player"] for line in cup.lines("tournament", "standings", "Late", "--after", "1")] == ["Ann", "Ben"]
    second = cup.lines("tournament", "standings", "Late", "--after", "2")
    assert {line["player"]: line["points"] for line in second} == {"Ann": 1, "Ben": 0, "Cleo": 1}


def test_what_is_sure_beside_a_score_that_nobody_knows_counts(cup: Ludograph) -> None:
    cup("tournament", "new", "Open")
    cup("tournament", "enter", "Open", "Ann", "Ben", "Cleo")
    rows = HEAD + "1,1,Ann\n1,1,Ben\n1,1,Cleo\n"
    cup("tournament", "seat", "Open", "--game", "sun-bid", "--file", written(cup, rows))
    cup("tournament", "result", "Open", "1", "1", "Ann=5", "Ben=??", "Cleo=forfeit")
    lines = cup.lines("tournament", "standings", "Open")
    assert [(line["place"], line["player"], line["points"]) for line in lines] == [
        (1, "Cleo", 0),
        ("??", "Ann", "??"),
        ("??", "Ben", "??"),
    ]
    assert "These standings are open: Ann and Ben have points" in cup.run("tournament", "standings", "Open").output
