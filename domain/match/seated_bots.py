"""Who sat at a table as a bot: a remark on the start, which everybody reads, says it of every match with bots."""

from collections.abc import Mapping, Sequence
from typing import Final

from ludograph.domain.kernel.game import Seat
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.events import MatchStarted, NoteAdded, StepsAmended

BEGINNING: Final = "Bots: "


def bots_remark(players: Sequence[str], names: Mapping[Seat, str]) -> str:
    """Which bot sits at which seat, in a sentence."""
    return f"{BEGINNING}{', '.join(f'{players[seat - 1]} is {name}' for seat, name in sorted(names.items()))}."


def bots_in_remark(players: Sequence[str], text: str) -> dict[Seat, str]:
    """The names of the bots by seat, where a remark says who they are; none of any other remark."""
    if not text.startswith(BEGINNING):
        return {}
    found = _read(players, text.removeprefix(BEGINNING).removesuffix("."), 0)
    return found if found and bots_remark(players, found) == text else {}


def _read(players: Sequence[str], text: str, first: int) -> dict[Seat, str]:
    """The bots that a text names from the seat at this index on; the names of programs may have commas in them."""
    for at in range(first, len(players)):
        rest = text.removeprefix(f"{players[at]} is ")
        if rest == text:
            continue
        ends = [(rest.find(f", {name} is "), later) for later, name in enumerate(players[at + 1 :], start=at + 1)]
        end, later = min(((end, later) for end, later in ends if end >= 0), default=(len(rest), len(players)))
        return {at + 1: rest[:end], **_read(players, rest[end + 2 :], later)}
    return {}


def seated_bots(match: Match) -> dict[Seat, str]:
    """The bots of a match by seat, as its remarks name them; where several name one of a seat, the newest."""
    players, found = match.first.players, dict[Seat, str]()
    for event in match.history:
        if isinstance(event, MatchStarted):
            players = event.players
        elif isinstance(event, StepsAmended) and event.start is not None:
            players = event.start.players
        elif isinstance(event, NoteAdded) and event.step == 0 and event.public:
            found |= bots_in_remark(players, event.text)
    return found


def playing_bots(match: Match) -> dict[Seat, str]:
    """The bots of a match that can move in it; none where cards are real, for they cannot see them."""
    return {} if match.start.seed is None else seated_bots(match)


def with_bots_remark(match: Match, names: Mapping[Seat, str], stamp: Stamp) -> Match:
    """The match with the remark that says who its bots are, unless it has that already."""
    told = bots_remark(match.players, names)
    if any(isinstance(event, NoteAdded) and event.public and event.text == told for event in match.history):
        return match
    return match.annotate(0, told, stamp, public=True, reserved=True)
