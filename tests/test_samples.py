"""The shared sample files give exactly the results that are known for them."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.exchange.importer import Imported, Importer
from ludograph.domain.games import GAMES
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.verification import verify
from tests.scenario import result_of

SAMPLES = Path(__file__).parents[2] / "shared" / "samples"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text()) if SAMPLES.exists() else {}
OURS = {name: known for name, known in EXPECTED.items() if name.rsplit("-", 2)[0].startswith(tuple(GAMES))}

pytestmark = pytest.mark.skipif(not OURS, reason="the shared samples are not beside this checkout")


def imported(recorder: Recorder, file: Path) -> Imported:
    importer = Importer(recorder)
    (outcome,) = [one for chunk in chunks(BytesIO(file.read_bytes())) for one in importer.add(chunk)] + list(
        importer.flush()
    )
    return outcome


@pytest.mark.parametrize("name", OURS)
def test_a_sample_gives_the_known_result(name: str, tmp_path: Path) -> None:
    known: dict[str, Any] = OURS[name]
    with Recorder(tmp_path / "store.sqlite") as recorder:
        outcome = imported(recorder, SAMPLES / name)
        if known["status"] == "refused":
            assert outcome.status == "refused"
            assert outcome.fault is not None
            assert (outcome.fault.rule, outcome.fault.line) == (known["rule"], known["line"]), outcome.fault.message
            assert list(recorder.listed()) == []
            return
        assert outcome.status == "recorded", outcome.fault
        assert outcome.match is not None
        match = recorder.load(outcome.match)
        expected = {key: known[key] for key in ("scores", "winners", "over")}
        assert result_of(match) == expected
        assert len(match.steps) == known["steps"]
        assert verify(recorder, match.id).ok
        assert imported(recorder, SAMPLES / name).status == "already"
