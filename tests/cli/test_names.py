"""Names can be read and told apart; what was recorded before stays readable."""

from json import dumps
from pathlib import Path
from uuid import UUID

import pytest

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Setting, start_match
from ludograph.domain.notation.names import check_players
from ludograph.domain.notation.values import Reader
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.verification import verify
from tests.cli.conftest import FLIP, HEADER, Ludograph
from tests.worlds import STAMP

INVISIBLE = {
    "zero-width space": "An\u200bn",
    "word joiner": "An\u2060n",
    "joiner between Latin letters": "An\u200dn",
    "bidirectional mark": "An\u200en",
    "right-to-left override": "\u202eAnn",
    "soft hyphen": "An\xadn",
    "byte order mark": "\ufeffAnn",
    "filler": "An\u3164n",
    "braille blank": "An\u2800n",
    "variation selector": "An\ufe0fn",
    "no-break space": "Ann\xa0Lee",
    "line separator": "Ann\u2028Lee",
    "tab within": "Ann\tLee",
    "escape": "\x1b[31mAnn",
    "C1": "An\x9bn",
    "unassigned": "An\u0378n",
    "private": "An\ue000n",
    "tag": "An\U000e0041n",
    "an accent with no letter": "\u0301Ann",
}


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_a_name_in_which_something_cannot_be_seen_is_refused(ludograph: Ludograph, name: str) -> None:
    (line,) = ludograph.run(
        "import", "--json", ludograph.file("a", HEADER.replace('"Ann"', dumps(name)))
    ).stdout.splitlines()
    assert "cannot be a name" in line
    assert "cannot be a name" in ludograph.refused("new", "sun-bid", name, "Bob")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "O'Neil",
            "'t Hooft",
            "Ann-Lee",
            "Zoë",
            "O\N{RIGHT SINGLE QUOTATION MARK}Neil",
            "李 小龍",
            "Ca$h_$",
            "J. R.",
            "🂡",
            "न्य",
        ),
        *("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u041a\u0430\u0442\u044f"),
    ],
)
def test_a_name_that_can_be_read_is_taken(name: str) -> None:
    assert check_players([name, "Bob"])[0]


def test_two_ways_to_write_a_letter_are_one_name(ludograph: Ludograph) -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"
    file = ludograph.file("a", HEADER.replace("Ann", apart), FLIP.replace("Ann", apart))
    ludograph("import", file)
    assert composed in ludograph("matches")
    ludograph("show", "AO26-2-5", "--as", apart)
    with pytest.raises(ValueError, match="same name"):
        check_players([composed, apart])
    with pytest.raises(ValueError, match="same name"):
        check_players(["Ann", "\uff21nn"])


def test_an_apostrophe_is_part_of_a_name_however_it_is_written(ludograph: Ludograph, tmp_path: Path) -> None:
    curly = "O\N{RIGHT SINGLE QUOTATION MARK}Brien"
    ludograph("new", "sun-bid", "O'Brien", "Bob", "--seed", "2", "--id", "x")
    ludograph("act", "x", "Bob flip", f"{curly} flip")
    assert "O'Brien flips" in ludograph("log", "x", "--as", curly)
    assert "O'Brien" in ludograph("query", "SELECT player FROM participations WHERE player = 'O''Brien'")
    for form in ("text", "jsonl"):
        ludograph("export", "x", "--format", form, "-o", tmp_path / f"x.{form}")
        other = tmp_path / f"{form}.sqlite"
        ludograph("import", tmp_path / f"x.{form}", "--store", other)
        assert "O'Brien" in ludograph("matches", "--store", other)
    ludograph("render", "x", "--as", "O'Brien", "-o", tmp_path / "x.html")
    ludograph("render", "x", "--as", "O'Brien", "--step", "1", "-o", tmp_path / "x.svg")
    assert "same name" in ludograph.refused("new", "sun-bid", "O'Brien", curly)
    assert "without double quotes" in ludograph.refused("new", "sun-bid", 'O"Brien', "Bob")


def test_a_match_recorded_with_names_that_none_may_have_today_stays_readable(ludograph: Ludograph) -> None:
    players = ("An\u200bn", "Ann", "Zoe\u0308", "Zo\u00eb")
    setting = Setting(players, GAMES["sun-bid"].options(), None, "1")
    with Recorder(ludograph.store) as recorder:
        match = recorder.record(start_match(GAMES["sun-bid"], UUID(int=7), setting, STAMP))
        assert verify(recorder, match.id).ok
        assert list(exported(recorder.load(match.id)))
    reader = Reader(match.game.deck, players)
    assert [reader.seat(name) for name in players] == [1, 2, 3, 4]
    for command in ("show", "log", "export", "result", "verify"):
        ludograph(command, str(match.id))
