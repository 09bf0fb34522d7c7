"""A person's seat in a match with bots: what its player may see and enter on a phone, and nothing of other seats."""

from typing import Any

from ludograph.domain.kernel.game import TABLE, Seat
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.seated_bots import playing_bots
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.opponents.bot_moves import MOST_STEPS, why_not
from ludograph.replay.service.recording.scribe import desk_json
from ludograph.replay.service.routes.reading import observer_in

Json = dict[str, Any]
WRITTEN_DOWN = frozenset({"line", "drawn", "shuffled", "by", "at", "note"})
"""What a scribe says with an action; where the program deals, a player says none of it."""


def seat_desk_json(match: Match, seat: Seat) -> Json:
    """The match as it stands, as a seat sees it: what is open to it and to the table, and whom it waits for."""
    desk = desk_json(match, seat, len(match.steps))
    desk["open"] = [one if one["seat"] in (seat, TABLE) else one | {"actions": []} for one in desk["open"]]
    desk["together"] = []
    bots = playing_bots(match)
    awaited = [one["seat"] for one in desk["open"] if one["awaited"] and one["seat"] in bots]
    return desk | {
        "seat": seat,
        "bots": {visible(match.name(one)): bot for one, bot in bots.items()},
        "thinking": [visible(match.name(one)) for one in awaited if not _stopped(match, bots[one])],
        "stopped": next((why for one in awaited if (why := _stopped(match, bots[one]))), ""),
        "undo": last_own_step(match, seat),
    }


def _stopped(match: Match, bot: str) -> str:
    """Why a bot that is awaited does not move by itself; empty where it does."""
    if len(match.steps) >= MOST_STEPS:
        return f"After {MOST_STEPS:,} steps bots move no more by themselves."
    why = why_not(bot)
    return f"{why} The match goes on in a terminal: `ludograph play {match.id} --against {bot}`." if why else ""


def last_own_step(match: Match, seat: Seat) -> int | None:
    """The step before a seat's newest, to which its player may take back; None where another person moved since."""
    apart = playing_bots(match).keys() | {TABLE}
    for step in reversed(match.steps):
        if step.actor == seat:
            return step.number - 1
        if step.actor not in apart:
            break
    return None


def taken_back_to(match: Match, seat: Seat, to: int | None) -> int:
    """To which step a player takes back, by default before their own newest. Raises `BadRequest`."""
    others = [one.number for one in match.steps if one.actor not in playing_bots(match).keys() | {TABLE, seat}]
    wanted = last_own_step(match, seat) if to is None else to
    if wanted is None or wanted < max(others, default=0):
        raise BadRequest(422, "Only what you and the bots did since another person's last step can be taken back here.")
    return wanted


def check_own(match: Match, seat: Seat, acting: str | int) -> None:
    """Refuses an entry for anybody but a player's own seat and the table. Raises `BadRequest`."""
    # Before anything is decided: a refusal by the rules would tell what another seat can do.
    if observer_in(match, str(acting)) not in (seat, TABLE):
        raise BadRequest(422, f"You play as {match.name(seat)}: only that seat and the table act from here.")


def own_action(match: Match, seat: Seat, data: Json) -> None:
    """Refuses what is no action of a player's own seat or of the table, as a match file has it. Raises `BadRequest`."""
    acting = data.get("seat")
    if not isinstance(acting, str | int) or data.keys() & WRITTEN_DOWN:
        raise BadRequest(422, 'An action here is {"seat": ..., "do": ...} with what it takes, and nothing besides.')
    check_own(match, seat, acting)
