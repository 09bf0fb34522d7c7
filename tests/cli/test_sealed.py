"""`new --sealed`: a promise of the orders at the start, which `verify` opens and checks."""

import json
from hashlib import sha256
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.stores import reseal


@pytest.fixture
def sealed(ludograph: Ludograph) -> str:
    """The promise of the match `M`, which has just begun."""
    started = ludograph.json("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "M", "--sealed")
    return str(started["commitment"])


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
