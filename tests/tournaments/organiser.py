"""An organiser who decides at random, and who keeps a list of it all by which the program can be checked."""

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from random import Random
from typing import Any, Final
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.bots.moves import Bots
from ludograph.domain.corrections.amend import (
    Correction,
    NothingToAmend,
    Reason,
    Unamendable,
    corrected_match,
    replaced,
)
from ludograph.domain.corrections.amend import header_correction as begun_otherwise
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.match.aggregate import About, Match, Setting, start_match
from ludograph.domain.match.final_result import final_of, status_of
from ludograph.domain.match.official_decisions import RulingDraft, abandoned, reopened, ruled
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import Scored, SeatedRound
from ludograph.domain.tournaments.rounds.decisions import (
    How,
    check_fits,
    first_to_seat,
    lots_drawn,
    started_round,
    taken_back,
)
from ludograph.domain.tournaments.rounds.result_entry import check_unrecorded
from ludograph.domain.tournaments.scores.settings import read_settings
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms
from tests.tournaments.slow import Told, entered

Said = dict[str, Any]
PEOPLE: Final = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita", "Hugo", "Ida", "Jo=e", "Kim", "Lou")
TIE_BREAKS: Final = (
    "wins", "score", "opponents", "opponents-mean", "opponents-elsewhere", "buchholz", "buchholz-cut-1",
    "buchholz-median", "head-to-head", "best", "lot",
)  # fmt: skip
SCORINGS: Final = (
    "wins",
    "score",
    "share",
    "duplicate",
    "places=5,3,1",
    "places=3",
    "places=6,4.5,2,1,-1",
    "places=1,1",
)
QUICK: Final = ("conundruze", "last-years-magic", "sorcerous-futures", "sun-bid")
"""The games that are played here; results are entered for the others as well."""


NEEDED: Final = {"aucteraden": 40}
"""With less than this a game is not won."""


