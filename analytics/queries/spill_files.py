"""Where DuckDB puts what does not fit into its memory: files without names, which nobody can open and nobody leaves.

SQL can read the name of DuckDB's own folder for this in its settings, and read and write there, even without access to
other files; a program that is killed leaves it behind; and where the file system of the machine is disabled, as it has
to be, DuckDB spills nothing at all. So it is given a file system of ours that knows no files but its own: they have
lost their names before the first byte is in them, and are gone with the program, however it ends (decision 106).
"""

import os
import re
import shutil
from pathlib import Path
from tempfile import gettempdir, mkstemp
from threading import local
from typing import Any, Final
from weakref import finalize

from duckdb import DuckDBPyConnection
from fsspec import AbstractFileSystem

PROTOCOL: Final = "aside"
SHARE: Final = "50%"
"""How much of the memory of the machine a question may take where nobody says otherwise."""
ROOM: Final = 8
"""So many times its memory a question may put aside, but no more than half of what is free on the disk."""
BLOCK: Final = ".block"
OPENED: Final = {
    "rb+": re.compile(r"duckdb_temp_\d+_\d+_storage_\w+-\d+\.tmp"),
    "wb": re.compile(rf"duckdb_temp_\d+_\d+_(owner|block-\d+\{BLOCK})"),
}
"""What DuckDB calls its files, by how it opens them: those in which small blocks lie together stay open; a mark says
that the folder is used; each large block has a file to which DuckDB comes back by its name."""


class _UnlinkedFile:
    """A file in which each thread has a place of its own, for DuckDB reads and writes with several at once."""

    def __init__(self) -> None:
        self._file, name = mkstemp(prefix="ludograph-")
        Path(name).unlink()  # the system keeps the bytes as long as the file is open, also where we are killed
        finalize(self, os.close, self._file)
        self._thread = local()

    def seek(self, place: int) -> int:
        """Goes to a place."""
        self._thread.place = place
        return place

    def tell(self) -> int:
        """The place of this thread."""
        return getattr(self._thread, "place", 0)

    def read(self, size: int) -> bytes:
        """So many bytes, fewer at the end."""
        data = bytearray()
        while len(data) < size and (more := os.pread(self._file, size - len(data), self.tell() + len(data))):
            data += more
        self.seek(self.tell() + len(data))
        return bytes(data)

    def write(self, data: bytes) -> int:
        """Writes all of it."""
        left = memoryview(data)
        while left:
            written = os.pwrite(self._file, left, self.tell())
            self.seek(self.tell() + written)
            left = left[written:]
        return len(data)

    def size(self) -> int:
        """How many bytes it has."""
        return os.fstat(self._file).st_size

    def flush(self) -> None:
        """Nothing waits to be written."""

    def close(self) -> None:
        """The file is gone when nobody has it any more."""


class _SpillFileSystem(AbstractFileSystem):  # type: ignore[misc]
    """Gives DuckDB its files, and SQL none: it finds nothing here by any name, and can make nothing."""

    protocol = PROTOCOL
    cachable = False

    def __init__(self) -> None:
        super().__init__()
        self._by_name: dict[str, _UnlinkedFile] = {}

    def open(self, path: str, mode: str = "rb", **_: Any) -> _UnlinkedFile:
        """A file as DuckDB opens those that it puts aside; any other way to open one is refused."""
        name = path.rpartition("/")[2]
        if mode == "rb" and name in self._by_name:
            self._by_name[name].seek(0)
            return self._by_name[name]
        ours = OPENED.get(mode)
        if name in self._by_name or ours is None or not ours.fullmatch(name):
            raise PermissionError("SQL reaches no file here.")
        file = _UnlinkedFile()
        if name.endswith(BLOCK):
            self._by_name[name] = file
        return file

    def size(self, path: str) -> int:
        """How large a file is to which DuckDB comes back."""
        return self._by_name[path.rpartition("/")[2]].size()

    def rm(self, path: str, *_: Any, **__: Any) -> None:
        """Forgets a file, with which its bytes go."""
        self._by_name.pop(path.rpartition("/")[2], None)

    def touch(self, path: str, *_: Any, **__: Any) -> None:
        """A file keeps its size: DuckDB writes anew over what it does not need any more."""

    def exists(self, path: str, **_: Any) -> bool:
        """Only what DuckDB comes back to is here by its name."""
        return path.rpartition("/")[2] in self._by_name

    def isdir(self, path: str) -> bool:
        """Every folder is there, so that none is made."""
        return True

    def ls(self, path: str, *_: Any, **__: Any) -> list[Any]:
        """Nothing is told of what is here."""
        return []

    def glob(self, path: str, *_: Any, **__: Any) -> list[Any]:
        """Nothing is found."""
        return []


def bound_memory(connection: DuckDBPyConnection, memory: str | None) -> None:
    """Lets a connection take so much memory, and put aside what is more. Raises `duckdb.Error` for no such amount."""
    connection.execute(f"SET memory_limit = '{memory or SHARE}'")
    connection.register_filesystem(_SpillFileSystem())
    ((limit,),) = connection.execute("SELECT parse_formatted_bytes(current_setting('memory_limit'))").fetchall()
    room = min(ROOM * int(limit), shutil.disk_usage(gettempdir()).free // 2)
    connection.execute(f"SET temp_directory = '{PROTOCOL}://here'")
    connection.execute(f"SET max_temp_directory_size = '{room} bytes'")
