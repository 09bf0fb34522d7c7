"""Scenarios: a match file in text form, with lines that say what must be refused and what must be so.

Ann flip > 5ML                      an action that is accepted
! Cat bid 4MS => SB-4.2             an action that is refused with this rule and changes nothing
! Cat bid 4MS => SB-4.2 | pass; ... and what would be legal instead
! start => SB-1.1                   the only line of a match whose start is refused
facts CardFlipped, LeadPassed       the facts of the last step, in order
fact AuctionWon {"seat": "Ann"}     the last step has such a fact with at least these fields
state take.Cat = ["5ML"]            the judge's state at a path
state@Bob take.Cat = ["5ML"]        the same in an observer's view
act Bob, Cat                        who has choices now; `act nobody`
result {"scores": {...}}            the result has at least these keys
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any
from uuid import UUID

from ludograph.domain.exchange.importer import read_setup
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE, Choice, Refused, verb_of
from ludograph.domain.kernel.shapes import fields_of
from ludograph.domain.match.aggregate import Match, Setting, Stamp, start_match
from ludograph.domain.notation.matchfile import Chunk, FileLine, chunks, read_header
from ludograph.domain.notation.parser import LineParser, parse_line
from ludograph.domain.notation.values import Reader, ValueWriter, text_of

STAMP = Stamp(datetime(2026, 11, 20, tzinfo=UTC), "00" * 16)
FOLDER = Path(__file__).parent / "scenarios"
COMMANDS = re.compile(r"^(!|facts|fact|state(@\S+)?|act|result)\s")


def scenario_files() -> list[Path]:
    """Every scenario there is."""
    return sorted(FOLDER.glob("*/*.txt"))


class Play:
    """One scenario being played; an AssertionError names the line that is not so."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cited: set[str] = set()
        self.refusal: Refused | None = None
        """What was refused last."""
        with path.open("rb") as lines:
            (self.chunk,) = chunks(lines)
        self._match = self._start()

    @property
    def begun(self) -> bool:
        """Whether there is a match; else its start was refused, as it has to be."""
        return self._match is not None

    @property
    def match(self) -> Match:
        """The match as it stands."""
        assert self._match is not None
        return self._match

    def run(self) -> None:
        """Plays and checks every line."""
        if self.begun:
            for row in self.chunk.actions:
                self.line(row)

    def line(self, row: FileLine) -> None:
        """Plays or checks one line."""
        with _naming(self.path, row):
            if COMMANDS.match(row.text):
                word, _, rest = row.text.partition(" ")
                self._check(word, rest.strip())
            else:
                self._match = self._act(row.text)

    def _start(self) -> Match | None:
        header, game = read_header(self.chunk, GAMES)
        first = self.chunk.actions[0] if self.chunk.actions else FileLine(0, "")
        self.players = header.players
        expected = re.fullmatch(r"! start => (\S+)", first.text)
        try:
            options, deal = read_setup(game, header.players, header.options, header.deal)
            match = start_match(game, UUID(int=1), Setting(header.players, options, deal, None), STAMP)
        except Refused as refused:
            assert expected, f"{self.path.name}: the start was refused by {refused.rule}: {refused.why}"
            assert refused.rule == expected[1], (
                f"{self.path.name}: {refused.rule} instead of {expected[1]}: {refused.why}"
            )
            self.cited.add(expected[1])
            self.refusal = refused
            return None
        assert not expected, f"{self.path.name}: the start was not refused"
        return match

    def _act(self, text: str) -> Match:
        game = self.match.game
        reader = Reader(game.deck, self.match.players)
        line = parse_line(LineParser(game, self.match.players), text)
        chance = self.match.chance(line.drawn, line.shuffled)
        return self.match.play(line.actor, line.move(game, reader), STAMP, chance=chance)

    def _check(self, word: str, rest: str) -> None:
        if word == "!":
            self._refused(rest)
        elif word == "facts":
            assert [type(fact).__name__ for fact in self._facts()] == [name.strip() for name in rest.split(",")]
        elif word == "fact":
            name, _, fields = rest.partition(" ")
            self._fact(name, json.loads(fields or "{}"))
        elif word == "act":
            self._to_act([] if rest == "nobody" else [name.strip() for name in rest.split(",")])
        elif word == "result":
            wanted = json.loads(rest)
            found = result_of(self.match)
            assert {key: found[key] for key in wanted} == wanted
        else:
            path, _, value = rest.partition("=")
            self._state(word.partition("@")[2], path.strip(), json.loads(value))

    def _refused(self, text: str) -> None:
        action, _, expected = text.partition("=>")
        rule, _, instead = (part.strip() for part in expected.partition("|"))
        before = self.match
        try:
            self._act(action.strip())
        except Refused as refused:
            self.refusal = refused
            assert refused.rule == rule, f"refused by {refused.rule} instead: {refused.why}"
            if instead:
                found = {text for choice in refused.instead for text in texts(choice, self.match)}
                assert found == set(_spread(instead)), f"legal instead: {sorted(found)}"
        else:
            raise AssertionError("this was accepted")
        assert self.match is before
        self.cited.add(rule)

    def _facts(self) -> tuple[Any, ...]:
        return self.match.steps[-1].facts if self.match.steps else self.match.start.facts

    def _fact(self, name: str, fields: dict[str, Any]) -> None:
        writer = ValueWriter(self.match.players)
        found = [writer.struct(fact) for fact in self._facts() if type(fact).__name__ == name]
        assert any({key: fact.get(key) for key in fields} == fields for fact in found), f"found {found}"

    def _to_act(self, names: list[str]) -> None:
        seats = range(TABLE, len(self.match.players) + 1)
        choices = {seat: self.match.game.choices(self.match.state, seat) for seat in seats}
        found = [seat for seat in seats if any(not choice.idle for choice in choices[seat])]
        assert sorted(ValueWriter(self.match.players).seat(seat) for seat in found) == sorted(names)

    def _state(self, observer: str, path: str, value: Any) -> None:
        seat = {"": JUDGE, "table": TABLE}.get(observer)
        seat = Reader(self.match.game.deck, self.match.players).seat(observer) if seat is None else seat
        found: Any = ValueWriter(self.match.players).struct(self.match.view(seat))
        for key in path.split("."):
            found = found[int(key) if isinstance(found, list) else key]
        assert json.loads(json.dumps(found)) == value, f"{path} is {found}"


