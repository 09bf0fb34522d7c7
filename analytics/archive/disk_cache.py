"""Bytes that take long to make, in files of the cache folder; each may be deleted at any time."""

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from os import getpid
from typing import Final

from ludograph.analytics.archive_paths import cache_folder

KEY: Final = 16
"""Digits of what something was made from that stand in the name of its file."""
DIGEST: Final = 32
"""Digits of its own digest there: a file that was cut off or altered is made anew."""


def cached(kind: str, made_from: str, ending: str, make: Callable[[], bytes]) -> bytes:
    """The bytes of a kind that were `made_from` this: those in the cache, or where it has none, made and put there."""
    key = sha256(made_from.encode()).hexdigest()[:KEY]
    found = _found(kind, key, ending)
    if found is None:
        found = make()
        with suppress(OSError):  # without a cache, on a disk that is full or only read, everything works all the same
            _store(found, kind, key, ending)
    return found


def _found(kind: str, key: str, ending: str) -> bytes | None:
    """What a program like this one stored; None where there is nothing, or something else by now."""
    with suppress(OSError):
        for path in cache_folder().glob(f"{kind}-{key}-*{ending}"):
            data = path.read_bytes()
            if path.stem.endswith(_digest(data)):
                return data
    return None


def _store(data: bytes, kind: str, key: str, ending: str) -> None:
    """Stores bytes in the place of what older programs stored."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{kind}-*{ending}"):
        old.unlink(missing_ok=True)
    # Several programs may do so at once: each writes a file of its own, which gets its name when it is whole.
    draft = folder / f"{kind}-{key}.{getpid()}"
    draft.write_bytes(data)
    draft.replace(folder / f"{kind}-{key}-{_digest(data)}{ending}")


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGEST]
