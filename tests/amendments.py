"""The law of corrections: a match put right equals the corrected match file, imported afresh.

`python -m tests.amendments --cases 2000 --seed 1` makes random corrections of every form, legal and not, in random
matches of every game, and prints how many were amended, refused and left as they were. It stops at the first that
breaks the law.

One thing a corrected file may not say: another deal than the program made. Where it dealt, the deal stays as it is,
whatever the header leaves out of it; one that says something else is refused, and so are players and options for
which the program would have dealt otherwise. Nor does a correction bring outcomes of its own there, hidden or public:
what the program drew is nobody's slip, so that every step at which it drew stays, or is taken back with all after it.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

from ludograph.domain.bots.moves import Bots
from ludograph.domain.corrections.amend import (
    Amendment,
    Correction,
    Reason,
    Unamendable,
    corrected_match,
    header_correction,
    inserted,
    replaced,
    rewritten_file,
)
from ludograph.domain.corrections.consequences import decided_with_consequences
from ludograph.domain.corrections.program_deal import DRAWN, FIXED, UNFIT, is_program_dealt
from ludograph.domain.corrections.redo import redone
from ludograph.domain.exchange.exporter import action_line, exported, header
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE, Impossible, Refused
from ludograph.domain.match.aggregate import Match, Stamp, rebuilt
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.strict_json import Unreadable
from ludograph.domain.notation.values import ValueWriter
from ludograph.domain.verify.recheck import recheck_problem
from ludograph.replay.sentences.differences import followed_entries, sides
from ludograph.replay.shapes.matches import choices_json
from tests.worlds import STAMP, observers, random_match, random_options, read_back, stamp

Line = dict[str, Any]
LATER = Stamp(datetime(2026, 11, 21, tzinfo=UTC), "11" * 16)


class Case(NamedTuple):
    """A correction, how it is made, and the lines that the corrected match file has."""

    how: str
    make: Callable[[], Correction]
    lines: list[Line]


class Outcome(NamedTuple):
    """A match, or the step and the rule at which it was refused."""

    match: Match | None
    step: int | None = None
    rule: str | None = None


def chunk_of(lines: list[Line]) -> Any:
    """The lines as a match file."""
    (chunk,) = chunks(BytesIO("".join(f"{json.dumps(line)}\n" for line in lines).encode()))
    return chunk


def fresh(lines: list[Line]) -> Outcome:
    """What an import of the corrected file gives."""
    builder = Builder(chunk_of(lines), stamp)
    try:
        return Outcome(builder.match())
    except Refused as wrong:
        return Outcome(None, builder.line - 1, wrong.rule)
    except Unreadable as wrong:
        return Outcome(None, (wrong.line or 1) - 1, None)


def amended(match: Match, case: Case) -> tuple[Outcome, Amendment | None]:
    """What the correction gives."""
    try:
        done = corrected_match(match, case.make(), Reason("why", "Eve"), LATER)
    except Unamendable as wrong:
        return Outcome(None, wrong.step, wrong.rule), None
    return Outcome(done.match), done


def known(match: Match, seed: str) -> list[Any]:
    """Everything that anybody can get of a match, but for ids and times."""
    found: list[Any] = [match.game.result(match.state)]
    steps = sorted(Random(seed).sample(range(len(match.states)), min(3, len(match.states))))
    for observer in observers(match):
        lines = list(exported(match, observer))
        found.append([lines[0] | {"id": ""}, *lines[1:]])
        for at in (*steps, None):
            view = match.view(observer, at)
            opened = match.open_to(view)
            told = {seat: choices_json(choices, match.players) for seat, choices in opened.items()}
            found.append((view, told, match.awaited(view)))
    return found


def says_other(dealt: Any, written: Any) -> bool:
    """Whether a deal as JSON says something else than was dealt; `??`, null and what is left out say nothing."""
    if written in (None, "??"):
        return False
    if isinstance(written, dict) and isinstance(dealt, dict):
        return any(says_other(dealt.get(key), one) for key, one in written.items())
    if isinstance(written, list) and isinstance(dealt, list) and len(written) == len(dealt):
        return any(says_other(*pair) for pair in zip(dealt, written, strict=True))
    return bool(written != dealt)


def is_bound(match: Match, case: Case) -> bool:
    """Whether a correction is refused because the program dealt, and not by a rule."""
    was, now, why = numbered(match)[0], case.lines[0], refusal(match, case)
    other = says_other(was.get("deal", {}), now.get("deal", {}))
    assert other or why != FIXED
    assert why or not other
    assert why != UNFIT or len(was["players"]) != len(now["players"]) or was["options"] != now["options"]
    return other or why in (UNFIT, DRAWN)


def refusal(match: Match, case: Case) -> str:
    """Why a correction is refused; nothing where it is not."""
    try:
        corrected_match(match, case.make(), Reason("why", "Eve"), LATER)
    except Unamendable as wrong:
        return wrong.message
    return ""


def as_dealt(match: Match, lines: list[Line]) -> list[Line]:
    """The corrected file, with the deal that stands where the program dealt."""
    dealt = numbered(match)[0].get("deal")
    return [lines[0] | {"deal": dealt}, *lines[1:]] if dealt and is_program_dealt(match) else lines


def law(match: Match, case: Case, seed: str) -> str:
    """Tries a correction: `amended`, `refused` or `unchanged`. Raises AssertionError where the law is broken."""
    if is_program_dealt(match) and is_bound(match, case):
        return "bound"
    wanted = fresh(as_dealt(match, case.lines))
    got, amendment = amended(match, case)
    if wanted.match is None or got.match is None:
        assert wanted == got, (wanted[1:], got[1:])
        return "refused"
    one, other = known(wanted.match, seed), known(got.match, seed)
    assert not is_program_dealt(match) or got.match.start.deal == match.start.deal
    assert one == other, next(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
    if amendment is None or amendment.at is None:
        assert got.match is match
        return "unchanged"
    check_record(match, got.match, seed)
    return "amended"


def consequences(match: Match, case: Case, seed: str) -> str:
    """Tries a correction with what follows it: a match that equals the file with that in it too, else as without it."""
    plain, _ = amended(match, case)
    try:
        correction = case.make()
    except Unamendable:
        return "unread"
    decided = decided_with_consequences(match, correction, Reason("why", "Eve"), LATER, JUDGE)
    if decided.refused is not None:
        assert plain == Outcome(None, decided.refused.step, decided.refused.rule)
        return "several ways" if "who acts there" in str(decided.refused) else "refused still"
    assert decided.amendment is not None
    if not decided.followed:
        assert plain.match is not None
        return "alone"
    assert plain.match is None
    after, lines = decided.amendment.match, list(as_dealt(match, case.lines))
    now = numbered(after)
    for told in followed_entries(sides(match, after, JUDGE)):
        assert lines[told.step] != now[told.step]
        assert lines[told.step]["do"] == now[told.step]["do"]
        lines[told.step] = now[told.step]
    wanted = fresh(lines)
    assert wanted.match is not None
    assert known(wanted.match, seed) == known(after, seed)
    check_record(match, after, seed)
    return "followed"


def check_record(before: Match, after: Match, seed: str) -> None:
    """What was recorded is sound, comes back from its events, and what stood before comes back from those before."""
    again = rebuilt(None, after.history)
    assert again is not None
    assert (again.steps, again.states, again.start) == (after.steps, after.states, after.start)
    assert recheck_problem(before, after.history[-1]) is None
    past = rebuilt(None, after.history[:-1])
    assert past is not None
    assert known(past, seed) == known(before, seed)


def numbered(match: Match) -> list[Line]:
    """The export of a match with numbers for the players' names, but in the header."""
    names = [str(seat) for seat in range(1, len(match.players) + 1)]
    steps = [action_line(step, ValueWriter(names, unknown="??"), step.note) for step in match.steps]
    return [header(match, names=names), *steps]


