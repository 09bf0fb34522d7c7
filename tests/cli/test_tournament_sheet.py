"""`tournament sheet`: pages to print, and the same as text."""

import re
from html import unescape
from pathlib import Path

import pytest

from ludograph.domain.tournaments.scores.scoring import CALLED
from tests.cli.conftest import Ludograph
from tests.tournaments.cup import AWKWARD, played_cup


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    played_cup(ludograph)
    return ludograph


def pages(ludograph: Ludograph, *words: str) -> str:
    """A sheet as it is written, with what it means."""
    path = ludograph.folder / "sheet.html"
    ludograph("tournament", "sheet", "C", "-o", path, *words)
    return path.read_text()


def text_of(page: str) -> str:
    """What is read on a page."""
    body = re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_a_round_has_its_tables_names_and_slips(cup: Ludograph) -> None:
    told = text_of(pages(cup, "--round", "1"))
    assert f"Table 2 Dora Farah {AWKWARD}" in told
    assert "Ivo bye" in told
    assert f"{AWKWARD} table 2, seat 3" in told
    assert "Cup <i>, round 1, table 2 Player Final score Signature Dora 4" in told
    assert "Standings after round 1" in told


def test_a_slip_has_the_digest_that_verify_knows(cup: Ludograph) -> None:
    page = pages(cup, "--round", "1")
    head = cup.json("verify", "C-1-1")["head"]
    assert head in text_of(page).replace(" ", "")
    assert page.count("<svg") == 1
    cup("verify", "C-1-1", "--head", head)


def test_before_a_round_is_over_slips_are_to_be_filled_in(cup: Ludograph) -> None:
    cup("tournament", "seat", "C", "--game", "sun-bid", "--file", cup.folder / "round-2.csv")
    told = text_of(pages(cup, "--round", "2"))
    assert f"Player Final score Won a tie Signature Ann {AWKWARD} Ivo" in told
    assert "Recorded by ludograph play C 2 1" in told
    assert "Standings after round 1" in told


def test_the_whole_tournament_has_its_results_with_links_to_replays(cup: Ludograph) -> None:
    page = pages(cup, "--replays")
    links = [Path(cup.folder, unescape(link)) for link in re.findall(r'href="([^"]+)"', page)]
    assert len(links) == 1
    assert "Emil" in links[0].read_text()
    assert links[0].name == "round-1-table-1.html"
    told = text_of(page)
    assert "Replay of C-1-1, round 1, table 1: Emil, Kurt and Lena" in told
    assert "from paper" in told
    assert "Signature" not in told


def test_results_have_places_points_and_the_winner(cup: Ludograph) -> None:
    told = text_of(pages(cup))
    assert "Table 1 Place Player Score Points 1 Emil winner 27 5 2 Kurt 16 3 3 Lena 12 1" in told
    assert f"Table 2 Place Player Score Points 1 Dora winner 4 5 2 Farah 3 3 3 {AWKWARD} -2 1 from paper" in told
    shown = cup("tournament", "show", "C")
    assert "Emil 27 (winner), Kurt 16 (2nd), Lena 12 (3rd)" in shown
    cup(
        "tournament",
        "result",
        "C",
        "1",
        "2",
        "Dora=7",
        "Farah=7",
        f"{AWKWARD}=forfeit",
        *("--correct", "--reason", "w"),
    )
    assert f"Dora 7 (winner), Farah 7 (winner), {AWKWARD} (forfeited)" in cup(
        "tournament", "sheet", "C", "--round", "1"
    )
    assert f"1 Dora winner 7 4 1 Farah winner 7 4 3 {AWKWARD} forfeited 1" in text_of(pages(cup))


def test_penalties_and_byes_stand_in_the_standings_where_there_are_any(cup: Ludograph) -> None:
    assert "Byes" in text_of(pages(cup))
    assert "Penalt" not in text_of(pages(cup))
    assert "PENALTY" not in cup("tournament", "standings", "C")
    cup("tournament", "penalty", "C", "Kurt", "1", "--reason", "late")
    cup("tournament", "penalty", "C", "Dora", "-0.5", "--reason", "kindness")
    told = text_of(pages(cup))
    assert "Place Player Points Played Byes Penalty Mean of opponents Buchholz (cut 1) Wins" in told
    assert "Dora 5.5 1 +0.5" in told
    assert "Kurt 2 1 -1" in told
    assert "Penalties are in the points already." in told
    for words in (("standings", "C"), ("sheet", "C")):
        lines = [line.split() for line in cup("tournament", *words).splitlines()]
        assert ["PLAYER", "POINTS", "PLAYED", "BYES", "PENALTY", "OPPONENTS-MEAN", "BUCHHOLZ-CUT-1", "WINS"] in lines
        assert any(line[1:5] == ["Kurt", "2", "1", "-1"] for line in lines)
    assert "Penalty" not in text_of(pages(cup, "--round", "1")).partition("Standings")[0]


