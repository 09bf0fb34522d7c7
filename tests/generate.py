"""Everything that is generated, written anew: `python -m tests.generate`, or only some of it by its name.

Tests compare all of it with what is committed. Look with your own eyes at what has changed before you commit it.
"""

import sys
from collections.abc import Callable
from typing import Final

from tests import documents, make_demo_files, pictures, playthrough, questions, transcripts
from tests.replay import playing

PARTS: Final[dict[str, Callable[[], None]]] = {
    "documents": documents.main,
    "playthroughs": playthrough.main,
    "transcripts": transcripts.main,
    "questions": questions.main,
    "screens": playing.main,
    "pictures": pictures.main,
    "demo": make_demo_files.main,
}


def main(*names: str) -> None:
    """Writes the named parts, or all of them."""
    unknown = set(names) - PARTS.keys()
    if unknown:
        sys.exit(f"There is no {', '.join(sorted(unknown))}. Name any of {', '.join(PARTS)}, or nothing for all.")
    for name in names or PARTS:
        print(name, flush=True)
        PARTS[name]()


if __name__ == "__main__":
    main(*sys.argv[1:])
