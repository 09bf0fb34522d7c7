"""What is measured: each work prepared anew for every round, so that nothing is done twice."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from json import dumps, loads
from pathlib import Path

from click.shell_completion import ShellComplete
from click.testing import CliRunner

from bench.growth.gauge import Work
from bench.growth.served import Served
from ludograph.cli.main import main
from ludograph.domain.entry.recording import read_entry, record_entry
from ludograph.domain.exchange.exporter import exported, line_text
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match

Works = Mapping[str, Callable[[], Work]]
Names = Iterator[int]


class Desk:
    """A store, and commands in this process on it."""

    def __init__(self, store: Path, place: Path) -> None:
        self.store = store
        self.place = place
        self.fresh = count()

    def run(self, *words: str) -> str:
        """What a command prints. Raises `RuntimeError` where it fails."""
        done = CliRunner().invoke(main, ["--store", str(self.store), *words])
        if done.exit_code:
            raise RuntimeError(f"{words}: {done.output}") from done.exception
        return done.output

    def command(self, *words: str) -> Callable[[], Work]:
        """A work that is the same every time."""
        return lambda: lambda: self.run(*words)

    def name(self, what: str) -> str:
        """An id that was not used before."""
        return f"{what}-{next(self.fresh)}-{self.place.name}"

    def begun(self, *actions: str) -> str:
        """The id of a new match with these actions."""
        name = self.name("new")
        self.run("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", name)
        if actions:
            self.run("act", name, *actions)
        return name


class OfStore:
    """What is done for one match of many; `m7` and the next are stored, over, and nobody has agreed to them."""

    def __init__(self, desk: Desk, served: Served) -> None:
        self.desk = desk
        self.served = served
        self.agreed = count(20)

    def new(self, *more: str) -> Work:
        name = self.desk.name("opened")
        return lambda: self.desk.run("new", "sun-bid", "Person 1", "Person 2", "--seed", name, "--id", name, *more)

    def act(self) -> Work:
        name = self.desk.begun()
        return lambda: self.desk.run("act", name, "Bob flip")

    def undo(self) -> Work:
        name = self.desk.begun("Bob flip")
        return lambda: self.desk.run("undo", name, "--reason", "a slip")

    def amend(self) -> Work:
        name = self.desk.begun("Bob flip", "Ann flip")
        return lambda: self.desk.run("amend", name, "2", "Ann call", "--reason", "a slip")

    def confirm(self) -> Work:
        name = f"m{next(self.agreed)}"
        return lambda: self.desk.run("confirm", name, "--as", "judge")

    def importing(self) -> Work:
        first, *rest = self.desk.run("export", "m7", "--as", "judge").splitlines()
        file = self.desk.place / "one.jsonl"
        file.write_text("\n".join([dumps(loads(first) | {"id": self.desk.name("file")}), *rest, ""]))
        return lambda: self.desk.run("import", str(file))

    def sync(self, *words: str) -> Work:
        self.desk.begun("Bob flip")
        return lambda: self.desk.run(*words)

    def post(self) -> Work:
        name = self.desk.begun()
        self.served.ask("GET", f"/api/matches/{name}")
        return lambda: self.served.ask("POST", f"/api/matches/{name}/actions", {"line": "Bob flip"})

    def works(self) -> Works:
        """Each by its name."""
        return {
            "new": self.new,
            "new, at a table of a tournament": lambda: self.new("--event", "Open 1", "--round", "9", "--table", "9"),
            "act": self.act,
            "undo": self.undo,
            "amend": self.amend,
            "note": self.desk.command("note", "m7", "all agreed"),
            "confirm": self.confirm,
            "import of one file": self.importing,
            "show": self.desk.command("show", "m7"),
            "log": self.desk.command("log", "m7"),
            "export": self.desk.command("export", "m7"),
            "verify of one match": self.desk.command("verify", "m7"),
            "render": self.desk.command("render", "m7", "-o", str(self.desk.place / "page.html")),
            "matches": self.desk.command("matches"),
            "matches --limit 10": self.desk.command("matches", "--limit", "10"),
            "matches --event": self.desk.command("matches", "--event", "Open 1"),
            "tournament show": self.desk.command("tournament", "show", "Open 1"),
            "Tab behind `show m7`": lambda: (
                lambda: ShellComplete(main, {}, "ludograph", "").get_completions(
                    ["--store", str(self.desk.store), "show"], "m7"
                )
            ),
            "query, after one new match": lambda: self.sync("query", "SELECT count(*) FROM matches"),
            "report games": self.desk.command("report", "games"),
            "report ratings, after one new match": lambda: self.sync("report", "ratings"),
            "GET of one match": lambda: lambda: self.served.ask("GET", "/api/matches/m7"),
            "POST of an action": self.post,
        }


class OfMatch:
    """What is done with a long match that goes on."""

    def __init__(self, desk: Desk, served: Served, match: str) -> None:
        self.desk = desk
        self.served = served
        self.match = match
        self.recorder = served.recorder

    def held(self) -> Match:
        return self.recorder.load(self.recorder.find(self.match))

    def line(self, found: Match) -> str:
        """An action that is open."""
        (choice, *_), seat = next((choices, seat) for seat, choices in found.open_to(found.state).items() if seat > 0)
        fields = {name: values[0] for name, values in choice.values.items()}
        after = found.play(seat, choice.action(**fields), self.recorder.stamp())
        raw = list(exported(after, JUDGE))[-1]
        return dumps({key: value for key, value in raw.items() if key not in ("drawn", "shuffled", "by", "at")})

    def act(self) -> Work:
        text = self.line(self.held())
        return lambda: self.desk.run("act", self.match, text)

    def entered(self) -> Work:
        found = self.held()
        text = self.line(found)

        def work() -> None:
            (one,), _ = read_entry(found, text, 0, TABLE)
            record_entry(self.recorder, found, one, TABLE)

        return work

    def in_words(self) -> Work:
        found = self.held()
        text = line_text(found, loads(self.line(found)))
        found.view(TABLE)  # whoever entered the action before it saw that

        def work() -> None:
            (one,), _ = read_entry(found, text, 0, TABLE)
            record_entry(self.recorder, found, one, TABLE)

        return work

    def undone(self) -> Work:
        found = self.held()
        return lambda: self.recorder.take_back(found, len(found.steps) - 1, "a slip")

    def refreshed(self) -> Work:
        found = self.held()
        return lambda: self.recorder.refreshed(found)

    def post(self) -> Work:
        text = self.line(self.held())
        self.served.ask("GET", f"/api/matches/{self.match}/result")
        return lambda: self.served.ask("POST", f"/api/matches/{self.match}/actions", loads(text))

    def importing(self) -> Work:
        first, *rest = self.desk.run("export", self.match, "--as", "judge").splitlines()
        file = self.desk.place / "long.jsonl"
        file.write_text("\n".join([dumps(loads(first) | {"id": self.desk.name("file")}), *rest, ""]))
        return lambda: self.desk.run("import", str(file))

    def corrected(self) -> Work:
        lines = [loads(line) for line in self.desk.run("export", self.match, "--as", "judge").splitlines()]
        lines[len(lines) // 2]["note"] = self.desk.name("noted")
        file = self.desk.place / "corrected.jsonl"
        file.write_text("\n".join([*map(dumps, lines), ""]))
        return lambda: self.desk.run("amend", self.match, "--file", str(file), "--reason", "a slip")

    def works(self) -> Works:
        """Each by its name."""
        return {
            "one action in a running recorder": self.entered,
            "one action as text in a running recorder": self.in_words,
            "one takeback in a running recorder": self.undone,
            "looking for news of a match": self.refreshed,
            "act": self.act,
            "undo": self.desk.command("undo", self.match, "--reason", "a slip"),
            "note": self.desk.command("note", self.match, "all agreed"),
            "show": self.desk.command("show", self.match),
            "result": self.desk.command("result", self.match),
            "log": self.desk.command("log", self.match),
            "history": self.desk.command("history", self.match),
            "export": self.desk.command("export", self.match, "--as", "judge"),
            "import": self.importing,
            "verify": self.desk.command("verify", self.match),
            "render, for the judge": self.desk.command(
                "render", self.match, "--as", "judge", "-o", str(self.desk.place / "long.html")
            ),
            "GET of the match": lambda: lambda: self.served.ask("GET", f"/api/matches/{self.match}"),
            "POST of an action": self.post,
            "query, after the match": lambda: lambda: self.desk.run("query", "--rebuild", "SELECT count(*) FROM steps"),
            "amend of its beginning, said again": self.desk.command(
                "amend", self.match, "0", 'event: "Open"', "--reason", "a slip"
            ),
            "amend by a whole file": self.corrected,
            "verify, with corrections": self.desk.command("verify", self.match),
        }
