"""`amend` puts right what was entered wrongly: what it shows, what it records, and that a refusal changes nothing."""

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import FLIP, HEADER, Ludograph
from tests.stores import contents

pexpect = pytest.importorskip("pexpect")
Lines = list[dict[str, Any]]


@pytest.fixture
def played(ludograph: Ludograph, recorded: str) -> str:
    """The match of two steps with three more: Bob wins the auction, and Ann flips."""
    ludograph("act", recorded, "Ann bid 6SY", "Bob bid 8MS", "Ann flip > 2MK")
    return recorded


@pytest.fixture
def over(ludograph: Ludograph) -> str:
    """A whole match of Sun Bid with its players and text, dealt by the program."""
    (line,) = ludograph.lines("simulate", "sun-bid", "--seed", "3")
    return str(line["match"])


def rows(ludograph: Ludograph) -> list[Any]:
    """Everything in the store."""
    return contents(ludograph.store)


def steps(ludograph: Ludograph, match: str) -> Lines:
    """The steps that stand."""
    return [line for line in ludograph.lines("log", match) if not line["superseded"]]


def cards(ludograph: Ludograph, match: str) -> list[Any]:
    return [line["action"].get("card") for line in steps(ludograph, match)]


def refusal(ludograph: Ludograph, *args: str | Path, input: str | None = None) -> dict[str, Any]:
    """The error of a correction that must be refused with a sentence, and change nothing."""
    before = rows(ludograph)
    done = ludograph.run("amend", *args, "--reason", "why", "--json", input=input)
    assert done.exit_code == 1, done.output
    assert rows(ludograph) == before
    found = json.loads(done.stdout)
    assert (found["status"], found["at"], found["event"], found["changed"]) == ("refused", None, None, [])
    assert done.stderr.strip()
    assert "Traceback" not in done.output
    return dict(found["error"])


def test_a_wrong_card_noticed_later_is_put_right_and_the_rest_decided_again(ludograph: Ludograph, played: str) -> None:
    done = ludograph.run("amend", played, "3", "Ann bid 5SV", "--reason", "a wrong card", "--by", "Zoe")
    assert "   3  was: Ann bids the Penitent (6SY).\n      now: Ann bids the Discovery (5SV).\n" in done.stdout
    assert "Ann takes 5SV back." in " ".join(done.stdout.split())
    assert "Corrected from step 3 on, as event 7" in done.stdout
    assert cards(ludograph, played) == [None, None, "5SV", "8MS", None]
    assert ludograph.lines("log", played)[2]["superseded"]
    assert "a wrong card (entered by Zoe)" in " ".join(ludograph("log", played, "--as", "judge").split())
    assert "a wrong card" not in ludograph("log", played)
    assert ludograph.lines("verify", played)[0]["ok"]


def test_forgotten_steps_go_before_another(ludograph: Ludograph, played: str) -> None:
    told = ludograph.json(
        "amend", played, "2", "--insert", "Bob flip > 9LK", "Ann flip > 3MV", "--reason", "forgotten", "--cut"
    )
    assert [(one["step"], one["was"] is None) for one in told["changed"]][:2] == [(2, True), (3, True)]
    assert [line["action"]["do"] for line in steps(ludograph, played)][:4] == ["flip", "flip", "flip", "call"]


def test_a_step_that_is_one_too_many_goes(ludograph: Ludograph, played: str) -> None:
    taken = ludograph.json("amend", played, "5", "--remove", "--reason", "entered twice")
    (gone,) = taken["changed"]
    assert (gone["step"], gone["now"]) == (5, None)
    assert "Ann flips the Author (2MK)" in gone["was"]
    assert len(steps(ludograph, played)) == 4


def test_several_lines_may_take_the_place_of_one(ludograph: Ludograph, played: str) -> None:
    flip = '{"seat": "Ann", "do": "flip", "drawn": ["9LK"]}'
    ludograph("amend", played, "4", "Bob pass", flip, "--reason", "x", "--cut")
    assert [line["action"]["do"] for line in steps(ludograph, played)][2:5] == ["bid", "pass", "flip"]


