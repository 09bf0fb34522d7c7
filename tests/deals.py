"""Deals that the program made and sealed, and everybody who would put them right: by command, and through the service.

`python -m tests.deals --cases 1000 --seed 1` starts sealed matches of every game, plays on, and corrects their headers
in every way that touches the deal: with what lies open, with hidden cards right and wrong, with other players and
options. None may change what was dealt, nor tell a right card from a wrong one; and no corrected file has other cards
in it than the program drew while the match was played. Then it does to some matches what older versions did, and looks
whether everything says so. It stops at the first that is otherwise.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch
from uuid import UUID

from click.testing import CliRunner

from ludograph.cli.main import main as ludograph
from ludograph.domain.corrections.amend import (
    Amendment,
    Reason,
    Unamendable,
    corrected_match,
    header_correction,
    rewritten_file,
)
from ludograph.domain.corrections.entry_lines import seat_numbers
from ludograph.domain.corrections.program_deal import FIXED
from ludograph.domain.exchange.exporter import action_line, header
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.chance import Drawing
from ludograph.domain.kernel.game import TABLE, Refused
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.views import concealed
from ludograph.domain.notation.values import ValueWriter
from tests.amendments import LATER, any_line, chunk_of, exchanged, leaves, numbered
from tests.service.running import Service, running
from tests.worlds import NAMES, played_on

AMENDMENTS = "ludograph.domain.corrections.amend"
CORRECTED = "was corrected since"


class Table:
    """A sealed match, corrected by command or through the service."""

    def __init__(self, service: Service, game: str, random: Random, by: str) -> None:
        self.service, self.by = service, by
        seats = random.choice(GAMES[game].seats)
        made = service.json("new", game, *NAMES[:seats], "--sealed")
        self.id, self.commitment = str(made["match"]), str(made["commitment"])
        self.scribe = service.client(service.token("scribe", match=self.id))
        steps = random.choice((0, 3, 20, 100))
        service.recorder.record(played_on(self.match, random, steps))

    @property
    def match(self) -> Match:
        """The match as the store has it."""
        return self.service.recorder.load(UUID(self.id))

    def corrected(self, changes: dict[str, Any]) -> str:
        """Corrects the header with the eyes of the table: what was refused, nothing where it was not."""
        line = json.dumps(changes)
        if self.by == "service":
            body = {"step": 0, "lines": [line], "reason": "why"}
            done = self.scribe.post(f"/api/matches/{self.id}/amend", json=body)
            assert done.status_code in (201, 422), done.text
            said = "" if done.status_code == 201 else str(done.json()["message"])
            return "" if said.startswith("Nothing is changed") else said
        code, said = self.run("amend", "0", line, "--reason", "why", "--json")
        return "" if code == 0 else str(json.loads(said.splitlines()[0])["error"]["message"])

    def run(self, command: str, *words: str) -> tuple[int, str]:
        """A command about the match: its exit code, and all that it said."""
        done = CliRunner().invoke(ludograph, ["--store", str(self.service.store), command, self.id, *words])
        assert "Traceback" not in done.output
        return done.exit_code, " ".join(done.output.split()) if "--json" not in words else done.output

    def asked(self, path: str = "") -> Any:
        """What the service answers to its scribe."""
        return self.scribe.get(f"/api/matches/{self.id}{path}").json()


def corrections(match: Match, random: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Headers that say something of the deal, or of what it was dealt for."""
    head, lies = header(match), header(match, TABLE).get("deal", {})
    deal = head.get("deal", {})
    yield "open", {"deal": lies}
    yield "part", {"deal": {key: lies[key] for key in lies if random.random() < 0.5}}
    yield "empty", {"deal": {}}
    yield "whole", {key: head[key] for key in ("ludograph", "game", "players", "options")} | {"played_on": "2026-11-20"}
    yield "right", {"deal": deal}
    yield "wrong", {"deal": turned(deal, match.players, random)}
    yield (
        "unknown",
        {"deal": exchanged(deal, dict.fromkeys(set(leaves(deal)) & set(match.game.deck.by_code), "??"))},
    )
    yield "names", {"players": random.sample(match.players, len(match.players))}
    yield "fewer", {"players": list(match.players[:-1])}
    yield "more", {"players": [*match.players, "Zoe"]}
    for name, value in head["options"].items():
        if isinstance(value, bool):
            yield "option", {"options": {name: not value}}


