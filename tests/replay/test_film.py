"""Films of steps: a beat each, as long as it takes to read, small, the same for everybody who knows the same."""

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.drawing.picture import picture
from ludograph.replay.film.encoding import NoCodec, film
from ludograph.replay.film.frames import END, PACE, frames, shots
from ludograph.replay.film.handout import handout
from ludograph.replay.sentences.step_sentences import reading_time
from ludograph.replay.timeline.timeline import Timeline
from tests.large import some
from tests.playthrough import golden_match
from tests.replay.test_page_eyes import pairs


@pytest.mark.parametrize("game", GAMES)
def test_each_beat_is_shown_as_long_as_one_reads_it(game: str) -> None:
    match = golden_match(game)
    first, last = 0, len(match.steps)
    timeline, taken = Timeline(match, 1), shots(match, 1, first, last)
    beats = [beat for step in range(first, last + 1) for beat in beats_of(timeline, step)]
    assert [shot.told[: len(beat.told)] for shot, beat in zip(taken, beats, strict=True)] == [one.told for one in beats]
    for shot in taken[:-1]:
        assert shot.seconds == pytest.approx(max(1, PACE * reading_time(" ".join(shot.told))), abs=0.01)
    assert taken[-1].seconds > END


@pytest.mark.parametrize("game", some([*GAMES], 2))
@pytest.mark.parametrize("kind", [".gif", ".webp"])
def test_a_film_has_a_picture_for_each_beat_of_less_than_40_kb(game: str, kind: str) -> None:
    match = golden_match(game)
    last = len(match.steps)
    taken = list(frames(match, TABLE, last - 2, last))
    drawn = film(taken, kind)
    image = Image.open(BytesIO(drawn))
    assert image.n_frames == len(taken)  # type: ignore[attr-defined]
    assert len(drawn) / len(taken) < 40_000
    assert film(list(frames(match, TABLE, last - 2, last)), kind) == drawn


def test_no_zone_moves_from_beat_to_beat() -> None:
    """The rows of the table begin at the same height in all frames, which are of one size."""
    match = golden_match("sun-bid")
    found = [frame.svg for frame in frames(match, TABLE, 60, 66)]
    sizes = {svg[svg.index("width=") : svg.index("font-family")] for svg in found}
    assert len(sizes) == 1
    # Over the table's lower end the stage is drawn, framed by a rectangle of its own.
    tables = [svg.partition('<rect x="1.5" y="1.5"')[0] for svg in found]
    heights = [[part.split('"')[0] for part in svg.split('height="')[3:] if 'rx="12"' in part[:30]] for svg in tables]
    assert len({tuple(one) for one in heights}) == 1


@pytest.mark.parametrize("game", some([*GAMES], 3))
def test_twins_have_the_same_film_picture_and_handout(game: str) -> None:
    twins = pairs(game)[0]
    last = min(len(twins.one.steps), len(twins.other.steps))
    first = max(0, last - 1)
    for observer in twins.blind[:1]:
        one, other = (list(frames(match, observer, first, last)) for match in (twins.one, twins.other))
        assert one == other
        assert film(one, ".gif") == film(other, ".gif")
        assert picture(twins.one, observer, last) == picture(twins.other, observer, last)
        assert handout(twins.one, observer) == handout(twins.other, observer)


def test_an_mp4_needs_a_codec(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    taken = list(frames(golden_match("sun-bid"), TABLE, 0, 1))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoCodec, match="ffmpeg, which is not installed here"):
        film(taken, ".mp4")
    monkeypatch.undo()
    codec = tmp_path / "ffmpeg"
    codec.write_text("#!/bin/sh\ngrep -c duration frames.txt > film.mp4\nls *.png | wc -l >> film.mp4\n")
    codec.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert film(taken, ".mp4").split() == [str(len(taken)).encode()] * 2
    codec.write_text("#!/bin/sh\necho no such encoder >&2\nexit 1\n")
    with pytest.raises(NoCodec, match="no such encoder"):
        film(taken, ".mp4")
