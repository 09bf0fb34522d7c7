"""A PostgreSQL server for tests: started by the first that asks, and for each test a database of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from signal import SIGKILL
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import Final

DEBIAN: Final = Path("/usr/lib/postgresql")
SETTINGS: Final = {
    "fsync": "off",  # tests of the server's own durability turn it on
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "autovacuum": "off",
    "timezone": "UTC",
}


def programs() -> Path | None:
    """The folder of the server's programs; None where there is no server."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    there = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), reverse=True)
    return there[0].parent if there else None


class PostgresServer:
    """A server in a folder of its own, which is spoken to by a socket there."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self._settings = SETTINGS | settings
        found = programs()
        assert found is not None, "There is no PostgreSQL server on this machine."
        self._programs = found
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Makes the folder of its data."""
        if not os.getuid():  # the server refuses to run as root
            shutil.chown(self.folder, _owner())
            self.folder.chmod(0o755)
        self._run("initdb", "-D", str(self.data), "-U", "ludograph", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")

    @property
    def data(self) -> Path:
        """Where its data is."""
        return self.folder / "data"

    def start(self) -> None:
        """Starts it and waits until it answers."""
        options = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self.folder), *options]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, user=_user(), cwd="/")
        end = monotonic() + 30
        while self._process.poll() is None and monotonic() < end:
            if self._run("pg_isready", "-q", "-h", str(self.folder), "-U", "ludograph", "-d", "postgres", check=False):
                return
            sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, *, how: str = "fast") -> None:
        """Stops it: `fast` ends what is under way, `immediate` as if the machine had lost its power."""
        if self._process is not None and self._process.poll() is None:
            self._run("pg_ctl", "stop", "-D", str(self.data), "-m", how, "-w")
            self._process.wait()

    def kill(self) -> None:
        """Ends all its processes at once, as if its machine had lost its power."""
        found = (self.data / "postmaster.pid").read_text().split()[0]
        children = Path(f"/proc/{found}/task/{found}/children").read_text().split()
        for process in (found, *children):
            with suppress(ProcessLookupError):
                os.kill(int(process), SIGKILL)
        if self._process is not None:
            self._process.wait()

    def url(self, database: str) -> str:
        """What names a database on it."""
        return f"postgresql://ludograph@/{database}?host={self.folder}"

    def database(self) -> str:
        """The URL of a new, empty database."""
        import psycopg

        name = f"t{token_hex(6)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Removes a database, whoever is still in it."""
        import psycopg

        name = url.partition("@/")[2].partition("?")[0]
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def _run(self, program: str, *words: str, check: bool = True) -> bool:
        done = subprocess.run(
            [str(self._programs / program), *words], capture_output=True, user=_user(), check=False, cwd="/"
        )
        assert not check or done.returncode == 0, done.stderr.decode()
        return done.returncode == 0


def _user() -> str | None:
    return None if os.getuid() else _owner()


def _owner() -> str:
    """Under whose name the server runs where the tests run as root."""
    from pwd import getpwall

    names = {entry.pw_name for entry in getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def running(**settings: str) -> Iterator[PostgresServer]:
    """A server that runs as long as it is needed."""
    folder = Path(mkdtemp(prefix="ludograph-pg-"))
    server = PostgresServer(folder, **settings)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.stop(how="immediate")
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Starts a server, prints the URL of an empty database, and waits for a line."""
    with running() as server:
        sys.stdout.write(f"{server.database()}\n")
        sys.stdout.flush()
        sys.stdin.readline()


if __name__ == "__main__":
    main()