def cases(match: Match, random: Random) -> Iterator[Case]:
    """Corrections of every form, one of each."""
    lines = numbered(match)
    steps = len(match.steps)
    if steps:
        at = random.randint(1, steps) if random.random() < 0.5 else max(1, steps - random.randrange(4))
        last = min(steps, at + random.choice((0, 0, 0, 1, 3)))
        fresh_lines = [any_line(match, lines, at, random) for _ in range(random.choice((1, 1, 1, 2, 3)))]
        texts = [json.dumps(line) for line in fresh_lines]
        yield Case("replace", lambda: replaced(match, at, texts), [*lines[:at], *fresh_lines, *lines[at + 1 :]])
        yield Case("remove", lambda: replaced(match, at, [], last), [*lines[:at], *lines[last + 1 :]])
        misread = random.randint(1, steps)
        other = misread_line(match, lines[misread], random)
        yield Case(
            "misread",
            lambda: replaced(match, misread, [json.dumps(other)]),
            [*lines[:misread], other, *lines[misread + 1 :]],
        )
    where = random.randint(1, steps + 1) if random.random() < 0.5 else max(1, steps + 1 - random.randrange(4))
    extra = [any_line(match, lines, where, random)]
    yield Case(
        "insert",
        lambda: inserted(match, where, [json.dumps(line) for line in extra]),
        [*lines[:where], *extra, *lines[where:]],
    )
    changes = any_header(match, random)
    yield Case("header", lambda: header_correction(match, changes), [under(lines[0], changes), *lines[1:]])
    corrected = scrambled(match, lines, random)
    yield Case("file", lambda: rewritten_file(match, chunk_of(corrected)), corrected)


