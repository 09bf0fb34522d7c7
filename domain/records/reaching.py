"""Opening a store wherever it is; what speaks to a server is loaded only for one."""

from types import ModuleType
from typing import Any, NamedTuple

from eventsourcing.persistence import InfrastructureFactory

from domain.records import sqlite
from domain.records.mapping import StoreError
from domain.records.places import EXTRA, Place, Server


def factory_for(place: Place, *, reading: bool = False) -> InfrastructureFactory[Any]:
    """The infrastructure for a store, which is made if it is not there, unless it is only for reading.

    Raises `StoreError`.
    """
    if isinstance(place, Server):
        factory: InfrastructureFactory[Any] = _postgres().open_factory(place, reading=reading)
        return factory
    return sqlite.open_factory(place, reading=reading)


def check_readable(server: Server) -> None:
    """Raises `StoreError` where there is no store on a server, or it cannot be read."""
    _postgres().check_readable(server)


def server_condition(server: Server) -> "ServerCondition":
    """Which server it is, and how it keeps what it confirms. Raises `StoreError`."""
    found: ServerCondition = _postgres().condition(server)
    return found


class ServerCondition(NamedTuple):
    """The version of a server, whether it only follows another, and which settings let it lose what it confirmed."""

    version: str
    replica: bool
    careless: tuple[str, ...]


def _postgres() -> ModuleType:
    try:
        from domain.records import postgres
    except ImportError as wrong:
        raise StoreError(f"A store on a server needs more than is installed: `pip install '{EXTRA}'`.") from wrong
    return postgres
