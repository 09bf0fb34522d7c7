"""How far the archive has come: the position of the last event in it, kept in the transaction of its rows."""

from typing import Final

from duckdb import DuckDBPyConnection
from eventsourcing.persistence import IntegrityError, Tracking, TrackingRecorder

UPSTREAM: Final = "ludograph"
"""The name under which the store's events are tracked."""
TRACKING: Final = "CREATE TABLE IF NOT EXISTS internal.tracking (application_name VARCHAR, notification_id BIGINT)"


class DuckDBTrackingRecorder(TrackingRecorder):
    """Tracking records in a DuckDB database; within an open transaction they become part of that."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self.connection = connection

    def create_table(self) -> None:
        """Makes the table if it is not there."""
        self.connection.execute("CREATE SCHEMA IF NOT EXISTS internal")
        self.connection.execute(TRACKING)

    def insert_tracking(self, tracking: Tracking) -> None:
        """Records how far the events of an application were followed. Raises `IntegrityError` where that goes back."""
        newest = self.max_tracking_id(tracking.application_name)
        if newest is not None and newest >= tracking.notification_id:
            raise IntegrityError(f"Event {tracking.notification_id} was followed already: the newest is {newest}.")
        name = [tracking.application_name]
        if newest is None:
            self.connection.execute("INSERT INTO internal.tracking VALUES (?, ?)", [*name, tracking.notification_id])
        else:
            self.connection.execute(
                "UPDATE internal.tracking SET notification_id = ? WHERE application_name = ?",
                [tracking.notification_id, *name],
            )

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position of the newest event of an application that was followed; None where none was."""
        ((newest,),) = self.connection.execute(
            "SELECT max(notification_id) FROM internal.tracking WHERE application_name = ?", [application_name]
        ).fetchall()
        return None if newest is None else int(newest)
