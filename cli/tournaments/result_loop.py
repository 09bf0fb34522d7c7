"""Results of the tables of a round, a line each: what was read is said and recorded, or refused and asked again."""

from typing import TYPE_CHECKING, Final

from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, listing, paragraph, say
from ludograph.cli.tournaments.result_text import tell_next, tell_result
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.rounds.decisions import taken_back
from ludograph.domain.tournaments.rounds.result_entry import ResultEntry, result_entered
from ludograph.domain.tournaments.rounds.upcoming import current_round, still_open
from ludograph.domain.tournaments.scores.result_lines import HOW, result_line, scores_in
from ludograph.replay.shapes.tournaments import placed_json, taken_back_json

if TYPE_CHECKING:
    from ludograph.domain.tournaments.service import TournamentService

UNDO: Final = "undo"
HELP: Final = ("help", "?")
ENTERED_WRONGLY: Final = "entered wrongly"
BY_ITSELF: Final = "`ludograph tournament result ... --anyway` enters them"


class ResultLoop:
    """Takes in lines for one round of a tournament, the first that is not over, each recorded by itself."""

    def __init__(
        self,
        service: "TournamentService",
        tournament: Tournament,
        number: int | None,
        by: str,
        *,
        anyway: bool,
        as_json: bool,
    ) -> None:
        results = service.tables(tournament).results
        self._service = service
        self._id = tournament.id
        self._number = current_round(tournament, results) if number is None else number
        tournament.round(self._number)
        self._by = by
        self._anyway = anyway
        self._json = as_json
        self._mine: list[int] = []
        """The events that were recorded here and stand, the newest last."""

    @property
    def has_entered(self) -> bool:
        """Whether anything was recorded here that stands."""
        return bool(self._mine)

    @property
    def prompt(self) -> str:
        """What is asked for."""
        return f"Round {self._number}, table and scores:"

    def tell_open(self) -> None:
        """Which tables have no result yet."""
        now = self._service.load(self._id)
        rows = still_open(self._service.tables(now).results, self._number)
        if self._json:
            return
        if not rows:
            echo(f"Every table of round {self._number} has a result.")
            return
        echo(f"{now.state.name}, round {self._number}, without a result:")
        listing([(f"  {table}", players) for table, players in rows])

    def tell_how(self) -> None:
        """What can be entered."""
        if not self._json:
            paragraph(
                f"Write {HOW}. f is a forfeit, ? what nobody knows, 20+ who won a tie. `undo` takes the last one back; "
                "an empty line ends."
            )

    def take(self, line: str) -> None:
        """Does what a line says. Raises `OutOfOrder`, `Unscorable` or `StoreError`, and then nothing is changed."""
        if line.casefold() in HELP:
            self.tell_how()
            self.tell_open()
        elif line.casefold() == UNDO:
            self._undo()
        else:
            self._enter(line)

    def tell_left(self) -> None:
        """What is still open in the end."""
        now = self._service.load(self._id)
        left = [table for table, _ in still_open(self._service.tables(now).results, self._number)]
        if left and not self._json:
            say(f"Still open in round {self._number}: {listed(left)}.")

    def _enter(self, text: str) -> None:
        line = result_line(text)
        now, at = self._service.load(self._id), (self._number, line.table)
        scores = scores_in(line, now.table(*at).players)
        if now.table(*at).scores is not None:
            raise OutOfOrder(f"The result of table {line.table} is entered already: {self._way_back(now, line.table)}.")
        entry = ResultEntry(at, scores, anyway=self._anyway, way=BY_ITSELF)
        now, left = result_entered(self._service, now, self._service.tables(now).results, entry, self._by)
        now = self._service.record(now, *left)
        self._mine.append(now.version)
        results = self._service.tables(now).results
        if self._json:
            print_json(placed_json(now, at, results[at[0] - 1][at[1] - 1]))
        else:
            tell_result(now, at, results)
            tell_next(now, at[0], results)

    def _way_back(self, now: Tournament, table: int) -> str:
        """What puts a result right: where it is the newest decision `undo` does, else a correction."""
        if self._mine and now.last.originator_version == self._mine[-1] and getattr(now.last, "table", 0) == table:
            return "`undo` takes it back"
        return "`ludograph tournament result ... --correct --reason ...` puts it right"

    def _undo(self) -> None:
        if not self._mine:
            raise OutOfOrder("Nothing was entered here yet that could be taken back.")
        now = self._service.load(self._id)
        if now.last.originator_version != self._mine[-1]:
            raise OutOfOrder(
                "Something else was decided since: `ludograph tournament result ... --correct --reason ...` puts a "
                "result right."
            )
        gone = now.last
        now, back = taken_back(self._service, now, ENTERED_WRONGLY, self._by)
        now = self._service.record(now, *back)
        self._mine.pop()
        if self._json:
            print_json(taken_back_json(now, []))
        else:
            echo(f"Taken back: the result of table {getattr(gone, 'table', '')}.")
