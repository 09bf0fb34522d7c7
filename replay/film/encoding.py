"""Films as files: GIF and WebP by Pillow, MP4 where ffmpeg is installed; the same frames always give the same bytes."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image

from ludograph.replay.drawing.picture import png
from ludograph.replay.film.frames import FilmFrame

FILMS: Final = (".gif", ".webp", ".mp4")
"""What a film may be, by the end of its file's name."""
ZOOM: Final = 1
SAMPLES: Final = 12
"""From so many frames the colours of a GIF are taken."""
NO_CODEC: Final = "An .mp4 is made by ffmpeg, which is not installed here: install it, or name a .gif or a .webp."


class NoCodec(Exception):
    """Nothing is installed that makes such a film."""


def film(frames: Sequence[FilmFrame], kind: str, tick: Callable[[int], object] = lambda done: None) -> bytes:
    """Frames as a film of a kind, such as `.gif`; `tick` is told how many are drawn. Raises `NoCodec`."""
    if kind == ".mp4" and shutil.which("ffmpeg") is None:
        raise NoCodec(NO_CODEC)
    drawn = []
    for number, frame in enumerate(frames, start=1):
        drawn.append(png(frame.svg, ZOOM))
        tick(number)
    seconds = [frame.seconds for frame in frames]
    return _mp4(drawn, seconds) if kind == ".mp4" else _animated(drawn, seconds, kind)


def _animated(drawn: Sequence[bytes], seconds: Sequence[float], kind: str) -> bytes:
    """A GIF, or a WebP without loss."""
    images = [Image.open(BytesIO(one)).convert("RGB") for one in drawn]
    if kind == ".gif":
        colors = _colors(images)
        images = [image.quantize(palette=colors, dither=Image.Dither.NONE) for image in images]
    settings = {"disposal": 1, "optimize": True} if kind == ".gif" else {"lossless": True, "method": 4}
    file = BytesIO()
    images[0].save(
        file,
        kind[1:].upper(),
        save_all=True,
        append_images=images[1:],
        duration=[round(one * 1000) for one in seconds],
        loop=0,
        **settings,
    )
    return file.getvalue()


def _colors(images: Sequence[Image.Image]) -> Image.Image:
    """A palette for all frames, from some of them: with one of its own each would have to be stored whole."""
    chosen = images[:: max(1, len(images) // SAMPLES)]
    width, height = images[0].size
    together = Image.new("RGB", (width, height * len(chosen)))
    for at, image in enumerate(chosen):
        together.paste(image, (0, at * height))
    return together.quantize(200, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _mp4(drawn: Sequence[bytes], seconds: Sequence[float]) -> bytes:
    """A film by ffmpeg, of one thread and without what tells when it was made."""
    with TemporaryDirectory() as folder:
        names = [f"{number:05}.png" for number in range(len(drawn))]
        for name, image in zip(names, drawn, strict=True):
            Path(folder, name).write_bytes(image)
        lines = [f"file {name}\nduration {one}\n" for name, one in zip(names, seconds, strict=True)]
        Path(folder, "frames.txt").write_text("".join([*lines, f"file {names[-1]}\n"]))
        options = "-y -v error -f concat -i frames.txt -vf pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p -r 25 "
        options += "-threads 1 -fflags +bitexact -flags:v +bitexact -map_metadata -1 -movflags +faststart film.mp4"
        done = subprocess.run(["ffmpeg", *options.split()], cwd=folder, capture_output=True, check=False)
        if done.returncode:
            raise NoCodec(f"ffmpeg could not make the film: {done.stderr.decode(errors='replace').strip()[-300:]}")
        return Path(folder, "film.mp4").read_bytes()


__all__ = ["FILMS", "NoCodec", "film"]