def test_two_players_in_each_others_chairs_change_them_and_keep_the_entries(ludograph: Ludograph, played: str) -> None:
    told = ludograph("amend", played, "0", 'players: ["Bob", "Ann"]', "--reason", "wrong chairs")
    assert "was: Players: Ann and Bob." in told
    assert "now: Players: Bob and Ann." in told
    assert "Every seat keeps its entries: 5 steps are told with other names." in told
    assert [line["seat"] for line in steps(ludograph, played)] == ["Bob", "Ann", "Bob", "Ann", "Bob"]


def test_a_misspelt_player_and_the_data_of_the_tournament_are_put_right(ludograph: Ludograph, played: str) -> None:
    changed = ludograph.json(
        "amend", played, "0", 'players: ["Anne", "Bob"]', "event: Spring Open", "round: 3", "--reason", "misspelt"
    )
    assert changed["at"] == 0
    assert changed["changed"][0] == {
        "step": 0,
        "was": "Players: Ann and Bob. Event: Autumn Open. Round: 2.",
        "now": "Players: Anne and Bob. Event: Spring Open. Round: 3.",
    }
    assert len(changed["changed"]) == 6
    assert steps(ludograph, played)[0]["seat"] == "Anne"
    (listed,) = ludograph.lines("matches")
    assert (listed["event"], listed["round"]) == ("Spring Open", "3")


def test_a_hand_that_was_dealt_otherwise_is_put_right(ludograph: Ludograph) -> None:
    (line,) = ludograph.lines("simulate", "hand-of-the-hanataz", "--seed", "1", "--seats", "3")
    header = json.loads(ludograph("export", line["match"]).splitlines()[0])
    ludograph("import", ludograph.file("dealt.jsonl", json.dumps(header | {"id": "H"})))
    hands = header["deal"]["hands"]
    one, other = hands[0][0], hands[1][0]
    hands[0][0], hands[1][0] = other, one
    deal = json.dumps({"deal": header["deal"]})
    first = header["players"][0]
    told = " ".join(ludograph("amend", "H", "0", deal, "--preview", "--as", "judge").split())
    assert f"was: {first} is dealt" in told
    assert f"{first}, Hand: without" in told
    assert f"({one}), with" in told
    blind = ludograph("amend", "H", "0", deal, "--reason", "dealt otherwise")
    assert not any(f"({card})" in blind for hand in hands for card in hand)
    shown = json.loads(ludograph("export", "H").splitlines()[0])["deal"]["hands"]
    assert [sorted(hand) for hand in shown] == [sorted(hand) for hand in hands]
    assert "Nothing is told otherwise to these eyes" in blind


def test_a_whole_header_takes_the_place_of_the_start(ludograph: Ludograph, played: str) -> None:
    header = json.loads(HEADER) | {"table": "6"}
    assert ludograph.json("amend", played, "0", json.dumps(header), "--reason", "x")["changed"] == [
        {"step": 0, "was": "Table: 5.", "now": "Table: 6."}
    ]


def test_what_an_end_becomes_is_told(ludograph: Ludograph, over: str) -> None:
    last = str(ludograph.json("result", over)["steps"])
    names = list(ludograph.json("result", over)["scores"])
    ludograph("confirm", over, "--as", names[0])
    told = ludograph("amend", over, last, "--remove", "--preview")
    assert "The match is not over then." in told
    assert f"What {names[0]} agreed to is void then." in told
    turned = json.dumps(names[::-1])
    told = ludograph("amend", over, "0", f"players: {turned}", "--preview")
    assert "The result then:" in told
    was = ludograph.json("result", over)
    both = ludograph.json("amend", over, "0", f"players: {turned}", "--preview")["result"]
    assert both["was"]["scores"] == was["scores"]
    assert list(both["now"]["scores"].values()) == list(was["scores"].values())


def test_a_preview_needs_no_reason_and_records_nothing(ludograph: Ludograph, played: str) -> None:
    before = rows(ludograph)
    shown = ludograph.json("amend", played, "3", "Ann bid 5SV", "--preview")
    assert rows(ludograph) == before
    assert (shown["status"], shown["at"], shown["event"]) == ("preview", 3, None)
    assert [one["step"] for one in shown["changed"]] == [3, 4]
    assert "Nothing was recorded: this is a preview." in ludograph("amend", played, "3", "Ann bid 5SV", "--preview")
    amended = ludograph.json("amend", played, "3", "Ann bid 5SV", "--reason", "x")
    assert amended == shown | {"status": "amended", "event": 7}


