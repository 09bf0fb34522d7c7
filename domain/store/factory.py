"""Opens a store wherever it is."""

from types import ModuleType
from typing import Any

from eventsourcing.persistence import InfrastructureFactory

from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.sqlite import store
from ludograph.domain.store.url import EXTRA, Place, Server, ServerCondition


def factory_for(place: Place, *, reading: bool = False, making: bool = True) -> InfrastructureFactory[Any]:
    """The infrastructure for a store, which is made if it is not there, unless it is only for reading.

    On a server it is made only where `making` says so, for there no file shows that there is none (decision 153).
    Raises `StoreError`.
    """
    if isinstance(place, Server):
        factory: InfrastructureFactory[Any] = _server().open_factory(place, reading=reading, making=making)
        return factory
    return store.open_factory(place, reading=reading)


def check_readable(server: Server) -> None:
    """Raises `StoreError` where there is no store on a server, or it cannot be read."""
    _server().check_readable(server)


def server_condition(server: Server) -> ServerCondition:
    """Which server it is, and how it keeps what it confirms. Raises `StoreError`."""
    found: ServerCondition = _server().read_condition(server)
    return found


def _server() -> ModuleType:
    try:
        # Only for a server: psycopg is an optional dependency, and takes long to load.
        from ludograph.domain.store.postgres import connections
    except ImportError as wrong:
        raise StoreError(f"A store on a server needs more than is installed: `pip install '{EXTRA}'`.") from wrong
    return connections
