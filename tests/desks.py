"""A day at two desks with real cards in six games, merged in any order: the same standings as at one desk.

`python -m tests.desks --count 200 --seed 1` prepares the day once: six rounds of twelve players, two tables of each
round recorded with real cards on the laptops of three scribes. Then two desks, each with a store of its own, decide in
random orders what is to be decided, some of it at both, and merge each other, the laptops and a third store at random,
also repeatedly. In the end all stores must say the same as one desk that did it all, and merging again must change
nothing.
"""

import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from io import BytesIO
from json import dumps
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from uuid import UUID

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Importer
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Setting, start_match
from ludograph.domain.match.official_decisions import RulingDraft, ruled
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.store.recorder import Recorder, match_id_of
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.exchange.tournament_merger import everything, merger_for
from ludograph.domain.tournaments.rounds.decisions import How, lots_drawn, started_round, taken_back
from ludograph.domain.tournaments.rounds.preconditions import check_over
from ludograph.domain.tournaments.rounds.result_entry import check_unrecorded
from ludograph.domain.tournaments.rounds.round_seating import SeatingTerms, taken
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.service import TournamentService, tournament_id_of
from ludograph.domain.tournaments.terms import Terms
from ludograph.domain.tournaments.verification import chain_kind, verify
from tests.worlds import STAMP, played_on

PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita", "Hugo", "Ivo", "Jana", "Kurt", "Lena")
LATE: Final = "Max"
GAMES_OF_DAY: Final = (
    "sun-bid", "sorcerous-futures", "conundruze", "hand-of-the-hanataz", "last-years-magic", "fools-down",
)  # fmt: skip
LAPTOPS: Final = 3
TERMS: Final = Terms("Winter Cup", "places=5,3,1", "wins,opponents,score,lot", Decimal(3), "WC")
CUP: Final = tournament_id_of("WC")
TWICE: Final = 0.15
"""How often a desk decides what another has decided already, of which it does not know."""
Seating = Mapping[int, Sequence[str]]