def any_line(match: Match, lines: list[Line], at: int, random: Random) -> Line:
    """A line for a step: what a bot might do there, what stands somewhere, or that with something else in it."""
    kind = random.random()
    if kind < 0.5:
        bots = Bots(match.game, len(match.players), random)
        state = match.states[at - 1]
        if (move := bots.move(state, at)) is not None:
            scratch = Match(match.start, match.game, match.steps[: at - 1], match.states[:at], match.history)
            try:
                step = scratch.play(*move, STAMP).steps[-1]
            except (Refused, Impossible):
                return lines[at - 1] if at > 1 else {"seat": 1, "do": "?"}
            names = [str(seat) for seat in range(1, len(match.players) + 1)]
            line = action_line(step, ValueWriter(names, unknown="??"))
            return line if random.random() < 0.7 else {key: value for key, value in line.items() if key != "drawn"}
    line = dict(random.choice(lines[1:])) if lines[1:] else {"seat": 1, "do": "pass"}
    if kind < 0.75 and len(lines) > 1:
        near = lines[max(1, at - 2) : at + 3]
        line = dict(random.choice(near or lines[1:]))
    if random.random() < 0.6:
        key = random.choice(list(line))
        other = random.choice(lines[1:] or [line])
        line[key] = other.get(key, random.choice((1, "??", [], "x", ["??"])))
    return line


def misread_line(match: Match, line: Line, random: Random) -> Line:
    """A line with another card or another amount in it, wherever that stands."""
    said = leaves({key: value for key, value in line.items() if key not in ("seat", "do")})
    cards = [one for one in said if one in match.game.deck.by_code]
    numbers = [key for key, value in line.items() if type(value) is int]
    if cards and (not numbers or random.random() < 0.5):
        return dict(exchanged(line, {random.choice(cards): random.choice(list(match.game.deck.by_code))}))
    if numbers:
        key = random.choice(numbers)
        return line | {key: max(0, line[key] + random.choice((-2, -1, 1, 2)))}
    return line


def any_header(match: Match, random: Random) -> Line:
    """Keys of the header with other values."""
    players = list(match.players)
    random.shuffle(players)
    renamed = [f"{name}a" if random.random() < 0.3 else name for name in match.players]
    deal = header(match, names=[str(seat) for seat in range(1, len(players) + 1)]).get("deal", {})
    kinds: list[Line] = [
        {"event": "Autumn Open", "round": "3"},
        {"played_on": "2026-11-20"},
        {"players": players},
        {"players": renamed},
        {"players": players[:-1]},
        {"deal": {}},
        {"deal": turned(deal, random)},
        {"options": options_of(match, random)},
        {"event": "x" * 500},
    ]
    return random.choice(kinds)


