"""What is written into open streams: pieces that are made once, for however many connections."""

from typing import Final, NamedTuple, Protocol

WRITER: Final = "ludograph.writer"
"""The extension of ASGI by which a route finds the writer of its connection."""


PART: Final = 32_768
"""Longer messages are sent in parts of this many bytes, each once the other side has read enough of those before."""


class StreamPiece(NamedTuple):
    """Some bytes of a stream, as they are and as HTTP/1.1 frames them."""

    data: bytes
    chunk: bytes


def piece_of(data: bytes) -> StreamPiece:
    """Bytes as a piece."""
    return StreamPiece(data, b"%x\r\n%b\r\n" % (len(data), data))


class StreamWriter(Protocol):
    """Writes the body of an answer past ASGI, which would frame each piece anew for each connection."""

    def write(self, piece: StreamPiece) -> None:
        """Sends a piece, or keeps it until the connection takes it."""

    @property
    def is_paused(self) -> bool:
        """Whether the other side reads slower than is written."""

    @property
    def unsent(self) -> int:
        """Number of bytes kept in memory because the other side has not read them."""

    async def drain(self) -> None:
        """Returns once it has read, or has gone."""

    def abort(self) -> None:
        """Close the connection at once and drop what is unsent."""


HELLO: Final = piece_of(b"retry: 1000\n\n")
"""So many milliseconds a browser waits before it connects again."""
# A comment in the format: browsers ignore it, and proxies that close silent connections see something pass.
ALIVE: Final = piece_of(b": alive\n\n")
BYE: Final = piece_of(b"event: bye\ndata: {}\n\n")
"""What is said before the service stops, so that nobody takes silence for a quiet table."""
