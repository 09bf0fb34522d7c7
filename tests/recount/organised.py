"""Tournaments that were organised here: tables, standings, and what rounds changed in ratings."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.json import encode

from tests.recount.comparing import Recount, Row
from tests.recount.counting import Given, chosen, plays, same
from tests.recount.rated import ALL_GAMES, history
from tests.recount.records import Json, Organised, Record, Records


def tournament(records: Records, given: Given) -> Iterator[Row]:
    """A row per table and for the byes of each round, and one per match that names a tournament and counts nowhere."""
    for organised in records.tournaments:
        if organised.is_called(given.get("event")):
            yield from _seated(records, organised, given)
    counting = {match for one in records.tournaments for match in one.matches}
    for record in chosen(records, {**given, "event": None}):
        event = record.listed["event"]
        own = [one for one in records.tournaments if same(one.shown["name"], event)]
        meant = same(event, given.get("event")) or any(one.is_called(given.get("event")) for one in own)
        if event and meant and record.id not in counting and plays(record, given.get("player")):
            yield _apart(record) | {"event": event, "counts": False if own else None}


def _seated(records: Records, organised: Organised, given: Given) -> Iterator[Row]:
    by_id = {record.id: record for record in records}
    for seated in organised.shown["rounds"]:
        number = seated["round"]
        if not same(number, given.get("round")):
            continue
        for table in seated["tables"]:
            seats = _cells(organised, number, table["table"])
            if same(seated["game"], given.get("game")) and _among(table["players"], given):
                record = by_id.get(table["match"])
                yield _table(table, seats, record) | _at(organised, number, table["table"], seated["game"])
        if seated["byes"] and _among(seated["byes"], given) and given.get("game") is None:
            cells = _cells(organised, number, "bye")
            scores = ", ".join(sorted(cell["player"] for cell in cells))
            points = ", ".join(sorted(f"{cell['player']} {_shortly(cell['points'])}" for cell in cells))
            nothing = {"day": None, "winners": None, "match": None, "stage": "bye", "over": False}
            told = {"scores": scores, "points": points if cells[0]["points"] else None}
            yield nothing | told | _at(organised, number, "bye", None)


def _at(organised: Organised, number: str, table: str, game: str | None) -> Row:
    return {"event": organised.shown["name"], "round": number, "table": table, "game": game, "counts": True}


def _cells(organised: Organised, number: str, table: str) -> list[dict[str, str]]:
    """The lines of the CSV about a table, by their seats."""
    return [line for line in organised.results if (line["round"], line["table"]) == (number, table)]


def _among(players: Sequence[str], given: Given) -> bool:
    return any(same(name, given.get("player")) for name in players)


def _table(table: Json, seats: list[dict[str, str]], record: Record | None) -> Row:
    over = table["state"] == "over"
    ordered = sorted(seats, key=lambda cell: int(cell["place"]) if cell["place"].isdigit() else 999)
    open_ = any(cell["place"] == "??" for cell in seats)
    if record is not None:
        winners = record.winners
    else:  # forfeits aside, those on the first place; one who forfeited has no score
        winners = None if open_ else [cell["player"] for cell in seats if cell["place"] == "1" and cell["score"]]
    return {
        "stage": table["state"],
        "over": over,
        "day": None if record is None else record.day,
        "winners": ", ".join(sorted(winners or ())) or None if over else None,
        "scores": ", ".join(f"{cell['player']} {cell['score'] or '-'}" for cell in ordered),
        "points": ", ".join(f"{cell['player']} {_shortly(cell['points'])}" for cell in ordered) if over else None,
        "match": table["match"],
    }


def _shortly(points: str) -> str:
    return points if points in ("", "??") else f"{float(points):.3f}".rstrip("0").rstrip(".")


def _apart(record: Record) -> Row:
    """A match of no table of a tournament that was organised here."""
    places = record.places or {}
    ordered = sorted(record.players, key=lambda name: places.get(name, 0))
    return {
        "round": record.listed["round"],
        "table": record.listed["table"],
        "game": record.game,
        "day": record.day,
        "stage": record.result["status"],
        "over": record.over,
        "winners": ", ".join(sorted(record.winners or ())) or None,
        "scores": ", ".join(f"{name} {_written(record, name)}" for name in ordered),
        "points": None,
        "match": record.id,
    }


def _written(record: Record, name: str) -> str:
    if not record.over:
        return "-"
    score = (record.scores or {})[name]
    return "??" if score is None else str(score)


def standings(records: Records, given: Given) -> Iterator[Row]:
    """A row per player, after the last round that is seated or another."""
    for organised in records.tournaments:
        for after, lines in organised.standings.items():
            wanted = given.get("round") or str(max(organised.standings))
            if not organised.is_called(given.get("event")) or wanted not in ("all", str(after)):
                continue
            for line in lines:
                taken = [
                    points for name, points, since in organised.penalties if name == line["player"] and since <= after
                ]
                if same(line["player"], given.get("player")):
                    yield line | {
                        "event": organised.shown["name"],
                        "after_round": after,
                        "place": _known(line["place"]),
                        "points": _known(line["points"]),
                        "penalties": sum(taken),
                        "tie_breaks": encode(line["tie_breaks"]).decode(),
                    }


def _known(value: Any) -> Any:
    return None if value == "??" else value


def tournament_ratings(records: Records, given: Given) -> Iterator[Row]:
    """A row per round and player."""
    game = given.get("game", ALL_GAMES)
    rated = [one for one in history(records) if same(one["game"], game)]
    every = list(dict.fromkeys(one["match"] for one in history(records)))
    for organised in records.tournaments:
        if organised.is_called(given.get("event")):
            yield from _rounds(records, organised, given, rated, every)


def _rounds(records: Records, organised: Organised, given: Given, rated: list[Row], every: list[str]) -> Iterator[Row]:
    days = {record.id: record.day for record in records}
    own = [match for match in every if match in organised.matches]
    now = every.index(own[0]) if own else sum(days[match] <= organised.opened_at.date() for match in every)
    for seated in organised.shown["rounds"]:
        number = int(seated["round"])
        there = {table["match"] for table in seated["tables"]}
        now = max([now, *(every.index(match) + 1 for match in there if match in every)])
        if not same(seated["round"], given.get("round")):
            continue
        if not any(same(game, given.get("game", ALL_GAMES)) for game in (seated["game"], ALL_GAMES)):
            continue
        for line in organised.standings[number]:
            mine = [one for one in rated if same(one["player"], line["player"])]
            inside = [one for one in mine if one["match"] in there]
            before = [one for one in mine if every.index(one["match"]) < now]
            last = before[-1]["rating"] if before else 0.0
            first = inside[0]["before"] if inside else last
            after = inside[-1]["rating"] if inside else last
            if same(line["player"], given.get("player")):
                yield {
                    "event": organised.shown["name"],
                    "round": number,
                    "game": given.get("game", ALL_GAMES).lower(),
                    "place": _known(line["place"]),
                    "player": line["player"],
                    "matches": len(inside),
                    "rating_before": first,
                    "rating_after": after,
                    "change": after - first,
                }


EVENTS = ("winter cup", "wc", "autumn open")

RECOUNTS = {
    "tournament": Recount(tournament, "event round table match", tried={"event": EVENTS, "round": ("1", "final")}),
    "standings": Recount(
        standings, "event after_round player", digits={"points": 6}, tried={"event": EVENTS, "round": ("1", "all")}
    ),
    "tournament-ratings": Recount(
        tournament_ratings,
        "event round player",
        tried={"event": EVENTS, "game": ("sun-bid", "all games"), "round": ("1", "2")},
    ),
}