def result_of(match: Match) -> dict[str, Any]:
    """The result with players' names, as `result --json` has it."""
    result = match.game.result(match.state)
    winners = (
        result.winners if isinstance(result.winners, str) else [match.players[seat - 1] for seat in result.winners]
    )
    return {"over": result.over, "scores": dict(zip(match.players, result.scores, strict=True)), "winners": winners}


def texts(choice: Choice, match: Match) -> Iterator[str]:
    """Every action that a block of choices stands for, as text."""
    writer = ValueWriter(match.players, unknown="??")
    names = [field.name for field in fields_of(choice.action) if field.name in choice.values]
    for values in product(*(choice.values[name] for name in names)):
        action = choice.action(**dict(zip(names, values, strict=True)))
        yield text_of(match.game, verb_of(type(action).__name__), writer.fields(action))


def _spread(instead: str) -> Iterator[str]:
    """The alternatives, with `raise 9..90` spread out."""
    for text in instead.split(";"):
        span = re.fullmatch(r"(.*?)(-?\d+)\.\.(-?\d+)", text.strip())
        if span is None:
            yield text.strip()
        else:
            yield from (f"{span[1]}{number}" for number in range(int(span[2]), int(span[3]) + 1))


class _naming:  # noqa: N801
    """Names the line of a scenario in whatever goes wrong on it."""

    def __init__(self, path: Path, row: FileLine) -> None:
        self.where = f"{path.parent.name}/{path.name}:{row.number}: {row.text}"

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, wrong: BaseException | None, trace: object) -> None:
        if isinstance(wrong, Exception):
            raise AssertionError(f"{self.where}\n{type(wrong).__name__}: {wrong}") from wrong


__all__ = ["Chunk", "Play", "result_of", "scenario_files", "texts"]