class Desk:
    """A store, and what of the day is done there."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.done: set[str] = set()
        self.recorder = Recorder(store)
        self.service = TournamentService(self.recorder)

    @property
    def now(self) -> Tournament:
        """The tournament as it stands here."""
        return self.service.load(CUP)

    def decided(self, change: Callable[[Tournament], Tournament]) -> None:
        """Records one decision."""
        self.service.record(change(self.now))


class Task(NamedTuple):
    """Something that is done once in a day, at any desk that knows of all that it needs."""

    name: str
    needs: frozenset[str]
    do: Callable[[Desk], None]
    both: bool = False
    """Whether two desks may do it without knowing of each other."""


class Day(NamedTuple):
    """What is to be done, and where the laptops of scribes lie with the matches that each has recorded."""

    tasks: list[Task]
    laptops: list[tuple[Path, frozenset[str]]]


class End(NamedTuple):
    """What comes of a day: standings, tables, and what else was decided."""

    standings: list[Any]
    tables: list[Any]
    players: list[Any]
    beside: tuple[Any, ...]


def seatings() -> Sequence[Seating]:
    """Who sits where in every round; Lena has gone by round 3, and Max has come."""
    found = []
    for number in range(1, len(GAMES_OF_DAY) + 1):
        names = [LATE if name == "Lena" and number > 2 else name for name in PLAYERS]
        Random(number).shuffle(names)
        found.append({at: names[3 * at - 3 : 3 * at] for at in range(1, 5)})
    return found


def prepared(folder: Path) -> Day:
    """The day, with two tables of each round recorded on laptops; in round 1 one, and the other started at a desk."""
    tables = seatings()
    laptops: list[tuple[Path, set[str]]] = [(folder / f"laptop-{at}.sqlite", set()) for at in range(LAPTOPS)]
    for number, (game, seating) in enumerate(zip(GAMES_OF_DAY, tables, strict=True), start=1):
        for at in (1, 2) if number > 1 else (2,):
            path, held = laptops[(2 * number + at) % LAPTOPS]
            _record(path, game, seating[at], number, at)
            held.add(_match(number, at))
    return Day(list(_tasks(tables)), [(path, frozenset(held)) for path, held in laptops])


def _record(store: Path, game: str, players: Sequence[str], number: int, at: int) -> None:
    """Plays a match and records it as one with real cards: written, with all outcomes."""
    kind = GAMES[game]
    setting = Setting(tuple(players), kind.options(), None, f"cards {number} {at}")
    played = played_on(start_match(kind, UUID(int=number * 100 + at, version=4), setting, STAMP), Random(number * at))
    head, *lines = exported(played)
    about = {"event": TERMS.name, "round": str(number), "table": str(at), "id": _match(number, at)}
    source = "".join(dumps(line) + "\n" for line in (head | about, *lines)).encode()
    with Recorder(store) as recorder:
        importer = Importer(recorder)
        told = [*(one for chunk in chunks(BytesIO(source)) for one in importer.add(chunk)), *importer.flush()]
    assert [one.status for one in told] == ["recorded"], told


def _match(number: int, at: int) -> str:
    return f"match {number} {at}"


def _tasks(tables: Sequence[Seating]) -> Iterator[Task]:
    """All that is decided in the day, in an order in which one desk could do it."""
    for number, seating in enumerate(tables, start=1):
        before = frozenset(f"over {number - 1} {at}" for at in (1, 2, 3, 4)) if number > 1 else frozenset()
        field = frozenset({"late", "gone"}) if number > 2 else frozenset()
        yield Task(f"seat {number}", before | field, _seats(number, seating))
        seat = frozenset({f"seat {number}"})
        if number == 1:
            yield Task("start", seat, _starts)
            yield Task("over 1 1", frozenset({"start"}), _plays)
        for at in (3, 4):
            yield Task(f"over {number} {at}", seat, _scores(number, at, seating[at]), both=True)
        if number == 2:
            yield Task("late", seat, lambda desk: desk.decided(lambda now: now.enter([LATE], desk.recorder.stamp())))
            yield Task("gone", seat, lambda desk: desk.decided(lambda now: now.withdraw("Lena", "", _stamp(desk))))
        yield Task(f"penalty {number}", seat, _penalises(PLAYERS[number], f"late in round {number}", number))
        yield Task(f"slip {number}", seat, _changes_mind(PLAYERS[number + 3], number))
        yield Task(f"put right {number}", frozenset({f"over {number} 3"}), _corrects(number, 3, seating[3]))
        yield Task(f"ruling {number}", frozenset({_match(number, 2)}), _rules(_match(number, 2)))
    yield Task("void", frozenset({"penalty 3"}), _takes_back("late in round 3"))
    yield Task("slip of 1 2", frozenset({"seat 1"}), _scores(1, 2, tables[0][2], recorded=True))
    yield Task("counts", frozenset({_match(1, 2), "slip of 1 2"}), _places(1, 2))
    everybody = frozenset({"late", "seat 6", *(f"over 6 {at}" for at in (1, 2, 3, 4))})
    yield Task("lots", everybody, _draws)


def _stamp(desk: Desk) -> Any:
    return desk.recorder.stamp()


def _seats(number: int, seating: Seating) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        game = GAMES[GAMES_OF_DAY[number - 1]]
        desk.service.record(
            taken(desk.service, desk.now, SeatingTerms(game, {}, (3, 3), "swiss"), {number: seating}).tournament
        )

    return do


def _starts(desk: Desk) -> None:
    changed, matches = started_round(desk.service, desk.now, 1, How(seed="winter", tables=(1,)))
    desk.service.record(changed, *matches)


def _plays(desk: Desk) -> None:
    match = desk.recorder.load(match_id_of("WC-1-1"))
    desk.recorder.record(played_on(match, Random(1)))


def _scored(number: int, at: int, players: Sequence[str], more: int = 0) -> list[Scored]:
    return [Scored(name, (number * 7 + at * 5 + seat * 3) % 11 + more * seat) for seat, name in enumerate(players)]


def _scores(number: int, at: int, players: Sequence[str], *, recorded: bool = False) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        if not recorded:  # else its slip comes to a desk that may have the match from a laptop already
            check_unrecorded(desk.now, desk.service.tables(desk.now).results, (number, at), anyway=True)
        desk.decided(lambda now: now.score((number, at), _scored(number, at, players), "", _stamp(desk)))

    return do


def _corrects(number: int, at: int, players: Sequence[str]) -> Callable[[Desk], None]:
    return lambda desk: desk.decided(
        lambda now: now.score((number, at), _scored(number, at, players, 2), "misread", _stamp(desk))
    )


def _penalises(name: str, why: str, number: int) -> Callable[[Desk], None]:
    return lambda desk: desk.decided(lambda now: now.penalise(name, Decimal(1), why, _stamp(desk), round=number))


def _changes_mind(name: str, number: int) -> Callable[[Desk], None]:
    """Enters a penalty and takes it back."""

    def do(desk: Desk) -> None:
        _penalises(name, "a slip", number)(desk)
        changed, matches = taken_back(desk.service, desk.now, "a slip")
        desk.service.record(changed, *matches)

    return do


def _takes_back(why: str) -> Callable[[Desk], None]:
    """Takes a penalty back that may have been given at the other desk, and long ago."""

    def do(desk: Desk) -> None:
        found = next(one for one in desk.now.history if getattr(one, "reason", "") == why)
        at = found.originator_version
        desk.decided(lambda now: now.take_back("he was ill", _stamp(desk), event=at))

    return do


def _rules(match: str) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        found = desk.recorder.load(match_id_of(match))
        desk.recorder.record(ruled(found, RulingDraft("two off", None, adjust=((1, -2),)), _stamp(desk), "Ida"))

    return do


def _places(number: int, at: int) -> Callable[[Desk], None]:
    id = match_id_of(_match(number, at))
    return lambda desk: desk.decided(lambda now: now.choose((number, at), id, "the slip was misread", _stamp(desk)))


def _draws(desk: Desk) -> None:
    desk.decided(lambda now: now.draw_lots(lots_drawn(now, "dice"), "dice", _stamp(desk)))


def merged(into: Desk, source: Recorder, *, all: bool = False) -> Counter[str]:
    """Takes what another store has, of matches only what this one has not; nothing may stand against each other.

    Raises AssertionError.
    """
    told: Counter[str] = Counter()
    known = set() if all else set(into.recorder.store.match_heads())
    same = {head.match for head in source.store.match_heads() if head in known}
    for id in everything(source):
        if id in same:
            continue
        outcome = merger_for(chain_kind(source, id))(source, into.recorder).merge(id)
        assert outcome.status in ("copied", "carried on", "already", "united"), outcome
        told[outcome.status] += 1
    return told


def met(one: Desk, other: Desk) -> Counter[str]:
    """One desk takes what another has."""
    told = merged(one, other.recorder)
    one.done |= other.done
    return told


def brought(desk: Desk, laptop: tuple[Path, frozenset[str]]) -> Counter[str]:
    """A scribe comes to a desk; the tables that are recorded on the laptop are over then."""
    path, held = laptop
    with Recorder(path, reading=True) as source:
        told = merged(desk, source)
    desk.done |= held | {one.replace("match", "over") for one in held}
    return told


def opened(folder: Path, name: str) -> Desk:
    """A desk that has the tournament with its players."""
    desk = Desk(folder / f"{name}.sqlite")
    desk.service.open(TERMS)
    desk.decided(lambda now: now.enter(PLAYERS, desk.recorder.stamp()))
    return desk


def at_one_desk(folder: Path, day: Day) -> End:
    """What comes of the day where one desk does it all."""
    desk = opened(folder, "alone")
    for laptop in day.laptops:
        brought(desk, laptop)
    left = list(day.tasks)
    while left:
        task = next(one for one in left if one.needs <= desk.done)
        task.do(desk)
        desk.done.add(task.name)
        left.remove(task)
    return end_of(desk)


def end_of(desk: Desk) -> End:
    """What comes of the day as this store has it; the record of the tournament is sound. Raises AssertionError."""
    assert verify(desk.recorder, CUP).ok
    now = desk.now
    results = desk.service.tables(now).results
    for number in range(1, len(results) + 1):
        check_over(results, number)
    tables = [[(one.players, one.scores, one.places, str(one.match)) for one in row] for row in results]
    penalties = sorted((one.player, one.points, one.round) for one in now.state.penalties)
    beside = now.state.lots, penalties, [(one.game, one.byes, one.same_deal) for one in now.state.rounds]
    return End(standings(now, results), tables, list(now.state.players), beside)


def in_any_order(folder: Path, day: Day, random: Random) -> tuple[list[End], Counter[str]]:
    """What comes of the day at two desks and in a third store, and what was said on the way."""
    first = opened(folder, "first")
    desks = [first, Desk(folder / "second.sqlite"), Desk(folder / "third.sqlite")]
    told = met(desks[1], first) + met(desks[2], first)
    names = {task.name for task in day.tasks}
    laptops = {desk.store: random.sample(day.laptops, LAPTOPS) for desk in desks[:2]}
    while not names <= set[str]().union(*(desk.done for desk in desks)):
        told += _moved(desks, day, laptops, random)
    for _ in range(2):
        for one, other in random.sample([(one, other) for one in desks for other in desks if one is not other], 6):
            told += met(one, other)
        told += brought(random.choice(desks), random.choice(day.laptops))
    for one, other in [(one, other) for one in desks for other in desks if one is not other] * 2:
        met(one, other)
    heads = [desk.now.head for desk in desks]
    again = [merged(one, other.recorder) for one in desks for other in desks if one is not other]
    again.append(merged(desks[1], desks[2].recorder, all=True))
    assert {status for one in again for status in one} == {"already"}, again
    assert heads == [desk.now.head for desk in desks]
    told["events"] = sum(desk.now.version for desk in desks)
    ends = [end_of(desk) for desk in desks]
    for desk in desks:
        desk.recorder.close()
    return ends, told


def _moved(desks: Sequence[Desk], day: Day, laptops: dict[Path, list[Any]], random: Random) -> Counter[str]:
    """Somebody decides something at a desk, a scribe comes, or one store takes what another has."""
    desk = random.choice(desks[:2])
    anywhere = set[str]().union(*(one.done for one in desks))
    free = [
        task
        for task in day.tasks
        if task.name not in desk.done
        and task.needs <= desk.done
        and (task.name not in anywhere or (task.both and random.random() < TWICE))
    ]
    if free and random.random() < 0.8:
        task = random.choice(free)
        task.do(desk)
        desk.done.add(task.name)
        return Counter({"decided": 1, "decided twice": int(task.name in anywhere)})
    if laptops[desk.store] and random.random() < 0.3:
        return brought(desk, laptops[desk.store].pop())
    one, other = random.sample(desks, 2)
    return met(one, other)


def check_orders(folder: Path, count: int, seed: str) -> Counter[str]:
    """Tries so many orders; returns what was said on the way. Raises AssertionError."""
    day = prepared(folder)
    wanted = at_one_desk(folder, day)
    told: Counter[str] = Counter()
    for number in range(count):
        place = folder / str(number)
        place.mkdir()
        ends, said = in_any_order(place, day, Random(f"{seed}/{number}"))
        assert all(end == wanted for end in ends), f"order {seed}/{number}"
        told += said
        for file in place.iterdir():
            file.unlink()
    return told


def main() -> None:
    """Tries so many orders, and prints what came of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="How many orders of decisions and merges.")
    parser.add_argument("--seed", default="1")
    wanted = parser.parse_args()
    begun = time.monotonic()
    with TemporaryDirectory() as name:
        told = check_orders(Path(name), wanted.count, wanted.seed)
    for what, times in sorted(told.items()):
        print(f"{what:14}{times:>8}")
    print(f"{wanted.count} orders gave the standings of one desk, in {time.monotonic() - begun:.0f} seconds.")


if __name__ == "__main__":
    main()
