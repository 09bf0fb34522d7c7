"""Hand of the Hanataz: what somebody has not seen changes nothing that they get, and nobody learns by refusals."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.stamps import stamp_always
from tests.test_secrets import Lines, Twins, changed, outputs
from tests.worlds import STAMP

NAMES = ["Ann", "Bob", "Cid"]
HANDS = ["7f 4s Jw Rf 2w", "9f 5v Kw Ds 3s", "7w Cs 6v 10s Jf"]


def begun(*actions: tuple[str, str, dict[str, Any]]) -> Lines:
    """A match file: the deal, everybody keeps, then these actions."""
    deal = {"starter": "Ann", "hands": [hand.split() for hand in HANDS], "slots": ["8v", "9s", "2v", "3w", "10f"]}
    head = {"ludograph": 1, "game": "hand-of-the-hanataz", "players": NAMES, "deal": deal, "id": "twins"}
    kept = [{"seat": name, "do": "keep"} for name in NAMES]
    return [head, *kept, *({"seat": seat, "do": verb, **fields} for seat, verb, fields in actions)]


def dealt(lines: Lines, where: str, seat: int, old: str, new: str) -> Lines:
    """A match file with another card dealt to a hand or a slot."""

    def change(header: dict[str, Any]) -> None:
        cards = header["deal"]["hands"][seat] if where == "hands" else header["deal"]["slots"]
        cards[cards.index(old)] = new

    return changed(lines, change)


ROGUE = ("Ann", "rogue", {"card": "Rf", "target": "Bob", "demand": "card"})
LET: tuple[str, str, dict[str, str]] = ("table", "let", {})


def a_knight_in_an_open_window() -> Twins:
    """Bob holds the Knight, or does not."""
    lines = begun(ROGUE)
    return Twins(lines, dealt(lines, "hands", 1, "Kw", "6w"), ["table", "Ann", "Cid"])


def a_knight_that_was_not_played() -> Twins:
    lines = begun(ROGUE, ("Bob", "let", {}), ("Cid", "let", {}), ("Bob", "pay", {"drawn": ["3s"]}))
    return Twins(lines, dealt(lines, "hands", 1, "Kw", "6w"), ["table", "Ann", "Cid"])


def a_stolen_card() -> Twins:
    lines = begun(ROGUE, LET, ("Bob", "pay", {"drawn": ["9f"]}), ("Bob", "pass", {}))
    return Twins(lines, changed(lines, lambda line: line.update(drawn=["Ds"]), at=6), ["table", "Cid"])


def a_peeked_slot() -> Twins:
    lines = begun(
        ("Ann", "jester", {"card": "Jw", "slot": 3}),
        ("Ann", "back", {"drawn": ["10w"]}),
        ("Ann", "play", {"card": "7f"}),
    )
    return Twins(lines, dealt(lines, "slots", 0, "2v", "Jv"), ["table", "Bob", "Cid"])


def a_slot_nobody_peeked_at() -> Twins:
    lines = begun(
        ("Ann", "jester", {"card": "Jw", "slot": 3}),
        ("Ann", "back", {"drawn": ["10w"]}),
        ("Ann", "play", {"card": "7f"}),
    )
    return Twins(lines, dealt(lines, "slots", 0, "9s", "Jv"), ["table", *NAMES])


def a_card_drawn_after_a_jester() -> Twins:
    lines = begun(
        ("Ann", "jester", {"card": "Jw", "slot": 3}),
        ("Ann", "back", {"drawn": ["10w"]}),
        ("Ann", "play", {"card": "7f"}),
    )
    return Twins(lines, changed(lines, lambda line: line.update(drawn=["D" + "v"]), at=5), ["table", "Bob", "Cid"])


def an_order_of_shuffled_slots() -> Twins:
    drawn = ["9s", "8v", "2v", "3w", "10f", "10w"]
    lines = begun(
        ("Ann", "jester", {"card": "Jw", "slot": 3}),
        ("Ann", "shuffle", {"drawn": drawn}),
        ("Ann", "play", {"card": "7f"}),
    )
    return Twins(
        lines,
        changed(lines, lambda line: line["drawn"].reverse() or line["drawn"].append(line["drawn"].pop(0)), at=5),
        ["table", *NAMES],
    )


HIDDEN: list[Callable[[], Twins]] = [
    a_knight_in_an_open_window,
    a_knight_that_was_not_played,
    a_stolen_card,
    a_peeked_slot,
    a_slot_nobody_peeked_at,
    a_card_drawn_after_a_jester,
    an_order_of_shuffled_slots,
]


@pytest.mark.parametrize("hidden", HIDDEN, ids=lambda hidden: hidden.__name__)
def test_nobody_can_tell_what_they_have_not_seen(
    hidden: Callable[[], Twins], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp_always(monkeypatch, STAMP)
    twins = hidden()
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    assert outputs(one, twins.one, "judge") != outputs(other, twins.other, "judge")
    for observer in twins.observers:
        heard = outputs(other, twins.other, observer)
        for command, said in outputs(one, twins.one, observer).items():
            assert said == heard[command], f"{observer} can tell by {command}"
