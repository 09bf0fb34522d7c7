"""The process in which pages are built: it reads the store by itself, so that little has to be sent to it."""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib import import_module
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from uuid import UUID

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import after_event
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.match_summary import summary_in
from ludograph.domain.store.recorder import Listed, NotFound, Recorder, head_of
from ludograph.domain.store.url import Place
from ludograph.replay.service.http.request_body import RequestBody
from ludograph.replay.service.live.match_index import MatchIndex

MATCHES: Final = 50
"""Number of matches that a builder process keeps in memory."""


class BuildOrder(NamedTuple):
    """Work for a builder process."""

    place: Place
    packed: bytes
    """A function of a module and its arguments, pickled. Matches are only named: see `pack`."""


def pack(index: MatchIndex, work: Callable[..., Any], args: Sequence[Any]) -> bytes:
    """Pickle a function and its arguments for `build`.

    A match is sent as its id, version and head, because the other process reads it from the store in less time than
    pickling it would take here. So are the entries of the index; games and the recorder are sent by name.
    """
    buffer = BytesIO()
    _Packer(buffer, index).dump((work, args))
    return buffer.getvalue()


def build(order: BuildOrder) -> Any:
    """Do the work of an order. Raises what the work raises, and `StoreError` if the store now holds something else."""
    try:
        try:
            return _built(order)
        except (StoreError, NotFound):
            # The file may have been replaced, and be open here as it was before.
            _close(order.place)
            return _built(order)
    except StoreError as wrong:
        # Some have more than a message, with which they could not be sent back.
        raise StoreError(str(wrong)) from None


def _built(order: BuildOrder) -> Any:
    reader = _readers.get(order.place)
    if reader is None:
        for other in [*_readers]:
            _close(other)
        reader = _readers[order.place] = _StoreReader(order.place)
    work, args = _Unpacker(BytesIO(order.packed), reader).load()
    return work(*args)


def _close(place: Place) -> None:
    reader = _readers.pop(place, None)
    if reader is not None:
        reader.close()


class _Packer(pickle.Pickler):
    def __init__(self, buffer: BytesIO, index: MatchIndex) -> None:
        super().__init__(buffer, pickle.HIGHEST_PROTOCOL)
        self._index = index

    def persistent_id(self, value: Any) -> tuple[Any, ...] | None:
        """How a value is named that is not sent; None for all others."""
        if isinstance(value, Match):
            return ("match", value.id, value.version, value.head)
        if isinstance(value, Listed):
            # As bytes: thousands of them are named at once, and a UUID takes ten times as long.
            head = value.head
            return ("listed", head.match.bytes, head.version, head.digest) if self._index.holds(value) else None
        if isinstance(value, Game):
            return ("game", value.id)
        return ("recorder",) if isinstance(value, Recorder) else None

    def reducer_override(self, value: Any) -> Any:
        """What pickle does not take: read-only mappings, and bodies, whose qualified name is another in OpenAPI."""
        if isinstance(value, MappingProxyType):
            return _read_only, (dict(value),)
        is_body = isinstance(value, type) and issubclass(value, RequestBody)
        return (_class_named, (value.__module__, value.__name__)) if is_body else NotImplemented


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


def _class_named(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


class _Unpacker(pickle.Unpickler):
    def __init__(self, buffer: BytesIO, reader: "_StoreReader") -> None:
        super().__init__(buffer)
        self._reader = reader

    def persistent_load(self, name: tuple[Any, ...]) -> Any:
        kind, *rest = name
        match kind:
            case "match":
                return self._reader.match(*rest)
            case "listed":
                return self._reader.listed(*rest)
            case "game":
                return GAMES[rest[0]]
        return self._reader.recorder


class _StoreReader:
    """A store as a builder process reads it."""

    def __init__(self, place: Place) -> None:
        self.recorder = Recorder(place, reading=True)
        self._index = MatchIndex(self.recorder)
        self._listed: dict[bytes, Listed] = {}
        self._matches: OrderedDict[UUID, Match] = OrderedDict()

    def match(self, id: UUID, version: int, head: str) -> Match:
        """A match as it stood at a version."""
        known = self._matches.get(id)
        if known is not None and known.version < version:
            known = self.recorder.refreshed(known)
        if known is None or known.version < version or known.history[version - 1].digest != head:
            known = self.recorder.load(id)
        self._matches[id] = known
        self._matches.move_to_end(id)
        if len(self._matches) > MATCHES:
            self._matches.popitem(last=False)
        if known.version < version or known.history[version - 1].digest != head:
            raise StoreError(f"Match {id} was replaced in the store.")
        return known if known.version == version else after_event(known, version)

    def listed(self, id: bytes, version: int, head: str) -> Listed:
        """A match as lists had it at a version: nothing of what was recorded since, which some may not know yet."""
        found = self._listed.get(id)
        if found is None or found.head.digest != head:
            self._listed = {one.head.match.bytes: one for one in self._index.every()}
            found = self._listed.get(id)
        if found is None or found.head.digest != head:
            match = self.match(UUID(bytes=id), version, head)
            stood = head_of(match)
            found = Listed(match.start, stood, summary_in(stood.result))
        return found

    def close(self) -> None:
        """Close the connections to the store."""
        self._index.close()
        self.recorder.close()


_readers: dict[Place, _StoreReader] = {}
"""The store that this process reads; another takes its place."""
