"""What is measured: each work prepared anew for every round, so that nothing is done twice."""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from json import dumps, loads
from pathlib import Path

from click.shell_completion import ShellComplete
from click.testing import CliRunner

from bench.growth.gauge import Work
from bench.growth.served import Served
from cli.main import main
from domain.entering.acting import enter, read
from domain.kernel.game import JUDGE, TABLE
from domain.records.exporting import exported, line_text
from domain.records.match import Match

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


def of_store(desk: Desk, served: Served) -> Works:
    """What is done for one match of many; `m7` and the next are stored, over, and nobody has agreed to them."""
    agreed = count(20)

    def new(*more: str) -> Work:
        name = desk.name("opened")
        return lambda: desk.run("new", "sun-bid", "Person 1", "Person 2", "--seed", name, "--id", name, *more)

    def act() -> Work:
        name = desk.begun()
        return lambda: desk.run("act", name, "Bob flip")

    def undo() -> Work:
        name = desk.begun("Bob flip")
        return lambda: desk.run("undo", name, "--reason", "a slip")

    def amend() -> Work:
        name = desk.begun("Bob flip", "Ann flip")
        return lambda: desk.run("amend", name, "2", "Ann call", "--reason", "a slip")

    def confirm() -> Work:
        name = f"m{next(agreed)}"
        return lambda: desk.run("confirm", name, "--as", "judge")

    def importing() -> Work:
        first, *rest = desk.run("export", "m7", "--as", "judge").splitlines()
        file = desk.place / "one.jsonl"
        file.write_text("\n".join([dumps(loads(first) | {"id": desk.name("file")}), *rest, ""]))
        return lambda: desk.run("import", str(file))

    def sync(*words: str) -> Work:
        desk.begun("Bob flip")
        return lambda: desk.run(*words)

    def post() -> Work:
        name = desk.begun()
        served.ask("GET", f"/api/matches/{name}")
        return lambda: served.ask("POST", f"/api/matches/{name}/actions", {"line": "Bob flip"})

    return {
        "new": new,
        "new, at a table of a tournament": lambda: new("--event", "Open 1", "--round", "9", "--table", "9"),
        "act": act,
        "undo": undo,
        "amend": amend,
        "note": desk.command("note", "m7", "all agreed"),
        "confirm": confirm,
        "import of one file": importing,
        "show": desk.command("show", "m7"),
        "log": desk.command("log", "m7"),
        "export": desk.command("export", "m7"),
        "verify of one match": desk.command("verify", "m7"),
        "render": desk.command("render", "m7", "-o", str(desk.place / "page.html")),
        "matches": desk.command("matches"),
        "matches --limit 10": desk.command("matches", "--limit", "10"),
        "matches --event": desk.command("matches", "--event", "Open 1"),
        "tournament show": desk.command("tournament", "show", "Open 1"),
        "Tab behind `show m7`": lambda: (
            lambda: ShellComplete(main, {}, "ludograph", "").get_completions(["--store", str(desk.store), "show"], "m7")
        ),
        "query, after one new match": lambda: sync("query", "SELECT count(*) FROM matches"),
        "report games": desk.command("report", "games"),
        "report ratings, after one new match": lambda: sync("report", "ratings"),
        "GET of one match": lambda: lambda: served.ask("GET", "/api/matches/m7"),
        "POST of an action": post,
    }


def of_match(desk: Desk, served: Served, match: str) -> Works:
    """What is done with a long match that goes on."""
    recorder = served.recorder

    def held() -> Match:
        return recorder.load(recorder.find(match))

    def line(found: Match) -> str:
        """An action that is open."""
        (choice, *_), seat = next((choices, seat) for seat, choices in found.open_to(found.state).items() if seat > 0)
        fields = {name: values[0] for name, values in choice.values.items()}
        after = found.play(seat, choice.action(**fields), recorder.stamp())
        raw = list(exported(after, JUDGE))[-1]
        return dumps({key: value for key, value in raw.items() if key not in ("drawn", "shuffled", "by", "at")})

    def act() -> Work:
        text = line(held())
        return lambda: desk.run("act", match, text)

    def entered() -> Work:
        found = held()
        text = line(found)

        def work() -> None:
            (one,), _ = read(found, text, 0, TABLE)
            enter(recorder, found, one, TABLE)

        return work

    def in_words() -> Work:
        found = held()
        text = line_text(found, loads(line(found)))
        found.view(TABLE)  # whoever entered the action before it saw that

        def work() -> None:
            (one,), _ = read(found, text, 0, TABLE)
            enter(recorder, found, one, TABLE)

        return work

    def undone() -> Work:
        found = held()
        return lambda: recorder.take_back(found, len(found.steps) - 1, "a slip")

    def refreshed() -> Work:
        found = held()
        return lambda: recorder.refreshed(found)

    def post() -> Work:
        text = line(held())
        served.ask("GET", f"/api/matches/{match}/result")
        return lambda: served.ask("POST", f"/api/matches/{match}/actions", loads(text))

    def importing() -> Work:
        first, *rest = desk.run("export", match, "--as", "judge").splitlines()
        file = desk.place / "long.jsonl"
        file.write_text("\n".join([dumps(loads(first) | {"id": desk.name("file")}), *rest, ""]))
        return lambda: desk.run("import", str(file))

    def corrected() -> Work:
        lines = [loads(line) for line in desk.run("export", match, "--as", "judge").splitlines()]
        lines[len(lines) // 2]["note"] = desk.name("noted")
        file = desk.place / "corrected.jsonl"
        file.write_text("\n".join([*map(dumps, lines), ""]))
        return lambda: desk.run("amend", match, "--file", str(file), "--reason", "a slip")

    return {
        "one action in a running recorder": entered,
        "one action as text in a running recorder": in_words,
        "one takeback in a running recorder": undone,
        "looking for news of a match": refreshed,
        "act": act,
        "undo": desk.command("undo", match, "--reason", "a slip"),
        "note": desk.command("note", match, "all agreed"),
        "show": desk.command("show", match),
        "result": desk.command("result", match),
        "log": desk.command("log", match),
        "history": desk.command("history", match),
        "export": desk.command("export", match, "--as", "judge"),
        "import": importing,
        "verify": desk.command("verify", match),
        "render, for the judge": desk.command("render", match, "--as", "judge", "-o", str(desk.place / "long.html")),
        "GET of the match": lambda: lambda: served.ask("GET", f"/api/matches/{match}"),
        "POST of an action": post,
        "query, after the match": lambda: lambda: desk.run("query", "--rebuild", "SELECT count(*) FROM steps"),
        "amend of its beginning, said again": desk.command("amend", match, "0", 'event: "Open"', "--reason", "a slip"),
        "amend by a whole file": corrected,
        "verify, with corrections": desk.command("verify", match),
    }