def turned(deal: dict[str, Any], players: tuple[str, ...], random: Random) -> dict[str, Any]:
    """A deal with two cards in each other's places; where there are none, with another player in it."""
    cards = sorted(set(leaves(deal)) - set(NAMES))
    if len(cards) < 2:
        return dict(exchanged(deal, dict(zip(players, (*players[1:], players[0]), strict=True))))
    one, other = random.sample(cards, 2)
    return dict(exchanged(deal, {one: other, other: one}))


def check_kept(table: Table, kind: str, changes: dict[str, Any], tally: Counter[str]) -> None:
    """A correction leaves the deal as it was made, and a refusal changes nothing."""
    before = table.match
    refused = table.corrected(changes)
    after = table.match
    assert after.start.deal == after.first.deal == before.start.deal, (kind, changes)
    assert not refused or after.head == before.head
    if kind in ("right", "wrong") and header(before, TABLE).get("deal", {}) != header(before).get("deal", {}):
        assert refused == FIXED, refused
    if kind in ("right", "wrong"):
        line = json.dumps(changes)
        code, said = table.run("amend", "0", line, "--preview", "--as", "judge")
        assert (code == 1 and "its deal is not put right" in said) if kind == "wrong" else code == 0, said
    assert table.run("verify", "--commitment", table.commitment)[0] == 0
    tally[f"{kind} {'refused' if refused else 'kept'}"] += 1


def as_before(match: Match, changes: dict[str, Any]) -> Amendment | None:
    """A correction as versions made it that let the deal be put right; None where it is refused."""
    with patch(f"{AMENDMENTS}.is_program_dealt", lambda match: False):
        try:
            return corrected_match(match, header_correction(match, changes), Reason("why"), LATER, cut=True)
        except Unamendable:
            return None


def check_drawn(table: Table, random: Random, tally: Counter[str]) -> None:
    """What the program drew with an action, unseen by the table, is not put right: right and wrong are told alike."""
    match = table.match
    hidden = [step for step in match.steps if concealed(step, TABLE).drawn != step.drawn]
    if not hidden:
        return
    step = random.choice(hidden)
    line = action_line(step, ValueWriter(match.players, unknown="??"))
    drawn = list(step.drawn)
    for cards in (drawn, drawn[::-1], ["??"] * len(drawn)):
        words = [str(step.number), json.dumps(line | {"drawn": cards}), "--cut", "--reason", "why"]
        code, said = table.run("amend", *words)
        assert cards is not drawn or (code == 1 and "What the program drew is not put right" in said), said
        assert table.match.steps[step.number - 1].drawn == step.drawn
    tally["drawn"] += 1


def drew(match: Match) -> list[Any]:
    """What the program drew at the steps that stand, in its order, as far as it was by chance."""
    found = []
    for step in match.steps:
        chance = Drawing(match.first.seed or "", step.number)
        with suppress(Refused):
            play(match.game, match.states[step.number - 1], step.actor, step.action, chance)
        if chance.has_drawn:
            found.append((step.number, (step.actor, step.action, step.drawn, step.shuffled)))
    return found


