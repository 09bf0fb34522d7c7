"""A service that can be killed, in a process of its own, and is there again at once."""

import atexit
import multiprocessing
import os
from contextlib import closing
from io import StringIO
from pathlib import Path
from signal import SIGCONT, SIGSTOP
from typing import Final

import httpx

from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.app import application
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.server import Address, GracefulServer, bound_socket
from tests.service.running import Service, wait_until

PATIENCE: Final = 60.0


def serve(store: Path, port: int) -> None:
    """A service in a process of its own."""
    settings, address = Settings(entries=1_000_000), Address("127.0.0.1", port)
    with Recorder(store) as recorder:
        GracefulServer(application(recorder, settings, out=StringIO()), address).run(sockets=[bound_socket(address)])


class MortalService(Service):
    """A service that can be killed, and is there again at once: its process is forked from one that has all loaded."""

    def __init__(self, store: Path) -> None:
        self._forks = multiprocessing.get_context("forkserver")
        self._forks.set_forkserver_preload([__name__])
        with closing(bound_socket(Address("127.0.0.1", 0))) as free:
            self._port = free.getsockname()[1]
        super().__init__(store)

    def start(self) -> None:
        """Listens at the same place as before."""
        self.url = f"http://127.0.0.1:{self._port}"
        # Not as a daemon, which may have no processes of its own: so it is ended here if a test does not end it.
        self._process = self._forks.Process(target=serve, args=(self.store, self._port))
        self._process.start()
        atexit.register(self._process.kill)
        wait_until(self._answers, PATIENCE)

    def stop(self) -> None:
        """Stops as systemd stops it."""
        self._process.terminate()
        self._process.join(30)

    def kill(self) -> None:
        """Ends without a last word."""
        self._process.kill()
        self._process.join()

    def pause(self) -> None:
        """Stands still, with its connections open."""
        os.kill(int(self._process.pid or 0), SIGSTOP)

    def go_on(self) -> None:
        """Moves again."""
        os.kill(int(self._process.pid or 0), SIGCONT)

    @property
    def runs(self) -> bool:
        return self._process.is_alive()

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", timeout=5, trust_env=False).status_code == 200
        except httpx.TransportError:
            return False