def test_what_the_match_says_already_changes_nothing(ludograph: Ludograph, played: str) -> None:
    before = rows(ludograph)
    assert ludograph.json("amend", played, "3", "Ann bid 6SY", "--reason", "x")["status"] == "unchanged"
    assert "says just that" in ludograph("amend", played, "0", "table: 5", "--reason", "x")
    exported = ludograph.file("same.jsonl", *ludograph("export", played).splitlines())
    assert ludograph.json("amend", played, "--file", exported, "--reason", "x")["status"] == "unchanged"
    assert rows(ludograph) == before


def test_a_later_entry_that_is_no_longer_legal_is_named_with_its_rule(ludograph: Ludograph, played: str) -> None:
    wrong = refusal(ludograph, played, "2", "--remove")
    assert (wrong["step"], wrong["rule"]) == (2, "SB-2.2")
    told = ludograph.refused("amend", played, "4", "--remove", "--reason", "x")
    assert told.startswith("Step 5 would no longer be legal: Ann flip > 2MK (it would be step 4)\nSB-2.2: ")
    assert "--cut keeps what comes before that step and takes back the rest; --edit opens the whole match." in told
    cut = ludograph.json("amend", played, "4", "--remove", "--reason", "x", "--cut")
    assert (cut["taken_back"], len(steps(ludograph, played))) == (1, 3)


def test_what_would_be_legal_there_is_told(ludograph: Ludograph, played: str) -> None:
    wrong = refusal(ludograph, played, "3", "Ann bid 7SK")
    assert (wrong["step"], wrong["rule"]) == (3, "SB-4.1")
    assert wrong["instead"] == [{"do": "bid", "card": ["9MS", "6SY", "5SV", "2SY"]}, {"do": "pass"}]
    told = ludograph.refused("amend", played, "3", "Ann bid 7SK", "--preview")
    assert "Legal there: bid 9MS|6SY|5SV|2SY; pass.\nNothing was changed.\n" in told


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("9", "Ann pass"), "There is no step 9: the last is 5"),
        (("9", "--insert", "Ann pass"), "name one from 1 to 6"),
        (("9", "--remove"), "There is no step 9"),
        (("3", "--remove", "--to", "2"), "Steps 3 to 2 cannot be taken out"),
        (("3", "--remove", "--to", "99"), "--to names one from 3 to 5"),
        (("3", "Ann jump"), "has no action"),
        (("3", "Zoe bid 9MS"), "no player of this match is called"),
        (("3", "Ann bid"), "is missing"),
        (("3", '{"seat": "Ann"'), "not JSON"),
        (("3", ""), "player, verb, fields"),
        (("0", "nonsense"), "key: value"),
        (("0", "colour: red"), "means nothing in a header"),
        (("0", "game: aucteraden"), "cannot become one of another game"),
        (("0", "id: other"), "names another match"),
        (("0", 'players: ["Ann", "ann"]'), "same name"),
        (("0", 'players: ["Ann"]'), "Sun Bid is for"),
        (("0", "{", "}"), "key: value"),
    ],
)  # fmt: skip
def test_what_cannot_be_corrected_is_said_and_nothing_is_stored(
    ludograph: Ludograph, played: str, args: tuple[str, ...], said: str
) -> None:
    assert said in refusal(ludograph, played, *args)["message"]


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("Ann bid 9MS",),
        ("three", "Ann bid 9MS"),
        ("-1", "Ann bid 9MS"),
        ("3",),
        ("3", "--insert"),
        ("3", "--remove", "Ann pass"),
        ("3", "--insert", "--remove"),
        ("3", "Ann pass", "--to", "4"),
        ("0", "--remove"),
        ("0", "--insert", "Ann pass"),
        ("3", "Ann pass", "--edit"),
        ("--file", "x.txt", "--remove"),
        ("3", "Ann pass", "--reason", " "),
    ],
)
def test_what_does_not_fit_together_is_wrong_usage(ludograph: Ludograph, played: str, args: tuple[str, ...]) -> None:
    before = rows(ludograph)
    reason = () if "--reason" in args else ("--reason", "x")
    assert "Error: " in ludograph.refused("amend", played, *args, *reason, code=2)
    assert "--reason TEXT is missing" in ludograph.refused("amend", played, "3", "Ann pass", code=2)
    assert rows(ludograph) == before


