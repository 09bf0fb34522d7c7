"""`tournament sheet`: pages to print, and the same as text."""

import re
from html import unescape
from pathlib import Path

import pytest

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
    assert f"Player Final score Signature Ann {AWKWARD} Ivo" in told
    assert "Standings after round 1" in told


def test_the_whole_tournament_has_its_results_with_links_to_replays(cup: Ludograph) -> None:
    page = pages(cup, "--replays")
    links = [Path(cup.folder, unescape(link)) for link in re.findall(r'href="([^"]+)"', page)]
    assert len(links) == 1
    assert "Emil" in links[0].read_text()
    told = text_of(page)
    assert "Replay of C-1-1" in told
    assert "not recorded" in told
    assert "Signature" not in told


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
