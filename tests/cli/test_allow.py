"""`allow` says what is allowed while a match runs: hints between people, shares of the win for those who look on."""

from pathlib import Path

from tests.cli.conftest import Ludograph

FEW = ("--playouts", "30")


def test_people_get_hints_once_their_organiser_allows_it_and_the_record_says_so(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Ben", "--seed", "1").strip()
    assert "`ludograph allow MATCH --hints`" in ludograph.refused("hint", match, "--as", "Ben")
    assert ludograph("allow", match, "--hints", "--by", "Ida") == "Allowed while it runs: hints.\n"
    assert ludograph("hint", match, "--as", "Ben", *FEW).startswith("Ben: ")
    assert "Nobody waits for Ann" in ludograph.refused("hint", match, "--as", "Ann")
    assert "Note on step 0 by Ida: Allowed while it runs: hints." in " ".join(ludograph("history", match).split())


def test_in_a_tournament_too_at_the_table_that_is_named(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Cup")
    ludograph("tournament", "enter", "Cup", "Ann", "Ben")
    ludograph("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")
    ludograph("tournament", "start", "Cup", "1")
    match = str(ludograph.lines("matches")[0]["match"])
    eyes = ludograph.json("show", match)["to_act"][0]
    assert "belongs to Cup" in ludograph.refused("hint", match, "--as", eyes)
    ludograph("allow", "Cup", "1", "1", "--hints", "--shares")
    assert ludograph("hint", match, "--as", eyes, *FEW).startswith(f"{eyes}: ")
    assert "in 1 match" in ludograph("allow", "--event", "Cup", "--nothing")
    assert "belongs to Cup" in ludograph.refused("hint", match, "--as", eyes)
    assert "There is no tournament of this name" in ludograph.refused("allow", "--event", "Bowl", "--hints")


def test_what_a_whole_tournament_allows_holds_for_matches_that_start_later(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Cup")
    ludograph("tournament", "enter", "Cup", "Ann", "Ben", "Cleo", "Dora")
    ludograph("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")
    ludograph("tournament", "start", "Cup", "1", "--table", "1")
    said = "Allowed while it runs: shares of the win."
    told = ludograph("allow", "--event", "cup", "--shares", "--by", "Ida")
    assert " ".join(told.split()) == f"{said} So it is in 1 match, and in all of the tournament that start later."
    assert "matches that start now allow shares of the win" in " ".join(ludograph("tournament", "show", "Cup").split())
    ludograph("allow", "--event", "Cup", "--shares")
    decided = " ".join(ludograph("tournament", "history", "Cup").split())
    assert decided.count("matches that start later allow shares of the win") == 1, "what is set is not set again"
    ludograph("tournament", "start", "Cup", "1")
    matches = [str(one["match"]) for one in ludograph.lines("matches")]
    assert [said in " ".join(ludograph("history", one).split()) for one in matches] == [True, True]
    ludograph("tournament", "set", "Cup", "allowed=nothing", "--reason", "agreed")
    assert ludograph.json("tournament", "show", "Cup")["allowed"] == []
    assert "allowed is hints or shares" in ludograph.refused(
        "tournament", "set", "Cup", "allowed=all", "--reason", "why"
    )


def test_what_is_not_named_is_not_allowed_any_more(ludograph: Ludograph) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Ben", "--seed", "1").strip()
    ludograph("allow", match, "--hints")
    ludograph("allow", match, "--shares")
    assert "allow MATCH --hints" in ludograph.refused("hint", match, "--as", "Ben")
    ludograph("allow", match, "--hints", "--shares")
    assert ludograph.json("allow", match, "--nothing")["allowed"] == []
    assert "allow MATCH --hints" in ludograph.refused("hint", match, "--as", "Ben")
    events = len(ludograph("history", match).splitlines())
    ludograph("allow", match, "--nothing")
    assert len(ludograph("history", match).splitlines()) == events, "what holds already is not said again"


def test_it_goes_along_in_a_match_file_and_stays_after_a_correction(ludograph: Ludograph, tmp_path: Path) -> None:
    match = ludograph("new", "sun-bid", "Ann", "Ben", "--seed", "1").strip()
    ludograph("allow", match, "--hints")
    ludograph("rename", match, "Ann", "Zoe", "--reason", "misread")
    assert ludograph("hint", match, "--as", "Ben", *FEW).startswith("Ben: ")
    ludograph("export", match, "-o", tmp_path / "match.jsonl")
    away = Ludograph(tmp_path / "away")
    away.store.parent.mkdir(exist_ok=True)
    away("import", tmp_path / "match.jsonl")
    assert away("hint", match, "--as", "Ben", *FEW).startswith("Ben: ")


def test_nothing_is_allowed_after_the_end_and_without_a_word(ludograph: Ludograph) -> None:
    ludograph("simulate", "aucteraden", "--seed", "1", "--players", "Ann")
    over = str(ludograph.lines("matches")[0]["match"])
    assert "is over" in ludograph.refused("allow", over, "--shares")
    for words in ((over,), (over, "--hints", "--nothing"), ("--hints",), (over, "--event", "Cup", "--hints")):
        ludograph.refused("allow", *words, code=2)
