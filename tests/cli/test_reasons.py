"""`result` tells scores part by part with the cards; `log` says why, or leaves that out."""

import pytest
from msgspec.json import encode

from ludograph.domain.exchange.exporter import exported
from tests.cli.conftest import Ludograph
from tests.playthrough import golden_match


def imported(ludograph: Ludograph, game: str) -> str:
    """Records the golden match of a game; gives its id."""
    lines = (encode(line).decode() for line in exported(golden_match(game)))
    ludograph("import", ludograph.file(f"{game}.jsonl", *lines))
    return str(ludograph.lines("matches")[-1]["match"])


@pytest.mark.parametrize("game", ["sun-bid", "sorcerous-futures", "aucteraden", "last-years-magic"])
def test_the_result_has_a_table_of_parts_and_each_with_its_cards(ludograph: Ludograph, game: str) -> None:
    match = imported(ludograph, game)
    ranking = ludograph.json("result", match)["ending"]["ranking"]
    assert any(part["cards"] for rank in ranking for part in rank["parts"])
    for rank in ranking:
        assert sum(part["amount"] for part in rank["parts"]) == rank["score"]
    text = ludograph("result", match)
    assert "Part by part:" in text
    assert all(part["part"] in text for rank in ranking for part in rank["parts"])


def test_the_suits_of_sorcerous_futures_pay_what_the_table_says(ludograph: Ludograph) -> None:
    text = ludograph("result", imported(ludograph, "sorcerous-futures"))
    suits = ("Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots")
    rows = [line for line in text.splitlines() if line.startswith(suits)]
    assert len(rows) >= 5
    assert all(" each " in row for row in rows)


def test_the_log_says_why_and_terse_leaves_it_out(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    match = imported(ludograph, "last-years-magic")
    long, short = ludograph("log", match), ludograph("log", match, "--terse")
    assert ", the highest " in long
    assert ", the highest " not in short
    assert len(long.splitlines()) >= len(short.splitlines())
    monkeypatch.setenv("LUDOGRAPH_TERSE", "1")
    assert ludograph("log", match) == short
    assert ", the highest " not in ludograph("replay", match)


def test_beats_of_parts_are_told_by_their_numbers_and_not_twice(ludograph: Ludograph) -> None:
    match = imported(ludograph, "sun-bid")
    beats = [beat for line in ludograph.lines("log", match, "--beats", "--json") for beat in line.get("beats", ())]
    told = [sentence for beat in beats for sentence in beat["told"]]
    assert any(": +3 Pawns and Courts, 3 each: " in one for one in told)
    assert ": +3 Pawns and Courts" not in ludograph("log", match)