def test_a_corrected_file_takes_the_place_of_the_match(ludograph: Ludograph, played: str) -> None:
    text = ludograph("export", played, "--format", "text").replace("bid 6SY", "bid 5SV").replace("2MK", "3MV")
    file = ludograph.file("fixed.txt", text)
    changed = ludograph.json("amend", played, "--file", file, "--reason", "slips")
    assert [one["step"] for one in changed["changed"]] == [3, 4, 5]
    assert cards(ludograph, played) == [None, None, "5SV", "8MS", None]


def test_files_that_are_no_correction_of_this_match_are_refused(ludograph: Ludograph, played: str) -> None:
    other = HEADER.replace("AO26-2-5", "another")
    cut = '{"seat": "Ann", "do": "fl'
    for name, lines, said in (
        ("other", [other, FLIP], "names another match"),
        ("two", [HEADER, FLIP, other, FLIP], "several matches"),
        ("empty", [], "There is no match"),
        ("game", ['{"ludograph": 1, "game": "aucteraden", "players": ["Ann"]}'], "another game"),
        ("cut", [HEADER, FLIP, cut], "Line 3"),
        ("unread", ['{"ludograph": 7}'], "version 7"),
    ):
        assert said in refusal(ludograph, played, "--file", ludograph.file(f"{name}.jsonl", *lines))["message"]
    for observer in ("table", "Ann"):
        seen = ludograph.file("seen.jsonl", *ludograph("export", played, "--as", observer).splitlines())
        assert "names another match" in refusal(ludograph, played, "--file", seen)["message"]
    before = rows(ludograph)
    assert "No such file" in ludograph.refused("amend", played, "--file", "nowhere.txt", "--reason", "x")
    ludograph.refused("amend", "nobody", "1", "Ann pass", "--reason", "x")
    assert rows(ludograph) == before


def test_a_match_that_was_abandoned_can_be_corrected_and_stays_abandoned(ludograph: Ludograph, played: str) -> None:
    ludograph("abandon", played, "--reason", "no time")
    assert ludograph.json("amend", played, "3", "Ann bid 5SV", "--reason", "why", "--yes")["status"] == "amended"
    assert ludograph.json("result", played)["status"] == "abandoned"


def test_a_text_that_is_too_long_or_no_utf8_is_a_sentence(ludograph: Ludograph, played: str) -> None:
    before = rows(ludograph)
    assert "10,000" in ludograph.refused("amend", played, "3", "Ann bid 5SV", "--reason", "x" * 10_001)
    assert "UTF-8" in ludograph.refused("amend", played, "3", "Ann bid \udcff", "--reason", "x")
    assert "UTF-8" in ludograph.refused("amend", played, "3", "Ann bid 5SV", "--reason", "\udcff")
    assert rows(ludograph) == before


# What the eyes at the screen do not know


def test_a_sealed_bid_that_was_noted_wrongly_shows_only_to_those_who_may_know(
    ludograph: Ludograph, sealed: str
) -> None:
    number = str(len(steps(ludograph, sealed)))
    told = ludograph("amend", sealed, number, "Ann seal 8", "--preview")
    assert "Nothing is told otherwise to these eyes: --as judge tells what is changed." in told
    assert not any(digit in told for digit in "78")
    assert "bid of 8" not in ludograph("amend", sealed, number, "Ann seal 8", "--preview", "--as", "Bob")
    assert "bid of 8" in ludograph("amend", sealed, number, "Ann seal 8", "--preview", "--as", "Ann")
    assert "bid of 8" in ludograph("amend", sealed, number, "Ann seal 8", "--preview", "--as", "judge")


