"""`act` records actions one after the other; what stood before a refusal goes on standing."""

import json

import pytest

from ludograph.domain.store.errors import Conflict
from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import Ludograph


def steps(ludograph: Ludograph, match: str) -> int:
    return int(ludograph.json("result", match)["steps"])


def test_it_tells_what_followed(ludograph: Ludograph, recorded: str) -> None:
    told = ludograph("act", recorded, "Ann bid 9MS")
    assert told.startswith("   3  Ann bids the Pact (9MS)")


def test_actions_come_as_text_and_as_json(ludograph: Ludograph, recorded: str) -> None:
    ludograph("act", recorded, "Ann pass", '{"seat": "Bob", "do": "bid", "card": "the castle"}')
    assert steps(ludograph, recorded) == 4


def test_with_json_each_step_is_printed_as_in_the_log(ludograph: Ludograph, recorded: str) -> None:
    printed = ludograph.lines("act", recorded, "Ann pass", "Bob bid 7SK")
    assert printed == ludograph.lines("log", recorded, "--as", "judge", "--from", "3")


def test_the_first_refusal_ends_it_and_says_how_many_stand(ludograph: Ludograph, recorded: str) -> None:
    said = ludograph.refused("act", recorded, "Ann pass", "Bob pass", "Bob bid 7SK")
    assert said.splitlines() == [
        "SB-4.3: Who called the auction has to bid if nobody else did. In a forced auction nobody has to.",
        "Nobody else has bid, so whoever called the auction must.",
        "Legal now: bid 8MS|7SK|4MS|3SK.",
        "The action before it stands.",
    ]
    assert steps(ludograph, recorded) == 3


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("Ann bid 9XX", "SB-2.4"),
        ("Ann bid 8MS", "SB-4.1"),
        ("Bob bid 8MS", "SB-2.2"),
        ("Ann flip > 8YK", "SB-2.3"),
        ("Zed pass", "Action 1, column 1"),
        ("Ann sing", "Action 1, column 5"),
        ("Ann", "Action 1, column 1"),
        ('{"seat": "Ann", "do": "pass"', "This is not JSON"),
        ('{"seat": "Ann", "do": "pass", "why": 1}', "`why` means nothing here"),
    ],
)
def test_a_bad_action_is_named_and_nothing_is_recorded(
    ludograph: Ludograph, recorded: str, action: str, said: str
) -> None:
    assert said in ludograph.refused("act", recorded, action)
    assert steps(ludograph, recorded) == 2


def test_a_card_that_lies_elsewhere_is_refused_with_the_place_where_it_lies(
    ludograph: Ludograph, recorded: str
) -> None:
    ludograph("act", recorded, "Ann pass", "Bob bid 7SK")
    actor = ludograph.json("show", recorded)["to_act"][0]
    assert "8YK cannot come here: it lies with Bob (Take)." in ludograph.refused("act", recorded, f"{actor} flip > 8YK")
    said = ludograph.refused("act", recorded, f"{actor} flip > 9MS")
    assert "9MS cannot come here: it lies with Ann (Bidding cards)." in said
    assert steps(ludograph, recorded) == 4


def test_refusals_have_a_shape_for_programs(ludograph: Ludograph, recorded: str) -> None:
    refused = json.loads(ludograph.run("act", recorded, "Bob pass", "--json").stdout)["error"]
    assert refused["rule"] == "SB-2.2"
    refused = json.loads(ludograph.run("act", recorded, "Ann bid 8MS", "--json").stdout)["error"]
    assert refused["instead"][1] == {"do": "pass"}
    unread = json.loads(ludograph.run("act", recorded, "Ann sing", "--json").stdout)["error"]
    assert (unread["rule"], unread["column"]) == (None, 5)


def test_lines_are_read_from_standard_input_with_comments_between(ludograph: Ludograph, recorded: str) -> None:
    ludograph("act", recorded, "-", input="# the auction\n\nAnn pass\nBob bid 7SK\n")
    assert steps(ludograph, recorded) == 4


def test_a_bad_line_of_standard_input_is_named_by_its_number(ludograph: Ludograph, recorded: str) -> None:
    assert "Line 3, column 1" in ludograph.refused("act", recorded, "-", input="\nAnn pass\nZed pass\n")
    assert "Line 1, column 5: This is not UTF-8" in ludograph.refused("act", recorded, "-", input=b"Bob \xff\n")


def test_who_entered_it_is_recorded_for_the_judge(ludograph: Ludograph, recorded: str) -> None:
    (line,) = ludograph.lines("act", recorded, "Ann pass", "--by", "Zoe")
    assert line["by"] == "Zoe"
    assert "Zoe" not in ludograph("log", recorded, "--json")


def test_of_two_who_record_at_once_the_second_is_told(
    ludograph: Ludograph, recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(self: Recorder, *matches: object) -> None:
        raise Conflict("Somebody else recorded this match at the same time.")

    monkeypatch.setattr(Recorder, "record", too_late)
    assert "Somebody else" in ludograph.refused("act", recorded, "Ann pass")
    monkeypatch.undo()
    assert steps(ludograph, recorded) == 2


def test_nothing_is_entered_in_an_abandoned_match(ludograph: Ludograph, recorded: str) -> None:
    ludograph("abandon", recorded, "--reason", "no time")
    assert "`ludograph reopen` opens it again" in ludograph.refused("act", recorded, "Ann bid 9MS")
    done = ludograph.run("act", recorded, "Ann bid 9MS", "--json")
    assert (done.exit_code, json.loads(done.stdout)["error"]["rule"]) == (1, None)
    assert "was abandoned" in json.loads(done.stdout)["error"]["message"]


def test_what_follows_is_told_as_the_eyes_on_this_screen_know_it(ludograph: Ludograph) -> None:
    ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "--seed", "1", "--id", "S")
    shown = ludograph.json("show", "S")
    (active,) = shown["to_act"]
    ludograph("act", "S", f"{active} offer {shown['state']['row'][0]} closed")
    assert "17" not in ludograph("act", "S", "Ann seal 17")
    assert "17" in ludograph("act", "S", "Bob seal 17", "--as", "Bob")
    assert "4" in ludograph("act", "S", "Cat seal 4", "--as", "judge")


@pytest.mark.parametrize("by", ["y" * 201, "two\nlines", "\x1b[31mred"])
def test_who_enters_it_is_a_name_that_a_file_can_say(ludograph: Ludograph, recorded: str, by: str) -> None:
    for command in (["act", recorded, "Ann pass"], ["note", recorded, "x"], ["undo", recorded, "--reason", "x"]):
        assert "--by is a name of up to 200 characters" in ludograph.refused(*command, "--by", by, code=2)


def test_a_card_that_everybody_saw_is_asked_for_where_its_face_decides_who_begins(ludograph: Ludograph) -> None:
    castles = {name: ["??"] * 8 for name in ("Ann", "Bob")}
    deal = json.dumps({"rolls": [15, 7], "caster": "Ann", "castles": castles})
    table = ("-o", "powers=true", "-o", "betting=peek", "--deal", deal)
    match = ludograph("new", "conundruze", "Ann", "Bob", *table).strip()
    ludograph("act", match, "Bob flip r4c2 r2c2 > 4s 4f")
    said = ludograph.refused("act", match, "Ann flip r4c1 r1c2 > Rs ??")
    assert "Everybody saw this card: write its face, not ??." in said
    ludograph("act", match, "Ann flip r4c1 r1c2 > Rs 9w")
