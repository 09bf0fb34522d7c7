"""How far the archive has come is kept as the eventsourcing package asks of its own recorders."""

import duckdb
from eventsourcing.tests.persistence import TrackingRecorderTestCase

from ludograph.analytics.archive.tracking import DuckDBTrackingRecorder


class TestDuckDBTrackingRecorder(TrackingRecorderTestCase):
    def create_recorder(self) -> DuckDBTrackingRecorder:
        recorder = DuckDBTrackingRecorder(duckdb.connect())
        recorder.create_table()
        return recorder


del TrackingRecorderTestCase