def test_a_guess_is_answered_alike_whether_it_is_right_or_wrong(ludograph: Ludograph, sealed: str) -> None:
    number = str(len(steps(ludograph, sealed)))
    for args in ((), ("--json",), ("--as", "Bob"), ("--as", "Bob", "--json")):
        answers = {ludograph("amend", sealed, number, f"Ann seal {bid}", "--preview", *args) for bid in range(6, 10)}
        assert len(answers) == 1
    right = ludograph.json("amend", sealed, number, "Ann seal 7", "--preview", "--as", "judge")
    assert right["status"] == "unchanged"


def test_pairs_that_differ_in_a_secret_get_the_same_answers(ludograph: Ludograph) -> None:
    """Two matches of which Ann sealed another bid in one: what others enter and are told is the same to the byte."""
    answers: list[list[str]] = []
    for number, bid in enumerate((7, 12)):
        ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "--seed", "1", "--id", f"S{number}")
        shown = ludograph.json("show", f"S{number}")
        row, (active,) = shown["state"]["row"], shown["to_act"]
        ludograph("act", f"S{number}", f"{active} offer {row[0]} closed", f"Ann seal {bid}", "Bob seal 3")
        found = []
        for eyes in ("table", "Bob", "Cat"):
            for args in (("3", "Bob seal 4"), ("1", "--remove"), ("2", "--remove"), ("3", "Bob seal 999"),
                         ("1", f"{active} offer {row[1]} closed"), ("1", f"{active} offer {row[1]} open"),
                         ("0", 'players: ["Bob", "Ann", "Cat"]'), ("0", "options: {\"excuse_seat\": 2}")):  # fmt: skip
                done = ludograph.run("amend", f"S{number}", *args, "--preview", "--as", eyes)
                found.append(done.output.replace(f"S{number}", "S"))
        answers.append(found)
    assert answers[0] == answers[1]


# In an editor


