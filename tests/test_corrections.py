"""Corrections: the law that they obey over all games, and that nobody learns from one what they have not seen."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.domain.corrections.amend import Reason, corrected_match, rewritten_file
from ludograph.domain.games import GAMES
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import Recorder
from tests.amendments import run
from tests.large import slow_but
from tests.stamps import stamp_always
from tests.test_secrets import HIDDEN, Lines, Twins
from tests.worlds import STAMP


@pytest.mark.parametrize("game", slow_but(GAMES, "aucteraden", "sun-bid", "hand-of-the-hanataz"))
def test_a_match_put_right_equals_its_corrected_file_imported_afresh(game: str) -> None:
    tally: Counter[str] = Counter()
    for number in range(2):
        run(game, f"ci/{number}", tally)
    assert sum(count for what, count in tally.items() if what.endswith("amended"))
    assert sum(count for what, count in tally.items() if what.endswith("refused"))


def corrected(store: Path, lines: Lines, corrected: Lines) -> Path:
    """A store with a match that was written down as the one file has it, and then put right as the other has it."""
    source = store.with_suffix(".jsonl")
    source.write_bytes(written(lines))
    done = CliRunner().invoke(main, ["--store", str(store), "import", str(source)])
    assert done.exit_code == 0, done.output
    with Recorder(store) as recorder:
        match = recorder.load(recorder.find(lines[0]["id"]))
        (chunk,) = chunks(BytesIO(written(corrected)))
        amendment = corrected_match(
            match, rewritten_file(match, chunk), Reason("Bob had the 9MS", "Ida"), recorder.stamp()
        )
        assert amendment.at is not None
        recorder.record(amendment.match)
    return store


def written(lines: Lines) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def outputs(store: Path, id: str, steps: int, observer: str) -> Iterator[tuple[str, str]]:
    """Everything that the commands say to an observer of a match."""
    commands = [
        ["log", id], ["log", id, "--json", "--from", "0"], ["history", id], ["history", id, "--json"],
        ["export", id], ["replay", id, "--json"], ["show", id, "--json"], ["render", id, "-o", "-"],
        ["log", id, "--as-of", "1"], ["show", id, "--json", "--as-of", str(steps)], ["replay", id, "--as-of", "3"],
        ["query", "FROM steps"], ["query", "FROM matches"], ["query", "SUMMARIZE steps"],
    ]  # fmt: skip
    for command in commands:
        done = CliRunner().invoke(main, ["--store", str(store), *command, "--as", observer])
        assert done.exit_code == 0, (command, done.output)
        yield " ".join(command), done.output


class Crosswise(NamedTuple):
    """Two stores with matches that differ in a secret, each put right to what the other was."""

    one: Path
    other: Path
    twins: Twins


def crosswise(hidden: Callable[[], Twins | Iterator[Twins]], folder: Path, patch: pytest.MonkeyPatch) -> Crosswise:
    """The stores for a hidden thing; skips the test where nothing of it is kept."""
    if hidden.__name__ == "the_order_in_which_the_sly_excuse_saw_them":
        pytest.skip("Nobody may learn that order, so it is not kept and there is nothing to put right.")
    stamp_always(patch, STAMP)
    made = hidden()
    twins = made if isinstance(made, Twins) else next(made)
    one = corrected(folder / "one.sqlite", twins.one, twins.other)
    return Crosswise(one, corrected(folder / "other.sqlite", twins.other, twins.one), twins)


@pytest.mark.parametrize("hidden", slow_but(HIDDEN, "crowns_given_to_others"), ids=lambda hidden: hidden.__name__)
def test_nobody_learns_from_a_correction_what_they_have_not_seen(
    hidden: Callable[[], Twins | Iterator[Twins]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are alike for whoever has not seen it."""
    one, other, twins = crosswise(hidden, tmp_path, monkeypatch)
    id, steps = twins.one[0]["id"], len(twins.one) - 1
    for observer in twins.observers[:2]:
        heard = dict(outputs(other, id, steps, observer))
        for command, said in outputs(one, id, steps, observer):
            assert said == heard[command], f"{observer} can tell by {command}"
