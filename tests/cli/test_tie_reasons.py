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