def editor(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str]) -> None:
    """An editor that replaces texts in the file and shows it beside the store; without changes it saves nothing."""
    script = ludograph.folder / "editor.py"
    save = f"for one, other in {list(changes)!r}:\n    text = text.replace(one, other)\nopen(path, 'w').write(text)\n"
    seen = ludograph.folder / "seen.txt"
    script.write_text(
        f"#!{sys.executable}\nimport sys\npath = sys.argv[-1]\ntext = open(path).read()\n"
        f"open({str(seen)!r}, 'w').write(text)\n{save if changes else ''}"
    )
    script.chmod(script.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("VISUAL", str(script))
    monkeypatch.setenv("TMPDIR", str(ludograph.folder))
    monkeypatch.setattr("tempfile.tempdir", None)


def left_over(ludograph: Ludograph) -> list[Path]:
    return sorted(ludograph.folder.glob("ludograph-*.txt"))


def test_the_text_is_edited_and_what_changed_is_recorded(
    ludograph: Ludograph, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(ludograph, monkeypatch, ("bid 6SY", "bid 5SV"), ("table: 5", "table: 6"))
    changed = ludograph.json("amend", played, "--edit", "--reason", "slips")
    assert [one["step"] for one in changed["changed"]] == [0, 3, 4]
    assert not left_over(ludograph)
    assert ludograph.lines("log", played, "--as", "judge")[-4]["note"] == "a long think"


def test_a_text_that_was_left_alone_changes_nothing(
    ludograph: Ludograph, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(ludograph)
    editor(ludograph, monkeypatch)
    assert ludograph.json("amend", played, "--edit", "--reason", "x")["status"] == "unchanged"
    assert rows(ludograph) == before
    assert not left_over(ludograph)


def test_without_a_terminal_an_editor_must_be_named(
    ludograph: Ludograph, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    assert "There is no terminal to edit on" in ludograph.refused("amend", played, "--edit", "--reason", "x")


def test_what_was_written_is_kept_where_it_is_refused(
    ludograph: Ludograph, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(ludograph)
    editor(ludograph, monkeypatch, ("bid 6SY", "bid 7SK"))
    told = ludograph.refused("amend", played, "--edit", "--reason", "x")
    assert "SB-4.1: " in told
    (kept,) = left_over(ludograph)
    assert f"--edit --file {kept} goes on with it" in told
    assert "bid 7SK" in kept.read_text()
    assert rows(ludograph) == before
    editor(ludograph, monkeypatch, ("bid 7SK", "bid 5SV"))
    ludograph("amend", played, "--edit", "--file", kept, "--reason", "x")
    assert cards(ludograph, played)[2] == "5SV"
    assert kept.exists()


def test_what_these_eyes_do_not_see_stays_as_it_is(
    ludograph: Ludograph, sealed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ludograph("act", sealed, "Bob seal 3")
    editor(ludograph, monkeypatch, ("Bob seal ??", "Bob seal 4"))
    before = steps(ludograph, sealed)
    secret = ludograph.lines("log", sealed, "--as", "judge")
    ludograph("amend", sealed, "--edit", "--reason", "x")
    seen = (ludograph.folder / "seen.txt").read_text()
    assert "Ann seal ??" in seen
    after = [line for line in ludograph.lines("log", sealed, "--as", "judge") if not line["superseded"]]
    assert [line["action"] for line in after[:-1]] == [line["action"] for line in secret[:-1]]
    assert 4 in after[-1]["action"].values()
    assert [line["facts"] for line in steps(ludograph, sealed)] == [line["facts"] for line in before]
    editor(ludograph, monkeypatch, ('["Ann", "Bob", "Cat"]', '["Bob", "Ann", "Cat"]'))
    assert "correct the `players` of step 0" in ludograph.refused("amend", sealed, "--edit", "--reason", "x")


def test_what_is_left_alone_in_an_edited_line_stays_too(ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    ludograph("new", "hand-of-the-hanataz", "Ann", "Bob", "Cat", "--seed", "3", "--id", "H")
    (first,) = ludograph.json("show", "H")["to_act"]
    players = ludograph.json("show", "H", "--as", "judge")["state"]["players"]
    one, other = players[first]["hand"][:2]
    ludograph("act", "H", f"{first} exchange {one} {other}")
    (before,) = ludograph.lines("log", "H", "--as", "judge")
    editor(ludograph, monkeypatch, (f"exchange {one} {other} > ?? ??", f"exchange {other} {one} > ?? ??"))
    drawn = ludograph.refused("amend", "H", "--edit", "--reason", "the other way round")
    assert "disagrees with what stands in the record" in drawn
    head, step = ludograph("export", "H").splitlines()
    ludograph("import", ludograph.file("written.jsonl", json.dumps(json.loads(head) | {"id": "W"}), step))
    ludograph("amend", "W", "--edit", "--reason", "the other way round")
    after = ludograph.lines("log", "W", "--as", "judge")[-1]
    assert (after["action"]["cards"], after["drawn"]) == ([other, one], before["drawn"])


# On a terminal


def spawn(ludograph: Ludograph, *args: str, **env: str) -> Any:
    return pexpect.spawn(
        sys.executable,
        ["-m", "ludograph.cli.main", "--store", str(ludograph.store), *args],
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=20,
        cwd=str(Path(__file__).parents[2]),
        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "NO_COLOR": "1", **env},
    )


def test_on_a_terminal_it_shows_what_changes_and_asks(ludograph: Ludograph, played: str) -> None:
    before = rows(ludograph)
    for answer, said in (("n", "Nothing was recorded"), ("y", "Corrected from step 3 on")):
        assert rows(ludograph) == before
        child = spawn(ludograph, "amend", played, "3", "Ann bid 5SV", "--reason", "a wrong card")
        child.expect("now: Ann bids the Discovery")
        child.expect("Record this correction")
        child.sendline(answer)
        child.expect(said)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == (0 if answer == "y" else 1)
    assert cards(ludograph, played)[2] == "5SV"


def test_on_a_terminal_a_refused_text_is_edited_again(
    ludograph: Ludograph, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(ludograph, monkeypatch, ("bid 7SK", "bid 5SV"), ("bid 6SY", "bid 7SK"))
    script = str(ludograph.folder / "editor.py")
    folder = {"VISUAL": script, "TMPDIR": str(ludograph.folder)}
    child = spawn(ludograph, "amend", played, "--edit", "--reason", "x", **folder)
    child.expect("SB-4.1")
    child.expect("Edit it again")
    child.sendline("y")
    child.expect("Record this correction")
    child.sendline("y")
    child.expect("Corrected from step 3 on")
    child.expect(pexpect.EOF)
    assert cards(ludograph, played)[2] == "5SV"
    assert not left_over(ludograph)