def redrawn(match: Match, drawing: list[int], random: Random) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Match files in which something else was drawn."""
    lines = numbered(match)
    at, other = random.choice(drawing), random.choice(drawing)
    drawn = lines[at].get("drawn", [])
    cards = random.sample(sorted(match.game.deck.by_code), min(len(drawn), len(match.game.deck.by_code)))
    unknown: dict[str, Any] = {"drawn": ["??"] * len(drawn)}
    said = any_line(match, lines, at, random)
    yield "in place", [*lines[:at], lines[at] | {"drawn": [*cards[:1], *drawn[1:]]}, *lines[at + 1 :]]
    yield "all in place", [*lines[:at], lines[at] | {"drawn": cards}, *lines[at + 1 :]]
    yield "moved", [*lines[:at], said, lines[at] | {"drawn": cards}, *lines[at + 1 :]]
    yield "unknown by moving", [*lines[:at], said, lines[at] | unknown, *lines[at + 1 :]]
    swapped = [*lines]
    for one, two in ((at, other), (other, at)):
        swapped[one] = lines[one] | {key: lines[two][key] for key in ("drawn", "shuffled") if key in lines[two]}
    yield "swapped", swapped
    yield "doubled", [*lines[:at], swapped[at], *lines[at + 1 :]]
    yield "twice", [*lines[: at + 1], lines[at], *lines[at + 1 :]]
    yield "left out", [*lines[:at], *lines[at + 1 :]]


def check_redrawn(match: Match, random: Random, tally: Counter[str]) -> None:
    """Whatever a corrected file says: what the program drew stays in its order, or is taken back from its end on."""
    stood = drew(match)
    for kind, lines in redrawn(match, [number for number, _ in stood], random) if stood else ():
        with suppress(Unamendable):
            now = corrected_match(
                match, rewritten_file(match, chunk_of(lines)), Reason("why"), LATER, cut=random.random() < 0.5
            )
            kept = [said for _, said in drew(now.match)]
            assert kept == [said for _, said in stood][: len(kept)], kind
            tally[f"{kind} kept"] += 1
            continue
        tally[f"{kind} refused"] += 1


def check_told(table: Table, changes: dict[str, Any], tally: Counter[str]) -> None:
    """Where an older version put the deal right, everything says so, until it stands again as it was made."""
    made = as_before(table.match, changes)
    if made is None or made.match.start.deal == made.match.first.deal:
        return
    table.service.recorder.record(made.match)
    match, dealt = table.match, header(table.match).get("deal", {})
    wanted = {"event": match.version, "sealed": True}
    code, said = table.run("verify", "--commitment", table.commitment)
    assert (code, CORRECTED in said, "dealt so;" in said) == (1, True, False), said
    code, said = table.run("verify", "--json")
    found = json.loads(said)
    assert (code, found["ok"], found["deal_corrected"] | wanted) == (0, True, found["deal_corrected"]), found
    for command in ("verify", "show", "result"):
        assert CORRECTED in table.run(command)[1], command
    for path, command in (("", "show"), ("/result", "result")):
        told = [table.asked(path)["deal_corrected"], json.loads(table.run(command, "--json")[1])["deal_corrected"]]
        assert told == [wanted, wanted]
    assert table.corrected({"table": "7"}) == ""
    assert header(table.match).get("deal", {}) == dealt
    begun = Match(match.first, match.game, (), (), (match.first,))
    # Whatever the players are called now.
    first = json.dumps(
        {"deal": header(begun, names=seat_numbers(match))["deal"]}
    )  # whatever the players are called now
    code, said = table.run("amend", "0", first, "--reason", "as it was dealt", "--as", "judge", "--cut")
    assert code == 0, said
    assert CORRECTED not in table.run("verify", "--commitment", table.commitment)[1]
    tally["told"] += 1


def run(service: Service, game: str, random: Random, tally: Counter[str]) -> None:
    """Every correction of one match of a game."""
    table = Table(service, game, random, random.choice(("command", "service")))
    for kind, changes in corrections(table.match, random):
        check_kept(table, kind, changes, tally)
    match = table.match
    wrong = [changes for kind, changes in corrections(match, random) if kind in ("open", "empty", "wrong")]
    check_drawn(table, random, tally)
    check_redrawn(match, random, tally)
    check_told(table, random.choice(wrong), tally)


def main() -> None:
    """Tries so many corrections and prints what came of them."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100, help="How many corrections, about.")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    tally: Counter[str] = Counter()
    with TemporaryDirectory() as folder, running(Path(folder) / "store.sqlite") as service:
        number = 0
        while tally.total() < wanted.cases:
            for game in GAMES:
                run(service, game, Random(f"{game}/{wanted.seed}/{number}"), tally)
            number += 1
    for name, count in sorted(tally.items()):
        print(f"{name:26}{count:>8}")
    print(f"{'in all':26}{tally.total():>8}")


if __name__ == "__main__":
    main()
