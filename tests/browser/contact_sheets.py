"""The pictures of pages side by side: `python -m tests.browser.contact_sheets PICTURES OUT [SUFFIX]`.

PICTURES holds what `tests.browser.pages_pictures` took; of each page one sheet is written, the sizes beside each other,
light above dark.
"""

import sys
from pathlib import Path
from typing import Final

from PIL import Image

from tests.browser.pages_pictures import SIZES, THEMES

HEIGHT: Final = 380
GAP: Final = 12


def main(pictures: Path, out: Path, suffix: str = "") -> None:
    """Writes a sheet for each page."""
    out.mkdir(parents=True, exist_ok=True)
    for name in sorted({path.name.partition("-")[0] for path in pictures.glob("*.png")}):
        _sheet(pictures, name).save(out / f"{name}{suffix}.webp", quality=60, method=6)


def _sheet(pictures: Path, name: str) -> Image.Image:
    rows = [[_scaled(pictures / f"{name}-{width}x{height}-{theme}.png") for width, height in SIZES] for theme in THEMES]
    width = sum(one.width for one in rows[0]) + GAP * (len(SIZES) - 1)
    sheet = Image.new("RGB", (width, HEIGHT * len(rows) + GAP * (len(rows) - 1)), "#888")
    for down, row in enumerate(rows):
        left = 0
        for one in row:
            sheet.paste(one, (left, down * (HEIGHT + GAP)))
            left += one.width + GAP
    return sheet


def _scaled(path: Path) -> Image.Image:
    picture = Image.open(path).convert("RGB")
    return picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
