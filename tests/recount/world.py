"""Matches over half a year in many places: tournaments, clocks, names, and all that happens to a record."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game, Refused
from ludograph.domain.match.aggregate import About, EntryDetails, Match, Setting, Stamp, start_match
from ludograph.domain.match.events import MatchAbandoned, RulingMade
from ludograph.domain.match.seated_bots import with_bots_remark
from ludograph.domain.store.clock import Sources
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.service import TournamentService
from tests.analytics.histories import TEXTS, Scribe, played, written_down
from tests.tournaments.organiser import Organiser
from tests.worlds import NAMES, random_options

FIRST = datetime(2026, 1, 10, 19, tzinfo=UTC)
DAYS = 170
PAUSES = (0.0, 0.4, 3.25, 11.5, 27.0, 64.0, 190.0, 700.0, 4000.0)
"""Seconds between one event and the next."""

DECISIONS = 60
"""How much is tried in the tournament that is organised here."""

BOTS = ("random", "search:20", "search:100")
TOURNAMENTS = ("", "", "Autumn Open", "Spring Cup")


class Timekeeper(Scribe):
    """Whose clock goes on; times at which steps happened are written down always, never, or now and then."""

    def __init__(self, random: Random, now: datetime) -> None:
        super().__init__(random)
        self.now = now
        self.tells = random.choice((0.0, 0.5, 1.0))

    def time(self) -> datetime:
        self.now += timedelta(seconds=self.random.choice(PAUSES))
        return self.now

    def entry(self) -> EntryDetails:
        choice, happened = self.random.choice, self.time()
        at = happened if self.random.random() < self.tells else None
        return EntryDetails(choice(("", "", "Zoe", "zoe", "Ida")), at, choice(TEXTS))


def record_world(store: Path, matches: int, seed: int) -> None:
    """Records so many matches, of all games in turn, each with its clock, and an organised tournament."""
    random = Random(seed)
    clock = Timekeeper(random, FIRST + timedelta(days=DAYS // 2))
    with Recorder(store, Sources(clock.time, random.randbytes)) as recorder:
        recorder.record(*world(Random(seed), matches))
        organiser = Organiser(TournamentService(recorder), random)
        for _ in range(DECISIONS):
            organiser.step()


def world(random: Random, matches: int) -> Iterator[Match]:
    """The matches: a quarter was seen by one observer alone, a quarter was put right again and again."""
    games = list(GAMES.values())
    for number in range(matches):
        kind = number // len(games) % 4
        scribe = Timekeeper(random, FIRST + timedelta(days=random.randrange(DAYS), seconds=random.randrange(40_000)))
        match = _begun(games[number % len(games)], scribe)
        match = written_down(match, scribe, 40, blind=kind == 1, corrected=kind == 3)
        yield _ended(match, scribe)


def _begun(game: Game, scribe: Timekeeper) -> Match:
    """A match just begun; every other has the options of the rules."""
    random = scribe.random
    while True:
        seats = random.choice([number for number in game.seats if number <= 6] if random.random() < 0.8 else game.seats)
        options = random_options(game, seats, random) if random.random() < 0.5 else game.options()
        setting = Setting(_players(random, seats), options, None, str(random.random()), _about(random, scribe.now))
        bots = {seat: random.choice(BOTS) for seat in range(1, seats + 1) if random.random() < 0.5}
        try:
            match = start_match(game, UUID(int=random.getrandbits(128), version=4), setting, _stamp(scribe))
            return with_bots_remark(match, bots, scribe.stamp()) if bots and random.random() < 0.2 else match
        except Refused:
            continue


def _players(random: Random, seats: int) -> tuple[str, ...]:
    """Who plays: some more often than others, and one whose name is now and then written otherwise."""
    names = random.sample(NAMES[:6] if seats < 6 and random.random() < 0.7 else NAMES, seats)
    return tuple(name.upper() if name == "Ann" and random.random() < 0.1 else name for name in names)


def _about(random: Random, now: datetime) -> About:
    """The tournament that a match belongs to, and its day where that is written down."""
    event = random.choice(TOURNAMENTS)
    played_on = random.choice(("", "", f"{now - timedelta(days=random.randrange(3)):%Y-%m-%d}"))
    if not event:
        return About(played_on=played_on)
    return About(event, random.choice(("1", "2", "10", "Final", "")), random.choice(("1", "2", "")), played_on)


def _stamp(scribe: Timekeeper) -> Stamp:
    return Stamp(scribe.now, scribe.random.randbytes(16).hex())


def _ended(match: Match, scribe: Timekeeper) -> Match:
    """The match played to its end where the program deals, left as it is, or abandoned; with rulings on some."""
    random = scribe.random
    if match.start.seed is not None and random.random() < 0.6:
        match = played(match, scribe, 10_000)
    over = match.game.result(match.state).over
    if over and random.random() < 0.15:
        seat, points = random.randint(1, len(match.players)), random.choice((-20, -3, 4, 15))
        forfeit = (random.randint(1, len(match.players)),) if random.random() < 0.3 else ()
        match = match.add(RulingMade, scribe.stamp(), "Yan", text="so be it", adjust=((seat, points),), forfeit=forfeit)
    if not over and random.random() < 0.3:
        match = match.add(MatchAbandoned, scribe.stamp(), "Yan", reason="late", public=True)
    return match