def options_of(match: Match, random: Random) -> Line:
    """One option with another value."""
    other = random_options(match.game, len(match.players), random)
    written = ValueWriter(match.players).fields(other)
    key = random.choice(list(written) or [""])
    return {key: written[key]} if key else {}


def under(head: Line, changes: Line) -> Line:
    """A header with some keys, or some of its options, in the place of its own."""
    options = {"options": head["options"] | changes["options"]} if "options" in changes else {}
    return head | changes | options


def turned(deal: Any, random: Random) -> Any:
    """A deal with two of its cards in each other's places."""
    cards = sorted(set(leaves(deal)) - {"??"})
    if len(cards) < 2:
        return deal
    one, other = random.sample(cards, 2)
    return exchanged(deal, {one: other, other: one})


def leaves(value: Any) -> Iterator[str]:
    """The texts in a JSON value."""
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from [one] if isinstance(one, str) else leaves(one)


def exchanged(value: Any, others: dict[str, str]) -> Any:
    """A JSON value with other texts in it."""
    if isinstance(value, dict):
        return {key: exchanged(one, others) for key, one in value.items()}
    if isinstance(value, list):
        return [exchanged(one, others) for one in value]
    return others.get(value, value) if isinstance(value, str) else value


def scrambled(match: Match, lines: list[Line], random: Random) -> list[Line]:
    """A file in which several things are other."""
    found = [dict(line) for line in lines]
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        at = random.randint(1, len(found))
        kind = random.randrange(4)
        if kind == 0:
            found.insert(at, any_line(match, lines, min(at, len(match.steps) + 1), random))
        elif at < len(found) and kind == 1:
            del found[at]
        elif at < len(found) and kind == 2:
            found[at] = any_line(match, lines, min(at, len(match.steps)) or 1, random)
        else:
            found[0] = found[0] | any_header(match, random)
    return found


def any_match(game: str, random: Random) -> Match:
    """A match that the program dealt, one written down, or one as an observer wrote it down; it may not be over."""
    steps = random.choice((3, 20, 60, 10_000))
    match = random_match(GAMES[game], random, steps)
    kind = random.randrange(3)
    if kind == 0 and match.steps and random.random() < 0.5:
        return match.take_back(random.randrange(len(match.steps)), "why", STAMP)
    if kind == 1:
        return read_back(match, JUDGE)
    return read_back(match, random.choice([TABLE, 1])) if kind == 2 else match


def run(game: str, seed: str, tally: Counter[str]) -> None:
    """Corrects a match over and over, each time what came of the last correction."""
    random = Random(f"{game}/{seed}")
    match = any_match(game, random)
    for number in range(2):
        for case in cases(match, random):
            try:
                tally[f"{case.how} {law(match, case, seed)}"] += 1
                tally[f"{case.how} with what follows: {consequences(match, case, seed)}"] += 1
            except AssertionError:
                print(f"broken: {game} {seed} round {number}: {case.how}")
                raise
        match = carried_on(match, random)


def carried_on(match: Match, random: Random) -> Match:
    """The match after some correction that was legal, with a takeback that may be brought back."""
    for case in cases(match, random):
        got, _ = amended(match, case)
        if got.match is not None and random.random() < 0.5:
            match = got.match
            break
    if match.steps and random.random() < 0.3:
        back = match.take_back(random.randrange(len(match.steps)), "why", LATER)
        again = redone(back, LATER)
        assert again is not None
        assert known(again, "") == known(match, "")
        check_record(back, again, "")
        return again
    return match


def main() -> None:
    """Tries so many matches of each game and prints what came of the corrections."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100, help="How many corrections, about.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=list(GAMES))
    wanted = parser.parse_args()
    tally: Counter[str] = Counter()
    number = 0
    while tally.total() < wanted.cases:
        for game in [wanted.game] if wanted.game else GAMES:
            run(game, f"{wanted.seed}/{number}", tally)
        number += 1
    for name, count in sorted(tally.items()):
        print(f"{name:40}{count:>8}")
    print(f"{'in all':40}{tally.total():>8}")


if __name__ == "__main__":
    main()
