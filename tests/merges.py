"""Stores recorded at many places and merged in any order: the same matches, histories and heads come out.

`python -m tests.merges --count 20 --seed 1` makes worlds of ten stores with corrections, takebacks and remarks, some
matches of which went apart, and merges them in two orders. With `--kills 100` it kills `merge` at random moments
instead, by SIGKILL, and looks whether only whole matches are there and merging again completes them.
"""

import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.corrections.amend import Reason, Unamendable, corrected_match, replaced
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, MatchClosed, rebuilt
from ludograph.domain.match.events import begun, redecided
from ludograph.domain.match.final_result import in_force, status_of
from ludograph.domain.match.history import standing_steps
from ludograph.domain.match.official_decisions import OutOfPlace, RulingDraft, abandoned, confirmed, reopened, ruled
from ludograph.domain.merge.merger import MatchMerger, MergeDecision, MergeOutcome, Status
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.verification import verify
from tests.analytics.histories import histories, pieces, recorder
from tests.worlds import stamp

PLACES = 10
LONGEST = 0.15
"""Seconds after its first match at which a merge is killed at the latest."""
Held = dict[UUID, tuple[list[Any], Any]]


class World(NamedTuple):
    """Stores with matches, each recorded at several places as far as it had come there; some went apart."""

    stores: list[Path]
    matches: dict[UUID, Match]
    apart: set[UUID]


def world(folder: Path, random: Random, matches: int, places: int = PLACES) -> World:
    """Matches of all games, with corrections, takebacks and remarks, at so many places."""
    stores = [folder / f"place{place}.sqlite" for place in range(places)]
    made: dict[UUID, Match] = {}
    apart: set[UUID] = set()
    held: list[list[Match]] = [[] for _ in stores]
    for one in histories(random, matches, 25):
        match = judged(corrected(one, random), random)
        made[match.id] = match
        at = random.sample(range(places), random.choice((1, 1, 2, 3)[: places + 1]))
        for place in at[1:]:
            held[place].append(random.choice(list(pieces(match, random))))
        held[at[0]].append(match)
        if match.version > 1 and places > len(at) and random.random() < 0.3:
            held[random.choice([place for place in range(places) if place not in at])].append(astray(match, random))
            apart.add(match.id)
    for store, recorded in zip(stores, held, strict=True):
        with recorder(store, random) as writer:
            random.shuffle(recorded)
            writer.record(*(replace(match, pending=match.history) for match in recorded)) if recorded else None
    return World(stores, made, apart)


def corrected(match: Match, random: Random) -> Match:
    """The match with a correction of some step that changes nothing else, if one is legal."""
    if not match.steps or random.random() < 0.3:
        return match
    step = random.randint(1, len(match.steps))
    try:
        return corrected_match(match, replaced(match, step, []), Reason("why", "Eve"), stamp()).match
    except Unamendable:
        return match


def judged(match: Match, random: Random) -> Match:
    """The match with what officials may say of one like that."""
    for _ in range(random.choice((0, 0, 1, 2))):
        seat = random.randint(1, len(match.players))
        said = RulingDraft(f"so it is {random.random()}", random.choice((None, len(match.steps))), adjust=((seat, -1),))
        with suppress(OutOfPlace, MatchClosed):
            match = random.choice(
                (
                    lambda match=match, said=said: ruled(match, said, stamp(), "Eve"),
                    lambda match=match, seat=seat: confirmed(match, seat, stamp()),
                    lambda match=match: abandoned(match, "why", stamp()),
                    lambda match=match: reopened(match, "why", stamp(), public=True),
                )
            )()
    return match


def astray(match: Match, random: Random) -> Match:
    """The match as somebody else went on with it, from some point before its end."""
    early = rebuilt(None, match.history[: random.randint(1, match.version - 1)])
    assert early is not None
    for _ in range(random.choice((1, 1, 2))):
        early = early.annotate(len(early.steps), f"elsewhere {random.random()}", stamp())
    early = judged(early, random)
    if not early.steps or early.abandoned:
        return early
    return judged(early.take_back(random.randrange(len(early.steps)), "why", stamp()), random)


def contents(store: Path) -> Held:
    """The rows of every match and its row in the table of heads, whatever the order in which they came."""
    with Recorder(store, reading=True) as found:
        heads = {head.match: head for head in found.store.match_heads()}
        rows = {id: [(row.version, row.topic, row.state) for row in found.store.stored_rows(id)] for id in heads}
    return {id: (rows[id], heads[id]) for id in heads}


def merge_all(target: Path, sources: list[Path], keep: MergeDecision | None = None) -> Iterator[MergeOutcome]:
    """What becomes of every match of these stores."""
    with Recorder(target) as into:
        for path in sources:
            with Recorder(path, reading=True) as source:
                merger = MatchMerger(source, into, keep)
                for id in source.store.known_match_ids():
                    told = merger.merge(id)
                    if told.status == "kept" and keep is not None and keep.whose == "theirs":
                        check_taken_over(source.load(id), into.load(id))
                    yield told


