"""Nobody learns a hidden card from a tournament: two that differ only in hidden cards are told alike, to the byte."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from tests.stamps import stamp_always
from tests.test_secrets import HIDDEN
from tests.test_secrets import Twins as Files
from tests.twins import told, twins_of
from tests.worlds import STAMP, all_games, random_match

Lines = list[dict[str, Any]]
LOOKS = (("show", "WC"), ("show", "WC", "--round", "1"), ("standings", "WC"), ("history", "WC"), ("list",))


@pytest.fixture(autouse=True)
def _always_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    stamp_always(monkeypatch, STAMP)


def run(store: Path, *words: str) -> str:
    """What a command that must succeed prints."""
    done = CliRunner().invoke(main, ["--store", str(store), *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def opened(store: Path, game: str, players: list[str]) -> None:
    """A tournament with one table at which these sit."""
    seating = store.with_suffix(".csv")
    seating.write_text("round,table,player\n" + "".join(f"1,1,{name}\n" for name in players))
    run(store, "tournament", "new", "Winter Cup", "--id", "WC", "--scoring", "score", "--tie-breaks", "best,lot")
    run(store, "tournament", "enter", "WC", *players)
    size = ("--size", str(len(players)))
    run(store, "tournament", "seat", "WC", "--game", game, *size, "--file", str(seating))


def looks(store: Path) -> dict[str, str]:
    """Everything that a tournament says, in text and as JSON."""
    return {
        f"{' '.join(words)} {how}": run(store, "tournament", *words, *([how] if how else []))
        for words in LOOKS
        for how in ("", "--json")
    }


def said_with(store: Path, lines: Lines) -> dict[str, str]:
    """What a tournament says with this match at its table."""
    head = lines[0]
    opened(store, head["game"], head["players"])
    at = {"event": "Winter Cup", "round": "1", "table": "1", "id": "WC-1-1"}
    file = store.with_suffix(".jsonl")
    file.write_text("".join(f"{json.dumps(line)}\n" for line in [head | at, *lines[1:]]))
    run(store, "import", str(file))
    found = looks(store)
    (table,) = json.loads(found["show WC --json"])["rounds"][0]["tables"]
    assert table["match"]
    return found


@pytest.mark.parametrize("hidden", HIDDEN, ids=lambda hidden: hidden.__name__)
def test_a_tournament_says_the_same_whatever_is_hidden_at_its_table(
    hidden: Callable[[], Files | Iterator[Files]], tmp_path: Path
) -> None:
    made = hidden()
    for number, twins in enumerate([made] if isinstance(made, Files) else made):
        one, other = (tmp_path / f"{number}-{which}.sqlite" for which in ("one", "other"))
        first, second = said_with(one, twins.one), said_with(other, twins.other)
        assert first == second
        assert '"state": "running"' in first["show WC --json"]
        if number == 2:
            return


@pytest.mark.parametrize("game", all_games())
def test_a_tournament_says_the_same_of_random_twins(game: str, tmp_path: Path) -> None:
    random, compared = Random(game), 0
    while compared < 3:
        match = random_match(GAMES[game], random, random.choice((1, 5, 20)))
        twins = next(twins_of(match, random), None)
        if twins is None or match.game.result(match.state).over:
            continue
        compared += 1
        stores = (tmp_path / f"{compared}-{which}.sqlite" for which in ("one", "other"))
        lines = (told(match, JUDGE) for match in (twins.one, twins.other))
        first, second = (said_with(store, some) for store, some in zip(stores, lines, strict=True))
        assert first == second


@pytest.mark.parametrize("game", all_games())
def test_nothing_of_the_seed_of_a_round_is_told(game: str, tmp_path: Path) -> None:
    players = ["Ann", "Ben", "Cleo", "Dora"][: min(4, GAMES[game].seats[-1])]
    found = []
    for seed in ("one", "other"):
        store = tmp_path / f"{seed}.sqlite"
        opened(store, game, players)
        started = run(store, "tournament", "start", "WC", "1", "--seed", seed, "--same-deal", "--json")
        found.append(looks(store) | {"start": started})
    assert found[0] == found[1]
