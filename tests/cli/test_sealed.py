"""`new --sealed`: a promise of the orders at the start, which `verify` opens and checks."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from ludograph.domain.corrections.amend import Reason, corrected_match, header_correction, replaced
from ludograph.domain.exchange.exporter import header
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.store.recorder import Recorder
from tests.amendments import leaves
from tests.cli.conftest import Ludograph
from tests.large import slow
from tests.stores import reseal


@pytest.fixture
def sealed(ludograph: Ludograph) -> str:
    """The promise of the match `M`, which has just begun."""
    said = ludograph.json("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "M", "--sealed")
    return str(said["commitment"])


def test_the_promise_is_told_at_the_start_and_stands_in_the_log(ludograph: Ludograph, sealed: str) -> None:
    told = ludograph.run("new", "sun-bid", "Ann", "Bob", "--sealed", "--id", "N")
    assert len(told.stdout.split()) == 1
    assert "The orders are sealed: " in told.stderr
    assert " verify N --commitment" in told.stderr
    assert len(sealed) == 64
    assert ludograph.lines("log", "M", "--from", "0")[0]["commitment"] == sealed
    assert sealed in ludograph("log", "M").replace("\n", "")


def test_nobody_can_open_it_before_the_end(ludograph: Ludograph, sealed: str) -> None:
    assert ludograph.json("verify", "M")["sealed"] == {"commitment": sealed, "nonce": None, "seed": None, "deal": None}
    for command in (["log", "M", "--json", "--from", "0"], ["history", "M", "--json"], ["export", "M"]):
        assert "nonce" not in ludograph(*command)


@slow
def test_at_the_end_anybody_can_work_it_out_again(ludograph: Ludograph, sealed: str) -> None:
    finish(ludograph)
    seal = ludograph.json("verify", "M")["sealed"]
    orders = json.dumps(seal["deal"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert sha256(f"{seal['nonce']}\n{seal['seed']}\n{orders}".encode()).hexdigest() == sealed
    assert json.loads(ludograph("export", "M").splitlines()[0])["deal"] == seal["deal"]


def test_the_promise_is_compared_with_what_the_record_says(ludograph: Ludograph, sealed: str) -> None:
    fits = ludograph.run("verify", "M", "--commitment", sealed.upper())
    assert fits.exit_code == 0
    assert "told when the match is over" in fits.stderr
    assert "others were promised" in ludograph.refused("verify", "M", "--commitment", "0" * 64)
    assert "64 hexadecimal digits" in ludograph.refused("verify", "M", "--commitment", "abc")
    ludograph("new", "sun-bid", "Ann", "Bob", "--id", "open")
    assert "not sealed" in ludograph.refused("verify", "open", "--commitment", sealed)
    assert "no --head" in ludograph.refused("verify", "M", "--commitment", sealed, "--head", sealed, code=2)


def finish(ludograph: Ludograph) -> None:
    """Plays the match to its end: whoever can passes, else calls or flips."""
    while not ludograph.json("result", "M")["over"]:
        ((who, choices),) = ludograph.json("show", "M")["choices"].items()
        verbs = [choice["do"] for choice in choices]
        line = next(verb for verb in ("pass", "flip", "call", "discard") if verb in verbs)
        if line == "discard":
            line += f" {choices[0]['card'][0]}"
        ludograph("act", "M", f"{who} {line}")


def test_a_doctored_order_is_found(ludograph: Ludograph, sealed: str) -> None:
    def doctor(event: dict[str, Any]) -> None:
        for place in (event.get("deal", {}), *event.get("facts", ())):
            for name, order in place.items():
                if name in ("decks", "deck") and order:
                    place[name] = [turned(order[0]), *order[1:]] if isinstance(order[0], list) else turned(order)

    reseal(ludograph.store, doctor)
    (verdict,) = [json.loads(line) for line in ludograph.run("verify", "M", "--json").stdout.splitlines()]
    assert verdict["error"]["event"] == 1
    assert "not those that were sealed" in verdict["error"]["message"]


def turned(order: list[str]) -> list[str]:
    return [*order[:-2], order[-1], order[-2]]


def test_what_is_dealt_by_hand_cannot_be_sealed(ludograph: Ludograph) -> None:
    assert "leave out --deal and --written" in ludograph.refused(
        "new", "aucteraden", "Max", "--written", "--sealed", code=2
    )


# What was sealed is not put right


def test_a_sealed_deal_is_not_replaced_by_what_lies_open(ludograph: Ludograph, sealed: str) -> None:
    before = json.loads(ludograph("export", "M").splitlines()[0])
    lies = json.loads(ludograph("export", "M", "--as", "table").splitlines()[0])["deal"]
    told = ludograph.json("amend", "M", "0", json.dumps({"deal": lies}), "--reason", "as it lies")
    assert told["status"] == "unchanged"
    ludograph("amend", "M", "0", 'players: ["Ben", "Ann"]', "--reason", "wrong chairs")
    assert json.loads(ludograph("export", "M").splitlines()[0])["deal"] == before["deal"]
    assert ludograph.run("verify", "M", "--commitment", sealed).exit_code == 0


def test_hidden_cards_are_refused_alike_whether_they_are_right_or_wrong(ludograph: Ludograph, sealed: str) -> None:
    deal = json.loads(ludograph("export", "M").splitlines()[0])["deal"]
    wrong = {**deal, "decks": [turned(order) for order in deal["decks"]]}
    one = {**deal, "decks": [[deal["decks"][0][0], *["??"] * (len(order) - 1)] for order in deal["decks"]]}
    answers = {
        ludograph.refused("amend", "M", "0", json.dumps({"deal": each}), "--preview") for each in (deal, wrong, one)
    }
    assert len(answers) == 1
    assert "The program dealt this match, so that its deal is not put right" in answers.pop()
    judges = ("--preview", "--as", "judge")
    assert "Nothing is changed" in ludograph("amend", "M", "0", json.dumps({"deal": deal}), *judges)
    assert "not put right" in ludograph.refused("amend", "M", "0", json.dumps({"deal": wrong}), *judges)


def test_a_corrected_file_has_the_deal_as_it_was_made(ludograph: Ludograph, sealed: str) -> None:
    head = json.loads(ludograph("export", "M").splitlines()[0])
    file = ludograph.file("right.jsonl", json.dumps(head | {"table": "4"}))
    assert ludograph.json("amend", "M", "--file", file, "--reason", "the table")["status"] == "amended"
    deal = {**head["deal"], "decks": [turned(order) for order in head["deal"]["decks"]]}
    file = ludograph.file("wrong.jsonl", json.dumps(head | {"deal": deal}))
    assert "not put right" in ludograph.refused("amend", "M", "--file", file, "--reason", "the cards")


def test_options_for_which_it_would_have_dealt_otherwise_are_refused(ludograph: Ludograph) -> None:
    ludograph("new", "hand-of-the-hanataz", "Ann", "Bob", "Cat", "--sealed", "--id", "H")
    for words in ('players: ["Ann", "Bob", "Cat", "Dan"]', 'options: {"extra_faces": ["T"]}'):
        told = ludograph.refused("amend", "H", "0", words, "--reason", "x")
        assert "start another match" in told, told
    ludograph("amend", "H", "0", 'options: {"start_silvs": 30}', "--reason", "misheard")


def test_a_record_that_was_dealt_otherwise_takes_the_place_of_none(ludograph: Ludograph, sealed: str) -> None:
    (ludograph.folder / "desk").mkdir()
    desk = Ludograph(ludograph.folder / "desk")
    desk("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "M")
    told = ludograph.refused("merge", desk.store, "--keep", "theirs", "--reason", "ours was lost")
    assert "what was dealt is not put right" in told
    assert ludograph.run("verify", "M", "--commitment", sealed).exit_code == 0
    assert "kept" in ludograph("merge", desk.store, "--keep", "ours")


# Nor is what the program drew later

DRAWN = "What the program drew is not put right"
FLIPS = [f"{name} flip r1c1 r1c2" for name in ("Ann", "Bob", "Cleo")]


def drawn(ludograph: Ludograph) -> list[Any]:
    """What the program drew with each step that stands, and its order where it shuffled."""
    with Recorder(ludograph.store) as recorder:
        steps = recorder.load(recorder.find("M")).steps
    return [(step.drawn, step.shuffled) for step in steps if step.drawn]


def played(ludograph: Ludograph, game: str, names: str, *lines: str) -> list[Any]:
    ludograph("new", game, *names.split(), "--sealed", "--seed", "2", "--id", "M")
    ludograph("act", "M", *lines)
    return drawn(ludograph)


def check_bound(ludograph: Ludograph, *words: str | Path) -> None:
    """A correction is refused: to the judge with why, to the table in words that tell nothing of the record."""
    assert DRAWN in ludograph.refused("amend", "M", *words, "--reason", "x", "--as", "judge")
    assert DRAWN not in ludograph.refused("amend", "M", *words, "--reason", "x", "--as", "table")


def test_a_card_that_everybody_saw_drawn_is_not_another(ludograph: Ludograph) -> None:
    before = played(ludograph, "conundruze", "Ann Bob Cleo", *FLIPS, "Cleo draw")
    check_bound(ludograph, "4", "Cleo draw > 2w")
    check_bound(ludograph, "4", "--insert", "Cleo draw > 2w")
    same = f"Cleo draw > {before[3][0][0]}"
    assert ludograph.json("amend", "M", "4", same, "--reason", "slip")["status"] == "unchanged"
    assert drawn(ludograph) == before


def test_a_guess_is_told_the_same_wherever_the_card_lies(ludograph: Ludograph) -> None:
    played(ludograph, "fools-down", "Ann Bob", "Bob deal", "Bob duck", "Ann deal")
    cards = ["4s", "5s", "6s", "7s", "8s", "9s", "10s", "4f", "Wf", "Kw"]
    lines = [f"Ann deal > {one} ?? ?? ??" for one in cards]
    assert len({ludograph.refused("amend", "M", "3", line, "--reason", "slip") for line in lines}) == 1


def test_a_hidden_deal_is_not_forgotten_by_another_number(ludograph: Ludograph) -> None:
    before = played(ludograph, "last-years-magic", "Ann Bob Cleo", "Ann deal")
    unknown = f"Ann deal > {' '.join(['??'] * 21)}"
    lines = ("Ann say hi", unknown)
    check_bound(ludograph, "1", "--insert", *lines)
    check_bound(ludograph, "1", *lines)
    head, step = map(json.loads, ludograph("export", "M", "--as", "table").splitlines())
    file = ludograph.file("as.jsonl", json.dumps({**head, "id": "M"}), json.dumps(step))
    check_bound(ludograph, "--file", file)
    assert drawn(ludograph) == before
    ludograph("amend", "M", "1", "--remove", "--reason", "x")
    check_bound(ludograph, "1", "--insert", *lines)
    ludograph("act", "M", "Ann deal")
    assert drawn(ludograph) == before


def test_a_remark_before_a_hidden_deal_leaves_it_as_it_was(ludograph: Ludograph) -> None:
    before = played(ludograph, "last-years-magic", "Ann Bob Cleo", "Ann deal")
    ludograph("amend", "M", "1", "--insert", "Ann say hi", "--reason", "it was said")
    assert drawn(ludograph) == before


def test_hands_are_not_exchanged_and_none_is_dealt_twice(ludograph: Ludograph) -> None:
    lines = ("Bob deal", "Bob duck", "Ann deal", "Ann duck", "Bob deal", "Bob duck")
    before = played(ludograph, "fools-down", "Ann Bob", *lines)
    head, *steps = ludograph("export", "M").splitlines()
    for order in ((4, 1, 2, 3, 0, 5), (4, 1, 2, 3, 4, 5), (0, 1, 2, 3, 0, 5), (0, 1, 4, 5)):
        file = ludograph.file("other.jsonl", head, *[steps[at] for at in order])
        assert ludograph.run("amend", "M", "--file", file, "--reason", "x").exit_code == 1, order
    assert DRAWN in ludograph.refused("amend", "M", "1", steps[4], "--reason", "x", "--as", "judge")
    assert drawn(ludograph) == before


def test_another_record_with_other_draws_takes_the_place_of_none(ludograph: Ludograph) -> None:
    before = played(ludograph, "conundruze", "Ann Bob Cleo", *FLIPS, "Cleo draw")
    (ludograph.folder / "desk").mkdir()
    desk = Ludograph(ludograph.folder / "desk")
    desk("merge", ludograph.store)
    with (
        Recorder(desk.store) as recorder,
        patch("ludograph.domain.corrections.amend.ProgramDraws.keep", lambda *words, **more: True),
    ):
        match = recorder.load(recorder.find("M"))
        lies = {card for step in match.steps for card in step.drawn} | {*leaves(header(match)["deal"])}
        line = f"Cleo draw > {min(set(match.game.deck.by_code) - lies)}"
        recorder.record(corrected_match(match, replaced(match, 4, [line]), Reason("x"), recorder.stamp()).match)
    ludograph("note", "M", "4", "well", "--by", "Ida")
    assert "what was dealt is not put right" in ludograph.refused("merge", desk.store, "--keep", "theirs")
    assert drawn(ludograph) == before


def test_a_slip_says_that_a_sealed_deal_was_corrected(ludograph: Ludograph) -> None:
    """As older versions let it be."""
    ludograph("tournament", "new", "Cup", "--id", "C")
    ludograph("tournament", "enter", "C", "Ann", "Bob")
    ludograph("tournament", "seat", "C", "--game", "sun-bid", "--size", "2", "--seed", "1")
    ludograph("tournament", "start", "C", "1", "--seed", "2")
    with Recorder(ludograph.store) as recorder:
        match = recorder.load(recorder.find("C-1-1"))
        lies = {"deal": header(match, TABLE)["deal"]}
        with patch("ludograph.domain.corrections.amend.is_program_dealt", lambda match: False):
            recorder.record(
                corrected_match(match, header_correction(match, lies), Reason("why"), recorder.stamp()).match
            )
    for words in ((), ("--round", "1")):
        page = ludograph("tournament", "sheet", "C", "-o", "-", *words)
        assert "its deal was corrected since (event 2)" in page
    assert "Table 1: The program dealt this match, but" in " ".join(ludograph("tournament", "sheet", "C").split())
    assert "its deal was corrected since (event 2)" in " ".join(ludograph.run("verify", "C-1-1").output.split())
