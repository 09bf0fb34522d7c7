"""The process in which pages are built: it reads the store by itself, so that little has to be sent to it."""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Sequence
from importlib import import_module
from io import BytesIO
from typing import Any, Final, NamedTuple
from uuid import UUID

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import after_event
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.recorder import Listed, NotFound, Recorder
from ludograph.domain.store.url import Place
from ludograph.replay.service.http.request_body import RequestBody
from ludograph.replay.service.live.match_index import MatchIndex

MATCHES: Final = 50
"""Number of matches that a builder process keeps in memory."""


class Order(NamedTuple):
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


def build(order: Order) -> Any:
    """Do the work of an order. Raises what the work raises, and `StoreError` if the store now holds something else."""
    try:
        return _built(order)
    except (StoreError, NotFound):
        # The file may have been replaced, and be open here as it was before.
        _close(order.place)
        return _built(order)


def _built(order: Order) -> Any:
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
        reader.recorder.close()


class _Packer(pickle.Pickler):
    def __init__(self, buffer: BytesIO, index: MatchIndex) -> None:
        super().__init__(buffer, pickle.HIGHEST_PROTOCOL)
        self._index = index

    def persistent_id(self, value: Any) -> tuple[Any, ...] | None:
        """How a value is named that is not sent; None for all others."""
        if isinstance(value, Match):
            return ("match", value.id, value.version, value.head)
        if isinstance(value, Listed):
            return ("listed", value.head.match, value.head.version) if self._index.holds(value) else None
        if isinstance(value, Game):
            return ("game", value.id)
        return ("recorder",) if isinstance(value, Recorder) else None

    def reducer_override(self, value: Any) -> Any:
        """Classes of bodies, whose qualified name is another in the OpenAPI document."""
        is_body = isinstance(value, type) and issubclass(value, RequestBody)
        return (_class_named, (value.__module__, value.__name__)) if is_body else NotImplemented


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
        self._listed: dict[UUID, Listed] = {}
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

    def listed(self, id: UUID, version: int) -> Listed:
        """The entry of a match in the index."""
        found = self._listed.get(id)
        if found is None or found.head.version != version:
            self._listed = {one.head.match: one for one in self._index.every()}
            found = self._listed.get(id)
        if found is None:
            raise StoreError(f"Match {id} is no longer in the store.")
        return found


_readers: dict[Place, _StoreReader] = {}
"""The store that this process reads; another takes its place."""
