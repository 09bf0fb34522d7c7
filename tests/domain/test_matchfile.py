"""Match files are read strictly: the first thing wrong is named with its line and column, and nothing is recorded."""

from io import BytesIO
from pathlib import Path

import pytest

from ludograph.domain.exchange.importer import Imported, Importer
from ludograph.domain.games import FOLDERS
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.store.recorder import Recorder

HEADER = (
    '{"ludograph": 1, "game": "aucteraden", "players": ["Max"], "deal": {"drawn": ["4VL", "7SK", "2SY"]}, "id": "A"}'
)
BUY = '{"seat": "Max", "do": "buy", "card": "2SY", "suit": "S"}'
PLACE = '{"seat": 1, "do": "place", "x": 0, "y": 0, "drawn": ["1Y"]}'


def read(recorder: Recorder, *lines: str, end: str = "\n") -> list[Imported]:
    source = BytesIO(("\n".join(lines) + end).encode())
    importer = Importer(recorder)
    return [one for chunk in chunks(source) for one in importer.add(chunk)] + list(importer.flush())


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path / "store.sqlite")


def message(outcome: Imported) -> str:
    """What was wrong with a match."""
    assert outcome.fault is not None
    return outcome.fault.message


def fault(recorder: Recorder, *lines: str, end: str = "\n") -> tuple[str | None, int, int | None, str]:
    """Rule, line, column and message of the only match of these lines, of which nothing may be recorded."""
    (outcome,) = read(recorder, *lines, end=end)
    assert outcome.status == "refused"
    assert outcome.fault is not None
    assert list(recorder.listed()) == []
    return outcome.fault.rule, outcome.fault.line, outcome.fault.column, outcome.fault.message


def test_a_match_is_read_once_and_known_the_second_time(recorder: Recorder) -> None:
    assert [one.status for one in read(recorder, HEADER, BUY, PLACE)] == ["recorded"]
    assert [one.status for one in read(recorder, HEADER, BUY, PLACE)] == ["already"]


def test_names_of_cards_and_the_text_form_say_the_same(recorder: Recorder) -> None:
    read(recorder, HEADER, BUY, PLACE)
    text = [
        "ludograph: 1", "game: aucteraden", "# a solitaire", "players: [\"Max\"]", "id: A",
        'deal: {"drawn": ["the Sailor", "Castle", "The Desert"]}', "",
        "Max buy the-desert S", "# laid in the middle", "max place 0 0 > Ace-of-Wyrms",
    ]  # fmt: skip
    (outcome,) = read(recorder, *text)
    assert outcome.status == "already", outcome.fault


def test_a_longer_file_continues_and_a_different_one_conflicts(recorder: Recorder) -> None:
    read(recorder, HEADER, BUY)
    (longer,) = read(recorder, HEADER, BUY, PLACE)
    (shorter,) = read(recorder, HEADER)
    (other,) = read(recorder, HEADER, BUY.replace('"S"', '"Y"'))
    assert [one.status for one in (longer, shorter, other)] == ["conflict"] * 3
    assert "continues" in message(longer)
    assert "goes on" in message(shorter)
    assert "differs at step 1" in message(other)


def test_matches_in_one_file_stand_alone(recorder: Recorder) -> None:
    second = HEADER.replace('"A"', '"B"')
    third = HEADER.replace('"A"', '"C"')
    found = read(recorder, HEADER, BUY, "nonsense", PLACE, second, BUY, third, PLACE)
    assert [(one.status, one.line) for one in found] == [("refused", 1), ("recorded", 5), ("refused", 7)]
    assert found[0].fault is not None
    assert found[0].fault.line == 3


