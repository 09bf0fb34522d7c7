"""Archives know the variant of each match by name, in the words in which `compare` takes one."""

import json
from typing import Any

from ludograph.analytics.tables.variants import USUAL, variant_name
from ludograph.domain.games import GAMES
from tests.cli.conftest import Ludograph, ludograph  # noqa: F401

VARIANTS = "SELECT source, variant FROM matches ORDER BY source"


def asked(run: Ludograph, *words: str) -> list[Any]:
    found: list[Any] = json.loads(run(*words, "--format", "json"))
    return found


def test_a_match_is_named_by_the_options_that_are_other_than_usual(ludograph: Ludograph) -> None:  # noqa: F811
    for name, options in (("a", ()), ("b", ("-o", "equal_pawns=true")), ("c", ("-o", "equal_pawns=false"))):
        ludograph("new", "sun-bid", "Ann", "Ben", "Cleo", "--seed", "1", "--id", name, *options)
    named = {"a": USUAL, "b": "equal_pawns=true", "c": USUAL}
    assert {one["source"]: one["variant"] for one in asked(ludograph, "query", VARIANTS)} == named
    # What was put right names the match anew, and an archive that catches up says the same as one that is made anew.
    ludograph("amend", "a", "0", 'options: {"equal_pawns": true}', "--reason", "so it was", "--by", "Ida")
    ludograph("new", "fools-down", "Ann", "Ben", "--seed", "1", "--id", "d", "-o", "buy_in=50")
    named |= {"a": "equal_pawns=true", "d": "buy_in=50"}
    for _ in range(2):
        assert {one["source"]: one["variant"] for one in asked(ludograph, "query", VARIANTS)} == named
        ludograph.store.with_name(f"{ludograph.store.name}.duckdb").unlink()


def test_reports_tell_variants_apart_by_name(ludograph: Ludograph) -> None:  # noqa: F811
    for count, options in (("1", ()), ("2", ("-o", "equal_pawns=true"))):
        ludograph("simulate", "sun-bid", "--seats", "3", "-n", count, "--seed", f"s{count}", *options)
    rows = asked(ludograph, "report", "games", "-p", "by=variant")
    assert {one["by_variant"]: one["matches"] for one in rows if one["game"] == "sun-bid"} == {
        USUAL: 1,
        "equal_pawns=true": 2,
    }


def test_a_word_is_not_taken_for_nothing() -> None:
    assert variant_name("fools-down", '{"max_wager":null}') == USUAL
    assert variant_name("fools-down", '{"max_wager":"none","buy_in":50}') == "buy_in=50, max_wager=none"
    for game in GAMES.values():
        assert variant_name(game.id, json.dumps({})) == USUAL