class Organiser:
    """Runs a tournament at random; what was decided and recorded stands in `said` and `matches`."""

    def __init__(self, service: TournamentService, random: Random, *, entered: bool = False) -> None:
        self.entered = entered
        self.service = service
        self.random = random
        breaks = random.sample(TIE_BREAKS, random.randint(0, len(TIE_BREAKS)))
        bye = random.choice((None, Decimal(0), Decimal("1.5"), Decimal(-2)))
        self.terms = Terms("Winter Cup", random.choice(SCORINGS), ",".join(breaks), bye, "WC")
        self.now: Tournament = service.open(self.terms)
        self.said: list[Said] = []
        self.matches: list[UUID] = []
        self.enter(random.sample(PEOPLE, random.randint(2, 10)))

    def told(self) -> Told:
        """The tournament as plain dicts: what was decided and still stands, with what came of its matches."""
        told: Told = {
            "scoring": self.terms.scoring,
            "late": 0,
            "tie_breaks": [name for name in self.terms.tie_breaks.split(",") if name],
            "bye": self.terms.bye if self.terms.bye is not None else self._win(),
            "players": [],
            "entered": {},
            "withdrawn": [],
            "rounds": [],
            "penalties": [],
            "lots": [],
            "closed": False,
        }
        for one in self.said:
            _FOLD[one["kind"]](told, one)
        recorded = [self.service.recorder.load(id) for id in self.matches]
        for number, seated in enumerate(told["rounds"], start=1):
            for at, table in enumerate(seated["tables"], start=1):
                elsewhere = {other["match"] for one in told["rounds"] for other in one["tables"] if other is not table}
                free = [match for match in recorded if match.id not in elsewhere]
                table.update(_outcome(seated, table, number, at, free))
        return told

    def _win(self) -> Decimal:
        way, _, prizes = self.terms.scoring.partition("=")
        return Decimal(prizes.split(",")[0] if prizes else way in ("wins", "duplicate"))

    def step(self) -> str:
        """Decides or plays something at random; returns what, or nothing where it was out of order."""
        often = [self.seat, self.start, self.play, self.result]
        seldom = [
            self.finish, self.correct, self.penalise, self.set, self.set, self.late, self.withdraw, self.lots,
            self.undo, self.rule, self.amend, self.rename, self.go_back, self.abandon, self.reopen, self.elsewhere,
            self.choose, self.reseat,
        ]  # fmt: skip
        if self.entered:
            often = [self.seat, self.result, self.result]
            seldom = [
                self.correct, self.penalise, self.set, self.set, self.late, self.withdraw, self.lots, self.undo,
                self.reseat,
            ]  # fmt: skip
        chosen: Callable[[], None] = self.random.choice(often if self.random.random() < 0.6 else seldom)
        try:
            chosen()
        except OutOfOrder:
            return ""
        return chosen.__name__

    def _did(self, changed: Tournament, kind: str, *matches: Match, **said: Any) -> None:
        self.now = self.service.record(changed, *matches)
        self.said.append({"kind": kind} | said)

    def enter(self, names: list[str]) -> None:
        """Enters players."""
        self._did(self.now.enter(names, self.service.recorder.stamp()), "enter", players=names)

    def late(self) -> None:
        """Enters one or two more, or brings somebody back."""
        out = [name for name in PEOPLE if name not in self.now.state.present]
        self.enter(self.random.sample(out, min(len(out), self.random.randint(1, 2))))

    def withdraw(self) -> None:
        """Somebody leaves."""
        name = self.random.choice(PEOPLE)
        self._did(self.now.withdraw(name, "", self.service.recorder.stamp()), "withdraw", player=name)

    def seat(self, *, again: bool = False) -> None:
        """Seats one or more rounds, with byes for who is left over, and sometimes more."""
        first = first_to_seat(self.now, self.service.tables(self.now).results, again=again)
        rounds = [self._round() for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        changed = self.now.seat(first, rounds, self.service.recorder.stamp(), method="file")
        told = [{"game": one.game, "tables": [list(table) for table in one.tables], "byes": one.byes} for one in rounds]
        self._did(changed, "seat", first=first, rounds=told)

    def reseat(self) -> None:
        """Seats anew what has not begun."""
        self.seat(again=True)

    def _round(self) -> SeatedRound:
        game = GAMES[self.random.choice(tuple(GAMES) if self.random.random() < 0.3 else QUICK)]
        there = list(self.now.state.present)
        self.random.shuffle(there)
        tables = []
        size = self.random.choice([seats for seats in game.seats if seats <= 4])
        while len(there) >= size:
            tables.append(tuple(there.pop() for _ in range(size)))
        if not tables:
            raise OutOfOrder("Too few are left.")
        return SeatedRound(game.id, {}, tuple(tables), tuple(there))

    def _a_round(self) -> int:
        if not self.now.state.rounds:
            raise OutOfOrder("No round is seated.")
        return self.random.randint(1, len(self.now.state.rounds))

    def _a_table(self) -> tuple[int, int]:
        number = self._a_round()
        return number, self.random.randint(1, len(self.now.state.rounds[number - 1].tables))

    def _an_open_table(self) -> tuple[int, int]:
        results = enumerate(self.service.tables(self.now).results, start=1)
        for number, row in results:
            for at, one in enumerate(row, start=1):
                if one.stage == "seated":
                    return number, at
        raise OutOfOrder("Every table has begun.")

    def start(self) -> None:
        """Starts a round; with `duplicate` mostly with the same deal at all tables."""
        number = self._a_round()
        same = self.random.random() < (0.8 if self.terms.scoring == "duplicate" else 0.2)
        changed, matches = started_round(self.service, self.now, number, How(same_deal=same, anyway=True))
        placed = {int(match.start.table): match.id for match in matches}
        self.matches += placed.values()
        self._did(changed, "start", *matches, round=number, matches=placed, same_deal=same)

    def _a_match(self, status: str) -> Match:
        some = [match for match in map(self.service.recorder.load, self.matches) if status_of(match) == status]
        if not some:
            raise OutOfOrder(f"No match is {status}.")
        return self.random.choice(some)

    def play(self, steps: int = 10_000) -> None:
        """Plays a match to its end."""
        match = self._a_match("running")
        bots = Bots(match.game, len(match.players), self.random)
        upto = len(match.steps) + steps
        while len(match.steps) < upto and (move := bots.move(match.state, len(match.steps))) is not None:
            match = match.play(*move, self.service.recorder.stamp())
        if match.pending:
            self.service.recorder.record(match)

    def finish(self) -> None:
        """Plays a few moves of a match."""
        self.play(self.random.randint(1, 20))

    def result(self, reason: str = "") -> None:
        """Enters a result, mostly of a table that has none."""
        at = self._a_table() if self.random.random() < 0.3 else self._an_open_table()
        check_unrecorded(self.now, self.service.tables(self.now).results, at, anyway=True)
        scores = self._tied([self._score(name) for name in self.now.table(*at).players])
        self.random.shuffle(scores)
        changed = self.now.score(at, scores, reason, self.service.recorder.stamp())
        told = {one.player: None if one.forfeit else one.score for one in scores}
        ahead = {one.player: one.ahead for one in scores}
        self._did(changed, "result", round=at[0], table=at[1], scores=told, ahead=ahead)

    def _tied(self, scores: list[Scored]) -> list[Scored]:
        """Scores of a table, where some of those who are tied may be ahead."""
        said = [one.score for one in scores]
        tied = [isinstance(one.score, int) and said.count(one.score) > 1 for one in scores]
        return [
            replace(one, tie=self.random.randint(1, 2)) if may and self.random.random() < 0.4 else one
            for one, may in zip(scores, tied, strict=True)
        ]

    def _score(self, name: str) -> Scored:
        chance = self.random.random()
        if chance < 0.1:
            return Scored(name, None, forfeit=True)
        return Scored(name, "??" if chance < 0.13 else self.random.choice((0, 1, 1, 2, 2, 3, 5, 8, 41, -4)))

    def correct(self) -> None:
        """Puts a result right."""
        self.result("why")

    def penalise(self) -> None:
        """Takes points from somebody, or gives some."""
        name, points = self.random.choice(PEOPLE), Decimal(self.random.choice(("1", "0.5", "-2")))
        number = self.random.randint(0, len(self.now.state.rounds))
        changed = self.now.penalise(name, points, "why", self.service.recorder.stamp(), round=number)
        self._did(changed, "penalty", player=name, points=points, round=number)

    def set(self) -> None:
        """Has something else counted from now on."""
        breaks = ",".join(self.random.sample(TIE_BREAKS, self.random.randint(0, 5)))
        pairs = {
            "scoring": self.random.choice(SCORINGS),
            "tie-breaks": breaks,
            "bye": self.random.choice(("0", "1.5", "-2", "3")),
            "late": self.random.choice(("0", "0.5", "1", "-1")),
            "repeat": self.random.choice(("0", "0.25", "1000")),
        }
        names = self.random.sample(sorted(pairs), self.random.randint(1, 3))
        wanted = read_settings(f"{name}={pairs[name]}" for name in names)
        changed = self.now.change(wanted, "why", self.service.recorder.stamp())
        said: Said = {name: pairs[name] for name in names if name != "repeat"}
        if "tie-breaks" in said:
            said["tie_breaks"] = [name for name in said.pop("tie-breaks").split(",") if name]
        self._did(changed, "set", settings=said)

    def lots(self) -> None:
        """Draws lots."""
        order = lots_drawn(self.now, str(self.random.random()))
        self._did(self.now.draw_lots(order, "", self.service.recorder.stamp()), "lots", order=order)

    def undo(self) -> None:
        """Takes the newest decision back."""
        changed, matches = taken_back(self.service, self.now, "why")
        self.now = self.service.record(changed, *matches)
        self.said.pop()

    def rule(self) -> None:
        """Rules on a match: points, or somebody forfeits it."""
        match = self._a_match(self.random.choice(("over", "running")))
        seat = self.random.randint(1, len(match.players))
        what: Said = {"forfeit": (seat,)} if self.random.random() < 0.5 else {"adjust": ((seat, 3),)}
        self.service.recorder.record(ruled(match, RulingDraft("why", **what), self.service.recorder.stamp(), "Eve"))

    def amend(self) -> None:
        """Puts a step of a match right, where the rest of it stays legal: it is left out, or another is made of it."""
        match = self._a_match(self.random.choice(("over", "over", "running")))
        if not match.steps:
            return
        self._corrected(match, lambda: replaced(match, self.random.randint(1, len(match.steps)), []))

    def _corrected(self, match: Match, correction: Callable[[], Correction]) -> None:
        with suppress(Unamendable, NothingToAmend):
            done = corrected_match(match, correction(), Reason("why", "Eve"), self.service.recorder.stamp(), cut=True)
            self.service.recorder.record(done.match)

    def rename(self) -> None:
        """Puts right what the header of a match says: tournament, round, table, or who sat there, and where."""
        match = self._a_match(self.random.choice(("over", "over", "running")))
        if self.random.random() < 0.5:
            self._corrected(match, lambda: begun_otherwise(match, {"players": self._players(match)}))
        else:
            says = self.random.choice(("event", "round", "table"))
            value = self.random.choice(("Winter Cup", "winter cup", "")) if says == "event" else str(self._a_round())
            self._corrected(match, lambda: begun_otherwise(match, {says: value}))

    def _players(self, match: Match) -> list[str]:
        """Those of a match in other chairs, or with somebody else among them, who need not take part here."""
        players = list(match.players)
        self.random.shuffle(players)
        if self.random.random() < 0.6:
            others = [name for name in (*PEOPLE, "Nobody") if name not in players]
            players[0] = self.random.choice(others)
        return players

    def go_back(self) -> None:
        """Takes steps of a match back, so that it may run again."""
        match = self._a_match("over")
        if match.steps:
            to = self.random.randrange(len(match.steps))
            self.service.recorder.take_back(match, to, "why")

    def abandon(self) -> None:
        """Gives a match up: its table is free."""
        self.service.recorder.record(abandoned(self._a_match("running"), "why", self.service.recorder.stamp()))

    def reopen(self) -> None:
        """Goes on with a match that was given up."""
        self.service.recorder.record(reopened(self._a_match("abandoned"), "why", self.service.recorder.stamp()))

    def elsewhere(self) -> None:
        """Somebody starts a match for a table by hand."""
        number, at = self._a_table()
        seated = self.now.state.rounds[number - 1]
        players = list(seated.tables[at - 1].players)
        self.random.shuffle(players)
        game: Game = GAMES[seated.game]
        about = About("winter cup", str(number), str(at), "", f"by-hand-{len(self.matches)}")
        setting = Setting(tuple(players), game.options(), None, str(self.random.random()), about)
        id = UUID(int=self.random.getrandbits(128), version=4)
        match = self.service.recorder.record(start_match(game, id, setting, self.service.recorder.stamp()))
        self.matches.append(match.id)

    def choose(self) -> None:
        """Says which match counts for a table."""
        at, id = self._a_table(), self.random.choice(self.matches or [UUID(int=0)])
        if id.int:
            check_fits(self.now, self.service.tables(self.now).results, self.service.recorder.load(id), at)
            changed = self.now.choose(at, id, "why", self.service.recorder.stamp())
            self._did(changed, "choose", round=at[0], table=at[1], match=id)


def _enter(told: Told, one: Said) -> None:
    for name in one["players"]:
        if name in told["withdrawn"]:
            told["withdrawn"].remove(name)
        if name not in told["players"]:
            told["players"].append(name)
            told["entered"][name] = len(told["rounds"]) + 1


def _seat(told: Told, one: Said) -> None:
    """Whoever is there when a round is seated anew is there from that round on."""
    told["rounds"] = told["rounds"][: one["first"] - 1] + [
        {"game": seated["game"], "byes": seated["byes"], "same_deal": False}
        | {"tables": [{"players": players, "match": None, "entered": None} for players in seated["tables"]]}
        for seated in one["rounds"]
    ]
    for name in told["players"]:
        told["entered"][name] = min(told["entered"][name], one["first"])


def _start(told: Told, one: Said) -> None:
    seated = told["rounds"][one["round"] - 1]
    seated["same_deal"] = seated["same_deal"] or one["same_deal"]
    for at, id in one["matches"].items():
        seated["tables"][at - 1] |= {"match": id, "entered": None}


def _choose(told: Told, one: Said) -> None:
    told["rounds"][one["round"] - 1]["tables"][one["table"] - 1] |= {"match": one["match"], "entered": None}


def _result(told: Told, one: Said) -> None:
    told["rounds"][one["round"] - 1]["tables"][one["table"] - 1] |= {
        "match": None,
        "entered": one["scores"],
        "ahead": one["ahead"],
    }


_FOLD: Final[dict[str, Callable[[Told, Said], None]]] = {
    "enter": _enter,
    "withdraw": lambda told, one: told["withdrawn"].append(one["player"]),
    "seat": _seat,
    "start": _start,
    "choose": _choose,
    "result": _result,
    "penalty": lambda told, one: told["penalties"].append(one),
    "set": lambda told, one: told.update(one["settings"]),
    "lots": lambda told, one: told.update(lots=one["order"]),
}


def _outcome(seated: Said, table: Said, number: int, at: int, recorded: list[Match]) -> Said:
    """What came of a table: of the match that was put there, of what was entered, or of one that says so itself."""
    alive = [match for match in recorded if not match.abandoned]
    put = [match for match in alive if match.id == table["match"]]
    own = [match for match in alive if _belongs(match, seated, table, number, at)]
    for match in put or ([] if table["entered"] is not None else own[:1]):
        ended = final_of(match)
        return {
            "players": list(match.players),
            "state": status_of(match),
            "seed": match.start.seed,
            "scores": list(ended.scores),
            "places": list(ended.places),
            "winners": ended.winners,
            "fewest": match.game.fewest,
        }
    if table["entered"] is None:
        return {"state": "seated"}
    scores, ahead = ([table[what][name] for name in table["players"]] for what in ("entered", "ahead"))
    return entered(scores, ahead, fewest=seated["game"] == "conundruze", needed=NEEDED.get(seated["game"]))


def _belongs(match: Match, seated: Said, table: Said, number: int, at: int) -> bool:
    """Whether a match says itself that it was played there."""
    there = (match.start.event.casefold(), match.start.round, match.start.table, match.game.id)
    asked = ("winter cup", str(number), str(at), seated["game"])
    return there == asked and sorted(match.players) == sorted(table["players"])
