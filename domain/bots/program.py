"""A bot that is a program of somebody: it reads a line for each message, and writes one for each decision."""

import shlex
import subprocess
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import Any, Final

import msgspec

from ludograph.domain.bots.bot import Bot, Chosen, Seating, by_chance, is_offered
from ludograph.domain.bots.messages import Message, decide_message, end_message, start_message, step_message
from ludograph.domain.kernel.game import Action, Game, Refused
from ludograph.domain.lab.search import Sight
from ludograph.domain.lab.seat_record import SeatStep
from ludograph.domain.notation.values import Reader

SECONDS: Final = 5.0
"""An answer that takes longer is late."""
PATIENCE: Final = 2.0
"""So long a program has to end once it is told to."""
LONGEST_ANSWER: Final = 1_000_000
"""No answer is read beyond so many bytes."""


class ProgramBot(Bot):
    """Starts the program for each match anew. An answer that is late or not open counts, and chance moves instead."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self._command = command
        self._seconds = seconds
        self._seating: Seating | None = None
        self._pipes: _Pipes | None = None
        self._number = 0

    def begin(self, seating: Seating) -> None:
        """Starts the program, and tells it how the match begins."""
        self._seating, self._number = seating, 0
        self._pipes = _Pipes(self._command)
        self._pipes.send(start_message(seating))

    def see(self, seen: SeatStep) -> None:
        """Tells the program of a step."""
        assert self._pipes is not None
        assert self._seating is not None
        self._pipes.send(step_message(seen, self._seating.players))

    def choose(self, sight: Sight, random: Random) -> Chosen:
        """What the program answers."""
        assert self._pipes is not None
        assert self._seating is not None
        self._number += 1
        self._pipes.send(decide_message(sight, self._seating.players, self._number, self._seconds))
        action = _read(sight.game, self._seating.players, self._pipes.answer(self._seconds))
        if action is not None and is_offered(action, sight.choices):
            return Chosen(action)
        return Chosen(by_chance(sight, random), faulty=True)

    def close(self) -> None:
        """Ends the program."""
        if self._pipes is not None and self._seating is not None:
            self._pipes.send(end_message(None, self._seating.players))
            self._pipes.close()
        self._pipes = None


def _read(game: Game, players: tuple[str, ...], answer: bytes | None) -> Action | None:
    """The action in an answer, `{"do": "bid", "card": "9MS"}`; None where there is none."""
    try:
        raw: Any = msgspec.json.decode(answer or b"")
        if not isinstance(raw, dict) or not isinstance(raw.get("do"), str):
            return None
        fields = {name: value for name, value in raw.items() if name != "do"}
        return Reader(game.deck, players).action(game, raw["do"], fields)
    except (msgspec.DecodeError, Refused, ValueError):
        return None


class _Pipes:
    """A program that runs, with a thread for either direction: neither can keep us waiting longer than we will."""

    def __init__(self, command: str) -> None:
        self._sending: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._owed = 0
        """Answers that came too late, or are still to come, to questions of which nobody thinks any more."""
        # In a session of its own it does not get our Ctrl-C: we let it end, and it sees the end of its input anyway.
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._threads = [Thread(target=work, daemon=True) for work in (self._write, self._listen)]
        for thread in self._threads:
            thread.start()

    def send(self, message: Message) -> None:
        """Sends a line as soon as the program reads."""
        self._sending.put(msgspec.json.encode(message) + b"\n")

    def answer(self, seconds: float) -> bytes | None:
        """The answer to what was asked last; None where it is late or the program has ended."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            try:
                line = self._answers.get(timeout=left)
            except Empty:
                break
            if not line:
                self._answers.put(line)  # the end stays the end for whoever asks next
                return None
            if not self._owed:
                return line
            self._owed -= 1
        self._owed += 1
        return None

    def close(self) -> None:
        """Lets the program end, or ends it."""
        self._sending.put(None)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        try:
            while (line := self._sending.get()) is not None:
                pipe.write(line)
                pipe.flush()
            pipe.close()
        except OSError:  # it has ended: the other thread says so
            with suppress(OSError):
                pipe.close()

    def _listen(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        while line := pipe.readline(LONGEST_ANSWER):
            self._answers.put(line)
        self._answers.put(b"")