def check_taken_over(theirs: Match, now: Match) -> None:
    """What stands is theirs: the start, every step with who entered it, and what officials said of it."""
    assert begun(now.start) == begun(theirs.start)
    for one, other in zip(now.steps, theirs.steps, strict=True):
        assert redecided(one, None, None) == redecided(other, None, None)
    assert status_of(now) == status_of(theirs)
    assert [one.name for one in in_force(now)] == [one.name for one in in_force(theirs)]
    said = [{note.text for told in standing_steps(match) for note in told.notes(JUDGE)} for match in (now, theirs)]
    assert said[0] >= said[1]


def check_world(folder: Path, random: Random, matches: int) -> Counter[Status]:
    """Merges a world in two orders, and decides what went apart; returns what was said. Raises AssertionError."""
    made = world(folder, random, matches)
    tally: Counter[Status] = Counter()
    before = [store.read_bytes() for store in made.stores]
    ends = []
    for order in range(2):
        target, sources = folder / f"merged{order}.sqlite", random.sample(made.stores, PLACES)
        told = list(merge_all(target, sources))
        tally.update(one.status for one in told)
        assert {one.match for one in told if one.status == "apart"} == made.apart
        assert not [one for one in told if one.status == "damaged"]
        tally["kept"] += check_decided(target, sources, made, random)
        ends.append(contents(target))
    one, other = ends
    assert one.keys() == other.keys() == made.matches.keys()
    assert all(one[id] == other[id] for id in one.keys() - made.apart)
    for id, match in made.matches.items():
        if id not in made.apart:
            assert one[id][1].digest == match.head
    assert before == [store.read_bytes() for store in made.stores]
    return tally


def check_decided(target: Path, sources: list[Path], made: World, random: Random) -> int:
    """Nothing more comes of merging again, and what went apart is settled once somebody decides; returns how often."""
    held = contents(target)
    assert {one.status for one in merge_all(target, sources)} <= {"already", "apart"}
    assert contents(target) == held
    told = list(merge_all(target, sources, MergeDecision(random.choice(("ours", "theirs")), "why", "Eve")))
    assert {one.match for one in told if one.status == "kept"} == made.apart
    with Recorder(target) as recorded:
        for id in made.matches:
            verdict = verify(recorded, id)
            assert verdict.ok, verdict
    return sum(one.status == "kept" for one in told)


def check_kills(folder: Path, random: Random, kills: int, matches: int) -> Counter[str]:
    """Kills merges at random moments until there were so many. Raises AssertionError where anything is not whole."""
    tally: Counter[str] = Counter()
    while tally["killed"] < kills:
        made = world(folder_in(folder, f"world{tally['worlds']}"), random, matches, 2)
        target = made.stores[0].with_name("target.sqlite")
        Recorder(target).close()
        merge_killed(target, made.stores, random, kills, tally)
        check_whole(target, made.stores)
        told = list(merge_all(target, made.stores))
        assert {one.status for one in told} <= {"copied", "carried on", "already", "apart"}
        assert contents(target).keys() == made.matches.keys()
        check_whole(target, made.stores)
        tally["worlds"] += 1
    return tally


def merge_killed(target: Path, sources: list[Path], random: Random, kills: int, tally: Counter[str]) -> None:
    """Merges, and is killed, until all is there or it was killed often enough."""
    for source in sources:
        while tally["killed"] < kills:
            command = [
                sys.executable,
                "-m",
                "ludograph.cli.main",
                "--store",
                str(target),
                "merge",
                str(source),
                "--json",
            ]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
                assert program.stdout is not None
                program.stdout.readline()  # the first match is there; before that Python itself would be killed
                time.sleep(random.uniform(0, LONGEST))
                program.kill()
                done = program.wait() >= 0
            whole = contents(target).keys() >= contents(source).keys()
            tally["done" if done else "killed late" if whole else "killed"] += 1
            check_whole(target, sources)
            if done:
                break


def check_whole(target: Path, sources: list[Path]) -> None:
    """Every match is what one of the stores has, whole, with its head."""
    known = [contents(source) for source in sources]
    for id, found in contents(target).items():
        assert any(found == store.get(id) for store in known), id


def folder_in(folder: Path, name: str) -> Path:
    """A new folder in another."""
    made = folder / name
    made.mkdir()
    return made


def main() -> None:
    """Tries so many worlds, or so many kills, and prints what came of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10, help="How many worlds of ten stores.")
    parser.add_argument("--kills", type=int, default=0, help="Kills merges so often instead.")
    parser.add_argument("--matches", type=int, default=28, help="How many matches in a world.")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    tally: Counter[Any] = Counter()
    with TemporaryDirectory() as name:
        if wanted.kills:
            tally = check_kills(Path(name), Random(wanted.seed), wanted.kills, wanted.matches)
        else:
            for number in range(wanted.count):
                random = Random(f"{wanted.seed}/{number}")
                tally.update(check_world(folder_in(Path(name), str(number)), random, wanted.matches))
    for what, times in sorted(tally.items()):
        print(f"{what:12}{times:>8}")


if __name__ == "__main__":
    main()
