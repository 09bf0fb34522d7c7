"""Every string that can come from outside, with every kind of control character, through every command.

`python -m tests.terminal` puts them all through on a terminal and prints which let any through.
"""

import json
import os
import pty
import re
import sys
import tty
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import sleep
from typing import Any, Final

from ludograph.cli.main import main
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import About, EntryDetails, Match, Setting
from ludograph.domain.store.recorder import Recorder
from tests.worlds import played_on

KINDS: Final = {
    "C0": "\x1b]0;owned\x07\x08\x0c\r",
    "DEL": "\x7f",
    "C1": "\x9b31m\x90\x9d",
    "NEL": "\x85",
    "lines": "\u2028\u2029",
    "bidirectional": "\u202e\u202d\u2066\u2069\u200f\u061c",
    "unseen": "\u200b\u200d\ufeff\u2060\xad",
    "tags": "\U000e0041\U000e007f",
    "surrogate": "\ud83d",
}
"""What must not reach a terminal as it is."""
OURS: Final = re.compile(r"\r?\x1b\[(?:[0-9;]*m|\?25[lh]|2K|1A)")
"""Our own colours, and what draws a bar and takes it away."""
HEADER: Final[dict[str, Any]] = {
    "ludograph": 1,
    "game": "sun-bid",
    "players": ["Ann", "Bob"],
    "options": {"two_player_stacks": "standard"},
    "deal": {"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]},
    "event": "Open",
    "round": "2",
    "table": "5",
    "played_on": "2026-11-20",
    "id": "X",
}
ACTION: Final[dict[str, Any]] = {
    "seat": "Ann",
    "do": "flip",
    "drawn": ["8YK"],
    "at": "2026-11-20T18:04:11Z",
    "by": "Ida",
    "note": "a long think",
}


def on_terminal(*args: str) -> str:
    """What a command writes to a terminal, on either output."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    heard: list[bytes] = []
    listener = Thread(target=_listen, args=(ours, heard))
    listener.start()
    with os.fdopen(theirs, "w", encoding="utf-8") as screen, redirect_stdout(screen), redirect_stderr(screen):
        try:
            main(args, prog_name="ludograph")
        except SystemExit:
            screen.flush()
    listener.join()
    os.close(ours)
    return b"".join(heard).decode()


def session(*args: str, keys: str) -> str:
    """What a program of its own writes to a terminal while these keys are pressed one by one, until it ends."""
    pid, screen = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [sys.executable, "-m", "ludograph.cli.main", *args], {**os.environ, "TERM": "xterm"})
    heard: list[bytes] = []
    listener = Thread(target=_listen, args=(screen, heard))
    listener.start()
    for key in ("", *keys):
        _settled(heard)
        os.write(screen, key.encode())
    os.waitpid(pid, 0)
    listener.join()
    os.close(screen)
    return b"".join(heard).decode("utf-8", "replace")


def _settled(heard: list[bytes]) -> None:
    """Waits until something was written and nothing more comes for a moment."""
    for _ in range(200):
        before = len(heard)
        sleep(0.2)
        if heard and len(heard) == before:
            return


def _listen(screen: int, heard: list[bytes]) -> None:
    try:
        while piece := os.read(screen, 65536):
            heard.append(piece)
    except OSError:  # so Linux says that nobody writes any more
        return


def raw(told: str) -> list[str]:
    """The characters that must not have come out."""
    harmful = set("".join(KINDS.values())) - set(map(chr, range(32, 127)))
    return sorted(harmful & set(OURS.sub("", told)))


def store_with(path: Path, evil: str) -> Match:
    """A store with a match in which every text is a harmful one, as nothing that is entered may be."""
    evil = evil.encode("utf-8", "replace").decode()
    recorder = Recorder(path)
    try:
        about = About(f"e{evil}", f"r{evil}", f"t{evil}", "2026-11-20", f"i{evil}")
        setting = Setting((f"A{evil}nn", f"B{evil}ob"), GAMES["sun-bid"].options(), None, "7", about)
        match = recorder.start(GAMES["sun-bid"], setting, by=f"b{evil}")
        for _ in range(3):
            (seat, action), *_others = _legal(match)
            match = recorder.record(
                match.play(seat, action, recorder.stamp(), entry=EntryDetails(f"b{evil}", None, f"n{evil}"))
            )
        match = recorder.annotate(match, 1, f"n{evil}\nsecond", public=True, by=f"b{evil}")
        recorder.record(
            played_on(recorder.start(GAMES["sun-bid"], setting._replace(about=About(f"e{evil}"))), Random(1))
        )
        match = recorder.take_back(match, 2, f"r{evil}", by=f"b{evil}")
        return recorder.annotate(match, 2, f"n{evil}", by=f"b{evil}")
    finally:
        recorder.close()


def _legal(match: Match) -> Iterator[tuple[int, Any]]:
    for seat, choices in match.open_to(match.state).items():
        for choice in choices:
            yield seat, choice.action(**{name: values[0] for name, values in choice.values.items()})


def of_a_match(match: Match, evil: str) -> Iterator[list[str]]:
    """Commands about a match that is recorded."""
    id = str(match.id)
    for observer in ("table", "judge", "1"):
        for command in ("show", "log", "replay --tables", "replay --json", "show --json", "log --json", "export"):
            yield [*command.split(), id, "--as", observer]
        yield ["export", id, "--as", observer, "--format", "text"]
        yield ["render", id, "--as", observer, "-o", "-"]
        yield ["render", id, "--as", observer, "-o", "-", "--step", "1"]
    for command in ("matches", "matches --json", "verify", "verify --all", "verify --json"):
        yield command.split()
    yield ["result", id]
    yield ["result", id, "--json"]
    yield ["matches", "--player", evil]
    for action in ("1 bid 9MS", "2 bid 9MS", f"1 {evil}", f"{evil} flip", f"1 flip > {evil}", f"1 flip {{{evil}"):
        yield ["act", id, action]
        yield ["act", id, action, "--json"]
    yield ["act", id, json.dumps({"seat": evil, "do": evil})]
    yield ["act", id, json.dumps({"seat": 1, "do": "flip", evil: evil})]


def of_words(folder: Path, evil: str) -> Iterator[list[str]]:
    """Commands that are given something harmful."""
    path = str(folder / f"f{evil}.jsonl")
    for command in ("show", "log", "result", "undo --reason x", "replay", "export", "play", "verify"):
        yield [*command.split(), evil]
    yield from (
        ["games", evil],
        ["rules", evil],
        ["rules", "sun-bid", evil],
        [evil],
        ["games", f"--{evil}"],
        ["tables", evil],
    )
    yield ["new", "sun-bid", f"A{evil}", "Bob"]
    yield ["new", "sun-bid", "Ann", "Bob", "--deal", path]
    yield ["new", "sun-bid", "Ann", "Bob", "-o", evil]
    yield ["new", "sun-bid", "Ann", "Bob", "-o", f"{evil}=1"]
    yield ["new", "sun-bid", "Ann", "Bob", "-o", f"two_player_stacks={evil}"]
    yield ["new", "sun-bid", "Ann", "Bob", "--event", evil]
    yield ["new", "sun-bid", "Ann", "Bob", "--played-on", evil]
    yield ["import", path]
    yield ["import", path, "--json"]
    yield ["matches", "--game", evil]
    yield ["matches", "--limit", evil]
    yield ["simulate", "sun-bid", "--players", f"Ann,{evil}", "--no-record"]
    yield ["simulate", "sun-bid", "--seed", evil, "--no-record"]
    yield ["report", evil]
    yield ["report", "win-rates", "-p", evil]


def of_corrections(match: Match, folder: Path, evil: str) -> Iterator[list[str]]:
    """Commands that put the match right or judge it in harmful words, and those that tell of that."""
    id, why = str(match.id), ["--reason", f"r{evil}"]
    yield ["amend", id, "1", f"1 {evil}", *why]
    yield ["amend", id, evil, "1 flip", *why]
    yield ["amend", id, "0", f"event: e{evil}", "--preview"]
    yield ["amend", id, "0", "event: Open", "round: 3", *why, "--public"]
    yield ["amend", id, "2", "--remove", *why, "--json"]
    yield ["amend", id, "--file", str(folder / f"f{evil}"), *why]
    yield ["undo", id, *why]
    yield ["redo", id]
    yield ["rule", id, f"w{evil}", "--by", "Ida"]
    for option in (["--by", evil], ["--by", "Ida", "--cites", evil], ["--by", "Ida", "--adjust", f"{evil}=1"],
                   ["--by", "Ida", "--adjust", f"1={evil}"], ["--by", "Ida", "--forfeit", evil]):  # fmt: skip
        yield ["rule", id, "Fair.", *option]
    yield ["confirm", id, "--as", evil]
    yield ["abandon", id, *why, "--public"]
    yield from (["show", id], ["matches"], ["result", id], ["act", id, "1 flip"])
    yield ["reopen", id, *why, "--public"]
    for command in ("history", "history --as judge", "history --as judge --json", "result", "result --json --as judge",
                    "log", "log --as judge", "replay", "render -o -", "export", "export --format text"):  # fmt: skip
        yield [*command.split(), id]
    yield ["show", id, "--as-of", evil]
    yield ["export", "--event", evil]
    yield ["copy", str(folder / f"c{evil}.sqlite"), id]
    yield ["merge", str(folder / f"m{evil}.sqlite")]
    yield ["backup", str(folder / f"b{evil}.sqlite")]
    yield ["verify", id, "--commitment", evil]
    yield ["doctor"]


def of_the_archive(folder: Path, evil: str) -> Iterator[list[str]]:
    """Commands that ask the archive, which take longer."""
    evil = evil.encode("utf-8", "replace").decode()
    text = evil.replace("\r", "")
    for form in ("table", "csv", "json", "ndjson"):
        yield ["query", "SELECT * FROM matches", "--format", form]
        yield ["query", "SELECT * FROM notes", "--format", form]
        yield [
            "query",
            f"SELECT '{text}' AS \"c{text}\", ['{text}'] AS l, {{'k{text}': '{text}'}} AS s",
            "--format",
            form,
        ]
    yield ["query", f"SELECT {evil}"]
    yield ["query", "SELECT $a", "-p", f"a={evil}"]
    yield ["query", "SELECT 1", "-p", evil]
    yield ["query", "SELECT 1", "--as", evil]
    yield ["query", "SELECT 1", "-o", str(folder / f"f{evil}.what")]
    yield ["query", "SELECT 1", "-o", str(folder / f"f{evil}.csv")]
    yield ["report", "win-rates"]
    yield ["report", "win-rates", "-p", f"event={evil}"]
    yield ["report", "head_to_head", "--plot"]
    yield ["report", "ratings", "--plot"]
    yield ["tables", evil]
    yield ["lake", str(folder / f"l{evil}")]


def files(folder: Path, evil: str) -> Iterator[Path]:
    """Match files with one string each that is harmful: header keys and values, keys, codes, words."""
    for number, text in enumerate(_contents(evil)):
        path = folder / f"m{number}.txt"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        yield path


def _contents(evil: str) -> Iterator[str]:
    for header in _spoilt(HEADER, evil):
        yield "\n".join(map(json.dumps, (header, ACTION)))
        yield "\n".join(json.dumps(one, ensure_ascii=False) for one in (header, ACTION))
        lines = [f"{key}: {value if isinstance(value, str) else json.dumps(value)}" for key, value in header.items()]
        yield "\n".join([*lines, "", "Ann flip > 8YK"])
    for action in _spoilt(ACTION, evil):
        yield "\n".join(map(json.dumps, (HEADER, action)))
    header = "\n".join(f"{key}: {json.dumps(value)}" for key, value in HEADER.items())
    for line in (
        f"Ann {evil}",
        f"{evil} flip",
        f"Ann flip {evil} x",
        f"Ann flip > {evil}",
        f'Ann flip > 8YK {{"{evil}": 1}}',
    ):
        yield f"{header}\n\n{line}\n"
    yield f"{header}\n{evil}\n\nAnn flip\n"


def _spoilt(value: Any, evil: str) -> Iterator[Any]:
    """The value with the harmful string in one place after the other, in the place of a key or a text, or behind it."""
    if isinstance(value, dict):
        for key in value:
            yield {(f"{key}{evil}" if other == key else other): inner for other, inner in value.items()}
            yield from ({**value, key: spoilt} for spoilt in _spoilt(value[key], evil))
        yield {**value, evil: evil}
    elif isinstance(value, list):
        for at in range(len(value)):
            yield from ([*value[:at], spoilt, *value[at + 1 :]] for spoilt in _spoilt(value[at], evil))
    else:
        yield f"{value}{evil}"


def leaks(folder: Path, evil: str, *, archive: bool) -> Iterator[tuple[Sequence[str], list[str]]]:
    """Each command, with the characters that came out of it raw."""
    store = folder / "store.sqlite"
    match = store_with(store, evil)
    commands = [*of_a_match(match, evil), *of_words(folder, evil)]
    commands += [["note", str(match.id), f"n{evil}", "--public"], ["undo", str(match.id), "--reason", f"r{evil}"]]
    for path in files(folder, evil):
        commands += [["import", str(path)], ["import", str(path), "--json"]]
    commands += of_corrections(match, folder, evil)
    commands += [*of_the_archive(folder, evil), ["report", "corrections"]] if archive else []
    for command in commands:
        yield command, raw(on_terminal("--store", str(store), *command))
    yield ["--store"], raw(on_terminal("--store", str(folder / f"s{evil}"), "matches"))


def table() -> int:
    """Prints for each kind how many commands there were, and those that let something through."""
    wrong = 0
    for kind, evil in KINDS.items():
        with TemporaryDirectory() as folder:
            found = list(leaks(Path(folder), evil, archive=True))
        leaking = [command for command, letters in found if letters]
        print(f"{kind:14} {len(found):>5} commands, {len(leaking)} let something through")
        for command in leaking:
            print(f"    {' '.join(command)!a}")
        wrong += len(leaking)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(table())
