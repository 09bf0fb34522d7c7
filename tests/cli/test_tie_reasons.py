"""Why one player stands before another with as many points, as a director explains it."""

from tests.cli.conftest import Ludograph

SEATING = """round,table,player
1,1,Ann
1,1,Ben
1,1,Cleo
1,2,Dora
1,2,Emil
1,2,Farah
1,bye,Gita
2,1,Gita
2,1,Ben
2,1,Cleo
2,2,Ann
2,2,Dora
2,2,Farah
2,bye,Emil
"""


def played(ludograph: Ludograph, ties: str) -> Ludograph:
    """Two rounds of the club's evening, `places=4,2`; Ann wins twice, Gita and Dora once."""
    file = ludograph.folder / "seating.csv"
    file.write_text(SEATING)
    ludograph("tournament", "new", "Cup", "--scoring", "places=4,2", "--bye", "3", "--tie-breaks", ties)
    ludograph("tournament", "enter", "Cup", "Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita")
    ludograph("tournament", "seat", "Cup", "--game", "sun-bid", "--file", str(file))
    for at, scores in (("1 1", "Ann=9 Ben=8 Cleo=7"), ("1 2", "Dora=9 Emil=8 Farah=7"),
                       ("2 1", "Gita=9 Ben=8 Cleo=7"), ("2 2", "Ann=9 Farah=8 Dora=7")):  # fmt: skip
        ludograph("tournament", "result", "Cup", *at.split(), *scores.split())
    return ludograph


def told(cup: Ludograph) -> str:
    return " ".join(cup("tournament", "standings", "Cup", "--ties").split())


def test_a_mean_of_opponents_is_worked_out(ludograph: Ludograph) -> None:
    cup = played(ludograph, "opponents-mean,lot")
    # Ann 8, Gita 7, Emil 5 (with a bye), Ben and Dora 4, Farah 2, Cleo 0.
    said = told(cup)
    assert (
        "Dora stands before Ben by the mean of their opponents' points, 4.25 to 3.75: (5 + 2 + 8 + 2) / 4 to "
        "(8 + 0 + 7 + 0) / 4."
    ) in said
    assert said.count("stands before") == 1
    lines = {one["player"]: one["before_next"] for one in cup.lines("tournament", "standings", "Cup", "--ties")}
    assert [name for name, why in lines.items() if why] == ["Dora"]


def test_of_buchholz_it_says_which_rounds_are_left_out(ludograph: Ludograph) -> None:
    said = told(played(ludograph, "buchholz-cut-1"))
    assert (
        "Dora stands before Ben by Buchholz, the means of their tables but the weakest, 5 to 4: 5 without 3.5 to 4 "
        "without 3.5."
    ) in said


def test_whoever_shares_a_place_stands_before_nobody(ludograph: Ludograph) -> None:
    assert "stands before" not in told(played(ludograph, ""))


def test_who_sat_at_a_larger_table_is_not_behind_for_it(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Cup", "--scoring", "places=5,3,1", "--tie-breaks", "opponents-elsewhere")
    ludograph("tournament", "enter", "Cup", "Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita")
    file = ludograph.folder / "seating.csv"
    tables = {1: "Ann Ben Cleo Dora", 2: "Emil Farah Gita"}, {1: "Ann Ben Emil", 2: "Cleo Dora Farah Gita"}
    lines = [
        f"{at},{table},{name}" for at, round in enumerate(tables, 1) for table in round for name in round[table].split()
    ]
    file.write_text("\n".join(["round,table,player", *lines]))
    ludograph("tournament", "seat", "Cup", "--game", "sun-bid", "--file", str(file))
    ludograph("tournament", "result", "Cup", "1", "1", "Ann=9", "Ben=8", "Cleo=7", "Dora=6")
    ludograph("tournament", "result", "Cup", "1", "2", "Emil=9", "Farah=8", "Gita=7")
    first = {
        one["player"]: (one["place"], one["tie_breaks"]) for one in ludograph.lines("tournament", "standings", "Cup")
    }
    assert first["Ann"] == first["Emil"] == (1, {"opponents-elsewhere": 0})
    ludograph("tournament", "result", "Cup", "2", "1", "Ann=9", "Ben=8", "Emil=7")
    ludograph("tournament", "result", "Cup", "2", "2", "Farah=9", "Cleo=8", "Gita=7", "Dora=6")
    # Emil, Ben have 6: Emil met Farah (5 elsewhere), Gita (1), Ann (5) and Ben (3); Ben met Ann, whom he met twice.
    assert "Emil stands before Ben by the mean of what their opponents have from matches without them, 3.5 to " in told(
        ludograph
    )
