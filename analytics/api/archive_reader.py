"""The archive of a store, open for questions: SQL, reports, tables, matches."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakSet

from ludograph.analytics.api.notices import notices
from ludograph.analytics.archive.archive import Archive, ArchiveSpec, Progress, Tell, archive
from ludograph.analytics.archive.program import needed
from ludograph.analytics.archive_paths import StoreFiles
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.queries.errors import SqlError
from ludograph.analytics.queries.queries import Statement, check_files, check_parameters, run, statements
from ludograph.analytics.queries.result_set import ResultSet

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from ludograph.analytics.api.match_list import ListedMatch
    from ludograph.analytics.api.recorded_match import RecordedMatch
    from ludograph.analytics.api.report_list import ListedReport
    from ludograph.analytics.archive.catalogue import Item
    from ludograph.analytics.reports.variants import JoinedVariants
    from ludograph.domain.judging.judged_match import JudgedMatch


class ArchiveReader:
    """The archive of a store, open for questions; a context that closes it.

    All answers for an observer are of one state of the store, until `refresh`. `as_` says whose eyes a question is
    asked with, by default those with which the archive was opened. `tell` gets the sentences about what answers leave
    out, `waiting` the one about what is waited for, `joining` the variants of the rules that a report joins, and
    `unknown` the one about a name that nobody goes by.
    """

    def __init__(
        self,
        spec: ArchiveSpec,
        tell: Tell = lambda sentence: None,
        progress: Progress | None = None,
        waiting: Tell = lambda sentence: None,
        joining: "Callable[[JoinedVariants], None]" = lambda joined: None,
        unknown: Tell = lambda sentence: None,
    ) -> None:
        self._spec = spec
        self._tell = tell
        self._progress = progress
        self._waiting = waiting
        self._joining = joining
        self._unknown = unknown
        self._open: dict[str, tuple[Archive, ExitStack, frozenset[str]]] = {}
        self._results: WeakSet[ResultSet] = WeakSet()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the archive; what was asked and not read yet cannot be read any more."""
        for _, stack, _ in self._open.values():
            stack.close()
        self._open = {}

    def refresh(self) -> None:
        """From now on answers take in what was recorded since."""
        self._keep_results()
        self.close()

    def query(self, sql: str, as_: str | None = None, params: Mapping[str, Any] | None = None) -> ResultSet:
        """The rows that SQL answers with, in the dialect of DuckDB; of several statements those of the last.

        `params` has a value for each `$name` in it. Raises `SqlError`, `duckdb.Error`, or `ArchiveError`.
        """
        found, values = None, params or {}
        for statement in self.statements(sql, values, as_):
            answer = self.run(statement, values, as_)
            found = found if answer is None else answer
        if found is None:
            raise SqlError('This SQL has no result: try "FROM matches".')
        return found

    def report(self, name: str, /, as_: str | None = None, **given: Any) -> ResultSet:
        """The rows of a report, such as `ratings`, with these values of its parameters. Raises `ReportError`.

        Every report also takes `option.NAME` and `by`: `**{"option.market": "rolling", "by": "seats"}`. What is joined
        of several variants of the rules is told, and so is a player or a tournament that there is not.
        """
        from ludograph.analytics.reports.answers import report_answer
        from ludograph.analytics.reports.reports import heading, report_named

        report = report_named(name)
        connection = self.archive(as_, needed(report.sql)).connection
        answer = report_answer(connection, report, given)
        if answer.joined is not None:
            self._joining(answer.joined)
        for sentence in answer.unknown:
            self._unknown(sentence)
        return self._noted(ResultSet(answer.relation, heading(connection, report, given)))

    def reports(self, game: str | None = None) -> "list[ListedReport]":
        """The reports that there are, with what each says and takes; with a game only those about it."""
        from ludograph.analytics.api.report_list import listed_reports

        return listed_reports(game)

    def tables(self, as_: str | None = None) -> "list[Item]":
        """The tables and views that SQL can ask, with what a row of each is."""
        from ludograph.analytics.archive.catalogue import items

        return items(self.archive(as_).connection)

    def matches(
        self,
        text: str = "",
        *,
        game: str | None = None,
        player: str | None = None,
        event: str | None = None,
        round: str | None = None,
        table: str | None = None,
        status: str | None = None,
        limit: int | None = None,
    ) -> "list[ListedMatch]":
        """The recorded matches that fit, in the order in which they began; with a limit the last of them.

        `status` is `running`, `over` or `abandoned`. Those that cannot be read are left out, and told. Raises
        `LookupError` for a game or a status that there is not, and `ValueError` where the archive is one `as_of` a
        time: SQL tells what stood then.
        """
        from ludograph.analytics.api.match_list import MatchFilter, check_filter, listed_match, matches_of_store

        check_filter(game, status)
        if self._spec.as_of is not None:
            raise ValueError('What is listed stands now: ask an archive as_of a time by query("FROM matches").')
        found, damaged = matches_of_store(
            self._spec.store, MatchFilter(game, player, event, round, table, status, text, self._spec.forks), limit
        )
        for wrong in damaged:
            self._tell(str(wrong))
        return [listed_match(one) for one in found]

    def match(self, id: str) -> "RecordedMatch":
        """A match by its id, an unambiguous beginning of it, or the `id` of its file. Raises `NotFound`.

        It is what the observer and the time allow for which the archive was opened; where the match was not begun
        then, `NotYet` is raised.
        """
        from ludograph.analytics.api.recorded_match import match_of_store

        return match_of_store(self._spec.store, str(id), self._spec.observer.name, self._spec.as_of)

    def judge(self, id: str, as_: str | int | None = None, **how: Any) -> "JudgedMatch":
        """A match judged step by step: luck apart from play, and errors; see `RecordedMatch.judge`.

        Without `as_` from what the observer knew for whom the archive was opened, the judge being all players together.
        """
        return self.match(id).judge(as_, **how)

    def statements(self, sql: str, values: Mapping[str, Any], as_: str | None = None) -> list[Statement]:
        """The statements of a text, once it is clear that `values` has a value for each parameter.

        Raises `SqlError`, or `duckdb.Error` where it is no SQL.
        """
        every = statements(self.archive(as_, needed(sql)).connection, sql)
        check_parameters(every, values)
        return every

    def run(self, statement: Statement, values: Mapping[str, Any], as_: str | None = None) -> ResultSet | None:
        """Runs one statement; None where it has no result, as an INSERT."""
        check_files(statement, values.values(), StoreFiles(self._spec.store, self._spec.file))
        found = run(self.archive(as_).connection, statement, values)
        return None if found is None else self._noted(found)

    @property
    def connection(self) -> "DuckDBPyConnection":
        """The connection of DuckDB by which the archive is asked."""
        return self.archive().connection

    def archive(self, as_: str | None = None, needs: Iterable[str] = ()) -> Archive:
        """The archive of an observer, in which everything is made that a question `needs`. Raises `ArchiveError`."""
        observer = self._spec.observer if as_ is None else ObserverName(as_.strip())
        name, wanted = observer.name.casefold(), self._spec.needs | frozenset(needs)
        if name in self._open:
            found, stack, made = self._open[name]
            if wanted <= made:
                return found
            self._keep_results()
            stack.close()
            wanted |= made
        stack = ExitStack()
        spec = self._spec._replace(
            observer=observer, needs=wanted, rebuild=self._spec.rebuild and name not in self._open
        )
        found = stack.enter_context(archive(spec, self._progress, self._waiting))
        first = name not in self._open
        self._open[name] = found, stack, wanted
        if first:
            for sentence in notices(found, observer.name):
                self._tell(sentence)
        return found

    def _noted(self, result: ResultSet) -> ResultSet:
        self._results.add(result)
        result.reader = self  # whoever keeps the rows keeps the archive open
        return result

    def _keep_results(self) -> None:
        """Has read what was asked and may still be wanted, before a connection is closed to be opened anew."""
        for result in self._results:
            result.keep()
