"""What was decided, a sentence or two for each event."""

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from msgspec import UnsetType

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.match.allowances import allowances_told
from ludograph.domain.tournaments.events import (
    ClockSet,
    Closed,
    LeftOpen,
    LotsDrawn,
    MatchChosen,
    MatchesStarted,
    NameForgotten,
    NewSettings,
    Opened,
    PenaltyGiven,
    PlayerRenamed,
    PlayersEntered,
    PlayerWithdrawn,
    RecordKept,
    ResultEntered,
    RoundsSeated,
    SeatedRound,
    SeatsExchanged,
    SettingsChanged,
    TakenBack,
    TournamentEvent,
)
from ludograph.domain.tournaments.state import Clock


def decision_sentences(event: TournamentEvent) -> str:
    """An event in sentences, with its reason."""
    return reasoned(_TOLD[type(event)](event), event)


def reasoned(text: str, event: TournamentEvent) -> str:
    """A text about an event, with its reason."""
    reason = getattr(event, "reason", "")
    return text + (f" Reason: {_ended(reason)}" if reason else "")


def _ended(text: str) -> str:
    """A text with a full stop, where it does not end in one of the marks that end a sentence."""
    return text if text[-1] in ".!?…" else f"{text}."


def entered_by(event: TournamentEvent) -> str:
    """Who entered it, in brackets; nothing where nobody signed."""
    return f" (entered by {event.by})" if event.by else ""


def _opened(event: Opened) -> str:
    breaks = f"ties parted by {listed(event.tie_breaks)}" if event.tie_breaks else "equal points share a place"
    return f"Opened: {event.name}; scoring {event.scoring}, {breaks}, a bye is worth {event.bye}."


def _seated(event: RoundsSeated) -> str:
    how = ", ".join(
        filter(
            None, (event.method, event.size and f"tables of {_size(event.size)}", event.seed and f"seed {event.seed}")
        )
    )
    return f"Seated ({how}): " + " ".join(
        _round(number, one) for number, one in enumerate(event.rounds, start=event.first)
    )


def _size(text: str) -> str:
    """The sizes that were asked for: one number where the fewest are the most."""
    fewest, _, most = text.partition("-")
    return fewest if fewest == most else text


def _round(number: int, one: SeatedRound) -> str:
    tables = [f"table {at} {listed(table)}" for at, table in enumerate(one.tables, start=1)]
    byes = [f"bye {listed(one.byes)}"] if one.byes else []
    return f"round {number}, {GAMES[one.game].title}: {'; '.join(tables + byes)}."


def _started(event: MatchesStarted) -> str:
    deal = ", with the same deal at each" if event.same_deal else ""
    return f"Started round {event.round} at {counted(len(event.matches), 'table')}{deal}."


def _result(event: ResultEntered) -> str:
    scores = (one.told for one in event.scores)
    what = "Result corrected" if event.reason else "Result"
    return f"{what}, round {event.round}, table {event.table}: {', '.join(scores)}."


def _lots(event: LotsDrawn) -> str:
    seed = f" (seed {event.seed})" if event.seed else ""
    return f"Lots drawn{seed}: {listed(event.order)}."


def _clock(event: ClockSet) -> str:
    whose = f"Clock of round {event.round}" if event.round else "Clock of every round that starts later"
    if not event.minutes:
        return f"{whose}: none."
    gone = f", {lasting(event.spent)} of them gone" if event.spent else ""
    how = "running" if event.since else "stopped" if event.spent else "waiting for the start"
    return f"{whose}: {counted(event.minutes, 'minute')}{gone}{f', {how}' if event.round else ''}."


def lasting(seconds: int) -> str:
    """A time as people read it from a clock: `12:30`, `1:02:30`."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def time_left(clock: Clock, now: datetime) -> str:
    """How much of a round's time is left by a clock that began to run: `12:30 left`, `1:05 over time`."""
    left = clock.left(now)
    told = f"{lasting(left)} {'left' if left >= 0 else 'over time'}"
    return told if clock.since else f"{told}, and the clock stands still"


def _penalty(event: PenaltyGiven) -> str:
    return f"{penalised(event.player, event.points, event.round)}."


def penalised(player: str, points: Decimal, round: int) -> str:
    """What a penalty does, without a full stop."""
    unit = "point" if abs(points) == 1 else "points"
    since = f" from round {round} on" if round else ""
    return f"{player} {'loses' if points > 0 else 'is given'} {abs(points)} {unit}{since}"


def left_open_told(one: LeftOpen) -> str:
    """What a merge left open, with what stands on each side; `decided_by` says how it is decided."""
    ours, theirs = (" ".join(side) or "nothing." for side in (one.ours, one.theirs))
    return f"Left open by a merge ({one.id}), {one.about}. Here stands: {ours} In the other record: {theirs}"


def decided_by(one: LeftOpen) -> str:
    """The command that decides what a merge left open."""
    return f"ludograph merge OTHER --decide {one.id}=ours"


_KEPT: Final = {"ours": "set aside", "theirs": "taken over", "both": "united with this one"}


def settings_told(settings: NewSettings) -> list[str]:
    """What is set, each in few words: `scoring places=5,3,1`, `a bye is worth 2`."""
    breaks = settings.tie_breaks
    parted = None if breaks is None else f"ties parted by {listed(breaks)}" if breaks else "ties stand"
    said = (
        settings.scoring and f"scoring {settings.scoring}",
        parted,
        settings.bye is not None and f"a bye is worth {settings.bye}",
        settings.late is not None and f"a round before somebody was entered is worth {settings.late}",
        settings.repeat is not None and f"swiss weighs a repeated meeting by {settings.repeat}",
        settings.allowed is not None and f"matches that start later allow {allowances_told(settings.allowed)}",
    )
    return [one for one in said if one]


def _kept(event: RecordKept) -> str:
    told = f"Another record, which had gone apart after event {event.parted_at}, was {_KEPT[event.kept]}."
    if isinstance(event.left_open, UnsetType):
        return told
    left = listed([f"{one.about} ({one.id})" for one in event.left_open], "nothing any more")
    return f"{told} Left open: {left}."


_TOLD: Final[Mapping[type[TournamentEvent], Callable[[Any], str]]] = {
    Opened: _opened,
    PlayersEntered: lambda event: f"Entered: {listed(event.players)}.",
    PlayerWithdrawn: lambda event: f"{event.player} withdrew.",
    PlayerRenamed: lambda event: f"{event.player} is called {event.name}.",
    RoundsSeated: _seated,
    SeatsExchanged: lambda event: f"{event.player} and {event.other} sat in each other's seats in round {event.round}.",
    MatchesStarted: _started,
    MatchChosen: lambda event: f"Match {event.match} counts for table {event.table} of round {event.round}.",
    ResultEntered: _result,
    PenaltyGiven: _penalty,
    SettingsChanged: lambda event: f"Settings changed: {', '.join(settings_told(event.settings))}.",
    LotsDrawn: _lots,
    ClockSet: _clock,
    Closed: lambda event: "Closed.",
    TakenBack: lambda event: f"Event {event.event} was taken back.",
    NameForgotten: lambda event: f"A name was forgotten: it reads {event.pseudonym} since.",
    RecordKept: _kept,
}
