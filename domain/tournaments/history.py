"""All that was decided, one thing after another: what was taken back, by what, and what another seating replaced."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.event_sentences import decision_sentences, reasoned, settings_told
from ludograph.domain.tournaments.events import (
    ClockSet,
    Closed,
    LotsDrawn,
    MatchChosen,
    MatchesStarted,
    Origin,
    PenaltyGiven,
    PlayerRenamed,
    PlayersEntered,
    PlayerWithdrawn,
    ResultEntered,
    RoundsSeated,
    SeatsExchanged,
    SettingsChanged,
    TakenBack,
    TournamentEvent,
)
from ludograph.domain.tournaments.scores.scoring import Results
from ludograph.domain.tournaments.scores.typed_scores import told_scores
from ludograph.domain.tournaments.settings_preview import as_now
from ludograph.domain.tournaments.state import counting


class DecisionEntry(NamedTuple):
    """An event in sentences; the numbers of events are those that took it back, or seated its rounds anew, if any."""

    event: TournamentEvent
    text: str
    taken_back_by: int | None = None
    replaced_by: int | None = None
    """The first of several, where all rounds that a seating made are seated anew."""


def story(history: Sequence[TournamentEvent]) -> list[DecisionEntry]:
    """Every event in the light of what came after it."""
    gone = {event.event: event.originator_version for event in history if isinstance(event, TakenBack)}
    anew = _seated_anew(history)
    return [_in_light(event, history, gone, anew) for event in history]


def _in_light(
    event: TournamentEvent,
    history: Sequence[TournamentEvent],
    gone: Mapping[int, int],
    anew: Mapping[int, Mapping[int, int]],
) -> DecisionEntry:
    number = event.originator_version
    text = decision_sentences(event)
    if isinstance(event, TakenBack):
        text = reasoned(f"Event {event.event} was taken back: {what(history[event.event - 1])}.", event)
    if isinstance(event.origin, Origin):
        text += " Decided in another record first."
    if number in gone:
        return DecisionEntry(event, f"{text} Taken back by event {gone[number]}.", taken_back_by=gone[number])
    if isinstance(event, RoundsSeated) and number in anew:
        rounds = anew[number]
        by = list(dict.fromkeys(rounds.values()))
        text = f"{text} {_rounds(sorted(rounds))} seated anew by event{'s' if len(by) > 1 else ''} {_numbers(by)}."
        return DecisionEntry(event, text, replaced_by=by[0] if len(rounds) == len(event.rounds) else None)
    return DecisionEntry(event, text)


def _seated_anew(history: Sequence[TournamentEvent]) -> dict[int, dict[int, int]]:
    """For each seating the rounds that a later one replaced, with its number; where both stand."""
    made: dict[int, int] = {}
    anew: dict[int, dict[int, int]] = {}
    for event in counting(history):
        if isinstance(event, RoundsSeated):
            for number in [number for number in made if number >= event.first]:
                anew.setdefault(made.pop(number), {})[number] = event.originator_version
            made |= dict.fromkeys(range(event.first, event.first + len(event.rounds)), event.originator_version)
    return anew


def what(event: TournamentEvent) -> str:
    """What an event decided, in few words: `the seating of round 2`."""
    return _WHAT[type(event)](event)


def _seating(event: RoundsSeated) -> str:
    numbers = [event.first + at for at in range(len(event.rounds))]
    return f"the seating of round{'s' if len(numbers) > 1 else ''} {_numbers(numbers)}"


_WHAT: Final[Mapping[type[TournamentEvent], Callable[[Any], str]]] = {
    PlayersEntered: lambda event: f"the entry of {listed(event.players)}",
    PlayerWithdrawn: lambda event: f"that {event.player} withdrew",
    PlayerRenamed: lambda event: f"that {event.player} is called {event.name}",
    RoundsSeated: _seating,
    SeatsExchanged: lambda event: f"that {event.player} and {event.other} sat in each other's seats",
    MatchesStarted: lambda event: f"the start of round {event.round} at {counted(len(event.matches), 'table')}",
    MatchChosen: lambda event: f"which match counts for table {event.table} of round {event.round}",
    ResultEntered: lambda event: f"the result of table {event.table} in round {event.round}",
    PenaltyGiven: lambda event: f"the {'penalty' if event.points > 0 else 'gift'} of {event.player}",
    SettingsChanged: lambda event: "the change of settings",
    LotsDrawn: lambda event: "the lots",
    ClockSet: lambda event: f"the clock of {f'round {event.round}' if event.round else 'every later round'}",
    Closed: lambda event: "the end",
}


def as_it_is_now(gone: TournamentEvent, now: Tournament, results: Results) -> str:
    """How things are again, once a decision was taken back; `results` are those of now."""
    return _NOW[type(gone)](gone, now, results)


def _unseated(gone: RoundsSeated, now: Tournament, results: Results) -> str:
    last = gone.first + len(gone.rounds) - 1
    said = []
    if len(results) >= gone.first:
        said.append(f"{_rounds(range(gone.first, len(results) + 1))} seated as before.")
    if last > len(results):
        numbers = range(max(gone.first, len(results) + 1), last + 1)
        said.append(f"{_rounds(numbers)} not seated any more.")
    return " ".join(said)


def _at(gone: MatchChosen | ResultEntered, now: Tournament, results: Results) -> str:
    result, where = results[gone.round - 1][gone.table - 1], f"Table {gone.table} of round {gone.round}"
    if result.stage == "seated":
        return f"{where} is without a result again."
    if result.match is not None:
        return f"For table {gone.table} of round {gone.round} match {result.name or result.match} counts again."
    return f"{where} counts as before: {told_scores(result)}."


def _gone(gone: PlayersEntered, now: Tournament, results: Results) -> str:
    return f"{listed(gone.players)} {'is' if len(gone.players) == 1 else 'are'} not in play any more."


def _lots(gone: LotsDrawn, now: Tournament, results: Results) -> str:
    return "The lots drawn before count again." if now.state.lots else "No lots are drawn."


_NOW: Final[Mapping[type[TournamentEvent], Callable[[Any, Tournament, Results], str]]] = {
    PlayersEntered: _gone,
    PlayerWithdrawn: lambda gone, now, results: f"{gone.player} plays on.",
    PlayerRenamed: lambda gone, now, results: f"{gone.name} is called {gone.player} again.",
    RoundsSeated: _unseated,
    SeatsExchanged: lambda gone, now, results: f"{gone.player} and {gone.other} sit as they were seated.",
    MatchesStarted: lambda gone, now, results: "",
    MatchChosen: _at,
    ResultEntered: _at,
    PenaltyGiven: lambda gone, now, results: f"The points of {gone.player} are as before.",
    SettingsChanged: lambda gone, now, results: f"Again {listed(settings_told(as_now(gone.settings, now)))}.",
    LotsDrawn: _lots,
    ClockSet: lambda gone, now, results: "The clock is as before.",
    Closed: lambda gone, now, results: f"{now.state.name} is open again.",
}


def _rounds(numbers: Sequence[int]) -> str:
    """`Rounds 2 and 3 are`."""
    return f"Round {numbers[0]} is" if len(numbers) == 1 else f"Rounds {_numbers(numbers)} are"


def _numbers(numbers: Sequence[int]) -> str:
    return listed(list(map(str, numbers)))
