"""Entries that could be made in a match as the table knows it, and whether one in a store is what was sent."""

from random import Random
from typing import Any, Final

from ludograph.domain.entry.draft import draft_entry
from ludograph.domain.kernel.game import TABLE, Faces
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import from_json
from ludograph.domain.notation.values import Reader
from ludograph.replay.service.routes.offers import Offers

Json = dict[str, Any]
UNKNOWN: Final = "??"


def possible_entry(match: Match, random: Random) -> Json | None:
    """Something that can be done as the table knows the match, with outcomes by chance; None where nothing is found."""
    offers = Offers(match, TABLE)
    found = [(seat["seat"], action) for seat in offers.json() for action in seat["actions"] if not action["idle"]]
    random.shuffle(found)
    for seat, action in found[:3]:
        fields = _fields(action, random)
        drawn = None if fields is None else _outcomes(match, seat, action["do"], fields, random)
        if drawn is not None:
            return {"seat": seat, "do": action["do"], "fields": fields, "drawn": drawn}
    return None


def _fields(action: Json, random: Random) -> Json | None:
    """Values for the fields of an action; None where its items have to be picked one by one."""
    if action["ways"]:
        return dict(random.choice(action["ways"])["fields"])
    found: Json = {}
    for name, held in random.choice(action["blocks"]).items():
        if held["kind"] == "picks":
            return None
        if held["kind"] == "number":
            found[name] = random.choice(range(held["min"], held["max"] + 1, held["step"]))
        else:
            found[name] = held["value"] if held["kind"] == "text" else random.choice(held["values"])["value"]
    return found


def _outcomes(match: Match, seat: int, verb: str, fields: Json, random: Random) -> list[Any] | None:
    """What could come up; None where the action cannot be done so."""
    reader, told = Reader(match.game.deck, match.players), list[Any]()
    raw = {"seat": seat or "table", "do": verb, **fields}
    for _ in range(40):
        try:
            question = draft_entry(match, from_json(match.game, reader, raw, ""), told, TABLE).question
        except Exception:
            return None
        if question is None:
            return told
        among = list(question.among)
        if not among:
            return None
        unseen = question.unseen and isinstance(question.entry, Faces) and random.random() < 0.5
        told.append(UNKNOWN if unseen else random.choice(among))
    return None


def single(body: Json) -> list[Json]:
    """Each action of what was sent."""
    if "line" not in body:
        return [body]
    words = [one.split() for one in body["line"].split(";")]
    return [{"seat": int(seat), "do": verb} for seat, verb, *_ in words]


def same(sent: Json, kept: Json, players: tuple[str, ...]) -> bool:
    """Whether an action in the store is what was sent."""
    seat = sent["seat"]
    who = players[seat - 1] if isinstance(seat, int) and seat else seat
    if (who, sent["do"]) != (kept["seat"], kept["do"]):
        return False
    for name, value in sent.items():
        said = players[value - 1] if name == "target" and isinstance(value, int) else value
        if name not in ("seat", "do", "drawn") and not _is_blank(said) and kept.get(name) != said:
            return False
    # What nobody at the scribe's side saw need not be written, and stands in the record in its place.
    named = iter(kept.get("drawn", ()))
    return all(one in named for one in sent.get("drawn", ()) if one != UNKNOWN)


def _is_blank(value: Any) -> bool:
    return value in (UNKNOWN, None, "", "...", {}, []) or (isinstance(value, list) and set(value) == {UNKNOWN})