def test_a_match_without_an_id_is_recognised_by_its_content(recorder: Recorder) -> None:
    nameless = HEADER.replace(', "id": "A"', "")
    assert [one.status for one in read(recorder, nameless, BUY, nameless, BUY)] == ["recorded", "already"]


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("nonsense", 1, "not JSON"),
        ('{"seat": "Max", "do": "buy", "card": "2SY", "suit": "S"', 56, "not JSON"),
        ('{"seat": "Max", "do": "buy", "do": "buy", "card": "2SY"}', 30, "twice"),
        ('{"seat": "Max", "do": "buy", "card": "2SY", "colour": "S"}', 45, "colour"),
        ('{"seat": "Zoe", "do": "buy", "card": "2SY", "suit": "S"}', 2, "Zoe"),
        ('{"seat": 2, "do": "buy", "card": "2SY", "suit": "S"}', 2, "nobody"),
        ('{"seat": true, "do": "buy", "card": "2SY", "suit": "S"}', 2, "nobody"),
        ('{"seat": "Max", "do": "steal"}', 17, "no action"),
        ('{"seat": "Max"}', 15, "`do` is missing"),
        ("[1, 2]", 1, "object"),
        ('{"seat": "Max", "do": "discard", "drawn": "4YK"}', 34, "list"),
        ('{"seat": "Max", "do": "discard", "at": "noon"}', 34, "time"),
        ('{"seat": "Max", "do": "discard", "at": "2026-11-20T18:04:11"}', 34, "time zone"),
    ],
)  # fmt: skip
def test_what_is_no_notation_is_named_with_line_and_column(
    recorder: Recorder, line: str, column: int, says: str
) -> None:
    rule, at, found_column, message = fault(recorder, HEADER, BUY, PLACE, line)
    assert (rule, at, found_column) == (None, 4, column)
    assert says in message


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ('{"seat": "Max", "do": "buy", "suit": "S"}', "AU-1.4"),
        ('{"seat": "Max", "do": "buy", "card": "2XX", "suit": "S"}', "AU-1.4"),
        ('{"seat": "Max", "do": "buy", "card": "??", "suit": "S"}', "AU-1.4"),
        ('{"seat": "Max", "do": "buy", "card": "2SY", "suit": "Suns"}', "AU-1.4"),
        ('{"seat": "Max", "do": "buy", "card": "2SY", "suit": "S", "x": 1}', "AU-1.4"),
        ('{"seat": "Max", "do": "buy", "card": "9MS", "suit": "S"}', "AU-2.2"),
        ('{"seat": "Max", "do": "buy", "card": "2SY", "suit": "S", "drawn": ["1Y"]}', "AU-1.3"),
        ('{"seat": "table", "do": "discard"}', None),
    ],
)
def test_what_breaks_a_rule_is_refused_with_its_number(recorder: Recorder, line: str, rule: str | None) -> None:
    assert fault(recorder, HEADER, line)[:2] == (rule, 2)


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (HEADER.replace('"ludograph": 1', '"ludograph": 3'), "version 3"),
        (HEADER.replace('"aucteraden"', '"chess"'), "no game"),
        (HEADER.replace('"Max"', '"table"'), "cannot be a name"),
        (HEADER.replace('"Max"', '"12"'), "cannot be a name"),
        (HEADER.replace('"Max"', '"Ann", "ANN"'), "same name"),
        (HEADER.replace('"id"', '"ident"'), "ident"),
        (HEADER.replace('"id": "A"', '"played_on": "yesterday"'), "day such as"),
        (HEADER.replace("{", "[", 1), "header"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_read_is_named(recorder: Recorder, header: str, says: str) -> None:
    rule, line, _, message = fault(recorder, header)
    assert (rule, line) == (None, 1)
    assert says in message


@pytest.mark.parametrize(
    ("line", "at", "says"),
    [
        ("colour: red", 4, "`colour` means nothing"),
        ("played_on: yesterday", 4, "day such as"),
        ('players: ["12"]', 3, "cannot be a name"),
        ("game: chess", 2, "no game"),
        ("game:", 2, "no game"),
    ],
)
def test_a_header_in_text_is_wrong_in_the_line_of_its_key(recorder: Recorder, line: str, at: int, says: str) -> None:
    rows = ["ludograph: 1", "game: aucteraden", 'players: ["Max"]']
    rows[at - 1 :] = [line, *rows[at:]]
    rule, found, column, message = fault(recorder, *rows, "")
    assert (rule, found, column) == (None, at, 1)
    assert says in message


def test_a_header_without_a_game_or_players_says_so(recorder: Recorder) -> None:
    assert "`game` is missing" in fault(recorder, HEADER.replace('"game": "aucteraden", ', ""))[3]
    assert "`players` is missing" in fault(recorder, HEADER.replace('"players": ["Max"], ', ""))[3]


def test_a_file_that_begins_in_the_middle_asks_for_a_header(recorder: Recorder) -> None:
    assert "header" in fault(recorder, BUY)[3]


def test_a_truncated_last_line_is_called_so(recorder: Recorder) -> None:
    rule, line, _, message = fault(recorder, HEADER, BUY[:30], end="")
    assert (rule, line) == (None, 2)
    assert "truncated" in message


def test_a_file_cut_at_a_line_end_is_an_unfinished_match(recorder: Recorder) -> None:
    (outcome,) = read(recorder, HEADER, BUY, end="")
    assert outcome.status == "recorded"


def test_what_is_not_utf8_is_named_with_its_place_and_does_not_hide_the_next_match(recorder: Recorder) -> None:
    source = BytesIO(HEADER.encode() + b'\n{"\xff": 1}\n' + HEADER.replace('"A"', '"B"').encode() + b"\n")
    importer = Importer(recorder)
    first, second = [one for chunk in chunks(source) for one in importer.add(chunk)] + list(importer.flush())
    assert first.fault is not None
    assert (first.fault.line, first.fault.column, first.fault.message) == (2, 3, "This is not UTF-8.")
    assert second.status == "recorded"


def test_a_file_that_does_not_begin_as_utf8_is_not_read_on() -> None:
    with pytest.raises(Unreadable, match="UTF-8") as wrong:
        list(chunks(BytesIO(b"\x89PNG\n\xff\xfe\n")))
    assert (wrong.value.line, wrong.value.column) == (1, 1)


def test_line_ends_of_another_system_and_blank_lines_do_no_harm(recorder: Recorder) -> None:
    (outcome,) = read(recorder, HEADER + "\r", "", BUY + "\r", "", end="\r\n")
    assert outcome.status == "recorded"


READS = "this program reads versions 1 and 2"
KNOWN = "ludograph, game, players, options, deal, event, round, table, played_on, id, fork"
ALL = ", ".join(FOLDERS)


@pytest.mark.parametrize(
    ("was", "is_now", "column", "says"),
    [
        ('"id"', '"ident"', 102, f"`ident` means nothing in a header; known are: {KNOWN}."),
        ('"ludograph": 1', '"ludograph": 3', 2, f"This is a file of version 3; {READS}."),
        ('"ludograph": 1', '"ludograph": true', 2, f"This is a file of version true; {READS}."),
        ('"game": "aucteraden", ', "", 1, f"`game` is missing; known are: {ALL}."),
        ('"players": ["Max"], ', "", 1, "`players` is missing."),
        ('"aucteraden"', '"chess"', 18, f'"chess" is no game here; known are: {ALL}.'),
        ('"aucteraden"', "7", 18, f"7 is no game here; known are: {ALL}."),
        ('["Max"]', '"Max"', 40, "`players` is a list of names in the order of the seats."),
        ('["Max"]', '["Max", "12"]', 40, "12 cannot be a name: it means something else here."),
        ('{"drawn": ["4VL", "7SK", "2SY"]}', "7", 60, "`deal` is an object, not 7."),
        ('"id": "A"', '"options": []', 102, "`options` is an object, not []."),
        ('"A"', "3", 102, "`id` is a text of up to 200 characters on one line, not 3."),
        ('"id": "A"', '"event": "id", "id": 3', 117, "`id` is a text of up to 200 characters on one line, not 3."),
        ('"id": "A"', '"event": true', 102, "`event` is a text of up to 200 characters on one line, not true."),
        ('"id": "A"', '"round": 2.5', 102, "`round` is a text of up to 200 characters on one line, not 2.5."),
        ('"id": "A"', '"played_on": "x"', 102, '`played_on` is a day such as 2026-11-20, not "x".'),
    ],
)  # fmt: skip
def test_a_fault_of_a_header_stands_at_its_key_with_what_is_right(
    recorder: Recorder, was: str, is_now: str, column: int, says: str
) -> None:
    assert fault(recorder, HEADER.replace(was, is_now)) == (None, 1, column, says)


@pytest.mark.parametrize(
    ("line", "at", "says"),
    [
        ("colour: red", 3, f"`colour` means nothing in a header; known are: {KNOWN}."),
        ("id: A\nid: A", 4, "`id` stands here twice."),
        ("no colon", 3, "A header line is written as `key: value`; an empty line ends the header."),
        ("round: 2\ntable: [", None, ""),
    ],
)
def test_a_line_of_a_text_header_is_told_by_its_key(recorder: Recorder, line: str, at: int | None, says: str) -> None:
    text = [
        "ludograph: 1",
        "game: aucteraden",
        *line.split("\n"),
        'players: ["Max"]',
        'deal: {"drawn": ["4VL", "7SK", "2SY"]}',
        "",
    ]
    if at is None:
        assert [one.status for one in read(recorder, *text)] == ["recorded"]
    else:
        assert fault(recorder, *text) == (None, at, 1, says)


def test_rounds_and_tables_may_be_numbers(recorder: Recorder) -> None:
    (outcome,) = read(recorder, HEADER.replace('"id"', '"round": 2, "table": 5, "id"'))
    assert outcome.status == "recorded"
    (listed,) = recorder.listed()
    assert (listed.start.round, listed.start.table) == ("2", "5")


def test_a_second_arrow_is_named_where_it_stands(recorder: Recorder) -> None:
    stacks = '{"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}'
    head = ("ludograph: 1", "game: sun-bid", 'players: ["Ann", "Bob"]', f"deal: {stacks}")
    rows = (*head, "", "Ann flip > 8YK > 2SY", "")
    rule, at, column, message = fault(recorder, *rows)
    assert (rule, at, column) == (None, 6, 16)
    assert message.startswith("One > stands in a line")