def test_a_sheet_says_in_words_what_is_played_and_what_counts(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Cup", "--id", "C", "--scoring", "places=5,3", "--tie-breaks", "best,lot")
    ludograph("tournament", "enter", "C", *"ABC")
    options = ("-o", "play_to=0", "-o", "powers=true", "-o", "full_court=false", "-o", "chip_values=1 2 10 25")
    ludograph("tournament", "seat", "C", "--game", "conundruze", *options, "--seed", "1")
    seats = ludograph.json("tournament", "show", "C")["rounds"][0]["tables"][0]["players"]
    options_told = (
        "play to 0 (a single game)",
        "powers (face cards have powers when they are drawn and played)",
        "without full court",
        "chip values 1 2 10 25 (the values of chips, for tips and thefts)",
    )
    told = text_of(pages(ludograph, "--round", "1"))
    assert f"Cup Tables Round 1: Conundruze {' '.join(options_told)} the lowest score wins Table 1" in told
    assert f"Conundruze: {'; '.join(options_told)} Cup, round 1, table 1 Player Final score" in told
    for line in options_told:
        assert f"\n  {line}\n" in ludograph("tournament", "show", "C")
    ludograph("tournament", "result", "C", "1", "1", *(f"{name}={at}" for at, name in enumerate(seats)))
    told = text_of(pages(ludograph))
    assert "Place Player Points Played Best 1 B 5 1 5" in told
    assert "A match is worth 5 for the 1st and 3 for the 2nd; those who share a place share its points." in told
    assert "in this order: Best: whose best match is worth more, then the second best, and so on; Lot:" in told


def test_a_match_without_a_name_of_its_own_is_not_called_by_its_id(cup: Ludograph) -> None:
    cup("tournament", "seat", "C", "--game", "sun-bid", "--file", cup.folder / "round-2.csv")
    seats = cup.json("tournament", "show", "C")["rounds"][1]["tables"][1]["players"]
    about = ("--event", "Cup <i>", "--round", "2", "--table", "2", "--seed", "1")
    (match,) = cup("new", "sun-bid", *seats, *about).split()
    page = pages(cup, "--replays")
    assert "Replay, round 2, table 2: Dora, Emil and Farah , being played" in text_of(page)
    assert match not in page


def test_what_comes_from_outside_stays_text(cup: Ludograph) -> None:
    page = pages(cup)
    assert "<i>" not in page
    assert "<b>Sohn" not in page


def test_without_a_file_it_is_text(cup: Ludograph) -> None:
    told = cup("tournament", "sheet", "C")
    assert "  Ivo" in told
    assert "table 1, seat 2" in told
    assert "Cup <i> after round 1" in told


def test_replays_need_a_place(cup: Ludograph) -> None:
    assert "--replays needs a FILE with -o" in cup.refused("tournament", "sheet", "C", "--replays", code=2)
    assert "There is no round 7" in cup.refused("tournament", "sheet", "C", "--round", "7", "-o", "x.html")


def test_replays_of_a_round_with_the_same_deal_wait_for_its_end(ludograph: Ludograph) -> None:
    ludograph.file("seats.csv", "round,table,player", *(f"1,{1 + at // 2},{name}" for at, name in enumerate("ABCD")))
    ludograph("tournament", "new", "Same", "--id", "S", "--scoring", "duplicate")
    ludograph("tournament", "enter", "S", *"ABCD")
    ludograph("tournament", "seat", "S", "--game", "sun-bid", "--size", "2", "--file", ludograph.folder / "seats.csv")
    ludograph("tournament", "start", "S", "1", "--same-deal")
    told = ludograph.run("tournament", "sheet", "S", "-o", ludograph.folder / "s.html", "--replays").stderr
    assert "written once it is over" in told
    assert not list((ludograph.folder / "s-replays").iterdir())


def test_the_words_of_tie_breaks_are_those_of_the_pages() -> None:
    told = Path(__file__).parents[2].joinpath("replay", "service", "pages", "telling.js").read_text()
    found = re.search(r"export const BREAKS = \{(.*?)\};", told)
    assert found is not None
    pairs = re.findall(r"(?:'([\w-]+)'|(\w+)): '([^']+)'", found[1])
    assert {quoted or bare: called for quoted, bare, called in pairs} == CALLED
