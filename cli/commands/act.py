"""`act`: records actions one after the other; the first that is refused ends it, and those before it stand."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click
from msgspec.structs import replace

from ludograph.cli.arguments import by_option, json_option, match_among, observer_named, readable_lines, recorder
from ludograph.cli.errors import Failure, explain, sentences_for_errors
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.kernel.game import JUDGE, Refused
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.notation.limits import TooLong
from ludograph.domain.notation.strict_json import Unreadable

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.match.events import AnyStep
    from ludograph.domain.store.recorder import Recorder


class WrittenAction(NamedTuple):
    """An action as it was written, and what to call it in a message."""

    place: str
    text: str


class EntryOptions(NamedTuple):
    """How actions are entered: which observer is at the screen, who enters them, and how they are told."""

    observer: int
    by: str
    as_json: bool


@click.command()
@click.argument("match")
@click.argument("actions", nargs=-1, required=True, metavar="ACTION...")
@click.option(
    "--as",
    "observer",
    default="table",
    metavar="OBSERVER",
    help="Whose eyes are on this screen: what follows and what is wrong with outcomes is told as far as they know; "
    "`table` by default.",
)
@by_option
@json_option
@sentences_for_errors
def command(match: str, actions: tuple[str, ...], observer: str, by: str, as_json: bool) -> None:
    """Records ACTIONs of a MATCH, such as 'Ann bid 9MS' or 'Ann flip > 8YK'; - reads them from standard input.

    Short is enough where it can mean one thing only: 'bid 9ms', 'b pact', '9sm', 'f 8yk; p'. A table of a tournament
    is named by the tournament, its round and its number: `act WC 1 1 'Ann bid 9MS'`. A match has its own id first: only
    where that is none, and a tournament is called so, are the two numbers behind it a round and a table.

    Where a match began without its deal, that is its first entry: 'deal dealer=Ann' or 'deal {"dealer": "Ann"}', as a
    match file has it; `ludograph games GAME` shows what it says.

    A line that begins with { is read as JSON. Each action is recorded by itself: if one is refused, those before it
    stand.
    """
    with recorder() as store:
        found, actions = match_among(store, match, actions)
        if not actions:
            raise click.UsageError("Write what is done, such as 'Ann bid 9MS'; - reads it from standard input.")
        _record(store, found, _written(actions), EntryOptions(observer_named(found, observer), by, as_json))


def _written(actions: Iterable[str]) -> Iterator[WrittenAction]:
    """The actions of the command line; `-` stands for the lines of standard input."""
    for number, action in enumerate(actions, start=1):
        if action == "-":
            lines = readable_lines(sys.stdin.buffer)
            yield from (WrittenAction(f"Line {line}", text) for line, text in lines)
        else:
            yield WrittenAction(f"Action {number}", action)


def _record(store: "Recorder", match: "Match", actions: Iterable[WrittenAction], entered: EntryOptions) -> None:
    """Records actions and tells what followed from each. Raises `Failure` at the first that is refused."""
    from ludograph.domain.entry.interpretation import AmbiguousEntry
    from ludograph.domain.entry.recording import read_entry, record_entry
    from ludograph.domain.match.aggregate import MatchClosed
    from ludograph.domain.store.errors import StoreError

    stand = 0
    try:
        for action in actions:
            if (dealt := _with_deal(store, match, action.text, entered.by)) is not None:
                match = store.record(dealt)
                stand += 1
                _tell_start(match, entered)
                continue
            at = 0
            while at == 0 or action.text[at:].strip(" ;"):
                lines, at = read_entry(match, action.text, at, entered.observer)
                for line in lines:
                    signed = line if line.by else replace(line, by=entered.by)
                    match = record_entry(store, match, signed, entered.observer)
                    stand += 1
                    _tell(match, entered)
    except Unreadable as wrong:
        _refuse(wrong, entered)
        raise Failure(f"{action.place}, column {wrong.column}: {wrong.why}{_standing(stand)}") from wrong
    except Refused as wrong:
        _refuse(wrong, entered, match.players)
        raise Failure(f"{explain(wrong, match.game, match.players)}{_standing(stand)}") from wrong
    except MatchClosed as wrong:
        _refuse(Refused(None, str(wrong)), entered)
        raise Failure(f"{wrong}{_standing(stand)}") from wrong
    except (StoreError, TooLong, Failure, AmbiguousEntry) as wrong:
        raise Failure(f"{wrong}{_standing(stand)}") from wrong


def _with_deal(store: "Recorder", match: "Match", text: str, by: str) -> "Match | None":
    """The match with the deal that a line tells; None where it tells none. Raises as `deal_in` does."""
    if not match.awaits_deal and "deal" not in text:
        return None
    from ludograph.domain.exchange.deal_entry import deal_in, with_deal

    deal = deal_in(match, text)
    return None if deal is None else with_deal(match, deal, store.stamp(), by)


def _tell(match: "Match", entered: EntryOptions) -> None:
    """What followed from the last step, as far as the observer at this screen knows it; JSON for programs tells all."""
    from ludograph.domain.match.views import concealed
    from ludograph.replay.sentences.step_sentences import tell_action

    step = match.steps[-1]
    if entered.as_json:
        _put_step(match, step)
        return
    told = tell_action(match.game, Speaker(match.game.deck, match.players), concealed(step, entered.observer))
    paragraph(" ".join(told), first=f"{step.number:>4}  ")


def _tell_start(match: "Match", entered: EntryOptions) -> None:
    """What the deal brought, as far as the observer at this screen knows it; JSON for programs tells all."""
    from ludograph.cli.printing.json import print_json
    from ludograph.domain.match.history import HistoryEntry
    from ludograph.replay.shapes.log import beats_told
    from ludograph.replay.shapes.matches import start_json

    start = HistoryEntry(match.start, match.players, 0)
    if entered.as_json:
        print_json(start_json(match, start, JUDGE))
        return
    told = [sentence for beat in beats_told(match, start, entered.observer) for sentence in beat]
    paragraph(" ".join(told), first=f"{0:>4}  ")


def _put_step(match: "Match", step: "AnyStep") -> None:
    """A step as JSON."""
    from ludograph.cli.printing.json import print_json
    from ludograph.domain.match.history import HistoryEntry
    from ludograph.replay.shapes.matches import step_json

    print_json(step_json(match, HistoryEntry(step, match.players, step.number), JUDGE))


def _refuse(wrong: Refused | Unreadable, entered: EntryOptions, players: Sequence[str] = ()) -> None:
    """What was wrong as JSON, where a program wants that."""
    if not entered.as_json:
        return
    from ludograph.cli.printing.json import print_json
    from ludograph.replay.shapes.matches import refused_json, unreadable_json

    error = unreadable_json(wrong) if isinstance(wrong, Unreadable) else refused_json(wrong, players)
    print_json({"error": error})


def _standing(stand: int) -> str:
    """How many actions before this one were recorded."""
    if stand == 0:
        return ""
    return f"\nThe {stand} actions before it stand." if stand > 1 else "\nThe action before it stands."
