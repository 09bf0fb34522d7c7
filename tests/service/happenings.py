"""What is recorded at tables and decided by organisers, at random: the same from the same seed at the same times."""

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from random import Random
from typing import Final
from unittest.mock import patch
from uuid import UUID

from ludograph.domain.bots.moves import Bots
from ludograph.domain.corrections.amend import Reason, Unamendable, corrected_match, header_correction
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Refused
from ludograph.domain.match.aggregate import About, Match, NoSuchStep, Setting
from ludograph.domain.match.final_result import status_of
from ludograph.domain.match.official_decisions import OutOfPlace, abandoned, reopened
from ludograph.domain.store.recorder import Recorder, match_id_of
from ludograph.domain.store.tokens import Tokens
from ludograph.domain.tournaments.aggregate import OutOfOrder
from ludograph.domain.tournaments.rounds.decisions import How
from ludograph.domain.tournaments.rounds.decisions import started_round as start_round
from ludograph.domain.tournaments.rounds.round_seating import SeatingTerms, seated
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms

PREFIX: Final = "abcdef12"
"""What the ids of several matches begin with."""


class Tables:
    """A store in which everything happens that a service may have to tell of."""

    def __init__(self, recorder: Recorder, seed: int) -> None:
        self.recorder = recorder
        self.service = TournamentService(recorder)
        self._random = Random(seed)
        self.matches: list[UUID] = []
        self._tokens: list[str] = []
        self._opened = 0

    def prepare(self) -> dict[str, str]:
        """What is there from the beginning; tokens of those who take part in a match in which nothing happens more."""
        for name, players in (("Cup", "Ann Bob Cat Dan Eve Fay"), ("Bowl", "Gus Hal Ida Jon")):
            cup = self.service.open(Terms(name, "wins", "", None))
            self.service.record(cup.enter(players.split(), self.recorder.stamp()))
        self._begin("Cup", 3, same_deal=True)
        self._begin("Bowl", 2, same_deal=False)
        for at, game in enumerate(("sun-bid", "last-years-magic", "aucteraden")):
            source = str(UUID(f"{PREFIX}-0000-4000-8000-{at:012d}")) if at else "first"
            self.new(game, source=source)
        quiet = self.new("sun-bid", source="quiet")
        self.matches.remove(quiet)
        tokens = Tokens(self.recorder)
        with patch(
            "ludograph.domain.store.tokens.secrets.token_urlsafe", lambda size: self._random.randbytes(size).hex()
        ):
            made = {
                "scribe": tokens.make("scribe", match=quiet)[0],
                "player": tokens.make("player", match=quiet, observer="Ann")[0],
            }
        for _ in range(40):
            self.step()
        return made

    def happen(self) -> str:
        """Something happens; what it was."""
        often = {self.step: 8, self.take_back: 2, self.correct: 3, self.note: 1, self.give_up: 1, self.begin: 3}
        often |= {self.open: 1, self.decide: 2, self.next_round: 3, self.token: 1}
        done: Callable[[], object] = self._random.choices(list(often), list(often.values()))[0]
        with suppress(Refused, OutOfOrder, OutOfPlace, NoSuchStep, Unamendable):
            done()
        return done.__name__

    def new(self, game: str, *, source: str = "", event: str = "") -> UUID:
        record = GAMES[game]
        players = ("Ann", "Bob", "Cat")[: min(max(record.seats[0], 2), record.seats[-1])]
        about = About(source=source, event=event)
        setting = Setting(players, record.options(), None, str(self._random.random()), about)
        id = self.recorder.start(record, setting).id
        self.matches.append(id)
        return id

    def step(self) -> None:
        match = self._some(lambda one: status_of(one) == "running")
        bots = Bots(match.game, len(match.players), self._random)
        if (move := bots.move(match.state, len(match.steps))) is not None:
            self.recorder.record(match.play(*move, self.recorder.stamp()))

    def take_back(self) -> None:
        match = self._some(lambda one: bool(one.steps) and not one.abandoned)
        self.recorder.take_back(match, self._random.randrange(len(match.steps)), "A slip.")

    def correct(self) -> None:
        match = self._some(lambda one: not one.abandoned)
        names = list(match.players)
        names[0] = self._random.choice(("Zoe", "Yan", "Xia"))
        change = self._random.choice(({"players": names}, {"event": "Cup"}, {"event": "Bowl"}, {"event": ""}))
        made = corrected_match(match, header_correction(match, change), Reason("A name."), self.recorder.stamp())
        if made.match.pending:
            self.recorder.record(made.match)

    def note(self) -> None:
        self.recorder.annotate(self._some(bool), 0, "Look here.", public=self._random.random() < 0.5)

    def give_up(self) -> None:
        match = self._some(lambda one: status_of(one) != "over")
        make = reopened if match.abandoned else abandoned
        self.recorder.record(make(match, "Rain.", self.recorder.stamp()))

    def begin(self) -> None:
        """A new match: with an id near others', or one that goes by a beginning of theirs."""
        id = UUID(bytes=bytes.fromhex(PREFIX) + self._random.randbytes(12), version=4)
        source = self._random.choice((str(id), PREFIX, PREFIX[:3], "second", "quie"))
        if not self.recorder.has(match_id_of(source)):
            self.new("sun-bid", source=source, event=self._random.choice(("", "Cup", "Bowl", "C")))

    def open(self) -> None:
        self._opened += 1
        name = ("C", "Cu", "Cups", "Bo", "Bow")[self._opened % 5]
        self.service.open(Terms(name, "wins", "", None))

    def decide(self) -> None:
        cup = self.service.find(self._random.choice(("Cup", "Bowl")))
        stamp = self.recorder.stamp()
        name = self._random.choice(cup.state.present)
        if self._random.random() < 0.4:
            self.service.record(cup.take_back("Sorry.", stamp))
        else:
            self.service.record(cup.penalise(name, Decimal(1), "Late.", stamp, round=1))

    def next_round(self) -> None:
        """Ends what is played of a tournament, and begins its next round."""
        name = self._random.choice(("Cup", "Bowl"))
        cup = self.service.find(name)
        for id in [one for one in cup.state.matches if one in self.matches]:
            match = self.recorder.load(id)
            bots = Bots(match.game, len(match.players), self._random)
            while status_of(match) == "running" and (move := bots.move(match.state, len(match.steps))) is not None:
                match = match.play(*move, self.recorder.stamp())
            if match.pending:
                self.recorder.record(match)
        self._begin(name, 3 if name == "Cup" else 2, same_deal=self._random.random() < 0.7)

    def token(self) -> None:
        tokens = Tokens(self.recorder)
        if self._tokens:
            tokens.revoke(self._tokens.pop())
        else:
            self._tokens.append(tokens.make("scribe", match=self._random.choice(self.matches))[1].id)

    def _begin(self, name: str, size: int, *, same_deal: bool) -> None:
        cup = self.service.find(name)
        wanted = SeatingTerms(GAMES["sun-bid"], {}, (size, size), "random", 1, str(self._random.random()))
        cup = self.service.record(seated(self.service, cup, wanted).tournament)
        number = len(cup.state.rounds)
        cup, matches = start_round(self.service, cup, number, How(same_deal=same_deal, anyway=True))
        self.service.record(cup, *matches)
        self.matches += [one.id for one in matches]

    def _some(self, fits: Callable[[Match], bool]) -> Match:
        """A match that fits. Raises `OutOfOrder` where none does."""
        found = self._random.sample(self.matches, len(self.matches))
        match = next((one for id in found if fits(one := self.recorder.load(id))), None)
        if match is None:
            raise OutOfOrder("None fits.")
        return match
